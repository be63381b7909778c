#include "rlminer/engine/recount.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "rlminer/base/parallel.h"
#include "rlminer/base/rng.h"
#include "rlminer/engine/rand.h"
#include "rlminer/pattern/canonical.h"

namespace rlminer::engine {

namespace {

constexpr double kTooLarge = 0x1p127;  // for a Count, surely

}  // namespace

BigCount whole_count(double value) {
  if (value < kTooLarge) return static_cast<Count>(value);
  int exponent = 0;
  const double mantissa =
      std::frexp(std::min(value, std::numeric_limits<double>::max()), &exponent);
  constexpr int kBits = 64;
  BigCount result(static_cast<Count>(std::ldexp(mantissa, kBits)));
  for (int left = exponent - kBits; left > 0; left -= kBits)
    result *= BigCount(Count{1} << std::min(left, kBits));
  return result;
}

void set_estimate(Finding& finding, const sample::Estimate& estimate) {
  const double value = std::max(1.0, std::round(estimate.value));
  finding.large.reset();
  if (value < kTooLarge) {
    finding.frequency = static_cast<Count>(value);
  } else {
    finding.frequency = kMaxCount;
    finding.large = whole_count(value);
  }
  finding.interval = Interval{estimate.low, estimate.high};
}

Finding estimated_finding(const Pattern& pattern, const sample::Estimate& estimate,
                          const std::vector<Vertex>& occurrence) {
  Finding finding;
  finding.pattern = pattern;
  set_estimate(finding, estimate);
  if (!occurrence.empty()) finding.occurrences.push_back(occurrence);
  return finding;
}

Finding any_pattern(const Graph& graph, const std::vector<Vertex>& starts, int size,
                    std::uint64_t seed) {
  Rng rng(seed);
  RandomGrowth growth(graph);
  const auto& set = growth.draw(starts, static_cast<std::size_t>(size), rng);
  const pattern::CanonicalForm form = pattern::canonicalize(pattern::induce(graph, set));
  Finding finding;
  finding.pattern = form.pattern;
  finding.frequency = 1;
  finding.occurrences.emplace_back();
  for (std::size_t i = 0; i < set.size(); ++i)
    finding.occurrences[0].push_back(set[form.order[i]]);
  return finding;
}

std::vector<Vertex> vertices_in_components(const Graph& graph, std::size_t size) {
  const graph::Components components = graph::connected_components(graph);
  std::vector<Vertex> vertices;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    if (components.sizes[components.of[v]] >= size) vertices.push_back(v);
  }
  return vertices;
}

double frequency_of(const Finding& finding) {
  return finding.large ? finding.large->to_double() : static_cast<double>(finding.frequency);
}

Recount::Recount(const Graph& graph, int threads) {
  for (int i = 0; i < std::max(1, threads); ++i)
    matchers_.push_back(std::make_unique<count::Matcher>(graph));
}

void Recount::settle(Finding& finding, const count::MatchCount& count) {
  if (count.exact()) {
    finding.frequency = count.frequency;
    finding.large = count.large;
    finding.exact = true;
    finding.interval.reset();
    return;
  }
  // What was counted is a lower bound.
  const auto least = static_cast<double>(count.frequency);
  finding.frequency = std::max(finding.frequency, count.frequency);
  if (!finding.interval) return;
  finding.interval->low = std::max(finding.interval->low, least);
  finding.interval->high = std::max(finding.interval->high, least);
}

void Recount::quick(std::span<Finding* const> findings, std::uint64_t give_up,
                    const Deadline& deadline) {
  parallel_for(findings.size(), static_cast<int>(matchers_.size()), [&](int t, std::size_t i) {
    Finding& finding = *findings[i];
    if (finding.exact || deadline.expired()) return;
    count::Matcher& matcher = *matchers_[static_cast<std::size_t>(t)];
    settle(finding, matcher.count(finding.pattern, deadline, give_up));
  });
}

bool Recount::thorough(Finding& finding, const Deadline& deadline) {
  settle(finding,
         matcher().count_on(static_cast<int>(matchers_.size()), finding.pattern, deadline));
  return finding.exact;
}

std::vector<Finding*> all_of(std::vector<Finding>& findings) {
  std::vector<Finding*> all;
  for (Finding& finding : findings)
    all.push_back(&finding);
  return all;
}

}  // namespace rlminer::engine
