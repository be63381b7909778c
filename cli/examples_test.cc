#include "cli/examples.h"

#include <map>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "rlminer/base/error.h"

namespace rlminer::cli {
namespace {

Graph example(const std::string& name) {
  return read_example("example:" + name).graphs.front();
}

struct Molecule {
  std::string name;
  std::map<std::string, int> formula;  // without hydrogens
  std::size_t bonds;
};

TEST(Examples, MoleculesHaveTheirFormulas) {
  for (const Molecule& molecule : {Molecule{"caffeine", {{"C", 8}, {"N", 4}, {"O", 2}}, 15},
                                   {"caffeine-h", {{"C", 8}, {"H", 10}, {"N", 4}, {"O", 2}}, 25},
                                   {"aspirin", {{"C", 9}, {"O", 4}}, 13},
                                   {"glucose", {{"C", 6}, {"O", 6}}, 12},
                                   {"ibuprofen", {{"C", 13}, {"O", 2}}, 15},
                                   {"cholesterol", {{"C", 27}, {"O", 1}}, 31}}) {
    const Graph graph = example(molecule.name);
    std::map<std::string, int> formula;
    for (Vertex v = 0; v < graph.num_vertices(); ++v) {
      ++formula[graph.label_name(v)];
      const std::map<std::string, std::size_t> most = {{"C", 4}, {"H", 1}, {"N", 3}, {"O", 2}};
      EXPECT_LE(graph.degree(v), most.at(graph.label_name(v))) << molecule.name << " " << v;
    }
    EXPECT_EQ(formula, molecule.formula) << molecule.name;
    EXPECT_EQ(graph.num_edges(), molecule.bonds) << molecule.name;
    EXPECT_EQ(graph::connected_components(graph).sizes.size(), 1u) << molecule.name;
  }
}

TEST(Examples, CaffeineIsTheSameWithAndWithoutHydrogens) {
  const Graph bare = example("caffeine");
  const Graph full = example("caffeine-h");
  for (Vertex v = 0; v < bare.num_vertices(); ++v) {
    EXPECT_EQ(bare.label_name(v), full.label_name(v));
    for (Vertex u = 0; u < v; ++u)
      EXPECT_EQ(bare.has_edge(u, v), full.has_edge(u, v));
  }
}

// Four bonds at carbon, three at nitrogen and two at oxygen, the missing ones being hydrogen.
TEST(Examples, BondsOfCaffeineFitItsAtoms) {
  const Collection collection = read_example(
      "example:caffeine-bonds", {.label_file = {}, .format = {}, .keep_relations = true});
  const Graph& graph = collection.graphs.front();
  const Graph bare = example("caffeine");
  const Graph full = example("caffeine-h");
  ASSERT_TRUE(graph.distinguishes_edges());
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    std::size_t bonds = full.degree(v) - bare.degree(v);  // hydrogens
    for (const Vertex u : graph.neighbors(v)) {
      EXPECT_TRUE(bare.has_edge(u, v));
      bonds += graph.relation_dictionary().kind(graph.relation(u, v)).out == "double" ? 2u : 1u;
    }
    const std::map<std::string, std::size_t> wanted = {{"C", 4}, {"N", 3}, {"O", 2}};
    EXPECT_EQ(bonds, wanted.at(graph.label_name(v))) << v;
  }
  EXPECT_EQ(graph.num_edges(), bare.num_edges());
}

TEST(Examples, AllAreThereAndListed) {
  const std::string list = examples_for_people();
  std::set<std::string_view> names;
  for (const Example& entry : examples()) {
    EXPECT_TRUE(names.insert(entry.name).second);
    const Collection collection =
        read_example("example:" + std::string(entry.name),
                     {.label_file = {}, .format = {}, .keep_relations = true});
    ASSERT_TRUE(collection.single()) << entry.name;
    EXPECT_EQ(collection.name, entry.name);
    EXPECT_TRUE(collection.warnings.empty());
    EXPECT_EQ(graph::connected_components(collection.graphs.front()).sizes.size(), 1u)
        << entry.name;
    EXPECT_NE(("\n" + list).find("\n" + std::string(entry.name) + " "), std::string::npos);
    EXPECT_NE(list.find(entry.about), std::string::npos);
  }
  EXPECT_EQ(names.size(), embedded_files().size());
}

TEST(Examples, UnknownOnesSuggestTheNearest) {
  try {
    read_example("example:cafeine");
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "example:cafeine: there is no such example; did you mean caffeine? (rlminer "
                 "examples lists them)");
  }
  EXPECT_THROW(read_example("example:"), Error);
  EXPECT_FALSE(names_example("caffeine"));
  EXPECT_FALSE(names_example("./example:caffeine"));
}

}  // namespace
}  // namespace rlminer::cli
