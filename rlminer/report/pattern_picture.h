#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rlminer/report/edge_style.h"
#include "rlminer/report/parts.h"

namespace rlminer::report {

// The same pattern in an order that depends on the names and the edges alone: not on the order of
// the vertices, nor on the numbers that some graph gives its labels.
NamedPattern in_canonical_order(const NamedPattern& named);

// Colours for labels, from the palette that people with any colour vision tell apart. Beyond eight
// labels the colours come again on vertices of another shape; beyond 48, so do the shapes (the
// names stand on the vertices).
class LabelColors {
 public:
  static constexpr std::size_t kColors = 8;
  static constexpr std::size_t kShapes = 6;

  explicit LabelColors(std::vector<std::string> names);  // in any order, repeated or not

  const std::vector<std::string>& names() const { return names_; }  // sorted for people, each once
  std::size_t index(std::string_view name) const;  // the place of the name among them
  std::string_view of(std::string_view name) const;
  std::size_t shape(std::string_view name) const;  // 0: a circle, up to kShapes - 1

 private:
  std::vector<std::string> names_;
};

// Black or white, whichever is easier to read on a colour #rrggbb.
std::string_view text_color_on(std::string_view color);

// A part of a larger picture: SVG shapes in a box whose top left corner is the origin. Lines and
// text are in the current colour, so that they show on light and on dark.
struct PicturePart {
  double width = 0.0;
  double height = 0.0;
  std::string shapes;
};

// The drawing itself. Equal for equal patterns, whatever the order of their vertices.
PicturePart paint_pattern(const NamedPattern& named, const LabelColors& colors,
                          const EdgeStyles& edges = {});

// The picture of one pattern as a file that follows the light or dark theme of whoever looks at it,
// with the lines of a caption below it.
std::string pattern_svg(const NamedPattern& named, const std::vector<std::string>& caption = {});

}  // namespace rlminer::report
