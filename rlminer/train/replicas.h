#pragma once

#include <memory>
#include <vector>

#include "rlminer/model/training_process.h"
#include "rlminer/nn/torch_headers.h"

namespace rlminer::train {

// The processes that train one model together, each on episodes of its own. All of them have the
// same weights at any time: they start alike, and every step is made with the gradient of all.
class Replicas {
 public:
  Replicas() = default;  // this process alone
  // Waits for the others. Throws Error when they cannot be reached, or the program was built
  // without what is needed to talk to them.
  explicit Replicas(const model::TrainingProcess& process);

  int rank() const { return process_.number; }
  int count() const { return process_.count; }
  bool is_first() const { return process_.number == 0; }

  // Each number, added up over the processes.
  std::vector<double> sums(std::vector<double> numbers) const;
  // Whether any of them says so: then all of them know.
  bool any(bool says_so) const { return sums({says_so ? 1.0 : 0.0})[0] > 0.0; }
  // Turns the mean gradient over `weight` states into that over the states of all processes.
  void average(torch::Tensor gradient, const torch::Tensor& weight) const;

 private:
  struct Group;

  void add_up(torch::Tensor& numbers) const;

  model::TrainingProcess process_;
  std::shared_ptr<Group> group_;
};

}  // namespace rlminer::train
