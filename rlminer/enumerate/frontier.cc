#include "rlminer/enumerate/frontier.h"

#include <algorithm>
#include <functional>

namespace rlminer::enumerate {

Vertex WalkFrontier::find(const Places& places, const Kind& kind) const {
  for (std::size_t p = places.from; p < places.end; ++p) {
    if (is_at(p, kind)) return at(p);
  }
  return {};
}

std::pair<Vertex, Vertex> WalkFrontier::find_pair(const Places& places, const Kind& a,
                                                  const Kind& b, bool adjacent) const {
  for (std::size_t p = places.from; p < places.end; ++p) {
    if (!is_at(p, a)) continue;
    const auto row = later(at(p));
    for (std::size_t q = places.from; q < places.end; ++q) {
      if (q == p || !is_at(q, b)) continue;
      if (std::binary_search(row.begin(), row.end(), at(q), std::greater<>()) == adjacent)
        return {at(p), at(q)};
    }
  }
  return {};
}

std::pair<Vertex, Vertex> WalkFrontier::find_pendant(const Places& places, const Kind& a,
                                                     Label label) const {
  for (std::size_t p = places.from; p < places.end; ++p) {
    if (!is_at(p, a)) continue;
    const Vertex pendant = pendant_of(at(p), label);
    if (pendant != at(p)) return {at(p), pendant};
  }
  return {};
}

Vertex WalkFrontier::pendant_of(Vertex u, Label label) const {
  for (const Vertex v : later(u)) {
    if (marks_[v].mask == 0 && graph_.label(v) == label) return v;
  }
  return u;
}

}  // namespace rlminer::enumerate
