#include "rlminer/graph/builder.h"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "rlminer/base/error.h"

namespace rlminer::graph {

namespace {

Vertex smaller_end(std::uint64_t edge) {
  return static_cast<Vertex>(edge >> 32);
}

Vertex larger_end(std::uint64_t edge) {
  return static_cast<Vertex>(edge & 0xffffffffu);
}

std::uint64_t edge_between(Vertex u, Vertex v) {
  return static_cast<std::uint64_t>(std::min(u, v)) << 32 | std::max(u, v);
}

bool is_loop(std::uint64_t edge) {
  return smaller_end(edge) == larger_end(edge);
}

// Lays sorted distinct edges out in rows: the neighbours of v are targets[offsets[v]] ..
// targets[offsets[v + 1] - 1].
void fill_rows(std::span<const std::uint64_t> edges, std::size_t vertices,
               std::vector<std::size_t>& offsets, std::vector<Vertex>& targets) {
  offsets.assign(vertices + 1, 0);
  for (const std::uint64_t edge : edges) {
    ++offsets[smaller_end(edge) + std::size_t{1}];
    ++offsets[larger_end(edge) + std::size_t{1}];
  }
  for (std::size_t v = 0; v < vertices; ++v)
    offsets[v + 1] += offsets[v];
  targets.resize(2 * edges.size());
  // Edges are sorted by (smaller, larger) end, so writing first the smaller neighbours and then the
  // larger ones fills every row in ascending order.
  std::vector<std::size_t> fill(offsets.begin(), offsets.end() - 1);
  for (const std::uint64_t edge : edges)
    targets[fill[larger_end(edge)]++] = smaller_end(edge);
  for (const std::uint64_t edge : edges)
    targets[fill[smaller_end(edge)]++] = larger_end(edge);
}

// The relations beside the targets that fill_rows() has laid out; `upward` are those from the
// smaller ends.
void fill_relations(std::span<const std::uint64_t> edges, std::span<const Relation> upward,
                    const RelationDictionary& dictionary, const std::vector<std::size_t>& offsets,
                    std::vector<Relation>& relations) {
  relations.resize(2 * edges.size());
  std::vector<std::size_t> fill(offsets.begin(), offsets.end() - 1);
  for (std::size_t i = 0; i < edges.size(); ++i)
    relations[fill[larger_end(edges[i])]++] = dictionary.converse(upward[i]);
  for (std::size_t i = 0; i < edges.size(); ++i)
    relations[fill[smaller_end(edges[i])]++] = upward[i];
}

}  // namespace

Vertex GraphBuilder::add_vertex(std::string id, std::string_view label) {
  if (ids_.size() == std::numeric_limits<Vertex>::max())
    throw Error("a graph has too many vertices");
  auto place = place_of_label_.find(label);
  if (place == place_of_label_.end()) {
    const auto number = static_cast<std::uint32_t>(label_names_.size());
    place = place_of_label_.emplace(std::string(label), number).first;
    label_names_.emplace_back(label);
  }
  labels_.push_back(place->second);
  ids_.push_back(std::move(id));
  return static_cast<Vertex>(ids_.size() - 1);
}

void GraphBuilder::add_edge(Vertex u, Vertex v) {
  assert(u < ids_.size() && v < ids_.size());
  if (!mentions_.empty()) return add_edge(u, v, "", false);
  edges_.push_back(edge_between(u, v));
}

std::uint32_t GraphBuilder::place_of_edge_label(std::string_view label) {
  const auto known = place_of_edge_label_.find(label);
  if (known != place_of_edge_label_.end()) return known->second;
  const auto place = static_cast<std::uint32_t>(edge_labels_.size());
  place_of_edge_label_.emplace(std::string(label), place);
  edge_labels_.emplace_back(label);
  return place;
}

void GraphBuilder::add_edge(Vertex u, Vertex v, std::string_view label, bool arc) {
  if (mentions_.empty()) {
    const std::uint32_t none = place_of_edge_label("");
    for (const std::uint64_t edge : edges_)
      mentions_.push_back({.edge = edge, .label = none});
    edges_.clear();
  }
  mentions_.push_back({.edge = edge_between(u, v),
                       .label = place_of_edge_label(label),
                       .up = !arc || u < v,
                       .down = !arc || u > v});
}

void GraphBuilder::add_edge(Vertex u, Vertex v, const EdgeKind& kind) {
  if (kind.out) add_edge(u, v, *kind.out, true);
  if (kind.in) add_edge(v, u, *kind.in, true);
}

void GraphBuilder::merge_edges() {
  if (std::exchange(merged_, true)) return;
  if (!mentions_.empty()) return merge_mentions();
  const std::size_t mentioned = edges_.size();
  std::erase_if(edges_, is_loop);
  dropped_.self_loops = mentioned - edges_.size();
  std::sort(edges_.begin(), edges_.end());
  const auto repeated = std::unique(edges_.begin(), edges_.end());
  dropped_.repeated_edges = static_cast<std::size_t>(edges_.end() - repeated);
  edges_.erase(repeated, edges_.end());
}

void GraphBuilder::merge_mentions() {
  dropped_.self_loops =
      std::erase_if(mentions_, [](const Mention& mention) { return is_loop(mention.edge); });
  // The first mention of a direction decides its label.
  std::stable_sort(mentions_.begin(), mentions_.end(),
                   [](const Mention& a, const Mention& b) { return a.edge < b.edge; });
  for (const Mention& mention : mentions_) {
    if (edges_.empty() || edges_.back() != mention.edge) {
      edges_.push_back(mention.edge);
      arc_labels_.emplace_back(kNoArc, kNoArc);
    } else {
      ++dropped_.repeated_edges;
    }
    const auto set = [&](std::uint32_t& arc) {
      if (arc != kNoArc && arc != mention.label) ++dropped_.other_labels;
      if (arc == kNoArc) arc = mention.label;
    };
    if (mention.up) set(arc_labels_.back().first);
    if (mention.down) set(arc_labels_.back().second);
  }
  mentions_.clear();
}

EdgeKind GraphBuilder::kind_of(const ArcLabels& arcs) const {
  const auto label = [&](std::uint32_t place) {
    return place == kNoArc ? std::nullopt : std::optional(edge_labels_[place]);
  };
  return {label(arcs.first), label(arcs.second)};
}

std::vector<EdgeKind> GraphBuilder::edge_kinds() {
  merge_edges();
  if (arc_labels_.empty()) return std::vector<EdgeKind>(edges_.empty() ? 0 : 1, kPlainEdge);
  std::vector<EdgeKind> kinds;
  for (const ArcLabels& arcs : std::set<ArcLabels>(arc_labels_.begin(), arc_labels_.end()))
    kinds.push_back(kind_of(arcs));
  return kinds;
}

void GraphBuilder::forget_edge_kinds() {
  merge_edges();
  arc_labels_.clear();
}

// Of every edge, from its smaller end.
std::vector<Relation> GraphBuilder::relations_of_edges(const RelationDictionary& dictionary) {
  if (arc_labels_.empty())
    return std::vector<Relation>(edges_.size(), edges_.empty() ? 0 : dictionary.at(kPlainEdge));
  std::map<ArcLabels, Relation> known;
  std::vector<Relation> relations;
  for (const ArcLabels& arcs : arc_labels_) {
    const auto [place, is_new] = known.try_emplace(arcs);
    if (is_new) place->second = dictionary.at(kind_of(arcs));
    relations.push_back(place->second);
  }
  return relations;
}

Graph GraphBuilder::build(std::shared_ptr<const LabelDictionary> dictionary,
                          std::shared_ptr<const RelationDictionary> relations) {
  if (!dictionary) dictionary = std::make_shared<const LabelDictionary>(label_names_);
  merge_edges();
  if (!relations && !arc_labels_.empty()) relations = dictionary_of(edge_kinds());

  std::vector<Label> label_at;
  for (const std::string& name : label_names_) {
    assert(dictionary->contains(name));
    label_at.push_back(dictionary->at(name));
  }
  Graph graph;
  graph.labels_.reserve(labels_.size());
  for (const std::uint32_t place : labels_)
    graph.labels_.push_back(label_at[place]);
  graph.ids_ = std::move(ids_);
  graph.labels_by_name_ = std::move(dictionary);
  fill_rows(edges_, graph.labels_.size(), graph.offsets_, graph.targets_);
  if (relations) {
    fill_relations(edges_, relations_of_edges(*relations), *relations, graph.offsets_,
                   graph.relations_);
    graph.relation_kinds_ = std::move(relations);
  }

  const Dropped dropped = dropped_;
  *this = GraphBuilder();
  dropped_ = dropped;
  return graph;
}

void copy_edges(const Graph& graph, Vertex base, GraphBuilder& builder) {
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    const auto neighbors = graph.neighbors(v);
    for (std::size_t i = 0; i < neighbors.size() && neighbors[i] < v; ++i) {
      const Vertex u = neighbors[i];
      if (!graph.has_relations()) {
        builder.add_edge(base + u, base + v);
        continue;
      }
      builder.add_edge(base + v, base + u, graph.relation_dictionary().kind(graph.relations(v)[i]));
    }
  }
}

std::shared_ptr<const RelationDictionary> relations_of(const Graph& graph) {
  if (!graph.has_relations()) return nullptr;
  return std::make_shared<const RelationDictionary>(graph.relation_dictionary());
}

Graph disjoint_union(const std::vector<Graph>& graphs, std::span<const std::size_t> numbers) {
  GraphBuilder builder;
  Vertex base = 0;
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    const Graph& graph = graphs[i];
    const std::string prefix = std::to_string(numbers.empty() ? i : numbers[i]) + ":";
    for (Vertex v = 0; v < graph.num_vertices(); ++v)
      builder.add_vertex(prefix + graph.id(v), graph.label_name(v));
    copy_edges(graph, base, builder);
    base += static_cast<Vertex>(graph.num_vertices());
  }
  if (graphs.empty()) return builder.build();
  // One dictionary for all, even the labels that only dropped graphs of the collection use.
  return builder.build(std::make_shared<const LabelDictionary>(graphs.front().label_dictionary()),
                       relations_of(graphs.front()));
}

namespace {

// The same vertices and edges with ids of one's own: id(v).
template <typename Id>
Graph rebuilt(const Graph& graph, std::shared_ptr<const LabelDictionary> dictionary,
              std::shared_ptr<const RelationDictionary> relations, Id&& id) {
  GraphBuilder builder;
  for (Vertex v = 0; v < graph.num_vertices(); ++v)
    builder.add_vertex(id(v), graph.label_name(v));
  copy_edges(graph, 0, builder);
  return builder.build(std::move(dictionary), std::move(relations));
}

}  // namespace

Graph renumbered(const Graph& graph) {
  return rebuilt(graph, std::make_shared<const LabelDictionary>(graph.label_dictionary()),
                 relations_of(graph), [](Vertex v) { return std::to_string(v); });
}

namespace {

bool has_edges(const Collection& collection) {
  return std::any_of(collection.graphs.begin(), collection.graphs.end(),
                     [](const Graph& graph) { return graph.num_edges() > 0; });
}

}  // namespace

void share_labels(std::vector<Collection>& collections) {
  if (collections.size() < 2) return;
  std::vector<std::string> names;
  std::vector<EdgeKind> kinds;
  for (const Collection& collection : collections) {
    if (collection.graphs.empty()) continue;
    const Graph& first = collection.graphs.front();
    const LabelDictionary& labels = first.label_dictionary();
    for (std::size_t i = 0; i < labels.size(); ++i)
      names.push_back(labels.name(static_cast<Label>(i)));
    for (std::size_t i = 0; first.has_relations() && i < first.relation_dictionary().size(); ++i)
      kinds.push_back(first.relation_dictionary().kind(static_cast<Relation>(i)));
    if (!first.has_relations() && has_edges(collection)) kinds.push_back(kPlainEdge);
  }
  const auto dictionary = std::make_shared<const LabelDictionary>(std::move(names));
  const auto relations = dictionary_of(std::move(kinds));
  for (Collection& collection : collections) {
    for (Graph& graph : collection.graphs)
      graph = rebuilt(graph, dictionary, relations, [&](Vertex v) { return graph.id(v); });
  }
}

}  // namespace rlminer::graph
