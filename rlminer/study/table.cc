#include "rlminer/study/table.h"

#include <algorithm>
#include <fmt/format.h>

#include "rlminer/study/paper.h"
#include "rlminer/study/summary.h"

namespace rlminer::study {
namespace {

std::string join(const std::vector<std::string>& cells) {
  std::string line = "|";
  for (const std::string& cell : cells)
    line += " " + cell + " |";
  return line + "\n";
}

std::string header(const std::vector<int>& sizes) {
  std::vector<std::string> names{"method"};
  std::vector<std::string> rules{"---"};
  for (const int size : sizes) {
    names.push_back(fmt::format("k={}", size));
    rules.emplace_back("---:");
  }
  names.emplace_back("total time (s)");
  rules.emplace_back("---:");
  return join(names) + join(rules);
}

TableRow paper_row(const PaperRow& row, const std::vector<int>& sizes) {
  TableRow result{.name = std::string(row.name),
                  .method = std::string(row.method),
                  .paper = true,
                  .ratios = {},
                  .deviations = std::vector<std::optional<double>>(sizes.size()),
                  .seconds = row.seconds};
  for (const int size : sizes)
    result.ratios.push_back(row.at(size));
  return result;
}

// From the rows of one method, by size.
TableRow our_row(const std::vector<SummaryRow>& rows) {
  TableRow result{.name = rows.front().method,
                  .method = rows.front().method,
                  .paper = false,
                  .ratios = {},
                  .deviations = {},
                  .seconds = rows.front().seconds};
  for (const SummaryRow& row : rows) {
    result.ratios.push_back(row.graphs == 0 ? std::nullopt : std::optional(row.ratio));
    result.deviations.push_back(row.seeds > 1 && row.graphs > 0 ? std::optional(row.deviation)
                                                                : std::nullopt);
  }
  return result;
}

std::vector<std::string> method_names(const std::vector<SummaryRow>& rows) {
  std::vector<std::string> names;
  for (const SummaryRow& row : rows) {
    if (names.empty() || names.back() != row.method) names.push_back(row.method);
  }
  return names;
}

// "rand+samples=32" is a variant of the method the paper's row is about.
std::string family(const std::string& method) {
  return method.substr(0, method.find('+'));
}

std::string line(const TableRow& row) {
  std::vector<std::string> cells{row.paper ? row.name + " (paper)" : "**" + row.name + "**"};
  for (std::size_t i = 0; i < row.ratios.size(); ++i) {
    std::string cell = row.ratios[i] ? fmt::format("{:.3f}", *row.ratios[i]) : "";
    if (row.deviations[i]) cell += fmt::format(" ± {:.3f}", *row.deviations[i]);
    cells.push_back(cell);
  }
  cells.push_back(row.paper ? fmt::format("{:.2f}", row.seconds)
                            : fmt::format("{:.3g}", row.seconds));
  return join(cells);
}

}  // namespace

std::optional<double> TableRow::mean() const {
  double sum = 0.0;
  for (const auto& ratio : ratios) {
    if (!ratio) return std::nullopt;
    sum += *ratio;
  }
  if (ratios.empty()) return std::nullopt;
  return sum / static_cast<double>(ratios.size());
}

std::vector<TableRow> table_rows(const Evaluation& evaluation) {
  const std::vector<SummaryRow> rows = summarise(evaluation);
  const std::vector<std::string> names = method_names(rows);
  std::vector<TableRow> table;
  const auto append = [&](const std::string& name) {
    std::vector<SummaryRow> own;
    std::copy_if(rows.begin(), rows.end(), std::back_inserter(own),
                 [&](const SummaryRow& row) { return row.method == name; });
    table.push_back(our_row(own));
  };
  const auto paper = paper_rows(evaluation.dataset);
  for (const PaperRow& row : paper) {
    table.push_back(paper_row(row, evaluation.sizes));
    for (const std::string& name : names) {
      if (family(name) == row.method) append(name);
    }
  }
  for (const std::string& name : names) {
    const bool shown = std::any_of(paper.begin(), paper.end(),
                                   [&](const PaperRow& row) { return row.method == family(name); });
    if (!shown) append(name);
  }
  return table;
}

std::string conditions(const Evaluation& evaluation) {
  std::string text = fmt::format("{} of {} graphs ({}", evaluation.graphs.size(),
                                 evaluation.collection_size, graph::to_string(evaluation.part));
  if (evaluation.part != graph::Part::All)
    text += fmt::format(" part, split seed {}", evaluation.split_seed);
  text += fmt::format("), {} thread{}.", evaluation.threads, evaluation.threads == 1 ? "" : "s");
  for (std::size_t s = 0; s < evaluation.sizes.size(); ++s) {
    const auto unproven =
        std::count_if(evaluation.graphs.begin(), evaluation.graphs.end(),
                      [&](const EvaluatedGraph& graph) { return !graph.best[s]; });
    if (unproven > 0) {
      text += fmt::format(" k={}: {} graphs left out, their best frequency is not proven.",
                          evaluation.sizes[s], unproven);
    }
  }
  if (!evaluation.complete) text += " Interrupted: methods that were not complete are missing.";
  return text;
}

std::string to_markdown(const std::vector<Evaluation>& evaluations) {
  std::string text;
  for (const Evaluation& evaluation : evaluations) {
    if (!text.empty()) text += "\n";
    text += "### " + evaluation.dataset + "\n\n" + conditions(evaluation) + "\n\n" +
            header(evaluation.sizes);
    for (const TableRow& row : table_rows(evaluation))
      text += line(row);
  }
  text +=
      "\nAverage approximation ratio: frequency found / best frequency. Methods that draw at "
      "random: "
      "mean ± standard\ndeviation over seeds. Total time: one run over all graphs and sizes; the "
      "paper's on its own machine.\n";
  return text;
}

}  // namespace rlminer::study
