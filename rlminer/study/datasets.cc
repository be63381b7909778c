// Table 1 of the paper: the collections after its filter.

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <string_view>
#include <vector>

#include "rlminer/graph/statistics.h"
#include "rlminer/report/curves.h"
#include "rlminer/study/experiment.h"
#include "rlminer/study/measurer.h"
#include "rlminer/study/store.h"

namespace rlminer::study {
namespace {

// A row of the paper's table.
struct PaperCollection {
  std::string_view name;
  std::size_t graphs;
  double vertices;  // per graph
  double edges;
};

constexpr std::array kPaper = {
    PaperCollection{"ENZYMES", 552, 32.42, 62.94}, PaperCollection{"COX2", 467, 41.22, 43.45},
    PaperCollection{"BZR", 405, 35.75, 38.36}, PaperCollection{"DHFR", 756, 42.43, 44.54},
    PaperCollection{"PROTEINS", 910, 41.62, 77.39}};

using Row = std::vector<std::string>;

void add_rows(const std::string& name, std::size_t whole, const graph::Statistics& statistics,
              Results& results) {
  const auto paper = std::ranges::find(kPaper, name, &PaperCollection::name);
  const auto decimals = [](double value) { return fmt::format("{:.2f}", value); };
  const Row theirs = paper == kPaper.end() ? Row(3, "-")
                                           : Row{std::to_string(paper->graphs),
                                                 decimals(paper->vertices), decimals(paper->edges)};
  Row row{name,
          theirs[0],
          std::to_string(statistics.graphs),
          theirs[1],
          decimals(statistics.vertices_per_graph.mean),
          theirs[2],
          decimals(statistics.edges_per_graph.mean),
          std::to_string(statistics.labels.size()),
          std::to_string(whole)};
  results.tables.front().rows.push_back(row);
  std::replace(row.begin(), row.end(), std::string("-"), std::string());  // what is not known
  results.data.rows.push_back(std::move(row));
}

// The sizes of the graphs, smallest first, against the share of graphs that are no larger.
report::Series sizes_series(const Collection& collection) {
  std::vector<std::size_t> sizes;
  for (const Graph& graph : collection.graphs)
    sizes.push_back(graph.num_vertices());
  std::sort(sizes.begin(), sizes.end());
  report::Series series{collection.name, {}};
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const double share = static_cast<double>(i + 1) / static_cast<double>(sizes.size());
    // One point per size: the last, which has the whole share.
    if (i + 1 == sizes.size() || sizes[i + 1] != sizes[i])
      series.points.emplace_back(static_cast<double>(sizes[i]), share);
  }
  return series;
}

}  // namespace

void run_datasets(const ExperimentOptions& options) {
  Results results{.name = "datasets", .title = "The collections (Table 1)"};
  results.intro =
      "Connected graphs with 10 < |V| < 500; averages over these graphs. Labels: those in use. The "
      "last\ncolumn counts the graphs before the filter.";
  results.tables = {
      {.title = "",
       .header = {"collection", "graphs (paper)", "graphs", "avg. vertices (paper)",
                  "avg. vertices", "avg. edges (paper)", "avg. edges", "labels", "unfiltered"},
       .rows = {}}};
  results.data.header = {"collection",         "graphs_paper", "graphs",
                         "avg_vertices_paper", "avg_vertices", "avg_edges_paper",
                         "avg_edges",          "labels",       "unfiltered_graphs"};
  report::Panel panel{.title = "Sizes of the graphs",
                      .x_label = "vertices",
                      .y_label = "share of graphs with at most so many",
                      .series = {}};
  const auto names = chosen(options, paper_collections());
  for (std::size_t i = 0; i < names.size(); ++i) {
    options.throw_if_cancelled();
    if (options.on_step)
      options.on_step(names[i], static_cast<double>(i) / static_cast<double>(names.size()));
    Collection whole = whole_collection(options, names[i]);
    const std::size_t graphs = whole.graphs.size();
    const Collection filtered = graph::paper_filter(std::move(whole));
    add_rows(names[i], graphs, graph::summarise(filtered), results);
    panel.series.push_back(sizes_series(filtered));
  }
  results.svg = report::curves_plot("The collections after the paper's filter", {panel});
  write_results(options, results);
}

}  // namespace rlminer::study
