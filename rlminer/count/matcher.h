#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "rlminer/base/deadline.h"
#include "rlminer/base/frequency.h"
#include "rlminer/count/core_search.h"
#include "rlminer/count/plan.h"
#include "rlminer/graph/graph.h"
#include "rlminer/graph/target_graph.h"
#include "rlminer/pattern/pattern.h"

namespace rlminer::count {

struct MniSupport {
  std::size_t support = 0;  // over the pattern's vertices, the smallest number of distinct images
  bool complete = false;    // false: stopped early, the support is a lower bound
};

// Counts and finds the occurrences of connected patterns in one graph, each vertex set once. The
// labels of a pattern are those of the graph's dictionary, and so are its relations where the graph
// distinguishes edges. A pattern with edges that is plain there does not occur, nor does one with
// relations in a graph that has none: callers are to ask with patterns of the graph's own kind.
//
// Counting is not listing: only the core of the pattern (its vertices of degree 2 or more) is
// matched by backtracking, the leaves are counted in bulk (see LeafCounter). docs/counting.md has
// the whole method.
class Matcher {
 public:
  explicit Matcher(const Graph& graph);
  Matcher(const Matcher&) = delete;
  Matcher& operator=(const Matcher&) = delete;

  // On how many vertex sets the pattern occurs, induced. Stops with a lower bound at the deadline,
  // or once more than `give_up` partial matches were tried or choosing leaves took as long as that
  // would.
  Frequency count(const Pattern& pattern, const Deadline& deadline = Deadline(),
                  std::uint64_t give_up = ~std::uint64_t{0});
  // The same on several threads, without the limit on partial matches.
  Frequency count_on(int threads, const Pattern& pattern, const Deadline& deadline = Deadline());

  // About what count() would take, from so many random ways down the search: enough to tell seconds
  // from hours.
  CountCost predict(const Pattern& pattern, Rng& rng, int probes = 200,
                    const Deadline& deadline = Deadline());

  // The first `limit` occurrences, each as the images of the pattern's vertices in order, or as
  // many as are found before the deadline and with so many partial matches.
  std::vector<std::vector<Vertex>> find(const Pattern& pattern, std::size_t limit,
                                        const Deadline& deadline = Deadline(),
                                        std::uint64_t give_up = ~std::uint64_t{0});
  // Hands every occurrence to `visit` (in the same form) until it returns false. True: there were
  // no more.
  using Visit = std::function<bool(std::span<const Vertex> occurrence)>;
  bool for_each(const Pattern& pattern, const Visit& visit, const Deadline& deadline = Deadline(),
                std::uint64_t give_up = ~std::uint64_t{0});

  // The minimum image-based support under induced embeddings.
  MniSupport mni(const Pattern& pattern, const Deadline& deadline = Deadline());

  // Numbers of choices of leaves that may be above `most` are counted in arbitrary precision by
  // count(), even if they would fit into 128 bits: for tests.
  void set_most_in_words(Count most) { search_.set_most_in_words(most); }

 private:
  void plan_count(const Pattern& pattern);

  graph::TargetGraph target_;
  CorePlan plan_;
  CoreSearch search_;
};

}  // namespace rlminer::count
