#include "rlminer/train/examination.h"

#include "rlminer/policy/decode.h"

namespace rlminer::train {

model::Ratios examine(policy::Policy& policy, const RewardedGraphs& graphs,
                      const std::vector<int>& sizes) {
  std::vector<env::Task> tasks;
  std::vector<const RewardedGraph*> asked;
  for (const auto& graph : graphs) {
    for (const int size : sizes) {
      if (graph->frequencies.best(size).value_or(0) == 0) continue;
      tasks.push_back({&graph->target, size});
      asked.push_back(graph.get());
    }
  }
  const auto played = policy::decode(policy, tasks, {});
  std::map<int, std::pair<double, double>> sums;  // of ratios, and their number
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    const env::Frequencies& frequencies = asked[i]->frequencies;
    const auto best = static_cast<double>(*frequencies.best(tasks[i].size));
    auto& [ratios, count] = sums[tasks[i].size];
    ratios += static_cast<double>(frequencies.frequency(played[i].sets.front())) / best;
    count += 1.0;
  }
  model::Ratios means;
  for (const auto& [size, sum] : sums)
    means[size] = sum.first / sum.second;
  return means;
}

}  // namespace rlminer::train
