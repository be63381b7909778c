#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "rlminer/base/deadline.h"
#include "rlminer/proof/bound_graph.h"
#include "rlminer/proof/copy_bound.h"
#include "rlminer/proof/scheme.h"

namespace rlminer::proof {

// Sharper bounds for one pattern of any form, its labels decided. The core is placed vertex by
// vertex on distinct vertices of the graph; where little is at stake the rest is not placed but
// bounded by CopyBound.
class PatternBound {
 public:
  enum class Count { Copies, Occurrences };

  struct Effort {
    double fine = 0.0;        // what accounts for less is bounded coarsely
    std::uint64_t steps = 0;  // give up after so many
    double enough = 0.0;      // give up once the bound is sure to reach this, unless 0
    // Of placements that differ by a symmetry place one only. Quicker, and what is bounded coarsely
    // may be bounded more coarsely.
    bool symmetric = false;
  };

  PatternBound(const BoundGraph& graph, int size);

  // At least the number of subgraphs, induced or not, that are isomorphic to the scheme (Copies),
  // or of vertex sets that induce it (Occurrences). Nothing when the effort does not suffice or the
  // deadline passes.
  std::optional<double> bound(const Scheme& scheme, Count count, const Effort& effort,
                              const Deadline& deadline = Deadline());
  // How much of the last bound is due to what was bounded coarsely, from 0 to 1.
  double coarse_share() const { return sum_ > 0.0 ? coarse_sum_ / sum_ : 0.0; }

 private:
  struct Step {
    int vertex = 0;
    int anchor = -1;                // the place in the order of a neighbour, or -1
    std::uint32_t near = 0;         // the neighbours placed before, as bits of their places
    Range kinds;                    // that it may have, seen from the anchor if there is one
    std::vector<LeafGroup> groups;  // its leaves
    // Where edges are distinguished: its kinds seen from other neighbours, by their places.
    std::vector<std::pair<std::size_t, Range>> others;
  };

  void plan(const Scheme& scheme, std::uint32_t core);
  Step next_step(const Skeleton& skeleton, std::span<const int> order) const;
  void add_coarse(double weight);
  double unbroken(std::size_t placed) const;
  bool place(std::size_t step, double weight);
  bool try_image(std::size_t step, std::uint32_t v, double weight, double at_stake);
  double pending(std::size_t step, std::size_t placed) const;
  bool related(const Step& step, std::uint32_t v) const;
  double leaves_at(const Step& step, std::uint32_t v);
  void sum_parts(std::size_t step, std::uint32_t v);
  void mark(std::size_t step, std::uint32_t v);
  double refined();
  double choices(std::size_t step, const LeafGroup& group);

  const BoundGraph& graph_;
  CopyBound copies_;
  ForestSets forest_;
  Skeleton tree_;  // the core with the edges to anchors only, and the leaves
  std::vector<Step> steps_;
  std::vector<int> order_;             // the core vertices in the order of the steps
  std::vector<std::uint32_t> image_;   // by place in the order
  std::vector<double> sums_;           // by place: placements of all that hangs there
  std::vector<std::uint32_t> marks_;   // of each vertex: which images it is adjacent to
  std::vector<std::uint32_t> number_;  // of each vertex: its number among the candidates, from 1
  std::vector<std::uint32_t> candidates_;
  std::optional<CoreSymmetry> symmetry_;
  const Deadline* deadline_ = nullptr;
  std::uint64_t tries_ = 0;
  bool induced_ = false;
  double fine_ = 0.0;
  std::uint64_t left_ = 0;
  double enough_ = 0.0;  // placements that are enough
  double sum_ = 0.0;
  double refined_sum_ = 0.0;  // the part of it that greater effort would not lower
  double coarse_sum_ = 0.0;   // the part of it that was not placed to the end
};

}  // namespace rlminer::proof
