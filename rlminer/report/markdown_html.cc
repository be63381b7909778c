#include "rlminer/report/markdown_html.h"

#include <algorithm>
#include <vector>

#include "rlminer/report/html_page.h"

namespace rlminer::report {
namespace {

constexpr auto kNone = std::string_view::npos;

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

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
  for (const std::string_view line : lines_of(markdown)) {
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
