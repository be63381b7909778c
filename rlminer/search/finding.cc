#include "rlminer/search/finding.h"

#include <algorithm>

#include "rlminer/base/machine.h"
#include "rlminer/base/rng.h"
#include "rlminer/pattern/canonical.h"
#include "rlminer/sample/random_growth.h"

namespace rlminer::search {
namespace {

// The number itself, an estimate or a lower bound; of an estimate at most so many times what is
// certain. Else the wildest guess of many would be the best.
double what_to_count_on(const Frequency& frequency) {
  constexpr double kMostOverCertain = 10.0;
  return std::min(frequency.to_double(), kMostOverCertain * frequency.low());
}

}  // namespace

bool ranks_before(const Finding& a, const Finding& b) {
  const double a_counts = what_to_count_on(a.frequency);
  const double b_counts = what_to_count_on(b.frequency);
  if (a_counts != b_counts) return a_counts > b_counts;
  return a.frequency != b.frequency ? a.frequency > b.frequency : a.pattern < b.pattern;
}

Finding found_at(const Graph& graph, std::span<const Vertex> set) {
  const pattern::CanonicalForm form = pattern::canonicalize(pattern::induce(graph, set));
  Finding finding{form.pattern, Frequency::at_least(Count{1}), {{}}};
  for (std::size_t i = 0; i < set.size(); ++i)
    finding.occurrences[0].push_back(set[form.order[i]]);
  return finding;
}

Finding random_finding(const Graph& graph, int size, std::uint64_t seed) {
  Rng rng(seed);
  const auto wanted = static_cast<std::size_t>(size);
  const Vertex start = sample::random_growth_start(graph, wanted, rng);
  return found_at(graph, sample::RandomGrowth(graph).draw({start}, wanted, rng));
}

Finding estimated_finding(const Pattern& pattern, const sample::Estimate& estimate,
                          const std::vector<Vertex>& occurrence) {
  Finding finding{pattern, estimate.frequency(), {}};
  if (!occurrence.empty()) finding.occurrences.push_back(occurrence);
  return finding;
}

void count_quickly(std::span<Finding* const> findings, std::uint64_t effort,
                   count::Counter& counter, const Deadline& deadline) {
  parallel_for(findings.size(), counter.threads(), [&](int, std::size_t i) {
    Finding& finding = *findings[i];
    if (finding.frequency.exact() || deadline.expired()) return;
    finding.frequency.learn(counter.count(finding.pattern, deadline, effort));
  });
}

}  // namespace rlminer::search
