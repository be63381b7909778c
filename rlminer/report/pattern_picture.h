#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rlminer/pattern/pattern.h"

namespace rlminer::report {

// A pattern and the name of each vertex's label, which is all a picture needs.
struct NamedPattern {
  Pattern pattern;
  std::vector<std::string> labels;
};

// The same pattern in an order that depends on the names and the edges alone: not on the order of
// the vertices, nor on the numbers that some graph gives its labels.
NamedPattern in_canonical_order(const NamedPattern& named);

// Colours for labels, from the palette that people with any colour vision tell apart; beyond eight
// labels colours repeat (the names stand on the vertices).
class LabelColors {
 public:
  explicit LabelColors(std::vector<std::string> names);  // in any order, repeated or not

  const std::vector<std::string>& names() const { return names_; }  // sorted for people, each once
  std::size_t index(std::string_view name) const;  // the place of the name among them
  std::string_view of(std::string_view name) const;

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
PicturePart paint_pattern(const NamedPattern& named, const LabelColors& colors);
// Which colour means which label, in rows no wider than asked for where that is possible. Nothing
// when every name stands in full on its vertex.
PicturePart paint_legend(const LabelColors& colors, double width);

enum class Alignment { Centre, Left };
// One line of text; the width of its box is a guess, so it says where the text is to stay.
PicturePart paint_line(std::string_view text, double size = 12.0,
                       Alignment alignment = Alignment::Centre);
// The parts below each other.
PicturePart stacked(const std::vector<PicturePart>& parts, Alignment alignment);

// The part moved to a place in a larger picture, as shapes.
std::string moved(const PicturePart& part, double x, double y);

// An element <svg>. In a file of its own it follows the light or dark theme of whoever looks at it;
// in a page it takes the page's colour.
enum class Placement { File, Page };
std::string to_svg(const PicturePart& part, std::string_view title, Placement placement);

// The picture of one pattern, with the lines of a caption below it.
std::string pattern_svg(const NamedPattern& named, const std::vector<std::string>& caption = {},
                        Placement placement = Placement::File);

}  // namespace rlminer::report
