#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "rlminer/count/polynomial.h"
#include "rlminer/count/search_budget.h"
#include "rlminer/pattern/pattern.h"

namespace rlminer::count {

class ConflictGraph;

// In which order to eliminate the vertices of a graph, and what each elimination involves. A vertex
// that goes leaves its remaining neighbours, its scope, joined to each other: choices there are no
// longer independent of each other. The vertex with the fewest remaining neighbours goes first.
//
// The parent of a vertex is the first of its scope to go. What is below a vertex, its children and
// theirs, has no neighbours but below it, among its ancestors and itself.
class EliminationOrder {
 public:
  // False: some scope is wider than `widest`, and nothing below may be called.
  bool find(const ConflictGraph& graph, std::size_t widest);

  std::size_t words() const { return words_; }
  std::span<const std::uint32_t> vertices() const { return order_; }  // in order
  std::uint32_t place(std::size_t vertex) const { return place_[vertex]; }
  const std::uint64_t* scope_bits(std::size_t vertex) const {
    return rows_.data() + vertex * words_;
  }
  std::size_t scope_size(std::size_t vertex) const { return degree_[vertex]; }
  std::size_t widest() const { return widest_; }

 private:
  std::size_t next() const;
  void eliminate(std::size_t vertex);

  std::size_t words_ = 0;
  std::size_t widest_ = 0;
  std::vector<std::uint64_t> rows_;     // remaining neighbours, then the scope once eliminated
  std::vector<std::uint32_t> degree_;   // bits of the row
  std::vector<std::uint32_t> waiting_;  // vertices not yet eliminated, in no order
  std::vector<std::uint32_t> order_, place_;
};

class ConflictGraph;

// The generating polynomial of the independent sets of a graph by elimination of its vertices.
//
// The elimination of v makes a factor: for every independent set T within the scope of v the
// polynomial F(T) of the independent sets below and at v that have no neighbour in T. It is
//
//   F(T) = prod F_j(T in scope of j) + x(v) prod F_j((T and v) in scope of j)
//
// over the children j of v; the second part only when v has no neighbour in T. T uses up exponents,
// what is left is its rest, and F(T) is wanted up to the rest only. The sets T form a tree, each
// made from a smaller one by adding a later vertex of the scope, and the trees of v and of its
// children are walked side by side. When only one more vertex may be chosen it is counted instead.
template <Coefficient Number>
class Elimination {
 public:
  Elimination(const ExponentGrid& grid, const ExponentLayout& layout, SearchBudget& budget)
      : grid_(grid), layout_(layout), budget_(budget) {}

  // The polynomial up to `limits`; false: it would take too much memory, or the budget stopped it.
  // The grid must be usable.
  bool polynomial(const ConflictGraph& graph, std::uint64_t limits, Polynomial<Number>& result);

 private:
  static constexpr std::size_t kWidest = 63;
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  struct Node {             // one set T of a factor
    std::uint32_t further;  // where in further_ the set T + vertex i of the scope is: further + i
    std::uint32_t polynomial;  // where in numbers_ F(T) begins
  };
  struct Factor {
    std::uint32_t root = kNone;                // node of the empty set
    std::uint32_t scope_begin = 0, width = 0;  // in scopes_
    std::uint32_t next_sibling = kNone;
  };
  // A child of the vertex at hand whose scope is not this vertex alone.
  struct Child {
    std::uint32_t vertex;
    std::uint32_t below;                            // how many vertices are below it
    std::array<std::int8_t, kWidest + 1> position;  // in its scope, of each vertex of our scope
  };
  // The set T of the walk, one per size of T.
  struct Walk {
    std::uint32_t node;
    std::uint32_t rest;
    std::uint64_t allowed;  // later vertices of the scope that T can be extended by
    bool open;              // the vertex at hand may be added to T
  };

  void note_variables(std::uint64_t limits);
  bool promising() const;
  bool eliminate(std::uint32_t vertex);
  void enter_scope();
  void enter_children();
  void multiply_pendants();
  void multiply_base(std::vector<Number>& base, bool& is_one, std::uint32_t node,
                     std::uint32_t rest);
  bool walk(std::size_t depth);
  void extend(std::size_t depth, std::size_t i);
  void fill(std::size_t depth);
  void fill_taken(std::size_t depth, Number* values);
  const Number* product(const std::vector<Number>& base, bool base_is_one,
                        const std::uint32_t* nodes, std::uint32_t rest);
  void multiply(const Number* a, const Number* b, std::uint32_t rest, Number* out) const;
  std::uint32_t add_node(std::uint32_t rest, std::size_t from);
  std::uint64_t count_below(std::size_t depth, std::size_t variable) const;
  bool can_take(const Walk& at, int at_least) const;

  std::uint32_t further(std::uint32_t node, std::size_t i) const {
    return further_[nodes_[node].further + static_cast<std::uint32_t>(i)];
  }
  const std::uint64_t* row(std::size_t vertex) const;
  bool adjacent(std::size_t u, std::size_t v) const {
    return (row(u)[v / 64] >> (v % 64) & 1u) != 0;
  }

  const ExponentGrid& grid_;
  const ExponentLayout& layout_;
  SearchBudget& budget_;
  const ConflictGraph* graph_ = nullptr;
  EliminationOrder order_;
  std::size_t words_ = 0;
  std::uint32_t limits_ = 0;            // as a number of the grid
  std::vector<std::uint8_t> variable_;  // of each vertex
  std::vector<std::uint64_t> members_;  // of each variable: its vertices
  std::vector<std::uint64_t> below_;    // of each vertex: those below it
  std::vector<std::uint32_t> below_size_;
  std::vector<Factor> factors_;             // of each vertex
  std::vector<std::uint32_t> first_child_;  // of each vertex
  std::vector<std::uint32_t> scopes_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> further_;
  std::vector<Number> numbers_;
  std::size_t further_used_ = 0, numbers_used_ = 0;
  std::vector<Number> roots_;  // product over the vertices that went last of their component

  // Of the vertex at hand.
  std::uint32_t vertex_ = 0;
  std::span<const std::uint32_t> scope_;                // by the order of elimination
  std::array<std::uint64_t, kWidest + 1> conflicts_{};  // of each vertex of the scope, within it
  std::vector<Child> children_;             // the one with the most vertices below it first
  std::vector<std::uint64_t> pendants_;     // of each variable: children without scope but us
  std::vector<Number> base_out_, base_in_;  // the part of both products that T has no part in
  bool out_is_one_ = true, in_is_one_ = true;
  std::array<Walk, pattern::kMaxPatternSize + 1> walk_{};
  std::vector<std::uint32_t> out_nodes_, in_nodes_;  // of each child; one row per size of T
  std::vector<std::uint64_t> blocked_;               // neighbours of T; one row per size of T
  std::vector<Number> scratch_, other_scratch_;
};

}  // namespace rlminer::count
