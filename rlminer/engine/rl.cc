#include "rlminer/engine/rl.h"

#include <algorithm>
#include <deque>
#include <utility>

#include "rlminer/base/parallel.h"
#include "rlminer/count/matcher.h"
#include "rlminer/pattern/canonical.h"
#include "rlminer/policy/rollout.h"

namespace rlminer {
namespace {

// States per batch: enough to keep a policy busy, few enough to report progress.
constexpr std::size_t kBatchStates = 512;

std::vector<Vertex> sorted(std::vector<Vertex> set) {
  std::sort(set.begin(), set.end());
  return set;
}

// The chosen set first, as the pattern's vertices, then as many others as are asked for.
std::vector<std::vector<Vertex>> occurrences_of(const CanonicalForm& form,
                                                const std::vector<Vertex>& chosen,
                                                const Problem& problem, Matcher& matcher,
                                                const Deadline& deadline) {
  std::vector<std::vector<Vertex>> occurrences;
  if (problem.occurrences == 0) return occurrences;
  auto& first = occurrences.emplace_back();
  for (std::size_t i = 0; i < chosen.size(); ++i)
    first.push_back(chosen[form.order[i]]);
  if (problem.occurrences == 1) return occurrences;
  const std::vector<Vertex> known = sorted(chosen);
  for (auto& other : matcher.find(form.pattern, problem.occurrences, deadline)) {
    if (occurrences.size() == problem.occurrences) break;
    if (sorted(other) != known) occurrences.push_back(std::move(other));
  }
  return occurrences;
}

// One graph of a batch.
struct Part {
  const Graph* graph;
  std::vector<std::vector<Vertex>> chosen;  // by size of the problem
  std::vector<bool> possible;               // some component is large enough
};

std::vector<Answer> answer(const Part& part, const Problem& problem, const Budget& budget,
                           int threads) {
  Matcher matcher(*part.graph);
  std::vector<Answer> answers(problem.sizes.size());
  for (std::size_t s = 0; s < answers.size(); ++s) {
    Answer& answer = answers[s];
    answer.size = problem.sizes[s];
    const std::vector<Vertex>& chosen = part.chosen[s];
    if (!part.possible[s]) {
      answer.proven = answer.sets_exact = true;
    } else if (chosen.empty()) {
      answer.note = "stopped before the rollout ended";
    } else {
      const CanonicalForm form = canonicalize(induce(*part.graph, chosen));
      const MatchCount count = matcher.count_on(threads, form.pattern, budget.deadline);
      Finding& finding = answer.findings.emplace_back();
      finding.pattern = form.pattern;
      finding.frequency = std::max<Count>(count.frequency, 1);  // the chosen set is one
      finding.exact = count.exact();
      finding.occurrences = occurrences_of(form, chosen, problem, matcher, budget.deadline);
      answer.sets = finding.frequency;
      answer.note = "best of one greedy rollout, not proven";
      if (!count.complete) answer.note += "; stopped while counting it";
    }
  }
  return answers;
}

std::vector<Part> roll_out_all(Policy& policy, std::span<const Graph* const> graphs,
                               const Problem& problem, const Deadline& deadline) {
  std::deque<Target> targets;  // a deque because they are referred to by address
  std::vector<Episodes::Task> tasks;
  for (const Graph* graph : graphs) {
    targets.emplace_back(*graph, policy.tokens(*graph));
    for (const int size : problem.sizes)
      tasks.push_back({&targets.back(), size});
  }
  RolloutParams params;
  params.deadline = deadline;
  auto sets = roll_out(policy, tasks, params);
  std::vector<Part> parts;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    if (i % problem.sizes.size() == 0) {
      parts.emplace_back().graph = graphs[parts.size()];
    }
    parts.back().possible.push_back(!tasks[i].target->starts(tasks[i].size).empty());
    parts.back().chosen.push_back(std::move(sets[i]));
  }
  return parts;
}

}  // namespace

std::vector<Answer> RlEngine::solve(const Graph& graph, const Problem& problem,
                                    const Budget& budget) const {
  const Graph* const graphs[] = {&graph};
  return std::move(solve_many(graphs, problem, budget).front());
}

std::vector<std::vector<Answer>> RlEngine::solve_many(std::span<const Graph* const> graphs,
                                                      const Problem& problem,
                                                      const Budget& budget) const {
  std::vector<std::vector<Answer>> answers(graphs.size());
  if (problem.sizes.empty()) return answers;
  const std::size_t per_batch = std::max<std::size_t>(1, kBatchStates / problem.sizes.size());
  for (std::size_t first = 0; first < graphs.size(); first += per_batch) {
    const Stopwatch watch;
    const auto batch = graphs.subspan(first, std::min(per_batch, graphs.size() - first));
    std::vector<Part> parts;
    {
      const std::lock_guard lock(scoring_);
      parts = roll_out_all(*policy_, batch, problem, budget.deadline);
    }
    // Threads are for several graphs, or else for the one there is.
    const int counters = batch.size() == 1 ? budget.threads : 1;
    parallel_for(batch.size(), std::max(1, budget.threads), [&](int, std::size_t i) {
      answers[first + i] = answer(parts[i], problem, budget, std::max(1, counters));
    });
    const double seconds = watch.seconds() / static_cast<double>(batch.size());
    for (std::size_t i = 0; i < batch.size(); ++i) {
      for (Answer& each : answers[first + i])
        each.seconds = seconds;
    }
    if (budget.on_progress) {
      const auto done = static_cast<double>(first + batch.size());
      budget.on_progress({done / static_cast<double>(graphs.size()), 0.0, "choosing"});
    }
  }
  return answers;
}

}  // namespace rlminer
