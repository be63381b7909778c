#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rlminer::mpi {

// What processes say to one another.
//   to the leader     Ask (a part, please), Refusal (a reason)
//   from the leader   Job (a question), Part (its number, or kNoPart), Stop (do not finish), Home
//   up the tree       Result (parts and what was counted; the last byte says whether more will
//   come)
enum class Tag { Ask, Result, Refusal, Job, Part, Stop, Home };

inline constexpr std::uint64_t kNoPart = ~std::uint64_t{0};

// How a Result ends.
inline constexpr char kLast = 0;
inline constexpr char kMoreWillCome = 1;

struct Message {
  int from = 0;
  Tag tag = Tag::Ask;
  std::string bytes;

  // Without its last byte.
  std::string_view result() const { return std::string_view(bytes).substr(0, bytes.size() - 1); }
};

// Results go up a tree whose root is the leader, process 0, so that nobody adds up those of all.
inline constexpr int kChildren = 4;
constexpr int parent_of(int rank) {
  return (rank - 1) / kChildren;
}
// How many of so many processes send their results to this one.
constexpr int children_of(int rank, int processes) {
  return std::clamp(processes - 1 - kChildren * rank, 0, kChildren);
}

inline constexpr int kAnyone = -1;

void send(int to, Tag tag, std::string_view bytes);
// The next message of this process or of anyone, if there is one.
std::optional<Message> receive(int from = kAnyone);
// Waits a moment, until there may be one.
void take_a_nap();

}  // namespace rlminer::mpi
