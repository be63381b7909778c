#include "rlminer/study/figures.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <iterator>

namespace rlminer::study {
namespace {

using Json = nlohmann::ordered_json;

template <typename Number>
Json optional_json(const std::optional<Number>& value) {
  return value ? Json(*value) : Json();
}

std::optional<double> optional_number(const Json& json) {
  return json.is_null() ? std::nullopt : std::optional(json.get<double>());
}

std::string shown_name(const FigureRow& row) {
  if (row.source != "ours") return fmt::format("{} ({})", row.method, row.source);
  std::string name = fmt::format("**{}**", row.method);
  const auto proven = row.figures.proven();
  if (proven && *proven > 0.0 && row.method != "exact")
    name += *proven < 1.0 ? fmt::format(" ({:.1f} % proven)", 100.0 * *proven) : " (all proven)";
  return name;
}

}  // namespace

const SizeFigures* Figures::at(int size) const {
  const auto found = std::find_if(sizes.begin(), sizes.end(),
                                  [&](const SizeFigures& each) { return each.size == size; });
  return found == sizes.end() ? nullptr : &*found;
}

std::optional<double> Figures::ratio(int size) const {
  const SizeFigures* const found = at(size);
  return found == nullptr ? std::nullopt : found->ratio;
}

std::optional<double> Figures::mean(std::span<const int> wanted) const {
  double sum = 0.0;
  for (const int size : wanted) {
    const auto found = ratio(size);
    if (!found) return std::nullopt;
    sum += *found;
  }
  return wanted.empty() ? std::nullopt : std::optional(sum / static_cast<double>(wanted.size()));
}

std::optional<double> Figures::lowest(std::span<const int> wanted) const {
  std::optional<double> least;
  for (const int size : wanted) {
    const auto found = ratio(size);
    if (!found) return std::nullopt;
    least = std::min(least.value_or(*found), *found);
  }
  return least;
}

std::optional<double> Figures::proven() const {
  double sum = 0.0;
  for (const SizeFigures& each : sizes) {
    if (!each.proven) return std::nullopt;
    sum += *each.proven;
  }
  return sizes.empty() ? std::nullopt : std::optional(sum / static_cast<double>(sizes.size()));
}

Json to_json(const Figures& figures) {
  Json sizes = Json::array();
  for (const SizeFigures& each : figures.sizes) {
    sizes.push_back({{"k", each.size},
                     {"ratio", optional_json(each.ratio)},
                     {"deviation", each.deviation},
                     {"graphs", each.graphs},
                     {"unproven", each.unproven},
                     {"proven", optional_json(each.proven)}});
  }
  return {{"sizes", sizes},
          {"graphs", figures.graphs},
          {"seeds", figures.seeds},
          {"seconds", optional_json(figures.seconds)}};
}

Figures figures_from_json(const Json& json) {
  Figures figures;
  for (const Json& each : json.at("sizes")) {
    figures.sizes.push_back({.size = each.at("k").get<int>(),
                             .ratio = optional_number(each.at("ratio")),
                             .deviation = each.at("deviation").get<double>(),
                             .graphs = each.at("graphs").get<std::size_t>(),
                             .unproven = each.at("unproven").get<std::size_t>(),
                             .proven = optional_number(each.at("proven"))});
  }
  figures.graphs = json.at("graphs").get<std::size_t>();
  figures.seeds = json.at("seeds").get<std::size_t>();
  figures.seconds = optional_number(json.at("seconds"));
  return figures;
}

Figures paper_figures(const PaperRow& row) {
  Figures figures;
  for (int size = 5; size <= 9; ++size)
    figures.sizes.push_back({.size = size, .ratio = row.at(size)});
  figures.seconds = row.seconds;
  return figures;
}

const PaperRow* paper_row(std::string_view collection, std::string_view method) {
  for (const PaperRow& row : paper_rows(collection)) {
    if (row.method == method) return &row;
  }
  return nullptr;
}

Figures over_models(std::span<const Figures> each) {
  Figures result = each.front();
  const auto count = static_cast<double>(each.size());
  for (SizeFigures& cell : result.sizes) {
    double sum = 0.0;
    double squares = 0.0;
    for (const Figures& figures : each) {
      const double ratio = figures.ratio(cell.size).value_or(std::nan(""));
      sum += ratio;
      squares += ratio * ratio;
    }
    const double mean = sum / count;
    cell.ratio = std::isfinite(mean) ? std::optional(mean) : std::nullopt;
    // As between seeds in evaluate: the spread of a sample.
    const double variance =
        each.size() < 2 ? 0.0 : std::max(0.0, (squares - sum * mean) / (count - 1.0));
    cell.deviation = cell.ratio ? std::sqrt(variance) : 0.0;
  }
  result.seeds = each.size();
  if (result.seconds) {
    double seconds = 0.0;
    for (const Figures& figures : each)
      seconds += figures.seconds.value_or(0.0);
    result.seconds = seconds / count;
  }
  return result;
}

ResultTable figure_table(const std::string& title, std::span<const FigureRow> rows,
                         std::span<const int> sizes) {
  ResultTable table{.title = title, .header = {"method"}, .rows = {}};
  for (const int size : sizes)
    table.header.push_back(fmt::format("k={}", size));
  table.header.insert(table.header.end(), {"mean", "total time (s)"});
  for (const FigureRow& row : rows) {
    std::vector<std::string> cells{shown_name(row)};
    for (const int size : sizes) {
      const SizeFigures* const found = row.figures.at(size);
      const bool spread = found != nullptr && row.figures.seeds > 1;
      cells.push_back(spread ? ratio_cell(found->ratio, found->deviation)
                             : ratio_cell(row.figures.ratio(size)));
    }
    cells.push_back(ratio_cell(row.figures.mean(sizes)));
    cells.push_back(seconds_cell(row.figures.seconds));
    table.rows.push_back(std::move(cells));
  }
  return table;
}

ResultTable figure_data(std::span<const FigureRow> rows) {
  ResultTable table;
  table.header = {"collection", "method", "source",   "k",      "ratio",  "deviation",
                  "seeds",      "graphs", "unproven", "proven", "seconds"};
  for (const FigureRow& row : rows) {
    const bool measured = row.figures.graphs > 0;
    for (const SizeFigures& each : row.figures.sizes) {
      table.rows.push_back({row.collection, row.method, row.source, std::to_string(each.size),
                            csv_cell(each.ratio), measured ? csv_cell(each.deviation) : "",
                            measured ? std::to_string(row.figures.seeds) : "",
                            measured ? std::to_string(each.graphs) : "",
                            measured ? std::to_string(each.unproven) : "", csv_cell(each.proven),
                            csv_cell(row.figures.seconds)});
    }
  }
  return table;
}

report::Series ratio_series(const FigureRow& row) {
  report::Series series{
      row.source == "ours" ? row.method : fmt::format("{} ({})", row.method, row.source), {}};
  for (const SizeFigures& each : row.figures.sizes) {
    if (each.ratio) series.points.emplace_back(each.size, *each.ratio);
  }
  return series;
}

}  // namespace rlminer::study
