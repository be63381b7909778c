#include "rlminer/report/html_page.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <nlohmann/json.hpp>

#include "rlminer/base/text.h"
#include "rlminer/report/assets.h"
#include "rlminer/report/svg.h"

namespace rlminer::report {
namespace {

std::string heading_html(const HtmlColumn& column) {
  const std::string title = html_escaped(column.title);
  const char* const kind = column.number ? " class=\"number\"" : "";
  if (!column.sortable) return fmt::format("<th scope=\"col\"{}>{}</th>", kind, title);
  return fmt::format(
      "<th scope=\"col\"{} aria-sort=\"none\"><button type=\"button\">{}</button></th>", kind,
      title);
}

}  // namespace

std::string valid_utf8(std::string_view text) {
  return Json::parse(Json(text).dump(-1, ' ', false, Json::error_handler_t::replace))
      .get<std::string>();
}

std::string html_escaped(std::string_view text) {
  return valid_utf8(xml_escaped(text));
}

std::string script_json(const Json& value) {
  const std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string result;
  result.reserve(text.size());
  // Only strings hold a <, and it could begin </script> or a comment.
  for (const char c : text)
    result += c == '<' ? std::string_view("\\u003c") : std::string_view(&c, 1);
  return result;
}

std::string facts_html(const Facts& facts) {
  std::string html = "<dl class=\"facts\">\n";
  for (const auto& [name, value] : facts) {
    if (value.empty()) continue;
    html +=
        fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", html_escaped(name), html_escaped(value));
  }
  return html + "</dl>\n";
}

HtmlCell number_cell(std::string_view text, double value) {
  return {html_escaped(text), value};
}

std::string table_html(const HtmlTable& table) {
  std::string html = "<div class=\"table-frame\" tabindex=\"0\" role=\"region\" aria-label=\"" +
                     html_escaped(table.caption) + "\">\n<table class=\"sortable\"";
  if (!table.id.empty()) html += " id=\"" + html_escaped(table.id) + "\"";
  html += ">\n<caption>" + html_escaped(table.caption) + "</caption>\n<thead><tr>";
  for (const HtmlColumn& column : table.columns)
    html += heading_html(column);
  html += "</tr></thead>\n<tbody>\n";
  for (const HtmlRow& row : table.rows) {
    html += row.attributes.empty() ? "<tr>" : "<tr " + row.attributes + ">";
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      html += i < table.columns.size() && table.columns[i].number ? "<td class=\"number\"" : "<td";
      const HtmlCell& cell = row.cells[i];
      if (cell.sort_value)
        fmt::format_to(std::back_inserter(html), " data-sort=\"{}\"", *cell.sort_value);
      html += ">" + cell.html + "</td>";
    }
    html += "</tr>\n";
  }
  return html + "</tbody>\n</table>\n</div>\n";
}

std::string figure_html(std::string_view svg, std::string_view caption) {
  std::string html = "<figure class=\"plot\">\n<div class=\"plot-frame\">";
  html += svg;
  html += "</div>\n";
  if (!caption.empty()) html += "<figcaption>" + html_escaped(caption) + "</figcaption>\n";
  return html + "</figure>\n";
}

HtmlPage::HtmlPage(std::string title, std::string subtitle)
    : title_(std::move(title)), subtitle_(std::move(subtitle)) {}

void HtmlPage::add_section(std::string_view heading, std::string_view html, std::string_view id) {
  const std::string title = html_escaped(heading);
  if (id.empty()) {
    body_ += "<section>\n<h2>" + title + "</h2>\n";
  } else {
    body_ += fmt::format(
        "<section id=\"{0}\" aria-labelledby=\"{0}-heading\">\n<h2 id=\"{0}-heading\">{1}</h2>\n",
        id, title);
    navigation_ += fmt::format("<a href=\"#{}\">{}</a>\n", id, title);
  }
  body_ += html;
  body_ += "</section>\n";
}

void HtmlPage::add_script(std::string_view script) {
  scripts_ += "<script>\n";
  scripts_ += script;
  scripts_ += "</script>\n";
}

void HtmlPage::add_data(std::string_view id, const Json& value) {
  fmt::format_to(std::back_inserter(data_),
                 "<script type=\"application/json\" id=\"{}\">{}</script>\n", id,
                 script_json(value));
}

std::string HtmlPage::finish() const {
  std::string page =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      // Nothing in the page may reach for the network, whatever names the graph has.
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
      "'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">\n"
      "<meta name=\"generator\" content=\"rlminer\">\n<title>" +
      html_escaped(title_) + "</title>\n<style>\n";
  page += assets::kPageCss;
  page += style_ +
          "</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#content\">To the content</a>\n";
  page += "<header class=\"page-header\">\n<div class=\"page-title\"><h1>" + html_escaped(title_) +
          "</h1>\n<p>" + html_escaped(subtitle_) + "</p></div>\n<nav aria-label=\"Sections\">\n" +
          navigation_ +
          "</nav>\n<button type=\"button\" id=\"theme\" hidden></button>\n</header>\n"
          "<noscript><p class=\"notice\">Sorting and drawings of graphs need JavaScript.</p>"
          "</noscript>\n<main id=\"content\">\n";
  page +=
      body_ + "</main>\n<footer>" + html_escaped(footer_) + "</footer>\n" + data_ + "<script>\n";
  page += assets::kPageJs;
  page += "</script>\n" + scripts_ + "</body>\n</html>\n";
  return valid_utf8(page);
}

namespace {

constexpr auto kNone = std::string_view::npos;

// What stands between a mark at the beginning of the text and its next appearance; advances the
// text beyond it. Nothing, and no advance, when there is no such pair.
std::string_view take_between(std::string_view& text, std::string_view mark) {
  if (!text.starts_with(mark)) return {};
  const std::size_t end = text.find(mark, mark.size());
  if (end == kNone || end == mark.size()) return {};
  const std::string_view inside = text.substr(mark.size(), end - mark.size());
  text.remove_prefix(end + mark.size());
  return inside;
}

// The same for [text](address), as HTML.
std::string take_link(std::string_view& text) {
  if (!text.starts_with('[')) return {};
  const std::size_t middle = text.find("](");
  const std::size_t end = middle == kNone ? kNone : text.find(')', middle);
  if (end == kNone) return {};
  const std::string_view address = text.substr(middle + 2, end - middle - 2);
  if (address.find(':') != kNone && !address.starts_with("https://")) return {};
  std::string html = "<a href=\"" + html_escaped(address) + "\">" +
                     html_escaped(text.substr(1, middle - 1)) + "</a>";
  text.remove_prefix(end + 1);
  return html;
}

}  // namespace

std::string markdown_line_html(std::string_view line) {
  std::string html;
  while (!line.empty()) {
    if (const std::string_view code = take_between(line, "`"); !code.empty()) {
      html += "<code>" + html_escaped(code) + "</code>";
    } else if (const std::string_view bold = take_between(line, "**"); !bold.empty()) {
      html += "<strong>" + markdown_line_html(bold) + "</strong>";
    } else if (const std::string link = take_link(line); !link.empty()) {
      html += link;
    } else {
      const std::size_t next = std::min(line.find_first_of("`*[", 1), line.size());
      html += html_escaped(line.substr(0, next));
      line.remove_prefix(next);
    }
  }
  return html;
}

std::string markdown_html(std::string_view markdown) {
  std::string html;
  std::string open;  // the element that further lines belong to
  const auto close = [&] {
    if (open == "p") html += "</p>\n";
    if (open == "ul") html += "</li></ul>\n";
    open.clear();
  };
  for (text::Lines lines("", markdown); lines.next();) {
    const std::string_view line = lines.line();
    if (line.find_first_not_of(' ') == kNone) {
      close();
    } else if (line.starts_with("- ")) {
      if (open == "ul") {
        html += "</li>\n<li>";
      } else {
        close();
        html += "<ul><li>";
        open = "ul";
      }
      html += markdown_line_html(line.substr(2));
    } else {
      if (open.empty()) {
        html += "<p>";
        open = "p";
      } else {
        html += ' ';
      }
      html += markdown_line_html(line);
    }
  }
  close();
  return html;
}

}  // namespace rlminer::report
