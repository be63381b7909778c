#include "rlminer/pattern/initial_partition.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "rlminer/pattern/lanes.h"

// All vertices are worked on side by side; nothing here walks adjacency lists or sorts. A vertex's
// place is the number of vertices with a smaller key.

namespace rlminer::pattern {
namespace {

// kBlocks * 4 vertices. Lanes past the last vertex hold values that nothing reads.
template <std::size_t kBlocks>
class InitialPartition {
 public:
  explicit InitialPartition(const Pattern& pattern) : n_(static_cast<std::size_t>(pattern.size())) {
    for (std::size_t v = 0; v < kLanes; ++v) {
      scalar_[v] = pattern.adjacency(static_cast<int>(v));
    }
    load(rows_);
    for (std::size_t v = 0; v < kLanes; ++v) {
      scalar_[v] = pattern.label(static_cast<int>(v));
    }
  }

  OrderedPartition partition() {
    start_keys();
    for (int round = 0; round < kRounds; ++round) {
      add_surroundings();
    }
    rank_keys();
    OrderedPartition result;
    result.n = static_cast<int>(n_);
    result.starts = std::uint64_t{1} << n_;
    std::array<std::uint8_t, kLanes> taken{};
    for (std::size_t v = 0; v < n_; ++v) {
      const std::uint32_t start = scalar_[v];
      result.starts |= std::uint64_t{1} << start;
      result.order[start + taken[start]++] = static_cast<std::uint8_t>(v);
    }
    return result;
  }

 private:
  static constexpr std::size_t kLanes = 4 * kBlocks;
  // Two rounds were fastest of one to four on random connected patterns of 5 to 16 vertices.
  static constexpr int kRounds = 2;

  void load(Blocks<kBlocks>& blocks) const {
    std::memcpy(blocks.data(), scalar_.data(), sizeof blocks);
  }
  void store(const Blocks<kBlocks>& blocks) {
    std::memcpy(scalar_.data(), blocks.data(), sizeof blocks);
  }

  // The rank of the label among the pattern's labels in the top five bits, then five bits that fall
  // with the degree.
  void start_keys() {
    Blocks<kBlocks> labels;
    load(labels);
    Blocks<kBlocks> rank{};
    Blocks<kBlocks> degree{};
    for (std::size_t u = 0; u < n_; ++u) {
      const Four label = four_of(scalar_[u]);
      const Four bit = four_of(std::uint32_t{1} << u);
      for (std::size_t b = 0; b < kBlocks; ++b) {
        rank[b] -= lanes_less(label, labels[b]);
        degree[b] -= lanes_with(rows_[b], bit);
      }
    }
    for (std::size_t b = 0; b < kBlocks; ++b) {
      keys_[b] = rank[b] << 27 | (four_of(31) - degree[b]) << 22;
      colours_[b] = (keys_[b] >> 22) * 0x9e3779b1u;
      colours_[b] ^= colours_[b] >> 15;
    }
  }

  void add_surroundings() {
    store(colours_);
    Blocks<kBlocks> sum{};
    for (std::size_t u = 0; u < n_; ++u) {
      const Four colour = four_of(scalar_[u]);
      const Four bit = four_of(std::uint32_t{1} << u);
      for (std::size_t b = 0; b < kBlocks; ++b) {
        sum[b] += lanes_with(rows_[b], bit) & colour;
      }
    }
    for (std::size_t b = 0; b < kBlocks; ++b) {
      colours_[b] = (colours_[b] ^ (sum[b] << 7 | sum[b] >> 25)) * 0x85ebca6bu;
      colours_[b] ^= colours_[b] >> 15;
    }
  }

  // Leaves in scalar_ how many vertices have a smaller key: the place at which the vertex's cell
  // starts.
  void rank_keys() {
    for (std::size_t b = 0; b < kBlocks; ++b) {
      keys_[b] |= colours_[b] >> 10;
    }
    store(keys_);
    Blocks<kBlocks> rank{};
    for (std::size_t u = 0; u < n_; ++u) {
      const Four key = four_of(scalar_[u]);
      for (std::size_t b = 0; b < kBlocks; ++b) {
        rank[b] -= lanes_less(key, keys_[b]);
      }
    }
    store(rank);
  }

  std::size_t n_;
  alignas(16) std::array<std::uint32_t, kLanes> scalar_;
  Blocks<kBlocks> rows_;
  Blocks<kBlocks> keys_;
  Blocks<kBlocks> colours_;
};

}  // namespace

OrderedPartition initial_partition(const Pattern& pattern) {
  return with_blocks_for(pattern.size(), [&]<std::size_t kBlocks>() {
    return InitialPartition<kBlocks>(pattern).partition();
  });
}

}  // namespace rlminer::pattern
