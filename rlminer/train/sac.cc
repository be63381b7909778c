#include "rlminer/train/sac.h"

#include <algorithm>
#include <bit>
#include <deque>

#include "rlminer/base/error.h"
#include "rlminer/nn/neural_policy.h"
#include "rlminer/policy/decode.h"
#include "rlminer/policy/policy.h"
#include "rlminer/train/pipeline.h"
#include "rlminer/train/replay.h"
#include "rlminer/train/sac_networks.h"

namespace rlminer::train {
namespace {

// One episode of an epoch.
struct Task {
  std::uint32_t graph = 0;
  int size = 0;
};

// Samples of one update on their way through the device. The result of the lane is their TD error.
struct Slot {
  Slot(const nn::BatchShape& shape, torch::Device device, Lane<SacBatch>::Work update)
      : lane(shape, {shape.states}, device, std::move(update)) {}

  std::vector<std::vector<std::uint32_t>> indices;  // drawn, by size
  std::size_t used = 0;                             // samples that fitted
  Lane<SacBatch> lane;
};

// Rows enough for that many average states and a few more; a sample that finds no room is left out
// of its update.
nn::BatchShape shape_of(const RewardedGraphs& graphs, std::size_t samples, bool features) {
  constexpr std::int64_t kStep = 8;
  constexpr double kSlack = 1.2;
  constexpr std::int64_t kLeastWidth = 64;
  std::size_t total = 0;
  std::size_t largest = 1;
  for (const auto& graph : graphs) {
    total += graph->target.graph().num_vertices();
    largest = std::max(largest, graph->target.graph().num_vertices());
  }
  const std::int64_t width =
      std::max(kLeastWidth, (static_cast<std::int64_t>(largest) + kStep - 1) / kStep * kStep);
  const double mean = static_cast<double>(total) / static_cast<double>(graphs.size());
  const double places = kSlack * mean * static_cast<double>(samples);
  return {.rows = static_cast<std::int64_t>(places / static_cast<double>(width)) + 2,
          .width = width,
          .slots = std::min<std::int64_t>(64, width / 4),
          .states = static_cast<std::int64_t>(samples),
          .actions = static_cast<std::int64_t>(largest),
          .features = features};
}

class SacLearner final : public Learner {
 public:
  SacLearner(const model::TrainConfig& config, torch::Device device, RewardedGraphs graphs);

  RoundStats round(const Deadline& deadline, const Tick& tick) override;
  bool finished() const override { return epoch_ >= options_.epochs; }
  double fraction() const override {
    return static_cast<double>(epoch_) / static_cast<double>(options_.epochs);
  }
  std::size_t updates() const override { return updates_; }
  const nn::Weights& policy() const override { return networks_.actor(); }
  void start_from(const nn::Weights& actor) override { networks_.start_from(actor); }
  void store(model::SafetensorsFile& file) const override;
  void restore(const model::SafetensorsFile& file) override;

 private:
  std::vector<Task> tasks_of_epoch();
  void warm_up(const Deadline& deadline);
  void play(std::span<const Task> tasks, policy::Policy& policy);
  void move(const Task& task, env::State& state, std::span<const float> scores);
  void remember(const Task& task, const env::State& before, Vertex action, bool done);
  void update();
  void check_replays() const;
  void set_priorities(Slot& slot);  // waits for its update
  void fill(Slot& slot);            // draws its samples
  void fill_numbers(Slot& slot, std::span<const Transition> drawn,
                    std::span<const env::State> states);
  RoundStats stats() const;

  model::TrainConfig config_;
  model::SacOptions options_;
  torch::Device device_;
  RewardedGraphs graphs_;
  Rng rng_;
  SacNetworks networks_;
  std::vector<Replay> replays_;  // by position of the size
  torch::Tensor sums_;
  std::deque<Slot> slots_;  // take turns
  bool warm_ = false;
  std::size_t epoch_ = 0;
  std::size_t updates_ = 0;
  double updates_due_ = 0.0;
  RoundStats round_;
  double ratio_sum_ = 0.0;
  double play_seconds_ = 0.0;  // of this round
  double wait_seconds_ = 0.0;  // for the device
};

SacLearner::SacLearner(const model::TrainConfig& config, torch::Device device,
                       RewardedGraphs graphs)
    : config_(config),
      options_(config.sac),
      device_(device),
      graphs_(std::move(graphs)),
      rng_(config.seed),
      networks_(config.network, options_, device, rng_),
      sums_(torch::zeros({static_cast<std::int64_t>(SacNetworks::value_names().size())}, device)) {
  for (const int size : config.sizes) {
    replays_.emplace_back(size, ReplayOptions{.capacity = options_.replay_capacity,
                                              .alpha = options_.priority_exponent,
                                              .beta = options_.importance_exponent});
  }
  const nn::BatchShape shape =
      shape_of(graphs_, options_.samples_per_size * config.sizes.size(), config.network.features);
  for (std::size_t i = 0; i < kLanes; ++i) {
    slots_.emplace_back(shape, device, [this](const SacBatch& batch, torch::Tensor& td_error) {
      networks_.update(batch, td_error, sums_);
    });
  }
}

std::vector<Task> SacLearner::tasks_of_epoch() {
  std::vector<Task> tasks;
  for (std::uint32_t i = 0; i < graphs_.size(); ++i) {
    for (const int size : config_.sizes) {
      if (!graphs_[i]->target.starts(size).empty()) tasks.push_back({i, size});
    }
  }
  rng_.shuffle(std::span<Task>(tasks));
  return tasks;
}

void SacLearner::remember(const Task& task, const env::State& before, Vertex action, bool done) {
  Transition step;
  step.target = task.graph;
  step.size = static_cast<std::uint8_t>(task.size);
  step.chosen_count = static_cast<std::uint8_t>(before.chosen().size());
  std::copy(before.chosen().begin(), before.chosen().end(), step.chosen.begin());
  step.action = action;
  step.done = done;
  if (done) {
    std::vector<Vertex> set(before.chosen().begin(), before.chosen().end());
    set.push_back(action);
    const RewardedGraph& graph = *graphs_[task.graph];
    const env::Outcome outcome{.frequency = graph.frequencies.frequency(set),
                               .size = task.size,
                               .best = graph.frequencies.best(task.size)};
    step.reward = static_cast<float>(env::reward(config_.reward, graph.target.graph(), outcome));
    if (outcome.best.value_or(0) > 0) {
      ratio_sum_ += static_cast<double>(outcome.frequency) / static_cast<double>(*outcome.best);
    }
    ++round_.episodes;
  }
  const auto place = std::find(config_.sizes.begin(), config_.sizes.end(), task.size);
  replays_[static_cast<std::size_t>(place - config_.sizes.begin())].add(step);
}

void SacLearner::move(const Task& task, env::State& state, std::span<const float> scores) {
  const Vertex action = state.actions()[policy::draw(scores, rng_)];
  remember(task, state, action, state.remaining() == 1);
  state.extend(action);
}

void SacLearner::play(std::span<const Task> tasks, policy::Policy& policy) {
  struct Game {
    SacLearner* learner;
    Task task;
    env::State state;

    void observe(std::vector<env::Observation>& states) const {
      if (!state.done()) states.push_back(env::observe(state));
    }
    void step(std::span<const std::vector<float>> scores) {
      learner->move(task, state, scores.front());
    }
  };
  std::vector<Game> games;
  for (const Task& task : tasks)
    games.push_back({this, task, env::State(graphs_[task.graph]->target, task.size)});
  policy::play_in_lockstep<Game>(policy, games);
}

void SacLearner::warm_up(const Deadline& deadline) {
  policy::UniformPolicy uniform;
  constexpr std::size_t kTogether = 256;
  for (std::size_t i = 0; i < options_.warm_up_epochs && !deadline.expired(); ++i) {
    const std::vector<Task> tasks = tasks_of_epoch();
    for (std::size_t first = 0; first < tasks.size(); first += kTogether) {
      play(std::span(tasks).subspan(first, std::min(kTogether, tasks.size() - first)), uniform);
    }
  }
  warm_ = !deadline.expired();
}

void SacLearner::set_priorities(Slot& slot) {
  const Stopwatch watch;
  if (!slot.lane.wait()) return;
  wait_seconds_ += watch.seconds();
  const std::span<const float> values(slot.lane.result.data_ptr<float>(), slot.used);
  std::size_t first = 0;
  for (std::size_t i = 0; i < replays_.size() && first < slot.used; ++i) {
    const std::size_t count = std::min(slot.indices[i].size(), slot.used - first);
    replays_[i].update_priorities(std::span(slot.indices[i]).first(count),
                                  values.subspan(first, count));
    first += count;
  }
}

void SacLearner::fill(Slot& slot) {
  std::vector<Transition> drawn;
  float* const importance = slot.lane.input.importance.data_ptr<float>();
  slot.indices.assign(replays_.size(), {});
  for (std::size_t i = 0; i < replays_.size(); ++i) {
    if (replays_[i].count() == 0) continue;
    ReplaySample sample = replays_[i].sample(options_.samples_per_size, rng_);
    std::copy(sample.weights.begin(), sample.weights.end(), importance + drawn.size());
    for (const std::uint32_t index : sample.indices)
      drawn.push_back(replays_[i].at(index));
    slot.indices[i] = std::move(sample.indices);
  }
  std::vector<env::State> states;
  std::vector<env::State> next;
  for (const Transition& step : drawn) {
    env::State& state = states.emplace_back(graphs_[step.target]->target, step.size);
    for (const Vertex vertex : step.chosen_vertices())
      state.extend(vertex);
    next.push_back(state);
    next.back().extend(step.action);
  }
  std::vector<env::Observation> now;
  std::vector<env::Observation> then;
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    now.push_back(env::observe(states[i]));
    then.push_back(drawn[i].done ? env::Observation{} : env::observe(next[i]));
  }
  slot.used = std::min(nn::pack(now, config_.network, slot.lane.input.states),
                       nn::pack(then, config_.network, slot.lane.input.next));
  fill_numbers(slot, drawn, states);
}

void SacLearner::fill_numbers(Slot& slot, std::span<const Transition> drawn,
                              std::span<const env::State> states) {
  SacBatch& host = slot.lane.input;
  host.weight.zero_();
  host.taken.zero_();
  for (std::size_t i = 0; i < slot.used; ++i) {
    const auto actions = states[i].actions();
    const auto place = std::lower_bound(actions.begin(), actions.end(), drawn[i].action);
    host.taken.data_ptr<std::int64_t>()[i] = place - actions.begin();
    host.reward.data_ptr<float>()[i] = drawn[i].reward;
    host.done.data_ptr<float>()[i] = drawn[i].done ? 1.0F : 0.0F;
    host.weight.data_ptr<float>()[i] = 1.0F;
  }
}

void SacLearner::update() {
  Slot& slot = slots_[updates_ % slots_.size()];
  set_priorities(slot);
  fill(slot);
  networks_.prepare();
  slot.lane.run();
  ++updates_;
  ++round_.updates;
}

RoundStats SacLearner::stats() const {
  RoundStats stats = round_;
  if (stats.episodes > 0) stats.train_ratio = ratio_sum_ / static_cast<double>(stats.episodes);
  const torch::Tensor sums = sums_.to(torch::kCPU);
  const auto names = SacNetworks::value_names();
  const auto count = static_cast<double>(std::max<std::size_t>(stats.updates, 1));
  for (std::size_t i = 0; i < names.size(); ++i)
    stats.values[names[i]] = sums[static_cast<std::int64_t>(i)].item<double>() / count;
  stats.values["play_seconds"] = play_seconds_;
  stats.values["wait_seconds"] = wait_seconds_;
  return stats;
}

RoundStats SacLearner::round(const Deadline& deadline, const Tick& tick) {
  const nn::StreamScope stream(device_);
  if (!warm_) warm_up(deadline);
  round_ = {};
  ratio_sum_ = 0.0;
  play_seconds_ = 0.0;
  wait_seconds_ = 0.0;
  sums_.zero_();
  Ticker ticker(tick);
  const std::vector<Task> tasks = tasks_of_epoch();
  model::ModelInfo info;
  info.network = config_.network;
  const std::size_t together = options_.parallel_episodes;
  for (std::size_t first = 0; first < tasks.size() && !deadline.expired(); first += together) {
    const auto block = std::span(tasks).subspan(first, std::min(together, tasks.size() - first));
    const auto policy = nn::make_policy(info, networks_.actor(), config_.threads);
    const Stopwatch play_watch;
    play(block, *policy);
    play_seconds_ += play_watch.seconds();
    updates_due_ += static_cast<double>(block.size()) * options_.updates_per_episode;
    for (; updates_due_ >= 1.0 && !deadline.expired(); updates_due_ -= 1.0) {
      update();
      ticker.maybe_tick([this] { return stats(); });
    }
  }
  for (Slot& slot : slots_)
    set_priorities(slot);
  if (warm_ && !deadline.expired()) {  // an epoch that was cut short is played again
    if (options_.hard_update) networks_.copy_critics_to_targets();
    ++epoch_;
  }
  return stats();
}

void SacLearner::store(model::SafetensorsFile& file) const {
  networks_.store(file);
  for (const Replay& replay : replays_)
    store_replay(replay, file);
  std::vector<std::int64_t> numbers = {static_cast<std::int64_t>(epoch_),
                                       static_cast<std::int64_t>(updates_), warm_ ? 1 : 0,
                                       std::bit_cast<std::int64_t>(updates_due_)};
  for (const std::uint64_t word : rng_.state())
    numbers.push_back(static_cast<std::int64_t>(word));
  file.tensors.push_back(model::make_tensor<std::int64_t>("progress", numbers));
}

// What a file says must be possible on these graphs, or a sample would reach beyond them.
void SacLearner::check_replays() const {
  for (const Replay& replay : replays_) {
    for (std::size_t i = 0; i < replay.count(); ++i) {
      const Transition step = replay.at(i);
      if (step.target >= graphs_.size()) throw Error("a remembered step is on an unknown graph");
      env::State state(graphs_[step.target]->target, step.size);
      const auto take = [&](Vertex vertex) {
        const auto actions = state.actions();
        if (!std::binary_search(actions.begin(), actions.end(), vertex))
          throw Error("a remembered step is not possible on its graph");
        state.extend(vertex);
      };
      for (const Vertex vertex : step.chosen_vertices())
        take(vertex);
      take(step.action);
      if (state.done() != step.done) throw Error("a remembered step ends at the wrong time");
    }
  }
}

void SacLearner::restore(const model::SafetensorsFile& file) {
  networks_.restore(file);
  for (Replay& replay : replays_)
    restore_replay(file, replay);
  check_replays();
  constexpr std::size_t kNumbers = 8;
  const auto numbers = model::values_named<std::int64_t>(file, "progress", kNumbers);
  epoch_ = static_cast<std::size_t>(numbers[0]);
  updates_ = static_cast<std::size_t>(numbers[1]);
  warm_ = numbers[2] != 0;
  updates_due_ = std::bit_cast<double>(numbers[3]);
  Rng::State words{};
  for (std::size_t i = 0; i < words.size(); ++i)
    words[i] = static_cast<std::uint64_t>(numbers[4 + i]);
  rng_ = Rng::from_state(words);
}

}  // namespace

std::unique_ptr<Learner> make_sac(const model::TrainConfig& config, torch::Device device,
                                  RewardedGraphs graphs) {
  return std::make_unique<SacLearner>(config, device, std::move(graphs));
}

}  // namespace rlminer::train
