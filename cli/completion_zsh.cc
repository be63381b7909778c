#include <fmt/format.h>
#include <iterator>

#include "cli/completion.h"
#include "cli/examples.h"

namespace rlminer::cli {
namespace {

constexpr char kHelpers[] = R"zsh(
_rlminer_inputs() {
  if [[ -prefix example: ]]; then
    compset -P 'example:'
    compadd -X example -a _rlminer_examples
  else
    _alternative 'files:graph:_files' "examples:example:compadd -S '' example:"
  fi
}

_rlminer_words_or_files() {
  local -a offered=(${=1})
  shift
  _alternative 'words:word:compadd -a offered' "files:file:_files $*"
}

_rlminer_models() {
  local -a models=(${(f)"$(_call_program models $program completion --words models 2>/dev/null)"})
  _alternative 'models:shipped model:compadd -a models' 'files:model file:_files'
}

_rlminer_experiments() {
  local -a names=(
    ${(f)"$(_call_program experiments $program completion --words experiments 2>/dev/null)"})
  compadd -X experiment -a names
}
)zsh";

constexpr char kMainHead[] = R"zsh(
_rlminer() {
  local curcontext="$curcontext" state line program=$words[1]
  typeset -A opt_args
  _arguments -C \
)zsh";

constexpr char kCommands[] = R"zsh(    '1:command:->command' \
    '*::argument:->argument' && return
  case $state in
  command)
    local -a commands=(
)zsh";

constexpr char kArguments[] = R"zsh(    )
    _describe -t commands command commands
    ;;
  argument)
    curcontext="${curcontext%:*:*}:rlminer-$words[1]:"
    case $words[1] in
)zsh";

constexpr char kEnd[] = R"zsh(    esac
    ;;
  esac
}

if [[ $funcstack[1] == _rlminer ]]; then
  _rlminer "$@"
else
  compdef _rlminer rlminer
fi
)zsh";

// With a backslash before each of the given characters and before backslashes.
std::string escaped(const std::string& text, std::string_view special) {
  std::string result;
  for (const char letter : text) {
    if (letter == '\\' || special.find(letter) != std::string_view::npos) result += '\\';
    result += letter;
  }
  return result;
}

std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char letter : text) {
    if (letter == '\'') result += "'\\'";
    result += letter;
  }
  return result + "'";
}

std::string action(const Values& values) {
  if (values.examples) return "_rlminer_inputs";
  if (values.models) return "_rlminer_models";
  if (values.experiments) return "_rlminer_experiments";
  const std::string words = fmt::format("({})", fmt::join(values.words, " "));
  const std::string paths = values.folders ? "_files -/" : "_files";
  if (!values.files && !values.folders) return values.words.empty() ? " " : words;
  if (values.words.empty()) return paths;
  // The blank keeps _arguments from adding arguments of its own.
  return fmt::format(" _rlminer_words_or_files \"{}\"{}", fmt::join(values.words, " "),
                     values.folders ? " -/" : "");
}

std::string option_specs(const OptionInfo& option) {
  std::string text;
  const std::string value =
      option.takes_value()
          ? fmt::format(":{}:{}", escaped(option.metavar, ":"), action(option.values))
          : "";
  const std::string others =
      option.names.size() > 1 ? fmt::format("({})", fmt::join(option.names, " ")) : std::string();
  for (const std::string& name : option.names) {
    const bool equals = name.starts_with("--") && option.takes_value();
    fmt::format_to(std::back_inserter(text), " \\\n        {}",
                   quoted(fmt::format("{}{}{}[{}]{}", others, name, equals ? "=" : "",
                                      escaped(first_sentence(option.help), "[]"), value)));
  }
  return text;
}

std::string positional_spec(const OptionInfo& option) {
  return fmt::format(" \\\n        {}",
                     quoted(fmt::format("{}:{}:{}", option.repeated ? "*" : "",
                                        escaped(option.metavar, ":"), action(option.values))));
}

std::string arguments_of(const CommandInfo& command) {
  std::string text;
  for (const OptionInfo& option : command.options)
    text += option.positional() ? positional_spec(option) : option_specs(option);
  return text;
}

}  // namespace

std::string zsh_completion(const ProgramInfo& info) {
  std::string text =
      "#compdef rlminer\n# Completion of rlminer in zsh, made by: rlminer completion zsh\n";
  text += fmt::format("\n_rlminer_examples=({})\n", fmt::join(example_names(), " "));
  text += kHelpers;
  text += kMainHead;
  text +=
      "    '(- *)'{-h,--help}'[Print the help]' \\\n    '(- *)--version[Print the version]' \\\n";
  text += kCommands;
  std::string cases;
  for (const CommandInfo& command : info.commands) {
    fmt::format_to(std::back_inserter(text), "      {}\n",
                   quoted(fmt::format("{}:{}", command.name, escaped(command.help, ":"))));
    fmt::format_to(std::back_inserter(cases), "    {})\n      _arguments -S{}\n      ;;\n",
                   command.name, arguments_of(command));
  }
  return text + kArguments + cases + kEnd;
}

}  // namespace rlminer::cli
