#include "rlminer/train/sac_batches.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

#include "rlminer/base/machine.h"

namespace rlminer::train {
namespace {

// Calls work(first, end) for parts of [0, count), on several threads where it is worth it.
template <typename Work>
void for_parts(std::size_t count, int threads, Work&& work) {
  constexpr std::size_t kPart = 128;
  parallel_for((count + kPart - 1) / kPart, threads, [&](int, std::size_t part) {
    work(part * kPart, std::min(count, (part + 1) * kPart));
  });
}

void fill_numbers(Slot& slot, std::span<const env::Observation> states, double discount) {
  SacBatch& host = slot.lane.input;
  host.weight.zero_();
  host.taken.zero_();
  for (std::size_t i = 0; i < slot.used; ++i) {
    const Sample& sample = slot.samples[i];
    const auto actions = states[i].actions;
    const auto place = std::ranges::lower_bound(actions, sample.step.action);
    host.taken.data_ptr<std::int64_t>()[i] = place - actions.begin();
    host.reward.data_ptr<float>()[i] = sample.step.reward;
    host.done.data_ptr<float>()[i] = sample.step.done ? 1.0F : 0.0F;
    const int later = sample.step.size - sample.step.chosen_count - 1;  // steps after this one
    host.bound.data_ptr<float>()[i] =
        sample.step.outcome * static_cast<float>(std::pow(discount, later));
    host.importance.data_ptr<float>()[i] = sample.importance;
    host.weight.data_ptr<float>()[i] = 1.0F;
  }
}

}  // namespace

nn::BatchShape shape_of_samples(const PlayedGraphs& graphs, const model::TrainConfig& config,
                                std::span<const Graph> sources) {
  constexpr std::int64_t kStep = 8;
  constexpr double kSlack = 1.15;
  constexpr std::int64_t kLeastWidth = 64;
  std::size_t largest = 1;
  const auto mean_vertices = [&largest](std::size_t count, auto&& target) {
    std::size_t total = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t vertices = target(i).graph().num_vertices();
      total += vertices;
      largest = std::max(largest, vertices);
    }
    return static_cast<double>(total) / static_cast<double>(std::max<std::size_t>(count, 1));
  };
  double mean = mean_vertices(graphs.num_originals(), [&](std::size_t i) -> const env::Target& {
    return graphs.target(static_cast<std::uint32_t>(i));
  });
  if (const FreshGraphs* fresh = graphs.fresh()) {
    const double fresh_mean = mean_vertices(
        fresh->graphs().size(),
        [&](std::size_t i) -> const env::Target& { return fresh->graphs()[i]->target; });
    mean = std::max(mean, std::lerp(mean, fresh_mean, config.sac.fresh_share));
    largest = std::max(largest, batch_width(sources));  // which later ones may have
  }
  const auto samples = static_cast<std::int64_t>(config.sac.samples_per_size * config.sizes.size());
  const std::int64_t width =
      std::max(kLeastWidth, (static_cast<std::int64_t>(largest) + kStep - 1) / kStep * kStep);
  const double places = kSlack * mean * static_cast<double>(samples);
  return {.rows = static_cast<std::int64_t>(places / static_cast<double>(width)) + 2,
          .width = width,
          .slots = std::min<std::int64_t>(64, width / 4),
          .states = samples,
          .actions = static_cast<std::int64_t>(largest),
          .features = config.network.features,
          .foresight = config.network.foresight};
}

void draw_samples(const PlayedGraphs& graphs, const model::TrainConfig& config,
                  std::span<const Replay> replays, Rng& rng, Slot& slot) {
  std::vector<std::vector<Sample>> by_replay(replays.size());
  std::vector<Rng> rngs;
  for (std::size_t i = 0; i < replays.size(); ++i)
    rngs.push_back(rng.split());
  const int threads = config.sac.samples_per_size < 64 ? 1 : fill_threads(config);
  parallel_for(replays.size(), threads, [&](int, std::size_t i) {
    if (replays[i].count() == 0) return;
    const ReplaySample drawn = replays[i].sample(config.sac.samples_per_size, rngs[i]);
    for (std::size_t j = 0; j < drawn.indices.size(); ++j) {
      const Transition step = replays[i].at(drawn.indices[j]);
      by_replay[i].push_back({step, drawn.weights[j], static_cast<std::uint32_t>(i),
                              drawn.indices[j], graphs.target(step.target).graph().num_vertices()});
    }
  });
  slot.samples.clear();
  for (const auto& samples : by_replay)
    slot.samples.insert(slot.samples.end(), samples.begin(), samples.end());
  // Large graphs first: the small ones then fill what the rows have left.
  std::ranges::stable_sort(slot.samples, std::greater<>(), &Sample::vertices);
}

void fill_batch(const PlayedGraphs& graphs, const model::TrainConfig& config, Slot& slot) {
  const std::size_t count = slot.samples.size();
  std::vector<std::optional<env::State>> states(count);
  std::vector<std::optional<env::State>> next(count);
  std::vector<env::Observation> now(count);
  std::vector<env::Observation> then(count);
  std::vector<std::vector<float>> known(count);  // what all actions earn; empty: not known
  std::vector<std::vector<float>> next_known(count);
  const auto last_rewards = [&](const Transition& step, const env::State& state) {
    if (!config.sac.known_ends || state.remaining() != 1) return std::vector<float>();
    return graphs.last_rewards(step.target, state, config.reward);
  };
  for_parts(count, fill_threads(config), [&](std::size_t first, std::size_t end) {
    for (std::size_t i = first; i < end; ++i) {
      const Transition& step = slot.samples[i].step;
      states[i].emplace(graphs.target(step.target), step.size);
      for (const Vertex vertex : step.chosen_vertices())
        states[i]->extend(vertex);
      now[i] = env::observe(*states[i]);
      known[i] = last_rewards(step, *states[i]);
      if (step.done) continue;
      next[i] = states[i];
      next[i]->extend(step.action);
      then[i] = env::observe(*next[i]);
      next_known[i] = last_rewards(step, *next[i]);
    }
  });
  SacBatch& host = slot.lane.input;
  const int threads = fill_threads(config);
  slot.used = nn::pack(now, config.network, host.states, {.threads = threads});
  nn::pack_next(std::span(then).first(slot.used), config.network, host.states, host.next, threads);
  fill_numbers(slot, now, config.sac.discount);
  for (std::size_t i = 0; i < slot.used; ++i) {
    host.known.set(i, known[i]);
    host.next_known.set(i, next_known[i]);
  }
}

void set_priorities(const Slot& slot, std::span<Replay> replays) {
  const float* const errors = slot.lane.result.data_ptr<float>();
  std::vector<std::uint32_t> indices;
  std::vector<float> values;
  for (std::uint32_t replay = 0; replay < replays.size(); ++replay) {
    indices.clear();
    values.clear();
    for (std::size_t i = 0; i < slot.used; ++i) {
      if (slot.samples[i].replay != replay) continue;
      indices.push_back(slot.samples[i].index);
      values.push_back(errors[i]);
    }
    replays[replay].update_priorities(indices, values);
  }
}

}  // namespace rlminer::train
