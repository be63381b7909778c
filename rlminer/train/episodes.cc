#include "rlminer/train/episodes.h"

#include <algorithm>

#include "rlminer/base/error.h"
#include "rlminer/policy/decode.h"

namespace rlminer::train {

void PlayedGraphs::add_fresh(std::unique_ptr<FreshPool> pool, std::size_t places) {
  fresh_.emplace(std::move(pool), places);
  for (std::uint64_t number = fresh_->oldest(); number < fresh_->taken(); ++number)
    enter(number);
}

void PlayedGraphs::refresh(std::size_t count, bool wait) {
  if (!fresh_) return;
  const std::uint64_t oldest = fresh_->oldest();
  const std::uint64_t taken = fresh_->taken();
  // More than all places at a time would lose graphs on their way.
  fresh_->refresh(std::min(count, fresh_->graphs().size()), wait);
  for (std::uint64_t number = oldest; number < fresh_->oldest(); ++number)
    leave(number);
  for (std::uint64_t number = taken; number < fresh_->taken(); ++number)
    enter(number);
}

void PlayedGraphs::enter(std::uint64_t fresh) {
  const SolvedGraphPtr& solved = fresh_->graphs()[fresh % fresh_->graphs().size()];
  fresh_by_number_.emplace(number_of(fresh), Fresh{solved->target, solved});
}

void PlayedGraphs::leave(std::uint64_t fresh) {
  const auto found = fresh_by_number_.find(number_of(fresh));
  found->second.solved.reset();
  if (found->second.remembered == 0) fresh_by_number_.erase(found);
}

std::optional<std::uint32_t> PlayedGraphs::draw_fresh(int size, Rng& rng) const {
  const std::uint64_t number = fresh_->oldest() + rng.below(fresh_->graphs().size());
  const SolvedGraph& graph = *fresh_->graphs()[number % fresh_->graphs().size()];
  if (graph.values.best(size) == 0) return std::nullopt;
  return number_of(number);
}

const env::Target& PlayedGraphs::target(std::uint32_t number) const {
  if (number < num_originals()) return originals_[number]->target;
  const auto found = fresh_by_number_.find(number);
  if (found == fresh_by_number_.end()) throw Error("a remembered step is on an unknown graph");
  return found->second.target;
}

env::Outcome PlayedGraphs::outcome(std::uint32_t number, std::span<const Vertex> set) const {
  const auto size = static_cast<int>(set.size());
  if (number < num_originals()) {
    const env::Frequencies& frequencies = originals_[number]->frequencies;
    return {.frequency = frequencies.frequency(set), .size = size, .best = frequencies.best(size)};
  }
  const enumerate::OptimalValues& values = fresh_by_number_.at(number).solved->values;
  return {.frequency = values.value(set, size), .size = size, .best = values.best(size)};
}

namespace {

std::vector<Vertex> ascending(std::span<const Vertex> vertices) {
  std::vector<Vertex> sorted(vertices.begin(), vertices.end());
  std::ranges::sort(sorted);
  return sorted;
}

}  // namespace

std::vector<float> PlayedGraphs::last_rewards(std::uint32_t number, const env::State& last,
                                              env::RewardKind reward) const {
  if (number >= num_originals()) {
    const Fresh& fresh = fresh_by_number_.at(number);
    if (!fresh.solved) {
      const auto kept = fresh.last_rewards.find(ascending(last.chosen()));
      return kept == fresh.last_rewards.end() ? std::vector<float>() : kept->second;
    }
  }
  std::vector<float> rewards;
  std::vector<Vertex> set(last.chosen().begin(), last.chosen().end());
  set.emplace_back();
  for (const Vertex vertex : last.actions()) {
    set.back() = vertex;
    rewards.push_back(
        static_cast<float>(env::reward(reward, last.target().graph(), outcome(number, set))));
  }
  return rewards;
}

void PlayedGraphs::keep_last_rewards(const Transition& last_step, env::RewardKind reward) {
  if (last_step.target < num_originals()) return;  // known for ever
  Fresh& fresh = fresh_by_number_.at(last_step.target);
  env::State last(fresh.target, last_step.size);
  for (const Vertex vertex : last_step.chosen_vertices())
    last.extend(vertex);
  fresh.last_rewards.try_emplace(ascending(last.chosen()),
                                 last_rewards(last_step.target, last, reward));
}

void PlayedGraphs::remember(std::uint32_t number) {
  if (number >= num_originals()) ++fresh_by_number_.at(number).remembered;
}

void PlayedGraphs::forget(std::uint32_t number) {
  if (number < num_originals()) return;
  const auto found = fresh_by_number_.find(number);
  if (--found->second.remembered == 0 && !found->second.solved) fresh_by_number_.erase(found);
}

namespace {

// One episode under way.
struct Game {
  const PlayedGraphs* graphs;
  env::RewardKind reward;
  Rng* rng;
  PlayedEpisodes* played;
  EpisodeTask task;
  env::State state;
  std::vector<std::size_t> steps = {};  // of this episode, among those played

  void observe(std::vector<env::Observation>& states) const {
    if (!state.done()) states.push_back(env::observe(state));
  }
  void step(std::span<const std::vector<float>> scores);
  void end();
};

void Game::step(std::span<const std::vector<float>> scores) {
  Transition step;
  step.target = task.graph;
  step.size = static_cast<std::uint8_t>(task.size);
  step.chosen_count = static_cast<std::uint8_t>(state.chosen().size());
  std::ranges::copy(state.chosen(), step.chosen.begin());
  step.action = state.actions()[policy::draw(scores.front(), *rng)];
  state.extend(step.action);
  step.done = state.done();
  steps.push_back(played->steps.size());
  played->steps.push_back(step);
  if (step.done) end();
}

void Game::end() {
  const env::Outcome outcome = graphs->outcome(task.graph, state.chosen());
  const auto earned = static_cast<float>(env::reward(reward, state.target().graph(), outcome));
  played->steps.back().reward = earned;
  for (const std::size_t step : steps)
    played->steps[step].outcome = earned;
  if (outcome.best.value_or(0) > 0) {
    played->ratio_sum +=
        static_cast<double>(outcome.frequency) / static_cast<double>(*outcome.best);
  }
  ++played->episodes;
}

}  // namespace

PlayedEpisodes play_episodes(const PlayedGraphs& graphs, std::span<const EpisodeTask> tasks,
                             env::RewardKind reward, policy::Policy& policy, Rng rng) {
  PlayedEpisodes played;
  std::vector<Game> games;
  for (const EpisodeTask& task : tasks) {
    games.push_back(
        {&graphs, reward, &rng, &played, task, env::State(graphs.target(task.graph), task.size)});
  }
  policy::play_in_lockstep<Game>(policy, games);
  return played;
}

}  // namespace rlminer::train
