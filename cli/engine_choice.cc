#include "cli/engine_choice.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <map>
#include <utility>

#include "cli/learning.h"
#include "cli/options.h"
#include "cli/shipped_models.h"

#include "rlminer/base/deadline.h"
#include "rlminer/base/error.h"
#include "rlminer/engine/rl.h"
#include "rlminer/infer/infer.h"
#include "rlminer/model/model_info.h"

namespace rlminer::cli {
namespace {

constexpr std::size_t kMostSamples = 1'000'000'000;
constexpr std::size_t kMostStates = 100'000;

const std::map<std::string, policy::Decode> kDecodes{{"greedy", policy::Decode::Greedy},
                                                     {"sample", policy::Decode::Sample},
                                                     {"beam", policy::Decode::Beam},
                                                     {"multistart", policy::Decode::Multistart}};

double parse_local_search(const std::string& text) {
  if (text == "on") return Deadline::kForever;
  if (text == "off") return 0.0;
  return parse_positive("--local-search", text);
}

std::string file_of(const EngineChoice& choice) {
  return choice.model.empty() ? universal_model() : model_file(choice.model);
}

// The sizes asked for, by what the training of the model says to them.
struct SizesAsked {
  std::vector<int> trained;
  std::vector<int> known;
  std::vector<int> beyond;  // larger than all that are known
  std::vector<int> others;
};

SizesAsked sort_sizes(const std::string& model, const std::vector<int>& asked) {
  SizesAsked sizes;
  sizes.trained = model::read_model_info(model).sizes;
  for (const int size : asked) {
    const auto& trained = sizes.trained;
    const bool is_known = std::find(trained.begin(), trained.end(), size) != trained.end();
    const bool is_beyond = !trained.empty() && size > trained.back();
    (is_known ? sizes.known : is_beyond ? sizes.beyond : sizes.others).push_back(size);
  }
  return sizes;
}

// The sizes for which the model is asked.
std::vector<int> sizes_for_model(const std::string& model, const EngineChoice& choice,
                                 const std::vector<int>& asked) {
  const SizesAsked sizes = sort_sizes(model, asked);
  std::vector<int> possible = sizes.known;
  possible.insert(possible.end(), sizes.beyond.begin(), sizes.beyond.end());
  // What the model cannot do, auto has other means for.
  if (sizes.others.empty() || (!choice.learned() && !possible.empty())) return possible;
  throw Error(model + ": this model was trained for the sizes " + size_list(sizes.trained) +
              ", not for " + size_list(sizes.others));
}

// "a, b and c".
std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
  return text;
}

// "beam and rl, or for auto with a --model": the engines that take a setting.
std::string takers(engine::Setting setting) {
  std::vector<std::string> always, with_model;
  for (const engine::EngineInfo& engine : engine::engines()) {
    if (engine.takes_setting(setting, false)) {
      always.push_back(engine.name);
    } else if (engine.takes_setting(setting, true)) {
      with_model.push_back(engine.name);
    }
  }
  if (with_model.empty()) return listed(always);
  return listed(always) + ", or for " + listed(with_model) + " with a --model";
}

// Throws UsageError for what was set and is not for this engine.
void refuse_settings(const EngineChoice& choice) {
  using engine::Setting;
  const engine::EngineSettings& set = choice.settings;
  const auto check = [&](bool is_set, const char* option, Setting setting) {
    if (is_set && !choice.info().takes_setting(setting, choice.asks_a_policy()))
      throw UsageError(option, "is for " + takers(setting));
  };
  check(set.decode.has_value(), "--decode", Setting::Decode);
  check(set.beam.has_value(), "--beam", Setting::Beam);
  check(set.temperature.has_value(), "--temperature", Setting::Temperature);
  check(set.samples.has_value(), "--samples", Setting::Samples);
  check(set.local_search.has_value(), "--local-search", Setting::LocalSearch);
  if (!choice.asks_a_policy()) return;
  const policy::Decode decode = engine::rl_options(set, policy::Decode::Sample).decode.method;
  const bool draws = decode == policy::Decode::Sample;
  if (set.samples && !draws && decode != policy::Decode::Multistart && choice.learned())
    throw UsageError("--samples", "is for --decode sample or multistart");
  if (set.beam && decode != policy::Decode::Beam)
    throw UsageError("--beam", "is for --decode beam");
  if (set.temperature && !draws) throw UsageError("--temperature", "is for --decode sample");
}

// What auto may ask where nobody has named a model.
engine::PolicySource default_policy(const EngineChoice& choice, const std::vector<int>& sizes,
                                    int threads) {
  const bool may_ask = choice.info().model == engine::UsesModel::IfGiven;
  const std::string file = may_ask ? shipped_model_file("networks") : "";
  if (file.empty()) return {};
  const auto load = [file, device = choice.device, threads]() -> std::shared_ptr<policy::Policy> {
    return load_policy(file, device, threads);
  };
  return {load, sizes, false};
}

}  // namespace

void add_device_option(Command command, std::string& device) {
  command
      .value("--device", device,
             "What the network computes on; auto [default]: cpu, and cuda for training if there is "
             "one")
      .one_of({"auto", "cpu", "cuda"});
}

void add_model_options(Command command, EngineChoice& choice) {
  command
      .value("--model", choice.model,
             "A model that train has written, or the name of one that is shipped, for rl "
             "[universal], and for auto where exact takes too long")
      .type("FILE");
  add_device_option(command, choice.device);
}

void add_search_options(Command command, engine::EngineSettings& choice) {
  command
      .parsed(
          "--decode", "greedy|sample|beam|multistart",
          [&](const std::string& name) { choice.decode = kDecodes.at(name); },
          "How to search with a policy: one greedy rollout [default of rl without a time limit], "
          "the greedy one and "
          "draws "
          "[default of auto, and with --samples], the most probable states side by side, or a "
          "greedy "
          "rollout from every vertex")
      .one_of({"greedy", "sample", "beam", "multistart"});
  command.parsed(
      "--samples", "N",
      [&](const std::string& text) {
        choice.samples = parse_count("--samples", text, 1, kMostSamples);
      },
      "Per size: random subgraphs of rand [100], vertex sets of sample [as many as time allows], "
      "distinct patterns drawn by a policy [32], or at most so many starts of multistart [all]");
  command.parsed(
      "--beam", "W",
      [&](const std::string& text) { choice.beam = parse_count("--beam", text, 1, kMostStates); },
      "Patterns of each size that beam keeps [20], or states that --decode beam keeps [16]");
  command.parsed(
      "--temperature", "T",
      [&](const std::string& text) { choice.temperature = parse_positive("--temperature", text); },
      "Of the draws of --decode sample: higher is more varied [1]");
  command.parsed(
      "--local-search", "on|off|SECONDS",
      [&](const std::string& text) { choice.local_search = parse_local_search(text); },
      "Improve the best patterns by swapping vertices, at most so long per graph and size [on; off "
      "for one greedy rollout]");
}

std::unique_ptr<policy::Policy> load_policy(const std::filesystem::path& model,
                                            const std::string& device, int threads) {
  if (device != "cuda") return infer::load_policy(model, threads);
  return learning::load_policy(model, {.device = device, .threads = threads});
}

policy::Decode parse_decode(const std::string& name) {
  const auto found = kDecodes.find(name);
  if (found == kDecodes.end())
    throw UsageError("--decode", name + " not in {greedy,sample,beam,multistart}");
  return found->second;
}

std::string engine_help() {
  std::string text = "How to answer: ";
  bool baselines = false;
  for (const engine::EngineInfo& engine : engine::engines()) {
    if (text.back() == ')') text += ", ";
    if (engine.baseline && !std::exchange(baselines, true)) text += "or a baseline: ";
    text += fmt::format("{}{} ({})", engine.name,
                        engine.name == EngineChoice().name ? " [default]" : "", engine.summary);
  }
  return text;
}

std::unique_ptr<engine::Engine> choose_engine(const EngineChoice& choice,
                                              const std::vector<int>& sizes, int threads) {
  refuse_settings(choice);
  if (!choice.asks_a_policy()) {
    if (choice.model.empty()) {
      return engine::make_engine(choice.name, choice.settings,
                                 default_policy(choice, sizes, threads));
    }
    throw UsageError("--model", "is for rl and auto, not for " + choice.name);
  }
  if (choice.device == "cuda") learning::require();
  const std::string file = file_of(choice);
  if (file.empty()) {
    throw UsageError("rl", "needs --model FILE, which rlminer train writes (" +
                               shipped_models_for_people() + ")");
  }
  const auto load = [file, device = choice.device, threads]() -> std::shared_ptr<policy::Policy> {
    return load_policy(file, device, threads);
  };
  return engine::make_engine(choice.name, choice.settings,
                             {load, sizes_for_model(file, choice, sizes)});
}

std::vector<std::string> sizes_beyond_training(const EngineChoice& choice,
                                               const std::vector<int>& sizes) {
  if (!choice.learned()) return {};
  const std::string file = file_of(choice);
  const SizesAsked asked = sort_sizes(file, sizes);
  if (asked.beyond.empty()) return {};
  return {file + ": this model was trained for the sizes " + size_list(asked.trained) + "; " +
          size_list(asked.beyond) + " is beyond what it has seen"};
}

std::string size_list(const std::vector<int>& sizes) {
  std::string text;
  for (std::size_t first = 0, last = 0; first < sizes.size(); first = last + 1) {
    last = first;
    while (last + 1 < sizes.size() && sizes[last + 1] == sizes[last] + 1)
      ++last;
    if (!text.empty()) text += ", ";
    text += std::to_string(sizes[first]);
    if (last > first) text += ".." + std::to_string(sizes[last]);
  }
  return text;
}

}  // namespace rlminer::cli
