#include "rlminer/mpi/checkpoint.h"

#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

#include "rlminer/base/error.h"
#include "rlminer/mpi/sketch_bytes.h"
#include "rlminer/testing/graph_files.h"
#include "rlminer/testing/random_graphs.h"

namespace rlminer::mpi {
namespace {

using enumerate::RankedGraph;
using enumerate::SizeSketch;
using testing::TempFolder;

const std::vector<bool> kWanted = {false, false, false, true, true};
constexpr int kBits = 12;

Census half_done() {
  Census census{{true, false, true}, empty_sketch(kWanted, kBits)};
  Rng rng(1);
  for (const std::size_t n : {3u, 4u}) {
    for (int i = 0; i < 5000; ++i)  // more than fit: keys lose bits
      census.sketch.sizes[n].tally(static_cast<std::uint32_t>(rng.next()), 1 + rng.below(10));
    census.sketch.sizes[n].tally(77, ~std::uint64_t{0});
    census.sketch.sets[n] = Count{1} << 100;
  }
  return census;
}

TEST(SketchBytes, BringBackEveryValue) {
  const Census census = half_done();
  std::string bytes;
  append_sketch(bytes, census.sketch);
  enumerate::Sketch twice = empty_sketch(kWanted, kBits);
  for (int i = 0; i < 2; ++i) {
    ByteReader reader(bytes);
    add_sketch(reader, twice);
    EXPECT_EQ(reader.left(), 0u);
  }
  for (const std::size_t n : {3u, 4u}) {
    const SizeSketch& once = census.sketch.sizes[n];
    EXPECT_EQ(twice.sets[n], 2 * census.sketch.sets[n]);
    EXPECT_GT(once.dropped_bits(), 0);
    ASSERT_EQ(twice.sizes[n].size(), once.size());
    for (const SizeSketch::Key key : once.keys_with_at_least(1))
      ASSERT_EQ(twice.sizes[n].value(key), 2 * once.value(key));
  }
}

TEST(Checkpoint, IsGoneOnWith) {
  const TempFolder folder;
  const auto path = folder.path() / "census";
  Census again{std::vector<bool>(3), empty_sketch(kWanted, kBits)};
  EXPECT_FALSE(read_checkpoint(path, 5, again));
  write_checkpoint(path, 5, half_done());
  EXPECT_TRUE(read_checkpoint(path, 5, again));
  EXPECT_EQ(again.done, half_done().done);
  EXPECT_EQ(again.sketch.sets, half_done().sketch.sets);
}

TEST(Checkpoint, RefusesWhatIsDamagedOrOfAnotherWalk) {
  const TempFolder folder;
  const auto path = folder.path() / "census";
  write_checkpoint(path, 5, half_done());
  std::ifstream file(path, std::ios::binary);
  const std::string whole{std::istreambuf_iterator<char>(file), {}};
  const auto refused = [&](const std::string& content, std::uint64_t print, std::size_t parts) {
    Census census{std::vector<bool>(parts), empty_sketch(kWanted, kBits)};
    try {
      read_checkpoint(folder.write("census", content), print, census);
      return false;
    } catch (const Error&) {
      return true;
    }
  };
  EXPECT_FALSE(refused(whole, 5, 3));
  EXPECT_TRUE(refused(whole, 6, 3));
  EXPECT_TRUE(refused(whole, 5, 4));
  for (std::size_t size = 0; size < whole.size(); size += 1 + size / 4)
    EXPECT_TRUE(refused(whole.substr(0, size), 5, 3)) << size;
  for (std::size_t place = 0; place < whole.size(); place += 1 + place / 3) {
    std::string damaged = whole;
    damaged[place] = static_cast<char>(damaged[place] ^ 4);
    EXPECT_TRUE(refused(damaged, 5, 3)) << place;
  }
}

TEST(Checkpoint, BelongsToOneGraphAndQuestion) {
  const Graph one = testing::random_small_graph(1);
  const Graph other = testing::random_small_graph(2);
  const std::uint64_t print = fingerprint(RankedGraph(one), kWanted, kBits);
  EXPECT_EQ(fingerprint(RankedGraph(one), kWanted, kBits), print);
  EXPECT_NE(fingerprint(RankedGraph(other), kWanted, kBits), print);
  EXPECT_NE(fingerprint(RankedGraph(one), {false, true}, kBits), print);
  EXPECT_NE(fingerprint(RankedGraph(one), kWanted, kBits + 1), print);
}

}  // namespace
}  // namespace rlminer::mpi
