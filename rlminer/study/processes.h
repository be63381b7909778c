#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <optional>
#include <sys/types.h>

// Other processes: those we start, and those that must not work where we do.
namespace rlminer::study {

// A function that runs in a process of its own, beside this one: libtorch has one state per
// process, and what breaks there breaks nothing here. It is interrupted and waited for when this
// object goes, and interrupted by the system should this process die.
class ForkedCall {
 public:
  using Work = std::function<void(const std::atomic<bool>& interrupted)>;

  // What it prints goes to the file `output`; it has nothing to read. What the work leaves behind
  // must be on disk, and it may not throw. Throws Error when no process can be made.
  ForkedCall(const Work& work, const std::filesystem::path& output, bool append);
  ~ForkedCall();
  ForkedCall(const ForkedCall&) = delete;
  ForkedCall& operator=(const ForkedCall&) = delete;

  // Sets the flag of the work.
  void interrupt();

  // Its exit status when it has ended: 0, or 128 + the signal that ended it, as in a shell.
  std::optional<int> ended();

 private:
  pid_t pid_ = -1;
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
