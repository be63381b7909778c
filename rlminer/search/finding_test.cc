#include "rlminer/search/finding.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/base/rng.h"

namespace rlminer::search {
namespace {

Finding with(const Frequency& frequency) {
  return {Pattern(), frequency, {}};
}

TEST(Finding, TheMoreFrequentOneComesFirst) {
  const Finding ten = with(Frequency::exactly(Count{10}));
  const Finding eleven = with(Frequency::at_least(Count{11}));
  const Finding twelve = with(Frequency::estimated(12.0, {9.0, 15.0}));
  EXPECT_TRUE(ranks_before(twelve, eleven));
  EXPECT_TRUE(ranks_before(eleven, ten));
  EXPECT_FALSE(ranks_before(ten, twelve));
  EXPECT_FALSE(ranks_before(ten, ten));
}

// Numbers that a double cannot tell apart.
TEST(Finding, ExactNumbersAreComparedToTheLastDigit) {
  const Count large = Count{1} << 60;
  EXPECT_TRUE(ranks_before(with(Frequency::exactly(large + 1)), with(Frequency::exactly(large))));
  EXPECT_FALSE(ranks_before(with(Frequency::exactly(large)), with(Frequency::exactly(large + 1))));
}

TEST(Finding, AWildGuessComesAfterWhatIsKnown) {
  const Finding known = with(Frequency::estimated(5e14, {3e14, 1e16}));
  const Finding wild = with(Frequency::estimated(1.5e15, {8e5, 7e17}));
  const Finding wilder = with(Frequency::estimated(1e16, {0.0, 7e18}));
  EXPECT_TRUE(ranks_before(known, wild));
  EXPECT_TRUE(ranks_before(wild, wilder));
  EXPECT_TRUE(ranks_before(with(Frequency::exactly(Count{1})), wilder));
}

TEST(Finding, AnyListHasOneOrder) {
  Rng rng(1);
  std::vector<Finding> findings;
  for (int i = 0; i < 200; ++i) {
    const auto number = static_cast<double>(1 + rng.below(20));
    const double low = number / static_cast<double>(1 + rng.below(40));
    findings.push_back(with(rng.chance(0.5) ? Frequency::exactly(static_cast<Count>(number))
                                            : Frequency::estimated(number, {low, 2.0 * number})));
  }
  for (const Finding& a : findings) {
    for (const Finding& b : findings) {
      EXPECT_FALSE(ranks_before(a, b) && ranks_before(b, a));
      for (const Finding& c : findings)
        EXPECT_TRUE(!ranks_before(a, b) || !ranks_before(b, c) || ranks_before(a, c));
    }
  }
}

}  // namespace
}  // namespace rlminer::search
