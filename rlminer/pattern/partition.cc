#include "rlminer/pattern/partition.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "rlminer/base/bits.h"

namespace rlminer::pattern {
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
  Refinement(const Adjacency& adjacency, OrderedPartition& partition, std::uint64_t splitters)
      : adjacency_(adjacency), partition_(partition), splitters_(splitters) {}

  std::uint64_t run() {
    while (splitters_ != 0) {
      const std::uint64_t open = partition_.open_cells();
      if (open == 0) break;
      const int splitter = std::countr_zero(splitters_);
      splitters_ &= splitters_ - 1;
      const std::uint32_t members = partition_.cell(splitter);
      trace_ = absorb(trace_, static_cast<std::uint64_t>(splitter));
      for_each_bit(open, [&](int start) { split(start, members); });
    }
    return trace_ >> 6 | static_cast<std::uint64_t>(partition_.num_cells()) << 58;
  }

 private:
  void split(int start, std::uint32_t splitter) {
    const int end = partition_.cell_end(start);
    int low = kMaxPatternSize;
    int high = 0;
    for (int place = start; place < end; ++place) {
      const auto vertex = partition_.order[static_cast<std::size_t>(place)];
      const int neighbors = std::popcount(adjacency_[vertex] & splitter);
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

  const Adjacency& adjacency_;
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
  return Refinement(adjacency, partition, splitters).run();
}

}  // namespace rlminer::pattern
