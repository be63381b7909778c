#include "rlminer/env/reward.h"

#include <array>
#include <utility>

#include "rlminer/base/error.h"

namespace rlminer::env {
namespace {

constexpr std::array<std::pair<RewardKind, std::string_view>, 3> kNames = {{
    {RewardKind::Exact, "exact"},
    {RewardKind::Raw, "raw"},
    {RewardKind::Density, "density"},
}};

}  // namespace

std::vector<std::string> reward_names() {
  std::vector<std::string> names;
  for (const auto& [kind, name] : kNames)
    names.emplace_back(name);
  return names;
}

std::string to_string(RewardKind kind) {
  return std::string(kNames[static_cast<std::size_t>(kind)].second);
}

RewardKind reward_kind(std::string_view name) {
  std::string known;
  for (const auto& [kind, kind_name] : kNames) {
    if (kind_name == name) return kind;
    known += (known.empty() ? "" : ", ") + std::string(kind_name);
  }
  throw Error("unknown reward '" + std::string(name) + "' (there are: " + known + ")");
}

double edge_density(const Graph& graph) {
  const auto vertices = static_cast<double>(graph.num_vertices());
  if (vertices < 2) return 0.0;
  return 2.0 * static_cast<double>(graph.num_edges()) / (vertices * (vertices - 1));
}

double reward(RewardKind kind, const Graph& graph, const Outcome& outcome) {
  const auto frequency = static_cast<double>(outcome.frequency);
  if (kind == RewardKind::Raw) return frequency;
  if (kind == RewardKind::Exact) {
    if (!outcome.best) {
      throw Error("reward exact needs the highest frequency of size " +
                  std::to_string(outcome.size) + ", which is not known for this graph");
    }
    return *outcome.best == 0 ? 0.0 : frequency / static_cast<double>(*outcome.best);
  }
  const double scale =
      static_cast<double>(graph.num_vertices()) * edge_density(graph) * outcome.size;
  return scale == 0.0 ? 0.0 : frequency / scale;
}

}  // namespace rlminer::env
