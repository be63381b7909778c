#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "rlminer/base/deadline.h"
#include "rlminer/base/frequency.h"
#include "rlminer/base/machine.h"
#include "rlminer/enumerate/bulk_walk.h"
#include "rlminer/enumerate/ranked_graph.h"
#include "rlminer/enumerate/related_walk.h"

namespace rlminer::enumerate {

// What an enumeration may cost, and whom to tell how far it is.
struct WalkBudget {
  Deadline deadline;
  int threads = 1;
  double expected_steps = 0;  // estimate, for the progress fraction
  std::function<void(double fraction)>
      on_progress;  // called a few times per second, from any thread
};

enum class WalkEnd { Complete, OutOfTime, OutOfMemory };

// Shared by the threads of one enumeration: counts steps, reports progress, says when to stop.
class WalkMonitor {
 public:
  explicit WalkMonitor(const WalkBudget& budget);

  // To be called several times per second, with the steps since the last call; false: stop.
  bool poll(std::uint64_t steps);
  // To be called whenever much memory may have been taken; false: stop.
  bool check_memory();
  WalkEnd end() const { return end_.load(); }

 private:
  void report(std::uint64_t steps);
  WalkEnd end_of_deadline() const;

  const WalkBudget& budget_;
  std::atomic<std::uint64_t> steps_{0};
  std::atomic<WalkEnd> end_{WalkEnd::Complete};
  std::atomic<double> next_report_{0.0};
  const Stopwatch watch_{budget_.deadline.clock()};
};

// How one thread of a walk keeps to its limits. A step may be next to nothing or, in a dense graph,
// millions of pairs of vertices: so it is the work that decides when to look at the clock.
class WalkPace {
 public:
  explicit WalkPace(WalkMonitor& monitor) : monitor_(&monitor) {}

  bool step() {
    ++steps_;
    return work(1);
  }
  // In sets handed out, or what takes as long (some tens of nanoseconds); false: stop.
  bool work(std::uint64_t sets) {
    work_ += sets;
    return work_ < kWorkPerPoll || poll();
  }

 private:
  static constexpr std::uint64_t kWorkPerPoll = 1 << 16;

  bool poll() {
    work_ = 0;
    return monitor_->poll(std::exchange(steps_, 0));
  }

  WalkMonitor* monitor_;
  std::uint64_t steps_ = 0;  // since the last look
  std::uint64_t work_ = 0;
};

// In which order the parts of an enumeration are walked.
enum class WalkOrder {
  Spread,  // from hub to leaf in several sweeps, so that an early end has seen a bit of everything
  LowDegreeFirst,  // the ordinary vertices, where frequent patterns live, before the hubs
};

// Cuts the enumeration into parts: one per root, and one per branch where the root is a hub.
std::vector<WalkUnit> make_walk_units(const RankedGraph& graph, int size, int threads,
                                      WalkOrder order);

// Parts of an enumeration that take about as long as one another, as far as can be told beforehand:
// hubs are cut by their second and third vertices. Part p has the units [begins[p], begins[p + 1]).
struct WalkParts {
  std::vector<WalkUnit> units;
  std::vector<std::size_t> begins;

  std::size_t count() const { return begins.size() - 1; }
  std::span<const WalkUnit> part(std::size_t p) const {
    return std::span(units).subspan(begins[p], begins[p + 1] - begins[p]);
  }
};

// About `wanted` of them; from hub to leaf in several sweeps.
WalkParts make_walk_parts(const RankedGraph& graph, int size, std::size_t wanted);

struct WalkSummary {
  bool complete = false;    // every unit was walked to its end
  std::vector<Count> sets;  // entry n: sets of n vertices accounted for
};

namespace detail {

template <typename Walk, typename Sink>
WalkSummary walk_with(const RankedGraph& graph, int size, std::vector<Sink>& sinks,
                      std::span<const WalkUnit> units) {
  const int threads = static_cast<int>(sinks.size());
  std::deque<Walk> walks;
  for (Sink& sink : sinks)
    walks.emplace_back(graph, size, sink);
  std::vector<char> stopped(sinks.size(), 0);
  parallel_for(units.size(), threads, [&](int thread, std::size_t unit) {
    const auto t = static_cast<std::size_t>(thread);
    if (!stopped[t]) stopped[t] = !walks[t].run(units[unit]);
  });
  WalkSummary summary;
  summary.complete = std::find(stopped.begin(), stopped.end(), 1) == stopped.end();
  summary.sets.assign(static_cast<std::size_t>(size) + 1, 0);
  for (int n = 1; n <= size; ++n) {
    for (const auto& walk : walks)
      summary.sets[static_cast<std::size_t>(n)] += walk.sets(n);
  }
  return summary;
}

template <int Lanes, typename Sink>
WalkSummary walk_with_lanes(const RankedGraph& graph, int size, std::vector<Sink>& sinks,
                            std::span<const WalkUnit> units) {
  if (graph.num_relations() == 0)
    return walk_with<BulkWalk<Lanes, Sink>>(graph, size, sinks, units);
  return walk_with<RelatedWalk<Lanes, Sink>>(graph, size, sinks, units);
}

}  // namespace detail

// Walks the connected sets of 1 .. size vertices in these parts of the enumeration, on one thread
// per sink (see BulkWalk). 3 <= size <= 32.
template <typename Sink>
WalkSummary walk_units(const RankedGraph& graph, int size, std::vector<Sink>& sinks,
                       std::span<const WalkUnit> units) {
  if (size <= 8) return detail::walk_with_lanes<8>(graph, size, sinks, units);
  if (size <= 16) return detail::walk_with_lanes<16>(graph, size, sinks, units);
  return detail::walk_with_lanes<32>(graph, size, sinks, units);
}

// The same for all parts: every connected set once.
template <typename Sink>
WalkSummary walk_sets(const RankedGraph& graph, int size, std::vector<Sink>& sinks,
                      WalkOrder order = WalkOrder::Spread) {
  const auto threads = static_cast<int>(sinks.size());
  return walk_units(graph, size, sinks, make_walk_units(graph, size, threads, order));
}

}  // namespace rlminer::enumerate
