#include "rlminer/model/field.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <type_traits>

#include "rlminer/base/error.h"

namespace rlminer::model {
namespace {

using Json = nlohmann::json;

std::string shown(double number) {
  const bool is_whole = number == std::floor(number) && std::abs(number) < 1e15;
  return is_whole ? std::to_string(static_cast<std::int64_t>(number)) : Json(number).dump();
}

double number_of(const Field& field) {
  return std::visit([](const auto* value) { return static_cast<double>(*value); }, field.value);
}

// The whole text as a number.
template <typename T>
std::optional<T> parsed(const std::string& text) {
  T value{};
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && stop == end ? std::optional(value) : std::nullopt;
}

template <>
std::optional<bool> parsed(const std::string& text) {
  if (text != "true" && text != "false") return std::nullopt;
  return text == "true";
}

// Each is false for a value of another type.
bool read(const Json& json, bool& value) {
  if (json.is_boolean()) json.get_to(value);
  return json.is_boolean();
}

// What was not finite is null in JSON.
bool read(const Json& json, double& value) {
  if (json.is_null()) value = std::numeric_limits<double>::quiet_NaN();
  if (json.is_number()) json.get_to(value);
  return json.is_number() || json.is_null();
}

// A number beyond any limit stays beyond it, instead of wrapping round to another one.
template <typename Whole>
bool read(const Json& json, Whole& value) {
  if (!json.is_number_integer()) return false;
  if (std::is_unsigned_v<Whole> && !json.is_number_unsigned() && json.get<std::int64_t>() < 0)
    return false;
  constexpr std::uint64_t kMost = std::min<std::uint64_t>(std::numeric_limits<Whole>::max(),
                                                          std::numeric_limits<std::int64_t>::max());
  constexpr auto kLimit = static_cast<std::int64_t>(kMost);
  value = json.is_number_unsigned()
              ? static_cast<Whole>(std::min(json.get<std::uint64_t>(), kMost))
              : static_cast<Whole>(std::clamp(json.get<std::int64_t>(), -kLimit, kLimit));
  return true;
}

const char* kind_of(const Field& field) {
  if (std::holds_alternative<bool*>(field.value)) return "true or false";
  return std::holds_alternative<double*>(field.value) ? "a number " : "a whole number ";
}

}  // namespace

bool Range::contains(double value) const {
  return (low_open ? value > low : value >= low) && (high_open ? value < high : value <= high);
}

std::string Range::text() const {
  if (low == kAnyNumber.low) return "that is finite";
  if (high == kAnyNumber.high) return (low_open ? "above " : "of at least ") + shown(low);
  return "in " + shown(low) + ".." + shown(high) + (high_open ? " (and below its end)" : "");
}

nlohmann::ordered_json json_of(const std::vector<Field>& fields) {
  auto object = nlohmann::ordered_json::object();
  for (const Field& field : fields)
    std::visit([&](const auto* value) { object[field.name] = *value; }, field.value);
  return object;
}

void read_fields(const Json& object, const std::vector<Field>& fields, const std::string& what) {
  for (const Field& field : fields) {
    const auto found = object.find(field.name);
    if (found == object.end()) throw Error(what + ": the config has no " + field.name);
    if (!std::visit([&](auto* value) { return read(*found, *value); }, field.value))
      throw Error(what + ": " + field.name + " has the wrong type");
  }
}

void require_ranges(const std::vector<Field>& fields, const std::string& what) {
  for (const Field& field : fields) {
    if (std::holds_alternative<bool*>(field.value) || field.range.contains(number_of(field)))
      continue;
    throw Error(what + ": " + field.name + " is " + json_of({field}).at(field.name).dump() +
                ", not " + field.range.text());
  }
}

void set_field(const Field& field, const std::string& text) {
  const bool is_number = !std::holds_alternative<bool*>(field.value);
  const bool is_set = std::visit(
      [&](auto* value) {
        const auto number = parsed<std::remove_reference_t<decltype(*value)>>(text);
        if (!number || (is_number && !field.range.contains(static_cast<double>(*number))))
          return false;
        *value = *number;
        return true;
      },
      field.value);
  if (is_set) return;
  throw Error("'" + text + "' is not " + kind_of(field) + (is_number ? field.range.text() : ""));
}

}  // namespace rlminer::model
