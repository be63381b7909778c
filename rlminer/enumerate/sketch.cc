#include "rlminer/enumerate/sketch.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <functional>
#include <memory>
#include <utility>

#include "rlminer/base/bits.h"
#include "rlminer/enumerate/walk.h"

namespace rlminer::enumerate {
namespace {

constexpr std::size_t kManyKeys = std::size_t{1} << 16;

// The hashes of single sets wait here until there are enough of them to look their entries up side
// by side: one by one, each would wait for its own cache line in the middle of the walk.
class TallyBuffer {
 public:
  explicit TallyBuffer(SizeSketch sketch) : sketch_(std::move(sketch)) {}

  void add(std::uint32_t hash) {
    hashes_[fill_] = hash;
    if (++fill_ >= kEnough) drain();
  }
  void add(const MemberBatch::Hashes& hashes, int count) {
    std::copy(hashes.begin(), hashes.end(), hashes_.begin() + static_cast<std::ptrdiff_t>(fill_));
    fill_ += static_cast<std::size_t>(count);
    if (fill_ >= kEnough) drain();
  }

  void drain() {
    constexpr std::size_t kAhead = 16;
    for (std::size_t i = 0; i < std::min(kAhead, fill_); ++i)
      sketch_.prefetch(hashes_[i]);
    for (std::size_t i = 0; i + kAhead < fill_; ++i) {
      sketch_.prefetch(hashes_[i + kAhead]);
      sketch_.tally(hashes_[i], 1);
    }
    for (std::size_t i = fill_ - std::min(kAhead, fill_); i < fill_; ++i)
      sketch_.tally(hashes_[i], 1);
    fill_ = 0;
  }

  SizeSketch& sketch() { return sketch_; }

 private:
  static constexpr std::size_t kEnough = 2048;

  SizeSketch sketch_;
  std::size_t fill_ = 0;
  std::array<std::uint32_t, kEnough + MemberBatch::kLanes> hashes_;
};

class SketchSink {
 public:
  SketchSink(const std::vector<bool>& wanted, int max_bits, WalkMonitor& monitor) : pace_(monitor) {
    for (const bool is_wanted : wanted) {
      sizes_.push_back(is_wanted ? std::make_unique<TallyBuffer>(SizeSketch(max_bits)) : nullptr);
    }
  }

  class Port {
   public:
    explicit Port(TallyBuffer* buffer) : buffer_(buffer) {}

    template <typename Met>
    void tally(std::uint32_t hash, std::uint64_t count, const Met&) const {
      if (buffer_ == nullptr) return;
      if (count == 1) {
        buffer_->add(hash);
      } else {
        buffer_->sketch().tally(hash, count);
      }
    }

    template <typename Met>
    void tally_each(const MemberBatch::Hashes& hashes, int count, const Met&) const {
      if (buffer_ != nullptr) buffer_->add(hashes, count);
    }

   private:
    TallyBuffer* buffer_;
  };
  Port port(int size) { return Port(sizes_[static_cast<std::size_t>(size)].get()); }

  void begin(const WalkUnit&) {}
  bool keep_going() { return pace_.step(); }
  bool keep_going(std::uint64_t work) { return pace_.work(work); }

  // The sketch of that size, to be taken once the walk is over; empty for a size not wanted.
  SizeSketch take(std::size_t size) {
    if (sizes_[size] == nullptr) return SizeSketch(2);
    sizes_[size]->drain();
    return std::move(sizes_[size]->sketch());
  }

 private:
  std::vector<std::unique_ptr<TallyBuffer>> sizes_;
  WalkPace pace_;
};

}  // namespace

SizeSketch::SizeSketch(int max_bits)
    : max_bits_(max_bits),
      shift_(32 - std::min(max_bits, kFirstBits)),
      mask_((std::size_t{1} << std::min(max_bits, kFirstBits)) - 1),
      entries_(mask_ + 1, 0) {
  assert(max_bits >= 2);
}

std::size_t SizeSketch::place_of(Key key) const {
  std::size_t place = home(key);
  while (entries_[place] != 0 && static_cast<Key>(entries_[place]) != key) {
    place = (place + 1) & mask_;
  }
  return place;
}

void SizeSketch::tally_slowly(Key key, std::uint64_t count) {
  std::size_t place = place_of(key);
  if (entries_[place] == 0) {
    if (2 * (used_ + 1) > entries_.size()) {
      const int dropped_before = dropped_bits_;
      make_room();
      key = std::max(key >> (dropped_bits_ - dropped_before), Key{1});
      place = place_of(key);
    }
    if (entries_[place] == 0) {
      ++used_;
      entries_[place] = key;
    }
  }
  std::uint64_t sum;
  if (count < kCarry && !__builtin_add_overflow(entries_[place], count << 32, &sum)) {
    entries_[place] = sum;
  } else {
    set(key, value(key) + count);
  }
}

void SizeSketch::make_room() {
  const int bits = 32 - shift_;
  if (bits < max_bits_) {
    resize(bits + 1);
  } else {
    while (2 * (used_ + 1) > entries_.size())
      drop_bits(1);
  }
}

void SizeSketch::resize(int bits) {
  shift_ = 32 - bits;
  mask_ = (std::size_t{1} << bits) - 1;
  const std::vector<std::uint64_t> old =
      std::exchange(entries_, std::vector<std::uint64_t>(mask_ + 1, 0));
  for (const std::uint64_t entry : old) {
    if (entry != 0) entries_[place_of(static_cast<Key>(entry))] = entry;
  }
}

void SizeSketch::drop_bits(int bits) {
  const auto shorter = [bits](Key key) { return std::max(key >> bits, Key{1}); };
  const std::vector<std::uint64_t> old =
      std::exchange(entries_, std::vector<std::uint64_t>(entries_.size(), 0));
  const std::unordered_map<Key, Count> carried = std::exchange(carries_, {});
  dropped_bits_ += bits;
  used_ = 0;
  for (const std::uint64_t entry : old) {
    if (entry == 0) continue;
    const Key key = shorter(static_cast<Key>(entry));
    std::uint64_t& place = entries_[place_of(key)];
    const std::uint64_t count = entry >> 32;
    used_ += place == 0;
    std::uint64_t sum;
    if (!__builtin_add_overflow(place, count << 32, &sum)) {
      place = (sum & ~(kCarry - 1)) | key;
    } else {
      set(key, value(key) + count);
    }
  }
  for (const auto& [key, count] : carried)
    carries_[shorter(key)] += count;
}

Count SizeSketch::full_value(std::uint64_t entry) const {
  const Count low = entry >> 32;
  if (carries_.empty()) return low;
  const auto carried = carries_.find(static_cast<Key>(entry));
  return carried == carries_.end() ? low : low + carried->second;
}

Count SizeSketch::value(Key key) const {
  return full_value(entries_[place_of(key)] | key);
}

void SizeSketch::set(Key key, Count value) {
  entries_[place_of(key)] = static_cast<std::uint64_t>(value) << 32 | key;
  if (value < kCarry) {
    carries_.erase(key);
  } else {
    carries_[key] = value - (value & (kCarry - 1));
  }
}

SizeSketch::Content SizeSketch::content() const {
  Content content{dropped_bits_, {}};
  content.values.reserve(used_);
  for (const std::uint64_t entry : entries_) {
    if (entry != 0) content.values.emplace_back(static_cast<Key>(entry), full_value(entry));
  }
  return content;
}

void SizeSketch::add(const SizeSketch& other) {
  add(other.content());
}

void SizeSketch::add(const Content& other) {
  if (other.dropped_bits > dropped_bits_) {
    drop_bits(other.dropped_bits - dropped_bits_);
  }
  for (const auto& [key, value] : other.values) {
    // The key stands for all hashes that begin with it.
    const std::uint32_t hash = key << other.dropped_bits;
    Count left = value;
    for (; left >= kCarry << 31; left -= kCarry << 31)
      tally(hash, kCarry << 31);
    tally(hash, static_cast<std::uint64_t>(left));
  }
}

Count SizeSketch::nth_greatest(std::size_t n) const {
  // The n greatest so far, the least of them in front.
  std::vector<Count> greatest;
  // Entries below this need no closer look (with carries around, all do).
  std::uint64_t floor = 1;
  for (const std::uint64_t entry : entries_) {
    if (entry < floor) continue;
    const Count value = full_value(entry);
    if (greatest.size() == n) {
      if (value <= greatest.front()) continue;
      std::pop_heap(greatest.begin(), greatest.end(), std::greater<>());
      greatest.back() = value;
    } else {
      greatest.push_back(value);
    }
    std::push_heap(greatest.begin(), greatest.end(), std::greater<>());
    if (carries_.empty() && greatest.size() == n) {
      floor = static_cast<std::uint64_t>(greatest.front() + 1) << 32;
    }
  }
  return greatest.size() == n ? greatest.front() : 0;
}

std::vector<SizeSketch::Key> SizeSketch::keys_with_at_least(Count value) const {
  std::vector<Key> keys;
  if (carries_.empty()) {
    if (value >= kCarry) return keys;
    const std::uint64_t floor = std::max<std::uint64_t>(static_cast<std::uint64_t>(value) << 32, 1);
    for (const std::uint64_t entry : entries_) {
      if (entry >= floor) keys.push_back(static_cast<Key>(entry));
    }
    return keys;
  }
  for (const std::uint64_t entry : entries_) {
    if (entry != 0 && full_value(entry) >= value) keys.push_back(static_cast<Key>(entry));
  }
  return keys;
}

Sketch sketch_sets(const RankedGraph& graph, const std::vector<bool>& wanted,
                   const WalkBudget& budget, int max_bits) {
  const auto units = make_walk_units(graph, static_cast<int>(wanted.size()) - 1, budget.threads,
                                     WalkOrder::Spread);
  return sketch_units(graph, wanted, units, budget, max_bits);
}

Sketch sketch_units(const RankedGraph& graph, const std::vector<bool>& wanted,
                    std::span<const WalkUnit> units, const WalkBudget& budget, int max_bits) {
  WalkMonitor monitor(budget);
  std::vector<SketchSink> sinks;
  for (int t = 0; t < budget.threads; ++t)
    sinks.emplace_back(wanted, max_bits, monitor);
  Sketch sketch;
  if (monitor.end() == WalkEnd::Complete) {
    sketch.sets = walk_units(graph, static_cast<int>(wanted.size()) - 1, sinks, units).sets;
  } else {
    sketch.sets.assign(wanted.size(), 0);
  }
  for (std::size_t n = 0; n < wanted.size(); ++n) {
    sketch.sizes.push_back(sinks.front().take(n));
    for (std::size_t t = 1; t < sinks.size(); ++t) {
      // Putting large sketches together takes a while. When the time is over, that of one thread
      // tells who leads as well as all of them.
      const SizeSketch other = sinks[t].take(n);
      if (other.size() < kManyKeys || monitor.poll(0)) sketch.sizes[n].add(other);
    }
  }
  sketch.end = monitor.end();
  return sketch;
}

std::uint32_t hash_pattern(const Pattern& pattern, std::size_t num_labels) {
  const std::vector<LabelWeights> weights = draw_label_weights(num_labels);
  const auto factors = [&](int from, int to) {
    return pattern.plain() ? RelationWeights{1, 1} : relation_weights(pattern.relation(from, to));
  };
  ProfileVector<32> profiles{};
  for (int z = 0; z < pattern.size(); ++z) {
    Profile profile = weights[pattern.label(z)].length0;
    for_each_bit(pattern.adjacency(z), [&](int y) {
      Profile reach = weights[pattern.label(y)].length1;
      for_each_bit(pattern.adjacency(y), [&](int x) {
        reach = static_cast<Profile>(
            reach + times(factors(y, x).second, weights[pattern.label(x)].length2));
      });
      profile = static_cast<Profile>(profile + times(factors(z, y).first, reach));
    });
    profiles[z] = profile;
  }
  return hash_profiles<32>(profiles);
}

}  // namespace rlminer::enumerate
