#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "rlminer/base/statistics.h"
#include "rlminer/report/curves.h"
#include "rlminer/study/table.h"

namespace rlminer::study {

// Mean and standard deviation of a sample, for example one value for each seed.
struct Spread {
  double mean = 0.0;       // 0 without values
  double deviation = 0.0;  // 0 for a single value
  std::size_t seeds = 0;   // how many values
};

inline Spread spread_of(std::span<const double> values) {
  return {mean(values), standard_deviation(values), values.size()};
}

// The mean over these sizes of what `value` says about each; none when one is missing.
template <typename Value>
std::optional<double> mean_over(std::span<const int> sizes, const Value& value) {
  double sum = 0.0;
  for (const int size : sizes) {
    const std::optional<double> each = value(size);
    if (!each) return std::nullopt;
    sum += *each;
  }
  return sizes.empty() ? std::nullopt : std::optional(sum / static_cast<double>(sizes.size()));
}

// The spread of what `value` says about each of the items, of those about which it says something;
// none if there is no such item.
template <typename Items, typename Value>
std::optional<Spread> spread_over(const Items& items, const Value& value) {
  std::vector<double> values;
  for (const auto& item : items) {
    if (const std::optional<double> each = value(item)) values.push_back(*each);
  }
  return values.empty() ? std::nullopt : std::optional(spread_of(values));
}

// How good a method is at one pattern size.
struct SizeResult {
  int size = 0;
  std::optional<double> ratio = {};   // mean over seeds of the mean over graphs; none: no graph
  double deviation = 0.0;             // standard deviation over seeds
  std::size_t graphs = 0;             // with a set of this size and a proven best frequency
  std::size_t unproven = 0;           // left out because their best frequency is not known
  std::optional<double> proven = {};  // share of the answers that the method has proven
};

// How good a method is on the graphs of a data set, and how long it takes: a row of a table, or a
// curve. The sizes are in ascending order.
struct ResultRow {
  std::string dataset = {};
  std::string name = {};        // of the method, as it is shown
  std::string source = "ours";  // "paper", or where else it comes from
  std::vector<SizeResult> sizes = {};
  std::size_t graphs = 0;  // that it was measured on; 0: not by us
  std::size_t seeds = 1;
  std::optional<double> seconds = {};  // one run over all graphs and sizes, mean over seeds
  std::string method = {};             // of a row of the paper: what we call it

  bool ours() const { return source == "ours"; }
  std::string full_name() const;         // with the source, unless it is ours
  const SizeResult* at(int size) const;  // null: it was not measured
  std::optional<double> ratio(int size) const;
  std::optional<double> mean(std::span<const int> sizes) const;  // none: one of them is missing
  std::optional<double> lowest(std::span<const int> sizes) const;
  std::optional<double> proven() const;  // the share over all sizes
};

// The figures, without the names.
nlohmann::ordered_json to_json(const ResultRow& row);
// Throws an exception of the JSON library for anything else.
ResultRow row_from_json(const nlohmann::ordered_json& json);

// The same method with several models: mean, and deviation between them. Named as the first.
ResultRow over_models(std::span<const ResultRow> each);

// How much a table of methods shows.
enum class TableStyle {
  Paper,  // as the paper's main table: ratios and time, nothing where nothing is known
  Full,   // also the mean over the sizes, and how much a method has proven
};

// One table, a row per method: ratios by size and the time. Ours is bold.
Table method_table(const std::string& title, std::span<const ResultRow> rows,
                   std::span<const int> sizes, TableStyle style = TableStyle::Full);

// Every figure of the rows, one line per size.
Table method_data(std::span<const ResultRow> rows);

// Ratio against size, with bars of one deviation; dashed unless it is ours. And a curve per row.
report::Series ratio_series(const ResultRow& row);
report::Panel ratio_panel(const std::string& title, std::span<const ResultRow> rows);

}  // namespace rlminer::study
