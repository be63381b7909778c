#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <unordered_map>
#include <vector>

#include "rlminer/base/bits.h"
#include "rlminer/engine/engine.h"
#include "rlminer/graph/graph.h"
#include "rlminer/pattern/pattern.h"
#include "rlminer/sample/tree_sampler.h"

namespace rlminer::engine {

// A set of vertices of one graph, one bit each.
class VertexSet {
 public:
  VertexSet() = default;
  explicit VertexSet(std::size_t vertices) : words_((vertices + 63) / 64, 0) {}

  bool has(Vertex v) const { return (words_[v / 64] >> (v % 64) & 1u) != 0; }
  void insert(Vertex v) { words_[v / 64] |= std::uint64_t{1} << (v % 64); }
  void erase(Vertex v) { words_[v / 64] &= ~(std::uint64_t{1} << (v % 64)); }
  std::size_t size() const;
  bool unset() const { return words_.empty(); }  // made without a graph
  // Keeps what is in `other` too; whether that removed anything.
  bool intersect(const VertexSet& other);

  template <typename Visit>
  void for_each(Visit&& visit) const {
    for (std::size_t w = 0; w < words_.size(); ++w)
      for_each_bit(words_[w],
                   [&](int i) { visit(static_cast<Vertex>(w * 64) + static_cast<Vertex>(i)); });
  }

 private:
  std::vector<std::uint64_t> words_;
};

// The images each vertex of a pattern may have. Vertices that an automorphism maps to each other
// have the same images, so there is one set per orbit.
struct Domains {
  std::array<std::uint8_t, pattern::kMaxPatternSize> orbit{};  // place in `sets`, by pattern vertex
  std::vector<VertexSet> sets;

  const VertexSet& of(int vertex) const { return sets[orbit[static_cast<std::size_t>(vertex)]]; }
  VertexSet& of(int vertex) { return sets[orbit[static_cast<std::size_t>(vertex)]]; }
  std::size_t smallest() const;
};

// Which maps of a pattern into a graph count: those that keep edges and non-edges, or all that keep
// edges.
enum class Embeddings { Induced, All };

class DomainSearch;

// A pattern met during growth and what is known about its MNI.
struct GrownPattern {
  // A connected part with one vertex less.
  struct Part {
    int removed;
    const GrownPattern* pattern;
    std::array<std::uint8_t, pattern::kMaxPatternSize> place{};  // there, of each other vertex
  };

  std::size_t id = 0;                     // numbered in the order in which they were met
  Pattern pattern;                        // canonical
  bool symmetric = false;                 // has automorphisms
  bool exact = false;                     // `support` is the MNI, `domains` and `parts` are filled
  std::size_t support = ~std::size_t{0};  // otherwise the MNI is at most this
  Domains domains;
  std::vector<Part> parts;
  std::vector<sample::Extension>
      extensions;  // sorted: all that keep the MNI at the current threshold

  bool reaches(std::size_t threshold) const { return exact && support >= threshold; }
  bool open(std::size_t threshold) const { return !exact && support >= threshold; }
};

// All patterns of a graph whose MNI reaches a threshold, found level by level.
//
// Growth by a vertex is tried only where every part of the result is known to reach the threshold.
// If S are the neighbours of the new vertex and a is a vertex whose removal leaves the pattern
// connected, then S without a must be an extension of that part, unless S is a alone. So the
// extensions of one part, each with and without a, and leaves on a, are all there is to try. Where
// edges are distinguished, the edge to a is tried with each kind.
class PatternGrowth {
 public:
  PatternGrowth(const Graph& graph, const Budget& budget,
                Embeddings embeddings = Embeddings::Induced);
  ~PatternGrowth();

  // Finds the patterns of 1 to max_size vertices with MNI >= threshold. False: time or memory ran
  // out, and only some of them are known. Thresholds must not rise from call to call.
  bool grow(std::size_t threshold, int max_size);

  // The patterns of that size whose MNI is known, whatever the threshold.
  std::vector<const GrownPattern*> known(int size) const;
  // Every pattern above this and below the last threshold is still missing; 0: there is none.
  std::size_t next_threshold() const;
  bool out_of_memory() const { return budget_.deadline.out_of_memory(); }

 private:
  // An extension of a pattern, and what it makes of it.
  struct Growth {
    GrownPattern* from;
    sample::Extension extension;
    GrownPattern* to;
  };

  void add_single_vertices();
  std::vector<GrownPattern*> next_level(const std::vector<GrownPattern*>& level);
  void list_extensions(const GrownPattern& from, std::vector<sample::Extension>& extensions) const;
  bool possible(const GrownPattern& from, const sample::Extension& extension) const;
  GrownPattern* intern(const Pattern& pattern);
  void evaluate(const std::vector<GrownPattern*>& open);
  void evaluate(GrownPattern& grown, DomainSearch& search) const;
  bool find_parts(GrownPattern& grown) const;
  void start_domains(GrownPattern& grown) const;

  const Graph& graph_;
  const Budget& budget_;
  std::size_t threshold_ = 0;
  std::deque<GrownPattern> patterns_;  // a deque because they are referred to by address
  std::vector<std::vector<GrownPattern*>> by_size_;
  std::unordered_map<Pattern, GrownPattern*, pattern::PatternHash> by_pattern_;
  std::vector<Label> labels_;  // those that reach the threshold
  // What one edge adds to the relations of an extension, for each kind of edges; in a graph that
  // does not distinguish them nothing, once.
  std::vector<decltype(sample::Extension::relations)> edge_kinds_;
  std::vector<std::unique_ptr<DomainSearch>> searches_;  // one per thread
  std::atomic<bool> stopped_{false};
};

}  // namespace rlminer::engine
