#include "rlminer/io/text_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>
#include <memory>
#include <zlib.h>

#include "rlminer/base/error.h"
#include "rlminer/base/machine.h"
#include "rlminer/base/text.h"

namespace rlminer::io {
namespace {

constexpr std::size_t kChunk = std::size_t{1} << 18;

struct CloseFile {
  void operator()(std::FILE* file) const {
    if (file != stdin) std::fclose(file);
  }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

// Appends what fill(buffer, size) delivers until it delivers nothing. A text that would take more
// than half of the memory is refused before the machine starts to swap: the graph needs room beside
// it.
template <typename Fill>
std::string collect(const std::string& path, Fill&& fill) {
  static const std::size_t limit = physical_memory() / 2;
  std::string content;
  std::size_t size = 0;
  for (;;) {
    content.resize(std::max(size + kChunk, std::min(2 * size, limit)));
    const std::size_t got = fill(content.data() + size, content.size() - size);
    size += got;
    if (got == 0) break;
    if (size > limit) {
      throw Error(
          fmt::format("{}: more than {} MiB of text, half of the memory", path, limit >> 20));
    }
  }
  content.resize(size);
  return content;
}

std::string read_raw(const std::filesystem::path& path) {
  const File file(path == "-" ? stdin : std::fopen(path.c_str(), "rb"));
  if (!file) throw Error(path.string() + ": " + std::strerror(errno));
  return collect(path.string(), [&](char* buffer, std::size_t size) {
    const std::size_t got = std::fread(buffer, 1, size, file.get());
    if (got == 0 && std::ferror(file.get()))
      throw Error(path.string() + ": " + std::strerror(errno));
    return got;
  });
}

bool is_gzip(std::string_view data) {
  return data.size() >= 2 && data[0] == '\x1f' && data[1] == '\x8b';
}

// Decompresses gzip data of one or more members, as gunzip does; zero bytes may pad the end.
class Gunzip {
 public:
  Gunzip(std::string path, std::string_view data) : path_(std::move(path)), data_(data) {
    if (inflateInit2(&stream_, 16 + MAX_WBITS) != Z_OK)
      throw Error(path_ + ": zlib failed to start");
  }
  ~Gunzip() { inflateEnd(&stream_); }
  Gunzip(const Gunzip&) = delete;
  Gunzip& operator=(const Gunzip&) = delete;

  std::string run() {
    return collect(path_, [this](char* buffer, std::size_t size) { return fill(buffer, size); });
  }

 private:
  std::size_t fill(char* buffer, std::size_t size) {
    size = std::min<std::size_t>(size, std::size_t{1} << 30);
    stream_.next_out = reinterpret_cast<Bytef*>(buffer);
    stream_.avail_out = static_cast<uInt>(size);
    while (!finished_ && stream_.avail_out == size)
      step();
    return size - stream_.avail_out;
  }

  void step() {
    if (stream_.avail_in == 0) feed();
    const int result = inflate(&stream_, Z_NO_FLUSH);
    if (result == Z_STREAM_END) return end_of_member();
    if (result == Z_BUF_ERROR && stream_.avail_in == 0 && data_.empty()) {
      throw Error(path_ + ": the gzip data is cut short");
    }
    if (result != Z_OK && result != Z_BUF_ERROR) throw Error(path_ + ": the gzip data is damaged");
  }

  void feed() {
    const std::size_t size = std::min<std::size_t>(data_.size(), std::size_t{1} << 30);
    // zlib does not write through next_in; its type lost the const.
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(data_.data()));
    stream_.avail_in = static_cast<uInt>(size);
    data_.remove_prefix(size);
  }

  void end_of_member() {
    std::string_view rest(reinterpret_cast<const char*>(stream_.next_in),
                          stream_.avail_in + data_.size());
    if (is_gzip(rest)) {
      inflateReset(&stream_);
      return;
    }
    finished_ = true;
    if (rest.find_first_not_of('\0') != std::string_view::npos) {
      throw Error(path_ + ": there is something else after the gzip data");
    }
  }

  std::string path_;
  std::string_view data_;  // what zlib has not been given yet
  z_stream stream_{};
  bool finished_ = false;
};

std::string gzip(std::string_view content) {
  z_stream stream{};
  if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 16 + MAX_WBITS, 8,
                   Z_DEFAULT_STRATEGY) != Z_OK) {
    throw Error("zlib failed to start");
  }
  std::string result;
  std::array<char, kChunk> buffer;
  int status = Z_OK;
  while (status == Z_OK) {
    const std::size_t size = std::min(content.size(), kChunk);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data()));
    stream.avail_in = static_cast<uInt>(size);
    stream.next_out = reinterpret_cast<Bytef*>(buffer.data());
    stream.avail_out = static_cast<uInt>(buffer.size());
    status = deflate(&stream, content.size() == size ? Z_FINISH : Z_NO_FLUSH);
    content.remove_prefix(size - stream.avail_in);
    result.append(buffer.data(), buffer.size() - stream.avail_out);
  }
  deflateEnd(&stream);
  return result;
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

}  // namespace

std::string read_file(const std::filesystem::path& path) {
  return decode(path.string(), read_raw(path));
}

std::string decode(const std::string& path, std::string bytes) {
  if (is_gzip(bytes)) bytes = Gunzip(path, bytes).run();
  if (bytes.starts_with("\xef\xbb\xbf")) bytes.erase(0, 3);
  return bytes;
}

void check_text(const std::string& path, std::string_view content) {
  for (std::size_t i = 0; i < content.size();) {
    const auto byte = static_cast<unsigned char>(content[i]);
    if (byte >= 0x80) {
      const std::size_t length = utf8_length(content.substr(i, 4));
      if (length == 0) {
        throw Error(path, text::line_of(content, i),
                    fmt::format("byte 0x{:02x} is not UTF-8 text", byte));
      }
      i += length;
      continue;
    }
    if ((byte < 0x20 && (byte < '\t' || byte > '\r')) || byte == 0x7f) {
      throw Error(path, text::line_of(content, i),
                  fmt::format("byte 0x{:02x} does not belong in a text file", byte));
    }
    ++i;
  }
}

void write_file(const std::filesystem::path& path, std::string_view content) {
  const std::string packed = path.extension() == ".gz" ? gzip(content) : std::string();
  if (!packed.empty()) content = packed;
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) throw Error(path.string() + ": " + std::strerror(errno));
  const bool written = std::fwrite(content.data(), 1, content.size(), file) == content.size();
  const int reason = errno;
  // Closing flushes, so a full disk may show only here.
  if (std::fclose(file) != 0 || !written) {
    throw Error(path.string() + ": " + std::strerror(written ? errno : reason));
  }
}

}  // namespace rlminer::io
