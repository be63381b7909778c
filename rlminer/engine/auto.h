#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "rlminer/engine/beam.h"
#include "rlminer/engine/candidates.h"
#include "rlminer/engine/engine.h"
#include "rlminer/engine/rand.h"

namespace rlminer::engine {

// What one of the engines that auto asks has to offer: its answers, or why it has none.
struct Contribution {
  std::string engine;
  std::vector<Answer> answers;  // for some sizes of the problem
  std::string failure = {};

  const Answer* find(int size) const {
    const auto place = std::find_if(answers.begin(), answers.end(),
                                    [&](const Answer& answer) { return answer.size == size; });
    return place == answers.end() ? nullptr : &*place;
  }
  Answer* find(int size) { return const_cast<Answer*>(std::as_const(*this).find(size)); }
  bool has_as_best(int size, const Pattern& pattern) const {
    const Answer* answer = find(size);
    return answer != nullptr && !answer->findings.empty() && answer->findings[0].pattern == pattern;
  }
};

// The most frequent pattern of a size that anybody has found; null: nothing.
inline Finding* best_of(std::vector<Contribution>& contributions, int size) {
  Finding* best = nullptr;
  for (Contribution& contribution : contributions) {
    Answer* const answer = contribution.find(size);
    if (answer == nullptr) continue;
    for (Finding& finding : answer->findings) {
      if (best == nullptr || ranks_before(finding, *best)) best = &finding;
    }
  }
  return best;
}

// A learned engine that is made when it is first needed: that takes a while, and often exact is
// enough.
struct LearnedEngine {
  std::function<std::unique_ptr<Engine>()> make = {};  // empty: there is none
  std::vector<int> sizes = {};                         // that it can answer for, ascending
};

struct AutoOptions {
  LearnedEngine learned = {};
  BeamOptions beam = {};
  RandOptions rand = {};
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
