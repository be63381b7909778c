#include "cli/model_report.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <vector>

#include "cli/engine_choice.h"

namespace rlminer::cli {
namespace {

using Json = nlohmann::ordered_json;

// How many of the (ascending) places are among the (ascending) others.
std::size_t shared(const std::vector<std::size_t>& places, const std::vector<std::size_t>& others) {
  return static_cast<std::size_t>(std::count_if(
      places.begin(), places.end(),
      [&](std::size_t place) { return std::binary_search(others.begin(), others.end(), place); }));
}

std::string switches(const model::NetworkConfig& network) {
  std::string text;
  const auto add = [&text](bool on, const char* name) {
    if (on) text += (text.empty() ? "" : ", ") + std::string(name);
  };
  add(network.plus, "plus");
  add(network.features, "features");
  add(!network.task_steps, "no task steps");
  add(!network.skip_gate, "no skip gate");
  add(!network.state_messages, "no state messages");
  add(!network.reward_head, "no reward head");
  return text.empty() ? "as in the paper" : text;
}

}  // namespace

std::string to_text(const std::string& path, const model::ModelInfo& info) {
  const model::NetworkConfig& network = info.network;
  std::string text = fmt::format("{} (model of rlminer {})\n", path, info.program_version);
  const auto line = [&text](const std::string& name, const std::string& value) {
    text += fmt::format("{:<12}{}\n", name, value);
  };
  line("network", fmt::format("{} wide, {} layers, {} heads; {}", network.hidden, network.layers,
                              network.heads, switches(network)));
  line("sizes", size_list(info.sizes));
  line("labels", info.labels.empty()
                     ? fmt::format("any: by rank in the graph, {} ranks", network.labels)
                     : fmt::format("{}: {}", info.labels.size(), fmt::join(info.labels, " ")));
  for (const model::TrainingPart& part : info.parts) {
    line("trained on", fmt::format("{}, split seed {}: {} graphs, {} for validation, {} left for "
                                   "testing",
                                   part.dataset, part.split_seed, part.split.train.size(),
                                   part.split.validation.size(), part.split.test.size()));
  }
  line("algorithm", fmt::format("{}, seed {}", info.algorithm, info.seed));
  for (const auto& [name, value] : info.notes)
    line(name, value);
  return text;
}

std::string to_json(const std::string& path, const model::ModelInfo& info) {
  model::NetworkConfig network = info.network;
  const Json json = {{"name", path},
                     {"format", "model"},
                     {"program_version", info.program_version},
                     {"network", model::json_of(model::fields_of(network))},
                     {"sizes", info.sizes},
                     {"labels", info.labels},
                     {"trained_on", model::json_of(info.parts)},
                     {"algorithm", info.algorithm},
                     {"seed", info.seed},
                     {"notes", info.notes}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string overlap_warning(const model::ModelInfo& info, const std::string& dataset,
                            std::size_t graphs, const std::vector<std::size_t>& places) {
  const auto part = std::ranges::find(info.parts, dataset, &model::TrainingPart::dataset);
  if (part == info.parts.end()) return {};
  const graph::TrainingSplit& split = part->split;
  const std::size_t known = split.train.size() + split.validation.size() + split.test.size();
  if (known != graphs) {
    return fmt::format(
        "the model was trained on another selection of {} ({} graphs, here {}): it "
        "may know some of these graphs",
        dataset, known, graphs);
  }
  const std::size_t trained = shared(places, split.train);
  const std::size_t chosen = shared(places, split.validation);
  if (trained + chosen == 0) return {};
  return fmt::format(
      "the model knows {} of these {} graphs: {} from training, {} from "
      "validation",
      trained + chosen, places.size(), trained, chosen);
}

}  // namespace rlminer::cli
