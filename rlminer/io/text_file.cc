#include "rlminer/io/text_file.h"

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>
#include <memory>
#include <system_error>
#include <utility>

#include "rlminer/base/atomic_file.h"
#include "rlminer/base/error.h"
#include "rlminer/base/text.h"
#include "rlminer/io/compression.h"

namespace rlminer::io {
namespace {

struct CloseFile {
  void operator()(std::FILE* file) const {
    if (file != stdin) std::fclose(file);
  }
};

// Pipes, terminals and /dev/null, which cannot be replaced as files can.
void write_to_device(const std::filesystem::path& path, std::string_view content) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) throw Error(path.string() + ": " + std::strerror(errno));
  const bool written = std::fwrite(content.data(), 1, content.size(), file) == content.size();
  const int reason = errno;
  // Closing flushes, so a full disk may show only here.
  if (std::fclose(file) != 0 || !written) {
    throw Error(path.string() + ": " + std::strerror(written ? errno : reason));
  }
}

// The length of the well-formed UTF-8 character of two or more bytes that `text` starts with, or 0.
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
  };
  const auto continues = [&](std::size_t i) { return (byte(i) & 0xc0u) == 0x80u; };
  const unsigned first = byte(0);
  const unsigned second = byte(1);
  if (first >= 0xc2 && first <= 0xdf) return continues(1) ? 2 : 0;
  if (first >= 0xe0 && first <= 0xef) {
    const bool overlong = first == 0xe0 && second < 0xa0;
    const bool surrogate = first == 0xed && second >= 0xa0;
    return continues(1) && continues(2) && !overlong && !surrogate ? 3 : 0;
  }
  if (first >= 0xf0 && first <= 0xf4) {
    const bool overlong = first == 0xf0 && second < 0x90;
    const bool too_large = first == 0xf4 && second >= 0x90;
    return continues(1) && continues(2) && continues(3) && !overlong && !too_large ? 4 : 0;
  }
  return 0;
}

// Tables as Excel saves them ("Unicode text"). XML declares its encoding, so its parser sees to it.
bool is_utf16(std::string_view bytes) {
  const bool little = bytes.starts_with("\xff\xfe");
  const bool big = bytes.starts_with("\xfe\xff");
  return (little || big) && bytes.size() > 3 && bytes[little ? 2 : 3] != '<';
}

std::string utf8_of_utf16(const std::string& path, std::string_view bytes) {
  const bool little = bytes.starts_with("\xff\xfe");
  std::string result;
  std::uint32_t high = 0;  // the first half of a character of two units
  for (std::size_t i = 2; i + 1 < bytes.size(); i += 2) {
    const auto low_byte = static_cast<unsigned char>(bytes[little ? i : i + 1]);
    const auto high_byte = static_cast<unsigned char>(bytes[little ? i + 1 : i]);
    const auto unit = static_cast<std::uint32_t>(high_byte << 8 | low_byte);
    const bool second = unit >= 0xdc00 && unit < 0xe000;
    if (second != (high != 0))
      throw Error(path, text::line_of(result, result.size()), "bad UTF-16");
    if (unit >= 0xd800 && unit < 0xdc00) {
      high = unit;
      continue;
    }
    text::append_utf8(result, second ? 0x10000 + ((high - 0xd800) << 10) + (unit - 0xdc00) : unit);
    high = 0;
  }
  if (high != 0 || bytes.size() % 2 != 0)
    throw Error(path, text::line_of(result, result.size()), "bad UTF-16: the file is cut short");
  return result;
}

}  // namespace

Fill file_bytes(const std::filesystem::path& path) {
  std::FILE* const opened = path == "-" ? stdin : std::fopen(path.c_str(), "rb");
  if (opened == nullptr) throw Error(path.string() + ": " + std::strerror(errno));
  const std::shared_ptr<std::FILE> file(opened, CloseFile());
  return [file, path](char* buffer, std::size_t size) {
    const std::size_t got = std::fread(buffer, 1, size, file.get());
    if (got == 0 && std::ferror(file.get()) != 0)
      throw Error(path.string() + ": " + std::strerror(errno));
    return got;
  };
}

std::string read_file(const std::filesystem::path& path) {
  return decode(path.string(), collect(path.string(), file_bytes(path)));
}

std::string decode(const std::string& path, std::string bytes) {
  bytes = decompressed(path, std::move(bytes));
  if (is_utf16(bytes)) return utf8_of_utf16(path, bytes);
  if (bytes.starts_with("\xef\xbb\xbf")) bytes.erase(0, 3);
  return bytes;
}

void check_text(const std::string& path, std::string_view content, std::size_t first_line) {
  const auto line = [&](std::size_t place) {
    return first_line - 1 + text::line_of(content, place);
  };
  for (std::size_t i = 0; i < content.size();) {
    const auto byte = static_cast<unsigned char>(content[i]);
    if (byte >= 0x80) {
      const std::size_t length = utf8_length(content.substr(i, 4));
      if (length == 0) {
        throw Error(
            path, line(i),
            fmt::format("byte 0x{:02x} is not UTF-8 text (from Latin-1: iconv -f latin1 -t utf-8)",
                        byte));
      }
      i += length;
      continue;
    }
    if ((byte < 0x20 && (byte < '\t' || byte > '\r')) || byte == 0x7f) {
      throw Error(path, line(i), fmt::format("byte 0x{:02x} does not belong in a text file", byte));
    }
    ++i;
  }
}

void write_file(const std::filesystem::path& path, std::string_view content) {
  const std::string packed = path.extension() == ".gz" ? gzip(content) : std::string();
  if (!packed.empty()) content = packed;
  std::error_code ignored;
  const auto status = std::filesystem::status(path, ignored);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
    return write_to_device(path, content);
  write_file_atomically(path, content);
}

}  // namespace rlminer::io
