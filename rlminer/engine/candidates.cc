#include "rlminer/engine/candidates.h"

#include <algorithm>
#include <utility>

#include "rlminer/base/machine.h"
#include "rlminer/pattern/canonical.h"

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

namespace {

std::vector<Vertex> sorted(std::vector<Vertex> set) {
  std::sort(set.begin(), set.end());
  return set;
}

// The candidate's own set first, then as many others as are asked for.
std::vector<std::vector<Vertex>> occurrences_of(const Candidate& candidate, const Problem& problem,
                                                count::Counter& counter, const Deadline& deadline) {
  if (problem.occurrences == 0) return {};
  std::vector<std::vector<Vertex>> occurrences{candidate.set};
  if (problem.occurrences == 1) return occurrences;
  const std::vector<Vertex> known = sorted(candidate.set);
  for (auto& other : counter.find(candidate.pattern, problem.occurrences, deadline)) {
    if (occurrences.size() == problem.occurrences) break;
    if (sorted(other) != known) occurrences.push_back(std::move(other));
  }
  return occurrences;
}

}  // namespace

bool Candidates::add(std::span<const Vertex> set) {
  const pattern::CanonicalForm form = pattern::canonicalize(pattern::induce(graph_, set));
  if (!places_.try_emplace(form.pattern, list_.size()).second) return false;
  Candidate& candidate = list_.emplace_back();
  candidate.pattern = form.pattern;
  for (std::size_t i = 0; i < set.size(); ++i)
    candidate.set.push_back(set[form.order[i]]);
  return true;
}

void Candidates::add(const Finding& finding) {
  const auto [entry, is_new] = places_.try_emplace(finding.pattern, list_.size());
  if (is_new) {
    Candidate& candidate = list_.emplace_back();
    candidate.pattern = finding.pattern;
    candidate.set = finding.occurrences.at(0);
  }
  Candidate& candidate = list_[entry->second];
  if (candidate.frequency.exact()) return;
  candidate.frequency.learn(finding.frequency);
  candidate.counted = finding.frequency.exact();
}

void Candidates::count(count::Counter& counter, const Deadline& deadline) {
  std::vector<Candidate*> uncounted;
  std::vector<Pattern> patterns;
  for (Candidate& candidate : list_) {
    if (candidate.counted) continue;
    uncounted.push_back(&candidate);
    patterns.push_back(candidate.pattern);
  }
  const std::vector<Frequency> frequencies = counter.count_all(patterns, deadline);
  for (std::size_t i = 0; i < uncounted.size(); ++i) {
    uncounted[i]->counted = true;
    uncounted[i]->frequency.learn(frequencies[i]);
    uncounted[i]->frequency.learn(Frequency::at_least(Count{1}));  // the set itself
  }
}

std::vector<std::size_t> Candidates::best(std::size_t most) const {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < list_.size(); ++i) {
    if (list_[i].counted) order.push_back(i);
  }
  const std::size_t wanted = std::min(most, order.size());
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(wanted), order.end(),
                    [&](std::size_t i, std::size_t j) {
                      const Candidate &a = list_[i], &b = list_[j];
                      return a.frequency != b.frequency ? a.frequency > b.frequency
                                                        : a.pattern < b.pattern;
                    });
  order.resize(wanted);
  return order;
}

std::vector<Finding> Candidates::findings(const Problem& problem, count::Counter& counter,
                                          const Deadline& deadline) const {
  std::vector<Finding> findings;
  for (const std::size_t i : best(problem.top)) {
    findings.push_back({list_[i].pattern, list_[i].frequency,
                        occurrences_of(list_[i], problem, counter, deadline)});
  }
  return findings;
}

Count Candidates::occurrences() const {
  Count sum = 0;
  for (const Candidate& candidate : list_)
    sum = saturating_add(sum, candidate.frequency.saturated());
  return sum;
}

}  // namespace rlminer::engine
