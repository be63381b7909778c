#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace rlminer::io {

// Writes up to `size` bytes to the buffer and says how many; 0: there are no more.
using Fill = std::function<std::size_t(char* buffer, std::size_t size)>;

// Appends what fill(buffer, size) delivers until it delivers nothing. A text that would take more
// than half of the memory is refused before the machine starts to swap: the graph needs room beside
// it. What turns out not to be text (nor compressed) is not read to its end: what has been read by
// then suffices to say what it is.
std::string collect(const std::string& path, const Fill& fill);

// What the bytes stand for when they are compressed by gzip, xz, zstd or bzip2, which their start
// tells; otherwise the bytes themselves. Throws Error (`path: reason`) when they are damaged, or
// when the program was built without the library.
std::string decompressed(const std::string& path, std::string bytes);

// The same for bytes that come one after the other.
Fill unpacked(const std::string& path, Fill packed);

// The content as the gzip program would store it.
std::string gzip(std::string_view content);

}  // namespace rlminer::io
