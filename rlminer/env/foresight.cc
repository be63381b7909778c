#include "rlminer/env/foresight.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <numeric>
#include <optional>

#include "rlminer/enumerate/ranked_graph.h"
#include "rlminer/graph/assembly.h"

namespace rlminer::env {
namespace {

// Beyond that a census would take longer than what it is good for, and some megabytes of memory.
constexpr std::size_t kMostForeseen = 1 << 17;
constexpr double kMostParts = 1000.0;  // of a set that is larger than what the census knows

constexpr std::size_t kFirstReachable = 1;
// Of what is said about parts.
constexpr std::size_t kMeanRatio = 0;
constexpr std::size_t kLogFrequency = kMeanRatio + 1;
constexpr std::size_t kLogChange = kLogFrequency + 3;
constexpr std::size_t kLogParts = kLogChange + 3;
constexpr std::size_t kAboutParts = kLogParts + 1;
static_assert(action_features(1) == kFirstReachable + kAboutParts);

Graph without_kinds_of_edges(const Graph& graph) {
  if (!graph.distinguishes_edges()) return graph;
  Collection alone;
  alone.graphs = {graph};
  return graph::without_edge_labels(std::move(alone), false).graphs.front();
}

std::optional<enumerate::OptimalValues> solve(const Graph& graph, int largest,
                                              const Deadline& deadline) {
  std::array<int, Foresight::kLargestSet> sizes;
  std::iota(sizes.begin(), sizes.end(), 1);
  return enumerate::OptimalValues::solve(graph,
                                         std::span(sizes).first(static_cast<std::size_t>(largest)),
                                         {.sets = kMostForeseen, .deadline = deadline});
}

}  // namespace

// Visits the connected subsets of a small set that contain its last vertex.
class Foresight::Parts {
 public:
  Parts(const Foresight& foresight, const Graph& graph, std::span<const Vertex> chosen)
      : foresight_(foresight), graph_(graph), chosen_(chosen) {
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      words_[i] = foresight.values_.word(chosen[i]);
      for (std::size_t j = 0; j < i; ++j) {
        if (graph.has_edge(chosen[i], chosen[j])) connect(i, j);
      }
    }
    neighbours_of_chosen_ = neighbours_;
  }

  // Those of `size` vertices, for this action; kAboutParts numbers.
  void describe(Vertex action, std::size_t size, std::span<float> row) {
    neighbours_ = neighbours_of_chosen_;
    const std::size_t last = chosen_.size();
    for (std::size_t i = 0; i < last; ++i) {
      if (graph_.has_edge(chosen_[i], action)) connect(last, i);
    }
    word_ = foresight_.values_.word(action);
    size_ = size;
    ratios_ = logarithms_ = changes_ = {};
    extend(1, word_, neighbours_[last], neighbours_[last] | bit(last));
    if (ratios_.count() == 0) return;
    row[kMeanRatio] = ratios_.mean();
    logarithms_.write(&row[kLogFrequency]);
    changes_.write(&row[kLogChange]);
    row[kLogParts] = feature_logarithm(static_cast<double>(ratios_.count()));
  }

 private:
  // Mean, highest and lowest of some numbers.
  class Tally {
   public:
    void add(double value) {
      sum_ += value;
      highest_ = std::max(highest_, value);
      lowest_ = std::min(lowest_, value);
      ++count_;
    }
    std::size_t count() const { return count_; }
    float mean() const { return static_cast<float>(sum_ / static_cast<double>(count_)); }
    void write(float* to) const {
      if (count_ == 0) return;
      to[0] = mean();
      to[1] = static_cast<float>(highest_);
      to[2] = static_cast<float>(lowest_);
    }

   private:
    double sum_ = 0.0;
    double highest_ = -std::numeric_limits<double>::infinity();
    double lowest_ = std::numeric_limits<double>::infinity();
    std::size_t count_ = 0;
  };

  static std::uint32_t bit(std::size_t i) { return std::uint32_t{1} << i; }

  void connect(std::size_t i, std::size_t j) {
    neighbours_[i] |= bit(j);
    neighbours_[j] |= bit(i);
  }

  // `open`: what may be added; `seen`: that, and what is or was in a set before.
  void extend(std::size_t n, std::uint64_t key, std::uint32_t open, std::uint32_t seen) {
    if (n == size_) return add(key);
    while (open != 0) {
      const auto next = static_cast<std::size_t>(std::countr_zero(open));
      open &= open - 1;
      const std::uint32_t found = neighbours_[next] & ~seen;
      extend(n + 1, key ^ words_[next], open | found, seen | found);
    }
  }

  void add(std::uint64_t key) {
    const auto ranks = foresight_.values_.ranks(key, size_);
    if (ranks.empty()) return;  // two keys were equal, which hardly ever happens
    const Scale& scale = foresight_.scales_[size_];
    const double own = scale.logarithms[ranks.front()];
    ratios_.add(scale.ratios[ranks.front()]);
    logarithms_.add(own);
    const auto before = foresight_.values_.ranks(key ^ word_, size_ - 1);
    if (!before.empty())
      changes_.add(own - foresight_.scales_[size_ - 1].logarithms[before.front()]);
  }

  const Foresight& foresight_;
  const Graph& graph_;
  std::span<const Vertex> chosen_;
  // By place in the set; the action comes last.
  std::array<std::uint64_t, pattern::kMaxPatternSize> words_{};
  std::array<std::uint32_t, pattern::kMaxPatternSize> neighbours_{}, neighbours_of_chosen_{};
  std::uint64_t word_ = 0;  // of the action
  std::size_t size_ = 0;
  Tally ratios_, logarithms_, changes_;
};

Foresight::Foresight(const Graph& graph, int largest, const Deadline& deadline, Edges edges,
                     int known)
    : num_features_(action_features(largest)) {
  const Graph seen = edges == Edges::ToldApart ? graph : without_kinds_of_edges(graph);
  for (int size = std::min(largest, known); size >= 1 && !deadline.expired(); --size) {
    auto values = solve(seen, size, deadline);
    if (!values) continue;
    largest_ = size;
    values_ = std::move(*values);
    break;
  }
  scales_.resize(static_cast<std::size_t>(largest_) + 1);
  for (int size = 1; size <= largest_; ++size) {
    Scale& scale = scales_[static_cast<std::size_t>(size)];
    const auto highest = static_cast<float>(std::max(values_.best(size), 1U));
    for (const std::uint32_t frequency : values_.frequencies(size)) {
      scale.ratios.push_back(static_cast<float>(frequency) / highest);
      scale.logarithms.push_back(frequency == 0 ? 0.0F : feature_logarithm(frequency));
    }
  }
}

void Foresight::add_reachable(std::uint64_t key, std::size_t n, std::span<float> row) const {
  const auto ranks = values_.ranks(key, n);
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    const std::size_t size = n + i;
    if (size < 2) continue;
    float* const to = &row[kFirstReachable + 2 * (size - 2)];
    to[0] = scales_[size].ratios[ranks[i]];
    to[1] = scales_[size].logarithms[ranks[i]];
  }
}

// The largest that is known with few enough ways to choose them.
std::size_t Foresight::size_of_parts(std::size_t n) const {
  int size = std::min(static_cast<int>(n), largest_);
  while (size > 2 && enumerate::choose(static_cast<double>(n - 1), size - 1) > kMostParts)
    --size;
  return static_cast<std::size_t>(size);
}

void Foresight::describe(const Graph& graph, std::span<const Vertex> chosen,
                         std::span<const Vertex> actions, std::span<float> rows) const {
  std::fill(rows.begin(), rows.end(), 0.0F);
  for (std::size_t i = 0; i < actions.size(); ++i)
    rows[i * num_features_] = 1.0F;
  if (largest_ == 0) return;
  const std::size_t n = chosen.size() + 1;
  std::uint64_t key = 0;
  for (const Vertex v : chosen)
    key ^= values_.word(v);
  Parts parts(*this, graph, chosen);
  for (std::size_t i = 0; i < actions.size(); ++i) {
    const std::span<float> row = rows.subspan(i * num_features_, num_features_);
    if (n <= static_cast<std::size_t>(largest_))
      add_reachable(key ^ values_.word(actions[i]), n, row);
    parts.describe(actions[i], size_of_parts(n), row.last(kAboutParts));
  }
}

}  // namespace rlminer::env
