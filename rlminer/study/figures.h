#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "rlminer/report/curves.h"
#include "rlminer/study/paper.h"
#include "rlminer/study/result_table.h"

namespace rlminer::study {

// How good a method is at one pattern size.
struct SizeFigures {
  int size = 0;
  std::optional<double> ratio = {};   // mean over seeds of the mean over graphs; none: no graph
  double deviation = 0.0;             // standard deviation over seeds
  std::size_t graphs = 0;             // with a set of this size and a proven best frequency
  std::size_t unproven = 0;           // left out because their best frequency is not known
  std::optional<double> proven = {};  // share of the answers that the method has proven
};

// How good a method is on some graphs, and how long it takes.
struct Figures {
  std::vector<SizeFigures> sizes = {};
  std::size_t graphs = 0;
  std::size_t seeds = 1;
  std::optional<double> seconds = {};  // all graphs and sizes, mean over seeds

  const SizeFigures* at(int size) const;  // null: it was not measured
  std::optional<double> ratio(int size) const;
  std::optional<double> mean(std::span<const int> sizes) const;  // none: one of them is missing
  std::optional<double> lowest(std::span<const int> sizes) const;
  std::optional<double> proven() const;  // the share over all sizes
};

nlohmann::ordered_json to_json(const Figures& figures);
// Throws an exception of the JSON library for anything else.
Figures figures_from_json(const nlohmann::ordered_json& json);

// What the paper says, of that method's row.
Figures paper_figures(const PaperRow& row);
const PaperRow* paper_row(std::string_view collection, std::string_view method);  // null: none

// The same method with several models: mean, and deviation between them.
Figures over_models(std::span<const Figures> each);

// A line of a table of results.
struct FigureRow {
  std::string collection;
  std::string method;
  std::string source;  // "ours", "paper", or where else it comes from
  Figures figures;
};

// One table, a row per method: ratios by size, their mean, and the time. Ours is bold.
ResultTable figure_table(const std::string& title, std::span<const FigureRow> rows,
                         std::span<const int> sizes);

// Every figure of the rows, one line per size.
ResultTable figure_data(std::span<const FigureRow> rows);

// Ratio against size.
report::Series ratio_series(const FigureRow& row);

}  // namespace rlminer::study
