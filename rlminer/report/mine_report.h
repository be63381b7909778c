#pragma once

#include <string>
#include <vector>

#include "rlminer/report/graph_report.h"
#include "rlminer/report/html_page.h"
#include "rlminer/report/target_drawing.h"

namespace rlminer::report {

// The answers of one run about one graph or many, for a page. The graphs share one label
// dictionary.
struct MineReport {
  std::string name;    // of the input
  Facts asked;         // what was asked, as names and values
  std::string footer;  // for example the version of the program
  std::vector<GraphReport> graphs;
};

// How much work and room the page may take.
struct PageLimits {
  DrawingLimits drawing = {};
  std::size_t drawn_in_all = 600'000;  // vertices and edges; graphs beyond are listed only
  std::size_t drawn_graphs = 10'000;   // likewise
  std::size_t pictures = 2'000;        // distinct patterns that have a picture; others are listed
  double layout_seconds = 30.0;        // later graphs are laid out roughly
};

// A number, or a decimal string where a browser's numbers are not exact.
Json exact_json(const BigCount& count);
// What is known of an answer that is not proven: the bound on others, the reason. Empty if nothing.
std::string doubt_phrase(const engine::Answer& answer);
// "95 % sure: 1,200 to 1,300".
std::string interval_phrase(const Interval& interval);

// One HTML file that needs nothing else. About one graph: the answer for every size, the graph with
// the occurrences, a table of all patterns. About many: what wins how often, a table of all graphs,
// and the graph that is chosen there.
std::string to_html(const MineReport& report, const ReportStyle& style,
                    const PageLimits& limits = {});

}  // namespace rlminer::report
