#include "cli/completion.h"

#include <fmt/format.h>
#include <iterator>

#include "cli/examples.h"

namespace rlminer::cli {
namespace {

// Fills `offer` and the flags below it with what may stand for the value of an option ($2, empty:
// a positional) of a command ($1). False: the option takes no value.
constexpr char kValuesHead[] = R"bash(_rlminer_values()
{
    case "$1 $2" in
)bash";

constexpr char kValuesTail[] = R"bash(        *) return 1 ;;
    esac
    return 0
}

)bash";

constexpr char kMain[] = R"bash(_rlminer()
{
    # bash cuts words at ':' and '=', so put them together again.
    local -a typed=()
    local i
    for ((i = 0; i <= COMP_CWORD; i++)); do
        if ((i > 1)) && [[ ${COMP_WORDS[i]} == [:=]* || ${COMP_WORDS[i-1]} == [:=] ]]; then
            typed[${#typed[@]}-1]+=${COMP_WORDS[i]}
        else
            typed+=("${COMP_WORDS[i]}")
        fi
    done
    local last=$((${#typed[@]} - 1))
    local current=${typed[last]}
    COMPREPLY=()

    if ((last == 1)); then
        mapfile -t COMPREPLY < <(compgen -W "$(_rlminer_options '')" -- "$current")
        return
    fi

    local program=${typed[0]} command=${typed[1]} value=$current
    local offer='' files='' folders='' examples=''
    if [[ $current == --*=* ]]; then
        value=${current#*=}
        _rlminer_values "$command" "${current%%=*}" || return
    elif [[ ${typed[last-1]} == -* ]] && _rlminer_values "$command" "${typed[last-1]}"; then
        :
    elif [[ $current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$(_rlminer_options "$command")" -- "$current")
        return
    else
        _rlminer_values "$command" '' || return
    fi

    if [[ $examples && $value == example:* ]]; then
        offer=$examples
        files=''
    elif [[ $examples ]]; then
        offer+=' example:'
    fi
    mapfile -t COMPREPLY < <(compgen -W "$offer" -- "$value")
    if ((${#COMPREPLY[@]} == 1)) && [[ ${COMPREPLY[0]} == *: ]]; then
        compopt -o nospace 2>/dev/null
    fi
    local -a found=()
    if [[ $files ]]; then
        mapfile -t found < <(compgen -f -- "$value")
    elif [[ $folders ]]; then
        mapfile -t found < <(compgen -d -- "$value")
    fi
    if ((${#found[@]} > 0)); then
        compopt -o filenames 2>/dev/null
        COMPREPLY+=("${found[@]}")
    fi
    # What bash takes for the word begins after the last ':'.
    if [[ $value == *:* && $COMP_WORDBREAKS == *:* ]]; then
        local before=${value%"${value##*:}"}
        COMPREPLY=("${COMPREPLY[@]#"$before"}")
    fi
}

complete -F _rlminer rlminer
)bash";

std::string assignments(const Values& values) {
  std::string text;
  const auto ask = [&](bool wanted, const char* kind) {
    if (!wanted) return;
    fmt::format_to(std::back_inserter(text),
                   R"bash( offer+=" $("$program" completion --words {} 2>/dev/null)";)bash", kind);
  };
  if (!values.words.empty())
    fmt::format_to(std::back_inserter(text), " offer='{}';", fmt::join(values.words, " "));
  ask(values.models, "models");
  ask(values.experiments, "experiments");
  if (values.files) text += " files=1;";
  if (values.folders) text += " folders=1;";
  if (values.examples)
    fmt::format_to(std::back_inserter(text), " examples='{}';", fmt::join(example_inputs(), " "));
  return text;
}

void add_values(const CommandInfo& command, std::string& text) {
  for (const OptionInfo& option : command.options) {
    if (!option.takes_value()) continue;
    std::string cases;
    for (const std::string& name : option.names)
      cases += fmt::format("{}'{} {}'", cases.empty() ? "" : " | ", command.name, name);
    // All positionals of a command are one case: which of them comes next need not be known.
    if (option.positional()) cases = fmt::format("'{} '", command.name);
    fmt::format_to(std::back_inserter(text), "        {}){} ;;\n", cases,
                   assignments(option.values));
  }
}

// A function that prints what may start with a dash after a command, and the commands for ''.
std::string option_lists(const ProgramInfo& info) {
  std::vector<std::string> first = info.program.option_names();
  std::string text;
  for (const CommandInfo& command : info.commands) {
    first.push_back(command.name);
    fmt::format_to(std::back_inserter(text), "        {}) echo '{}' ;;\n", command.name,
                   fmt::join(command.option_names(), " "));
  }
  return fmt::format(
      "_rlminer_options()\n{{\n    case \"$1\" in\n        '') echo '{}' ;;\n{}    esac\n}}\n\n",
      fmt::join(first, " "), text);
}

}  // namespace

std::string bash_completion(const ProgramInfo& info) {
  std::string text = "# Completion of rlminer in bash, made by: rlminer completion bash\n\n";
  text += option_lists(info);
  text += kValuesHead;
  for (const CommandInfo& command : info.commands)
    add_values(command, text);
  return text + kValuesTail + kMain;
}

namespace {

std::string fish_quoted(const std::string& text) {
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
  return words.empty()
             ? ""
             : fmt::format(" -a {}", fish_quoted(fmt::format("{}", fmt::join(words, " "))));
}

// -r: takes a value, -F: which may be a file, -x: which is none.
std::string value_options(const OptionInfo& option) {
  if (!option.takes_value()) return "";
  const Values& values = option.values;
  if (values.files) return " -r -F" + offered(values);
  if (values.folders) {
    std::string words = fmt::format("{}", fmt::join(values.words, " "));
    return " -x -a " + fish_quoted("(__fish_complete_directories) " + words);
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
                 fish_quoted(command.help));
  for (const OptionInfo& option : command.options) {
    fmt::format_to(std::back_inserter(text),
                   "complete -c rlminer -n '__fish_seen_subcommand_from {}'", command.name);
    if (option.positional()) {
      text += option.values.files ? " -F" : "";
      text += offered(option.values) + "\n";
      continue;
    }
    text += names_of(option) + value_options(option) + " -d " +
            fish_quoted(first_sentence(option.help)) + "\n";
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

std::string zsh_quoted(const std::string& text) {
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
                   zsh_quoted(fmt::format("{}{}{}[{}]{}", others, name, equals ? "=" : "",
                                          escaped(first_sentence(option.help), "[]"), value)));
  }
  return text;
}

std::string positional_spec(const OptionInfo& option) {
  return fmt::format(" \\\n        {}",
                     zsh_quoted(fmt::format("{}:{}:{}", option.repeated ? "*" : "",
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
                   zsh_quoted(fmt::format("{}:{}", command.name, escaped(command.help, ":"))));
    fmt::format_to(std::back_inserter(cases), "    {})\n      _arguments -S{}\n      ;;\n",
                   command.name, arguments_of(command));
  }
  return text + kArguments + cases + kEnd;
}

}  // namespace rlminer::cli
