#include "rlminer/engine/recount.h"

#include <algorithm>

#include "rlminer/base/parallel.h"
#include "rlminer/base/rng.h"
#include "rlminer/engine/rand.h"
#include "rlminer/pattern/canonical.h"

namespace rlminer::engine {

Finding estimated_finding(const Pattern& pattern, const sample::Estimate& estimate,
                          const std::vector<Vertex>& occurrence) {
  Finding finding{pattern, estimate.frequency(), {}};
  if (!occurrence.empty()) finding.occurrences.push_back(occurrence);
  return finding;
}

Finding random_finding(const Graph& graph, int size, std::uint64_t seed) {
  Rng rng(seed);
  RandomGrowth growth(graph);
  const auto wanted = static_cast<std::size_t>(size);
  const auto& set = growth.draw(vertices_in_components(graph, wanted), wanted, rng);
  const pattern::CanonicalForm form = pattern::canonicalize(pattern::induce(graph, set));
  Finding finding;
  finding.pattern = form.pattern;
  finding.frequency = Frequency::at_least(Count{1});
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

Recount::Recount(const Graph& graph, int threads) {
  for (int i = 0; i < std::max(1, threads); ++i)
    matchers_.push_back(std::make_unique<count::Matcher>(graph));
}

void Recount::quick(std::span<Finding* const> findings, std::uint64_t give_up,
                    const Deadline& deadline) {
  parallel_for(findings.size(), static_cast<int>(matchers_.size()), [&](int t, std::size_t i) {
    Finding& finding = *findings[i];
    if (finding.frequency.exact() || deadline.expired()) return;
    count::Matcher& matcher = *matchers_[static_cast<std::size_t>(t)];
    finding.frequency.learn(matcher.count(finding.pattern, deadline, give_up));
  });
}

bool Recount::thorough(Finding& finding, const Deadline& deadline) {
  finding.frequency.learn(
      matcher().count_on(static_cast<int>(matchers_.size()), finding.pattern, deadline));
  return finding.frequency.exact();
}

std::vector<Finding*> all_of(std::vector<Finding>& findings) {
  std::vector<Finding*> all;
  for (Finding& finding : findings)
    all.push_back(&finding);
  return all;
}

}  // namespace rlminer::engine
