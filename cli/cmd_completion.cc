// Completion in shells. The program itself knows what may be typed: each script hands it the words
// of the command line so far, and shows what it answers.

#include <algorithm>
#include <fmt/format.h>
#include <iostream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/commands.h"
#include "cli/examples.h"
#include "cli/options.h"
#include "cli/output.h"

namespace rlminer::cli {
namespace {

constexpr char kExamples[] =
    "Examples:\n"
    "  source <(rlminer completion bash)\n"
    "  rlminer completion zsh > ~/.zfunc/_rlminer\n"
    "  rlminer completion fish > ~/.config/fish/completions/rlminer.fish";

// The scripts write the words after the name of the program, the unfinished one last, one in a
// line. They read what to offer for it: first "files", "folders" or "none" for the paths, then the
// words, each followed by a tab and what it means. After --option= these are values alone, but for
// fish, which completes whole words.

constexpr char kBash[] = R"bash(# Completion of rlminer in bash, made by: rlminer completion bash

_rlminer()
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
    local value=${typed[${#typed[@]}-1]}
    local -a offer=() found=()
    mapfile -t offer < <(printf '%s\n' "${typed[@]:1}" | "${typed[0]}" completion bash --offer 2>/dev/null)
    [[ $value == --*=* ]] && value=${value#*=}

    local paths=${offer[0]}
    mapfile -t COMPREPLY < <(compgen -W "${offer[*]:1}" -- "$value")
    if ((${#COMPREPLY[@]} == 1)) && [[ ${COMPREPLY[0]} == *: ]]; then
        compopt -o nospace 2>/dev/null
    fi
    if [[ $paths == files ]]; then
        mapfile -t found < <(compgen -f -- "$value")
    elif [[ $paths == folders ]]; then
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

constexpr char kZsh[] = R"zsh(#compdef rlminer
# Completion of rlminer in zsh, made by: rlminer completion zsh

_rlminer() {
  local line
  local -a whole open
  local -a offer=("${(@f)$(print -rl -- "${(@Q)words[2,CURRENT]}" | _call_program offer $words[1] completion zsh --offer)}")
  for line in "${(@)offer[2,-1]}"; do
    line=${${line//:/\\:}/$'\t'/:}
    # No blank after what is to be continued.
    if [[ $line == (*=|*=:*|*\\:) ]]; then open+=("$line"); else whole+=("$line"); fi
  done
  [[ $words[CURRENT] == --*=* ]] && compset -P '*='
  local result=1
  (( $#whole )) && _describe rlminer whole && result=0
  (( $#open )) && _describe rlminer open -S '' && result=0
  case $offer[1] in
    files) _files && result=0 ;;
    folders) _files -/ && result=0 ;;
  esac
  return result
}

if [[ $funcstack[1] == _rlminer ]]; then
  _rlminer "$@"
else
  compdef _rlminer rlminer
fi
)zsh";

constexpr char kFish[] = R"fish(# Completion of rlminer in fish, made by: rlminer completion fish

function __rlminer_offer
    printf '%s\n' (commandline -opc)[2..] (commandline -ct) | rlminer completion fish --offer 2>/dev/null
end

function __rlminer_words
    set -l offer (__rlminer_offer)
    printf '%s\n' $offer[2..]
    test "$offer[1]" = folders; and __fish_complete_directories (commandline -ct)
end

complete -c rlminer -f
complete -c rlminer -n 'test (__rlminer_offer)[1] = files' -F
complete -c rlminer -a '(__rlminer_words)'
)fish";

// What may be typed in a place.
class Offer {
 public:
  void add(const std::string& word, const std::string& help = "") {
    words_ += word + (help.empty() ? "" : "\t" + help) + "\n";
  }

  void add_options(const CommandInfo& command, const std::string& shell) {
    for (const OptionInfo& option : command.options) {
      for (const std::string& name : option.names) {
        // In zsh a value may follow at once.
        const bool open = shell == "zsh" && option.takes_value() && name.starts_with("--");
        add(name + (open ? "=" : ""), shell == "bash" ? "" : first_sentence(option.help));
      }
    }
  }

  // The values of an option or a positional, of which `begun` is there already; `before` stands
  // before each.
  void add_values(const OptionInfo& option, const std::string& begun, const std::string& before) {
    const Values values = values_of(option);
    const bool example = values.examples && names_example(begun);
    for (const std::string& word : values.words)
      add(before + word);
    if (example) {
      for (const std::string& input : example_inputs())
        add(before + input);
    } else if (values.examples) {
      add(before + "example:");
    }
    paths_ = values.files && !example ? "files" : values.folders ? "folders" : "none";
  }

  std::string text() const { return paths_ + "\n" + words_; }

 private:
  std::string paths_ = "none";
  std::string words_;
};

// Null when there is none.
const OptionInfo* option_named(const CommandInfo& command, const std::string& name) {
  for (const OptionInfo& option : command.options) {
    if (std::count(option.names.begin(), option.names.end(), name) > 0) return &option;
  }
  return nullptr;
}

Offer offer_in_command(const CommandInfo& command, const std::vector<std::string>& typed,
                       const std::string& shell) {
  Offer offer;
  const std::string& current = typed.back();
  const std::size_t equals = current.find('=');
  if (current.starts_with("--") && equals != std::string::npos) {
    const OptionInfo* const option = option_named(command, current.substr(0, equals));
    if (option != nullptr && option->takes_value())
      offer.add_values(*option, current.substr(equals + 1),
                       shell == "fish" ? current.substr(0, equals + 1) : "");
    return offer;
  }
  const OptionInfo* const before = option_named(command, typed[typed.size() - 2]);
  if (before != nullptr && before->takes_value()) {
    offer.add_values(*before, current, "");
  } else if (current.starts_with('-')) {
    offer.add_options(command, shell);
  } else {
    // Which positional comes next need not be known: those of a command take the same.
    const auto positional = std::find_if(command.options.begin(), command.options.end(),
                                         [](const OptionInfo& each) { return each.positional(); });
    if (positional != command.options.end()) offer.add_values(*positional, current, "");
  }
  return offer;
}

Offer offer_for(const ProgramInfo& info, const std::vector<std::string>& typed,
                const std::string& shell) {
  Offer offer;
  for (const CommandInfo& command : info.commands) {
    if (typed.size() == 1) offer.add(command.name, shell == "bash" ? "" : command.help);
    if (typed.size() > 1 && typed.front() == command.name)
      return offer_in_command(command, typed, shell);
  }
  // fish shows options to those only who have typed a dash.
  if (typed.size() == 1 && (shell != "fish" || typed.back().starts_with('-')))
    offer.add_options(info.program, shell);
  return offer;
}

std::string answer(const ProgramInfo& info, const std::string& shell) {
  const std::string input{std::istreambuf_iterator<char>(std::cin), {}};
  std::vector<std::string> typed = split_at(input, '\n');
  typed.pop_back();  // what follows the last line end
  return typed.empty() ? "" : offer_for(info, typed, shell).text();
}

struct CompletionRequest {
  std::string shell;
  bool offer = false;
};

}  // namespace

// Commands that packages and shells call, not people: they are not in the help. The program
// outlives the actions, which read what the other commands have declared.
void add_completion(Program& program, Context&) {
  Command command =
      program.command("completion", "Print the script that makes a shell complete rlminer");
  command.hide();
  const auto request = std::make_shared<CompletionRequest>();
  command.value("SHELL", request->shell, "bash, zsh or fish")
      .required()
      .one_of({"bash", "zsh", "fish"})
      .type("");
  command.flag("--offer", request->offer,
               "What such a script asks: what to offer for the last of the words that it writes");
  command.examples(kExamples);
  command.run([request, &program] {
    const std::string& shell = request->shell;
    if (request->offer) return write_output("", answer(program.info(), shell));
    write_output("", shell == "bash" ? kBash : shell == "zsh" ? kZsh : kFish);
  });
}

void add_man(Program& program, Context&) {
  Command command = program.command("man", "Print the manual page, for man -l -");
  command.hide();
  command.run([&program] { write_output("", man_page(program.info(), RLMINER_VERSION)); });
}

}  // namespace rlminer::cli
