#include "rlminer/engine/ranking.h"

#include <algorithm>

#include "rlminer/base/parallel.h"

namespace rlminer::engine {

bool ranks_before(const Finding& a, const Finding& b) {
  return a.frequency != b.frequency ? a.frequency > b.frequency : a.pattern < b.pattern;
}

Finding estimated_finding(const Pattern& pattern, const sample::Estimate& estimate,
                          const std::vector<Vertex>& occurrence) {
  Finding finding{pattern, estimate.frequency(), {}};
  if (!occurrence.empty()) finding.occurrences.push_back(occurrence);
  return finding;
}

void rank(std::vector<Finding>& findings, const Problem& problem, count::Counter& counter,
          const Deadline& deadline) {
  const std::size_t wanted = std::min(problem.top, findings.size());
  std::partial_sort(findings.begin(), findings.begin() + static_cast<std::ptrdiff_t>(wanted),
                    findings.end(), ranks_before);
  findings.resize(wanted);
  for (Finding& finding : findings)
    finding.occurrences = report_occurrences(finding.pattern, problem, counter, deadline);
}

void count_quickly(std::span<Finding* const> findings, std::uint64_t effort,
                   count::Counter& counter, const Deadline& deadline) {
  parallel_for(findings.size(), counter.threads(), [&](int, std::size_t i) {
    Finding& finding = *findings[i];
    if (finding.frequency.exact() || deadline.expired()) return;
    finding.frequency.learn(counter.count(finding.pattern, deadline, effort));
  });
}

std::vector<std::vector<Vertex>> report_occurrences(const Pattern& pattern, const Problem& problem,
                                                    count::Counter& counter,
                                                    const Deadline& deadline) {
  auto occurrences = counter.find(pattern, problem.occurrences, deadline);
  if (occurrences.empty())
    occurrences = counter.find(pattern, std::min<std::size_t>(1, problem.occurrences));
  return occurrences;
}

void complete_occurrences(Finding& finding, const Problem& problem, count::Counter& counter,
                          const Deadline& deadline) {
  if (problem.occurrences == finding.occurrences.size()) return;
  finding.occurrences = report_occurrences(finding.pattern, problem, counter, deadline);
}

}  // namespace rlminer::engine
