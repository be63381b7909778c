#include "cli/terminal.h"

#include <cstdlib>
#include <string_view>
#include <unistd.h>

namespace rlminer::cli {
namespace {

std::string_view variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string_view() : std::string_view(value);
}

// As the C library decides it: the first of the three that says anything.
bool shows_unicode() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const std::string_view locale = variable(name);
    if (locale.empty()) continue;
    for (const char* spelling : {"UTF-8", "utf-8", "UTF8", "utf8"}) {
      if (locale.find(spelling) != std::string_view::npos) return true;
    }
    return false;
  }
  return false;
}

}  // namespace

report::Drawings terminal_drawings() {
  const std::string_view terminal = variable("TERM");
  if (isatty(STDOUT_FILENO) != 1 || !shows_unicode() || terminal.empty() || terminal == "dumb")
    return report::Drawings::None;
  if (!variable("NO_COLOR").empty()) return report::Drawings::Plain;
  const bool many =
      terminal.find("256") != std::string_view::npos || !variable("COLORTERM").empty();
  return many ? report::Drawings::Colors256 : report::Drawings::Colors8;
}

}  // namespace rlminer::cli
