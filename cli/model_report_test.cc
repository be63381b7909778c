#include <string>

#include "cli/engine_choice.h"
#include "cli/info_report.h"
#include <gtest/gtest.h>

namespace rlminer::cli {
namespace {

TEST(ModelReport, OverlapWithTrainingIsCounted) {
  model::ModelInfo info;
  info.parts = {
      {.dataset = "BZR", .split = {.train = {3}, .validation = {}, .test = {0}}},
      {.dataset = "MUTAG", .split = {.train = {0, 2, 4, 6}, .validation = {1}, .test = {3, 5}}}};
  EXPECT_EQ(overlap_warning(info, "MUTAG", 7, {3, 5}), "");
  EXPECT_EQ(overlap_warning(info, "COX2", 7, {0, 1, 2}), "");
  EXPECT_EQ(overlap_warning(info, "MUTAG", 7, {0, 1, 2, 3}),
            "the model knows 3 of these 4 graphs: 2 from training, 1 from validation");
  EXPECT_NE(overlap_warning(info, "MUTAG", 8, {3}).find("another selection"), std::string::npos);
}

TEST(ModelReport, SizesForPeople) {
  EXPECT_EQ(size_list({}), "");
  EXPECT_EQ(size_list({5}), "5");
  EXPECT_EQ(size_list({3, 4, 5, 7, 9, 10}), "3..5, 7, 9..10");
}

}  // namespace
}  // namespace rlminer::cli
