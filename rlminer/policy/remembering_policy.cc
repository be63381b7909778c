#include "rlminer/policy/remembering_policy.h"

#include <utility>

namespace rlminer::policy {
namespace {

// Of what a policy is told of a state: the target, the size, the set.
std::uint64_t hash_of(const env::Observation& state) {
  std::uint64_t set = 0;
  for (const Vertex vertex : state.chosen)
    set += mix64(vertex + 1);
  const auto target = reinterpret_cast<std::uintptr_t>(state.target);
  return mix64(mix64(static_cast<std::uint64_t>(target) + static_cast<std::uint64_t>(state.size)) +
               set);
}

}  // namespace

bool RememberingPolicy::score_until(const Deadline& deadline,
                                    std::span<const env::Observation> observations,
                                    std::vector<std::vector<float>>& scores) {
  constexpr std::size_t kMostNumbers = std::size_t{1} << 24;  // 64 MB
  scores.resize(observations.size());
  std::vector<env::Observation> unknown;
  std::vector<std::pair<std::size_t, std::uint64_t>> places;  // of these, and their hashes
  for (std::size_t i = 0; i < observations.size(); ++i) {
    const std::uint64_t hash = hash_of(observations[i]);
    const auto found = known_.find(hash);
    if (found != known_.end() && found->second.size() == observations[i].actions.size()) {
      scores[i] = found->second;
    } else {
      unknown.push_back(observations[i]);
      places.emplace_back(i, hash);
    }
  }
  if (unknown.empty()) return true;
  std::vector<std::vector<float>> said;
  if (!policy_.score_until(deadline, unknown, said)) return false;
  for (std::size_t i = 0; i < said.size(); ++i) {
    const auto [place, hash] = places[i];
    if (numbers_ < kMostNumbers && known_.emplace(hash, said[i]).second) numbers_ += said[i].size();
    scores[place] = std::move(said[i]);
  }
  return true;
}

}  // namespace rlminer::policy
