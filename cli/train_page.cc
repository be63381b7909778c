// The report of a training log: to_html() of train_log.h.

#include <fmt/format.h>

#include "cli/train_log.h"

#include "rlminer/base/count.h"
#include "rlminer/report/html_page.h"

namespace rlminer::cli {
namespace {

using Rows = std::vector<model::TrainRow>;

report::HtmlCell ratio_cell(std::optional<double> ratio) {
  return ratio ? report::number_cell(fmt::format("{:.3f}", *ratio), *ratio)
               : report::number_cell("", -1.0);
}

report::HtmlCell count_cell(std::size_t count) {
  return report::number_cell(with_separators(count), static_cast<double>(count));
}

void add_sizes(report::HtmlTable& table, const char* name, const model::Ratios& ratios) {
  for (const auto& [size, _] : ratios)
    table.columns.push_back({fmt::format("{}k = {}", name, size), true});
}

// About a hundred rows at most, the best and the last among them.
std::vector<const model::TrainRow*> shown(const Rows& rows) {
  constexpr std::size_t kMost = 100;
  const std::size_t stride = (rows.size() + kMost - 1) / kMost;
  std::vector<const model::TrainRow*> result;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i % stride == 0 || rows[i].best || i + 1 == rows.size()) result.push_back(&rows[i]);
  }
  return result;
}

report::HtmlTable round_table(const Rows& rows) {
  report::HtmlTable table{
      .caption = "Rounds of training, ratios on graphs that are not learned from",
      .columns = {{"Round", true},
                  {"Updates", true},
                  {"Episodes", true},
                  {"Seconds", true},
                  {"Played", true},
                  {"Validation", true}},
      .rows = {}};
  add_sizes(table, "", rows.back().validation);
  add_sizes(table, "test, ", rows.back().test);
  table.columns.push_back({"Best so far"});
  for (const model::TrainRow* const row : shown(rows)) {
    report::HtmlRow line;
    line.cells = {count_cell(row->round),
                  count_cell(row->updates),
                  count_cell(row->episodes),
                  report::number_cell(fmt::format("{:.0f}", row->seconds), row->seconds),
                  ratio_cell(row->train_ratio),
                  ratio_cell(mean(row->validation))};
    for (const auto& [size, _] : rows.back().validation)
      line.cells.push_back(ratio_cell(at(row->validation, size)));
    for (const auto& [size, _] : rows.back().test)
      line.cells.push_back(ratio_cell(at(row->test, size)));
    line.cells.push_back({row->best ? "<span class=\"badge good\">best</span>" : ""});
    table.rows.push_back(std::move(line));
  }
  return table;
}

report::Facts facts_of(const std::string& model, const std::string& dataset, const Rows& rows) {
  report::Facts facts{
      {"Model", model}, {"Data", dataset}, {"Rounds", with_separators(rows.size())}};
  if (rows.empty()) return facts;
  const model::TrainRow& last = rows.back();
  facts.emplace_back("Updates", with_separators(last.updates));
  facts.emplace_back("Episodes", with_separators(last.episodes));
  facts.emplace_back("Seconds", fmt::format("{:.0f}", last.seconds));
  for (const model::TrainRow& row : rows) {
    const auto ratio = mean(row.validation);
    if (!row.best || !ratio) continue;
    std::erase_if(facts, [](const auto& fact) { return fact.first == "Best validation ratio"; });
    facts.emplace_back("Best validation ratio",
                       fmt::format("{:.3f}, in round {}", *ratio, row.round));
  }
  return facts;
}

}  // namespace

std::string to_html(const std::string& model, const std::string& dataset, const Rows& rows) {
  report::HtmlPage page("Training: " + model, dataset);
  page.add_section("The run", report::facts_html(facts_of(model, dataset, rows)), "run");
  if (!rows.empty()) {
    page.add_section("Curves", report::figure_html(to_svg(dataset, rows), ""), "curves");
    page.add_section("Rounds", report::table_html(round_table(rows)), "rounds");
  }
  page.set_footer("Made by rlminer train.");
  return page.finish();
}

}  // namespace rlminer::cli
