#include <CLI/CLI.hpp>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <unistd.h>
#include <vector>

#include "cli/commands.h"
#include "cli/input.h"
#include "cli/learning.h"
#include "cli/output.h"
#include "cli/signals.h"
#include "cli/train_log.h"
#include "cli/train_options.h"
#include "cli/train_progress.h"

#include "rlminer/base/error.h"

namespace rlminer::cli {
namespace {

constexpr char kExamples[] =
    "Examples:\n"
    "  rlminer train MUTAG -o mutag.safetensors --time-limit 600\n"
    "  rlminer train ENZYMES -o enzymes.safetensors --preset fast --device cuda\n"
    "  rlminer train ENZYMES -o sac.safetensors --algorithm sac --preset paper --epochs 150\n"
    "  rlminer train ENZYMES -o enzymes.safetensors --preset fast --device cuda --resume\n"
    "  rlminer mine ENZYMES -k 5..9 --filter paper --split test --engine rl --model "
    "enzymes.safetensors\n"
    "Writes MODEL (the best round on validation graphs), MODEL.last (for --resume), "
    "MODEL.log.jsonl, MODEL.log.csv\nand MODEL.svg (the curves), all after every round. Ctrl-C "
    "saves first.";

// Hours of work must not end with a folder that is not there.
void require_place_for(const std::filesystem::path& model) {
  const auto folder = model.has_parent_path() ? model.parent_path() : std::filesystem::path(".");
  if (!std::filesystem::is_directory(folder) || access(folder.c_str(), W_OK) != 0)
    throw Error(model.string() + ": cannot write: there is no such folder, or it is read-only");
  if (std::filesystem::is_directory(model)) throw Error(model.string() + ": is a folder");
}

TrainingData training_data(const Collection& collection, const TrainRequest& request) {
  TrainingData data;
  data.name = collection.name;
  data.split_seed = request.input.split_seed;
  data.split = split_for_training(collection.graphs.size(), data.split_seed, request.validation);
  if (data.split.train.empty()) {
    throw Error(fmt::format(
        "{}: {} graph{} cannot be split into some to learn from and some to "
        "test on",
        request.input.path, collection.graphs.size(), collection.graphs.size() == 1 ? "" : "s"));
  }
  const auto pick = [&](const std::vector<std::size_t>& places, std::vector<Graph>& graphs) {
    for (const std::size_t place : places)
      graphs.push_back(collection.graphs[place]);
  };
  pick(data.split.train, data.train);
  pick(data.split.validation, data.validation);
  if (request.test_curve) pick(data.split.test, data.test);
  return data;
}

void run_train(const TrainRequest& request, Context& context) {
  learning::require();
  const TrainConfig config = config_of(request);
  InputOptions input = request.input;
  input.quiet = request.quiet;
  const TrainingData data = training_data(load_input(input), request);
  require_place_for(request.model);
  TrainLog log(request.model, data.name, request.resume);

  TrainOptions options;
  options.model = request.model;
  options.resume = request.resume;
  options.init = request.init;
  options.deadline = Deadline(request.time_limit, context.cancel);
  options.program_version = RLMINER_VERSION;
  TrainOutcome outcome;
  {
    TrainProgress progress(!request.quiet);
    options.on_phase = [&](const std::string& name, double fraction) {
      progress.phase(name, fraction);
    };
    options.on_progress = [&](const TrainRow& row) { progress.progress(row); };
    options.on_row = [&](const TrainRow& row) {
      log.add(row);
      progress.round(row);
    };
    finish_on_interrupt();
    try {
      outcome = learning::train(config, data, options);
    } catch (const Error&) {
      // Data that an interrupt left half prepared is no error of the user's.
      if (!context.cancel->load() || !log.rows().empty()) throw;
      outcome.end = TrainEnd::Interrupted;
    }
  }
  if (!request.quiet) Output("").write(summary(request.model, log, outcome.end));
  if (context.cancel->load()) context.exit_code = 130;
}

}  // namespace

void add_train(CLI::App& app, Context& context) {
  CLI::App* command =
      app.add_subcommand("train", "Learn a policy from a collection, for mine --engine rl");
  // Shared because the callback outlives this function.
  const auto request = std::make_shared<TrainRequest>();
  add_train_options(*command, *request);
  command->footer(kExamples);
  command->callback([request, &context] { run_train(*request, context); });
}

}  // namespace rlminer::cli
