#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "rlminer/nn/torch_headers.h"

namespace rlminer::nn {

// "cpu", "cuda", or "auto": cuda where there is one. Throws Error when cuda is asked for and
// absent.
torch::Device resolve_device(const std::string& name);

// The precision networks are trained with on a device: bfloat16 on a GPU, float on a CPU.
torch::Dtype compute_type(torch::Device device);
// The precision a trained policy is asked with: bfloat16 wherever the hardware multiplies it.
torch::Dtype inference_type(torch::Device device);

// Works round a bug of the library for products on a CPU. To be called before the first one.
void keep_all_kernels();

// Threads that matrix products on the CPU may use, in torch and in the BLAS below it.
void set_compute_threads(int threads);

// Copies each tensor to the one at the same place, of the same shape, without waiting for a device
// (as far as the memory on the host is pinned).
void copy_all(const std::vector<torch::Tensor>& from, const std::vector<torch::Tensor>& to);

// While it lives, this thread's work on a GPU goes to a stream of its own, as recording needs.
// Nothing on a CPU.
class StreamScope {
 public:
  explicit StreamScope(torch::Device device);
  ~StreamScope();
  StreamScope(const StreamScope&) = delete;
  StreamScope& operator=(const StreamScope&) = delete;

 private:
  struct Guard;
  std::unique_ptr<Guard> guard_;
};

// Waits for the work this thread had given to a GPU before mark(). Nothing on a CPU.
class Fence {
 public:
  explicit Fence(torch::Device device);
  ~Fence();
  void mark();
  void wait();

 private:
  struct Event;
  std::unique_ptr<Event> event_;
};

// Runs the same work again and again. On a GPU the work is recorded after a few runs and replayed
// from then on, which spares thousands of launches per run: it must use the same tensors every
// time, of the same shapes, and never wait for the GPU. On a CPU it is simply called.
class RepeatedWork {
 public:
  RepeatedWork(torch::Device device, std::function<void()> work);
  ~RepeatedWork();
  void run();

 private:
  struct Recording;
  std::function<void()> work_;
  std::unique_ptr<Recording> recording_;
};

}  // namespace rlminer::nn
