#include "rlminer/train/sac_networks.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "rlminer/nn/device.h"
#include "rlminer/nn/model_file.h"

namespace rlminer::train {
namespace {

// Probabilities, 0 at invalid places.
torch::Tensor probabilities(const torch::Tensor& log_probs, const torch::Tensor& valid) {
  return log_probs.exp() * valid;
}

}  // namespace

torch::Tensor mean_over_states(const torch::Tensor& by_state, const torch::Tensor& weight) {
  return (by_state * weight).sum() / weight.sum().clamp_min(1.0);
}

torch::Tensor entropy(const torch::Tensor& log_probs, const torch::Tensor& valid) {
  return -(probabilities(log_probs, valid) * log_probs).sum(-1);
}

torch::Tensor cross_entropy_to(const torch::Tensor& values, double temperature,
                               const torch::Tensor& log_probs, const torch::Tensor& valid) {
  const torch::Tensor wanted =
      probabilities(nn::masked_log_softmax(values / temperature, valid), valid).detach();
  return -(wanted * log_probs).sum(-1);
}

torch::Tensor expected_regret(const torch::Tensor& values, const torch::Tensor& log_probs,
                              const torch::Tensor& valid) {
  const torch::Tensor best =
      values.masked_fill(valid.logical_not(), -std::numeric_limits<double>::infinity())
          .amax(-1, /*keepdim=*/true);
  return (probabilities(log_probs, valid) * (best - values)).sum(-1);
}

torch::Tensor td_target(const torch::Tensor& reward, const torch::Tensor& done,
                        const NextStates& next, const torch::Tensor& alpha, double discount) {
  const torch::Tensor soft_q = torch::minimum(next.q1, next.q2) - alpha * next.log_probs;
  const torch::Tensor value = (probabilities(next.log_probs, next.valid) * soft_q).sum(-1);
  return (reward + discount * (1.0 - done) * value).detach();
}

torch::Tensor q_loss(const torch::Tensor& q_taken, const torch::Tensor& target,
                     const torch::Tensor& importance) {
  return 0.5 * importance * (q_taken - target).square();
}

torch::Tensor q_loss_of_all(const torch::Tensor& q, const torch::Tensor& values,
                            const torch::Tensor& valid, const torch::Tensor& importance) {
  const torch::Tensor counts = valid.to(q.scalar_type());
  const torch::Tensor errors = (counts * (q - values).square()).sum(-1);
  return 0.5 * importance * errors / counts.sum(-1).clamp_min(1.0);
}

torch::Tensor reward_loss(const torch::Tensor& predicted, const torch::Tensor& reward,
                          const torch::Tensor& importance) {
  return importance * (predicted - reward).square();
}

torch::Tensor policy_loss(const torch::Tensor& log_probs, const torch::Tensor& valid,
                          const torch::Tensor& q1, const torch::Tensor& q2,
                          const torch::Tensor& alpha) {
  const torch::Tensor q = torch::minimum(q1, q2).detach();
  return (probabilities(log_probs, valid) * (alpha.detach() * log_probs - q)).sum(-1);
}

torch::Tensor temperature_loss(const torch::Tensor& log_alpha, const torch::Tensor& log_probs,
                               const torch::Tensor& valid, double share) {
  const torch::Tensor wanted = share * valid.sum(-1).to(log_probs.scalar_type()).log();
  return log_alpha.exp() * (entropy(log_probs, valid) - wanted).detach();
}

namespace {

constexpr std::size_t kCritics = 2;

std::string numbered(const char* name, std::size_t i) {
  return name + std::to_string(i + 1);
}

}  // namespace

KnownValues KnownValues::make(const nn::BatchShape& shape, const torch::TensorOptions& options) {
  return {torch::zeros({shape.states, shape.actions}, options),
          torch::zeros({shape.states}, options.dtype(torch::kBool))};
}

void KnownValues::set(std::size_t sample, std::span<const float> by_action) {
  const auto width = static_cast<std::size_t>(values.size(1));
  known.data_ptr<bool>()[sample] = !by_action.empty();
  std::ranges::copy(by_action, values.data_ptr<float>() + sample * width);
}

torch::Tensor KnownValues::or_else(const torch::Tensor& otherwise) const {
  return torch::where(known.unsqueeze(1), values.to(otherwise.scalar_type()), otherwise);
}

SacBatch SacBatch::make(const nn::BatchShape& shape, torch::Device device, bool pinned) {
  const auto options = torch::TensorOptions().device(device).pinned_memory(pinned);
  SacBatch batch;
  batch.states = nn::PackedStates::make(shape, device, pinned);
  batch.next = batch.states.on_same_graphs();
  batch.taken = torch::zeros({shape.states}, options.dtype(torch::kLong));
  batch.reward = torch::zeros({shape.states}, options);
  batch.done = torch::zeros({shape.states}, options);
  batch.bound = torch::zeros({shape.states}, options);
  batch.known = KnownValues::make(shape, options);
  batch.next_known = KnownValues::make(shape, options);
  batch.importance = torch::zeros({shape.states}, options);
  batch.weight = torch::zeros({shape.states}, options);
  return batch;
}

std::vector<torch::Tensor> SacBatch::tensors() const {
  std::vector<torch::Tensor> all = {taken,
                                    reward,
                                    done,
                                    bound,
                                    known.values,
                                    known.known,
                                    next_known.values,
                                    next_known.known,
                                    importance,
                                    weight};
  for (const auto& more : {states.tensors(), next.state_tensors()})
    all.insert(all.end(), more.begin(), more.end());
  return all;
}

SacNetworks::Target::Target(std::shared_ptr<const nn::Layout> layout, torch::Device device,
                            torch::Dtype type)
    : master(layout, device, torch::kFloat), compute(layout, device, type) {}

SacNetworks::SacNetworks(const model::NetworkConfig& network, const model::SacOptions& options,
                         torch::Device device, Rng& rng)
    : network_(network),
      options_(options),
      type_(nn::compute_type(device)),
      actor_(nn::layout_of<nn::Actor>(network), device, type_, AdamOptions{.clip = options.clip},
             rng),
      actor_network_(nn::bind<nn::Actor>(network, actor_.compute())),
      log_alpha_(torch::full({1}, std::log(options.initial_temperature),
                             torch::TensorOptions().device(device))),
      alpha_adam_(log_alpha_, {}, AdamOptions{}) {
  const auto layout = nn::layout_of<nn::Critic>(network);
  for (std::size_t i = 0; i < kCritics; ++i) {
    critics_.emplace_back(layout, device, type_, AdamOptions{.clip = options.clip}, rng);
    targets_.emplace_back(layout, device, type_);
  }
  for (std::size_t i = 0; i < kCritics; ++i) {
    critic_networks_.push_back(nn::bind<nn::Critic>(network, critics_[i].compute()));
    target_networks_.push_back(nn::bind<nn::Critic>(network, targets_[i].compute));
  }
  copy_critics_to_targets();
  if (options.average > 0.0) average_.emplace(actor_.master().layout(), device, torch::kFloat);
  start_from(actor_.master());
}

void SacNetworks::start_from(const nn::Weights& actor) {
  const torch::NoGradGuard no_grad;
  torch::Tensor master = actor_.master().flat();
  master.copy_(actor.flat());
  if (average_) {
    torch::Tensor average = average_->flat();
    average.copy_(master);
  }
  actor_.master_moved();
}

void SacNetworks::prepare(double rate) {
  actor_.adam().prepare(rate * options_.learning_rate);
  for (TrainedWeights& critic : critics_)
    critic.adam().prepare(rate * options_.learning_rate);
  alpha_adam_.prepare(rate * options_.temperature_learning_rate);
}

void SacNetworks::move_targets(double share) {
  const torch::NoGradGuard no_grad;
  for (std::size_t i = 0; i < kCritics; ++i) {
    torch::Tensor master = targets_[i].master.flat();
    torch::Tensor compute = targets_[i].compute.flat();
    master.lerp_(critics_[i].master().flat(), share);
    compute.copy_(master);
  }
}

void SacNetworks::copy_critics_to_targets() {
  move_targets(1.0);
}

std::vector<std::string> SacNetworks::value_names() {
  return {"q_loss",  "reward_loss", "actor_loss", "temperature",
          "entropy", "td_error",    "mean_q",     "gradient_norm"};
}

void SacNetworks::update(const SacBatch& batch, torch::Tensor td_error, torch::Tensor sums) {
  const torch::Tensor alpha = log_alpha_.exp();
  const nn::Batch states = nn::Batch::from(batch.states, network_, type_);
  torch::Tensor target;
  {
    const torch::NoGradGuard no_grad;
    const nn::Batch next = states.on_same_graphs(batch.next, network_);
    const torch::Tensor log_probs =
        nn::masked_log_softmax(actor_network_.logits(next), next.action_valid);
    const NextStates following{log_probs, batch.next_known.or_else(target_networks_[0](next).q),
                               batch.next_known.or_else(target_networks_[1](next).q),
                               next.action_valid};
    target = td_target(batch.reward, batch.done, following, alpha, options_.discount);
    // The best policy earns at least what one episode did: nothing here is random.
    if (options_.return_bound) target = torch::maximum(target, batch.bound);
  }
  const torch::Tensor& valid = states.action_valid;
  const torch::Tensor taken = batch.taken.unsqueeze(1);
  torch::Tensor q_losses = torch::zeros({}, batch.reward.options());
  torch::Tensor reward_losses = torch::zeros({}, batch.reward.options());
  torch::Tensor errors = torch::zeros_like(batch.reward);
  std::vector<torch::Tensor> q;
  for (const nn::Critic& critic : critic_networks_) {
    const nn::CriticOutput output = critic(states, batch.taken);
    const torch::Tensor q_taken = output.q.gather(1, taken).squeeze(1);
    const torch::Tensor losses = torch::where(
        batch.known.known, q_loss_of_all(output.q, batch.known.values, valid, batch.importance),
        q_loss(q_taken, target, batch.importance));
    q_losses = q_losses + mean_over_states(losses, batch.weight);
    if (output.reward.defined()) {
      reward_losses = reward_losses +
                      mean_over_states(reward_loss(output.reward, batch.reward, batch.importance),
                                       batch.weight);
    }
    errors = errors + (q_taken - target).detach().abs() / static_cast<double>(kCritics);
    q.push_back(batch.known.or_else(output.q.detach()));
  }
  const torch::Tensor log_probs = nn::masked_log_softmax(actor_network_.logits(states), valid);
  const torch::Tensor actor_loss =
      mean_over_states(policy_loss(log_probs, valid, q[0], q[1], alpha), batch.weight);
  // The networks share no parameters, so one backward pass serves all.
  (q_losses + reward_losses + actor_loss).backward();
  for (TrainedWeights& critic : critics_)
    critic.step();
  actor_.step();

  const torch::NoGradGuard no_grad;
  // d/d log_alpha of alpha * (entropy - target) is the loss itself.
  alpha_adam_.step(
      mean_over_states(temperature_loss(log_alpha_, log_probs, valid, options_.entropy_share),
                       batch.weight)
          .view({1}));
  log_alpha_.clamp_(std::log(options_.lowest_temperature), std::log(options_.highest_temperature));
  move_targets(options_.soft_update);
  if (average_) {
    torch::Tensor average = average_->flat();
    average.lerp_(actor_.master().flat(), 1.0 - options_.average);
  }
  td_error.copy_(errors);
  const torch::Tensor mean_q = mean_over_states(q[0].gather(1, taken).squeeze(1), batch.weight);
  sums.add_(torch::stack(
      {q_losses, reward_losses, actor_loss, alpha.squeeze(0),
       mean_over_states(entropy(log_probs, valid), batch.weight),
       mean_over_states(errors, batch.weight), mean_q,
       torch::maximum(actor_.adam().gradient_norm(), critics_[0].adam().gradient_norm())}));
}

void SacNetworks::store(model::SafetensorsFile& file) const {
  actor_.store("actor", file);
  if (average_) nn::store_weights(*average_, "average", model::TensorType::F32, file);
  for (std::size_t i = 0; i < kCritics; ++i) {
    critics_[i].store(numbered("critic", i), file);
    nn::store_weights(targets_[i].master, numbered("target", i), model::TensorType::F32, file);
  }
  nn::store_flat(log_alpha_, "log_alpha", file);
  alpha_adam_.store("log_alpha.adam", file);
}

void SacNetworks::restore(const model::SafetensorsFile& file) {
  const torch::NoGradGuard no_grad;
  actor_.restore("actor", file);
  if (average_) nn::restore_weights(file, "average", *average_);
  for (std::size_t i = 0; i < kCritics; ++i) {
    critics_[i].restore(numbered("critic", i), file);
    nn::restore_weights(file, numbered("target", i), targets_[i].master);
    torch::Tensor compute = targets_[i].compute.flat();
    compute.copy_(targets_[i].master.flat());
  }
  nn::restore_flat(file, "log_alpha", log_alpha_);
  alpha_adam_.restore("log_alpha.adam", file);
}

}  // namespace rlminer::train
