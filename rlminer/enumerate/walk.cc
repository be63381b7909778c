#include "rlminer/enumerate/walk.h"

namespace rlminer::enumerate {
namespace {

constexpr double kSecondsBetweenReports = 0.2;

}  // namespace

WalkMonitor::WalkMonitor(const WalkBudget& budget) : budget_(budget) {
  if (budget.deadline.expired()) end_ = end_of_deadline();
}

bool WalkMonitor::poll(std::uint64_t steps) {
  if (budget_.deadline.expired()) end_ = end_of_deadline();
  steps += steps_.fetch_add(steps, std::memory_order_relaxed);
  if (budget_.on_progress) report(steps);
  return end_.load(std::memory_order_relaxed) == WalkEnd::Complete;
}

bool WalkMonitor::check_memory() {
  if (budget_.deadline.is_memory_full()) end_ = WalkEnd::OutOfMemory;
  return end_.load(std::memory_order_relaxed) == WalkEnd::Complete;
}

WalkEnd WalkMonitor::end_of_deadline() const {
  return budget_.deadline.out_of_memory() ? WalkEnd::OutOfMemory : WalkEnd::OutOfTime;
}

void WalkMonitor::report(std::uint64_t steps) {
  const double now = watch_.seconds();
  double due = next_report_.load(std::memory_order_relaxed);
  if (now < due || !next_report_.compare_exchange_strong(due, now + kSecondsBetweenReports)) return;
  const double done = static_cast<double>(steps) / std::max(1.0, budget_.expected_steps);
  budget_.on_progress(std::min(0.99, done));
}

namespace {

// Every kSweeps-th unit, then those behind them, and so on. Few sweeps, because moving the root
// back to the start costs a pass over the graph.
std::vector<WalkUnit> spread(const std::vector<WalkUnit>& units) {
  constexpr std::size_t kSweeps = 16;
  std::vector<WalkUnit> result;
  result.reserve(units.size());
  for (std::size_t sweep = 0; sweep < kSweeps; ++sweep) {
    for (std::size_t i = sweep; i < units.size(); i += kSweeps)
      result.push_back(units[i]);
  }
  return result;
}

}  // namespace

std::vector<WalkUnit> make_walk_units(const RankedGraph& graph, int size, int threads,
                                      WalkOrder order) {
  // Splitting repeats the work on the root, so only roots with enough branches to keep all threads
  // busy are split; a set of one vertex cannot be split at all.
  constexpr std::uint32_t kWorthSplitting = 8;
  std::vector<WalkUnit> units;
  for (Vertex root = 0; root < graph.num_vertices(); ++root) {
    const auto branches = static_cast<std::uint32_t>(graph.later_degree(root));
    if (threads == 1 || size < 4 || branches < kWorthSplitting) {
      units.push_back({root, 0, branches});
      continue;
    }
    for (std::uint32_t branch = 0; branch < branches; ++branch)
      units.push_back({root, branch, branch + 1});
  }
  if (order == WalkOrder::LowDegreeFirst) {
    std::reverse(units.begin(), units.end());
    return units;
  }
  // Small graphs are over before anyone could interrupt them.
  constexpr std::size_t kWorthSpreading = 500;
  return units.size() < kWorthSpreading ? units : spread(units);
}

}  // namespace rlminer::enumerate
