#include "cli/signals.h"

#include <csignal>
#include <unistd.h>

namespace rlminer::cli {
namespace {

// Globals because a signal handler can reach nothing else; both are safe to touch inside one.
std::atomic<bool> cancelled{false};
std::atomic<bool> may_finish{false};
static_assert(std::atomic<bool>::is_always_lock_free);

constexpr int kInterrupted = 130;

void on_interrupt(int) {
  if (!may_finish.load() || cancelled.exchange(true)) _exit(kInterrupted);
}

}  // namespace

void install_interrupt_handler() {
  struct sigaction action {};
  action.sa_handler = on_interrupt;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
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
