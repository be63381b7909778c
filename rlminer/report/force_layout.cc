#include "rlminer/report/force_layout.h"

#include <algorithm>
#include <array>
#include <cmath>

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
  const double scale = 1.0 / std::sqrt(static_cast<double>(columns.size()));
  Layout layout(adjacency.size());
  for (std::size_t v = 0; v < layout.size(); ++v) {
    // Vertices at the same place would stay there: a sunflower's turn moves them apart.
    const double turn = 2.399963 * static_cast<double>(v);
    layout[v] = {scale * x[v] + 0.3 * std::cos(turn), scale * y[v] + 0.3 * std::sin(turn)};
  }
  return layout;
}

// A square of the plane with its vertices, cut into four where it holds more than a few.
class QuadTree {
 public:
  explicit QuadTree(const Layout& layout) : layout_(layout), next_(layout.size(), kNone) {
    double low = 1e300;
    double high = -1e300;
    for (const Point& p : layout) {
      low = std::min({low, p.x, p.y});
      high = std::max({high, p.x, p.y});
    }
    cells_.push_back({.low = {low, low}, .side = high - low + 1e-9});
    for (std::size_t v = 0; v < layout.size(); ++v)
      insert(static_cast<std::uint32_t>(v));
  }

  // The push on a vertex: one over the distance, from every other vertex.
  Point repulsion(std::size_t vertex) const {
    const Point at = layout_[vertex];
    Point push;
    std::array<std::uint32_t, 256> stack;
    std::size_t size = 0;
    stack[size++] = 0;
    while (size > 0) {
      const Cell& cell = cells_[stack[--size]];
      const Point centre{cell.sum.x / cell.count, cell.sum.y / cell.count};
      const double dx = at.x - centre.x;
      const double dy = at.y - centre.y;
      const double square = dx * dx + dy * dy;
      if (cell.side * cell.side < kFar * square) {
        push.x += cell.count * dx / square;
        push.y += cell.count * dy / square;
      } else if (cell.children == kNone) {
        for (std::uint32_t v = cell.first; v != kNone; v = next_[v])
          add_push(push, at, layout_[v], v != vertex);
      } else {
        for (std::uint32_t i = 0; i < 4; ++i) {
          if (cells_[cell.children + i].count > 0) stack[size++] = cell.children + i;
        }
      }
    }
    return push;
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  static constexpr int kMostDepth = 40;
  static constexpr int kMostInLeaf = 6;
  static constexpr double kFar = 0.8;  // side against distance, both squared

  struct Cell {
    Point low = {};
    double side = 0.0;
    Point sum = {};
    double count = 0.0;
    std::uint32_t children = kNone;  // the first of four
    std::uint32_t first = kNone;     // of a list through next_, in a leaf
    int held = 0;
  };

  static void add_push(Point& push, const Point& at, const Point& from, bool other) {
    const double dx = at.x - from.x;
    const double dy = at.y - from.y;
    const double square = dx * dx + dy * dy;
    if (!other || square == 0.0) return;
    push.x += dx / std::max(square, 1e-4);
    push.y += dy / std::max(square, 1e-4);
  }

  std::uint32_t child_for(const Cell& cell, const Point& p) const {
    const double half = cell.side / 2;
    return cell.children + (p.x >= cell.low.x + half ? 1U : 0U) +
           (p.y >= cell.low.y + half ? 2U : 0U);
  }

  void insert(std::uint32_t vertex) {
    const Point p = layout_[vertex];
    std::uint32_t at = 0;
    for (int depth = 0;; ++depth) {
      Cell& cell = cells_[at];
      cell.sum.x += p.x;
      cell.sum.y += p.y;
      cell.count += 1.0;
      if (cell.children == kNone) {
        if (cell.held < kMostInLeaf || depth >= kMostDepth) {
          next_[vertex] = cell.first;
          cell.first = vertex;
          ++cell.held;
          return;
        }
        divide(at);
      }
      at = child_for(cells_[at], p);
    }
  }

  void divide(std::uint32_t at) {
    const auto children = static_cast<std::uint32_t>(cells_.size());
    const Point low = cells_[at].low;
    const double half = cells_[at].side / 2;
    for (int i = 0; i < 4; ++i) {
      cells_.push_back(
          {.low = {low.x + (i % 2 != 0 ? half : 0.0), low.y + (i / 2 != 0 ? half : 0.0)},
           .side = half});
    }
    cells_[at].children = children;
    std::uint32_t v = cells_[at].first;
    cells_[at].first = kNone;
    while (v != kNone) {
      const std::uint32_t after = next_[v];
      Cell& child = cells_[child_for(cells_[at], layout_[v])];
      child.sum.x += layout_[v].x;
      child.sum.y += layout_[v].y;
      child.count += 1.0;
      next_[v] = child.first;
      child.first = v;
      ++child.held;
      v = after;
    }
  }

  const Layout& layout_;
  std::vector<std::uint32_t> next_;
  std::vector<Cell> cells_;
};

}  // namespace

Layout force_layout(std::size_t vertices, const EdgeList& edges, const Deadline& deadline) {
  constexpr int kRounds = 250;
  Layout layout = starting_layout(adjacency_of(vertices, edges));
  double step = 0.1 * std::sqrt(static_cast<double>(vertices)) + 0.2;
  const double cooling = std::pow(0.02 / step, 1.0 / kRounds);
  std::vector<Point> force(vertices);
  for (int round = 0; round < kRounds && !deadline.expired(); ++round, step *= cooling) {
    const QuadTree tree(layout);
    for (std::size_t v = 0; v < vertices; ++v)
      force[v] = tree.repulsion(v);
    for (const auto& [a, b] : edges) {
      const double dx = layout[b].x - layout[a].x;
      const double dy = layout[b].y - layout[a].y;
      const double pull = std::sqrt(dx * dx + dy * dy);
      force[a].x += pull * dx;
      force[a].y += pull * dy;
      force[b].x -= pull * dx;
      force[b].y -= pull * dy;
    }
    for (std::size_t v = 0; v < vertices; ++v) {
      const double length = std::hypot(force[v].x, force[v].y);
      const double share = std::min(1.0, step / std::max(length, 1e-12));
      layout[v].x += share * force[v].x;
      layout[v].y += share * force[v].y;
    }
  }
  return layout;
}

}  // namespace rlminer::report
