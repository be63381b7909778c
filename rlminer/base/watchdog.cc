#include "rlminer/base/watchdog.h"

#ifdef RLMINER_WATCHDOG

#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <execinfo.h>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <thread>
#include <unistd.h>

namespace rlminer {
namespace {

constexpr double kMostSecondsWithoutPoll = 0.2;
constexpr auto kBetweenLooks = std::chrono::milliseconds(20);

// How often each thread has asked a deadline. A thread takes the first free place when it asks
// first, and leaves it when it ends; one that finds no place is never blamed.
struct Place {
  std::atomic<pid_t> thread{0};
  std::atomic<std::uint64_t> polls{0};
};
std::array<Place, 256> places;

class Registration {
 public:
  Registration() {
    for (Place& place : places) {
      pid_t nobody = 0;
      if (!place.thread.compare_exchange_strong(nobody, gettid())) continue;
      place_ = &place;
      return;
    }
  }
  ~Registration() {
    if (place_ != nullptr) place_->thread = 0;
  }
  void note() {
    if (place_ != nullptr) place_->polls.fetch_add(1, std::memory_order_relaxed);
  }

 private:
  Place* place_ = nullptr;
};

std::uint64_t polls_of(pid_t thread) {
  for (const Place& place : places) {
    if (place.thread == thread) return place.polls;
  }
  return 0;
}

// Runs on the thread that is to blame.
void show_stack_and_abort(int) {
  constexpr char kWhat[] = "watchdog: no deadline was asked for 200 ms of processor time\n";
  std::array<void*, 64> frames;
  const int depth = backtrace(frames.data(), static_cast<int>(frames.size()));
  if (write(STDERR_FILENO, kWhat, sizeof kWhat - 1) > 0)
    backtrace_symbols_fd(frames.data(), depth, STDERR_FILENO);
  std::abort();
}

// Processor time of a thread of this process; 0 when it has ended.
double busy_seconds(const std::filesystem::path& thread) {
  double nanoseconds = 0.0;
  std::ifstream(thread / "schedstat") >> nanoseconds;
  return 1e-9 * nanoseconds;
}

void watch() {
  struct Seen {
    std::uint64_t polls = 0;
    double busy = 0.0;  // when the polls were last seen to change
  };
  std::map<pid_t, Seen> seen;
  const pid_t self = gettid();
  for (;;) {
    std::this_thread::sleep_for(kBetweenLooks);
    std::map<pid_t, Seen> alive;
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/task")) {
      const pid_t thread = std::stoi(entry.path().filename());
      if (thread == self) continue;
      const Seen now{polls_of(thread), busy_seconds(entry.path())};
      const auto before = seen.find(thread);
      const bool asked = before == seen.end() || before->second.polls != now.polls;
      const Seen& kept = alive[thread] = asked ? now : before->second;
      if (now.busy - kept.busy > kMostSecondsWithoutPoll) tgkill(getpid(), thread, SIGUSR2);
    }
    seen = std::move(alive);
  }
}

void start_watching() {
  std::array<void*, 1> frame;
  backtrace(frame.data(), 1);  // loads what it needs, which a signal handler must not
  struct sigaction action {};
  action.sa_handler = show_stack_and_abort;
  sigaction(SIGUSR2, &action, nullptr);
  std::thread(watch).detach();
}

}  // namespace

void note_poll() {
  static const bool started = (start_watching(), true);
  static_cast<void>(started);
  thread_local Registration registration;
  registration.note();
}

}  // namespace rlminer

#endif  // RLMINER_WATCHDOG
