#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "rlminer/count/counter.h"
#include "rlminer/engine/registry.h"
#include "rlminer/pattern/canonical.h"
#include "rlminer/sample/random_growth.h"

namespace rlminer::engine {
namespace {

class Solver {
 public:
  Solver(const Graph& graph, const Problem& problem, const Budget& budget, std::size_t samples)
      : samples_(samples),
        graph_(graph),
        problem_(problem),
        budget_(budget),
        growth_(graph),
        counter_(graph, budget.threads) {}

  std::vector<Answer> run() {
    const Stopwatch watch(budget_.deadline.clock());
    std::size_t done = 0;
    return answer_sizes(graph_, problem_, watch, [&](Answer& answer) {
      fill(answer);
      if (!budget_.on_progress) return;
      const auto all = static_cast<double>(problem_.sizes.size());
      budget_.on_progress({static_cast<double>(++done) / all, 0.0, "sampling"});
    });
  }

 private:
  void fill(Answer& answer) {
    const std::size_t drawn = draw_patterns(answer.size);
    std::vector<Finding> ranking = count_all();
    std::size_t counted = 0;
    for (const Finding& finding : ranking) {
      answer.sets = saturating_add(answer.sets, finding.frequency.saturated());
      counted += finding.frequency.exact() ? 1 : 0;
    }
    rank(ranking, problem_, counter_, budget_.deadline);
    answer.findings = std::move(ranking);
    answer.note = "best of " + std::to_string(patterns_.size()) + " distinct patterns in " +
                  std::to_string(drawn) + " samples";
    if (counted < patterns_.size()) {
      answer.note += "; time was enough to count " + std::to_string(counted) + " of them";
    }
  }

  // Fills patterns_ with the distinct patterns of the samples and returns how many were drawn. At
  // least one is, so that there is an answer however short the time.
  std::size_t draw_patterns(int size) {
    const std::vector<Vertex> starts =
        sample::growth_starts(graph_, static_cast<std::size_t>(size));
    std::uint64_t stream = mix64(problem_.seed + 1);
    for (const std::uint64_t part : {std::uint64_t(size), std::uint64_t(graph_.num_vertices()),
                                     std::uint64_t(graph_.num_edges())}) {
      stream = mix64(stream + part + 0x9e3779b97f4a7c15ULL);
    }
    Rng rng(stream);
    std::set<Pattern> distinct;
    std::size_t drawn = 0;
    while (drawn < samples_ && (drawn == 0 || !budget_.deadline.expired())) {
      const auto& set = growth_.draw(starts, static_cast<std::size_t>(size), rng);
      distinct.insert(pattern::canonicalize(pattern::induce(graph_, set)).pattern);
      ++drawn;
    }
    patterns_.assign(distinct.begin(), distinct.end());
    return drawn;
  }

  std::vector<Finding> count_all() {
    std::vector<Finding> findings;
    for (Frequency& frequency : counter_.count_all(patterns_, budget_.deadline)) {
      frequency.learn(Frequency::at_least(Count{1}));  // seen when it was drawn
      findings.push_back({patterns_[findings.size()], std::move(frequency), {}});
    }
    return findings;
  }

  const std::size_t samples_;  // random growths per size
  const Graph& graph_;
  const Problem& problem_;
  const Budget& budget_;
  sample::RandomGrowth growth_;
  count::Counter counter_;
  std::vector<Pattern> patterns_;  // of the size being treated, each once
};

// The paper's baseline Rand: so many random growths per size, each distinct pattern counted
// once, the most frequent one kept. Its frequency is exact; that it is the best is not proven. The
// draws depend on the seed, the pattern size and the size of the graph.
class RandEngine : public Engine {
 public:
  explicit RandEngine(const EngineSettings& settings) : samples_(settings.samples.value_or(100)) {}

  std::string name() const override { return "rand"; }
  std::vector<Answer> solve(const Graph& graph, const Problem& problem,
                            const Budget& budget) const override {
    return Solver(graph, problem, budget, samples_).run();
  }

 private:
  std::size_t samples_;
};

}  // namespace

EngineInfo rand_engine() {
  return {.name = "rand",
          .summary = "best of some random subgraphs",
          .baseline = true,
          .repeated = true,
          .takes = {Setting::Samples},
          .make = EngineInfo::make_from_settings<RandEngine>};
}

}  // namespace rlminer::engine
