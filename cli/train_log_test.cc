#include "cli/train_log.h"

#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "rlminer/base/error.h"
#include "rlminer/testing/graph_files.h"

namespace rlminer::cli {
namespace {

using testing::TempFolder;

model::TrainRow sample_row(std::size_t round) {
  model::TrainRow row;
  row.round = round;
  row.updates = 500 * round;
  row.episodes = 12345 * round;
  row.seconds = 1.5 * static_cast<double>(round);
  row.train_ratio = 0.75;
  row.values = {{"loss", 0.1 / static_cast<double>(round)}, {"entropy", 1.25}};
  row.validation = {{5, 0.5}, {10, 1.0 / 3.0}};
  row.best = round == 2;
  return row;
}

std::string read(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

TEST(TrainLog, PageHasCurvesAndRounds) {
  std::vector<model::TrainRow> rows;
  for (std::size_t round = 1; round <= 1000; ++round)
    rows.push_back(sample_row(round));
  const std::string html = to_html("<m>", "data & more", rows);
  for (const char* const part :
       {"Training: &lt;m&gt;", "data &amp; more", "<svg", "0.417, in round 2", ">k = 10<",
        "data-sort=\"1000\">1,000</td>", "<span class=\"badge good\">best</span>"}) {
    EXPECT_NE(html.find(part), std::string::npos) << part;
  }
  EXPECT_LT(html.size(), 300'000U);
  EXPECT_NE(to_html("m", "d", {}).find("</html>"), std::string::npos);
}

TEST(TrainLog, TableHasOneLinePerRow) {
  std::istringstream lines(to_csv({sample_row(1), sample_row(2)}));
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(
      line,
      "round,updates,episodes,seconds,episodes_per_second,updates_per_second,train_ratio,best,"
      "entropy,loss,validation_mean,validation_k5,validation_k10");
  std::getline(lines, line);
  EXPECT_EQ(line, "1,500,12345,1.500,0,0,0.75,0,1.25,0.1,0.416667,0.5,0.333333");
  std::getline(lines, line);
  EXPECT_EQ(line, "2,1000,24690,3.000,0,0,0.75,1,1.25,0.05,0.416667,0.5,0.333333");
  EXPECT_FALSE(std::getline(lines, line));
}

TEST(TrainLog, CurvesShowThePapersFiguresWhereThereAreSome) {
  EXPECT_NE(to_svg("ENZYMES", {sample_row(1), sample_row(2)}).find("paper (test), k=5"),
            std::string::npos);
  EXPECT_EQ(to_svg("MUTAG", {sample_row(1)}).find("paper"), std::string::npos);
  EXPECT_NE(to_svg("MUTAG", {}).find("<svg"), std::string::npos);
}

TEST(TrainLog, AResumedRunGoesOnWhereTheStateWasSaved) {
  const TempFolder folder;
  const auto model = folder.path() / "model";
  {
    TrainLog log(model, "MUTAG", false);
    for (const std::size_t round : {1, 2, 3})
      log.add(sample_row(round));
    EXPECT_EQ(log.best()->round, 2u);
  }
  TrainLog log(model, "MUTAG", true);
  EXPECT_EQ(log.rows().size(), 3u);
  log.add(sample_row(3));  // done again
  log.add(sample_row(4));
  EXPECT_EQ(log.rows().size(), 4u);
  std::string expected;
  for (const std::size_t round : {1, 2, 3, 4})
    expected += to_json(sample_row(round)) + "\n";
  EXPECT_EQ(read(log.jsonl()), expected);
  EXPECT_EQ(read(log.csv()), to_csv(log.rows()));
  EXPECT_EQ(read(log.svg()), to_svg("MUTAG", log.rows()));
  TrainLog fresh(model, "MUTAG", false);
  EXPECT_TRUE(fresh.rows().empty());
}

TEST(TrainLog, ADamagedLogIsNamedWithItsLine) {
  const TempFolder folder;
  folder.write("model.log.jsonl", to_json(sample_row(1)) + "\n{\"round\":\n");
  try {
    const TrainLog log(folder.path() / "model", "MUTAG", true);
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("model.log.jsonl:2: "), std::string::npos);
  }
}

}  // namespace
}  // namespace rlminer::cli
