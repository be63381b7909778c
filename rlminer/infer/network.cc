#include "rlminer/infer/network.h"

#include "rlminer/env/encoding.h"
#include "rlminer/model/task.h"

namespace rlminer::infer {
namespace {

std::string numbered(const std::string& name, int number) {
  return name + "." + std::to_string(number);
}

// A table with a column per row of the parameter.
Matrix by_column(const Parameters& parameters, const std::string& name, int entries, int width) {
  return parameters.matrix(name, entries, width).transpose();
}

// Calls work(task, first, count) for the columns of every state.
template <typename Work>
void for_each_state(const Stack& stack, Work&& work) {
  for (std::size_t i = 0; i < stack.states.size(); ++i)
    work(stack.task[i], stack.columns[i], stack.columns[i + 1] - stack.columns[i]);
}

// h, scaled by what the table has for vertices that are chosen and that are not.
void scale_by_state(const Stack& stack, const Matrix& h, const Matrix& table, Matrix& scaled) {
  if (table.size() == 0) {
    scaled = h;
    return;
  }
  scaled.resize(h.rows(), h.cols());
  for (Eigen::Index i = 0; i < h.cols(); ++i)
    scaled.col(i) = h.col(i).cwiseProduct(table.col(stack.chosen[static_cast<std::size_t>(i)]));
}

void scale_by_task(const Stack& stack, const Matrix& table, Matrix& h) {
  for_each_state(stack, [&](int task, Eigen::Index first, Eigen::Index count) {
    h.middleCols(first, count).array().colwise() *= table.col(task).array();
  });
}

template <typename Visit>
void for_each_vertex(const Stack& stack, Visit&& visit) {
  for (std::size_t i = 0; i < stack.states.size(); ++i) {
    const Graph& graph = stack.states[i].target->graph();
    for (Vertex v = 0; v < graph.num_vertices(); ++v)
      visit(graph, v, stack.columns[i]);
  }
}

}  // namespace

Stack::Stack(std::span<const env::Observation> observations, const model::NetworkConfig& config,
             int largest_size)
    : states(observations), columns{0}, action_columns{0} {
  for (const env::Observation& state : states) {
    model::check_readable(state, config);
    const Eigen::Index first = columns.back();
    columns.push_back(first + static_cast<Eigen::Index>(state.target->graph().num_vertices()));
    task.push_back(model::task_of(state, config, largest_size));
    for (const Vertex vertex : state.actions)
      actions.push_back(first + static_cast<Eigen::Index>(vertex));
    action_columns.push_back(static_cast<Eigen::Index>(actions.size()));
  }
  chosen.resize(static_cast<std::size_t>(columns.back()));
  for (std::size_t i = 0; i < states.size(); ++i) {
    for (const Vertex vertex : states[i].chosen)
      chosen[static_cast<std::size_t>(columns[i]) + vertex] = true;
  }
}

MessageLayer::MessageLayer(const Parameters& parameters, const std::string& name,
                           const model::NetworkConfig& config)
    : w1_(parameters, name + ".w1", config.hidden, config.hidden, true),
      w2_(parameters, name + ".w2", config.hidden, config.hidden, false),
      w3_(parameters, name + ".w3", config.hidden, config.hidden, false),
      w6_(parameters, name + ".w6", config.hidden, config.hidden, false),
      w7_(parameters, name + ".w7", config.hidden, config.hidden, false) {
  if (!config.state_messages) return;
  w4_ = by_column(parameters, name + ".w4", 2, config.hidden);
  w5_ = by_column(parameters, name + ".w5", 2, config.hidden);
}

void MessageLayer::operator()(const Stack& stack, const TaskTables& tasks, const Matrix& h,
                              Matrix& next, Scratch& scratch) const {
  w1_(h, next);
  // sum over neighbours j of (a_i - b_j) = deg(i) a_i - sum of b_j
  scale_by_state(stack, h, w4_, scratch.scaled);
  w2_(scratch.scaled, scratch.message);
  scale_by_task(stack, tasks.destination, scratch.scaled);
  w6_(scratch.scaled, scratch.open);
  gate(scratch.message, scratch.open);
  for_each_vertex(stack, [&](const Graph& graph, Vertex v, Eigen::Index first) {
    const auto degree = static_cast<float>(graph.degree(v));
    next.col(first + v) += degree * scratch.message.col(first + v);
  });
  scale_by_state(stack, h, w5_, scratch.scaled);
  w3_(scratch.scaled, scratch.message);
  scale_by_task(stack, tasks.source, scratch.scaled);
  w7_(scratch.scaled, scratch.open);
  gate(scratch.message, scratch.open);
  for_each_vertex(stack, [&](const Graph& graph, Vertex v, Eigen::Index first) {
    for (const Vertex u : graph.neighbors(v))
      next.col(first + v) -= scratch.message.col(first + u);
  });
  next = next.cwiseMax(0.0F);
}

Network::Network(const Parameters& parameters, const model::NetworkConfig& config)
    : config_(config),
      w0_(parameters.matrix("gnn.w0.weight", config.hidden,
                            config.labels + (config.state_messages ? 0 : 2))),
      tasks_(make_tasks(parameters)),
      attention_(parameters, "attention", config.hidden, config.heads),
      score_first_(parameters, "score.0", config.hidden, config.hidden, true),
      score_second_(parameters, "score.1", config.hidden, 1, true) {
  if (config.features) {
    feature_input_.emplace(parameters, "gnn.feature_input", static_cast<int>(env::kVertexFeatures),
                           config.hidden, true);
  }
  for (int i = 0; i < config.layers; ++i) {
    layers_.emplace_back(parameters, numbered("gnn.layer", i), config);
    if (!config.plus) continue;
    plus_.push_back(
        {RmsNorm(parameters, numbered("gnn.norm", i), config.hidden),
         Linear(parameters, numbered("gnn.residual", i), config.hidden, config.hidden, true)});
    if (!model::attends_after(i, config.layers)) continue;
    plus_.back().attention_norm.emplace(parameters, numbered("gnn.attention_norm", i),
                                        config.hidden);
    plus_.back().attention.emplace(parameters, numbered("gnn.attention", i), config.hidden,
                                   config.heads);
  }
  if (!config.plus) return;
  last_norm_.emplace(parameters, "gnn.last_norm", config.hidden);
  const Linear task_input(parameters, "gnn.task_input", config.hidden, config.hidden, false);
  task_input(tasks_.tasks, task_input_);
  state_input_ = by_column(parameters, "gnn.state_input", 2, config.hidden);
}

TaskTables Network::make_tasks(const Parameters& parameters) const {
  const int d = config_.hidden;
  const int sizes = config_.max_size + 1;
  const Matrix wb = by_column(parameters, "gnn.wb", sizes, d);
  const Matrix wa =
      config_.task_steps ? by_column(parameters, "gnn.wa", sizes, d) : Matrix::Ones(d, sizes);
  TaskTables tables;
  tables.tasks.resize(d, sizes * sizes);
  for (int remaining = 0; remaining < sizes; ++remaining) {
    for (int size = 0; size < sizes; ++size) {
      tables.tasks.col(remaining * sizes + size) =
          wa.col(remaining).cwiseProduct(wb.col(size)).cwiseMax(0.0F);
    }
  }
  Linear(parameters, "gnn.wd", d, d, false)(tables.tasks, tables.destination);
  Linear(parameters, "gnn.ws", d, d, false)(tables.tasks, tables.source);
  if (config_.skip_gate) Linear(parameters, "gnn.wc", d, d, false)(tables.tasks, tables.gate);
  return tables;
}

void Network::set_input(const Stack& stack, Scratch& scratch) const {
  Matrix& input = scratch.input;
  input.resize(config_.hidden, stack.columns.back());
  for (std::size_t i = 0; i < stack.states.size(); ++i) {
    const std::span<const Label> tokens = stack.states[i].target->tokens();
    for (std::size_t v = 0; v < tokens.size(); ++v) {
      const Eigen::Index column = stack.columns[i] + static_cast<Eigen::Index>(v);
      input.col(column) = w0_.col(tokens[v]);
      if (!config_.state_messages) {
        const bool chosen = stack.chosen[static_cast<std::size_t>(column)];
        input.col(column) += w0_.col(config_.labels + chosen);
      }
    }
  }
  input = input.cwiseMax(0.0F);
  if (!feature_input_) return;
  constexpr auto kFeatures = static_cast<Eigen::Index>(env::kVertexFeatures);
  Matrix features(kFeatures, stack.columns.back());
  for (std::size_t i = 0; i < stack.states.size(); ++i) {
    const Eigen::Index count = stack.columns[i + 1] - stack.columns[i];
    features.middleCols(stack.columns[i], count) =
        Eigen::Map<const Matrix>(stack.states[i].target->features().data(), kFeatures, count);
  }
  (*feature_input_)(features, scratch.updated);
  input += scratch.updated.cwiseMax(0.0F);
}

void Network::pass_plus(std::size_t layer, const Stack& stack, Scratch& scratch) const {
  const PlusLayer& plus = plus_[layer];
  plus.norm(scratch.h, scratch.normed);
  layers_[layer](stack, tasks_, scratch.normed, scratch.next, scratch);
  plus.residual(scratch.next, scratch.updated);
  scratch.h += scratch.updated;
  if (!plus.attention) return;
  (*plus.attention_norm)(scratch.h, scratch.normed);
  (*plus.attention)(stack.columns, scratch.normed, stack.columns, scratch.normed, scratch.updated,
                    scratch.attention);
  scratch.h += scratch.updated - scratch.normed;
}

void Network::represent(const Stack& stack, Scratch& scratch) const {
  set_input(stack, scratch);
  scratch.h = scratch.input;
  if (config_.plus) {
    for (Eigen::Index i = 0; i < scratch.h.cols(); ++i)
      scratch.h.col(i) += state_input_.col(stack.chosen[static_cast<std::size_t>(i)]);
    for_each_state(stack, [&](int task, Eigen::Index first, Eigen::Index count) {
      scratch.h.middleCols(first, count).colwise() += task_input_.col(task);
    });
  }
  for (std::size_t i = 0; i < layers_.size(); ++i) {
    if (config_.plus) {
      pass_plus(i, stack, scratch);
    } else {
      layers_[i](stack, tasks_, scratch.h, scratch.next, scratch);
      scratch.h.swap(scratch.next);
    }
  }
  if (last_norm_) {
    (*last_norm_)(scratch.h, scratch.normed);
    scratch.h.swap(scratch.normed);
  }
  if (config_.skip_gate) {
    scratch.open = scratch.h;
    scale_by_task(stack, tasks_.gate, scratch.open);
    gate(scratch.h, scratch.open);
  }
  scratch.h += scratch.input;
}

const Matrix& Network::logits(const Stack& stack, Scratch& scratch) const {
  represent(stack, scratch);
  // Only the vertices that may be chosen are scored.
  scratch.at_actions.resize(scratch.h.rows(), static_cast<Eigen::Index>(stack.actions.size()));
  for (std::size_t i = 0; i < stack.actions.size(); ++i)
    scratch.at_actions.col(static_cast<Eigen::Index>(i)) = scratch.h.col(stack.actions[i]);
  attention_(stack.columns, scratch.h, stack.action_columns, scratch.at_actions, scratch.attended,
             scratch.attention);
  score_first_(scratch.attended, scratch.hidden);
  scratch.hidden = scratch.hidden.cwiseMax(0.0F);
  score_second_(scratch.hidden, scratch.logits);
  return scratch.logits;
}

}  // namespace rlminer::infer
