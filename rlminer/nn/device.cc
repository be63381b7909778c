#include "rlminer/nn/device.h"

#include <cstdlib>
#include <dlfcn.h>

#ifdef RLMINER_CUDA
#include <ATen/cuda/CUDAEvent.h>
#include <ATen/cuda/CUDAGraph.h>
#include <c10/cuda/CUDAGuard.h>
#include <c10/cuda/CUDAStream.h>
#endif

#include "rlminer/base/error.h"

namespace rlminer::nn {

torch::Device resolve_device(const std::string& name) {
  if (name == "cpu") return torch::kCPU;
  const bool available = torch::cuda::is_available();
  if (name == "auto") return available ? torch::kCUDA : torch::kCPU;
  if (name != "cuda") throw Error("unknown device '" + name + "' (known: auto, cpu, cuda)");
#ifndef RLMINER_CUDA
  throw Error("no CUDA: this program was built with a libtorch for the CPU only");
#else
  if (!available) throw Error("no CUDA: no GPU was found");
  return torch::kCUDA;
#endif
}

torch::Dtype compute_type(torch::Device device) {
  return device.is_cuda() ? torch::kBFloat16 : torch::kFloat;
}

torch::Dtype inference_type(torch::Device device) {
#if defined(__x86_64__)
  static const bool cpu_has_bfloat16 = __builtin_cpu_supports("avx512bf16");
#else
  constexpr bool cpu_has_bfloat16 = false;
#endif
  return device.is_cuda() || cpu_has_bfloat16 ? torch::kBFloat16 : torch::kFloat;
}

void keep_all_kernels() {
  // oneDNN 2.7 keeps machine code for the last 1024 shapes of products. When it makes room for
  // another one, later products with bfloat16 may read what was freed (seen as an allocation of
  // terabytes); so it must not come to that.
  static const int done = setenv("DNNL_PRIMITIVE_CACHE_CAPACITY", "65536", /*overwrite=*/0);
  static_cast<void>(done);
}

void set_compute_threads(int threads) {
  at::set_num_threads(threads);
  // Debian's libtorch calls whatever BLAS the system has; OpenBLAS keeps threads of its own.
  using SetThreads = void (*)(int);
  static const auto set_blas_threads =
      reinterpret_cast<SetThreads>(dlsym(RTLD_DEFAULT, "openblas_set_num_threads"));
  if (set_blas_threads != nullptr) set_blas_threads(threads);
}

void copy_all(const std::vector<torch::Tensor>& from, const std::vector<torch::Tensor>& to) {
  for (std::size_t i = 0; i < from.size(); ++i)
    to[i].copy_(from[i], /*non_blocking=*/true);
}

#ifdef RLMINER_CUDA

struct StreamScope::Guard {
  c10::cuda::CUDAStreamGuard guard{c10::cuda::getStreamFromPool()};
};

StreamScope::StreamScope(torch::Device device) {
  if (device.is_cuda()) guard_ = std::make_unique<Guard>();
}

struct Fence::Event {
  at::cuda::CUDAEvent event;
  bool marked = false;
};

Fence::Fence(torch::Device device) {
  if (device.is_cuda()) event_ = std::make_unique<Event>();
}

void Fence::mark() {
  if (!event_) return;
  event_->event.record();
  event_->marked = true;
}

void Fence::wait() {
  if (event_ && event_->marked) event_->event.synchronize();
}

struct RepeatedWork::Recording {
  static constexpr int kRunsBeforeRecording = 3;

  at::cuda::CUDAGraph graph;
  int runs = 0;
};

RepeatedWork::RepeatedWork(torch::Device device, std::function<void()> work)
    : work_(std::move(work)) {
  if (device.is_cuda()) recording_ = std::make_unique<Recording>();
}

void RepeatedWork::run() {
  if (!recording_ || recording_->runs < Recording::kRunsBeforeRecording) {
    work_();
    if (recording_) ++recording_->runs;
    return;
  }
  if (recording_->runs == Recording::kRunsBeforeRecording) {
    torch::cuda::synchronize();
    recording_->graph.capture_begin();
    work_();
    recording_->graph.capture_end();
    ++recording_->runs;
  }
  recording_->graph.replay();
}

#else

struct StreamScope::Guard {};
StreamScope::StreamScope(torch::Device /*device*/) {}
struct Fence::Event {};
Fence::Fence(torch::Device /*device*/) {}
void Fence::mark() {}
void Fence::wait() {}
struct RepeatedWork::Recording {};
RepeatedWork::RepeatedWork(torch::Device /*device*/, std::function<void()> work)
    : work_(std::move(work)) {}
void RepeatedWork::run() {
  work_();
}

#endif

StreamScope::~StreamScope() = default;
Fence::~Fence() = default;
RepeatedWork::~RepeatedWork() = default;

}  // namespace rlminer::nn
