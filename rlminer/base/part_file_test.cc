#include "rlminer/base/part_file.h"

#include <fstream>
#include <iterator>
#include <stdlib.h>
#include <string>

#include <gtest/gtest.h>

#include "rlminer/base/error.h"

namespace rlminer {
namespace {

namespace fs = std::filesystem;

class PartFileTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "rlminer_XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
    path_ = folder_ / "answers";
    part_ = folder_ / "answers.part";
  }
  void TearDown() override {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  static std::string content(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  fs::path folder_, path_, part_;
};

TEST_F(PartFileTest, HasItsNameWhenItIsComplete) {
  PartFile file(path_);
  file.begin(0);
  file.write("one\n");
  EXPECT_EQ(content(part_), "one\n");
  EXPECT_FALSE(fs::exists(path_));
  file.commit();
  EXPECT_EQ(content(path_), "one\n");
  EXPECT_FALSE(fs::exists(part_));
}

TEST_F(PartFileTest, IsGoneOnWith) {
  {
    PartFile file(path_);
    file.begin(0);
    file.write("one\ntw");
  }
  PartFile file(path_);
  EXPECT_EQ(file.found(), part_);
  file.begin(4);
  file.write("two\n");
  file.commit();
  EXPECT_EQ(content(path_), "one\ntwo\n");
}

TEST_F(PartFileTest, AFileThatWasCutShortIsGoneOnWithToo) {
  std::ofstream(path_) << "one\ntw";
  {
    const PartFile file(path_);
    EXPECT_EQ(file.found(), path_);
  }
  EXPECT_EQ(content(path_), "one\ntw");  // nothing was begun
  PartFile file(path_);
  file.begin(4);
  EXPECT_FALSE(fs::exists(path_));
  file.commit();
  EXPECT_EQ(content(path_), "one\n");
}

TEST_F(PartFileTest, IsNotSharedByTwo) {
  PartFile file(path_);
  file.begin(0);
  EXPECT_THROW(PartFile{path_}, Error);
  file.commit();
  EXPECT_NO_THROW(PartFile{path_});
}

TEST_F(PartFileTest, RefusesWhatIsNoFile) {
  EXPECT_THROW(PartFile{folder_}, Error);
  EXPECT_THROW(PartFile{folder_ / "missing" / "answers"}, Error);
}

}  // namespace
}  // namespace rlminer
