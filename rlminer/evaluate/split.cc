#include "rlminer/evaluate/split.h"

#include <algorithm>
#include <numeric>
#include <span>

#include "rlminer/base/rng.h"

namespace rlminer {

std::string to_string(Part part) {
  switch (part) {
    case Part::Train:
      return "train";
    case Part::Test:
      return "test";
    case Part::All:
      break;
  }
  return "all";
}

std::vector<std::size_t> split(std::size_t graphs, std::uint64_t seed, Part part) {
  std::vector<std::size_t> places(graphs);
  std::iota(places.begin(), places.end(), std::size_t{0});
  if (part == Part::All) return places;
  Rng rng(seed);
  rng.shuffle(std::span(places));
  const auto first_test = places.end() - static_cast<std::ptrdiff_t>((graphs + 4) / 5);
  std::vector<std::size_t> chosen(part == Part::Test ? first_test : places.begin(),
                                  part == Part::Test ? places.end() : first_test);
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

}  // namespace rlminer
