#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "rlminer/engine/engine.h"
#include "rlminer/engine/ranking.h"

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

}  // namespace rlminer::engine
