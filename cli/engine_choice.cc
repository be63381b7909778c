#include "cli/engine_choice.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iterator>
#include <map>

#include "cli/learning.h"
#include "cli/options.h"
#include "cli/shipped_models.h"

#include "rlminer/base/error.h"
#include "rlminer/engine/auto.h"
#include "rlminer/engine/rl.h"
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

void refuse_without_policy(const SearchChoice& search, const EngineChoice& engine) {
  if (engine.asks_a_policy()) return;
  const bool random = engine.name == "rand" || engine.name == "auto" || engine.name == "sample";
  const bool improves = engine.name == "auto";
  const auto refuse = [&](const char* option) {
    throw CLI::ValidationError(option, "is for rl, or for auto with a --model");
  };
  if (search.decode) refuse("--decode");
  if (search.beam && engine.name != "beam")
    throw CLI::ValidationError("--beam", "is for beam and rl, or for auto with a --model");
  if (search.temperature) refuse("--temperature");
  if (search.samples && !random) refuse("--samples");
  if (search.local_search && !improves) refuse("--local-search");
}

}  // namespace

void add_device_option(CLI::App& command, std::string& device) {
  command
      .add_option("--device", device,
                  "What the network computes on; auto [default]: cuda if there is one")
      ->check(CLI::IsMember({"auto", "cpu", "cuda"}).description(""))
      ->type_name("auto|cpu|cuda");
}

void add_model_options(CLI::App& command, EngineChoice& choice) {
  command
      .add_option("--model", choice.model,
                  "A model that train has written, or the name of one that is shipped, for rl "
                  "[universal], and for auto where exact takes too long")
      ->type_name("FILE");
  add_device_option(command, choice.device);
}

void add_search_options(CLI::App& command, SearchChoice& choice) {
  add_parsed(
      command, "--decode", "greedy|sample|beam|multistart",
      [&](const std::string& name) { choice.decode = kDecodes.at(name); },
      "How to search with a policy: one greedy rollout [default of rl], the greedy one and draws "
      "[default of auto, and with --samples], the most probable states side by side, or a greedy "
      "rollout from every vertex")
      ->check(CLI::IsMember({"greedy", "sample", "beam", "multistart"}).description(""));
  add_parsed(
      command, "--samples", "N",
      [&](const std::string& text) {
        choice.samples = parse_count("--samples", text, 1, kMostSamples);
      },
      "Per size: random subgraphs of rand [100], vertex sets of sample [as many as time allows], "
      "rollouts of a policy [32], or at most so many starts of multistart [all]");
  add_parsed(
      command, "--beam", "W",
      [&](const std::string& text) { choice.beam = parse_count("--beam", text, 1, kMostStates); },
      "Patterns of each size that beam keeps [20], or states that --decode beam keeps [16]");
  add_parsed(
      command, "--temperature", "T",
      [&](const std::string& text) { choice.temperature = parse_positive("--temperature", text); },
      "Of the draws of --decode sample: higher is more varied [1]");
  add_parsed(
      command, "--local-search", "on|off|SECONDS",
      [&](const std::string& text) { choice.local_search = parse_local_search(text); },
      "Improve the best patterns by swapping vertices, at most so long per graph and size [on; off "
      "for one greedy rollout]");
}

void SearchChoice::settle(const EngineChoice& engine, engine::Problem& problem) const {
  refuse_without_policy(*this, engine);
  if (samples) problem.samples = problem.draws = *samples;
  if (engine.name == "beam") {
    if (beam) problem.beam = *beam;
    return;
  }
  policy::DecodeOptions& options = problem.search.decode;
  if (decode) {
    options.method = *decode;
  } else if (beam) {
    options.method = policy::Decode::Beam;
  } else if (samples || temperature || !engine.learned()) {
    options.method = policy::Decode::Sample;
  }
  const bool draws = options.method == policy::Decode::Sample;
  const bool counts = draws || options.method == policy::Decode::Multistart;
  if (samples && !counts && engine.learned())
    throw CLI::ValidationError("--samples", "is for --decode sample or multistart");
  if (beam && options.method != policy::Decode::Beam)
    throw CLI::ValidationError("--beam", "is for --decode beam");
  if (temperature && !draws) throw CLI::ValidationError("--temperature", "is for --decode sample");
  if (samples) options.samples = options.starts = *samples;
  if (beam) options.beam = *beam;
  if (temperature) options.temperature = *temperature;
  const bool improve = !engine.learned() || options.method != policy::Decode::Greedy;
  problem.search.local_search = local_search.value_or(improve ? Deadline::kForever : 0.0);
}

std::unique_ptr<engine::Engine> choose_engine(const EngineChoice& choice,
                                              const std::vector<int>& sizes, int threads) {
  if (!choice.asks_a_policy()) {
    if (choice.model.empty()) return engine::make_engine(choice.name);
    throw CLI::ValidationError("--model", "is for rl and auto, not for " + choice.name);
  }
  learning::require();
  const std::string file = file_of(choice);
  if (file.empty()) {
    throw CLI::ValidationError("rl", "needs --model FILE, which rlminer train writes (" +
                                         shipped_models_for_people() + ")");
  }
  const std::vector<int> known = sizes_for_model(file, choice, sizes);
  const auto make = [model = file, device = choice.device, threads] {
    return std::make_unique<engine::RlEngine>(
        learning::load_policy(model, {.device = device, .threads = threads}));
  };
  if (choice.learned()) return make();
  return std::make_unique<engine::AutoEngine>(engine::LearnedPart{make, known});
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
