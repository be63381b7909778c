#include "rlminer/study/table.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>

#include <gtest/gtest.h>

#include "rlminer/base/error.h"
#include "rlminer/study/store.h"
#include "rlminer/testing/graph_files.h"

namespace rlminer::study {
namespace {

const Table kTable{.title = "Title",
                   .header = {"name", "a,b", "x|y"},
                   .rows = {{"say \"hi\"", "1", "two\nlines"}, {"short"}}};

std::string content(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

TEST(Table, Csv) {
  EXPECT_EQ(to_csv(kTable), "name,\"a,b\",x|y\n\"say \"\"hi\"\"\",1,\"two\nlines\"\nshort,,\n");
}

TEST(Table, Markdown) {
  EXPECT_EQ(
      to_markdown(kTable),
      "## Title\n\n| name | a,b | x\\|y |\n| --- | ---: | ---: |\n| say \"hi\" | 1 | two lines "
      "|\n| short |  |  |\n");
}

TEST(Table, Cells) {
  EXPECT_EQ(ratio_cell(0.91349), "0.913");
  EXPECT_EQ(ratio_cell(std::nullopt), "-");
  EXPECT_EQ(ratio_cell(0.5, 0.0126), "0.500 ± 0.013");
  EXPECT_EQ(ratio_cell(std::nullopt, 1.0), "-");
  EXPECT_EQ(seconds_cell(0.064123), "0.0641");
  EXPECT_EQ(seconds_cell(31076.6), "31077");
  EXPECT_EQ(seconds_cell(std::numeric_limits<double>::quiet_NaN()), "-");
  EXPECT_EQ(csv_cell(1.0 / 3), "0.333333");
  EXPECT_EQ(csv_cell(std::nullopt), "");
}

TEST(Table, FilesOfAnExperiment) {
  const testing::TempFolder folder;
  ExperimentOptions options;
  options.out = folder.path() / "a" / "b";
  write_results(options, {.name = "trial",
                          .title = "A trial",
                          .intro = "Why.",
                          .tables = {kTable},
                          .notes = "So.",
                          .data = kTable,
                          .svg = "<svg/>"});
  EXPECT_EQ(content(options.out / "trial.csv"), to_csv(kTable));
  EXPECT_EQ(content(options.out / "trial.svg"), "<svg/>");
  EXPECT_EQ(content(options.out / "trial.md"),
            "# A trial\n\nWhy.\n\n" + to_markdown(kTable) + "\nSo.\n\n![trial](trial.svg)\n");
  const std::string html = content(options.out / "trial.html");
  for (const char* const part :
       {"<h1>A trial</h1>", "<p>Why.</p>", "<caption>Title</caption>", "say &quot;hi&quot;",
        "data-sort=\"1\">1</td>", "<svg/>", "<p>So.</p>"})
    EXPECT_NE(html.find(part), std::string::npos) << part;
  write_results(options, {.name = "list", .title = "A list", .notes = "- one"});
  EXPECT_EQ(content(options.out / "list.md"), "# A list\n\n- one\n");
  EXPECT_FALSE(std::filesystem::exists(options.out / "list.csv"));
  EXPECT_FALSE(std::filesystem::exists(options.out / "list.svg"));
  options.out = folder.write("file", "");
  EXPECT_THROW(write_results(options, {.name = "trial", .title = "A trial"}), Error);
}

}  // namespace
}  // namespace rlminer::study
