#include "rlminer/enumerate/sketch.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <queue>

#include "rlminer/base/bits.h"
#include "rlminer/enumerate/walk.h"

namespace rlminer {
namespace {

template <bool Wide>
class SketchSink {
 public:
  SketchSink(const std::vector<int>& bits, WalkMonitor& monitor) : monitor_(&monitor) {
    for (const int b : bits)
      sizes_.push_back(b == 0 ? SizeSketch() : SizeSketch(b, Wide));
  }

  using Port = SizeSketch::Port<Wide>;
  Port port(int size) {
    SizeSketch& sketch = sizes_[static_cast<std::size_t>(size)];
    return sketch.size() == 0 ? Port() : Port(sketch);
  }

  bool keep_going() { return ++steps_ % WalkMonitor::kStepsPerPoll != 0 || monitor_->poll(); }

  std::vector<SizeSketch>& sizes() { return sizes_; }

 private:
  std::vector<SizeSketch> sizes_;
  WalkMonitor* monitor_;
  std::uint32_t steps_ = 0;
};

template <bool Wide>
Sketch run_sketch(const RankedGraph& graph, const std::vector<int>& bits,
                  const WalkBudget& budget) {
  WalkMonitor monitor(budget);
  std::vector<SketchSink<Wide>> sinks;
  for (int t = 0; t < budget.threads; ++t)
    sinks.emplace_back(bits, monitor);
  Sketch sketch;
  if (monitor.end() != WalkEnd::Complete) {
    sketch.sets.assign(bits.size(), 0);
  } else {
    sketch.sets = walk_sets(graph, static_cast<int>(bits.size()) - 1, sinks).sets;
  }
  sketch.end = monitor.end();
  sketch.sizes = std::move(sinks.front().sizes());
  for (std::size_t t = 1; t < sinks.size(); ++t) {
    for (std::size_t n = 0; n < bits.size(); ++n)
      sketch.sizes[n].add(sinks[t].sizes()[n]);
  }
  return sketch;
}

}  // namespace

SizeSketch::SizeSketch(int bits, bool wide)
    : bits_(bits), low_(std::size_t{1} << bits, 0), high_(wide ? low_.size() : 0, 0) {}

void SizeSketch::set(std::size_t slot, Count value) {
  low_[slot] = static_cast<std::uint64_t>(value);
  if (!high_.empty()) high_[slot] = static_cast<std::uint64_t>(value >> 64);
}

void SizeSketch::add(const SizeSketch& other) {
  for (std::size_t slot = 0; slot < low_.size(); ++slot)
    set(slot, (*this)[slot] + other[slot]);
}

Count SizeSketch::nth_greatest(std::size_t n) const {
  if (n == 1 && high_.empty()) return *std::max_element(low_.begin(), low_.end());
  // The n greatest so far, the least of them on top.
  std::priority_queue<Count, std::vector<Count>, std::greater<>> greatest;
  for (std::size_t slot = 0; slot < size(); ++slot) {
    const Count value = (*this)[slot];
    if (greatest.size() == n && value <= greatest.top()) continue;
    if (greatest.size() == n) greatest.pop();
    greatest.push(value);
  }
  return greatest.top();
}

std::vector<std::uint32_t> SizeSketch::slots_with_at_least(Count value) const {
  std::vector<std::uint32_t> slots;
  const bool narrow = high_.empty();
  if (narrow && value > std::numeric_limits<std::uint64_t>::max()) return slots;
  const auto low_value = static_cast<std::uint64_t>(value);
  for (std::size_t slot = 0; slot < size(); ++slot) {
    if (narrow ? low_[slot] >= low_value : (*this)[slot] >= value) {
      slots.push_back(static_cast<std::uint32_t>(slot));
    }
  }
  return slots;
}

int sketch_bits(double expected_sets, int max_bits) {
  // A pattern occurs several times as a rule, so half as many slots as sets keep collisions rare.
  const double bits = std::ceil(std::log2(std::max(expected_sets, 1.0))) - 1;
  return static_cast<int>(std::clamp(bits, 6.0, static_cast<double>(max_bits)));
}

Sketch sketch_sets(const RankedGraph& graph, const std::vector<int>& bits,
                   const WalkBudget& budget) {
  Sketch sketch = run_sketch<false>(graph, bits, budget);
  // No slot exceeds the number of sets of its size, so only totals beyond one word can have wrapped
  // a slot.
  const bool wrapped = std::any_of(sketch.sets.begin(), sketch.sets.end(), [](Count sets) {
    return sets > std::numeric_limits<std::uint64_t>::max();
  });
  return wrapped ? run_sketch<true>(graph, bits, budget) : sketch;
}

std::uint32_t hash_pattern(const Pattern& pattern, std::size_t num_labels) {
  const std::vector<LabelWeights> weights = draw_label_weights(num_labels);
  ProfileVector<32> profiles{};
  for (int z = 0; z < pattern.size(); ++z) {
    Profile profile = weights[pattern.label(z)].length0;
    for_each_bit(pattern.adjacency(z), [&](int y) {
      profile = static_cast<Profile>(profile + weights[pattern.label(y)].length1);
      for_each_bit(pattern.adjacency(y), [&](int x) {
        profile = static_cast<Profile>(profile + weights[pattern.label(x)].length2);
      });
    });
    profiles[z] = profile;
  }
  return hash_profiles<32>(profiles);
}

}  // namespace rlminer
