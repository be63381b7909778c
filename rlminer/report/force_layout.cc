#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "rlminer/report/graph_layout.h"

namespace rlminer::report {
namespace {

using Adjacency = std::vector<std::vector<std::uint32_t>>;

Adjacency adjacency_of(std::size_t vertices, const EdgeList& edges) {
  Adjacency adjacency(vertices);
  for (const auto& [a, b] : edges) {
    adjacency[a].push_back(b);
    adjacency[b].push_back(a);
  }
  return adjacency;
}

std::vector<double> distances_from(std::uint32_t start, const Adjacency& adjacency) {
  std::vector<double> distance(adjacency.size(), -1.0);
  std::vector<std::uint32_t> queue{start};
  distance[start] = 0.0;
  for (std::size_t head = 0; head < queue.size(); ++head) {
    const std::uint32_t v = queue[head];
    for (const std::uint32_t w : adjacency[v]) {
      if (distance[w] >= 0.0) continue;
      distance[w] = distance[v] + 1.0;
      queue.push_back(w);
    }
  }
  return distance;
}

// Each far from all before it.
std::vector<std::vector<double>> pivot_distances(const Adjacency& adjacency) {
  constexpr std::size_t kPivots = 24;
  const std::size_t n = adjacency.size();
  std::vector<std::vector<double>> distances;
  std::vector<double> nearest(n, 1e9);
  std::uint32_t pivot = 0;
  while (distances.size() < std::min(kPivots, n)) {
    distances.push_back(distances_from(pivot, adjacency));
    for (std::size_t v = 0; v < n; ++v)
      nearest[v] = std::min(nearest[v], distances.back()[v]);
    pivot = static_cast<std::uint32_t>(std::max_element(nearest.begin(), nearest.end()) -
                                       nearest.begin());
  }
  return distances;
}

// Takes the mean away from every column.
void centre(std::vector<std::vector<double>>& columns) {
  for (std::vector<double>& column : columns) {
    double sum = 0.0;
    for (const double d : column)
      sum += d;
    for (double& d : column)
      d -= sum / static_cast<double>(column.size());
  }
}

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i)
    sum += a[i] * b[i];
  return sum;
}

// Every vertex's coordinate along a direction in the space of the columns.
std::vector<double> along(const std::vector<double>& direction,
                          const std::vector<std::vector<double>>& columns) {
  std::vector<double> places(columns.front().size());
  for (std::size_t i = 0; i < columns.size(); ++i) {
    for (std::size_t v = 0; v < places.size(); ++v)
      places[v] += direction[i] * columns[i][v];
  }
  return places;
}

// The direction in which the columns differ most, at right angles to another one: power iteration
// on their covariances.
std::vector<double> main_direction(const std::vector<std::vector<double>>& columns,
                                   const std::vector<double>& other) {
  constexpr int kRounds = 40;
  std::vector<double> direction(columns.size());
  for (std::size_t i = 0; i < direction.size(); ++i)
    direction[i] = std::cos(1.0 + static_cast<double>(i));
  for (int round = 0; round < kRounds; ++round) {
    const std::vector<double> places = along(direction, columns);
    for (std::size_t i = 0; i < direction.size(); ++i)
      direction[i] = dot(places, columns[i]);
    const double shared = dot(direction, other);
    for (std::size_t i = 0; i < direction.size(); ++i)
      direction[i] -= shared * other[i];
    const double length = std::sqrt(std::max(dot(direction, direction), 1e-12));
    for (double& d : direction)
      d /= length;
  }
  return direction;
}

// The plane in which the distances to the pivots differ most. It unfolds long graphs, which forces
// alone would leave in knots.
Layout starting_layout(const Adjacency& adjacency) {
  std::vector<std::vector<double>> columns = pivot_distances(adjacency);
  centre(columns);
  const std::vector<double> first = main_direction(columns, std::vector<double>(columns.size()));
  const std::vector<double> second = main_direction(columns, first);
  const std::vector<double> x = along(first, columns);
  const std::vector<double> y = along(second, columns);
  const double unit = 1.0 / std::sqrt(static_cast<double>(columns.size()));
  Layout layout(adjacency.size());
  for (std::size_t v = 0; v < layout.size(); ++v) {
    // Vertices at the same place would stay there: a sunflower's turn moves them apart.
    const double turn = 2.399963 * static_cast<double>(v);
    layout[v] = unit * Point{x[v], y[v]} + 0.3 * direction(turn);
  }
  return layout;
}

// Squares of the plane, each cut into four while it holds more than a few vertices.
class QuadTree {
 public:
  explicit QuadTree(const Layout& layout) : layout_(layout), order_(layout.size()) {
    std::iota(order_.begin(), order_.end(), 0U);
    const Box box = box_of(layout);
    build(order_.begin(), order_.end(), box.low, std::max(box.width(), box.height()) + 1e-9);
  }

  // The push on a vertex: one over the distance, from every other vertex.
  Point repulsion(std::size_t vertex) const {
    Point push;
    add_push(cells_.front(), vertex, push);
    return push;
  }

 private:
  static constexpr double kSmallestSide = 1e-9;
  static constexpr std::ptrdiff_t kMostInLeaf = 6;
  static constexpr double kFar = 0.8;  // side against distance, both squared

  using Places = std::vector<std::uint32_t>::iterator;
  struct Cell {
    double side = 0.0;
    Point sum = {};
    Places first, last;                       // of its vertices in order_
    std::array<std::uint32_t, 4> children{};  // 0: there is none
  };

  std::uint32_t build(Places first, Places last, const Point& low, double side) {
    const auto at = static_cast<std::uint32_t>(cells_.size());
    cells_.push_back({.side = side, .first = first, .last = last});
    for (Places v = first; v != last; ++v)
      cells_[at].sum = cells_[at].sum + layout_[*v];
    if (last - first <= kMostInLeaf || side < kSmallestSide) return at;
    const double half = side / 2;
    const Point middle = low + Point{half, half};
    const auto above = [&](std::uint32_t v) { return layout_[v].y < middle.y; };
    const auto left = [&](std::uint32_t v) { return layout_[v].x < middle.x; };
    const Places rows = std::partition(first, last, above);
    const std::array cuts{first, std::partition(first, rows, left), rows,
                          std::partition(rows, last, left), last};
    for (std::size_t i = 0; i < 4; ++i) {
      if (cuts[i] == cuts[i + 1]) continue;
      const Point corner{i % 2 != 0 ? middle.x : low.x, i / 2 != 0 ? middle.y : low.y};
      const std::uint32_t child = build(cuts[i], cuts[i + 1], corner, half);
      cells_[at].children[i] = child;
    }
    return at;
  }

  void add_push(const Cell& cell, std::size_t vertex, Point& push) const {
    const auto count = static_cast<double>(cell.last - cell.first);
    const Point gap = layout_[vertex] - (1.0 / count) * cell.sum;
    const double square = gap.x * gap.x + gap.y * gap.y;
    if (cell.side * cell.side < kFar * square) {
      push = push + (count / square) * gap;
      return;
    }
    bool leaf = true;
    for (const std::uint32_t child : cell.children) {
      if (child == 0) continue;
      leaf = false;
      add_push(cells_[child], vertex, push);
    }
    for (Places v = cell.first; leaf && v != cell.last; ++v) {
      const Point between = layout_[vertex] - layout_[*v];
      const double close = between.x * between.x + between.y * between.y;
      push = push + (1.0 / std::max(close, 1e-4)) * between;
    }
  }

  const Layout& layout_;
  std::vector<std::uint32_t> order_;  // the vertices, those of a square together
  std::vector<Cell> cells_;           // the first is the whole plane
};

}  // namespace

Layout force_layout(std::size_t vertices, const EdgeList& edges, const Deadline& deadline) {
  constexpr std::size_t kMostToRelax = 150;
  if (vertices == 1) return {{}};
  const bool small = vertices <= kMostToRelax;
  const int rounds = small ? 80 : 250;
  const Adjacency adjacency = adjacency_of(vertices, edges);
  Layout layout = starting_layout(adjacency);
  double step = 0.1 * std::sqrt(static_cast<double>(vertices)) + 0.2;
  const double cooling = std::pow(0.02 / step, 1.0 / rounds);
  std::vector<Point> force(vertices);
  for (int round = 0; round < rounds && !deadline.expired(); ++round, step *= cooling) {
    const QuadTree tree(layout);
    for (std::size_t v = 0; v < vertices; ++v)
      force[v] = tree.repulsion(v);
    for (const auto& [a, b] : edges) {
      const Point gap = layout[b] - layout[a];
      const Point pull = length(gap) * gap;
      force[a] = force[a] + pull;
      force[b] = force[b] - pull;
    }
    for (std::size_t v = 0; v < vertices; ++v) {
      const double share = std::min(1.0, step / std::max(length(force[v]), 1e-12));
      layout[v] = layout[v] + share * force[v];
    }
  }
  if (!small) return layout;
  Distances steps;
  for (std::uint32_t v = 0; v < vertices; ++v)
    steps.push_back(distances_from(v, adjacency));
  return relaxed(std::move(layout), steps, deadline);
}

}  // namespace rlminer::report
