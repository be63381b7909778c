#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "rlminer/env/state.h"
#include "rlminer/infer/layers.h"
#include "rlminer/model/config.h"

// The actor of docs/learning.md, forwards only.
namespace rlminer::infer {

// Columns that are computed, and what they stand for.
struct DistinctColumns {
  struct Place {
    std::size_t state, column;  // of the stack
  };
  std::vector<Place> places;    // of each that is computed
  std::vector<std::size_t> of;  // by column of the stack: the computed one that is equal to it
};

// States that are computed together.
struct Stack {
  // Of a model that was trained for sizes up to `largest_size`.
  Stack(std::span<const env::Observation> states, const model::NetworkConfig& config,
        int largest_size);

  std::span<const env::Observation> states;
  Columns columns;
  std::vector<std::size_t> task;     // by state: the column in the tables of tasks
  std::vector<std::uint8_t> chosen;  // by column: 0 or 1
  Columns action_columns;            // the same for the actions of the states
  std::vector<std::size_t> actions;  // the columns of their vertices
  // Before the first round a column depends on the graph, the task, the vertex and whether it is
  // chosen: states of one task that follow each other have most of them in common.
  DistinctColumns at_first;
  DistinctColumns later;  // all

 private:
  void find_distinct();
};

// What the layers know of every task, a column each. No columns: nothing of states and tasks.
struct TaskTables {
  Matrix tasks;                // r
  Matrix destination, source;  // ud, us
  Matrix gate;                 // uc; no column without a gate
};

// Room for what is computed on the way, kept from call to call.
struct Scratch {
  Matrix scaled, toned, open, own, from_self, from_neighbours;
  Matrix features, input, h, normed, next, updated;
  Matrix at_actions, attended, hidden, logits;
  Attention::Scratch attention;
};

// One round of task-state-aware message passing.
class MessageLayer {
 public:
  MessageLayer(const Parameters& parameters, const std::string& name,
               const model::NetworkConfig& config);
  // From the computed columns in h to all columns in `next`.
  void operator()(const Stack& stack, const DistinctColumns& columns, const TaskTables& tasks,
                  const Matrix& h, Matrix& next, Scratch& scratch) const;

 private:
  // What a vertex says, as an end of its edges or as a neighbour. A column per computed one.
  struct Side {
    Side(const Parameters& parameters, const std::string& name, const char* value, const char* open,
         const char* scale, const model::NetworkConfig& config);
    // (W s) * sigmoid(U (s * task)), where s is h scaled by the state. Without tasks, it is h.
    void operator()(const Stack& stack, const DistinctColumns& columns, const Matrix& tasks,
                    const Matrix& h, Matrix& message, Scratch& scratch) const;
    Linear value, open;
    Matrix scale;  // by state, a column each
  };

  // Adds up what the vertices say themselves and what their neighbours say.
  template <bool kGated>
  void combine(const Stack& stack, const DistinctColumns& columns, Matrix& next,
               const Scratch& scratch) const;

  Linear w1_;
  Side self_, neighbour_;
  Matrix edge_gates_;  // by rank of the edge, a column each; no column where edges are alike
};

// All rounds, one after the other: from the columns that are distinct at first in scratch.h to all.
class MessageRounds {
 public:
  MessageRounds(const Parameters& parameters, const std::string& name,
                const model::NetworkConfig& config);
  void operator()(const Stack& stack, const TaskTables& tasks, Scratch& scratch) const;

 private:
  struct PlusLayer {
    RmsNorm norm;
    Linear residual;
    std::optional<RmsNorm> attention_norm = {};
    std::optional<Attention> attention = {};
  };
  void pass_plus(std::size_t layer, const Stack& stack, const DistinctColumns& columns,
                 const TaskTables& tasks, Scratch& scratch) const;

  std::vector<MessageLayer> layers_;
  std::vector<PlusLayer> plus_;  // of the plus variant; empty otherwise
};

// What is read of a vertex: its label and features, and its state where that is a label too. A
// column for each that is distinct at first.
class VertexInput {
 public:
  VertexInput(const Parameters& parameters, const std::string& name,
              const model::NetworkConfig& config, bool state_is_label);
  void operator()(const Stack& stack, Scratch& scratch) const;  // sets the input

 private:
  std::size_t labels_;
  Matrix w0_;  // a column per label, then, where the state is one, per state
  std::optional<Linear> features_;
};

// The part that sees the graph alone, and so is the same for all states.
class ContextEncoder {
 public:
  // The encoder that a network with this config asks for.
  ContextEncoder(const Parameters& parameters, const model::NetworkConfig& config);
  // A column per vertex of the graph: what is added to the input of the network.
  Matrix operator()(const env::Target& target) const;

 private:
  model::NetworkConfig config_;
  VertexInput input_;
  MessageRounds rounds_;
  RmsNorm last_norm_;
  Linear out_;
};

class Network {
 public:
  Network(const Parameters& parameters, const model::NetworkConfig& config);

  // A score for every action of every state, in order. Targets bring their context, if there is to
  // be one.
  const Matrix& logits(const Stack& stack, Scratch& scratch) const;

 private:
  TaskTables make_tasks(const Parameters& parameters) const;
  void add_context(const Stack& stack, Matrix& input) const;
  void add_foresight(const Stack& stack, Scratch& scratch) const;
  void represent(const Stack& stack, Scratch& scratch) const;  // leaves H in scratch.h

  model::NetworkConfig config_;
  VertexInput input_;
  TaskTables tasks_;
  MessageRounds rounds_;
  std::optional<Linear> foresight_;
  // Of the plus variant.
  std::optional<RmsNorm> last_norm_;
  Matrix task_input_;   // by task
  Matrix state_input_;  // by state
  Attention attention_;
  Linear score_first_, score_second_;
};

}  // namespace rlminer::infer
