#include "rlminer/model/train_log.h"

#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

#include "rlminer/base/error.h"
#include "rlminer/model/field.h"

namespace rlminer::model {
namespace {

using Json = nlohmann::ordered_json;

std::vector<Field> numbers_of(TrainRow& row) {
  return {{"round", &row.round},
          {"updates", &row.updates},
          {"episodes", &row.episodes},
          {"seconds", &row.seconds},
          {"episodes_per_second", &row.episodes_per_second},
          {"updates_per_second", &row.updates_per_second},
          {"fraction", &row.fraction},
          {"eta", &row.eta},
          {"train_ratio", &row.train_ratio}};
}

Json by_size(const Ratios& ratios) {
  Json result = Json::object();
  for (const auto& [size, ratio] : ratios)
    result[std::to_string(size)] = ratio;
  return result;
}

double number(const nlohmann::json& value) {
  return value.is_null() ? std::numeric_limits<double>::quiet_NaN() : value.get<double>();
}

Ratios ratios_from(const nlohmann::json& object) {
  Ratios ratios;
  for (const auto& [size, ratio] : object.items())
    ratios[std::stoi(size)] = number(ratio);
  return ratios;
}

}  // namespace

double mean_of(const Ratios& ratios) {
  double sum = 0.0;
  for (const auto& [_, ratio] : ratios)
    sum += ratio;
  return ratios.empty() ? 0.0 : sum / static_cast<double>(ratios.size());
}

std::string to_json(const TrainRow& row) {
  TrainRow copy = row;
  Json json = json_of(numbers_of(copy));
  json["values"] = row.values;
  json["validation"] = by_size(row.validation);
  json["test"] = by_size(row.test);
  json["best"] = row.best;
  return json.dump();
}

TrainRow train_row_from_json(const std::string& text) {
  try {
    const auto json = nlohmann::json::parse(text);
    TrainRow row;
    read_fields(json, numbers_of(row), "row");
    for (const auto& [name, value] : json.at("values").items())
      row.values[name] = number(value);
    row.validation = ratios_from(json.at("validation"));
    row.test = ratios_from(json.at("test"));
    row.best = json.at("best").get<bool>();
    return row;
  } catch (const std::exception&) {  // of the JSON library, of std::stoi or ours
    throw Error("this is not a row of a training log");
  }
}

std::vector<TrainRow> read_train_log(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::vector<TrainRow> rows;
  std::string line;
  for (std::size_t place = 1; std::getline(file, line); ++place) {
    try {
      rows.push_back(train_row_from_json(line));
    } catch (const Error& error) {
      throw Error(path.string(), place, error.what());
    }
  }
  return rows;
}

}  // namespace rlminer::model
