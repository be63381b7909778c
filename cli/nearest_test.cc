#include <string>
#include <vector>

#include "cli/usage_error.h"
#include <gtest/gtest.h>

namespace rlminer::cli {
namespace {

TEST(Nearest, FindsWhatWasMeant) {
  const std::vector<std::string> names = {"caffeine", "aspirin", "glucose", "town", "team"};
  EXPECT_EQ(nearest("cafeine", names), "caffeine");
  EXPECT_EQ(nearest("Caffiene", names), "caffeine");
  EXPECT_EQ(nearest("asprin", names), "aspirin");
  EXPECT_EQ(nearest("twon", names), "town");
  EXPECT_EQ(nearest("tean", names), "team");
  EXPECT_EQ(nearest("glucose", names), "glucose");
}

TEST(Nearest, AndNothingWhereNobodyMeantAnyOfThem) {
  const std::vector<std::string> names = {"caffeine", "aspirin"};
  EXPECT_EQ(nearest("xyz", names), "");
  EXPECT_EQ(nearest("", names), "");
  EXPECT_EQ(nearest("cat", {}), "");
  EXPECT_EQ(nearest(std::string(1'000'000, 'a'), names), "");
}

TEST(Nearest, TakesTheFirstOfSeveral) {
  EXPECT_EQ(nearest("ab", {"ac", "ad"}), "ac");
}

}  // namespace
}  // namespace rlminer::cli
