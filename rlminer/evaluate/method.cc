#include "rlminer/evaluate/method.h"

#include <algorithm>
#include <charconv>
#include <string_view>

#include "rlminer/base/error.h"
#include "rlminer/engine/engine.h"

namespace rlminer {

Method parse_method(const std::string& name) {
  constexpr std::string_view kSamples = "+samples=";
  Method method;
  method.name = name;
  const auto engines = engine_names();
  const bool whole = std::find(engines.begin(), engines.end(), name) != engines.end();
  method.engine = whole ? name : name.substr(0, name.find('+'));
  // There is one, or make_engine says which there are. (It cannot make one that needs a model.)
  if (std::find(engines.begin(), engines.end(), method.engine) == engines.end())
    make_engine(method.engine);
  method.random = method.engine == "rand";
  method.together = method.engine == "rl";
  const std::string_view option = std::string_view(name).substr(method.engine.size());
  if (option.empty()) return method;
  const std::string_view value =
      method.random && option.starts_with(kSamples) ? option.substr(kSamples.size()) : "";
  const auto [end, error] =
      std::from_chars(value.data(), value.data() + value.size(), method.samples);
  if (value.empty() || error != std::errc() || end != value.data() + value.size() ||
      method.samples == 0) {
    throw Error("unknown method '" + name + "' (options: rand+samples=N)");
  }
  return method;
}

}  // namespace rlminer
