#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "cli/command_info.h"
#include "cli/commands.h"
#include "cli/completion.h"
#include "cli/learning.h"
#include "cli/man_page.h"
#include "cli/output.h"
#include "cli/shipped_models.h"

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
    for (const study::Experiment& each : learning::experiments())
      text += std::string(each.name) + "\n";
  }
  return text;
}

std::string script_for(const std::string& shell, const ProgramInfo& info) {
  if (shell == "bash") return bash_completion(info);
  return shell == "zsh" ? zsh_completion(info) : fish_completion(info);
}

void print(const std::string& text) {
  Output output("");
  output.write(text);
  output.close();
}

}  // namespace

// Commands that packages and shells call, not people: they are not in the help. `app` outlives the
// callbacks, which read what the other commands have declared.
void add_completion(CLI::App& app, Context&) {
  CLI::App* command =
      app.add_subcommand("completion", "Print the script that makes a shell complete rlminer");
  command->group("");
  const auto request = std::make_shared<CompletionRequest>();
  CLI::Option* const shell = command->add_option("SHELL", request->shell, "bash, zsh or fish")
                                 ->check(CLI::IsMember({"bash", "zsh", "fish"}).description(""))
                                 ->type_name("");
  command
      ->add_option("--words", request->words,
                   "What such a script may ask for when it runs: names that are there now")
      ->check(CLI::IsMember({"models", "experiments"}).description(""))
      ->type_name("models|experiments")
      ->excludes(shell);
  command->footer(kExamples);
  command->callback([request, &app] {
    if (!request->words.empty()) return print(words_of(request->words));
    if (request->shell.empty()) throw CLI::RequiredError("SHELL (bash, zsh or fish)");
    print(script_for(request->shell, program_info(app)));
  });
}

void add_man(CLI::App& app, Context&) {
  CLI::App* command = app.add_subcommand("man", "Print the manual page, for man -l -");
  command->group("");
  command->callback([&app] { print(man_page(program_info(app), RLMINER_VERSION)); });
}

}  // namespace rlminer::cli
