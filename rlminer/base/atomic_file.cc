#include "rlminer/base/atomic_file.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include "rlminer/base/error.h"

namespace rlminer {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& path, const std::error_code& reason) {
  throw Error(path.string() + ": cannot be written: " + reason.message());
}

std::error_code last_error() {
  return {errno, std::generic_category()};
}

}  // namespace

void sync_folder(const fs::path& folder) {
  const int descriptor = open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return;
  fsync(descriptor);
  close(descriptor);
}

// A file beside the target that vanishes with the object unless it has been moved into place.
class AtomicFile::Draft {
 public:
  // Its name is short and does not contain the target's, which may be as long as names can be.
  explicit Draft(const fs::path& target) : target_(target) {
    static std::atomic<unsigned> number{0};
    do {
      path_ = target.parent_path() /
              (".rlminer-" + std::to_string(getpid()) + "-" + std::to_string(number++) + ".tmp");
      descriptor_ = open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    } while (descriptor_ < 0 && errno == EEXIST);  // left behind by a process that was killed
    if (descriptor_ < 0) fail(target_, last_error());
  }
  ~Draft() {
    if (descriptor_ >= 0) close(descriptor_);
    if (!moved_) unlink(path_.c_str());
  }
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;

  void take_permissions_of(const fs::path& file) {
    struct stat status {};
    if (stat(file.c_str(), &status) == 0 && fchmod(descriptor_, status.st_mode & 07777) != 0)
      fail(target_, last_error());
  }

  void write(std::span<const std::byte> bytes) {
    // One call writes at most 2 GB, and may write less than it was asked to.
    constexpr std::size_t kAtOnce = std::size_t{1} << 30;
    while (!bytes.empty()) {
      const ssize_t written =
          ::write(descriptor_, bytes.data(), std::min<std::size_t>(bytes.size(), kAtOnce));
      if (written < 0 && errno != EINTR) fail(target_, last_error());
      if (written > 0) bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
  }

  void move_into_place(OnDisk on_disk) {
    if (on_disk == OnDisk::Now && fsync(descriptor_) != 0) fail(target_, last_error());
    const int closed = close(descriptor_);
    descriptor_ = -1;
    if (closed != 0) fail(target_, last_error());
    if (rename(path_.c_str(), target_.c_str()) != 0) fail(target_, last_error());
    moved_ = true;
    if (on_disk == OnDisk::Now) sync_folder(target_.parent_path());
  }

 private:
  fs::path target_;
  fs::path path_;
  int descriptor_ = -1;
  bool moved_ = false;
};

AtomicFile::AtomicFile(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::exists(status) && !fs::is_regular_file(status))
    throw Error(path.string() + ": cannot be written: not a regular file");
  if (!fs::is_regular_file(status)) {
    draft_ = std::make_unique<Draft>(path);
    return;
  }
  const fs::path target = fs::canonical(path, error);  // where a link leads
  if (error) fail(path, error);
  draft_ = std::make_unique<Draft>(target);
  draft_->take_permissions_of(target);
}

AtomicFile::~AtomicFile() = default;

void AtomicFile::write(std::span<const std::byte> bytes) {
  draft_->write(bytes);
}

void AtomicFile::commit(OnDisk on_disk) {
  draft_->move_into_place(on_disk);
}

void write_file_atomically(const fs::path& path, std::span<const std::span<const std::byte>> parts,
                           OnDisk on_disk) {
  AtomicFile file(path);
  for (const std::span<const std::byte> part : parts)
    file.write(part);
  file.commit(on_disk);
}

void write_file_atomically(const fs::path& path, std::string_view content, OnDisk on_disk) {
  AtomicFile file(path);
  file.write(content);
  file.commit(on_disk);
}

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (fs::is_directory(folder)) return;
  throw Error(folder.string() + ": cannot make this folder" +
              (error ? ": " + error.message() : ""));
}

}  // namespace rlminer
