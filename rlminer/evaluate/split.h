#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace rlminer {

// Which graphs of a collection to treat: the 80 % for training, the 20 % for testing, or all.
enum class Part { Train, Test, All };

// Its name as in options and results: "train", "test", "all".
std::string to_string(Part part);

// The places, ascending, of the graphs that belong to the part. The graphs are shuffled by the
// seed; the last fifth (rounded up) of the shuffled order is the test part. Equal on every machine.
std::vector<std::size_t> split(std::size_t graphs, std::uint64_t seed, Part part);

}  // namespace rlminer
