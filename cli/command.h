#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "cli/command_info.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

// The command line: a program, its commands and their options. CLI11 does the work, behind this
// header alone, because including it costs a compiler five seconds.
namespace rlminer::cli {

// The command line cannot be understood, or what it asks for does not go together.
class UsageError : public std::runtime_error {
 public:
  explicit UsageError(const std::string& reason) : std::runtime_error(reason) {}
  UsageError(const std::string& option, const std::string& reason)
      : std::runtime_error(option + ": " + reason) {}
};

// An option or a positional argument that has been declared. Each function says one more thing
// about it and answers the option again.
class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}

  Option required();
  Option former_name();                  // listed as such at the end of the help
  Option type(const std::string& name);  // what the help calls the value
  // Only these words; the help lists them as the type.
  Option one_of(const std::vector<std::string>& words);
  Option between(double lowest, double highest);
  // Only values to which `complaint` has nothing to say.
  Option check(const std::function<std::string(const std::string&)>& complaint);
  Option separated_by(char separator);  // several values in one word
  Option repeatable();                  // one value each time it is given
  Option excludes(const Option& other);
  Option needs(const Option& other);

 private:
  CLI::Option* option_;
};

// A command of the program, whose options are declared one after the other. What is referred to
// here must live until the command has run.
class Command {
 public:
  Command(CLI::App& app) : app_(&app) {}

  // An option ("-o,--output") or, without dashes, a positional argument. Its value goes to `place`:
  // a text, a path, a number, or a list of texts or numbers.
  template <typename Value>
  Option value(const std::string& names, Value& place, const std::string& help);

  // The same for a value that `read` understands, or refuses with UsageError.
  Option parsed(const std::string& names, const std::string& type,
                const std::function<void(const std::string&)>& read, const std::string& help);

  // One of several words, each of which stands for a value.
  template <typename Value>
  Option choice(const std::string& names, const std::vector<std::pair<std::string, Value>>& words,
                Value& place, const std::string& help) {
    std::vector<std::string> spelled;
    for (const auto& [word, value] : words)
      spelled.push_back(word);
    const auto read = [words, &place](const std::string& text) {
      for (const auto& [word, value] : words) {
        if (word == text) place = value;
      }
    };
    return parsed(names, "", read, help).one_of(spelled);
  }

  void flag(const std::string& names, bool& place, const std::string& help);
  void flag(const std::string& names, const std::function<void()>& action, const std::string& help);

  void hide();                             // works, but is not in the help
  void examples(const std::string& text);  // at the end of its help
  void run(const std::function<void()>& action);

 private:
  CLI::App* app_;
};

class Program {
 public:
  Program(const std::string& help, const std::string& version);
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  Command command(const std::string& name, const std::string& help);

  // A command with options of its own: `declare(command, options)` declares them, and
  // `action(options)` does the work.
  template <typename Options, typename Declare, typename Action>
  void add(const std::string& name, const std::string& help, const std::string& examples,
           const Declare& declare, const Action& action) {
    Command command = this->command(name, help);
    const auto options = std::make_shared<Options>();  // lives as long as the action
    declare(command, *options);
    command.examples(examples);
    command.run([options, action] { action(*options); });
  }

  // What `rlminer COMMAND --help` prints; without a name, what `rlminer --help` does.
  std::string help(const std::string& command) const;

  // What is declared, as data; without what is hidden.
  ProgramInfo info() const;

  // Runs the command that is named in the arguments, or prints what --help and --version ask for;
  // false: neither is there. Throws UsageError, with a line for the user, when they cannot be
  // understood.
  bool run(int argc, const char* const* argv);

 private:
  std::unique_ptr<CLI::App> app_;
};

}  // namespace rlminer::cli
