#include "rlminer/graph/refinement.h"

#include <string>

#include "rlminer/base/rng.h"

namespace rlminer::graph {
namespace {

std::uint64_t hash_of(const std::string& text) {
  std::uint64_t hash = text.size();
  for (const char character : text)
    hash = mix64(hash ^ static_cast<unsigned char>(character));
  return mix64(hash);
}

}  // namespace

Colours label_colours(const Graph& graph) {
  std::vector<std::uint64_t> of_label;
  for (std::size_t label = 0; label < graph.num_labels(); ++label)
    of_label.push_back(hash_of(graph.label_dictionary().name(static_cast<Label>(label))));
  Colours colours;
  for (const Label label : graph.labels())
    colours.push_back(of_label[label]);
  return colours;
}

Colours refined(const Graph& graph, const Colours& colours) {
  Colours result(colours.size());
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    std::uint64_t around = 0;  // a sum of mixed words is a hash of a multiset
    for (const Vertex neighbor : graph.neighbors(v))
      around += mix64(colours[neighbor] ^ 0x9e3779b97f4a7c15ULL);
    result[v] = mix64(colours[v] + mix64(around));
  }
  return result;
}

std::uint64_t isomorphism_hash(const Graph& graph) {
  // Vertices further apart seldom make a difference, and it costs a pass each.
  constexpr int kSteps = 16;
  Colours colours = label_colours(graph);
  for (int i = 0; i < kSteps; ++i)
    colours = refined(graph, colours);
  std::uint64_t sum = 0;
  for (const std::uint64_t colour : colours)
    sum += mix64(colour);
  return mix64(sum ^ mix64(graph.num_vertices()) ^ mix64(~graph.num_edges()));
}

}  // namespace rlminer::graph
