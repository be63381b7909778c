#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "rlminer/base/error.h"
#include "rlminer/engine/rl.h"
#include "rlminer/io/io.h"
#include "rlminer/model/model_info.h"
#include "rlminer/study/claims.h"
#include "rlminer/study/evaluation_report.h"
#include "rlminer/study/experiment.h"
#include "rlminer/study/protocol.h"
#include "rlminer/study/store.h"
#include "rlminer/study/training_runs.h"
#include "rlminer/study/training_tables.h"

namespace rlminer::study {
namespace {

const Variant kExact{"exact"};  // the paper's RLMiner
const Variant kRaw{"raw", env::RewardKind::Raw};
const Variant kDensity{"density", env::RewardKind::Density};

// A part of the networks left out.
Variant without(const std::string& part, bool model::NetworkConfig::*left_out) {
  return {"no-" + part, env::RewardKind::Exact, left_out};
}
const Variant kNoTaskSteps = without("task-steps", &model::NetworkConfig::task_steps);
const Variant kNoSkipGate = without("skip-gate", &model::NetworkConfig::skip_gate);
const Variant kNoStateMessages = without("state-messages", &model::NetworkConfig::state_messages);
const Variant kNoRewardHead = without("reward-head", &model::NetworkConfig::reward_head);

std::vector<VariantRuns> trained(const ExperimentOptions& options,
                                 const std::vector<Variant>& variants) {
  std::vector<std::string> collections = options.collections;
  if (collections.empty()) collections = {"ENZYMES", "PROTEINS"};
  const std::size_t seeds = std::max<std::size_t>(1, options.seeds);
  std::vector<VariantRuns> result;
  std::vector<WantedRun> wanted;
  for (const std::string& collection : collections) {
    for (const Variant& variant : variants) {
      result.push_back({collection, variant.name, {}});
      for (std::size_t seed = 0; seed < seeds; ++seed)
        wanted.push_back({collection, variant, seed});
    }
  }
  const std::vector<TrainingRun> runs = training_runs(options, wanted);
  for (std::size_t i = 0; i < runs.size(); ++i)
    result[i / seeds].runs.push_back(runs[i]);
  return result;
}

void run_ablation(const ExperimentOptions& options, std::string_view experiment,
                  const Variant& variant) {
  write_results(options,
                ablation_results(options, experiment, trained(options, {kExact, variant})));
}

// The graphs that the model has learned from, at most options.graphs of them.
Collection learned_from(const ExperimentOptions& options, const TrainingRun& run) {
  const Collection all =
      graph::paper_filter(io::read_collection(options.data / run.wanted.collection));
  const model::ModelInfo info = model::read_model_info(run.model);
  const auto source =
      std::find_if(info.parts.begin(), info.parts.end(),
                   [&](const model::TrainingPart& each) { return each.dataset == all.name; });
  if (source == info.parts.end())
    throw Error(run.model.string() + ": was not trained on " + all.name);
  const graph::TrainingSplit& split = source->split;
  const std::size_t known = split.train.size() + split.validation.size() + split.test.size();
  if (known != all.graphs.size()) {
    throw Error(fmt::format("{}: was trained on a part of {} graphs; {} has {}", run.model.string(),
                            known, all.name, all.graphs.size()));
  }
  Collection part;
  part.name = all.name;
  part.format = all.format;
  for (const std::size_t place : split.train) {
    if (options.graphs > 0 && part.graphs.size() == options.graphs) break;
    part.graphs.push_back(all.graphs.at(place));
    part.numbers.push_back(all.numbers.at(place));
  }
  return part;
}

ResultRow measure_train_ratio(const ExperimentOptions& options, const TrainingRun& run) {
  const Collection graphs = learned_from(options, run);
  EvaluationOptions protocol;
  protocol.methods = {parse_method("rl")};
  protocol.engine_for = [&](const Method&) {
    return std::make_unique<engine::RlEngine>(
        options.learning.load_policy(run.model, options.device, options.threads));
  };
  protocol.sizes = sizes_of({{run.wanted.collection, run.wanted.variant.name, {run}}});
  protocol.part = graph::Part::All;
  protocol.seeds = 1;
  protocol.threads = options.threads;
  protocol.cache = options.out;  // it makes its folder "truth" there
  protocol.cancel = options.cancel;
  protocol.on_step = [&](const EvaluationStep& step) {
    if (!options.on_step) return;
    options.on_step(fmt::format("{} on its training graphs: {}", run.wanted.name(), step.what),
                    static_cast<double>(step.done) / static_cast<double>(step.graphs));
  };
  const Evaluation evaluation = evaluate(graphs, protocol);
  if (!evaluation.complete) throw Interrupted();
  return summarise(evaluation).front();
}

ResultRow train_ratio(const ExperimentOptions& options, const TrainingRun& run) {
  StoreKey key("train-ratio-" + run.wanted.name());
  key.add("model", hash_of_file(run.model)).add("graphs", options.graphs);
  return row_from_json(Store(options.out / "parts").get(key, [&] {
    return to_json(measure_train_ratio(options, run));
  }));
}

}  // namespace

void run_rewards(const ExperimentOptions& options) {
  write_results(options, rewards_results(options, trained(options, {kRaw, kExact, kDensity})));
}

void run_train_ratio(const ExperimentOptions& options) {
  const std::vector<VariantRuns> variants = trained(options, {kExact});
  std::vector<ResultRow> ratios;
  for (const VariantRuns& variant : variants) {
    for (const TrainingRun& run : variant.runs)
      ratios.push_back(train_ratio(options, run));
  }
  write_results(options, train_ratio_results(options, variants, ratios));
}

void run_curves(const ExperimentOptions& options) {
  write_results(options, curves_results(options, trained(options, {kRaw, kExact, kDensity})));
}

void run_ablation_task(const ExperimentOptions& options) {
  run_ablation(options, "ablation-task", kNoTaskSteps);
}

void run_ablation_gate(const ExperimentOptions& options) {
  run_ablation(options, "ablation-gate", kNoSkipGate);
}

void run_ablation_state(const ExperimentOptions& options) {
  run_ablation(options, "ablation-state", kNoStateMessages);
}

void run_ablation_reward_head(const ExperimentOptions& options) {
  run_ablation(options, "ablation-reward-head", kNoRewardHead);
}

void run_trained(const ExperimentOptions& options) {
  trained(options,
          {kExact, kRaw, kDensity, kNoTaskSteps, kNoSkipGate, kNoStateMessages, kNoRewardHead});
  std::string reports;
  for (const char* name : {"rewards", "train-ratio", "curves", "ablation-task", "ablation-gate",
                           "ablation-state", "ablation-reward-head"}) {
    const Experiment& report = experiment(name);
    report.run(options);
    reports += fmt::format("- [{0}]({0}.md): {1}\n", report.name, report.description);
  }
  write_results(options,
                {.name = "trained", .title = "Comparisons of training runs", .notes = reports});
}

}  // namespace rlminer::study
