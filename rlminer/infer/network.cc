#include "rlminer/infer/network.h"

#include <algorithm>
#include <array>

#include "rlminer/env/encoding.h"
#include "rlminer/env/foresight.h"
#include "rlminer/model/task.h"

namespace rlminer::infer {
namespace {

std::string numbered(const std::string& name, int number) {
  return name + "." + std::to_string(number);
}

// Calls work(state, column) for every column.
template <typename Work>
void for_each_column(const Stack& stack, Work&& work) {
  for (std::size_t i = 0; i < stack.states.size(); ++i) {
    for (std::size_t column = stack.columns[i]; column < stack.columns[i + 1]; ++column)
      work(i, column);
  }
}

void add_column(Matrix& h, std::size_t column, const Matrix& table, std::size_t entry) {
  for (std::size_t b = 0; b < h.blocks(); ++b)
    h.lanes(column)[b] += table.lanes(entry)[b];
}

void add(Matrix& h, const Matrix& other) {
  for (std::size_t i = 0; i < h.columns(); ++i)
    add_column(h, i, other, i);
}

// All columns, where only those that are distinct were there.
void spread(const DistinctColumns& columns, const Matrix& from, Matrix& to) {
  to.resize(from.rows(), columns.of.size());
  for (std::size_t i = 0; i < to.columns(); ++i)
    std::copy_n(from.lanes(columns.of[i]), to.blocks(), to.lanes(i));
}

}  // namespace

Stack::Stack(std::span<const env::Observation> observations, const model::NetworkConfig& config,
             int largest_size)
    : states(observations), columns{0}, action_columns{0} {
  for (const env::Observation& state : states) {
    model::check_readable(state, config);
    const std::size_t first = columns.back();
    columns.push_back(first + state.target->graph().num_vertices());
    task.push_back(static_cast<std::size_t>(model::task_of(state, config, largest_size)));
    for (const Vertex vertex : state.actions)
      actions.push_back(first + vertex);
    action_columns.push_back(actions.size());
  }
  chosen.resize(columns.back());
  for (std::size_t i = 0; i < states.size(); ++i) {
    for (const Vertex vertex : states[i].chosen)
      chosen[columns[i] + vertex] = 1;
  }
  find_distinct();
}

void Stack::find_distinct() {
  constexpr std::size_t kNone = ~std::size_t{0};
  std::vector<std::array<std::size_t, 2>> known;  // by vertex, not chosen and chosen
  for (std::size_t i = 0; i < states.size(); ++i) {
    const bool is_alike =
        i > 0 && states[i].target == states[i - 1].target && task[i] == task[i - 1];
    if (!is_alike) known.assign(columns[i + 1] - columns[i], {kNone, kNone});
    for (std::size_t column = columns[i]; column < columns[i + 1]; ++column) {
      std::size_t& place = known[column - columns[i]][chosen[column]];
      if (place == kNone) {
        place = at_first.places.size();
        at_first.places.push_back({i, column});
      }
      at_first.of.push_back(place);
      later.places.push_back({i, column});
      later.of.push_back(column);
    }
  }
}

MessageLayer::Side::Side(const Parameters& parameters, const std::string& name,
                         const char* value_name, const char* open_name, const char* scale_name,
                         const model::NetworkConfig& config)
    : value(parameters, name + value_name, config.hidden, config.hidden, false),
      open(parameters, name + open_name, config.hidden, config.hidden, false) {
  if (config.state_messages) {
    scale = parameters.table(name + scale_name, 2, config.hidden);
  } else {
    scale.resize(static_cast<std::size_t>(config.hidden), 2);
    for (const std::size_t state : {0, 1})
      std::fill_n(scale.column(state), scale.rows(), 1.0F);
  }
}

void MessageLayer::Side::operator()(const Stack& stack, const DistinctColumns& columns,
                                    const Matrix& tasks, const Matrix& h, Matrix& message,
                                    Scratch& scratch) const {
  if (tasks.columns() == 0) {
    value(h, message);
    open(h, scratch.open);
    return gate(message, scratch.open);
  }
  scratch.scaled.resize(h.rows(), h.columns());
  scratch.toned.resize(h.rows(), h.columns());
  for (std::size_t i = 0; i < h.columns(); ++i) {
    const auto [state, column] = columns.places[i];
    const Lanes* const by_state = scale.lanes(stack.chosen[column]);
    const Lanes* const by_task = tasks.lanes(stack.task[state]);
    for (std::size_t b = 0; b < h.blocks(); ++b) {
      const Lanes scaled = h.lanes(i)[b] * by_state[b];
      scratch.scaled.lanes(i)[b] = scaled;
      scratch.toned.lanes(i)[b] = scaled * by_task[b];
    }
  }
  value(scratch.scaled, message);
  open(scratch.toned, scratch.open);
  gate(message, scratch.open);
}

MessageLayer::MessageLayer(const Parameters& parameters, const std::string& name,
                           const model::NetworkConfig& config)
    : w1_(parameters, name + ".w1", config.hidden, config.hidden, true),
      self_(parameters, name, ".w2", ".w6", ".w4", config),
      neighbour_(parameters, name, ".w3", ".w7", ".w5", config) {
  if (config.relations > 0)
    edge_gates_ = parameters.table(name + ".w8", config.relations, config.hidden);
}

void MessageLayer::operator()(const Stack& stack, const DistinctColumns& columns,
                              const TaskTables& tasks, const Matrix& h, Matrix& next,
                              Scratch& scratch) const {
  w1_(h, scratch.own);
  self_(stack, columns, tasks.destination, h, scratch.from_self, scratch);
  neighbour_(stack, columns, tasks.source, h, scratch.from_neighbours, scratch);
  next.resize(h.rows(), columns.of.size());
  if (edge_gates_.columns() > 0) {
    combine<true>(stack, columns, next, scratch);
  } else {
    combine<false>(stack, columns, next, scratch);
  }
}

// sum over neighbours j of (a_i - b_j) = deg(i) a_i - sum of b_j, each b_j gated by the rank of the
// edge where edges are told apart
template <bool kGated>
void MessageLayer::combine(const Stack& stack, const DistinctColumns& columns, Matrix& next,
                           const Scratch& scratch) const {
  for_each_column(stack, [&](std::size_t state, std::size_t i) {
    const env::Target& target = *stack.states[state].target;
    const std::size_t first = stack.columns[state];
    const auto v = static_cast<Vertex>(i - first);
    const auto row = target.graph().neighbors(v);
    const auto degree = static_cast<float>(row.size());
    const std::size_t self = columns.of[i];
    for (std::size_t b = 0; b < next.blocks(); ++b) {
      Lanes sum = scratch.own.lanes(self)[b] + degree * scratch.from_self.lanes(self)[b];
      for (std::size_t j = 0; j < row.size(); ++j) {
        Lanes message = scratch.from_neighbours.lanes(columns.of[first + row[j]])[b];
        if constexpr (kGated) message *= edge_gates_.lanes(target.edge_rank(v, j))[b];
        sum -= message;
      }
      next.lanes(i)[b] = max(sum, Lanes{});
    }
  });
}

MessageRounds::MessageRounds(const Parameters& parameters, const std::string& name,
                             const model::NetworkConfig& config) {
  for (int i = 0; i < config.layers; ++i) {
    layers_.emplace_back(parameters, numbered(name + ".layer", i), config);
    if (!config.plus) continue;
    plus_.push_back(
        {RmsNorm(parameters, numbered(name + ".norm", i), config.hidden),
         Linear(parameters, numbered(name + ".residual", i), config.hidden, config.hidden, true)});
    if (!model::attends_after(i, config.layers)) continue;
    plus_.back().attention_norm.emplace(parameters, numbered(name + ".attention_norm", i),
                                        config.hidden);
    plus_.back().attention.emplace(parameters, numbered(name + ".attention", i), config.hidden,
                                   config.heads);
  }
}

void MessageRounds::pass_plus(std::size_t layer, const Stack& stack, const DistinctColumns& columns,
                              const TaskTables& tasks, Scratch& scratch) const {
  const PlusLayer& plus = plus_[layer];
  plus.norm(scratch.h, scratch.normed);
  layers_[layer](stack, columns, tasks, scratch.normed, scratch.next, scratch);
  if (layer == 0) {
    spread(columns, scratch.h, scratch.updated);
    std::swap(scratch.h, scratch.updated);
  }
  plus.residual.add_to(scratch.h, scratch.next);
  if (!plus.attention) return;
  (*plus.attention_norm)(scratch.h, scratch.normed);
  const Matrix& x = scratch.normed;
  plus.attention->add_to(scratch.h, x, stack.columns, x, stack.columns, scratch.attention);
}

void MessageRounds::operator()(const Stack& stack, const TaskTables& tasks,
                               Scratch& scratch) const {
  for (std::size_t i = 0; i < layers_.size(); ++i) {
    const DistinctColumns& columns = i == 0 ? stack.at_first : stack.later;
    if (!plus_.empty()) {
      pass_plus(i, stack, columns, tasks, scratch);
    } else {
      layers_[i](stack, columns, tasks, scratch.h, scratch.next, scratch);
      std::swap(scratch.h, scratch.next);
    }
  }
}

VertexInput::VertexInput(const Parameters& parameters, const std::string& name,
                         const model::NetworkConfig& config, bool state_is_label)
    : labels_(static_cast<std::size_t>(config.labels)),
      w0_(parameters.columns(name + ".w0.weight", config.hidden,
                             config.labels + (state_is_label ? 2 : 0))) {
  if (!config.features) return;
  features_.emplace(parameters, name + ".feature_input", static_cast<int>(env::kVertexFeatures),
                    config.hidden, true);
}

void VertexInput::operator()(const Stack& stack, Scratch& scratch) const {
  const auto& places = stack.at_first.places;
  Matrix& input = scratch.input;
  input.resize(w0_.rows(), places.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto [state, column] = places[i];
    const Label token = stack.states[state].target->tokens()[column - stack.columns[state]];
    std::copy_n(w0_.lanes(token), input.blocks(), input.lanes(i));
    if (w0_.columns() > labels_) add_column(input, i, w0_, labels_ + stack.chosen[column]);
  }
  relu(input);
  if (!features_) return;
  scratch.features.resize(env::kVertexFeatures, places.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto [state, column] = places[i];
    const auto features = stack.states[state].target->features();
    std::copy_n(features.data() + (column - stack.columns[state]) * env::kVertexFeatures,
                env::kVertexFeatures, scratch.features.column(i));
  }
  (*features_)(scratch.features, scratch.updated);
  relu(scratch.updated);
  add(input, scratch.updated);
}

ContextEncoder::ContextEncoder(const Parameters& parameters, const model::NetworkConfig& config)
    : config_(model::context_config(config)),
      input_(parameters, "gnn.context", config_, false),
      rounds_(parameters, "gnn.context", config_),
      last_norm_(parameters, "gnn.context.last_norm", config_.hidden),
      out_(parameters, "gnn.context.out", config_.hidden, config.hidden, true) {}

Matrix ContextEncoder::operator()(const env::Target& target) const {
  const env::Observation nothing_chosen{&target, {}, {}, 0};
  const Stack stack({&nothing_chosen, 1}, config_, config_.max_size);
  Scratch scratch;
  input_(stack, scratch);
  std::swap(scratch.h, scratch.input);
  rounds_(stack, TaskTables(), scratch);
  last_norm_(scratch.h, scratch.normed);
  Matrix context;
  out_(scratch.normed, context);
  return context;
}

Network::Network(const Parameters& parameters, const model::NetworkConfig& config)
    : config_(config),
      input_(parameters, "gnn", config, !config.state_messages),
      tasks_(make_tasks(parameters)),
      rounds_(parameters, "gnn", config),
      attention_(parameters, "attention", config.hidden, config.heads),
      score_first_(parameters, "score.0", config.hidden, config.hidden, true),
      score_second_(parameters, "score.1", config.hidden, 1, true) {
  if (config.foresight > 0) {
    foresight_.emplace(parameters, "gnn.foresight",
                       static_cast<int>(env::action_features(config.foresight)), config.hidden,
                       false);
  }
  if (!config.plus) return;
  last_norm_.emplace(parameters, "gnn.last_norm", config.hidden);
  const Linear task_input(parameters, "gnn.task_input", config.hidden, config.hidden, false);
  task_input(tasks_.tasks, task_input_);
  state_input_ = parameters.table("gnn.state_input", 2, config.hidden);
}

TaskTables Network::make_tasks(const Parameters& parameters) const {
  const int d = config_.hidden;
  const auto sizes = static_cast<std::size_t>(config_.max_size) + 1;
  const Matrix wb = parameters.table("gnn.wb", config_.max_size + 1, d);
  Matrix wa;
  if (config_.task_steps) wa = parameters.table("gnn.wa", config_.max_size + 1, d);
  TaskTables tables;
  tables.tasks.resize(static_cast<std::size_t>(d), sizes * sizes);
  for (std::size_t remaining = 0; remaining < sizes; ++remaining) {
    for (std::size_t size = 0; size < sizes; ++size) {
      Lanes* const task = tables.tasks.lanes(remaining * sizes + size);
      for (std::size_t b = 0; b < wb.blocks(); ++b) {
        const Lanes c =
            config_.task_steps ? wa.lanes(remaining)[b] * wb.lanes(size)[b] : wb.lanes(size)[b];
        task[b] = max(c, Lanes{});
      }
    }
  }
  Linear(parameters, "gnn.wd", d, d, false)(tables.tasks, tables.destination);
  Linear(parameters, "gnn.ws", d, d, false)(tables.tasks, tables.source);
  if (config_.skip_gate) Linear(parameters, "gnn.wc", d, d, false)(tables.tasks, tables.gate);
  return tables;
}

void Network::add_context(const Stack& stack, Matrix& input) const {
  for (std::size_t i = 0; i < input.columns(); ++i) {
    const auto [state, column] = stack.at_first.places[i];
    const std::size_t vertex = column - stack.columns[state];
    const float* const context =
        stack.states[state].target->context().data() + vertex * input.rows();
    for (std::size_t row = 0; row < input.rows(); ++row)
      input.column(i)[row] += context[row];
  }
}

void Network::add_foresight(const Stack& stack, Scratch& scratch) const {
  Matrix& features = scratch.features;
  const std::size_t count = env::action_features(config_.foresight);
  features.resize(count, stack.actions.size());
  std::vector<float> rows;
  for (std::size_t i = 0; i < stack.states.size(); ++i) {
    const env::Observation& state = stack.states[i];
    rows.resize(state.actions.size() * count);
    state.target->foresight()->describe(state.target->graph(), state.chosen, state.actions, rows);
    for (std::size_t a = 0; a < state.actions.size(); ++a) {
      std::copy_n(rows.data() + a * count, count, features.column(stack.action_columns[i] + a));
    }
  }
  (*foresight_)(features, scratch.updated);
  relu(scratch.updated);
  for (std::size_t a = 0; a < stack.actions.size(); ++a)
    add_column(scratch.h, stack.actions[a], scratch.updated, a);
}

void Network::represent(const Stack& stack, Scratch& scratch) const {
  input_(stack, scratch);
  if (config_.context_layers > 0) add_context(stack, scratch.input);
  scratch.h = scratch.input;
  if (config_.plus) {
    for (std::size_t i = 0; i < scratch.h.columns(); ++i) {
      const auto [state, column] = stack.at_first.places[i];
      add_column(scratch.h, i, state_input_, stack.chosen[column]);
      add_column(scratch.h, i, task_input_, stack.task[state]);
    }
  }
  rounds_(stack, tasks_, scratch);
  if (last_norm_) {
    (*last_norm_)(scratch.h, scratch.normed);
    std::swap(scratch.h, scratch.normed);
  }
  if (config_.skip_gate) {
    scratch.open = scratch.h;
    for_each_column(stack, [&](std::size_t state, std::size_t i) {
      for (std::size_t b = 0; b < scratch.open.blocks(); ++b)
        scratch.open.lanes(i)[b] *= tasks_.gate.lanes(stack.task[state])[b];
    });
    gate(scratch.h, scratch.open);
  }
  for (std::size_t i = 0; i < scratch.h.columns(); ++i)
    add_column(scratch.h, i, scratch.input, stack.at_first.of[i]);
  if (foresight_) add_foresight(stack, scratch);
}

const Matrix& Network::logits(const Stack& stack, Scratch& scratch) const {
  represent(stack, scratch);
  // Only the vertices that may be chosen are scored.
  scratch.at_actions.resize(scratch.h.rows(), stack.actions.size());
  for (std::size_t i = 0; i < stack.actions.size(); ++i)
    std::copy_n(scratch.h.lanes(stack.actions[i]), scratch.h.blocks(), scratch.at_actions.lanes(i));
  scratch.attended = scratch.at_actions;
  attention_.add_to(scratch.attended, scratch.at_actions, stack.action_columns, scratch.h,
                    stack.columns, scratch.attention);
  score_first_(scratch.attended, scratch.hidden);
  relu(scratch.hidden);
  score_second_(scratch.hidden, scratch.logits);
  return scratch.logits;
}

}  // namespace rlminer::infer
