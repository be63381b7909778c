#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "rlminer/engine/engine.h"
#include "rlminer/report/parts.h"

// What pages say of an answer.
namespace rlminer::report {

// "", "at least" or "about": what the number is.
std::string_view frequency_kind(const engine::Finding& finding);
// "1,234", "at least 1,234" or "about 1,234".
std::string frequency_phrase(const engine::Finding& finding);
// "95 % sure: 1,200 to 1,300", or nothing.
std::string interval_phrase(const engine::Finding& finding);
// The finding among all connected sets of its size, where both are counted.
std::optional<double> share_of_sets(const engine::Answer& answer, const engine::Finding& finding);
// "of 5,678 connected sets", or "of at least ...".
std::string sets_phrase(const engine::Answer& answer);
// A mark for an answer: proven, or not.
std::string verdict_badge(const engine::Answer& answer);
// What is known of an answer that is not proven: the bound on others, the reason. Empty if nothing.
std::string doubt_phrase(const engine::Answer& answer);
std::string seconds_phrase(double seconds);

// A number, or a decimal string where a browser's numbers are not exact.
Json exact_json(const BigCount& count);

}  // namespace rlminer::report
