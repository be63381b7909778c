#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "rlminer/base/count.h"
#include "rlminer/base/deadline.h"
#include "rlminer/count/plan.h"
#include "rlminer/graph/graph.h"
#include "rlminer/pattern/pattern.h"

namespace rlminer {

struct MatchCount {
  Count frequency = 0;    // vertex sets on which the pattern occurs, induced
  bool complete = false;  // false: stopped early, the frequency is a lower bound
};

// Finds the occurrences of one connected pattern by backtracking, each vertex set once.
//
// For every target vertex a word says which steps' images it is adjacent to; it is updated when a
// vertex is placed or taken back. A candidate fits a step when its word equals the step's required
// word: adjacency and non-adjacency are checked by one comparison.
class Matcher {
 public:
  explicit Matcher(const Graph& graph);

  // How often the pattern occurs. Stops at the deadline or once more than `give_up` partial matches
  // were tried.
  MatchCount count(const Pattern& pattern, const Deadline& deadline = Deadline(),
                   std::uint64_t give_up = ~std::uint64_t{0});

  // The first `limit` occurrences, each as the images of the pattern's vertices in order.
  std::vector<std::vector<Vertex>> find(const Pattern& pattern, std::size_t limit,
                                        const Deadline& deadline = Deadline());

 private:
  template <typename Leaf>
  bool match(std::size_t depth, Leaf&& leaf);
  bool fits(const MatchStep& step, Vertex candidate, std::int64_t above) const;
  std::int64_t lower_bound(const MatchStep& step) const;
  void place(std::size_t depth, Vertex vertex);
  void take_back(std::size_t depth, Vertex vertex);
  bool out_of_budget();
  void begin(const Pattern& pattern, const Deadline& deadline, std::uint64_t give_up);

  const Graph& graph_;
  std::vector<std::vector<Vertex>> by_label_;
  std::vector<std::uint32_t> adjacent_steps_;
  MatchPlan plan_;
  std::array<Vertex, kMaxPatternSize> image_{};
  Deadline deadline_;
  std::uint64_t steps_left_ = 0;
  bool stopped_ = false;
};

}  // namespace rlminer
