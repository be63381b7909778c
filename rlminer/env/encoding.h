#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "rlminer/graph/graph.h"

namespace rlminer::env {

// A graph's vertices as a policy sees them.
struct Encoding {
  std::vector<Label> tokens;    // one per vertex
  std::vector<float> features;  // kVertexFeatures per vertex, or empty
};

// How a policy reads graphs. Labels become tokens by name, for a policy that was trained on an
// alphabet and knows no other; or by rank, the most frequent label of the graph being token 0, for
// a policy that works with any alphabet (ranks from the last token on share it).
class Encoder {
 public:
  // The graph's own label numbers, without features.
  Encoder() = default;
  // Token i stands for the i-th name.
  static Encoder by_name(const std::vector<std::string>& names, bool features);
  static Encoder by_rank(int tokens, bool features);

  // Throws Error naming the labels that a reader by name does not know.
  Encoding operator()(const Graph& graph) const;

 private:
  std::vector<Label> named_tokens(const Graph& graph) const;

  std::map<std::string, Label, std::less<>> token_of_;  // by name, unless empty
  Label ranks_ = 0;                                     // by rank, unless 0
  bool features_ = false;
};

// Labels of equal frequency are ranked by the number of edges at their vertices, then by name:
// ranks do not depend on the numbering of anything. One token per vertex, below `tokens`.
std::vector<Label> rank_tokens(const Graph& graph, Label tokens);

}  // namespace rlminer::env
