#include "rlminer/mpi/leader.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <future>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rlminer/base/atomic_file.h"
#include "rlminer/base/error.h"
#include "rlminer/mpi/checkpoint.h"
#include "rlminer/mpi/messages.h"

namespace rlminer::mpi {
namespace {

using enumerate::Sketch;
using enumerate::WalkEnd;

constexpr double kSecondsBetweenCheckpoints = 10.0;

// The leader's view of a walk.
class Leader {
 public:
  Leader(int ranks, const Walk& walk, const Keeping& keeping)
      : ranks_(ranks), walk_(walk), checkpoint_(keeping.checkpoint), print_(keeping.fingerprint) {
    census_.done.assign(walk.parts(), false);
    census_.sketch = walk.nothing();
    if (!checkpoint_.empty()) read_checkpoint(checkpoint_, print_, census_);
  }
  ~Leader() { stopped_ = true; }  // and then waits for its own work
  Leader(const Leader&) = delete;
  Leader& operator=(const Leader&) = delete;

  Sketch run(const enumerate::WalkBudget& budget) {
    own_work_ = std::async(std::launch::async, [&] { work(budget); });
    Stopwatch reported;
    while (working_ > 0 || own_work_.valid()) {
      if (const auto message = receive()) {
        answer(*message);
      } else {
        take_a_nap();
      }
      take_own_work();
      if (budget.on_progress && reported.seconds() > kSecondsBetweenReports) {
        reported = Stopwatch();
        budget.on_progress(0.0);
      }
      if (!stopped_ && (budget.deadline.expired() || census_.sketch.end != WalkEnd::Complete))
        stop();
      keep(false);
    }
    keep(true);
    return finish(budget);
  }

 private:
  static constexpr double kSecondsBetweenReports = 0.2;

  // The leader's own part of it, on threads of its own.
  void work(const enumerate::WalkBudget& budget) {
    Harvest harvest(walk_);
    for (auto part = next(); part != kNoPart && harvest.end() == WalkEnd::Complete; part = next()) {
      const Stopwatch watch;
      const Sketch counted = walk_.sketch(part, budget.deadline, budget.threads);
      harvest.add(part, counted, watch.seconds());
      if (harvest.is_ripe()) hand_over(harvest);
    }
    hand_over(harvest);
  }
  void hand_over(Harvest& harvest) {
    const std::lock_guard lock(mutex_);
    own_results_.push_back(harvest.take());
  }
  void take_own_work() {
    std::vector<std::string> results;
    const bool over = own_work_.valid() &&
                      own_work_.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
    if (over) own_work_.get();
    {
      const std::lock_guard lock(mutex_);
      results = std::exchange(own_results_, {});
    }
    for (const std::string& result : results)
      add(result);
  }

  std::uint64_t next() {
    const std::lock_guard lock(mutex_);
    while (!stopped_ && next_ < census_.done.size() && census_.done[next_])
      ++next_;
    return stopped_ || next_ >= census_.done.size() ? kNoPart : next_++;
  }

  void answer(const Message& message) {
    switch (message.tag) {
      case Tag::Ask: {
        std::string bytes;
        append(bytes, next());
        return send(message.from, Tag::Part, bytes);
      }
      case Tag::Result:
        if (message.bytes.back() == kLast) --working_;
        return add(message.result());
      case Tag::Refusal:
        throw Error("rank " + std::to_string(message.from) + ": " + message.bytes);
      default:
        throw Error("an unexpected message from rank " + std::to_string(message.from));
    }
  }

  void add(std::string_view result) {
    ByteReader bytes(result);
    for (auto parts = bytes.take<std::uint64_t>(); parts > 0; --parts) {
      const auto part = bytes.take<DonePart>();
      const std::lock_guard lock(mutex_);
      census_.done.at(part.number) = true;
      seconds_.push_back(part.seconds);
    }
    add_sketch(bytes, census_.sketch);
    news_ = true;
  }

  void stop() {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    for (int rank = 1; rank < ranks_; ++rank)
      send(rank, Tag::Stop, {});
  }

  // The first time at once: what was done is worth more than the file.
  void keep(bool now) {
    const bool due = now || !kept_before_ || since_kept_.seconds() > kSecondsBetweenCheckpoints;
    if (checkpoint_.empty() || !news_ || !due) return;
    write_checkpoint(checkpoint_, print_, census_);
    kept_before_ = true;
    news_ = false;
    since_kept_ = Stopwatch();
  }

  // For tools/simulate_ranks.py: how long each part has taken.
  void tell_times() const {
    const char* const path = std::getenv("RLMINER_PART_TIMES");
    if (path == nullptr) return;
    std::string lines;
    for (const double seconds : seconds_)
      lines += std::to_string(seconds) + "\n";
    write_file_atomically(path, lines);
  }

  Sketch finish(const enumerate::WalkBudget& budget) {
    tell_times();
    const bool complete =
        std::find(census_.done.begin(), census_.done.end(), false) == census_.done.end();
    if (complete) {
      census_.sketch.end = WalkEnd::Complete;
    } else if (census_.sketch.end == WalkEnd::Complete) {
      census_.sketch.end =
          budget.deadline.out_of_memory() ? WalkEnd::OutOfMemory : WalkEnd::OutOfTime;
    }
    return std::move(census_.sketch);
  }

  const int ranks_;
  const Walk& walk_;
  const std::filesystem::path checkpoint_;
  const std::uint64_t print_;
  std::mutex mutex_;  // over census_.done, next_, stopped_ and own_results_
  Census census_;
  std::uint64_t next_ = 0;
  std::atomic<bool> stopped_{false};
  std::vector<std::string> own_results_;
  std::future<void> own_work_;
  int working_ = children_of(0, ranks_);  // processes whose last result has not come
  std::vector<double> seconds_;           // of each part that was done in this run
  bool news_ = false;                     // since the last checkpoint
  bool kept_before_ = false;
  Stopwatch since_kept_;
};

}  // namespace

Sketch lead_walk(int ranks, const Walk& walk, const Keeping& keeping,
                 const enumerate::WalkBudget& budget) {
  return Leader(ranks, walk, keeping).run(budget);
}

}  // namespace rlminer::mpi
