#include "rlminer/env/reward.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <utility>

#include "rlminer/base/error.h"
#include "rlminer/pattern/canonical.h"

namespace rlminer::env {
namespace {

std::uint64_t in_64_bits(Count count) {
  return static_cast<std::uint64_t>(
      std::min<Count>(count, std::numeric_limits<std::uint64_t>::max()));
}

}  // namespace

Frequencies::Frequencies(const Graph& graph, std::span<const int> sizes, const Limits& limits)
    : counter_(std::make_unique<count::Counter>(graph, limits.threads)),
      complete_(counter_->take_census(sizes, static_cast<double>(limits.sets), limits.deadline)) {}

std::uint64_t Frequencies::frequency(std::span<const Vertex> connected_set) const {
  const Pattern induced = pattern::induce(counter_->graph(), connected_set);
  return in_64_bits(counter_->count(pattern::canonicalize(induced).pattern).saturated());
}

std::optional<std::uint64_t> Frequencies::best(int size) const {
  const std::optional<Count> best = counter_->best(size);
  return best ? std::optional(in_64_bits(*best)) : std::nullopt;
}

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

Target::Target(const Graph& graph) : Target(graph, Encoder()(graph)) {}

Target::Target(Graph graph, Encoding encoding)
    : graph_(std::move(graph)), encoding_(std::move(encoding)) {
  const std::size_t vertices = graph_.num_vertices();
  const std::size_t features = encoding_.features.size();
  if (tokens().size() != vertices || (features > 0 && features != vertices * kVertexFeatures)) {
    throw Error("a graph with " + std::to_string(vertices) + " vertices cannot have " +
                std::to_string(tokens().size()) + " tokens and " + std::to_string(features) +
                " features");
  }
  if (!edge_ranks().empty() &&
      (!graph_.has_relations() || edge_ranks().size() != graph_.relation_dictionary().size()))
    throw Error("ranks of edges that the graph does not have");
  const graph::Components components = graph::connected_components(graph_);
  std::array<bool, pattern::kMaxPatternSize + 1> is_component_size{true};
  for (const std::size_t size : components.sizes) {
    if (size < is_component_size.size()) is_component_size[size] = true;
  }
  for (std::size_t size = 1; size < list_of_size_.size(); ++size) {
    if (is_component_size[size - 1]) {
      auto& starts = start_lists_.emplace_back();
      for (Vertex v = 0; v < graph_.num_vertices(); ++v) {
        if (components.sizes[components.of[v]] >= size) starts.push_back(v);
      }
    }
    list_of_size_[size] = static_cast<std::uint8_t>(start_lists_.size() - 1);
  }
}

std::span<const Vertex> Target::starts(int size) const {
  assert(size >= 1 && size <= pattern::kMaxPatternSize);
  return start_lists_[list_of_size_[static_cast<std::size_t>(size)]];
}

}  // namespace rlminer::env
