#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "rlminer/base/deadline.h"
#include "rlminer/proof/scheme.h"

namespace rlminer::proof {

// A tree, or a connected graph with exactly one cycle, whose labels are all undecided: where the
// search for frequent patterns begins. The core holds the vertices that are placed one by one; the
// others are leaves, counted in bulk. It is connected and contains every vertex of degree 2 or
// more.
struct Shape {
  Scheme scheme;                           // all codes 0, in canonical order
  std::uint32_t core = 0;                  // a set of vertices, as bits
  std::vector<int> core_order;             // the core in the order in which labels are decided
  std::vector<std::pair<int, int>> cycle;  // the edges of the cycle; none in a tree
};

// A shape with one cycle and the trees that are left when an edge of the cycle is taken away.
struct CyclicShape {
  struct Cut {
    int i = 0;  // an edge of the cycle
    int j = 0;
    std::uint32_t tree = 0;  // what it leaves, a number among the trees
    int times = 0;           // how many edges of the cycle leave that tree
  };
  Shape shape;
  std::vector<Cut> cuts;  // one for each tree
};

// The shapes of one size. They do not depend on any graph. Those with a cycle are made when they
// are first asked for.
class ShapeTable {
 public:
  // A table that all proofs of a small size share; of a large size a fresh one, which is incomplete
  // when the deadline passes.
  static std::shared_ptr<ShapeTable> of(int size, const Deadline& deadline = Deadline());

  explicit ShapeTable(int size, const Deadline& deadline = Deadline());

  bool complete() const { return complete_; }
  const std::vector<Shape>& trees() const { return trees_; }
  // The shapes that come of a tree by adding an edge, each once. They live as long as the table.
  // May be called by several threads at the same time.
  std::vector<const CyclicShape*> closed(std::uint32_t tree);

 private:
  CyclicShape cyclic(const Scheme& scheme) const;

  bool complete_ = true;
  std::vector<Shape> trees_;
  std::unordered_map<Scheme, std::uint32_t, SchemeHash> tree_number_;

  std::mutex mutex_;  // for all below
  std::deque<CyclicShape> cyclic_;
  std::unordered_map<Scheme, const CyclicShape*, SchemeHash> cyclic_by_scheme_;
  std::vector<std::optional<std::vector<const CyclicShape*>>> closed_;  // by tree
};

// The edges of a connected scheme that lie on cycles.
std::vector<std::pair<int, int>> cycle_edges(const Scheme& scheme);

}  // namespace rlminer::proof
