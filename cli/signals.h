#pragma once

#include <atomic>

namespace rlminer::cli {

// Ctrl-C ends the program at once with exit code 130, and SIGTERM with 143, until
// finish_on_interrupt() is called: from then on the first of them only sets the cancel flag, so
// that the command can print the best so far, and the second ends it.
void install_interrupt_handler();
void finish_on_interrupt();

const std::atomic<bool>* cancel_flag();

// Stops everything that polls the flag, for a command that has failed in one of its threads.
void cancel_all();

}  // namespace rlminer::cli
