#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "rlminer/base/deadline.h"
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

  // Throws Error naming the labels that a reader by name does not know. When the deadline comes,
  // features that are not ready are zeros.
  Encoding operator()(const Graph& graph, const Deadline& deadline = {}) const;

 private:
  std::vector<Label> named_tokens(const Graph& graph) const;

  std::map<std::string, Label, std::less<>> token_of_;  // by name, unless empty
  Label ranks_ = 0;                                     // by rank, unless 0
  bool features_ = false;
};

// Labels of equal frequency are ranked by the number of edges at their vertices, then by name:
// ranks do not depend on the numbering of anything. One token per vertex, below `tokens`.
std::vector<Label> rank_tokens(const Graph& graph, Label tokens);

// What can be said about a vertex at little cost, with nothing learned: how large the graph is, how
// many neighbours the vertex has, how many vertices look like it, and how frequent the small
// subgraphs are that it is part of. In order:
//   0        log of the number of vertices of the graph
//   1        log of 1 + degree
//   2 .. 5   log of the number of vertices with the same label; with, besides, the same labels of
//            neighbours; the same neighbourhoods of radius 2; of radius 3 (as far as colour
//            refinement can tell)
//   6, 7     highest and mean log frequency of the connected induced subgraphs of 2 vertices that
//            the vertex is part of
//   8, 9     ... of 3 vertices
//   ...
//   14, 15   ... of 6 vertices
// Logarithms are to the base 16. Graphs with very many connected sets of up to 6 vertices get
// zeros in place of the frequencies of the largest, as vertices without neighbours do.
inline constexpr std::size_t kVertexFeatures = 16;

// One row of kVertexFeatures per vertex. Does not depend on the numbering of vertices or labels.
std::vector<float> vertex_features(const Graph& graph, const Deadline& deadline = {});

}  // namespace rlminer::env
