#include "rlminer/study/method.h"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <vector>

#include "rlminer/base/deadline.h"
#include "rlminer/base/error.h"

namespace rlminer::study {
namespace {

// "name" or "name=value".
struct Option {
  std::string_view name;
  std::string_view value;
  bool has_value = false;
};

std::vector<Option> parse_options(std::string_view text) {
  std::vector<Option> options;
  while (!text.empty()) {
    text.remove_prefix(1);  // '+'
    const std::string_view whole = text.substr(0, text.find('+'));
    const std::size_t equals = whole.find('=');
    Option& option = options.emplace_back();
    option.name = whole.substr(0, equals);
    option.has_value = equals != whole.npos;
    if (option.has_value) option.value = whole.substr(equals + 1);
    text.remove_prefix(whole.size());
  }
  return options;
}

// A whole number from 1 on, or a positive number; false: it is not one.
template <typename Number>
bool read(const Option& option, Number& number) {
  const char* const end = option.value.data() + option.value.size();
  const auto [stop, error] = std::from_chars(option.value.data(), end, number);
  return option.has_value && error == std::errc() && stop == end && number > 0;
}

// Notes the option in the settings; false: there is no such option.
bool apply(const Option& option, const engine::EngineInfo& engine,
           engine::EngineSettings& settings) {
  if (option.name == "samples" && engine.repeated) return read(option, settings.samples.emplace());
  if (engine.model != engine::UsesModel::Always) return false;
  if (option.name == "local" && !option.has_value && settings.local_search == 0.0) {
    settings.local_search = Deadline::kForever;
    return true;
  }
  if (option.name == "temperature" && settings.decode == policy::Decode::Sample)
    return read(option, settings.temperature.emplace()) && *settings.temperature <= 1e6;
  if (settings.decode) return false;
  if (option.name == "samples") {
    settings.decode = policy::Decode::Sample;
    return read(option, settings.samples.emplace());
  }
  if (option.name == "beam") {
    settings.decode = policy::Decode::Beam;
    return read(option, settings.beam.emplace());
  }
  if (option.name == "multistart") {
    settings.decode = policy::Decode::Multistart;
    return !option.has_value || read(option, settings.samples.emplace());
  }
  return false;
}

}  // namespace

Method parse_method(const std::string& name) {
  Method method;
  method.name = name;
  const std::vector<std::string> names = engine::engine_names();
  const bool whole = std::find(names.begin(), names.end(), name) != names.end();
  method.engine = whole ? name : name.substr(0, name.find('+'));
  const engine::EngineInfo& engine = engine::engine_info(method.engine);
  if (engine.model == engine::UsesModel::Always) method.settings.local_search = 0.0;
  for (const Option& option : parse_options(std::string_view(name).substr(method.engine.size()))) {
    if (apply(option, engine, method.settings)) continue;
    throw Error("unknown method '" + name +
                "' (options: rand+samples=N, rl+samples=N, rl+samples=N+temperature=T, rl+beam=W, "
                "rl+multistart, rl+multistart=N, each of rl also with +local)");
  }
  // Under the limits of a study, too, one greedy rollout is one.
  if (engine.model == engine::UsesModel::Always && !method.settings.decode)
    method.settings.decode = policy::Decode::Greedy;
  method.random = engine.repeated || method.settings.decode == policy::Decode::Sample;
  method.together = engine.together;
  return method;
}

}  // namespace rlminer::study
