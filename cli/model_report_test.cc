#include "cli/model_report.h"

#include <string>

#include "cli/engine_choice.h"
#include <gtest/gtest.h>

#include "rlminer/testing/graph_files.h"

namespace rlminer::cli {
namespace {

using testing::TempFolder;

TEST(ModelReport, ModelsAreRecognisedByTheirFirstBytes) {
  using std::string_literals::operator""s;
  const TempFolder folder;
  const auto is_model = [&](const std::string& content) {
    return looks_like_model(folder.write("file", content));
  };
  EXPECT_TRUE(is_model("\x02\0\0\0\0\0\0\0{}"s));
  EXPECT_TRUE(is_model("\x40\x01\0\0\0\0\0\0{\"cut"s));  // damaged, but nothing else either
  EXPECT_FALSE(is_model(""));
  EXPECT_FALSE(is_model("\x02\0\0\0\0\0\0\0"s));
  EXPECT_FALSE(is_model("{\"graphs\":[]}"));
  EXPECT_FALSE(is_model("t # 0\nv 0 {\n"));
  EXPECT_FALSE(looks_like_model(folder.path()));
  EXPECT_FALSE(looks_like_model(folder.path() / "missing"));
}

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
