#include "rlminer/report/edge_picture.h"

#include <fmt/format.h>
#include <iterator>
#include <optional>

#include "rlminer/report/svg.h"

namespace rlminer::report {
namespace {

constexpr double kBetweenLines = 5;  // of a double bond
constexpr double kBetweenArcs = 9;   // of two that differ
constexpr double kHeadLength = 10;
constexpr double kHeadWidth = 9;
constexpr double kHeadGap = 1.5;  // between its point and the vertex
constexpr std::string_view kBondDashes = "4 3.5";

// A line from one place to another. An end with a head stays clear of the vertex there.
struct Stroke {
  Point from;
  Point to;
  bool head_at_from = false;
  bool head_at_to = false;
};

Point unit(const Point& a) {
  const double size = length(a);
  return size > 0 ? 1 / size * a : Point{1, 0};
}

Point at_right_angles(const Point& a) {
  return {-a.y, a.x};
}

Stroke moved(const Stroke& stroke, double by) {
  const Point shift = by * at_right_angles(unit(stroke.to - stroke.from));
  return {stroke.from + shift, stroke.to + shift, stroke.head_at_from, stroke.head_at_to};
}

std::string line(const Stroke& stroke, std::string_view dashes) {
  return fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\"{}/>",
                     stroke.from.x, stroke.from.y, stroke.to.x, stroke.to.y,
                     dashes.empty() ? "" : fmt::format(" stroke-dasharray=\"{}\"", dashes));
}

// With its point at a place, coming from a direction.
std::string head(const Point& point, const Point& direction, std::string_view color) {
  const Point base = point - kHeadLength * direction;
  const Point side = kHeadWidth / 2 * at_right_angles(direction);
  const Point left = base + side;
  const Point right = base - side;
  return fmt::format(
      "<polygon points=\"{:.1f},{:.1f} {:.1f},{:.1f} {:.1f},{:.1f}\" fill=\"{}\" stroke=\"none\"/>",
      point.x, point.y, left.x, left.y, right.x, right.y, color);
}

// The lines and heads of one edge. `clear` is how far from the middle of a vertex a head ends.
std::string painted(Stroke stroke, const EdgeStyle& style, double clear) {
  std::string shapes;
  const Point direction = unit(stroke.to - stroke.from);
  if (stroke.head_at_to) {
    const Point point = stroke.to - clear * direction;
    shapes += head(point, direction, style.color);
    stroke.to = point - 0.8 * kHeadLength * direction;
  }
  if (stroke.head_at_from) {
    const Point point = stroke.from + clear * direction;
    shapes += head(point, -1 * direction, style.color);
    stroke.from = point + 0.8 * kHeadLength * direction;
  }
  for (int i = 0; i < style.lines; ++i) {
    const double shift = kBetweenLines * (i - (style.lines - 1) / 2.0);
    const bool dashed = style.last_dashed && i == style.lines - 1;
    shapes += line(moved(stroke, shift), dashed ? kBondDashes : style.dashes);
  }
  return shapes;
}

std::string in_style(const EdgeStyle& style, std::string_view title, const std::string& shapes) {
  return fmt::format("<g stroke=\"{}\">{}{}</g>\n", style.color,
                     title.empty() ? "" : "<title>" + xml_escaped(title) + "</title>", shapes);
}

// An aromatic bond shows its dashed line to the middle of the picture, where the ring is.
Stroke towards(const Stroke& stroke, const Point& middle) {
  const Point right = at_right_angles(stroke.to - stroke.from);
  const Point away = middle - stroke.from;
  if (right.x * away.x + right.y * away.y >= 0) return stroke;
  return {stroke.to, stroke.from, stroke.head_at_to, stroke.head_at_from};
}

Point middle_of(const Layout& layout) {
  Point sum;
  for (const Point& point : layout)
    sum = sum + point;
  return 1.0 / static_cast<double>(layout.size()) * sum;
}

}  // namespace

std::string edge_shapes(const NamedPattern& named, const Layout& layout, const EdgeStyles& styles,
                        double radius) {
  std::string shapes = "<g stroke=\"currentColor\" stroke-width=\"2\" stroke-linecap=\"butt\">\n";
  const double clear = 1.06 * radius + kHeadGap;
  const bool directed = named.edges->directed;
  for (const auto& [a, b] : edges_of(named.pattern)) {
    const graph::EdgeKind& kind =
        named.edges->kinds.kind(named.pattern.relation(static_cast<int>(a), static_cast<int>(b)));
    const Stroke stroke{layout[a], layout[b], directed && kind.in, directed && kind.out};
    if (!kind.out || !kind.in || *kind.out == *kind.in) {
      const std::string& label = kind.out ? *kind.out : *kind.in;
      const EdgeStyle style = styles.of(label);
      const Stroke turned = style.last_dashed ? towards(stroke, middle_of(layout)) : stroke;
      shapes += in_style(style, label, painted(turned, style, clear));
    } else {
      // Each keeps to its right, as on a road.
      const auto one_way = [&](const Point& from, const Point& to, const std::string& label) {
        const EdgeStyle style = styles.of(label);
        shapes += in_style(style, label,
                           painted(moved({from, to, false, true}, kBetweenArcs / 2), style, clear));
      };
      one_way(layout[a], layout[b], *kind.out);
      one_way(layout[b], layout[a], *kind.in);
    }
  }
  return shapes + "</g>\n";
}

std::string edge_sample(const Point& from, const Point& to, const EdgeStyle& style) {
  return fmt::format("<g stroke=\"{}\" stroke-width=\"2\">{}</g>", style.color,
                     painted({from, to}, style, 0));
}

}  // namespace rlminer::report
