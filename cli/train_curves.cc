// The curves of a training log: to_svg() of train_log.h.

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <optional>
#include <utility>

#include "cli/train_log.h"

#include "rlminer/study/paper.h"
#include "rlminer/report/curves.h"

namespace rlminer::cli {
namespace {

using Rows = std::vector<TrainRow>;

constexpr char kTime[] = "seconds of training";

// A curve of what `value` finds in each row that has it.
Series curve(const std::string& name, const Rows& rows,
             const std::function<std::optional<double>(const TrainRow&)>& value) {
  Series series{name, {}};
  for (const TrainRow& row : rows) {
    if (const auto found = value(row)) series.points.emplace_back(row.seconds, *found);
  }
  return series;
}

std::optional<double> at(const Ratios& ratios, int size) {
  const auto found = ratios.find(size);
  return found == ratios.end() ? std::nullopt : std::optional(found->second);
}

const PaperRow* paper_row(const std::string& dataset) {
  for (const PaperRow& row : paper_rows(dataset)) {
    if (row.method == "rl") return &row;
  }
  return nullptr;
}

// One curve per size; the paper's figure for it, if there is one, in the same colour.
Panel ratio_panel(const std::string& title, const std::string& dataset, const Rows& rows,
                  Ratios TrainRow::*ratios) {
  Panel panel{.title = title, .x_label = kTime, .y_label = "average ratio", .series = {}};
  const PaperRow* const paper = paper_row(dataset);
  for (const auto& [size, _] : rows.back().*ratios) {
    const int k = size;
    panel.series.push_back(curve(fmt::format("k={}", k), rows,
                                 [&](const TrainRow& row) { return at(row.*ratios, k); }));
    const auto figure = paper == nullptr ? std::nullopt : paper->at(k);
    if (!figure) continue;
    panel.references.push_back(
        {*figure, fmt::format("paper (test), k={}", k), panel.series.size() - 1});
  }
  return panel;
}

Panel mean_panel(const Rows& rows) {
  Panel panel{.title = "Mean ratio", .x_label = kTime, .y_label = "average ratio", .series = {}};
  const auto add = [&](const char* name, auto&& value) {
    Series series = curve(name, rows, value);
    if (!series.points.empty()) panel.series.push_back(std::move(series));
  };
  add("episodes played", [](const TrainRow& row) { return std::optional(row.train_ratio); });
  add("validation, all sizes", [](const TrainRow& row) { return mean(row.validation); });
  add("test, all sizes", [](const TrainRow& row) { return mean(row.test); });
  return panel;
}

// The values whose name contains one of these words, or is the word after "=".
Panel value_panel(const std::string& title, const Rows& rows,
                  const std::vector<std::string>& words) {
  Panel panel{.title = title, .x_label = kTime, .y_label = "", .series = {}};
  for (const auto& [name, _] : rows.back().values) {
    const std::string& key = name;
    const bool chosen = std::any_of(words.begin(), words.end(), [&](const std::string& word) {
      return word[0] == '=' ? key == word.substr(1) : key.find(word) != std::string::npos;
    });
    if (!chosen) continue;
    panel.series.push_back(curve(key, rows, [&](const TrainRow& row) {
      const auto found = row.values.find(key);
      return found == row.values.end() ? std::nullopt : std::optional(found->second);
    }));
  }
  return panel;
}

}  // namespace

std::string to_svg(const std::string& dataset, const Rows& rows) {
  std::vector<Panel> panels;
  if (!rows.empty()) {
    panels = {ratio_panel("Validation ratio by size", dataset, rows, &TrainRow::validation),
              ratio_panel("Test ratio by size", dataset, rows, &TrainRow::test),
              mean_panel(rows),
              value_panel("Losses", rows, {"loss", "cross_entropy", "regret", "error"}),
              value_panel("Entropy and temperature", rows, {"=entropy", "=temperature"}),
              value_panel("Gradient norm", rows, {"=gradient_norm"})};
  }
  std::erase_if(panels, [](const Panel& panel) { return panel.series.empty(); });
  return curves_plot(dataset + ": training", panels);
}

}  // namespace rlminer::cli
