#include <memory>
#include <string>

#include "cli/command.h"
#include "cli/commands.h"
#include "cli/completion.h"
#include "cli/output.h"
#include "cli/shipped_models.h"

#include "rlminer/study/experiment.h"

namespace rlminer::cli {
namespace {

constexpr char kExamples[] =
    "Examples:\n"
    "  source <(rlminer completion bash)\n"
    "  rlminer completion zsh > ~/.zfunc/_rlminer\n"
    "  rlminer completion fish > ~/.config/fish/completions/rlminer.fish";

struct CompletionRequest {
  std::string shell;
  std::string words;
};

std::string words_of(const std::string& kind) {
  std::string text;
  if (kind == "models") {
    for (const std::string& name : shipped_models())
      text += name + "\n";
  } else {
    for (const study::Experiment& each : study::experiments())
      text += std::string(each.name) + "\n";
  }
  return text;
}

std::string script_for(const std::string& shell, const ProgramInfo& info) {
  if (shell == "bash") return bash_completion(info);
  return shell == "zsh" ? zsh_completion(info) : fish_completion(info);
}

}  // namespace

// Commands that packages and shells call, not people: they are not in the help. The program
// outlives the actions, which read what the other commands have declared.
void add_completion(Program& program, Context&) {
  Command command =
      program.command("completion", "Print the script that makes a shell complete rlminer");
  command.hide();
  const auto request = std::make_shared<CompletionRequest>();
  const Option shell = command.value("SHELL", request->shell, "bash, zsh or fish")
                           .one_of({"bash", "zsh", "fish"})
                           .type("");
  command
      .value("--words", request->words,
             "What such a script may ask for when it runs: names that are there now")
      .one_of({"models", "experiments"})
      .excludes(shell);
  command.examples(kExamples);
  command.run([request, &program] {
    if (!request->words.empty()) return write_output("", words_of(request->words));
    if (request->shell.empty()) throw UsageError("SHELL (bash, zsh or fish) is required");
    write_output("", script_for(request->shell, program.info()));
  });
}

void add_man(Program& program, Context&) {
  Command command = program.command("man", "Print the manual page, for man -l -");
  command.hide();
  command.run([&program] { write_output("", man_page(program.info(), RLMINER_VERSION)); });
}

}  // namespace rlminer::cli
