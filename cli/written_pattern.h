#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/command.h"

#include "rlminer/base/frequency.h"
#include "rlminer/graph/graph.h"
#include "rlminer/pattern/pattern.h"

namespace rlminer::cli {

// A pattern as the user wrote it: labels are names.
struct WrittenPattern {
  std::vector<std::string> labels;  // one per vertex; empty when only edges were given
  std::vector<std::pair<std::size_t, std::size_t>> edges;

  bool empty() const { return labels.empty() && edges.empty(); }
};

// "C,C,O" and "0-1,1-2", as they are typed. Throw UsageError for anything else.
std::vector<std::string> parse_label_list(const std::string& text);
std::vector<std::pair<std::size_t, std::size_t>> parse_edge_list(const std::string& text);

// Adds --labels and --edges, which write a pattern inline instead of naming its file.
void add_inline_pattern(Command command, const Option& file, WrittenPattern& pattern,
                        const std::string& when_unlabelled);

// Throws UsageError when there is neither a file nor an inline pattern.
void require_pattern(const std::string& path, const WrittenPattern& pattern);

// A graph as a pattern. Throws Error when it has more than 32 vertices.
WrittenPattern written_pattern(const Graph& graph);

// A pattern in the numbers of some dictionary's labels and in canonical order.
struct ResolvedPattern {
  Pattern pattern;
  std::vector<std::string> labels;           // names, in the order of the pattern
  std::optional<std::string> missing_label;  // a label the dictionary does not have
  Count automorphisms = 1;
  std::vector<std::size_t> order;  // order[i]: the vertex as written at place i of the pattern
};

// Throws Error when there is no connected pattern of 1 to 32 vertices in what was written.
ResolvedPattern resolve_pattern(const WrittenPattern& written,
                                const graph::LabelDictionary& dictionary);

}  // namespace rlminer::cli
