#include "rlminer/generate/perturb.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/base/error.h"
#include "rlminer/generate/generate.h"
#include "rlminer/graph/builder.h"
#include "rlminer/graph/refinement.h"
#include "rlminer/testing/graph_files.h"
#include "rlminer/testing/random_graphs.h"

namespace rlminer::generate {
namespace {

using testing::by_ids;
using testing::data_folder;

std::vector<Graph> generated(const TopologyParams& topology, const LabelDistribution& labels,
                             std::size_t graphs = 20) {
  Rng rng(5);
  return generate_collection({topology, labels, {}}, graphs, rng).graphs;
}

Graph perturbed(std::span<const Graph> sources, const PerturbOptions& options, Rng& rng) {
  return Perturber(sources, options).draw(rng);
}

std::vector<Graph> molecules() {
  return generated(Molecule{.vertices = 30, .ring = 0.1}, {});
}

std::vector<Graph> grids() {
  return generated(Grid{.rows = 6, .columns = 7, .diagonal = 0.3, .hole = 0.0},
                   {{"a", "b", "c"}, {5, 3, 1}});
}

// The graph with these edges, vertex v labelled v modulo `labels`, over labels 0 .. labels-1.
Graph from_edges(std::size_t vertices, const std::vector<std::pair<Vertex, Vertex>>& edges,
                 std::size_t labels = 1) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < labels; ++i)
    names.push_back(std::to_string(i));
  graph::GraphBuilder builder;
  for (std::size_t v = 0; v < vertices; ++v)
    builder.add_vertex("v" + std::to_string(v), names[v % labels]);
  for (const auto& [u, v] : edges)
    builder.add_edge(u, v);
  return builder.build(std::make_shared<const graph::LabelDictionary>(names));
}

Graph star(Vertex leaves) {
  std::vector<std::pair<Vertex, Vertex>> edges;
  for (Vertex v = 1; v <= leaves; ++v)
    edges.emplace_back(0, v);
  return from_edges(leaves + std::size_t{1}, edges, 2);
}

Graph complete(Vertex vertices) {
  std::vector<std::pair<Vertex, Vertex>> edges;
  for (Vertex v = 0; v < vertices; ++v) {
    for (Vertex u = 0; u < v; ++u)
      edges.emplace_back(u, v);
  }
  return from_edges(vertices, edges, 3);
}

// Nothing is done but what a test switches on.
PerturbOptions nothing() {
  PerturbOptions options;
  options.min_vertices = 1;
  options.max_vertices = 1000;
  options.crop = options.graft = options.permute_labels = 0.0;
  options.vertices = options.rewire = options.edges = options.relabel = options.edge_kinds = {};
  return options;
}

// Everything, and much of it.
PerturbOptions everything() {
  PerturbOptions options;
  options.min_vertices = 3;
  options.max_vertices = 25;
  options.crop = options.graft = options.permute_labels = 0.7;
  options.vertices = options.rewire = options.edges = options.relabel = {0.8, 0.5};
  options.edge_kinds = {0.8, 0.5};
  return options;
}

void expect_sound(const Graph& graph, const Graph& source, const PerturbOptions& options) {
  ASSERT_GE(graph.num_vertices(), options.min_vertices);
  ASSERT_LE(graph.num_vertices(), options.max_vertices);
  EXPECT_EQ(graph::connected_components(graph).sizes.size(), 1u);
  ASSERT_EQ(graph.num_labels(), source.num_labels());
  for (Label label = 0; label < graph.num_labels(); ++label)
    EXPECT_EQ(graph.label_dictionary().name(label), source.label_dictionary().name(label));
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    EXPECT_EQ(graph.id(v), std::to_string(v));
    EXPECT_LT(graph.label(v), graph.num_labels());
    const auto neighbors = graph.neighbors(v);
    // Strictly ascending and without v itself: simple.
    EXPECT_TRUE(std::adjacent_find(neighbors.begin(), neighbors.end(), std::greater_equal<>()) ==
                neighbors.end());
    for (const Vertex u : neighbors) {
      EXPECT_NE(u, v);
      EXPECT_TRUE(graph.has_edge(u, v));
    }
  }
}

TEST(Perturb, ResultsAreSound) {
  for (const std::vector<Graph>& sources : {molecules(), grids()}) {
    for (const PerturbOptions& options : {PerturbOptions(), everything()}) {
      Rng rng(1);
      Perturber perturber(sources, options);
      for (int i = 0; i < 500; ++i)
        expect_sound(perturber.draw(rng), sources[0], options);
    }
  }
}

// Molecules with three kinds of bonds, or with arcs, over one dictionary.
std::vector<Graph> related(bool directed) {
  const std::vector<Graph> plain = molecules();
  Rng rng(9);
  const Graph all = testing::with_edge_kinds(
      graph::disjoint_union(plain), {.edge_labels = directed ? 1u : 3u, .directed = directed}, rng);
  const auto labels = std::make_shared<const graph::LabelDictionary>(all.label_dictionary());
  std::vector<Graph> graphs;
  Vertex first = 0;
  for (const Graph& graph : plain) {
    graph::GraphBuilder builder;
    for (Vertex v = 0; v < graph.num_vertices(); ++v)
      builder.add_vertex(graph.id(v), graph.label_name(v));
    for (Vertex v = 0; v < graph.num_vertices(); ++v) {
      for (const Vertex u : graph.neighbors(v)) {
        if (u < v)
          builder.add_edge(v, u,
                           all.relation_dictionary().kind(all.relation(first + v, first + u)));
      }
    }
    graphs.push_back(builder.build(labels, graph::relations_of(all)));
    first += static_cast<Vertex>(graph.num_vertices());
  }
  return graphs;
}

// How many edges there are of each kind; a kind and its converse count as one.
std::map<graph::Relation, std::size_t> kinds_of(const Graph& graph) {
  std::map<graph::Relation, std::size_t> kinds;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    for (const graph::Relation relation : graph.relations(v))
      ++kinds[std::min(relation, graph.relation_dictionary().converse(relation))];
  }
  return kinds;
}

TEST(Perturb, ResultsKeepTheKindsOfEdges) {
  for (const bool directed : {false, true}) {
    const std::vector<Graph> sources = related(directed);
    for (const PerturbOptions& options : {PerturbOptions(), everything()}) {
      Rng rng(1);
      Perturber perturber(sources, options);
      std::map<graph::Relation, std::size_t> kinds;
      for (int i = 0; i < 200; ++i) {
        const Graph graph = perturber.draw(rng);
        expect_sound(graph, sources[0], options);
        ASSERT_TRUE(graph.distinguishes_edges());
        ASSERT_EQ(graph.relation_dictionary().size(), sources[0].relation_dictionary().size());
        for (const auto& [kind, edges] : kinds_of(graph))
          kinds[kind] += edges;
      }
      EXPECT_EQ(kinds.size(), directed ? 2u : 3u);
      // The sources have equally many of each label, and of arcs both ways a third.
      for (const auto& [kind, edges] : kinds)
        EXPECT_GT(edges, 1000u) << kind;
    }
  }
}

TEST(Perturb, MovedEdgesStayWhatTheyAre) {
  for (const bool directed : {false, true}) {
    const std::vector<Graph> all = related(directed);
    const std::span<const Graph> source(all.data(), 1);
    Rng rng(4);
    EXPECT_EQ(graph::isomorphism_hash(perturbed(source, nothing(), rng)),
              graph::isomorphism_hash(source[0]));
    PerturbOptions rewiring = nothing();
    rewiring.rewire = {1.0, 0.5};
    int moved = 0;
    for (int i = 0; i < 50; ++i) {
      const Graph graph = perturbed(source, rewiring, rng);
      EXPECT_EQ(kinds_of(graph), kinds_of(source[0]));
      moved += graph::isomorphism_hash(graph) != graph::isomorphism_hash(source[0]) ? 1 : 0;
    }
    EXPECT_GT(moved, 40);
    PerturbOptions changing = nothing();
    changing.edge_kinds = {1.0, 0.5};
    int changed = 0;
    for (int i = 0; i < 50; ++i) {
      const Graph graph = perturbed(source, changing, rng);
      EXPECT_EQ(graph.num_edges(), source[0].num_edges());
      changed += kinds_of(graph) != kinds_of(source[0]) ? 1 : 0;
    }
    EXPECT_GT(changed, 30);
  }
}

// The option is not there for graphs whose edges are alike: they are what they were before.
TEST(Perturb, PlainGraphsDoNotDependOnKinds) {
  const std::vector<Graph> sources = molecules();
  PerturbOptions other;
  other.edge_kinds = {1.0, 1.0};
  Rng rng(3), same(3);
  for (int i = 0; i < 100; ++i) {
    const Graph graph = perturbed(sources, {}, rng);
    EXPECT_FALSE(graph.has_relations());
    EXPECT_EQ(by_ids(graph), by_ids(perturbed(sources, other, same)));
  }
}

TEST(Perturb, DegenerateSources) {
  std::vector<std::vector<Graph>> cases;
  cases.push_back({from_edges(1, {})});
  cases.push_back({from_edges(2, {{0, 1}})});
  cases.push_back({from_edges(2, {{0, 1}}, 2)});
  cases.push_back({star(12)});
  cases.push_back({complete(9)});
  cases.push_back({complete(40)});
  cases.push_back({from_edges(7, {{0, 1}, {2, 3}, {3, 4}}, 3)});  // and two isolated vertices
  cases.push_back({from_edges(0, {}), star(2), from_edges(3, {}, 2)});
  for (const std::vector<Graph>& sources : cases) {
    for (PerturbOptions options : {PerturbOptions(), everything(), nothing()}) {
      Rng rng(2);
      for (int i = 0; i < 100; ++i)
        expect_sound(perturbed(sources, options, rng), sources.back(), options);
      options.min_vertices = options.max_vertices = 6;
      for (int i = 0; i < 100; ++i)
        expect_sound(perturbed(sources, options, rng), sources.back(), options);
    }
  }
}

TEST(Perturb, WhatMakesNoSenseIsRefused) {
  const std::vector<Graph> sources = molecules();
  const std::vector<Graph> empty{Graph(), Graph()};
  Rng rng(1);
  EXPECT_THROW(perturbed({}, {}, rng), Error);
  EXPECT_THROW(perturbed(empty, {}, rng), Error);
  PerturbOptions options;
  options.min_vertices = 0;
  EXPECT_THROW(perturbed(sources, options, rng), Error);
  options.min_vertices = options.max_vertices + 1;
  EXPECT_THROW(perturbed(sources, options, rng), Error);
  options = {};
  options.edges.share = 1.5;
  EXPECT_THROW(perturbed(sources, options, rng), Error);
  options = {};
  options.crop = -0.1;
  EXPECT_THROW(perturbed(sources, options, rng), Error);
}

TEST(Perturb, SameStateSameGraphWhateverWasDrawnBefore) {
  const std::vector<Graph> sources = grids();
  Perturber used(sources, {});
  std::set<testing::IdGraph> seen;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Rng one(seed);
    Rng other(seed);
    const auto graph = by_ids(used.draw(one));
    EXPECT_EQ(graph, by_ids(perturbed(sources, {}, other)));
    EXPECT_EQ(one.next(), other.next());
    seen.insert(graph);
  }
  EXPECT_EQ(seen.size(), 200u);
}

std::vector<std::size_t> sorted_degrees(const Graph& graph) {
  std::vector<std::size_t> degrees;
  for (Vertex v = 0; v < graph.num_vertices(); ++v)
    degrees.push_back(graph.degree(v));
  std::sort(degrees.begin(), degrees.end());
  return degrees;
}

std::vector<std::size_t> sorted_label_counts(const Graph& graph) {
  std::vector<std::size_t> counts(graph.num_labels());
  for (const Label label : graph.labels())
    ++counts[label];
  std::sort(counts.begin(), counts.end());
  return counts;
}

TEST(Perturb, NothingAskedForNothingDone) {
  const Graph source = complete(6);
  Rng rng(3);
  const Graph graph = perturbed({&source, 1}, nothing(), rng);
  EXPECT_EQ(graph.num_edges(), source.num_edges());
  EXPECT_EQ(sorted_label_counts(graph), sorted_label_counts(source));
}

TEST(Perturb, LabelPermutationAloneKeepsTheRest) {
  PerturbOptions options = nothing();
  options.permute_labels = 1.0;
  for (const Graph& source : grids()) {
    std::set<std::vector<std::size_t>> histograms;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
      Rng rng(seed);
      const Graph graph = perturbed({&source, 1}, options, rng);
      EXPECT_EQ(sorted_degrees(graph), sorted_degrees(source));
      EXPECT_EQ(sorted_label_counts(graph), sorted_label_counts(source));
      std::vector<std::size_t> counts(graph.num_labels());
      for (const Label label : graph.labels())
        ++counts[label];
      histograms.insert(counts);
      // The same draws without the permutation give the same graph but for the labels, and each
      // label becomes one and the same other.
      Rng same(seed);
      const Graph plain = perturbed({&source, 1}, nothing(), same);
      std::map<Label, Label> becomes;
      for (Vertex v = 0; v < graph.num_vertices(); ++v) {
        EXPECT_TRUE(std::ranges::equal(graph.neighbors(v), plain.neighbors(v)));
        EXPECT_EQ(becomes.emplace(plain.label(v), graph.label(v)).first->second, graph.label(v));
      }
    }
    const auto counts = sorted_label_counts(source);
    if (std::set(counts.begin(), counts.end()).size() == 3) {
      EXPECT_EQ(histograms.size(), 6u);
    }
  }
}

TEST(Perturb, CropIsAnInducedPart) {
  // Labels are all different, so a vertex of the crop tells which it was.
  std::vector<std::pair<Vertex, Vertex>> edges;
  Rng rng(4);
  for (Vertex v = 1; v < 40; ++v) {
    edges.emplace_back(v, static_cast<Vertex>(rng.below(v)));
    edges.emplace_back(v, static_cast<Vertex>(rng.below(v)));
  }
  const Graph source = from_edges(40, edges, 40);
  PerturbOptions options = nothing();
  options.crop = 1.0;
  options.crop_share = 0.25;
  std::set<std::size_t> sizes;
  for (int i = 0; i < 500; ++i) {
    const Graph graph = perturbed({&source, 1}, options, rng);
    expect_sound(graph, source, options);
    sizes.insert(graph.num_vertices());
    for (Vertex v = 0; v < graph.num_vertices(); ++v) {
      for (Vertex u = 0; u < v; ++u)
        EXPECT_EQ(graph.has_edge(u, v), source.has_edge(graph.label(u), graph.label(v)));
    }
  }
  EXPECT_EQ(*sizes.begin(), 10u);
  EXPECT_EQ(*sizes.rbegin(), 40u);
}

TEST(Perturb, GraftJoinsTwoWithAFewEdges) {
  const Graph source = complete(6);
  PerturbOptions options = nothing();
  options.graft = 1.0;
  options.graft_links = 3;
  Rng rng(4);
  std::set<std::size_t> links;
  for (int i = 0; i < 300; ++i) {
    const Graph graph = perturbed({&source, 1}, options, rng);
    expect_sound(graph, source, options);
    const std::size_t more = graph.num_vertices() - 6;
    ASSERT_GE(more, 1u);
    ASSERT_LE(more, 6u);
    links.insert(graph.num_edges() - 15 - more * (more - 1) / 2);
  }
  EXPECT_EQ(links, (std::set<std::size_t>{1, 2, 3}));
}

TEST(Perturb, EachChangeDoesWhatItSays) {
  const std::vector<Graph> sources = molecules();
  Rng rng(6);
  std::set<std::ptrdiff_t> edge_changes;
  std::set<std::ptrdiff_t> vertex_changes;
  int relabelled = 0;
  int rewired = 0;
  for (int i = 0; i < 300; ++i) {
    const std::span<const Graph> source(&sources[rng.below(sources.size())], 1);
    const auto size = [](std::size_t items) { return static_cast<std::ptrdiff_t>(items); };

    PerturbOptions options = nothing();
    options.rewire = {1.0, 0.2};
    Graph graph = perturbed(source, options, rng);
    EXPECT_EQ(graph.num_edges(), source[0].num_edges());
    EXPECT_EQ(sorted_label_counts(graph), sorted_label_counts(source[0]));
    rewired += sorted_degrees(graph) != sorted_degrees(source[0]);

    options = nothing();
    options.edges = {1.0, 0.1};
    graph = perturbed(source, options, rng);
    EXPECT_EQ(graph.num_vertices(), source[0].num_vertices());
    edge_changes.insert(size(graph.num_edges()) - size(source[0].num_edges()));

    options = nothing();
    options.vertices = {1.0, 0.1};
    graph = perturbed(source, options, rng);
    vertex_changes.insert(size(graph.num_vertices()) - size(source[0].num_vertices()));

    options = nothing();
    options.relabel = {1.0, 0.5};
    graph = perturbed(source, options, rng);
    EXPECT_EQ(sorted_degrees(graph), sorted_degrees(source[0]));
    relabelled += sorted_label_counts(graph) != sorted_label_counts(source[0]);
  }
  EXPECT_GT(rewired, 100);
  EXPECT_GT(relabelled, 100);
  EXPECT_LT(*edge_changes.begin(), 0);
  EXPECT_GT(*edge_changes.rbegin(), 0);
  EXPECT_LE(*edge_changes.rbegin(), 4);
  EXPECT_LE(*vertex_changes.begin(), -2);
  EXPECT_GE(*vertex_changes.rbegin(), 2);
  EXPECT_LE(*vertex_changes.rbegin(), 3);
}

TEST(Perturb, RelabellingFollowsTheLabelsOfTheSources) {
  const std::vector<Graph> sources = grids();
  PerturbOptions options = nothing();
  options.relabel = {1.0, 1.0};
  Rng rng(8);
  std::vector<double> counts(3);
  std::vector<double> fresh(3);
  double vertices = 0;
  Perturber perturber(sources, options);
  for (int i = 0; i < 1000; ++i) {
    for (const Label label : sources[static_cast<std::size_t>(i) % sources.size()].labels())
      ++counts[label];
    const Graph graph = perturber.draw(rng);
    vertices += static_cast<double>(graph.num_vertices());
    for (const Label label : graph.labels())
      ++fresh[label];
  }
  for (std::size_t label = 0; label < 3; ++label)
    EXPECT_NEAR(fresh[label] / vertices, counts[label] / vertices, 0.02);
}

double mean_degree(std::span<const Graph> graphs) {
  double edges = 0;
  double vertices = 0;
  for (const Graph& graph : graphs) {
    edges += static_cast<double>(graph.num_edges());
    vertices += static_cast<double>(graph.num_vertices());
  }
  return 2 * edges / vertices;
}

void expect_alike(std::span<const Graph> sources) {
  Rng rng(9);
  Perturber perturber(sources, {});
  std::vector<Graph> fresh;
  for (int i = 0; i < 1000; ++i)
    fresh.push_back(perturber.draw(rng));
  EXPECT_NEAR(mean_degree(fresh) / mean_degree(sources), 1.0, 0.1);
  std::size_t sizes = 0;
  std::size_t source_sizes = 0;
  for (const Graph& graph : fresh)
    sizes += graph.num_vertices();
  for (const Graph& graph : sources)
    source_sizes += graph.num_vertices();
  const double ratio = static_cast<double>(sizes) / static_cast<double>(fresh.size()) /
                       (static_cast<double>(source_sizes) / static_cast<double>(sources.size()));
  EXPECT_GT(ratio, 0.7);
  EXPECT_LT(ratio, 1.3);
}

TEST(Perturb, MeanDegreeAndSizeStayNearTheSources) {
  expect_alike(molecules());
  expect_alike(grids());
  expect_alike(generated(ErdosRenyi{.vertices = 40, .edges = 90, .probability = {}}, {}));
}

TEST(Perturb, MeanDegreeAndSizeStayNearTheDataSets) {
  REQUIRE_DATA();
  for (const char* name : {"ENZYMES", "COX2", "PROTEINS"}) {
    SCOPED_TRACE(name);
    expect_alike(graph::paper_filter(io::read_collection(data_folder() / name)).graphs);
  }
}

TEST(Perturb, HugeSourceIsCropped) {
  const std::vector<Graph> sources =
      generated(Grid{.rows = 300, .columns = 300, .diagonal = 0.2, .hole = 0.0}, {}, 1);
  Rng rng(10);
  Perturber perturber(sources, {});
  for (int i = 0; i < 300; ++i)
    expect_sound(perturber.draw(rng), sources[0], {});
}

}  // namespace
}  // namespace rlminer::generate
