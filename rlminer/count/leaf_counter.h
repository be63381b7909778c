#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "rlminer/base/frequency.h"
#include "rlminer/count/independent_sets.h"
#include "rlminer/count/plan.h"
#include "rlminer/count/polynomial.h"
#include "rlminer/count/search_budget.h"
#include "rlminer/graph/target_graph.h"

namespace rlminer::count {

// In how many ways the leaves of a pattern can be chosen once its core is placed.
//
// The candidates of a group of leaves are the neighbours of its core vertex's image with the right
// label and relation to it that are adjacent to no other image. A choice takes `need` candidates of
// every group, no two of them adjacent. Candidates without a candidate neighbour are counted by
// binomials; the others fall into small connected components, each with the generating polynomial
// of its independent sets.
class LeafCounter {
 public:
  LeafCounter(const graph::TargetGraph& target, SearchBudget& budget)
      : target_(target), budget_(budget) {}
  LeafCounter(const LeafCounter&) = delete;
  LeafCounter& operator=(const LeafCounter&) = delete;

  void begin(const CorePlan& plan);

  // What the core search knows: the image of every step, and for every target vertex a word that
  // says which images it is adjacent to.
  struct Placement {
    std::span<const Vertex> images;
    std::span<const std::uint32_t> words;
  };

  // Adds the number of choices; too small only when the budget stops it.
  void count(const Placement& placement, BigCount& total);
  // Whether there is one.
  bool exists(const Placement& placement);
  // Whether every group on one of the first steps, the ones placed so far, has as many candidates
  // as it needs: placing more only takes some away.
  bool possible(const Placement& placement, std::size_t placed) const;
  // Calls visit(leaves) for every choice, the leaves of the first group first, until it returns
  // false. False: visit or the budget ended it.
  template <typename Visit>
  bool list(const Placement& placement, Visit&& visit) {
    if (wanted_ > 2 && !exists(placement)) return !budget_.stopped();
    if (!collect(placement)) return true;
    chosen_.clear();
    return pick(0, 0, groups_[0].need, visit);
  }

  // Numbers of choices that may be above `most` are counted in arbitrary precision even if they
  // would fit into 128 bits: for tests.
  void set_most_in_words(Count most) { most_in_words_ = most; }

 private:
  // What is counted in one kind of numbers.
  template <Coefficient Number>
  struct Choices {
    explicit Choices(LeafCounter& counter)
        : sets(counter.layout_, counter.grid_, counter.budget_) {}
    IndependentSets<Number> sets;
    Polynomial<Number> product, factor;
  };

  // Calls visit(v) for the candidates of a group until it returns false.
  template <typename Visit>
  void for_each_candidate(const Placement& placement, const LeafGroup& group, Visit&& visit) const {
    const Vertex image = placement.images[group.step];
    const std::uint32_t word = std::uint32_t{1} << group.step;
    const auto neighbors = target_.neighbors(image);
    const auto candidates = graph::from_vertex(neighbors, group.first);
    const pattern::Relation* const relations =
        plain_ ? nullptr : &target_.relations(image)[0] + (neighbors.size() - candidates.size());
    for (std::size_t i = 0; i < candidates.size() && candidates[i] < group.last; ++i) {
      if (placement.words[candidates[i]] != word) continue;
      if (relations != nullptr && relations[i] != group.relation) continue;
      if (!visit(candidates[i])) return;
    }
  }
  bool collect(const Placement& placement);
  bool joins_chosen(Vertex v) const;
  template <typename Visit>
  bool pick(std::size_t group, std::size_t from, int left, Visit& visit);
  std::uint64_t count_pairs(const Placement& placement);
  void find_conflicts();
  Count most_choices();
  template <Coefficient Number>
  Number count_choices(std::unique_ptr<Choices<Number>>& choices);
  void index_conflicts();
  template <Coefficient Number>
  void split_conflicts(Choices<Number>& choices);
  void collect_component(std::uint32_t first);
  template <Coefficient Number>
  void multiply_component(Choices<Number>& choices);
  template <Coefficient Number>
  Number combine(std::span<const typename Polynomial<Number>::Term> terms);
  void prepare_grid();
  Count choose(std::uint64_t n, int r);
  std::uint64_t variable_of(std::uint32_t candidate) const {
    return layout_.variable(group_of_[candidate]);
  }

  const graph::TargetGraph& target_;
  SearchBudget& budget_;
  std::span<const LeafGroup> groups_;
  bool plain_ = true;  // relations need not be looked at
  int wanted_ = 0;     // leaves in all
  Count most_in_words_ = kMaxCount - 1;
  ExponentLayout layout_;
  std::vector<int> limits_;       // of the layout
  std::vector<int> grid_limits_;  // those the grid was made for
  ExponentGrid grid_;

  std::vector<Vertex> candidates_;             // by group
  std::vector<std::uint32_t> group_of_;        // of each candidate
  std::vector<Vertex> chosen_;                 // by list()
  std::vector<std::uint64_t> available_;       // candidates of each group, then those of them free
  std::vector<std::uint32_t> place_;           // of each target vertex: its candidate's index + 1
  std::vector<std::uint32_t> conflict_ends_;   // pairs of adjacent candidates
  std::vector<std::uint32_t> conflict_begin_;  // adjacency of the candidates, compressed rows
  std::vector<std::uint32_t> conflict_targets_;
  std::vector<std::uint32_t> component_;
  std::vector<std::uint32_t> local_;  // of each candidate: its index in the component + 1
  ConflictGraph conflict_graph_;
  std::vector<Count> pascal_;                      // rows of 32 binomials
  std::unique_ptr<Choices<std::uint64_t>> words_;  // each made when it is first needed
  std::unique_ptr<Choices<Count>> double_words_;
  std::unique_ptr<Choices<BigCount>> large_;
};

// Of the candidates from `from` on, chooses `left` more for the group, then for those behind it.
// Candidates of low degree, which exclude few others, come first in a group.
template <typename Visit>
bool LeafCounter::pick(std::size_t group, std::size_t from, int left, Visit& visit) {
  if (left == 0) {
    if (group + 1 == groups_.size()) return visit(std::span<const Vertex>(chosen_));
    while (from < candidates_.size() && group_of_[from] <= group)
      ++from;
    return pick(group + 1, from, groups_[group + 1].need, visit);
  }
  for (std::size_t i = from; i < candidates_.size() && group_of_[i] == group; ++i) {
    if (!budget_.step()) return false;
    if (joins_chosen(candidates_[i])) continue;
    chosen_.push_back(candidates_[i]);
    const bool go_on = pick(group, i + 1, left - 1, visit);
    chosen_.pop_back();
    if (!go_on) return false;
  }
  return true;
}

}  // namespace rlminer::count
