#pragma once

#include <cstdint>

// Kernels behind fused.h: raw device pointers, bfloat16 as 16-bit words, `stream` a cudaStream_t.
// Vectors have `width` channels, a multiple of 8.
namespace rlminer::nn::kernels {

using Bf16 = std::uint16_t;

struct MessageShape {
  std::int64_t vertices = 0;
  std::int64_t width = 0;
};

// What message_inputs() reads; tables are [2, width] by state and [tasks, width] by task.
struct MessageTables {
  const Bf16* w4 = nullptr;
  const Bf16* w5 = nullptr;
  const Bf16* destination = nullptr;
  const Bf16* source = nullptr;
  const std::uint8_t* chosen = nullptr;  // [vertices]
  const std::int32_t* task = nullptr;    // [vertices]
};
// Four results of [vertices, width], or their gradients.
template <typename T>
struct FourOf {
  T* si = nullptr;
  T* sj = nullptr;
  T* pi = nullptr;
  T* pj = nullptr;
};
// Gradients of the tables, in single precision, zero before the call.
struct TableGradients {
  float* w4 = nullptr;
  float* w5 = nullptr;
  float* destination = nullptr;
  float* source = nullptr;
};

void message_inputs(const MessageShape& shape, const Bf16* h, const MessageTables& tables,
                    const FourOf<Bf16>& out, void* stream);
void message_inputs_backward(const MessageShape& shape, const Bf16* h, const MessageTables& tables,
                             const FourOf<const Bf16>& gradient, Bf16* h_gradient,
                             const TableGradients& table_gradients, void* stream);

// -w * sigmoid(g), over `count` values.
void negative_gated(std::int64_t count, const Bf16* w, const Bf16* g, Bf16* out, void* stream);
void negative_gated_backward(std::int64_t count, const Bf16* w, const Bf16* g, const Bf16* gradient,
                             Bf16* w_gradient, Bf16* g_gradient, void* stream);

// relu(own + degree * w * sigmoid(g) + neighbours).
struct CombineInputs {
  const Bf16* own = nullptr;
  const Bf16* degrees = nullptr;  // [vertices]
  const Bf16* w = nullptr;
  const Bf16* g = nullptr;
  const Bf16* neighbours = nullptr;
};
void combine(const MessageShape& shape, const CombineInputs& in, Bf16* out, void* stream);
// sum_gradient is the gradient of own and of neighbours.
void combine_backward(const MessageShape& shape, const CombineInputs& in, const Bf16* out,
                      const Bf16* gradient, Bf16* sum_gradient, Bf16* w_gradient, Bf16* g_gradient,
                      void* stream);

// x / (rms(x) + tiny) * gain; scale receives 1 / (rms + tiny), [vertices]. width is at most 256.
constexpr std::int64_t kMostNormWidth = 256;
void rms_norm(const MessageShape& shape, const Bf16* x, const Bf16* gain, float tiny, Bf16* out,
              float* scale, void* stream);
// gain_gradient: [width] in single precision, zero before the call.
void rms_norm_backward(const MessageShape& shape, const Bf16* x, const Bf16* gain, float tiny,
                       const float* scale, const Bf16* gradient, Bf16* x_gradient,
                       float* gain_gradient, void* stream);

// The sum of each column of [vertices, width], added to `sums` in single precision.
void column_sums(const MessageShape& shape, const Bf16* values, float* sums, void* stream);

}  // namespace rlminer::nn::kernels
