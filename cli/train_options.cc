#include "cli/train_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iterator>

#include "cli/engine_choice.h"
#include "cli/learning.h"
#include "cli/options.h"

#include "rlminer/base/parallel.h"

namespace rlminer::cli {
namespace {

constexpr std::size_t kMany = 1'000'000'000;
constexpr int kRanks = 16;  // labels told apart by rank; all rarer ones are one to the network

using Change = std::function<void(train::TrainConfig&, const std::string& text)>;

// An option that changes something in the preset. `change` is called when the preset is known, and
// may refuse the text with CLI::ValidationError.
CLI::Option* add_change(CLI::App& command, TrainRequest& request, const char* name,
                        const char* type, const Change& change, const char* help) {
  const auto read = [&request, change](const std::string& text) {
    request.changes.push_back([change, text](train::TrainConfig& config) { change(config, text); });
  };
  return add_parsed(command, name, type, read, help);
}

// An option that sets a whole number of the preset, at least `lowest`. `place` finds it.
template <typename Place>
void add_number(CLI::App& command, TrainRequest& request, const char* name, std::size_t lowest,
                const Place& place, const char* help) {
  const auto change = [name, lowest, place](train::TrainConfig& config, const std::string& text) {
    auto& number = place(config);
    number = static_cast<std::remove_reference_t<decltype(number)>>(
        parse_count(name, text, lowest, kMany));
  };
  add_change(command, request, name, "N", change, help);
}

void add_switch(CLI::App& command, TrainRequest& request, const char* name,
                const std::function<void(train::TrainConfig&)>& change, const char* help) {
  command.add_flag_callback(
      name, [&request, change] { request.changes.push_back(change); }, help);
}

// The sizes to learn; 5 to 9, as in the paper's tables, choose the best round.
void set_sizes(train::TrainConfig& config, const std::string& text) {
  constexpr int kFirstReported = 5;
  config.sizes = parse_sizes(text, "--sizes");
  config.report_sizes.clear();
  std::copy_if(config.sizes.begin(), config.sizes.end(), std::back_inserter(config.report_sizes),
               [](int size) { return size >= kFirstReported && size <= train::kLastSureSize; });
  if (config.report_sizes.empty()) config.report_sizes = config.sizes;
}

void require_algorithm(const train::TrainConfig& config, train::Algorithm algorithm,
                       const char* option) {
  if (config.algorithm == algorithm) return;
  throw CLI::ValidationError(option, algorithm == train::Algorithm::Sac
                                         ? "is for --algorithm sac"
                                         : "is for --algorithm imitation");
}

void add_task(CLI::App& command, TrainRequest& request) {
  command
      .add_option("COLLECTION", request.collections,
                  "Folders or files of one collection or several, each split on its own")
      ->required()
      ->type_name("");
  command
      .add_option("--extra", request.extra,
                  "Files of more graphs to learn from, none of them set aside")
      ->allow_extra_args(false)
      ->type_name("FILE");
  command.add_option("-o,--output", request.model, "The model to write (safetensors)")
      ->required()
      ->type_name("MODEL");
  add_format_option(command, request.input);
  request.input.paper_filter = true;
  add_parsed(
      command, "--filter", "paper|none",
      [&](const std::string& name) { request.input.paper_filter = name == "paper"; },
      "paper [default]: only connected graphs with 10 < |V| < 500; none: every graph")
      ->check(CLI::IsMember({"paper", "none"}).description(""));
  command
      .add_option("--split-seed", request.input.split_seed,
                  "Of the split: a fifth of the graphs is left for testing [0]")
      ->type_name("S");
  add_parsed(
      command, "--validation", "SHARE",
      [&](const std::string& text) { request.validation = parse_share("--validation", text); },
      "Of the graphs for training: set aside to choose the best round [0.1]");
  add_change(
      command, request, "--sizes", "SIZES", set_sizes,
      "Pattern sizes to learn: 7, 5..9, 3,5,7 [3..9]; 5 to 9 choose the best round. Sizes above 9 "
      "are learned on small graphs only");
  const auto labels = [](train::TrainConfig& config, const std::string& way) {
    config.label_ranks = way == "rank" ? kRanks : 0;
  };
  add_change(command, request, "--labels", "name|rank", labels,
             "name [default]: the model knows the labels of the collection and no others; rank: it "
             "knows labels by how frequent they are in a graph, and works on any graph")
      ->check(CLI::IsMember({"name", "rank"}).description(""));
  const auto reward = [](train::TrainConfig& config, const std::string& name) {
    config.reward = env::reward_kind(name);
  };
  add_change(command, request, "--reward", "exact|raw|density", reward,
             "exact [default]: frequency / best frequency; raw: frequency; density: frequency / "
             "(|V| * edge density * k)")
      ->check(CLI::IsMember(env::reward_names()).description(""));
}

void add_schedule(CLI::App& command, TrainRequest& request) {
  add_parsed(
      command, "--algorithm", "imitation|sac",
      [&](const std::string& name) {
        request.algorithm = name == "sac" ? train::Algorithm::Sac : train::Algorithm::Imitation;
      },
      "imitation [default]: of the exact optimum; sac: the paper's soft actor-critic")
      ->check(CLI::IsMember({"imitation", "sac"}).description(""));
  command
      .add_option("--preset", request.preset,
                  "paper: its network and schedule; fast: large batches, for a GPU; small "
                  "[default]: a little network for a CPU. Options override it")
      ->check(CLI::IsMember({"paper", "fast", "small"}).description(""))
      ->type_name("paper|fast|small");
  add_number(
      command, request, "--updates", 1,
      [](train::TrainConfig& config) -> std::size_t& {
        require_algorithm(config, train::Algorithm::Imitation, "--updates");
        return config.imitation.updates;
      },
      "Length of the run (imitation)");
  add_number(
      command, request, "--round", 1,
      [](train::TrainConfig& config) -> std::size_t& {
        require_algorithm(config, train::Algorithm::Imitation, "--round");
        return config.round;
      },
      "Updates between evaluations (imitation); sac evaluates after every epoch");
  add_number(
      command, request, "--epochs", 1,
      [](train::TrainConfig& config) -> std::size_t& {
        require_algorithm(config, train::Algorithm::Sac, "--epochs");
        return config.sac.epochs;
      },
      "Length of the run (sac)");
  add_number(
      command, request, "--patience", 0,
      [](train::TrainConfig& c) -> std::size_t& { return c.patience; },
      "Stop after that many evaluations without a better one; 0: never");
  const auto fresh_share = [](train::TrainConfig& config, const std::string& text) {
    require_algorithm(config, train::Algorithm::Imitation, "--fresh-share");
    config.imitation.fresh_share = parse_share("--fresh-share", text);
  };
  add_change(command, request, "--fresh-share", "SHARE", fresh_share,
             "Of the episodes that are played on fresh graphs made of the training graphs, not on "
             "these themselves (imitation) [0.92]");
  const auto learning_rate = [](train::TrainConfig& config, const std::string& text) {
    config.imitation.learning_rate = parse_positive("--learning-rate", text);
    config.sac.learning_rate = config.imitation.learning_rate;
  };
  add_change(command, request, "--learning-rate", "RATE", learning_rate, "Of the optimiser");
  add_parsed(
      command, "--time-limit", "SECONDS",
      [&](const std::string& text) { request.time_limit = parse_time_limit(text); },
      "Stop then, with everything saved");
}

void add_network(CLI::App& command, TrainRequest& request) {
  const auto number = [&](const char* name, int model::NetworkConfig::*member, const char* help) {
    add_number(
        command, request, name, 1,
        [member](train::TrainConfig& c) -> int& { return c.network.*member; }, help);
  };
  number("--hidden", &model::NetworkConfig::hidden, "Width of the network");
  number("--layers", &model::NetworkConfig::layers, "Rounds of message passing");
  number("--heads", &model::NetworkConfig::heads, "Of every attention; divides the width");
  const auto with = [&](const char* name, bool model::NetworkConfig::*member, bool value,
                        const char* help) {
    add_switch(
        command, request, name,
        [member, value](train::TrainConfig& config) { config.network.*member = value; }, help);
  };
  with("--plus", &model::NetworkConfig::plus, true,
       "Our variant of the network: norms, more attention");
  with("--features", &model::NetworkConfig::features, true,
       "Ours: degrees, similar vertices and frequencies of the smallest subgraphs as input");
  with("--no-task-steps", &model::NetworkConfig::task_steps, false,
       "Ablation: the network does not see how many steps remain");
  with("--no-skip-gate", &model::NetworkConfig::skip_gate, false,
       "Ablation: a skip connection without a gate");
  with("--no-state-messages", &model::NetworkConfig::state_messages, false,
       "Ablation: the state as a label instead of state-aware messages");
  with("--no-reward-head", &model::NetworkConfig::reward_head, false,
       "Ablation: critics that do not predict the reward");
  add_switch(
      command, request, "--half", [](train::TrainConfig& config) { config.half = true; },
      "Weights of the model file in half precision");
}

void add_run(CLI::App& command, TrainRequest& request) {
  add_device_option(command, request.device);
  add_threads_option(command, request.threads, "0 [default]: one per core");
  command
      .add_option("--seed", request.seed,
                  "Of everything random; on a CPU the same seed gives the same run [0]")
      ->type_name("S");
  command.add_flag("--resume", request.resume,
                   "Continue the run that wrote MODEL, from MODEL.last; same options");
  command.add_option("--init", request.init, "Start from the policy in this model")
      ->type_name("FILE");
  command.add_flag("--test-curve", request.test_curve,
                   "Evaluate the test graphs as well, for the curves; nothing is chosen by them");
  command.add_flag("--quiet", request.quiet, "No warnings, no progress, no summary");
}

}  // namespace

void add_train_options(CLI::App& command, TrainRequest& request) {
  add_task(command, request);
  add_schedule(command, request);
  add_network(command, request);
  add_run(command, request);
}

train::TrainConfig config_of(const TrainRequest& request) {
  train::TrainConfig config = learning::preset(request.preset, request.algorithm);
  for (const auto& change : request.changes)
    change(config);
  config.device = request.device;
  config.seed = request.seed;
  config.threads = resolve_threads(request.threads);
  return config;
}

}  // namespace rlminer::cli
