#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_set>
#include <vector>

#include "rlminer/proof/bound_graph.h"
#include "rlminer/proof/copy_bound.h"
#include "rlminer/proof/scheme.h"
#include "rlminer/proof/shapes.h"

namespace rlminer::proof {

// A shape with some labels and relations decided, and a bound on the frequency of all the patterns
// it stands for. A tree stands for the trees that come of it by deciding the rest; a shape with a
// cycle for all patterns that contain such a completion and have no further vertices.
struct Branch {
  Scheme scheme;
  double bound = 0.0;
  std::uint32_t shape = 0;
};

// What is known of the patterns that contain a scheme and have no further vertices. A pattern that
// contains it t times has a frequency of at most copies / t, and of at most `frequency`.
struct Bounds {
  double copies = 0.0;
  double frequency = 0.0;
};

// The shape with all labels undecided.
Scheme undecided(const Shape& shape, const BoundGraph& graph);

// Decides labels one after the other, and with them the relations where edges are distinguished:
// those of a core vertex to the ones before it, then each leaf together with its edge. The branches
// made of one cover everything it stands for.
class Brancher {
 public:
  Brancher(const BoundGraph& graph, int size);

  // An edge of a cycle of five or more vertices that is left out.
  struct Cut {
    int i = -1;
    int j = -1;
  };

  // At least the number of copies of a tree, all labels undecided.
  double tree_copies(const Shape& tree);

  // The branches with bounds of at least the threshold; some may be isomorphic to each other.
  std::vector<Branch> decide(const Branch& branch, const Shape& shape, Cut cut, double threshold);

  bool decided(const Scheme& scheme) const;
  // Bounds for a scheme with one cycle and no undecided labels.
  Bounds bounds(const Scheme& scheme);

 private:
  Skeleton skeleton(const Scheme& scheme, std::uint32_t core, Cut cut) const;
  double divisor(const Scheme& scheme, const Shape& shape, Cut cut) const;
  std::vector<Branch> decide_core(const Branch& branch, const Shape& shape, Cut cut, int vertex,
                                  double threshold);
  std::vector<Branch> decide_tie(const Branch& branch, const Shape& shape, Cut cut, int i, int j,
                                 double threshold);
  std::vector<Branch> decide_leaves(const Branch& branch, const Shape& shape, Cut cut,
                                    double threshold);

  // A group of leaves whose labels are undecided, and the core vertex it is on.
  struct OpenGroup {
    int vertex = -1;
    LeafGroup group;
  };
  OpenGroup largest_open_group(const Skeleton& skeleton, const Shape& shape) const;
  std::vector<double> split_sums(const Skeleton& skeleton, const OpenGroup& open);

  const BoundGraph& graph_;
  CopyBound copies_;
};

}  // namespace rlminer::proof
