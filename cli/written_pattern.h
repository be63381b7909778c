#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.h"

#include "rlminer/base/frequency.h"
#include "rlminer/graph/graph.h"
#include "rlminer/pattern/pattern.h"
#include "rlminer/report/parts.h"

namespace rlminer::cli {

// An edge as somebody wrote it: "0-1", "0-1:double", "0>1", "1<0:owns".
struct WrittenEdge {
  std::size_t from = 0;
  std::size_t to = 0;
  bool arc = false;                       // only from `from` to `to`
  std::optional<std::string> label = {};  // none: nothing was said
};

// A pattern as the user wrote it: labels are names.
struct WrittenPattern {
  std::vector<std::string> labels;  // one per vertex; empty when only edges were given
  std::vector<WrittenEdge> edges;

  bool empty() const { return labels.empty() && edges.empty(); }
  // The same without labels and directions of the edges.
  WrittenPattern plain() const;
};

// "C,C,O" and "0-1,1-2", as they are typed. Throw UsageError for anything else.
std::vector<std::string> parse_label_list(const std::string& text);
std::vector<WrittenEdge> parse_edge_list(const std::string& text);

// Adds --labels and --edges, which write a pattern inline instead of naming its file.
void add_inline_pattern(Command command, const Option& file, WrittenPattern& pattern,
                        const std::string& when_unlabelled);

// Throws UsageError when there is neither a file nor an inline pattern.
void require_pattern(const std::string& path, const WrittenPattern& pattern);

// A graph as a pattern, with what is known about its edges. Throws Error when it has more than 32
// vertices.
WrittenPattern written_pattern(const Graph& graph);

// A pattern in canonical order.
struct ResolvedPattern {
  Pattern pattern;             // in the numbers of the input's labels and kinds of edges
  report::NamedPattern named;  // in words
  std::string missing = {};    // why it cannot occur: something that the input does not have
  std::vector<std::string> notes = {};  // what the user should know about how it was understood
  Count automorphisms = 1;
  // order[i]: the vertex as written at place i of the pattern.
  std::vector<std::size_t> order = {};
};

// The pattern as one to look for in a graph. Throws Error when there is no connected pattern of 1
// to 32 vertices in what was written, or when it does not say what kind an edge is and the graph
// tells its edges apart.
ResolvedPattern resolve_pattern(const WrittenPattern& written, const Graph& input);

// The pattern by itself. Throws Error as above.
ResolvedPattern resolve_pattern(const WrittenPattern& written);

}  // namespace rlminer::cli
