// Known answers on the public data sets, where these are present.

#include <cstdio>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/base/machine.h"
#include "rlminer/engine/exact.h"
#include "rlminer/enumerate/sketch.h"
#include "rlminer/io/io.h"
#include "rlminer/testing/connected_sets.h"
#include "rlminer/testing/graph_files.h"

namespace rlminer::tests {
namespace {

using testing::data_folder;

std::string mean_best_frequencies(const Collection& collection, const engine::Problem& problem) {
  std::vector<std::vector<engine::Answer>> answers(collection.graphs.size());
  parallel_for(answers.size(), resolve_threads(0), [&](int, std::size_t i) {
    answers[i] = engine::ExactEngine().solve(collection.graphs[i], problem, engine::Budget());
  });
  std::string means;
  for (std::size_t k = 0; k < problem.sizes.size(); ++k) {
    double sum = 0;
    for (const auto& answer : answers) {
      EXPECT_TRUE(answer[k].proven);
      sum += answer[k].findings.at(0).frequency.to_double();
    }
    char text[32];
    std::snprintf(text, sizeof text, "%.2f ", sum / static_cast<double>(answers.size()));
    means += text;
  }
  return means;
}

TEST(Golden, MeanBestFrequencyOfTheFiveCollections) {
  REQUIRE_DATA();
  const std::vector<std::pair<const char*, const char*>> expected = {
      {"ENZYMES", "83.56 105.51 143.34 183.70 247.59 "},
      {"COX2", "31.56 34.54 33.93 34.64 34.73 "},
      {"BZR", "26.72 30.62 26.80 29.64 31.98 "},
      {"DHFR", "24.78 25.92 26.17 27.94 32.79 "},
      {"PROTEINS", "121.33 173.67 293.05 517.43 955.59 "}};
  engine::Problem problem;
  problem.sizes = {5, 6, 7, 8, 9};
  for (const auto& [name, means] : expected) {
    const Collection collection = graph::paper_filter(io::read_collection(data_folder() / name));
    EXPECT_EQ(mean_best_frequencies(collection, problem), means) << name;
  }
}

TEST(Golden, StarsOfTheNetworks) {
  REQUIRE_DATA();
  struct Winner {
    const char* network;
    int size;
    std::uint64_t frequency, sets;
  };
  const std::vector<Winner> winners = {{"citeseer", 5, 2730464, 7668883},
                                       {"citeseer", 6, 43986589, 168189810},
                                       {"cora", 5, 21428272, 0}};
  for (const Winner& winner : winners) {
    const std::string file = std::string(winner.network) + ".lg";
    const Collection collection = io::read_collection(data_folder() / "single" / file);
    engine::Problem problem;
    problem.sizes = {winner.size};
    engine::Budget budget;
    budget.threads = 2;
    // By the walk alone, and by bounds.
    for (const double bounds_after : {Deadline::kForever, 0.0}) {
      const engine::ExactEngine engine({.walk = {.bounds_after = bounds_after}});
      const engine::Answer answer = engine.solve(collection.graphs.at(0), problem, budget).at(0);
      EXPECT_TRUE(answer.proven);
      EXPECT_EQ(to_string(answer.findings.at(0).frequency.value()),
                std::to_string(winner.frequency))
          << file;
      if (winner.sets != 0 && bounds_after > 0.0) {
        EXPECT_EQ(to_string(answer.sets), std::to_string(winner.sets)) << file;
      }
    }
  }
}

// Real hubs bring the ways of finishing a set together as no generated graph does.
TEST(Golden, SketchOfCiteseerIsThatOfItsDefinition) {
  REQUIRE_DATA();
  const Graph graph = io::read_collection(data_folder() / "single" / "citeseer.lg").graphs.at(0);
  const enumerate::Sketch sketch = enumerate::sketch_sets(
      enumerate::RankedGraph(graph), std::vector<bool>(5, true), enumerate::WalkBudget());
  for (int k = 1; k <= 4; ++k) {
    enumerate::SizeSketch expected;
    testing::for_each_connected_set(graph, k, [&](std::span<const Vertex> set) {
      expected.tally(enumerate::hash_pattern(pattern::induce(graph, set), graph.num_labels()), 1);
      return true;
    });
    const enumerate::SizeSketch& actual = sketch.sizes[static_cast<std::size_t>(k)];
    ASSERT_EQ(actual.size(), expected.size()) << k;
    for (const enumerate::SizeSketch::Key key : expected.keys_with_at_least(1)) {
      ASSERT_TRUE(actual.value(key) == expected.value(key)) << k;
    }
  }
}

}  // namespace
}  // namespace rlminer::tests
