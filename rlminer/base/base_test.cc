#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/base/bits.h"
#include "rlminer/base/deadline.h"
#include "rlminer/base/error.h"
#include "rlminer/base/frequency.h"
#include "rlminer/base/machine.h"
#include "rlminer/base/rng.h"
#include "rlminer/base/statistics.h"
#include "rlminer/testing/fake_clock.h"

namespace rlminer {
namespace {

TEST(Error, SaysWhere) {
  EXPECT_STREQ(Error("a.lg", 7, "no such vertex").what(), "a.lg:7: no such vertex");
  EXPECT_STREQ(Error("empty").what(), "empty");
}

TEST(Bits, VisitsSetBitsLowestFirst) {
  std::vector<int> seen;
  for_each_bit(0x8000000000000015ULL, [&](int bit) { seen.push_back(bit); });
  EXPECT_EQ(seen, (std::vector<int>{0, 2, 4, 63}));
  for_each_bit(0, [&](int) { FAIL() << "zero has no bits"; });
}

TEST(Count, PrintsDecimal) {
  EXPECT_EQ(to_string(Count{0}), "0");
  EXPECT_EQ(to_string(Count{1234567}), "1234567");
  EXPECT_EQ(to_string(Count{1} << 64), "18446744073709551616");
  EXPECT_EQ(to_string(kMaxCount), "340282366920938463463374607431768211455");
}

TEST(Count, SeparatesThousands) {
  EXPECT_EQ(with_separators(0), "0");
  EXPECT_EQ(with_separators(999), "999");
  EXPECT_EQ(with_separators(1000), "1,000");
  EXPECT_EQ(with_separators(123456), "123,456");
  EXPECT_EQ(with_separators(588782672), "588,782,672");
  EXPECT_EQ(with_separators(kMaxCount), "340,282,366,920,938,463,463,374,607,431,768,211,455");
}

TEST(Count, SaturatesInsteadOfWrapping) {
  const Count half = Count{1} << 127;
  EXPECT_TRUE(saturating_add(2, 3) == 5);
  EXPECT_TRUE(saturating_add(half, half - 1) == kMaxCount);
  EXPECT_TRUE(saturating_add(half, half) == kMaxCount);
  EXPECT_TRUE(saturating_add(kMaxCount, 0) == kMaxCount);
  EXPECT_TRUE(saturating_mul(6, 7) == 42);
  EXPECT_TRUE(saturating_mul(0, kMaxCount) == 0);
  EXPECT_TRUE(saturating_mul(kMaxCount, 0) == 0);
  EXPECT_TRUE(saturating_mul(half, 1) == half);
  EXPECT_TRUE(saturating_mul(half, 2) == kMaxCount);
  EXPECT_TRUE(saturating_mul(Count{1} << 64, (Count{1} << 64) - 1) == (kMaxCount >> 64) << 64);
}

TEST(Rng, SameSeedSameDraws) {
  Rng a(42);
  Rng b(42);
  Rng c(43);
  int equal_to_c = 0;
  for (int i = 0; i < 100; ++i) {
    const std::uint64_t draw = a.next();
    EXPECT_EQ(draw, b.next());
    equal_to_c += draw == c.next() ? 1 : 0;
  }
  EXPECT_EQ(equal_to_c, 0);
}

// Results on disk depend on these values; a change of the generator must be seen.
TEST(Rng, DrawsNeverChange) {
  Rng rng(1);
  EXPECT_EQ(rng.next(), 9109739565160422308ul);
  EXPECT_EQ(rng.next(), 3547580259354670451ul);
}

TEST(Rng, BelowIsInRangeAndEven) {
  Rng rng(7);
  EXPECT_EQ(rng.below(1), 0u);
  std::array<int, 6> seen{};
  for (int i = 0; i < 60000; ++i) {
    const std::uint64_t draw = rng.below(6);
    ASSERT_LT(draw, 6u);
    ++seen[static_cast<std::size_t>(draw)];
  }
  for (const int times : seen) {
    EXPECT_NEAR(times, 10000, 500);  // more than five standard deviations
  }
  for (int i = 0; i < 100; ++i) {
    EXPECT_LT(rng.below(0x8000000000000001ULL), 0x8000000000000001ULL);
  }
}

TEST(Rng, UniformIsInRangeWithTheRightMean) {
  Rng rng(8);
  double sum = 0.0;
  int hits = 0;
  for (int i = 0; i < 40000; ++i) {
    const double draw = rng.uniform();
    ASSERT_GE(draw, 0.0);
    ASSERT_LT(draw, 1.0);
    sum += draw;
    hits += rng.chance(0.25) ? 1 : 0;
  }
  EXPECT_NEAR(sum / 40000, 0.5, 0.01);
  EXPECT_NEAR(hits / 40000.0, 0.25, 0.015);
}

TEST(Rng, SplitGivesAnotherStream) {
  Rng a(5);
  Rng b(5);
  Rng part = a.split();
  EXPECT_EQ(part.next(), b.split().next());
  EXPECT_EQ(a.next(), b.next());
  EXPECT_NE(part.next(), a.next());
}

TEST(Rng, ContinuesFromItsState) {
  Rng rng(11);
  for (int saved = 0; saved < 20; ++saved) {
    Rng copy = Rng::from_state(rng.state());
    EXPECT_EQ(copy.state(), rng.state());
    Rng original = rng;
    for (int i = 0; i < 50; ++i) {
      ASSERT_EQ(copy.next(), original.next());
      ASSERT_EQ(copy.below(1000), original.below(1000));
      ASSERT_EQ(copy.split().next(), original.split().next());
    }
    EXPECT_NE(rng.state(), original.state());
    rng.next();
  }
  EXPECT_THROW(Rng::from_state({}), Error);
}

TEST(Rng, ShuffleReachesEveryOrderAboutEquallyOften) {
  Rng rng(9);
  std::map<std::array<int, 3>, int> seen;
  for (int i = 0; i < 60000; ++i) {
    std::array<int, 3> items = {0, 1, 2};
    rng.shuffle(std::span<int>(items));
    ++seen[items];
  }
  EXPECT_EQ(seen.size(), 6u);
  for (const auto& [order, times] : seen) {
    EXPECT_NEAR(times, 10000, 500);
  }
}

TEST(Mix64, IsOneToOneOnASample) {
  std::set<std::uint64_t> images;
  for (std::uint64_t i = 0; i < 10000; ++i) {
    images.insert(mix64(i));
    images.insert(mix64(i << 50 | 1ULL << 49));
  }
  EXPECT_EQ(images.size(), 20000u);
}

TEST(Deadline, WithoutALimitNeverExpires) {
  const Deadline deadline;
  EXPECT_FALSE(deadline.expired());
  EXPECT_FALSE(deadline.cancelled());
  EXPECT_EQ(deadline.remaining(), Deadline::kForever);
  EXPECT_FALSE(Deadline(Deadline::kForever).expired());
  EXPECT_FALSE(Deadline(std::nan("")).expired());
  EXPECT_EQ(Deadline(1e300).remaining(), Deadline::kForever);
}

TEST(Deadline, ExpiresAtItsLimit) {
  EXPECT_TRUE(Deadline(0.0).expired());
  EXPECT_TRUE(Deadline(-3.0).expired());
  EXPECT_EQ(Deadline(0.0).remaining(), 0.0);
  testing::FakeClock clock;
  clock.advance(5.0);
  const Deadline deadline(10.0, nullptr, clock);
  EXPECT_EQ(deadline.remaining(), 10.0);
  clock.advance(9.0);
  EXPECT_FALSE(deadline.expired());
  EXPECT_EQ(deadline.remaining(), 1.0);
  clock.advance(1.0);
  EXPECT_TRUE(deadline.expired());
  clock.advance(1.0);
  EXPECT_EQ(deadline.remaining(), 0.0);
}

TEST(Deadline, HandsItsClockOn) {
  testing::FakeClock clock;
  const Deadline deadline(10.0, nullptr, clock);
  const Deadline half = deadline.part(0.5), shorter = deadline.at_most(3.0);
  clock.advance(4.0);
  EXPECT_EQ(half.remaining(), 1.0);
  EXPECT_TRUE(shorter.expired());
  const Deadline grace = shorter.grace(2.0);
  clock.advance(1.0);
  EXPECT_EQ(grace.remaining(), 1.0);
  EXPECT_EQ(&grace.part(0.5).clock(), &clock);
}

TEST(Deadline, CanBeCancelled) {
  std::atomic<bool> cancel = false;
  const testing::FakeClock clock;
  const Deadline deadline(1000.0, &cancel, clock);
  const Deadline shorter = deadline.at_most(500.0);
  EXPECT_FALSE(deadline.expired());
  cancel = true;
  EXPECT_TRUE(deadline.cancelled());
  EXPECT_TRUE(deadline.expired());
  EXPECT_TRUE(shorter.expired());
  EXPECT_EQ(deadline.remaining(), 0.0);
}

TEST(Deadline, AtMostOnlyShortens) {
  const testing::FakeClock clock;
  const Deadline deadline(1000.0, nullptr, clock), unlimited(Deadline::kForever, nullptr, clock);
  EXPECT_EQ(deadline.at_most(5.0).remaining(), 5.0);
  EXPECT_EQ(deadline.at_most(5000.0).remaining(), 1000.0);
  EXPECT_EQ(unlimited.at_most(5.0).remaining(), 5.0);
  EXPECT_EQ(Deadline().at_most(Deadline::kForever).remaining(), Deadline::kForever);
}

TEST(Deadline, AtLeastOnlyLengthens) {
  testing::FakeClock clock;
  std::atomic<bool> cancel = false;
  const Deadline deadline(1.0, &cancel, clock);
  EXPECT_EQ(deadline.at_least(0.5).remaining(), 1.0);
  clock.advance(3.0);
  const Deadline longer = deadline.at_least(0.5);
  EXPECT_TRUE(deadline.expired());
  EXPECT_EQ(longer.remaining(), 0.5);
  EXPECT_EQ(Deadline().at_least(0.5).remaining(), Deadline::kForever);
  cancel = true;
  EXPECT_TRUE(longer.expired());
}

// However many ask for it one after the other.
TEST(Deadline, ThereIsOneMomentToClose) {
  testing::FakeClock clock;
  const Deadline deadline(1.0, nullptr, clock);
  EXPECT_EQ(deadline.closing().remaining(), 1.0);
  clock.advance(1.0);
  const Deadline closing = deadline.closing();
  EXPECT_GT(closing.remaining(), 0.0);
  clock.advance(1.0);
  EXPECT_TRUE(closing.expired());
  EXPECT_TRUE(closing.closing().expired());
}

TEST(Stopwatch, MeasuresByItsClock) {
  testing::FakeClock clock;
  const Stopwatch watch(clock);
  clock.advance(1.5);
  EXPECT_EQ(watch.seconds(), 1.5);
}

TEST(Stopwatch, NeverRunsBackwards) {
  const Stopwatch watch;
  const double first = watch.seconds();
  EXPECT_GE(first, 0.0);
  EXPECT_GE(watch.seconds(), first);
}

TEST(Statistics, MeanAndDeviationOfASample) {
  EXPECT_EQ(mean({}), 0.0);
  const std::vector<double> values{1.0, 2.0, 6.0};
  EXPECT_DOUBLE_EQ(mean(values), 3.0);
  EXPECT_DOUBLE_EQ(standard_deviation(values), std::sqrt(7.0));
  EXPECT_EQ(standard_deviation(std::vector<double>{4.0}), 0.0);
}

TEST(Statistics, StudentsQuantiles) {
  EXPECT_NEAR(student_quantile(0.9875, 1e9), 2.2414, 1e-3);
  EXPECT_NEAR(student_quantile(0.9875, 30), 2.3596, 0.01);
  EXPECT_NEAR(student_quantile(0.9875, 10), 2.6338, 0.02);
  EXPECT_NEAR(student_quantile(0.9875, 5), 3.1634, 0.06);
  EXPECT_NEAR(student_quantile(0.9875, 1), 25.452, 1e-3);
  EXPECT_NEAR(student_quantile(0.975, 0), 12.706, 1e-3);
  EXPECT_NEAR(student_quantile(0.975, 5), 2.571, 1e-3);
  EXPECT_NEAR(student_quantile(0.975, 17), 2.110, 1e-3);
  EXPECT_NEAR(student_quantile(0.975, 1e9), 1.960, 1e-3);
}

TEST(Statistics, TheClosestLine) {
  const std::vector<double> x = {1.0, 2.0, 4.0};
  const FittedLine exact = fitted_line(x, std::vector<double>{5.0, 7.0, 11.0});
  EXPECT_NEAR(exact.slope, 2.0, 1e-12);
  EXPECT_NEAR(exact.intercept, 3.0, 1e-12);
  EXPECT_NEAR(exact.explained, 1.0, 1e-12);
  EXPECT_EQ(fitted_line(x, std::vector<double>{3.0, 3.0, 3.0}).slope, 0.0);
  // By hand: the squares of x add up to 14/3, those of y to 6, the products to 4.
  const FittedLine close = fitted_line(x, std::vector<double>{1.0, 4.0, 4.0});
  EXPECT_NEAR(close.slope, 6.0 / 7.0, 1e-12);
  EXPECT_NEAR(close.intercept, 1.0, 1e-12);
  EXPECT_NEAR(close.explained, 4.0 / 7.0, 1e-12);
}

TEST(Parallel, ResolvesThreads) {
  EXPECT_EQ(resolve_threads(3), 3);
  EXPECT_GE(resolve_threads(0), 1);
}

TEST(Parallel, DoesEveryItemOnce) {
  for (const int threads : {0, 1, 2, 4, 9}) {
    for (const std::size_t items : {0u, 1u, 3u, 1000u}) {
      std::vector<std::atomic<int>> done(items);
      std::atomic<bool> bad_thread = false;
      parallel_for(items, threads, [&](int thread, std::size_t item) {
        ++done[item];
        if (thread < 0 || thread >= std::max(threads, 1)) bad_thread = true;
      });
      EXPECT_FALSE(bad_thread);
      EXPECT_TRUE(std::all_of(done.begin(), done.end(), [](const auto& n) { return n == 1; }));
    }
  }
}

TEST(Parallel, StateKeptPerThreadIsNotShared) {
  std::vector<std::uint64_t> sums(4);
  parallel_for(10000, 4, [&](int thread, std::size_t item) {
    sums[static_cast<std::size_t>(thread)] += item;
  });
  EXPECT_EQ(std::accumulate(sums.begin(), sums.end(), std::uint64_t{0}), 49995000u);
}

TEST(Parallel, ThrowsTheFailureAgainAndStopsTheHandOut) {
  for (const int threads : {1, 4}) {
    std::atomic<std::size_t> done = 0;
    const auto work = [&](int, std::size_t item) {
      if (item == 10) throw Error("item 10");
      ++done;
    };
    try {
      parallel_for(1000000, threads, work);
      FAIL() << "nothing was thrown";
    } catch (const Error& error) {
      EXPECT_STREQ(error.what(), "item 10");
    }
    if (threads == 1) {
      EXPECT_EQ(done.load(), 10u);
    }
  }
}

TEST(Memory, FiguresAreOrdered) {
  EXPECT_GT(resident_memory(), std::size_t{100} << 10);
  EXPECT_GE(peak_resident_memory(), std::size_t{100} << 10);
  EXPECT_GT(physical_memory(), resident_memory());
}

TEST(Memory, SeesWhatIsAllocated) {
  const std::size_t before = resident_memory();
  std::vector<char> block(std::size_t{64} << 20, 'x');  // written, so its pages are resident
  EXPECT_EQ(block[block.size() / 2], 'x');
  EXPECT_GE(resident_memory(), before + (std::size_t{48} << 20));
  EXPECT_GE(peak_resident_memory(), before + (std::size_t{48} << 20));
}

}  // namespace
}  // namespace rlminer
