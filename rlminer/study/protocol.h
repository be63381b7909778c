#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rlminer/base/deadline.h"
#include "rlminer/base/frequency.h"
#include "rlminer/engine/registry.h"
#include "rlminer/graph/collection.h"
#include "rlminer/graph/split.h"
#include "rlminer/study/method.h"

namespace rlminer::study {

// How far an evaluation has come: called after every graph, from any thread but never twice at a
// time.
struct EvaluationStep {
  std::string what;  // "ground truth", or the name of a method
  std::size_t done = 0;
  std::size_t graphs = 0;  // of this run of the method
};

// What to compare, and how.
struct EvaluationOptions {
  std::vector<Method> methods;
  // Makes the engine of a method; by default make_engine, which knows those that need no model.
  std::function<std::unique_ptr<engine::Engine>(const Method&)> engine_for =
      [](const Method& method) { return engine::make_engine(method.engine, method.settings); };
  std::vector<int> sizes;  // ascending
  graph::Part part = graph::Part::Test;
  std::uint64_t split_seed = 0;
  std::uint64_t first_seed = 0;  // methods that draw at random run with this seed and the next ones
  std::size_t seeds = 5;
  int threads = 1;
  double time_limit = Deadline::kForever;  // seconds per graph and method
  std::size_t memory = ~std::size_t{0};
  std::filesystem::path cache;                // of ground truth; empty: none
  const std::atomic<bool>* cancel = nullptr;  // ends the evaluation with what is complete
  std::function<void(const EvaluationStep&)> on_step;
};

// What a method answered about one graph, one size after another as in EvaluationOptions::sizes.
struct GraphOutcome {
  std::vector<Count> frequencies;
  double seconds = 0.0;           // of graphs that are treated together: an equal share
  std::vector<bool> proven = {};  // which of them the method has proven
};

// One method over all graphs, with one seed.
struct MethodRun {
  Method method;
  std::uint64_t seed = 0;
  std::vector<std::optional<GraphOutcome>> outcomes;  // by graph; none: not reached
  double seconds = 0.0;                               // wall clock over all graphs
  bool complete = false;
};

// A graph that was evaluated, and the truth about it.
struct EvaluatedGraph {
  std::size_t number = 0;  // in the input
  std::size_t vertices = 0;
  std::size_t edges = 0;
  std::vector<std::optional<Count>> best;  // by size; none: not proven in the time given
};

// A collection, all methods compared on it.
struct Evaluation {
  std::string dataset;
  std::size_t collection_size = 0;  // graphs before the split
  std::vector<int> sizes;
  graph::Part part = graph::Part::Test;
  std::uint64_t split_seed = 0;
  int threads = 1;
  std::vector<EvaluatedGraph> graphs;
  std::vector<MethodRun> runs;
  std::vector<std::string> warnings;
  bool complete = false;  // false: cancelled

  // Frequency found / best frequency; none where the truth is unknown or there is nothing to find.
  std::optional<double> ratio(const MethodRun& run, std::size_t graph, std::size_t size) const;
};

// Runs every method on the chosen part of the (already filtered) collection. Methods run one after
// the other, so that their times can be compared. Throws Error when a method beats the ground
// truth: the cache then belongs to another definition, or there is a bug.
Evaluation evaluate(const Collection& collection, const EvaluationOptions& options);

}  // namespace rlminer::study
