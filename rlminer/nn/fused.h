#pragma once

#include "rlminer/nn/batch.h"
#include "rlminer/nn/torch_headers.h"

// The elementwise parts of a message layer, and a linear one. Plain torch operations by default; on
// a GPU in bfloat16 each is one kernel, forwards and backwards (fused_kernels.cu).
namespace rlminer::nn {

// The task of every vertex's state, as the layers use it: ud, us and uc of docs/learning.md. All
// undefined: the network knows of no state and no task.
struct TaskVectors {
  torch::Tensor destination_table;  // ud for every task, [tasks, d]
  torch::Tensor source_table;       // us
  torch::Tensor destination;        // the same by vertex, [rows, width, d]; undefined when fused
  torch::Tensor source;
  torch::Tensor gate;  // uc by vertex; undefined without a gate
};

// s_i, s_j and their products with the task: s_i * ud, s_j * us.
struct MessageInputs {
  torch::Tensor si, sj;
  torch::Tensor pi, pj;
};

// Whether kernels of our own will be used for numbers of this type, device and width.
bool has_fused_kernels(torch::Device device, torch::Dtype type, std::int64_t width);

// w4 and w5 may be undefined: then s_i = s_j = h. Without tasks products are what they are of.
MessageInputs message_inputs(const torch::Tensor& h, const torch::Tensor& w4,
                             const torch::Tensor& w5, const TaskVectors& task, const Batch& batch);

// x times the transposed weight, plus the bias
torch::Tensor linear(const torch::Tensor& x, const torch::Tensor& weight,
                     const torch::Tensor& bias);

// -w * sigmoid(g)
torch::Tensor negative_gated(const torch::Tensor& w, const torch::Tensor& g);

// relu(own + degrees * w * sigmoid(g) + neighbours)
torch::Tensor combine(const torch::Tensor& own, const torch::Tensor& degrees,
                      const torch::Tensor& w, const torch::Tensor& g,
                      const torch::Tensor& neighbours);

// x / (rms(x) + tiny) * gain, on the last extent
torch::Tensor rms_norm(const torch::Tensor& x, const torch::Tensor& gain, double tiny);

}  // namespace rlminer::nn
