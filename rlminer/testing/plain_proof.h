#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/base/rng.h"
#include "rlminer/graph/builder.h"
#include "rlminer/graph/graph.h"
#include "rlminer/pattern/canonical.h"
#include "rlminer/pattern/pattern.h"
#include "rlminer/proof/bound_graph.h"
#include "rlminer/proof/proof.h"
#include "rlminer/proof/scheme.h"
#include "rlminer/proof/shapes.h"

// What the tests of this room share: graphs with hubs, and the definitions written plainly.
namespace rlminer::testing {

// Up to `max_hubs` hubs with leaves, some of which are joined to each other or to another hub, in a
// sparse or dense rest, with isolated vertices now and then; 1 to 4 labels, some of them rare.
inline Graph graph_with_hubs(std::uint64_t seed, std::size_t max_vertices,
                             std::size_t max_hubs = 3) {
  Rng rng(seed * 7919 + 13);
  const std::size_t n = 4 + rng.below(max_vertices - 3);
  const std::size_t labels = 1 + rng.below(4);
  const bool skewed = rng.chance(0.5);
  graph::GraphBuilder builder;
  for (std::size_t v = 0; v < n; ++v) {
    const std::size_t label = skewed && rng.chance(0.7) ? 0 : rng.below(labels);
    builder.add_vertex(std::to_string(v), std::to_string(label));
  }
  const auto any = [&] { return static_cast<Vertex>(rng.below(n)); };
  const std::size_t hubs = rng.below(max_hubs + 1);
  for (std::size_t h = 0; h < hubs; ++h) {
    const Vertex hub = any();
    const double share = 0.2 + 0.6 * rng.uniform();
    for (Vertex v = 0; v < n; ++v) {
      if (v != hub && rng.chance(share)) builder.add_edge(hub, v);
    }
  }
  const std::size_t noise = rng.below(rng.chance(0.3) ? 2 * n : n);
  for (std::size_t i = 0; i < noise; ++i) {
    const Vertex u = any();
    const Vertex v = any();
    if (u != v) builder.add_edge(u, v);
  }
  return builder.build();
}

// The frequency of every connected pattern, by trying all vertex sets of the size.
inline std::map<Pattern, std::uint64_t> plain_census(const Graph& graph, int size) {
  std::unordered_map<Pattern, std::uint64_t, pattern::PatternHash> as_found;
  std::vector<Vertex> chosen;
  const auto choose = [&](const auto& self, Vertex next) -> void {
    if (chosen.size() == static_cast<std::size_t>(size)) {
      ++as_found[pattern::induce(graph, chosen)];
      return;
    }
    for (Vertex v = next; v < graph.num_vertices(); ++v) {
      chosen.push_back(v);
      self(self, v + 1);
      chosen.pop_back();
    }
  };
  choose(choose, 0);
  std::map<Pattern, std::uint64_t> counts;
  for (const auto& [pattern, count] : as_found) {
    if (pattern.connected()) counts[pattern::canonicalize(pattern).pattern] += count;
  }
  return counts;
}

// All patterns of a size, in the order in which engines report them.
inline std::vector<proof::KnownPattern> all_patterns(const Graph& graph, int size) {
  std::vector<proof::KnownPattern> all;
  for (const auto& [pattern, count] : plain_census(graph, size))
    all.push_back({pattern, Frequency::exactly(count)});
  std::sort(all.begin(), all.end(), [](const proof::KnownPattern& a, const proof::KnownPattern& b) {
    return a.frequency != b.frequency ? a.frequency > b.frequency : a.pattern < b.pattern;
  });
  return all;
}

// The first patterns of all, in order.
inline void expect_leaders(const proof::ProofResult& result,
                           const std::vector<proof::KnownPattern>& all, std::size_t top,
                           const std::string& where) {
  ASSERT_EQ(result.best.size(), std::min(top, all.size())) << where;
  for (std::size_t i = 0; i < result.best.size(); ++i) {
    EXPECT_EQ(result.best[i].frequency, all[i].frequency) << where << " place " << i;
    EXPECT_TRUE(result.best[i].pattern == all[i].pattern) << where << " place " << i;
  }
}

// A bound that holds, and frequencies that are right, proven or not.
inline void expect_sound(const proof::ProofResult& result,
                         const std::vector<proof::KnownPattern>& all, const std::string& where) {
  const Count optimum = all.empty() ? 0 : all[0].frequency.saturated();
  if (result.upper_bound) {
    EXPECT_GE(*result.upper_bound, optimum) << where;
  }
  for (const proof::KnownPattern& found : result.best) {
    const auto same = [&](const proof::KnownPattern& other) {
      return other.pattern == found.pattern;
    };
    const auto place = std::find_if(all.begin(), all.end(), same);
    ASSERT_NE(place, all.end()) << where;
    EXPECT_EQ(place->frequency, found.frequency) << where;
  }
}

// All trees, or all connected graphs with one cycle.
inline std::vector<proof::Shape> all_shapes(int size, bool cyclic) {
  const auto table = proof::ShapeTable::of(size);
  if (!cyclic) return table->trees();
  std::set<const proof::CyclicShape*> met;
  std::vector<proof::Shape> shapes;
  for (std::uint32_t tree = 0; tree < table->trees().size(); ++tree) {
    for (const proof::CyclicShape* shape : table->closed(tree)) {
      if (met.insert(shape).second) shapes.push_back(shape->shape);
    }
  }
  return shapes;
}

using EdgeSet = std::set<std::pair<std::uint32_t, std::uint32_t>>;

// All subgraphs (vertex set and edge set) onto which some map sends the scheme, edges to edges of
// allowed relations and every vertex to one with an allowed label.
class PlainCopies {
 public:
  PlainCopies(const proof::BoundGraph& graph, const proof::Scheme& scheme)
      : graph_(graph), scheme_(scheme) {
    image_.resize(static_cast<std::size_t>(scheme.size));
    place(0);
  }

  std::size_t count() const { return found_.size(); }

 private:
  bool fits(int i, std::uint32_t v) const {
    const graph::Range allowed = graph_.ranks(scheme_.code[proof::Scheme::at(i)]);
    if (!graph_.vertices(allowed).contains(v)) return false;
    for (int j = 0; j < i; ++j) {
      if (image_[proof::Scheme::at(j)] == v) return false;
      if (scheme_.has_edge(i, j) && !has_edge(i, v, j)) return false;
    }
    return true;
  }

  // Whether there is an edge from v, for vertex i, to the image of j that each end allows.
  bool has_edge(int i, std::uint32_t v, int j) const {
    const auto allows = [&](std::uint32_t slot, int from, int to) {
      const graph::Range kinds = graph_.kinds(scheme_, from, to);
      return graph_.is_of(slot, graph_.head(slot), kinds, graph_.vertices(kinds));
    };
    for (const std::uint32_t slot : graph_.slots(v)) {
      if (graph_.head(slot) == image_[proof::Scheme::at(j)])
        return allows(slot, i, j) && allows(graph_.reverse(slot), j, i);
    }
    return false;
  }

  void place(int i) {
    if (i == scheme_.size) {
      std::pair<std::set<std::uint32_t>, EdgeSet> copy;
      copy.first.insert(image_.begin(), image_.end());
      for (int a = 0; a < scheme_.size; ++a) {
        for (int b = 0; b < a; ++b) {
          if (scheme_.has_edge(a, b))
            copy.second.insert(
                std::minmax(image_[proof::Scheme::at(a)], image_[proof::Scheme::at(b)]));
        }
      }
      found_.insert(std::move(copy));
      return;
    }
    for (std::uint32_t v = 0; v < graph_.num_vertices(); ++v) {
      if (!fits(i, v)) continue;
      image_[proof::Scheme::at(i)] = v;
      place(i + 1);
    }
  }

  const proof::BoundGraph& graph_;
  const proof::Scheme& scheme_;
  std::vector<std::uint32_t> image_;
  std::set<std::pair<std::set<std::uint32_t>, EdgeSet>> found_;
};

inline std::size_t plain_copies(const proof::BoundGraph& graph, const proof::Scheme& scheme) {
  return PlainCopies(graph, scheme).count();
}

}  // namespace rlminer::testing
