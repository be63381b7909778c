#pragma once

#include <cstdint>
#include <unordered_map>

#include "rlminer/graph/graph.h"

namespace rlminer::sample {

// A vertex that could be added to a pattern: its label, and which of the pattern's vertices it is
// adjacent to.
struct Extension {
  std::uint32_t neighbors = 0;
  Label label = 0;
};

// How often every extension of a pattern was seen around the occurrences that were drawn, in the
// weights of the draws. Divided by the number of draws and times the pattern's bound, this
// estimates without bias the number of pairs of an occurrence and a vertex that extends it so.
class ExtensionTally {
 public:
  void add(const Extension& extension, double weight) {
    weights_[std::uint64_t{extension.label} << 32 | extension.neighbors] += weight;
  }
  void clear() { weights_.clear(); }

  template <typename Visit>
  void for_each(Visit&& visit) const {
    for (const auto& [key, weight] : weights_)
      visit(Extension{static_cast<std::uint32_t>(key), static_cast<Label>(key >> 32)}, weight);
  }

 private:
  std::unordered_map<std::uint64_t, double> weights_;
};

}  // namespace rlminer::sample
