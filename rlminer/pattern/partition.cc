#include "rlminer/pattern/partition.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "rlminer/base/bits.h"
#include "rlminer/pattern/lanes.h"

namespace rlminer::pattern {

// All vertices are worked on side by side; nothing here walks adjacency lists or sorts. A vertex's
// place is the number of vertices with a smaller key.

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

namespace {

constexpr std::uint64_t place_bit(int place) {
  return std::uint64_t{1} << place;
}

std::uint64_t absorb(std::uint64_t trace, std::uint64_t value) {
  return std::rotl((trace ^ value) * 0x9e3779b97f4a7c15ULL, 29);
}

// One refinement run. A cell is split by the number of neighbours its vertices have in a splitter;
// the parts stand in the order of that number.
class Refinement {
 public:
  Refinement(std::span<const Adjacency> layers, OrderedPartition& partition,
             std::uint64_t splitters)
      : layers_(layers), partition_(partition), splitters_(splitters) {}

  std::uint64_t run() {
    while (splitters_ != 0) {
      if (partition_.open_cells() == 0) break;
      const int splitter = std::countr_zero(splitters_);
      splitters_ &= splitters_ - 1;
      const std::uint32_t members = partition_.cell(splitter);
      trace_ = absorb(trace_, static_cast<std::uint64_t>(splitter));
      for (const Adjacency& adjacency : layers_) {
        for_each_bit(partition_.open_cells(), [&](int start) { split(adjacency, start, members); });
      }
    }
    return trace_ >> 6 | static_cast<std::uint64_t>(partition_.num_cells()) << 58;
  }

 private:
  void split(const Adjacency& adjacency, int start, std::uint32_t splitter) {
    const int end = partition_.cell_end(start);
    int low = kMaxPatternSize;
    int high = 0;
    for (int place = start; place < end; ++place) {
      const auto vertex = partition_.order[static_cast<std::size_t>(place)];
      const int neighbors = std::popcount(adjacency[vertex] & splitter);
      neighbors_[vertex] = static_cast<std::uint8_t>(neighbors);
      low = std::min(low, neighbors);
      high = std::max(high, neighbors);
    }
    trace_ = absorb(trace_, static_cast<std::uint64_t>(low << 8 | high));
    if (low != high) cut(start, end);
  }

  // Sorts a cell by neighbors_ and starts a new cell wherever the number changes.
  void cut(int start, int end) {
    auto* const order = partition_.order.data();
    for (int place = start + 1; place < end; ++place) {
      const std::uint8_t vertex = order[place];
      int hole = place;
      for (; hole > start && neighbors_[order[hole - 1]] > neighbors_[vertex]; --hole) {
        order[hole] = order[hole - 1];
      }
      order[hole] = vertex;
    }
    std::uint64_t parts = place_bit(start);
    for (int place = start + 1; place < end; ++place) {
      if (neighbors_[order[place]] != neighbors_[order[place - 1]]) parts |= place_bit(place);
    }
    partition_.starts |= parts;
    trace_ = absorb(trace_, parts);
    queue_parts(start, parts);
  }

  // Every part becomes a splitter; when the whole cell has done its work already, the largest part
  // follows from the others and stays out.
  void queue_parts(int start, std::uint64_t parts) {
    if ((splitters_ & place_bit(start)) == 0) {
      int largest = start;
      int most = 0;
      for_each_bit(parts, [&](int part) {
        const int size = partition_.cell_end(part) - part;
        if (size > most) {
          most = size;
          largest = part;
        }
      });
      parts &= ~place_bit(largest);
    }
    splitters_ |= parts;
  }

  std::span<const Adjacency> layers_;
  OrderedPartition& partition_;
  std::uint64_t splitters_;
  std::uint64_t trace_ = 0;
  std::array<std::uint8_t, kMaxPatternSize> neighbors_;
};

}  // namespace

std::uint32_t OrderedPartition::cell(int start) const {
  const int end = cell_end(start);
  std::uint32_t members = 0;
  for (int place = start; place < end; ++place) {
    members |= std::uint32_t{1} << order[static_cast<std::size_t>(place)];
  }
  return members;
}

void OrderedPartition::individualize(int start, int vertex) {
  auto* const first = order.data() + start;
  std::swap(*first, *std::find(first, order.data() + cell_end(start), vertex));
  starts |= place_bit(start + 1);
}

int OrderedPartition::target() const {
  int best = -1;
  int least = std::numeric_limits<int>::max();
  for (std::uint64_t open = open_cells(); open != 0; open &= open - 1) {
    const int start = std::countr_zero(open);
    const int size = cell_end(start) - start;
    if (size < least) {
      least = size;
      best = start;
    }
    if (size == 2) break;
  }
  return best;
}

// In each of these cases the automorphisms that keep the cells move any vertex of a cell to any
// other, and one of the cases holds again after the next step (McKay, Practical graph isomorphism,
// 1981, lemma 2.25).
//  - At most four vertices more than cells: the graphs within cells of 2 to 5 vertices and between
//  them are so few
//    that all can be looked at (5: empty, pentagon or complete; 4 and 2: a pairing of four; 3 and
//    3: a matching...).
//  - All open cells are pairs: between two pairs there is nothing, everything or a matching, so
//  swapping all pairs
//    that are tied by matchings is an automorphism.
//  - All pairs but one triple: a triple is joined to a pair completely or not at all.
bool OrderedPartition::all_completions_alike() const {
  const int excess = n - num_cells();
  return excess <= 4 || excess <= std::popcount(open_cells()) + 1;
}

std::uint64_t refine(const Adjacency& adjacency, OrderedPartition& partition,
                     std::uint64_t splitters) {
  return Refinement({&adjacency, 1}, partition, splitters).run();
}

std::uint64_t refine(const Layers& layers, OrderedPartition& partition, std::uint64_t splitters) {
  const std::span all(layers.rows);
  return Refinement(all.first(static_cast<std::size_t>(layers.count)), partition, splitters).run();
}

Layers::Layers(const Pattern& pattern) {
  std::vector<Relation> kinds;
  for (int i = 0; i < pattern.size(); ++i)
    for_each_bit(pattern.adjacency(i), [&](int j) { kinds.push_back(pattern.relation(i, j)); });
  std::sort(kinds.begin(), kinds.end());
  kinds.erase(std::unique(kinds.begin(), kinds.end()), kinds.end());
  count = static_cast<int>(std::bit_width(kinds.size()));
  for (int i = 0; i < pattern.size(); ++i) {
    for_each_bit(pattern.adjacency(i), [&](int j) {
      const auto place = std::lower_bound(kinds.begin(), kinds.end(), pattern.relation(i, j));
      for_each_bit(static_cast<std::uint32_t>(place - kinds.begin() + 1), [&](int layer) {
        rows[static_cast<std::size_t>(layer)][static_cast<std::size_t>(i)] |= std::uint32_t{1} << j;
      });
    });
  }
}

}  // namespace rlminer::pattern
