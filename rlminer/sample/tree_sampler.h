#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "rlminer/base/rng.h"
#include "rlminer/graph/graph.h"
#include "rlminer/pattern/pattern.h"
#include "rlminer/sample/tree_weights.h"

namespace rlminer::sample {

// A vertex that could be added to a pattern: its label, which of the pattern's vertices it is
// adjacent to and, where the pattern is not plain, how it is related to each of them.
struct Extension {
  Label label = 0;
  std::uint32_t neighbors = 0;
  // In the order of the bits: what the edge is, seen from the new vertex and from its neighbour.
  std::vector<std::pair<graph::Relation, graph::Relation>> relations = {};

  friend auto operator<=>(const Extension&, const Extension&) = default;
};

// The pattern with that vertex added as its last one.
Pattern extended(const Pattern& pattern, const Extension& extension);

// How often every extension of a pattern was seen around the occurrences that were drawn, in the
// weights of the draws. Divided by the number of draws and times the pattern's bound, this
// estimates without bias the number of pairs of an occurrence and a vertex that extends it so.
class ExtensionTally {
 public:
  void add(const Extension& extension, double weight) {
    if (extension.relations.empty()) {
      weights_[std::uint64_t{extension.label} << 32 | extension.neighbors] += weight;
    } else {
      related_[extension] += weight;
    }
  }
  void clear() {
    weights_.clear();
    related_.clear();
  }

  template <typename Visit>
  void for_each(Visit&& visit) const {
    for (const auto& [key, weight] : weights_)
      visit(Extension{static_cast<Label>(key >> 32), static_cast<std::uint32_t>(key)}, weight);
    for (const auto& [extension, weight] : related_)
      visit(extension, weight);
  }

 private:
  std::unordered_map<std::uint64_t, double> weights_;  // without relations
  std::map<Extension, double> related_;
};

// Draws occurrences of a pattern at random, as images of a spanning tree of it.
//
// The inner vertices of the tree are drawn with the probabilities of TreeWeights. Then its leaves
// are drawn one after the other, each evenly among those candidates that have exactly the right
// edges, of the right kinds, to all images so far. With v_i candidates for a leaf where the weights
// assumed a_i, the product of the v_i / a_i (0 when something does not fit) times total() is an
// unbiased estimate of the number of mappings, and it lies between 0 and total().
//
// For every vertex of the graph a word says which images it is adjacent to, as in CoreSearch.
class TreeSampler {
 public:
  // The graph must outlive this object.
  explicit TreeSampler(const SampleGraph& graph);

  // A spanning tree of the pattern; total() is at least the number of its mappings.
  void set_tree(const Pattern& pattern, const std::vector<std::uint32_t>& tree_edges);
  double total() const { return weights_.total(); }

  // One draw: the product above, in [0, 1]. total() > 0. The tally, if there is one, is told what
  // lies around the occurrence.
  double draw(Rng& rng, ExtensionTally* tally = nullptr);
  // Where the pattern's vertices lie after a draw that was not 0, as vertices of the target graph.
  Vertex image(int vertex) const { return images_[static_cast<std::size_t>(vertex)]; }

 private:
  static constexpr std::uint64_t kTaken = std::uint64_t{1} << 63;

  // One leaf, in the order in which they are drawn.
  struct LeafStep {
    int vertex;
    int node;            // its neighbour in the tree
    std::size_t leaves;  // which of the node's groups it belongs to
    int place;           // its number in the group
    bool pendant;        // a leaf of the pattern too, with one neighbour
  };

  void order_leaves();
  std::uint64_t required(int vertex) const { return pattern_.adjacency(vertex) & placed_; }
  bool fits(int vertex, Vertex image) const {
    return words_[image] == required(vertex) && (pattern_.plain() || related(vertex, image));
  }
  bool related(int vertex, Vertex image) const;
  void place(int vertex, Vertex image);
  void clear();
  void tell(ExtensionTally& tally, double weight) const;
  bool draw_inner(Rng& rng);
  double draw_leaf(const LeafStep& step, Rng& rng);
  const std::vector<Vertex>& candidates(const LeafStep& step);

  const SampleGraph& graph_;
  TreeWeights weights_;
  Pattern pattern_;
  std::vector<LeafStep> leaves_;
  std::vector<std::uint64_t> words_;
  std::uint64_t placed_ = 0;
  std::array<Vertex, pattern::kMaxPatternSize> images_{};
  std::vector<std::uint32_t> arc_up_;  // of each node: from its image to that of its parent
  std::vector<Vertex> marked_;         // images whose neighbours have their words set
  std::vector<Vertex> candidates_;
  int candidates_node_ = -1;  // what candidates_ were collected for
  std::size_t candidates_leaves_ = 0;
};

}  // namespace rlminer::sample
