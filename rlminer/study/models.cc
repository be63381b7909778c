#include "rlminer/study/models.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <system_error>

#include "rlminer/base/error.h"
#include "rlminer/study/store.h"

namespace rlminer::study {
namespace {

constexpr std::string_view kEnding = ".safetensors";

ModelFile read_model_file(const std::filesystem::path& path) {
  return {path, hash_of_file(path), model::read_model_info(path)};
}

// The ratios of a row of a training log on the test graphs; none when one of the sizes is missing.
std::optional<ResultRow> test_figures(const std::string& line, const std::vector<int>& sizes) {
  ResultRow figures;
  try {
    const auto row = nlohmann::json::parse(line);
    for (const int size : sizes) {
      const double ratio = row.at("test").at(std::to_string(size)).get<double>();
      figures.sizes.push_back({.size = size, .ratio = ratio});
    }
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
  return figures;
}

}  // namespace

std::vector<int> ModelFile::known(const std::vector<int>& sizes) const {
  std::vector<int> result;
  std::copy_if(sizes.begin(), sizes.end(), std::back_inserter(result),
               [&](int size) { return size <= info.network.max_size; });
  return result;
}

std::optional<ModelFile> find_model(const ExperimentOptions& options, const std::string& name) {
  const auto path = options.models / (name + std::string(kEnding));
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return std::nullopt;
  return read_model_file(path);
}

ModelFile require_model(const ExperimentOptions& options, const std::string& name) {
  auto found = find_model(options, name);
  if (found) return *std::move(found);
  throw Error((options.models / (name + std::string(kEnding))).string() +
              ": there is no such model; rlminer train makes one, --models names another folder");
}

std::vector<ModelFile> all_seeds(const ExperimentOptions& options, const std::string& name) {
  std::vector<std::filesystem::path> paths;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(options.models, ignored)) {
    const std::string file = entry.path().filename().string();
    if (file.starts_with(name + ".seed") && file.ends_with(kEnding)) paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<ModelFile> models;
  std::set<std::string> seen;
  if (auto own = find_model(options, name)) {
    seen.insert(own->hash);
    models.push_back(*std::move(own));
  }
  for (const auto& path : paths) {
    ModelFile model = read_model_file(path);
    if (seen.insert(model.hash).second) models.push_back(std::move(model));
  }
  return models;
}

std::optional<ResultRow> best_test_round(const ExperimentOptions& options, const std::string& name,
                                         const std::vector<int>& sizes) {
  std::ifstream file(options.models / (name + ".log.jsonl"));
  if (!file) file.open(options.models / (name + std::string(kEnding) + ".log.jsonl"));
  std::optional<ResultRow> best;
  for (std::string line; std::getline(file, line);) {
    const auto figures = test_figures(line, sizes);
    if (!figures) continue;
    if (!best || *figures->mean(sizes) > *best->mean(sizes)) best = figures;
  }
  return best;
}

std::size_t trained_on(const ModelFile& model, const std::string& collection,
                       const std::vector<std::size_t>& places) {
  const auto& parts = model.info.parts;
  const auto part = std::ranges::find(parts, collection, &model::TrainingPart::dataset);
  if (part == parts.end()) return 0;
  const auto among = [](const std::vector<std::size_t>& some, std::size_t place) {
    return std::find(some.begin(), some.end(), place) != some.end();
  };
  return static_cast<std::size_t>(
      std::count_if(places.begin(), places.end(), [&](std::size_t place) {
        return among(part->split.train, place) || among(part->split.validation, place);
      }));
}

}  // namespace rlminer::study
