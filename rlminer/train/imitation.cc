#include "rlminer/train/imitation.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <deque>
#include <numbers>

#include "rlminer/base/error.h"
#include "rlminer/nn/gnn.h"
#include "rlminer/nn/model_file.h"
#include "rlminer/train/adam.h"
#include "rlminer/train/pipeline.h"
#include "rlminer/train/playground.h"
#include "rlminer/train/sac_networks.h"

namespace rlminer::train {
namespace {

// The shape of batches of these graphs.
nn::BatchShape shape_of(const model::TrainConfig& config, std::span<const Graph> graphs) {
  constexpr std::int64_t kFewVertices = 4;
  const auto width = static_cast<std::int64_t>(batch_width(graphs));
  return {.rows = static_cast<std::int64_t>(config.imitation.rows),
          .width = width,
          .slots = std::clamp<std::int64_t>(width / kFewVertices, 1, 64),
          .states = static_cast<std::int64_t>(config.imitation.states),
          .actions = width,
          .features = config.network.features,
          .foresight = config.network.foresight};
}

// States with the value of each action.
struct LabelledStates {
  nn::PackedStates states;
  torch::Tensor values;  // [states, actions]

  static LabelledStates make(const nn::BatchShape& shape, torch::Device device, bool pinned) {
    return {nn::PackedStates::make(shape, device, pinned),
            torch::zeros({shape.states, shape.actions},
                         torch::TensorOptions().device(device).pinned_memory(pinned))};
  }
  std::vector<torch::Tensor> tensors() const {
    std::vector<torch::Tensor> all = states.tensors();
    all.push_back(values);
    return all;
  }
};

// Episodes that go through the network together. Its scores of their actions are the lane's result.
struct Group {
  Group(const nn::BatchShape& shape, torch::Device device, bool recorded,
        Lane<LabelledStates>::Work learn)
      : lane(shape, {shape.states, shape.actions}, device, std::move(learn), recorded) {}

  std::vector<Episode> episodes;
  std::vector<Rng> chance;               // of each: it plays the same in any company
  std::size_t cursor = 0;                // the episode whose turn is next
  std::vector<std::size_t> members;      // episodes in the batch that is being computed
  std::vector<env::Observation> states;  // of these
  Lane<LabelledStates> lane;
};

class ImitationLearner final : public Learner {
 public:
  ImitationLearner(const model::TrainConfig& config, torch::Device device,
                   std::vector<SolvedGraphPtr> originals, std::span<const Graph> sources,
                   env::Encoder encoder, Replicas replicas);

  RoundStats round(const Deadline& deadline, const Tick& tick) override;
  bool finished() const override { return updates_ >= options_.updates; }
  double fraction() const override {
    const double updates = static_cast<double>(updates_) / static_cast<double>(options_.updates);
    return std::max(updates, time_.over());
  }
  std::size_t updates() const override { return updates_; }
  const nn::Weights& policy() const override { return average_; }

  void start_from(const nn::Weights& actor) override;
  void store(model::SafetensorsFile& file) const override;
  void restore(const model::SafetensorsFile& file) override;

 private:
  void begin_round();
  bool goes_on(const Deadline& deadline);  // asks the other processes
  void make_playground();
  void advance(Group& group);         // moves the episodes whose scores have come
  void choose_members(Group& group);  // packs and labels the next ones
  void learn(const LabelledStates& input, torch::Tensor& scores);  // the work on the device
  double learning_rate() const;
  RoundStats stats() const;

  model::TrainConfig config_;
  model::ImitationOptions options_;
  torch::Device device_;
  std::vector<SolvedGraphPtr> originals_;
  std::span<const Graph> sources_;
  env::Encoder encoder_;
  Replicas replicas_;
  nn::BatchShape shape_;
  Rng rng_;  // of the weights to begin with
  TrainedWeights actor_;
  nn::Actor network_;
  nn::Weights average_;
  torch::Tensor regret_weight_;
  torch::Tensor sums_;  // cross-entropy, regret, entropy, gradient norm
  std::unique_ptr<Playground> playground_;
  std::deque<Group> groups_;       // take turns
  std::uint64_t fresh_first_ = 0;  // number of the first fresh graph of this round
  double fresh_due_ = 0.0;
  std::size_t updates_ = 0;
  TimeShare time_;
  RoundStats round_;
  double ratio_sum_ = 0.0;
};

ImitationLearner::ImitationLearner(const model::TrainConfig& config, torch::Device device,
                                   std::vector<SolvedGraphPtr> originals,
                                   std::span<const Graph> sources, env::Encoder encoder,
                                   Replicas replicas)
    : config_(config),
      options_(config.imitation),
      device_(device),
      originals_(std::move(originals)),
      sources_(sources),
      encoder_(std::move(encoder)),
      replicas_(std::move(replicas)),
      shape_(shape_of(config, sources)),
      rng_(config.seed),
      actor_(nn::layout_of<nn::Actor>(config.network), device, nn::compute_type(device),
             {.beta1 = options_.beta1,
              .beta2 = options_.beta2,
              .weight_decay = options_.weight_decay,
              .clip = options_.clip},
             rng_),
      network_(nn::bind<nn::Actor>(config.network, actor_.compute())),
      average_(actor_.master().layout(), device, torch::kFloat),
      regret_weight_(torch::zeros({}, device)),
      sums_(torch::zeros({4}, device)),
      time_(config.fit_time_limit) {
  start_from(actor_.master());
  for (std::size_t i = 0; i < kLanes; ++i) {
    groups_.emplace_back(
        shape_, device, replicas_.count() == 1,
        [this](const LabelledStates& input, torch::Tensor& scores) { learn(input, scores); });
  }
}

void ImitationLearner::start_from(const nn::Weights& actor) {
  const torch::NoGradGuard no_grad;
  torch::Tensor master = actor_.master().flat();
  torch::Tensor average = average_.flat();
  master.copy_(actor.flat());
  average.copy_(actor.flat());
  actor_.master_moved();
}

void ImitationLearner::make_playground() {
  std::unique_ptr<FreshPool> pool;
  if (options_.fresh_share > 0.0) {
    FreshPool::Options pool_options{
        .perturb = perturb_options(sources_, config_.sizes),
        .encoder = encoder_,
        .sizes = config_.sizes,
        .sets = options_.fresh_sets,
        .large_share = options_.large_share,
        .short_sighted_share = options_.short_sighted_share,
        .seed = config_.seed,
        .first = fresh_first_,
        .threads = pool_threads(config_.threads, device_.is_cuda()),
        .urgent = urgent_graphs(options_.fresh_active, device_.is_cuda())};
    pool = std::make_unique<FreshPool>(sources_, std::move(pool_options));
  }
  playground_ = std::make_unique<Playground>(options_, config_.sizes, originals_, std::move(pool));
}

// Episodes start anew with every round, from a generator that depends on where the run is: a run
// that is resumed then needs no memory of the episodes that were under way.
void ImitationLearner::begin_round() {
  if (!playground_) make_playground();
  const std::uint64_t round = mix64(mix64(config_.seed) ^ mix64(updates_ + 1));
  const std::size_t own = options_.episodes / groups_.size();
  std::uint64_t number = own * static_cast<std::size_t>(replicas_.rank());
  for (Group& group : groups_) {
    group.episodes.clear();
    group.chance.clear();
    group.members.clear();
    group.cursor = 0;
    for (std::size_t i = 0; i < own; ++i) {
      Rng& chance = group.chance.emplace_back(mix64(round ^ (number + i)));
      group.episodes.push_back(playground_->start(chance));
      playground_->scatter(group.episodes.back(), chance);
    }
    number += own * static_cast<std::size_t>(replicas_.count());
  }
  fresh_due_ = 0.0;
  round_ = {};
  ratio_sum_ = 0.0;
  sums_.zero_();
}

void ImitationLearner::advance(Group& group) {
  group.lane.wait();
  const float* scores = group.lane.result.data_ptr<float>();
  for (const std::size_t member : group.members) {
    Episode& episode = group.episodes[member];
    const std::span<const float> row(scores, episode.state.actions().size());
    scores += shape_.actions;
    Rng& chance = group.chance[member];
    if (!playground_->move(episode, row, chance)) continue;
    const env::State& state = episode.state;
    const enumerate::OptimalValues& values = episode.graph->values;
    ratio_sum_ += static_cast<double>(values.value(state.chosen(), state.size())) /
                  static_cast<double>(values.best(state.size()));
    ++round_.episodes;
    episode = playground_->start(chance);
  }
  group.members.clear();
}

void ImitationLearner::choose_members(Group& group) {
  const std::size_t wanted = std::min(options_.states, group.episodes.size());
  group.states.clear();
  for (std::size_t i = 0; i < wanted; ++i) {
    const std::size_t member = (group.cursor + i) % group.episodes.size();
    group.members.push_back(member);
    group.states.push_back(env::observe(group.episodes[member].state));
  }
  const std::size_t packed = nn::pack(group.states, config_.network, group.lane.input.states,
                                      {.threads = fill_threads(config_)});
  group.members.resize(packed);
  group.cursor = (group.cursor + packed) % group.episodes.size();
  float* values = group.lane.input.values.data_ptr<float>();
  for (std::size_t i = 0; i < packed; ++i, values += shape_.actions) {
    const Episode& episode = group.episodes[group.members[i]];
    episode.graph->values.action_ratios(group.states[i].chosen, group.states[i].actions,
                                        group.states[i].size,
                                        {values, group.states[i].actions.size()});
  }
}

void ImitationLearner::learn(const LabelledStates& input, torch::Tensor& scores) {
  const nn::PackedStates& states =
      device_.is_cpu() ? input.states.without_empty_rows() : input.states;
  const nn::Batch batch = nn::Batch::from(states, config_.network, nn::compute_type(device_));
  const torch::Tensor logits = network_.logits(batch);
  const torch::Tensor log_probs = nn::masked_log_softmax(logits, batch.action_valid);
  const torch::Tensor cross_entropy = mean_over_states(
      cross_entropy_to(input.values, options_.temperature, log_probs, batch.action_valid),
      batch.weight);
  const torch::Tensor regret =
      mean_over_states(expected_regret(input.values, log_probs, batch.action_valid), batch.weight);
  (cross_entropy + regret_weight_ * regret).backward();
  replicas_.average(actor_.compute().flat_gradient(), batch.weight.sum());
  actor_.step();

  const torch::NoGradGuard no_grad;
  scores.copy_(logits);
  torch::Tensor average = average_.flat();
  average.lerp_(actor_.master().flat(), 1.0 - options_.average);
  const torch::Tensor random =
      mean_over_states(entropy(log_probs, batch.action_valid), batch.weight);
  sums_.add_(torch::stack({cross_entropy, regret, random, actor_.adam().gradient_norm()}));
}

double ImitationLearner::learning_rate() const {
  const auto done = static_cast<double>(updates_);
  const double warm = std::min(1.0, (done + 1.0) / static_cast<double>(options_.warm_up + 1));
  return options_.learning_rate * warm * 0.5 * (1.0 + std::cos(std::numbers::pi * fraction()));
}

RoundStats ImitationLearner::stats() const {
  RoundStats stats = round_;
  const torch::Tensor sums = sums_.to(torch::kCPU);
  const auto mean = [&](int i) {
    return sums[i].item<double>() / static_cast<double>(std::max<std::size_t>(stats.updates, 1));
  };
  stats.train_ratio = stats.episodes == 0 ? 0.0 : ratio_sum_ / static_cast<double>(stats.episodes);
  stats.values = {{"cross_entropy", mean(0)},
                  {"regret", mean(1)},
                  {"entropy", mean(2)},
                  {"gradient_norm", mean(3)},
                  {"learning_rate", learning_rate()},
                  {"fresh_graphs", static_cast<double>(playground_->fresh_taken())}};
  return stats;
}

// All processes make the same number of steps, with the learning rate of the first one's clock.
bool ImitationLearner::goes_on(const Deadline& deadline) {
  time_.note(deadline);
  const auto sums =
      replicas_.sums({deadline.expired() ? 1.0 : 0.0, replicas_.is_first() ? time_.over() : 0.0});
  time_.resume_from(sums[1]);
  return sums[0] == 0.0;
}

RoundStats ImitationLearner::round(const Deadline& deadline, const Tick& tick) {
  const nn::StreamScope stream(device_);
  begin_round();
  const std::size_t end = std::min(options_.updates, updates_ + config_.round);
  Ticker ticker(tick);
  while (updates_ < end && goes_on(deadline)) {
    Group& group = groups_[updates_ % groups_.size()];
    advance(group);
    choose_members(group);
    regret_weight_.fill_(options_.regret_start +
                         fraction() * (options_.regret_end - options_.regret_start));
    actor_.adam().prepare(learning_rate());
    group.lane.run();
    ++updates_;
    ++round_.updates;
    round_.samples += group.members.size();
    fresh_due_ += options_.fresh_per_update;
    const auto due = static_cast<std::size_t>(fresh_due_);
    fresh_due_ -= static_cast<double>(due);
    playground_->refresh(due, device_.is_cpu());
    ticker.maybe_tick([this] { return stats(); });
  }
  for (Group& group : groups_)
    group.lane.wait();
  return stats();
}

void ImitationLearner::store(model::SafetensorsFile& file) const {
  actor_.store("actor", file);
  nn::store_weights(average_, "average", model::TensorType::F32, file);
  const std::uint64_t first = playground_ ? playground_->fresh_oldest() : fresh_first_;
  file.tensors.push_back(model::make_tensor<std::int64_t>(
      "progress", {static_cast<std::int64_t>(updates_), static_cast<std::int64_t>(first),
                   std::bit_cast<std::int64_t>(time_.over())}));
}

void ImitationLearner::restore(const model::SafetensorsFile& file) {
  actor_.restore("actor", file);
  nn::restore_weights(file, "average", average_);
  const auto numbers = model::values_named<std::int64_t>(file, "progress", 3);
  updates_ = static_cast<std::size_t>(numbers[0]);
  fresh_first_ = static_cast<std::uint64_t>(numbers[1]);
  time_.resume_from(std::bit_cast<double>(numbers[2]));
}

}  // namespace

std::unique_ptr<Learner> make_imitation(const model::TrainConfig& config, torch::Device device,
                                        std::vector<SolvedGraphPtr> originals,
                                        std::span<const Graph> sources, env::Encoder encoder,
                                        Replicas replicas) {
  return std::make_unique<ImitationLearner>(config, device, std::move(originals), sources,
                                            std::move(encoder), std::move(replicas));
}

}  // namespace rlminer::train
