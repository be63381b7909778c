#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cli/engine_choice.h"

#include "rlminer/engine/engine.h"
#include "rlminer/graph/collection.h"

namespace rlminer::cli {

// Collects the answers about all graphs of a run for `--format html`, a page that is written when
// the last one is there. Refers to what it is given.
class MinePage {
 public:
  MinePage(const MineOptions& options, const Collection& input, std::string engine);

  void add(std::size_t index, const std::vector<engine::Answer>& answers) {
    answers_[index] = answers;
  }
  std::string html() const;

  // How many occurrences to list per pattern when the user does not say.
  static std::size_t default_occurrences(std::size_t graphs);

 private:
  const MineOptions& options_;
  const Collection& input_;
  const std::string engine_;
  std::vector<std::vector<engine::Answer>> answers_;
};

}  // namespace rlminer::cli
