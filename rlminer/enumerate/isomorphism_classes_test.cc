#include "rlminer/enumerate/isomorphism_classes.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/base/rng.h"
#include "rlminer/enumerate/pattern_key.h"
#include "rlminer/pattern/canonical.h"
#include "rlminer/testing/connected_sets.h"
#include "rlminer/testing/random_graphs.h"

namespace rlminer::enumerate {
namespace {

GrowthCode code_of(const Pattern& pattern) {
  GrowthCode code{};
  for (int i = 0; i < pattern.size(); ++i) {
    code[static_cast<std::size_t>(i)] = std::uint64_t{pattern.label(i)} << 32 |
                                        (pattern.adjacency(i) & ((std::uint32_t{1} << i) - 1));
  }
  return code;
}

// Adds every pattern and expects two to be in one class if and only if their canonical forms are
// equal, and the classes to be counted rightly.
void expect_classes(const std::vector<Pattern>& patterns, int size) {
  IsomorphismClasses classes(static_cast<std::size_t>(size));
  for (const Pattern& pattern : patterns)
    classes.add(pattern_key(pattern).low, code_of(pattern));
  classes.finish();
  ASSERT_EQ(classes.classes().size(), patterns.size());
  std::map<Pattern, std::uint32_t> number_of, count_of;
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    const Pattern canonical = pattern::canonicalize(patterns[i]).pattern;
    const auto [place, is_new] = number_of.try_emplace(canonical, classes.classes()[i]);
    EXPECT_EQ(place->second, classes.classes()[i]);
    ++count_of[canonical];
  }
  EXPECT_EQ(classes.counts().size(), number_of.size());
  for (const auto& [canonical, count] : count_of)
    EXPECT_EQ(classes.counts()[number_of.at(canonical)], count);
}

TEST(IsomorphismClasses, AreThoseOfTheCanonicalForm) {
  for (std::uint64_t seed = 0; seed < 260 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Graph graph = testing::random_small_graph(seed, 13);
    for (int size = 1; size <= 9; ++size) {
      std::vector<Pattern> patterns;
      testing::for_each_connected_set(graph, size, [&](std::span<const Vertex> set) {
        patterns.push_back(pattern::induce(graph, set));
        return patterns.size() < 1000;
      });
      expect_classes(patterns, size);
    }
  }
}

// Patterns with so much symmetry that colours do not tell them apart: in a regular graph all
// vertices have the same one.
TEST(IsomorphismClasses, RegularGraphsOfAllSizes) {
  Rng rng(1);
  for (int size = 6; size <= pattern::kMaxPatternSize; ++size) {
    std::vector<Pattern> patterns;
    for (int i = 0; i < 60; ++i) {
      // A ring with chords of one length, written in a random order.
      const int chord = 2 + i % (size / 2 - 1);
      Pattern pattern;
      for (int v = 0; v < size; ++v)
        pattern.add_vertex(static_cast<Label>(i % 7 == 0));
      for (int v = 0; v < size; ++v) {
        pattern.add_edge(v, (v + 1) % size);
        if (i % 3 != 0) pattern.add_edge(v, (v + chord) % size);
      }
      std::vector<std::uint8_t> order;
      for (int v = 0; v < size; ++v)
        order.push_back(static_cast<std::uint8_t>(v));
      rng.shuffle(std::span(order));
      patterns.push_back(pattern.permuted(order));
    }
    expect_classes(patterns, size);
  }
}

}  // namespace
}  // namespace rlminer::enumerate
