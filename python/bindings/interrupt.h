#pragma once

#include <atomic>
#include <csignal>

namespace rlminer::python {

// While it lives, Ctrl-C sets the flag, so that a call which runs without the interpreter ends with
// the best so far. Python's own handler is called as well and remembers the signal.
//
// Python delivers signals to its main thread only, and so does this: in other threads it does
// nothing. At most one lives at a time, because the main thread makes one call at a time.
class InterruptScope {
 public:
  explicit InterruptScope(std::atomic<bool>& flag);
  ~InterruptScope();
  InterruptScope(const InterruptScope&) = delete;
  InterruptScope& operator=(const InterruptScope&) = delete;

 private:
  bool installed_ = false;
};

// To be called with the interpreter's lock after such a call. True: the user has interrupted it,
// and Python's KeyboardInterrupt has been taken away. What other handlers raise is thrown.
bool take_interrupt();

}  // namespace rlminer::python
