#include "rlminer/nn/gnn.h"

#include <cmath>
#include <limits>

#include "rlminer/env/encoding.h"
#include "rlminer/env/foresight.h"
#include "rlminer/model/task.h"

namespace rlminer::nn {
namespace {

// Initial scales that neither let the signal die in nine layers nor let it grow a thousandfold at
// vertices with many neighbours, each of which adds a message.
constexpr double kOwnGain = 2.4;
constexpr double kMessageGain = 0.3;

std::string numbered(const std::string& name, int number) {
  return name + "." + std::to_string(number);
}

// The vectors of the real vertices, one below the other.
torch::Tensor real_vertices(const torch::Tensor& h, const Batch& batch) {
  const torch::Tensor present = batch.labels.sum(-1).gt(0.5).flatten();
  return h.flatten(0, 1).to(torch::kDouble).index({present});
}

double rms(const torch::Tensor& values) {
  return values.square().mean().sqrt().item<double>();
}

}  // namespace

MessageLayer::MessageLayer(const model::NetworkConfig& config, ParameterSource& source,
                           const std::string& name)
    : state_messages_(config.state_messages),
      w1_(source, name + ".w1", config.hidden, config.hidden, true, kOwnGain),
      w2_(source, name + ".w2", config.hidden, config.hidden, false, kMessageGain),
      w3_(source, name + ".w3", config.hidden, config.hidden, false, kMessageGain),
      w6_(source, name + ".w6", config.hidden, config.hidden, false),
      w7_(source, name + ".w7", config.hidden, config.hidden, false) {
  if (config.relations > 0)
    w8_ = source.take(name + ".w8", {config.relations, config.hidden}, Init::NearOne);
  if (!state_messages_) return;
  w4_ = source.take(name + ".w4", {2, config.hidden}, Init::NearOne);
  w5_ = source.take(name + ".w5", {2, config.hidden}, Init::NearOne);
}

torch::Tensor MessageLayer::sum_over_neighbours(const torch::Tensor& b, const Batch& batch) const {
  if (!w8_.defined()) return torch::bmm(batch.adjacency, b);
  const torch::Tensor gated = b.unsqueeze(1) * w8_.unsqueeze(1);  // [rows, ranks, width, d]
  return torch::bmm(batch.ranked_adjacency, gated.flatten(1, 2));
}

torch::Tensor MessageLayer::operator()(const torch::Tensor& h, const TaskVectors& task,
                                       const Batch& batch) const {
  const MessageInputs in = message_inputs(h, w4_, w5_, task, batch);
  // sum over neighbours j of (a_i - b_j) = deg(i) a_i - sum of b_j, without a tensor per edge;
  // each b_j gated by the rank of the edge where edges are told apart
  const torch::Tensor minus_b = negative_gated(w3_(in.sj), w7_(in.pj));
  return combine(w1_(h), batch.degrees, w2_(in.si), w6_(in.pi),
                 sum_over_neighbours(minus_b, batch));
}

MessageRounds::MessageRounds(const model::NetworkConfig& config, ParameterSource& source,
                             const std::string& name)
    : config_(config) {
  for (int i = 0; i < config.layers; ++i) {
    layers_.emplace_back(config, source, numbered(name + ".layer", i));
    if (!config.plus) continue;
    norms_.emplace_back(source, numbered(name + ".norm", i), config.hidden);
    residuals_.emplace_back(source, numbered(name + ".residual", i), config.hidden, config.hidden,
                            true);
    if (!model::attends_after(i, config.layers)) continue;
    attention_norms_.emplace_back(source, numbered(name + ".attention_norm", i), config.hidden);
    attentions_.emplace_back(source, numbered(name + ".attention", i), config.hidden, config.heads);
  }
}

torch::Tensor MessageRounds::pass(std::size_t round, const torch::Tensor& h,
                                  const TaskVectors& task, const Batch& batch) const {
  if (!config_.plus) return layers_[round](h, task, batch);
  return h + residuals_[round](layers_[round](norms_[round](h), task, batch));
}

template <typename AfterRound>
torch::Tensor MessageRounds::operator()(torch::Tensor h, const TaskVectors& task,
                                        const Batch& batch, AfterRound&& after_round) const {
  std::size_t attention = 0;
  for (int i = 0; i < config_.layers; ++i) {
    h = pass(static_cast<std::size_t>(i), h, task, batch);
    if (config_.plus && model::attends_after(i, config_.layers)) {
      const torch::Tensor x = attention_norms_[attention](h);
      h = h + attentions_[attention](x, batch.vertex_mask) - x;
      ++attention;
    }
    after_round(h);
  }
  return h;
}

namespace {

void do_nothing(const torch::Tensor& /*h*/) {}

std::optional<Linear> make_feature_input(const model::NetworkConfig& config,
                                         ParameterSource& source, const std::string& name) {
  if (!config.features) return {};
  return Linear(source, name + ".feature_input", static_cast<int>(env::kVertexFeatures),
                config.hidden, true);
}

// relu(W0 onehot) = one-hot times relu(W0), the smaller matrix
torch::Tensor read_labels(const Linear& w0, const Batch& batch) {
  return torch::matmul(batch.labels, torch::relu(w0.weight().t()));
}

torch::Tensor with_features(const torch::Tensor& labels, const std::optional<Linear>& feature_input,
                            const Batch& batch) {
  return feature_input ? labels + torch::relu((*feature_input)(batch.features)) : labels;
}

}  // namespace

ContextEncoder::ContextEncoder(const model::NetworkConfig& config, ParameterSource& source,
                               const std::string& name)
    : w0_(source, name + ".w0", config.labels, config.context_hidden, false),
      feature_input_(make_feature_input(model::context_config(config), source, name)),
      rounds_(model::context_config(config), source, name),
      last_norm_(source, name + ".last_norm", config.context_hidden),
      out_(source, name + ".out", config.context_hidden, config.hidden, true) {}

torch::Tensor ContextEncoder::operator()(const Batch& batch) const {
  const torch::Tensor input = with_features(read_labels(w0_, batch), feature_input_, batch);
  return out_(last_norm_(rounds_(input, TaskVectors(), batch, do_nothing)));
}

Gnn::Gnn(const model::NetworkConfig& config, ParameterSource& source, const std::string& name)
    : config_(config),
      w0_(source, name + ".w0", config.labels + (config.state_messages ? 0 : 2), config.hidden,
          false),
      wb_(source.take(name + ".wb", {config.max_size + 1, config.hidden}, Init::Normal)),
      wd_(source, name + ".wd", config.hidden, config.hidden, false),
      ws_(source, name + ".ws", config.hidden, config.hidden, false),
      feature_input_(make_feature_input(config, source, name)),
      wc_(config.skip_gate ? std::optional<Linear>(std::in_place, source, name + ".wc",
                                                   config.hidden, config.hidden, false)
                           : std::nullopt),
      wa_(config.task_steps
              ? source.take(name + ".wa", {config.max_size + 1, config.hidden}, Init::Normal)
              : torch::Tensor()),
      rounds_(config, source, name) {
  if (config.context_layers > 0) context_.emplace(config, source, name + ".context");
  if (config.foresight > 0) {
    foresight_.emplace(source, name + ".foresight",
                       static_cast<int>(env::action_features(config.foresight)), config.hidden,
                       false);
  }
  if (!config.plus) return;
  last_norm_.emplace(source, name + ".last_norm", config.hidden);
  task_input_.emplace(source, name + ".task_input", config.hidden, config.hidden, false);
  state_input_ = source.take(name + ".state_input", {2, config.hidden}, Init::Linear, 2);
}

torch::Tensor Gnn::task_table() const {
  const torch::Tensor by_size = wb_.unsqueeze(0);  // [1, size, d]
  const torch::Tensor c =
      config_.task_steps ? wa_.unsqueeze(1) * by_size : by_size.expand({wb_.size(0), -1, -1});
  return torch::relu(c).reshape({-1, config_.hidden});
}

TaskVectors Gnn::tasks(const torch::Tensor& table, const Batch& batch) const {
  TaskVectors task;
  task.destination_table = wd_(table);
  task.source_table = ws_(table);
  if (!config_.state_messages ||
      !has_fused_kernels(table.device(), table.scalar_type(), config_.hidden)) {
    task.destination = torch::matmul(batch.tasks, task.destination_table);
    task.source = torch::matmul(batch.tasks, task.source_table);
  }
  if (wc_) task.gate = torch::matmul(batch.tasks, (*wc_)(table));
  return task;
}

torch::Tensor Gnn::input(const Batch& batch) const {
  const torch::Tensor read = with_features(label_input(batch), feature_input_, batch);
  return context_ ? read + (*context_)(batch) : read;
}

torch::Tensor Gnn::label_input(const Batch& batch) const {
  if (config_.state_messages) return read_labels(w0_, batch);
  // The sum of two columns must be taken first.
  return torch::relu(w0_(torch::cat({batch.labels, batch.states}, -1)));
}

template <typename AfterLayer>
torch::Tensor Gnn::run(const Batch& batch, AfterLayer&& after_layer) const {
  const torch::Tensor table = task_table();
  const TaskVectors task = tasks(table, batch);
  const torch::Tensor h0 = input(batch);
  torch::Tensor h = h0;
  if (config_.plus) {
    h = h + torch::matmul(batch.states, state_input_) +
        torch::matmul(batch.tasks, (*task_input_)(table));
  }
  after_layer(h);
  h = rounds_(h, task, batch, after_layer);
  if (config_.plus) h = (*last_norm_)(h);
  h = wc_ ? h0 + h * torch::sigmoid(h * task.gate) : h0 + h;
  return foresight_ ? h + torch::relu((*foresight_)(batch.foresight)) : h;
}

torch::Tensor Gnn::operator()(const Batch& batch) const {
  return run(batch, do_nothing);
}

std::vector<double> Gnn::layer_rms(const Batch& batch) const {
  const torch::NoGradGuard no_grad;
  std::vector<double> result;
  run(batch, [&](const torch::Tensor& h) { result.push_back(rms(real_vertices(h, batch))); });
  return result;
}

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
  return at_actions(score_.precise(attended), batch)
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
  return reward_->precise(torch::cat({state, action}, -1)).squeeze(-1).to(torch::kFloat);
}

CriticOutput Critic::operator()(const Batch& batch, const torch::Tensor& taken) const {
  const torch::Tensor h = gnn_(batch);
  const torch::Tensor attended = attention_(h, batch.vertex_mask);
  const torch::Tensor pooled = pool_(h, batch.slot_mask);
  const torch::Tensor state = state_(
      pooled.reshape({-1, pooled.size(-1)}).index_select(0, batch.state_place));  // [states, d]
  const torch::Tensor value = value_.precise(state).to(torch::kFloat);            // [states, 1]
  const torch::Tensor valid = batch.action_valid.to(torch::kFloat);
  const torch::Tensor advantage = at_actions(advantage_.precise(attended), batch) * valid;
  const torch::Tensor mean = advantage.sum(-1, true) / valid.sum(-1, true);
  CriticOutput output;
  output.q = (value + advantage - mean) * valid;
  if (reward_ && taken.defined()) output.reward = predicted_reward(state, attended, batch, taken);
  return output;
}

}  // namespace rlminer::nn
