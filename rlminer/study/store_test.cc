#include "rlminer/study/store.h"

#include <fstream>
#include <iterator>
#include <limits>

#include <gtest/gtest.h>

#include "rlminer/study/experiment.h"
#include "rlminer/testing/graph_files.h"

namespace rlminer::study {
namespace {

using Json = Store::Json;

class Parts : public ::testing::Test {
 protected:
  Json get(const StoreKey& key, int value) {
    return store_.get(key, [&] {
      ++computed_;
      return Json{{"value", value}};
    });
  }
  static StoreKey key(int sizes = 3) {
    return StoreKey("ratios-TINY-rl").add("graphs", "abc").add("sizes", sizes);
  }

  testing::TempFolder folder_;
  Store store_{folder_.path() / "parts"};
  int computed_ = 0;
};

TEST_F(Parts, ReadsWhatWasComputed) {
  EXPECT_EQ(get(key(), 1), (Json{{"value", 1}}));
  EXPECT_EQ(get(key(), 2), (Json{{"value", 1}}));
  EXPECT_EQ(computed_, 1);
  EXPECT_EQ(Store(folder_.path() / "parts").load(key()), (Json{{"value", 1}}));
}

TEST_F(Parts, AnotherKeyIsAnotherPart) {
  get(key(3), 1);
  EXPECT_EQ(get(key(4), 2)["value"], 2);
  EXPECT_EQ(get(StoreKey("ratios-TINY-rl").add("graphs", "abd").add("sizes", 3), 3)["value"], 3);
  EXPECT_EQ(get(StoreKey("ratios-TINY-rl").add("graphs", "abc"), 4)["value"], 4);
  EXPECT_EQ(get(key(3), 5)["value"], 1);
  EXPECT_EQ(computed_, 4);
}

TEST_F(Parts, DamagedFilesAreMadeAgain) {
  get(key(), 1);
  const auto file = store_.file_for(key());
  std::ifstream stream(file, std::ios::binary);
  const std::string good{std::istreambuf_iterator<char>(stream), {}};
  std::string altered = good;
  altered.replace(altered.find("\"value\":1"), 9, "\"value\":7");
  std::string other_key = good;
  other_key.replace(other_key.find("abc"), 3, "xyz");
  int value = 2;
  for (const std::string& bad :
       {std::string(), std::string("{}"), good.substr(0, good.size() / 2), altered, other_key}) {
    std::ofstream(file, std::ios::binary) << bad;
    EXPECT_FALSE(store_.load(key())) << bad;
    EXPECT_EQ(get(key(), value)["value"], value);
    EXPECT_EQ(get(key(), -1)["value"], value);
    ++value;
  }
}

TEST_F(Parts, WhatFailsIsNotStored) {
  EXPECT_THROW(store_.get(key(), []() -> Json { throw Interrupted(); }), Interrupted);
  EXPECT_FALSE(store_.load(key()));
}

TEST_F(Parts, NumbersThatJsonDoesNotHaveAreTheSameOnBothWays) {
  const auto compute = [] { return Json{{"x", std::numeric_limits<double>::quiet_NaN()}}; };
  const Json first = store_.get(key(), compute);
  EXPECT_TRUE(first["x"].is_null());
  EXPECT_EQ(store_.get(key(), compute), first);
}

TEST_F(Parts, FileNamesAreReadableAndHarmless) {
  const StoreKey odd("beyond-A B/../c-rl+samples=32");
  EXPECT_EQ(odd.file_name().rfind("beyond-A_B_.._c-rl+samples=32-", 0), 0u) << odd.file_name();
  EXPECT_EQ(store_.file_for(odd).parent_path(), folder_.path() / "parts");
}

TEST_F(Parts, HashesDependOnEveryByte) {
  const std::string bytes = "0123456789abcdef0";
  EXPECT_EQ(hash_of(bytes).size(), 32u);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string other = bytes;
    ++other[i];
    EXPECT_NE(hash_of(other), hash_of(bytes)) << i;
  }
  EXPECT_NE(hash_of(bytes + '\0'), hash_of(bytes));
  EXPECT_NE(hash_of(""), hash_of(std::string(1, '\0')));
  EXPECT_EQ(hash_of_file(folder_.write("x", bytes)), hash_of(bytes));
  EXPECT_THROW(hash_of_file(folder_.path() / "absent"), Error);
  EXPECT_THROW(hash_of_file(folder_.path()), Error);
}

}  // namespace
}  // namespace rlminer::study
