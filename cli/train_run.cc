#include "cli/train_run.h"

#include <CLI/CLI.hpp>

#include "cli/engine_choice.h"
#include "cli/learning.h"

#include "rlminer/base/error.h"

namespace rlminer::cli {
namespace {

Collection load(const TrainRequest& request, const std::string& path, bool filter) {
  InputOptions input = request.input;
  input.path = path;
  input.quiet = request.quiet;
  input.paper_filter = filter;
  return load_input(input);
}

TrainRequest parse_train_options(const std::vector<std::string>& words) {
  CLI::App app;
  TrainRequest request;
  add_train_options(app, request);
  for (CLI::Option* const option : app.get_options())
    option->required(false);  // the collection and the model are the experiment's
  app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  return request;
}

std::string train_for_study(TrainRequest request, const study::TrainingTask& task) {
  request.collections = {task.collection.string()};
  request.model = task.model.string();
  request.resume = task.resume;
  request.algorithm = model::Algorithm::Sac;
  request.preset = task.preset;
  request.device = task.device;
  request.seed = task.seed;
  request.input.split_seed = task.split_seed;
  request.threads = task.threads;
  request.time_limit = task.seconds;
  request.test_curve = true;
  request.quiet = true;
  request.changes.insert(request.changes.begin(), [&](model::TrainConfig& config) {
    config.reward = task.variant.reward;
    if (task.variant.left_out != nullptr) config.network.*task.variant.left_out = false;
  });
  const LoadedData loaded = load_training_data(request);
  TrainLog log(request.model, loaded.name, request.resume);
  train::TrainOptions report;
  report.on_row = task.on_round;
  try {
    run_training(request, loaded, log, task.cancel, report);
  } catch (const train::Diverged& error) {
    return error.what();
  }
  return {};
}

}  // namespace

LoadedData load_training_data(const TrainRequest& request) {
  LoadedData loaded;
  std::vector<Collection> collections;
  std::vector<Collection> extra;
  for (const std::string& path : request.collections) {
    collections.push_back(load(request, path, request.input.paper_filter));
    loaded.name += (loaded.name.empty() ? "" : "+") + collections.back().name;
  }
  for (const std::string& path : request.extra)
    extra.push_back(load(request, path, false));
  loaded.data = model::make_training_data(std::move(collections), std::move(extra),
                                          {.seed = request.input.split_seed,
                                           .validation = request.validation,
                                           .test_graphs = request.test_curve});
  return loaded;
}

train::TrainEnd run_training(const TrainRequest& request, const LoadedData& loaded, TrainLog& log,
                             const std::atomic<bool>* cancel, train::TrainOptions report) {
  report.model = request.model;
  report.resume = request.resume;
  report.init = request.init;
  report.deadline = Deadline(request.time_limit, cancel);
  report.program_version = RLMINER_VERSION;
  report.on_row = [&log, tell = report.on_row](const model::TrainRow& row) {
    log.add(row);
    tell(row);
  };
  try {
    return learning::train(config_of(request), loaded.data, report).end;
  } catch (const Error&) {
    if (!cancel->load() || !log.rows().empty()) throw;
    return train::TrainEnd::Interrupted;
  }
}

study::Learning learning_for_study(const std::vector<std::string>& train_options) {
  study::Learning functions;
  functions.load_policy = [](const std::filesystem::path& model, const std::string& device,
                             int threads) { return load_policy(model, device, threads); };
  functions.train = [request = parse_train_options(train_options)](
                        const study::TrainingTask& task) { return train_for_study(request, task); };
  return functions;
}

}  // namespace rlminer::cli
