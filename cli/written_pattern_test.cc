#include "cli/written_pattern.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/base/error.h"
#include "rlminer/base/rng.h"
#include "rlminer/graph/builder.h"
#include "rlminer/pattern/canonical.h"
#include "rlminer/testing/random_graphs.h"

namespace rlminer::cli {
namespace {

// "a b x" is an arc from a to b, "a-b x" an edge; the label may be missing.
struct Link {
  Vertex from;
  Vertex to;
  std::string label;
  bool arc;
};

Graph graph_of(const std::vector<Link>& links) {
  graph::GraphBuilder builder;
  Vertex last = 0;
  for (const Link& link : links)
    last = std::max({last, link.from, link.to});
  for (Vertex v = 0; v <= last; ++v)
    builder.add_vertex(std::to_string(v), "A");
  for (const Link& link : links) {
    if (link.label.empty() && !link.arc) {
      builder.add_edge(link.from, link.to);
    } else {
      builder.add_edge(link.from, link.to, link.label, link.arc);
    }
  }
  return builder.build();
}

const Graph& plain_path() {
  static const Graph graph = graph_of({{0, 1, "", false}, {1, 2, "", false}});
  return graph;
}
const Graph& bonds() {
  static const Graph graph = graph_of({{0, 1, "single", false}, {1, 2, "double", false}});
  return graph;
}
const Graph& arrows() {
  static const Graph graph = graph_of({{0, 1, "", true}, {1, 2, "", true}});
  return graph;
}

ResolvedPattern resolved(const std::string& edges, const Graph& input) {
  WrittenPattern written;
  written.edges = parse_edge_list(edges);
  return resolve_pattern(written, input);
}

std::string listed(const std::string& edges, const Graph& input) {
  return report::listing(resolved(edges, input).named);
}

// The message of the Error or UsageError, or nothing.
template <typename Action>
std::string message(const Action& action) {
  try {
    action();
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return {};
}

TEST(WrittenPattern, EdgesHaveLabelsAndDirections) {
  const auto edges = parse_edge_list("0-1:2,1>2,3<2:a-b>c:d");
  ASSERT_EQ(edges.size(), 3u);
  EXPECT_EQ(edges[0].label, "2");
  EXPECT_FALSE(edges[0].arc);
  EXPECT_TRUE(edges[1].arc);
  EXPECT_EQ(edges[1].label, std::nullopt);
  EXPECT_EQ(edges[2].from, 2u);
  EXPECT_EQ(edges[2].to, 3u);
  EXPECT_EQ(edges[2].label, "a-b>c:d");
}

TEST(WrittenPattern, MistakesAreToldWithTheirPlace) {
  const auto told = [](const std::string& edges) {
    return message([&] { parse_edge_list(edges); });
  };
  EXPECT_NE(told("0-1,1=2").find("'1=2' at character 5 is not a pair"), std::string::npos);
  EXPECT_NE(told("0-1,1").find("in quotes"), std::string::npos);  // what a shell leaves of 1>2
  EXPECT_NE(told("0-1:").find("no label after the colon"), std::string::npos);
  for (const char* const text : {"", "0", "0-", "-1", "0-1-2", "0--1", "a-b", "0-1,", "0>-1", ":x"})
    EXPECT_FALSE(told(text).empty()) << text;
}

TEST(WrittenPattern, PlainInputsTakePlainPatterns) {
  EXPECT_EQ(listed("0-1,1-2", plain_path()), "0:A  1:A  2:A | 0-1 0-2");
  EXPECT_TRUE(resolved("0-1", plain_path()).pattern.plain());
  const Graph one_kind = graph_of({{0, 1, "7", false}, {1, 2, "7", false}});
  EXPECT_TRUE(resolved("0-1", one_kind).pattern.plain());
  EXPECT_TRUE(resolved("0-1:7", one_kind).pattern.plain());
  EXPECT_EQ(resolved("0-1:7", one_kind).missing, "");
}

TEST(WrittenPattern, WhatTheInputDoesNotHaveCannotOccur) {
  EXPECT_EQ(resolved("0-1:x", plain_path()).missing, "the input has no edge label 'x'");
  EXPECT_EQ(listed("0-1:x", plain_path()), "0:A  1:A | 0-1:x");
  EXPECT_NE(resolved("0>1", plain_path()).missing.find("no directions"), std::string::npos);
  EXPECT_EQ(listed("0>1", plain_path()), "0:A  1:A | 0>1");
  EXPECT_EQ(resolved("0-1:triple", bonds()).missing, "the input has no edge label 'triple'");
  EXPECT_NE(resolved("0>1:single", bonds()).missing.find("no directions"), std::string::npos);
  EXPECT_NE(resolved("0>1,1>0", arrows()).missing, "");
  EXPECT_EQ(resolved("0-1:single", bonds()).missing, "");
  EXPECT_EQ(resolved("0>1", arrows()).missing, "");
}

TEST(WrittenPattern, WhatTheInputTellsApartMustBeSaid) {
  const std::string label = message([] { resolved("0-1:single,1-2", bonds()); });
  EXPECT_NE(label.find("which label its edge 1-2 has"), std::string::npos) << label;
  EXPECT_NE(label.find("'1-2:double'"), std::string::npos) << label;
  EXPECT_NE(label.find("--edge-labels ignore"), std::string::npos) << label;
  const std::string direction = message([] { resolved("0-1", arrows()); });
  EXPECT_NE(direction.find("'0>1' or '0<1'"), std::string::npos) << direction;
  EXPECT_NE(direction.find("--edge-labels ignore"), std::string::npos) << direction;
}

TEST(WrittenPattern, ArcsBothWaysAreTwoArcsOrAnEdge) {
  const Graph mutual = graph_of({{0, 1, "", true}, {1, 0, "", true}, {1, 2, "", true}});
  const ResolvedPattern two = resolved("0>1,1>0,1>2", mutual);
  const ResolvedPattern one = resolved("0-1,1>2", mutual);
  EXPECT_EQ(two.pattern, one.pattern);
  EXPECT_TRUE(two.notes.empty());
  EXPECT_EQ(one.notes.size(), 1u);
  const std::vector<Vertex> all{0, 1, 2};
  EXPECT_EQ(two.pattern, pattern::canonicalize(pattern::induce(mutual, all)).pattern);
  const Graph labelled = graph_of({{0, 1, "a", true}, {1, 0, "b", true}});
  EXPECT_EQ(resolved("0>1:a,1>0:b", labelled).pattern, resolved("0>1:b,0<1:a", labelled).pattern);
}

TEST(WrittenPattern, OneEdgeIsOneThing) {
  for (const char* const text : {"0-1:single,1-0:double", "0-1:single,0>1:single",
                                 "0>1:single,0>1:double", "0>1:single,1>0:single,0>1:double"}) {
    EXPECT_NE(message([&] { resolved(text, bonds()); }).find("two things"), std::string::npos)
        << text;
  }
  EXPECT_EQ(resolved("0-1:single,1-0:single", bonds()).missing, "");
}

// A graph written as a pattern and found in itself is the pattern that all its vertices induce.
TEST(WrittenPattern, GraphsAreWrittenAsTheyAre) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    const Graph graph = testing::random_related_graph(seed, 7);
    if (graph::connected_components(graph).sizes.size() != 1) continue;
    std::vector<Vertex> all(graph.num_vertices());
    for (Vertex v = 0; v < all.size(); ++v)
      all[v] = v;
    const auto induced = pattern::canonicalize(pattern::induce(graph, all));
    const ResolvedPattern found = resolve_pattern(written_pattern(graph), graph);
    EXPECT_EQ(found.pattern, induced.pattern) << seed;
    EXPECT_EQ(found.automorphisms, induced.automorphisms) << seed;
    EXPECT_EQ(found.missing, "") << seed;
  }
}

}  // namespace
}  // namespace rlminer::cli
