#include "rlminer/mpi/messages.h"

#include <map>

#include <gtest/gtest.h>

#include "rlminer/mpi/shared_walk.h"
#include "rlminer/testing/random_graphs.h"

namespace rlminer::mpi {
namespace {

// However many processes there are, each sends its results to one that expects them.
TEST(TreeOfProcesses, ParentsKnowHowManyChildrenTheyHave) {
  for (int processes = 1; processes <= 200; ++processes) {
    std::map<int, int> children;
    for (int rank = 1; rank < processes; ++rank) {
      ASSERT_LT(parent_of(rank), rank);
      ASSERT_GE(parent_of(rank), 0);
      ++children[parent_of(rank)];
    }
    for (int rank = 0; rank < processes; ++rank)
      ASSERT_EQ(children_of(rank, processes), children[rank]) << rank << " of " << processes;
  }
}

TEST(TreeOfProcesses, IsNotDeep) {
  int steps = 0;
  for (int rank = 999; rank != 0; rank = parent_of(rank))
    ++steps;
  EXPECT_LE(steps, 5);
}

// Parts that go up by way of another process count as if they had been sent to the leader.
TEST(Harvest, HasWhatOthersHavePassedOn) {
  const Graph graph = testing::random_small_graph(3, 12);
  const enumerate::RankedGraph ranked(graph);
  const std::vector<bool> wanted = {false, false, false, true, true, true};
  constexpr int kBits = 12;
  const Walk walk(ranked, wanted, kBits);
  const enumerate::Sketch whole = sketch_sets(ranked, wanted, enumerate::WalkBudget(), kBits);
  Harvest parent(walk);
  Harvest child(walk);
  for (std::uint64_t part = 0; part < walk.parts(); ++part) {
    Harvest& harvest = part % 3 == 0 ? parent : child;
    harvest.add(part, walk.sketch(part, Deadline(), 1), 0.5);
    if (part % 4 == 1) parent.add(child.take());
  }
  parent.add(child.take());
  const std::string bytes = parent.take();
  ByteReader reader(bytes);
  std::vector<bool> done(walk.parts(), false);
  for (auto parts = reader.take<std::uint64_t>(); parts > 0; --parts) {
    const auto part = reader.take<DonePart>();
    EXPECT_FALSE(done.at(part.number));
    EXPECT_EQ(part.seconds, 0.5);
    done.at(part.number) = true;
  }
  EXPECT_EQ(done, std::vector<bool>(walk.parts(), true));
  enumerate::Sketch sum = walk.nothing();
  add_sketch(reader, sum);
  EXPECT_EQ(sum.sets, whole.sets);
  for (const std::size_t k : {3u, 4u, 5u})
    for (const auto key : whole.sizes[k].keys_with_at_least(1))
      ASSERT_EQ(sum.sizes[k].value(key), whole.sizes[k].value(key)) << k;
}

}  // namespace
}  // namespace rlminer::mpi
