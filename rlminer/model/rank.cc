#include "rlminer/model/rank.h"

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

Rank rank_of_this_process() {
  constexpr int kMostProcesses = 100'000;
  constexpr int kLastPort = 65'535;
  Rank rank;
  if (variable("WORLD_SIZE").empty()) return rank;
  rank.count = number_in("WORLD_SIZE", 1, kMostProcesses);
  if (rank.count == 1) return rank;
  rank.number = number_in("RANK", 0, rank.count - 1);
  rank.port = static_cast<std::uint16_t>(number_in("MASTER_PORT", 1, kLastPort));
  rank.host = variable("MASTER_ADDR");
  if (rank.host.empty())
    throw Error("MASTER_ADDR: the machine of the first process is not named (docs/learning.md)");
  return rank;
}

}  // namespace rlminer::model
