#include "rlminer/base/text.h"

#include <algorithm>
#include <cctype>
#include <charconv>

namespace rlminer::text {
namespace {

constexpr bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f' || c == '\n';
}

// The bytes of the control character that the text starts with, or 0 when it starts with none.
std::size_t length_of_control(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
  };
  if (byte(0) < 0x20 || byte(0) == 0x7f) return 1;
  if (byte(0) == 0xc2 && byte(1) >= 0x80 && byte(1) <= 0x9f) return 2;  // C1
  if (byte(0) == 0xd8 && byte(1) == 0x9c) return 2;                     // U+061C
  if (byte(0) != 0xe2) return 0;
  const bool marks = byte(1) == 0x80 && (byte(2) == 0x8e || byte(2) == 0x8f);     // U+200E, U+200F
  const bool embeddings = byte(1) == 0x80 && byte(2) >= 0xaa && byte(2) <= 0xae;  // from U+202A
  const bool isolates = byte(1) == 0x81 && byte(2) >= 0xa6 && byte(2) <= 0xa9;    // from U+2066
  return marks || embeddings || isolates ? 3 : 0;
}

}  // namespace

Fields split(std::string_view line, Separator separator) {
  const bool comma = separator == Separator::WhiteSpaceOrComma;
  const auto separates = [comma](char c) { return is_space(c) || (comma && c == ','); };
  Fields fields;
  std::size_t i = 0;
  for (;;) {
    while (i < line.size() && separates(line[i]))
      ++i;
    if (i == line.size()) return fields;
    const std::size_t start = i;
    while (i < line.size() && !separates(line[i]))
      ++i;
    if (fields.count < Fields::kKept) fields.at[fields.count] = line.substr(start, i - start);
    ++fields.count;
  }
}

std::vector<std::string_view> words(std::string_view line) {
  std::vector<std::string_view> result;
  std::size_t i = 0;
  for (;;) {
    while (i < line.size() && is_space(line[i]))
      ++i;
    if (i == line.size()) return result;
    const std::size_t start = i;
    while (i < line.size() && !is_space(line[i]))
      ++i;
    result.push_back(line.substr(start, i - start));
  }
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_space(text.front()))
    text.remove_prefix(1);
  while (!text.empty() && is_space(text.back()))
    text.remove_suffix(1);
  return text;
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

bool Lines::next() {
  if (rest_.empty()) return false;
  const std::size_t end = std::min(rest_.find('\n'), rest_.size());
  line_ = rest_.substr(0, end);
  rest_.remove_prefix(std::min(end + 1, rest_.size()));
  if (!line_.empty() && line_.back() == '\r') line_.remove_suffix(1);
  ++number_;
  return true;
}

bool Lines::next_significant() {
  while (next()) {
    const auto first = std::find_if_not(line_.begin(), line_.end(), is_space);
    if (first != line_.end() && *first != '#' && *first != '%') return true;
  }
  return false;
}

std::optional<std::int64_t> to_integer(std::string_view token) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), value);
  if (error != std::errc() || end != token.data() + token.size()) return std::nullopt;
  return value;
}

bool is_number(std::string_view token) {
  if (token.starts_with('+')) token.remove_prefix(1);
  if (token.empty() || token.find_first_not_of("0123456789+-.eE") != std::string_view::npos)
    return false;  // no "inf", "nan" or hexadecimal digits: those are words
  double value = 0;
  const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), value);
  return error != std::errc::invalid_argument && end == token.data() + token.size();
}

bool is_zero(std::string_view number) {
  return number.substr(0, number.find_first_of("eE")).find_first_of("123456789") ==
         std::string_view::npos;
}

bool is_negative_number(std::string_view token) {
  return token.size() > 1 && token.front() == '-' &&
         std::all_of(token.begin() + 1, token.end(), [](char c) { return c >= '0' && c <= '9'; });
}

void append_utf8(std::string& place, std::uint32_t code) {
  const auto byte = [&](std::uint32_t value) { place += static_cast<char>(value); };
  if (code < 0x80) {
    byte(code);
  } else if (code < 0x800) {
    byte(0xc0 | code >> 6);
    byte(0x80 | (code & 0x3f));
  } else if (code < 0x10000) {
    byte(0xe0 | code >> 12);
    byte(0x80 | (code >> 6 & 0x3f));
    byte(0x80 | (code & 0x3f));
  } else {
    byte(0xf0 | code >> 18);
    byte(0x80 | (code >> 12 & 0x3f));
    byte(0x80 | (code >> 6 & 0x3f));
    byte(0x80 | (code & 0x3f));
  }
}

std::string printable(std::string_view name, char instead) {
  std::string result;
  for (std::size_t i = 0; i < name.size();) {
    const std::size_t length = length_of_control(name.substr(i));
    result += length > 0 ? instead : name[i];
    i += std::max<std::size_t>(length, 1);
  }
  return result;
}

std::string shown(std::string_view token) {
  constexpr std::size_t kLongest = 40;
  std::string result(token.substr(0, kLongest));
  // Never cut a multi-byte character in half: its continuation bytes are 10xxxxxx.
  if (token.size() > kLongest) {
    while (!result.empty() && (token[result.size()] & 0xc0) == 0x80)
      result.pop_back();
    result += "...";
  }
  return printable(result, ' ');
}

std::string listed(const std::vector<std::string>& names, std::size_t most) {
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < most; ++i)
    text += (i == 0 ? "" : ", ") + shown(names[i]);
  return names.size() > most ? text + ", ..." : text;
}

std::string counted(std::size_t count, const std::string& noun) {
  const std::string plural =
      noun.ends_with("ex") ? noun.substr(0, noun.size() - 2) + "ices" : noun + "s";
  return std::to_string(count) + " " + (count == 1 ? noun : plural);
}

std::size_t line_of(std::string_view text, std::size_t offset) {
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(offset, text.size()));
  return 1 + static_cast<std::size_t>(std::count(text.begin(), end, '\n'));
}

}  // namespace rlminer::text
