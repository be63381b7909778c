#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "rlminer/engine/engine.h"

namespace rlminer::engine {

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
  const std::vector<Graph>& graphs;
  Problem problem;
  Budget budget;
  bool verify = false;    // recount what the engine reports; throws Disagreement
  bool together = false;  // the engine treats many graphs at once (Engine::solve_many)
  // No graph may take more than half of the time left: for engines that have an answer, if not a
  // proven one, however short the time.
  bool share_time = false;
  GraphsWatcher* watcher = nullptr;
};

// Solves every graph and hands the answers to `deliver` in the order of the graphs, each as soon as
// all before it are done. deliver is never called twice at the same time; what it throws ends the
// run and is thrown from here.
using Deliver = std::function<void(std::size_t index, const std::vector<Answer>& answers)>;
void solve_graphs(const GraphsJob& job, const Deliver& deliver);

}  // namespace rlminer::engine
