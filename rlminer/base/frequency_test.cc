#include "rlminer/base/frequency.h"

#include <cmath>

#include <gtest/gtest.h>

namespace rlminer {
namespace {

TEST(Frequency, SaysHowMuchIsKnown) {
  const Frequency nothing;
  EXPECT_TRUE(!nothing.exact() && !nothing.interval() && nothing == 0);
  EXPECT_TRUE(std::isinf(nothing.high()));
  const Frequency exact = Frequency::exactly(Count{7});
  EXPECT_TRUE(exact.exact() && !exact.interval() && exact.low() == 7 && exact.high() == 7);
  const Frequency bound = Frequency::at_least(Count{7});
  EXPECT_TRUE(!bound.exact() && !bound.interval() && bound.low() == 7);
  const Frequency estimate = Frequency::estimated(7.4, {3.5, 9.5});
  EXPECT_TRUE(!estimate.exact() && estimate == 7 && estimate.low() == 3.5 &&
              estimate.high() == 9.5);
}

TEST(Frequency, RanksByValueHoweverItIsKnown) {
  EXPECT_EQ(Frequency::exactly(Count{7}), Frequency::at_least(Count{7}));
  EXPECT_LT(Frequency::estimated(6, {1, 100}), Frequency::exactly(Count{7}));
  const BigCount beyond = BigCount(kMaxCount) + Count{1};
  EXPECT_GT(Frequency::at_least(beyond), Frequency::exactly(kMaxCount));
  EXPECT_GT(Frequency::at_least(beyond + Count{1}), Frequency::exactly(beyond));
  EXPECT_TRUE(Frequency::exactly(beyond).saturated() == kMaxCount);
}

TEST(Frequency, EstimatesAreWholeAndOfAnySize) {
  const auto estimated = [](double value) { return Frequency::estimated(value, {0.0, value}); };
  EXPECT_EQ(estimated(0.2), Count{0});
  EXPECT_EQ(estimated(12345.6), Count{12346});
  EXPECT_FALSE(estimated(0x1p200).value().fits());
  EXPECT_EQ(estimated(0x1p200).to_double(), 0x1p200);
  EXPECT_EQ(to_string(estimated(0x1p200).value()),
            "1606938044258990275541962092341162602522202993782792835301376");
}

TEST(Frequency, LearnsWhatIsBetterKnown) {
  Frequency frequency;
  frequency.learn(Frequency::at_least(Count{5}));
  frequency.learn(Frequency::at_least(Count{3}));
  EXPECT_TRUE(frequency == 5 && !frequency.exact());
  frequency.learn(Frequency::estimated(10, {2, 20}));
  EXPECT_TRUE(frequency == 10 && frequency.low() == 5 && frequency.high() == 20);
  frequency.learn(Frequency::at_least(Count{8}));
  EXPECT_TRUE(frequency == 10 && frequency.low() == 8);
  frequency.learn(Frequency::at_least(Count{30}));
  EXPECT_TRUE(frequency == 30 && frequency.low() == 30 && frequency.high() == 30);
  frequency.learn(Frequency::estimated(12, {10, 14}));
  EXPECT_TRUE(frequency == 12 && frequency.high() == 14) << "the newer estimate counts";
  frequency.learn(Frequency::exactly(Count{11}));
  frequency.learn(Frequency::estimated(12, {10, 14}));
  frequency.learn(Frequency::at_least(Count{12}));
  EXPECT_TRUE(frequency.exact() && frequency == 11 && !frequency.interval());
}

TEST(Frequency, Multiples) {
  EXPECT_TRUE(Frequency::exactly(Count{7}).times(3).exact());
  EXPECT_EQ(Frequency::exactly(Count{7}).times(3), Count{21});
  const Frequency estimate = Frequency::estimated(7, {3, 9}).times(2);
  EXPECT_TRUE(estimate == 14 && estimate.low() == 6 && estimate.high() == 18);
}

}  // namespace
}  // namespace rlminer
