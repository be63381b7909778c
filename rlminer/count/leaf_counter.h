#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "rlminer/base/count.h"
#include "rlminer/count/independent_sets.h"
#include "rlminer/count/plan.h"
#include "rlminer/count/polynomial.h"
#include "rlminer/count/search_budget.h"
#include "rlminer/count/target.h"

namespace rlminer {

// In how many ways the leaves of a pattern can be chosen once its core is placed.
//
// The candidates of a group of leaves are the neighbours of its core vertex's image with the right
// label that are adjacent to no other image. A choice takes `need` candidates of every group, no
// two of them adjacent. Candidates without a candidate neighbour are counted by binomials; the
// others fall into small connected components, each with the generating polynomial of its
// independent sets.
class LeafCounter {
 public:
  LeafCounter(const TargetGraph& target, SearchBudget& budget)
      : target_(target), budget_(budget), sets_(layout_, budget) {}

  void begin(const CorePlan& plan);

  // What the core search knows: the image of every step, and for every target vertex a word that
  // says which images it is adjacent to.
  struct Placement {
    std::span<const Vertex> images;
    std::span<const std::uint32_t> words;
  };

  // The number of choices; too small only when the budget stops it.
  Count count(const Placement& placement);
  // Whether there is one.
  bool exists(const Placement& placement);

 private:
  bool collect(const Placement& placement);
  Count count_pairs(const Placement& placement);
  void find_conflicts();
  Count count_choices();
  void split_conflicts();
  void multiply_component(std::span<const std::uint32_t> component);
  Count combine();
  Count choose(std::uint64_t n, int r);
  std::uint64_t variable_of(std::uint32_t candidate) const {
    return layout_.variable(group_of_[candidate]);
  }

  const TargetGraph& target_;
  SearchBudget& budget_;
  std::span<const LeafGroup> groups_;
  int wanted_ = 0;  // leaves in all
  ExponentLayout layout_;
  IndependentSets sets_;

  std::vector<Vertex> candidates_;             // by group
  std::vector<std::uint32_t> group_of_;        // of each candidate
  std::vector<std::uint64_t> available_;       // candidates of each group, then those of them free
  std::vector<std::uint32_t> place_;           // of each target vertex: its candidate's index + 1
  std::vector<std::uint32_t> conflict_ends_;   // pairs of adjacent candidates
  std::vector<std::uint32_t> conflict_begin_;  // adjacency of the candidates, compressed rows
  std::vector<std::uint32_t> conflict_targets_;
  std::vector<std::uint32_t> component_;
  std::vector<std::uint32_t> local_;  // of each candidate: its index in the component + 1
  Polynomial product_, factor_;
  ConflictGraph conflict_graph_;
  std::vector<Count> pascal_;  // rows of 32 binomials
};

}  // namespace rlminer
