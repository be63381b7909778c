#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "rlminer/base/rng.h"
#include "rlminer/nn/torch_headers.h"

namespace rlminer::nn {

// How a parameter starts out.
enum class Init {
  Linear,   // uniform within 1/sqrt(inputs), inputs being the last extent
  Normal,   // standard normal
  NearOne,  // normal around 1 with deviation 0.1: a scale that hardly scales yet
  One,
  Zero,
};

struct ParameterSpec {
  std::string name;
  std::vector<std::int64_t> shape;
  Init init = Init::Linear;
  double inputs = 1;        // for Init::Linear
  std::int64_t offset = 0;  // in the flat vector
  std::int64_t count = 1;
};

// The parameters of a network and where each lies in one flat vector.
class Layout {
 public:
  void add(const std::string& name, std::vector<std::int64_t> shape, Init init, double inputs);
  const std::vector<ParameterSpec>& parameters() const { return parameters_; }
  std::int64_t size() const { return size_; }  // of the flat vector, alignment gaps included
  std::int64_t num_values() const;             // gaps not included

 private:
  std::vector<ParameterSpec> parameters_;
  std::int64_t size_ = 0;
};

// All parameters of one network as views of one flat tensor: an optimiser step, a moving average, a
// target update or a change of precision is then one operation on the flat tensor.
class Weights {
 public:
  // Zeros. The layout is shared by all copies of a network.
  Weights(std::shared_ptr<const Layout> layout, torch::Device device, torch::Dtype type);

  const std::shared_ptr<const Layout>& layout() const { return layout_; }
  const torch::Tensor& flat() const { return flat_; }
  // Parameter i of the layout.
  const torch::Tensor& view(std::size_t i) const { return views_[i]; }

  // Makes the views leaves whose gradients accumulate in one flat tensor.
  void track_gradients();
  const torch::Tensor& flat_gradient() const { return flat_gradient_; }

  // Draws the initial values; equal for equal states of the generator, on every device.
  void initialise(Rng& rng);

 private:
  std::shared_ptr<const Layout> layout_;
  torch::Tensor flat_;
  torch::Tensor flat_gradient_;
  std::vector<torch::Tensor> views_;
};

// Hands a network its parameters, one after the other in the order of construction. Without
// weights it writes down what is asked for instead: building a network once that way gives its
// layout, and the two can never disagree.
class ParameterSource {
 public:
  explicit ParameterSource(Layout& layout) : declared_(&layout) {}
  explicit ParameterSource(const Weights& weights) : bound_(&weights) {}

  torch::Tensor take(const std::string& name, std::vector<std::int64_t> shape, Init init,
                     double inputs = 1);

 private:
  Layout* declared_ = nullptr;
  const Weights* bound_ = nullptr;
  std::size_t next_ = 0;
};

// The layout of a network that is made by Network(config, source).
template <typename Network, typename Config>
std::shared_ptr<const Layout> layout_of(const Config& config) {
  auto layout = std::make_shared<Layout>();
  ParameterSource source(*layout);
  Network network(config, source);
  return layout;
}

// Such a network with these weights.
template <typename Network, typename Config>
Network bind(const Config& config, const Weights& weights) {
  ParameterSource source(weights);
  return Network(config, source);
}

}  // namespace rlminer::nn
