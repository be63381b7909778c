#include "rlminer/graph/neighbourhood.h"

#include <algorithm>
#include <memory>
#include <unordered_map>
#include <utility>

#include "rlminer/graph/builder.h"

namespace rlminer::graph {
namespace {

// Some of the items, drawn without replacement, in front.
void draw_some(std::vector<Vertex>& items, std::size_t some, Rng& rng) {
  some = std::min(some, items.size());
  for (std::size_t i = 0; i < some; ++i)
    std::swap(items[i], items[i + rng.below(items.size() - i)]);
  items.resize(some);
}

}  // namespace

Neighbourhood neighbourhood(const Graph& graph, Vertex start, const NeighbourhoodOptions& options,
                            Rng& rng) {
  std::vector<Vertex> vertices{start};
  std::unordered_map<Vertex, Vertex> number{{start, 0}};
  for (std::size_t next = 0; next < vertices.size(); ++next) {
    std::vector<Vertex> unseen;
    for (const Vertex neighbor : graph.neighbors(vertices[next])) {
      if (!number.contains(neighbor)) unseen.push_back(neighbor);
    }
    const std::size_t room = options.vertices - std::min(options.vertices, vertices.size());
    draw_some(unseen, std::min(options.fan_out, room), rng);
    for (const Vertex vertex : unseen) {
      number.emplace(vertex, static_cast<Vertex>(vertices.size()));
      vertices.push_back(vertex);
    }
  }
  GraphBuilder builder;
  for (const Vertex vertex : vertices)
    builder.add_vertex(graph.id(vertex), graph.label_name(vertex));
  for (const Vertex vertex : vertices) {
    for (const Vertex neighbor : graph.neighbors(vertex)) {
      const auto other = number.find(neighbor);
      if (other != number.end() && vertex < neighbor)
        builder.add_edge(number.at(vertex), other->second);
    }
  }
  auto dictionary = std::make_shared<const LabelDictionary>(graph.label_dictionary());
  return {builder.build(std::move(dictionary)), std::move(vertices)};
}

}  // namespace rlminer::graph
