// rlminer: parses the command line, runs one command, and turns every failure into one line and an
// exit code.

#include <csignal>
#include <cstdio>
#include <exception>
#include <fcntl.h>
#include <new>
#include <stdexcept>
#include <unistd.h>

#include "cli/command.h"
#include "cli/commands.h"
#include "cli/levels.h"
#include "cli/output.h"
#include "cli/signals.h"
#include "cli/terminal.h"

namespace rlminer::cli {
namespace {

constexpr int kBadInput = 1;
constexpr int kBadUsage = 2;
constexpr int kDisagreement = 3;

int run(Program& program, Context& context, int argc, char** argv) {
  try {
    if (!program.run(argc, argv)) write_output("", welcome());
    return context.exit_code;
  } catch (const UsageError& error) {
    std::fprintf(stderr, "rlminer: %s\n", error.what());
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

// A standard stream that is closed would be the next file that is opened, and what is printed would
// end up there. So its place is taken by something that cannot be written to (or read from).
void occupy_closed_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) < 0)
      static_cast<void>(open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY));
  }
}

int main(int argc, char** argv) {
  continue_on_best_level(argv);
  occupy_closed_streams();
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe is a write error, reported like the others
  install_interrupt_handler();
  Context context;
  context.cancel = cancel_flag();
  Program program("The most frequent connected induced subgraph of each size", RLMINER_VERSION);
  for (const auto add :
       {add_info, add_mine, add_count, add_merge, add_draw, add_examples, add_train, add_evaluate,
        add_experiment, add_convert, add_generate, add_help, add_completion, add_man})
    add(program, context);
  return run(program, context, argc, argv);
}

}  // namespace
}  // namespace rlminer::cli

int main(int argc, char** argv) {
  return rlminer::cli::main(argc, argv);
}
