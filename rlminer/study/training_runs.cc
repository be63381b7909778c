#include "rlminer/study/training_runs.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

#include "rlminer/base/atomic_file.h"
#include "rlminer/base/deadline.h"
#include "rlminer/base/error.h"
#include "rlminer/study/parts.h"
#include "rlminer/study/processes.h"

namespace rlminer::study {
namespace {

using Json = nlohmann::ordered_json;
using Path = std::filesystem::path;
using Words = std::vector<std::string>;

constexpr std::chrono::milliseconds kPoll{20};
constexpr double kReportEvery = 0.5;  // seconds
// How an error line of `rlminer train` says that numbers stopped being finite.
constexpr char kDiverged[] = "training diverged";

std::string last_line(const Path& path) {
  std::ifstream file(path);
  std::string last;
  for (std::string line; std::getline(file, line);) {
    // A progress line that was drawn over: only what came last was seen.
    const std::size_t drawn = line.find_last_of('\r', line.find_last_not_of('\r'));
    if (drawn != std::string::npos) line.erase(0, drawn + 1);
    if (line.find_first_not_of(" \t\r") != std::string::npos) last = line;
  }
  return last.empty() ? "it printed nothing" : last;
}

// How a run was called, beside its model.
struct Marker {
  std::string options;  // all that its result depends on but the budget, and nothing else
  double budget = 0.0;
  bool finished = false;
  std::string note;
};

std::optional<Marker> read_marker(const Path& path) {
  std::ifstream file(path);
  if (!file) return std::nullopt;
  try {
    const Json json = Json::parse(file);
    return Marker{json.at("options").get<std::string>(), json.at("budget").get<double>(),
                  json.at("finished").get<bool>(), json.at("note").get<std::string>()};
  } catch (const nlohmann::json::exception&) {
    throw Error(path.string() + ": this does not describe a training run");
  }
}

// One run of the list, and its files.
class Run {
 public:
  Run(const ExperimentOptions& options, const WantedRun& wanted);

  const WantedRun& wanted() const { return wanted_; }
  bool finished() const { return marker_.finished && marker_.budget >= options_.budget; }
  void start();
  // Whether it has ended, well; throws Error if badly.
  bool ended();
  void interrupt() {
    if (child_) child_->interrupt();
  }
  double fraction() const {
    if (finished()) return 1.0;
    return child_ ? std::min(0.99, (done_ + watch_.seconds()) / options_.budget) : 0.0;
  }
  TrainingRun result() const;

 private:
  Path beside(const char* suffix) const { return model_.string() + suffix; }
  Path output() const { return folder_ / (wanted_.name() + ".out"); }
  Path marker_path() const { return folder_ / (wanted_.name() + ".run.json"); }
  Words options_that_matter() const;
  void adopt_files();  // of an earlier call
  void write_marker(const Words& command, int status) const;
  void finish(int status);

  const ExperimentOptions& options_;
  WantedRun wanted_;
  Path folder_;
  Path model_;
  Marker marker_;
  Words command_;
  double done_ = 0.0;  // seconds of training in earlier calls
  bool resume_ = false;
  Stopwatch watch_;
  std::optional<ChildProcess> child_;
};

Words Run::options_that_matter() const {
  Words words{"--algorithm",  "sac",
              "--preset",     options_.preset,
              "--device",     options_.device,
              "--split-seed", std::to_string(options_.split_seed),
              "--seed",       std::to_string(wanted_.seed),
              "--test-curve"};
  words.insert(words.end(), wanted_.options.begin(), wanted_.options.end());
  words.insert(words.end(), options_.train_options.begin(), options_.train_options.end());
  return words;
}

Run::Run(const ExperimentOptions& options, const WantedRun& wanted)
    : options_(options),
      wanted_(wanted),
      folder_(runs_folder(options)),
      model_(folder_ / (wanted.name() + ".safetensors")) {
  const std::string described = fmt::format("{}", fmt::join(options_that_matter(), " "));
  const auto earlier = read_marker(marker_path());
  marker_ = earlier.value_or(Marker{});
  if (!earlier) {
    marker_.options = described;
    return;
  }
  // A finished run can become longer, not shorter.
  const bool fits = !earlier->finished || earlier->budget == options.budget ||
                    (earlier->budget < options.budget && std::filesystem::exists(beside(".last")));
  if (earlier->options != described || (!fits && earlier->note.empty())) {
    throw Error(fmt::format(
        "{}: a run of {} seconds with {} is here, and one of {} seconds with {} is wanted: choose "
        "another folder, the same options, or remove it",
        marker_path().string(), earlier->budget, earlier->options, options.budget, described));
  }
  adopt_files();
}

void Run::adopt_files() {
  // A run that broke down would break down again.
  if (marker_.finished && !marker_.note.empty()) marker_.budget = options_.budget;
  const auto rounds = read_training_log(beside(".log.jsonl"));
  if (finished()) {
    if (rounds.empty() || !std::filesystem::exists(model_))
      throw Error(marker_path().string() + ": is about a run whose model or log is not here");
    return;
  }
  resume_ = std::filesystem::exists(beside(".last")) && std::filesystem::exists(model_);
  if (!resume_ || rounds.empty()) return;
  done_ = rounds.back().seconds;
  // What is left may be too little for one more round; it ended well as it was.
  constexpr double kNothingLeft = 0.01;
  if (done_ >= (1.0 - kNothingLeft) * options_.budget) finish(0);
}

void Run::start() {
  const double left = std::max(options_.budget - done_, 0.0);
  const int threads = std::max(1, options_.threads / std::max(1, options_.jobs));
  command_ = {"train", (options_.data / wanted_.collection).string(), "-o", model_.string()};
  const Words words = options_that_matter();
  command_.insert(command_.end(), words.begin(), words.end());
  const std::string seconds =
      done_ > 0.0 ? fmt::format("{:.3f}", left) : fmt::format("{}", options_.budget);
  command_.insert(command_.end(), {"--threads", std::to_string(threads), "--time-limit", seconds});
  if (resume_) {
    command_.emplace_back("--resume");
  } else {
    for (const char* suffix : {"", ".last", ".log.jsonl"})
      std::filesystem::remove(beside(suffix));
  }
  marker_.finished = false;
  marker_.budget = options_.budget;
  write_marker(command_, -1);
  watch_ = Stopwatch();
  child_.emplace(options_.program, command_, output(), resume_);
}

void Run::write_marker(const Words& command, int status) const {
  const Json json = {{"options", marker_.options},   {"budget", marker_.budget},
                     {"finished", marker_.finished}, {"note", marker_.note},
                     {"arguments", command},         {"exit", status}};
  write_file_atomically(marker_path(),
                        json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
}

bool Run::ended() {
  const auto status = child_->ended();
  if (!status) return false;
  child_.reset();
  finish(*status);
  return true;
}

void Run::finish(int status) {
  const auto rounds = read_training_log(beside(".log.jsonl"));
  const std::string line = status == 0 ? "" : last_line(output());
  const bool diverged = line.find(kDiverged) != std::string::npos && !rounds.empty();
  if (status != 0 && !diverged) {
    throw Error(
        fmt::format("training {} failed (exit status {}): {}", wanted_.name(), status, line));
  }
  if (rounds.empty() || !std::filesystem::exists(model_)) {
    throw Error(fmt::format("training {}: {} seconds ended before the first round: more are needed",
                            wanted_.name(), options_.budget));
  }
  marker_.finished = true;
  marker_.budget = options_.budget;
  marker_.note = diverged ? line : "";
  write_marker(command_, status);
}

TrainingRun Run::result() const {
  return {wanted_, model_, read_training_log(beside(".log.jsonl")), marker_.note};
}

// All runs of a call.
class Runs {
 public:
  Runs(const ExperimentOptions& options, const std::vector<WantedRun>& wanted);
  ~Runs() {
    for (Run& run : runs_)
      run.interrupt();  // all of them before the first is waited for
  }
  Runs(const Runs&) = delete;
  Runs& operator=(const Runs&) = delete;
  std::vector<TrainingRun> go();

 private:
  void start_some();
  void stop_if_cancelled();
  void report();

  const ExperimentOptions& options_;
  std::deque<Run> runs_;  // which cannot be moved
  std::deque<Run*> waiting_;
  std::vector<Run*> active_;
  std::optional<Stopwatch> reported_;
};

Runs::Runs(const ExperimentOptions& options, const std::vector<WantedRun>& wanted)
    : options_(options) {
  for (const WantedRun& run : wanted) {
    runs_.emplace_back(options, run);
    if (runs_.back().finished()) continue;
    waiting_.push_back(&runs_.back());
    const Path data = options.data / run.collection;
    if (!std::filesystem::exists(data))
      throw Error(data.string() + ": there is no such collection");
  }
}

void Runs::start_some() {
  const auto most = static_cast<std::size_t>(std::max(1, options_.jobs));
  while (active_.size() < most && !waiting_.empty()) {
    waiting_.front()->start();
    active_.push_back(waiting_.front());
    waiting_.pop_front();
  }
}

void Runs::stop_if_cancelled() {
  if (options_.cancel != nullptr && options_.cancel->load()) throw Interrupted();
}

void Runs::report() {
  if (!options_.on_step || (reported_ && reported_->seconds() < kReportEvery)) return;
  reported_.emplace();
  double sum = 0.0;
  for (const Run& run : runs_)
    sum += run.fraction();
  Words names;
  for (const Run* const run : active_)
    names.push_back(run->wanted().name());
  options_.on_step(fmt::format("training {}", fmt::join(names, ", ")),
                   sum / static_cast<double>(runs_.size()));
}

std::vector<TrainingRun> Runs::go() {
  while (!waiting_.empty() || !active_.empty()) {
    stop_if_cancelled();
    start_some();
    report();
    std::this_thread::sleep_for(kPoll);
    std::erase_if(active_, [](Run* run) { return run->ended(); });
  }
  std::vector<TrainingRun> results;
  for (const Run& run : runs_)
    results.push_back(run.result());
  return results;
}

}  // namespace

std::string WantedRun::name() const {
  const std::string plain = collection + "-" + variant;
  return seed == 0 ? plain : fmt::format("{}-seed{}", plain, seed);
}

const TrainingRound& TrainingRun::chosen() const {
  const auto found = std::find_if(rounds.rbegin(), rounds.rend(),
                                  [](const TrainingRound& round) { return round.best; });
  return found == rounds.rend() ? rounds.back() : *found;
}

const TrainingRound& TrainingRun::best_test() const {
  return *std::max_element(rounds.begin(), rounds.end(), [](const auto& a, const auto& b) {
    return mean_ratio(a.test) < mean_ratio(b.test);
  });
}

Path runs_folder(const ExperimentOptions& options) {
  return options.out / "runs";
}

std::vector<TrainingRun> training_runs(const ExperimentOptions& options,
                                       const std::vector<WantedRun>& wanted) {
  const Path folder = runs_folder(options);
  std::error_code ignored;
  std::filesystem::create_directories(folder, ignored);
  const FolderLock lock(folder);  // two at a time would write the same files
  return Runs(options, wanted).go();
}

}  // namespace rlminer::study
