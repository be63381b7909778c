#include "rlminer/report/pattern_layout.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <ostream>
#include <set>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/base/rng.h"

namespace rlminer::report {
namespace {

// A tree and some more edges.
Pattern random_pattern(int size, int extra, int labels, Rng& rng) {
  Pattern pattern;
  const auto draw = [&rng](int bound) {
    return static_cast<int>(rng.below(static_cast<std::uint64_t>(bound)));
  };
  for (int i = 0; i < size; ++i)
    pattern.add_vertex(static_cast<Label>(draw(labels)), i == 0 ? 0 : 1u << draw(i));
  for (int i = 0; i < extra && size > 1; ++i) {
    const int u = draw(size);
    const int v = draw(size);
    if (u != v) pattern.add_edge(u, v);
  }
  return pattern;
}

Pattern circulant(int size, const std::vector<int>& steps) {
  Pattern pattern;
  for (int i = 0; i < size; ++i)
    pattern.add_vertex(0);
  for (int i = 0; i < size; ++i) {
    for (const int step : steps)
      pattern.add_edge(i, (i + step) % size);
  }
  return pattern;
}

Pattern shuffled(const Pattern& pattern, Rng& rng) {
  std::array<std::uint8_t, pattern::kMaxPatternSize> order{};
  std::iota(order.begin(), order.end(), std::uint8_t{0});
  const std::span used(order.data(), static_cast<std::size_t>(pattern.size()));
  rng.shuffle(used);
  return pattern.permuted(used);
}

// What is seen: labelled dots, and lines between them.
using Dot = std::tuple<double, double, Label>;
std::multiset<std::pair<Dot, Dot>> seen(const Pattern& pattern, const Layout& layout) {
  const auto dot = [&](int i) {
    const Point& point = layout[static_cast<std::size_t>(i)];
    return Dot(point.x, point.y, pattern.label(i));
  };
  std::multiset<std::pair<Dot, Dot>> result;
  for (int i = 0; i < pattern.size(); ++i) {
    result.emplace(dot(i), dot(i));
    for (int j = 0; j < i; ++j) {
      if (pattern.has_edge(i, j)) result.insert(std::minmax(dot(i), dot(j)));
    }
  }
  return result;
}

void expect_good(const Pattern& pattern, const Layout& layout) {
  ASSERT_EQ(layout.size(), static_cast<std::size_t>(pattern.size()));
  for (std::size_t i = 0; i < layout.size(); ++i) {
    ASSERT_TRUE(std::isfinite(layout[i].x) && std::isfinite(layout[i].y));
    ASSERT_LT(std::hypot(layout[i].x, layout[i].y), 3.0 * pattern::kMaxPatternSize);
    for (std::size_t j = 0; j < i; ++j) {
      ASSERT_GE(std::hypot(layout[i].x - layout[j].x, layout[i].y - layout[j].y), kClosestVertices);
    }
  }
}

int crossings(const Pattern& pattern, const Layout& layout) {
  const auto side = [&](int a, int b, int c) {
    const auto at = [&](int i) { return layout[static_cast<std::size_t>(i)]; };
    return (at(b).x - at(a).x) * (at(c).y - at(a).y) - (at(b).y - at(a).y) * (at(c).x - at(a).x);
  };
  int count = 0;
  for (int a = 0; a < pattern.size(); ++a) {
    for (int b = a + 1; b < pattern.size(); ++b) {
      for (int c = a + 1; c < pattern.size(); ++c) {
        for (int d = c + 1; d < pattern.size(); ++d) {
          if (b != c && b != d && pattern.has_edge(a, b) && pattern.has_edge(c, d) &&
              side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0)
            ++count;
        }
      }
    }
  }
  return count;
}

TEST(PatternLayout, RandomPatternsAreReadableAndEqualWhenIsomorphic) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    Rng rng(seed);
    const int size =
        1 + static_cast<int>(rng.below(seed % 20 == 0 ? pattern::kMaxPatternSize : 12));
    const int extra = static_cast<int>(rng.below(static_cast<std::uint64_t>(2 * size)));
    const Pattern pattern = random_pattern(size, extra, 1 + static_cast<int>(seed % 4), rng);
    const Layout layout = pattern_layout(pattern);
    ASSERT_NO_FATAL_FAILURE(expect_good(pattern, layout)) << seed;
    const Pattern other = shuffled(pattern, rng);
    ASSERT_EQ(seen(pattern, layout), seen(other, pattern_layout(other))) << seed;
  }
}

TEST(PatternLayout, SymmetricAndExtremePatterns) {
  std::vector<Pattern> patterns = {Pattern(), circulant(16, {1, 4}), circulant(31, {1, 5, 8})};
  for (const int size : {1, 2, 3, 5, 12, 31, 32}) {
    if (size > 2) patterns.push_back(circulant(size, {1}));
    std::vector<int> all(static_cast<std::size_t>(size / 2));
    std::iota(all.begin(), all.end(), 1);
    if (size > 1) patterns.push_back(circulant(size, all));  // a clique
    Pattern star;
    Pattern path;
    Pattern loose;  // no edge at all
    for (int i = 0; i < size; ++i) {
      star.add_vertex(0, i == 0 ? 0 : 1);
      path.add_vertex(0, i == 0 ? 0 : 1u << (i - 1));
      loose.add_vertex(0);
    }
    patterns.insert(patterns.end(), {star, path, loose});
  }
  Rng rng(1);
  for (const Pattern& pattern : patterns) {
    const Layout layout = pattern_layout(pattern);
    expect_good(pattern, layout);
    const Pattern other = shuffled(pattern, rng);
    EXPECT_EQ(seen(pattern, layout), seen(other, pattern_layout(other)));
  }
}

TEST(PatternLayout, WhatCanBeDrawnWithoutCrossingsIs) {
  for (int size = 3; size <= 20; ++size) {
    const Pattern cycle = circulant(size, {1});
    EXPECT_EQ(crossings(cycle, pattern_layout(cycle)), 0) << size;
    Pattern ladder;
    for (int i = 0; i < size; ++i)
      ladder.add_vertex(0, i < 2 ? static_cast<std::uint32_t>(i) : 1u << (i - 2));
    for (int i = 1; i < size; i += 2)
      ladder.add_edge(i - 1, i);
    EXPECT_EQ(crossings(ladder, pattern_layout(ladder)), 0) << size;
  }
}

TEST(PatternLayout, PathsLieFlat) {
  Pattern path;
  for (int i = 0; i < 6; ++i)
    path.add_vertex(0, i == 0 ? 0 : 1u << (i - 1));
  for (const Point& point : pattern_layout(path))
    EXPECT_LT(std::abs(point.y), 0.2);
}

TEST(PatternLayoutThreads, AgreeWithOneThread) {
  Rng rng(7);
  std::vector<Pattern> patterns;
  for (int i = 0; i < 40; ++i)
    patterns.push_back(random_pattern(8, 4, 3, rng));
  std::vector<Layout> expected;
  for (const Pattern& pattern : patterns)
    expected.push_back(pattern_layout(pattern));
  std::vector<std::jthread> threads;
  for (std::size_t t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (std::size_t i = t; i < patterns.size(); i += 2)
        EXPECT_EQ(pattern_layout(patterns[i]), expected[i]);
    });
  }
}

}  // namespace
}  // namespace rlminer::report
