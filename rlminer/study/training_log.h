#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <vector>

// What `rlminer train` writes down while it learns.
namespace rlminer::study {

// What the log of a run says about one round (an epoch of the paper's algorithm). Ratios are
// averages over graphs, by pattern size.
struct TrainingRound {
  std::size_t round = 0;
  std::size_t updates = 0;
  double seconds = 0.0;
  std::map<int, double> validation = {};
  std::map<int, double> test = {};
  bool best = false;  // validation is the best so far, so the model was written
};

// Average over the sizes; 0 when there are none.
double mean_ratio(const std::map<int, double>& ratios);

// The rounds in a log (MODEL.log.jsonl). A last line that is incomplete is left out. Throws Error
// (`path:line: reason`) when another line is not a row of a log.
std::vector<TrainingRound> read_training_log(const std::filesystem::path& path);

}  // namespace rlminer::study
