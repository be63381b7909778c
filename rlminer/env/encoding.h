#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "rlminer/base/deadline.h"
#include "rlminer/graph/graph.h"

namespace rlminer::env {

class Foresight;

// A graph as a policy sees it.
struct Encoding {
  std::vector<Label> tokens;    // one per vertex
  std::vector<float> features;  // kVertexFeatures per vertex, or empty
  // What each relation of the graph's dictionary is to the policy; empty: all edges are 0.
  std::vector<std::uint8_t> edge_ranks = {};
  // What the policy has worked out about the vertices, the same for all states: as many numbers for
  // each; or empty.
  std::vector<float> context = {};
  // What small sets are worth; or null. Shared because encodings are copied with their targets.
  std::shared_ptr<const Foresight> foresight = {};
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
  // From now on edges are told apart, by the rank of their kind (ranks from the last one on share
  // it), and features are those of a graph whose edges differ.
  void tell_edges_apart(int ranks);
  // From now on encodings have foresight, of sets of at most so many vertices; 0: none.
  void foresee(int largest_set) { largest_foreseen_ = known_ = largest_set; }
  int foresees() const { return largest_foreseen_; }
  // Encodings for the same policy, which say nothing of sets of more vertices than that.
  Encoder short_sighted(int known) const;

  // Throws Error naming the labels that a reader by name does not know. When the deadline comes,
  // features that are not ready are zeros.
  Encoding operator()(const Graph& graph, const Deadline& deadline = {}) const;

 private:
  std::vector<Label> named_tokens(const Graph& graph) const;

  std::map<std::string, Label, std::less<>> token_of_;  // by name, unless empty
  Label ranks_ = 0;                                     // by rank, unless 0
  bool features_ = false;
  int edge_ranks_ = 0;        // 0: all edges are alike
  int largest_foreseen_ = 0;  // 0: no foresight
  int known_ = 0;             // of that, what encodings say something of
};

// Labels of equal frequency are ranked by the number of edges at their vertices, then by name:
// ranks do not depend on the numbering of anything. One token per vertex, below `tokens`.
std::vector<Label> rank_tokens(const Graph& graph, Label tokens);

// The same of the kinds of edges: by relation of the dictionary, the most frequent first, at most
// `ranks` <= 255 of them. A kind is as frequent as its converse: of these, and of others that are,
// the one whose arc leaves comes first; then by the frequency of the label of that arc, and by
// name. Empty where the graph does not distinguish its edges.
std::vector<std::uint8_t> rank_relations(const Graph& graph, int ranks);

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
// zeros in place of the frequencies of the largest, as vertices without neighbours do. Kinds of
// edges count where the caller says so.
inline constexpr std::size_t kVertexFeatures = 16;

// To the base 16.
float feature_logarithm(double count);

// One row of kVertexFeatures per vertex. Does not depend on the numbering of vertices or labels.
enum class Edges { Alike, ToldApart };
std::vector<float> vertex_features(const Graph& graph, const Deadline& deadline = {},
                                   Edges edges = Edges::Alike);

}  // namespace rlminer::env
