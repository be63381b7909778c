#include "rlminer/base/rng.h"

#include <bit>

#include "rlminer/base/error.h"

namespace rlminer {

Rng::Rng(std::uint64_t seed) {
  for (std::uint64_t& word : state_) {
    seed += 0x9e3779b97f4a7c15ULL;
    word = mix64(seed);
  }
  state_[0] |= 1;  // the all-zero state is the one the generator cannot leave
}

Rng Rng::from_state(const State& state) {
  if (state == State{}) throw Error("the state of a random generator cannot be all zero");
  return Rng(state);
}

std::uint64_t Rng::next() {
  const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
  const std::uint64_t shifted = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= shifted;
  state_[3] = std::rotl(state_[3], 45);
  return result;
}

std::uint64_t Rng::below(std::uint64_t bound) {
  // The high word of a 128-bit product is uniform once the few low words that would favour some
  // values are redrawn.
  const std::uint64_t unfair = (0 - bound) % bound;
  for (;;) {
    const unsigned __int128 product = static_cast<unsigned __int128>(next()) * bound;
    if (static_cast<std::uint64_t>(product) >= unfair)
      return static_cast<std::uint64_t>(product >> 64);
  }
}

double Rng::uniform() {
  return static_cast<double>(next() >> 11) * 0x1.0p-53;
}

Rng Rng::split() {
  return Rng(next());
}

}  // namespace rlminer
