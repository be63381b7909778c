#include "cli/command_info.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <string_view>

#include "rlminer/engine/engine.h"
#include "rlminer/io/io.h"

namespace rlminer::cli {
namespace {

bool has_capital(std::string_view text) {
  return std::any_of(text.begin(), text.end(),
                     [](unsigned char letter) { return std::isupper(letter) != 0; });
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t at; (at = text.find(separator)) != std::string_view::npos;) {
    parts.emplace_back(text.substr(0, at));
    text.remove_prefix(at + 1);
  }
  parts.emplace_back(text);
  return parts;
}

// What the type of a value tells: "text|json" are words to choose from, in "I|all|union" only those
// in small letters, FILE and DIR are what they say. CLI11's own list of choices is "{text,json}".
void read_type(std::string_view type, Values& values) {
  const std::size_t brace = type.find('{');
  if (brace != std::string_view::npos && type.ends_with('}')) {
    values.words = split(type.substr(brace + 1, type.size() - brace - 2), ',');
    return;
  }
  const std::vector<std::string> parts = split(type, '|');
  for (const std::string& part : parts) {
    if (part == "FILE" || part == "MODEL") values.files = true;
    if (part == "DIR") values.folders = true;
    if (part == "FORMAT") values.words = io::readable_formats();
    if (parts.size() > 1 && !has_capital(part)) values.words.push_back(part);
  }
}

// What the name of an option or a positional tells beyond its type.
void read_name(const std::string& name, Values& values) {
  if (name == "INPUT" || name == "PATTERN" || name == "COLLECTION") {
    values.files = values.examples = true;
  }
  if (name == "NAME") values.experiments = true;
  if (name == "--model" || name == "--init") values.files = values.models = true;
  if (name == "--engine") values.words = engine::engine_names();
}

bool is_flag(const CLI::Option& option) {
  return option.get_expected_max() == 0 || option.get_type_size_max() == 0;
}

OptionInfo option_info(const CLI::Option& option) {
  OptionInfo info;
  info.help = option.get_description();
  info.required = option.get_required();
  for (const std::string& name : option.get_snames())
    info.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames())
    info.names.push_back("--" + name);
  const std::string type = option.get_type_name();
  if (info.positional()) {
    info.metavar = option.get_name();
    info.repeated = option.get_expected_max() > 1;
  } else if (!is_flag(option)) {
    info.metavar = type.empty() ? "VALUE" : type;
  }
  if (!info.takes_value()) return info;
  read_type(type, info.values);
  read_name(info.positional() ? info.metavar : info.names.back(), info.values);
  return info;
}

CommandInfo command_info(const CLI::App& app) {
  CommandInfo info;
  info.name = app.get_name();
  info.help = app.get_description();
  info.footer = app.get_footer();
  for (const CLI::Option* option : app.get_options()) {
    if (!option->get_group().empty()) info.options.push_back(option_info(*option));
  }
  return info;
}

}  // namespace

ProgramInfo program_info(const CLI::App& app) {
  ProgramInfo info;
  info.program = command_info(app);
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (!command->get_group().empty()) info.commands.push_back(command_info(*command));
  }
  return info;
}

std::string first_sentence(const std::string& help) {
  constexpr std::size_t kLongest = 72;
  std::string text = help.substr(0, help.find(". "));
  for (const char* end : {"; ", " (", ": ", ", "}) {
    if (text.size() <= kLongest) break;
    const std::size_t at = text.rfind(end, kLongest);
    if (at != std::string::npos && at > 0) text.resize(at);
  }
  return text;
}

}  // namespace rlminer::cli
