#pragma once

#include <cstddef>
#include <limits>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

// Settings that are declared once. A struct of settings comes with a function fields_of() that
// lists its members; JSON, checks and setting a member by its name all follow from that list.
namespace rlminer::model {

// The values a number may have. "Open" ends do not belong to it.
struct Range {
  double low = -std::numeric_limits<double>::max();
  double high = std::numeric_limits<double>::max();
  bool low_open = false;
  bool high_open = false;

  bool contains(double value) const;  // false for what is no number
  std::string text() const;           // "in 1..8", "above 0"
};

inline constexpr Range kAnyNumber = {};
inline constexpr Range kPositive = {.low = 0.0, .low_open = true};
inline constexpr Range kNotNegative = {.low = 0.0};
inline constexpr Range kShare = {.low = 0.0, .high = 1.0};
inline constexpr Range kDecay = {.low = 0.0, .high = 1.0, .high_open = true};
// A whole number that is at least this.
constexpr Range at_least(std::size_t low) {
  return {.low = static_cast<double>(low), .high = 1e9};
}

// One member of a struct, where it is and what it may be. `help` is for the command line.
struct Field {
  std::string name;
  std::variant<bool*, int*, std::size_t*, double*> value;
  Range range = {};  // of a number
  const char* help = "";
};

// An object with a field per member, in their order.
nlohmann::ordered_json json_of(const std::vector<Field>& fields);

// Sets all members from an object; numbers may be out of range. Throws Error naming the field that
// is missing or of another type.
void read_fields(const nlohmann::json& object, const std::vector<Field>& fields,
                 const std::string& what);

// Throws Error (`what: name is 0, not in 1..8`) unless every number is in its range.
void require_ranges(const std::vector<Field>& fields, const std::string& what);

// Sets a member to the value in a text. Throws Error when the text is none, or out of range.
void set_field(const Field& field, const std::string& text);

}  // namespace rlminer::model
