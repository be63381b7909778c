#include "rlminer/report/pattern_picture.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <iterator>
#include <numbers>
#include <utility>

#include "rlminer/pattern/canonical.h"
#include "rlminer/report/edge_picture.h"
#include "rlminer/report/graph_report.h"
#include "rlminer/report/parts.h"
#include "rlminer/report/pattern_layout.h"
#include "rlminer/report/pattern_symbols.h"
#include "rlminer/report/svg.h"

namespace rlminer::report {
namespace {

constexpr double kUnit = 64;      // pixels from vertex to vertex
constexpr double kWideUnit = 84;  // where lines have arrow heads or dashes
constexpr double kRadius = 18;
constexpr double kMargin = 8;
constexpr double kLetter = 0.6;  // width of an average letter, in units of its size
constexpr std::size_t kMostLetters = 6;
static_assert(kClosestVertices * kUnit > 2 * kRadius, "vertices may not overlap");

double text_width(std::string_view text, double size) {
  return kLetter * size * static_cast<double>(letters_of(text).size());
}

// What fits on a vertex.
std::string shortened(const std::string& name) {
  const std::vector<std::string> letters = letters_of(name);
  if (letters.size() <= kMostLetters) return name;
  return fmt::format("{}\u2026",
                     fmt::join(letters.begin(), letters.begin() + kMostLetters - 1, ""));
}

double letter_size(std::string_view text) {
  constexpr std::array kSizes{15.0, 15.0, 14.0, 12.5, 11.0, 9.5, 8.5};
  return kSizes[std::min(letters_of(text).size(), kMostLetters)];
}

double luminance(std::string_view color) {
  constexpr std::array kWeights{0.2126, 0.7152, 0.0722};
  double sum = 0.0;
  for (std::size_t i = 0; i < 3; ++i) {
    int part = 0;
    std::from_chars(color.data() + 1 + 2 * i, color.data() + 3 + 2 * i, part, 16);
    const double share = part / 255.0;
    sum +=
        kWeights[i] * (share <= 0.04045 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4));
  }
  return sum;
}

void paint_edges(std::string& shapes, const Pattern& pattern, const Layout& layout) {
  shapes += "<g stroke=\"currentColor\" stroke-width=\"2\" stroke-linecap=\"round\">\n";
  for (const auto& [i, j] : edges_of(pattern)) {
    fmt::format_to(std::back_inserter(shapes),
                   "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\"/>\n", layout[i].x,
                   layout[i].y, layout[j].x, layout[j].y);
  }
  shapes += "</g>\n";
}

// The outline of a vertex as an SVG element without its end: a circle, or a polygon with its
// corners on a circle. graph_view.js has the same shapes.
std::string outline(const Point& at, double radius, std::size_t shape) {
  struct Polygon {
    int corners;
    double turn;  // of the first corner, in full turns from the right
  };
  constexpr std::array<Polygon, LabelColors::kShapes - 1> kPolygons{
      {{4, 0.125}, {4, 0.0}, {6, 0.0}, {3, 0.75}, {3, 0.25}}};
  if (shape == 0)
    return fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:g}\"", at.x, at.y, radius);
  const Polygon& polygon = kPolygons[shape - 1];
  std::string points;
  for (int i = 0; i < polygon.corners; ++i) {
    const double angle = 2 * std::numbers::pi * (polygon.turn + 1.0 * i / polygon.corners);
    fmt::format_to(std::back_inserter(points), "{}{:.1f},{:.1f}", i == 0 ? "" : " ",
                   at.x + 1.06 * radius * std::cos(angle), at.y + 1.06 * radius * std::sin(angle));
  }
  return fmt::format("<polygon points=\"{}\"", points);
}

void paint_vertex(std::string& shapes, const Point& at, const std::string& label,
                  const LabelColors& colors) {
  const std::string_view color = colors.of(label);
  const std::string shown = shortened(label);
  const double size = letter_size(shown);
  fmt::format_to(std::back_inserter(shapes),
                 "<g><title>{}</title>{} fill=\"{}\" "
                 "stroke=\"currentColor\" stroke-width=\"1.2\"/><text x=\"{:.1f}\" y=\"{:.1f}\" "
                 "font-size=\"{:g}\" text-anchor=\"middle\" fill=\"{}\">{}</text></g>\n",
                 xml_escaped(label), outline(at, kRadius, colors.shape(label)), color, at.x,
                 at.y + 0.36 * size, size, text_color_on(color), xml_escaped(shown));
}

// The layout in pixels, within the box that it fills.
Layout in_pixels(Layout layout, double unit, PicturePart& box) {
  if (layout.empty()) return layout;
  constexpr double kBorder = kRadius + kMargin;
  const Box points = box_of(layout);
  box.width = unit * points.width() + 2 * kBorder;
  box.height = unit * points.height() + 2 * kBorder;
  for (Point& point : layout)
    point = unit * (point - points.low) + Point{kBorder, kBorder};
  return layout;
}

}  // namespace

NamedPattern in_canonical_order(const NamedPattern& named) {
  const graph::LabelDictionary dictionary(named.labels);
  Pattern pattern;
  for (int i = 0; i < named.pattern.size(); ++i) {
    const std::uint32_t earlier = (std::uint32_t{1} << i) - 1;
    pattern.add_vertex(dictionary.at(named.labels[static_cast<std::size_t>(i)]),
                       named.pattern.adjacency(i) & earlier);
  }
  for (const auto& [a, b] : named.edges ? edges_of(named.pattern) : EdgeList()) {
    const auto i = static_cast<int>(a);
    const auto j = static_cast<int>(b);
    pattern.set_relation(i, j, named.pattern.relation(i, j), named.pattern.relation(j, i));
  }
  const pattern::CanonicalForm canonical = pattern::canonicalize(pattern);
  NamedPattern result{canonical.pattern, {}, named.edges};
  for (std::size_t i = 0; i < named.labels.size(); ++i)
    result.labels.push_back(named.labels[canonical.order[i]]);
  return result;
}

LabelColors::LabelColors(std::vector<std::string> names) : names_(std::move(names)) {
  std::sort(names_.begin(), names_.end(), graph::natural_less);
  names_.erase(std::unique(names_.begin(), names_.end()), names_.end());
}

std::size_t LabelColors::index(std::string_view name) const {
  return static_cast<std::size_t>(std::find(names_.begin(), names_.end(), name) - names_.begin());
}

std::string_view LabelColors::of(std::string_view name) const {
  // Bright colours first; black looks like an edge.
  constexpr std::array<std::string_view, kColors> kPalette{
      palette::kSky,    palette::kOrange,    palette::kGreen, palette::kBlue,
      palette::kPurple, palette::kVermilion, palette::kGrey,  palette::kBlack};
  return kPalette[index(name) % kColors];
}

std::size_t LabelColors::shape(std::string_view name) const {
  return index(name) / kColors % kShapes;
}

std::string_view text_color_on(std::string_view color) {
  // Contrast as in the Web Content Accessibility Guidelines: the ratio of the luminances, each
  // raised by a twentieth for the light of the room.
  const double light = luminance(color) + 0.05;
  return 1.05 / light > light / 0.05 ? "#ffffff" : "#000000";
}

PicturePart paint_pattern(const NamedPattern& named, const LabelColors& colors,
                          const EdgeStyles& edges) {
  const NamedPattern drawn = in_canonical_order(named);
  PicturePart box;
  const bool wide = drawn.edges && (drawn.edges->directed || !edges.bonds());
  const Layout layout = in_pixels(pattern_layout(drawn.pattern), wide ? kWideUnit : kUnit, box);
  if (drawn.edges) {
    box.shapes += edge_shapes(drawn, layout, edges, kRadius);
  } else {
    paint_edges(box.shapes, drawn.pattern, layout);
  }
  for (std::size_t i = 0; i < layout.size(); ++i)
    paint_vertex(box.shapes, layout[i], drawn.labels[i], colors);
  return box;
}

namespace {

enum class Alignment { Centre, Left };

// One line of text; the width of its box is a guess, so it says where the text is to stay.
PicturePart paint_line(std::string_view text, double size = 12.0,
                       Alignment alignment = Alignment::Centre) {
  const double width = text_width(text, size);
  const bool left = alignment == Alignment::Left;
  return {width + 2 * kMargin, 1.5 * size,
          fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{:g}\" text-anchor=\"{}\" "
                      "fill=\"currentColor\">{}</text>\n",
                      kMargin + (left ? 0.0 : width / 2), 1.1 * size, size,
                      left ? "start" : "middle", xml_escaped(text))};
}

// The part moved to a place in a larger picture, as shapes.
std::string moved(const PicturePart& part, double x, double y) {
  return fmt::format("<g transform=\"translate({:.1f} {:.1f})\">\n{}</g>\n", x, y, part.shapes);
}

// The parts below each other.
PicturePart stacked(const std::vector<PicturePart>& parts, Alignment alignment) {
  PicturePart result;
  for (const PicturePart& part : parts)
    result.width = std::max(result.width, part.width);
  for (const PicturePart& part : parts) {
    if (part.shapes.empty()) continue;
    const double x = alignment == Alignment::Left ? 0.0 : (result.width - part.width) / 2;
    result.shapes += moved(part, x, result.height);
    result.height += part.height;
  }
  return result;
}

// Names, each after a mark of a certain width, in rows no wider than asked for where that is
// possible. mark(name, place of its left end) gives its shapes.
template <typename Mark>
PicturePart paint_names(const std::vector<std::string>& names, double mark_width, double width,
                        const Mark& mark) {
  constexpr double kSize = 12, kRow = 20, kGap = 18;
  PicturePart box;
  double x = kMargin;
  double y = kRow / 2;
  for (const std::string& name : names) {
    const double needed = mark_width + text_width(name, kSize);
    if (x > kMargin && x + needed + kMargin > width) {
      x = kMargin;
      y += kRow;
    }
    fmt::format_to(std::back_inserter(box.shapes),
                   "{}<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{:g}\" "
                   "fill=\"currentColor\">{}</text>\n",
                   mark(name, Point{x, y}), x + mark_width, y + 0.36 * kSize, kSize,
                   xml_escaped(name));
    box.width = std::max(box.width, x + needed + kMargin);
    x += needed + kGap;
  }
  box.height = y + kRow / 2;
  return box;
}

// Which colour means which label. Nothing when every name stands in full on its vertex.
PicturePart paint_legend(const LabelColors& colors, double width) {
  constexpr double kDot = 6;
  const auto& names = colors.names();
  if (std::all_of(names.begin(), names.end(),
                  [](const std::string& name) { return letters_of(name).size() <= kMostLetters; }))
    return {};
  return paint_names(names, 3 * kDot, width, [&](const std::string& name, const Point& left) {
    return fmt::format("{} fill=\"{}\" stroke=\"currentColor\"/>",
                       outline(left + Point{kDot, 0}, kDot, colors.shape(name)), colors.of(name));
  });
}

// Which line means which label of edges.
PicturePart paint_edge_legend(const EdgeStyles& edges, double width) {
  constexpr double kLine = 28, kSpace = 6;
  constexpr std::size_t kMost = 24;
  if (edges.names().empty()) return {};
  std::vector<std::string> names = edges.names();
  const std::size_t more = names.size() - std::min(names.size(), kMost);
  names.resize(names.size() - more);
  PicturePart legend =
      paint_names(names, kLine + kSpace, width, [&](const std::string& name, const Point& left) {
        return edge_sample(left, left + Point{kLine, 0}, edges.of(name));
      });
  if (more == 0) return legend;
  return stacked(
      {legend, paint_line(fmt::format("and {} more labels of edges", more), 12.0, Alignment::Left)},
      Alignment::Left);
}

std::string to_svg(const PicturePart& part, std::string_view title) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"rlminer\" role=\"img\" width=\"{0:.0f}\" "
      "height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"Helvetica, Arial, "
      "sans-serif\">\n<title>{2}</title>\n"
      "<style>svg.rlminer{{color:#1b1b1b;background:#ffffff}}\n"
      "@media (prefers-color-scheme:dark){{svg.rlminer{{color:#ececec;background:#17191d}}}}"
      "</style>\n{3}</svg>\n",
      std::ceil(part.width), std::ceil(part.height), xml_escaped(title), part.shapes);
}

}  // namespace

std::string pattern_svg(const NamedPattern& named, const std::vector<std::string>& caption) {
  const LabelColors colors(named.labels);
  const EdgeStyles edges(named);
  std::vector<PicturePart> parts{paint_pattern(named, colors, edges)};
  const double width = std::max(parts.front().width, 240.0);
  parts.push_back(paint_legend(colors, width));
  parts.push_back(paint_edge_legend(edges, width));
  for (const std::string& line : caption)
    parts.push_back(paint_line(line));
  return to_svg(stacked(parts, Alignment::Centre), listing(in_canonical_order(named)));
}

namespace {

constexpr std::size_t kMostColumns = 8;
constexpr double kGap = 20;  // between pictures
constexpr double kHeading = 14;
constexpr double kNarrowest = 320;

struct Row {
  std::string heading;  // none: the row before goes on
  std::vector<PicturePart> cells;
};

// How the labels of vertices and edges in a report look.
struct SheetStyle {
  LabelColors colors;
  EdgeStyles edges;
};

SheetStyle style_of(const GraphReport& report) {
  std::vector<std::string> names;
  std::vector<std::string> edge_names;
  for (const engine::Answer& answer : report.answers) {
    for (const engine::Finding& finding : answer.findings) {
      const NamedPattern pattern = named(report.graph, finding.pattern);
      names.insert(names.end(), pattern.labels.begin(), pattern.labels.end());
      for (const NamedEdge& edge : edges_of(pattern))
        edge_names.push_back(edge.label);
    }
  }
  return {LabelColors(names), EdgeStyles(std::move(edge_names), names)};
}

PicturePart cell_of(const GraphReport& report, const ReportStyle& style,
                    const engine::Answer& answer, std::size_t index, const SheetStyle& look) {
  const engine::Finding& finding = answer.findings[index];
  const Frequency& frequency = finding.frequency;
  std::vector<PicturePart> parts;
  if (style.rank) parts.push_back(paint_line(fmt::format("#{}", index + 1)));
  parts.push_back(paint_pattern(named(report.graph, finding.pattern), look.colors, look.edges));
  parts.push_back(
      paint_line((frequency.exact() ? "frequency " : "") + frequency_phrase(frequency)));
  if (const auto share = share_of_sets(answer, frequency); share && frequency.exact())
    parts.push_back(
        paint_line(fmt::format("of {} ({})", with_separators(answer.sets), percent_text(*share))));
  return stacked(parts, Alignment::Centre);
}

std::vector<Row> rows_of(const GraphReport& report, const ReportStyle& style,
                         const SheetStyle& look) {
  std::vector<Row> rows;
  for (const engine::Answer& answer : report.answers) {
    rows.push_back({answer_heading(answer, style.timing), {}});
    if (answer.findings.empty()) rows.back().cells.push_back(paint_line(nothing_text(answer)));
    for (std::size_t i = 0; i < answer.findings.size(); ++i) {
      if (rows.back().cells.size() == kMostColumns) rows.emplace_back();
      rows.back().cells.push_back(cell_of(report, style, answer, i, look));
    }
  }
  return rows;
}

std::vector<double> column_widths(const std::vector<Row>& rows) {
  std::vector<double> widths;
  for (const Row& row : rows) {
    widths.resize(std::max(widths.size(), row.cells.size()));
    for (std::size_t i = 0; i < row.cells.size(); ++i)
      widths[i] = std::max(widths[i], row.cells[i].width);
  }
  return widths;
}

PicturePart paint_row(const std::vector<PicturePart>& cells, const std::vector<double>& widths) {
  PicturePart result;
  for (const PicturePart& cell : cells)
    result.height = std::max(result.height, cell.height + kGap);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const double x = result.width + kGap / 2 + (widths[i] - cells[i].width) / 2;
    result.shapes += moved(cells[i], x, (result.height - cells[i].height) / 2);
    result.width += widths[i] + kGap;
  }
  return result;
}

}  // namespace

std::string to_svg_sheet(const GraphReport& report, const ReportStyle& style) {
  const SheetStyle look = style_of(report);
  const std::vector<Row> rows = rows_of(report, style, look);
  const std::vector<double> widths = column_widths(rows);
  const std::string title = fmt::format("{}: {}, engine {}", graph_name(report.number),
                                        graph_size(report.graph), report.engine);
  std::vector<PicturePart> parts{paint_line(title, kHeading, Alignment::Left)};
  double width = kNarrowest;
  for (const Row& row : rows) {
    if (!row.heading.empty()) parts.push_back(paint_line(row.heading, kHeading, Alignment::Left));
    parts.push_back(paint_row(row.cells, widths));
    width = std::max(width, parts.back().width);
  }
  parts.push_back(paint_legend(look.colors, width));
  parts.push_back(paint_edge_legend(look.edges, width));
  return to_svg(stacked(parts, Alignment::Left), title);
}

}  // namespace rlminer::report
