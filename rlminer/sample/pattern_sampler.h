#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "rlminer/base/deadline.h"
#include "rlminer/base/rng.h"
#include "rlminer/graph/graph.h"
#include "rlminer/pattern/pattern.h"
#include "rlminer/sample/colour_tables.h"
#include "rlminer/sample/estimate.h"

namespace rlminer::sample {

// A pattern that was met, how often it seems to occur, and one place where it does.
struct SampledPattern {
  Pattern pattern;  // in canonical order
  Estimate estimate;
  std::vector<Vertex> occurrence;
};

// Estimates the frequencies of all patterns of one size at once, from connected vertex sets drawn
// by colour coding.
//
// One round colours the graph at random and draws trees evenly among its colourful ones. A set U
// with s(U) spanning trees that is colourful with probability p(U) stands for
// (colourful trees) / (draws s(U) p(U)) sets: summed over the draws that induce a pattern, an
// unbiased estimate of its frequency. Rounds are independent, so the scatter of their estimates
// tells the error of their mean, that of the colouring included.
class PatternSampler {
 public:
  // Patterns beyond so many different ones are still drawn, but not remembered.
  static constexpr std::size_t kMostPatterns = 4'000'000;

  // Bytes of memory that it takes before the first draw.
  static double memory(const Graph& graph, int size) {
    return ColourTables::memory(graph.num_vertices(), size);
  }

  // The graph must outlive this object.
  PatternSampler(const Graph& graph, int size, int threads);

  struct Round {
    std::uint64_t draws = 0;  // made
    double table_seconds = 0.0;
    double draw_seconds = 0.0;
    bool complete = false;  // false: the deadline passed, nothing was added
  };
  // One more round with so many draws. The same generator gives the same round on any number of
  // threads.
  Round add_round(std::uint64_t draws, Rng& rng, const Deadline& deadline);

  std::uint64_t rounds() const { return rounds_; }
  std::uint64_t draws() const { return draws_; }
  std::size_t distinct() const { return records_.size(); }

  // The number of connected sets.
  Estimate sets() const;
  // What is known of any one pattern that was not met.
  Estimate unseen() const;
  // The patterns with the highest estimates, at most so many.
  std::vector<SampledPattern> top(std::size_t most) const;

 private:
  // Estimates of one quantity, round after round.
  struct Record {
    double current = 0.0;  // of the round that is under way
    double sum = 0.0;
    double squares = 0.0;
    double heaviest = 0.0;  // the most sets that a single hit would stand for
    std::uint64_t hits = 0;
    std::uint64_t example = 0;  // place of an occurrence in examples_
  };
  // What one thread draws.
  struct Batch {
    // Hashes of canonical patterns. 64 bits are enough to tell the patterns of a sample apart:
    // among 4 million different ones, two share a key with a probability below one in a million.
    std::vector<std::uint64_t> keys;
    std::vector<double> weights;   // 1 / (s p)
    std::vector<double> chances;   // p
    std::vector<Vertex> vertices;  // set after set
  };

  void draw_batch(std::uint64_t draws, Rng rng, const Deadline& deadline, Batch& batch) const;
  void merge(const Batch& batch, double trees_per_draw);
  void close_round();
  Estimate estimate_of(const Record& record) const;

  const Graph& graph_;
  int size_;
  int threads_;
  BlockColouring colouring_;
  ColourTables tables_;
  std::uint64_t rounds_ = 0;
  std::uint64_t draws_ = 0;
  Record all_;
  Record none_;  // of a pattern that was not met
  std::unordered_map<std::uint64_t, std::uint32_t> places_;
  std::vector<Record> records_;
  std::vector<std::uint32_t> touched_;  // records of this round
  std::vector<Vertex> examples_;
};

}  // namespace rlminer::sample
