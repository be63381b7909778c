#include "rlminer/enumerate/monitor.h"

#include <algorithm>

#include "rlminer/base/memory.h"

namespace rlminer::enumerate {
namespace {

// Asking the system for the memory in use costs some microseconds: not at every poll.
constexpr std::uint64_t kPollsPerMemoryCheck = 64;
constexpr double kSecondsBetweenReports = 0.2;

}  // namespace

WalkMonitor::WalkMonitor(const WalkBudget& budget) : budget_(budget) {
  if (budget.deadline.expired()) end_ = WalkEnd::OutOfTime;
}

bool WalkMonitor::poll() {
  const std::uint64_t polls = polls_.fetch_add(1, std::memory_order_relaxed) + 1;
  if (budget_.deadline.expired()) end_ = WalkEnd::OutOfTime;
  if (polls % kPollsPerMemoryCheck == 0 && resident_memory() > budget_.memory)
    end_ = WalkEnd::OutOfMemory;
  if (budget_.on_progress) report(polls);
  return end_.load(std::memory_order_relaxed) == WalkEnd::Complete;
}

bool WalkMonitor::check_memory() {
  if (resident_memory() > budget_.memory) end_ = WalkEnd::OutOfMemory;
  return end_.load(std::memory_order_relaxed) == WalkEnd::Complete;
}

void WalkMonitor::report(std::uint64_t polls) {
  const double now = watch_.seconds();
  double due = next_report_.load(std::memory_order_relaxed);
  if (now < due || !next_report_.compare_exchange_strong(due, now + kSecondsBetweenReports)) return;
  const double steps = static_cast<double>(polls) * kStepsPerPoll;
  budget_.on_progress(std::min(0.99, steps / std::max(1.0, budget_.expected_steps)));
}

}  // namespace rlminer::enumerate
