#pragma once

#include <string>

#include "rlminer/model/safetensors.h"
#include "rlminer/nn/layers.h"

namespace rlminer::train {

struct AdamOptions {
  double beta1 = 0.9;
  double beta2 = 0.999;
  double epsilon = 1e-8;
  double weight_decay = 0.0;  // decoupled: AdamW
  double clip = 0.0;          // of the gradient's norm; 0: none
};

// Adam on one flat tensor. What changes from step to step lies in tensors on the device, so that
// step() can be recorded and replayed: call prepare() before each step, outside the recording.
class Adam {
 public:
  // `decayed` is 1 for values that weight decay applies to, else 0; undefined without decay.
  Adam(torch::Tensor values, torch::Tensor decayed, const AdamOptions& options);

  void prepare(double learning_rate);
  void step(const torch::Tensor& gradient);
  const torch::Tensor& gradient_norm() const { return norm_; }  // of the last step, before clipping

  void store(const std::string& name, model::SafetensorsFile& file) const;
  void restore(const std::string& name, const model::SafetensorsFile& file);

 private:
  AdamOptions options_;
  torch::Tensor values_;
  torch::Tensor decayed_;
  torch::Tensor mean_;
  torch::Tensor square_;
  torch::Tensor norm_;
  // [0] learning rate / bias of the mean, [1] 1 / bias of the square, [2] rate * decay
  torch::Tensor scales_;
  std::int64_t steps_ = 0;
};

// A network in training: its values in single precision, the copy it computes with (whose gradients
// are tracked), and the optimiser that moves both.
class TrainedWeights {
 public:
  TrainedWeights(std::shared_ptr<const nn::Layout> layout, torch::Device device, torch::Dtype type,
                 const AdamOptions& options, Rng& rng);

  const nn::Weights& compute() const { return compute_; }
  const nn::Weights& master() const { return master_; }
  Adam& adam() { return adam_; }
  const Adam& adam() const { return adam_; }

  void step();          // with the gradients accumulated since the last
  void master_moved();  // after the master's values were set from outside

  void store(const std::string& name, model::SafetensorsFile& file) const;
  void restore(const std::string& name, const model::SafetensorsFile& file);

 private:
  nn::Weights master_;
  nn::Weights compute_;
  Adam adam_;
};

}  // namespace rlminer::train
