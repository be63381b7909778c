#include "rlminer/enumerate/walk.h"

#include <cmath>

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

// Calls visit(i) for every kSweeps-th of so many, then for those behind them, and so on. Few
// sweeps, because moving the root back to the start costs a pass over the graph.
template <typename Visit>
void for_each_in_sweeps(std::size_t count, Visit&& visit) {
  constexpr std::size_t kSweeps = 16;
  for (std::size_t sweep = 0; sweep < kSweeps; ++sweep) {
    for (std::size_t i = sweep; i < count; i += kSweeps)
      visit(i);
  }
}

std::vector<WalkUnit> spread(const std::vector<WalkUnit>& units) {
  std::vector<WalkUnit> result;
  result.reserve(units.size());
  for_each_in_sweeps(units.size(), [&](std::size_t i) { result.push_back(units[i]); });
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

namespace {

// Units in the order of their roots, with a guess at the work in each.
class UnitCutter {
 public:
  UnitCutter(const RankedGraph& graph, int size) : graph_(graph), size_(size) {
    double edges = 0.0;
    for (Vertex v = 0; v < graph.num_vertices(); ++v)
      edges += static_cast<double>(graph.later_degree(v));
    growth_ = edges / std::max(1.0, static_cast<double>(graph.num_vertices()));
  }

  double work_of_all() const {
    double work = 0.0;
    for (Vertex root = 0; root < graph_.num_vertices(); ++root)
      work += work_of_root(root);
    return work;
  }

  // Cuts what takes longer than `most`, as far as the third vertex; calls
  // take(unit, work) for each piece.
  template <typename Take>
  void cut(double most, Take&& take) const {
    for (Vertex root = 0; root < graph_.num_vertices(); ++root) {
      const std::size_t branches = graph_.later_degree(root);
      const double work = work_of_root(root);
      if (size_ < 4 || branches < 2 || work <= most) {
        take(WalkUnit{root, 0, static_cast<std::uint32_t>(branches)}, work);
        continue;
      }
      for (std::size_t branch = 0; branch < branches; ++branch)
        cut_branch(root, static_cast<std::uint32_t>(branch), most, take);
    }
  }

 private:
  // About as many sets of size - 2 vertices are met as there are ways to take the missing ones from
  // the extension, which grows a little with each.
  double work(std::size_t chosen, std::size_t extension) const {
    const double missing =
        std::max(0.0, static_cast<double>(size_) - 2.0 - static_cast<double>(chosen));
    const double from = static_cast<double>(extension) + growth_ * missing;
    return 1.0 + std::exp(std::lgamma(from + missing + 1.0) - std::lgamma(from + 1.0) -
                          std::lgamma(missing + 1.0));
  }
  double work_of_root(Vertex root) const { return work(1, graph_.later_degree(root)); }

  // The vertices that may come third, at most.
  std::size_t extension_of_pair(Vertex root, std::uint32_t branch) const {
    return graph_.later_degree(root) - branch - 1 + graph_.degree(graph_.neighbors(root)[branch]);
  }

  template <typename Take>
  void cut_branch(Vertex root, std::uint32_t branch, double most, Take& take) const {
    const std::size_t extension = extension_of_pair(root, branch);
    const double whole = work(2, extension);
    if (size_ < 5 || whole <= most) return take(WalkUnit{root, branch, branch + 1}, whole);
    std::uint32_t first = 0;
    double so_far = 0.0;
    for (std::size_t third = 0; third < extension; ++third) {
      so_far += work(3, extension - third - 1);
      if (so_far <= most && third + 1 < extension) continue;
      const auto last = static_cast<std::uint32_t>(third + 1);
      take(WalkUnit{root, first, last, branch}, so_far);
      first = last;
      so_far = 0.0;
    }
  }

  const RankedGraph& graph_;
  const int size_;
  double growth_ = 0.0;  // of an extension with each vertex taken, about
};

}  // namespace

WalkParts make_walk_parts(const RankedGraph& graph, int size, std::size_t wanted) {
  const UnitCutter cutter(graph, size);
  const double most = cutter.work_of_all() / static_cast<double>(std::max<std::size_t>(1, wanted));
  WalkParts in_order{{}, {0}};
  double so_far = 0.0;
  cutter.cut(most, [&](const WalkUnit& unit, double work) {
    in_order.units.push_back(unit);
    so_far += work;
    if (so_far < most) return;
    in_order.begins.push_back(in_order.units.size());
    so_far = 0.0;
  });
  if (in_order.begins.back() < in_order.units.size())
    in_order.begins.push_back(in_order.units.size());
  WalkParts parts{{}, {0}};
  for_each_in_sweeps(in_order.count(), [&](std::size_t p) {
    const auto units = in_order.part(p);
    parts.units.insert(parts.units.end(), units.begin(), units.end());
    parts.begins.push_back(parts.units.size());
  });
  return parts;
}

}  // namespace rlminer::enumerate
