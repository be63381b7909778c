#include "rlminer/engine/rand.h"

#include <algorithm>
#include <set>
#include <utility>

#include "rlminer/count/counter.h"
#include "rlminer/engine/candidates.h"
#include "rlminer/engine/registry.h"
#include "rlminer/pattern/canonical.h"

namespace rlminer::engine {
namespace {

class Solver {
 public:
  Solver(const Graph& graph, const Problem& problem, const Budget& budget,
         const RandOptions& options)
      : options_(options),
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
    const std::vector<Vertex> starts = growth_starts(graph_, static_cast<std::size_t>(size));
    std::uint64_t stream = mix64(problem_.seed + 1);
    for (const std::uint64_t part : {std::uint64_t(size), std::uint64_t(graph_.num_vertices()),
                                     std::uint64_t(graph_.num_edges())}) {
      stream = mix64(stream + part + 0x9e3779b97f4a7c15ULL);
    }
    Rng rng(stream);
    std::set<Pattern> distinct;
    std::size_t drawn = 0;
    while (drawn < options_.samples && (drawn == 0 || !budget_.deadline.expired())) {
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

  const RandOptions& options_;
  const Graph& graph_;
  const Problem& problem_;
  const Budget& budget_;
  RandomGrowth growth_;
  count::Counter counter_;
  std::vector<Pattern> patterns_;  // of the size being treated, each once
};

}  // namespace

const std::vector<Vertex>& RandomGrowth::draw(const std::vector<Vertex>& starts, std::size_t size,
                                              Rng& rng) {
  chosen_.clear();
  frontier_.assign(1, starts[rng.below(starts.size())]);
  while (chosen_.size() < size) {
    Vertex& place = frontier_[rng.below(frontier_.size())];
    chosen_.push_back(std::exchange(place, frontier_.back()));
    frontier_.pop_back();
    reach(chosen_.back());
  }
  for (const auto* list : {&chosen_, &frontier_}) {
    for (const Vertex v : *list)
      seen_[v] = false;
  }
  return chosen_;
}

void RandomGrowth::reach(Vertex vertex) {
  seen_[vertex] = true;
  for (const Vertex next : graph_.neighbors(vertex)) {
    if (seen_[next]) continue;
    seen_[next] = true;
    frontier_.push_back(next);
  }
}

std::vector<Vertex> growth_starts(const Graph& graph, std::size_t size) {
  const graph::Components components = graph::connected_components(graph);
  std::vector<Vertex> starts;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    if (components.sizes[components.of[v]] >= size) starts.push_back(v);
  }
  return starts;
}

Finding random_finding(const Graph& graph, int size, std::uint64_t seed) {
  Rng rng(seed);
  RandomGrowth growth(graph);
  const auto wanted = static_cast<std::size_t>(size);
  const auto& set = growth.draw(growth_starts(graph, wanted), wanted, rng);
  const pattern::CanonicalForm form = pattern::canonicalize(pattern::induce(graph, set));
  Finding finding{form.pattern, Frequency::at_least(Count{1}), {{}}};
  for (std::size_t i = 0; i < set.size(); ++i)
    finding.occurrences[0].push_back(set[form.order[i]]);
  return finding;
}

std::vector<Answer> RandEngine::solve(const Graph& graph, const Problem& problem,
                                      const Budget& budget) const {
  return Solver(graph, problem, budget, options_).run();
}

EngineInfo rand_engine() {
  return {
      .name = "rand",
      .summary = "best of some random subgraphs",
      .baseline = true,
      .repeated = true,
      .takes = {Setting::Samples},
      .make = [](const EngineSettings& settings, const PolicySource&) -> std::unique_ptr<Engine> {
        RandOptions options;
        if (settings.samples) options.samples = *settings.samples;
        return std::make_unique<RandEngine>(options);
      }};
}

}  // namespace rlminer::engine
