#include "rlminer/engine/verify.h"

#include <algorithm>
#include <set>

#include "rlminer/count/counter.h"

namespace rlminer::engine {
namespace {

[[noreturn]] void disagree(const Answer& answer, std::size_t rank, const std::string& reason) {
  throw Disagreement("k = " + std::to_string(answer.size) + ", pattern " +
                     std::to_string(rank + 1) + ": " + reason);
}

// What is wrong with the occurrences, or nothing.
std::string fault_in_occurrences(const Graph& graph, const Finding& finding) {
  std::set<std::vector<Vertex>> sets;
  for (std::vector<Vertex> occurrence : finding.occurrences) {
    if (!(pattern::induce(graph, occurrence) == finding.pattern))
      return "an occurrence does not induce the pattern";
    std::sort(occurrence.begin(), occurrence.end());
    if (!sets.insert(std::move(occurrence)).second) return "an occurrence is listed twice";
  }
  return finding.frequency < Count{sets.size()} ? "more occurrences are listed than counted" : "";
}

std::string fault_in_frequency(const Finding& finding, const Frequency& recount) {
  const BigCount& given = finding.frequency.value();
  const BigCount& found = recount.value();
  const bool too_low = finding.frequency.exact() && given < found;
  // An estimate may be above the truth.
  const bool too_high = recount.exact() && !finding.frequency.interval() && given > found;
  if (!too_low && !too_high) return "";
  return "the frequency was given as " + to_string(given) + ", a recount finds " +
         (recount.exact() ? "" : "at least ") + to_string(found);
}

}  // namespace

void verify_answers(const Graph& graph, std::vector<Answer>& answers, const Budget& budget) {
  count::Counter counter(graph, budget.threads);
  for (Answer& answer : answers) {
    bool checked = true;
    for (std::size_t rank = 0; rank < answer.findings.size(); ++rank) {
      const Finding& finding = answer.findings[rank];
      const Frequency recount = counter.count_on_all_threads(finding.pattern, budget.deadline);
      checked = checked && recount.exact();
      const std::string frequency_fault = fault_in_frequency(finding, recount);
      if (!frequency_fault.empty()) disagree(answer, rank, frequency_fault);
      const std::string occurrence_fault = fault_in_occurrences(graph, finding);
      if (!occurrence_fault.empty()) disagree(answer, rank, occurrence_fault);
    }
    if (checked) continue;
    if (!answer.note.empty()) answer.note += "; ";
    answer.note += "not verified: the recount did not finish";
  }
}

}  // namespace rlminer::engine
