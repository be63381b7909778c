#include "rlminer/env/target.h"

#include <cassert>
#include <utility>

#include "rlminer/base/error.h"
#include "rlminer/env/vertex_features.h"

namespace rlminer::env {

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
