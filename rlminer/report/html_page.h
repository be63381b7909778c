#pragma once

// Reports as HTML: one file that needs nothing else, neither the network nor other files.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rlminer/report/parts.h"

namespace rlminer::report {

// The text with what is not UTF-8 replaced by U+FFFD, as in JSON.
std::string valid_utf8(std::string_view text);

// The text as it may stand in HTML, between tags or in an attribute's double quotes.
std::string html_escaped(std::string_view text);

// JSON as it may stand in a <script> element, whatever the texts in it are.
std::string script_json(const Json& value);

// A list of names and values, for example what was asked. Empty values are left out.
using Facts = std::vector<std::pair<std::string, std::string>>;
std::string facts_html(const Facts& facts);

// A cell of a table: what it shows, and what it is sorted by if that is not the text itself.
struct HtmlCell {
  std::string html;
  std::optional<double> sort_value = {};
};
HtmlCell number_cell(std::string_view text, double value);

// A table whose columns can be sorted by their headings. Column titles are text, cells are HTML.
struct HtmlColumn {
  std::string title;
  bool number = false;  // set to the right; sorts from the largest at first
  bool sortable = true;
};
struct HtmlRow {
  std::vector<HtmlCell> cells;
  std::string attributes = {};  // of the element <tr>, as they stand
};
struct HtmlTable {
  std::string caption;  // text, what the table shows; read out, and shown above it
  std::vector<HtmlColumn> columns;
  std::vector<HtmlRow> rows;
  std::string id = {};
};
std::string table_html(const HtmlTable& table);

// A picture (an element <svg>) with a caption below it. Plots in the colours of SvgWriter follow
// the theme of the page.
std::string figure_html(std::string_view svg, std::string_view caption);

// A page with a heading, a choice of light and dark theme, and sections in the order added.
class HtmlPage {
 public:
  HtmlPage(std::string title, std::string subtitle);

  // With an id, the section can be addressed and is listed in the navigation at the top.
  void add_section(std::string_view heading, std::string_view html, std::string_view id = {});
  void add_html(std::string_view html) { body_ += html; }
  void add_style(std::string_view css) { style_ += css; }
  // Scripts run at the end of the page, in the order added.
  void add_script(std::string_view script);
  // What scripts read: the text of the element with that id.
  void add_data(std::string_view id, const Json& value);
  void set_footer(std::string footer) { footer_ = std::move(footer); }

  // The whole file. Valid UTF-8 whatever was added.
  std::string finish() const;

 private:
  std::string title_;
  std::string subtitle_;
  std::string footer_;
  std::string navigation_;
  std::string style_;
  std::string body_;
  std::string data_;
  std::string scripts_;
};

// The Markdown of our own reports as HTML: paragraphs, lists (lines that begin with "- "), and
// within a line `code`, **bold** and [links](address). Everything else is text.
std::string markdown_html(std::string_view markdown);

// The same for a single line, without a paragraph around it.
std::string markdown_line_html(std::string_view line);

}  // namespace rlminer::report
