// The curves of a training log: to_svg() of train_log.h.

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <optional>
#include <utility>

#include "cli/train_log.h"

#include "rlminer/report/curves.h"
#include "rlminer/study/paper.h"

namespace rlminer::cli {
namespace {

using Rows = std::vector<model::TrainRow>;

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
    panel.series.push_back(curve(fmt::format("k={}", k), rows,
                                 [&](const model::TrainRow& row) { return at(row.*ratios, k); }));
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
    panel.series.push_back(curve(key, rows, [&](const model::TrainRow& row) {
      const auto found = row.values.find(key);
      return found == row.values.end() ? std::nullopt : std::optional(found->second);
    }));
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

}  // namespace rlminer::cli
