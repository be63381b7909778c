#include "cli/study_options.h"

#include <algorithm>
#include <cstdlib>

#include "cli/evaluation.h"
#include "cli/options.h"
#include "cli/shipped_models.h"

#include "rlminer/base/error.h"

namespace rlminer::cli {
namespace {

constexpr std::size_t kMostSeeds = 10'000;

void add_question(Command command, EvaluateOptions& options) {
  command.value("COLLECTION", options.inputs, "Folders or files of collections, one table each")
      .required()
      .type("");
  command.parsed(
      "-k", "SIZES", [&](const std::string& text) { options.protocol.sizes = parse_sizes(text); },
      "Pattern sizes [5..9]");
  options.protocol.sizes = parse_sizes("5..9");
  command.parsed(
      "--methods", "LIST",
      [&](const std::string& text) {
        options.protocol.methods = parse_methods(split_at(text, ','));
      },
      "Separated by commas: auto, exact, mni, mni+noninduced, rand, rand+samples=N, rl (needs "
      "--model), rl+samples=N, rl+samples=N+temperature=T, rl+beam=W, rl+multistart; each of rl "
      "also with +local (then local search) [exact,mni,rand]");
  options.protocol.methods = parse_methods({"exact", "mni", "rand"});
  add_model_options(command, options.learned);
  add_split_options(command, options.protocol.part, options.protocol.split_seed,
                    "Which graphs: a fifth at random [test], the others, or all");
  add_filter_option(command, options.paper_filter);
  add_relation_options(command, options.relations, RelationDefault::Ignore);
}

void add_means(Command command, EvaluateOptions& options) {
  add_number(command, "--seeds", options.protocol.seeds, 1, kMostSeeds,
             "Runs of each method that draws at random [5]");
  command.value("--seed", options.protocol.first_seed, "Of the first of these runs [0]").type("S");
  add_threads_option(command, options.protocol.threads,
                     "1 [default]: times are those of one core; 0: one per core");
  add_time_limit(command, options.protocol.time_limit,
                 "For each graph and method; a graph not proven in time is left out");
  add_memory_limit(command, options.protocol.memory);
}

void add_result(Command command, EvaluateOptions& options) {
  command.value("-o,--output", options.output, "Folder for the results, made if need be")
      .required()
      .type("DIR");
  command.parsed(
      "--cache", "DIR|none",
      [&](const std::string& text) {
        options.protocol.cache =
            text == "none" ? std::filesystem::path() : std::filesystem::path(text);
      },
      "Where proven best frequencies are kept between runs [~/.cache/rlminer]");
  options.protocol.cache = default_cache();
  command.flag("--quiet", options.quiet, "No warnings, no progress line, no table");
}

}  // namespace

std::filesystem::path default_cache() {
  const char* const cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && *cache != '\0') return std::filesystem::path(cache) / "rlminer";
  const char* const home = std::getenv("HOME");
  if (home != nullptr && *home != '\0') return std::filesystem::path(home) / ".cache" / "rlminer";
  return {};
}

void add_evaluate_options(Command command, EvaluateOptions& options) {
  add_question(command, options);
  add_means(command, options);
  add_result(command, options);
}

namespace {

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
