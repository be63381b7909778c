#include "rlminer/study/method.h"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <vector>

#include "rlminer/base/deadline.h"
#include "rlminer/base/error.h"
#include "rlminer/engine/engine.h"

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

// Notes the option in the method; false: there is no such option.
bool apply(const Option& option, Method& method) {
  policy::DecodeOptions& decode = method.search.decode;
  const bool learned = method.engine == "rl";
  const bool first = decode.method == policy::Decode::Greedy;
  if (option.name == "samples" && method.engine == "rand") return read(option, method.samples);
  if (!learned) return false;
  if (option.name == "local" && !option.has_value && method.search.local_search == 0.0) {
    method.search.local_search = Deadline::kForever;
    return true;
  }
  if (option.name == "temperature" && decode.method == policy::Decode::Sample)
    return read(option, decode.temperature) && decode.temperature <= 1e6;
  if (option.name == "samples" && first) {
    decode.method = policy::Decode::Sample;
    return read(option, decode.samples);
  }
  if (option.name == "beam" && first) {
    decode.method = policy::Decode::Beam;
    return read(option, decode.beam);
  }
  if (option.name == "multistart" && first) {
    decode.method = policy::Decode::Multistart;
    return !option.has_value || read(option, decode.starts);
  }
  return false;
}

}  // namespace

Method parse_method(const std::string& name) {
  Method method;
  method.name = name;
  const auto engines = engine::engine_names();
  const bool whole = std::find(engines.begin(), engines.end(), name) != engines.end();
  method.engine = whole ? name : name.substr(0, name.find('+'));
  // There is one, or make_engine says which there are. (It cannot make one that needs a model.)
  if (std::find(engines.begin(), engines.end(), method.engine) == engines.end())
    engine::make_engine(method.engine);
  for (const Option& option : parse_options(std::string_view(name).substr(method.engine.size()))) {
    if (apply(option, method)) continue;
    throw Error("unknown method '" + name +
                "' (options: rand+samples=N, rl+samples=N, rl+samples=N+temperature=T, rl+beam=W, "
                "rl+multistart, rl+multistart=N, each of rl also with +local)");
  }
  method.random = method.engine == "rand" || method.search.decode.method == policy::Decode::Sample;
  method.together = method.engine == "rl";
  if (method.engine == "auto") {
    method.search.decode.method = policy::Decode::Sample;
    method.search.local_search = Deadline::kForever;
  }
  return method;
}

}  // namespace rlminer::study
