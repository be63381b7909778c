#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

// Other processes: those we start, and those that must not work where we do.
namespace rlminer::study {

// A program that was started beside this one. It is interrupted and waited for when this object
// goes, and interrupted by the system should this process die.
class ChildProcess {
 public:
  // What it prints goes to the file `output`; it has nothing to read. Throws Error when no process
  // can be made; a program that cannot be started ends with status 127.
  ChildProcess(const std::filesystem::path& program, const std::vector<std::string>& arguments,
               const std::filesystem::path& output, bool append);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  // Sends SIGINT, once however often it is asked: the second would end our own program without
  // saving.
  void interrupt();

  // Its exit status when it has ended; 128 + the signal that ended it, as in a shell.
  std::optional<int> ended();

 private:
  void collect(int flags);

  pid_t pid_ = -1;
  bool interrupted_ = false;
  std::optional<int> status_;
};

// Keeps every other FolderLock, also in other processes, from being made for this folder. Throws
// Error when there is one.
class FolderLock {
 public:
  explicit FolderLock(const std::filesystem::path& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int file_;
};

}  // namespace rlminer::study
