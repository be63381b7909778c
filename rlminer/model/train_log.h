#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

// What a training run writes down while it learns: MODEL.log.jsonl, one row per round.
namespace rlminer::model {

// Average ratio by size.
using Ratios = std::map<int, double>;
double mean_of(const Ratios& ratios);  // 0 when empty

// The ratio of a size, or the value of that name; none where there is none.
template <typename Name>
std::optional<double> value_at(const std::map<Name, double>& values, const Name& name) {
  const auto found = values.find(name);
  return found == values.end() ? std::nullopt : std::optional(found->second);
}

// One line of the log: how things stand after a round.
struct TrainRow {
  std::size_t round = 0;
  std::size_t updates = 0;
  std::size_t episodes = 0;
  double seconds = 0.0;  // of training in all, those before a resume included
  double episodes_per_second = 0.0;
  double updates_per_second = 0.0;
  double fraction = 0.0;                      // of the whole run
  double eta = 0.0;                           // seconds to go, by that fraction and any time limit
  double train_ratio = 0.0;                   // of the episodes that ended in this round
  std::map<std::string, double> values = {};  // losses, entropy, temperature, ...: by algorithm
  Ratios validation = {};
  Ratios test = {};
  bool best = false;  // validation is the best so far, so the model was written
};

// A row as a JSON object (without a line end), and back. Numbers that are not finite become null,
// and null becomes NaN. Reading throws Error for anything but such an object.
std::string to_json(const TrainRow& row);
TrainRow train_row_from_json(const std::string& text);

// The rows of a log; none when there is no file. Throws Error (`path:line: reason`) for a line that
// is no row.
std::vector<TrainRow> read_train_log(const std::filesystem::path& path);

}  // namespace rlminer::model
