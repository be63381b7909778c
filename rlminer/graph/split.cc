#include "rlminer/graph/split.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include "rlminer/base/error.h"
#include "rlminer/base/rng.h"

namespace rlminer::graph {

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

TrainingSplit split_for_training(std::size_t graphs, std::uint64_t seed, double validation_share) {
  if (!(validation_share >= 0.0 && validation_share < 1.0))
    throw Error("the share of graphs for validation must be at least 0 and less than 1");
  TrainingSplit result;
  result.test = split(graphs, seed, Part::Test);
  result.train = split(graphs, seed, Part::Train);
  const std::size_t all = result.train.size();
  if (all < 2 || validation_share == 0.0) return result;

  const long wanted = std::lround(validation_share * static_cast<double>(all));
  const std::size_t validation =
      std::clamp<std::size_t>(static_cast<std::size_t>(wanted), 1, all - 1);
  Rng rng = Rng(seed).split();  // not the draws that cut off the test part
  rng.shuffle(std::span(result.train));
  result.validation.assign(result.train.end() - static_cast<std::ptrdiff_t>(validation),
                           result.train.end());
  result.train.resize(all - validation);
  std::sort(result.train.begin(), result.train.end());
  std::sort(result.validation.begin(), result.validation.end());
  return result;
}

}  // namespace rlminer::graph
