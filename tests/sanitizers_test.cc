// A sanitizer that is off finds nothing and looks like success. In the presets `sanitize` and
// `tsan` these tests commit the mistakes the sanitizers exist for and demand to be killed; in every
// other preset they are skipped.

#include <cstddef>
#include <limits>
#include <memory>
#include <string_view>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace {

constexpr std::string_view kExpected = RLMINER_EXPECT_SANITIZER;

class SanitizePresetDeathTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (kExpected != "memory") GTEST_SKIP() << "only the preset sanitize has these sanitizers on";
  }
};

class TsanPresetDeathTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (kExpected != "thread") GTEST_SKIP() << "only the preset tsan has this sanitizer on";
    ::testing::FLAGS_gtest_death_test_style = "threadsafe";  // the child starts threads of its own
  }
};

// The values are volatile so that the compiler can neither warn about the mistake nor remove it.
int read_past_end() {
  volatile std::size_t size = 4;
  const auto numbers = std::make_unique<volatile int[]>(size);
  return numbers[size];
}

int overflow_sum() {
  volatile int largest = std::numeric_limits<int>::max();
  volatile int sum = largest + 1;
  return sum;
}

int index_past_size() {
  volatile std::size_t size = 4;
  std::vector<int> numbers;
  numbers.reserve(2 * size);  // the memory is there, so only the container can object
  numbers.resize(size);
  return numbers[size];
}

int race() {
  volatile int shared = 0;
  {
    std::jthread other([&shared] { shared = 1; });
    shared = 2;
  }
  return shared;
}

TEST_F(SanitizePresetDeathTest, HeapOverflowDies) {
  EXPECT_DEATH(read_past_end(), "heap-buffer-overflow");
}

TEST_F(SanitizePresetDeathTest, SignedOverflowDies) {
  EXPECT_DEATH(overflow_sum(), "signed integer overflow");
}

TEST_F(SanitizePresetDeathTest, IndexPastSizeDies) {
  EXPECT_DEATH(index_past_size(), "Assertion");
}

TEST_F(TsanPresetDeathTest, DataRaceDies) {
  EXPECT_DEATH(race(), "data race");
}

}  // namespace
