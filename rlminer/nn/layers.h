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

// y = W x (+ b), on the last extent. `gain` scales the initial W.
class Linear {
 public:
  Linear(ParameterSource& source, const std::string& name, int inputs, int outputs, bool bias,
         double gain = 1.0);
  torch::Tensor operator()(const torch::Tensor& x) const;
  // In single precision at least, whatever x and the weights have.
  torch::Tensor precise(const torch::Tensor& x) const;
  const torch::Tensor& weight() const { return weight_; }

 private:
  torch::Tensor weight_;  // [outputs, inputs]
  torch::Tensor bias_;
};

// Linear, ReLU, Linear.
class Mlp {
 public:
  Mlp(ParameterSource& source, const std::string& name, int inputs, int hidden, int outputs);
  torch::Tensor operator()(const torch::Tensor& x) const;
  // For numbers that are compared with each other. A network that is right about large ones, logits
  // around 100 say, can tell them apart no better than by .5 in bfloat16.
  torch::Tensor precise(const torch::Tensor& x) const;

 private:
  Linear first_;
  Linear second_;
};

// x / rms(x) * gain, on the last extent.
class RmsNorm {
 public:
  RmsNorm(ParameterSource& source, const std::string& name, int width);
  torch::Tensor operator()(const torch::Tensor& x) const;

 private:
  torch::Tensor gain_;
};

// Multi-head attention with a residual: x + attention(x). `mask` is added to the scores: 0 where a
// vertex may look, minus infinity where it may not, [rows, 1, queries, keys].
class Attention {
 public:
  Attention(ParameterSource& source, const std::string& name, int width, int heads);
  torch::Tensor operator()(const torch::Tensor& x, const torch::Tensor& mask) const;

 private:
  int heads_;
  Linear in_;  // query, key and value, one above the other
  Linear out_;
};

// Attention pooling with one learned seed per pool (PMA with the residual and feed-forward block of
// a set transformer left to the caller): each slot of a row looks at its own vertices.
class AttentionPool {
 public:
  AttentionPool(ParameterSource& source, const std::string& name, int width, int heads);
  // x: [rows, width of the row, d]; mask: [rows, 1, slots, width of the row]. Returns [rows, slots,
  // d].
  torch::Tensor operator()(const torch::Tensor& x, const torch::Tensor& mask) const;

 private:
  int heads_;
  torch::Tensor seed_;  // [1, d]
  Linear query_;
  Linear in_;  // key and value
  Linear out_;
};

}  // namespace rlminer::nn
