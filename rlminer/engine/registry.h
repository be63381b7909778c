#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rlminer/engine/engine.h"
#include "rlminer/policy/decode.h"
#include "rlminer/policy/policy.h"

namespace rlminer::engine {

// What a user may say about how an engine is to work. Each engine takes some of it (see EngineInfo)
// and has its own default for what is not said.
struct EngineSettings {
  std::optional<policy::Decode> decode = {};  // how to search with a policy
  // Per size: subgraphs, vertex sets or rollouts to draw, or starts to try.
  std::optional<std::size_t> samples = {};
  std::optional<std::size_t> beam = {};     // patterns or states of each size to keep
  std::optional<double> temperature = {};   // of the draws from a policy
  std::optional<double> local_search = {};  // as RlOptions::local_search
};
enum class Setting { Decode, Samples, Beam, Temperature, LocalSearch };

// A learned policy, which is loaded when it is first needed.
struct PolicySource {
  // Shared because one loaded policy may serve several engines. Empty: there is none.
  std::function<std::shared_ptr<policy::Policy>()> load = {};
  std::vector<int> sizes = {};  // that auto may ask it about, ascending
  bool named = true;            // by the user; otherwise auto asks it only where that has paid
};

enum class UsesModel { Never, IfGiven, Always };

// What there is to know about an engine before it is made. Each engine is a file of its own, with a
// function that returns this, and has a row in the table in registry.cc.
struct EngineInfo {
  std::string name;
  std::string summary;      // a few words for a list of engines
  bool baseline = false;    // there to be compared with
  bool proves = false;      // its answers may be proven
  bool estimates = false;   // its frequencies may be estimates
  bool repeated = false;    // a study runs it with several seeds
  bool together = false;    // quicker when asked about many graphs at once (Engine::solve_many)
  bool fills_time = false;  // goes on as long as it may: one graph must leave time to the others
  UsesModel model = UsesModel::Never;
  std::vector<Setting> takes = {};
  std::vector<Setting> takes_with_model = {};  // in addition, when it has a model
  std::unique_ptr<Engine> (*make)(const EngineSettings&, const PolicySource&) = nullptr;

  // The `make` of an engine whose constructor takes the settings.
  template <typename Made>
  static std::unique_ptr<Engine> make_from_settings(const EngineSettings& settings,
                                                    const PolicySource&) {
    return std::make_unique<Made>(settings);
  }
  bool takes_setting(Setting setting, bool with_model) const;
};

// All engines, in the order in which they are presented.
const std::vector<EngineInfo>& engines();
std::vector<std::string> engine_names();  // in alphabetical order

// Throws Error for an unknown name, naming those there are.
const EngineInfo& engine_info(const std::string& name);

// Makes the engine of that name; throws Error for an unknown one, and for one that needs a model
// when there is none. Settings that it does not take are ignored.
std::unique_ptr<Engine> make_engine(const std::string& name, const EngineSettings& settings = {},
                                    const PolicySource& policy = {});

}  // namespace rlminer::engine
