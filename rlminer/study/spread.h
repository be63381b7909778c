#pragma once

#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace rlminer::study {

// Mean and standard deviation of a sample, for example one value for each seed.
struct Spread {
  double mean = 0.0;       // 0 without values
  double deviation = 0.0;  // 0 for a single value
  std::size_t seeds = 0;   // how many values
};

inline Spread spread_of(std::span<const double> values) {
  Spread spread{.seeds = values.size()};
  if (values.empty()) return spread;
  const auto count = static_cast<double>(values.size());
  for (const double value : values)
    spread.mean += value;
  spread.mean /= count;
  double squares = 0.0;
  for (const double value : values)
    squares += (value - spread.mean) * (value - spread.mean);
  if (values.size() > 1) spread.deviation = std::sqrt(squares / (count - 1.0));
  return spread;
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

}  // namespace rlminer::study
