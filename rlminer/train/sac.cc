#include "rlminer/train/sac.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <deque>

#include "rlminer/base/error.h"
#include "rlminer/nn/neural_policy.h"
#include "rlminer/policy/policy.h"
#include "rlminer/train/sac_batches.h"

namespace rlminer::train {
namespace {

class SacLearner final : public Learner {
 public:
  SacLearner(const model::TrainConfig& config, torch::Device device, RewardedGraphs graphs,
             std::span<const Graph> sources, env::Encoder encoder);

  RoundStats round(const Deadline& deadline, const Tick& tick) override;
  bool finished() const override { return epoch_ >= options_.epochs; }
  double fraction() const override {
    const double epochs = static_cast<double>(epoch_) / static_cast<double>(options_.epochs);
    return std::max(epochs, time_.over());
  }
  std::size_t updates() const override { return updates_; }
  const nn::Weights& policy() const override { return networks_.policy(); }
  void start_from(const nn::Weights& actor) override { networks_.start_from(actor); }
  void store(model::SafetensorsFile& file) const override;
  void restore(const model::SafetensorsFile& file) override;

 private:
  void prepare();  // fresh graphs and lanes, before the first round
  void begin_round();
  std::vector<EpisodeTask> tasks_of_epoch();
  void warm_up(const Deadline& deadline);
  void play_epoch(const Deadline& deadline, Ticker& ticker);
  void play_block(std::span<const EpisodeTask> tasks);  // with the policy as it is now
  PlayedEpisodes play(std::span<const EpisodeTask> wanted, policy::Policy& policy);
  void remember(const PlayedEpisodes& played);
  void update();
  double learning_rate_share() const;
  void check_temperature(const RoundStats& stats) const;
  void check_replays() const;
  void set_priorities(Slot& slot);  // waits for its update
  RoundStats stats() const;

  model::TrainConfig config_;
  model::SacOptions options_;
  torch::Device device_;
  std::span<const Graph> sources_;
  env::Encoder encoder_;
  PlayedGraphs graphs_;
  Rng rng_;
  SacNetworks networks_;
  std::vector<Replay> replays_;  // by position of the size
  torch::Tensor sums_;
  std::deque<Slot> slots_;  // take turns
  bool warm_ = false;
  std::size_t epoch_ = 0;
  std::size_t updates_ = 0;
  double updates_due_ = 0.0;
  double fresh_due_ = 0.0;
  std::uint64_t fresh_first_ = 0;  // number of the first fresh graph of this process
  TimeShare time_;
  RoundStats round_;
  double ratio_sum_ = 0.0;
  double play_seconds_ = 0.0;   // of this round
  double wait_seconds_ = 0.0;   // for the device
  double fill_seconds_ = 0.0;   // batches on the host
  double start_seconds_ = 0.0;  // updates on the device
};

SacLearner::SacLearner(const model::TrainConfig& config, torch::Device device,
                       RewardedGraphs graphs, std::span<const Graph> sources, env::Encoder encoder)
    : config_(config),
      options_(config.sac),
      device_(device),
      sources_(sources),
      encoder_(std::move(encoder)),
      graphs_(std::move(graphs)),
      rng_(config.seed),
      networks_(config.network, options_, device, rng_),
      sums_(torch::zeros({static_cast<std::int64_t>(SacNetworks::value_names().size())}, device)),
      time_(config.fit_time_limit) {
  for (const int size : config.sizes) {
    replays_.emplace_back(size, ReplayOptions{.capacity = options_.replay_capacity,
                                              .alpha = options_.priority_exponent,
                                              .beta = options_.importance_exponent});
  }
}

void SacLearner::prepare() {
  if (!slots_.empty()) return;
  if (options_.fresh_share > 0.0) {
    FreshPool::Options pool{.perturb = perturb_options(sources_, config_.sizes),
                            .encoder = encoder_,
                            .sizes = config_.sizes,
                            .sets = options_.fresh_sets,
                            .seed = config_.seed,
                            .first = fresh_first_,
                            .threads = pool_threads(config_.threads, device_.is_cuda()),
                            .urgent = urgent_graphs(options_.fresh_active, device_.is_cuda())};
    graphs_.add_fresh(std::make_unique<FreshPool>(sources_, std::move(pool)),
                      options_.fresh_active);
  }
  const nn::BatchShape shape = shape_of_samples(graphs_, config_, sources_);
  for (std::size_t i = 0; i < kLanes; ++i) {
    slots_.emplace_back(shape, device_, [this](const SacBatch& batch, torch::Tensor& td_error) {
      networks_.update(batch, td_error, sums_);
    });
  }
}

std::vector<EpisodeTask> SacLearner::tasks_of_epoch() {
  std::vector<EpisodeTask> tasks;
  for (std::uint32_t i = 0; i < graphs_.num_originals(); ++i) {
    for (const int size : config_.sizes) {
      if (!graphs_.target(i).starts(size).empty()) tasks.push_back({i, size});
    }
  }
  rng_.shuffle(std::span<EpisodeTask>(tasks));
  return tasks;
}

PlayedEpisodes SacLearner::play(std::span<const EpisodeTask> wanted, policy::Policy& policy) {
  Rng rng = rng_.split();
  std::vector<EpisodeTask> tasks(wanted.begin(), wanted.end());
  if (graphs_.fresh() != nullptr) {
    for (EpisodeTask& task : tasks) {
      if (!rng.chance(options_.fresh_share)) continue;
      task.graph = graphs_.draw_fresh(task.size, rng).value_or(task.graph);
    }
  }
  return play_episodes(graphs_, tasks, config_.reward, policy, rng);
}

void SacLearner::play_block(std::span<const EpisodeTask> tasks) {
  const Stopwatch watch;
  model::ModelInfo info;
  info.network = config_.network;
  const auto policy = nn::make_policy(info, networks_.actor(), config_.threads);
  const PlayedEpisodes played = play(tasks, *policy);
  remember(played);
  round_.episodes += played.episodes;
  ratio_sum_ += played.ratio_sum;
  updates_due_ += static_cast<double>(played.episodes) * options_.updates_per_episode;
  const double fresh = std::floor(fresh_due_);
  fresh_due_ -= fresh;
  graphs_.refresh(static_cast<std::size_t>(fresh), device_.is_cpu());
  play_seconds_ += watch.seconds();
}

void SacLearner::remember(const PlayedEpisodes& played) {
  for (const Transition& step : played.steps) {
    const auto place = std::ranges::find(config_.sizes, static_cast<int>(step.size));
    Replay& replay = replays_[static_cast<std::size_t>(place - config_.sizes.begin())];
    graphs_.remember(step.target);
    if (options_.known_ends && step.done) graphs_.keep_last_rewards(step, config_.reward);
    if (const auto overwritten = replay.add(step)) graphs_.forget(*overwritten);
  }
}

void SacLearner::warm_up(const Deadline& deadline) {
  policy::UniformPolicy uniform;
  constexpr std::size_t kTogether = 256;
  for (std::size_t i = 0; i < options_.warm_up_epochs && !deadline.expired(); ++i) {
    const std::vector<EpisodeTask> tasks = tasks_of_epoch();
    for (std::size_t first = 0; first < tasks.size(); first += kTogether) {
      const std::size_t count = std::min(kTogether, tasks.size() - first);
      remember(play(std::span(tasks).subspan(first, count), uniform));
    }
  }
  warm_ = !deadline.expired();
}

void SacLearner::set_priorities(Slot& slot) {
  const Stopwatch watch;
  if (!slot.lane.wait()) return;
  wait_seconds_ += watch.seconds();
  train::set_priorities(slot, replays_);
}

double SacLearner::learning_rate_share() const {
  if (options_.decay_share == 0.0) return 1.0;
  return std::clamp((1.0 - fraction()) / options_.decay_share, 0.0, 1.0);
}

void SacLearner::update() {
  Slot& slot = slots_[updates_ % slots_.size()];
  set_priorities(slot);
  const Stopwatch watch;
  draw_samples(graphs_, config_, replays_, rng_, slot);
  fill_batch(graphs_, config_, slot);
  const double filled = watch.seconds();
  networks_.prepare(learning_rate_share());
  slot.lane.run();
  fill_seconds_ += filled;
  start_seconds_ += watch.seconds() - filled;
  ++updates_;
  ++round_.updates;
  round_.samples += slot.used;
  fresh_due_ += options_.fresh_per_update;
}

RoundStats SacLearner::stats() const {
  RoundStats stats = round_;
  if (stats.episodes > 0) stats.train_ratio = ratio_sum_ / static_cast<double>(stats.episodes);
  const torch::Tensor sums = sums_.to(torch::kCPU);
  const auto names = SacNetworks::value_names();
  const auto count = static_cast<double>(std::max<std::size_t>(stats.updates, 1));
  for (std::size_t i = 0; i < names.size(); ++i)
    stats.values[names[i]] = sums[static_cast<std::int64_t>(i)].item<double>() / count;
  stats.values["learning_rate"] = options_.learning_rate * learning_rate_share();
  stats.values["play_seconds"] = play_seconds_;
  stats.values["wait_seconds"] = wait_seconds_;
  stats.values["fill_seconds"] = fill_seconds_;
  stats.values["start_seconds"] = start_seconds_;
  if (const FreshGraphs* fresh = graphs_.fresh())
    stats.values["fresh_graphs"] = static_cast<double>(fresh->taken());
  return stats;
}

// Where even the highest temperature leaves the policy less random than it should be, the policy
// has collapsed, and nothing more is learned.
void SacLearner::check_temperature(const RoundStats& stats) const {
  constexpr double kNearly = 0.99;
  const double temperature = stats.values.at("temperature");
  if (stats.updates == 0 || temperature < kNearly * options_.highest_temperature) return;
  throw Diverged(
      "training diverged: the temperature ran away to its bound of " +
      std::to_string(options_.highest_temperature) + " (entropy " +
      std::to_string(stats.values.at("entropy")) + ") before update " + std::to_string(updates_) +
      "; the files saved last are intact (try a lower learning rate, clipping or a lower "
      "sac.entropy_share; large rewards may need a higher sac.highest_temperature)");
}

void SacLearner::begin_round() {
  round_ = {};
  ratio_sum_ = 0.0;
  play_seconds_ = 0.0;
  wait_seconds_ = 0.0;
  fill_seconds_ = 0.0;
  start_seconds_ = 0.0;
  sums_.zero_();
}

// Blocks of episodes and the updates they are due take turns. Played beside the updates, on a
// thread and stream of their own, they took more from these than they gave: half of the samples per
// second.
void SacLearner::play_epoch(const Deadline& deadline, Ticker& ticker) {
  const std::vector<EpisodeTask> tasks = tasks_of_epoch();
  const std::size_t together = options_.parallel_episodes;
  for (std::size_t first = 0; first < tasks.size() && !deadline.expired(); first += together) {
    play_block(std::span(tasks).subspan(first, std::min(together, tasks.size() - first)));
    for (; updates_due_ >= 1.0 && !deadline.expired(); updates_due_ -= 1.0) {
      time_.note(deadline);
      update();
      ticker.maybe_tick([this] { return stats(); });
    }
  }
}

RoundStats SacLearner::round(const Deadline& deadline, const Tick& tick) {
  const nn::StreamScope stream(device_);
  prepare();
  if (!warm_) warm_up(deadline);
  begin_round();
  Ticker ticker(tick);
  for (std::size_t i = 0; i < options_.round_epochs && !finished() && !deadline.expired(); ++i) {
    play_epoch(deadline, ticker);
    if (!warm_ || deadline.expired()) break;  // an epoch that was cut short is played again
    if (options_.hard_update) networks_.copy_critics_to_targets();
    ++epoch_;
  }
  for (Slot& slot : slots_)
    set_priorities(slot);
  const RoundStats result = stats();
  check_temperature(result);
  return result;
}

void SacLearner::store(model::SafetensorsFile& file) const {
  networks_.store(file);
  // Fresh graphs come anew in a run that is resumed; steps on them are left behind.
  for (const Replay& replay : replays_) {
    store_replay(
        without_targets_from(replay.save(), graphs_.num_originals(), options_.replay_capacity),
        file);
  }
  const std::uint64_t first = graphs_.fresh() != nullptr ? graphs_.fresh()->oldest() : fresh_first_;
  std::vector<std::int64_t> numbers = {static_cast<std::int64_t>(epoch_),
                                       static_cast<std::int64_t>(updates_),
                                       warm_ ? 1 : 0,
                                       std::bit_cast<std::int64_t>(updates_due_),
                                       static_cast<std::int64_t>(first),
                                       std::bit_cast<std::int64_t>(time_.over())};
  for (const std::uint64_t word : rng_.state())
    numbers.push_back(static_cast<std::int64_t>(word));
  file.tensors.push_back(model::make_tensor<std::int64_t>("progress", numbers));
}

// What a file says must be possible on these graphs, or a sample would reach beyond them.
void SacLearner::check_replays() const {
  for (const Replay& replay : replays_) {
    for (std::size_t i = 0; i < replay.count(); ++i) {
      const Transition step = replay.at(i);
      env::State state(graphs_.target(step.target), step.size);
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
  constexpr std::size_t kNumbers = 10;
  const auto numbers = model::values_named<std::int64_t>(file, "progress", kNumbers);
  epoch_ = static_cast<std::size_t>(numbers[0]);
  updates_ = static_cast<std::size_t>(numbers[1]);
  warm_ = numbers[2] != 0;
  updates_due_ = std::bit_cast<double>(numbers[3]);
  fresh_first_ = static_cast<std::uint64_t>(numbers[4]);
  time_.resume_from(std::bit_cast<double>(numbers[5]));
  Rng::State words{};
  for (std::size_t i = 0; i < words.size(); ++i)
    words[i] = static_cast<std::uint64_t>(numbers[6 + i]);
  rng_ = Rng::from_state(words);
}

}  // namespace

std::unique_ptr<Learner> make_sac(const model::TrainConfig& config, torch::Device device,
                                  RewardedGraphs graphs, std::span<const Graph> sources,
                                  env::Encoder encoder) {
  return std::make_unique<SacLearner>(config, device, std::move(graphs), sources,
                                      std::move(encoder));
}

}  // namespace rlminer::train
