#include "rlminer/train/pipeline.h"

#include <deque>
#include <vector>

#include <gtest/gtest.h>

namespace rlminer::train {
namespace {

struct Numbers {
  torch::Tensor values;

  static Numbers make(std::int64_t count, torch::Device device, bool pinned) {
    return {torch::zeros({count}, torch::TensorOptions().device(device).pinned_memory(pinned))};
  }
  std::vector<torch::Tensor> tensors() const { return {values}; }
};

std::deque<Lane<Numbers>> doubling_lanes(int& runs) {
  std::deque<Lane<Numbers>> lanes;
  for (std::size_t i = 0; i < kLanes; ++i) {
    lanes.emplace_back(std::int64_t{3}, c10::IntArrayRef{3}, torch::kCPU,
                       [&runs](const Numbers& input, torch::Tensor& result) {
                         ++runs;
                         result.copy_(2.0 * input.values);
                       });
  }
  return lanes;
}

// What makes two batches overlap: filling and running one asks nothing of the other, whose result
// is still there when its turn comes.
TEST(Pipeline, LanesHoldTheirOwnBatches) {
  int runs = 0;
  auto lanes = doubling_lanes(runs);
  for (int update = 0; update < 10; ++update) {
    Lane<Numbers>& lane = lanes[static_cast<std::size_t>(update) % kLanes];
    EXPECT_EQ(lane.wait(), update >= static_cast<int>(kLanes));
    if (update >= static_cast<int>(kLanes)) {
      const double expected = 2.0 * (update - static_cast<int>(kLanes));
      EXPECT_TRUE(torch::equal(lane.result, torch::full({3}, expected))) << update;
    }
    lane.input.values.fill_(update);
    lane.run();
    EXPECT_EQ(runs, update + 1);
  }
}

TEST(Pipeline, AResultIsReportedOnce) {
  int runs = 0;
  auto lanes = doubling_lanes(runs);
  EXPECT_FALSE(lanes[0].wait());
  lanes[0].run();
  EXPECT_TRUE(lanes[0].wait());
  EXPECT_FALSE(lanes[0].wait());
}

}  // namespace
}  // namespace rlminer::train
