#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

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

}  // namespace rlminer::count
