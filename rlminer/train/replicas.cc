#include "rlminer/train/replicas.h"

#include <chrono>

#include "rlminer/base/error.h"

// What libtorch was built with, and whether its headers are there.
#if defined(USE_C10D_GLOO) && __has_include(<gloo/rendezvous/store.h>)
#define RLMINER_GLOO
#include <torch/csrc/distributed/c10d/ProcessGroupGloo.hpp>
#include <torch/csrc/distributed/c10d/TCPStore.hpp>
#endif

namespace rlminer::train {

#ifdef RLMINER_GLOO

struct Replicas::Group {
  explicit Group(const model::TrainingProcess& process) {
    c10d::TCPStoreOptions meeting;
    meeting.port = process.port;
    meeting.isServer = process.number == 0;
    meeting.numWorkers = process.count;
    auto options = c10d::ProcessGroupGloo::Options::create();
    options->devices.push_back(c10d::ProcessGroupGloo::createDefaultDevice());
    // The others may wait while the first one examines a policy and saves it.
    options->timeout = std::chrono::hours(1);
    processes = c10::make_intrusive<c10d::ProcessGroupGloo>(
        c10::make_intrusive<c10d::TCPStore>(process.host, meeting), process.number, process.count,
        options);
  }

  c10::intrusive_ptr<c10d::ProcessGroupGloo> processes;
};

Replicas::Replicas(const model::TrainingProcess& process) : process_(process) {
  if (process.count == 1) return;
  try {
    group_ = std::make_shared<Group>(process);
  } catch (const std::exception& error) {
    throw Error("training: process " + std::to_string(process.number) + " of " +
                std::to_string(process.count) + " does not reach the others at " + process.host +
                ":" + std::to_string(process.port) + ": " + error.what());
  }
}

void Replicas::add_up(torch::Tensor& numbers) const {
  std::vector<torch::Tensor> tensors = {numbers};
  try {
    group_->processes->allreduce(tensors)->wait();
  } catch (const std::exception& error) {
    throw Error("training: process " + std::to_string(process_.number) +
                " has lost the others; the files saved last are intact: " + error.what());
  }
}

#else

struct Replicas::Group {};

Replicas::Replicas(const model::TrainingProcess& process) : process_(process) {
  if (process.count > 1)
    throw Error(
        "training: this program was built without Gloo (libgloo-dev), which several processes "
        "need");
}

void Replicas::add_up(torch::Tensor&) const {}

#endif

std::vector<double> Replicas::sums(std::vector<double> numbers) const {
  if (count() == 1) return numbers;
  torch::Tensor tensor =
      torch::from_blob(numbers.data(), {static_cast<std::int64_t>(numbers.size())}, torch::kDouble);
  add_up(tensor);
  return numbers;
}

void Replicas::average(torch::Tensor gradient, const torch::Tensor& weight) const {
  if (count() == 1) return;
  const torch::NoGradGuard no_grad;
  torch::Tensor sums = torch::cat({gradient.to(torch::kFloat) * weight, weight.view({1})}).cpu();
  add_up(sums);
  const std::int64_t size = gradient.numel();
  gradient.copy_(sums.narrow(0, 0, size) / sums[size]);
}

}  // namespace rlminer::train
