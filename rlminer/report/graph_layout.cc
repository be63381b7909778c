#include "rlminer/report/graph_layout.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace rlminer::report {
namespace {

// A part of the graph with vertices of its own numbering.
struct Component {
  std::vector<std::uint32_t> vertices;  // in the whole graph
  EdgeList edges;
  Layout layout;
  double width = 0.0;
  double height = 0.0;
};

// Largest first, equally large ones in the order of their first vertices.
std::vector<Component> components_of(std::size_t vertices, const EdgeList& edges) {
  std::vector<std::uint32_t> leader(vertices);
  std::iota(leader.begin(), leader.end(), 0U);
  const auto find = [&](std::uint32_t v) {
    while (leader[v] != v)
      v = leader[v] = leader[leader[v]];
    return v;
  };
  for (const auto& [a, b] : edges)
    leader[std::max(find(a), find(b))] = std::min(find(a), find(b));
  std::vector<Component> components;
  std::vector<std::size_t> component_of(vertices);
  std::vector<std::uint32_t> place(vertices);
  for (std::uint32_t v = 0; v < vertices; ++v) {
    const std::uint32_t root = find(v);
    if (root == v) {
      component_of[v] = components.size();
      components.emplace_back();
    }
    component_of[v] = component_of[root];
    Component& component = components[component_of[v]];
    place[v] = static_cast<std::uint32_t>(component.vertices.size());
    component.vertices.push_back(v);
  }
  for (const auto& [a, b] : edges)
    components[component_of[a]].edges.emplace_back(place[a], place[b]);
  std::stable_sort(components.begin(), components.end(), [](const auto& a, const auto& b) {
    return a.vertices.size() > b.vertices.size();
  });
  return components;
}

// Turned so that it is as wide as it can be.
void turn(Layout& layout) {
  Point mean;
  for (const Point& p : layout)
    mean = mean + (1.0 / static_cast<double>(layout.size())) * p;
  rotate(layout, -main_extent(layout, mean).angle);
}

// Moves the layout to the origin; its box has a margin of half an edge.
void set_box(Component& component) {
  const Box box = box_of(component.layout);
  for (Point& p : component.layout)
    p = p - box.low + Point{0.5, 0.5};
  component.width = box.width() + 1.0;
  component.height = box.height() + 1.0;
}

// Edges about 1 long, longer where many vertices share little room.
void normalise(Component& component) {
  constexpr double kRoom = 2.5;  // for each vertex, at least
  if (component.edges.empty()) return set_box(component);
  const double edge_length = sum_of_lengths(component.layout, component.edges) /
                             static_cast<double>(component.edges.size());
  scale(component.layout, 1.0 / std::max(edge_length, 1e-9));
  set_box(component);
  const double room =
      component.width * component.height / static_cast<double>(component.vertices.size());
  if (component.vertices.size() < 50 || room >= kRoom) return;
  scale(component.layout, std::sqrt(kRoom / room));
  set_box(component);
}

// Pushes vertices apart that are closer than a vertex is wide, so that those around a hub can be
// told apart. Vertices are sorted into squares of that width; only neighbouring squares matter.
class Separation {
 public:
  explicit Separation(Layout& layout) : layout_(layout) {}

  void run(const Deadline& deadline) {
    constexpr int kRounds = 80;
    for (int round = 0; round < kRounds && !deadline.expired(); ++round) {
      if (!separate_once()) return;
    }
  }

 private:
  static constexpr double kWidth = 0.5;
  using Square = std::pair<long, long>;

  bool separate_once() {
    std::map<Square, std::vector<std::size_t>> squares;
    for (std::size_t v = 0; v < layout_.size(); ++v)
      squares[square_of(layout_[v])].push_back(v);
    bool moved = false;
    for (const auto& [square, members] : squares) {
      for (const Square& step : {Square{0, 0}, {1, 0}, {-1, 1}, {0, 1}, {1, 1}}) {
        const auto other = squares.find({square.first + step.first, square.second + step.second});
        if (other == squares.end()) continue;
        for (const std::size_t v : members) {
          for (const std::size_t w : other->second)
            moved = ((step != Square{0, 0} || v < w) && push_pair(v, w)) || moved;
        }
      }
    }
    return moved;
  }

  static Square square_of(const Point& p) {
    return {std::lround(std::floor(p.x / kWidth)), std::lround(std::floor(p.y / kWidth))};
  }

  // Those at the same place go different ways, by a sunflower's turn.
  bool push_pair(std::size_t v, std::size_t w) {
    return push_apart(layout_[v], layout_[w], kWidth, 2.399963 * static_cast<double>(w));
  }

  Layout& layout_;
};

void lay_out(Component& component, const Deadline& deadline) {
  component.layout = force_layout(component.vertices.size(), component.edges, deadline);
  turn(component.layout);
  normalise(component);
  Separation(component.layout).run(deadline);
  set_box(component);
}

// Puts boxes beside and above each other within a width, each as high up as it can be.
class Packer {
 public:
  explicit Packer(double width) : skyline_{{0.0, width, 0.0}} {}

  Point put(double width, double height) {
    Point best{0.0, 1e300};
    for (std::size_t i = 0; i < skyline_.size(); ++i) {
      const double bottom = bottom_at(i, width);
      if (bottom < best.y) best = {skyline_[i].begin, bottom};
    }
    raise(best.x, best.x + width, best.y + height);
    return best;
  }

 private:
  struct Step {
    double begin;
    double end;
    double bottom;  // y grows downwards: what is below is free
  };

  // Where a box would lie whose left side is at that of step i; far away when it does not fit.
  double bottom_at(std::size_t i, double width) const {
    const double end = skyline_[i].begin + width;
    if (end > skyline_.back().end + 1e-9) return i == 0 ? lowest() : 1e300;
    double bottom = 0.0;
    for (std::size_t j = i; j < skyline_.size() && skyline_[j].begin < end - 1e-9; ++j)
      bottom = std::max(bottom, skyline_[j].bottom);
    return bottom;
  }

  double lowest() const {
    double bottom = 0.0;
    for (const Step& step : skyline_)
      bottom = std::max(bottom, step.bottom);
    return bottom;
  }

  void raise(double begin, double end, double bottom) {
    std::vector<Step> changed;
    for (const Step& step : skyline_) {
      if (step.begin < begin)
        changed.push_back({step.begin, std::min(step.end, begin), step.bottom});
      if (step.begin <= begin && begin < step.end)
        changed.push_back({begin, std::min(end, skyline_.back().end), bottom});
      if (step.end > end) changed.push_back({std::max(step.begin, end), step.end, step.bottom});
    }
    skyline_ = std::move(changed);
  }

  std::vector<Step> skyline_;
};

Layout packed(std::size_t vertices, const std::vector<Component>& components) {
  constexpr double kShape = 1.6;  // width over height, about
  double area = 0.0;
  double widest = 0.0;
  for (const Component& component : components) {
    area += component.width * component.height;
    widest = std::max(widest, component.width);
  }
  Packer packer(std::max(widest, std::sqrt(kShape * 1.1 * area)));
  Layout layout(vertices);
  for (const Component& component : components) {
    const Point corner = packer.put(component.width, component.height);
    for (std::size_t i = 0; i < component.vertices.size(); ++i) {
      layout[component.vertices[i]] = corner + component.layout[i];
    }
  }
  return layout;
}

}  // namespace

Layout graph_layout(std::size_t vertices, const EdgeList& edges, const Deadline& deadline) {
  std::vector<Component> components = components_of(vertices, edges);
  for (Component& component : components)
    lay_out(component, deadline);
  return packed(vertices, components);
}

}  // namespace rlminer::report
