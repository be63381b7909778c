#include "rlminer/io/table.h"

#include <algorithm>
#include <utility>

#include "rlminer/base/error.h"
#include "rlminer/base/text.h"

namespace rlminer::io {
namespace {

constexpr bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

// "1 2" in a value tells that blanks separate as well.
bool is_row_of_numbers(std::string_view value) {
  const auto words = text::words(value);
  return words.size() > 1 && std::all_of(words.begin(), words.end(), text::is_number);
}

}  // namespace

Table::Table(std::string path, std::string_view text) : path_(std::move(path)), text_(text) {
  // As write_edges() and write_labels() mark what they have written.
  const bool ours = text.starts_with("# edges of ") || text.starts_with("# labels of ");
  quotes_ = !ours;
  if (!ours) separator_ = recognised_separator();
  // Only now is it known how to take a comment apart.
  std::string_view comment = text.substr(0, 0);
  text::Lines lines("", text);
  while (lines.next()) {
    const std::string_view line = text::trim(lines.line());
    if (line.empty()) continue;
    if (line.front() != '#' && line.front() != '%') break;
    comment = line.substr(std::min(line.find_first_not_of("#% "), line.size()));
  }
  if (comment.starts_with("edges of ") || comment.starts_with("labels of ")) return;
  Table values("", comment, separator_, false);
  if (values.next()) comment_values_.assign(values.row_.begin(), values.row_.end());
}

Table::Table(std::string path, std::string_view text, char separator, bool quotes)
    : path_(std::move(path)), text_(text), separator_(separator), quotes_(quotes) {}

char Table::recognised_separator() const {
  for (const bool strictly : {true, false}) {
    for (const char separator : {'\t', ';', ','}) {
      if (fits(separator, strictly)) return separator;
    }
  }
  return ' ';
}

// Whether the separator occurs in each of the first rows: equally often in all, if strictly.
bool Table::fits(char separator, bool strictly) const try {
  constexpr int kRows = 100;
  Table trial(path_, text_, separator, true);
  std::size_t columns = 0;
  bool numbers_inside = true;
  for (int i = 0; i < kRows && trial.next(); ++i) {
    const auto& row = trial.row_;
    if (row.size() < 2 || (strictly && columns != 0 && row.size() != columns)) return false;
    columns = row.size();
    numbers_inside = numbers_inside && std::any_of(row.begin(), row.end(), is_row_of_numbers);
  }
  return columns != 0 && !numbers_inside;
} catch (const Error&) {
  return false;  // the quotes do not fit this separator
}

void Table::rewind() {
  at_ = 0;
  line_ = 1;
  row_line_ = 0;
  row_.clear();
}

void Table::fail_at(std::size_t line, const std::string& reason) const {
  throw Error(path_, line, reason);
}

bool Table::next() {
  if (!find_row()) return false;
  row_line_ = line_;
  row_.clear();
  split_row();
  return true;
}

// Passes over blank lines and comments.
bool Table::find_row() {
  while (at_ < text_.size()) {
    std::size_t first = at_;
    while (first < text_.size() && is_blank(text_[first]))
      ++first;
    const bool blank = first == text_.size() || text_[first] == '\n';
    if (!blank && text_[first] != '#' && text_[first] != '%') return true;
    at_ = std::min(text_.find('\n', first), text_.size() - 1) + 1;
    ++line_;
  }
  return false;
}

bool Table::separates(char c) const {
  return separator_ == ' ' ? is_blank(c) || c == ',' : c == separator_;
}

void Table::skip_blanks() {
  while (!at_row_end() && is_blank(text_[at_]) && !separates(text_[at_]))
    ++at_;
}

void Table::split_row() {
  const bool white = by_white_space();
  for (;;) {
    if (white) {
      while (!at_row_end() && separates(text_[at_]))
        ++at_;
      if (at_row_end()) break;
    } else {
      skip_blanks();
    }
    row_.push_back(quotes_ && at_ < text_.size() && text_[at_] == '"' ? read_quoted()
                                                                      : read_plain());
    if (at_row_end()) break;
    ++at_;  // the separator
  }
  if (at_ < text_.size()) ++at_;
  ++line_;
}

std::string_view Table::read_plain() {
  const std::size_t start = at_;
  while (!at_row_end() && !separates(text_[at_]))
    ++at_;
  return text::trim(text_.substr(start, at_ - start));
}

std::string_view Table::read_quoted() {
  const std::size_t start = ++at_;
  bool doubled = false;
  for (;; ++at_) {
    if (at_ == text_.size()) fail_at(row_line_, "a value starts with a quote that never ends");
    if (text_[at_] == '\n') ++line_;
    if (text_[at_] != '"') continue;
    if (at_ + 1 == text_.size() || text_[at_ + 1] != '"') break;
    doubled = true;
    ++at_;
  }
  const std::string_view spelled = text_.substr(start, at_ - start);
  ++at_;
  skip_blanks();
  if (!at_row_end() && !separates(text_[at_]))
    fail_at(line_, "something follows the closing quote of " + text::shown(spelled));
  if (!doubled) return spelled;
  std::string& value = unquoted_.emplace_back();
  for (std::size_t i = 0; i < spelled.size(); ++i) {
    value += spelled[i];
    if (spelled[i] == '"') ++i;
  }
  return value;
}

TableSample sample_of(Table& table, std::size_t rows) {
  TableSample sample;
  while (sample.rows.size() < rows && table.next()) {
    sample.rows.emplace_back(table.row().begin(), table.row().end());
    sample.lines.push_back(table.line());
  }
  sample.whole = sample.rows.size() < rows;
  table.rewind();
  return sample;
}

}  // namespace rlminer::io
