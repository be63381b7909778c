#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/base/rng.h"
#include "rlminer/count/matcher.h"
#include "rlminer/generate/generate.h"
#include "rlminer/pattern/canonical.h"

namespace rlminer::count {
namespace {

Graph network(std::uint64_t seed) {
  generate::GenerateParams params;
  params.topology = generate::BarabasiAlbert{.vertices = 800, .attach = 2};
  params.labels = generate::LabelDistribution::uniform(2);
  Rng rng(seed);
  return generate::generate(params, rng);
}

// What a random connected set of vertices induces.
Pattern random_pattern(const Graph& graph, std::size_t size, Rng& rng) {
  std::vector<Vertex> set = {static_cast<Vertex>(rng.below(graph.num_vertices()))};
  while (set.size() < size) {
    const auto neighbors = graph.neighbors(set[rng.below(set.size())]);
    const Vertex v = neighbors[rng.below(neighbors.size())];
    if (std::find(set.begin(), set.end(), v) == set.end()) set.push_back(v);
  }
  return pattern::canonicalize(pattern::induce(graph, set)).pattern;
}

TEST(Predict, MostlyWithinAnOrderOfMagnitude) {
  const Graph graph = network(1);
  Matcher matcher(graph);
  Rng rng(2);
  int good = 0;
  int patterns = 0;
  std::set<Pattern> seen;
  while (patterns < 200) {
    const Pattern pattern = random_pattern(graph, 3 + rng.below(5), rng);
    if (!seen.insert(pattern).second) continue;
    ++patterns;
    const double matches = matcher.predict(pattern, rng).partial_matches;
    // The search tells whether it took more than a given number.
    const auto most = static_cast<std::uint64_t>(10.0 * matches + 10.0);
    const auto least = static_cast<std::uint64_t>(matches / 10.0);
    good += matcher.count(pattern, Deadline(), most).exact() &&
            (least < 10 || !matcher.count(pattern, Deadline(), least).exact());
  }
  EXPECT_GE(good, 180);
}

TEST(Predict, WorkTellsHardPatternsFromEasyOnes) {
  const Graph graph = network(3);
  Matcher matcher(graph);
  Rng rng(4);
  Pattern edge;
  edge.add_vertex(0);
  edge.add_vertex(0, 1);
  Pattern tree = edge;
  tree.add_vertex(0, 2);
  for (int v = 0; v < 3; ++v)
    tree.add_vertex(0, std::uint32_t{1} << v);
  const CountCost hard = matcher.predict(tree, rng, 2000);
  const CountCost easy = matcher.predict(edge, rng, 2000);
  EXPECT_GT(hard.work, 5.0 * easy.work);
  EXPECT_GT(hard.seconds(), easy.seconds());
}

TEST(Predict, LeavesNoTraceAndRepeats) {
  const Graph graph = network(5);
  Matcher matcher(graph);
  Rng rng(6);
  for (int i = 0; i < 20; ++i) {
    const Pattern pattern = random_pattern(graph, 5, rng);
    const Frequency before = matcher.count(pattern);
    Rng one(i);
    Rng two(i);
    EXPECT_EQ(matcher.predict(pattern, one).work, matcher.predict(pattern, two).work);
    EXPECT_TRUE(matcher.count(pattern) == before);
  }
}

}  // namespace
}  // namespace rlminer::count
