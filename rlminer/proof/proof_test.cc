// Proofs against the census and the brute-force oracle.

#include "rlminer/proof/proof.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/base/error.h"
#include "rlminer/graph/builder.h"
#include "rlminer/io/io.h"
#include "rlminer/testing/graph_files.h"
#include "rlminer/testing/oracle.h"
#include "rlminer/testing/plain_proof.h"
#include "rlminer/testing/random_graphs.h"

namespace rlminer::proof {
namespace {

using testing::all_patterns;
using testing::expect_leaders;
using testing::expect_sound;
using testing::graph_with_hubs;

ProofResult run(const Graph& graph, int size, std::size_t top = 1, int threads = 1) {
  ProofTask task;
  task.size = size;
  task.top = top;
  task.threads = threads;
  return prove(graph, task);
}

TEST(Prove, AgreesWithTheCensusOnGraphsWithHubs) {
  constexpr std::uint64_t kSeeds = 2000;
  std::uint64_t proven = 0;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const Graph graph = graph_with_hubs(seed, 8 + seed % 13);
    ProofTask task;
    task.size = 3 + static_cast<int>(seed % 5);
    task.top = seed % 3 == 0 ? 3 : 1;
    task.threads = seed % 7 == 0 ? 3 : 1;
    // Where hundreds of patterns occur once or twice each, there is nothing to prune.
    task.most_steps = 2000;
    const auto all = all_patterns(graph, task.size);
    const ProofResult result = prove(graph, task);
    const std::string where = "seed " + std::to_string(seed);
    expect_sound(result, all, where);
    if (!result.proven) continue;
    ++proven;
    expect_leaders(result, all, task.top, where);
    EXPECT_EQ(result.upper_bound, all.empty() ? Count{0} : all[0].frequency.saturated()) << where;
  }
  EXPECT_GT(proven, kSeeds * 9 / 10);
}

TEST(Prove, AgreesWithTheOracleOnSmallGraphsOfEveryKind) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const Graph graph = testing::random_small_graph(seed, 8);
    for (int size = 1; size <= 6; ++size) {
      const auto classes = testing::classes_of_size(graph, size);
      const ProofResult result = run(graph, size);
      ASSERT_TRUE(result.proven) << seed;
      ASSERT_EQ(result.best.empty(), classes.empty()) << seed << " " << size;
      if (classes.empty()) continue;
      EXPECT_EQ(result.best[0].frequency, classes[0].count) << seed << " " << size;
      EXPECT_EQ(testing::frequency(graph, testing::from_pattern(result.best[0].pattern)),
                classes[0].count)
          << seed << " " << size;
    }
  }
}

TEST(Prove, StartsFromKnownPatternsAndFindsBetterOnes) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const Graph graph = graph_with_hubs(seed, 16);
    const int size = 3 + static_cast<int>(seed % 4);
    const auto all = all_patterns(graph, size);
    if (all.empty()) continue;
    ProofTask task;
    task.size = size;
    task.known = {all[seed % all.size()]};
    const ProofResult result = prove(graph, task);
    EXPECT_TRUE(result.proven);
    expect_leaders(result, all, 1, "seed " + std::to_string(seed));
  }
}

// A search that is broken off proves nothing, but its bound and its frequencies hold.
TEST(Prove, BoundsHoldWhenItIsBrokenOff) {
  int open = 0;
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    const Graph graph = graph_with_hubs(seed, 18);
    const int size = 4 + static_cast<int>(seed % 4);
    const auto all = all_patterns(graph, size);
    ProofTask task;
    task.size = size;
    task.most_steps = 1 + seed % 40;
    const ProofResult result = prove(graph, task);
    if (result.proven) {
      expect_leaders(result, all, 1, "seed " + std::to_string(seed));
      continue;
    }
    ++open;
    EXPECT_FALSE(result.why_not.empty());
    expect_sound(result, all, "seed " + std::to_string(seed));
  }
  EXPECT_GT(open, 100);
}

TEST(Prove, SaysWhyItDoesNot) {
  const Graph graph = graph_with_hubs(3, 18);
  ProofTask task;
  task.size = 5;
  task.deadline = Deadline(0.0);
  const ProofResult late = prove(graph, task);
  EXPECT_FALSE(late.proven);
  EXPECT_EQ(late.why_not, "the time limit was reached");
  task.size = 17;
  EXPECT_EQ(prove(graph, task).why_not, "proofs go up to size 16");
  task.size = 0;
  EXPECT_THROW(prove(graph, task), Error);
}

TEST(Prove, KnowsTheNetworks) {
  REQUIRE_DATA();
  struct Cell {
    const char* network;
    int size;
    std::uint64_t frequency;
  };
  const std::vector<Cell> cells = {{"citeseer", 5, 2'730'464},   {"citeseer", 6, 43'986'589},
                                   {"cora", 5, 21'428'272},      {"cora", 6, 614'948'218},
                                   {"cora", 7, 14'445'524'345u}, {"yeast", 5, 1'585'522}};
  for (const Cell& cell : cells) {
    const auto path = testing::data_folder() / "single" / (cell.network + std::string(".lg"));
    const Graph graph = io::read_collection(path).graphs.at(0);
    const ProofResult result = run(graph, cell.size);
    EXPECT_TRUE(result.proven) << cell.network << cell.size;
    EXPECT_EQ(result.best.at(0).frequency, cell.frequency) << cell.network << cell.size;
  }
}

}  // namespace
}  // namespace rlminer::proof
