#include "cli/train_log.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "rlminer/base/atomic_file.h"
#include "rlminer/base/error.h"

namespace rlminer::cli {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(const train::Ratios& ratios) {
  Json result = Json::object();
  for (const auto& [size, ratio] : ratios)
    result[std::to_string(size)] = ratio;
  return result;
}

double number(const Json& value) {
  return value.is_null() ? std::numeric_limits<double>::quiet_NaN() : value.get<double>();
}

train::Ratios ratios_from(const Json& object) {
  train::Ratios ratios;
  for (const auto& [size, ratio] : object.items())
    ratios[std::stoi(size)] = number(ratio);
  return ratios;
}

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

Columns columns_of(const std::vector<train::TrainRow>& rows) {
  Columns columns;
  for (const train::TrainRow& row : rows) {
    for (const auto& [name, _] : row.values)
      columns.values.insert(name);
    for (const auto& [size, _] : row.validation)
      columns.validation.insert(size);
    for (const auto& [size, _] : row.test)
      columns.test.insert(size);
  }
  return columns;
}

void append_ratios(std::string& line, const train::Ratios& ratios, const std::set<int>& sizes) {
  if (sizes.empty()) return;
  line += "," + (ratios.empty() ? std::string() : cell(*mean(ratios)));
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

std::string to_json(const train::TrainRow& row) {
  const Json json = {{"round", row.round},
                     {"updates", row.updates},
                     {"episodes", row.episodes},
                     {"seconds", row.seconds},
                     {"episodes_per_second", row.episodes_per_second},
                     {"updates_per_second", row.updates_per_second},
                     {"fraction", row.fraction},
                     {"eta", row.eta},
                     {"train_ratio", row.train_ratio},
                     {"values", Json(row.values)},
                     {"validation", to_json(row.validation)},
                     {"test", to_json(row.test)},
                     {"best", row.best}};
  return json.dump();
}

train::TrainRow train_row_from_json(const std::string& text) {
  try {
    const Json json = Json::parse(text);
    train::TrainRow row;
    row.round = json.at("round").get<std::size_t>();
    row.updates = json.at("updates").get<std::size_t>();
    row.episodes = json.at("episodes").get<std::size_t>();
    row.seconds = number(json.at("seconds"));
    row.episodes_per_second = number(json.at("episodes_per_second"));
    row.updates_per_second = number(json.at("updates_per_second"));
    row.fraction = number(json.at("fraction"));
    row.eta = number(json.at("eta"));
    row.train_ratio = number(json.at("train_ratio"));
    for (const auto& [name, value] : json.at("values").items())
      row.values[name] = number(value);
    row.validation = ratios_from(json.at("validation"));
    row.test = ratios_from(json.at("test"));
    row.best = json.at("best").get<bool>();
    return row;
  } catch (const std::exception&) {  // of the JSON library or of std::stoi
    throw Error("this is not a row of a training log");
  }
}

std::optional<double> mean(const train::Ratios& ratios) {
  if (ratios.empty()) return std::nullopt;
  double sum = 0.0;
  for (const auto& [_, ratio] : ratios)
    sum += ratio;
  return sum / static_cast<double>(ratios.size());
}

std::string to_csv(const std::vector<train::TrainRow>& rows) {
  const Columns columns = columns_of(rows);
  std::string text = header(columns);
  for (const train::TrainRow& row : rows) {
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
  if (resume) load();
}

void TrainLog::add(const train::TrainRow& row) {
  std::erase_if(rows_, [&](const train::TrainRow& earlier) { return earlier.round >= row.round; });
  rows_.push_back(row);
  write();
}

std::optional<train::TrainRow> TrainLog::best() const {
  const auto found = std::find_if(rows_.rbegin(), rows_.rend(),
                                  [](const train::TrainRow& row) { return row.best; });
  if (found == rows_.rend()) return std::nullopt;
  return *found;
}

std::filesystem::path TrainLog::beside(const char* suffix) const {
  std::filesystem::path path = model_;
  path += suffix;
  return path;
}

void TrainLog::load() {
  std::ifstream file(jsonl());
  std::string line;
  for (std::size_t number_of_line = 1; std::getline(file, line); ++number_of_line) {
    try {
      rows_.push_back(train_row_from_json(line));
    } catch (const Error& error) {
      throw Error(fmt::format("{}:{}: {}", jsonl().string(), number_of_line, error.what()));
    }
  }
}

void TrainLog::write() const {
  std::string lines;
  for (const train::TrainRow& row : rows_)
    lines += to_json(row) + "\n";
  write_file_atomically(jsonl(), lines);
  write_file_atomically(csv(), to_csv(rows_));
  write_file_atomically(svg(), to_svg(dataset_, rows_));
  write_file_atomically(html(), to_html(model_.filename().string(), dataset_, rows_));
}

}  // namespace rlminer::cli
