// Two roads to every number on real graphs: the counting engine against the census, and stars
// against a formula of their own.

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/count/matcher.h"
#include "rlminer/enumerate/census.h"
#include "rlminer/io/io.h"
#include "rlminer/testing/graph_files.h"

namespace rlminer::tests {
namespace {

using testing::data_folder;

Graph network(const std::string& name) {
  return io::read_collection(data_folder() / "single" / (name + ".lg")).graphs.at(0);
}

// Counts every pattern of the census again; returns how many there were.
std::size_t recount(const Graph& graph, const std::vector<int>& sizes, const std::string& name) {
  std::size_t patterns = 0;
  const enumerate::Classification census = enumerate::take_census(graph, sizes);
  count::Matcher matcher(graph);
  for (const enumerate::PatternCounts& counts : census.sizes) {
    for (const auto& [pattern, count] : counts) {
      const Frequency result = matcher.count(pattern);
      EXPECT_TRUE(result.exact()) << name;
      EXPECT_TRUE(result == count) << name << " k " << pattern.size() << ": "
                                   << to_string(result.value()) << " for " << to_string(count);
      ++patterns;
    }
  }
  return patterns;
}

TEST(CountAgainstCensus, EveryPatternOfTwoHundredGraphs) {
  REQUIRE_DATA();
  std::size_t patterns = 0;
  for (const std::string name : {"ENZYMES", "PROTEINS"}) {
    const Collection collection = graph::paper_filter(io::read_collection(data_folder() / name));
    for (std::size_t i = 0; i < 100; ++i)
      patterns += recount(collection.graphs[i], {5, 6, 7}, name + " " + std::to_string(i));
  }
  EXPECT_GT(patterns, 50000u);
}

TEST(CountAgainstCensus, EveryPatternOfCiteseerUpToFive) {
  REQUIRE_DATA();
  EXPECT_GT(recount(network("citeseer"), {1, 2, 3, 4, 5}, "citeseer"), 1000u);
}

TEST(CountAgainstCensus, EveryPatternOfCoraUpToFive) {
  REQUIRE_DATA();
  EXPECT_GT(recount(network("cora"), {1, 2, 3, 4, 5}, "cora"), 1000u);
}

// The independence polynomial by the textbook: components multiply, and a vertex of a component is
// either left out or taken, which rules out its neighbours. Entry r: the independent sets of r
// vertices, up to `most`.
struct IndependencePolynomial {
  using Vertices = std::set<Vertex>;
  const Graph& graph;
  std::size_t most;

  std::vector<Count> of(Vertices vertices) const {
    std::vector<Count> product(most + 1, 0);
    product[0] = 1;
    while (!vertices.empty()) {
      const Vertices component = component_of(*vertices.begin(), vertices);
      for (const Vertex v : component)
        vertices.erase(v);
      const std::vector<Count> factor = of_component(component);
      std::vector<Count> next(most + 1, 0);
      for (std::size_t i = 0; i <= most; ++i) {
        for (std::size_t j = 0; i + j <= most; ++j)
          next[i + j] += product[i] * factor[j];
      }
      product = next;
    }
    return product;
  }

 private:
  std::vector<Count> of_component(Vertices component) const {
    std::vector<Count> sum(most + 1, 0);
    const auto degree = [&](Vertex v) { return near(v, component).size(); };
    const Vertex chosen =
        *std::max_element(component.begin(), component.end(),
                          [&](Vertex a, Vertex b) { return degree(a) < degree(b); });
    component.erase(chosen);
    if (component.empty()) {
      sum[0] = sum[1] = 1;
      return sum;
    }
    sum = of(component);
    for (const Vertex v : near(chosen, component))
      component.erase(v);
    const std::vector<Count> taken = of(component);
    for (std::size_t r = 1; r <= most; ++r)
      sum[r] += taken[r - 1];
    return sum;
  }

  Vertices near(Vertex v, const Vertices& among) const {
    Vertices result;
    for (const Vertex u : graph.neighbors(v)) {
      if (among.contains(u)) result.insert(u);
    }
    return result;
  }

  Vertices component_of(Vertex first, const Vertices& among) const {
    Vertices reached = {first};
    for (std::vector<Vertex> fresh = {first}; !fresh.empty();) {
      const Vertex v = fresh.back();
      fresh.pop_back();
      for (const Vertex u : near(v, among)) {
        if (reached.insert(u).second) fresh.push_back(u);
      }
    }
    return reached;
  }
};

// Stars whose vertices all have one label, hub by hub.
Count stars_by_formula(const Graph& graph, Label label, int leaves) {
  Count total = 0;
  for (Vertex hub = 0; hub < graph.num_vertices(); ++hub) {
    if (graph.label(hub) != label) continue;
    std::set<Vertex> around;
    for (const Vertex v : graph.neighbors(hub)) {
      if (graph.label(v) == label) around.insert(v);
    }
    const auto most = static_cast<std::size_t>(leaves);
    total += IndependencePolynomial{graph, most}.of(around)[most];
  }
  return total;
}

Pattern star(Label label, int leaves) {
  Pattern pattern;
  pattern.add_vertex(label);
  for (int i = 0; i < leaves; ++i)
    pattern.add_vertex(label, 1);
  return pattern;
}

// The greatest frequency over all labels, checked label by label.
Count most_frequent_star(const Graph& graph, int leaves) {
  count::Matcher matcher(graph);
  Count most = 0;
  for (Label label = 0; label < graph.num_labels(); ++label) {
    const Count expected = stars_by_formula(graph, label, leaves);
    EXPECT_TRUE(matcher.count(star(label, leaves)) == expected) << label;
    most = std::max(most, expected);
  }
  return most;
}

TEST(Stars, AgreeWithTheFormulaAndTheKnownFrequencies) {
  REQUIRE_DATA();
  const Graph citeseer = network("citeseer");
  EXPECT_EQ(to_string(most_frequent_star(citeseer, 4)), "2730464");
  EXPECT_EQ(to_string(most_frequent_star(citeseer, 5)), "43986589");
  EXPECT_EQ(to_string(most_frequent_star(citeseer, 6)), "588782672");
  most_frequent_star(citeseer, 7);
  const Graph cora = network("cora");
  EXPECT_EQ(to_string(most_frequent_star(cora, 8)), "4852103385054");
  most_frequent_star(network("yeast"), 7);
}

}  // namespace
}  // namespace rlminer::tests
