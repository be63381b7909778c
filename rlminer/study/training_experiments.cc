#include <algorithm>
#include <fmt/format.h>
#include <string>
#include <string_view>
#include <vector>

#include "rlminer/base/error.h"
#include "rlminer/study/experiment.h"
#include "rlminer/study/measurer.h"
#include "rlminer/study/models.h"
#include "rlminer/study/store.h"
#include "rlminer/study/training_runs.h"
#include "rlminer/study/training_tables.h"

namespace rlminer::study {
namespace {

// A part of the networks left out.
Variant without(const std::string& part, bool model::NetworkConfig::*left_out) {
  return {"no-" + part, env::RewardKind::Exact, left_out};
}

const Variant kExact{"exact"};  // the paper's RLMiner
const std::vector<Variant> kRewards{
    {"raw", env::RewardKind::Raw}, kExact, {"density", env::RewardKind::Density}};

// What the experiments compare, in the order in which `trained` reports on them.
struct ComparedVariants {
  std::string_view experiment;
  std::vector<Variant> variants;
};
const std::vector<ComparedVariants> kComparisons{
    {"rewards", kRewards},
    {"train-ratio", {kExact}},
    {"curves", kRewards},
    {"ablation-task", {kExact, without("task-steps", &model::NetworkConfig::task_steps)}},
    {"ablation-gate", {kExact, without("skip-gate", &model::NetworkConfig::skip_gate)}},
    {"ablation-state", {kExact, without("state-messages", &model::NetworkConfig::state_messages)}},
    {"ablation-reward-head", {kExact, without("reward-head", &model::NetworkConfig::reward_head)}}};

std::vector<TrainingRun> trained(const ExperimentOptions& options,
                                 const std::vector<Variant>& variants) {
  std::vector<WantedRun> wanted;
  for (const std::string& collection : chosen(options, {"ENZYMES", "PROTEINS"})) {
    for (const Variant& variant : variants) {
      for (std::size_t seed = 0; seed < std::max<std::size_t>(1, options.seeds); ++seed)
        wanted.push_back({collection, variant, seed});
    }
  }
  return training_runs(options, wanted);
}

// How the model of a run answers, greedily, on the graphs that it has learned from: at most
// options.graphs of them.
ResultRow train_ratio(const ExperimentOptions& options, const TrainingRun& run,
                      Measurer& measurer) {
  Collection all = filtered_collection(options, run.wanted.collection);
  const ModelFile model = read_model_file(run.model);
  const model::TrainingPart* const source = model.info.part(all.name);
  if (source == nullptr) throw Error(run.model.string() + ": was not trained on " + all.name);
  if (source->split.graphs() != all.graphs.size()) {
    throw Error(fmt::format("{}: was trained on a part of {} graphs; {} has {}", run.model.string(),
                            source->split.graphs(), all.name, all.graphs.size()));
  }
  const Sample sample = sample_of(std::move(all), source->split.train, options.graphs);
  return measurer.measure(sample, "rl", sizes_of({&run, 1}), &model);
}

}  // namespace

void run_comparison(std::string_view experiment, const ExperimentOptions& options) {
  const auto& comparison =
      *std::ranges::find(kComparisons, experiment, &ComparedVariants::experiment);
  const std::vector<TrainingRun> runs = trained(options, comparison.variants);
  if (experiment == "curves") return write_results(options, curves_results(options, runs));
  if (experiment != "train-ratio")
    return write_results(options, comparison_results(options, experiment, runs));
  Measurer measurer(options, runs.size());
  std::vector<ResultRow> ratios;
  for (const TrainingRun& run : runs)
    ratios.push_back(train_ratio(options, run, measurer));
  write_results(options, train_ratio_results(options, runs, ratios));
}

void run_trained(const ExperimentOptions& options) {
  std::vector<Variant> variants;  // each once
  for (const ComparedVariants& comparison : kComparisons) {
    for (const Variant& variant : comparison.variants) {
      if (std::ranges::find(variants, variant.name, &Variant::name) == variants.end())
        variants.push_back(variant);
    }
  }
  trained(options, variants);
  std::string reports;
  for (const ComparedVariants& comparison : kComparisons) {
    run_comparison(comparison.experiment, options);
    reports += fmt::format("- [{0}]({0}.md): {1}\n", comparison.experiment,
                           experiment(comparison.experiment).description);
  }
  write_results(options,
                {.name = "trained", .title = "Comparisons of training runs", .notes = reports});
}

}  // namespace rlminer::study
