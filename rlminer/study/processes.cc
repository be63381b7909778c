#include "rlminer/study/processes.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <iostream>
#include <string>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include "rlminer/base/error.h"

namespace rlminer::study {
namespace {

int open_file(const std::filesystem::path& path, int flags) {
  constexpr mode_t kReadableByAll = 0644;
  const int file = open(path.c_str(), flags | O_CLOEXEC, kReadableByAll);
  if (file < 0) throw Error(path.string() + ": cannot open: " + std::strerror(errno));
  return file;
}

// A global because a signal handler can reach nothing else. Only set in processes made here.
std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free);

[[noreturn]] void run_in_child(const ForkedCall::Work& work, int output, pid_t parent) {
  setpgid(0, 0);  // Ctrl-C in the terminal is for the parent, which passes it on
  std::signal(SIGINT, [](int) { interrupted.store(true); });
  prctl(PR_SET_PDEATHSIG, SIGINT);
  if (getppid() != parent) _exit(1);
  dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  work(interrupted);
  std::cout.flush();
  std::fflush(nullptr);
  _exit(0);  // without destructors: what this process inherited is not its own
}

}  // namespace

ForkedCall::ForkedCall(const Work& work, const std::filesystem::path& output, bool append) {
  const int printed = open_file(output, O_WRONLY | O_CREAT | (append ? O_APPEND : O_TRUNC));
  const pid_t parent = getpid();
  std::cout.flush();
  std::fflush(nullptr);  // or both processes would print what is waiting
  pid_ = fork();
  if (pid_ == 0) run_in_child(work, printed, parent);
  const int reason = errno;
  close(printed);
  if (pid_ < 0) throw Error(std::string("cannot start a process: ") + std::strerror(reason));
}

ForkedCall::~ForkedCall() {
  constexpr std::chrono::milliseconds kPatience{10};
  while (!ended()) {  // again and again: it may not have listened yet
    interrupt();
    std::this_thread::sleep_for(kPatience);
  }
}

void ForkedCall::interrupt() {
  if (!status_) kill(pid_, SIGINT);
}

std::optional<int> ForkedCall::ended() {
  if (status_) return status_;
  int status = 0;
  const pid_t found = waitpid(pid_, &status, WNOHANG);
  if (found == 0 || (found < 0 && errno == EINTR)) return std::nullopt;
  if (found < 0) {
    status_ = 1;  // somebody else has taken its status
  } else {
    status_ = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  }
  return status_;
}

FolderLock::FolderLock(const std::filesystem::path& folder)
    : file_(open_file(folder / ".lock", O_RDWR | O_CREAT)) {
  if (flock(file_, LOCK_EX | LOCK_NB) == 0) return;
  close(file_);
  throw Error(folder.string() + ": another process is at work here");
}

FolderLock::~FolderLock() {
  close(file_);
}

}  // namespace rlminer::study
