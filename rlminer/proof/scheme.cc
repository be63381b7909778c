#include "rlminer/proof/scheme.h"

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

}  // namespace rlminer::proof
