#include "rlminer/testing/nauty_oracle.h"

#include <algorithm>
#include <array>
#include <nauty/nauty.h>
#include <numeric>

namespace rlminer::testing {
namespace {

// nauty reports the group's size as a rounded floating-point number; its factors, one per level of
// the search, come through a callback that has no argument for us, hence this variable.
Count group_size = 1;

void multiply_index(int*, int*, int, int*, statsblk*, int, int index, int, int, int, int) {
  group_size *= static_cast<Count>(index);
}

}  // namespace

NautyForm nauty_form(const Pattern& pattern) {
  const int n = pattern.size();
  if (n == 0) return {};
  std::array<::graph, pattern::kMaxPatternSize> rows{};
  std::array<::graph, pattern::kMaxPatternSize> canonical{};
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      if (pattern.has_edge(i, j)) ADDELEMENT(GRAPHROW(rows.data(), i, 1), j);
    }
  }
  std::array<int, pattern::kMaxPatternSize> lab{};
  std::array<int, pattern::kMaxPatternSize> ptn{};
  std::array<int, pattern::kMaxPatternSize> orbits{};
  std::iota(lab.begin(), lab.begin() + n, 0);
  std::stable_sort(lab.begin(), lab.begin() + n,
                   [&](int a, int b) { return pattern.label(a) < pattern.label(b); });
  for (std::size_t i = 0; i + 1 < static_cast<std::size_t>(n); ++i) {
    ptn[i] = pattern.label(lab[i]) == pattern.label(lab[i + 1]) ? 1 : 0;
  }
  DEFAULTOPTIONS_GRAPH(options);
  options.getcanon = TRUE;
  options.defaultptn = FALSE;
  options.userlevelproc = multiply_index;
  statsblk stats;
  group_size = 1;
  densenauty(rows.data(), lab.data(), ptn.data(), orbits.data(), &options, &stats, 1, n,
             canonical.data());
  std::array<std::uint8_t, pattern::kMaxPatternSize> order{};
  std::copy_n(lab.begin(), n, order.begin());
  return {pattern.permuted({order.data(), static_cast<std::size_t>(n)}), group_size};
}

}  // namespace rlminer::testing
