#include "rlminer/train/playground.h"

#include <algorithm>

#include "rlminer/policy/decode.h"

namespace rlminer::train {
namespace {

Vertex random_action(const env::State& state, Rng& rng) {
  return state.actions()[rng.below(state.actions().size())];
}

}  // namespace

Playground::Playground(const model::ImitationOptions& options, std::vector<int> sizes,
                       std::vector<SolvedGraphPtr> originals, std::unique_ptr<FreshPool> pool)
    : options_(options), sizes_(std::move(sizes)), originals_(std::move(originals)) {
  if (pool) fresh_.emplace(std::move(pool), options_.fresh_active);
}

void Playground::refresh(std::size_t count, bool wait) {
  if (fresh_) fresh_->refresh(count, wait);
}

const SolvedGraphPtr& Playground::pick_graph(Rng& rng) const {
  const bool fresh = fresh_ && (originals_.empty() || rng.chance(options_.fresh_share));
  const auto& graphs = fresh ? fresh_->graphs() : originals_;
  return graphs[rng.below(graphs.size())];
}

int Playground::pick_size(const SolvedGraph& graph, Rng& rng) const {
  double total = 0.0;
  const auto weight = [&](int size) {
    if (graph.values.best(size) == 0) return 0.0;
    return size <= options_.last_small_size ? options_.small_weight : 1.0;
  };
  for (const int size : sizes_)
    total += weight(size);
  double left = rng.uniform() * total;
  int picked = sizes_.front();
  for (const int size : sizes_) {
    if (weight(size) == 0.0) continue;
    picked = size;
    left -= weight(size);
    if (left < 0.0) break;
  }
  return picked;
}

Episode Playground::start(Rng& rng) const {
  const SolvedGraphPtr& graph = pick_graph(rng);
  return {.graph = graph,
          .state = env::State(graph->target, pick_size(*graph, rng)),
          .greedy = rng.chance(options_.greedy_share),
          .noise = rng.chance(options_.noisy_share) ? options_.noise : 0.0};
}

void Playground::scatter(Episode& episode, Rng& rng) const {
  const auto moves = rng.below(static_cast<std::uint64_t>(episode.state.size()));
  for (std::uint64_t i = 0; i < moves; ++i)
    episode.state.extend(random_action(episode.state, rng));
}

bool Playground::move(Episode& episode, std::span<const float> scores, Rng& rng) const {
  env::State& state = episode.state;
  if (episode.noise > 0.0 && rng.chance(episode.noise)) {
    state.extend(random_action(state, rng));
  } else {
    const std::size_t action = episode.greedy ? policy::greedy(scores) : policy::draw(scores, rng);
    state.extend(state.actions()[action]);
  }
  return state.done();
}

std::optional<model::Ratios> examine(policy::Policy& policy, const RewardedGraphs& graphs,
                                     const std::vector<int>& sizes, const Deadline& deadline) {
  std::vector<env::Task> tasks;
  std::vector<const RewardedGraph*> asked;
  for (const auto& graph : graphs) {
    for (const int size : sizes) {
      if (graph->frequencies.best(size).value_or(0) == 0) continue;
      tasks.push_back({&graph->target, size});
      asked.push_back(graph.get());
    }
  }
  const auto played = policy::decode(policy, tasks, {.deadline = deadline});
  // Every task has a set, or there was no time.
  if (std::any_of(played.begin(), played.end(), [](const auto& one) { return one.sets.empty(); }))
    return std::nullopt;
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
