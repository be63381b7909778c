#include "rlminer/enumerate/optimal_values.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <limits>
#include <utility>

#include "rlminer/base/error.h"
#include "rlminer/enumerate/isomorphism_classes.h"
#include "rlminer/enumerate/set_walk.h"

namespace rlminer::enumerate {

ValueTable::ValueTable(std::size_t keys, std::size_t columns)
    : slots_(keys + keys * 3 / 5 + 1), stride_(sizeof(std::uint64_t) / sizeof(Rank) + columns) {
  ranks_.assign(slots_ * stride_, 0);
}

using Rank = ValueTable::Rank;

class OptimalValues::Solver {
 public:
  Solver(const Graph& graph, std::span<const int> sizes, const Limits& limits)
      : graph_(graph), limits_(limits) {
    values_.vertex_words_ = draw_vertex_words(graph.num_vertices());
    for (const int size : sizes)
      values_.scales_.emplace_back().size = size;
    largest_ = std::min<std::size_t>(static_cast<std::size_t>(sizes.back()), graph.num_vertices());
    for (std::size_t n = 0; n <= largest_; ++n)
      levels_.emplace_back(n);
    for (const int size : sizes) {
      if (at(size) <= largest_) levels_[at(size)].wanted = true;
    }
  }

  std::optional<OptimalValues> run() {
    if (!enumerate()) return std::nullopt;
    for (Scale& scale : values_.scales_)
      rank(scale);
    values_.tables_.resize(largest_ + 1);
    for (std::size_t n = 1; n <= largest_; ++n)
      fill_table(n);
    for (std::size_t n = largest_; n > 1; --n) {
      if (!pull(n - 1)) return std::nullopt;
    }
    return std::move(values_);
  }

 private:
  // The sets of one size, in the order of the walk.
  struct Level {
    explicit Level(std::size_t size) : kinds(size) {}

    bool wanted = false;
    std::vector<std::uint64_t> places;  // first the key of each set, later its slot in the table
    IsomorphismClasses kinds;           // if the size is wanted
    std::vector<Rank> ranks;            // by class
  };

  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  // Slots and classes are numbered by 32 bits, and with fewer sets than this there are not more
  // different frequencies than ranks.
  static constexpr std::size_t kMostSets = std::size_t{1} << 31;
  static constexpr std::size_t kAhead = 64;  // look-ups under way at a time
  static constexpr std::size_t kSetsPerPoll = std::size_t{1} << 14;

  bool enumerate() {
    if (limits_.deadline.expired()) return false;
    const std::size_t most = std::min(limits_.sets, kMostSets);
    std::size_t sets = 0;
    const bool plain = !graph_.distinguishes_edges();
    std::vector<Vertex> vertices;
    SetWalk walk(graph_, values_.vertex_words_);
    const bool complete = walk.for_each_set(static_cast<int>(largest_), [&](std::size_t n) {
      if (++sets > most) return false;
      if (sets % kSetsPerPoll == 0 && limits_.deadline.expired()) return false;
      Level& level = levels_[n];
      level.places.push_back(walk.key(n));
      if (level.wanted && plain) level.kinds.add(walk.code_hash(n), walk.code());
      if (level.wanted && !plain) {
        vertices.clear();
        walk.for_each_vertex(n, [&](Vertex v) { vertices.push_back(v); });
        level.kinds.add(pattern::induce(graph_, vertices));
      }
      return true;
    });
    for (Level& level : levels_)
      level.kinds.finish();
    values_.num_sets_ = sets;
    return complete;
  }

  void rank(Scale& scale) {
    scale.frequencies.assign(1, 0);
    if (at(scale.size) <= largest_) {
      Level& level = levels_[at(scale.size)];
      const auto counts = level.kinds.counts();
      scale.frequencies.insert(scale.frequencies.end(), counts.begin(), counts.end());
      std::sort(scale.frequencies.begin(), scale.frequencies.end());
      scale.frequencies.erase(std::unique(scale.frequencies.begin(), scale.frequencies.end()),
                              scale.frequencies.end());
      for (const std::uint32_t count : counts) {
        const auto place =
            std::lower_bound(scale.frequencies.begin(), scale.frequencies.end(), count);
        level.ranks.push_back(static_cast<Rank>(place - scale.frequencies.begin()));
      }
    }
    const auto highest = static_cast<double>(std::max(scale.frequencies.back(), 1u));
    for (const std::uint32_t frequency : scale.frequencies)
      scale.ratios.push_back(static_cast<float>(frequency / highest));
  }

  void fill_table(std::size_t n) {
    Level& level = levels_[n];
    std::size_t columns = 0;
    for (const Scale& scale : values_.scales_)
      columns += at(scale.size) >= n ? 1 : 0;
    values_.tables_[n] = ValueTable(level.places.size(), columns);
    ValueTable& table = values_.tables_[n];
    const auto classes = level.kinds.classes();
    for (std::size_t i = 0; i < level.places.size(); ++i) {
      if (i + kAhead < level.places.size()) table.prefetch(level.places[i + kAhead]);
      level.places[i] = table.insert(level.places[i]);
      if (level.wanted) table.row(level.places[i])[0] = level.ranks[classes[i]];
    }
  }

  // From every set of n vertices, what can be reached is the best of what can be reached from the
  // sets with one neighbour more.
  bool pull(std::size_t n) {
    const ValueTable& above = values_.tables_[n + 1];
    ValueTable& here = values_.tables_[n];
    const std::size_t skipped = here.columns() - above.columns();
    std::size_t sets = 0;
    SetWalk walk(graph_, values_.vertex_words_);
    const bool complete = walk.for_each_set_of(static_cast<int>(n), [&](std::size_t) {
      Rank* row = here.row(levels_[n].places[sets++]) + skipped;
      if (sets % kSetsPerPoll == 0 && limits_.deadline.expired()) return false;
      const std::uint64_t key = walk.key(n);
      walk.for_each_neighbor(n, [&](Vertex v) {
        keys_.push_back(key ^ values_.vertex_words_[v]);
        above.prefetch(keys_.back());
      });
      pending_.push_back({row, keys_.size()});
      if (keys_.size() >= kAhead) look_up(above);
      return true;
    });
    look_up(above);
    return complete;
  }

  void look_up(const ValueTable& above) {
    switch (above.columns()) {
      case 1:
        return look_up<1>(above);
      case 2:
        return look_up<2>(above);
      case 3:
        return look_up<3>(above);
      default:
        return look_up<0>(above);
    }
  }

  // kColumns: as the table has, or 0 for any number.
  template <std::size_t kColumns>
  void look_up(const ValueTable& above) {
    const std::size_t columns = kColumns == 0 ? above.columns() : kColumns;
    std::size_t i = 0;
    for (const auto& [row, end] : pending_) {
      std::array<Rank, kColumns == 0 ? pattern::kMaxPatternSize : kColumns> best;
      std::copy_n(row, columns, best.begin());
      for (; i < end; ++i) {
        const Rank* from = above.find_known(keys_[i]);
        for (std::size_t c = 0; c < columns; ++c)
          best[c] = best[c] < from[c] ? from[c] : best[c];
      }
      std::copy_n(best.begin(), columns, row);
    }
    pending_.clear();
    keys_.clear();
  }

  const Graph& graph_;
  const Limits& limits_;
  std::size_t largest_ = 0;
  std::vector<Level> levels_;
  OptimalValues values_;

  // Look-ups wait for memory, so they are announced first and done some dozens at a time.
  struct Pending {
    Rank* row;        // where the best goes
    std::size_t end;  // its keys end here
  };
  std::vector<std::uint64_t> keys_;
  std::vector<Pending> pending_;
};

std::optional<OptimalValues> OptimalValues::solve(const Graph& graph, std::span<const int> sizes,
                                                  const Limits& limits) {
  if (sizes.empty() || sizes.front() < 1 || sizes.back() > pattern::kMaxPatternSize ||
      !std::is_sorted(sizes.begin(), sizes.end(), std::less_equal<int>())) {
    throw Error("the sizes must be ascending, from 1 to " +
                std::to_string(pattern::kMaxPatternSize));
  }
  return Solver(graph, sizes, limits).run();
}

const OptimalValues::Scale* OptimalValues::scale(int size) const {
  const auto place = std::find_if(scales_.begin(), scales_.end(),
                                  [&](const Scale& scale) { return scale.size == size; });
  return place == scales_.end() ? nullptr : &*place;
}

std::size_t OptimalValues::column(const Scale& scale, std::size_t n) const {
  std::size_t before = 0;  // sizes that the rows have no column for
  while (static_cast<std::size_t>(scales_[before].size) < n)
    ++before;
  return static_cast<std::size_t>(&scale - scales_.data()) - before;
}

std::uint32_t OptimalValues::best(int size) const {
  const Scale* known = scale(size);
  return known == nullptr ? 0 : known->frequencies.back();
}

std::uint32_t OptimalValues::value(std::span<const Vertex> connected_set, int size) const {
  const Scale* known = scale(size);
  const std::size_t n = connected_set.size();
  if (known == nullptr || n > static_cast<std::size_t>(size)) return 0;
  if (n == 0) return known->frequencies.back();
  if (n >= tables_.size()) return 0;
  std::uint64_t key = 0;
  for (const Vertex v : connected_set)
    key ^= vertex_words_[v];
  const Rank* row = tables_[n].find(key);
  return row == nullptr ? 0 : known->frequencies[row[column(*known, n)]];
}

void OptimalValues::action_ratios(std::span<const Vertex> chosen, std::span<const Vertex> actions,
                                  int size, std::span<float> ratios) const {
  assert(ratios.size() == actions.size());
  const Scale* known = scale(size);
  const std::size_t n = chosen.size() + 1;
  if (known == nullptr || n >= tables_.size() || n > static_cast<std::size_t>(size)) {
    std::fill(ratios.begin(), ratios.end(), 0.0f);
    return;
  }
  std::uint64_t key = 0;
  for (const Vertex v : chosen)
    key ^= vertex_words_[v];
  const ValueTable& table = tables_[n];
  const std::size_t place = column(*known, n);
  // The table is usually far away in memory: all look-ups are on their way before the first is
  // needed.
  for (const Vertex action : actions)
    table.prefetch(key ^ vertex_words_[action]);
  for (std::size_t i = 0; i < actions.size(); ++i) {
    const Rank* row = table.find(key ^ vertex_words_[actions[i]]);
    ratios[i] = row == nullptr ? 0.0f : known->ratios[row[place]];
  }
}

std::size_t OptimalValues::memory() const {
  std::size_t bytes = vertex_words_.capacity() * sizeof(std::uint64_t);
  for (const Scale& scale : scales_) {
    bytes += scale.frequencies.capacity() * sizeof(std::uint32_t);
    bytes += scale.ratios.capacity() * sizeof(float);
  }
  for (const ValueTable& table : tables_)
    bytes += table.memory();
  return bytes;
}

}  // namespace rlminer::enumerate
