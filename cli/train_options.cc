#include "cli/train_options.h"

#include <algorithm>
#include <iterator>

#include "cli/engine_choice.h"
#include "cli/options.h"

#include "rlminer/base/error.h"
#include "rlminer/base/machine.h"

namespace rlminer::cli {
namespace {

// Settings of model::settings_of() that have an option of their own. A name without a group that
// both algorithms have stands for that of the algorithm.
struct SettingOption {
  const char* option;
  const char* setting;
  const char* type;
};
constexpr SettingOption kSchedule[] = {
    {"--updates", "imitation.updates", "N"},   {"--round", "round", "N"},
    {"--epochs", "sac.epochs", "N"},           {"--patience", "patience", "N"},
    {"--fresh-share", "fresh_share", "SHARE"}, {"--learning-rate", "learning_rate", "RATE"},
};
constexpr SettingOption kNetwork[] = {
    {"--hidden", "network.hidden", "N"},
    {"--layers", "network.layers", "N"},
    {"--heads", "network.heads", "N"},
};

// Options that turn a setting on or off.
struct SettingFlag {
  const char* option;
  const char* setting;
  const char* value;
  const char* help;
};
constexpr SettingFlag kFlags[] = {
    {"--plus", "network.plus", "true", "Our variant of the network: norms, more attention"},
    {"--features", "network.features", "true",
     "Ours: degrees, similar vertices and frequencies of the smallest subgraphs as input"},
    {"--no-task-steps", "network.task_steps", "false",
     "Ablation: the network does not see how many steps remain"},
    {"--no-skip-gate", "network.skip_gate", "false", "Ablation: a skip connection without a gate"},
    {"--no-state-messages", "network.state_messages", "false",
     "Ablation: the state as a label instead of state-aware messages"},
    {"--no-reward-head", "network.reward_head", "false",
     "Ablation: critics that do not predict the reward"},
    {"--half", "half", "true", "Weights of the model file in half precision"},
};

// Called when the preset is known; throws UsageError for what cannot be set.
void change_setting(model::TrainConfig& config, const std::string& option, std::string name,
                    const std::string& value) {
  if (name == "learning_rate" || name == "fresh_share")
    name = model::to_string(config.algorithm) + "." + name;
  try {
    model::set_field(model::setting(config, name), value);
  } catch (const Error& error) {
    throw UsageError(option, error.what());
  }
}

void add_setting(Command command, TrainRequest& request, const SettingOption& option) {
  model::TrainConfig config;
  const std::string name = option.setting;
  std::string help = "Of the optimiser";
  for (const model::Field& field : model::settings_of(config)) {
    if (field.name == name || (name == "fresh_share" && field.name == "imitation.fresh_share"))
      help = field.help;
  }
  const auto read = [&request, option](const std::string& text) {
    request.changes.push_back([option, text](model::TrainConfig& changed) {
      change_setting(changed, option.option, option.setting, text);
    });
  };
  command.parsed(option.option, option.type, read, help);
}

// --set NAME=VALUE
void add_any_setting(Command command, TrainRequest& request) {
  command
      .value("--set", request.settings,
             "Any setting by the name that the model file records it under: sac.entropy_share=0.3, "
             "imitation.beta2=0.95, network.hidden=96. A name that is not known lists all. May be "
             "given several times")
      .type("NAME=VALUE")
      .repeatable();
}

// The sizes to learn; 5 to 9, as in the paper's tables, choose the best round.
void set_sizes(model::TrainConfig& config, const std::vector<int>& sizes) {
  constexpr int kFirstReported = 5;
  config.sizes = sizes;
  config.report_sizes.clear();
  std::copy_if(config.sizes.begin(), config.sizes.end(), std::back_inserter(config.report_sizes),
               [](int size) { return size >= kFirstReported && size <= model::kLastSureSize; });
  if (config.report_sizes.empty()) config.report_sizes = config.sizes;
}

void add_task(Command command, TrainRequest& request) {
  command
      .value("COLLECTION", request.collections,
             "Folders or files of one collection or several, each split on its own")
      .required()
      .type("");
  command
      .value("--extra", request.extra, "Files of more graphs to learn from, none of them set aside")
      .repeatable()
      .type("FILE");
  command.value("-o,--output", request.model, "The model to write (safetensors)")
      .required()
      .type("MODEL");
  add_format_option(command, request.input);
  request.input.paper_filter = true;
  add_filter_option(command, request.input.paper_filter);
  add_relation_options(command, request.input.relations, RelationDefault::Ignore);
  command
      .value("--split-seed", request.input.split_seed,
             "Of the split: a fifth of the graphs is left for testing [0]")
      .type("S");
  command.parsed(
      "--validation", "SHARE",
      [&](const std::string& text) { request.validation = parse_share("--validation", text); },
      "Of the graphs for training: set aside to choose the best round [0.1]");
  command.parsed(
      "--sizes", "SIZES",
      [&](const std::string& text) {
        request.changes.push_back([sizes = parse_sizes(text, "--sizes")](
                                      model::TrainConfig& config) { set_sizes(config, sizes); });
      },
      "Pattern sizes to learn: 7, 5..9, 3,5,7 [3..9]; 5 to 9 choose the best round. Sizes above 9 "
      "are learned on small graphs only");
  const auto read_labels_by = [&](const std::string& way) {
    request.changes.push_back([ranks = way == "rank" ? model::kLabelRanks : 0](
                                  model::TrainConfig& config) { config.label_ranks = ranks; });
  };
  command
      .parsed("--labels-by", "", read_labels_by,
              "name [default]: the model knows the labels of the collection and no others; rank: "
              "it knows labels by how frequent they are in a graph, and works on any graph")
      .one_of({"name", "rank"});
  command.parsed("--labels", "", read_labels_by, "The same as --labels-by")
      .one_of({"name", "rank"})
      .former_name();
  command
      .parsed(
          "--reward", "",
          [&](const std::string& name) {
            request.changes.push_back(
                [name](model::TrainConfig& config) { config.reward = env::reward_kind(name); });
          },
          "exact [default]: frequency / best frequency; raw: frequency; density: frequency / (|V| "
          "* edge density * k)")
      .one_of(env::reward_names());
}

void add_schedule(Command command, TrainRequest& request) {
  command.choice<model::Algorithm>(
      "--algorithm", {{"imitation", model::Algorithm::Imitation}, {"sac", model::Algorithm::Sac}},
      request.algorithm,
      "imitation [default]: of the exact optimum; sac: the paper's soft actor-critic");
  command
      .value("--preset", request.preset,
             "paper: its network and schedule; fast: its network, large batches, for a GPU; ours: "
             "fast with our network and inputs; small [default]: a little network for a CPU. "
             "Options override it")
      .one_of(model::preset_names());
  for (const SettingOption& option : kSchedule)
    add_setting(command, request, option);
  add_time_limit(command, request.time_limit, "Stop then, with everything saved");
}

void add_network(Command command, TrainRequest& request) {
  for (const SettingOption& option : kNetwork)
    add_setting(command, request, option);
  for (const SettingFlag& flag : kFlags) {
    const auto read = [&request, flag] {
      request.changes.push_back([flag](model::TrainConfig& config) {
        change_setting(config, flag.option, flag.setting, flag.value);
      });
    };
    command.flag(flag.option, read, flag.help);
  }
  add_any_setting(command, request);
}

void add_run(Command command, TrainRequest& request) {
  add_device_option(command, request.device);
  add_threads_option(command, request.threads, "0 [default]: one per core");
  command
      .value("--seed", request.seed,
             "Of everything random; on a CPU the same seed gives the same run [0]")
      .type("S");
  command.flag("--resume", request.resume,
               "Continue the run that wrote MODEL, from MODEL.last; same options");
  command.value("--init", request.init, "Start from the policy in this model").type("FILE");
  command.flag("--test-curve", request.test_curve,
               "Evaluate the test graphs as well, for the curves; nothing is chosen by them");
  command.flag("--quiet", request.quiet, "No warnings, no progress, no summary");
}

}  // namespace

void add_train_options(Command command, TrainRequest& request) {
  add_task(command, request);
  add_schedule(command, request);
  add_network(command, request);
  add_run(command, request);
}

model::TrainConfig config_of(const TrainRequest& request) {
  model::TrainConfig config = model::preset(request.preset, request.algorithm);
  const RelationOptions& edges = request.input.relations;
  if (edges.keeps_labels() || edges.directed) config.network.relations = model::kEdgeRanks;
  for (const auto& change : request.changes)
    change(config);
  for (const std::string& setting : request.settings) {
    const std::size_t place = setting.find('=');
    if (place == std::string::npos)
      throw UsageError("--set", "'" + setting + "' is not of the form NAME=VALUE");
    change_setting(config, "--set " + setting, setting.substr(0, place), setting.substr(place + 1));
  }
  config.device = request.device;
  config.seed = request.seed;
  config.threads = resolve_threads(request.threads);
  return config;
}

}  // namespace rlminer::cli
