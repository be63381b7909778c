#include "rlminer/base/atomic_file.h"

#include <array>
#include <csignal>
#include <fstream>
#include <set>
#include <sstream>
#include <stdlib.h>
#include <string>
#include <sys/resource.h>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/base/error.h"

namespace rlminer {
namespace {

namespace fs = std::filesystem;

class AtomicFile : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "rlminer_XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }

  std::set<std::string> names() const {
    std::set<std::string> result;
    for (const auto& entry : fs::directory_iterator(folder_))
      result.insert(entry.path().filename().string());
    return result;
  }

  fs::path folder_;
};

std::string content_of(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

std::string error_of(const fs::path& path, std::string_view content) {
  try {
    write_file_atomically(path, content);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

// While it lives, no file of this process can grow beyond `bytes`: what a full disk looks like.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : old_handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &old_limit_);
    const rlimit limit{bytes, old_limit_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    setrlimit(RLIMIT_FSIZE, &old_limit_);
    std::signal(SIGXFSZ, old_handler_);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  void (*old_handler_)(int);
  rlimit old_limit_{};
};

TEST_F(AtomicFile, MakesAndReplaces) {
  const fs::path file = folder_ / "a.txt";
  write_file_atomically(file, "first, and longer");
  EXPECT_EQ(content_of(file), "first, and longer");
  write_file_atomically(file, "second");
  EXPECT_EQ(content_of(file), "second");
  write_file_atomically(file, "");
  EXPECT_EQ(content_of(file), "");
  EXPECT_EQ(names(), std::set<std::string>{"a.txt"});
}

TEST_F(AtomicFile, JoinsTheParts) {
  const std::string head = "head";
  const std::string tail(3 << 20, 'x');
  const std::vector<std::span<const std::byte>> parts = {
      std::as_bytes(std::span(head)), {}, std::as_bytes(std::span(tail))};
  write_file_atomically(folder_ / "a", parts);
  EXPECT_EQ(content_of(folder_ / "a"), head + tail);
}

TEST_F(AtomicFile, TakesNamesAsLongAsNamesCanBe) {
  const fs::path file = folder_ / std::string(255, 'n');
  write_file_atomically(file, "x");
  EXPECT_EQ(content_of(file), "x");
}

TEST_F(AtomicFile, TakesAPathWithoutAFolder) {
  const fs::path before = fs::current_path();
  fs::current_path(folder_);
  write_file_atomically("plain", "x");
  fs::current_path(before);
  EXPECT_EQ(content_of(folder_ / "plain"), "x");
}

TEST_F(AtomicFile, AFullDiskLeavesTheOldFile) {
  const fs::path file = folder_ / "a.txt";
  write_file_atomically(file, "old");
  std::string message;
  {
    const FileSizeLimit limit(10000);
    message = error_of(file, std::string(20000, 'x'));
  }
  EXPECT_TRUE(message.starts_with(file.string() + ": cannot be written: ")) << message;
  EXPECT_EQ(content_of(file), "old");
  EXPECT_EQ(names(), std::set<std::string>{"a.txt"});
}

TEST_F(AtomicFile, AMissingFolderIsAnError) {
  const fs::path file = folder_ / "missing" / "a.txt";
  EXPECT_EQ(error_of(file, "x"), file.string() + ": cannot be written: No such file or directory");
  EXPECT_TRUE(names().empty());
}

TEST_F(AtomicFile, RefusesWhatIsNotARegularFile) {
  fs::create_directory(folder_ / "sub");
  for (const fs::path& path : {folder_ / "sub", fs::path("/dev/null")}) {
    EXPECT_EQ(error_of(path, "x"), path.string() + ": cannot be written: not a regular file");
  }
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  EXPECT_EQ(names(), std::set<std::string>{"sub"});
}

TEST_F(AtomicFile, KeepsPermissionsAndLinks) {
  const fs::path file = folder_ / "a.txt";
  write_file_atomically(file, "old");
  fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink("a.txt", folder_ / "link");
  write_file_atomically(folder_ / "link", "new");
  EXPECT_EQ(content_of(file), "new");
  EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
  EXPECT_EQ(fs::status(file).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_EQ(names(), (std::set<std::string>{"a.txt", "link"}));
}

}  // namespace
}  // namespace rlminer
