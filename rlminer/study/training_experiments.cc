#include "rlminer/study/training_experiments.h"

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
#include "rlminer/study/paper_training.h"
#include "rlminer/study/parts.h"
#include "rlminer/study/protocol.h"
#include "rlminer/study/result_table.h"
#include "rlminer/study/summary.h"
#include "rlminer/study/training_results.h"
#include "rlminer/study/training_runs.h"

namespace rlminer::study {
namespace {

using Json = PartStore::Json;

// What can be trained, and the options of `rlminer train` that make it so.
struct Variant {
  std::string name;
  std::vector<std::string> options = {};
};

const Variant kRaw{"raw", {"--reward", "raw"}};
const Variant kExact{"exact"};  // the paper's RLMiner
const Variant kDensity{"density", {"--reward", "density"}};

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
        wanted.push_back({collection, variant.name, variant.options, seed});
    }
  }
  const std::vector<TrainingRun> runs = training_runs(options, wanted);
  for (std::size_t i = 0; i < runs.size(); ++i)
    result[i / seeds].runs.push_back(runs[i]);
  return result;
}

// A part of the networks left out: the variant is called as the option that does it.
Variant without(const std::string& part) {
  return {"no-" + part, {"--no-" + part}};
}

void run_ablation(const ExperimentOptions& options, std::string_view experiment,
                  const std::string& part) {
  const Variant other = without(part);
  write_results(options, ablation_results(options, experiment, trained(options, {kExact, other})));
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

Json measure_train_ratio(const ExperimentOptions& options, const TrainingRun& run) {
  const Collection graphs = learned_from(options, run);
  EvaluationOptions protocol;
  protocol.methods = {parse_method("rl")};
  protocol.engine_for = [&](const Method&) {
    return std::make_unique<engine::RlEngine>(
        options.learning.load_policy(run.model, options.device, options.threads));
  };
  for (const auto& [size, _] : run.rounds.front().test)
    protocol.sizes.push_back(size);
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
  Json ratios = Json::array();
  for (const SummaryRow& row : summarise(evaluation))
    ratios.push_back({row.size, row.ratio});
  return {{"graphs", graphs.graphs.size()}, {"ratios", ratios}};
}

TrainRatio train_ratio(const ExperimentOptions& options, const TrainingRun& run) {
  PartKey key("train-ratio-" + run.wanted.name());
  key.add("model", hash_of_file(run.model)).add("graphs", options.graphs);
  const Json part =
      PartStore(options.out / "parts").get(key, [&] { return measure_train_ratio(options, run); });
  TrainRatio ratio;
  ratio.graphs = part.at("graphs").get<std::size_t>();
  for (const Json& pair : part.at("ratios"))
    ratio.ratios[pair.at(0).get<int>()] = pair.at(1).get<double>();
  return ratio;
}

}  // namespace

void run_rewards(const ExperimentOptions& options) {
  write_results(options, rewards_results(options, trained(options, {kRaw, kExact, kDensity})));
}

void run_train_ratio(const ExperimentOptions& options) {
  const std::vector<VariantRuns> variants = trained(options, {kExact});
  std::vector<TrainRatio> ratios;
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
  run_ablation(options, "ablation-task", "task-steps");
}

void run_ablation_gate(const ExperimentOptions& options) {
  run_ablation(options, "ablation-gate", "skip-gate");
}

void run_ablation_state(const ExperimentOptions& options) {
  run_ablation(options, "ablation-state", "state-messages");
}

void run_ablation_reward_head(const ExperimentOptions& options) {
  run_ablation(options, "ablation-reward-head", "reward-head");
}

void run_trained(const ExperimentOptions& options) {
  trained(options, {kExact, kRaw, kDensity, without("task-steps"), without("skip-gate"),
                    without("state-messages"), without("reward-head")});
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
