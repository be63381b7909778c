#include "rlminer/base/part_file.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include "rlminer/base/atomic_file.h"
#include "rlminer/base/error.h"

namespace rlminer {

PartFile::PartFile(const std::filesystem::path& path)
    : path_(path), part_(path.string() + ".part") {
  std::error_code ignored;
  const auto status = std::filesystem::status(path, ignored);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
    throw Error(path.string() + ": cannot be written: not a regular file");
  while (!open_and_lock()) {
  }
}

PartFile::~PartFile() {
  if (descriptor_ >= 0) close(descriptor_);
}

void PartFile::fail() const {
  throw Error(path_.string() + ": cannot be written: " + std::strerror(errno));
}

// False when the file was moved away in between, which another process may do that has just ended.
bool PartFile::open_and_lock() {
  std::error_code ignored;
  const bool finished =
      !std::filesystem::exists(part_, ignored) && std::filesystem::exists(path_, ignored);
  found_ = finished ? path_ : part_;
  descriptor_ = open(found_.c_str(), O_RDWR | O_CLOEXEC | (finished ? 0 : O_CREAT), 0666);
  if (descriptor_ < 0 && finished && errno == ENOENT) return false;
  if (descriptor_ < 0) fail();
  if (flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) fail();
    throw Error(path_.string() + ": another process is writing it");
  }
  struct stat opened {};
  struct stat named {};
  if (fstat(descriptor_, &opened) != 0) fail();
  if (stat(found_.c_str(), &named) == 0 && named.st_ino == opened.st_ino &&
      named.st_dev == opened.st_dev)
    return true;
  close(descriptor_);
  descriptor_ = -1;
  return false;
}

void PartFile::begin(std::uintmax_t kept) {
  if (ftruncate(descriptor_, static_cast<off_t>(kept)) != 0) fail();
  if (lseek(descriptor_, 0, SEEK_END) < 0) fail();
  if (found_ != part_ && rename(found_.c_str(), part_.c_str()) != 0) fail();
  found_ = part_;
}

void PartFile::write(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor_, text.data(), text.size());
    if (written < 0 && errno != EINTR) fail();
    if (written > 0) text.remove_prefix(static_cast<std::size_t>(written));
  }
}

void PartFile::commit() {
  if (fsync(descriptor_) != 0) fail();
  if (rename(part_.c_str(), path_.c_str()) != 0) fail();
  sync_folder(path_.parent_path());
  // Closing gives the lock up, and only then may another process have it.
  const int closed = close(descriptor_);
  descriptor_ = -1;
  if (closed != 0) fail();
}

}  // namespace rlminer
