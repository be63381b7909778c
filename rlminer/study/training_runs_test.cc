#include "rlminer/study/training_runs.h"

#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iostream>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/base/error.h"
#include "rlminer/study/store.h"
#include "rlminer/testing/graph_files.h"

namespace rlminer::study {
namespace {

using testing::TempFolder;

// Trains nothing: notes how it was called and how many of it are running, and tells of two rounds.
// A file NAME.mode asks for something else of run NAME.
class TrainingRuns : public ::testing::Test {
 protected:
  TrainingRuns() {
    options_.data = folder_.path() / "data";
    for (const char* collection : {"A", "B"})
      std::filesystem::create_directories(options_.data / collection);
    options_.out = folder_.path() / "out";
    options_.budget = 100.0;
    options_.learning.train = [this](const TrainingTask& task) { return train(task); };
  }

  // Called in a process of its own, so files are all it can leave behind.
  std::string train(const TrainingTask& task) const {
    const std::string name = task.model.stem().string();
    note("calls", fmt::format("{} {} {:.3f} {}", name, task.threads, task.seconds,
                              task.resume ? "resume" : "start"));
    std::cout << "training " << name << '\n' << std::flush;
    const auto round = [&](std::size_t number, double seconds) {
      task.on_round({.round = number,
                     .updates = number * 100,
                     .seconds = seconds,
                     .validation = {{5, 0.5}},
                     .test = {{5, 0.1 * static_cast<double>(number)}, {6, std::nan("")}},
                     .best = true});
      std::ofstream(task.model) << "model";
    };
    const auto modes = lines(name + ".mode");
    const std::string mode = modes.empty() ? "" : modes[0];
    if (mode == "fail") throw Error("no such device");
    if (mode == "crash") std::abort();
    if (mode == "empty") return {};
    if (mode == "diverge") {
      round(1, 1.5);
      return "training diverged: no";
    }
    if (mode == "hang" && !task.resume) {
      round(1, 30.5);
      std::ofstream(task.model.string() + ".last") << "state";
      note("hanging", name);
      while (!task.cancel->load())
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
      note("interrupted", name);
      return {};
    }
    note("started", name);
    note("numbers", std::to_string(running()));
    // Until there is another one beside it, or none to come.
    while (mode == "one of five" && running() < 2 && lines("started").size() < 5)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    note("ended", name);
    if (!task.resume) round(1, 50.5);
    round(2, 99.5);
    std::ofstream(task.model.string() + ".last") << "state";
    return {};
  }

  std::size_t running() const {
    const std::size_t ended = lines("ended").size();  // first, or it could be more than "started"
    return lines("started").size() - ended;
  }

  void note(const std::string& file, const std::string& line) const {
    std::ofstream(folder_.path() / file, std::ios::app) << line + "\n";
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

TEST_F(TrainingRuns, GetTheOptionsAskedFor) {
  options_.preset = "fast";
  options_.device = "cpu";
  options_.threads = 5;
  options_.jobs = 2;
  options_.split_seed = 7;
  const auto plain = options_.learning.train;
  options_.learning.train = [&](const TrainingTask& task) {
    note("task", fmt::format("{} {} {} {} {}", task.collection.string(), task.preset, task.device,
                             task.seed, task.split_seed));
    if (task.variant.reward == env::RewardKind::Raw) note("task", "raw");
    return plain(task);
  };
  const auto runs = training_runs(options_, {{"A", {"raw", env::RewardKind::Raw}, 3}});
  ASSERT_EQ(runs.size(), 1U);
  EXPECT_EQ(runs[0].wanted.name(), "A-raw-seed3");
  EXPECT_EQ(runs[0].model, options_.out / "runs" / "A-raw-seed3.safetensors");
  EXPECT_EQ(runs[0].note, "");
  ASSERT_EQ(runs[0].rounds.size(), 2U);
  EXPECT_EQ(runs[0].rounds[1].updates, 200U);
  EXPECT_EQ(runs[0].rounds[1].test.at(5), 0.2);
  EXPECT_FALSE(runs[0].rounds[1].test.contains(6));  // which was not finite
  EXPECT_EQ(lines("task"),
            (std::vector<std::string>{(options_.data / "A").string() + " fast cpu 3 7", "raw"}));
  EXPECT_EQ(lines("calls"), std::vector<std::string>{"A-raw-seed3 2 100.000 start"});
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
  for (const std::string variant : {"a", "b", "c", "d", "e"}) {
    wanted.push_back({"A", {variant}});
    folder_.write("A-" + variant + ".mode", "one of five");
  }
  const auto runs = training_runs(options_, wanted);
  ASSERT_EQ(runs.size(), wanted.size());
  for (std::size_t i = 0; i < runs.size(); ++i)
    EXPECT_EQ(runs[i].wanted.variant.name, wanted[i].variant.name);
  const auto numbers = lines("numbers");
  ASSERT_EQ(numbers.size(), wanted.size());
  for (const std::string& number : numbers)
    EXPECT_LE(std::stoi(number), 2);
  EXPECT_GE(fraction, 0.0);
}

TEST_F(TrainingRuns, AreNotRepeatedWhenFinished) {
  training_runs(options_, {{"A", {"exact"}}});
  // Elsewhere, and with other threads, it is still the same run.
  const auto moved = folder_.path() / "moved";
  std::filesystem::rename(options_.out, moved);
  options_.out = moved;
  options_.threads = 8;
  const auto runs = training_runs(options_, {{"A", {"exact"}}, {"B", {"exact"}}});
  EXPECT_EQ(lines("calls").size(), 2U);
  EXPECT_EQ(runs[0].rounds.size(), 2U);
}

TEST_F(TrainingRuns, AreNotOverwrittenByOthers) {
  training_runs(options_, {{"A", {"exact"}}});
  const auto in_the_way = [&] { return contains(error_of({{"A", {"exact"}}}), "is wanted"); };
  options_.preset = "paper";
  EXPECT_TRUE(in_the_way());
  options_.preset = "small";
  options_.budget = 50.0;  // shorter
  EXPECT_TRUE(in_the_way());
  options_.budget = 100.0;
  std::filesystem::remove(options_.out / "runs" / "A-exact.safetensors");
  EXPECT_TRUE(contains(error_of({{"A", {"exact"}}}), "model is not here"));
  EXPECT_EQ(lines("calls").size(), 1U);
}

TEST_F(TrainingRuns, CanBecomeLonger) {
  training_runs(options_, {{"A", {"exact"}}});
  options_.budget = 150.0;
  training_runs(options_, {{"A", {"exact"}}});
  training_runs(options_, {{"A", {"exact"}}});
  const auto calls = lines("calls");
  ASSERT_EQ(calls.size(), 2U);
  EXPECT_TRUE(contains(calls[1], " 50.500 resume")) << calls[1];
  std::filesystem::remove(options_.out / "runs" / "A-exact.safetensors.last");
  options_.budget = 200.0;
  EXPECT_TRUE(contains(error_of({{"A", {"exact"}}}), "is wanted"));
}

TEST_F(TrainingRuns, GoOnWhenInterrupted) {
  options_.jobs = 2;
  const std::vector<WantedRun> wanted{{"A", {"exact"}}, {"B", {"exact"}}};
  folder_.write("A-exact.mode", "hang");
  folder_.write("B-exact.mode", "hang");
  interrupt(wanted);
  EXPECT_EQ(lines("interrupted").size(), 2U);  // each of them, once
  const auto runs = training_runs(options_, wanted);
  auto calls = lines("calls");
  ASSERT_EQ(calls.size(), 4U);
  for (std::size_t i = 2; i < 4; ++i)
    EXPECT_TRUE(contains(calls[i], " 69.500 resume")) << calls[i];
  EXPECT_EQ(runs[0].rounds.size(), 2U);
  EXPECT_EQ(lines("out/runs/A-exact.out").size(), 2U);  // what it printed before is kept
}

TEST_F(TrainingRuns, AreFinishedWhenNoTimeIsLeft) {
  folder_.write("A-exact.mode", "hang");
  options_.budget = 30.6;  // of which the first round leaves a tenth of a second
  interrupt({{"A", {"exact"}}});
  EXPECT_EQ(training_runs(options_, {{"A", {"exact"}}})[0].rounds.size(), 1U);
  EXPECT_EQ(lines("calls").size(), 1U);
}

TEST_F(TrainingRuns, StartAgainWithoutAState) {
  folder_.write("A-exact.mode", "hang");
  interrupt({{"A", {"exact"}}});
  std::filesystem::remove(options_.out / "runs" / "A-exact.safetensors.last");
  std::filesystem::remove(folder_.path() / "A-exact.mode");
  EXPECT_EQ(training_runs(options_, {{"A", {"exact"}}})[0].rounds.front().seconds, 50.5);
  EXPECT_TRUE(contains(lines("calls").back(), " start"));
}

TEST_F(TrainingRuns, FailuresAreReportedAndStopTheRest) {
  options_.jobs = 2;
  folder_.write("A-bad.mode", "fail");
  folder_.write("A-hang.mode", "hang");
  EXPECT_EQ(error_of({{"A", {"hang"}}, {"A", {"bad"}}, {"A", {"never"}}}),
            "training A-bad failed: no such device");
  for (const std::string& call : lines("calls"))
    EXPECT_FALSE(contains(call, "never"));
  std::filesystem::remove(folder_.path() / "A-bad.mode");  // mended: it can be tried again
  EXPECT_EQ(training_runs(options_, {{"A", {"bad"}}})[0].rounds.size(), 2U);
}

TEST_F(TrainingRuns, SayWhatIsMissing) {
  EXPECT_TRUE(contains(error_of({{"C", {"exact"}}}), "data/C: there is no such collection"));
  folder_.write("A-exact.mode", "empty");
  EXPECT_TRUE(contains(error_of({{"A", {"exact"}}}), "before the first round"));
  folder_.write("B-exact.mode", "crash");
  EXPECT_TRUE(contains(error_of({{"B", {"exact"}}}), "its process ended with status 134"));
}

TEST_F(TrainingRuns, ThatDivergeCountAsFarAsTheyCame) {
  folder_.write("A-raw.mode", "diverge");
  for (int i = 0; i < 2; ++i) {
    const auto run = training_runs(options_, {{"A", {"raw"}}})[0];
    EXPECT_EQ(run.rounds.size(), 1U);
    EXPECT_EQ(run.note, "training diverged: no");
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
    EXPECT_THROW(training_runs(others, {{"A", {"exact"}}}), Interrupted);
    ended.store(true);
  });
  while (lines("hanging").empty() && !ended.load())
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_TRUE(contains(error_of({{"B", {"exact"}}}), "another process is at work here"));
  cancel.store(true);
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
