#include "rlminer/study/experiment.h"

#include <atomic>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/base/error.h"
#include "rlminer/model/train_log.h"
#include "rlminer/testing/graph_files.h"
#include "rlminer/testing/small_world.h"

namespace rlminer::study {
namespace {

using testing::SmallWorld;
namespace fs = std::filesystem;

void expect_contains(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << part << " is not in\n" << text;
}

// The lines of a CSV file whose cells hold no commas.
std::vector<std::vector<std::string>> cells(const std::string& csv) {
  std::vector<std::vector<std::string>> rows;
  std::istringstream lines(csv);
  for (std::string line; std::getline(lines, line);) {
    auto& row = rows.emplace_back();
    for (std::size_t begin = 0; begin <= line.size();) {
      const std::size_t end = std::min(line.find(',', begin), line.size());
      row.push_back(line.substr(begin, end - begin));
      begin = end + 1;
    }
  }
  return rows;
}

// Without the column of seconds, which is the last one.
std::string without_times(const std::string& csv) {
  std::string text;
  std::istringstream lines(csv);
  for (std::string line; std::getline(lines, line);)
    text += line.substr(0, line.rfind(',')) + "\n";
  return text;
}

std::string error_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

// When every finished part was written.
std::map<std::string, fs::file_time_type> written(const ExperimentOptions& options) {
  std::map<std::string, fs::file_time_type> times;
  for (const auto& entry : fs::directory_iterator(options.out / "parts"))
    times[entry.path().filename().string()] = entry.last_write_time();
  return times;
}

TEST(Experiments, AreFoundByName) {
  std::set<std::string_view> names;
  for (const Experiment& each : experiments()) {
    EXPECT_TRUE(names.insert(each.name).second) << each.name;
    EXPECT_EQ(&experiment(each.name), &each);
    EXPECT_FALSE(each.description.empty());
  }
  const std::string message = error_of([] { experiment("tables"); });
  for (const std::string_view name : names)
    expect_contains(message, std::string(name));
}

TEST(Datasets, FiguresAreThoseOfTheTable) {
  REQUIRE_DATA();
  const SmallWorld world;
  ExperimentOptions options = world.options();
  options.data = testing::data_folder();
  run_datasets(options);
  const auto rows = cells(world.result("datasets.csv"));
  ASSERT_EQ(rows.size(), 6u);
  for (std::size_t i = 1; i < rows.size(); ++i) {
    EXPECT_EQ(rows[i][1], rows[i][2]) << rows[i][0];
    // The paper cut ENZYMES' 32.4257 off instead of rounding it.
    EXPECT_NEAR(std::stod(rows[i][3]), std::stod(rows[i][4]), 0.0101) << rows[i][0];
    EXPECT_EQ(rows[i][5], rows[i][6]) << rows[i][0];
  }
  expect_contains(world.result("datasets.md"), "| ENZYMES | 552 | 552 |");
  expect_contains(world.result("datasets.svg"), "<svg");
}

TEST(Datasets, MissingCollection) {
  const SmallWorld world;
  expect_contains(error_of([&] { run_datasets(world.options()); }), "no such collection");
}

// Two collections and models for them.
class Small : public ::testing::Test {
 protected:
  Small() {
    world_.add_collection("TINY", 10, 1);
    world_.add_collection("MUTAG", 4, 2);
    world_.add_model("TINY", 1);
    world_.add_model("universal", 2);
    options_ = world_.options();
    options_.collections = {"TINY"};
  }

  SmallWorld world_;
  ExperimentOptions options_;
};

TEST_F(Small, MainTable) {
  double last = 0.0;
  options_.on_step = [&](const std::string&, double fraction) {
    EXPECT_GE(fraction, 0.0);
    EXPECT_LE(fraction, 1.0);
    last = fraction;
  };
  run_main(options_);
  EXPECT_EQ(last, 1.0);
  std::map<std::string, std::size_t> lines;
  for (const auto& row : cells(world_.result("main.csv"))) {
    ++lines[row[1]];
    if (row[1] == "exact" || row[1] == "auto") {
      EXPECT_EQ(row[4], "1") << row[1];
      EXPECT_EQ(row[9], "1") << row[1];  // all proven
    }
    if (row[1] == "rl") {
      EXPECT_EQ(row[9], "0");
    }
  }
  for (const char* const method : {"exact", "mni", "rand", "rl", "rl+samples=32", "auto"})
    EXPECT_EQ(lines[method], 5u) << method;
  const std::string text = world_.result("main.md");
  expect_contains(text, "| **auto** (all proven) | 1.000 |");
  expect_contains(text, "## TINY, 2 graphs");
  expect_contains(text, "best test round");
  expect_contains(world_.result("main.svg"), "rl+samples=32");
}

// A model of the paper's algorithm has a row of its own, after that of imitation.
TEST_F(Small, MainTableWithSac) {
  world_.add_model("TINY-sac", 4);
  run_main(options_);
  const std::string text = world_.result("main.md");
  const std::size_t row = text.find("| **SAC, ours** |");
  ASSERT_NE(row, std::string::npos);
  EXPECT_GT(row, text.find("| **rl** |"));
  EXPECT_EQ(text.find("SAC, the paper's"), std::string::npos);  // there is no such model
}

TEST_F(Small, ACollectionWithoutAModelOfItsOwnGetsTheUniversalOne) {
  fs::rename(options_.models / "TINY.safetensors", options_.models / "universal.safetensors");
  run_main(options_);
  const std::string text = world_.result("main.md");
  expect_contains(text, "| **rl** |");
  expect_contains(text, "TINY: `rl` uses the model `universal`.");
  fs::copy(options_.models / "universal.safetensors", options_.models / "TINY.seed1.safetensors");
  run_main(options_);
  EXPECT_EQ(world_.result("main.md").find("uses the model"), std::string::npos);
  fs::remove(options_.models / "TINY.seed1.safetensors");
  fs::remove(options_.models / "universal.safetensors");
  EXPECT_THROW(run_main(options_), Error);
}

TEST_F(Small, FinishedPartsAreNotDoneAgain) {
  run_main(options_);
  const auto before = written(options_);
  const std::string table = world_.result("main.md");
  EXPECT_EQ(before.size(), 6u);
  fs::remove(options_.out / "main.md");
  run_main(options_);
  EXPECT_EQ(written(options_), before);
  EXPECT_EQ(world_.result("main.md"), table);  // seconds too

  // Another model: only what depends on it.
  world_.add_model("TINY", 3);
  run_main(options_);
  EXPECT_EQ(world_.parts(), before.size() + 3);
}

TEST_F(Small, SameFiguresOnceMore) {
  run_main(options_);
  const std::string first = without_times(world_.result("main.csv"));
  fs::remove_all(options_.out);
  run_main(options_);
  EXPECT_EQ(without_times(world_.result("main.csv")), first);
}

TEST_F(Small, SeveralModelsAndTheirLog) {
  world_.add_model("TINY.seed1", 5);
  world_.add_model("TINY.seed2", 1);  // the same bytes as TINY
  std::ofstream(options_.models / "TINY.log.jsonl")
      << model::to_json({.test = {{5, 0.5}, {6, 0.5}, {7, 0.5}, {8, 0.5}, {9, 0.25}}}) << "\n";
  run_main(options_);
  const std::string text = world_.result("main.md");
  expect_contains(text, "**rl, 2 models**");
  expect_contains(text,
                  "| rl, best test round (ours, paper's protocol) | 0.500 | 0.500 | 0.500 | 0.500 "
                  "| 0.250 |");
}

TEST_F(Small, CancelledKeepsWhatIsDone) {
  std::atomic<bool> cancel = false;
  options_.cancel = &cancel;
  options_.on_step = [&](const std::string& what, double) {
    if (what.find("  rand") != std::string::npos) cancel = true;
  };
  EXPECT_THROW(run_main(options_), Error);
  EXPECT_EQ(world_.parts(), 2u);
  EXPECT_EQ(world_.result("main.md"), "");
  cancel = false;
  options_.on_step = nullptr;
  const auto before = written(options_);
  run_main(options_);
  const auto after = written(options_);
  for (const auto& [file, time] : before)
    EXPECT_EQ(after.at(file), time) << file;
}

TEST_F(Small, MissingModel) {
  options_.collections = {"MUTAG"};
  fs::remove(options_.models / "universal.safetensors");
  expect_contains(error_of([&] { run_main(options_); }), "MUTAG.safetensors");
  expect_contains(error_of([&] { run_decoding(options_); }), "MUTAG.safetensors");
  EXPECT_EQ(world_.parts(), 0u);
}

TEST_F(Small, Universal) {
  options_.collections = {"TINY", "MUTAG"};
  run_universal(options_);
  const std::string text = world_.result("universal.md");
  expect_contains(text, "## TINY, 2 test graphs");
  expect_contains(text, "## MUTAG, all 4 graphs, unseen");
  expect_contains(text, "| **rl, universal** |");
  // Nobody has made a model for that one.
  expect_contains(text, "| MUTAG | - | ");
}

TEST_F(Small, Decoding) {
  options_.graphs = 1;
  options_.seeds = 1;
  run_decoding(options_);
  std::map<std::string, double> ratio;  // of k=9
  for (const auto& row : cells(world_.result("decoding.csv"))) {
    if (row[3] == "9") ratio[row[1]] = std::stod(row[4]);
  }
  EXPECT_EQ(ratio.size(), 40u);
  for (const char* const way : {"rl+samples=", "rl+beam=", "rl+multistart="}) {
    EXPECT_EQ(ratio.at(std::string(way) + "1"), ratio.at("rl+samples=1")) << way;
    EXPECT_GE(ratio.at(std::string(way) + "100"), ratio.at("rl+samples=1")) << way;
  }
  expect_contains(world_.result("decoding.md"), "| beam |");
}

TEST_F(Small, InferenceAsksForEachSizeAlone) {
  run_inference(options_);
  std::map<std::string, std::set<std::string>> sizes;  // of each method
  for (const auto& row : cells(world_.result("inference.csv")))
    sizes[row[1]].insert(row[3]);
  for (const char* const method : {"rl", "exact"})
    EXPECT_EQ(sizes[method], (std::set<std::string>{"3", "4", "5", "6", "7", "8", "9"})) << method;
  expect_contains(world_.result("inference.md"), "R² of a straight line");
}

TEST_F(Small, BeyondWithAModelThatDoesNotReachSoFar) {
  run_beyond(options_);
  const std::string text = world_.result("beyond.md");
  expect_contains(text, "model universal");
  expect_contains(text, "larger than a model was trained for");
  for (const auto& row : cells(world_.result("beyond.csv"))) {
    if (row[4] == "rl" && row[2] != "0") {
      EXPECT_GT(std::stod(row[6]), 0.0) << row[1];
    }
  }
}

TEST_F(Small, Beyond) {
  world_.add_model("universal", 2, 14);
  run_beyond(options_);
  expect_contains(world_.result("beyond.md"), "model universal");
  std::size_t learned = 0;
  for (const auto& row : cells(world_.result("beyond.csv"))) {
    if (row[4] != "rl" || row[2] == "0") continue;
    EXPECT_EQ(row[2], row[3]) << row[1];  // exact has proven all of these small graphs
    const double ratio = std::stod(row[6]);
    EXPECT_GT(ratio, 0.0);
    EXPECT_LE(ratio, 1.0);
    ++learned;
  }
  EXPECT_GT(learned, 0u);
}

// A hub among molecules' labels: whoever counts finds the star around it.
TEST_F(Small, Networks) {
  std::string text = "t # 0\nv 0 1\n";
  for (int v = 1; v < 60; ++v)
    text += "v " + std::to_string(v) + " " + std::to_string(1 + v % 3) + "\n";
  for (int v = 1; v < 60; ++v)
    text += "e " + std::to_string(v < 40 ? 0 : v - 30) + " " + std::to_string(v) + " 0\n";
  std::filesystem::create_directories(options_.data / "single");
  std::ofstream(options_.data / "single/net.lg") << text;
  options_.collections = {"net"};
  expect_contains(error_of([&] { run_networks(options_); }), "networks.safetensors");
  world_.add_model("networks", 2, 9);
  options_.limits = {0.3};
  run_networks(options_);
  expect_contains(world_.result("networks.md"), "net: 60 vertices, 59 edges, 3 labels");
  std::set<std::string> asked;  // the sizes of the learned engine
  double beam = 0.0;
  for (const auto& row : cells(world_.result("networks.csv"))) {
    if (row[0] != "net") continue;  // the header
    EXPECT_LE(std::stod(row[6]), 1.0);
    if (row[1] == "rl") asked.insert(row[3]);
    if (row[1] == "beam 20" && row[3] == "8") beam = std::stod(row[6]);
  }
  EXPECT_EQ(asked, (std::set<std::string>{"8", "12", "16", "20"}));
  EXPECT_EQ(beam, 1.0);
  options_.collections = {"nowhere"};
  expect_contains(error_of([&] { run_networks(options_); }), "nowhere.lg");
}

}  // namespace
}  // namespace rlminer::study
