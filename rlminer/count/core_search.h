#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "rlminer/base/deadline.h"
#include "rlminer/base/rng.h"
#include "rlminer/count/leaf_counter.h"
#include "rlminer/count/plan.h"
#include "rlminer/count/search_budget.h"
#include "rlminer/graph/target_graph.h"

namespace rlminer::count {

// What counting a pattern takes.
struct CountCost {
  double partial_matches = 0.0;
  double work = 0.0;  // in units of a few nanoseconds

  // On one thread; a guess that holds within a factor of a few.
  double seconds() const { return 3e-9 * work; }
};

// Places the core of a pattern in every way its plan allows and counts the choices of leaves for
// each.
//
// For every target vertex a word says which steps' images it is adjacent to; it is updated when a
// vertex is placed or taken back. A candidate fits a step when its word equals the step's required
// word: adjacency and non-adjacency are checked by one comparison. Bit 31 is set while a vertex is
// itself an image; no step needs that bit, because the last vertex of a pattern without leaves
// never has to be placed. Relations, where the pattern has them, are looked up for what passed that
// comparison: that to the image of the anchor stands beside the candidate, others are rare.
class CoreSearch {
 public:
  explicit CoreSearch(const graph::TargetGraph& target)
      : target_(target), words_(target.num_vertices(), 0), leaves_(target, budget_) {}

  // The plan must stay as it is until the next begin(). Afterwards the members below may be called
  // any number of times; they stop early when the deadline passes or more than `give_up` partial
  // matches were tried.
  void begin(const CorePlan& plan, const Deadline& deadline, std::uint64_t give_up);
  bool stopped() const { return budget_.stopped(); }

  // Adds the number of occurrences in which the first step's image is in [from, to).
  void count(Vertex from, Vertex to, BigCount& total);
  // Whether there is one with this first image. images() then tells where the core is.
  bool exists(Vertex first);
  // Calls visit(images, leaves) for each until it returns false: the images of the steps in their
  // order, then those of the leaves, group by group.
  template <typename Visit>
  void list(Visit&& visit) {
    match_first(plan_->steps[0].first, plan_->steps[0].last, [&] {
      if (leafless_) return visit(images(), std::span<const Vertex>());
      return leaves_.list(placement(),
                          [&](std::span<const Vertex> leaves) { return visit(images(), leaves); });
    });
  }
  // What the search costs, from one random way down it: in expectation the truth.
  CountCost probe(Rng& rng);
  // For tests, see LeafCounter.
  void set_most_in_words(Count most) { leaves_.set_most_in_words(most); }
  std::span<const Vertex> images() const { return std::span(image_).first(plan_->steps.size()); }

 private:
  static constexpr std::uint32_t kTaken = std::uint32_t{1} << 31;

  void place(std::size_t depth, Vertex vertex) {
    words_[vertex] |= kTaken;
    for (const Vertex u : target_.neighbors(vertex))
      words_[u] |= std::uint32_t{1} << depth;
  }
  void take_back(std::size_t depth, Vertex vertex) {
    words_[vertex] &= ~kTaken;
    for (const Vertex u : target_.neighbors(vertex))
      words_[u] &= ~(std::uint32_t{1} << depth);
  }
  Vertex lowest(const CoreStep& step) const;
  LeafCounter::Placement placement() const { return {images(), words_}; }

  std::vector<Vertex>& fitting(std::size_t depth);

  // Whether a vertex that is adjacent to the right images is so by the right relations, that to the
  // anchor's image aside.
  bool related(std::size_t depth, Vertex vertex) const;

  // Calls found() for every way to place all steps, or those from `depth` on; false: found() or the
  // budget ended the search.
  template <typename Found>
  bool match_first(Vertex from, Vertex to, Found&& found) {
    return plan_->plain ? match_first_of<true>(from, to, found)
                        : match_first_of<false>(from, to, found);
  }
  template <bool kPlain, typename Found>
  bool match_first_of(Vertex from, Vertex to, Found& found);
  template <bool kPlain, typename Found>
  bool match(std::size_t depth, Found& found);
  template <bool kPlain, typename Found>
  bool descend(std::size_t depth, Vertex vertex, Found& found);

  const graph::TargetGraph& target_;
  const CorePlan* plan_ = nullptr;
  bool leafless_ = true;
  SearchBudget budget_;
  std::array<Vertex, pattern::kMaxPatternSize> image_{};
  std::vector<std::uint32_t> words_;
  LeafCounter leaves_;
  std::vector<Vertex> fitting_;  // of probe()
};

template <bool kPlain, typename Found>
bool CoreSearch::match_first_of(Vertex from, Vertex to, Found& found) {
  const CoreStep& step = plan_->steps[0];
  const Vertex candidates = step.last - step.first;
  const Vertex last = step.first + (candidates > step.followers ? candidates - step.followers : 0);
  for (Vertex v = std::max(from, step.first); v < std::min(to, last); ++v) {
    if (!graph::LabelSignature::covers(target_.signature(v), step.signature)) continue;
    if (!descend<kPlain>(0, v, found)) return false;
  }
  return true;
}

template <bool kPlain, typename Found>
bool CoreSearch::descend(std::size_t depth, Vertex vertex, Found& found) {
  if (!budget_.step()) return false;
  image_[depth] = vertex;
  const bool last = depth + 1 == plan_->steps.size();
  if (last && leafless_) return found();
  place(depth, vertex);
  bool go_on = true;
  if (last) {
    go_on = found();
  } else if (leafless_ || leaves_.possible(placement(), depth + 1)) {
    go_on = match<kPlain>(depth + 1, found);
  }
  take_back(depth, vertex);
  return go_on;
}

template <bool kPlain, typename Found>
bool CoreSearch::match(std::size_t depth, Found& found) {
  const CoreStep& step = plan_->steps[depth];
  const Vertex anchor = image_[static_cast<std::size_t>(step.anchor)];
  const auto neighbors = target_.neighbors(anchor);
  auto candidates = graph::from_vertex(neighbors, lowest(step));
  [[maybe_unused]] const std::size_t skipped = neighbors.size() - candidates.size();
  if (step.followers > 0) {
    const std::size_t most = candidates.size() - graph::from_vertex(candidates, step.last).size();
    candidates = candidates.first(most > step.followers ? most - step.followers : 0);
  }
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const Vertex v = candidates[i];
    if (v >= step.last) break;
    if (words_[v] != step.required) continue;
    if (!graph::LabelSignature::covers(target_.signature(v), step.signature)) continue;
    if constexpr (!kPlain) {
      const auto wanted = plan_->relations[depth][static_cast<std::size_t>(step.anchor)];
      if (target_.relations(anchor)[skipped + i] != wanted || !related(depth, v)) continue;
    }
    if (!descend<kPlain>(depth, v, found)) return false;
  }
  return true;
}

}  // namespace rlminer::count
