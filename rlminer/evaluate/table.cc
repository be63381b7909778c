#include "rlminer/evaluate/table.h"

#include <algorithm>
#include <fmt/format.h>

#include "rlminer/evaluate/paper.h"
#include "rlminer/evaluate/summary.h"

namespace rlminer {
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

std::string paper_line(const PaperRow& row, const std::vector<int>& sizes) {
  std::vector<std::string> cells{fmt::format("{} (paper)", row.name)};
  for (const int size : sizes) {
    const auto ratio = row.at(size);
    cells.push_back(ratio ? fmt::format("{:.3f}", *ratio) : "");
  }
  cells.push_back(fmt::format("{:.2f}", row.seconds));
  return join(cells);
}

// The rows of one method, by size.
std::string our_line(const std::vector<SummaryRow>& rows) {
  std::vector<std::string> cells{"**" + rows.front().method + "**"};
  for (const SummaryRow& row : rows) {
    std::string cell = row.graphs == 0 ? "" : fmt::format("{:.3f}", row.ratio);
    if (row.seeds > 1 && row.graphs > 0) cell += fmt::format(" ± {:.3f}", row.deviation);
    cells.push_back(cell);
  }
  cells.push_back(fmt::format("{:.3g}", rows.front().seconds));
  return join(cells);
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

std::string lines(const Evaluation& evaluation) {
  const std::vector<SummaryRow> rows = summarise(evaluation);
  const std::vector<std::string> names = method_names(rows);
  std::string text;
  const auto append = [&](const std::string& name) {
    std::vector<SummaryRow> own;
    std::copy_if(rows.begin(), rows.end(), std::back_inserter(own),
                 [&](const SummaryRow& row) { return row.method == name; });
    text += our_line(own);
  };
  const auto paper = paper_rows(evaluation.dataset);
  for (const PaperRow& row : paper) {
    text += paper_line(row, evaluation.sizes);
    for (const std::string& name : names) {
      if (family(name) == row.method) append(name);
    }
  }
  for (const std::string& name : names) {
    const bool shown = std::any_of(paper.begin(), paper.end(),
                                   [&](const PaperRow& row) { return row.method == family(name); });
    if (!shown) append(name);
  }
  return text;
}

std::string conditions(const Evaluation& evaluation) {
  std::string text = fmt::format("{} of {} graphs ({}", evaluation.graphs.size(),
                                 evaluation.collection_size, to_string(evaluation.part));
  if (evaluation.part != Part::All)
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

}  // namespace

std::string to_markdown(const std::vector<Evaluation>& evaluations) {
  std::string text;
  for (const Evaluation& evaluation : evaluations) {
    if (!text.empty()) text += "\n";
    text += "### " + evaluation.dataset + "\n\n" + conditions(evaluation) + "\n\n" +
            header(evaluation.sizes) + lines(evaluation);
  }
  text +=
      "\nAverage approximation ratio: frequency found / best frequency. Methods that draw at "
      "random: "
      "mean ± standard\ndeviation over seeds. Total time: one run over all graphs and sizes; the "
      "paper's on its own machine.\n";
  return text;
}

}  // namespace rlminer
