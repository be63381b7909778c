#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "rlminer/io/compression.h"

namespace rlminer::io {

// The bytes of a file as they are; "-" is the standard input. Throws Error when it cannot be read.
Fill file_bytes(const std::filesystem::path& path);

// The content of a file, decompressed (gzip, xz, zstd, bzip2) and without a byte order mark; "-" is
// the standard input. Throws Error when it cannot be read or would not fit into memory.
std::string read_file(const std::filesystem::path& path);

// The text that the bytes of a file stand for: decompressed, in UTF-8 even if they are UTF-16, and
// without a byte order mark, as above.
std::string decode(const std::string& path, std::string bytes);

// Throws Error (`path:line: reason`) unless the content, which begins on that line, is UTF-8 text
// without control characters.
void check_text(const std::string& path, std::string_view content, std::size_t first_line = 1);

// Writes the content to a file, compressed when its name ends in ".gz". Throws Error when that
// fails; a file that was there is then unchanged.
void write_file(const std::filesystem::path& path, std::string_view content);

}  // namespace rlminer::io
