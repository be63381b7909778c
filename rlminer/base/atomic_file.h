#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>

namespace rlminer {

// Whether to wait until the bytes are on the disk. What can be made again, and is checked when it
// is read, need not be waited for.
enum class OnDisk { Now, Eventually };

// Makes the file consist of the given parts, one after the other, in one step: readers, and whoever
// looks after a crash, see the old content or the new, never a mixture. The bytes are written to a
// temporary file in the same folder, forced to the disk (OnDisk::Now) and moved over the target.
//
// Throws Error (`path: reason`) when that fails, for instance because the disk is full or the
// folder is missing; an existing file is then unchanged and the temporary file is gone. A file that
// is replaced keeps its permissions, and a link to it stays a link. Anything but a regular file (a
// folder, a device) is refused.
void write_file_atomically(const std::filesystem::path& path,
                           std::span<const std::span<const std::byte>> parts,
                           OnDisk on_disk = OnDisk::Now);
void write_file_atomically(const std::filesystem::path& path, std::string_view content,
                           OnDisk on_disk = OnDisk::Now);

// Makes the folder, and those above it, unless it is there. Throws Error when it cannot be made.
void make_folder(const std::filesystem::path& folder);

}  // namespace rlminer
