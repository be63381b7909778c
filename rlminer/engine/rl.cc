#include "rlminer/engine/rl.h"

#include <algorithm>
#include <deque>
#include <utility>

#include "rlminer/base/parallel.h"
#include "rlminer/engine/candidates.h"
#include "rlminer/engine/local_search.h"
#include "rlminer/engine/pattern_counter.h"
#include "rlminer/policy/decode.h"

namespace rlminer {
namespace {

// States per batch: enough to keep a policy busy, few enough to report progress. When there are
// several per graph and size, many of them are the same and scored once.
constexpr std::size_t kBatchStates = 512;
constexpr std::size_t kSearchBatchStates = 4096;
// Under a time limit, the part of it that choosing sets may take, and of what is left then, the
// part for counting them when a local search follows.
constexpr double kShareOfDecoding = 0.6;
constexpr double kShareOfCounting = 0.6;

Deadline share(const Deadline& deadline, double part) {
  return deadline.at_most(deadline.remaining() * part);
}

// The most rollouts (or states) there may be at a time for one graph and size.
std::size_t width(const DecodeOptions& options, std::span<const Graph* const> graphs) {
  switch (options.method) {
    case Decode::Greedy:
      return 1;
    case Decode::Sample:
      return options.samples;
    case Decode::Beam:
      return options.beam;
    case Decode::Multistart:
      break;
  }
  std::size_t vertices = 1;
  for (const Graph* graph : graphs)
    vertices = std::max(vertices, graph->num_vertices());
  return std::min(vertices, options.starts);
}

// What of a search fits into the time left, given the seconds of one greedy rollout.
DecodeOptions fitting(DecodeOptions options, double seconds, double left) {
  const double fits = std::clamp(left / std::max(seconds, 1e-6), 1.0, 1e9);
  for (std::size_t* number : {&options.samples, &options.starts, &options.beam})
    *number = std::min(*number, static_cast<std::size_t>(fits));
  return options;
}

// Under a time limit, one greedy rollout first: it is an answer, and says how many more will fit.
std::vector<Decoded> decode_in_time(Policy& policy, std::span<const Episodes::Task> tasks,
                                    const Problem& problem, const Deadline& deadline) {
  DecodeParams params{problem.search.decode, problem.seed, deadline};
  const bool greedy = params.options.method == Decode::Greedy;
  if (greedy || deadline.remaining() == Deadline::kForever) return decode(policy, tasks, params);
  params.deadline = share(deadline, kShareOfDecoding);
  const Stopwatch watch;
  DecodeParams first{{}, problem.seed, deadline};
  std::vector<Decoded> results = decode(policy, tasks, first);
  params.options = fitting(params.options, watch.seconds(), params.deadline.remaining());
  std::vector<Decoded> more = decode(policy, tasks, params);
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (!more[i].sets.empty()) results[i] = std::move(more[i]);
  }
  return results;
}

// One graph of a batch.
struct Part {
  const Graph* graph;
  std::vector<Decoded> decoded;  // by size of the problem
  std::vector<bool> possible;    // some component is large enough
};

std::vector<Part> choose_sets(Policy& policy, std::span<const Graph* const> graphs,
                              const Problem& problem, const Deadline& deadline) {
  std::deque<Target> targets;  // a deque because they are referred to by address
  std::vector<Episodes::Task> tasks;
  for (const Graph* graph : graphs) {
    targets.emplace_back(*graph, policy.encode(*graph));
    for (const int size : problem.sizes)
      tasks.push_back({&targets.back(), size});
  }
  auto decoded = decode_in_time(policy, tasks, problem, deadline);
  std::vector<Part> parts;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    if (i % problem.sizes.size() == 0) {
      parts.emplace_back().graph = graphs[parts.size()];
    }
    parts.back().possible.push_back(!tasks[i].target->starts(tasks[i].size).empty());
    parts.back().decoded.push_back(std::move(decoded[i]));
  }
  return parts;
}

std::string plural(std::size_t number, const std::string& what) {
  return std::to_string(number) + " " + what + (number == 1 ? "" : "s");
}

std::string describe(const DecodeOptions& options, const Decoded& decoded, std::size_t patterns) {
  if (options.method == Decode::Greedy) return "best of one greedy rollout";
  std::string text = "best of ";
  if (options.method == Decode::Beam) {
    text += "a beam of " + std::to_string(options.beam);
  } else {
    const bool starts = options.method == Decode::Multistart;
    text += plural(decoded.rollouts, starts ? "start" : "rollout");
  }
  return text + ", " + plural(patterns, "pattern") + " counted";
}

// Counts and improves what was chosen in one graph.
class GraphAnswers {
 public:
  GraphAnswers(const Part& part, const Problem& problem, int threads)
      : part_(part), problem_(problem), counter_(*part.graph, threads) {}

  std::vector<Answer> run(const Deadline& deadline) {
    std::vector<Answer> answers;
    const auto sizes = problem_.sizes.size();
    for (std::size_t s = 0; s < sizes; ++s)
      answers.push_back(answer(s, share(deadline, 1.0 / static_cast<double>(sizes - s))));
    return answers;
  }

 private:
  Answer answer(std::size_t place, const Deadline& deadline) {
    Answer answer;
    answer.size = problem_.sizes[place];
    const Decoded& decoded = part_.decoded[place];
    if (!part_.possible[place]) {
      answer.proven = answer.sets_exact = true;
      return answer;
    }
    if (decoded.sets.empty()) {
      answer.note = "stopped before the rollout ended";
      return answer;
    }
    Candidates candidates(*part_.graph);
    for (const auto& set : decoded.sets)
      candidates.add(set);
    const bool local = problem_.search.local_search > 0.0;
    candidates.count(counter_, local ? share(deadline, kShareOfCounting) : deadline);
    answer.note = describe(problem_.search.decode, decoded, candidates.size());
    if (local) answer.note += improve(candidates, deadline);
    answer.note += ", not proven";
    answer.findings = candidates.findings(problem_, counter_.matcher(), deadline);
    answer.sets = candidates.occurrences();
    if (!answer.findings[0].exact) answer.note += "; stopped while counting it";
    return answer;
  }

  std::string improve(Candidates& candidates, const Deadline& deadline) {
    LocalSearchLimits limits;
    limits.leaders = problem_.top;
    limits.deadline = deadline.at_most(problem_.search.local_search);
    const LocalSearchOutcome outcome = local_search(candidates, counter_, limits);
    return std::string(", ") + (outcome.better ? "improved" : "not improved") +
           " by local search (" + plural(outcome.patterns, "more pattern") +
           (outcome.complete ? ")" : ", unfinished)");
  }

  const Part& part_;
  const Problem& problem_;
  PatternCounter counter_;
};

// The answers for one batch, before their seconds are known.
std::vector<std::vector<Answer>> count_sets(const std::vector<Part>& parts, const Problem& problem,
                                            const Deadline& deadline, int threads) {
  std::vector<std::vector<Answer>> answers(parts.size());
  // Threads are for several graphs, or else for the few there are.
  const bool side_by_side = parts.size() >= static_cast<std::size_t>(threads);
  const int rows = side_by_side ? threads : 1;
  parallel_for(parts.size(), rows, [&](int, std::size_t i) {
    const auto left = static_cast<double>(parts.size() - i);
    GraphAnswers graph(parts[i], problem, side_by_side ? 1 : threads);
    answers[i] = graph.run(share(deadline, std::min(1.0, rows / left)));
  });
  return answers;
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
  std::vector<std::vector<Answer>> answers;
  if (problem.sizes.empty()) return std::vector<std::vector<Answer>>(graphs.size());
  const std::size_t wide = std::max<std::size_t>(1, width(problem.search.decode, graphs));
  const std::size_t states = wide == 1 ? kBatchStates : kSearchBatchStates;
  const std::size_t per_batch = std::max<std::size_t>(1, states / (problem.sizes.size() * wide));
  while (answers.size() < graphs.size()) {
    const Stopwatch watch;
    const std::size_t left = graphs.size() - answers.size();
    const auto batch = graphs.subspan(answers.size(), std::min(per_batch, left));
    const auto size = static_cast<double>(batch.size());
    const Deadline deadline = share(budget.deadline, size / static_cast<double>(left));
    std::vector<Part> parts;
    {
      const std::lock_guard lock(scoring_);
      parts = choose_sets(*policy_, batch, problem, deadline);
    }
    for (auto& solved : count_sets(parts, problem, deadline, std::max(1, budget.threads))) {
      answers.push_back(std::move(solved));
      for (Answer& answer : answers.back())
        answer.seconds = watch.seconds() / size;
    }
    if (budget.on_progress) {
      const auto done = static_cast<double>(answers.size());
      budget.on_progress({done / static_cast<double>(graphs.size()), 0.0, "choosing"});
    }
  }
  return answers;
}

}  // namespace rlminer
