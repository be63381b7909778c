#include "rlminer/testing/plain_network.h"

#include <algorithm>
#include <cmath>

#include "rlminer/env/encoding.h"
#include "rlminer/env/foresight.h"

namespace rlminer::testing {
namespace {

using Vector = PlainNetwork::Vector;
using Vectors = PlainNetwork::Vectors;

double sigmoid(double x) {
  return 1.0 / (1.0 + std::exp(-x));
}

template <typename Function>
Vector each(const Vector& x, Function&& function) {
  Vector y;
  for (const double value : x)
    y.push_back(function(value));
  return y;
}

template <typename Function>
Vector each(const Vector& x, const Vector& y, Function&& function) {
  Vector z;
  for (std::size_t i = 0; i < x.size(); ++i)
    z.push_back(function(x.at(i), y.at(i)));
  return z;
}

Vector relu(const Vector& x) {
  return each(x, [](double value) { return std::max(value, 0.0); });
}

Vector sigmoid(const Vector& x) {
  return each(x, [](double value) { return sigmoid(value); });
}

Vector sum(const Vector& x, const Vector& y) {
  return each(x, y, [](double a, double b) { return a + b; });
}

Vector difference(const Vector& x, const Vector& y) {
  return each(x, y, [](double a, double b) { return a - b; });
}

Vector times(const Vector& x, const Vector& y) {
  return each(x, y, [](double a, double b) { return a * b; });
}

Vector part(const Vector& x, std::size_t number, std::size_t length) {
  const auto begin = x.begin() + static_cast<std::ptrdiff_t>(number * length);
  return {begin, begin + static_cast<std::ptrdiff_t>(length)};
}

Vector joined(Vector x, const Vector& y) {
  x.insert(x.end(), y.begin(), y.end());
  return x;
}

std::string numbered(const std::string& name, int number) {
  return name + "." + std::to_string(number);
}

double mean(const Vector& x) {
  double total = 0;
  for (const double value : x)
    total += value;
  return total / static_cast<double>(x.size());
}

}  // namespace

PlainNetwork::PlainNetwork(const model::NetworkConfig& config, const model::SafetensorsFile& file)
    : config_(config) {
  for (const model::StoredTensor& tensor : file.tensors) {
    const std::vector<float> values = model::floats_of(tensor);
    parameters_[tensor.name] = {static_cast<std::size_t>(tensor.shape.back()),
                                Vector(values.begin(), values.end())};
  }
}

Vector PlainNetwork::row(const std::string& name, std::size_t i) const {
  const Matrix& table = parameters_.at(name);
  return part(table.values, i, table.columns);
}

Vector PlainNetwork::product(const std::string& name, const Vector& x) const {
  const Matrix& matrix = parameters_.at(name + ".weight");
  Vector y;
  for (std::size_t at = 0; at < matrix.values.size(); at += matrix.columns) {
    double total = 0;
    for (std::size_t i = 0; i < matrix.columns; ++i)
      total += matrix.values.at(at + i) * x.at(i);
    y.push_back(total);
  }
  return y;
}

Vector PlainNetwork::affine(const std::string& name, const Vector& x) const {
  return sum(product(name, x), row(name + ".bias", 0));
}

Vector PlainNetwork::mlp(const std::string& name, const Vector& x) const {
  return affine(name + ".1", relu(affine(name + ".0", x)));
}

Vector PlainNetwork::norm(const std::string& name, const Vector& x) const {
  const double rms = std::sqrt(mean(times(x, x)));
  return times(each(x, [&](double value) { return value / (rms + 0.001); }),
               row(name + ".gain", 0));
}

Vectors PlainNetwork::norm_all(const std::string& name, const Vectors& x) const {
  Vectors y;
  for (const Vector& vertex : x)
    y.push_back(norm(name, vertex));
  return y;
}

Vector PlainNetwork::attend(const Vector& query, const Vectors& keys, const Vectors& values) const {
  const auto heads = static_cast<std::size_t>(config_.heads);
  const std::size_t width = query.size() / heads;
  Vector result;
  for (std::size_t head = 0; head < heads; ++head) {
    double total = 0;
    Vector seen(width, 0.0);
    for (std::size_t j = 0; j < keys.size(); ++j) {
      const Vector products = times(part(query, head, width), part(keys[j], head, width));
      // Mean times width: the scalar product, divided by the root of the width.
      const double share = std::exp(mean(products) * std::sqrt(static_cast<double>(width)));
      total += share;
      seen = sum(seen, each(part(values[j], head, width), [&](double x) { return share * x; }));
    }
    result = joined(result, each(seen, [&](double x) { return x / total; }));
  }
  return result;
}

Vectors PlainNetwork::attention(const std::string& name, const Vectors& x) const {
  Vectors queries, keys, values;
  for (const Vector& vertex : x) {
    const std::size_t d = vertex.size();
    const Vector all = affine(name + ".in", vertex);
    queries.push_back(part(all, 0, d));
    keys.push_back(part(all, 1, d));
    values.push_back(part(all, 2, d));
  }
  Vectors y;
  for (std::size_t i = 0; i < x.size(); ++i)
    y.push_back(sum(x[i], affine(name + ".out", attend(queries[i], keys, values))));
  return y;
}

Vector PlainNetwork::pool(const std::string& name, const Vectors& x) const {
  const auto d = static_cast<std::size_t>(config_.hidden);
  const Vector seed = row(name + ".seed", 0);
  Vectors keys, values;
  for (const Vector& vertex : x) {
    const Vector both = affine(name + ".in", vertex);
    keys.push_back(part(both, 0, d));
    values.push_back(part(both, 1, d));
  }
  return sum(seed, affine(name + ".out", attend(affine(name + ".query", seed), keys, values)));
}

PlainNetwork::Situation PlainNetwork::situation(const env::Observation& state) const {
  Situation result;
  const auto size = static_cast<std::size_t>(state.size);
  Vector c = row("gnn.wb", size);
  if (config_.task_steps) c = times(row("gnn.wa", size - state.chosen.size()), c);
  result.r = relu(c);
  result.ud = product("gnn.wd", result.r);
  result.us = product("gnn.ws", result.r);
  if (config_.skip_gate) result.uc = product("gnn.wc", result.r);
  result.chosen.assign(state.target->graph().num_vertices(), 0);
  for (const Vertex v : state.chosen)
    result.chosen[v] = 1;
  return result;
}

Vector PlainNetwork::with_features(const std::string& part, const env::Observation& state,
                                   std::size_t v, const Vector& labels_only) const {
  if (!config_.features) return labels_only;
  const auto features =
      state.target->features().subspan(v * env::kVertexFeatures, env::kVertexFeatures);
  return sum(labels_only,
             relu(affine(part + ".feature_input", Vector(features.begin(), features.end()))));
}

Vector PlainNetwork::input(const env::Observation& state, const Situation& situation,
                           std::size_t v) const {
  const auto labels = static_cast<std::size_t>(config_.labels);
  Vector one_hot(labels + (config_.state_messages ? 0 : 2), 0.0);
  one_hot.at(state.target->tokens()[v]) = 1.0;
  if (!config_.state_messages) one_hot.at(labels + situation.chosen[v]) = 1.0;
  return with_features("gnn", state, v, relu(product("gnn.w0", one_hot)));
}

Vector PlainNetwork::message(const std::string& layer, const Situation& situation, const Vectors& h,
                             std::size_t i, std::size_t j, std::size_t edge) const {
  Vector si = h[i];
  Vector sj = h[j];
  const bool sees_state = !situation.chosen.empty();
  if (sees_state && config_.state_messages) {
    si = times(row(layer + ".w4", situation.chosen[i]), si);
    sj = times(row(layer + ".w5", situation.chosen[j]), sj);
  }
  const Vector pi = sees_state ? times(si, situation.ud) : si;
  const Vector pj = sees_state ? times(sj, situation.us) : sj;
  const Vector a = times(product(layer + ".w2", si), sigmoid(product(layer + ".w6", pi)));
  const Vector b = times(product(layer + ".w3", sj), sigmoid(product(layer + ".w7", pj)));
  return difference(a, config_.relations > 0 ? times(row(layer + ".w8", edge), b) : b);
}

Vectors PlainNetwork::layer(const std::string& name, const env::Observation& state,
                            const Situation& situation, const Vectors& h) const {
  Vectors next;
  for (std::size_t i = 0; i < h.size(); ++i) {
    Vector total = affine(name + ".w1", h[i]);
    const auto v = static_cast<Vertex>(i);
    const auto neighbors = state.target->graph().neighbors(v);
    for (std::size_t j = 0; j < neighbors.size(); ++j) {
      const std::size_t edge = state.target->edge_rank(v, j);
      total = sum(total, message(name, situation, h, i, neighbors[j], edge));
    }
    next.push_back(relu(total));
  }
  return next;
}

void PlainNetwork::plus_layer(const Part& part, int number, const env::Observation& state,
                              const Situation& situation, Vectors& h) const {
  const auto named = [&](const char* name) { return numbered(part.name + name, number); };
  const Vectors passed = layer(named(".layer"), state, situation, norm_all(named(".norm"), h));
  for (std::size_t i = 0; i < h.size(); ++i)
    h[i] = sum(h[i], affine(named(".residual"), passed[i]));
  const int done = number + 1;
  if (done != part.layers / 3 && done != 2 * part.layers / 3) return;
  const Vectors normed = norm_all(named(".attention_norm"), h);
  const Vectors attended = attention(named(".attention"), normed);
  for (std::size_t i = 0; i < h.size(); ++i)
    h[i] = sum(h[i], difference(attended[i], normed[i]));
}

Vectors PlainNetwork::context(const env::Observation& state) const {
  Vectors g;
  for (std::size_t v = 0; v < state.target->graph().num_vertices(); ++v) {
    Vector one_hot(static_cast<std::size_t>(config_.labels), 0.0);
    one_hot.at(state.target->tokens()[v]) = 1.0;
    g.push_back(with_features("gnn.context", state, v, relu(product("gnn.context.w0", one_hot))));
  }
  for (int number = 0; number < config_.context_layers; ++number)
    plus_layer({"gnn.context", config_.context_layers}, number, state, {}, g);
  for (Vector& vertex : g)
    vertex = affine("gnn.context.out", norm("gnn.context.last_norm", vertex));
  return g;
}

void PlainNetwork::add_foresight(const env::Observation& state, Vectors& h) const {
  std::vector<float> features(env::action_features(config_.foresight));
  for (const Vertex action : state.actions) {
    state.target->foresight()->describe(state.target->graph(), state.chosen, {&action, 1},
                                        features);
    h[action] =
        sum(h[action], relu(product("gnn.foresight", Vector(features.begin(), features.end()))));
  }
}

Vectors PlainNetwork::represent(const env::Observation& state) const {
  const Situation about = situation(state);
  Vectors h0;
  for (std::size_t v = 0; v < state.target->graph().num_vertices(); ++v)
    h0.push_back(input(state, about, v));
  if (config_.context_layers > 0) {
    const Vectors more = context(state);
    for (std::size_t v = 0; v < h0.size(); ++v)
      h0[v] = sum(h0[v], more[v]);
  }
  Vectors h = h0;
  if (config_.plus) {
    for (std::size_t v = 0; v < h.size(); ++v) {
      const Vector extra = row("gnn.state_input", about.chosen[v]);
      h[v] = sum(sum(h[v], extra), product("gnn.task_input", about.r));
    }
  }
  for (int number = 0; number < config_.layers; ++number) {
    if (config_.plus) {
      plus_layer({"gnn", config_.layers}, number, state, about, h);
    } else {
      h = layer(numbered("gnn.layer", number), state, about, h);
    }
  }
  if (config_.plus) h = norm_all("gnn.last_norm", h);
  for (std::size_t v = 0; v < h.size(); ++v) {
    const Vector gated = config_.skip_gate ? times(h[v], sigmoid(times(h[v], about.uc))) : h[v];
    h[v] = sum(h0[v], gated);
  }
  if (config_.foresight > 0) add_foresight(state, h);
  return h;
}

Vector PlainNetwork::logits(const env::Observation& state) const {
  const Vectors attended = attention("attention", represent(state));
  Vector result;
  for (const Vertex action : state.actions)
    result.push_back(mlp("score", attended[action]).at(0));
  return result;
}

PlainNetwork::Judgement PlainNetwork::judge(const env::Observation& state) const {
  const Vectors h = represent(state);
  const Vectors attended = attention("attention", h);
  const Vector summary = mlp("state", pool("pool", h));
  const double value = mlp("value", summary).at(0);
  Vector advantages;
  Judgement result;
  for (const Vertex action : state.actions) {
    advantages.push_back(mlp("advantage", attended[action]).at(0));
    if (config_.reward_head)
      result.reward.push_back(mlp("reward", joined(summary, attended[action])).at(0));
  }
  for (const double advantage : advantages)
    result.q.push_back(value + advantage - mean(advantages));
  return result;
}

}  // namespace rlminer::testing
