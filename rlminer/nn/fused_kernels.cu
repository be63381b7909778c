// Elementwise parts of the networks, each in one pass over memory: on a GPU they are limited by
// bandwidth, and one kernel per arithmetic operation reads and writes everything again and again.
// A thread works on eight channels of a vertex (16 bytes); all arithmetic is in single precision.
// Gradients of small tables are summed over a run of vertices in registers, then over a block, before
// they are added to memory.
#include "rlminer/nn/fused_kernels.h"

#include <cuda_bf16.h>
#include <cuda_runtime.h>

namespace rlminer::nn::kernels {
namespace {

constexpr int kLanes = 8;      // channels per thread
constexpr int kThreads = 256;  // per block
// Vertices per thread where sums are kept in registers: few, or too few threads would wait for memory.
constexpr int kRun = 8;
constexpr int kWarp = 32;

struct Eight {
  float v[kLanes];
};

__device__ Eight load(const Bf16* at) {
  const uint4 raw = *reinterpret_cast<const uint4*>(at);
  const auto* pairs = reinterpret_cast<const __nv_bfloat162*>(&raw);
  Eight result;
#pragma unroll
  for (int i = 0; i < kLanes / 2; ++i) {
    const float2 both = __bfloat1622float2(pairs[i]);
    result.v[2 * i] = both.x;
    result.v[2 * i + 1] = both.y;
  }
  return result;
}

__device__ void store(Bf16* at, const Eight& values) {
  uint4 raw;
  auto* pairs = reinterpret_cast<__nv_bfloat162*>(&raw);
#pragma unroll
  for (int i = 0; i < kLanes / 2; ++i)
    pairs[i] = __floats2bfloat162_rn(values.v[2 * i], values.v[2 * i + 1]);
  *reinterpret_cast<uint4*>(at) = raw;
}

// Adds the sums to memory and begins them anew.
__device__ void add_to(float* at, Eight& sums) {
#pragma unroll
  for (int i = 0; i < kLanes; ++i) {
    if (sums.v[i] != 0.0F) atomicAdd(at + i, sums.v[i]);
    sums.v[i] = 0.0F;
  }
}

// Sums that the threads of a block share: `count` of them, zero at first.
__device__ void clear_block_sums(float* sums, std::int64_t count) {
  for (std::int64_t i = threadIdx.x; i < count; i += kThreads)
    sums[i] = 0.0F;
  __syncthreads();
}
// Adds them to memory, once all threads have done their part.
__device__ void add_block_sums(const float* sums, std::int64_t count, float* at) {
  for (std::int64_t i = threadIdx.x; i < count; i += kThreads) {
    if (sums[i] != 0.0F) atomicAdd(at + i, sums[i]);
  }
}

__device__ float sigmoid(float x) {
  return 1.0F / (1.0F + __expf(-x));
}

__device__ float as_float(Bf16 word) {
  return __uint_as_float(static_cast<unsigned>(word) << 16);
}

unsigned blocks_for(std::int64_t threads) {
  return static_cast<unsigned>((threads + kThreads - 1) / kThreads);
}

__global__ void message_inputs_kernel(MessageShape shape, const Bf16* h, MessageTables tables,
                                      FourOf<Bf16> out) {
  const std::int64_t thread = static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x;
  const std::int64_t per_vertex = shape.width / kLanes;
  const std::int64_t vertex = thread / per_vertex;
  if (vertex >= shape.vertices) return;
  const std::int64_t channel = thread % per_vertex * kLanes;
  const std::int64_t state = tables.chosen[vertex] * shape.width + channel;
  const std::int64_t task = tables.task[vertex] * shape.width + channel;
  const std::int64_t at = vertex * shape.width + channel;
  const Eight x = load(h + at);
  const Eight w4 = load(tables.w4 + state);
  const Eight w5 = load(tables.w5 + state);
  const Eight ud = load(tables.destination + task);
  const Eight us = load(tables.source + task);
  Eight si, sj, pi, pj;
#pragma unroll
  for (int i = 0; i < kLanes; ++i) {
    si.v[i] = w4.v[i] * x.v[i];
    sj.v[i] = w5.v[i] * x.v[i];
    pi.v[i] = si.v[i] * ud.v[i];
    pj.v[i] = sj.v[i] * us.v[i];
  }
  store(out.si + at, si);
  store(out.sj + at, sj);
  store(out.pi + at, pi);
  store(out.pj + at, pj);
}

// Each thread walks over a run of vertices with its eight channels. What it adds to the gradients
// of w4 and w5 goes to the block's sums, [4, width]: w4 by state, then w5 by state.
__device__ void walk_back(const MessageShape& shape, std::int64_t first, std::int64_t channel,
                          const Bf16* h, const MessageTables& tables,
                          const FourOf<const Bf16>& gradient, Bf16* h_gradient,
                          const TableGradients& sums, float* block_sums) {
  const std::int64_t end = first + kRun < shape.vertices ? first + kRun : shape.vertices;
  Eight sum4[2] = {}, sum5[2] = {}, sum_d = {}, sum_s = {};
  std::int32_t task = tables.task[first];
  for (std::int64_t vertex = first; vertex < end; ++vertex) {
    if (tables.task[vertex] != task) {
      add_to(sums.destination + task * shape.width + channel, sum_d);
      add_to(sums.source + task * shape.width + channel, sum_s);
      task = tables.task[vertex];
    }
    const int x = tables.chosen[vertex];
    const std::int64_t at = vertex * shape.width + channel;
    const Eight value = load(h + at);
    const Eight w4 = load(tables.w4 + x * shape.width + channel);
    const Eight w5 = load(tables.w5 + x * shape.width + channel);
    const Eight ud = load(tables.destination + task * shape.width + channel);
    const Eight us = load(tables.source + task * shape.width + channel);
    const Eight gsi = load(gradient.si + at);
    const Eight gsj = load(gradient.sj + at);
    const Eight gpi = load(gradient.pi + at);
    const Eight gpj = load(gradient.pj + at);
    Eight gh;
#pragma unroll
    for (int i = 0; i < kLanes; ++i) {
      const float to_si = gsi.v[i] + gpi.v[i] * ud.v[i];
      const float to_sj = gsj.v[i] + gpj.v[i] * us.v[i];
      gh.v[i] = to_si * w4.v[i] + to_sj * w5.v[i];
      const float to_w4 = to_si * value.v[i];
      const float to_w5 = to_sj * value.v[i];
      sum4[0].v[i] += x == 0 ? to_w4 : 0.0F;
      sum4[1].v[i] += x == 0 ? 0.0F : to_w4;
      sum5[0].v[i] += x == 0 ? to_w5 : 0.0F;
      sum5[1].v[i] += x == 0 ? 0.0F : to_w5;
      sum_d.v[i] += gpi.v[i] * w4.v[i] * value.v[i];
      sum_s.v[i] += gpj.v[i] * w5.v[i] * value.v[i];
    }
    store(h_gradient + at, gh);
  }
  add_to(sums.destination + task * shape.width + channel, sum_d);
  add_to(sums.source + task * shape.width + channel, sum_s);
  for (int x = 0; x < 2; ++x) {
    add_to(block_sums + x * shape.width + channel, sum4[x]);
    add_to(block_sums + (2 + x) * shape.width + channel, sum5[x]);
  }
}

__global__ void message_inputs_backward_kernel(MessageShape shape, const Bf16* h,
                                               MessageTables tables, FourOf<const Bf16> gradient,
                                               Bf16* h_gradient, TableGradients sums) {
  extern __shared__ float block_sums[];
  clear_block_sums(block_sums, 4 * shape.width);
  const std::int64_t thread = static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x;
  const std::int64_t per_vertex = shape.width / kLanes;
  const std::int64_t first = thread / per_vertex * kRun;
  if (first < shape.vertices) {
    walk_back(shape, first, thread % per_vertex * kLanes, h, tables, gradient, h_gradient, sums,
              block_sums);
  }
  __syncthreads();
  add_block_sums(block_sums, 2 * shape.width, sums.w4);
  add_block_sums(block_sums + 2 * shape.width, 2 * shape.width, sums.w5);
}

__global__ void negative_gated_kernel(std::int64_t count, const Bf16* w, const Bf16* g, Bf16* out) {
  const std::int64_t at =
      (static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x) * kLanes;
  if (at >= count) return;
  Eight value = load(w + at);
  const Eight gate = load(g + at);
#pragma unroll
  for (int i = 0; i < kLanes; ++i)
    value.v[i] = -value.v[i] * sigmoid(gate.v[i]);
  store(out + at, value);
}

__global__ void negative_gated_backward_kernel(std::int64_t count, const Bf16* w, const Bf16* g,
                                               const Bf16* gradient, Bf16* w_gradient,
                                               Bf16* g_gradient) {
  const std::int64_t at =
      (static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x) * kLanes;
  if (at >= count) return;
  const Eight value = load(w + at);
  const Eight gate = load(g + at);
  const Eight arriving = load(gradient + at);
  Eight gw, gg;
#pragma unroll
  for (int i = 0; i < kLanes; ++i) {
    const float open = sigmoid(gate.v[i]);
    gw.v[i] = -arriving.v[i] * open;
    gg.v[i] = gw.v[i] * value.v[i] * (1.0F - open);
  }
  store(w_gradient + at, gw);
  store(g_gradient + at, gg);
}

__global__ void combine_kernel(MessageShape shape, CombineInputs in, Bf16* out) {
  const std::int64_t at =
      (static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x) * kLanes;
  if (at >= shape.vertices * shape.width) return;
  const float degree = as_float(in.degrees[at / shape.width]);
  Eight sum = load(in.own + at);
  const Eight w = load(in.w + at);
  const Eight g = load(in.g + at);
  const Eight neighbours = load(in.neighbours + at);
#pragma unroll
  for (int i = 0; i < kLanes; ++i) {
    sum.v[i] += degree * w.v[i] * sigmoid(g.v[i]) + neighbours.v[i];
    sum.v[i] = fmaxf(sum.v[i], 0.0F);
  }
  store(out + at, sum);
}

__global__ void combine_backward_kernel(MessageShape shape, CombineInputs in, const Bf16* out,
                                        const Bf16* gradient, Bf16* sum_gradient,
                                        Bf16* w_gradient, Bf16* g_gradient) {
  const std::int64_t at =
      (static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x) * kLanes;
  if (at >= shape.vertices * shape.width) return;
  const float degree = as_float(in.degrees[at / shape.width]);
  const Eight result = load(out + at);
  const Eight w = load(in.w + at);
  const Eight g = load(in.g + at);
  Eight arriving = load(gradient + at);
  Eight gw, gg;
#pragma unroll
  for (int i = 0; i < kLanes; ++i) {
    arriving.v[i] = result.v[i] > 0.0F ? arriving.v[i] : 0.0F;
    const float open = sigmoid(g.v[i]);
    gw.v[i] = arriving.v[i] * degree * open;
    gg.v[i] = gw.v[i] * w.v[i] * (1.0F - open);
  }
  store(sum_gradient + at, arriving);
  store(w_gradient + at, gw);
  store(g_gradient + at, gg);
}

__device__ float warp_sum(float value) {
#pragma unroll
  for (int step = kWarp / 2; step > 0; step /= 2)
    value += __shfl_xor_sync(0xffffffffU, value, step);
  return value;
}

// One warp per vertex; lanes beyond the width hold zeros.
__global__ void rms_norm_kernel(MessageShape shape, const Bf16* x, const Bf16* gain, float tiny,
                                Bf16* out, float* scale) {
  const std::int64_t vertex =
      (static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x) / kWarp;
  if (vertex >= shape.vertices) return;
  const int channel = static_cast<int>(threadIdx.x % kWarp) * kLanes;
  const bool used = channel < shape.width;
  Eight value = {};
  if (used) value = load(x + vertex * shape.width + channel);
  float squares = 0.0F;
#pragma unroll
  for (int i = 0; i < kLanes; ++i)
    squares += value.v[i] * value.v[i];
  const float rms = sqrtf(warp_sum(squares) / static_cast<float>(shape.width));
  const float factor = 1.0F / (rms + tiny);
  if (channel == 0) scale[vertex] = factor;
  if (!used) return;
  const Eight g = load(gain + channel);
#pragma unroll
  for (int i = 0; i < kLanes; ++i)
    value.v[i] *= factor * g.v[i];
  store(out + vertex * shape.width + channel, value);
}

// One warp per run of vertices. What it adds to the gradient of the gain goes to the block's sums.
__device__ void norm_back(const MessageShape& shape, std::int64_t first, const Bf16* x,
                          const Bf16* gain, float tiny, const float* scale, const Bf16* gradient,
                          Bf16* x_gradient, float* block_sums) {
  const std::int64_t end = first + kRun < shape.vertices ? first + kRun : shape.vertices;
  const int channel = static_cast<int>(threadIdx.x % kWarp) * kLanes;
  const bool used = channel < shape.width;
  Eight g = {}, sum = {};
  if (used) g = load(gain + channel);
  for (std::int64_t vertex = first; vertex < end; ++vertex) {
    const std::int64_t at = vertex * shape.width + channel;
    Eight value = {}, arriving = {};
    if (used) {
      value = load(x + at);
      arriving = load(gradient + at);
    }
    const float factor = scale[vertex];
    float product = 0.0F;
#pragma unroll
    for (int i = 0; i < kLanes; ++i) {
      sum.v[i] += arriving.v[i] * value.v[i] * factor;
      arriving.v[i] *= g.v[i];
      product += arriving.v[i] * value.v[i];
    }
    const float rms = 1.0F / factor - tiny;
    const float shared_part = warp_sum(product) * factor * factor /
                              (static_cast<float>(shape.width) * fmaxf(rms, 1e-20F));
#pragma unroll
    for (int i = 0; i < kLanes; ++i)
      arriving.v[i] = arriving.v[i] * factor - shared_part * value.v[i];
    if (used) store(x_gradient + at, arriving);
  }
  if (used) add_to(block_sums + channel, sum);
}

__global__ void rms_norm_backward_kernel(MessageShape shape, const Bf16* x, const Bf16* gain,
                                         float tiny, const float* scale, const Bf16* gradient,
                                         Bf16* x_gradient, float* gain_gradient) {
  __shared__ float block_sums[kMostNormWidth];
  clear_block_sums(block_sums, shape.width);
  const std::int64_t first =
      (static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x) / kWarp * kRun;
  if (first < shape.vertices) {
    norm_back(shape, first, x, gain, tiny, scale, gradient, x_gradient, block_sums);
  }
  __syncthreads();
  add_block_sums(block_sums, shape.width, gain_gradient);
}

// Each thread sums eight columns over every `step`-th row; the last ones may have nothing to do.
__global__ void column_sums_kernel(MessageShape shape, const Bf16* values, float* sums) {
  extern __shared__ float block_sums[];
  clear_block_sums(block_sums, shape.width);
  const std::int64_t per_row = shape.width / kLanes;
  const std::int64_t threads = static_cast<std::int64_t>(gridDim.x) * kThreads;
  const std::int64_t thread = static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x;
  const std::int64_t column = thread % per_row * kLanes;
  const std::int64_t step = threads / per_row;
  const std::int64_t first = thread / per_row < step ? thread / per_row : shape.vertices;
  Eight sum = {};
  for (std::int64_t row = first; row < shape.vertices; row += step) {
    const Eight value = load(values + row * shape.width + column);
#pragma unroll
    for (int i = 0; i < kLanes; ++i)
      sum.v[i] += value.v[i];
  }
  add_to(block_sums + column, sum);
  __syncthreads();
  add_block_sums(block_sums, shape.width, sums);
}

cudaStream_t as_stream(void* stream) {
  return static_cast<cudaStream_t>(stream);
}

}  // namespace

void message_inputs(const MessageShape& shape, const Bf16* h, const MessageTables& tables,
                    const FourOf<Bf16>& out, void* stream) {
  const unsigned blocks = blocks_for(shape.vertices * (shape.width / kLanes));
  message_inputs_kernel<<<blocks, kThreads, 0, as_stream(stream)>>>(shape, h, tables, out);
}

void message_inputs_backward(const MessageShape& shape, const Bf16* h, const MessageTables& tables,
                             const FourOf<const Bf16>& gradient, Bf16* h_gradient,
                             const TableGradients& table_gradients, void* stream) {
  const std::int64_t runs = (shape.vertices + kRun - 1) / kRun;
  const unsigned blocks = blocks_for(runs * (shape.width / kLanes));
  const std::size_t shared = 4 * static_cast<std::size_t>(shape.width) * sizeof(float);
  message_inputs_backward_kernel<<<blocks, kThreads, shared, as_stream(stream)>>>(
      shape, h, tables, gradient, h_gradient, table_gradients);
}

void negative_gated(std::int64_t count, const Bf16* w, const Bf16* g, Bf16* out, void* stream) {
  negative_gated_kernel<<<blocks_for(count / kLanes), kThreads, 0, as_stream(stream)>>>(count, w, g,
                                                                                        out);
}

void negative_gated_backward(std::int64_t count, const Bf16* w, const Bf16* g, const Bf16* gradient,
                             Bf16* w_gradient, Bf16* g_gradient, void* stream) {
  negative_gated_backward_kernel<<<blocks_for(count / kLanes), kThreads, 0, as_stream(stream)>>>(
      count, w, g, gradient, w_gradient, g_gradient);
}

void combine(const MessageShape& shape, const CombineInputs& in, Bf16* out, void* stream) {
  const unsigned blocks = blocks_for(shape.vertices * (shape.width / kLanes));
  combine_kernel<<<blocks, kThreads, 0, as_stream(stream)>>>(shape, in, out);
}

void combine_backward(const MessageShape& shape, const CombineInputs& in, const Bf16* out,
                      const Bf16* gradient, Bf16* sum_gradient, Bf16* w_gradient, Bf16* g_gradient,
                      void* stream) {
  const unsigned blocks = blocks_for(shape.vertices * (shape.width / kLanes));
  combine_backward_kernel<<<blocks, kThreads, 0, as_stream(stream)>>>(
      shape, in, out, gradient, sum_gradient, w_gradient, g_gradient);
}

void rms_norm(const MessageShape& shape, const Bf16* x, const Bf16* gain, float tiny, Bf16* out,
              float* scale, void* stream) {
  rms_norm_kernel<<<blocks_for(shape.vertices * kWarp), kThreads, 0, as_stream(stream)>>>(
      shape, x, gain, tiny, out, scale);
}

void rms_norm_backward(const MessageShape& shape, const Bf16* x, const Bf16* gain, float tiny,
                       const float* scale, const Bf16* gradient, Bf16* x_gradient,
                       float* gain_gradient, void* stream) {
  const std::int64_t runs = (shape.vertices + kRun - 1) / kRun;
  rms_norm_backward_kernel<<<blocks_for(runs * kWarp), kThreads, 0, as_stream(stream)>>>(
      shape, x, gain, tiny, scale, gradient, x_gradient, gain_gradient);
}

void column_sums(const MessageShape& shape, const Bf16* values, float* sums, void* stream) {
  constexpr unsigned kMostBlocks = 512;
  const unsigned needed = blocks_for(shape.vertices * (shape.width / kLanes));
  const std::size_t shared = static_cast<std::size_t>(shape.width) * sizeof(float);
  column_sums_kernel<<<needed < kMostBlocks ? needed : kMostBlocks, kThreads, shared,
                       as_stream(stream)>>>(shape, values, sums);
}

}  // namespace rlminer::nn::kernels
