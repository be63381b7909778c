#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "cli/progress.h"

#include "rlminer/engine/engine.h"

namespace rlminer::cli {

// One question asked of many graphs. budget.threads is what the whole run may use.
struct GraphsJob {
  const engine::Engine& engine;
  const std::vector<Graph>& graphs;
  engine::Problem problem;
  engine::Budget budget;
  bool verify = false;    // recount what the engine reports; throws Disagreement
  bool together = false;  // the engine treats many graphs at once (Engine::solve_many)
  // No graph may take more than half of the time left: for engines that have an answer, if not a
  // proven one, however short the time.
  bool share_time = false;
};

// Whether graphs are solved side by side, one thread each, rather than one after another with all
// threads: only when there are enough of them to keep every thread busy to the end.
bool side_by_side(std::size_t graphs, int threads);

// Solves every graph and hands the answers to `deliver` in the order of the graphs, each as soon as
// all before it are done. deliver is never called twice at the same time; what it throws ends the
// run and is thrown from here.
using Deliver = std::function<void(std::size_t index, const std::vector<engine::Answer>& answers)>;
void solve_graphs(const GraphsJob& job, ProgressLine& progress, const Deliver& deliver);

}  // namespace rlminer::cli
