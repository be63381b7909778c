#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rlminer::mpi {

// What processes say to one another.
//   to the leader     Ask (a part, please), Result (parts and what was counted; the last byte says
//                     whether more will come), Refusal (a reason)
//   from the leader   Job (a question), Part (its number, or kNoPart), Stop (do not finish), Home
enum class Tag { Ask, Result, Refusal, Job, Part, Stop, Home };

inline constexpr std::uint64_t kNoPart = ~std::uint64_t{0};

struct Message {
  int from = 0;
  Tag tag = Tag::Ask;
  std::string bytes;
};

void send(int to, Tag tag, std::string_view bytes);
// The next message, if there is one.
std::optional<Message> receive();
// Waits a moment, until there may be one.
void take_a_nap();

}  // namespace rlminer::mpi
