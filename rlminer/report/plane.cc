#include "rlminer/report/plane.h"

#include <algorithm>

namespace rlminer::report {

EdgeList edges_of(const Pattern& pattern) {
  EdgeList edges;
  for (int i = 0; i < pattern.size(); ++i) {
    for (int j = i + 1; j < pattern.size(); ++j) {
      if (pattern.has_edge(i, j))
        edges.emplace_back(static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j));
    }
  }
  return edges;
}

Box box_of(const Layout& layout) {
  Box box{layout.front(), layout.front()};
  for (const Point& p : layout) {
    box.low = {std::min(box.low.x, p.x), std::min(box.low.y, p.y)};
    box.high = {std::max(box.high.x, p.x), std::max(box.high.y, p.y)};
  }
  return box;
}

void scale(Layout& layout, double factor) {
  for (Point& p : layout)
    p = factor * p;
}

void rotate(Layout& layout, double angle) {
  const Point turn = direction(angle);
  for (Point& p : layout)
    p = {turn.x * p.x - turn.y * p.y, turn.y * p.x + turn.x * p.y};
}

double sum_of_lengths(const Layout& layout, const EdgeList& edges) {
  double sum = 0.0;
  for (const auto& [a, b] : edges)
    sum += length(layout[a] - layout[b]);
  return sum;
}

Extent main_extent(const Layout& layout, const Point& centre) {
  double xx = 0.0, xy = 0.0, yy = 0.0;
  for (const Point& p : layout) {
    const Point from = p - centre;
    xx += from.x * from.x;
    xy += from.x * from.y;
    yy += from.y * from.y;
  }
  const double all = xx + yy;
  return {0.5 * std::atan2(2 * xy, xx - yy), all > 0.0 ? std::hypot(xx - yy, 2 * xy) / all : 0.0};
}

bool push_apart(Point& a, Point& b, double nearest, double angle) {
  const Point gap = b - a;
  const double distance = length(gap);
  if (distance >= nearest) return false;
  const Point away = distance < 1e-9 ? direction(angle) : (1.0 / distance) * gap;
  const Point step = (0.55 * (nearest - distance)) * away;
  a = a - step;
  b = b + step;
  return true;
}

}  // namespace rlminer::report
