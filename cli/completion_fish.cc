#include <fmt/format.h>
#include <iterator>

#include "cli/completion.h"
#include "cli/examples.h"

namespace rlminer::cli {
namespace {

std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char letter : text) {
    if (letter == '\'' || letter == '\\') result += '\\';
    result += letter;
  }
  return result + "'";
}

// What may be offered besides files, as the argument of `complete -a`; empty: nothing.
std::string offered(const Values& values) {
  std::vector<std::string> words = values.words;
  if (values.models) words.emplace_back("(rlminer completion --words models 2>/dev/null)");
  if (values.experiments)
    words.emplace_back("(rlminer completion --words experiments 2>/dev/null)");
  if (values.examples) {
    const std::vector<std::string> inputs = example_inputs();
    words.insert(words.end(), inputs.begin(), inputs.end());
  }
  return words.empty() ? ""
                       : fmt::format(" -a {}", quoted(fmt::format("{}", fmt::join(words, " "))));
}

// -r: takes a value, -F: which may be a file, -x: which is none.
std::string value_options(const OptionInfo& option) {
  if (!option.takes_value()) return "";
  const Values& values = option.values;
  if (values.files) return " -r -F" + offered(values);
  if (values.folders) {
    std::string words = fmt::format("{}", fmt::join(values.words, " "));
    return " -x -a " + quoted("(__fish_complete_directories) " + words);
  }
  return " -x" + offered(values);
}

std::string names_of(const OptionInfo& option) {
  std::string text;
  for (const std::string& name : option.names) {
    const bool is_long = name.starts_with("--");
    text += is_long ? " -l " + name.substr(2) : " -s " + name.substr(1);
  }
  return text;
}

void add_command(const CommandInfo& command, std::string& text) {
  fmt::format_to(std::back_inserter(text),
                 "\ncomplete -c rlminer -n __fish_use_subcommand -a {} -d {}\n", command.name,
                 quoted(command.help));
  for (const OptionInfo& option : command.options) {
    fmt::format_to(std::back_inserter(text),
                   "complete -c rlminer -n '__fish_seen_subcommand_from {}'", command.name);
    if (option.positional()) {
      text += option.values.files ? " -F" : "";
      text += offered(option.values) + "\n";
      continue;
    }
    text += names_of(option) + value_options(option) + " -d " +
            quoted(first_sentence(option.help)) + "\n";
  }
}

}  // namespace

std::string fish_completion(const ProgramInfo& info) {
  std::string text =
      "# Completion of rlminer in fish, made by: rlminer completion fish\n\n"
      "complete -c rlminer -f\n"
      "complete -c rlminer -n __fish_use_subcommand -s h -l help -d 'Print the help'\n"
      "complete -c rlminer -n __fish_use_subcommand -l version -d 'Print the version'\n";
  for (const CommandInfo& command : info.commands)
    add_command(command, text);
  return text;
}

}  // namespace rlminer::cli
