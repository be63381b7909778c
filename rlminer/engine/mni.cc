#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "rlminer/base/machine.h"
#include "rlminer/count/counter.h"
#include "rlminer/engine/mni_growth.h"
#include "rlminer/engine/registry.h"
#include "rlminer/pattern/canonical.h"

namespace rlminer::engine {
namespace {

// How much lower the threshold becomes from round to round. A round repeats little of the one
// before, so small steps are cheap, and a threshold far below the answer is not.
constexpr double kThresholdStep = 0.9;
// After the deadline: what counting the best patterns so far may take.
constexpr double kGraceSeconds = 0.2;

class Solver {
 public:
  Solver(const Graph& graph, const Problem& problem, const Budget& budget, Embeddings embeddings)
      : graph_(graph),
        problem_(problem),
        budget_(budget),
        components_(graph::connected_components(graph)),
        growth_(graph, budget, embeddings),
        counter_(graph, budget.threads) {}

  std::vector<Answer> run() {
    const Stopwatch watch(budget_.deadline.clock());
    choose_sizes();
    lower_threshold_until_settled();
    return answer_sizes(graph_, problem_, watch, [&](Answer& answer) { fill(answer); });
  }

 private:
  void choose_sizes() {
    const std::size_t largest = components_.largest();
    for (const int size : problem_.sizes) {
      if (static_cast<std::size_t>(size) <= largest) unsettled_.push_back(size);
    }
  }

  // A size is settled once as many patterns as are wanted reach the threshold: no other pattern can
  // have a higher MNI, and all that have the same one are known.
  void lower_threshold_until_settled() {
    std::size_t threshold = 0;
    for (const GrownPattern* single : growth_.known(1))
      threshold = std::max(threshold, single->support);
    const std::size_t sizes = unsettled_.size();
    while (!unsettled_.empty() && growth_.grow(threshold, unsettled_.back())) {
      std::erase_if(unsettled_,
                    [&](int size) { return growth_.known(size).size() >= problem_.top; });
      const std::size_t next = growth_.next_threshold();
      if (next == 0) unsettled_.clear();  // all patterns are known
      const auto step = static_cast<std::size_t>(kThresholdStep * static_cast<double>(threshold));
      threshold = std::min({step, threshold - 1, next});
      if (!budget_.on_progress) continue;
      const double open = static_cast<double>(unsettled_.size()) / static_cast<double>(sizes);
      budget_.on_progress({1.0 - open, 0.0, "growing"});
    }
  }

  void fill(Answer& answer) {
    const int size = answer.size;
    const bool settled = std::find(unsettled_.begin(), unsettled_.end(), size) == unsettled_.end();
    const std::vector<const GrownPattern*> best = highest(size);
    if (best.empty()) {
      answer.findings.push_back(finding_around_a_hub(size));
      answer.note = "no pattern of this size was reached";
    } else {
      answer.findings = findings(best);
      const std::string support = std::to_string(best.front()->support);
      answer.note = settled ? "the highest MNI is " + support : "MNI " + support + " so far";
    }
    bool counted = true;
    const Deadline closing = budget_.deadline.closing();
    for (Finding& finding : answer.findings) {
      counted = counted && finding.frequency.exact();
      answer.sets = saturating_add(answer.sets, finding.frequency.saturated());
      complete_occurrences(finding, problem_, counter_, closing);
    }
    if (settled && !counted) answer.note += "; stopped before the frequency was known";
    if (!settled) {
      answer.note += growth_.out_of_memory() ? "; memory limit reached"
                                             : "; stopped before the highest MNI was known";
    }
  }

  // The known patterns of the highest MNI: as many as are wanted and all that tie with the last.
  std::vector<const GrownPattern*> highest(int size) const {
    auto known = growth_.known(size);
    std::sort(known.begin(), known.end(), [](const GrownPattern* a, const GrownPattern* b) {
      return a->support != b->support ? a->support > b->support : a->pattern < b->pattern;
    });
    if (known.size() > problem_.top) {
      const std::size_t least = known[problem_.top - 1]->support;
      std::erase_if(known, [&](const GrownPattern* grown) { return grown->support < least; });
    }
    return known;
  }

  // Counts the patterns and keeps as many as are wanted. One that has embeddings but no induced
  // occurrence is none.
  std::vector<Finding> findings(const std::vector<const GrownPattern*>& best) {
    std::vector<Finding> counted(best.size());
    const Deadline deadline = grace();
    parallel_for(best.size(), counter_.threads(),
                 [&](int, std::size_t i) { counted[i] = count(best[i]->pattern, deadline); });
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < counted.size(); ++i) {
      if (counted[i].frequency > 0) order.push_back(i);
    }
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      if (best[a]->support != best[b]->support) return best[a]->support > best[b]->support;
      return counted[a].frequency > counted[b].frequency;
    });
    order.resize(std::min(order.size(), problem_.top));
    std::vector<Finding> kept;
    for (const std::size_t i : order)
      kept.push_back(std::move(counted[i]));
    return kept;
  }

  Deadline grace() const {
    return budget_.deadline.expired() ? budget_.deadline.grace(kGraceSeconds) : budget_.deadline;
  }

  Finding count(const Pattern& pattern, const Deadline& deadline) {
    Finding finding{pattern, counter_.count(pattern, deadline), {}};
    // Stopped before the first occurrence was counted: there may still be one.
    if (!finding.frequency.exact() && finding.frequency == 0)
      finding.frequency.learn(Frequency::at_least(Count{counter_.find(pattern, 1).size()}));
    return finding;
  }

  // Out of time before any pattern of the size: the one around the vertex of the highest degree is
  // as good a guess as any.
  Finding finding_around_a_hub(int size) {
    const auto wanted = static_cast<std::size_t>(size);
    Vertex hub = 0;
    std::size_t degree = 0;
    for (Vertex v = 0; v < graph_.num_vertices(); ++v) {
      if (components_.sizes[components_.of[v]] < wanted || graph_.degree(v) < degree) continue;
      hub = v;
      degree = graph_.degree(v);
    }
    std::vector<Vertex> set{hub};
    for (std::size_t next = 0; set.size() < wanted; ++next) {
      for (const Vertex v : graph_.neighbors(set[next])) {
        if (set.size() < wanted && std::find(set.begin(), set.end(), v) == set.end())
          set.push_back(v);
      }
    }
    return count(pattern::canonicalize(pattern::induce(graph_, set)).pattern, grace());
  }

  const Graph& graph_;
  const Problem& problem_;
  const Budget& budget_;
  const graph::Components components_;
  PatternGrowth growth_;
  count::Counter counter_;
  std::vector<int> unsettled_;  // sizes, ascending
};

// The pattern of each size with the highest MNI (minimum image-based support: the smallest number
// of distinct images that any of its vertices has over all induced embeddings), ties by frequency.
// Its frequency is exact; that it is the most frequent is not proven and often not so.
//
// MNI never grows when a pattern grows: an embedding of a pattern, restricted, is one of every
// connected part of it. So for a threshold t the patterns with MNI >= t are found by growth, one
// vertex at a time, from those one vertex smaller. The threshold starts at the highest MNI there
// can be and is lowered until every requested size has its pattern, as the paper uses T-FSM. What
// was learnt about a pattern at one threshold is kept for the next.
//
// Tools for frequent subgraphs count embeddings that need not be induced. "mni+noninduced" does so
// too, for comparison; only the frequency it reports is that of induced occurrences.
class MniEngine : public Engine {
 public:
  explicit MniEngine(Embeddings embeddings) : embeddings_(embeddings) {}

  std::string name() const override {
    return embeddings_ == Embeddings::Induced ? "mni" : "mni+noninduced";
  }
  std::vector<Answer> solve(const Graph& graph, const Problem& problem,
                            const Budget& budget) const override {
    return Solver(graph, problem, budget, embeddings_).run();
  }

 private:
  Embeddings embeddings_;
};

template <Embeddings kEmbeddings>
std::unique_ptr<Engine> make_mni(const EngineSettings&, const PolicySource&) {
  return std::make_unique<MniEngine>(kEmbeddings);
}

}  // namespace

EngineInfo mni_engine() {
  return {.name = "mni",
          .summary = "the highest minimum image-based support",
          .baseline = true,
          .make = make_mni<Embeddings::Induced>};
}

EngineInfo mni_noninduced_engine() {
  return {.name = "mni+noninduced",
          .summary = "that of embeddings that need not be induced",
          .baseline = true,
          .make = make_mni<Embeddings::All>};
}

}  // namespace rlminer::engine
