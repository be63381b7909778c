#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace rlminer::graph {

// Which graphs of a collection to treat: the 80 % for training, the 20 % for testing, or all.
enum class Part { Train, Test, All };

// Its name as in options and results: "train", "test", "all".
std::string to_string(Part part);

// The places, ascending, of the graphs that belong to the part. The graphs are shuffled by the
// seed; the last fifth (rounded up) of the shuffled order is the test part. Equal on every machine.
std::vector<std::size_t> split(std::size_t graphs, std::uint64_t seed, Part part);

// The places, each list ascending, of the graphs of each purpose.
struct TrainingSplit {
  std::vector<std::size_t> train;
  std::vector<std::size_t> validation;
  std::vector<std::size_t> test;

  std::size_t graphs() const { return train.size() + validation.size() + test.size(); }
  friend bool operator==(const TrainingSplit&, const TrainingSplit&) = default;
};

// The test part is that of split(). A share of the training part (rounded, chosen by the seed) is
// set aside for validation: at least one graph and not all of them, provided that there are two and
// the share is not 0. Throws Error unless the share is at least 0 and less than 1.
TrainingSplit split_for_training(std::size_t graphs, std::uint64_t seed, double validation_share);

}  // namespace rlminer::graph
