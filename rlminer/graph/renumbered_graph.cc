#include "rlminer/graph/renumbered_graph.h"

#include <utility>

#include "rlminer/base/error.h"

namespace rlminer::graph {
namespace {

constexpr std::size_t kMostArcs = 0xffffffffu;

}  // namespace

RenumberedGraph::RenumberedGraph(const Graph& graph, std::vector<Vertex> order, Rows rows)
    : original_(std::move(order)),
      labels_(graph.num_vertices()),
      offsets_(graph.num_vertices() + 1, 0),
      heads_(2 * graph.num_edges()) {
  if (heads_.size() > kMostArcs) throw Error("the graph has too many edges to match patterns in");
  const Vertex n = num_vertices();
  std::vector<Vertex> number_of(n);
  for (Vertex v = 0; v < n; ++v) {
    number_of[original_[v]] = v;
    labels_[v] = graph.label(original_[v]);
    offsets_[v + 1] = offsets_[v] + static_cast<std::uint32_t>(graph.degree(original_[v]));
  }
  if (graph.distinguishes_edges()) {
    const RelationDictionary& kinds = graph.relation_dictionary();
    for (std::size_t r = 0; r < kinds.size(); ++r)
      converses_.push_back(kinds.converse(static_cast<Relation>(r)));
    relations_.resize(heads_.size());
  }
  // Every vertex in turn enters the rows of its neighbours, which so come out sorted.
  std::vector<std::uint32_t> filled(offsets_.begin(), offsets_.end() - 1);
  for (Vertex i = 0; i < n; ++i) {
    const Vertex v = rows == Rows::Ascending ? i : n - 1 - i;
    const auto row = graph.neighbors(original_[v]);
    for (std::size_t j = 0; j < row.size(); ++j) {
      const std::uint32_t arc = filled[number_of[row[j]]]++;
      heads_[arc] = v;
      if (!relations_.empty()) relations_[arc] = converses_[graph.relations(original_[v])[j]];
    }
  }
}

void RenumberedGraph::renumber_arcs(std::span<const std::uint32_t> number) {
  std::vector<Vertex> heads(heads_.size());
  std::vector<Relation> relations(relations_.size());
  for (std::size_t arc = 0; arc < heads_.size(); ++arc) {
    heads[number[arc]] = heads_[arc];
    if (!relations_.empty()) relations[number[arc]] = relations_[arc];
  }
  heads_ = std::move(heads);
  relations_ = std::move(relations);
}

std::vector<std::uint32_t> RenumberedGraph::reverse_arcs() const {
  // Tails ascend, so the arcs into a vertex are met in the order of its own row.
  std::vector<std::uint32_t> reverse(heads_.size());
  std::vector<std::uint32_t> next(offsets_.begin(), offsets_.end() - 1);
  for (std::uint32_t arc = 0; arc < num_arcs(); ++arc)
    reverse[arc] = next[heads_[arc]]++;
  return reverse;
}

std::vector<std::uint32_t> RenumberedGraph::first_arcs(std::span<const Vertex> numbers) const {
  std::vector<std::uint32_t> first;
  first.reserve(num_vertices() * numbers.size());
  for (Vertex v = 0; v < num_vertices(); ++v) {
    std::uint32_t arc = offsets_[v];
    for (const Vertex number : numbers) {
      while (arc < offsets_[v + 1] && heads_[arc] < number)
        ++arc;
      first.push_back(arc);
    }
  }
  return first;
}

}  // namespace rlminer::graph
