#include "rlminer/study/training_runs.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <deque>
#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fstream>
#include <functional>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <tuple>
#include <unistd.h>

#include "rlminer/base/atomic_file.h"
#include "rlminer/base/deadline.h"
#include "rlminer/base/error.h"
#include "rlminer/study/store.h"

namespace rlminer::study {
namespace {

using Json = nlohmann::ordered_json;
using Path = std::filesystem::path;

int open_file(const Path& path, int flags) {
  constexpr mode_t kReadableByAll = 0644;
  const int file = open(path.c_str(), flags | O_CLOEXEC, kReadableByAll);
  if (file < 0) throw Error(path.string() + ": cannot open: " + std::strerror(errno));
  return file;
}

// A global because a signal handler can reach nothing else. Only set in processes made here.
std::atomic<bool> interrupt_seen{false};
static_assert(std::atomic<bool>::is_always_lock_free);

// A function that runs in a process of its own, beside this one: libtorch has one state per
// process, and what breaks there breaks nothing here. It is interrupted and waited for when this
// object goes, and interrupted by the system should this process die.
class ForkedCall {
 public:
  using Work = std::function<void(const std::atomic<bool>& interrupted)>;

  // What it prints goes to the file `output`; it has nothing to read. What the work leaves behind
  // must be on disk, and it may not throw. Throws Error when no process can be made.
  ForkedCall(const Work& work, const Path& output, bool append) {
    const int printed = open_file(output, O_WRONLY | O_CREAT | (append ? O_APPEND : O_TRUNC));
    const pid_t parent = getpid();
    std::cout.flush();
    std::fflush(nullptr);  // or both processes would print what is waiting
    pid_ = fork();
    if (pid_ == 0) run_in_child(work, printed, parent);
    const int reason = errno;
    close(printed);
    if (pid_ < 0) throw Error(std::string("cannot start a process: ") + std::strerror(reason));
  }
  ~ForkedCall() {
    constexpr std::chrono::milliseconds kPatience{10};
    while (!ended()) {  // again and again: it may not have listened yet
      interrupt();
      std::this_thread::sleep_for(kPatience);
    }
  }
  ForkedCall(const ForkedCall&) = delete;
  ForkedCall& operator=(const ForkedCall&) = delete;

  // Sets the flag of the work.
  void interrupt() {
    if (!status_) kill(pid_, SIGINT);
  }

  // Its exit status when it has ended: 0, or 128 + the signal that ended it, as in a shell.
  std::optional<int> ended() {
    if (status_) return status_;
    int status = 0;
    const pid_t found = waitpid(pid_, &status, WNOHANG);
    if (found == 0 || (found < 0 && errno == EINTR)) return std::nullopt;
    if (found < 0) {
      status_ = 1;  // somebody else has taken its status
    } else {
      status_ = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    }
    return status_;
  }

 private:
  [[noreturn]] static void run_in_child(const Work& work, int output, pid_t parent) {
    setpgid(0, 0);  // Ctrl-C in the terminal is for the parent, which passes it on
    std::signal(SIGINT, [](int) { interrupt_seen.store(true); });
    prctl(PR_SET_PDEATHSIG, SIGINT);
    if (getppid() != parent) _exit(1);
    dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(output, STDERR_FILENO);
    work(interrupt_seen);
    std::cout.flush();
    std::fflush(nullptr);
    _exit(0);  // without destructors: what this process inherited is not its own
  }

  pid_t pid_ = -1;
  std::optional<int> status_;
};

// Keeps every other FolderLock, also in other processes, from being made for this folder. Throws
// Error when there is one.
class FolderLock {
 public:
  explicit FolderLock(const Path& folder) : file_(open_file(folder / ".lock", O_RDWR | O_CREAT)) {
    if (flock(file_, LOCK_EX | LOCK_NB) == 0) return;
    close(file_);
    throw Error(folder.string() + ": another process is at work here");
  }
  ~FolderLock() { close(file_); }
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int file_;
};

constexpr std::chrono::milliseconds kPoll{20};
constexpr double kReportEvery = 0.5;  // seconds

// What NAME.run.json says about a run.
struct RunRecord {
  std::string options;  // all that its result depends on but the budget, and nothing else
  double budget = 0.0;
  bool finished = false;
  std::string note = {};   // why it broke down; empty: it did not
  std::string error = {};  // why the last attempt failed; empty: it did not
  std::vector<model::TrainRow> rounds = {};
};

// What is written of a round: number, updates, seconds, validation, test, and whether it is best.
using RoundRecord =
    std::tuple<std::size_t, std::size_t, double, model::Ratios, model::Ratios, bool>;

// The finite ones: JSON has no others.
model::Ratios finite(model::Ratios ratios) {
  std::erase_if(ratios, [](const auto& entry) { return !std::isfinite(entry.second); });
  return ratios;
}

Json to_json(const RunRecord& record) {
  std::vector<RoundRecord> rounds;
  for (const model::TrainRow& each : record.rounds)
    rounds.emplace_back(each.round, each.updates, each.seconds, finite(each.validation),
                        finite(each.test), each.best);
  return {{"options", record.options}, {"budget", record.budget}, {"finished", record.finished},
          {"note", record.note},       {"error", record.error},   {"rounds", rounds}};
}

RunRecord record_from(const Json& json) {
  RunRecord record{json.at("options"), json.at("budget"), json.at("finished"), json.at("note"),
                   json.at("error")};
  for (const auto& each : json.at("rounds").get<std::vector<RoundRecord>>()) {
    const auto& [round, updates, seconds, validation, test, best] = each;
    record.rounds.push_back({.round = round,
                             .updates = updates,
                             .seconds = seconds,
                             .validation = validation,
                             .test = test,
                             .best = best});
  }
  return record;
}

// None: there is no such file. Throws Error when it is about something else.
std::optional<RunRecord> read_record(const Path& path) {
  std::ifstream file(path);
  if (!file) return std::nullopt;
  try {
    return record_from(Json::parse(file));
  } catch (const Json::exception&) {
    throw Error(path.string() + ": this does not describe a training run");
  }
}

// One run of the list, and its files.
class Run {
 public:
  Run(const ExperimentOptions& options, const WantedRun& wanted, const Path& folder);

  const WantedRun& wanted() const { return wanted_; }
  bool finished() const { return record_.finished && record_.budget >= options_.budget; }
  void start();
  // Whether it has ended, well; throws Error if badly.
  bool ended();
  void interrupt() {
    if (process_) process_->interrupt();
  }
  double fraction() const {
    if (finished()) return 1.0;
    return process_ ? std::min(0.99, (done_ + watch_.seconds()) / options_.budget) : 0.0;
  }
  TrainingRun result() const { return {wanted_, model_, record_.rounds, record_.note}; }

 private:
  Path beside(const char* suffix) const { return model_.string() + suffix; }
  Path in_folder(const char* suffix) const { return folder_ / (wanted_.name() + suffix); }
  Path record_path() const { return in_folder(".run.json"); }
  std::string options_that_matter() const;
  void adopt(const RunRecord& earlier);              // the files of an earlier call
  void train(const std::atomic<bool>& interrupted);  // in a process of its own
  void write_record() const;

  const ExperimentOptions& options_;
  WantedRun wanted_;
  Path folder_;
  Path model_;
  RunRecord record_;
  double done_ = 0.0;  // seconds of training in earlier calls
  bool resume_ = false;
  Stopwatch watch_;
  std::optional<ForkedCall> process_;
};

std::string Run::options_that_matter() const {
  return fmt::format("variant {}, preset {}, device {}, seed {}, split seed {}{}{}",
                     wanted_.variant.name, options_.preset, options_.device, wanted_.seed,
                     options_.split_seed, options_.train_options.empty() ? "" : ", ",
                     fmt::join(options_.train_options, " "));
}

Run::Run(const ExperimentOptions& options, const WantedRun& wanted, const Path& folder)
    : options_(options),
      wanted_(wanted),
      folder_(folder),
      model_(folder / (wanted.name() + ".safetensors")),
      record_{.options = options_that_matter()} {
  const auto earlier = read_record(record_path());
  if (!earlier) return;
  // A finished run can become longer, not shorter.
  const bool fits = !earlier->finished || earlier->budget == options.budget ||
                    (earlier->budget < options.budget && std::filesystem::exists(beside(".last")));
  if (earlier->options != record_.options || (!fits && earlier->note.empty())) {
    throw Error(fmt::format(
        "{}: a run of {} seconds ({}) is here, and one of {} seconds ({}) is wanted: choose "
        "another folder, the same options, or remove it",
        record_path().string(), earlier->budget, earlier->options, options.budget,
        record_.options));
  }
  adopt(*earlier);
}

void Run::adopt(const RunRecord& earlier) {
  record_ = earlier;
  // A run that broke down would break down again.
  if (record_.finished && !record_.note.empty()) record_.budget = options_.budget;
  const bool has_model = std::filesystem::exists(model_);
  if (finished()) {
    if (record_.rounds.empty() || !has_model)
      throw Error(record_path().string() + ": is about a run whose model is not here");
    return;
  }
  resume_ = has_model && std::filesystem::exists(beside(".last"));
  if (!resume_) record_.rounds.clear();
  if (record_.rounds.empty()) return;
  done_ = record_.rounds.back().seconds;
  // What is left may be too little for one more round; it ended well as it was.
  constexpr double kNothingLeft = 0.01;
  if (done_ < (1.0 - kNothingLeft) * options_.budget) return;
  record_.finished = true;
  record_.budget = options_.budget;
  write_record();
}

void Run::start() {
  if (!resume_) {
    for (const char* suffix : {"", ".last"})
      std::filesystem::remove(beside(suffix));
  }
  record_.finished = false;
  record_.budget = options_.budget;
  record_.error.clear();
  write_record();
  watch_ = Stopwatch();
  process_.emplace([this](const std::atomic<bool>& interrupted) { train(interrupted); },
                   in_folder(".out"), resume_);
}

void Run::train(const std::atomic<bool>& interrupted) {
  TrainingTask task{.collection = options_.data / wanted_.collection,
                    .model = model_,
                    .resume = resume_,
                    .variant = wanted_.variant,
                    .preset = options_.preset,
                    .device = options_.device,
                    .seed = wanted_.seed,
                    .split_seed = options_.split_seed,
                    .threads = std::max(1, options_.threads / std::max(1, options_.jobs)),
                    .seconds = std::max(options_.budget - done_, 0.0),
                    .cancel = &interrupted};
  task.on_round = [this](const model::TrainRow& round) {
    std::erase_if(record_.rounds, [&](const auto& each) { return each.round >= round.round; });
    record_.rounds.push_back(round);
    write_record();
  };
  try {
    record_.note = options_.learning.train(task);
    record_.finished = !interrupted.load() && !record_.rounds.empty();
  } catch (const std::exception& error) {
    record_.error = error.what();
  }
  write_record();
}

void Run::write_record() const {
  write_file_atomically(
      record_path(), to_json(record_).dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
}

bool Run::ended() {
  const auto status = process_->ended();
  if (!status) return false;
  process_.reset();
  record_ = read_record(record_path()).value_or(RunRecord());
  std::string failure = record_.error;
  if (*status != 0) failure = fmt::format("its process ended with status {}", *status);
  if (record_.rounds.empty() && failure.empty()) failure = record_.note;
  if (!failure.empty()) throw Error(fmt::format("training {} failed: {}", wanted_.name(), failure));
  if (record_.rounds.empty() || !std::filesystem::exists(model_)) {
    throw Error(fmt::format("training {}: {} seconds ended before the first round: more are needed",
                            wanted_.name(), options_.budget));
  }
  return true;
}

// Says which runs are going on, and how far all of them have come.
void report_progress(const ExperimentOptions& options, const std::deque<Run>& runs,
                     const std::vector<Run*>& active) {
  double sum = 0.0;
  for (const Run& run : runs)
    sum += run.fraction();
  std::vector<std::string> names;
  for (const Run* const run : active)
    names.push_back(run->wanted().name());
  options.on_step(fmt::format("training {}", fmt::join(names, ", ")),
                  sum / static_cast<double>(runs.size()));
}

// Runs those that are not finished, at most options.jobs at a time.
void finish(const ExperimentOptions& options, std::deque<Run>& runs) {
  const auto most = static_cast<std::size_t>(std::max(1, options.jobs));
  auto next = runs.begin();
  std::vector<Run*> active;
  std::optional<Stopwatch> reported;
  while (true) {
    for (; active.size() < most && next != runs.end(); ++next) {
      if (next->finished()) continue;
      options.throw_if_cancelled();
      next->start();
      active.push_back(&*next);
    }
    if (active.empty()) return;
    options.throw_if_cancelled();
    if (options.on_step && (!reported || reported->seconds() >= kReportEvery)) {
      reported.emplace();
      report_progress(options, runs, active);
    }
    std::this_thread::sleep_for(kPoll);
    std::erase_if(active, [](Run* run) { return run->ended(); });
  }
}

}  // namespace

std::string WantedRun::name() const {
  const std::string plain = collection + "-" + variant.name;
  return seed == 0 ? plain : fmt::format("{}-seed{}", plain, seed);
}

const model::TrainRow& TrainingRun::chosen() const {
  const auto found = std::find_if(rounds.rbegin(), rounds.rend(),
                                  [](const model::TrainRow& round) { return round.best; });
  return found == rounds.rend() ? rounds.back() : *found;
}

const model::TrainRow& TrainingRun::best_test() const {
  return *std::ranges::max_element(
      rounds, {}, [](const model::TrainRow& round) { return model::mean_of(round.test); });
}

std::vector<TrainingRun> training_runs(const ExperimentOptions& options,
                                       const std::vector<WantedRun>& wanted) {
  const Path folder = options.out / "runs";
  std::error_code ignored;
  std::filesystem::create_directories(folder, ignored);
  const FolderLock lock(folder);  // two at a time would write the same files
  std::deque<Run> runs;           // which cannot be moved
  for (const WantedRun& run : wanted) {
    const Path data = options.data / run.collection;
    if (!runs.emplace_back(options, run, folder).finished() && !std::filesystem::exists(data))
      throw Error(data.string() + ": there is no such collection");
  }
  try {
    finish(options, runs);
  } catch (...) {
    for (Run& run : runs)
      run.interrupt();  // all of them before the first is waited for
    throw;
  }
  std::vector<TrainingRun> results;
  for (const Run& run : runs)
    results.push_back(run.result());
  return results;
}

}  // namespace rlminer::study
