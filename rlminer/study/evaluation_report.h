#pragma once

// What `evaluate` shows, with the paper's own figures beside ours where it has some.

#include <string>
#include <vector>

#include "rlminer/study/protocol.h"
#include "rlminer/study/result_row.h"

namespace rlminer::study {

// A row for each method that has answered, in the order asked for. Of a method that was interrupted
// in its first run it is about the graphs that were finished: ResultRow::graphs says how many.
std::vector<ResultRow> summarise(const Evaluation& evaluation);

// summary.json: the conditions of the evaluation and, under "rows", every method and size of every
// data set.
std::string to_summary_json(const std::vector<Evaluation>& evaluations);

// One line per data set, graph, size, method and seed, interrupted runs included.
std::string to_csv(const std::vector<Evaluation>& evaluations);

// The results as Markdown, laid out like the paper's main table: one table per data set with a
// column per size and one for the total time, and the paper's own row (where it has one) above each
// of ours.
std::string to_markdown(const std::vector<Evaluation>& evaluations);

// The results as one HTML file: for every data set the main table, ratio against size and against
// time, and a table of all graphs. The footer says for example which program made it.
std::string to_html(const std::vector<Evaluation>& evaluations, const std::string& footer);

// The main table of one data set alone, for a page that somebody else makes.
std::string main_table_html(const Evaluation& evaluation);

// Average ratio against pattern size as an SVG picture: our methods as solid lines (with bars of
// one standard deviation over seeds), the paper's figures for this data set dashed.
std::string ratio_plot(const Evaluation& evaluation);

// Average ratio over all sizes against the time of one run, a point for each method: ours filled,
// the paper's (on its own machine) hollow. Time grows by factors.
std::string time_plot(const Evaluation& evaluation);

}  // namespace rlminer::study
