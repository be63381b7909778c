#include "cli/command_info.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <iterator>
#include <string_view>

#include "cli/examples.h"
#include "cli/options.h"
#include "cli/shipped_models.h"

#include "rlminer/engine/registry.h"
#include "rlminer/io/io.h"
#include "rlminer/study/experiment.h"

namespace rlminer::cli {
namespace {

bool has_capital(std::string_view text) {
  return std::any_of(text.begin(), text.end(),
                     [](unsigned char letter) { return std::isupper(letter) != 0; });
}

}  // namespace

std::vector<std::string> CommandInfo::option_names() const {
  std::vector<std::string> names;
  for (const OptionInfo& option : options)
    names.insert(names.end(), option.names.begin(), option.names.end());
  return names;
}

Values values_of(const OptionInfo& option) {
  const std::string& name = option.positional() ? option.metavar : option.names.back();
  Values values;
  // "text|json" are words to choose from, in "I|all|union" only those in small letters.
  const std::vector<std::string> parts = split_at(option.type, '|');
  for (const std::string& part : parts) {
    if (part == "FILE" || part == "MODEL") values.files = true;
    if (part == "DIR") values.folders = true;
    if (part == "FORMAT") values.words = io::readable_formats();
    if (parts.size() > 1 && !has_capital(part)) values.words.push_back(part);
  }
  if (name == "INPUT" || name == "MORE" || name == "PATTERN" || name == "COLLECTION")
    values.files = values.examples = true;
  if (name == "--engine") values.words = engine::engine_names();
  if (name == "--model" || name == "--init") {
    values.words = shipped_models();
    values.files = true;
  }
  if (name == "NAME") {
    for (const study::Experiment& each : study::experiments())
      values.words.emplace_back(each.name);
  }
  return values;
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

namespace {

constexpr char kDescription[] = R"(.SH DESCRIPTION
Given a graph with labelled vertices, and edges with labels and directions where they matter, and a size k,
.B rlminer
finds the connected induced subgraph on k vertices that occurs most often, and says how often, where, and whether that
is proven.
Frequency is the number of distinct vertex sets whose induced subgraph, labels included, is isomorphic to the pattern.
.PP
Without a command it shows what to try first.
)";

constexpr char kEnd[] = R"(.SH EXIT STATUS
.TP
.B 0
success
.TP
.B 1
bad input: one line, with file and line number, says what is wrong
.TP
.B 2
bad usage
.TP
.B 3
.B \-\-verify
found two engines that disagree
.TP
.B 130
interrupted, with the best answer so far printed
.SH ENVIRONMENT
.TP
.B RLMINER_MODELS
folder of the models that
.B \-\-model
knows by name; otherwise those that were installed with the program
.TP
.B RLMINER_DATA
folder of the collections that
.B rlminer experiment
measures
.TP
.B XDG_CACHE_HOME
where
.B rlminer evaluate
keeps proven best frequencies, in a folder rlminer; otherwise ~/.cache
.SH SHELL COMPLETION
.BR "rlminer completion bash" ,
.B zsh
or
.B fish
prints the script that makes that shell complete commands, options, names and files.
It comes installed with the program; without that, for bash:
.PP
.nf
  source <(rlminer completion bash)
.fi
.SH SEE ALSO
.BR dot (1)
)";

// Text of ours as troff text: a dash is a minus sign, because options are copied out of the page,
// and nothing at the start of a line is taken for a request.
std::string troff(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool starts_line = i == 0 || text[i - 1] == '\n';
    if (starts_line && (text[i] == '.' || text[i] == '\'')) result += "\\&";
    if (text[i] == '\\') {
      result += "\\e";
    } else if (text[i] == '-') {
      result += "\\-";
    } else if (text[i] == '^' || text[i] == '~' || text[i] == '`') {
      result += text[i] == '^' ? "\\(ha" : text[i] == '~' ? "\\(ti" : "\\(ga";
    } else if (text[i] == '\'') {
      result += "\\(aq";
    } else {
      result += text[i];
    }
  }
  return result;
}

std::string option_heading(const OptionInfo& option) {
  if (option.positional()) return fmt::format("\\fI{}\\fR", troff(option.metavar));
  std::string text;
  for (const std::string& name : option.names)
    text += fmt::format("{}\\fB{}\\fR", text.empty() ? "" : ", ", troff(name));
  if (option.takes_value()) text += fmt::format(" \\fI{}\\fR", troff(option.metavar));
  return text;
}

void add_options(const CommandInfo& command, std::string& page) {
  for (const bool positional : {true, false}) {
    for (const OptionInfo& option : command.options) {
      if (option.positional() != positional) continue;
      fmt::format_to(std::back_inserter(page), ".TP\n{}\n{}{}\n", option_heading(option),
                     troff(option.help), option.required ? " (required)" : "");
    }
  }
}

void add_command(const CommandInfo& command, std::string& page) {
  fmt::format_to(std::back_inserter(page), ".SS rlminer {}\n{}.\n", command.name,
                 troff(command.help));
  add_options(command, page);
  if (command.footer.empty()) return;
  fmt::format_to(
      std::back_inserter(page), ".PP\n.nf\n{}\n.fi\n",
      troff(std::string_view(command.footer).substr(0, command.footer.find_last_not_of('\n') + 1)));
}

std::string synopsis(const CommandInfo& command) {
  std::string text = fmt::format(".B rlminer {}\n[\\fIOPTIONS\\fR]", command.name);
  for (const OptionInfo& option : command.options) {
    if (!option.positional()) continue;
    const std::string name =
        fmt::format("\\fI{}\\fR{}", troff(option.metavar), option.repeated ? "..." : "");
    text += option.required ? " " + name : " [" + name + "]";
  }
  return text + "\n";
}

void add_examples(std::string& page) {
  page += ".SH EXAMPLE GRAPHS\nUsable wherever a graph is read:\n";
  for (const Example& example : examples()) {
    fmt::format_to(std::back_inserter(page), ".TP\n.B example:{}\n{}\n", troff(example.name),
                   troff(example.about));
  }
}

}  // namespace

std::string man_page(const ProgramInfo& info, const std::string& version) {
  std::string page = fmt::format(
      ".TH RLMINER 1 \"\" \"rlminer {}\" \"User Commands\"\n"
      ".SH NAME\nrlminer \\- {}\n.SH SYNOPSIS\n",
      version, troff("the most frequent connected induced subgraph of each size"));
  const char* gap = "";
  for (const CommandInfo& command : info.commands) {
    page += gap + synopsis(command);
    gap = ".br\n";
  }
  page += kDescription;
  page += ".SH OPTIONS\n";
  add_options(info.program, page);
  page += ".SH COMMANDS\n";
  for (const CommandInfo& command : info.commands)
    add_command(command, page);
  add_examples(page);
  return page + kEnd;
}

}  // namespace rlminer::cli
