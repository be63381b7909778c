// A watchdog that sleeps proves nothing. This program is compiled with the part of the room base
// that the preset `watchdog` changes, in every build: a loop that does not ask its deadline must be
// killed with its stack on stderr, one that asks must not, and waiting is no work.

#include <chrono>
#include <cstdlib>
#include <ctime>
#include <thread>

#include <gtest/gtest.h>

#include "rlminer/base/deadline.h"

namespace rlminer {
namespace {

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// Uses processor time, and asks the deadline all the time or never.
void work(double seconds, bool asks, const Deadline& deadline) {
  const double end = processor_seconds() + seconds;
  while (processor_seconds() < end) {
    if (asks && deadline.expired()) return;
  }
}

}  // namespace

// Outside the unnamed namespace, so that the stack can name it.
[[gnu::noinline]] void work_without_asking() {
  work(5.0, false, Deadline());
}

namespace {

class WatchdogDeathTest : public ::testing::Test {
 protected:
  // The child starts threads of its own.
  void SetUp() override { ::testing::FLAGS_gtest_death_test_style = "threadsafe"; }
};

// Half a second is more than a thread may work without asking.
constexpr double kLong = 0.5;

TEST_F(WatchdogDeathTest, LoopThatNeverAsksDies) {
  EXPECT_DEATH(
      {
        Deadline().expired();  // which wakes the watchdog
        work_without_asking();
      },
      "no deadline was asked for 200 ms of processor time(.|\n)*work_without_asking");
}

TEST_F(WatchdogDeathTest, ThreadThatHasNeverAskedDiesToo) {
  EXPECT_DEATH(
      {
        Deadline().expired();
        std::jthread other(work_without_asking);
        while (!Deadline().expired())
          std::this_thread::sleep_for(std::chrono::milliseconds(1));
      },
      "no deadline was asked(.|\n)*work_without_asking");
}

TEST_F(WatchdogDeathTest, LoopThatAsksLives) {
  EXPECT_EXIT(
      {
        work(kLong, true, Deadline());
        std::_Exit(0);
      },
      ::testing::ExitedWithCode(0), "");
}

TEST_F(WatchdogDeathTest, WaitingIsNoWork) {
  EXPECT_EXIT(
      {
        Deadline().expired();
        std::this_thread::sleep_for(std::chrono::duration<double>(kLong));
        std::_Exit(0);
      },
      ::testing::ExitedWithCode(0), "");
}

// Work before anybody has asked is not watched: reading, for one.
TEST_F(WatchdogDeathTest, SleepsUntilADeadlineIsAsked) {
  EXPECT_EXIT(
      {
        work(kLong, false, Deadline());
        std::_Exit(0);
      },
      ::testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace rlminer
