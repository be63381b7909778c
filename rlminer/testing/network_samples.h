#pragma once

#include <cstdint>
#include <deque>
#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "rlminer/base/rng.h"
#include "rlminer/env/state.h"
#include "rlminer/nn/gnn.h"
#include "rlminer/testing/plain_network.h"

// What the tests of the networks share: seeded states, every variant of the networks, small ones.
namespace rlminer::testing {

// A small network; the tests of all variants go through these.
struct Variant {
  std::string name;
  model::NetworkConfig config;
};
std::ostream& operator<<(std::ostream& out, const Variant& variant);
// The paper's network, each of its parts left out in turn, and ours.
std::vector<Variant> variants();

// Episodes on random graphs, each a few random steps on its way; every state has an action. Graphs
// may be disconnected and have isolated vertices; their edges have labels and, in half of them,
// directions, which some networks see.
class SampleStates {
 public:
  static constexpr int kEdgeRanks = 3;  // fewer than there are kinds
  static constexpr int kForeseen = 3;   // sets of so many vertices
  struct Params {
    std::size_t states = 6;
    std::size_t smallest = 5;  // vertices
    std::size_t largest = 9;
    bool molecules = false;  // connected, nobody with more than four neighbours
    int labels = 3;
    int max_size = 5;
  };
  SampleStates(const Params& params, std::uint64_t seed);
  SampleStates(const SampleStates&) = delete;
  SampleStates& operator=(const SampleStates&) = delete;

  std::span<const env::Observation> observations() const { return observations_; }
  const env::Observation& operator[](std::size_t i) const { return observations_[i]; }
  std::size_t size() const { return observations_.size(); }
  // For each state the position of a random action, as critics take it.
  torch::Tensor taken() const { return taken_; }

 private:
  bool add_state(const Params& params, Rng& rng, Rng& edge_rng);

  std::deque<env::Target> targets_;  // states point to them
  std::deque<env::State> states_;
  std::vector<env::Observation> observations_;
  torch::Tensor taken_;
};

// The plain network with the values of these weights.
PlainNetwork plain_network(const model::NetworkConfig& config, const nn::Weights& weights);

std::int64_t largest_graph(std::span<const env::Observation> states);

nn::PackedStates packed(std::span<const env::Observation> states,
                        const model::NetworkConfig& config, const nn::BatchShape& shape);
// In rows of the given width; 0: of the largest graph.
nn::Batch batch_of(std::span<const env::Observation> states, const model::NetworkConfig& config,
                   torch::Dtype type, std::int64_t width = 0);

// A network and its weights, at the initial values of a seed, gradients tracked.
template <typename Network>
struct Fresh {
  Fresh(const model::NetworkConfig& config, std::uint64_t seed, torch::Dtype type)
      : weights(drawn(config, seed, type)), source(weights), network(config, source) {}

  static nn::Weights drawn(const model::NetworkConfig& config, std::uint64_t seed,
                           torch::Dtype type) {
    nn::Weights result(nn::layout_of<Network>(config), torch::kCPU, type);
    Rng rng(seed);
    result.initialise(rng);
    result.track_gradients();
    return result;
  }

  nn::Weights weights;
  nn::ParameterSource source;
  Network network;
};

// Moves every value a bit, so that no parameter stays at a special value such as 1.
void shake(const nn::Weights& weights, std::uint64_t seed);

// Row i of a [states, actions] tensor, its first `count` places.
std::vector<double> first_places(const torch::Tensor& values, std::size_t row, std::size_t count);

double standard_deviation(std::span<const double> values);

// The largest difference between two equally long lists, relative to the larger of 1 and the value.
double largest_difference(std::span<const double> a, std::span<const double> b);

}  // namespace rlminer::testing
