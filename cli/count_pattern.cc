#include "cli/count_pattern.h"

#include <algorithm>
#include <cstdio>

#include "rlminer/base/error.h"
#include "rlminer/pattern/canonical.h"

namespace rlminer::cli {
namespace {

Error too_large() {
  return Error("the pattern has more than " + std::to_string(pattern::kMaxPatternSize) +
               " vertices");
}

// The names to use when only edges were written: the one label of the input for every vertex.
std::vector<std::string> only_label(const WrittenPattern& written,
                                    const graph::LabelDictionary& dictionary) {
  if (dictionary.size() > 1) {
    throw Error("--labels is needed: the input has " + std::to_string(dictionary.size()) +
                " labels");
  }
  std::size_t vertices = 0;
  for (const auto& [u, v] : written.edges)
    vertices = std::max({vertices, u, v});
  if (vertices >= pattern::kMaxPatternSize) throw too_large();
  return std::vector<std::string>(
      vertices + 1, dictionary.size() == 1 ? dictionary.name(0) : std::string(graph::kUnlabelled));
}

void add_edges(const WrittenPattern& written, Pattern& pattern) {
  for (const auto& [u, v] : written.edges) {
    const std::string edge = std::to_string(u) + "-" + std::to_string(v);
    if (std::max(u, v) >= static_cast<std::size_t>(pattern.size())) {
      throw Error("the pattern has no vertex " + std::to_string(std::max(u, v)) + " for the edge " +
                  edge);
    }
    if (u == v) throw Error("the pattern has a self-loop: " + edge);
    pattern.add_edge(static_cast<int>(u), static_cast<int>(v));
  }
}

}  // namespace

WrittenPattern read_pattern(const CountOptions& options) {
  const Collection collection =
      read_input(options.pattern_path, {.label_file = options.pattern_label_file, .format = {}});
  if (!options.input.quiet) print_warnings(collection.warnings);
  if (collection.graphs.empty()) throw Error(options.pattern_path + ": there is no graph in it");
  return written_pattern(collection.graphs.front());
}

WrittenPattern written_pattern(const Graph& graph) {
  if (graph.num_vertices() > pattern::kMaxPatternSize) throw too_large();
  WrittenPattern written;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    written.labels.push_back(graph.label_name(v));
    for (const Vertex u : graph.neighbors(v)) {
      if (u < v) written.edges.emplace_back(u, v);
    }
  }
  return written;
}

PatternToCount resolve_pattern(const WrittenPattern& written,
                               const graph::LabelDictionary& dictionary) {
  const std::vector<std::string> labels = written.labels.empty() && !written.edges.empty()
                                              ? only_label(written, dictionary)
                                              : written.labels;
  if (labels.empty()) throw Error("the pattern has no vertices");
  if (labels.size() > pattern::kMaxPatternSize) throw too_large();
  PatternToCount result;
  Pattern pattern;
  std::vector<std::string> unknown;
  for (const std::string& label : labels) {
    if (!dictionary.contains(label)) unknown.push_back(label);
  }
  // Labels that the input lacks get numbers of their own, so that the pattern can still be printed.
  const graph::LabelDictionary further(unknown);
  for (const std::string& label : labels) {
    const std::size_t number =
        dictionary.contains(label) ? dictionary.at(label) : dictionary.size() + further.at(label);
    pattern.add_vertex(static_cast<Label>(number));
  }
  if (!unknown.empty()) result.missing_label = further.name(0);
  add_edges(written, pattern);
  if (!pattern.connected()) throw Error("the pattern is not connected");
  const pattern::CanonicalForm canonical = pattern::canonicalize(pattern);
  result.pattern = canonical.pattern;
  result.automorphisms = canonical.automorphisms;
  for (std::size_t i = 0; i < labels.size(); ++i)
    result.labels.push_back(labels[canonical.order[i]]);
  return result;
}

}  // namespace rlminer::cli
