// A character of the Unicode block "Braille Patterns" shows any of 2 x 4 dots, which lie nearly as
// far apart in both directions, so a canvas of them takes lines as a screen of pixels does.

#include "rlminer/report/terminal_drawing.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <numbers>
#include <string_view>

#include "rlminer/base/text.h"
#include "rlminer/report/edge_style.h"
#include "rlminer/report/parts.h"
#include "rlminer/report/pattern_layout.h"

namespace rlminer::report {
namespace {

constexpr int kDotsAcross = 2, kDotsDown = 4;  // of a character
constexpr double kUnit = 14;                   // dots from vertex to vertex, where there is room
constexpr double kWideUnit = 26;               // the same where something stands on the edges
constexpr double kSmallestUnit = 8;
constexpr int kMostLetters = 5;

// A vertex: the cell of its label's middle.
struct Spot {
  int column = 0;
  int row = 0;
};

class Canvas {
 public:
  Canvas(int columns, int rows)
      : columns_(columns), cells_(static_cast<std::size_t>(columns * rows)) {}

  void dot(int x, int y) {
    // The bits of the dots, from top to bottom, left and right (Unicode 15, section 21.1).
    constexpr unsigned kBits[kDotsDown][kDotsAcross] = {
        {0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
    cell(x / kDotsAcross, y / kDotsDown).dots |= kBits[y % kDotsDown][x % kDotsAcross];
  }

  void line(double x1, double y1, double x2, double y2) {
    const int steps = std::max(1, static_cast<int>(std::hypot(x2 - x1, y2 - y1) * 2));
    for (int i = 0; i <= steps; ++i) {
      const double share = static_cast<double>(i) / steps;
      dot(static_cast<int>(std::lround(x1 + share * (x2 - x1))),
          static_cast<int>(std::lround(y1 + share * (y2 - y1))));
    }
  }

  // One letter, of one or several bytes, with the escape sequences around it.
  void letter(int column, int row, std::string text) { cell(column, row).text = std::move(text); }

  std::vector<std::string> lines() const {
    std::vector<std::string> result;
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      if (i % static_cast<std::size_t>(columns_) == 0) result.emplace_back();
      result.back() += shown(cells_[i]);
    }
    for (std::string& line : result)
      line.erase(line.find_last_not_of(' ') + 1);
    return result;
  }

 private:
  struct Cell {
    unsigned dots = 0;
    std::string text;
  };

  Cell& cell(int column, int row) {
    return cells_[static_cast<std::size_t>(row * columns_ + column)];
  }

  static std::string shown(const Cell& cell) {
    if (!cell.text.empty()) return cell.text;
    if (cell.dots == 0) return " ";
    // U+2800 and the dots, in UTF-8.
    return {'\xe2', static_cast<char>(0xa0 + (cell.dots >> 6)),
            static_cast<char>(0x80 + (cell.dots & 0x3f))};
  }

  int columns_;
  std::vector<Cell> cells_;
};

std::string colored(const std::string& letter, std::size_t color, Drawings style) {
  // The colours of LabelColors as terminals have them; the last is the terminal's own.
  constexpr std::array kMany{"38;5;74",  "38;5;178", "38;5;36",  "38;5;32",
                             "38;5;175", "38;5;166", "38;5;245", "39"};
  constexpr std::array kFew{"36", "33", "32", "34", "35", "31", "90", "39"};
  if (style == Drawings::Plain) return letter;
  return fmt::format("\x1b[1;{}m{}\x1b[0m",
                     (style == Drawings::Colors256 ? kMany : kFew)[color % kMany.size()], letter);
}

// How many letters fit between vertices of the same row.
int room(const std::vector<Spot>& spots) {
  int most = kMostLetters;
  for (std::size_t i = 0; i < spots.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (spots[i].row == spots[j].row)
        most = std::min(most, std::abs(spots[i].column - spots[j].column) - 1);
    }
  }
  return std::max(most, 1);
}

// The layout in dots, its top left corner at the origin.
Layout in_dots(Layout layout, std::size_t width, double largest_unit) {
  if (layout.empty()) return layout;
  const Box box = box_of(layout);
  const double across = std::max(1e-3, box.width());
  const double available = kDotsAcross * (static_cast<double>(width) - kMostLetters);
  const double unit = std::clamp(available / across, kSmallestUnit, largest_unit);
  for (Point& point : layout)
    point = unit * (point - box.low);
  return layout;
}

Spot spot_at(const Point& dots) {
  return {static_cast<int>(dots.x) / kDotsAcross, static_cast<int>(dots.y) / kDotsDown};
}

// The arrow that points most nearly in a direction, y growing downwards.
std::string arrow(const Point& direction) {
  constexpr std::array kArrows{"\u2192", "\u2198", "\u2193", "\u2199",
                               "\u2190", "\u2196", "\u2191", "\u2197"};
  const double eighths = std::atan2(direction.y, direction.x) * 4 / std::numbers::pi;
  return kArrows[static_cast<std::size_t>(std::lround(eighths) + 8) % kArrows.size()];
}

// What stands on an edge for its label: the sign of a bond, otherwise its first letters.
std::vector<std::string> letters_on_edge(const std::string& label, const EdgeStyles& styles) {
  constexpr std::size_t kMost = 3;
  if (styles.bonds()) {
    const EdgeStyle style = styles.of(label);
    if (style.lines == 1) return {};
    return {style.last_dashed ? ":" : style.lines == 2 ? "=" : "\u2261"};
  }
  std::vector<std::string> letters = letters_of(text::printable(label));
  letters.resize(std::min(letters.size(), kMost));
  return letters;
}

void write_label(Canvas& canvas, const Spot& middle, const std::vector<std::string>& letters) {
  const int first = middle.column - static_cast<int>(letters.size()) / 2;
  for (std::size_t i = 0; i < letters.size(); ++i)
    canvas.letter(std::max(0, first + static_cast<int>(i)), middle.row, letters[i]);
}

// The arrow stands in the first cell on the way back from the vertex that is clear of its name.
void write_head(Canvas& canvas, const Point& from, const Point& to, const Spot& end, int letters) {
  const Point way = to - from;
  for (double share = 0.0; share < 0.5; share += 0.02) {
    const Spot spot = spot_at(to - share * way);
    const int columns = std::abs(spot.column - end.column);
    if (spot.row == end.row && columns <= letters / 2) continue;
    canvas.letter(spot.column, spot.row, arrow(way));
    return;
  }
}

// Arrow heads and labels, on the lines.
void write_on_edges(Canvas& canvas, const NamedPattern& drawn, const Layout& places,
                    const std::vector<Spot>& spots, int most_letters) {
  const EdgeStyles styles(drawn);
  const auto letters_at = [&](std::size_t vertex) {
    const std::size_t all = letters_of(text::printable(drawn.labels[vertex])).size();
    return std::min(most_letters, static_cast<int>(all));
  };
  for (const auto& [a, b] : edges_of(drawn.pattern)) {
    const graph::EdgeKind& kind =
        drawn.edges->kinds.kind(drawn.pattern.relation(static_cast<int>(a), static_cast<int>(b)));
    const Point way = places[b] - places[a];
    // Of two arcs that differ, each has its label nearer to where it begins.
    const bool differ = kind.out && kind.in && !kind.symmetric();
    if (kind.out) {
      write_label(canvas, spot_at(places[a] + (differ ? 0.33 : 0.5) * way),
                  letters_on_edge(*kind.out, styles));
    }
    if (kind.in && !kind.symmetric()) {
      write_label(canvas, spot_at(places[a] + (differ ? 0.67 : 0.5) * way),
                  letters_on_edge(*kind.in, styles));
    }
    if (!drawn.edges->directed) continue;
    if (kind.out) write_head(canvas, places[a], places[b], spots[b], letters_at(b));
    if (kind.in) write_head(canvas, places[b], places[a], spots[a], letters_at(a));
  }
}

}  // namespace

std::vector<std::string> terminal_drawing(const NamedPattern& named, const LabelColors& colors,
                                          Drawings style, std::size_t width) {
  const NamedPattern drawn = in_canonical_order(named);
  const bool wide = drawn.edges && (drawn.edges->directed || !EdgeStyles(drawn).bonds());
  const Layout layout = in_dots(pattern_layout(drawn.pattern), width, wide ? kWideUnit : kUnit);
  std::vector<Spot> spots;
  Layout places;  // about the middles of the cells, where the edges end
  int columns = 0;
  int rows = 0;
  for (const Point& point : layout) {
    const Spot spot{static_cast<int>(point.x) / kDotsAcross + kMostLetters / 2,
                    static_cast<int>(point.y) / kDotsDown};
    places.push_back({spot.column * kDotsAcross + 0.5, spot.row * kDotsDown + 1.4});
    spots.push_back(spot);
    columns = std::max(columns, spot.column + kMostLetters / 2 + 1);
    rows = std::max(rows, spot.row + 1);
  }
  Canvas canvas(columns, rows);
  for (const auto& [j, i] : edges_of(drawn.pattern))
    canvas.line(places[i].x, places[i].y, places[j].x, places[j].y);
  const int most = room(spots);
  if (drawn.edges) write_on_edges(canvas, drawn, places, spots, most);
  for (std::size_t i = 0; i < spots.size(); ++i) {
    const auto letters = letters_of(text::printable(drawn.labels[i]));
    const int count = std::min(most, static_cast<int>(letters.size()));
    for (int l = 0; l < count; ++l) {
      canvas.letter(
          spots[i].column - (count - 1) / 2 + l, spots[i].row,
          colored(letters[static_cast<std::size_t>(l)], colors.index(drawn.labels[i]), style));
    }
  }
  return canvas.lines();
}

}  // namespace rlminer::report
