#include "rlminer/model/model_info.h"

#include <string>

#include <gtest/gtest.h>

#include "rlminer/testing/graph_files.h"

namespace rlminer::model {
namespace {

using testing::TempFolder;

TEST(ModelInfo, ModelsAreRecognisedByTheirFirstBytes) {
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

}  // namespace
}  // namespace rlminer::model
