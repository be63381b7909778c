// Damaged input: whatever the damage, a file is read or refused with an Error of one line, and
// nothing else happens.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/base/error.h"
#include "rlminer/base/rng.h"
#include "rlminer/generate/generate.h"
#include "rlminer/io/io.h"
#include "rlminer/testing/graph_files.h"

namespace rlminer::io {
namespace {

using testing::gzipped;
using testing::TempFolder;
using testing::written;

// Pieces that mean something in one format or another, so that damage reaches past the first check.
constexpr std::string_view kPieces[] = {"t # 0\n",
                                        "t 5 5\n",
                                        "v 0 ",
                                        "e 0 1\n",
                                        "-1",
                                        "99999999999999999999",
                                        "<node>",
                                        "</graph>",
                                        "{",
                                        "}",
                                        "[",
                                        "]",
                                        ",",
                                        "\"",
                                        "\r\n",
                                        "#",
                                        "\xc3",
                                        "&#0;",
                                        "<!--",
                                        "id",
                                        "null",
                                        "1e999",
                                        "<graph>",
                                        "\\u0000",
                                        "*Vertices 3\n",
                                        "*Edges\n",
                                        "node [",
                                        "source",
                                        "target",
                                        ";",
                                        "\t",
                                        ":",
                                        "~",
                                        "~~~",
                                        "9 9 9\n",
                                        "\"\"",
                                        "0: 1\n",
                                        "data",
                                        "&#x",
                                        "symmetric"};

std::string damaged(std::string content, Rng& rng) {
  for (std::uint64_t changes = 1 + rng.below(4); changes > 0 && !content.empty(); --changes) {
    const std::size_t place = rng.below(content.size());
    switch (rng.below(5)) {
      case 0:
        content[place] = static_cast<char>(rng.below(256));
        break;
      case 1:
        content.resize(place);
        break;
      case 2:
        content.erase(place, 1 + rng.below(8));
        break;
      case 3:
        content.insert(place, kPieces[rng.below(std::size(kPieces))]);
        break;
      default:
        content.insert(place, content.substr(rng.below(content.size()), rng.below(30)));
    }
  }
  return content;
}

// Calls read(), which gives a collection or an Error; counts what was refused.
template <typename Read>
void expect_read_or_refused(Read&& read, std::size_t& refused) {
  try {
    const Collection collection = read();
    for (const Graph& graph : collection.graphs) {
      for (Vertex v = 0; v < graph.num_vertices(); ++v) {
        for (const Vertex u : graph.neighbors(v))
          ASSERT_TRUE(u != v && graph.has_edge(u, v));
      }
    }
  } catch (const Error& error) {
    ++refused;
    ASSERT_EQ(std::string_view(error.what()).find('\n'), std::string_view::npos) << error.what();
  }
}

void read_damaged(std::string bytes, std::size_t& refused) {
  expect_read_or_refused([&] { return read_bytes("x", std::move(bytes)); }, refused);
}

Collection sample() {
  Rng rng(1);
  return generate::generate_collection({generate::Molecule{.vertices = 8, .ring = 0.2}, {}, {}}, 1,
                                       rng);
}

TEST(Fuzz, DamagedFilesAreReadOrRefused) {
  const Collection collection = sample();
  std::vector<std::string> valid;
  for (const char* format : {"lg", "edges", "graphml", "json"})
    valid.push_back(written(collection, format));
  valid.push_back("t 3 2\nv 0 A 1\nv 1 B 2\nv 2 A 1\ne 0 1\ne 1 2 7\n");
  for (std::size_t i = 0; i < 5; ++i)
    valid.push_back(gzipped(valid[i]));
  for (std::size_t i = 0; i < valid.size(); ++i) {
    Rng rng(i);
    std::size_t refused = 0;
    constexpr std::size_t kTries = 5000;
    for (std::size_t attempt = 0; attempt < kTries; ++attempt) {
      read_damaged(damaged(valid[i], rng), refused);
      if (HasFatalFailure()) FAIL() << "file " << i << ", attempt " << attempt;
    }
    // The damage must be neither harmless nor so great that only the first check is tested.
    EXPECT_GT(refused, kTries / 100) << i;
    EXPECT_LT(refused, kTries) << i;
  }
}

// Every sample, damaged, by the reader that it is recognised for and by the one it is meant for.
TEST(Fuzz, DamagedSamplesAreReadOrRefused) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(RLMINER_IO_SAMPLES)) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  ASSERT_GT(files.size(), 60u);
  std::size_t refused = 0;
  constexpr std::size_t kTries = 300;
  for (std::size_t i = 0; i < files.size(); ++i) {
    std::ostringstream bytes;
    bytes << std::ifstream(files[i], std::ios::binary).rdbuf();
    ReadOptions as_meant;
    try {
      as_meant.format = read_bytes("x", bytes.str()).format;
    } catch (const Error&) {
      ++refused;  // it is one of those that are to be
    }
    Rng rng(i);
    for (std::size_t attempt = 0; attempt < kTries; ++attempt) {
      const std::string content = damaged(bytes.str(), rng);
      for (const ReadOptions& options : {ReadOptions(), as_meant})
        expect_read_or_refused([&] { return read_bytes("x", content, options); }, refused);
      if (HasFatalFailure()) FAIL() << files[i] << ", attempt " << attempt;
    }
  }
  EXPECT_GT(refused, files.size() * kTries / 10);
  EXPECT_LT(refused, files.size() * kTries * 2);
}

// Each file as each format: whoever insists on the wrong one gets an error or a graph.
TEST(Fuzz, EverySampleAsEveryFormat) {
  std::size_t refused = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(RLMINER_IO_SAMPLES)) {
    if (!entry.is_regular_file()) continue;
    for (const std::string& format : readable_formats()) {
      const ReadOptions options{.label_file = {}, .format = format};
      expect_read_or_refused([&] { return read_collection(entry.path(), options); }, refused);
      if (HasFatalFailure()) FAIL() << entry.path() << " as " << format;
    }
  }
  EXPECT_GT(refused, 100u);
}

TEST(Fuzz, DamagedLabelFilesAreReadOrRefused) {
  const TempFolder folder;
  const std::string edges = "source,target,kind\nAnn,Bob,x\nBob,\"Carl, Jr.\",y\n";
  const std::string labels =
      "id,age,label\nAnn,31,Nurse\nBob,52,\"Head \"\"Nurse\"\"\"\n\"Carl, Jr.\",40,x\n";
  Rng rng(11);
  std::size_t refused = 0;
  constexpr std::size_t kTries = 500;
  for (std::size_t attempt = 0; attempt < kTries; ++attempt) {
    ReadOptions options{.label_file = folder.write("labels", damaged(labels, rng)), .format = {}};
    if (rng.chance(0.3)) options.label_column = "age";
    if (rng.chance(0.3)) options.id_column = std::to_string(rng.below(5));
    if (rng.chance(0.3)) options.source = std::to_string(rng.below(5));
    const std::string content = rng.chance(0.5) ? edges : damaged(edges, rng);
    expect_read_or_refused([&] { return read_bytes("x", content, options); }, refused);
    if (HasFatalFailure()) FAIL() << attempt;
  }
  EXPECT_GT(refused, kTries / 100);
  EXPECT_LT(refused, kTries);
}

TEST(Fuzz, EveryTruncationIsReadOrRefused) {
  const Collection collection = sample();
  for (const char* format : {"lg", "edges", "graphml", "json"}) {
    const std::string content = written(collection, format);
    const std::string packed = gzipped(content);
    std::size_t refused = 0;
    std::size_t refused_packed = 0;
    for (std::size_t size = 0; size < content.size(); ++size) {
      read_damaged(content.substr(0, size), refused);
    }
    for (std::size_t size = 0; size < packed.size(); ++size) {
      read_damaged(packed.substr(0, size), refused_packed);
    }
    EXPECT_GT(refused, 0u) << format;
    EXPECT_EQ(refused_packed, packed.size()) << format;
  }
}

TEST(Fuzz, DamagedCollectionsAreReadOrRefused) {
  const std::vector<std::pair<std::string, std::string>> parts = {
      {"N_A.txt", "1, 2\n2, 1\n2, 3\n3, 2\n4, 5\n5, 4\n"},
      {"N_graph_indicator.txt", "1\n1\n1\n2\n2\n"},
      {"N_node_labels.txt", "A\nB\nA\nC\nA\n"},
  };
  const TempFolder folder;
  Rng rng(3);
  std::size_t refused = 0;
  constexpr std::size_t kTries = 2000;
  for (std::size_t attempt = 0; attempt < kTries; ++attempt) {
    for (const auto& [name, content] : parts) {
      folder.write(name, rng.chance(0.4) ? damaged(content, rng) : content);
    }
    expect_read_or_refused([&] { return read_collection(folder.path()); }, refused);
    if (HasFatalFailure()) FAIL() << attempt;
  }
  EXPECT_GT(refused, kTries / 100);
  EXPECT_LT(refused, kTries);
}

TEST(Fuzz, DeepNestingAndEntityBombs) {
  std::size_t refused = 0;
  read_damaged("{\"x\": " + std::string(1'000'000, '['), refused);
  std::string deep;
  for (int i = 0; i < 100'000; ++i)
    deep += "<a>";
  read_damaged("<graphml>" + deep, refused);
  std::string bomb = "<!DOCTYPE graphml [<!ENTITY a0 \"aaaaaaaaaa\">";
  for (int i = 1; i < 12; ++i) {
    std::string references;
    for (int j = 0; j < 10; ++j)
      references += "&a" + std::to_string(i - 1) + ";";
    bomb += "<!ENTITY a" + std::to_string(i) + " \"" + references + "\">";
  }
  bomb +=
      "]><graphml><key id=\"d\" attr.name=\"label\"/><graph><node id=\"0\"><data "
      "key=\"d\">&a11;</data></node>"
      "</graph></graphml>";
  read_damaged(bomb, refused);
  EXPECT_EQ(refused, 3u);
}

// A gigabyte of zeros behind a megabyte: were it unpacked as a whole, the test would take seconds.
TEST(Fuzz, ABombOfZerosIsRefusedAtItsFirstByte) {
  std::string zeros = gzipped(std::string(std::size_t{1} << 20, '\0'));
  std::string bomb;
  for (int i = 0; i < 1000; ++i)
    bomb += zeros;
  try {
    read_bytes("bomb.gz", std::move(bomb));
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "bomb.gz:1: byte 0x00 does not belong in a text file");
  }
}

}  // namespace
}  // namespace rlminer::io
