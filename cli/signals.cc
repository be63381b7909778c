#include "cli/signals.h"

#include <csignal>
#include <unistd.h>

namespace rlminer::cli {
namespace {

// Globals because a signal handler can reach nothing else; both are safe to touch inside one.
std::atomic<bool> cancelled{false};
std::atomic<bool> may_finish{false};
static_assert(std::atomic<bool>::is_always_lock_free);

constexpr int kSignalled = 128;  // exit codes of who was ended by a signal begin here

void on_interrupt(int signal) {
  if (!may_finish.load() || cancelled.exchange(true)) _exit(kSignalled + signal);
}

}  // namespace

void install_interrupt_handler() {
  struct sigaction action {};
  action.sa_handler = on_interrupt;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);  // what batch systems send at the end of the time
}

void finish_on_interrupt() {
  may_finish.store(true);
}

const std::atomic<bool>* cancel_flag() {
  return &cancelled;
}

void cancel_all() {
  cancelled.store(true);
}

}  // namespace rlminer::cli
