#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rlminer/engine/registry.h"

namespace rlminer::engine {

// A learned engine that is made when it is first needed: that takes a while, and often exact is
// enough.
struct LearnedEngine {
  std::function<std::unique_ptr<Engine>()> make = {};  // empty: there is none
  std::vector<int> sizes = {};                         // that it can answer for, ascending
  bool named = true;  // by the user; otherwise it is asked only where that has paid
};

struct AutoOptions {
  LearnedEngine learned = {};
  std::optional<std::size_t> samples = {};   // of random growth, per size
  double local_search = Deadline::kForever;  // seconds per size; 0: none
};

// The best answer that the time allows, for those who do not care how.
//
// Starts with the exact engine and watches its speed. If it is going to fit into the time, it runs
// to the end and that is the answer, proven. Otherwise it may use a part of the time; then the
// other stages have their turn: see describe_stages(). The note then says what was done, who found
// the answer, and how much of the sets exact has seen.
class AutoEngine : public Engine {
 public:
  AutoEngine() = default;
  explicit AutoEngine(AutoOptions options) : options_(std::move(options)) {}

  // A budget without a time limit is taken for so many seconds per graph.
  static constexpr double kDefaultSeconds = 10.0;

  std::string name() const override { return "auto"; }
  std::vector<Answer> solve(const Graph& graph, const Problem& problem,
                            const Budget& budget) const override;

 private:
  const Engine& learned_engine() const;

  AutoOptions options_;
  mutable std::mutex making_;
  mutable std::unique_ptr<Engine> made_;
};

// The stages of auto, when each of them runs and which part of the time it has, as a table in
// Markdown.
std::string describe_stages();

EngineInfo auto_engine();

}  // namespace rlminer::engine
