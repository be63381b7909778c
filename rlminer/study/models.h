#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "rlminer/model/model_info.h"
#include "rlminer/study/experiment.h"
#include "rlminer/study/result_row.h"

namespace rlminer::study {

// A trained policy on disk.
struct ModelFile {
  std::filesystem::path path;
  std::string hash;  // of its bytes
  model::ModelInfo info;

  // Those of the sizes that it can be asked about.
  std::vector<int> known(const std::vector<int>& sizes) const;
};

// Throws Error when it is not a model.
ModelFile read_model_file(const std::filesystem::path& path);

// MODELS/NAME.safetensors. None: there is no such file. Throws Error when it is not a model.
std::optional<ModelFile> find_model(const ExperimentOptions& options, const std::string& name);

// The same; throws Error saying how to get it when it is not there.
ModelFile require_model(const ExperimentOptions& options, const std::string& name);

// The model of a collection: its own, else `universal`, which works on any graph; throws Error when
// neither is there.
ModelFile model_of_collection(const ExperimentOptions& options, const std::string& name);

// MODELS/NAME.safetensors and its sisters NAME.seed*.safetensors, trained with other seeds: those
// that differ, in the order of their names.
std::vector<ModelFile> all_seeds(const ExperimentOptions& options, const std::string& name);

// The round of the training log (MODELS/NAME.log.jsonl or NAME.safetensors.log.jsonl) with the
// highest mean ratio on the test graphs over these sizes: what the paper reports. None: there is no
// log, or it has no test ratios.
std::optional<ResultRow> best_test_round(const ExperimentOptions& options, const std::string& name,
                                         const std::vector<int>& sizes);

}  // namespace rlminer::study
