#include "rlminer/study/table.h"

#include <cmath>
#include <cstdlib>
#include <fmt/format.h>

#include "rlminer/report/html_page.h"

namespace rlminer::study {
namespace {

using Row = std::vector<std::string>;

std::string quoted_for_csv(const std::string& cell) {
  if (cell.find_first_of(",\"\r\n") == cell.npos) return cell;
  std::string result = "\"";
  for (const char c : cell)
    result += c == '"' ? "\"\"" : std::string(1, c);
  return result + "\"";
}

std::string escaped_for_markdown(const std::string& cell) {
  std::string result;
  for (const char c : cell)
    result += c == '|' ? "\\|" : std::string(1, c == '\n' || c == '\r' ? ' ' : c);
  return result;
}

const std::string& cell_at(const Row& row, std::size_t column) {
  static const std::string empty;
  return column < row.size() ? row[column] : empty;
}

report::HtmlCell html_cell(const std::string& cell) {
  report::HtmlCell result{report::markdown_line_html(cell)};
  const std::size_t digits = cell.find_first_of("0123456789-");
  const bool bold = digits == 2 && cell.starts_with("**");
  if (digits != 0 && !bold) return result;
  const char* const begin = cell.c_str() + digits;
  char* end = nullptr;
  const double value = std::strtod(begin, &end);
  if (end != begin) result.sort_value = value;
  return result;
}

bool known(std::optional<double> value) {
  return value && std::isfinite(*value);
}

}  // namespace

std::string to_csv(const Table& table) {
  const auto line = [&](const Row& row) {
    std::string text;
    for (std::size_t i = 0; i < table.header.size(); ++i)
      text += (i == 0 ? "" : ",") + quoted_for_csv(cell_at(row, i));
    return text + "\n";
  };
  std::string text = line(table.header);
  for (const Row& row : table.rows)
    text += line(row);
  return text;
}

std::string to_markdown(const Table& table) {
  const auto line = [&](const Row& row) {
    std::string text = "|";
    for (std::size_t i = 0; i < table.header.size(); ++i)
      text += " " + escaped_for_markdown(cell_at(row, i)) + " |";
    return text + "\n";
  };
  std::string text = table.title.empty() ? "" : "## " + table.title + "\n\n";
  text += line(table.header) + "|";
  for (std::size_t i = 0; i < table.header.size(); ++i)
    text += i < table.numbers_from ? " --- |" : " ---: |";
  text += "\n";
  for (const Row& row : table.rows)
    text += line(row);
  return text;
}

std::string to_html(const Table& table) {
  report::HtmlTable result{
      .caption = table.title.empty() ? "Results" : table.title, .columns = {}, .rows = {}};
  for (std::size_t i = 0; i < table.header.size(); ++i)
    result.columns.push_back({table.header[i], i >= table.numbers_from});
  for (const Row& row : table.rows) {
    result.rows.emplace_back();
    for (std::size_t i = 0; i < table.header.size(); ++i)
      result.rows.back().cells.push_back(html_cell(cell_at(row, i)));
  }
  return report::table_html(result);
}

std::string ratio_cell(std::optional<double> ratio) {
  return known(ratio) ? fmt::format("{:.3f}", *ratio) : "-";
}

std::string ratio_cell(std::optional<double> mean, double deviation) {
  return known(mean) ? fmt::format("{:.3f} ± {:.3f}", *mean, deviation) : "-";
}

std::string seconds_cell(std::optional<double> seconds) {
  if (!known(seconds)) return "-";
  return *seconds >= 100.0 ? fmt::format("{:.0f}", *seconds) : fmt::format("{:.3g}", *seconds);
}

std::string csv_cell(std::optional<double> value) {
  return known(value) ? fmt::format("{:.6g}", *value) : "";
}

}  // namespace rlminer::study
