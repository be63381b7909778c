#include "rlminer/enumerate/census.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "rlminer/enumerate/pattern_key.h"
#include "rlminer/pattern/canonical.h"

namespace rlminer::enumerate {
namespace {

// A set in the order of its canonical pattern.
std::vector<Vertex> in_order(const std::vector<Vertex>& set, const pattern::CanonicalForm& form) {
  std::vector<Vertex> ordered;
  for (std::size_t i = 0; i < set.size(); ++i)
    ordered.push_back(set[form.order[i]]);
  return ordered;
}

// One size of a sink whose tally() takes the size along.
template <typename Sink>
class SinkPort {
 public:
  SinkPort(Sink& sink, int size) : sink_(&sink), size_(static_cast<std::size_t>(size)) {}

  template <typename Met>
  void tally(std::uint32_t hash, std::uint64_t count, const Met& met) const {
    if (sink_->wants(size_, hash)) sink_->tally(size_, hash, count, met);
  }
  template <typename Met>
  void tally_each(const MemberBatch::Hashes& hashes, int count, const Met& met) const {
    for (int i = 0; i < count; ++i) {
      const std::uint32_t hash = hashes[static_cast<std::size_t>(i)];
      if (sink_->wants(size_, hash)) sink_->tally(size_, hash, 1, met(i));
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
  ClassifySink(const KeySelection& selected, bool keep_examples, const RankedGraph& graph,
               WalkMonitor& monitor)
      : selected_(selected), monitor_(&monitor), pace_(monitor) {
    const Coding coding = coding_of(graph);
    coded_ = RawCode::holds(static_cast<int>(selected.size()) - 1, graph.num_labels(), coding);
    for (std::size_t n = 0; n < selected.size(); ++n)
      sizes_.emplace_back(static_cast<int>(n), keep_examples, coding);
  }

  using Port = SinkPort<ClassifySink>;
  Port port(int size) { return Port(*this, size); }

  bool wants(std::size_t n, std::uint32_t hash) const { return selected_[n].contains(hash); }
  template <typename Met>
  void tally(std::size_t n, std::uint32_t, std::uint64_t count, const Met& met) {
    ++now_.place;
    new_codes_ += coded_ ? sizes_[n].add(met.code(), count, now_, met.vertices)
                         : sizes_[n].add(met.pattern(), count, now_, met.vertices);
  }

  // Whoever meets a pattern in the first unit of all has the example to keep: the same one however
  // many threads there are.
  void begin(const WalkUnit& unit) { now_ = {std::uint64_t{unit.root} << 32 | unit.first, 0}; }
  bool keep_going() {
    if (new_codes_ >= kCodesPerMemoryCheck) {
      new_codes_ = 0;
      if (!monitor_->check_memory()) return false;
    }
    return pace_.step();
  }
  bool keep_going(std::uint64_t work) { return pace_.work(work); }

  const RawCounts& counts(std::size_t size) const { return sizes_[size]; }

 private:
  // Each ordered pattern remembered takes up to 300 bytes.
  static constexpr std::uint32_t kCodesPerMemoryCheck = 1 << 14;

  KeySelection selected_;
  bool coded_;
  RawCounts::Moment now_;
  WalkMonitor* monitor_;
  WalkPace pace_;
  std::vector<RawCounts> sizes_;
  std::uint32_t new_codes_ = 0;
};

class LocateSink {
 public:
  LocateSink(KeySelection selected, const std::vector<PatternCounts>& known, WalkMonitor& monitor)
      : missing_(std::move(selected)), known_(&known), pace_(monitor), found_(missing_.size()) {
    for (const KeySet& keys : missing_)
      left_ += keys.count();
  }

  using Port = SinkPort<LocateSink>;
  Port port(int size) { return Port(*this, size); }

  bool wants(std::size_t n, std::uint32_t hash) const { return missing_[n].contains(hash); }
  template <typename Met>
  void tally(std::size_t n, std::uint32_t hash, std::uint64_t, const Met& met) {
    const pattern::CanonicalForm form = pattern::canonicalize(met.pattern());
    if ((*known_)[n].contains(form.pattern)) return;
    found_[n].emplace(form.pattern, in_order(met.vertices(), form));
    missing_[n].remove(hash);
    --left_;
  }

  void begin(const WalkUnit&) {}
  bool keep_going() { return left_ > 0 && pace_.step(); }
  bool keep_going(std::uint64_t work) { return left_ > 0 && pace_.work(work); }

  std::vector<PatternExamples>& found() { return found_; }

 private:
  KeySelection missing_;
  const std::vector<PatternCounts>* known_;
  WalkPace pace_;
  std::vector<PatternExamples> found_;
  std::size_t left_ = 0;
};

}  // namespace

KeySet::KeySet(const SizeSketch& sketch, const std::vector<SizeSketch::Key>& keys)
    : dropped_bits_(sketch.dropped_bits()),
      everything_(!keys.empty() && keys.size() == sketch.size()),
      keys_(keys.begin(), keys.end()) {
  for (const SizeSketch::Key key : keys) {
    filter_[filter_bit(key) / 64] |= std::uint64_t{1} << (filter_bit(key) % 64);
  }
}

KeySet KeySet::everything() {
  KeySet all;
  all.everything_ = true;
  return all;
}

[[gnu::noinline]] bool KeySet::surely_contains(std::uint32_t hash) const {
  return keys_.contains(key_of(hash));
}

Classification classify_keys(const RankedGraph& graph, const KeySelection& selected,
                             const WalkBudget& budget, bool keep_examples) {
  WalkMonitor monitor(budget);
  std::vector<ClassifySink> sinks(static_cast<std::size_t>(budget.threads),
                                  ClassifySink(selected, keep_examples, graph, monitor));
  Classification result;
  result.sizes.resize(selected.size());
  result.sets = walk_sets(graph, static_cast<int>(selected.size()) - 1, sinks).sets;
  result.end = monitor.end();
  if (keep_examples) result.examples.resize(selected.size());
  std::vector<RawCounts::Entries> counted(sinks.size());
  for (std::size_t n = 0; n < selected.size(); ++n) {
    parallel_for(sinks.size(), budget.threads,
                 [&](int, std::size_t t) { counted[t] = sinks[t].counts(n).canonical(); });
    std::unordered_map<Pattern, RawCounts::Moment, pattern::PatternHash> met;
    for (RawCounts::Entries& entries : counted) {
      for (auto& [pattern, entry] : entries) {
        result.sizes[n][pattern] += entry.count;
        if (!keep_examples) continue;
        RawCounts::Moment& first = met[pattern];
        if (!(entry.met < first)) continue;
        first = entry.met;
        result.examples[n][pattern] = std::move(entry.example);
      }
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
