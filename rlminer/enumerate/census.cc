#include "rlminer/enumerate/census.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "rlminer/enumerate/pattern_key.h"
#include "rlminer/pattern/canonical.h"

namespace rlminer::enumerate {
namespace {

// One size of a sink whose tally() takes the size along.
template <typename Sink>
class SinkPort {
 public:
  SinkPort(Sink& sink, int size) : sink_(&sink), size_(static_cast<std::size_t>(size)) {}

  template <typename MakePattern>
  void tally(std::uint32_t hash, std::uint64_t count, MakePattern&& make_pattern) const {
    sink_->tally(size_, hash, count, make_pattern);
  }
  template <typename MakePattern>
  void tally_each(const MemberBatch::Hashes& hashes, int count, MakePattern&& make_pattern) const {
    for (int i = 0; i < count; ++i) {
      sink_->tally(size_, hashes[static_cast<std::size_t>(i)], 1, [&] { return make_pattern(i); });
    }
  }

 private:
  Sink* sink_;
  std::size_t size_;
};

// Counts the sets in the selected keys by the way their pattern is written down; patterns are put
// into canonical form once per vertex order.
class ClassifySink {
 public:
  ClassifySink(const KeySelection& selected, WalkMonitor& monitor)
      : selected_(selected), monitor_(&monitor), sizes_(selected.size()) {}

  using Port = SinkPort<ClassifySink>;
  Port port(int size) { return Port(*this, size); }

  template <typename MakePattern>
  void tally(std::size_t n, std::uint32_t hash, std::uint64_t count, MakePattern&& make_pattern) {
    if (!selected_[n].contains(hash)) return;
    if (sizes_[n].add(make_pattern(), count)) ++new_codes_;
  }

  bool keep_going() {
    if (new_codes_ >= kCodesPerMemoryCheck) {
      new_codes_ = 0;
      if (!monitor_->check_memory()) return false;
    }
    return ++steps_ % WalkMonitor::kStepsPerPoll != 0 || monitor_->poll();
  }

  const RawCounts& counts(std::size_t size) const { return sizes_[size]; }

 private:
  // Each ordered pattern remembered takes about 200 bytes.
  static constexpr std::uint32_t kCodesPerMemoryCheck = 1 << 14;

  KeySelection selected_;
  WalkMonitor* monitor_;
  std::vector<RawCounts> sizes_;
  std::uint32_t steps_ = 0;
  std::uint32_t new_codes_ = 0;
};

class LocateSink {
 public:
  LocateSink(KeySelection selected, const std::vector<PatternCounts>& known, WalkMonitor& monitor)
      : missing_(std::move(selected)), known_(&known), monitor_(&monitor), found_(missing_.size()) {
    for (const KeySet& keys : missing_)
      left_ += keys.count();
  }

  using Port = SinkPort<LocateSink>;
  Port port(int size) { return Port(*this, size); }

  template <typename MakePattern>
  void tally(std::size_t n, std::uint32_t hash, std::uint64_t, MakePattern&& make_pattern) {
    if (!missing_[n].contains(hash)) return;
    const Pattern pattern = pattern::canonicalize(make_pattern()).pattern;
    if ((*known_)[n].contains(pattern)) return;
    found_[n].push_back(pattern);
    missing_[n].remove(hash);
    --left_;
  }

  bool keep_going() {
    return left_ > 0 && (++steps_ % WalkMonitor::kStepsPerPoll != 0 || monitor_->poll());
  }

  std::vector<std::vector<Pattern>>& found() { return found_; }

 private:
  KeySelection missing_;
  const std::vector<PatternCounts>* known_;
  WalkMonitor* monitor_;
  std::vector<std::vector<Pattern>> found_;
  std::size_t left_ = 0;
  std::uint32_t steps_ = 0;
};

}  // namespace

KeySet::KeySet(const SizeSketch& sketch, const std::vector<SizeSketch::Key>& keys)
    : dropped_bits_(sketch.dropped_bits()), keys_(keys.begin(), keys.end()) {
  for (const SizeSketch::Key key : keys) {
    filter_[filter_bit(key) / 64] |= std::uint64_t{1} << (filter_bit(key) % 64);
  }
}

KeySet KeySet::everything() {
  KeySet all;
  all.everything_ = true;
  all.filter_.fill(~std::uint64_t{0});
  return all;
}

Classification classify_keys(const RankedGraph& graph, const KeySelection& selected,
                             const WalkBudget& budget) {
  WalkMonitor monitor(budget);
  std::vector<ClassifySink> sinks(static_cast<std::size_t>(budget.threads),
                                  ClassifySink(selected, monitor));
  Classification result;
  result.sizes.resize(selected.size());
  result.sets = walk_sets(graph, static_cast<int>(selected.size()) - 1, sinks).sets;
  result.end = monitor.end();
  for (std::size_t n = 0; n < selected.size(); ++n) {
    for (const ClassifySink& sink : sinks) {
      sink.counts(n).for_each(
          [&](const Pattern& canonical, Count count) { result.sizes[n][canonical] += count; });
    }
  }
  return result;
}

Located locate_patterns(const RankedGraph& graph, const KeySelection& selected,
                        const std::vector<PatternCounts>& known, const WalkBudget& budget,
                        WalkOrder order) {
  WalkMonitor monitor(budget);
  std::vector<LocateSink> sinks;
  sinks.emplace_back(selected, known, monitor);
  walk_sets(graph, static_cast<int>(selected.size()) - 1, sinks, order);
  return {std::move(sinks.front().found()), monitor.end()};
}

Classification take_census(const Graph& graph, const std::vector<int>& sizes,
                           const WalkBudget& budget) {
  const int largest = std::max(3, *std::max_element(sizes.begin(), sizes.end()));
  KeySelection all(static_cast<std::size_t>(largest) + 1);
  for (const int size : sizes)
    all[static_cast<std::size_t>(size)] = KeySet::everything();
  return classify_keys(RankedGraph(graph), all, budget);
}

}  // namespace rlminer::enumerate
