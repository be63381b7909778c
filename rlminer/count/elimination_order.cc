#include "rlminer/count/elimination_order.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "rlminer/base/bits.h"
#include "rlminer/count/independent_sets.h"

namespace rlminer::count {
namespace {

// Large graphs with more edges than this have wide scopes; why look.
constexpr std::size_t kAlwaysTried = 400;
constexpr std::size_t kMostEnds = 4;  // per vertex

}  // namespace

bool EliminationOrder::find(const ConflictGraph& graph, std::size_t widest) {
  const std::size_t n = graph.size();
  words_ = graph.words();
  widest_ = 0;
  rows_.assign(graph.neighbors(0), graph.neighbors(0) + n * words_);
  degree_.resize(n);
  std::size_t ends = 0;
  for (std::size_t v = 0; v < n; ++v) {
    std::uint32_t degree = 0;
    for (std::size_t w = 0; w < words_; ++w)
      degree += static_cast<std::uint32_t>(std::popcount(rows_[v * words_ + w]));
    degree_[v] = degree;
    ends += degree;
  }
  if (n > kAlwaysTried && ends > kMostEnds * n) return false;
  waiting_.resize(n);
  std::iota(waiting_.begin(), waiting_.end(), 0u);
  order_.clear();
  place_.resize(n);
  while (!waiting_.empty()) {
    const std::size_t at = next();
    const std::uint32_t vertex = waiting_[at];
    if (degree_[vertex] > widest) return false;
    waiting_[at] = waiting_.back();
    waiting_.pop_back();
    eliminate(vertex);
  }
  return true;
}

// Where in waiting_ the vertex with the fewest remaining neighbours is.
std::size_t EliminationOrder::next() const {
  std::size_t best = 0;
  std::uint32_t fewest = degree_[waiting_[0]];
  for (std::size_t i = 1; i < waiting_.size() && fewest > 1; ++i) {
    const std::uint32_t degree = degree_[waiting_[i]];
    if (degree < fewest) {
      fewest = degree;
      best = i;
    }
  }
  return best;
}

void EliminationOrder::eliminate(std::size_t vertex) {
  place_[vertex] = static_cast<std::uint32_t>(order_.size());
  order_.push_back(static_cast<std::uint32_t>(vertex));
  widest_ = std::max<std::size_t>(widest_, degree_[vertex]);
  const std::uint64_t* const scope = rows_.data() + vertex * words_;
  for (std::size_t w = 0; w < words_; ++w) {
    for_each_bit(scope[w], [&](int bit) {
      const std::size_t u = w * 64 + static_cast<std::size_t>(bit);
      std::uint64_t* const row = rows_.data() + u * words_;
      std::uint32_t degree = 0;
      for (std::size_t i = 0; i < words_; ++i)
        row[i] |= scope[i];
      row[u / 64] &= ~(std::uint64_t{1} << (u % 64));
      row[vertex / 64] &= ~(std::uint64_t{1} << (vertex % 64));
      for (std::size_t i = 0; i < words_; ++i)
        degree += static_cast<std::uint32_t>(std::popcount(row[i]));
      degree_[u] = degree;
    });
  }
}

}  // namespace rlminer::count
