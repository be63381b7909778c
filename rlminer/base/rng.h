#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>

namespace rlminer {

// Scrambles 64 bits so that equal inputs give equal outputs and close inputs unrelated ones.
constexpr std::uint64_t mix64(std::uint64_t x) {
  x ^= x >> 32;
  x *= 0xd6e8feb86659fd93ULL;
  x ^= x >> 32;
  x *= 0xd6e8feb86659fd93ULL;
  return x ^ (x >> 32);
}

// Seeded generator (xoshiro256**). Every random draw in the library comes from an Rng handed in by
// the caller; the same seed gives the same draws on every machine.
class Rng {
 public:
  using result_type = std::uint64_t;

  using State = std::array<std::uint64_t, 4>;

  explicit Rng(std::uint64_t seed);

  // A generator made from a saved state continues where the saved one stood. Throws Error when the
  // words are all zero, which no generator's state ever is.
  static Rng from_state(const State& state);
  const State& state() const { return state_; }

  std::uint64_t next();
  std::uint64_t below(std::uint64_t bound);  // uniform in [0, bound), bound > 0
  double uniform();                          // uniform in [0, 1)
  bool chance(double probability) { return uniform() < probability; }
  Rng split();  // an independent generator; advances this one

  template <typename T>
  void shuffle(std::span<T> items) {
    for (std::size_t i = items.size(); i > 1; --i)
      std::swap(items[i - 1], items[below(i)]);
  }

  // The interface of a standard uniform random bit generator.
  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return ~result_type{0}; }
  result_type operator()() { return next(); }

 private:
  explicit Rng(const State& state) : state_(state) {}

  State state_;
};

}  // namespace rlminer
