#pragma once

#include <atomic>
#include <exception>
#include <mutex>
#include <nanobind/nanobind.h>
#include <string>
#include <utility>

#include "bindings/interrupt.h"
#include "cli/options.h"

#include "rlminer/base/deadline.h"

// What every call that takes time has: limits, the interpreter left free, Ctrl-C, and a function
// that is told how far it is.
namespace rlminer::python {

// Asking the system what memory there is takes as long as mining a small graph.
inline std::size_t memory_in_bytes(const std::string& limit) {
  static const std::string usual = "70%";
  static const std::size_t usual_bytes = cli::parse_memory(usual);
  return limit == usual ? usual_bytes : cli::parse_memory(limit);
}

// What a call may cost, and the flag that ends it early.
struct Limits {
  Limits(double seconds, const std::string& memory_limit)
      : memory(memory_in_bytes(memory_limit)),
        deadline(Deadline(seconds, &cancelled).within(memory)) {}
  Limits(const Limits&) = delete;
  Limits& operator=(const Limits&) = delete;

  std::atomic<bool> cancelled{false};
  MemoryLimit memory;
  Deadline deadline;
};

// Does the work without the interpreter's lock; Ctrl-C ends it early, even one that came just
// before the work could begin. True: it was interrupted.
template <typename Work>
bool without_interpreter(Limits& limits, Work work) {
  bool came_before = false;
  {
    const InterruptScope scope(limits.cancelled);
    came_before = take_interrupt();
    if (came_before) limits.cancelled.store(true);
    const nanobind::gil_scoped_release release;
    work();
  }
  return take_interrupt() || came_before;
}

// A Python function that is told now and then how far the work is. When it answers False, the work
// ends early; what it raises ends it too and is raised in the end. May be told from any thread,
// without the interpreter's lock. None may stand in its place.
class ProgressFunction {
 public:
  ProgressFunction(nanobind::object function, std::atomic<bool>& cancelled)
      : function_(std::move(function)), wanted_(!function_.is_none()), cancelled_(cancelled) {}

  template <typename... Facts>
  void tell(const Facts&... facts) {
    if (!wanted_) return;
    const std::lock_guard lock(mutex_);
    if (failure_ || watch_.seconds() < next_) return;
    next_ = watch_.seconds() + kInterval;
    const nanobind::gil_scoped_acquire acquire;
    try {
      const nanobind::object answer = function_(facts...);
      if (answer.is(nanobind::handle(Py_False))) cancelled_.store(true);
    } catch (...) {
      failure_ = std::current_exception();
      cancelled_.store(true);
    }
  }

  bool wanted() const { return wanted_; }
  void raise_failure() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  static constexpr double kInterval = 0.1;  // seconds

  const nanobind::object function_;
  const bool wanted_;
  std::atomic<bool>& cancelled_;
  std::mutex mutex_;
  const Stopwatch watch_;
  double next_ = kInterval;
  std::exception_ptr failure_;
};

}  // namespace rlminer::python
