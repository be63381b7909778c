#include "rlminer/graph/refinement.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
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
    const auto neighbors = graph.neighbors(vertex);
    for (std::size_t i = 0; i < neighbors.size(); ++i) {
      const auto other = number.find(neighbors[i]);
      if (other == number.end() || vertex > neighbors[i]) continue;
      if (graph.has_relations()) {
        builder.add_edge(number.at(vertex), other->second,
                         graph.relation_dictionary().kind(graph.relations(vertex)[i]));
      } else {
        builder.add_edge(number.at(vertex), other->second);
      }
    }
  }
  auto dictionary = std::make_shared<const LabelDictionary>(graph.label_dictionary());
  return {builder.build(std::move(dictionary), relations_of(graph)), std::move(vertices)};
}

namespace {

std::uint64_t hash_of(const std::string& text) {
  std::uint64_t hash = text.size();
  for (const char character : text)
    hash = mix64(hash ^ static_cast<unsigned char>(character));
  return mix64(hash);
}

}  // namespace

Colours label_colours(const Graph& graph) {
  std::vector<std::uint64_t> of_label;
  for (std::size_t label = 0; label < graph.num_labels(); ++label)
    of_label.push_back(hash_of(graph.label_dictionary().name(static_cast<Label>(label))));
  Colours colours;
  for (const Label label : graph.labels())
    colours.push_back(of_label[label]);
  return colours;
}

Colours relation_colours(const Graph& graph) {
  Colours colours;
  if (!graph.distinguishes_edges()) return colours;
  const auto hash_of_arc = [](const std::optional<std::string>& label) {
    return label ? mix64(hash_of(*label) + 1) : 0;
  };
  for (std::size_t relation = 0; relation < graph.relation_dictionary().size(); ++relation) {
    const EdgeKind& kind = graph.relation_dictionary().kind(static_cast<Relation>(relation));
    colours.push_back(mix64(hash_of_arc(kind.out) + mix64(hash_of_arc(kind.in) + 1)));
  }
  return colours;
}

Colours refined(const Graph& graph, const Colours& colours, const Colours& of_relation) {
  Colours result(colours.size());
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    const auto neighbors = graph.neighbors(v);
    std::uint64_t around = 0;  // a sum of mixed words is a hash of a multiset
    for (std::size_t i = 0; i < neighbors.size(); ++i) {
      const std::uint64_t edge = of_relation.empty() ? 0 : of_relation[graph.relations(v)[i]];
      around += mix64((colours[neighbors[i]] ^ 0x9e3779b97f4a7c15ULL) + edge);
    }
    result[v] = mix64(colours[v] + mix64(around));
  }
  return result;
}

std::uint64_t isomorphism_hash(const Graph& graph) {
  // Vertices further apart seldom make a difference, and it costs a pass each.
  constexpr int kSteps = 16;
  const Colours of_relation = relation_colours(graph);
  Colours colours = label_colours(graph);
  for (int i = 0; i < kSteps; ++i)
    colours = refined(graph, colours, of_relation);
  std::uint64_t sum = 0;
  for (const std::uint64_t colour : colours)
    sum += mix64(colour);
  return mix64(sum ^ mix64(graph.num_vertices()) ^ mix64(~graph.num_edges()));
}

}  // namespace rlminer::graph
