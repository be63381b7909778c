#include "rlminer/study/result_row.h"

#include <algorithm>
#include <fmt/format.h>

namespace rlminer::study {
namespace {

using Json = nlohmann::ordered_json;

Json optional_json(const std::optional<double>& value) {
  return value ? Json(*value) : Json();
}

std::optional<double> optional_number(const Json& json) {
  return json.is_null() ? std::nullopt : std::optional(json.get<double>());
}

std::string shown_name(const ResultRow& row, TableStyle style) {
  if (!row.ours()) return row.full_name();
  std::string name = fmt::format("**{}**", row.name);
  const auto proven = row.proven();
  if (style == TableStyle::Full && proven && *proven > 0.0 && row.name != "exact")
    name += *proven < 1.0 ? fmt::format(" ({:.1f} % proven)", 100.0 * *proven) : " (all proven)";
  return name;
}

std::string ratio_at(const ResultRow& row, int size, TableStyle style) {
  const SizeResult* const found = row.at(size);
  if (found == nullptr || !found->ratio) return style == TableStyle::Paper ? "" : "-";
  return row.seeds > 1 ? ratio_cell(found->ratio, found->deviation) : ratio_cell(found->ratio);
}

std::string seconds_of(const ResultRow& row, TableStyle style) {
  if (style == TableStyle::Full || !row.seconds) return seconds_cell(row.seconds);
  return row.ours() ? fmt::format("{:.3g}", *row.seconds) : fmt::format("{:.2f}", *row.seconds);
}

}  // namespace

std::string ResultRow::full_name() const {
  return ours() ? name : fmt::format("{} ({})", name, source);
}

const SizeResult* ResultRow::at(int size) const {
  const auto found = std::ranges::find(sizes, size, &SizeResult::size);
  return found == sizes.end() ? nullptr : &*found;
}

std::optional<double> ResultRow::ratio(int size) const {
  const SizeResult* const found = at(size);
  return found == nullptr ? std::nullopt : found->ratio;
}

std::optional<double> ResultRow::mean(std::span<const int> wanted) const {
  return mean_over(wanted, [this](int size) { return ratio(size); });
}

std::optional<double> ResultRow::lowest(std::span<const int> wanted) const {
  std::optional<double> least;
  for (const int size : wanted) {
    const auto found = ratio(size);
    if (!found) return std::nullopt;
    least = std::min(least.value_or(*found), *found);
  }
  return least;
}

std::optional<double> ResultRow::proven() const {
  std::vector<int> all;
  for (const SizeResult& each : sizes)
    all.push_back(each.size);
  return mean_over(all, [this](int size) { return at(size)->proven; });
}

Json to_json(const ResultRow& row) {
  Json sizes = Json::array();
  for (const SizeResult& each : row.sizes) {
    sizes.push_back({{"k", each.size},
                     {"ratio", optional_json(each.ratio)},
                     {"deviation", each.deviation},
                     {"graphs", each.graphs},
                     {"unproven", each.unproven},
                     {"proven", optional_json(each.proven)}});
  }
  return {{"sizes", sizes},
          {"graphs", row.graphs},
          {"seeds", row.seeds},
          {"seconds", optional_json(row.seconds)}};
}

ResultRow row_from_json(const Json& json) {
  ResultRow row;
  for (const Json& each : json.at("sizes")) {
    row.sizes.push_back({.size = each.at("k").get<int>(),
                         .ratio = optional_number(each.at("ratio")),
                         .deviation = each.at("deviation").get<double>(),
                         .graphs = each.at("graphs").get<std::size_t>(),
                         .unproven = each.at("unproven").get<std::size_t>(),
                         .proven = optional_number(each.at("proven"))});
  }
  row.graphs = json.at("graphs").get<std::size_t>();
  row.seeds = json.at("seeds").get<std::size_t>();
  row.seconds = optional_number(json.at("seconds"));
  return row;
}

ResultRow over_models(std::span<const ResultRow> each) {
  ResultRow result = each.front();
  result.seeds = each.size();
  for (SizeResult& cell : result.sizes) {
    const auto spread =
        spread_over(each, [&](const ResultRow& row) { return row.ratio(cell.size); });
    const bool complete = spread && spread->seeds == each.size();
    cell.ratio = complete ? std::optional(spread->mean) : std::nullopt;
    cell.deviation = complete ? spread->deviation : 0.0;
  }
  const auto seconds = spread_over(each, [](const ResultRow& row) { return row.seconds; });
  if (seconds) result.seconds = seconds->mean;
  return result;
}

Table method_table(const std::string& title, std::span<const ResultRow> rows,
                   std::span<const int> sizes, TableStyle style) {
  Table table{.title = title, .header = {"method"}};
  for (const int size : sizes)
    table.header.push_back(fmt::format("k={}", size));
  if (style == TableStyle::Full) table.header.emplace_back("mean");
  table.header.emplace_back("total time (s)");
  for (const ResultRow& row : rows) {
    std::vector<std::string> cells{shown_name(row, style)};
    for (const int size : sizes)
      cells.push_back(ratio_at(row, size, style));
    if (style == TableStyle::Full) cells.push_back(ratio_cell(row.mean(sizes)));
    cells.push_back(seconds_of(row, style));
    table.rows.push_back(std::move(cells));
  }
  return table;
}

Table method_data(std::span<const ResultRow> rows) {
  Table table{.header = {"collection", "method", "source", "k", "ratio", "deviation", "seeds",
                         "graphs", "unproven", "proven", "seconds"}};
  for (const ResultRow& row : rows) {
    const bool measured = row.graphs > 0;
    for (const SizeResult& each : row.sizes) {
      table.rows.push_back({row.dataset, row.name, row.source, std::to_string(each.size),
                            csv_cell(each.ratio), measured ? csv_cell(each.deviation) : "",
                            measured ? std::to_string(row.seeds) : "",
                            measured ? std::to_string(each.graphs) : "",
                            measured ? std::to_string(each.unproven) : "", csv_cell(each.proven),
                            csv_cell(row.seconds)});
    }
  }
  return table;
}

report::Series ratio_series(const ResultRow& row) {
  report::Series series{.name = row.full_name(), .points = {}, .dashed = !row.ours()};
  for (const SizeResult& each : row.sizes) {
    if (!each.ratio) continue;
    series.points.emplace_back(each.size, *each.ratio);
    series.deviations.push_back(each.deviation);
  }
  return series;
}

report::Panel ratio_panel(const std::string& title, std::span<const ResultRow> rows) {
  report::Panel panel{.title = title, .x_label = "k", .y_label = "average ratio", .series = {}};
  for (const ResultRow& row : rows)
    panel.series.push_back(ratio_series(row));
  return panel;
}

}  // namespace rlminer::study
