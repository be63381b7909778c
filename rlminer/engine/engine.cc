#include "rlminer/engine/engine.h"

#include <algorithm>

namespace rlminer::engine {

std::vector<std::vector<Answer>> Engine::solve_many(std::span<const Graph* const> graphs,
                                                    const Problem& problem,
                                                    const Budget& budget) const {
  std::vector<std::vector<Answer>> answers;
  for (const Graph* graph : graphs) {
    answers.push_back(solve(*graph, problem, budget));
    if (budget.on_answers) budget.on_answers(answers.size() - 1, answers.back());
  }
  return answers;
}

Answer without_clock(Answer answer, const Problem& problem, count::Counter& counter) {
  // A walk over fewer sets is over before anybody asks whether there is a quicker way.
  constexpr Count kAlwaysWalked = 1'000'000;
  // The most frequent patterns are found with much less; and what is not is not waited for.
  constexpr std::uint64_t kEffort = 10'000'000;  // of all findings together
  answer.seconds = 0.0;
  if (!answer.proven) return answer;
  answer.note.clear();
  answer.upper_bound.reset();
  if (answer.sets_exact && answer.sets <= kAlwaysWalked) return answer;
  answer.sets = 0;
  answer.sets_exact = false;
  for (Finding& finding : answer.findings) {
    auto found = counter.find(finding.pattern, problem.occurrences, Deadline(),
                              kEffort / answer.findings.size());
    if (!found.empty()) finding.occurrences = std::move(found);
  }
  return answer;
}

std::vector<Answer> answer_sizes(const Graph& graph, const Problem& problem, const Stopwatch& watch,
                                 const std::function<void(Answer&)>& fill) {
  if (problem.sizes.empty()) return {};
  const std::size_t largest =
      graph::largest_component(graph, static_cast<std::size_t>(problem.sizes.back()));
  std::vector<Answer> answers;
  for (const int size : problem.sizes) {
    Answer& answer = answers.emplace_back();
    answer.size = size;
    answer.proven = answer.sets_exact = static_cast<std::size_t>(size) > largest;
    if (!answer.proven) fill(answer);
  }
  for (Answer& answer : answers)
    answer.seconds = watch.seconds();
  return answers;
}

Deadline share_of_size(const Deadline& deadline, const Problem& problem, int size) {
  const auto left =
      problem.sizes.end() - std::find(problem.sizes.begin(), problem.sizes.end(), size);
  return deadline.part(1.0 / static_cast<double>(left));
}

void complete_occurrences(Finding& finding, const Problem& problem, count::Counter& counter,
                          const Deadline& deadline) {
  if (problem.occurrences > finding.occurrences.size()) {
    auto found = counter.find(finding.pattern, problem.occurrences, deadline);
    if (found.size() > finding.occurrences.size()) finding.occurrences = std::move(found);
  }
  finding.occurrences.resize(std::min(problem.occurrences, finding.occurrences.size()));
}

void rank(std::vector<Finding>& findings, const Problem& problem, count::Counter& counter,
          const Deadline& deadline) {
  const std::size_t wanted = std::min(problem.top, findings.size());
  std::partial_sort(findings.begin(), findings.begin() + static_cast<std::ptrdiff_t>(wanted),
                    findings.end(), search::ranks_before);
  findings.resize(wanted);
  const Deadline closing = deadline.closing();
  for (Finding& finding : findings)
    complete_occurrences(finding, problem, counter, closing);
}

}  // namespace rlminer::engine
