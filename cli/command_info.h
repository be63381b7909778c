#pragma once

// The commands and options of the program as data, read off the same definitions that --help
// prints. The man page and what shells complete are made of it.

#include <string>
#include <vector>

namespace rlminer::cli {

struct OptionInfo {
  std::vector<std::string> names;  // with their dashes, short ones first; none: positional
  std::string metavar;             // what --help calls the value; empty: a flag
  std::string type;                // of the value: FILE, N, text|json, ...
  std::string help;
  bool required = false;
  bool repeated = false;  // takes any number of values

  bool positional() const { return names.empty(); }
  bool takes_value() const { return positional() || !metavar.empty(); }
};

struct CommandInfo {
  std::string name;
  std::string help;
  std::string footer;               // its examples
  std::vector<OptionInfo> options;  // in the order of --help

  std::vector<std::string> option_names() const;
};

struct ProgramInfo {
  CommandInfo program;  // what comes before the command
  std::vector<CommandInfo> commands;
};

// What a shell may offer where a value is to be typed.
struct Values {
  std::vector<std::string> words;
  bool files = false;
  bool folders = false;
  bool examples = false;  // example:NAME
};

// What may be typed for an option or a positional, as its name and its type tell.
Values values_of(const OptionInfo& option);

// The first sentence of a help text, shortened to about one line of a terminal.
std::string first_sentence(const std::string& help);

// The manual page rlminer(1), in troff with the macros of man.
std::string man_page(const ProgramInfo& info, const std::string& version);

}  // namespace rlminer::cli
