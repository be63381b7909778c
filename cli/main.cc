// rlminer: parses the command line, runs one command, and turns every failure into one line and an
// exit code.

#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <stdexcept>

#include "cli/commands.h"
#include "cli/signals.h"
#include "cli/usage_error.h"
#include "cli/welcome.h"

namespace rlminer::cli {
namespace {

constexpr int kBadInput = 1;
constexpr int kBadUsage = 2;
constexpr int kDisagreement = 3;

int run(CLI::App& app, Context& context, int argc, char** argv) {
  try {
    app.parse(argc, argv);
    if (app.get_subcommands().empty()) std::fputs(welcome().c_str(), stdout);
    return context.exit_code;
  } catch (const CLI::Success& request) {
    return app.exit(request);  // --help and --version
  } catch (const CLI::ParseError& error) {
    std::fprintf(stderr, "rlminer: %s\n", explain(app, error).c_str());
    return kBadUsage;
  } catch (const std::bad_alloc&) {
    std::fputs("rlminer: out of memory\n", stderr);
    return kBadInput;
  } catch (const std::logic_error& error) {  // Disagreement, and what only a bug of ours can cause
    std::fprintf(stderr, "rlminer: INTERNAL ERROR: %s; please report this\n", error.what());
    return kDisagreement;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return kBadInput;
  }
}

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe is a write error, reported like the others
  install_interrupt_handler();
  Context context;
  context.cancel = cancel_flag();
  CLI::App app("The most frequent connected induced subgraph of each size", "rlminer");
  app.set_version_flag("--version", "rlminer " RLMINER_VERSION);
  app.require_subcommand(0, 1);
  app.footer("rlminer COMMAND --help shows the options of a command, with examples.");
  add_info(app, context);
  add_mine(app, context);
  add_count(app, context);
  add_draw(app, context);
  add_examples(app, context);
  add_train(app, context);
  add_evaluate(app, context);
  add_experiment(app, context);
  add_convert(app, context);
  add_generate(app, context);
  add_completion(app, context);
  add_man(app, context);
  return run(app, context, argc, argv);
}

}  // namespace
}  // namespace rlminer::cli

int main(int argc, char** argv) {
  return rlminer::cli::main(argc, argv);
}
