#include "cli/evaluation.h"

#include <algorithm>
#include <cstddef>

#include "cli/command.h"
#include "cli/info_report.h"
#include "cli/shipped_models.h"

#include "rlminer/base/error.h"
#include "rlminer/graph/split.h"

namespace rlminer::cli {
namespace {

bool is_learned(const study::Method& method) {
  return engine::engine_info(method.engine).model == engine::UsesModel::Always;
}

}  // namespace

std::vector<study::Method> parse_methods(const std::vector<std::string>& names) {
  std::vector<study::Method> methods;
  for (const std::string& name : names) {
    try {
      methods.push_back(study::parse_method(name));
    } catch (const Error& error) {
      throw UsageError("--methods", error.what());
    }
    for (std::size_t i = 0; i + 1 < methods.size(); ++i) {
      if (methods[i].name != methods.back().name) continue;
      throw UsageError("--methods", "'" + methods.back().name + "' is named twice");
    }
  }
  return methods;
}

std::vector<std::string> choose_engines(const EngineChoice& learned,
                                        study::EvaluationOptions& protocol) {
  protocol.engine_for = [learned, sizes = protocol.sizes,
                         threads = protocol.threads](const study::Method& method) {
    if (!is_learned(method)) return engine::make_engine(method.engine, method.settings);
    EngineChoice choice = learned;
    choice.settings = method.settings;
    return choose_engine(choice, sizes, threads);
  };
  for (const study::Method& method : protocol.methods)
    protocol.engine_for(method);
  if (std::ranges::any_of(protocol.methods, is_learned))
    return sizes_beyond_training(learned, protocol.sizes);
  if (!learned.model.empty())
    throw UsageError("--model", "is for the method rl, which is not among --methods");
  return {};
}

std::vector<std::string> overlap_warnings(const std::string& model, const Collection& collection,
                                          const study::EvaluationOptions& protocol) {
  if (model.empty()) return {};
  const model::ModelInfo info = model::read_model_info(model_file(model));
  const std::size_t graphs = collection.graphs.size();
  const auto places = graph::split(graphs, protocol.split_seed, protocol.part);
  const std::string warning = overlap_warning(info, collection.name, graphs, places);
  if (warning.empty()) return {};
  return {model + ": " + warning};
}

}  // namespace rlminer::cli
