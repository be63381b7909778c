// The published figures of the public data sets, where these are present.

#include <cstdio>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/graph/statistics.h"
#include "rlminer/io/io.h"
#include "rlminer/testing/graph_files.h"

namespace rlminer::io {
namespace {

using testing::data_folder;

struct TableRow {
  const char* name;
  std::size_t graphs, vertices, edges;  // sums over the graphs kept by the paper's filter
  const char* mean_vertices;            // as printed
  const char* mean_edges;
};

std::string two_decimals(double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.2f", value);
  return buffer;
}

TEST(Data, Table1OfTheFiveCollections) {
  REQUIRE_DATA();
  const std::vector<TableRow> rows = {{"ENZYMES", 552, 17899, 34744, "32.43", "62.94"},
                                      {"COX2", 467, 19252, 20289, "41.22", "43.45"},
                                      {"BZR", 405, 14479, 15535, "35.75", "38.36"},
                                      {"DHFR", 756, 32075, 33676, "42.43", "44.54"},
                                      {"PROTEINS", 910, 37874, 70428, "41.62", "77.39"}};
  for (const TableRow& row : rows) {
    const Collection collection = graph::paper_filter(read_collection(data_folder() / row.name));
    const graph::Statistics statistics = graph::summarise(collection);
    EXPECT_EQ(collection.name, row.name);
    EXPECT_TRUE(collection.warnings.empty()) << row.name;
    EXPECT_EQ(statistics.graphs, row.graphs) << row.name;
    EXPECT_EQ(statistics.connected_graphs, row.graphs) << row.name;
    EXPECT_EQ(statistics.vertices, row.vertices) << row.name;
    EXPECT_EQ(statistics.edges, row.edges) << row.name;
    EXPECT_EQ(two_decimals(statistics.vertices_per_graph.mean), row.mean_vertices) << row.name;
    EXPECT_EQ(two_decimals(statistics.edges_per_graph.mean), row.mean_edges) << row.name;
  }
}

TEST(Data, UnfilteredCollections) {
  REQUIRE_DATA();
  const graph::Statistics enzymes = graph::summarise(read_collection(data_folder() / "ENZYMES"));
  EXPECT_EQ(enzymes.graphs, 600u);
  EXPECT_EQ(enzymes.vertices_per_graph.min, 2u);
  EXPECT_EQ(enzymes.vertices_per_graph.max, 126u);
  EXPECT_EQ(enzymes.labels.size(), 3u);
  const Collection mutag = read_collection(data_folder() / "MUTAG");
  EXPECT_EQ(mutag.graphs.size(), 188u);
  EXPECT_EQ(graph::summarise(mutag).labels.size(), 7u);
  EXPECT_EQ(mutag.warnings.size(), 1u);  // its edges carry labels
}

TEST(Data, SingleGraphs) {
  REQUIRE_DATA();
  struct Row {
    const char* name;
    std::size_t vertices, edges, labels, max_degree, components, largest, isolated;
  };
  const std::vector<Row> rows = {{"citeseer", 3312, 4536, 6, 99, 438, 2110, 48},
                                 {"yeast", 3112, 12519, 71, 168, 63, 2974, 11},
                                 {"cora", 2708, 5278, 7, 168, 78, 2485, 0},
                                 {"pubmed", 19717, 44324, 3, 171, 1, 19717, 0}};
  for (const Row& row : rows) {
    const Collection collection =
        read_collection(data_folder() / "single" / (std::string(row.name) + ".lg"));
    const graph::Statistics statistics = graph::summarise(collection);
    EXPECT_EQ(statistics.graphs, 1u) << row.name;
    EXPECT_EQ(statistics.vertices, row.vertices) << row.name;
    EXPECT_EQ(statistics.edges, row.edges) << row.name;
    EXPECT_EQ(statistics.labels.size(), row.labels) << row.name;
    EXPECT_EQ(statistics.degree.max, row.max_degree) << row.name;
    EXPECT_EQ(statistics.components, row.components) << row.name;
    EXPECT_EQ(statistics.largest_component, row.largest) << row.name;
    EXPECT_EQ(statistics.isolated, row.isolated) << row.name;
    EXPECT_TRUE(collection.warnings.empty()) << row.name;
  }
}

}  // namespace
}  // namespace rlminer::io
