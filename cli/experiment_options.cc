#include "cli/experiment_options.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include "cli/engine_choice.h"
#include "cli/options.h"
#include "cli/shipped_models.h"

namespace rlminer::cli {
namespace {

constexpr std::size_t kMostSeeds = 10'000;
constexpr int kMostJobs = 256;

std::filesystem::path default_data() {
  const char* const set = std::getenv("RLMINER_DATA");
  return set != nullptr && *set != '\0' ? set : "../shared/data";
}

std::vector<std::string> parse_names(const std::string& text) {
  std::vector<std::string> names = split_at(text, ',');
  for (const std::string& name : names) {
    if (name.empty()) throw UsageError("--collections", "a name is empty");
    if (std::count(names.begin(), names.end(), name) > 1)
      throw UsageError("--collections", "'" + name + "' is named twice");
  }
  return names;
}

std::vector<double> parse_limits(const std::string& text) {
  std::vector<double> limits;
  for (const std::string& limit : split_at(text, ','))
    limits.push_back(parse_positive("--limits", limit));
  return limits;
}

void add_places(Command command, study::ExperimentOptions& options) {
  options.data = default_data();
  options.models = models_folder();
  if (options.models.empty()) options.models = "models";
  options.out = "results";
  command
      .value("--data", options.data,
             "Folder with a folder for each collection [$RLMINER_DATA or ../shared/data]")
      .type("DIR");
  command
      .value("--models", options.models,
             "Folder of the models, NAME.safetensors each [those that come with the program]")
      .type("DIR");
  command
      .value("-o,--output", options.out,
             "Folder for the results and for what is finished of them [results]")
      .type("DIR");
}

void add_extent(Command command, study::ExperimentOptions& options) {
  command.parsed(
      "--collections", "A,B,...",
      [&](const std::string& text) { options.collections = parse_names(text); },
      "Instead of those the experiment is about");
  add_number(command, "--graphs", options.graphs, 1, kMostAskedFor,
             "At most so many of each collection, for a trial");
  command.value("--split-seed", options.split_seed, "Of the split into training and test part [0]")
      .type("S");
  add_number(command, "--seeds", options.seeds, 1, kMostSeeds,
             "Runs of what draws at random, and of each training [3]");
  command.parsed(
      "--limits", "S,S,...", [&](const std::string& text) { options.limits = parse_limits(text); },
      "networks: seconds of each run [1,5]");
}

void add_training(Command command, study::ExperimentOptions& options) {
  command.parsed(
      "--budget", "SECONDS",
      [&](const std::string& text) { options.budget = parse_positive("--budget", text); },
      "Of each training run [120]");
  command.value("--preset", options.preset, "Of training runs, as for train [small]").type("NAME");
  command
      .value("--train-option", options.train_options,
             "A further option of train for the training runs, for example "
             "--train-option=--plus; may be repeated")
      .type("OPTION")
      .repeatable();
  add_number(command, "--jobs", options.jobs, 1, kMostJobs, "Training runs at a time [1]");
}

}  // namespace

void add_experiment_options(Command command, ExperimentRequest& request) {
  command.value("NAME", request.name, "Which experiment; --list shows them").type("");
  command.flag("--list", request.list, "Print the experiments there are");
  add_places(command, request.options);
  add_extent(command, request.options);
  add_training(command, request.options);
  add_device_option(command, request.options.device);
  add_threads_option(command, request.options.threads,
                     "1 [default]: times are those of one core; 0: one per core");
  command.flag("--quiet", request.quiet, "No progress line, no table");
}

}  // namespace rlminer::cli
