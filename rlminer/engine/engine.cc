#include "rlminer/engine/engine.h"

#include "rlminer/base/error.h"
#include "rlminer/engine/exact.h"

namespace rlminer {

std::vector<std::string> engine_names() {
  return {"exact"};
}

std::unique_ptr<Engine> make_engine(const std::string& name) {
  if (name == "exact") return std::make_unique<ExactEngine>();
  std::string known;
  for (const std::string& engine : engine_names())
    known += (known.empty() ? "" : ", ") + engine;
  throw Error("unknown engine '" + name + "' (there are: " + known + ")");
}

}  // namespace rlminer
