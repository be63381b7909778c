#include "rlminer/engine/engine.h"

#include "rlminer/base/error.h"
#include "rlminer/engine/exact.h"
#include "rlminer/engine/mni.h"
#include "rlminer/engine/rand.h"

namespace rlminer {

std::vector<std::string> engine_names() {
  return {"exact", "mni", "mni+noninduced", "rand"};
}

std::unique_ptr<Engine> make_engine(const std::string& name) {
  if (name == "exact") return std::make_unique<ExactEngine>();
  if (name == "mni") return std::make_unique<MniEngine>();
  if (name == "mni+noninduced") return std::make_unique<MniEngine>(Embeddings::All);
  if (name == "rand") return std::make_unique<RandEngine>();
  std::string known;
  for (const std::string& engine : engine_names())
    known += (known.empty() ? "" : ", ") + engine;
  throw Error("unknown engine '" + name + "' (there are: " + known + ")");
}

}  // namespace rlminer
