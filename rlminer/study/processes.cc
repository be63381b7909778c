#include "rlminer/study/processes.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

#include "rlminer/base/error.h"

namespace rlminer::study {
namespace {

int open_file(const std::filesystem::path& path, int flags) {
  constexpr mode_t kReadableByAll = 0644;
  const int file = open(path.c_str(), flags | O_CLOEXEC, kReadableByAll);
  if (file < 0) throw Error(path.string() + ": cannot open: " + std::strerror(errno));
  return file;
}

// In the new process, where only what is safe in a signal handler may be called.
[[noreturn]] void become(const char* program, char* const* arguments, int output, pid_t parent) {
  setpgid(0, 0);  // Ctrl-C in the terminal is for the parent, which passes it on
  std::signal(SIGINT, SIG_DFL);
  prctl(PR_SET_PDEATHSIG, SIGINT);
  if (getppid() != parent) _exit(1);
  const int nothing = open("/dev/null", O_RDONLY);
  dup2(nothing, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  execv(program, arguments);
  constexpr char kMessage[] = "the program cannot be started\n";
  const ssize_t written = write(STDERR_FILENO, kMessage, sizeof(kMessage) - 1);
  _exit(written < 0 ? 126 : 127);
}

}  // namespace

ChildProcess::ChildProcess(const std::filesystem::path& program,
                           const std::vector<std::string>& arguments,
                           const std::filesystem::path& output, bool append) {
  std::vector<std::string> texts{program.string()};
  texts.insert(texts.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& text : texts)
    pointers.push_back(text.data());
  pointers.push_back(nullptr);
  const int printed = open_file(output, O_WRONLY | O_CREAT | (append ? O_APPEND : O_TRUNC));
  const pid_t parent = getpid();
  pid_ = fork();
  if (pid_ == 0) become(program.c_str(), pointers.data(), printed, parent);
  const int reason = errno;
  close(printed);
  if (pid_ < 0) throw Error(std::string("cannot start a process: ") + std::strerror(reason));
}

ChildProcess::~ChildProcess() {
  interrupt();
  while (!status_)
    collect(0);
}

void ChildProcess::interrupt() {
  if (!status_ && !std::exchange(interrupted_, true)) kill(pid_, SIGINT);
}

std::optional<int> ChildProcess::ended() {
  if (!status_) collect(WNOHANG);
  return status_;
}

void ChildProcess::collect(int flags) {
  int status = 0;
  const pid_t found = waitpid(pid_, &status, flags);
  if (found == 0 || (found < 0 && errno == EINTR)) return;
  if (found < 0) {
    status_ = 1;  // somebody else has taken its status
  } else {
    status_ = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  }
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
