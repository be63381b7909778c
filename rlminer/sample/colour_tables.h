#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "rlminer/base/deadline.h"
#include "rlminer/base/rng.h"
#include "rlminer/graph/graph.h"

namespace rlminer::sample {

// Random colourings of a graph's vertices with k colours, and how likely a set is colourful (all
// its vertices differ in colour) under them.
//
// Colours that are drawn independently for every vertex give estimates that scatter widely around
// hubs: by chance a hub has many or few neighbours of some colour. So the vertices are put into
// blocks of k, neighbours of one hub together, and each block gets every colour once, in random
// order. A set with b_i vertices in block i is then colourful with probability
// k! / prod (k (k-1) ... (k - b_i + 1)), which is at least k! / k^k.
class BlockColouring {
 public:
  BlockColouring(const Graph& graph, int colours);

  std::vector<std::uint8_t> draw(Rng& rng) const;
  double colourful_probability(std::span<const Vertex> set) const;

 private:
  int colours_;
  std::vector<Vertex> order_;            // block after block
  std::vector<std::uint32_t> block_of_;  // of each vertex
};

// Sets of colours as numbers, for one number of colours k. Colour 0 is the root's and no part of
// any set; the sets of a vertex with colour c are those without 0 and c, numbered without a gap.
class ColourSets {
 public:
  explicit ColourSets(int colours);

  int colours() const { return colours_; }
  // How many sets a vertex with this colour has.
  std::size_t count(int colour) const {
    return std::size_t{1} << (colour == 0 || colours_ == 1 ? colours_ - 1 : colours_ - 2);
  }
  // The number, among the sets of `colour`, of a set given by its colours (bit c - 1 for colour c).
  static std::uint32_t number(std::uint32_t set, int colour) {
    if (colour == 0) return set;
    const std::uint32_t low = (std::uint32_t{1} << (colour - 1)) - 1;
    return (set & low) | (set >> 1 & ~low);
  }
  static std::uint32_t set_of(std::uint32_t number, int colour) {
    if (colour == 0) return number;
    const std::uint32_t low = (std::uint32_t{1} << (colour - 1)) - 1;
    return (number & low) | (number & ~low) << 1;
  }

  // For a vertex with colour `own` and its neighbour with colour `other`: every set of `size`
  // colours that has `other`, as the neighbour numbers it without `other`, and as the vertex does.
  struct Link {
    std::uint16_t of_neighbour;
    std::uint16_t of_vertex;
  };
  std::span<const Link> links(int own, int other, int size) const;
  // The sets of one size, by number.
  std::span<const std::uint16_t> of_size(int colour, int size) const;

 private:
  std::size_t pair(int own, int other) const {
    return static_cast<std::size_t>(own * colours_ + other);
  }
  int colours_;
  std::vector<std::vector<std::vector<Link>>> links_;           // by pair and size
  std::vector<std::vector<std::vector<std::uint16_t>>> sized_;  // by whether colour 0, and size
};

// The colourful trees of a coloured graph, counted, and fair draws among them.
//
// t(v, S) is the number of trees rooted at v whose other vertices have exactly the colours S, and
// n(v, S) the sum of t(u, S - colour of u) over the neighbours u of v. The branch that holds the
// smallest colour of S is one of n(v, Y) for the Y that are its colours, and the rest of the tree
// is one of t(v, S - Y): no tree is counted twice, and no table of tree shapes is needed. Every
// tree with all k colours is counted once, at its vertex with colour 0. (Colour coding: Alon,
// Yuster and Zwick 1995.)
//
// Numbers are floats, scaled by a power of two per vertex of a tree.
class ColourTables {
 public:
  // Bytes of memory for so many vertices and colours.
  static double memory(std::size_t vertices, int colours);

  // The graph must outlive this object. Colours may be at most 16.
  ColourTables(const Graph& graph, int colours);

  // False when the deadline passed before it was done.
  bool build(std::span<const std::uint8_t> colour_of, int threads, const Deadline& deadline);

  // Colourful trees with k vertices.
  double total() const { return total_; }
  // The vertices of one of them, all trees with the same probability. total() > 0.
  void draw(Rng& rng, std::vector<Vertex>& set) const;

 private:
  struct Branch {
    Vertex root;
    std::uint32_t colours;  // numbered as the root's
  };

  void begin_level(Vertex v, int size);
  void finish_level(Vertex v, int size);
  std::uint32_t draw_split(Vertex v, std::uint32_t colours, Rng& rng) const;
  Vertex draw_neighbour(Vertex v, std::uint32_t branch, Rng& rng) const;
  void sum_roots();

  const Graph& graph_;
  ColourSets sets_;
  std::vector<std::uint8_t> colour_of_;
  std::vector<std::size_t> offset_;  // of each vertex in the tables
  std::vector<float> trees_;         // t
  std::vector<float> sums_;          // n
  std::vector<Vertex> roots_;
  std::vector<double> cumulative_;
  double total_ = 0.0;
};

}  // namespace rlminer::sample
