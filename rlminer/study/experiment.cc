#include "rlminer/study/experiment.h"

#include <algorithm>
#include <array>

namespace rlminer::study {
namespace {

constexpr std::array kExperiments = {
    Experiment{"datasets", "the collections after the paper's filter (Table 1)", run_datasets,
               false},
    Experiment{"main", "all methods on the five collections: ratio by size, and time", run_main,
               false},
    Experiment{"rewards", "learning from the rewards of Eq. 2, 3 and 4"},
    Experiment{"train-ratio", "ratio on the graphs that were learned from"},
    Experiment{"curves", "validation and test ratio in the course of training"},
    Experiment{"ablation-task", "the task without the number of steps left"},
    Experiment{"ablation-gate", "the skip connection without its gate"},
    Experiment{"ablation-state", "the state as a label instead of in the messages"},
    Experiment{"ablation-reward-head", "critics that do not predict the reward"},
    Experiment{"trained", "rewards, train-ratio, curves and the ablations, all runs side by side",
               run_trained},
    Experiment{"universal", "one model for all labels beside those of one collection each",
               run_universal, false},
    Experiment{"decoding", "ratio against candidates and seconds: samples, beam, starts, random",
               run_decoding, false},
    Experiment{"inference", "whether the time of a rollout is linear in the size", run_inference,
               false},
    Experiment{"beyond", "sizes 10 to 14: where the learned engine overtakes the exact one",
               run_beyond, false},
    Experiment{"networks", "large networks: the learned engine, beam, sample and rand in seconds",
               run_networks, false},
};

}  // namespace

void Experiment::run(const ExperimentOptions& options) const {
  work != nullptr ? work(options) : run_comparison(name, options);
}

std::span<const Experiment> experiments() {
  return kExperiments;
}

const Experiment& experiment(std::string_view name) {
  const auto found = std::find_if(kExperiments.begin(), kExperiments.end(),
                                  [&](const Experiment& each) { return each.name == name; });
  if (found != kExperiments.end()) return *found;
  std::string names;
  for (const Experiment& each : kExperiments)
    names += (names.empty() ? "" : ", ") + std::string(each.name);
  throw Error("unknown experiment '" + std::string(name) + "' (there are: " + names + ")");
}

}  // namespace rlminer::study
