#pragma once

#include <string>
#include <string_view>

namespace rlminer::report {

// The Markdown of our own reports as HTML: paragraphs, lists (lines that begin with "- "), and
// within a line `code`, **bold** and [links](address). Everything else is text.
std::string markdown_html(std::string_view markdown);

// The same for a single line, without a paragraph around it.
std::string markdown_line_html(std::string_view line);

}  // namespace rlminer::report
