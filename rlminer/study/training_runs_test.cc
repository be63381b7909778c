#include "rlminer/study/training_runs.h"

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/base/error.h"
#include "rlminer/study/parts.h"
#include "rlminer/testing/graph_files.h"

namespace rlminer::study {
namespace {

using testing::TempFolder;

// Stands in for `rlminer`: notes how it was called and how many of it are running, and writes the
// files of a run of two rounds. A file NAME.mode beside it asks for something else of run NAME.
constexpr char kProgram[] = R"(#!/bin/sh
here=$(dirname "$0")
echo "$@" >> "$here/calls"
model=""; resume=no; previous=""
for word in "$@"; do
  [ "$previous" = -o ] && model=$word
  [ "$word" = --resume ] && resume=yes
  previous=$word
done
name=$(basename "$model" .safetensors)
mode=$(cat "$here/$name.mode" 2>/dev/null)
row() {
  echo "{\"round\":$1,\"updates\":$(($1 * 100)),\"seconds\":$2,\"best\":true," \
    "\"validation\":{\"5\":0.5},\"test\":{\"5\":0.$1,\"6\":null}}" >> "$model.log.jsonl"
}
echo "training $name"
case "$mode" in
  fail) echo "first"; echo "rlminer: error: no such device" >&2; exit 3 ;;
  diverge) row 1 1.5; : > "$model"; echo "error: training diverged: no"; exit 1 ;;
  empty) exit 0 ;;
  hang)
    trap 'echo "$name" >> "$here/interrupted"; exit 130' INT
    if [ $resume = no ]; then
      row 1 30.5; : > "$model"; : > "$model.last"; echo "$name" >> "$here/hanging"
      while :; do sleep 0.02; done
    fi ;;
esac
mkdir -p "$here/running"; : > "$here/running/$name"
ls "$here/running" | wc -l >> "$here/numbers"
sleep 0.1
rm "$here/running/$name"
[ $resume = no ] && row 1 50.5
row 2 99.5
: > "$model"; : > "$model.last"
)";

class TrainingRuns : public ::testing::Test {
 protected:
  TrainingRuns() {
    options_.program = folder_.write("program", kProgram);
    std::filesystem::permissions(options_.program, std::filesystem::perms::owner_all);
    options_.data = folder_.path() / "data";
    for (const char* collection : {"A", "B"})
      std::filesystem::create_directories(options_.data / collection);
    options_.out = folder_.path() / "out";
    options_.budget = 100.0;
  }

  std::vector<std::string> lines(const std::string& name) const {
    std::ifstream file(folder_.path() / name);
    std::vector<std::string> result;
    for (std::string line; std::getline(file, line);)
      result.push_back(line);
    return result;
  }

  std::string error_of(const std::vector<WantedRun>& wanted) const {
    try {
      training_runs(options_, wanted);
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  }

  // Starts the runs, and cancels when so many of them hang.
  void interrupt(const std::vector<WantedRun>& wanted) {
    std::atomic<bool> cancel{false};
    options_.cancel = &cancel;
    options_.on_step = [&](const std::string&, double) {};
    const std::jthread watcher([&](const std::stop_token& stop) {
      while (lines("hanging").size() < wanted.size() && !stop.stop_requested())
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
      cancel.store(true);
    });
    EXPECT_THROW(training_runs(options_, wanted), Interrupted);
    options_.cancel = nullptr;
  }

  TempFolder folder_;
  ExperimentOptions options_;
};

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST_F(TrainingRuns, AreProcessesWithTheOptionsAskedFor) {
  options_.preset = "fast";
  options_.device = "cpu";
  options_.threads = 5;
  options_.jobs = 2;
  options_.split_seed = 7;
  options_.train_options = {"--epochs", "9"};
  const auto runs = training_runs(options_, {{"A", "raw", {"--reward", "raw"}, 3}});
  ASSERT_EQ(runs.size(), 1U);
  EXPECT_EQ(runs[0].wanted.name(), "A-raw-seed3");
  EXPECT_EQ(runs[0].model, options_.out / "runs" / "A-raw-seed3.safetensors");
  EXPECT_EQ(runs[0].note, "");
  ASSERT_EQ(runs[0].rounds.size(), 2U);
  EXPECT_EQ(runs[0].rounds[1].updates, 200U);
  EXPECT_EQ(runs[0].rounds[1].test.at(5), 0.2);
  const std::string expected = "train " + (options_.data / "A").string() + " -o " +
                               runs[0].model.string() +
                               " --algorithm sac --preset fast --device cpu --split-seed 7 --seed 3"
                               " --test-curve --reward raw --epochs 9 --threads 2 --time-limit 100";
  EXPECT_EQ(lines("calls"), std::vector<std::string>{expected});
  EXPECT_EQ(lines("out/runs/A-raw-seed3.out"), std::vector<std::string>{"training A-raw-seed3"});
}

TEST_F(TrainingRuns, KeepToTheNumberOfJobs) {
  options_.jobs = 2;
  double fraction = -1.0;
  options_.on_step = [&](const std::string& what, double done) {
    EXPECT_TRUE(contains(what, "training A-")) << what;
    EXPECT_GE(done, fraction);
    fraction = done;
  };
  std::vector<WantedRun> wanted;
  for (const char* variant : {"a", "b", "c", "d", "e"})
    wanted.push_back({"A", variant});
  const auto runs = training_runs(options_, wanted);
  ASSERT_EQ(runs.size(), wanted.size());
  for (std::size_t i = 0; i < runs.size(); ++i)
    EXPECT_EQ(runs[i].wanted.variant, wanted[i].variant);
  const auto numbers = lines("numbers");
  ASSERT_EQ(numbers.size(), wanted.size());
  for (const std::string& number : numbers)
    EXPECT_LE(std::stoi(number), 2);
  EXPECT_GE(fraction, 0.0);
}

TEST_F(TrainingRuns, AreNotRepeatedWhenFinished) {
  training_runs(options_, {{"A", "exact"}});
  // Elsewhere, and with other threads, it is still the same run.
  const auto moved = folder_.path() / "moved";
  std::filesystem::rename(options_.out, moved);
  options_.out = moved;
  options_.threads = 8;
  const auto runs = training_runs(options_, {{"A", "exact"}, {"B", "exact"}});
  EXPECT_EQ(lines("calls").size(), 2U);
  EXPECT_EQ(runs[0].rounds.size(), 2U);
}

TEST_F(TrainingRuns, AreNotOverwrittenByOthers) {
  training_runs(options_, {{"A", "exact"}});
  const auto in_the_way = [&] { return contains(error_of({{"A", "exact"}}), "is wanted"); };
  options_.preset = "paper";
  EXPECT_TRUE(in_the_way());
  options_.preset = "small";
  options_.budget = 50.0;  // shorter
  EXPECT_TRUE(in_the_way());
  options_.budget = 100.0;
  std::filesystem::remove(options_.out / "runs" / "A-exact.safetensors");
  EXPECT_TRUE(contains(error_of({{"A", "exact"}}), "model or log is not here"));
  EXPECT_EQ(lines("calls").size(), 1U);
}

TEST_F(TrainingRuns, CanBecomeLonger) {
  training_runs(options_, {{"A", "exact"}});
  options_.budget = 150.0;
  training_runs(options_, {{"A", "exact"}});
  training_runs(options_, {{"A", "exact"}});
  const auto calls = lines("calls");
  ASSERT_EQ(calls.size(), 2U);
  EXPECT_TRUE(contains(calls[1], " --time-limit 50.500 --resume")) << calls[1];
  std::filesystem::remove(options_.out / "runs" / "A-exact.safetensors.last");
  options_.budget = 200.0;
  EXPECT_TRUE(contains(error_of({{"A", "exact"}}), "is wanted"));
}

TEST_F(TrainingRuns, GoOnWhenInterrupted) {
  options_.jobs = 2;
  const std::vector<WantedRun> wanted{{"A", "exact"}, {"B", "exact"}};
  folder_.write("A-exact.mode", "hang");
  folder_.write("B-exact.mode", "hang");
  interrupt(wanted);
  EXPECT_EQ(lines("interrupted").size(), 2U);  // each of them, once
  const auto runs = training_runs(options_, wanted);
  auto calls = lines("calls");
  ASSERT_EQ(calls.size(), 4U);
  for (std::size_t i = 2; i < 4; ++i)
    EXPECT_TRUE(contains(calls[i], " --time-limit 69.500 --resume")) << calls[i];
  EXPECT_EQ(runs[0].rounds.size(), 2U);
  EXPECT_EQ(lines("out/runs/A-exact.out").size(), 2U);  // what it printed before is kept
}

TEST_F(TrainingRuns, AreFinishedWhenNoTimeIsLeft) {
  folder_.write("A-exact.mode", "hang");
  options_.budget = 30.6;  // of which the first round leaves a tenth of a second
  interrupt({{"A", "exact"}});
  EXPECT_EQ(training_runs(options_, {{"A", "exact"}})[0].rounds.size(), 1U);
  EXPECT_EQ(lines("calls").size(), 1U);
}

TEST_F(TrainingRuns, StartAgainWithoutAState) {
  folder_.write("A-exact.mode", "hang");
  interrupt({{"A", "exact"}});
  std::filesystem::remove(options_.out / "runs" / "A-exact.safetensors.last");
  std::filesystem::remove(folder_.path() / "A-exact.mode");
  EXPECT_EQ(training_runs(options_, {{"A", "exact"}})[0].rounds.front().seconds, 50.5);
  EXPECT_FALSE(contains(lines("calls").back(), "--resume"));
}

TEST_F(TrainingRuns, FailuresAreReportedAndStopTheRest) {
  options_.jobs = 2;
  folder_.write("A-bad.mode", "fail");
  folder_.write("A-hang.mode", "hang");
  EXPECT_EQ(error_of({{"A", "hang"}, {"A", "bad"}, {"A", "never"}}),
            "training A-bad failed (exit status 3): rlminer: error: no such device");
  for (const std::string& call : lines("calls"))
    EXPECT_FALSE(contains(call, "never"));
  std::filesystem::remove(folder_.path() / "A-bad.mode");  // mended: it can be tried again
  EXPECT_EQ(training_runs(options_, {{"A", "bad"}})[0].rounds.size(), 2U);
}

TEST_F(TrainingRuns, SayWhatIsMissing) {
  EXPECT_TRUE(contains(error_of({{"C", "exact"}}), "data/C: there is no such collection"));
  folder_.write("A-exact.mode", "empty");
  EXPECT_TRUE(contains(error_of({{"A", "exact"}}), "before the first round"));
  options_.program = folder_.path() / "absent";
  EXPECT_TRUE(contains(error_of({{"B", "exact"}}), "127): the program cannot be started"));
}

TEST_F(TrainingRuns, ThatDivergeCountAsFarAsTheyCame) {
  folder_.write("A-raw.mode", "diverge");
  for (int i = 0; i < 2; ++i) {
    const auto run = training_runs(options_, {{"A", "raw"}})[0];
    EXPECT_EQ(run.rounds.size(), 1U);
    EXPECT_EQ(run.note, "error: training diverged: no");
  }
  EXPECT_EQ(lines("calls").size(), 1U);
}

TEST_F(TrainingRuns, AFolderIsForOneAtATime) {
  folder_.write("A-exact.mode", "hang");
  std::atomic<bool> cancel{false};
  ExperimentOptions others = options_;
  others.cancel = &cancel;
  std::atomic<bool> ended{false};
  const std::jthread other([&] {
    EXPECT_THROW(training_runs(others, {{"A", "exact"}}), Interrupted);
    ended.store(true);
  });
  while (lines("hanging").empty() && !ended.load())
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_TRUE(contains(error_of({{"B", "exact"}}), "another process is at work here"));
  cancel.store(true);
}

TEST(TrainingLog, IsReadUpToALineThatIsCutOff) {
  const std::string row = R"({"round":1,"updates":20,"seconds":1.5,"train_ratio":null,)"
                          R"("validation":{"5":0.25,"10":0.75},"test":{},"best":true})";
  const TempFolder folder;
  for (const std::string& rest :
       {std::string("\n"), "\n" + row.substr(0, 60), std::string("\n{\n")}) {
    const auto rounds = read_training_log(folder.write("log", row + rest));
    ASSERT_EQ(rounds.size(), 1U) << rest;
    EXPECT_EQ(rounds[0].round, 1U);
    EXPECT_EQ(rounds[0].updates, 20U);
    EXPECT_EQ(rounds[0].seconds, 1.5);
    EXPECT_EQ(mean_ratio(rounds[0].validation), 0.5);
    EXPECT_TRUE(rounds[0].test.empty());
    EXPECT_TRUE(rounds[0].best);
  }
  const auto damaged = folder.write("log", "{\"round\":1}\n" + row + "\n");
  try {
    read_training_log(damaged);
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.what(), damaged.string() + ":1: this is not a row of a training log");
  }
  EXPECT_TRUE(read_training_log(folder.path() / "absent").empty());
}

TEST(TrainingRun, KnowsItsRounds) {
  TrainingRun run;
  run.rounds = {{.round = 1, .test = {{5, 0.2}, {6, 0.4}}, .best = true},
                {.round = 2, .test = {{5, 0.9}, {6, 0.1}}, .best = true},
                {.round = 3, .test = {{5, 0.5}, {6, 0.6}}}};
  EXPECT_EQ(run.chosen().round, 2U);
  EXPECT_EQ(run.best_test().round, 3U);
}

}  // namespace
}  // namespace rlminer::study
