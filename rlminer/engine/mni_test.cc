#include <algorithm>
#include <atomic>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/base/rng.h"
#include "rlminer/count/plan.h"
#include "rlminer/engine/mni_growth.h"
#include "rlminer/engine/registry.h"
#include "rlminer/graph/builder.h"
#include "rlminer/testing/fake_clock.h"
#include "rlminer/testing/oracle.h"
#include "rlminer/testing/random_graphs.h"

namespace rlminer::engine {
namespace {

using Images = std::vector<std::set<Vertex>>;  // by pattern vertex

// The definition: the images of every pattern vertex over all injective maps of the pattern into
// the graph that keep labels, edges with their kinds, and non-edges.
void collect_images(const Graph& graph, const testing::SmallGraph& pattern, Embeddings embeddings,
                    std::vector<Vertex>& map, Images& images) {
  if (map.size() == pattern.labels.size()) {
    for (std::size_t i = 0; i < map.size(); ++i)
      images[i].insert(map[i]);
    return;
  }
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    bool fits = graph.label(v) == pattern.labels[map.size()];
    for (std::size_t i = 0; i < map.size(); ++i) {
      const bool wanted = pattern.adjacent[i][map.size()];
      const bool there = graph.has_edge(map[i], v);
      fits = fits && map[i] != v && (wanted == there || (there && embeddings == Embeddings::All));
      if (fits && wanted && graph.distinguishes_edges())
        fits = graph.relation(map[i], v) == pattern.kinds[i][map.size()];
    }
    if (!fits) continue;
    map.push_back(v);
    collect_images(graph, pattern, embeddings, map, images);
    map.pop_back();
  }
}

Images images_of(const Graph& graph, const testing::SmallGraph& pattern,
                 Embeddings embeddings = Embeddings::Induced) {
  Images images(pattern.labels.size());
  std::vector<Vertex> map;
  collect_images(graph, pattern, embeddings, map, images);
  return images;
}

std::size_t mni_of(const Images& images) {
  std::size_t least = ~std::size_t{0};
  for (const auto& set : images)
    least = std::min(least, set.size());
  return least;
}

struct Ranked {
  std::size_t mni;
  std::uint64_t frequency;
  testing::SmallGraph pattern;
};

// All patterns of that size: highest MNI first, then most frequent.
std::vector<Ranked> ranking(const Graph& graph, int size) {
  std::vector<Ranked> result;
  for (const auto& item : testing::classes_of_size(graph, size)) {
    result.push_back({mni_of(images_of(graph, item.subgraph)), item.count, item.subgraph});
  }
  std::stable_sort(result.begin(), result.end(), [](const Ranked& a, const Ranked& b) {
    return a.mni != b.mni ? a.mni > b.mni : a.frequency > b.frequency;
  });
  return result;
}

// The findings are the first of the ranking, up to the order of equals.
void expect_answer(const Graph& graph, const Answer& answer, std::size_t top) {
  std::vector<Ranked> expected = ranking(graph, answer.size);
  ASSERT_EQ(answer.findings.size(), std::min(top, expected.size()));
  if (expected.empty()) {
    EXPECT_TRUE(answer.proven);
    return;
  }
  EXPECT_FALSE(answer.proven);
  EXPECT_EQ(answer.note, "the highest MNI is " + std::to_string(expected[0].mni));
  for (std::size_t i = 0; i < answer.findings.size(); ++i) {
    const Finding& finding = answer.findings[i];
    const auto pattern = testing::from_pattern(finding.pattern);
    EXPECT_TRUE(finding.frequency.exact());
    const auto place = std::find_if(expected.begin(), expected.end(), [&](const Ranked& ranked) {
      return testing::isomorphic(ranked.pattern, pattern);
    });
    ASSERT_NE(place, expected.end()) << "does not occur, or is listed twice";
    EXPECT_EQ(place->mni, expected[0].mni);
    EXPECT_EQ(place->frequency, expected[0].frequency);
    EXPECT_EQ(static_cast<std::uint64_t>(finding.frequency.saturated()), place->frequency);
    expected.erase(place);
    ASSERT_EQ(finding.occurrences.size(), 1u);
    EXPECT_TRUE(testing::identical(testing::induced(graph, finding.occurrences[0]), pattern));
  }
}

std::vector<int> sizes_up_to(std::size_t last) {
  std::vector<int> sizes;
  for (int k = 1; k <= static_cast<int>(last); ++k)
    sizes.push_back(k);
  return sizes;
}

void expect_answers(const Graph& graph, const Problem& problem, int threads = 1) {
  Budget budget;
  budget.threads = threads;
  const auto answers = make_engine("mni")->solve(graph, problem, budget);
  ASSERT_EQ(answers.size(), problem.sizes.size());
  for (std::size_t i = 0; i < answers.size(); ++i) {
    SCOPED_TRACE("k " + std::to_string(problem.sizes[i]));
    ASSERT_EQ(answers[i].size, problem.sizes[i]);
    expect_answer(graph, answers[i], problem.top);
  }
}

// A graph of every kind, every second one with edges that are distinguished.
Graph any_graph(std::uint64_t seed, std::size_t max_vertices) {
  return seed % 2 == 0 ? testing::random_small_graph(seed / 2, max_vertices)
                       : testing::random_related_graph(seed / 2, max_vertices);
}

TEST(Mni, AgreesWithTheDefinition) {
  for (std::uint64_t seed = 0; seed < 4000 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Graph graph = any_graph(seed, 8);
    expect_answers(graph, {.sizes = sizes_up_to(graph.num_vertices() + 1)});
  }
}

TEST(Mni, OneSizeAloneAndSeveralPatterns) {
  for (std::uint64_t seed = 0; seed < 2600 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Graph graph = any_graph(seed, 8);
    const int size = 2 + static_cast<int>(seed / testing::kSmallGraphKinds % 5);
    expect_answers(graph, {.sizes = {size}, .top = 1 + seed % 7});
  }
}

TEST(Mni, LargerGraphsAndThreads) {
  for (std::uint64_t seed = 0; seed < 16 * testing::kSmallGraphKinds && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    expect_answers(any_graph(seed, 12), {.sizes = {3, 4, 5}, .top = 3}, 3);
  }
}

// Growth finds exactly the patterns that reach the threshold, with exactly their images.
TEST(Mni, GrowthIsCompleteAtEveryThreshold) {
  for (std::uint64_t seed = 0; seed < 2000 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Graph graph = any_graph(seed, 8);
    const Budget budget;
    const std::size_t threshold = 1 + seed / testing::kSmallGraphKinds % 4;
    PatternGrowth growth(graph, budget);
    ASSERT_TRUE(growth.grow(threshold, 5));
    for (int size = 2; size <= 5; ++size) {
      const auto expected = ranking(graph, size);
      const auto reaching =
          std::count_if(expected.begin(), expected.end(),
                        [&](const Ranked& item) { return item.mni >= threshold; });
      const auto known = growth.known(size);
      EXPECT_EQ(static_cast<std::ptrdiff_t>(known.size()), reaching) << "size " << size;
      for (const GrownPattern* grown : known) {
        const Images images = images_of(graph, testing::from_pattern(grown->pattern));
        EXPECT_EQ(grown->support, mni_of(images));
        for (int v = 0; v < size; ++v) {
          std::set<Vertex> found;
          grown->domains.of(v).for_each([&](Vertex image) { found.insert(image); });
          EXPECT_EQ(found, images[static_cast<std::size_t>(v)]);
        }
      }
    }
  }
}

// Every pattern with an embedding of some kind: the induced ones with edges left out, as long as
// they stay connected.
std::vector<testing::SmallGraph> embedded_patterns(const Graph& graph, int size) {
  std::vector<testing::SmallGraph> patterns;
  for (const auto& item : testing::classes_of_size(graph, size)) {
    std::vector<std::pair<std::size_t, std::size_t>> edges;
    for (std::size_t a = 0; a < item.subgraph.labels.size(); ++a) {
      for (std::size_t b = 0; b < a; ++b) {
        if (item.subgraph.adjacent[a][b]) edges.emplace_back(a, b);
      }
    }
    for (std::uint32_t dropped = 0; dropped < 1u << edges.size(); ++dropped) {
      testing::SmallGraph pattern = item.subgraph;
      for (std::size_t e = 0; e < edges.size(); ++e) {
        if ((dropped >> e & 1u) == 0) continue;
        pattern.adjacent[edges[e].first][edges[e].second] = false;
        pattern.adjacent[edges[e].second][edges[e].first] = false;
        pattern.kinds[edges[e].first][edges[e].second] = 0;
        pattern.kinds[edges[e].second][edges[e].first] = 0;
      }
      const bool known = std::any_of(patterns.begin(), patterns.end(), [&](const auto& other) {
        return testing::isomorphic(other, pattern);
      });
      if (!known && testing::is_connected(pattern)) patterns.push_back(std::move(pattern));
    }
  }
  return patterns;
}

TEST(Mni, NonInducedAgreesWithTheDefinition) {
  for (std::uint64_t seed = 0; seed < 2000 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Graph graph = any_graph(seed, 7);
    for (const Answer& answer :
         make_engine("mni+noninduced")->solve(graph, {.sizes = {2, 3, 4}}, Budget())) {
      std::size_t highest = 0;
      std::uint64_t frequency = 0;  // of the most frequent pattern of the highest MNI
      for (const auto& pattern : embedded_patterns(graph, answer.size)) {
        const std::size_t mni = mni_of(images_of(graph, pattern, Embeddings::All));
        if (mni < highest) continue;
        if (mni > highest) frequency = 0;
        highest = mni;
        frequency = std::max(frequency, testing::frequency(graph, pattern));
      }
      if (highest > 0) {
        EXPECT_EQ(answer.note, "the highest MNI is " + std::to_string(highest));
      }
      ASSERT_EQ(answer.findings.size(), frequency > 0 ? 1u : 0u);
      if (frequency == 0) continue;
      EXPECT_EQ(static_cast<std::uint64_t>(answer.findings[0].frequency.saturated()), frequency);
      EXPECT_EQ(answer.findings[0].occurrences.size(), 1u);
    }
  }
}

TEST(Mni, OrbitsAreThoseOfTheAutomorphismGroup) {
  for (std::uint64_t seed = 0; seed < 2000 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Graph graph = any_graph(seed, 7);
    if (graph.num_vertices() == 0) continue;
    std::vector<Vertex> all;
    for (Vertex v = 0; v < graph.num_vertices(); ++v)
      all.push_back(v);
    const Pattern pattern = pattern::induce(graph, all);
    std::vector<std::uint32_t> orbit(graph.num_vertices());
    for (const auto& [first, members] : count::orbits_of(pattern))
      for_each_bit(members, [&](int v) { orbit[static_cast<std::size_t>(v)] = members; });
    // The embeddings of the whole graph in itself are its automorphisms.
    const Images images = images_of(graph, testing::from_pattern(pattern));
    for (Vertex v = 0; v < graph.num_vertices(); ++v) {
      for (Vertex w = 0; w < graph.num_vertices(); ++w) {
        EXPECT_EQ(orbit[v] == orbit[w], images[v].count(w) == 1) << v << " and " << w;
      }
    }
  }
}

TEST(Mni, ThePapersExample) {
  graph::GraphBuilder builder;
  for (int v = 1; v <= 8; ++v)
    builder.add_vertex(std::to_string(v), v == 5 || v == 7 ? "B" : "A");
  for (const auto& [u, v] :
       {std::pair{1, 2}, {1, 3}, {2, 3}, {3, 5}, {4, 5}, {5, 6}, {6, 7}, {7, 8}}) {
    builder.add_edge(static_cast<Vertex>(u - 1), static_cast<Vertex>(v - 1));
  }
  // A-B-A has frequency 4 but MNI 2; the triangle of A has frequency 1 but MNI 3.
  const Answer answer = make_engine("mni")->solve(builder.build(), {.sizes = {3}}, Budget()).at(0);
  EXPECT_EQ(answer.note, "the highest MNI is 3");
  EXPECT_EQ(answer.findings.at(0).pattern.num_edges(), 3);
  EXPECT_TRUE(answer.findings[0].frequency == 1);
}

Graph noise(std::size_t vertices, std::size_t edges) {
  Rng rng(7);
  graph::GraphBuilder builder;
  for (std::size_t v = 0; v < vertices; ++v)
    builder.add_vertex(std::to_string(v), std::to_string(rng.below(2)));
  for (std::size_t e = 0; e < edges; ++e) {
    builder.add_edge(static_cast<Vertex>(rng.below(vertices)),
                     static_cast<Vertex>(rng.below(vertices)));
  }
  return builder.build();
}

void expect_best_so_far(const Graph& graph, const Answer& answer, const std::string& reason) {
  EXPECT_FALSE(answer.proven);
  EXPECT_NE(answer.note.find(reason), std::string::npos) << answer.note;
  ASSERT_EQ(answer.findings.size(), 1u);
  ASSERT_EQ(answer.findings[0].occurrences.size(), 1u);
  EXPECT_TRUE(testing::identical(testing::induced(graph, answer.findings[0].occurrences[0]),
                                 testing::from_pattern(answer.findings[0].pattern)));
}

TEST(Mni, OutOfTimeGivesTheBestSoFar) {
  const Graph graph = noise(300, 6000);
  for (const double seconds : {1e-9, 0.02, 0.3}) {
    SCOPED_TRACE(seconds);
    const testing::FakeClock clock(0.01);
    Budget budget;
    budget.deadline = Deadline(seconds, nullptr, clock);
    for (const Answer& answer : make_engine("mni")->solve(graph, {.sizes = {6, 9}}, budget)) {
      expect_best_so_far(graph, answer, "stopped");
    }
  }
}

TEST(Mni, CancelledBeforeTheStartStillAnswers) {
  const std::atomic<bool> cancelled{true};
  Budget budget;
  budget.deadline = Deadline(Deadline::kForever, &cancelled);
  const Graph graph = noise(50, 100);
  expect_best_so_far(graph, make_engine("mni")->solve(graph, {.sizes = {4}}, budget).at(0),
                     "stopped");
}

TEST(Mni, MemoryLimitGivesTheBestSoFar) {
  Budget budget;
  const MemoryLimit one_byte(1);
  budget.deadline = Deadline().within(one_byte);
  const Graph graph = noise(50, 100);
  expect_best_so_far(graph, make_engine("mni")->solve(graph, {.sizes = {4}}, budget).at(0),
                     "memory");
}

}  // namespace
}  // namespace rlminer::engine
