#include "rlminer/engine/ranking.h"

#include <algorithm>

namespace rlminer::engine {

bool ranks_before(const Finding& a, const Finding& b) {
  return a.frequency != b.frequency ? a.frequency > b.frequency : a.pattern < b.pattern;
}

void rank(std::vector<Finding>& findings, const Problem& problem, count::Matcher& matcher,
          const Deadline& deadline) {
  const std::size_t wanted = std::min(problem.top, findings.size());
  std::partial_sort(findings.begin(), findings.begin() + static_cast<std::ptrdiff_t>(wanted),
                    findings.end(), ranks_before);
  findings.resize(wanted);
  for (Finding& finding : findings)
    finding.occurrences = report_occurrences(finding.pattern, problem, matcher, deadline);
}

std::vector<std::vector<Vertex>> report_occurrences(const Pattern& pattern, const Problem& problem,
                                                    count::Matcher& matcher,
                                                    const Deadline& deadline) {
  auto occurrences = matcher.find(pattern, problem.occurrences, deadline);
  if (occurrences.empty())
    occurrences = matcher.find(pattern, std::min<std::size_t>(1, problem.occurrences));
  return occurrences;
}

void complete_occurrences(Finding& finding, const Problem& problem, count::Matcher& matcher,
                          const Deadline& deadline) {
  if (problem.occurrences == finding.occurrences.size()) return;
  finding.occurrences = report_occurrences(finding.pattern, problem, matcher, deadline);
}

}  // namespace rlminer::engine
