#pragma once

#include <algorithm>
#include <functional>
#include <utility>

#include "rlminer/model/config.h"
#include "rlminer/nn/device.h"

// How updates reach the device. While it works on one batch, the host reads what came of another
// one and fills it again: a learner has kLanes of them and takes them in turn.
namespace rlminer::train {

inline constexpr std::size_t kLanes = 2;

// Threads that fill a batch: more would have nothing left to do.
inline int fill_threads(const model::TrainConfig& config) {
  return std::min(config.threads, 4);
}

// One batch with the work that is done on it. What the work reads (Input) and the numbers it gives
// lie on the host, in memory from which copies run while the host goes on, and again on the device.
// An Input has `tensors()` and `static Input make(shape, device, pinned)`.
template <typename Input>
class Lane {
 public:
  using Work = std::function<void(const Input& input, torch::Tensor& result)>;

  // Work that talks to other processes cannot be recorded.
  template <typename Shape>
  Lane(const Shape& shape, c10::IntArrayRef result_sizes, torch::Device device, Work work,
       bool recorded = true)
      : input(Input::make(shape, torch::kCPU, device.is_cuda())),
        result(torch::zeros(result_sizes, torch::TensorOptions().pinned_memory(device.is_cuda()))),
        device_input_(Input::make(shape, device, false)),
        device_result_(torch::zeros(result_sizes, device)),
        fence_(device),
        work_(recorded ? device : torch::Device(torch::kCPU),
              [this, work = std::move(work)] { work(device_input_, device_result_); }) {}
  // The recorded work knows the addresses of its members.
  Lane(const Lane&) = delete;
  Lane& operator=(const Lane&) = delete;

  Input input;           // to be filled before run()
  torch::Tensor result;  // of the last run(), once wait() has returned

  // Sends the input, does the work and fetches the result, without waiting for any of it.
  void run() {
    nn::copy_all(input.tensors(), device_input_.tensors());
    work_.run();
    nn::copy_all({device_result_}, {result});
    fence_.mark();
    is_running_ = true;
  }

  // Waits until the last run() is over, so that the result can be read and the input changed. False
  // when there was no run() since the last call.
  bool wait() {
    fence_.wait();
    return std::exchange(is_running_, false);
  }

 private:
  Input device_input_;
  torch::Tensor device_result_;
  nn::Fence fence_;
  nn::RepeatedWork work_;
  bool is_running_ = false;
};

}  // namespace rlminer::train
