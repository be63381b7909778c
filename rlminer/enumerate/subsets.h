#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "rlminer/graph/graph.h"

namespace rlminer::enumerate {

namespace detail {

// The state of for_each_connected_set: the set, the vertices that may still join it, and which are
// spoken for.
template <typename Visit>
class SubsetWalk {
 public:
  SubsetWalk(const Graph& graph, std::size_t size, Visit& visit)
      : graph_(graph), size_(size), visit_(visit), seen_(graph.num_vertices(), 0) {}

  bool from(Vertex root) {
    root_ = root;
    candidates_.assign(1, root);
    seen_[root] = 1;
    const bool go_on = extend(0);
    seen_[root] = 0;
    return go_on;
  }

 private:
  // Candidates from `first` on may join the set; each joins in turn and is then passed over.
  bool extend(std::size_t first) {
    const std::size_t end = candidates_.size();
    for (std::size_t i = first; i < end; ++i) {
      const Vertex vertex = candidates_[i];
      set_.push_back(vertex);
      bool go_on = true;
      if (set_.size() == size_) {
        go_on = visit_(std::span<const Vertex>(set_));
      } else {
        for (const Vertex next : graph_.neighbors(vertex)) {
          if (next <= root_ || seen_[next]) continue;
          seen_[next] = 1;
          candidates_.push_back(next);
        }
        go_on = extend(i + 1);
        for (std::size_t j = end; j < candidates_.size(); ++j)
          seen_[candidates_[j]] = 0;
        candidates_.resize(end);
      }
      set_.pop_back();
      if (!go_on) return false;
    }
    return true;
  }

  const Graph& graph_;
  const std::size_t size_;
  Visit& visit_;
  Vertex root_ = 0;
  std::vector<std::uint8_t> seen_;
  std::vector<Vertex> candidates_;
  std::vector<Vertex> set_;
};

}  // namespace detail

// Calls visit(set) for every connected set of exactly `size` vertices, each once, set by set
// (Wernicke's ESU). The first vertex of a set is its smallest. Stops when visit returns false;
// returns whether it went to the end.
template <typename Visit>
bool for_each_connected_set(const Graph& graph, int size, Visit&& visit) {
  detail::SubsetWalk<Visit> walk(graph, static_cast<std::size_t>(size), visit);
  for (Vertex root = 0; root < graph.num_vertices(); ++root) {
    if (!walk.from(root)) return false;
  }
  return true;
}

}  // namespace rlminer::enumerate
