#include "rlminer/study/training_log.h"

#include <exception>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>

#include "rlminer/base/error.h"

namespace rlminer::study {
namespace {

using Json = nlohmann::ordered_json;

double number(const Json& value) {
  return value.is_null() ? std::numeric_limits<double>::quiet_NaN() : value.get<double>();
}

std::map<int, double> ratios_from(const Json& object) {
  std::map<int, double> ratios;
  for (const auto& [size, ratio] : object.items())
    ratios[std::stoi(size)] = number(ratio);
  return ratios;
}

TrainingRound round_from(const std::string& line) {
  const Json json = Json::parse(line);
  return {.round = json.at("round").get<std::size_t>(),
          .updates = json.at("updates").get<std::size_t>(),
          .seconds = number(json.at("seconds")),
          .validation = ratios_from(json.at("validation")),
          .test = ratios_from(json.at("test")),
          .best = json.at("best").get<bool>()};
}

}  // namespace

double mean_ratio(const std::map<int, double>& ratios) {
  double sum = 0.0;
  for (const auto& [_, ratio] : ratios)
    sum += ratio;
  return ratios.empty() ? 0.0 : sum / static_cast<double>(ratios.size());
}

std::vector<TrainingRound> read_training_log(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::vector<TrainingRound> rounds;
  std::string line;
  for (std::size_t place = 1; std::getline(file, line); ++place) {
    try {
      rounds.push_back(round_from(line));
    } catch (const std::exception&) {  // of the JSON library or of std::stoi
      if (file.peek() == std::ifstream::traits_type::eof()) break;
      throw Error(path.string(), place, "this is not a row of a training log");
    }
  }
  return rounds;
}

}  // namespace rlminer::study
