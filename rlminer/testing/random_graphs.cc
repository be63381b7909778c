#include "rlminer/testing/random_graphs.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "rlminer/graph/builder.h"

namespace rlminer::testing {
namespace {

using Edges = std::vector<std::pair<Vertex, Vertex>>;

Vertex any_vertex(std::size_t vertices, Rng& rng) {
  return static_cast<Vertex>(rng.below(vertices));
}

// Joins every pair of [first, last) with the given probability.
void add_random_edges(Edges& edges, std::size_t first, std::size_t last, double density, Rng& rng) {
  for (std::size_t v = first; v < last; ++v) {
    for (std::size_t u = first; u < v; ++u) {
      if (rng.chance(density)) edges.emplace_back(static_cast<Vertex>(u), static_cast<Vertex>(v));
    }
  }
}

Edges disconnected(std::size_t n, Rng& rng) {
  Edges edges;
  const std::size_t first_end = n / 2;
  const std::size_t second_end = n - n / 4;  // the rest stays isolated
  add_random_edges(edges, 0, first_end, 0.6, rng);
  add_random_edges(edges, first_end, second_end, 0.6, rng);
  return edges;
}

Edges cycle_or_path(std::size_t n, bool closed) {
  Edges edges;
  for (Vertex v = 1; v < n; ++v)
    edges.emplace_back(v - 1, v);
  if (closed && n > 2) edges.emplace_back(static_cast<Vertex>(n - 1), 0);
  return edges;
}

Edges random_tree(std::size_t n, Rng& rng) {
  Edges edges;
  for (Vertex v = 1; v < n; ++v)
    edges.emplace_back(any_vertex(v, rng), v);
  return edges;
}

Edges complete_bipartite(std::size_t n, Rng& rng) {
  Edges edges;
  const Vertex left = any_vertex(n, rng) + 1;
  for (Vertex u = 0; u < left; ++u) {
    for (Vertex v = left; v < n; ++v)
      edges.emplace_back(u, v);
  }
  return edges;
}

Edges star(std::size_t n) {
  Edges edges;
  for (Vertex v = 1; v < n; ++v)
    edges.emplace_back(0, v);
  return edges;
}

Edges hub_with_noise(std::size_t n, Rng& rng) {
  Edges edges = star(n);
  for (std::size_t i = 0; i < n / 2; ++i) {
    const Vertex u = any_vertex(n, rng);
    const Vertex v = any_vertex(n, rng);
    if (u != v) edges.emplace_back(u, v);
  }
  return edges;
}

// A random core; every later vertex copies the neighbours of one in the core, and is joined to it
// or not.
Edges twins(std::size_t n, Rng& rng) {
  Edges edges;
  const std::size_t core = n / 2 + 1;
  add_random_edges(edges, 0, core, 0.5, rng);
  const Edges core_edges = edges;
  for (auto copy = static_cast<Vertex>(core); copy < n; ++copy) {
    const Vertex original = any_vertex(core, rng);
    for (const auto& [u, v] : core_edges) {
      if (u == original) edges.emplace_back(copy, v);
      if (v == original) edges.emplace_back(copy, u);
    }
    if (rng.chance(0.5)) edges.emplace_back(original, copy);
  }
  return edges;
}

Edges edges_of_kind(std::uint64_t kind, std::size_t n, Rng& rng) {
  Edges edges;
  switch (kind) {
    case 0:
    case 1:
      add_random_edges(edges, 0, n, 1.6 / static_cast<double>(n + 1), rng);
      return edges;
    case 2:
      add_random_edges(edges, 0, n, 0.3 + 0.5 * rng.uniform(), rng);
      return edges;
    case 3:
      return disconnected(n, rng);
    case 4:
      return star(n);
    case 5:
      add_random_edges(edges, 0, n, 1.0, rng);
      return edges;
    case 6:
      return cycle_or_path(n, true);
    case 7:
      return cycle_or_path(n, false);
    case 8:
      return random_tree(n, rng);
    case 9:
      return complete_bipartite(n, rng);
    case 10:
      return hub_with_noise(n, rng);
    case 11:
      return twins(n, rng);
    default:
      return edges;
  }
}

}  // namespace

Graph random_small_graph(std::uint64_t seed, std::size_t max_vertices) {
  Rng rng(seed);
  const std::uint64_t kind = seed % kSmallGraphKinds;
  const std::size_t n = kind == 0 ? rng.below(3) : 3 + rng.below(max_vertices - 2);
  const std::uint64_t label_names = rng.below(3) == 0 ? 1 : 1 + rng.below(4);
  const bool text_ids = rng.chance(0.3);
  graph::GraphBuilder builder;
  for (std::size_t v = 0; v < n; ++v) {
    const std::string number = std::to_string(3 * v + 1);
    builder.add_vertex(text_ids ? "v" + number : number,
                       std::string(1, static_cast<char>('A' + rng.below(label_names))));
  }
  for (const auto& [u, v] : edges_of_kind(kind, n, rng))
    builder.add_edge(u, v);
  return builder.build();
}

Graph with_edge_kinds(const Graph& graph, const EdgeKinds& kinds, Rng& rng) {
  graph::GraphBuilder builder;
  for (Vertex v = 0; v < graph.num_vertices(); ++v)
    builder.add_vertex(graph.id(v), graph.label_name(v));
  const auto label = [&] {
    return std::string(1, static_cast<char>('a' + rng.below(kinds.edge_labels)));
  };
  for (Vertex u = 0; u < graph.num_vertices(); ++u) {
    for (const Vertex v : graph.neighbors(u)) {
      if (u > v) continue;
      const std::uint64_t arcs = kinds.directed ? rng.below(3) : 3;
      if (arcs == 3) builder.add_edge(u, v, label(), false);
      if (arcs == 0 || arcs == 2) builder.add_edge(u, v, label(), true);
      if (arcs == 1 || arcs == 2) builder.add_edge(v, u, label(), true);
    }
  }
  return builder.build();
}

Graph random_related_graph(std::uint64_t seed, std::size_t max_vertices) {
  Rng rng(mix64(seed));
  const std::uint64_t turn = seed / kSmallGraphKinds % 4;
  constexpr std::array<std::uint64_t, 4> kLabels = {2, 3, 1, 3};
  const EdgeKinds kinds = {.edge_labels = kLabels[turn], .directed = turn > 1};
  return with_edge_kinds(random_small_graph(seed, max_vertices), kinds, rng);
}

Graph renumbered(const Graph& graph, Rng& rng) {
  std::vector<Vertex> old_at(graph.num_vertices());
  std::iota(old_at.begin(), old_at.end(), Vertex{0});
  rng.shuffle(std::span(old_at));
  std::vector<Vertex> new_of(old_at.size());
  graph::GraphBuilder builder;
  for (Vertex v = 0; v < old_at.size(); ++v) {
    new_of[old_at[v]] = v;
    builder.add_vertex(graph.id(old_at[v]), graph.label_name(old_at[v]));
  }
  Edges edges;
  for (Vertex u = 0; u < graph.num_vertices(); ++u) {
    for (const Vertex v : graph.neighbors(u)) {
      if (u < v) edges.emplace_back(u, v);
    }
  }
  rng.shuffle(std::span(edges));
  for (auto& [u, v] : edges) {
    if (rng.chance(0.5)) std::swap(u, v);
    if (!graph.has_relations()) {
      builder.add_edge(new_of[u], new_of[v]);
      continue;
    }
    builder.add_edge(new_of[u], new_of[v], graph.relation_dictionary().kind(graph.relation(u, v)));
  }
  return builder.build();
}

}  // namespace rlminer::testing
