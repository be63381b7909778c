#include "rlminer/pattern/pattern.h"

#include <algorithm>
#include <cassert>
#include <cstring>

#include "rlminer/base/bits.h"
#include "rlminer/base/rng.h"
#include "rlminer/pattern/lanes.h"

namespace rlminer::pattern {
namespace {

using Words = std::array<std::uint32_t, kMaxPatternSize>;

constexpr std::uint32_t bit(int i) {
  return std::uint32_t{1} << i;
}

// Renames the columns of the first 4 * kBlocks rows: bit u of a row becomes bit place[u].
template <std::size_t kBlocks>
Words rename_columns(const Words& rows, const std::array<std::uint8_t, kMaxPatternSize>& place,
                     std::size_t columns) {
  Blocks<kBlocks> from;
  std::memcpy(from.data(), rows.data(), sizeof from);
  Blocks<kBlocks> to{};
  for (std::size_t u = 0; u < columns; ++u) {
    const Four old_bit = four_of(std::uint32_t{1} << u);
    const Four new_bit = four_of(std::uint32_t{1} << place[u]);
    for (std::size_t b = 0; b < kBlocks; ++b) {
      to[b] |= lanes_with(from[b], old_bit) & new_bit;
    }
  }
  Words result;  // what lies past the last row is not read
  std::memcpy(result.data(), to.data(), sizeof to);
  return result;
}

}  // namespace

int Pattern::num_edges() const {
  int ends = 0;
  for (int i = 0; i < size_; ++i) {
    ends += degree(i);
  }
  return ends / 2;
}

bool Pattern::connected() const {
  if (size_ == 0) return false;
  std::uint32_t reached = 1;
  for (std::uint32_t fresh = 1; fresh != 0;) {
    std::uint32_t seen = 0;
    for_each_bit(fresh, [&](int i) { seen |= adjacency(i); });
    fresh = seen & ~reached;
    reached |= fresh;
  }
  return __builtin_popcount(reached) == size_;
}

int Pattern::add_vertex(Label label, std::uint32_t neighbors) {
  assert(size_ < kMaxPatternSize);
  assert((std::uint64_t{neighbors} >> size_) == 0);
  const int added = size_++;
  labels_[static_cast<std::size_t>(added)] = label;
  adjacency_[static_cast<std::size_t>(added)] = neighbors;
  for_each_bit(neighbors, [&](int i) { adjacency_[static_cast<std::size_t>(i)] |= bit(added); });
  if (!plain()) ties_.resize(tie(0, size_));
  return added;
}

void Pattern::add_edge(int i, int j) {
  assert(i != j && i >= 0 && j >= 0 && i < size_ && j < size_);
  adjacency_[static_cast<std::size_t>(i)] |= bit(j);
  adjacency_[static_cast<std::size_t>(j)] |= bit(i);
}

void Pattern::set_relation(int i, int j, Relation from_i, Relation from_j) {
  assert(has_edge(i, j));
  ties_.resize(tie(0, size_));
  ties_[tie(std::min(i, j), std::max(i, j))] = i < j ? Tie{from_i, from_j} : Tie{from_j, from_i};
}

Pattern Pattern::permuted(std::span<const std::uint8_t> order) const {
  const auto n = static_cast<std::size_t>(size_);
  assert(order.size() == n);
  std::array<std::uint8_t, kMaxPatternSize> place{};
  for (std::size_t i = 0; i < n; ++i) {
    place[order[i]] = static_cast<std::uint8_t>(i);
  }
  const Words renamed = with_blocks_for(
      size_, [&]<std::size_t kBlocks>() { return rename_columns<kBlocks>(adjacency_, place, n); });
  Pattern result;
  result.size_ = size_;
  for (std::size_t i = 0; i < n; ++i) {
    result.labels_[i] = labels_[order[i]];
    result.adjacency_[i] = renamed[order[i]];
  }
  if (!plain()) {
    result.ties_.reserve(ties_.size());
    for (std::size_t j = 1; j < n; ++j) {
      for (std::size_t i = 0; i < j; ++i)
        result.ties_.push_back({relation(order[i], order[j]), relation(order[j], order[i])});
    }
  }
  return result;
}

Pattern Pattern::without(int i) const {
  assert(i >= 0 && i < size_);
  const std::uint32_t below = bit(i) - 1;
  Pattern result;
  for (int j = 0; j < size_; ++j) {
    if (j == i) continue;
    const auto place = static_cast<std::size_t>(result.size_++);
    result.labels_[place] = label(j);
    result.adjacency_[place] = (adjacency(j) & below) | (adjacency(j) >> 1 & ~below);
  }
  if (!plain()) {
    for (int h = 1; h < size_; ++h) {
      for (int l = 0; l < h; ++l) {
        if (h != i && l != i) result.ties_.push_back(ties_[tie(l, h)]);
      }
    }
  }
  return result;
}

bool operator==(const Pattern& a, const Pattern& b) {
  const auto n = static_cast<std::size_t>(a.size_);
  return a.size_ == b.size_ &&
         std::equal(a.labels_.begin(), a.labels_.begin() + n, b.labels_.begin()) &&
         std::equal(a.adjacency_.begin(), a.adjacency_.begin() + n, b.adjacency_.begin()) &&
         a.ties_ == b.ties_;
}

bool operator<(const Pattern& a, const Pattern& b) {
  if (a.size_ != b.size_) return a.size_ < b.size_;
  const auto n = static_cast<std::size_t>(a.size_);
  for (std::size_t i = 0; i < n; ++i) {
    if (a.labels_[i] != b.labels_[i]) return a.labels_[i] < b.labels_[i];
  }
  for (std::size_t i = 0; i < n; ++i) {
    if (a.adjacency_[i] != b.adjacency_[i]) return a.adjacency_[i] < b.adjacency_[i];
  }
  return a.ties_ < b.ties_;
}

Pattern induce(const Graph& graph, std::span<const Vertex> vertices) {
  Pattern pattern;
  const bool plain = !graph.distinguishes_edges();
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    std::uint32_t neighbors = 0;
    for (std::size_t j = 0; j < i; ++j) {
      if (graph.has_edge(vertices[i], vertices[j])) neighbors |= bit(static_cast<int>(j));
    }
    const int added = pattern.add_vertex(graph.label(vertices[i]), neighbors);
    if (plain) continue;
    for_each_bit(neighbors, [&](int j) {
      const Vertex other = vertices[static_cast<std::size_t>(j)];
      const Relation relation = graph.relation(vertices[i], other);
      pattern.set_relation(added, j, relation, graph.relation_dictionary().converse(relation));
    });
  }
  return pattern;
}

std::size_t PatternHash::operator()(const Pattern& pattern) const {
  auto hash = static_cast<std::uint64_t>(pattern.size());
  for (int i = 0; i < pattern.size(); ++i) {
    hash = mix64(hash ^ (std::uint64_t{pattern.label(i)} << 32 | pattern.adjacency(i)));
  }
  if (!pattern.plain()) {
    for (int i = 1; i < pattern.size(); ++i) {
      for_each_bit(pattern.adjacency(i) & (bit(i) - 1), [&](int j) {
        hash = mix64(hash ^ (std::uint64_t{pattern.relation(i, j)} << 16 | pattern.relation(j, i)));
      });
    }
  }
  return static_cast<std::size_t>(hash);
}

}  // namespace rlminer::pattern
