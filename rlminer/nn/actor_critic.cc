#include "rlminer/nn/actor_critic.h"

#include <limits>

namespace rlminer::nn {
namespace {

// The entries of a [rows, width] or [rows, width, 1] tensor that belong to the actions.
torch::Tensor at_actions(const torch::Tensor& by_vertex, const Batch& batch) {
  const torch::Tensor flat = by_vertex.reshape({-1}).to(torch::kFloat);
  return flat.index_select(0, batch.action_place.view({-1})).view(batch.action_place.sizes());
}

}  // namespace

torch::Tensor masked_log_softmax(const torch::Tensor& logits, const torch::Tensor& valid) {
  const torch::Tensor invalid = valid.logical_not();
  const torch::Tensor masked =
      logits.masked_fill(invalid, -std::numeric_limits<double>::infinity());
  return torch::log_softmax(masked, -1).masked_fill(invalid, 0.0);
}

Actor::Actor(const model::NetworkConfig& config, ParameterSource& source)
    : gnn_(config, source, "gnn"),
      attention_(source, "attention", config.hidden, config.heads),
      score_(source, "score", config.hidden, config.hidden, 1) {}

torch::Tensor Actor::logits(const Batch& batch) const {
  const torch::Tensor attended = attention_(gnn_(batch), batch.vertex_mask);
  return at_actions(score_(attended), batch)
      .masked_fill(batch.action_valid.logical_not(), -std::numeric_limits<double>::infinity());
}

Critic::Critic(const model::NetworkConfig& config, ParameterSource& source)
    : gnn_(config, source, "gnn"),
      attention_(source, "attention", config.hidden, config.heads),
      advantage_(source, "advantage", config.hidden, config.hidden, 1),
      pool_(source, "pool", config.hidden, config.heads),
      state_(source, "state", config.hidden, config.hidden, config.hidden),
      value_(source, "value", config.hidden, config.hidden, 1) {
  if (config.reward_head) reward_.emplace(source, "reward", 2 * config.hidden, config.hidden, 1);
}

torch::Tensor Critic::predicted_reward(const torch::Tensor& state, const torch::Tensor& attended,
                                       const Batch& batch, const torch::Tensor& taken) const {
  const torch::Tensor places = batch.action_place.gather(1, taken.unsqueeze(1)).squeeze(1);
  const torch::Tensor action = attended.reshape({-1, attended.size(-1)}).index_select(0, places);
  return (*reward_)(torch::cat({state, action}, -1)).squeeze(-1).to(torch::kFloat);
}

CriticOutput Critic::operator()(const Batch& batch, const torch::Tensor& taken) const {
  const torch::Tensor h = gnn_(batch);
  const torch::Tensor attended = attention_(h, batch.vertex_mask);
  const torch::Tensor pooled = pool_(h, batch.slot_mask);
  const torch::Tensor state = state_(
      pooled.reshape({-1, pooled.size(-1)}).index_select(0, batch.state_place));  // [states, d]
  const torch::Tensor value = value_(state).to(torch::kFloat);                    // [states, 1]
  const torch::Tensor valid = batch.action_valid.to(torch::kFloat);
  const torch::Tensor advantage = at_actions(advantage_(attended), batch) * valid;
  const torch::Tensor mean = advantage.sum(-1, true) / valid.sum(-1, true);
  CriticOutput output;
  output.q = (value + advantage - mean) * valid;
  if (reward_ && taken.defined()) output.reward = predicted_reward(state, attended, batch, taken);
  return output;
}

}  // namespace rlminer::nn
