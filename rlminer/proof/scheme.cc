#include "rlminer/proof/scheme.h"

#include <bit>
#include <cassert>
#include <cstring>

#include "rlminer/base/bits.h"
#include "rlminer/base/rng.h"
#include "rlminer/count/plan.h"
#include "rlminer/pattern/canonical.h"

namespace rlminer::proof {

Scheme Scheme::of(const Pattern& pattern) {
  assert(pattern.size() <= kMaxSchemeSize);
  Scheme scheme;
  scheme.size = pattern.size();
  for (int i = 0; i < pattern.size(); ++i) {
    scheme.adjacency[at(i)] = static_cast<std::uint16_t>(pattern.adjacency(i));
    scheme.code[at(i)] = pattern.label(i);
    for (int j = 0; j < i && !pattern.plain(); ++j)
      scheme.ties[pair(j, i)] = static_cast<Tie>(pattern.relation(j, i));
  }
  return scheme;
}

Pattern Scheme::pattern(Converses converses) const {
  Pattern pattern;
  for (int i = 0; i < size; ++i) {
    const std::uint32_t before = (std::uint32_t{1} << i) - 1;
    pattern.add_vertex(code[at(i)], adjacency[at(i)] & before);
    if (converses.empty()) continue;
    for_each_bit(adjacency[at(i)] & before, [&](int j) {
      const Tie from_j = ties[pair(j, i)];
      pattern.set_relation(j, i, from_j, converses[from_j]);
    });
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
  ties[i < j ? pair(i, j) : pair(j, i)] = 0;
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
  for (std::size_t first = 0; first < scheme.ties.size(); first += sizeof(std::uint64_t)) {
    std::uint64_t word;
    std::memcpy(&word, &scheme.ties[first], sizeof word);
    if (word != 0) hash = mix64(hash ^ (word + first));
  }
  return static_cast<std::size_t>(hash);
}

CanonicalScheme canonical(const Scheme& scheme, Converses converses) {
  const pattern::CanonicalForm form = pattern::canonicalize(scheme.pattern(converses));
  return {Scheme::of(form.pattern), form.automorphisms};
}

std::optional<CoreSymmetry> core_symmetry(const Scheme& scheme, std::uint32_t core,
                                          std::span<const int> order, Converses converses) {
  constexpr double kMostSymmetries = 5040;
  const std::vector<std::uint32_t> orbits =
      count::core_orbits(scheme.pattern(converses), core, order);
  CoreSymmetry result;
  result.above.resize(order.size());
  // A symmetry that moves no earlier place takes a place to one of its orbit, and there are as many
  // for each.
  result.left.assign(order.size() + 1, 1.0);
  for (std::size_t place = order.size(); place-- > 0;)
    result.left[place] = result.left[place + 1] * std::popcount(orbits[place]);
  if (result.left[0] > kMostSymmetries) return std::nullopt;
  for (std::size_t place = 0; place < order.size(); ++place) {
    for_each_bit(orbits[place] & ~(1u << place),
                 [&](int to) { result.above[Scheme::at(to)].push_back(static_cast<int>(place)); });
  }
  return result;
}

}  // namespace rlminer::proof
