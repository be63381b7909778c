#include "rlminer/study/models.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>
#include <system_error>

#include "rlminer/base/error.h"
#include "rlminer/model/train_log.h"
#include "rlminer/study/store.h"

namespace rlminer::study {
namespace {

constexpr std::string_view kEnding = ".safetensors";

}  // namespace

ModelFile read_model_file(const std::filesystem::path& path) {
  return {path, hash_of_file(path), model::read_model_info(path)};
}

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

ModelFile model_of_collection(const ExperimentOptions& options, const std::string& name) {
  if (auto own = find_model(options, name)) return *std::move(own);
  if (auto universal = find_model(options, "universal")) return *std::move(universal);
  return require_model(options, name);
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
  auto rows = model::read_train_log(options.models / (name + ".log.jsonl"));
  if (rows.empty())
    rows = model::read_train_log(options.models / (name + std::string(kEnding) + ".log.jsonl"));
  std::optional<ResultRow> best;
  for (const model::TrainRow& row : rows) {
    ResultRow figures;
    for (const int size : sizes) {
      const auto ratio = model::value_at(row.test, size);
      if (ratio && std::isfinite(*ratio)) figures.sizes.push_back({size, ratio});
    }
    const auto mean = figures.mean(sizes);
    if (mean && (!best || *mean > *best->mean(sizes))) best = std::move(figures);
  }
  return best;
}

}  // namespace rlminer::study
