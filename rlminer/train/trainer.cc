#include "rlminer/train/trainer.h"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>

#include "rlminer/base/error.h"
#include "rlminer/base/machine.h"
#include "rlminer/model/training_process.h"
#include "rlminer/nn/device.h"
#include "rlminer/nn/model_file.h"
#include "rlminer/nn/neural_policy.h"
#include "rlminer/train/imitation.h"
#include "rlminer/train/playground.h"
#include "rlminer/train/replicas.h"
#include "rlminer/train/sac.h"

namespace rlminer::train {
namespace {

// Calls make(i) for i in [0, count) on several threads and reports how many are done.
template <typename Make>
void prepare_all(const char* phase, std::size_t count, int threads, const TrainOptions& options,
                 Make&& make) {
  std::mutex mutex;
  std::size_t done = 0;
  parallel_for(count, threads, [&](int, std::size_t i) {
    make(i);
    const std::lock_guard lock(mutex);
    ++done;
    if (options.on_phase)
      options.on_phase(phase, static_cast<double>(done) / static_cast<double>(count));
  });
}

// One training run, from the data to the files.
class Run {
 public:
  Run(const model::TrainConfig& config, const model::TrainingData& data,
      const TrainOptions& options);
  TrainOutcome go();

 private:
  RewardedGraphs tabulate(const std::vector<Graph>& graphs, const std::vector<int>& sizes,
                          const char* phase) const;
  // The training graphs that can be played on, as each algorithm needs them.
  std::vector<SolvedGraphPtr> solve() const;
  RewardedGraphs count() const;
  void make_learner();  // none when the deadline came first
  void start_from_files();
  void restore_state();
  void learn();
  // What is left for playing when the examination after it is to end in time.
  Deadline playing_time() const;
  RoundStats play_round();
  model::TrainRow row_of(const RoundStats& stats) const;
  void check_finite(const RoundStats& stats) const;
  bool examine_into(model::TrainRow& row);  // false: there was not the time for it
  void finish_round(const RoundStats& stats);
  void save_best(const model::TrainRow& row) const;
  void save_last();
  bool out_of_patience() const {
    return config_.patience > 0 && rounds_since_best_ >= config_.patience;
  }
  TrainEnd ending() const;
  // The pool that solves fresh graphs has threads too; more threads than cores make all slow.
  int arithmetic_threads() const {
    const bool pool =
        config_.algorithm == model::Algorithm::Imitation || config_.sac.fresh_share > 0.0;
    return std::max(
        1, config_.threads - (pool ? pool_threads(config_.threads, device_.is_cuda()) : 0));
  }
  std::filesystem::path last_path() const { return options_.model.string() + ".last"; }

  torch::Device device_;
  model::TrainConfig config_;
  const model::TrainingData& data_;
  const TrainOptions& options_;
  Replicas replicas_;
  model::ModelInfo info_;
  env::Encoder encoder_;
  RewardedGraphs validation_;
  RewardedGraphs test_;
  std::unique_ptr<Learner> learner_;
  Stopwatch watch_;
  double seconds_before_ = 0.0;
  double round_began_ = 0.0;
  std::optional<double> examining_seconds_;  // of the round before
  std::size_t rounds_ = 0;
  std::size_t episodes_ = 0;
  std::size_t rounds_since_best_ = 0;
  double best_ = -1.0;
  // A replay buffer can make the state large: it is not saved after every round when that would
  // take more than a tenth of the time.
  static constexpr double kTrainingPerSaving = 10.0;
  std::size_t saved_round_ = 0;
  double saved_at_ = 0.0;
  double saving_seconds_ = 0.0;
  TrainOutcome outcome_;
};

// Labels, kinds of edges and sizes as the data has them.
model::TrainConfig adapted(model::TrainConfig config, const model::TrainingData& data) {
  if (data.train.empty()) throw Error("training: there are no training graphs");
  if (config.sizes.empty()) throw Error("training: no sizes to train on");
  config.network.labels =
      config.label_ranks > 0
          ? config.label_ranks
          : static_cast<int>(std::max<std::size_t>(1, data.train[0].num_labels()));
  const Graph& first = data.train[0];
  const std::size_t kinds = first.distinguishes_edges() ? first.relation_dictionary().size() : 0;
  config.network.relations = std::min(config.network.relations, static_cast<int>(kinds));
  config.network.max_size = std::max(config.network.max_size, config.sizes.back());
  std::vector<int> reported;
  for (const int size : config.report_sizes) {
    if (std::find(config.sizes.begin(), config.sizes.end(), size) != config.sizes.end())
      reported.push_back(size);
  }
  config.report_sizes = reported.empty() ? config.sizes : reported;
  model::validate(config);
  return config;
}

std::vector<std::string> label_names(const Graph& graph) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < graph.num_labels(); ++i)
    names.push_back(graph.label_dictionary().name(static_cast<Label>(i)));
  if (names.empty()) names.emplace_back(graph::kUnlabelled);
  return names;
}

Run::Run(const model::TrainConfig& config, const model::TrainingData& data,
         const TrainOptions& options)
    : device_(nn::resolve_device(config.device)),
      config_(adapted(config, data)),
      data_(data),
      options_(options),
      replicas_(model::this_training_process()) {
  nn::set_compute_threads(arithmetic_threads());
  info_.network = config_.network;
  if (config_.label_ranks == 0) info_.labels = label_names(data.train[0]);
  encoder_ = model::encoder_of(info_);
  info_.sizes = config_.sizes;
  info_.parts = data.parts;
  info_.seed = config_.seed;
  info_.algorithm = model::to_string(config_.algorithm);
  info_.program_version = options.program_version;
  info_.notes["config"] = model::to_json(config_);
}

RewardedGraphs Run::tabulate(const std::vector<Graph>& graphs, const std::vector<int>& sizes,
                             const char* phase) const {
  RewardedGraphs made(graphs.size());
  const env::Frequencies::Limits limits{.sets = config_.census_limit,
                                        .deadline = options_.deadline};
  prepare_all(phase, graphs.size(), config_.threads, options_, [&](std::size_t i) {
    made[i] = std::make_unique<const RewardedGraph>(graphs[i], sizes, limits, encoder_);
  });
  return made;
}

std::vector<SolvedGraphPtr> Run::solve() const {
  std::vector<SolvedGraphPtr> solved(data_.train.size());
  const enumerate::OptimalValues::Limits limits{.sets = config_.census_limit,
                                                .deadline = options_.deadline};
  const std::size_t width = batch_width(data_.train);
  prepare_all("solving the training graphs", solved.size(), config_.threads, options_,
              [&](std::size_t i) {
                const Graph& graph = data_.train[i];
                if (graph.num_vertices() > width) return;
                // The large sizes are left to fresh graphs: there are many, and they do not stay.
                auto values = solve_what_fits(graph, config_.sizes, false, limits);
                if (!values || values->best(config_.sizes.front()) == 0) return;
                solved[i] = std::make_shared<const SolvedGraph>(env::Target(graph, encoder_(graph)),
                                                                std::move(*values));
              });
  std::erase(solved, nullptr);
  return solved;
}

RewardedGraphs Run::count() const {
  RewardedGraphs graphs = tabulate(data_.train, config_.sizes, "counting the training graphs");
  std::erase_if(graphs, [&](const auto& graph) {
    const bool counted = config_.reward != env::RewardKind::Exact || graph->frequencies.complete();
    return !counted || graph->target.starts(config_.sizes.front()).empty();
  });
  return graphs;
}

void Run::make_learner() {
  const auto require_some = [&](bool some) {
    if (some) return;
    throw Error(
        "training: no training graph could be solved (too large, or without a connected "
        "subgraph of " +
        std::to_string(config_.sizes.front()) + " vertices)");
  };
  // A deadline that came first leaves graphs unsolved, which is nobody's fault.
  if (config_.algorithm == model::Algorithm::Imitation) {
    std::vector<SolvedGraphPtr> graphs = solve();
    if (options_.deadline.expired()) return;
    require_some(!graphs.empty());
    learner_ =
        make_imitation(config_, device_, std::move(graphs), data_.train, encoder_, replicas_);
  } else {
    if (replicas_.count() > 1)
      throw Error(
          "training: several processes can train by imitation only (--algorithm imitation)");
    RewardedGraphs graphs = count();
    if (options_.deadline.expired()) return;
    require_some(!graphs.empty());
    learner_ = make_sac(config_, device_, std::move(graphs), data_.train, encoder_);
  }
}

void Run::start_from_files() {
  if (!options_.init.empty()) {
    const nn::Model model = nn::read_model(options_.init, device_);
    if (!(model.info.network == config_.network) || model.info.labels != info_.labels)
      throw Error(options_.init.string() + ": a network of another shape, or other labels");
    learner_->start_from(model.actor);
  }
  if (options_.resume) restore_state();
}

void Run::restore_state() {
  const model::SafetensorsFile file = model::read_safetensors(last_path());
  try {
    const model::ModelInfo info = model::model_info_from(file.metadata);
    if (info.notes.at("config") != info_.notes.at("config") || info.parts != info_.parts) {
      throw Error("it belongs to a run with other data or another config");
    }
    learner_->restore(file);
    const auto progress = nlohmann::json::parse(info.notes.at("progress"));
    rounds_ = progress.at("rounds").get<std::size_t>();
    episodes_ = progress.at("episodes").get<std::size_t>();
    seconds_before_ = progress.at("seconds").get<double>();
    best_ = progress.at("best").get<double>();
    rounds_since_best_ = progress.at("rounds_since_best").get<std::size_t>();
  } catch (const Error& error) {
    throw Error(last_path().string() + ": " + error.what());
  } catch (const std::exception&) {
    throw Error(last_path().string() + ": its progress does not make sense");
  }
}

model::TrainRow Run::row_of(const RoundStats& stats) const {
  const double now = watch_.seconds();
  const double round_seconds = std::max(now - round_began_, 1e-9);
  model::TrainRow row;
  row.round = rounds_;
  row.updates = learner_->updates();
  row.episodes = episodes_ + stats.episodes;
  row.seconds = seconds_before_ + now;
  row.episodes_per_second = static_cast<double>(stats.episodes) / round_seconds;
  row.updates_per_second = static_cast<double>(stats.updates) / round_seconds;
  row.fraction = learner_->fraction();
  const double left =
      row.fraction > 0.0 ? row.seconds * (1.0 - row.fraction) / row.fraction : Deadline::kForever;
  row.eta = std::min(left, options_.deadline.remaining());
  row.train_ratio = stats.train_ratio;
  row.values = stats.values;
  row.values["samples_per_second"] = static_cast<double>(stats.samples) / round_seconds;
  return row;
}

void Run::check_finite(const RoundStats& stats) const {
  bool finite = learner_->policy().flat().isfinite().all().item<bool>();
  for (const auto& [name, value] : stats.values)
    finite = finite && std::isfinite(value);
  if (finite) return;
  throw Diverged("training diverged: numbers are no longer finite after update " +
                 std::to_string(learner_->updates()) +
                 "; the files saved last are intact (try a lower learning rate)");
}

void Run::save_best(const model::TrainRow& row) const {
  model::ModelInfo info = info_;
  // No times: the same run writes the same bytes.
  info.notes["updates"] = std::to_string(row.updates);
  info.notes["validation"] = nlohmann::json(row.validation).dump();
  nn::write_model(options_.model, info, learner_->policy(),
                  config_.half ? model::TensorType::F16 : model::TensorType::F32);
}

void Run::save_last() {
  const double began = watch_.seconds();
  model::ModelInfo info = info_;
  info.notes["progress"] = nlohmann::json({{"rounds", rounds_},
                                           {"episodes", episodes_},
                                           {"seconds", seconds_before_ + watch_.seconds()},
                                           {"best", best_},
                                           {"rounds_since_best", rounds_since_best_}})
                               .dump();
  model::SafetensorsFile file;
  file.metadata = model::to_metadata(info);
  learner_->store(file);
  model::write_safetensors(last_path(), file);
  saved_round_ = rounds_;
  saved_at_ = watch_.seconds();
  saving_seconds_ = saved_at_ - began;
}

bool Run::examine_into(model::TrainRow& row) {
  const auto policy = nn::make_policy(info_, learner_->policy(), config_.threads);
  const Stopwatch examination;
  const auto& sizes = config_.report_sizes;
  const auto validation = examine(*policy, validation_, sizes, options_.deadline);
  const auto test = examine(*policy, test_, sizes, options_.deadline);
  examining_seconds_ = examination.seconds();
  row.validation = validation.value_or(model::Ratios());
  row.test = test.value_or(model::Ratios());
  return validation.has_value() && test.has_value();
}

void Run::finish_round(const RoundStats& stats) {
  check_finite(stats);
  if (!replicas_.is_first()) {  // who has the same policy, and leaves the rest to the first
    ++rounds_;
    episodes_ += stats.episodes;
    return;
  }
  model::TrainRow row = row_of(stats);
  const bool is_examined = examine_into(row);
  nn::set_compute_threads(arithmetic_threads());  // a policy sets its own
  ++rounds_;
  episodes_ += stats.episodes;
  row.round = rounds_;
  // Without validation the latest is the best there is; without the time for one, only if there is
  // no other.
  row.best =
      is_examined ? row.validation.empty() || model::mean_of(row.validation) > best_ : best_ < 0.0;
  rounds_since_best_ = row.best ? 0 : rounds_since_best_ + 1;
  if (row.best) {
    best_ = model::mean_of(row.validation);
    outcome_.best = row;
    save_best(row);
  }
  if (watch_.seconds() - saved_at_ >= kTrainingPerSaving * saving_seconds_) save_last();
  outcome_.rows.push_back(row);
  if (options_.on_row) options_.on_row(row);
}

TrainEnd Run::ending() const {
  if (options_.deadline.cancelled()) return TrainEnd::Interrupted;
  if (learner_ && learner_->finished()) return TrainEnd::Finished;
  return out_of_patience() ? TrainEnd::Patience : TrainEnd::TimeLimit;
}

Deadline Run::playing_time() const {
  constexpr double kFirstExamination = 0.25;  // of the time left, before one was measured
  // The last round is often the best; an examination that is cut off would lose it.
  constexpr double kSlowerExamination = 1.5;
  const double left = options_.deadline.remaining();
  if (!std::isfinite(left)) return options_.deadline;
  return options_.deadline.at_most(
      std::max(0.0, left - (examining_seconds_ ? kSlowerExamination * *examining_seconds_
                                               : kFirstExamination * left)));
}

RoundStats Run::play_round() {
  round_began_ = watch_.seconds();
  try {
    return learner_->round(playing_time(), [&](const RoundStats& stats) {
      if (options_.on_progress) options_.on_progress(row_of(stats));
    });
  } catch (const Error&) {
    check_finite({});  // which a learner may stumble over before the round is complete
    throw;
  }
}

void Run::learn() {
  start_from_files();
  watch_ = Stopwatch();
  saved_round_ = rounds_;
  while (!replicas_.any(learner_->finished() || out_of_patience() || playing_time().expired()))
    finish_round(play_round());
  if (rounds_ != saved_round_ && replicas_.is_first()) save_last();
}

TrainOutcome Run::go() {
  validation_ = tabulate(data_.validation, config_.report_sizes, "counting the validation graphs");
  test_ = tabulate(data_.test, config_.report_sizes, "counting the test graphs");
  make_learner();
  if (learner_) learn();
  outcome_.end = ending();
  return std::move(outcome_);
}

}  // namespace

TrainOutcome train(const model::TrainConfig& config, const model::TrainingData& data,
                   const TrainOptions& options) {
  return Run(config, data, options).go();
}

}  // namespace rlminer::train
