#include "rlminer/testing/nauty_oracle.h"

#include <algorithm>
#include <bit>
#include <nauty/nauty.h>
#include <numeric>
#include <utility>
#include <vector>

namespace rlminer::testing {
namespace {

// nauty reports the group's size as a rounded floating-point number; its factors, one per level of
// the search, come through a callback that has no argument for us, hence this variable.
Count group_size = 1;

void multiply_index(int*, int*, int, int*, statsblk*, int, int index, int, int, int, int) {
  group_size *= static_cast<Count>(index);
}

// The pattern as a graph that nauty knows how to compare. The kinds of edges are numbered from 1 on
// (a plain edge is 1) and vertex i has a copy in each of as many layers as such a number has bits:
// layer l has the edges whose number has bit l, and the copies of a vertex are joined one after the
// other.
struct LayeredGraph {
  int n = 0;  // vertices of the pattern
  int layers = 1;
  int words = 1;  // of a row
  std::vector<::graph> rows;

  explicit LayeredGraph(const Pattern& pattern) : n(pattern.size()) {
    unsigned highest = 1;
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j)
        highest = std::max(highest, pattern.relation(i, j) + 1u);
    }
    layers = static_cast<int>(std::bit_width(highest));
    words = SETWORDSNEEDED(size());
    rows.resize(static_cast<std::size_t>(size()) * static_cast<std::size_t>(words), 0);
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) {
        if (pattern.has_edge(i, j)) add_edge(i, j, pattern.relation(i, j) + 1u);
      }
      for (int layer = 1; layer < layers; ++layer) {
        add_arc((layer - 1) * n + i, layer * n + i);
        add_arc(layer * n + i, (layer - 1) * n + i);
      }
    }
  }

  int size() const { return n * layers; }
  void add_edge(int i, int j, unsigned number) {
    for (int layer = 0; layer < layers; ++layer) {
      if ((number >> layer & 1u) != 0) add_arc(layer * n + i, layer * n + j);
    }
  }
  void add_arc(int from, int to) { ADDELEMENT(GRAPHROW(rows.data(), from, words), to); }
};

}  // namespace

NautyForm nauty_form(const Pattern& pattern) {
  if (pattern.size() == 0) return {};
  LayeredGraph layered(pattern);
  const auto n = static_cast<std::size_t>(pattern.size());
  const auto size = static_cast<std::size_t>(layered.size());
  std::vector<::graph> canonical(layered.rows.size());
  std::vector<int> lab(size), ptn(size), orbits(size);
  const auto colour = [&](int v) { return std::pair(v / layered.n, pattern.label(v % layered.n)); };
  std::iota(lab.begin(), lab.end(), 0);
  std::stable_sort(lab.begin(), lab.end(), [&](int a, int b) { return colour(a) < colour(b); });
  for (std::size_t i = 0; i + 1 < size; ++i)
    ptn[i] = colour(lab[i]) == colour(lab[i + 1]) ? 1 : 0;
  DEFAULTOPTIONS_GRAPH(options);
  options.digraph = pattern.plain() ? FALSE : TRUE;
  options.getcanon = TRUE;
  options.defaultptn = FALSE;
  options.userlevelproc = multiply_index;
  statsblk stats;
  group_size = 1;
  densenauty(layered.rows.data(), lab.data(), ptn.data(), orbits.data(), &options, &stats,
             layered.words, layered.size(), canonical.data());
  const std::vector<std::uint8_t> order(lab.begin(), lab.begin() + static_cast<std::ptrdiff_t>(n));
  return {pattern.permuted(order), group_size};
}

}  // namespace rlminer::testing
