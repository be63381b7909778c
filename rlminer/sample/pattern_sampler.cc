#include "rlminer/sample/pattern_sampler.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>
#include <optional>

#include "rlminer/base/machine.h"
#include "rlminer/base/statistics.h"
#include "rlminer/pattern/canonical.h"
#include "rlminer/sample/estimate.h"

namespace rlminer::sample {
namespace {

constexpr std::size_t kBatches = 32;
constexpr std::uint64_t kBetweenChecks = 256;
constexpr double kRounding = 1e-6;  // of the tables

}  // namespace

PatternSampler::PatternSampler(const Graph& graph, int size, int threads)
    : graph_(graph),
      size_(size),
      threads_(threads),
      colouring_(graph, size),
      tables_(graph, size) {}

void PatternSampler::draw_batch(std::uint64_t draws, Rng rng, const Deadline& deadline,
                                Batch& batch) const {
  std::vector<Vertex> set;
  for (std::uint64_t i = 0; i < draws; ++i) {
    if (i % kBetweenChecks == 0 && deadline.expired()) return;
    tables_.draw(rng, set);
    const Pattern pattern = pattern::induce(graph_, set);
    const double chance = colouring_.colourful_probability(set);
    batch.keys.push_back(pattern::PatternHash()(pattern::canonicalize(pattern).pattern));
    batch.weights.push_back(1.0 / (count_spanning_trees(pattern) * chance));
    batch.chances.push_back(chance);
    batch.vertices.insert(batch.vertices.end(), set.begin(), set.end());
  }
}

PatternSampler::Round PatternSampler::add_round(std::uint64_t draws, Rng& rng,
                                                const Deadline& deadline) {
  Round round;
  const Stopwatch table_watch(deadline.clock());
  if (!tables_.build(colouring_.draw(rng), threads_, deadline)) return round;
  round.table_seconds = table_watch.seconds();
  const Stopwatch draw_watch(deadline.clock());
  std::vector<Rng> generators;
  for (std::size_t i = 0; i < kBatches; ++i)
    generators.push_back(rng.split());
  std::vector<Batch> batches(kBatches);
  if (tables_.total() > 0) {
    parallel_for(kBatches, threads_, [&](int, std::size_t i) {
      const std::uint64_t share = draws / kBatches + (i < draws % kBatches ? 1 : 0);
      draw_batch(share, generators[i], deadline, batches[i]);
    });
    for (const Batch& batch : batches)
      round.draws += batch.keys.size();
    if (round.draws < draws) return round;
    // A tree has one spanning tree, and no set is less likely to be colourful.
    const double rarest = std::tgamma(size_ + 1.0) / std::pow(size_, size_);
    none_.heaviest =
        std::max(none_.heaviest, (1 + tables_.total() / static_cast<double>(draws)) / rarest);
    for (const Batch& batch : batches)
      merge(batch, tables_.total() / static_cast<double>(draws));
  }
  close_round();
  draws_ += round.draws;
  round.draw_seconds = draw_watch.seconds();
  round.complete = true;
  return round;
}

void PatternSampler::merge(const Batch& batch, double trees_per_draw) {
  const auto k = static_cast<std::size_t>(size_);
  for (std::size_t i = 0; i < batch.keys.size(); ++i) {
    const double stands_for = trees_per_draw * batch.weights[i];
    // A colouring that shows a set at all makes it stand for 1 / p sets.
    const double heaviest = stands_for + 1 / batch.chances[i];
    all_.current += stands_for;
    all_.heaviest = std::max(all_.heaviest, heaviest);
    ++all_.hits;
    auto found = places_.find(batch.keys[i]);
    if (found == places_.end()) {
      if (records_.size() >= kMostPatterns) continue;
      found = places_.emplace(batch.keys[i], static_cast<std::uint32_t>(records_.size())).first;
      records_.push_back({});
      records_.back().example = examples_.size();
      const Vertex* const set = batch.vertices.data() + i * k;
      examples_.insert(examples_.end(), set, set + k);
    }
    Record& record = records_[found->second];
    if (record.current == 0.0) touched_.push_back(found->second);
    record.current += stands_for;
    record.heaviest = std::max(record.heaviest, heaviest);
    ++record.hits;
  }
}

void PatternSampler::close_round() {
  ++rounds_;
  const auto close = [](Record& record) {
    record.sum += record.current;
    record.squares += record.current * record.current;
    record.current = 0.0;
  };
  close(all_);
  for (const std::uint32_t place : touched_)
    close(records_[place]);
  touched_.clear();
}

Estimate PatternSampler::estimate_of(const Record& record) const {
  Estimate result;
  result.samples = record.hits;
  if (rounds_ == 0) return result;
  const auto n = static_cast<double>(rounds_);
  const double mean = record.sum / n;
  const double variance = std::max(0.0, record.squares - record.sum * mean) / std::max(1.0, n - 1);
  result.value = mean;
  // One round says nothing about the scatter.
  result.standard_error = rounds_ == 1 ? mean : std::sqrt(variance / n);
  const double spread = student_quantile(kSpreadQuantile, n - 1) * result.standard_error;
  // Rounds that were not seen may have shown nothing (a hub and its only neighbour with some label
  // have the same colour in one of k rounds), or more than all that were.
  const double unseen = unseen_probability(n);
  result.low = mean * (1 - kRounding) - spread - unseen * mean;
  result.low = record.hits == 0 ? 0.0 : std::max(1.0, result.low);
  result.high = mean * (1 + kRounding) + spread + unseen * record.heaviest;
  result.high = std::max(result.high, result.low);
  return result;
}

Estimate PatternSampler::sets() const {
  return estimate_of(all_);
}

Estimate PatternSampler::unseen() const {
  return estimate_of(none_);
}

std::vector<SampledPattern> PatternSampler::top(std::size_t most) const {
  std::vector<std::uint32_t> order(records_.size());
  std::iota(order.begin(), order.end(), std::uint32_t{0});
  const std::size_t wanted = std::min(most, order.size());
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(wanted), order.end(),
                    [&](std::uint32_t a, std::uint32_t b) {
                      return records_[a].sum != records_[b].sum ? records_[a].sum > records_[b].sum
                                                                : a < b;
                    });
  std::vector<SampledPattern> result;
  for (const std::uint32_t place : std::span(order).first(wanted)) {
    const std::span<const Vertex> set(examples_.data() + records_[place].example,
                                      static_cast<std::size_t>(size_));
    const pattern::CanonicalForm form = pattern::canonicalize(pattern::induce(graph_, set));
    SampledPattern& sampled = result.emplace_back();
    sampled.pattern = form.pattern;
    sampled.estimate = estimate_of(records_[place]);
    for (std::size_t i = 0; i < set.size(); ++i)
      sampled.occurrence.push_back(set[form.order[i]]);
  }
  return result;
}

}  // namespace rlminer::sample
