#pragma once

#include <string>

#include "rlminer/nn/weights.h"

namespace rlminer::nn {

// y = W x (+ b), on the last extent. `gain` scales the initial W.
class Linear {
 public:
  Linear(ParameterSource& source, const std::string& name, int inputs, int outputs, bool bias,
         double gain = 1.0);
  torch::Tensor operator()(const torch::Tensor& x) const;
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
