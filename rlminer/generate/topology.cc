#include "rlminer/generate/topology.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <unordered_set>

#include "rlminer/base/error.h"
#include "rlminer/generate/generate.h"
#include "rlminer/graph/builder.h"

namespace rlminer::generate {
void Draft::clear() {
  for (std::size_t v = 0; v < labels_.size(); ++v) {
    neighbors_[v].clear();
    ties_[v].clear();
  }
  labels_.clear();
  edges_ = 0;
}

std::size_t Draft::place_of(Vertex u, Vertex v) const {
  const auto place = std::find(neighbors_[u].begin(), neighbors_[u].end(), v);
  assert(place != neighbors_[u].end());
  return static_cast<std::size_t>(place - neighbors_[u].begin());
}

void Draft::erase_at(Vertex u, std::size_t place) {
  neighbors_[u][place] = neighbors_[u].back();
  neighbors_[u].pop_back();
  ties_[u][place] = ties_[u].back();
  ties_[u].pop_back();
}

bool Draft::has_edge(Vertex u, Vertex v) const {
  if (degree(v) < degree(u)) std::swap(u, v);
  return std::find(neighbors_[u].begin(), neighbors_[u].end(), v) != neighbors_[u].end();
}

Vertex Draft::add_vertex(Label label) {
  labels_.push_back(label);
  if (neighbors_.size() < labels_.size()) {
    neighbors_.emplace_back();
    ties_.emplace_back();
  }
  return static_cast<Vertex>(labels_.size() - 1);
}

bool Draft::add_edge(Vertex u, Vertex v, Tie tie) {
  if (u == v || has_edge(u, v)) return false;
  neighbors_[u].push_back(v);
  ties_[u].push_back(tie);
  neighbors_[v].push_back(u);
  ties_[v].push_back(tie.converse());
  ++edges_;
  return true;
}

Tie Draft::remove_edge(Vertex u, Vertex v) {
  const std::size_t place = place_of(u, v);
  const Tie tie = ties_[u][place];
  erase_at(u, place);
  erase_at(v, place_of(v, u));
  --edges_;
  return tie;
}

void Draft::change_edge(Vertex u, Vertex v, Tie tie) {
  ties_[u][place_of(u, v)] = tie;
  ties_[v][place_of(v, u)] = tie.converse();
}

void Draft::remove_vertex(Vertex v) {
  for (const Vertex u : neighbors_[v])
    erase_at(u, place_of(u, v));
  edges_ -= neighbors_[v].size();
  neighbors_[v].clear();
  ties_[v].clear();
  const auto last = static_cast<Vertex>(labels_.size() - 1);
  if (v != last) {
    for (const Vertex u : neighbors_[last])
      neighbors_[u][place_of(u, last)] = v;
    std::swap(neighbors_[v], neighbors_[last]);
    std::swap(ties_[v], ties_[last]);
    labels_[v] = labels_[last];
  }
  labels_.pop_back();
}

bool Draft::connected(Vertex without) {
  const std::size_t wanted = labels_.size() - (without < labels_.size() ? 1 : 0);
  if (wanted == 0) return true;
  seen_.assign(labels_.size(), 0);
  if (without < labels_.size()) seen_[without] = 1;
  const Vertex start = without == 0 ? 1 : 0;
  seen_[start] = 1;
  queue_.assign(1, start);
  for (std::size_t next = 0; next < queue_.size(); ++next) {
    for (const Vertex u : neighbors_[queue_[next]]) {
      if (seen_[u]) continue;
      seen_[u] = 1;
      queue_.push_back(u);
    }
  }
  return queue_.size() == wanted;
}

Graph Draft::build(const std::shared_ptr<const graph::LabelDictionary>& dictionary,
                   const std::shared_ptr<const graph::RelationDictionary>& kinds) const {
  graph::GraphBuilder builder;
  for (Vertex v = 0; v < labels_.size(); ++v) {
    builder.add_vertex(std::to_string(v), dictionary->name(labels_[v]));
    for (std::size_t i = 0; i < degree(v); ++i) {
      const Vertex u = neighbors_[v][i];
      if (u > v) continue;
      if (kinds) {
        builder.add_edge(v, u, kinds->kind(ties_[v][i].out));
      } else {
        builder.add_edge(u, v);
      }
    }
  }
  return builder.build(dictionary, kinds);
}

namespace {

std::uint64_t pack(Vertex u, Vertex v) {
  return static_cast<std::uint64_t>(std::min(u, v)) << 32 | std::max(u, v);
}

std::pair<Vertex, Vertex> unpack(std::uint64_t edge) {
  return {static_cast<Vertex>(edge >> 32), static_cast<Vertex>(edge & 0xffffffffu)};
}

void check_vertices(std::size_t vertices) {
  if (vertices >= std::numeric_limits<Vertex>::max()) throw Error("too many vertices for a graph");
}

void check_probability(double value, const char* name) {
  if (!(value >= 0.0 && value <= 1.0)) throw Error(std::string(name) + " must be between 0 and 1");
}

Vertex draw_vertex(std::size_t bound, Rng& rng) {
  return static_cast<Vertex>(rng.below(bound));
}

// A uniformly random set of `count` of the pairs, sorted: pairs are drawn until enough of them are
// different.
std::vector<std::uint64_t> draw_pairs(std::size_t vertices, std::size_t count, Rng& rng) {
  std::vector<std::uint64_t> pairs;
  while (pairs.size() < count) {
    for (std::size_t missing = count - pairs.size(); missing > 0; --missing) {
      const Vertex u = draw_vertex(vertices, rng);
      const Vertex v = draw_vertex(vertices - 1, rng);
      pairs.push_back(pack(u, v < u ? v : v + 1));
    }
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  }
  return pairs;
}

// Every pair that is not among the sorted `left_out`.
std::vector<std::uint64_t> all_pairs_without(std::size_t vertices,
                                             const std::vector<std::uint64_t>& left_out) {
  std::vector<std::uint64_t> pairs;
  auto next = left_out.begin();
  for (Vertex u = 0; u < vertices; ++u) {
    for (Vertex v = u + 1; v < vertices; ++v) {
      if (next != left_out.end() && *next == pack(u, v)) {
        ++next;
      } else {
        pairs.push_back(pack(u, v));
      }
    }
  }
  return pairs;
}

Topology gnm(const ErdosRenyi& params, Rng& rng) {
  const std::size_t n = params.vertices;
  const std::size_t possible = n < 2 ? 0 : (n % 2 == 0 ? n / 2 * (n - 1) : (n - 1) / 2 * n);
  if (params.edges > possible) {
    throw Error("a graph of " + std::to_string(n) + " vertices has at most " +
                std::to_string(possible) + " edges, not " + std::to_string(params.edges));
  }
  // In a dense graph the missing edges are fewer.
  const bool dense = params.edges > possible / 2;
  auto pairs = draw_pairs(n, dense ? possible - params.edges : params.edges, rng);
  if (dense) pairs = all_pairs_without(n, pairs);
  Topology result{.vertices = n, .edges = {}, .labels = {}};
  for (const std::uint64_t pair : pairs)
    result.edges.push_back(unpack(pair));
  return result;
}

// Walks over the pairs (u, v), v < u, in order, jumping over those that are left out: how many that
// are follows a geometric distribution.
Topology gnp(std::size_t vertices, double probability, Rng& rng) {
  Topology result{.vertices = vertices, .edges = {}, .labels = {}};
  if (probability <= 0.0 || vertices < 2) return result;
  const double log_missing = probability < 1.0 ? std::log1p(-probability) : 0.0;
  std::size_t u = 1;
  std::size_t v = 0;
  for (bool first = true; u < vertices; first = false) {
    double skip = first ? 0.0 : 1.0;
    if (probability < 1.0) skip += std::floor(std::log1p(-rng.uniform()) / log_missing);
    // Beyond this the walk has left the graph, and the sum below could overflow.
    if (skip > 0.5 * static_cast<double>(vertices) * static_cast<double>(vertices)) break;
    v += static_cast<std::size_t>(skip);
    while (u < vertices && v >= u) {
      v -= u;
      ++u;
    }
    if (u < vertices) result.edges.emplace_back(static_cast<Vertex>(v), static_cast<Vertex>(u));
  }
  return result;
}

Topology make(const ErdosRenyi& params, Rng& rng) {
  check_vertices(params.vertices);
  if (!params.probability) return gnm(params, rng);
  check_probability(*params.probability, "the probability of an edge");
  return gnp(params.vertices, *params.probability, rng);
}

Topology make(const BarabasiAlbert& params, Rng& rng) {
  check_vertices(params.vertices);
  if (params.attach < 1 || params.attach >= params.vertices) {
    throw Error("a new vertex must be attached to at least 1 vertex and fewer than there are");
  }
  Topology result{.vertices = params.vertices, .edges = {}, .labels = {}};
  // Every vertex stands here once per edge, so a uniform draw is one in proportion to the degrees.
  std::vector<Vertex> ends;
  const auto join = [&](Vertex u, Vertex v) {
    result.edges.emplace_back(u, v);
    ends.push_back(u);
    ends.push_back(v);
  };
  const auto start = static_cast<Vertex>(params.attach);
  for (Vertex v = 0; v < start; ++v)
    join(v, start);
  std::vector<Vertex> targets;
  for (Vertex v = start + 1; v < params.vertices; ++v) {
    targets.clear();
    while (targets.size() < params.attach) {
      const Vertex target = ends[rng.below(ends.size())];
      if (std::find(targets.begin(), targets.end(), target) == targets.end())
        targets.push_back(target);
    }
    for (const Vertex target : targets)
      join(target, v);
  }
  return result;
}

Topology make(const WattsStrogatz& params, Rng& rng) {
  check_vertices(params.vertices);
  check_probability(params.rewire, "the probability of rewiring");
  const std::size_t n = params.vertices;
  if (params.neighbors % 2 != 0 || params.neighbors >= n) {
    throw Error("the number of neighbours must be even and less than the number of vertices");
  }
  std::vector<std::uint64_t> edges;
  for (std::size_t distance = 1; distance <= params.neighbors / 2; ++distance) {
    for (std::size_t u = 0; u < n; ++u) {
      edges.push_back(pack(static_cast<Vertex>(u), static_cast<Vertex>((u + distance) % n)));
    }
  }
  std::unordered_set<std::uint64_t> present(edges.begin(), edges.end());
  std::vector<std::size_t> degree(n, params.neighbors);
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const auto u = static_cast<Vertex>(i % n);  // the vertex whose edge this was when it was made
    if (!rng.chance(params.rewire) || degree[u] >= n - 1) continue;
    Vertex target = draw_vertex(n, rng);
    while (target == u || present.contains(pack(u, target)))
      target = draw_vertex(n, rng);
    const auto [a, b] = unpack(edges[i]);
    --degree[a == u ? b : a];
    ++degree[target];
    present.erase(edges[i]);
    edges[i] = pack(u, target);
    present.insert(edges[i]);
  }
  Topology result{.vertices = n, .edges = {}, .labels = {}};
  for (const std::uint64_t edge : edges)
    result.edges.push_back(unpack(edge));
  return result;
}

Topology make(const Grid& params, Rng& rng) {
  check_vertices(params.rows);
  check_vertices(params.columns);
  check_vertices(params.rows * params.columns);
  check_probability(params.diagonal, "the probability of a diagonal");
  check_probability(params.hole, "the probability of a hole");
  Topology result{.vertices = params.rows * params.columns, .edges = {}, .labels = {}};
  const auto at = [&](std::size_t row, std::size_t column) {
    return static_cast<Vertex>(row * params.columns + column);
  };
  const auto join = [&](Vertex u, Vertex v) {
    if (params.hole == 0.0 || !rng.chance(params.hole)) result.edges.emplace_back(u, v);
  };
  for (std::size_t row = 0; row < params.rows; ++row) {
    for (std::size_t column = 0; column < params.columns; ++column) {
      const bool right = column + 1 < params.columns;
      const bool below = row + 1 < params.rows;
      if (right) join(at(row, column), at(row, column + 1));
      if (below) join(at(row, column), at(row + 1, column));
      if (!right || !below || params.diagonal == 0.0 || !rng.chance(params.diagonal)) continue;
      if (rng.chance(0.5)) {
        join(at(row, column), at(row + 1, column + 1));
      } else {
        join(at(row, column + 1), at(row + 1, column));
      }
    }
  }
  return result;
}

Topology make(const Molecule& params, Rng& rng) {
  check_vertices(params.vertices);
  check_probability(params.ring, "the probability of a ring");
  return grow_molecule(params, rng);
}

}  // namespace

Topology make_topology(const TopologyParams& params, Rng& rng) {
  return std::visit([&rng](const auto& model) { return make(model, rng); }, params);
}

}  // namespace rlminer::generate
