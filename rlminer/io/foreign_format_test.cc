#include "rlminer/io/foreign_format.h"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/io/io.h"
#include "rlminer/testing/graph_files.h"

namespace rlminer::io {
namespace {

using std::string_literals::operator""s;
using testing::error_of;
using testing::gzipped;
using testing::TempFolder;

const std::vector<std::pair<std::string, std::string>> kForeign = {
    {"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"s, "a PNG picture"},
    {"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "a PDF document"},
    {"PK\x03\x04\x14\0\0\0"s, "a zip archive"},
    {"PK\x03\x04" + std::string(26, '\0') + "[Content_Types].xml", "a spreadsheet"},
    {"PK\x03\x04" + std::string(26, '\0') +
         "mimetypeapplication/vnd.oasis.opendocument.spreadsheet",
     "a spreadsheet"},
    {"\x7f"
     "ELF\x02\x01\x01",
     "a program"},
    {"graph.lg" + std::string(249, '\0') + "ustar  \0"s + std::string(300, '\0'), "a tar archive"},
    {"\x02\0\0\0\0\0\0\0{\"a\":1}"s, "a trained model (safetensors)"},
    {"<!DOCTYPE html>\n<html></html>\n", "a web page"},
    {"c a comment\nc another\np edge 3 2\ne 1 2\ne 2 3\n", "DIMACS"},
    {"\n  program\n\n  2  1  0  0  0  0  0  0  0  0999 V2000\n", "an MDL molecule"},
    {"CCO ethanol\n", "SMILES"},
    {"CC(=O)Oc1ccccc1C(=O)O\tCHEMBL25\nC[N+](C)(C)C\tCHEMBL1\n", "SMILES"},
    {"smiles,name\nCCO,ethanol\n", "SMILES"},
    {"hello world this is not a graph\n", "prose"},
    {"The network of the club.\nIt was drawn by hand, and some of the edges are missing.\n",
     "prose"},
};

TEST(ForeignFormat, IsToldByHowTheFileStarts) {
  for (const auto& [content, name] : kForeign)
    EXPECT_EQ(foreign_format(content).name, name);
}

TEST(ForeignFormat, DoesNotSuspectGraphs) {
  for (const char* content : {"",
                              "\n",
                              "# only\n",
                              "1 2\n2 3\n",
                              "t # 0\nv 0 A\n",
                              "t 2 1\nv 0 A 1\nv 1 B 1\ne 0 1\n",
                              "{\"vertices\": []}",
                              "<graphml/>",
                              "graph node\nnode edge\n",
                              "c p\np edge\nedge c\n",
                              "p q\n",
                              "PAR1 F2R\n",
                              "GIF8 BZh\n",
                              "creator graph\ngraph version\n",
                              "version 2\n",
                              "12345678{\"a\"\n",
                              "C O\nO N\n",
                              "CO NO\nNO PO\n",
                              "BCO SPF\nSPF CNN\nCNN BCO\n",
                              "P53 BCL2\nBCL2 P53\n",
                              "the of\nof and\n",
                              "[1, 2]\n",
                              "n1 n2\nn3 n4\n",
                              "C1 N1\nC2 N2\n"}) {
    EXPECT_EQ(foreign_format(content).name, "") << content;
  }
}

TEST(ForeignFormat, ReadersSayWhatItIsAndWhatTheyCanRead) {
  for (const auto& [content, name] : kForeign) {
    const TempFolder folder;
    const std::string reason = "this looks like " + name + ", which cannot be read";
    const std::string error = error_of(folder.write("x", content));
    EXPECT_TRUE(error.starts_with("x:1: " + reason)) << error;
    EXPECT_GT(error.size(), reason.size() + 20) << error;  // and what to do instead
    EXPECT_EQ(error_of(folder.write("x.gz", gzipped(content))), "x.gz" + error.substr(1));
    // Nor does it help to insist.
    const std::string forced =
        error_of(folder.write("x", content), {.label_file = {}, .format = "lg"});
    EXPECT_NE(forced.find("looks like " + name), std::string::npos) << forced;
  }
}

TEST(ForeignFormat, InsistingOnTheWrongFormatNamesTheRightOne) {
  const TempFolder folder;
  const auto lg = folder.write("x", "t # 0\nv 0 A\nv 1 B\ne 0 1\n");
  const auto as = [](const char* format) {
    return ReadOptions{.label_file = {}, .format = format};
  };
  EXPECT_EQ(error_of(lg, as("graphml")), "x:1: bad XML: syntax error; it looks like lg");
  EXPECT_TRUE(error_of(lg, as("json")).ends_with("; it looks like lg"));
  EXPECT_EQ(
      error_of(folder.write("y", "{\"vertices\": []}"), as("lg")),
      "y:1: expected a line that starts with t, v or e, found {\"vertices\":; it looks like json");
  EXPECT_EQ(error_of(lg, as("lg")), "no error");
  // Every lg file can be read as an edge list, though it is not meant.
  const Collection edges = read_collection(lg, as("edges"));
  ASSERT_EQ(edges.warnings.size(), 1u);
  EXPECT_TRUE(edges.warnings[0].ends_with("x: read as edges, but looks like lg"));
}

}  // namespace
}  // namespace rlminer::io
