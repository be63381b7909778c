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

Layout relaxed(Layout layout, const Distances& wanted, const Deadline& deadline) {
  constexpr int kMostRounds = 300;
  constexpr double kStill = 1e-4;
  // Once the graph has unfolded, going beyond the target is quicker; below 2 it still settles.
  constexpr int kUnfolding = 60;
  constexpr double kBeyond = 1.7;
  const std::size_t n = layout.size();
  double moved = 1.0;
  for (int round = 0; round < kMostRounds && moved > kStill && !deadline.expired(); ++round) {
    moved = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      Point sum;
      double weights = 0.0;
      for (std::size_t j = 0; j < n; ++j) {
        if (j == i) continue;
        const Point gap = layout[i] - layout[j];
        const double weight = 1.0 / (wanted[i][j] * wanted[i][j]);
        const double distance = std::sqrt(gap.x * gap.x + gap.y * gap.y);  // hypot is slow
        const double factor = wanted[i][j] / std::max(distance, 1e-9);
        sum = sum + weight * (layout[j] + factor * gap);
        weights += weight;
      }
      if (weights == 0.0) continue;
      const Point step = (round < kUnfolding ? 1.0 : kBeyond) * ((1.0 / weights) * sum - layout[i]);
      moved = std::max(moved, length(step));
      layout[i] = layout[i] + step;
    }
  }
  return layout;
}

}  // namespace rlminer::report
