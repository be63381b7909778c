#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/graph/builder.h"
#include "rlminer/study/measurer.h"
#include "rlminer/testing/graph_files.h"
#include "rlminer/testing/random_graphs.h"

namespace rlminer::study {
namespace {

using testing::TempFolder;

Graph path(const std::vector<std::string>& labels, const std::string& first_id = "a") {
  graph::GraphBuilder builder;
  for (std::size_t i = 0; i < labels.size(); ++i)
    builder.add_vertex(first_id + std::to_string(i), labels[i]);
  for (Vertex v = 1; v < labels.size(); ++v)
    builder.add_edge(v - 1, v);
  return builder.build();
}

std::filesystem::path only_file(const std::filesystem::path& folder) {
  std::filesystem::path found;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    EXPECT_TRUE(found.empty()) << entry.path() << " and " << found;
    found = entry.path();
  }
  return found;
}

std::string content(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

TEST(ContentHash, DependsOnLabelNamesAndEdgesAlone) {
  EXPECT_EQ(content_hash(path({"A", "B"})), content_hash(path({"A", "B"}, "other")));
  EXPECT_NE(content_hash(path({"A", "B"})), content_hash(path({"A", "C"})));
  EXPECT_NE(content_hash(path({"AB", "C"})), content_hash(path({"A", "BC"})));
  // The label numbers of a graph depend on its collection, the names do not.
  const auto dictionary =
      std::make_shared<const graph::LabelDictionary>(std::vector<std::string>{"0", "A", "B"});
  graph::GraphBuilder builder;
  builder.add_vertex("a", "A");
  builder.add_vertex("b", "B");
  builder.add_edge(0, 1);
  EXPECT_EQ(content_hash(builder.build(dictionary)), content_hash(path({"A", "B"})));
  EXPECT_EQ(content_hash(path({"A", "B"})).size(), 32u);
}

// Answers about a graph whose edges are told apart are other ones.
TEST(ContentHash, KindsOfEdgesCount) {
  const auto bond = [](const std::string& first, const std::string& second, bool arc) {
    graph::GraphBuilder builder;
    for (const char* const id : {"a", "b", "c"})
      builder.add_vertex(id, "A");
    builder.add_edge(0, 1, first, arc);
    builder.add_edge(1, 2, second, arc);
    return content_hash(builder.build());
  };
  std::set<std::string> hashes = {content_hash(path({"A", "A", "A"}))};
  hashes.insert(bond("x", "y", false));
  hashes.insert(bond("y", "x", false));
  hashes.insert(bond("x", "y", true));
  hashes.insert(bond("", "", true));
  EXPECT_EQ(hashes.size(), 5u);
  EXPECT_EQ(bond("x", "x", false), content_hash(path({"A", "A", "A"})));  // not told apart
}

TEST(ContentHash, TellsGraphsApart) {
  std::set<std::string> hashes;
  std::set<std::string> written;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const Graph graph = testing::random_small_graph(seed);
    std::string text;
    for (Vertex v = 0; v < graph.num_vertices(); ++v) {
      text += "v" + graph.label_name(v) + ";";
      for (const Vertex u : graph.neighbors(v))
        text += std::to_string(u) + ",";
    }
    hashes.insert(content_hash(graph));
    written.insert(text);
  }
  EXPECT_EQ(hashes.size(), written.size());
}

TEST(TruthCache, KeepsAndAdds) {
  const TempFolder folder;
  const TruthCache cache(folder.path());
  const Graph graph = path({"A", "B", "A"});
  EXPECT_TRUE(cache.load(graph).empty());
  EXPECT_TRUE(cache.store(graph, {{2, 2}, {3, 1}}));
  EXPECT_TRUE(cache.store(graph, {{3, 4}, {9, kMaxCount}}));
  const BestFrequencies expected{{2, 2}, {3, 4}, {9, kMaxCount}};
  EXPECT_TRUE(cache.load(graph) == expected);
  EXPECT_TRUE(TruthCache(folder.path()).load(graph) == expected);
  EXPECT_TRUE(cache.load(path({"A", "B", "B"})).empty());
}

TEST(TruthCache, DamagedEntriesAreIgnoredAndReplaced) {
  const Graph graph = path({"A", "B", "A"});
  const BestFrequencies best{{2, 21}, {3, 5}};
  const TempFolder folder;
  const TruthCache cache(folder.path());
  ASSERT_TRUE(cache.store(graph, best));
  const auto file = only_file(folder.path());
  const std::string good = content(file);
  std::vector<std::string> damaged{
      "", std::string("\0\xff", 2), "[]", "{}", "null", good + good, "{\"best\":3}"};
  for (std::size_t length = 0; length + 1 < good.size(); ++length)
    damaged.push_back(good.substr(0, length));
  // A changed digit anywhere is noticed, in the frequencies above all.
  for (std::size_t i = 0; i < good.size(); ++i) {
    if (good[i] < '0' || good[i] > '9') continue;
    damaged.push_back(good);
    damaged.back()[i] = good[i] == '9' ? '1' : static_cast<char>(good[i] + 1);
  }
  for (const std::string& text : damaged) {
    std::ofstream(file, std::ios::binary) << text;
    ASSERT_TRUE(cache.load(graph).empty()) << text;
    ASSERT_TRUE(cache.store(graph, best));
    ASSERT_TRUE(cache.load(graph) == best) << text;
  }
}

TEST(TruthCache, WithoutAFolderNothingIsKept) {
  const Graph graph = path({"A"});
  const TruthCache none{std::filesystem::path()};
  EXPECT_TRUE(none.store(graph, {{1, 1}}));
  EXPECT_TRUE(none.load(graph).empty());
  const TempFolder folder;
  const TruthCache blocked(folder.write("file", "in the way"));
  EXPECT_FALSE(blocked.store(graph, {{1, 1}}));
  EXPECT_TRUE(blocked.load(graph).empty());
}

}  // namespace
}  // namespace rlminer::study
