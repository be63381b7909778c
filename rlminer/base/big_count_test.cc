#include <cmath>

#include <gtest/gtest.h>

#include "rlminer/base/frequency.h"
#include "rlminer/base/rng.h"

namespace rlminer {
namespace {

Count random_count(Rng& rng) {
  const Count wide = Count{rng.next()} << 64 | rng.next();
  return wide >> rng.below(128);
}

TEST(BigCount, AgreesWithCountWhereBothFit) {
  Rng rng(1);
  for (int i = 0; i < 20000; ++i) {
    const Count a = random_count(rng);
    const Count b = random_count(rng);
    const std::uint64_t divisor = 1 + rng.below(1000);
    EXPECT_TRUE(BigCount(a).saturated() == a);
    EXPECT_EQ(to_string(BigCount(a)), to_string(a));
    EXPECT_EQ(with_separators(BigCount(a)), with_separators(a));
    EXPECT_EQ(BigCount(a) < BigCount(b), a < b);
    EXPECT_EQ(BigCount(a) == BigCount(b), a == b);
    EXPECT_TRUE((BigCount(a) + b).saturated() == saturating_add(a, b));
    EXPECT_TRUE((BigCount(a) * b).saturated() == saturating_mul(a, b));
    EXPECT_TRUE(BigCount(a).divided_by(divisor).saturated() == a / divisor);
    EXPECT_DOUBLE_EQ(BigCount(a).to_double(), static_cast<double>(a));
  }
}

TEST(BigCount, GoesOnBeyondCount) {
  BigCount power = Count{1};
  for (int i = 0; i < 50; ++i)
    power *= BigCount(Count{10000});
  EXPECT_EQ(to_string(power), "1" + std::string(200, '0'));
  EXPECT_NEAR(power.to_double() / 1e200, 1.0, 1e-12);
  EXPECT_TRUE(power.saturated() == kMaxCount);
  EXPECT_FALSE(power.fits());
  EXPECT_TRUE(BigCount(kMaxCount).fits());
  EXPECT_FALSE((BigCount(kMaxCount) + Count{1}).fits());
  EXPECT_EQ(to_string(BigCount(kMaxCount) + Count{1}), "340282366920938463463374607431768211456");
  EXPECT_TRUE(std::isinf((power * power).to_double()));
}

TEST(BigCount, ZeroIsZeroHoweverItCameAbout) {
  BigCount zero = BigCount(Count{7}) * BigCount();
  EXPECT_EQ(zero, BigCount());
  EXPECT_EQ(zero, BigCount(Count{0}));
  EXPECT_EQ(BigCount(Count{3}).divided_by(4), BigCount());
  EXPECT_EQ(to_string(zero), "0");
  EXPECT_EQ(zero.to_double(), 0.0);
  EXPECT_LT(zero, BigCount(Count{1}));
  const BigCount copy = zero;
  zero += BigCount(Count{5});
  EXPECT_EQ(zero, BigCount(Count{5}));
  EXPECT_EQ(copy, BigCount());
}

TEST(BigCount, Binomials) {
  EXPECT_EQ(to_string(big_binomial(200, 31)), "2246641608185861983878945452213601600");
  EXPECT_EQ(big_binomial(5, 6), BigCount());
  EXPECT_EQ(big_binomial(5, -1), BigCount());
  for (std::uint64_t n = 1000; n < 1030; ++n) {
    for (int r = 1; r <= 31; ++r)
      EXPECT_EQ(big_binomial(n, r), big_binomial(n - 1, r - 1) + big_binomial(n - 1, r));
  }
}

}  // namespace
}  // namespace rlminer
