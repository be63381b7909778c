#include "cli/experiment_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include "cli/engine_choice.h"
#include "cli/options.h"
#include "cli/shipped_models.h"

namespace rlminer::cli {
namespace {

constexpr std::size_t kMany = 1'000'000'000;
constexpr std::size_t kMostSeeds = 10'000;
constexpr std::size_t kMostJobs = 256;

std::filesystem::path default_data() {
  const char* const set = std::getenv("RLMINER_DATA");
  return set != nullptr && *set != '\0' ? set : "../shared/data";
}

std::vector<std::string> parse_names(const std::string& text) {
  std::vector<std::string> names;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    names.push_back(text.substr(begin, end - begin));
    if (names.back().empty()) throw CLI::ValidationError("--collections", "a name is empty");
    if (std::count(names.begin(), names.end(), names.back()) > 1)
      throw CLI::ValidationError("--collections", "'" + names.back() + "' is named twice");
    begin = end + 1;
  }
  return names;
}

std::vector<double> parse_limits(const std::string& text) {
  std::vector<double> limits;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    limits.push_back(parse_positive("--limits", text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return limits;
}

void add_places(CLI::App& command, study::ExperimentOptions& options) {
  options.data = default_data();
  options.models = models_folder();
  if (options.models.empty()) options.models = "models";
  options.out = "results";
  command
      .add_option("--data", options.data,
                  "Folder with a folder for each collection [$RLMINER_DATA or ../shared/data]")
      ->type_name("DIR");
  command
      .add_option("--models", options.models,
                  "Folder of the models, NAME.safetensors each [those that come with the program]")
      ->type_name("DIR");
  command
      .add_option("-o,--output", options.out,
                  "Folder for the results and for what is finished of them [results]")
      ->type_name("DIR");
}

void add_extent(CLI::App& command, study::ExperimentOptions& options) {
  add_parsed(
      command, "--collections", "A,B,...",
      [&](const std::string& text) { options.collections = parse_names(text); },
      "Instead of those the experiment is about");
  add_parsed(
      command, "--graphs", "N",
      [&](const std::string& text) { options.graphs = parse_count("--graphs", text, 1, kMany); },
      "At most so many of each collection, for a trial");
  command
      .add_option("--split-seed", options.split_seed,
                  "Of the split into training and test part [0]")
      ->type_name("S");
  add_parsed(
      command, "--seeds", "N",
      [&](const std::string& text) { options.seeds = parse_count("--seeds", text, 1, kMostSeeds); },
      "Runs of what draws at random, and of each training [3]");
  add_parsed(
      command, "--limits", "S,S,...",
      [&](const std::string& text) { options.limits = parse_limits(text); },
      "networks: seconds of each run [1,5]");
}

void add_training(CLI::App& command, study::ExperimentOptions& options) {
  add_parsed(
      command, "--budget", "SECONDS",
      [&](const std::string& text) { options.budget = parse_positive("--budget", text); },
      "Of each training run [120]");
  command.add_option("--preset", options.preset, "Of training runs, as for train [small]")
      ->type_name("NAME");
  command
      .add_option("--train-option", options.train_options,
                  "A further option of train for the training runs, for example "
                  "--train-option=--plus; may be repeated")
      ->type_name("OPTION")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  add_parsed(
      command, "--jobs", "N",
      [&](const std::string& text) {
        options.jobs = static_cast<int>(parse_count("--jobs", text, 1, kMostJobs));
      },
      "Training runs at a time [1]");
}

}  // namespace

void add_experiment_options(CLI::App& command, ExperimentRequest& request) {
  command.add_option("NAME", request.name, "Which experiment; --list shows them")->type_name("");
  command.add_flag("--list", request.list, "Print the experiments there are");
  add_places(command, request.options);
  add_extent(command, request.options);
  add_training(command, request.options);
  add_device_option(command, request.options.device);
  add_threads_option(command, request.options.threads,
                     "1 [default]: times are those of one core; 0: one per core");
  command.add_flag("--quiet", request.quiet, "No progress line, no table");
}

}  // namespace rlminer::cli
