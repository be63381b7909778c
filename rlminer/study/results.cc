#include "rlminer/study/results.h"

#include <filesystem>
#include <fmt/format.h>
#include <system_error>

#include "rlminer/base/atomic_file.h"
#include "rlminer/base/error.h"
#include "rlminer/report/html_page.h"
#include "rlminer/report/markdown_html.h"

namespace rlminer::study {
namespace {

std::string document(const Results& results) {
  std::string text = "# " + results.title + "\n";
  if (!results.intro.empty()) text += "\n" + results.intro + "\n";
  for (const Table& table : results.tables)
    text += "\n" + to_markdown(table);
  std::string_view notes = results.notes;
  while (notes.ends_with('\n'))
    notes.remove_suffix(1);
  if (!notes.empty()) text += fmt::format("\n{}\n", notes);
  if (!results.svg.empty()) text += fmt::format("\n![{0}]({0}.svg)\n", results.name);
  return text;
}

std::string page(const Results& results) {
  report::HtmlPage html(results.title, std::string(results.name));
  const auto add = [&](const char* heading, const char* style, const std::string& content,
                       const char* id) {
    if (content.empty()) return;
    html.add_section(heading, fmt::format("<div class=\"{}\">{}</div>\n", style, content), id);
  };
  std::string tables;
  for (const Table& table : results.tables)
    tables += to_html(table);
  add("What was done", "prose", report::markdown_html(results.intro), "what");
  add("Tables", "stack", tables, "tables");
  if (!results.svg.empty())
    html.add_section("Figure", report::figure_html(results.svg, ""), "figure");
  add("Notes", "prose", report::markdown_html(results.notes), "notes");
  html.set_footer("Made by rlminer experiment " + std::string(results.name) + ".");
  return html.finish();
}

}  // namespace

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

}  // namespace rlminer::study
