#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "rlminer/base/rng.h"
#include "rlminer/env/encoding.h"
#include "rlminer/generate/generate.h"
#include "rlminer/testing/random_graphs.h"
#include "rlminer/testing/vertex_sets.h"

namespace rlminer::env {
namespace {

using testing::Set;

double logarithm(double count) {
  return std::log(count) / std::log(16.0);
}

// What is between two vertices, seen from the first.
char between(const Graph& graph, Vertex u, Vertex v, Edges edges) {
  if (!graph.has_edge(u, v)) return '0';
  const bool apart = edges == Edges::ToldApart && graph.has_relations();
  return static_cast<char>('1' + (apart ? graph.relation(u, v) : 0));
}

// Tells induced subgraphs apart: the smallest writing of labels and edges over all orders.
std::string canonical(const Graph& graph, Set set, Edges edges) {
  std::string best;
  std::sort(set.begin(), set.end());
  do {
    std::string text;
    for (std::size_t i = 0; i < set.size(); ++i) {
      text += static_cast<char>('a' + graph.label(set[i]));
      for (std::size_t j = 0; j < i; ++j)
        text += between(graph, set[i], set[j], edges);
    }
    if (best.empty() || text < best) best = text;
  } while (std::next_permutation(set.begin(), set.end()));
  return best;
}

// Highest and mean log frequency of the subgraphs of that size at each vertex, by definition.
void expect_frequencies(const Graph& graph, std::size_t size, const std::vector<float>& features,
                        Edges edges = Edges::Alike) {
  std::map<std::string, int> frequency;
  std::vector<Set> sets;
  for (const Set& set : testing::all_subsets(graph)) {
    if (set.size() != size || !testing::is_connected(graph, set)) continue;
    sets.push_back(set);
    ++frequency[canonical(graph, set, edges)];
  }
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    double highest = 0.0;
    double sum = 0.0;
    int members = 0;
    for (const Set& set : sets) {
      if (!testing::contains(set, v)) continue;
      const double value = logarithm(frequency[canonical(graph, set, edges)]);
      highest = std::max(highest, value);
      sum += value;
      ++members;
    }
    const float* row = &features[v * kVertexFeatures + 6 + 2 * (size - 2)];
    EXPECT_NEAR(row[0], highest, 1e-5);
    EXPECT_NEAR(row[1], members == 0 ? 0.0 : sum / members, 1e-5);
  }
}

// The neighbourhood of a vertex as a term; equal terms look alike from that far.
std::string term(const Graph& graph, Vertex v, int radius, Edges edges) {
  std::string text(1, static_cast<char>('a' + graph.label(v)));
  if (radius == 0) return text;
  std::multiset<std::string> around;
  for (const Vertex neighbor : graph.neighbors(v))
    around.insert(between(graph, v, neighbor, edges) + term(graph, neighbor, radius - 1, edges));
  text += '(';
  for (const std::string& part : around)
    text += part;
  return text + ')';
}

void expect_colours(const Graph& graph, int radius, const std::vector<float>& features,
                    Edges edges = Edges::Alike) {
  std::map<std::string, int> count;
  for (Vertex v = 0; v < graph.num_vertices(); ++v)
    ++count[term(graph, v, radius, edges)];
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    EXPECT_NEAR(features[v * kVertexFeatures + 2 + static_cast<std::size_t>(radius)],
                logarithm(count[term(graph, v, radius, edges)]), 1e-5);
  }
}

TEST(VertexFeatures, AsDefined) {
  Rng rng(11);
  for (int i = 0; i < 150; ++i) {
    const std::size_t n = 1 + rng.below(9);
    const std::size_t edges = rng.below(std::min(2 * n, n * (n - 1) / 2) + 1);
    const Graph graph = generate::generate({generate::ErdosRenyi{n, edges, {}},
                                            generate::LabelDistribution::uniform(1 + rng.below(3)),
                                            {}},
                                           rng);
    const std::vector<float> features = vertex_features(graph);
    ASSERT_EQ(features.size(), n * kVertexFeatures);
    for (Vertex v = 0; v < n; ++v) {
      EXPECT_NEAR(features[v * kVertexFeatures], logarithm(static_cast<double>(n)), 1e-5);
      EXPECT_NEAR(features[v * kVertexFeatures + 1],
                  logarithm(1.0 + static_cast<double>(graph.degree(v))), 1e-5);
    }
    for (int radius = 0; radius < 4; ++radius)
      expect_colours(graph, radius, features);
    for (const std::size_t size : {2u, 3u, 4u, 5u, 6u})
      expect_frequencies(graph, size, features);
  }
}

TEST(VertexFeatures, KindsOfEdgesCountWhereTheyAreToldApart) {
  for (std::uint64_t seed = 0; seed < 104; ++seed) {
    const Graph graph = testing::random_related_graph(seed, 8);
    for (const Edges edges : {Edges::Alike, Edges::ToldApart}) {
      const std::vector<float> features = vertex_features(graph, {}, edges);
      for (int radius = 0; radius < 4; ++radius)
        expect_colours(graph, radius, features, edges);
      for (const std::size_t size : {2u, 3u, 4u, 5u, 6u})
        expect_frequencies(graph, size, features, edges);
    }
  }
}

TEST(VertexFeatures, TooManySetsLeaveTheLargestOut) {
  // A star of 3000 leaves has 4.5 million sets of 3 vertices, but 3000 of 2.
  std::vector<std::pair<Vertex, Vertex>> edges;
  for (Vertex v = 1; v <= 3000; ++v)
    edges.emplace_back(0, v);
  const std::vector<float> features = vertex_features(testing::unlabelled(3001, edges));
  EXPECT_NEAR(features[6], logarithm(3000), 1e-4);
  EXPECT_NEAR(features[kVertexFeatures + 7], logarithm(3000), 1e-4);
  for (std::size_t feature = 8; feature < kVertexFeatures; ++feature)
    EXPECT_EQ(features[feature], 0.0F);
  EXPECT_TRUE(vertex_features(Graph()).empty());
}

}  // namespace
}  // namespace rlminer::env
