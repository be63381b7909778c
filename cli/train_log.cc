#include "cli/train_log.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>
#include <utility>

#include "rlminer/base/atomic_file.h"

namespace rlminer::cli {
namespace {

// A cell of the table; what is not known is empty.
std::string cell(double value) {
  return std::isfinite(value) ? fmt::format("{:.6g}", value) : "";
}

// The columns that depend on the run.
struct Columns {
  std::set<std::string> values;
  std::set<int> validation;
  std::set<int> test;
};

Columns columns_of(const std::vector<model::TrainRow>& rows) {
  Columns columns;
  for (const model::TrainRow& row : rows) {
    for (const auto& [name, _] : row.values)
      columns.values.insert(name);
    for (const auto& [size, _] : row.validation)
      columns.validation.insert(size);
    for (const auto& [size, _] : row.test)
      columns.test.insert(size);
  }
  return columns;
}

void append_ratios(std::string& line, const model::Ratios& ratios, const std::set<int>& sizes) {
  if (sizes.empty()) return;
  line += "," + (ratios.empty() ? std::string() : cell(model::mean_of(ratios)));
  for (const int size : sizes)
    line += "," + (ratios.contains(size) ? cell(ratios.at(size)) : std::string());
}

std::string header(const Columns& columns) {
  std::string line =
      "round,updates,episodes,seconds,episodes_per_second,updates_per_second,train_ratio,best";
  for (const std::string& name : columns.values)
    line += "," + name;
  const auto ratios = [&line](const char* name, const std::set<int>& sizes) {
    if (!sizes.empty()) line += fmt::format(",{}_mean", name);
    for (const int size : sizes)
      line += fmt::format(",{}_k{}", name, size);
  };
  ratios("validation", columns.validation);
  ratios("test", columns.test);
  return line + "\n";
}

}  // namespace

std::optional<double> mean(const model::Ratios& ratios) {
  return ratios.empty() ? std::nullopt : std::optional(model::mean_of(ratios));
}

std::optional<double> at(const model::Ratios& ratios, int size) {
  const auto found = ratios.find(size);
  return found == ratios.end() ? std::nullopt : std::optional(found->second);
}

std::string to_csv(const std::vector<model::TrainRow>& rows) {
  const Columns columns = columns_of(rows);
  std::string text = header(columns);
  for (const model::TrainRow& row : rows) {
    std::string line =
        fmt::format("{},{},{},{:.3f},{},{},{},{}", row.round, row.updates, row.episodes,
                    row.seconds, cell(row.episodes_per_second), cell(row.updates_per_second),
                    cell(row.train_ratio), row.best ? 1 : 0);
    for (const std::string& name : columns.values)
      line += "," + (row.values.contains(name) ? cell(row.values.at(name)) : std::string());
    append_ratios(line, row.validation, columns.validation);
    append_ratios(line, row.test, columns.test);
    text += line + "\n";
  }
  return text;
}

TrainLog::TrainLog(std::filesystem::path model, std::string dataset, bool resume)
    : model_(std::move(model)), dataset_(std::move(dataset)) {
  if (resume) rows_ = model::read_train_log(jsonl());
}

void TrainLog::add(const model::TrainRow& row) {
  std::erase_if(rows_, [&](const model::TrainRow& earlier) { return earlier.round >= row.round; });
  rows_.push_back(row);
  write();
}

std::optional<model::TrainRow> TrainLog::best() const {
  const auto found = std::find_if(rows_.rbegin(), rows_.rend(),
                                  [](const model::TrainRow& row) { return row.best; });
  if (found == rows_.rend()) return std::nullopt;
  return *found;
}

std::filesystem::path TrainLog::beside(const char* suffix) const {
  std::filesystem::path path = model_;
  path += suffix;
  return path;
}

void TrainLog::write() const {
  std::string lines;
  for (const model::TrainRow& row : rows_)
    lines += model::to_json(row) + "\n";
  write_file_atomically(jsonl(), lines);
  write_file_atomically(csv(), to_csv(rows_));
  write_file_atomically(svg(), to_svg(dataset_, rows_));
  write_file_atomically(html(), to_html(model_.filename().string(), dataset_, rows_));
}

}  // namespace rlminer::cli
