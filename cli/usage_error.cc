#include "cli/usage_error.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fmt/format.h>
#include <numeric>
#include <system_error>

#include "cli/examples.h"
#include "cli/options.h"

namespace rlminer::cli {
namespace {

char lower(char c) {
  return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

// The number of changes that turn one text into the other. rows[i][j] is that of the first i and
// the first j letters.
std::size_t changes(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> rows(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  std::iota(rows[0].begin(), rows[0].end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    rows[i][0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = lower(a[i - 1]) == lower(b[j - 1]);
      rows[i][j] =
          std::min({rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + (same ? 0 : 1)});
      if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) &&
          lower(a[i - 2]) == lower(b[j - 1]))
        rows[i][j] = std::min(rows[i][j], rows[i - 2][j - 2] + 1);
    }
  }
  return rows.back().back();
}

}  // namespace

std::string nearest(std::string_view text, const std::vector<std::string>& candidates) {
  constexpr std::size_t kLongest = 100;  // of what anybody types by mistake
  if (text.size() > kLongest) return {};
  std::string best;
  std::size_t least = text.size() / 2 + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t needed = changes(text, candidate);
    if (needed >= least) continue;
    least = needed;
    best = candidate;
  }
  return best;
}

namespace {

std::string without_dashes(const std::string& text) {
  return text.substr(std::min(text.find_first_not_of('-'), text.size()));
}

// "; did you mean --format?" for the name that was probably meant, compared without dashes: who
// types -format or --k means --format and -k.
std::string suggestion(const std::string& text, const std::vector<std::string>& candidates) {
  std::vector<std::string> bare;
  for (const std::string& candidate : candidates)
    bare.push_back(without_dashes(candidate));
  const std::string meant = nearest(without_dashes(text), bare);
  if (meant.empty()) return "";
  const auto place = std::find(bare.begin(), bare.end(), meant);
  return fmt::format("; did you mean {}?",
                     candidates[static_cast<std::size_t>(place - bare.begin())]);
}

std::string about_option(const std::string& argument, const CommandInfo& command) {
  const std::string name = argument.substr(0, argument.find('='));
  return fmt::format("unknown option {}{}", name, suggestion(name, command.option_names()));
}

bool names_a_graph(const std::string& text) {
  std::error_code ignored;
  return names_example(text) || std::filesystem::exists(text, ignored);
}

std::string about_command(const std::string& argument, const ProgramInfo& info) {
  if (names_a_graph(argument)) {
    return fmt::format("'{0}' is a graph, not a command; did you mean rlminer mine {0} -k 5?",
                       argument);
  }
  std::vector<std::string> names = {"--help", "--version"};
  for (const CommandInfo& command : info.commands)
    names.push_back(command.name);
  return fmt::format("there is no command '{}'{}", argument, suggestion(argument, names));
}

// CLI11 says "--format: jsn not in {text,json}".
std::string about_choice(const std::string& message) {
  constexpr std::string_view kNotIn = " not in {";
  const std::size_t list = message.find(kNotIn);
  const std::size_t value = message.find(": ");
  if (list == std::string::npos || value == std::string::npos || value > list) return "";
  const std::size_t first = list + kNotIn.size();
  const auto words = split_at(message.substr(first, message.find('}', first) - first), ',');
  const std::string meant = nearest(message.substr(value + 2, list - value - 2), words);
  return meant.empty() ? "" : fmt::format("; did you mean {}?", meant);
}

// The first argument that nothing could be made of is the cause, whatever CLI11 complains about:
// who writes --size 5 need not be told that -k is required.
std::string about_extras(const std::vector<std::string>& extras, const ProgramInfo& info,
                         const CommandInfo* command) {
  for (const std::string& extra : extras) {
    if (extra.size() > 1 && extra.starts_with('-'))
      return about_option(extra, command != nullptr ? *command : info.program);
    if (command == nullptr) return about_command(extra, info);
  }
  return fmt::format("unexpected argument '{}'", extras.front());
}

}  // namespace

std::string explain(const ProgramInfo& info, const Misunderstanding& failure) {
  const auto named = [&](const CommandInfo& each) { return each.name == failure.command; };
  const auto found = std::find_if(info.commands.begin(), info.commands.end(), named);
  const CommandInfo* const command = found == info.commands.end() ? nullptr : &*found;
  const std::string message = failure.extras.empty() ? failure.reason + about_choice(failure.reason)
                                                     : about_extras(failure.extras, info, command);
  return fmt::format("{} (rlminer {}--help lists the {})", message,
                     command != nullptr ? command->name + " " : "",
                     command != nullptr ? "options" : "commands");
}

}  // namespace rlminer::cli
