#include "rlminer/model/training_process.h"

#include <charconv>
#include <cstdlib>
#include <string_view>

#include "rlminer/base/error.h"

namespace rlminer::model {
namespace {

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

int number_in(const char* name, int lowest, int highest) {
  const std::string text = variable(name);
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < lowest ||
      value > highest) {
    throw Error(std::string(name) + ": '" + text + "' is not a number from " +
                std::to_string(lowest) + " to " + std::to_string(highest) +
                ", which processes that train together need (docs/learning.md)");
  }
  return value;
}

}  // namespace

TrainingProcess this_training_process() {
  constexpr int kMostProcesses = 100'000;
  constexpr int kLastPort = 65'535;
  TrainingProcess process;
  if (variable("WORLD_SIZE").empty()) return process;
  process.count = number_in("WORLD_SIZE", 1, kMostProcesses);
  if (process.count == 1) return process;
  process.number = number_in("RANK", 0, process.count - 1);
  process.port = static_cast<std::uint16_t>(number_in("MASTER_PORT", 1, kLastPort));
  process.host = variable("MASTER_ADDR");
  if (process.host.empty())
    throw Error("MASTER_ADDR: the machine of the first process is not named (docs/learning.md)");
  return process;
}

}  // namespace rlminer::model
