#include "rlminer/testing/sample_patterns.h"

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <utility>

namespace rlminer::testing {
namespace {

int draw(int bound, Rng& rng) {
  return static_cast<int>(rng.below(static_cast<std::uint64_t>(bound)));
}

Label draw_label(int labels, Rng& rng) {
  return static_cast<Label>(draw(labels, rng));
}

Pattern from_rule(int size, const std::function<bool(int, int)>& adjacent) {
  Pattern pattern;
  for (int j = 0; j < size; ++j) {
    std::uint32_t neighbors = 0;
    for (int i = 0; i < j; ++i) {
      if (adjacent(i, j)) neighbors |= std::uint32_t{1} << i;
    }
    pattern.add_vertex(0, neighbors);
  }
  return pattern;
}

Pattern relabelled(const Pattern& pattern, const std::function<Label(int)>& label) {
  Pattern result;
  for (int i = 0; i < pattern.size(); ++i) {
    result.add_vertex(label(i), pattern.adjacency(i) & ((std::uint32_t{1} << i) - 1));
  }
  return result;
}

std::vector<std::pair<int, int>> all_pairs(int points) {
  std::vector<std::pair<int, int>> pairs;
  for (int a = 0; a < points; ++a) {
    for (int b = a + 1; b < points; ++b) {
      pairs.emplace_back(a, b);
    }
  }
  return pairs;
}

bool share_a_point(std::pair<int, int> a, std::pair<int, int> b) {
  return a.first == b.first || a.first == b.second || a.second == b.first || a.second == b.second;
}

Pattern circulant(int size, const std::vector<int>& steps) {
  return from_rule(size, [&](int i, int j) {
    return std::any_of(steps.begin(), steps.end(),
                       [&](int s) { return (i + s) % size == j || (j + s) % size == i; });
  });
}

}  // namespace

Pattern random_pattern(int size, double density, int labels, Rng& rng) {
  const Pattern shape = from_rule(size, [&](int, int) { return rng.chance(density); });
  return relabelled(shape, [&](int) { return draw_label(labels, rng); });
}

Pattern random_tree(int size, int labels, Rng& rng) {
  Pattern pattern;
  for (int i = 0; i < size; ++i) {
    pattern.add_vertex(draw_label(labels, rng), i == 0 ? 0 : std::uint32_t{1} << draw(i, rng));
  }
  return pattern;
}

Pattern random_connected(int size, int extra, int labels, Rng& rng) {
  Pattern pattern = random_tree(size, labels, rng);
  extra = std::min(extra, size * (size - 1) / 2 - (size - 1));
  while (extra > 0) {
    const int i = draw(size, rng);
    const int j = draw(size, rng);
    if (i == j || pattern.has_edge(i, j)) continue;
    pattern.add_edge(i, j);
    --extra;
  }
  return pattern;
}

Pattern random_regular(int size, int degree, Rng& rng) {
  std::vector<int> steps(static_cast<std::size_t>(degree / 2));
  std::iota(steps.begin(), steps.end(), 1);
  if (degree % 2 != 0) steps.push_back(size / 2);
  Pattern pattern = circulant(size, steps);
  for (int i = 0; i < 4 * size; ++i) {
    pattern = edge_switched(pattern, rng);
  }
  return pattern;
}

Pattern with_random_kinds(const Pattern& pattern, int kinds, bool directed, Rng& rng) {
  Pattern result = pattern;
  for (int i = 0; i < pattern.size(); ++i) {
    for (int j = 0; j < i; ++j) {
      if (!pattern.has_edge(i, j)) continue;
      const auto kind =
          static_cast<pattern::Relation>(rng.below(static_cast<std::uint64_t>(kinds)));
      result.set_relation(i, j, kind, directed ? kind ^ 1u : kind);
    }
  }
  return result;
}

Pattern shuffled(const Pattern& pattern, Rng& rng) {
  std::array<std::uint8_t, pattern::kMaxPatternSize> order{};
  std::iota(order.begin(), order.end(), std::uint8_t{0});
  const std::span<std::uint8_t> used(order.data(), static_cast<std::size_t>(pattern.size()));
  rng.shuffle(used);
  return pattern.permuted(used);
}

Pattern edge_switched(const Pattern& pattern, Rng& rng) {
  const int n = pattern.size();
  for (int attempt = 0; attempt < 50 && n >= 4; ++attempt) {
    const int a = draw(n, rng);
    const int b = draw(n, rng);
    const int c = draw(n, rng);
    const int d = draw(n, rng);
    if (a == c || b == d || a == d || b == c) continue;
    if (!pattern.has_edge(a, b) || !pattern.has_edge(c, d)) continue;
    if (pattern.has_edge(a, d) || pattern.has_edge(c, b)) continue;
    Pattern result = with_toggled_edge(with_toggled_edge(pattern, a, b), c, d);
    result.add_edge(a, d);
    result.add_edge(c, b);
    return result;
  }
  return pattern;
}

Pattern with_toggled_edge(const Pattern& pattern, int i, int j) {
  const Pattern shape = from_rule(pattern.size(), [&](int a, int b) {
    const bool toggled = (a == i && b == j) || (a == j && b == i);
    return pattern.has_edge(a, b) != toggled;
  });
  return relabelled(shape, [&](int v) { return pattern.label(v); });
}

Pattern with_swapped_labels(const Pattern& pattern, int i, int j) {
  return relabelled(pattern, [&](int v) { return pattern.label(v == i ? j : v == j ? i : v); });
}

Pattern disjoint_union(const Pattern& a, const Pattern& b) {
  Pattern result = a;
  for (int i = 0; i < b.size(); ++i) {
    result.add_vertex(b.label(i), (b.adjacency(i) & ((std::uint32_t{1} << i) - 1)) << a.size());
  }
  return result;
}

Pattern complement(const Pattern& pattern) {
  const Pattern shape =
      from_rule(pattern.size(), [&](int i, int j) { return !pattern.has_edge(i, j); });
  return relabelled(shape, [&](int v) { return pattern.label(v); });
}

Pattern cycle(int size) {
  return circulant(size, {1});
}

Pattern path(int size) {
  return from_rule(size, [](int i, int j) { return j == i + 1; });
}

Pattern star(int size) {
  return from_rule(size, [](int i, int) { return i == 0; });
}

Pattern clique(int size) {
  return from_rule(size, [](int, int) { return true; });
}

Pattern complete_multipartite(const std::vector<int>& parts) {
  std::vector<std::size_t> part_of;
  for (std::size_t part = 0; part < parts.size(); ++part) {
    part_of.insert(part_of.end(), static_cast<std::size_t>(parts[part]), part);
  }
  return from_rule(static_cast<int>(part_of.size()), [&](int i, int j) {
    return part_of[static_cast<std::size_t>(i)] != part_of[static_cast<std::size_t>(j)];
  });
}

Pattern hypercube(int dimension) {
  return from_rule(1 << dimension, [](int i, int j) { return __builtin_popcount(i ^ j) == 1; });
}

Pattern torus(int rows, int columns) {
  return from_rule(rows * columns, [&](int i, int j) {
    const int down = (j / columns - i / columns + rows) % rows;
    const int right = (j % columns - i % columns + columns) % columns;
    return (down == 0 && (right == 1 || right == columns - 1)) ||
           (right == 0 && (down == 1 || down == rows - 1));
  });
}

Pattern rook(int rows, int columns) {
  return from_rule(rows * columns, [&](int i, int j) {
    return i / columns == j / columns || i % columns == j % columns;
  });
}

Pattern shrikhande() {
  return from_rule(16, [](int i, int j) {
    const int down = (j / 4 - i / 4 + 4) % 4;
    const int right = (j % 4 - i % 4 + 4) % 4;
    return (down == 0 && right % 2 == 1) || (right == 0 && down % 2 == 1) ||
           (down == right && down % 2 == 1);
  });
}

Pattern paley(int prime) {
  return from_rule(prime, [&](int i, int j) {
    for (int root = 1; root < prime; ++root) {
      if (root * root % prime == j - i) return true;
    }
    return false;
  });
}

Pattern triangular(int points) {
  const auto pairs = all_pairs(points);
  return from_rule(static_cast<int>(pairs.size()), [&](int i, int j) {
    return share_a_point(pairs[static_cast<std::size_t>(i)], pairs[static_cast<std::size_t>(j)]);
  });
}

Pattern chang(const std::vector<std::pair<int, int>>& switching) {
  const auto pairs = all_pairs(8);
  const auto switched = [&](std::pair<int, int> pair) {
    return std::find(switching.begin(), switching.end(), pair) != switching.end();
  };
  return from_rule(static_cast<int>(pairs.size()), [&](int i, int j) {
    const auto a = pairs[static_cast<std::size_t>(i)];
    const auto b = pairs[static_cast<std::size_t>(j)];
    return share_a_point(a, b) != (switched(a) != switched(b));
  });
}

Pattern kneser(int points) {
  return complement(triangular(points));
}

Pattern generalized_petersen(int size, int step) {
  return from_rule(2 * size, [&](int i, int j) {
    if (j < size) return j - i == 1 || j - i == size - 1;
    if (i < size) return j - i == size;
    return (i + step - size) % size == j - size || (j + step - size) % size == i - size;
  });
}

Pattern projective_plane_incidence(int prime) {
  std::vector<std::array<int, 3>> points;  // the first coordinate that is not zero is one
  for (int x = 0; x < prime; ++x) {
    for (int y = 0; y < prime; ++y) {
      points.push_back({1, x, y});
    }
    points.push_back({0, 1, x});
  }
  points.push_back({0, 0, 1});
  const int n = static_cast<int>(points.size());
  return from_rule(2 * n, [&](int i, int j) {
    if (i >= n || j < n) return false;
    const auto& point = points[static_cast<std::size_t>(i)];
    const auto& line = points[static_cast<std::size_t>(j - n)];
    return (point[0] * line[0] + point[1] * line[1] + point[2] * line[2]) % prime == 0;
  });
}

Pattern latin_square_graph(int order) {
  return from_rule(order * order, [&](int i, int j) {
    const int row_i = i / order, column_i = i % order;
    const int row_j = j / order, column_j = j % order;
    return row_i == row_j || column_i == column_j ||
           (row_i + column_i) % order == (row_j + column_j) % order;
  });
}

std::vector<Named> symmetric_patterns() {
  std::vector<Named> all = {
      {"star 32", star(32)},
      {"clique 32", clique(32)},
      {"empty 32", complement(clique(32))},
      {"path 32", path(32)},
      {"cycle 32", cycle(32)},
      {"K16,16", complete_multipartite({16, 16})},
      {"K7,25", complete_multipartite({7, 25})},
      {"K4x8", complete_multipartite({4, 4, 4, 4, 4, 4, 4, 4})},
      {"K2x16", complete_multipartite(std::vector<int>(16, 2))},
      {"Q3", hypercube(3)},
      {"Q4", hypercube(4)},
      {"Q5", hypercube(5)},
      {"torus 4x8", torus(4, 8)},
      {"torus 5x6", torus(5, 6)},
      {"rook 4x4", rook(4, 4)},
      {"rook 5x6", rook(5, 6)},
      {"rook 4x8", rook(4, 8)},
      {"Shrikhande", shrikhande()},
      {"Paley 13", paley(13)},
      {"Paley 17", paley(17)},
      {"Paley 29", paley(29)},
      {"triangular 8", triangular(8)},
      {"Chang 1", chang({{0, 1}, {2, 3}, {4, 5}, {6, 7}})},
      {"Chang 2", chang({{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 6}, {6, 7}, {0, 7}})},
      {"Chang 3", chang({{0, 1}, {1, 2}, {0, 2}, {3, 4}, {4, 5}, {5, 6}, {6, 7}, {3, 7}})},
      {"Petersen", kneser(5)},
      {"Kneser 8", kneser(8)},
      {"Moebius-Kantor", generalized_petersen(8, 3)},
      {"dodecahedron", generalized_petersen(10, 2)},
      {"Desargues", generalized_petersen(10, 3)},
      {"Nauru", generalized_petersen(12, 5)},
      {"GP(16,3)", generalized_petersen(16, 3)},
      {"Heawood", projective_plane_incidence(2)},
      {"PG(2,3)", projective_plane_incidence(3)},
      {"Latin 4", latin_square_graph(4)},
      {"Latin 5", latin_square_graph(5)},
  };
  const auto add_union = [&](const std::string& name, const std::vector<Pattern>& parts) {
    Pattern whole;
    for (const Pattern& part : parts) {
      whole = disjoint_union(whole, part);
    }
    all.push_back({name, whole});
  };
  add_union("16 edges", std::vector<Pattern>(16, clique(2)));
  add_union("8 squares", std::vector<Pattern>(8, cycle(4)));
  add_union("10 paths", std::vector<Pattern>(10, path(3)));
  add_union("6 pentagons", std::vector<Pattern>(6, cycle(5)));
  add_union("cycles 5 5 6 6 7", {cycle(5), cycle(5), cycle(6), cycle(6), cycle(7)});
  add_union("cycles 3 3 4 4 5 5 8",
            {cycle(3), cycle(3), cycle(4), cycle(4), cycle(5), cycle(5), cycle(8)});
  add_union("3 Petersens", std::vector<Pattern>(3, kneser(5)));
  add_union("4 cubes", std::vector<Pattern>(4, hypercube(3)));
  add_union("2 Shrikhande", {shrikhande(), shrikhande()});
  add_union("2 rooks", {rook(4, 4), rook(4, 4)});
  add_union("rook and Shrikhande", {rook(4, 4), shrikhande()});
  add_union("2 Moebius-Kantor", {generalized_petersen(8, 3), generalized_petersen(8, 3)});
  return all;
}

}  // namespace rlminer::testing
