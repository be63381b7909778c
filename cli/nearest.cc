#include "cli/nearest.h"

#include <algorithm>
#include <cctype>
#include <numeric>

namespace rlminer::cli {
namespace {

char lower(char c) {
  return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

// The number of changes that turn one text into the other. rows[i][j] is that of the first i and
// the first j letters.
std::size_t changes(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> rows(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  std::iota(rows[0].begin(), rows[0].end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    rows[i][0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = lower(a[i - 1]) == lower(b[j - 1]);
      rows[i][j] =
          std::min({rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + (same ? 0 : 1)});
      if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) &&
          lower(a[i - 2]) == lower(b[j - 1]))
        rows[i][j] = std::min(rows[i][j], rows[i - 2][j - 2] + 1);
    }
  }
  return rows.back().back();
}

}  // namespace

std::string nearest(std::string_view text, const std::vector<std::string>& candidates) {
  constexpr std::size_t kLongest = 100;  // of what anybody types by mistake
  if (text.size() > kLongest) return {};
  std::string best;
  std::size_t least = text.size() / 2 + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t needed = changes(text, candidate);
    if (needed >= least) continue;
    least = needed;
    best = candidate;
  }
  return best;
}

}  // namespace rlminer::cli
