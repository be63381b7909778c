#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "rlminer/engine/engine.h"
#include "rlminer/graph/graph.h"
#include "rlminer/report/parts.h"

namespace rlminer::report {

// What one engine answered about one graph: the material of every output format.
// It only refers to the graph and the answers, which must outlive it.
struct GraphReport {
  const Graph& graph;
  std::optional<std::size_t>
      number;  // place of the graph in the input; none: the union of the whole input
  std::string engine;
  const std::vector<engine::Answer>& answers;
};

// What was counted of one given pattern in one graph, which must outlive it.
struct CountReport {
  explicit CountReport(const Graph& counted_in) : graph(counted_in) {}

  const Graph& graph;
  std::optional<std::size_t> number = {};  // as above
  engine::Finding finding = {};
  NamedPattern pattern = {};  // with names, since what the input lacks has no number to look up
  std::optional<Count> automorphisms;  // when the number of mappings is asked for
  std::optional<std::size_t> mni;      // when asked for
  bool mni_exact = false;
  double seconds = 0.0;
  std::string note;  // why something is not exact or cannot occur, or empty
};

// Whether a text shows patterns as drawings too, and in which colours.
enum class Drawings { None, Plain, Colors8, Colors256 };

// Which parts of a report to print.
struct ReportStyle {
  bool rank = false;             // number the patterns of one size (more than one was asked for)
  bool all_occurrences = false;  // list every reported occurrence, not only the first
  bool timing = true;            // without it, equal answers print equal bytes
  Drawings drawings = Drawings::None;  // in text, for patterns that are not too large
};

// The report as a person reads it: a headline for the graph, then for every size and rank the
// pattern as a small listing (`0:C  1:C  2:O | 0-1 1-2`, with labels and directions of edges
// `0-1:double 1>2`), its frequency and share, where it occurs,
// and whether that is proven. With style.drawings also as a drawing below the listing, up to 12
// vertices.
std::string to_text(const GraphReport& report, const ReportStyle& style = {});
std::string to_text(const CountReport& report, const ReportStyle& style = {});

// One JSON object per line for every size and rank. Fields, in order:
//   graph             number in the input, or "union"
//   k, engine
//   frequency         a number, or a decimal string above 2^63; 0 when no pattern was found
//   proven            certainly the most frequent, with the exact frequency
//   labels, edges     the pattern in canonical order; edges as [a, b] with a < b, sorted; arcs as
//                     [from, to], both directions as two of them
//   edge_labels       where edges are told apart by labels: in the order of the edges
//   directed          only when true: the edges are arcs
//   vertices          one occurrence in the ids of the input, in the order of the labels
//   seconds           unless the style leaves timing out
//   rank              with style.rank, from 1
//   sets              connected sets of that size ("sets_exact":false follows when only a lower
//   bound is known) occurrences       with style.all_occurrences: lists like `vertices`
//   frequency_exact   only when false: the frequency is a lower bound
//   note              only when there is one: why the answer is not proven
// Ids that are integers in their shortest spelling are numbers, all others strings. Bytes that are
// not UTF-8 are replaced by U+FFFD.
std::string to_json_lines(const GraphReport& report, const ReportStyle& style = {});

// One such line, without sets and rank, "engine" being "count" and "proven" saying that the
// frequency is exact. Added: mappings and mni when asked for (with "mappings_exact":false,
// "mni_exact":false when they are not exact, and mappings_interval when the mappings are
// estimated).
std::string to_json_line(const CountReport& report, const ReportStyle& style = {});

// The answers about one graph as one SVG picture: a row for every size, and in it the patterns from
// the most frequent on (so many that a row is full, in several), each with its frequency.
std::string to_svg_sheet(const GraphReport& report, const ReportStyle& style = {});

}  // namespace rlminer::report
