#include "cli/train_log.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include "rlminer/base/atomic_file.h"
#include "rlminer/base/frequency.h"
#include "rlminer/report/curves.h"
#include "rlminer/report/html_page.h"
#include "rlminer/study/paper.h"
#include "rlminer/study/table.h"

namespace rlminer::cli {
namespace {

using Rows = std::vector<model::TrainRow>;

std::optional<double> mean(const model::Ratios& ratios) {
  return ratios.empty() ? std::nullopt : std::optional(model::mean_of(ratios));
}

// The names that any row has a value for: the columns that depend on the run.
template <typename Name>
std::set<Name> names_in(const Rows& rows, std::map<Name, double> model::TrainRow::*values) {
  std::set<Name> names;
  for (const model::TrainRow& row : rows) {
    for (const auto& [name, _] : row.*values)
      names.insert(name);
  }
  return names;
}

}  // namespace

std::string to_csv(const Rows& rows) {
  study::Table table{.header = {"round", "updates", "episodes", "seconds", "episodes_per_second",
                                "updates_per_second", "train_ratio", "best"}};
  for (const model::TrainRow& row : rows) {
    table.rows.push_back({std::to_string(row.round), std::to_string(row.updates),
                          std::to_string(row.episodes), fmt::format("{:.3f}", row.seconds),
                          study::csv_cell(row.episodes_per_second),
                          study::csv_cell(row.updates_per_second), study::csv_cell(row.train_ratio),
                          row.best ? "1" : "0"});
  }
  const auto add = [&](const std::string& heading, const auto& value) {
    table.header.push_back(heading);
    for (std::size_t i = 0; i < rows.size(); ++i)
      table.rows[i].push_back(study::csv_cell(value(rows[i])));
  };
  for (const std::string& name : names_in(rows, &model::TrainRow::values))
    add(name, [&](const model::TrainRow& row) { return model::value_at(row.values, name); });
  const auto add_ratios = [&](const std::string& name, model::Ratios model::TrainRow::*ratios) {
    const std::set<int> sizes = names_in(rows, ratios);
    if (sizes.empty()) return;
    add(name + "_mean", [&](const model::TrainRow& row) { return mean(row.*ratios); });
    for (const int size : sizes)
      add(fmt::format("{}_k{}", name, size),
          [&](const model::TrainRow& row) { return model::value_at(row.*ratios, size); });
  };
  add_ratios("validation", &model::TrainRow::validation);
  add_ratios("test", &model::TrainRow::test);
  return study::to_csv(table);
}

TrainLog::TrainLog(std::filesystem::path model, std::string dataset, bool resume)
    : model_(std::move(model)), dataset_(std::move(dataset)) {
  if (resume) rows_ = model::read_train_log(jsonl());
}

void TrainLog::add(const model::TrainRow& row) {
  std::erase_if(rows_, [&](const model::TrainRow& earlier) { return earlier.round >= row.round; });
  rows_.push_back(row);
  write();
}

std::optional<model::TrainRow> TrainLog::best() const {
  const auto found = std::find_if(rows_.rbegin(), rows_.rend(),
                                  [](const model::TrainRow& row) { return row.best; });
  if (found == rows_.rend()) return std::nullopt;
  return *found;
}

std::filesystem::path TrainLog::beside(const char* suffix) const {
  std::filesystem::path path = model_;
  path += suffix;
  return path;
}

void TrainLog::write() const {
  std::string lines;
  for (const model::TrainRow& row : rows_)
    lines += model::to_json(row) + "\n";
  write_file_atomically(jsonl(), lines);
  write_file_atomically(csv(), to_csv(rows_));
  write_file_atomically(svg(), to_svg(dataset_, rows_));
  write_file_atomically(html(), to_html(model_.filename().string(), dataset_, rows_));
}

// The curves of a training log: to_svg() of train_log.h.

namespace {

constexpr char kTime[] = "seconds of training";

// A curve of what `value` finds in each row that has it.
report::Series curve(const std::string& name, const Rows& rows,
                     const std::function<std::optional<double>(const model::TrainRow&)>& value) {
  report::Series series{name, {}};
  for (const model::TrainRow& row : rows) {
    if (const auto found = value(row)) series.points.emplace_back(row.seconds, *found);
  }
  return series;
}

// One curve per size; the paper's figure for it, if there is one, in the same colour.
report::Panel ratio_panel(const std::string& title, const std::string& dataset, const Rows& rows,
                          model::Ratios model::TrainRow::*ratios) {
  report::Panel panel{.title = title, .x_label = kTime, .y_label = "average ratio", .series = {}};
  const auto paper = study::paper_row(dataset, "rl");
  for (const auto& [size, _] : rows.back().*ratios) {
    const int k = size;
    panel.series.push_back(curve(fmt::format("k={}", k), rows, [&](const model::TrainRow& row) {
      return model::value_at(row.*ratios, k);
    }));
    const auto figure = paper ? paper->ratio(k) : std::nullopt;
    if (!figure) continue;
    panel.references.push_back(
        {*figure, fmt::format("paper (test), k={}", k), panel.series.size() - 1});
  }
  return panel;
}

report::Panel mean_panel(const Rows& rows) {
  report::Panel panel{
      .title = "Mean ratio", .x_label = kTime, .y_label = "average ratio", .series = {}};
  const auto add = [&](const char* name, auto&& value) {
    report::Series series = curve(name, rows, value);
    if (!series.points.empty()) panel.series.push_back(std::move(series));
  };
  add("episodes played", [](const model::TrainRow& row) { return std::optional(row.train_ratio); });
  add("validation, all sizes", [](const model::TrainRow& row) { return mean(row.validation); });
  add("test, all sizes", [](const model::TrainRow& row) { return mean(row.test); });
  return panel;
}

// The values whose name contains one of these words, or is the word after "=".
report::Panel value_panel(const std::string& title, const Rows& rows,
                          const std::vector<std::string>& words) {
  report::Panel panel{.title = title, .x_label = kTime, .y_label = "", .series = {}};
  for (const auto& [name, _] : rows.back().values) {
    const std::string& key = name;
    const bool chosen = std::any_of(words.begin(), words.end(), [&](const std::string& word) {
      return word[0] == '=' ? key == word.substr(1) : key.find(word) != std::string::npos;
    });
    if (!chosen) continue;
    panel.series.push_back(curve(
        key, rows, [&](const model::TrainRow& row) { return model::value_at(row.values, key); }));
  }
  return panel;
}

}  // namespace

std::string to_svg(const std::string& dataset, const Rows& rows) {
  std::vector<report::Panel> panels;
  if (!rows.empty()) {
    panels = {ratio_panel("Validation ratio by size", dataset, rows, &model::TrainRow::validation),
              ratio_panel("Test ratio by size", dataset, rows, &model::TrainRow::test),
              mean_panel(rows),
              value_panel("Losses", rows, {"loss", "cross_entropy", "regret", "error"}),
              value_panel("Entropy and temperature", rows, {"=entropy", "=temperature"}),
              value_panel("Gradient norm", rows, {"=gradient_norm"})};
  }
  std::erase_if(panels, [](const report::Panel& panel) { return panel.series.empty(); });
  return report::curves_plot(dataset + ": training", panels);
}

// The report of a training log: to_html() of train_log.h.

namespace {

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
  // An interrupt may leave the last round without an examination.
  const auto examined = std::find_if(rows.rbegin(), rows.rend(), [](const model::TrainRow& row) {
    return !row.validation.empty();
  });
  const model::TrainRow& sizes = examined != rows.rend() ? *examined : rows.back();
  add_sizes(table, "", sizes.validation);
  add_sizes(table, "test, ", sizes.test);
  table.columns.push_back({"Best so far"});
  for (const model::TrainRow* const row : shown(rows)) {
    report::HtmlRow line;
    line.cells = {count_cell(row->round),
                  count_cell(row->updates),
                  count_cell(row->episodes),
                  report::number_cell(fmt::format("{:.0f}", row->seconds), row->seconds),
                  ratio_cell(row->train_ratio),
                  ratio_cell(mean(row->validation))};
    for (const auto& [size, _] : sizes.validation)
      line.cells.push_back(ratio_cell(model::value_at(row->validation, size)));
    for (const auto& [size, _] : sizes.test)
      line.cells.push_back(ratio_cell(model::value_at(row->test, size)));
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
  const auto best = std::find_if(rows.rbegin(), rows.rend(), [](const model::TrainRow& row) {
    return row.best && !row.validation.empty();
  });
  if (best != rows.rend())
    facts.emplace_back("Best validation ratio",
                       fmt::format("{:.3f}, in round {}", *mean(best->validation), best->round));
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
