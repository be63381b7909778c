#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "rlminer/base/rng.h"
#include "rlminer/graph/graph.h"
#include "rlminer/model/safetensors.h"

namespace rlminer::train {

// A fixed number of non-negative weights, any of which can be changed, and found in proportion to
// its size, in logarithmic time. A binary tree: the leaves are the weights (and zeros up to a power
// of two), every inner node is the sum of its children. Sums are added afresh rather than corrected
// by differences, so they do not drift, and equal weights give equal trees whatever came before,
// also in trees of different capacity.
class SumTree {
 public:
  // All weights are zero, or the first ones as given.
  explicit SumTree(std::size_t capacity, std::span<const double> first = {});

  std::size_t capacity() const { return capacity_; }
  double total() const { return nodes_[1]; }
  double get(std::size_t index) const { return nodes_[leaves_ + index]; }
  std::span<const double> values() const { return {nodes_.data() + leaves_, capacity_}; }

  void set(std::size_t index, double value);  // finite, at least 0

  // The index whose share of [0, total()) the prefix falls into: the weights before it add up to at
  // most `prefix`, and with its own to more. Never an index of weight zero, even when rounding
  // makes the prefix reach total(). There must be a weight above zero.
  std::size_t find(double prefix) const;

 private:
  std::size_t capacity_;
  std::size_t leaves_;         // capacity_ rounded up to a power of two
  std::vector<double> nodes_;  // the root is 1, the children of i are 2i and 2i + 1
};

// One step of an episode: in the state where `chosen` is chosen, `action` was taken. The state that
// follows needs no place of its own: its chosen vertices are these and then the action.
struct Transition {
  static constexpr std::size_t kMostChosen = 31;

  std::uint32_t target = 0;                  // index of the training graph
  std::uint8_t size = 0;                     // vertices the subgraph will have
  std::uint8_t chosen_count = 0;             // below `size`
  std::array<Vertex, kMostChosen> chosen{};  // in the order they were chosen; the rest is zero
  Vertex action = 0;
  float reward = 0.0f;
  float outcome = 0.0f;  // reward of the last step of the episode
  bool done = false;

  std::span<const Vertex> chosen_vertices() const { return {chosen.data(), chosen_count}; }
  bool operator==(const Transition&) const = default;
};

struct ReplayOptions {
  std::size_t capacity = 1'000'000;  // items; the oldest make room for new ones
  double alpha = 0.2;                // 0: all items equally likely, 1: in proportion to priority
  double beta = 0.6;                 // how much of the bias the weights correct: 0 nothing, 1 all
};

// The content of a Replay as plain arrays, which a checkpoint can store. Element i of each belongs
// to item i; `vertices` has `size` of them per item: the chosen ones, the action, zeros.
struct ReplayImage {
  int size = 0;
  std::uint64_t next = 0;  // the item that is overwritten next once the ring is full
  std::vector<std::int32_t> targets;
  std::vector<std::int32_t> vertices;
  std::vector<std::uint8_t> chosen_counts;
  std::vector<std::uint8_t> done;  // 0 or 1
  std::vector<float> rewards;
  std::vector<float> outcomes;
  std::vector<float> priorities;
};

struct ReplaySample {
  std::vector<std::uint32_t> indices;  // items, in the order drawn; one may occur several times
  std::vector<float> weights;          // importance weights of their losses, the largest is 1
};

// Prioritised experience replay (Schaul et al., 2016, the proportional variant) for the transitions
// of one subgraph size; a trainer has one of these for each size. Item i has a priority p_i, its
// absolute TD error plus a little, and is drawn with probability P(i) = p_i^alpha / sum p^alpha.
// New items get the largest priority of those held (1 at first), so that each is likely to be seen.
//
// A ring: when it is full, new items overwrite the oldest. Memory grows with the number of items.
class Replay {
 public:
  explicit Replay(int size, const ReplayOptions& options = {});

  int size() const { return items_.size; }                     // of the subgraphs
  std::size_t count() const { return items_.targets.size(); }  // items held
  const ReplayOptions& options() const { return options_; }

  // A transition of size(). The target of the item that it overwrites, if any.
  std::optional<std::uint32_t> add(const Transition& transition);
  Transition at(std::size_t index) const;
  float priority(std::size_t index) const { return items_.priorities[index]; }
  double probability(std::size_t index) const { return tree_.get(index) / tree_.total(); }

  // `n` independent draws with replacement; there must be an item. (Schaul et al. suggest one draw
  // from each of n equal strata of the sum. That balances a batch and leaves the expected number of
  // draws of an item as it is; we keep to P(i) alone.) The weight of item i is
  // (count() * P(i))^-beta, divided by the largest such weight of the sample.
  ReplaySample sample(std::size_t n, Rng& rng) const;

  // Sets the priority of each item to |td_error| + 1e-6; of several errors of one item the last
  // counts. Throws Error, changing nothing, when one is not finite.
  void update_priorities(std::span<const std::uint32_t> indices, std::span<const float> td_errors);

  // After load(save()) everything goes on as if nothing had happened. load() throws Error, changing
  // nothing, when the image is inconsistent or does not belong to a replay of this size and
  // capacity; it does not know the training graphs.
  const ReplayImage& save() const { return items_; }
  void load(ReplayImage image);

 private:
  void put(std::size_t index, const Transition& transition, float priority);
  void make_room();
  void set_priority(std::size_t index, float priority);
  float largest_priority();

  ReplayOptions options_;
  ReplayImage items_;
  SumTree tree_;  // p_i^alpha
  // The largest priority, or an upper bound of it once an item that had it has lost it.
  float largest_ = 1.0f;
  bool largest_is_exact_ = true;
};

// What is left of a replay's content without the steps on targets from `end` on. `capacity` is the
// replay's.
ReplayImage without_targets_from(const ReplayImage& image, std::uint32_t end, std::size_t capacity);

// A replay's content as tensors "replay.SIZE.*" of a checkpoint, and back. Restoring throws Error
// naming what is missing or damaged.
void store_replay(const ReplayImage& image, model::SafetensorsFile& file);
void restore_replay(const model::SafetensorsFile& file, Replay& replay);

}  // namespace rlminer::train
