#include <fmt/format.h>
#include <iterator>

#include "cli/completion.h"
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

}  // namespace rlminer::cli
