#include "rlminer/engine/registry.h"

#include <algorithm>

#include "rlminer/base/error.h"
#include "rlminer/engine/auto.h"

namespace rlminer::engine {

// Each in the file of its engine.
EngineInfo exact_engine(), beam_engine(), sample_engine(), rl_engine(), rand_engine(), mni_engine(),
    mni_noninduced_engine();

const std::vector<EngineInfo>& engines() {
  static const std::vector<EngineInfo> table{
      auto_engine(), exact_engine(), beam_engine(), sample_engine(),
      rl_engine(),   rand_engine(),  mni_engine(),  mni_noninduced_engine()};
  return table;
}

bool EngineInfo::takes_setting(Setting setting, bool with_model) const {
  const auto has = [&](const std::vector<Setting>& settings) {
    return std::find(settings.begin(), settings.end(), setting) != settings.end();
  };
  return has(takes) || (with_model && has(takes_with_model));
}

std::vector<std::string> engine_names() {
  std::vector<std::string> names;
  for (const EngineInfo& engine : engines())
    names.push_back(engine.name);
  std::sort(names.begin(), names.end());
  return names;
}

const EngineInfo& engine_info(const std::string& name) {
  for (const EngineInfo& engine : engines()) {
    if (engine.name == name) return engine;
  }
  std::string known;
  for (const std::string& engine : engine_names())
    known += (known.empty() ? "" : ", ") + engine;
  throw Error("unknown engine '" + name + "' (there are: " + known + ")");
}

std::unique_ptr<Engine> make_engine(const std::string& name, const EngineSettings& settings,
                                    const PolicySource& policy) {
  const EngineInfo& engine = engine_info(name);
  if (engine.model == UsesModel::Always && !policy.load)
    throw Error("engine " + name + " needs a model (--model FILE)");
  return engine.make(settings, policy);
}

}  // namespace rlminer::engine
