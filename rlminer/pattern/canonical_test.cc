#include "rlminer/pattern/canonical.h"

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/base/rng.h"
#include "rlminer/testing/nauty_oracle.h"
#include "rlminer/testing/sample_patterns.h"

namespace rlminer::pattern {
namespace {

using testing::nauty_form;

std::string describe(const Pattern& pattern) {
  std::ostringstream text;
  text << "labels";
  for (int i = 0; i < pattern.size(); ++i) {
    text << ' ' << pattern.label(i);
  }
  text << ", edges";
  for (int i = 0; i < pattern.size(); ++i) {
    for (int j = i + 1; j < pattern.size(); ++j) {
      if (!pattern.has_edge(i, j)) continue;
      text << ' ' << i << '-' << j;
      if (!pattern.plain()) text << ':' << pattern.relation(i, j) << '/' << pattern.relation(j, i);
    }
  }
  return text.str();
}

// order[] is a permutation that takes the input to the canonical pattern.
void expect_order_is_right(const Pattern& pattern, const CanonicalForm& form) {
  ASSERT_EQ(form.pattern.size(), pattern.size());
  std::set<int> used;
  for (int i = 0; i < pattern.size(); ++i) {
    const int from = form.order[static_cast<std::size_t>(i)];
    ASSERT_LT(from, pattern.size());
    used.insert(from);
    ASSERT_EQ(form.pattern.label(i), pattern.label(from));
    for (int j = 0; j < pattern.size(); ++j) {
      ASSERT_EQ(form.pattern.has_edge(i, j),
                pattern.has_edge(from, form.order[static_cast<std::size_t>(j)]));
      ASSERT_EQ(form.pattern.relation(i, j),
                pattern.relation(from, form.order[static_cast<std::size_t>(j)]));
    }
  }
  ASSERT_EQ(used.size(), static_cast<std::size_t>(pattern.size()));
}

// Everything that must hold for one pattern.
void check(const Pattern& pattern, Rng& rng, int shuffles = 2) {
  SCOPED_TRACE(describe(pattern));
  const CanonicalForm form = canonicalize(pattern);
  expect_order_is_right(pattern, form);
  ASSERT_EQ(to_string(form.automorphisms), to_string(nauty_form(pattern).automorphisms));
  for (int i = 0; i < shuffles; ++i) {
    const CanonicalForm other = canonicalize(testing::shuffled(pattern, rng));
    ASSERT_EQ(form.pattern, other.pattern);
    ASSERT_EQ(to_string(form.automorphisms), to_string(other.automorphisms));
  }
}

// Our key says "isomorphic" exactly when nauty's does; returns what it says.
bool check_pair(const Pattern& a, const Pattern& b) {
  const bool ours = canonicalize(a).pattern == canonicalize(b).pattern;
  const bool theirs = nauty_form(a).pattern == nauty_form(b).pattern;
  EXPECT_EQ(ours, theirs) << describe(a) << "\nand " << describe(b);
  return ours;
}

// The pattern against others that are hard to tell from it.
void check_near_misses(const Pattern& pattern, Rng& rng) {
  const int n = pattern.size();
  if (n < 2) return;
  const auto vertex = [&] { return static_cast<int>(rng.below(static_cast<std::uint64_t>(n))); };
  const int i = vertex();
  const int j = (i + 1 + vertex() % (n - 1)) % n;
  EXPECT_FALSE(check_pair(pattern, testing::with_toggled_edge(pattern, i, j)));
  check_pair(pattern, testing::shuffled(testing::with_swapped_labels(pattern, i, j), rng));
  check_pair(pattern, testing::shuffled(testing::edge_switched(pattern, rng), rng));
  const Pattern toggled = testing::with_toggled_edge(pattern, i, j);
  check_pair(toggled, testing::shuffled(testing::with_toggled_edge(pattern, vertex(), i), rng));
}

TEST(Canonical, AgreesWithNautyOnRandomPatterns) {
  Rng rng(1);
  for (int size = 1; size <= kMaxPatternSize; ++size) {
    for (const double density : {0.05, 0.15, 0.3, 0.5, 0.8, 0.95}) {
      for (const int labels : {1, 2, 5}) {
        for (int repeat = 0; repeat < 5; ++repeat) {
          const Pattern pattern = testing::random_pattern(size, density, labels, rng);
          check(pattern, rng);
          check_near_misses(pattern, rng);
        }
      }
    }
    if (HasFatalFailure()) return;
  }
}

TEST(Canonical, AgreesWithNautyOnConnectedSparsePatterns) {
  Rng rng(2);
  for (int size = 2; size <= kMaxPatternSize; ++size) {
    for (const int extra : {0, 1, 2, 4}) {
      for (const int labels : {1, 3}) {
        for (int repeat = 0; repeat < 10; ++repeat) {
          const Pattern pattern = testing::random_connected(size, extra, labels, rng);
          check(pattern, rng);
          check_near_misses(pattern, rng);
        }
      }
    }
    if (HasFatalFailure()) return;
  }
}

// One edge of another kind, and two edges that have exchanged their kinds.
void check_other_kinds(const Pattern& pattern, int kinds, bool directed, Rng& rng) {
  Pattern one = pattern;
  for (int i = 1; i < pattern.size(); ++i) {
    if (!pattern.has_edge(i, 0)) continue;
    const auto kind =
        static_cast<Relation>((pattern.relation(i, 0) + 1) % static_cast<unsigned>(kinds));
    one.set_relation(i, 0, kind, directed ? kind ^ 1u : kind);
    check_pair(pattern, testing::shuffled(one, rng));
  }
}

TEST(Canonical, AgreesWithNautyOnEdgesOfSeveralKinds) {
  Rng rng(7);
  for (int size = 2; size <= kMaxPatternSize; ++size) {
    for (const int kinds : {2, 4, 64}) {
      for (const bool directed : {false, true}) {
        for (const double density : {0.1, 0.4, 0.9}) {
          const Pattern pattern = testing::with_random_kinds(
              testing::random_pattern(size, density, rng.chance(0.5) ? 1 : 3, rng), kinds, directed,
              rng);
          check(pattern, rng);
          check_other_kinds(pattern, kinds, directed, rng);
        }
        const Pattern tree =
            testing::with_random_kinds(testing::random_tree(size, 1, rng), kinds, directed, rng);
        check(tree, rng);
        check_other_kinds(tree, kinds, directed, rng);
      }
    }
    if (HasFatalFailure()) return;
  }
}

// One kind for all edges changes nothing, and directions along a cycle halve what is symmetric.
TEST(Canonical, AgreesWithNautyOnSymmetricPatternsWithKinds) {
  Rng rng(8);
  for (const auto& [name, pattern] : testing::symmetric_patterns()) {
    SCOPED_TRACE(name);
    Pattern one_kind = testing::with_random_kinds(pattern, 1, false, rng);
    check(one_kind, rng, 1);
    ASSERT_EQ(to_string(canonicalize(one_kind).automorphisms),
              to_string(canonicalize(pattern).automorphisms));
    check(testing::with_random_kinds(pattern, 2, false, rng), rng, 1);
    if (HasFatalFailure()) return;
  }
}

TEST(Canonical, ADirectedCycleTurnsOnly) {
  for (int size = 3; size <= kMaxPatternSize; ++size) {
    Pattern cycle = testing::cycle(size);
    for (int i = 0; i < size; ++i)
      cycle.set_relation(i, (i + 1) % size, 1, 0);
    EXPECT_EQ(canonicalize(cycle).automorphisms, static_cast<Count>(size));
  }
}

TEST(Canonical, AgreesWithNautyOnRegularPatterns) {
  Rng rng(3);
  for (int size = 4; size <= kMaxPatternSize; ++size) {
    for (int degree = 2; degree < std::min(size, 8); ++degree) {
      if (size * degree % 2 != 0) continue;
      for (int repeat = 0; repeat < 8; ++repeat) {
        const Pattern pattern = testing::random_regular(size, degree, rng);
        check(pattern, rng);
        check_near_misses(pattern, rng);
        check(testing::complement(pattern), rng);
      }
    }
    if (HasFatalFailure()) return;
  }
}

TEST(Canonical, AgreesWithNautyOnDisconnectedPatterns) {
  Rng rng(4);
  for (int repeat = 0; repeat < 1500; ++repeat) {
    const int labels = repeat % 3 == 0 ? 2 : 1;
    const Pattern part =
        testing::random_pattern(1 + static_cast<int>(rng.below(10)), 0.4, labels, rng);
    Pattern whole;
    while (whole.size() + part.size() <= kMaxPatternSize && !rng.chance(0.2)) {
      whole = testing::disjoint_union(whole, testing::shuffled(part, rng));
    }
    const Pattern other = testing::random_tree(1 + static_cast<int>(rng.below(6)), labels, rng);
    if (whole.size() + other.size() <= kMaxPatternSize && rng.chance(0.5)) {
      whole = testing::disjoint_union(whole, other);
    }
    check(whole, rng);
    check(testing::complement(whole), rng);
    check_near_misses(whole, rng);
    if (HasFatalFailure()) return;
  }
}

// Groups by our key and by nauty's must be the same groups. Cubic graphs look alike to refinement.
TEST(Canonical, GroupsCubicGraphsAsNautyDoes) {
  Rng rng(5);
  for (int size = 8; size <= 14; size += 2) {
    std::set<std::pair<Pattern, Pattern>> pairs;
    std::set<Pattern> ours;
    std::set<Pattern> theirs;
    for (int repeat = 0; repeat < 6000; ++repeat) {
      const Pattern pattern = testing::random_regular(size, 3, rng);
      const Pattern key = canonicalize(pattern).pattern;
      const Pattern oracle_key = nauty_form(pattern).pattern;
      pairs.emplace(key, oracle_key);
      ours.insert(key);
      theirs.insert(oracle_key);
    }
    EXPECT_EQ(ours.size(), pairs.size());
    EXPECT_EQ(theirs.size(), pairs.size());
    // All there are: 5 connected ones and twice K4; 19 connected ones and K4 beside each of the two
    // on 6 vertices.
    if (size <= 10) {
      EXPECT_EQ(ours.size(), size == 8 ? 6u : 21u);
    }
  }
}

TEST(Canonical, GroupsTreesAsNautyDoes) {
  Rng rng(6);
  const std::map<int, std::size_t> number_of_trees = {{5, 3}, {6, 6}, {7, 11}, {8, 23}};
  for (const auto& [size, expected] : number_of_trees) {
    std::set<std::pair<Pattern, Pattern>> pairs;
    std::set<Pattern> ours;
    for (int repeat = 0; repeat < 5000; ++repeat) {
      const Pattern tree = testing::random_tree(size, 1, rng);
      const Pattern key = canonicalize(tree).pattern;
      ours.insert(key);
      pairs.emplace(key, nauty_form(tree).pattern);
    }
    EXPECT_EQ(ours.size(), expected);
    EXPECT_EQ(pairs.size(), expected);
  }
}

TEST(Canonical, ClassesOfAllSmallGraphs) {
  const std::vector<std::size_t> classes = {1, 2, 4, 11, 34, 156};
  const std::vector<std::size_t> connected_classes = {1, 1, 2, 6, 21, 112};
  for (int size = 1; size <= 6; ++size) {
    std::map<Pattern, Count> labellings;
    std::set<Pattern> connected;
    const int pairs = size * (size - 1) / 2;
    for (std::uint32_t edges = 0; edges < std::uint32_t{1} << pairs; ++edges) {
      Pattern pattern;
      std::uint32_t rest = edges;
      for (int i = 0; i < size; ++i) {
        pattern.add_vertex(0, rest & ((std::uint32_t{1} << i) - 1));
        rest >>= i;
      }
      const CanonicalForm form = canonicalize(pattern);
      labellings[form.pattern] += form.automorphisms;
      if (pattern.connected()) connected.insert(form.pattern);
    }
    EXPECT_EQ(labellings.size(), classes[static_cast<std::size_t>(size - 1)]);
    EXPECT_EQ(connected.size(), connected_classes[static_cast<std::size_t>(size - 1)]);
    // A class has size! / automorphisms members, so its members' automorphism counts add up to
    // size!.
    Count factorial = 1;
    for (int i = 2; i <= size; ++i) {
      factorial *= static_cast<Count>(i);
    }
    for (const auto& [pattern, sum] : labellings) {
      EXPECT_EQ(to_string(sum), to_string(factorial)) << describe(pattern);
    }
  }
}

TEST(Canonical, SampledGraphsOnSevenVertices) {
  Rng rng(7);
  std::set<std::pair<Pattern, Pattern>> pairs;
  std::set<Pattern> ours;
  for (int repeat = 0; repeat < 60000; ++repeat) {
    const Pattern pattern = testing::random_pattern(7, 0.1 + 0.8 * rng.uniform(), 1, rng);
    const CanonicalForm form = canonicalize(pattern);
    const testing::NautyForm expected = nauty_form(pattern);
    ASSERT_EQ(to_string(form.automorphisms), to_string(expected.automorphisms));
    ours.insert(form.pattern);
    pairs.emplace(form.pattern, expected.pattern);
  }
  EXPECT_EQ(ours.size(), pairs.size());
  EXPECT_GT(ours.size(), 950u);  // of the 1044 there are
}

TEST(Canonical, SymmetricPatternsAgreeWithNauty) {
  Rng rng(8);
  for (const testing::Named& sample : testing::symmetric_patterns()) {
    SCOPED_TRACE(sample.name);
    check(sample.pattern, rng, 5);
    check_near_misses(sample.pattern, rng);
    check(testing::complement(sample.pattern), rng);
    // One vertex marked, and labels that follow no symmetry.
    Pattern marked = sample.pattern.without(sample.pattern.size() - 1);
    marked.add_vertex(1, sample.pattern.adjacency(sample.pattern.size() - 1));
    check(marked, rng);
    check(testing::edge_switched(sample.pattern, rng), rng);
  }
}

TEST(Canonical, TellsApartSymmetricPatterns) {
  const std::vector<testing::Named> all = testing::symmetric_patterns();
  std::map<Pattern, std::string> seen;
  for (const testing::Named& sample : all) {
    const auto [place, fresh] = seen.emplace(canonicalize(sample.pattern).pattern, sample.name);
    EXPECT_TRUE(fresh) << sample.name << " equals " << place->second;
  }
  const Pattern two_triangles = testing::disjoint_union(testing::cycle(3), testing::cycle(3));
  EXPECT_FALSE(check_pair(testing::cycle(6), two_triangles));
  EXPECT_FALSE(check_pair(testing::shrikhande(), testing::rook(4, 4)));
}

// The smallest equitable partition, by what vertices exceed cells, whose completions are not all
// alike: points (b, c) for b, c in {0, 1}, joined to vertex b of one pair and vertex c of another;
// the pairs are joined by a matching. Points with b = c lie in a triangle, the others do not, and
// refinement cannot tell.
TEST(Canonical, TellsApartWhatRefinementCannotAtFiveOverTheCells) {
  Pattern pattern;
  for (int i = 0; i < 4; ++i) {
    pattern.add_vertex(0);
  }
  const std::uint32_t b0 = 0b0011, b1 = 0b1100, c0 = 0b0101, c1 = 0b1010;
  pattern.add_vertex(1, b0);
  pattern.add_vertex(1, b1);
  pattern.add_vertex(2, c0 | 0b010000);
  pattern.add_vertex(2, c1 | 0b100000);
  Rng rng(10);
  check(pattern, rng, 50);
  EXPECT_EQ(to_string(canonicalize(pattern).automorphisms), "2");
}

TEST(Canonical, KnownGroupSizes) {
  const auto group = [](const Pattern& pattern) {
    return to_string(canonicalize(pattern).automorphisms);
  };
  EXPECT_EQ(group(Pattern()), "1");
  EXPECT_EQ(group(testing::clique(32)), "263130836933693530167218012160000000");  // 32!
  EXPECT_EQ(group(testing::star(32)), "8222838654177922817725562880000000");      // 31!
  EXPECT_EQ(group(testing::cycle(32)), "64");
  EXPECT_EQ(group(testing::hypercube(5)), "3840");
  EXPECT_EQ(group(testing::shrikhande()), "192");
  EXPECT_EQ(group(testing::rook(4, 4)), "1152");
  EXPECT_EQ(group(testing::paley(29)), "406");
  EXPECT_EQ(group(testing::kneser(5)), "120");
  EXPECT_EQ(group(testing::triangular(8)), "40320");
}

TEST(Canonical, OrdersByLabelThenDegree) {
  Rng rng(9);
  for (int repeat = 0; repeat < 500; ++repeat) {
    const int size = 1 + static_cast<int>(rng.below(32));
    const Pattern pattern = canonicalize(testing::random_connected(size, 3, 4, rng)).pattern;
    for (int i = 1; i < size; ++i) {
      ASSERT_LE(pattern.label(i - 1), pattern.label(i));
      if (pattern.label(i - 1) == pattern.label(i)) {
        ASSERT_GE(pattern.degree(i - 1), pattern.degree(i));
      }
    }
  }
}

TEST(Canonical, LabelsMatterByValue) {
  Pattern a;
  a.add_vertex(3);
  a.add_vertex(4000000000u, 1);
  Pattern b;
  b.add_vertex(4000000000u);
  b.add_vertex(3, 1);
  Pattern c;
  c.add_vertex(3);
  c.add_vertex(4000000001u, 1);
  EXPECT_EQ(canonicalize(a).pattern, canonicalize(b).pattern);
  EXPECT_FALSE(canonicalize(a).pattern == canonicalize(c).pattern);
  EXPECT_EQ(canonicalize(a).pattern.label(0), 3u);
}

}  // namespace
}  // namespace rlminer::pattern
