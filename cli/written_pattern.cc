#include "cli/written_pattern.h"

#include <algorithm>

#include "cli/options.h"

#include "rlminer/base/error.h"
#include "rlminer/base/text.h"
#include "rlminer/pattern/canonical.h"

namespace rlminer::cli {

std::vector<std::string> parse_label_list(const std::string& text) {
  std::vector<std::string> labels = split_at(text, ',');
  for (const std::string& label : labels) {
    if (label.empty())
      throw UsageError("--labels", "'" + text::shown(text) + "' has an empty label");
  }
  return labels;
}

std::vector<std::pair<std::size_t, std::size_t>> parse_edge_list(const std::string& text) {
  std::vector<std::pair<std::size_t, std::size_t>> edges;
  for (const std::string& pair : split_at(text, ',')) {
    const std::vector<std::string> ends = split_at(pair, '-');
    const auto u = text::to_integer(ends.front());
    const auto v = text::to_integer(ends.back());
    if (ends.size() != 2 || !u || !v)
      throw UsageError("--edges",
                       "'" + text::shown(pair) + "' is not a pair of vertex numbers such as 0-1");
    edges.emplace_back(*u, *v);
  }
  return edges;
}

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

void add_inline_pattern(Command command, const Option& file, WrittenPattern& pattern,
                        const std::string& when_unlabelled) {
  command
      .parsed(
          "--labels", "A,B,...",
          [&](const std::string& text) { pattern.labels = parse_label_list(text); },
          "Label of each pattern vertex (may be left out" + when_unlabelled + ")")
      .excludes(file);
  command
      .parsed(
          "--edges", "0-1,...",
          [&](const std::string& text) { pattern.edges = parse_edge_list(text); },
          "Edges of the pattern between vertices numbered from 0")
      .excludes(file);
}

void require_pattern(const std::string& path, const WrittenPattern& pattern) {
  if (path.empty() && pattern.empty())
    throw UsageError("PATTERN, or --labels and --edges, is required");
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

ResolvedPattern resolve_pattern(const WrittenPattern& written,
                                const graph::LabelDictionary& dictionary) {
  const std::vector<std::string> labels = written.labels.empty() && !written.edges.empty()
                                              ? only_label(written, dictionary)
                                              : written.labels;
  if (labels.empty()) throw Error("the pattern has no vertices");
  if (labels.size() > pattern::kMaxPatternSize) throw too_large();
  ResolvedPattern result;
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
  for (std::size_t i = 0; i < labels.size(); ++i) {
    result.labels.push_back(labels[canonical.order[i]]);
    result.order.push_back(canonical.order[i]);
  }
  return result;
}

}  // namespace rlminer::cli
