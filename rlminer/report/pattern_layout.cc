// A layout is the best of several candidates: few crossings, no vertex on an edge that is not its
// own, edges of similar length. The candidates come from stress majorisation (Gansner, Koren,
// North: Graph Drawing by Stress Majorization, 2004) begun from circles on which the vertices stand
// in various orders. No random numbers: the same pattern, the same picture.

#include "rlminer/report/pattern_layout.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <mutex>
#include <numbers>
#include <numeric>
#include <optional>
#include <unordered_map>
#include <utility>

#include "rlminer/pattern/canonical.h"

namespace rlminer::report {
namespace {

constexpr double kShortestEdge = 0.85;
constexpr double kTooCloseToEdge = 0.3;
constexpr double kMisleading = 20.0;  // crossings that are as bad as a vertex so close
constexpr double kTiny = 1e-9;

using Order = std::vector<std::size_t>;  // of the vertices

double dot(const Point& a, const Point& b) {
  return a.x * b.x + a.y * b.y;
}
double cross(const Point& a, const Point& b) {
  return a.x * b.y - a.y * b.x;
}
// The steps from each vertex to each; from one component to another as many as there are vertices.
Distances distances(const Pattern& pattern) {
  const int n = pattern.size();
  Distances steps;
  for (int source = 0; source < n; ++source) {
    auto& row = steps.emplace_back(static_cast<std::size_t>(n), static_cast<double>(n));
    std::uint32_t reached = 1u << source;
    std::uint32_t layer = reached;
    for (double step = 0.0; layer != 0; step += 1.0) {
      std::uint32_t next = 0;
      for (int v = 0; v < n; ++v) {
        if ((layer >> v & 1u) == 0) continue;
        row[static_cast<std::size_t>(v)] = step;
        next |= pattern.adjacency(v);
      }
      layer = next & ~reached;
      reached |= layer;
    }
  }
  return steps;
}

// Depth first, so that a cycle stands on the circle as it is.
void visit(const Pattern& pattern, int v, std::uint32_t& reached, Order& order) {
  reached |= 1u << v;
  order.push_back(static_cast<std::size_t>(v));
  for (int u = 0; u < pattern.size(); ++u) {
    if (pattern.has_edge(v, u) && (reached >> u & 1u) == 0) visit(pattern, u, reached, order);
  }
}

std::vector<Order> circle_orders(const Pattern& pattern) {
  const auto n = static_cast<std::size_t>(pattern.size());
  Order deep;
  std::uint32_t reached = 0;
  for (int v = 0; v < pattern.size(); ++v) {
    if ((reached >> v & 1u) == 0) visit(pattern, v, reached, deep);
  }
  Order plain(n);
  std::iota(plain.begin(), plain.end(), std::size_t{0});
  Order riffled;  // the two halves of `deep`, one from each in turn
  for (std::size_t i = 0; i < n; ++i)
    riffled.push_back(deep[i % 2 == 0 ? i / 2 : (n + 1) / 2 + i / 2]);
  return {deep, plain, riffled};
}

Layout circle(const Order& order) {
  Layout layout(order.size());
  const auto n = static_cast<double>(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    // Not quite a circle: from a symmetric start some patterns would never unfold.
    const auto place = static_cast<double>(i);
    layout[order[i]] =
        (n / 6 + 0.02 * place) * direction(2 * std::numbers::pi * place / std::max(n, 1.0));
  }
  return layout;
}

// Pushes vertices that are too close away from each other.
void separate(Layout& layout) {
  constexpr int kMostRounds = 50;
  const std::size_t n = layout.size();
  bool pushed = true;
  for (int round = 0; round < kMostRounds && pushed; ++round) {
    pushed = false;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = i + 1; j < n; ++j) {
        if (push_apart(layout[i], layout[j], kClosestVertices, static_cast<double>(i * n + j)))
          pushed = true;
      }
    }
  }
}

double closest(const Layout& layout) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < layout.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j)
      least = std::min(least, length(layout[i] - layout[j]));
  }
  return least;
}

// Around the origin, edges 1 long on average, or longer where two vertices would come too close.
Layout normalised(Layout layout, const EdgeList& edges) {
  Point middle;
  for (const Point& point : layout)
    middle = middle + (1.0 / static_cast<double>(layout.size())) * point;
  for (Point& point : layout)
    point = point - middle;
  const double sum = sum_of_lengths(layout, edges);
  if (sum > kTiny) scale(layout, static_cast<double>(edges.size()) / sum);
  separate(layout);
  // What is left to do for those that pushed each other around, and for later roundings.
  const double least = closest(layout);
  double factor = std::max(1.0, 1.01 * kClosestVertices / least);
  for (const auto& [i, j] : edges)
    factor = std::max(factor, kShortestEdge / length(layout[i] - layout[j]));
  scale(layout, factor);
  return layout;
}

bool crossing(const Point& a, const Point& b, const Point& c, const Point& d) {
  return cross(b - a, c - a) * cross(b - a, d - a) < 0 &&
         cross(d - c, a - c) * cross(d - c, b - c) < 0;
}

double distance_to_segment(const Point& p, const Point& a, const Point& b) {
  const Point along = b - a;
  const double share = std::clamp(dot(p - a, along) / std::max(dot(along, along), kTiny), 0.0, 1.0);
  return length(p - (a + share * along));
}

// How hard a layout is to read: one for a crossing, much for a vertex that seems to lie on an edge,
// and a little for edges of unequal length.
double clutter(const Layout& layout, const EdgeList& edges) {
  double sum = 0.0;
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const auto [i, j] = edges[e];
    for (std::size_t f = e + 1; f < edges.size(); ++f) {
      const auto [k, l] = edges[f];
      if (i != k && i != l && j != k && j != l &&
          crossing(layout[i], layout[j], layout[k], layout[l]))
        sum += 1.0;
    }
    for (std::size_t v = 0; v < layout.size(); ++v) {
      if (v == i || v == j) continue;
      const double gap = distance_to_segment(layout[v], layout[i], layout[j]);
      if (gap < kTooCloseToEdge) sum += kMisleading + (kTooCloseToEdge - gap);
    }
    const double excess = length(layout[i] - layout[j]) - 1.0;
    sum += excess * excess / static_cast<double>(edges.size());
  }
  return sum;
}

// Lays the longest extent flat. What extends equally in all directions stands on its first edge.
void turn(Layout& layout, const EdgeList& edges) {
  const Extent extent = main_extent(layout, Point());
  if (extent.excess > 0.1) return rotate(layout, -extent.angle);
  const auto [i, j] = edges.front();
  const Point along = layout[j] - layout[i];
  rotate(layout, -std::atan2(along.y, along.x));
  if (layout[i].y + layout[j].y < 0) {
    for (Point& point : layout)
      point.y = -point.y;
  }
}

// Turned, with the first vertex in the left half.
void straighten(Layout& layout, const EdgeList& edges) {
  if (edges.empty()) return;
  turn(layout, edges);
  if (layout.front().x < kTiny) return;
  for (Point& point : layout)
    point.x = -point.x;
}

// Differences in the last digits between machines do not show.
void round_off(Layout& layout) {
  for (Point& point : layout) {
    point.x = std::round(point.x * 1000) / 1000 + 0.0;  // no negative zero
    point.y = std::round(point.y * 1000) / 1000 + 0.0;
  }
}

bool finite(const Layout& layout) {
  return std::all_of(layout.begin(), layout.end(), [](const Point& point) {
    return std::isfinite(point.x) && std::isfinite(point.y);
  });
}

Layout best_of(const std::vector<Layout>& candidates, const EdgeList& edges) {
  Layout best;
  double least = std::numeric_limits<double>::infinity();
  for (const Layout& candidate : candidates) {
    if (!finite(candidate)) continue;
    Layout layout = normalised(candidate, edges);
    // By more than noise, so that machines agree.
    const double score = clutter(layout, edges);
    if (score > least - 1e-3) continue;
    least = score;
    best = std::move(layout);
  }
  straighten(best, edges);
  round_off(best);
  return best;
}

// Of a pattern in canonical order.
std::vector<Layout> candidates(const Pattern& pattern) {
  const Distances wanted = distances(pattern);
  const std::vector<Order> orders = circle_orders(pattern);
  std::vector<Layout> layouts;
  for (const Order& order : orders)
    layouts.push_back(relaxed(circle(order), wanted));
  // The circle is best when nearly every two vertices are adjacent.
  layouts.push_back(circle(orders.front()));
  return layouts;
}

// The layouts made so far: the answers about many graphs are the same few patterns again and again,
// and a layout takes longer than mining a small graph.
class LayoutMemory {
 public:
  std::optional<Layout> find(const Pattern& pattern) {
    const std::lock_guard lock(mutex_);
    const auto known = layouts_.find(pattern);
    return known == layouts_.end() ? std::nullopt : std::optional(known->second);
  }

  void keep(const Pattern& pattern, const Layout& layout) {
    constexpr std::size_t kMost = 4096;
    const std::lock_guard lock(mutex_);
    if (layouts_.size() < kMost) layouts_.emplace(pattern, layout);
  }

 private:
  std::mutex mutex_;
  std::unordered_map<Pattern, Layout, pattern::PatternHash> layouts_;
};

// Of a pattern in canonical order.
Layout canonical_layout(const Pattern& pattern) {
  static LayoutMemory memory;
  if (auto known = memory.find(pattern)) return *std::move(known);
  Layout found = best_of(candidates(pattern), edges_of(pattern));
  memory.keep(pattern, found);
  return found;
}

}  // namespace

Layout pattern_layout(const Pattern& pattern) {
  if (pattern.size() <= 1) return Layout(static_cast<std::size_t>(pattern.size()));
  const pattern::CanonicalForm canonical = pattern::canonicalize(pattern);
  const Layout found = canonical_layout(canonical.pattern);
  Layout layout(found.size());
  for (std::size_t i = 0; i < found.size(); ++i)
    layout[canonical.order[i]] = found[i];
  return layout;
}

}  // namespace rlminer::report
