#include "rlminer/count/matcher.h"

#include <algorithm>
#include <cassert>
#include <memory>
#include <utility>

#include "rlminer/base/bits.h"
#include "rlminer/base/machine.h"

namespace rlminer::count {
namespace {

constexpr std::uint64_t kNeverGiveUp = ~std::uint64_t{0};

Frequency result_of(const BigCount& found, bool stopped) {
  return stopped ? Frequency::at_least(found) : Frequency::exactly(found);
}

}  // namespace

Matcher::Matcher(const Graph& graph) : target_(graph), search_(target_) {}

void Matcher::plan_count(const Pattern& pattern) {
  assert(pattern.size() > 0 && pattern.connected());
  make_plan(target_, pattern, {.core = inner_vertices(pattern)}, plan_);
}

Frequency Matcher::count(const Pattern& pattern, const Deadline& deadline, std::uint64_t give_up) {
  plan_count(pattern);
  search_.begin(plan_, deadline, give_up);
  BigCount found;
  search_.count(plan_.steps[0].first, plan_.steps[0].last, found);
  return result_of(found, search_.stopped());
}

CountCost Matcher::predict(const Pattern& pattern, Rng& rng, int probes, const Deadline& deadline) {
  plan_count(pattern);
  search_.begin(plan_, deadline, kNeverGiveUp);
  CountCost mean;
  int done = 0;
  for (; done < probes && !search_.stopped(); ++done) {
    const CountCost cost = search_.probe(rng);
    mean.partial_matches += cost.partial_matches;
    mean.work += cost.work;
  }
  mean.partial_matches /= std::max(done, 1);
  mean.work /= std::max(done, 1);
  return mean;
}

Frequency Matcher::count_on(int threads, const Pattern& pattern, const Deadline& deadline) {
  if (threads <= 1) return count(pattern, deadline);
  plan_count(pattern);
  struct Worker {
    explicit Worker(const graph::TargetGraph& target) : search(target) {}
    CoreSearch search;
    BigCount found;
  };
  std::vector<std::unique_ptr<Worker>> workers;
  for (int t = 0; t < threads; ++t) {
    workers.push_back(std::make_unique<Worker>(target_));
    workers.back()->search.begin(plan_, deadline, kNeverGiveUp);
  }
  const Vertex first = plan_.steps[0].first;
  const Vertex last = plan_.steps[0].last;
  // From the vertices of greatest degree down, so that the longest parts do not come last.
  parallel_for(last - first, threads, [&](int thread, std::size_t item) {
    Worker& worker = *workers[static_cast<std::size_t>(thread)];
    if (worker.search.stopped()) return;
    const Vertex v = last - 1 - static_cast<Vertex>(item);
    worker.search.count(v, v + 1, worker.found);
  });
  BigCount found;
  bool stopped = false;
  for (const auto& worker : workers) {
    found += worker->found;
    stopped = stopped || worker->search.stopped();
  }
  return result_of(found, stopped);
}

bool Matcher::for_each(const Pattern& pattern, const Visit& visit, const Deadline& deadline,
                       std::uint64_t give_up) {
  plan_count(pattern);
  search_.begin(plan_, deadline, give_up);
  std::vector<Vertex> occurrence(static_cast<std::size_t>(pattern.size()));
  const auto note = [&](int vertex, Vertex image) {
    occurrence[static_cast<std::size_t>(vertex)] = target_.original(image);
  };
  bool ended = false;
  search_.list([&](std::span<const Vertex> images, std::span<const Vertex> leaves) {
    for (std::size_t i = 0; i < images.size(); ++i)
      note(plan_.steps[i].vertex, images[i]);
    auto leaf = leaves.begin();
    for (const LeafGroup& group : plan_.groups)
      for_each_bit(group.leaves, [&](int vertex) { note(vertex, *leaf++); });
    ended = !visit(occurrence);
    return !ended;
  });
  return !ended && !search_.stopped();
}

std::vector<std::vector<Vertex>> Matcher::find(const Pattern& pattern, std::size_t limit,
                                               const Deadline& deadline, std::uint64_t give_up) {
  std::vector<std::vector<Vertex>> found;
  if (limit == 0) return found;
  for_each(
      pattern,
      [&](std::span<const Vertex> occurrence) {
        found.emplace_back(occurrence.begin(), occurrence.end());
        return found.size() < limit;
      },
      deadline, give_up);
  return found;
}

MniSupport Matcher::mni(const Pattern& pattern, const Deadline& deadline) {
  assert(pattern.size() > 0 && pattern.connected());
  const std::uint32_t inner = inner_vertices(pattern);
  MniSupport result{.support = ~std::size_t{0}, .complete = true};
  for (const auto& [vertex, orbit] : orbits_of(pattern)) {
    // A leaf that must land on a given vertex is matched; the others are still chosen in bulk.
    make_plan(
        target_, pattern,
        {.core = inner | std::uint32_t{1} << vertex, .start = vertex, .break_symmetry = false},
        plan_);
    search_.begin(plan_, deadline, kNeverGiveUp);
    std::size_t images = 0;
    // Only the smallest number is wanted: beyond the smallest so far there is no need to count on.
    for (Vertex v = plan_.steps[0].first; v < plan_.steps[0].last && images < result.support; ++v) {
      images += search_.exists(v);
      if (search_.stopped()) return {.support = 0, .complete = false};
    }
    result.support = std::min(result.support, images);
  }
  return result;
}

}  // namespace rlminer::count
