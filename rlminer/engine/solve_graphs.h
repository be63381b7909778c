#pragma once

#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "rlminer/base/deadline.h"
#include "rlminer/engine/engine.h"
#include "rlminer/graph/graph.h"

namespace rlminer::engine {

// Whether graphs are solved side by side, one thread each, rather than one after another with all
// threads: only when there are enough of them to keep every thread busy to the end.
bool side_by_side(std::size_t graphs, int threads);

// Hands results on in the order of their numbers, each as soon as all before it are there. May be
// given them by several threads; `deliver` is never called twice at the same time.
template <typename Result>
class InOrder {
 public:
  using Deliver = std::function<void(std::size_t number, const Result& result)>;
  InOrder(std::size_t results, Deliver deliver) : waiting_(results), deliver_(std::move(deliver)) {}

  void put(std::size_t number, Result result) {
    const std::lock_guard lock(mutex_);
    waiting_[number] = std::move(result);
    while (next_ < waiting_.size() && waiting_[next_]) {
      const Result ready = *std::exchange(waiting_[next_], std::nullopt);
      deliver_(next_++, ready);
    }
  }

 private:
  std::mutex mutex_;
  std::vector<std::optional<Result>> waiting_;
  std::size_t next_ = 0;
  const Deliver deliver_;
};

// The part of the time that one of several graphs may take.
struct TimeShare {
  Deadline deadline;
  double grace = 0.0;  // seconds that it may take beyond, so as not to end with nothing
};

// Shares what is left of the time evenly among the graphs that are left: what one does not use is
// there for the others. May be asked by several threads.
class TimeShares {
 public:
  // So many of the graphs are treated at the same time.
  TimeShares(std::size_t graphs, int at_once, const Deadline& deadline)
      : left_(graphs), at_once_(at_once), deadline_(deadline) {}

  TimeShare next();

  static constexpr double kGraceSeconds = 0.3;

 private:
  std::mutex mutex_;
  std::size_t left_;
  const int at_once_;
  const Deadline deadline_;
  std::optional<Deadline> grace_;  // of all graphs that were begun after the end
};

// Graphs that somebody else owns and keeps: all of a collection, or some from here and there.
class GraphRefs {
 public:
  GraphRefs(const std::vector<Graph>& graphs) {  // NOLINT: a collection is a list of graphs
    for (const Graph& graph : graphs)
      places_.push_back(&graph);
  }
  explicit GraphRefs(std::vector<const Graph*> places) : places_(std::move(places)) {}

  std::size_t size() const { return places_.size(); }
  const Graph& operator[](std::size_t i) const { return *places_[i]; }

 private:
  std::vector<const Graph*> places_;
};

// The numbers of the graphs by their edges. Small ones leave much of their share to the others.
std::vector<std::size_t> smallest_first(const GraphRefs& graphs);

// Is told how far a run over many graphs has come, from any thread. Graphs are solved in lanes: one
// per graph solved at the same time, or one for a batch of graphs that are solved together.
class GraphsWatcher {
 public:
  virtual ~GraphsWatcher() = default;
  virtual void update(int lane, const Progress& progress, std::size_t graphs) = 0;
  virtual void graphs_done(int lane, double sets, std::size_t graphs) = 0;
};

// One question asked of many graphs. budget.threads is what the whole run may use.
struct GraphsJob {
  const Engine& engine;
  GraphRefs graphs;
  Problem problem;
  Budget budget;
  bool verify = false;    // recount what the engine reports; throws Disagreement
  bool together = false;  // the engine treats many graphs at once (Engine::solve_many)
  // No graph may take more than half of the time left: for engines that have an answer, if not a
  // proven one, however short the time.
  bool share_time = false;
  bool of_many = false;  // the run is about other graphs, too
  GraphsWatcher* watcher = nullptr;
};

// Solves every graph and hands the answers to `deliver` in the order of the graphs, each as soon as
// all before it are done. deliver is never called twice at the same time; what it throws ends the
// run and is thrown from here.
using Deliver = std::function<void(std::size_t index, const std::vector<Answer>& answers)>;
void solve_graphs(const GraphsJob& job, const Deliver& deliver);

}  // namespace rlminer::engine
