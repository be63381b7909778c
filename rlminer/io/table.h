#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace rlminer::io {

// A text of rows and columns. The values of a row are separated by commas, semicolons, tabs or
// white space, whichever fits the first rows. A value in double quotes may contain separators, line
// ends and, doubled, quotes (RFC 4180). Blank lines and comments (# or %) are passed over.
class Table {
 public:
  // The values point into the text or into the table: both must outlive them.
  Table(std::string path, std::string_view text);
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;

  bool next();  // goes to the next row; false at the end
  void rewind();

  const std::vector<std::string_view>& row() const { return row_; }
  // The value in a column, or nothing where the row has none.
  std::string_view value(std::size_t column) const {
    return column < row_.size() ? row_[column] : std::string_view();
  }
  std::size_t line() const { return row_line_; }  // on which the row starts
  // Whether it is as write_edges() or write_labels() write it: two plain words in each row.
  bool plain() const { return !quotes_; }
  bool by_white_space() const { return separator_ == ' '; }
  const std::string& path() const { return path_; }

  // The values in the last comment before the first row, in which some files name their columns.
  const std::vector<std::string>& comment_values() const { return comment_values_; }

  [[noreturn]] void fail(const std::string& reason) const { fail_at(row_line_, reason); }
  [[noreturn]] void fail_at(std::size_t line, const std::string& reason) const;

 private:
  Table(std::string path, std::string_view text, char separator, bool quotes);
  char recognised_separator() const;
  bool fits(char separator, bool strictly) const;
  bool find_row();
  void split_row();
  std::string_view read_quoted();
  std::string_view read_plain();
  void skip_blanks();
  bool separates(char c) const;
  bool at_row_end() const { return at_ == text_.size() || text_[at_] == '\n'; }

  std::string path_;
  std::string_view text_;
  char separator_ = ' ';  // a blank stands for white space or commas
  bool quotes_ = true;    // whether quotes have a meaning
  std::size_t at_ = 0;
  std::size_t line_ = 1;  // of the text at `at_`
  std::size_t row_line_ = 0;
  std::vector<std::string_view> row_;
  std::deque<std::string> unquoted_;  // values that differ from their spelling
  std::vector<std::string> comment_values_;
};

// The first rows of a table, copied, to look at before reading it.
struct TableSample {
  std::vector<std::vector<std::string>> rows;
  std::vector<std::size_t> lines;
  bool whole = true;  // there are no more
};
TableSample sample_of(Table& table, std::size_t rows = 1000);

}  // namespace rlminer::io
