#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

#include "rlminer/experiment/experiment.h"
#include "rlminer/testing/graph_files.h"

// A folder with small collections and tiny models, as the tests of this room need it.
namespace rlminer::testing {

class SmallWorld {
 public:
  SmallWorld();

  // Molecules of 11 to 18 vertices over the labels "1", "2" and "3", as a TU collection DATA/NAME.
  void add_collection(const std::string& name, std::size_t graphs, std::uint64_t seed) const;
  // An untrained network that knows these labels and sizes up to `max_size`: MODELS/NAME.
  void add_model(const std::string& name, std::uint64_t seed, int max_size = 9) const;

  study::ExperimentOptions options() const;  // one thread, two seeds, on the CPU
  std::string result(const std::string& file) const;
  std::size_t parts() const;

 private:
  TempFolder folder_;
};

}  // namespace rlminer::testing
