#include "rlminer/study/result_table.h"

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <system_error>

#include "rlminer/base/atomic_file.h"
#include "rlminer/base/error.h"
#include "rlminer/report/html_page.h"
#include "rlminer/report/markdown_html.h"

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
  for (const char c : cell) {
    if (c == '|') {
      result += "\\|";
    } else {
      result += c == '\n' || c == '\r' ? ' ' : c;
    }
  }
  return result;
}

const std::string& cell_at(const Row& row, std::size_t column) {
  static const std::string empty;
  return column < row.size() ? row[column] : empty;
}

std::string csv_line(const Row& row, std::size_t columns) {
  std::string line;
  for (std::size_t i = 0; i < columns; ++i)
    line += (i == 0 ? "" : ",") + quoted_for_csv(cell_at(row, i));
  return line + "\n";
}

std::string markdown_line(const Row& row, std::size_t columns) {
  std::string line = "|";
  for (std::size_t i = 0; i < columns; ++i)
    line += " " + escaped_for_markdown(cell_at(row, i)) + " |";
  return line + "\n";
}

bool known(std::optional<double> value) {
  return value && std::isfinite(*value);
}

std::string document(const Results& results) {
  std::string text = "# " + results.title + "\n";
  if (!results.intro.empty()) text += "\n" + results.intro + "\n";
  for (const ResultTable& table : results.tables)
    text += "\n" + to_markdown(table);
  std::string_view notes = results.notes;
  while (notes.ends_with('\n'))
    notes.remove_suffix(1);
  if (!notes.empty()) text += fmt::format("\n{}\n", notes);
  if (!results.svg.empty()) text += fmt::format("\n![{0}]({0}.svg)\n", results.name);
  return text;
}

// Cells are sorted by the number they begin with.
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

report::HtmlTable html_table(const ResultTable& table) {
  report::HtmlTable result{
      .caption = table.title.empty() ? "Results" : table.title, .columns = {}, .rows = {}};
  for (std::size_t i = 0; i < table.header.size(); ++i)
    result.columns.push_back({table.header[i], i >= table.numbers_from});
  for (const Row& row : table.rows) {
    result.rows.emplace_back();
    for (std::size_t i = 0; i < table.header.size(); ++i)
      result.rows.back().cells.push_back(html_cell(cell_at(row, i)));
  }
  return result;
}

std::string page(const Results& results) {
  report::HtmlPage html(results.title, std::string(results.name));
  if (!results.intro.empty()) {
    html.add_section("What was done",
                     "<div class=\"prose\">" + report::markdown_html(results.intro) + "</div>\n",
                     "what");
  }
  std::string tables;
  for (const ResultTable& table : results.tables)
    tables += report::table_html(html_table(table));
  if (!tables.empty())
    html.add_section("Tables", "<div class=\"stack\">" + tables + "</div>\n", "tables");
  if (!results.svg.empty())
    html.add_section("Figure", report::figure_html(results.svg, ""), "figure");
  if (!results.notes.empty()) {
    html.add_section("Notes",
                     "<div class=\"prose\">" + report::markdown_html(results.notes) + "</div>\n",
                     "notes");
  }
  html.set_footer("Made by rlminer experiment " + std::string(results.name) + ".");
  return html.finish();
}

}  // namespace

std::string to_csv(const ResultTable& table) {
  std::string text = csv_line(table.header, table.header.size());
  for (const Row& row : table.rows)
    text += csv_line(row, table.header.size());
  return text;
}

std::string to_markdown(const ResultTable& table) {
  const std::size_t columns = table.header.size();
  std::string text = table.title.empty() ? "" : "## " + table.title + "\n\n";
  text += markdown_line(table.header, columns) + "|";
  for (std::size_t i = 0; i < columns; ++i)
    text += i < table.numbers_from ? " --- |" : " ---: |";
  text += "\n";
  for (const Row& row : table.rows)
    text += markdown_line(row, columns);
  return text;
}

void write_results(const ExperimentOptions& options, const Results& results) {
  std::error_code error;
  std::filesystem::create_directories(options.out, error);
  if (!std::filesystem::is_directory(options.out)) {
    throw Error(options.out.string() + ": cannot make this folder" +
                (error ? ": " + error.message() : ""));
  }
  const auto file = [&](const char* ending) {
    return options.out / (std::string(results.name) + ending);
  };
  if (!results.data.header.empty()) write_file_atomically(file(".csv"), to_csv(results.data));
  if (!results.svg.empty()) write_file_atomically(file(".svg"), results.svg);
  write_file_atomically(file(".html"), page(results));
  write_file_atomically(file(".md"), document(results));
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
