#include "rlminer/report/mine_texts.h"

#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace rlminer::report {
namespace {

std::string rounded(double value) {
  return with_separators(static_cast<Count>(std::llround(std::max(value, 0.0))));
}

}  // namespace

std::string_view frequency_kind(const engine::Finding& finding) {
  if (finding.frequency.interval()) return "about";
  return finding.frequency.exact() ? "" : "at least";
}

std::string frequency_phrase(const engine::Finding& finding) {
  const std::string_view kind = frequency_kind(finding);
  return std::string(kind) + (kind.empty() ? "" : " ") + with_separators(finding.frequency.value());
}

std::string interval_phrase(const engine::Finding& finding) {
  const auto& interval = finding.frequency.interval();
  if (!interval) return {};
  return fmt::format("95 % sure: {} to {}", rounded(interval->low), rounded(interval->high));
}

std::optional<double> share_of_sets(const engine::Answer& answer, const engine::Finding& finding) {
  const bool known = finding.frequency.exact() || finding.frequency.interval();
  if (!known || !answer.sets_exact || answer.sets == 0) return std::nullopt;
  return finding.frequency.to_double() / static_cast<double>(answer.sets);
}

std::string sets_phrase(const engine::Answer& answer) {
  if (answer.sets == 0) return {};
  return fmt::format("of {}{} connected {}", answer.sets_exact ? "" : "at least ",
                     with_separators(answer.sets), answer.sets == 1 ? "set" : "sets");
}

std::string verdict_badge(const engine::Answer& answer) {
  return answer.proven ? "<span class=\"badge good\">✓ proven</span>"
                       : "<span class=\"badge doubt\">not proven</span>";
}

std::string doubt_phrase(const engine::Answer& answer) {
  if (answer.proven) return {};
  std::string text;
  if (answer.upper_bound)
    text = "no pattern occurs more than " + with_separators(*answer.upper_bound) + " times";
  if (!answer.note.empty()) text += (text.empty() ? "" : "; ") + answer.note;
  return text;
}

std::string seconds_phrase(double seconds) {
  if (seconds < 0.0005) return "< 1 ms";
  return seconds < 1.0 ? fmt::format("{:.0f} ms", 1000 * seconds)
                       : fmt::format("{:.3g} s", seconds);
}

Json exact_json(const BigCount& count) {
  if (count > BigCount(Count{1} << 53)) return to_string(count);
  return static_cast<std::uint64_t>(count.saturated());
}

}  // namespace rlminer::report
