#include "rlminer/testing/oracle.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

namespace rlminer::testing {
namespace {

SmallGraph edgeless(std::size_t size) {
  return {.labels = std::vector<Label>(size),
          .adjacent = std::vector<std::vector<bool>>(size, std::vector<bool>(size, false)),
          .kinds = std::vector<std::vector<unsigned>>(size, std::vector<unsigned>(size, 0))};
}

// Calls visit(set) for every ascending k-subset of the graph's vertices.
void for_each_subset(const Graph& graph, std::size_t k, std::vector<Vertex>& chosen,
                     const std::function<void(const std::vector<Vertex>&)>& visit) {
  if (chosen.size() == k) return visit(chosen);
  for (Vertex v = chosen.empty() ? 0 : chosen.back() + 1; v < graph.num_vertices(); ++v) {
    chosen.push_back(v);
    for_each_subset(graph, k, chosen, visit);
    chosen.pop_back();
  }
}

unsigned kind(const SmallGraph& graph, std::size_t i, std::size_t j) {
  return graph.kinds.empty() ? 0 : graph.kinds[i][j];
}

// Tries every image for vertex image.size() of `a` that agrees with the vertices placed before it.
bool extend_isomorphism(const SmallGraph& a, const SmallGraph& b, std::vector<std::size_t>& image) {
  const std::size_t next = image.size();
  if (next == a.labels.size()) return true;
  for (std::size_t candidate = 0; candidate < b.labels.size(); ++candidate) {
    if (a.labels[next] != b.labels[candidate]) continue;
    if (std::find(image.begin(), image.end(), candidate) != image.end()) continue;
    bool agrees = true;
    for (std::size_t i = 0; i < next; ++i) {
      if (a.adjacent[next][i] != b.adjacent[candidate][image[i]]) agrees = false;
      if (kind(a, next, i) != kind(b, candidate, image[i])) agrees = false;
      if (kind(a, i, next) != kind(b, image[i], candidate)) agrees = false;
    }
    if (!agrees) continue;
    image.push_back(candidate);
    if (extend_isomorphism(a, b, image)) return true;
    image.pop_back();
  }
  return false;
}

// The (label, degree) pairs in ascending order: isomorphic graphs have the same ones, and most
// others do not.
std::vector<std::pair<Label, std::size_t>> vertex_kinds(const SmallGraph& graph) {
  std::vector<std::pair<Label, std::size_t>> kinds;
  for (std::size_t i = 0; i < graph.labels.size(); ++i) {
    const auto& row = graph.adjacent[i];
    kinds.emplace_back(graph.labels[i],
                       static_cast<std::size_t>(std::count(row.begin(), row.end(), true)));
  }
  std::sort(kinds.begin(), kinds.end());
  return kinds;
}

}  // namespace

SmallGraph induced(const Graph& graph, std::span<const Vertex> vertices) {
  SmallGraph result = edgeless(vertices.size());
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    result.labels[i] = graph.label(vertices[i]);
    const auto neighbors = graph.neighbors(vertices[i]);
    for (std::size_t place = 0; place < neighbors.size(); ++place) {
      for (std::size_t j = 0; j < vertices.size(); ++j) {
        if (vertices[j] != neighbors[place]) continue;
        result.adjacent[i][j] = true;
        if (graph.has_relations() && graph.relation_dictionary().size() > 1)
          result.kinds[i][j] = graph.relations(vertices[i])[place];
      }
    }
  }
  return result;
}

SmallGraph from_pattern(const Pattern& pattern) {
  SmallGraph result = edgeless(static_cast<std::size_t>(pattern.size()));
  for (int i = 0; i < pattern.size(); ++i) {
    result.labels[static_cast<std::size_t>(i)] = pattern.label(i);
    for (int j = 0; j < pattern.size(); ++j) {
      result.adjacent[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] =
          pattern.has_edge(i, j);
      result.kinds[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] =
          pattern.relation(i, j);
    }
  }
  return result;
}

bool is_connected(const SmallGraph& graph) {
  const std::size_t size = graph.labels.size();
  if (size == 0) return false;
  std::vector<bool> seen(size, false);
  std::vector<std::size_t> stack{0};
  seen[0] = true;
  std::size_t reached = 0;
  while (!stack.empty()) {
    const std::size_t v = stack.back();
    stack.pop_back();
    ++reached;
    for (std::size_t w = 0; w < size; ++w) {
      if (!graph.adjacent[v][w] || seen[w]) continue;
      seen[w] = true;
      stack.push_back(w);
    }
  }
  return reached == size;
}

bool isomorphic(const SmallGraph& a, const SmallGraph& b) {
  if (a.labels.size() != b.labels.size()) return false;
  std::vector<std::size_t> image;
  return extend_isomorphism(a, b, image);
}

bool identical(const SmallGraph& a, const SmallGraph& b) {
  return a.labels == b.labels && a.adjacent == b.adjacent && a.kinds == b.kinds;
}

std::vector<PatternClass> classes_of_size(const Graph& graph, int k) {
  std::map<std::vector<std::pair<Label, std::size_t>>, std::vector<PatternClass>> groups;
  std::vector<Vertex> chosen;
  for_each_subset(graph, static_cast<std::size_t>(k), chosen, [&](const std::vector<Vertex>& set) {
    SmallGraph subgraph = induced(graph, set);
    if (!is_connected(subgraph)) return;
    std::vector<PatternClass>& group = groups[vertex_kinds(subgraph)];
    const auto known = std::find_if(group.begin(), group.end(), [&](const PatternClass& candidate) {
      return isomorphic(candidate.subgraph, subgraph);
    });
    if (known != group.end()) {
      ++known->count;
    } else {
      group.push_back({.representative = set, .subgraph = std::move(subgraph), .count = 1});
    }
  });
  std::vector<PatternClass> classes;
  for (auto& [kinds, group] : groups) {
    std::move(group.begin(), group.end(), std::back_inserter(classes));
  }
  std::stable_sort(classes.begin(), classes.end(),
                   [](const auto& a, const auto& b) { return a.count > b.count; });
  return classes;
}

std::uint64_t frequency(const Graph& graph, const SmallGraph& pattern) {
  std::uint64_t count = 0;
  std::vector<Vertex> chosen;
  for_each_subset(graph, pattern.labels.size(), chosen, [&](const std::vector<Vertex>& set) {
    if (isomorphic(pattern, induced(graph, set))) ++count;
  });
  return count;
}

}  // namespace rlminer::testing
