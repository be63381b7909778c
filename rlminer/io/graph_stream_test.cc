#include "rlminer/io/graph_stream.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/base/error.h"
#include "rlminer/base/rng.h"
#include "rlminer/testing/graph_files.h"

namespace rlminer::io {
namespace {

using testing::gzipped;
using testing::TempFolder;

// So many graphs that the file has several pieces. Labels and edge labels that come late have
// numbers between those of earlier ones.
std::string many_graphs(int graphs, bool sized, Rng& rng) {
  std::string text;
  for (int i = 0; i < graphs; ++i) {
    const auto vertices = static_cast<std::size_t>(3 + rng.below(20));
    std::string lines;
    std::size_t edges = 0;
    for (std::size_t v = 0; v < vertices; ++v)
      lines += "v " + std::to_string(v) + " L" + std::to_string((i / 1000) ^ (v % 3)) + "\n";
    for (std::size_t v = 1; v < vertices; ++v, ++edges) {
      lines += "e " + std::to_string(rng.below(v)) + " " + std::to_string(v);
      lines += " " + std::to_string((7 * i) % 11) + "\n";
    }
    if (i % 500 == 7 && ++edges > 0) lines += "e 1 1 0\n";
    text += sized ? "t " + std::to_string(vertices) + " " + std::to_string(edges) + "\n"
                  : "t # " + std::to_string(i) + "\n";
    text += lines;
  }
  return text;
}

void expect_equal(const Graph& a, const Graph& b) {
  ASSERT_EQ(a.num_vertices(), b.num_vertices());
  ASSERT_EQ(a.num_labels(), b.num_labels());
  ASSERT_EQ(a.has_relations(), b.has_relations());
  for (Vertex v = 0; v < a.num_vertices(); ++v) {
    ASSERT_EQ(a.id(v), b.id(v));
    ASSERT_EQ(a.label(v), b.label(v));
    ASSERT_EQ(a.label_name(v), b.label_name(v));
    ASSERT_TRUE(std::ranges::equal(a.neighbors(v), b.neighbors(v)));
    if (a.has_relations()) {
      ASSERT_TRUE(std::ranges::equal(a.relations(v), b.relations(v)));
    }
  }
}

// The stream has the graphs, the numbers of labels and the warnings of read_collection().
void expect_same_as_held(const std::filesystem::path& path, const ReadOptions& options = {}) {
  const Collection held = read_collection(path, options);
  GraphStream stream(path, options);
  std::size_t surveyed = 0;
  EXPECT_EQ(stream.survey([&](const Graph& graph) {
    EXPECT_EQ(graph.num_edges(), held.graphs[surveyed++].num_edges());
  }),
            held.warnings);
  EXPECT_EQ(surveyed, held.graphs.size());
  std::size_t next = 0;
  for (auto graphs = stream.next(); !graphs.empty(); graphs = stream.next()) {
    for (const Graph& graph : graphs)
      expect_equal(graph, held.graphs.at(next++));
  }
  EXPECT_EQ(next, held.graphs.size());
}

TEST(GraphStream, GivesTheGraphsOfTheCollection) {
  const TempFolder folder;
  Rng rng(1);
  for (const bool sized : {false, true}) {
    const auto path = folder.write("many.lg", many_graphs(5000, sized, rng));
    expect_same_as_held(path);
    expect_same_as_held(path, {.label_file = {}, .format = {}, .keep_relations = true});
  }
  expect_same_as_held(folder.write("many.lg.gz", gzipped(many_graphs(5000, false, rng))));
}

TEST(GraphStream, ReadsGraph6) {
  const TempFolder folder;
  std::string text;
  for (int i = 0; i < 100'000; ++i)
    text += i % 2 == 0 ? "D?{\n" : ":Fa@x^\n";
  expect_same_as_held(folder.write("many.g6", text));
}

TEST(GraphStream, ReadsWhateverLineEndsAndMarks) {
  const TempFolder folder;
  expect_same_as_held(folder.write("a.lg", "v 0 A\nv 1 B\ne 0 1\nt # 1\nv 0 C"));
  expect_same_as_held(folder.write("b.lg", "\xef\xbb\xbft # 0\r\nv 0 A\r\n  t # 1\r\nv 0 B\r\n"));
  expect_same_as_held(folder.write("c.lg", "t # 0\nv 0 A\nt # 1\n\nv 0 0\nt # -1\n"));
}

std::string error_of_stream(const std::filesystem::path& path) {
  try {
    GraphStream stream(path, {});
    stream.survey([](const Graph&) {});
    while (!stream.next().empty()) {
    }
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(GraphStream, ComplainsWithTheLineOfTheWholeFile) {
  const TempFolder folder;
  Rng rng(2);
  const std::string many = many_graphs(5000, false, rng);
  const auto line = std::to_string(std::count(many.begin(), many.end(), '\n') + 1);
  for (const std::string bad : {"v 0\n", "q\n", "v \xff A\n", "e 0 99\n"}) {
    const auto path = folder.write("bad.lg", many + bad);
    const std::string said = testing::error_of(path);
    EXPECT_EQ(error_of_stream(path), path.string() + said.substr(said.find(':'))) << bad;
    EXPECT_NE(said.find(":" + line + ":"), std::string::npos) << said;
  }
}

TEST(GraphStream, RefusesWhatIsNotACollectionOfThatKind) {
  const TempFolder folder;
  EXPECT_NE(error_of_stream(folder.write("x.txt", "1 2\n2 3\n")).find("cannot be read one by one"),
            std::string::npos);
  EXPECT_NE(error_of_stream(folder.path()).find("cannot be read one by one"), std::string::npos);
  EXPECT_FALSE(is_worth_streaming(folder.write("x.lg", "t # 0\nv 0 A\n"), {}));
}

TEST(GraphStream, NoticesThatTheFileHasChanged) {
  const TempFolder folder;
  const auto path = folder.write("x.lg", "t # 0\nv 0 A\nt # 1\nv 0 B\n");
  for (const std::string changed : {"t # 0\nv 0 A\nt # 1\nv 0 X\n", "t # 0\nv 0 A\n"}) {
    GraphStream stream(folder.write("x.lg", "t # 0\nv 0 A\nt # 1\nv 0 B\n"), {});
    std::size_t graphs = 0;
    stream.survey([&](const Graph&) {
      if (graphs++ == 0) folder.write("x.lg", changed);
    });
    EXPECT_THROW(
        {
          while (!stream.next().empty()) {
          }
        },
        Error)
        << changed;
  }
  EXPECT_EQ(error_of_stream(path).empty(), true);
}

}  // namespace
}  // namespace rlminer::io
