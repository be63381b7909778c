#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string_view>

namespace rlminer {

// Whether to wait until the bytes are on the disk. What can be made again, and is checked when it
// is read, need not be waited for.
enum class OnDisk { Now, Eventually };

// A file that appears in one step: readers, and whoever looks after a crash, see the old content or
// the new, never a part of it. The bytes are written to a temporary file in the same folder, which
// commit() forces to the disk (OnDisk::Now) and moves over the target; without commit() it
// vanishes.
//
// Throws Error (`path: reason`) when something fails, for instance because the disk is full or the
// folder is missing; an existing file is then unchanged and the temporary file is gone. A file that
// is replaced keeps its permissions, and a link to it stays a link. Anything but a regular file (a
// folder, a device) is refused.
class AtomicFile {
 public:
  explicit AtomicFile(const std::filesystem::path& path);
  ~AtomicFile();

  void write(std::span<const std::byte> bytes);
  void write(std::string_view text) { write(std::as_bytes(std::span(text.data(), text.size()))); }
  void commit(OnDisk on_disk = OnDisk::Now);

 private:
  class Draft;
  std::unique_ptr<Draft> draft_;
};

// Makes the file consist of the given parts, one after the other.
void write_file_atomically(const std::filesystem::path& path,
                           std::span<const std::span<const std::byte>> parts,
                           OnDisk on_disk = OnDisk::Now);
void write_file_atomically(const std::filesystem::path& path, std::string_view content,
                           OnDisk on_disk = OnDisk::Now);

// Makes a move in the folder survive a crash. The new content is in place already, so a file system
// that cannot do this is no failure.
void sync_folder(const std::filesystem::path& folder);

// Makes the folder, and those above it, unless it is there. Throws Error when it cannot be made.
void make_folder(const std::filesystem::path& folder);

}  // namespace rlminer
