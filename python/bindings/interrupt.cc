#include "bindings/interrupt.h"

#include <Python.h>
#include <nanobind/nanobind.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace rlminer::python {
namespace {

// Globals because a signal handler can reach nothing else.
std::atomic<std::atomic<bool>*> interrupted{nullptr};
struct sigaction python_action {};
static_assert(std::atomic<std::atomic<bool>*>::is_always_lock_free);

void on_interrupt(int signal) {
  if (std::atomic<bool>* const flag = interrupted.load()) flag->store(true);
  python_action.sa_handler(signal);
}

bool in_main_thread() {
  return syscall(SYS_gettid) == getpid();
}

// A handler that may be called from ours: not "ignore", not "end the process".
bool is_simple_handler(const struct sigaction& action) {
  return (action.sa_flags & SA_SIGINFO) == 0 && action.sa_handler != SIG_DFL &&
         action.sa_handler != SIG_IGN;
}

}  // namespace

InterruptScope::InterruptScope(std::atomic<bool>& flag) {
  struct sigaction current {};
  if (!in_main_thread() || sigaction(SIGINT, nullptr, &current) != 0 || !is_simple_handler(current))
    return;
  python_action = current;
  interrupted.store(&flag);
  struct sigaction action = current;
  action.sa_handler = on_interrupt;
  installed_ = sigaction(SIGINT, &action, nullptr) == 0;
}

InterruptScope::~InterruptScope() {
  if (!installed_) return;
  sigaction(SIGINT, &python_action, nullptr);
  interrupted.store(nullptr);
}

bool take_interrupt() {
  if (PyErr_CheckSignals() == 0) return false;
  if (!PyErr_ExceptionMatches(PyExc_KeyboardInterrupt)) throw nanobind::python_error();
  PyErr_Clear();
  return true;
}

}  // namespace rlminer::python
