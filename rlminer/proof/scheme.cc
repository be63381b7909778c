#include "rlminer/proof/scheme.h"

#include <algorithm>
#include <cassert>

#include "rlminer/base/bits.h"
#include "rlminer/base/rng.h"
#include "rlminer/pattern/canonical.h"

namespace rlminer::proof {

Scheme Scheme::of(const Pattern& pattern) {
  assert(pattern.size() <= kMaxSchemeSize);
  Scheme scheme;
  scheme.size = pattern.size();
  for (int i = 0; i < pattern.size(); ++i) {
    scheme.adjacency[at(i)] = static_cast<std::uint16_t>(pattern.adjacency(i));
    scheme.code[at(i)] = pattern.label(i);
  }
  return scheme;
}

Pattern Scheme::pattern() const {
  Pattern pattern;
  for (int i = 0; i < size; ++i) {
    const std::uint32_t before = (std::uint32_t{1} << i) - 1;
    pattern.add_vertex(code[at(i)], adjacency[at(i)] & before);
  }
  return pattern;
}

int Scheme::num_edges() const {
  int ends = 0;
  for (int i = 0; i < size; ++i)
    ends += degree(i);
  return ends / 2;
}

void Scheme::add_edge(int i, int j) {
  adjacency[at(i)] = static_cast<std::uint16_t>(adjacency[at(i)] | 1u << j);
  adjacency[at(j)] = static_cast<std::uint16_t>(adjacency[at(j)] | 1u << i);
}

void Scheme::remove_edge(int i, int j) {
  adjacency[at(i)] = static_cast<std::uint16_t>(adjacency[at(i)] & ~(1u << j));
  adjacency[at(j)] = static_cast<std::uint16_t>(adjacency[at(j)] & ~(1u << i));
}

bool Scheme::connected() const {
  std::uint32_t reached = 1;
  for (std::uint32_t fresh = 1; fresh != 0;) {
    std::uint32_t seen = 0;
    for_each_bit(fresh, [&](int i) { seen |= adjacency[at(i)]; });
    fresh = seen & ~reached;
    reached |= fresh;
  }
  return std::popcount(reached) == size;
}

std::uint32_t Scheme::inner_vertices() const {
  std::uint32_t inner = 0;
  for (int i = 0; i < size; ++i) {
    if (degree(i) > 1) inner |= 1u << i;
  }
  return inner != 0 ? inner : 1;
}

std::size_t SchemeHash::operator()(const Scheme& scheme) const {
  auto hash = static_cast<std::uint64_t>(scheme.size);
  for (int i = 0; i < scheme.size; ++i) {
    const std::size_t place = Scheme::at(i);
    hash = mix64(hash ^ (std::uint64_t{scheme.code[place]} << 16 | scheme.adjacency[place]));
  }
  return static_cast<std::size_t>(hash);
}

CanonicalScheme canonical(const Scheme& scheme) {
  const pattern::CanonicalForm form = pattern::canonicalize(scheme.pattern());
  return {Scheme::of(form.pattern), form.automorphisms};
}

namespace {

constexpr std::size_t kMostSymmetries = 5040;

using Symmetry = std::array<int, kMaxSchemeSize>;  // by place in the order: the place it goes to

// Lists the maps of a core onto itself by backtracking.
class Symmetries {
 public:
  Symmetries(const Scheme& scheme, std::uint32_t core, std::span<const int> order)
      : scheme_(scheme), order_(order) {
    for (const int vertex : order) {
      std::vector<std::uint32_t> look{scheme.code[Scheme::at(vertex)]};
      for_each_bit(scheme.adjacency[Scheme::at(vertex)] & ~core,
                   [&](int leaf) { look.push_back(scheme.code[Scheme::at(leaf)]); });
      std::sort(look.begin() + 1, look.end());
      looks_.push_back(std::move(look));
    }
    extend(0);
  }

  std::vector<Symmetry> found;

 private:
  bool fits(std::size_t place, std::size_t image) const {
    if (looks_[place] != looks_[image]) return false;
    for (std::size_t i = 0; i < place; ++i) {
      const auto to = static_cast<std::size_t>(current_[i]);
      if (to == image) return false;
      if (scheme_.has_edge(order_[i], order_[place]) != scheme_.has_edge(order_[to], order_[image]))
        return false;
    }
    return true;
  }

  void extend(std::size_t place) {
    if (found.size() > kMostSymmetries) return;
    if (place == order_.size()) {
      found.push_back(current_);
      return;
    }
    for (std::size_t image = 0; image < order_.size(); ++image) {
      if (!fits(place, image)) continue;
      current_[place] = static_cast<int>(image);
      extend(place + 1);
    }
  }

  const Scheme& scheme_;
  std::span<const int> order_;
  std::vector<std::vector<std::uint32_t>> looks_;  // label and leaves, by place
  Symmetry current_{};
};

}  // namespace

std::optional<CoreSymmetry> core_symmetry(const Scheme& scheme, std::uint32_t core,
                                          std::span<const int> order) {
  std::vector<Symmetry> group = Symmetries(scheme, core, order).found;
  if (group.size() > kMostSymmetries) return std::nullopt;
  CoreSymmetry result;
  result.above.resize(order.size());
  result.left.push_back(static_cast<double>(group.size()));
  for (std::size_t place = 0; place < order.size(); ++place) {
    for (const Symmetry& symmetry : group) {
      const auto to = static_cast<std::size_t>(symmetry[place]);
      auto& above = result.above[to];
      const int here = static_cast<int>(place);
      if (to != place && std::find(above.begin(), above.end(), here) == above.end())
        above.push_back(here);
    }
    std::erase_if(group, [&](const Symmetry& symmetry) {
      return symmetry[place] != static_cast<int>(place);
    });
    result.left.push_back(static_cast<double>(group.size()));
  }
  return result;
}

}  // namespace rlminer::proof
