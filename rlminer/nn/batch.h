#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "rlminer/env/state.h"
#include "rlminer/model/config.h"
#include "rlminer/nn/torch_headers.h"

namespace rlminer::nn {

// The shape of a batch. Vertices lie in `rows` of `width` places; the vertices of one state share a
// row, and several small states may share one: each then has a slot of it. Fixed shapes let a
// device replay recorded work; padding never changes a result.
struct BatchShape {
  std::int64_t rows = 0;
  std::int64_t width = 0;
  std::int64_t slots = 1;    // most states per row
  std::int64_t states = 0;   // states, padding included
  std::int64_t actions = 0;  // places for the valid actions of a state
  bool features = false;     // vertices carry features
  int foresight = 0;         // ... actions those of foresight of so many vertices; 0: none

  friend bool operator==(const BatchShape&, const BatchShape&) = default;
};

// States as plain arrays, in memory of the host or of a device. Padding: a vertex place without a
// vertex has slot kNoSlot; a state place without a state has weight 0 and one action, place 0.
struct PackedStates {
  static constexpr std::uint8_t kNoSlot = 255;

  BatchShape shape;
  torch::Tensor tokens;    // [rows, width] int32: label as the network knows it
  torch::Tensor chosen;    // [rows, width] uint8: 1 for a chosen vertex
  torch::Tensor slot;      // [rows, width] uint8: which state of the row
  torch::Tensor task;      // [rows, width] int32: remaining * (max_size + 1) + size
  torch::Tensor features;  // [rows, width, kVertexFeatures] float; undefined without features
  // [rows, width, action_features] float, at the vertices of actions; undefined without foresight
  torch::Tensor foresight;
  // [rows, width, width] uint8: 0 without an edge, 1 with one; for a network that tells edges
  // apart, 1 + its rank seen from the vertex of the row
  torch::Tensor adjacency;
  torch::Tensor action_place;  // [states, actions] int64: place of the action's vertex
  torch::Tensor action_valid;  // [states, actions] uint8
  torch::Tensor state_place;   // [states] int64: row * slots + slot
  torch::Tensor weight;        // [states] float: 1, or 0 for padding
  // Where the vertices of each state begin, row * width + offset; only on the host, after pack().
  std::vector<std::int64_t> first_places;

  // Empty states of that shape; pinned memory travels to a device without the host waiting.
  static PackedStates make(const BatchShape& shape, torch::Device device, bool pinned = false);
  // The same without the rows at the end that hold no state; shares all arrays with these ones. For
  // a CPU, which need not repeat work of one shape and would only compute with padding.
  PackedStates without_empty_rows() const;
  // Other states on the same graphs: the arrays that describe graphs are shared with these ones.
  PackedStates on_same_graphs() const;
  // All the arrays there are, and those that on_same_graphs() does not share.
  std::vector<torch::Tensor> tensors() const;
  std::vector<torch::Tensor> state_tensors() const;
};

// Packs states into `packed`, in order, as many as fit; returns how many. States go to the first
// row with room; one without a target leaves its place empty. Throws Error for a state that the
// shape can never hold. Sizes above the largest that is known (if not said: to the config) are told
// to the network as far as it knows them.
struct Packing {
  std::optional<int> largest_known = {};
  int threads = 1;
};
std::size_t pack(std::span<const env::Observation> states, const model::NetworkConfig& config,
                 PackedStates& packed, const Packing& packing = {});

// Packs the states that follow those in `packed`, on_same_graphs(): state i is on the graph of
// state i there. One without a target leaves its place empty; so does every state that is missing.
void pack_next(std::span<const env::Observation> states, const model::NetworkConfig& config,
               const PackedStates& packed, PackedStates& next, int threads = 1);

// The smallest shape for these states with rows of the given width (at least the largest graph).
BatchShape shape_for(std::span<const env::Observation> states, std::int64_t width,
                     const model::NetworkConfig& config = {});

// What the networks compute with: the packed arrays as numbers of the network's precision.
struct Batch {
  BatchShape shape;
  torch::Tensor labels;     // [rows, width, labels] one-hot; padding all zero
  torch::Tensor states;     // [rows, width, 2] one-hot of chosen
  torch::Tensor features;   // [rows, width, kVertexFeatures], if there are any
  torch::Tensor foresight;  // [rows, width, action_features], if there is any
  torch::Tensor tasks;      // [rows, width, (max_size + 1)^2] one-hot; padding all zero
  torch::Tensor chosen;     // as packed
  torch::Tensor task;       // as packed
  torch::Tensor adjacency;  // [rows, width, width]
  // The same once for each rank of edges, side by side: [rows, width, ranks * width]; undefined
  // for a network that does not tell edges apart.
  torch::Tensor ranked_adjacency;
  torch::Tensor degrees;       // [rows, width, 1]
  torch::Tensor vertex_mask;   // [rows, 1, width, width]: 0 within a state, else minus infinity
  torch::Tensor slot_mask;     // [rows, 1, slots, width]: 0 for the vertices of a slot
  torch::Tensor action_place;  // as packed
  torch::Tensor action_valid;  // [states, actions] bool
  torch::Tensor state_place;   // as packed
  torch::Tensor weight;        // as packed

  static Batch from(const PackedStates& packed, const model::NetworkConfig& config,
                    torch::Dtype type);
  // Of other states on the same graphs; what describes the graphs is taken from this one.
  Batch on_same_graphs(const PackedStates& packed, const model::NetworkConfig& config) const;

 private:
  void set_states(const PackedStates& packed, const model::NetworkConfig& config,
                  torch::Dtype type);
};

}  // namespace rlminer::nn
