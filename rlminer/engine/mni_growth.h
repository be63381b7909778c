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
#include "rlminer/base/deadline.h"
#include "rlminer/engine/engine.h"
#include "rlminer/graph/graph.h"
#include "rlminer/pattern/pattern.h"

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

// The orbits of the automorphism group: equal numbers for vertices that an automorphism maps to
// each other. `num_labels` is that of the graph the labels belong to.
std::array<std::uint8_t, pattern::kMaxPatternSize> orbits(const Pattern& pattern,
                                                          std::size_t num_labels);

// Which maps of a pattern into a graph count: those that keep edges and non-edges, or all that keep
// edges.
enum class Embeddings { Induced, All };

// Finds out which images the vertices of a pattern have in one graph. Not for several threads at a
// time.
class DomainSearch {
 public:
  DomainSearch(const Graph& graph, Embeddings embeddings)
      : graph_(graph),
        induced_(embeddings == Embeddings::Induced),
        adjacent_steps_(graph.num_vertices(), 0) {}

  struct Outcome {
    std::size_t support = 0;  // the MNI; when below what was asked for, only a bound from above
    bool complete = true;     // false: the deadline came first
  };

  // Shrinks `domains`, which hold every image and perhaps more, to exactly the images under the
  // embeddings that count. Stops once the MNI is known to be below `least`.
  Outcome shrink(const Pattern& pattern, Domains& domains, std::size_t least,
                 const Deadline& deadline);

 private:
  // One vertex of the pattern in the order in which they are placed.
  struct Step {
    int vertex;
    std::uint32_t required;  // bit i: adjacent to the vertex of step i
    std::uint32_t above;     // bit i: the image must be numbered above that of step i
  };

  bool make_arc_consistent(const Pattern& pattern, Domains& domains, std::size_t least) const;
  void plan(const Pattern& pattern, const Domains& domains, int root);
  bool decide(Domains& domains, std::size_t set, std::size_t least);
  bool embed(const Domains& domains, std::size_t depth);
  bool place_all(const Domains& domains, std::size_t depth, Vertex image);
  bool fits(const Step& step, Vertex image) const {
    const std::uint32_t adjacent = adjacent_steps_[image];
    return (induced_ ? adjacent : adjacent & step.required) == step.required;
  }
  Vertex anchor(const Step& step) const;

  const Graph& graph_;
  const bool induced_;
  std::vector<std::uint32_t> adjacent_steps_;  // bit i: adjacent to the image of step i
  std::vector<Step> steps_;
  std::array<Vertex, pattern::kMaxPatternSize> image_{};  // by step
  std::vector<VertexSet> seen_;                           // images met in an embedding, by orbit
  Deadline deadline_;
  std::uint64_t placed_ = 0;
  bool stopped_ = false;
};

// A way to grow a pattern: a new vertex of that label, adjacent to these vertices.
struct Extension {
  Label label;
  std::uint32_t neighbors;
  friend bool operator<(const Extension& a, const Extension& b) {
    return a.label != b.label ? a.label < b.label : a.neighbors < b.neighbors;
  }
};

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
  std::vector<Extension> extensions;  // sorted: all that keep the MNI at the current threshold

  bool reaches(std::size_t threshold) const { return exact && support >= threshold; }
  bool open(std::size_t threshold) const { return !exact && support >= threshold; }
};

// All patterns of a graph whose MNI reaches a threshold, found level by level.
//
// Growth by a vertex is tried only where every part of the result is known to reach the threshold.
// If S are the neighbours of the new vertex and a is a vertex whose removal leaves the pattern
// connected, then S without a must be an extension of that part, unless S is a alone. So the
// extensions of one part, each with and without a, and leaves on a, are all there is to try.
class PatternGrowth {
 public:
  PatternGrowth(const Graph& graph, const Budget& budget,
                Embeddings embeddings = Embeddings::Induced);

  // Finds the patterns of 1 to max_size vertices with MNI >= threshold. False: time or memory ran
  // out, and only some of them are known. Thresholds must not rise from call to call.
  bool grow(std::size_t threshold, int max_size);

  // The patterns of that size whose MNI is known, whatever the threshold.
  std::vector<const GrownPattern*> known(int size) const;
  // Every pattern above this and below the last threshold is still missing; 0: there is none.
  std::size_t next_threshold() const;
  bool out_of_memory() const { return out_of_memory_; }

 private:
  // An extension of a pattern, and what it makes of it.
  struct Growth {
    GrownPattern* from;
    Extension extension;
    GrownPattern* to;
  };

  void add_single_vertices();
  std::vector<GrownPattern*> next_level(const std::vector<GrownPattern*>& level);
  void list_extensions(const GrownPattern& from, std::vector<Extension>& extensions) const;
  bool possible(const GrownPattern& from, const Extension& extension) const;
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
  std::vector<Label> labels_;                            // those that reach the threshold
  std::vector<std::unique_ptr<DomainSearch>> searches_;  // one per thread
  std::atomic<bool> stopped_{false};
  std::atomic<bool> out_of_memory_{false};
};

}  // namespace rlminer::engine
