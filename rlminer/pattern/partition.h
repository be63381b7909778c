#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>

#include "rlminer/pattern/pattern.h"

namespace rlminer::pattern {

// Adjacency of a small graph, one word per vertex; rows past its last vertex are zero.
using Adjacency = std::array<std::uint32_t, kMaxPatternSize>;
// The same of a graph whose edges are of several kinds: the kinds are numbered from 1 on, and layer
// b has the edges whose number has bit b. A row has the edges as its vertex sees them.
struct Layers {
  static constexpr int kMost = 10;  // 32 vertices have at most 992 kinds of edges among them

  explicit Layers(const Pattern& pattern);

  int count = 0;
  std::array<Adjacency, kMost> rows{};
};
using VertexOrder = std::array<std::uint8_t, kMaxPatternSize>;

// Vertices 0 .. n-1 in a sequence of cells: the cell at place s is order[s], order[s+1], ... up to
// the next place at which `starts` has a bit. Bit n of `starts` is always set, so the last cell
// ends like every other one.
struct OrderedPartition {
  VertexOrder order{};
  std::uint64_t starts = 1;
  int n = 0;

  int num_cells() const { return std::popcount(starts) - 1; }
  int cell_end(int start) const {
    assert(0 <= start && start < kMaxPatternSize);
    return start + 1 + std::countr_zero(starts >> (start + 1));
  }
  std::uint32_t cell(int start) const;  // the vertices of a cell, as bits
  // The starts of the cells with more than one vertex.
  std::uint64_t open_cells() const { return starts & ~(starts >> 1) & all_places(); }
  bool discrete() const { return (starts & all_places()) == all_places(); }
  std::uint64_t all_places() const { return (std::uint64_t{1} << n) - 1; }

  // Makes a vertex of the cell at `start` a cell of its own, ahead of the rest of the cell.
  void individualize(int start, int vertex);
  // The start of the cell to individualize next: the first of the smallest open cells.
  int target() const;
  // True when, the partition being equitable, any two ways to individualize and refine down to
  // single vertices differ by an automorphism that keeps the cells.
  bool all_completions_alike() const;
};

// Splits cells until any two vertices of a cell have equally many neighbours in every cell. The
// cells whose starts are in `splitters` are those not yet known to agree. Returns a number that
// depends on the shape of the run alone: isomorphic inputs give equal numbers. The number of cells
// is in its top bits.
std::uint64_t refine(const Adjacency& adjacency, OrderedPartition& partition,
                     std::uint64_t splitters);
// The same for every layer, so that vertices of a cell have equally many neighbours of each kind
// there, or nearly so: different kinds may make up for each other. Cells still hold everything that
// an automorphism exchanges.
std::uint64_t refine(const Layers& layers, OrderedPartition& partition, std::uint64_t splitters);

// Sorts the vertices into cells by label, then degree (high first), then hashes of their
// surroundings. Vertices that an automorphism exchanges share a cell; vertices in different cells
// differ. Not necessarily equitable.
OrderedPartition initial_partition(const Pattern& pattern);

}  // namespace rlminer::pattern
