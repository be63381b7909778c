#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "rlminer/count/elimination.h"
#include "rlminer/count/polynomial.h"
#include "rlminer/count/search_budget.h"

namespace rlminer::count {

struct WordsHash {
  std::size_t operator()(const std::vector<std::uint64_t>& words) const;
};

// A small graph each of whose vertices stands for a variable.
class ConflictGraph {
 public:
  void reset(std::size_t vertices) {
    size_ = vertices;
    words_ = (vertices + 63) / 64;
    rows_.assign(size_ * words_, 0);
    variable_.assign(size_, 0);
  }
  void set_variable(std::size_t v, std::uint64_t monomial) { variable_[v] = monomial; }
  void add_edge(std::size_t u, std::size_t v) {
    rows_[u * words_ + v / 64] |= std::uint64_t{1} << (v % 64);
    rows_[v * words_ + u / 64] |= std::uint64_t{1} << (u % 64);
  }

  std::size_t size() const { return size_; }
  std::size_t words() const { return words_; }
  std::uint64_t variable(std::size_t v) const { return variable_[v]; }
  const std::uint64_t* neighbors(std::size_t v) const { return rows_.data() + v * words_; }

 private:
  std::size_t size_ = 0;
  std::size_t words_ = 0;
  std::vector<std::uint64_t> rows_;
  std::vector<std::uint64_t> variable_;
};

// The generating polynomial of the independent sets of a graph: the coefficient of a monomial is
// the number of independent sets whose vertices' variables multiply to it.
//
// Where that is likely to be cheap, vertices are eliminated (see Elimination). Otherwise a vertex
// of greatest degree is either left out or taken, which removes its neighbours; what falls apart is
// treated apart and multiplied; what is left with two vertices to choose is counted by pairs.
// Subproblems are remembered.
template <Coefficient Number>
class IndependentSets {
 public:
  IndependentSets(const ExponentLayout& layout, const ExponentGrid& grid, SearchBudget& budget)
      : layout_(layout), grid_(grid), budget_(budget), elimination_(grid, layout, budget) {}

  // Complete unless the budget stopped it; then some sets are missing.
  Polynomial<Number> polynomial(const ConflictGraph& graph);

 private:
  using Set = std::vector<std::uint64_t>;
  // The vertices of a set that stand for one variable.
  struct Share {
    std::uint64_t variable;
    int limit;
    Set members;
    std::uint64_t count;
  };

  Polynomial<Number> of_set(Set set, std::uint64_t limits);
  Polynomial<Number> of_component(const Set& component, std::uint64_t limits);
  Polynomial<Number> branch(const Set& component, std::uint64_t limits);
  // Leaves the product as it is when the budget is used up.
  void multiply(Polynomial<Number>& product, const Polynomial<Number>& factor,
                std::uint64_t limits);
  Polynomial<Number> of_few(const std::vector<Share>& shares, std::uint64_t limits) const;
  bool eliminate(const Set& component, std::uint64_t limits, Polynomial<Number>& result);
  std::vector<Share> shares_of(const Set& set, std::uint64_t limits) const;
  std::uint64_t edges_between(const Set& a, const Set& b) const;
  Set take_component(Set& set) const;
  std::size_t degree_in(std::size_t v, const Set& set) const;

  const ExponentLayout& layout_;
  const ExponentGrid& grid_;
  SearchBudget& budget_;
  Elimination<Number> elimination_;
  const ConflictGraph* graph_ = nullptr;
  std::uint64_t largest_eliminated_ = 0;  // larger parts are not tried: some failed
  ConflictGraph part_;                    // for eliminate()
  std::vector<std::uint64_t> variables_;  // those that occur, each once
  std::vector<Set> members_;              // the vertices of each
  std::unordered_map<Set, Polynomial<Number>, WordsHash> known_;  // by vertices and limits
  Polynomial<Number> scratch_;
};

}  // namespace rlminer::count
