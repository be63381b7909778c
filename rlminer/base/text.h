#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rlminer/base/error.h"

// What the readers of line-oriented formats share.
namespace rlminer::text {

// The values on one line. Only the first few are kept; `count` counts them all.
struct Fields {
  static constexpr std::size_t kKept = 4;
  std::array<std::string_view, kKept> at;
  std::size_t count = 0;

  std::string_view operator[](std::size_t i) const { return at[i]; }
};

enum class Separator { WhiteSpace, WhiteSpaceOrComma };

Fields split(std::string_view line, Separator separator = Separator::WhiteSpace);

// All values on a line that are separated by white space.
std::vector<std::string_view> words(std::string_view line);

std::string_view trim(std::string_view text);

// With the letters A to Z made small.
std::string lower(std::string_view text);

// Walks over the lines of a text, whatever their line ends (a trailing carriage return is cut off).
class Lines {
 public:
  Lines(std::string path, std::string_view text) : path_(std::move(path)), rest_(text) {}

  // Goes on with a text that follows: the lines go on being counted.
  void go_on(std::string_view text) { rest_ = text; }

  bool next();              // goes to the next line; false at the end
  bool next_significant();  // the same, passing over blank lines and comments (# or %)

  std::string_view line() const { return line_; }
  std::size_t number() const { return number_; }  // 1-based; 0 before the first next()
  const std::string& path() const { return path_; }

  [[noreturn]] void fail(const std::string& reason) const { fail_at(number_, reason); }
  [[noreturn]] void fail_at(std::size_t line, const std::string& reason) const {
    throw Error(path_, line, reason);
  }

 private:
  std::string path_;
  std::string_view rest_;
  std::string_view line_;
  std::size_t number_ = 0;
};

// The value of a token that is a whole number and nothing else.
std::optional<std::int64_t> to_integer(std::string_view token);

// Whether the token is a decimal number and nothing else: 7, -0.5, 1e-3.
bool is_number(std::string_view token);

// Whether the token, a decimal number, is zero.
bool is_zero(std::string_view number);

// Whether the token is a minus sign and digits.
bool is_negative_number(std::string_view token);

// Appends the character with this number.
void append_utf8(std::string& place, std::uint32_t code);

// The name without characters that would do something to a terminal instead of being shown: control
// characters (of C1 too) and those that change the direction of writing.
std::string printable(std::string_view name, char instead = '?');

// The token as an error message shows it: on one line, not too long.
std::string shown(std::string_view token);

// "a, b, c" or, of more than `most`, "a, b, c, ...".
std::string listed(const std::vector<std::string>& names, std::size_t most = 10);

// "1 edge", "2 edges".
std::string counted(std::size_t count, const std::string& noun);

// The 1-based line on which byte `offset` of the text lies.
std::size_t line_of(std::string_view text, std::size_t offset);

}  // namespace rlminer::text
