// Compressed files. Each kind has an Unpacker, which takes its library one step further; Unpacking
// is the loop around it that is the same for all: members that follow one another, padding, damage.

#include "rlminer/io/compression.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <memory>
#include <span>
#include <utility>
#include <zlib.h>
#ifdef RLMINER_XZ
#include <lzma.h>
#endif
#ifdef RLMINER_ZSTD
#include <zstd.h>
#endif
#ifdef RLMINER_BZIP2
#include <bzlib.h>
#endif

#include "rlminer/base/error.h"
#include "rlminer/base/machine.h"

namespace rlminer::io {
namespace {

using std::string_view_literals::operator""sv;

constexpr std::size_t kReadChunk = std::size_t{1} << 18;
// The libraries count in 32 bits.
constexpr std::size_t kStep = std::size_t{1} << 30;

enum class Progress { Going, MemberEnds, Damaged };

class Unpacker {
 public:
  virtual ~Unpacker() = default;
  // Unpacks some of the input into the room for output; both shrink by what was used.
  virtual Progress step(std::string_view& input, std::span<char>& output) = 0;
  // Prepares for another member.
  virtual void restart() = 0;
};

class Gunzip final : public Unpacker {
 public:
  Gunzip() {
    if (inflateInit2(&stream_, 16 + MAX_WBITS) != Z_OK) throw Error("zlib failed to start");
  }
  ~Gunzip() override { inflateEnd(&stream_); }
  Gunzip(const Gunzip&) = delete;
  Gunzip& operator=(const Gunzip&) = delete;

  Progress step(std::string_view& input, std::span<char>& output) override {
    // zlib does not write through next_in; its type lost the const.
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(input.data()));
    stream_.avail_in = static_cast<uInt>(std::min(input.size(), kStep));
    stream_.next_out = reinterpret_cast<Bytef*>(output.data());
    stream_.avail_out = static_cast<uInt>(std::min(output.size(), kStep));
    const int result = inflate(&stream_, Z_NO_FLUSH);
    input.remove_prefix(
        static_cast<std::size_t>(reinterpret_cast<const char*>(stream_.next_in) - input.data()));
    output = output.subspan(
        static_cast<std::size_t>(reinterpret_cast<char*>(stream_.next_out) - output.data()));
    if (result == Z_STREAM_END) return Progress::MemberEnds;
    return result == Z_OK || result == Z_BUF_ERROR ? Progress::Going : Progress::Damaged;
  }
  void restart() override { inflateReset(&stream_); }

 private:
  z_stream stream_{};
};

#ifdef RLMINER_XZ
class Unxz final : public Unpacker {
 public:
  Unxz() { restart(); }
  ~Unxz() override { lzma_end(&stream_); }
  Unxz(const Unxz&) = delete;
  Unxz& operator=(const Unxz&) = delete;

  Progress step(std::string_view& input, std::span<char>& output) override {
    stream_.next_in = reinterpret_cast<const std::uint8_t*>(input.data());
    stream_.avail_in = input.size();
    stream_.next_out = reinterpret_cast<std::uint8_t*>(output.data());
    stream_.avail_out = output.size();
    const lzma_ret result = lzma_code(&stream_, LZMA_RUN);
    input.remove_prefix(input.size() - stream_.avail_in);
    output = output.subspan(output.size() - stream_.avail_out);
    if (result == LZMA_STREAM_END) return Progress::MemberEnds;
    return result == LZMA_OK || result == LZMA_BUF_ERROR ? Progress::Going : Progress::Damaged;
  }
  void restart() override {
    if (lzma_stream_decoder(&stream_, physical_memory() / 2, 0) != LZMA_OK)
      throw Error("liblzma failed to start");
  }

 private:
  lzma_stream stream_ = LZMA_STREAM_INIT;
};
#endif

#ifdef RLMINER_ZSTD
class Unzstd final : public Unpacker {
 public:
  Progress step(std::string_view& input, std::span<char>& output) override {
    ZSTD_inBuffer in{input.data(), input.size(), 0};
    ZSTD_outBuffer out{output.data(), output.size(), 0};
    const std::size_t result = ZSTD_decompressStream(context_.get(), &out, &in);
    input.remove_prefix(in.pos);
    output = output.subspan(out.pos);
    if (ZSTD_isError(result) != 0) return Progress::Damaged;
    return result == 0 ? Progress::MemberEnds : Progress::Going;
  }
  void restart() override { ZSTD_DCtx_reset(context_.get(), ZSTD_reset_session_only); }

 private:
  struct Free {
    void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
  };
  std::unique_ptr<ZSTD_DCtx, Free> context_{ZSTD_createDCtx()};
};
#endif

#ifdef RLMINER_BZIP2
class Bunzip2 final : public Unpacker {
 public:
  Bunzip2() { start(); }
  ~Bunzip2() override { BZ2_bzDecompressEnd(&stream_); }
  Bunzip2(const Bunzip2&) = delete;
  Bunzip2& operator=(const Bunzip2&) = delete;

  Progress step(std::string_view& input, std::span<char>& output) override {
    const std::size_t given = std::min(input.size(), kStep);
    const std::size_t room = std::min(output.size(), kStep);
    stream_.next_in = const_cast<char*>(input.data());  // as with zlib
    stream_.avail_in = static_cast<unsigned>(given);
    stream_.next_out = output.data();
    stream_.avail_out = static_cast<unsigned>(room);
    const int result = BZ2_bzDecompress(&stream_);
    input.remove_prefix(given - stream_.avail_in);
    output = output.subspan(room - stream_.avail_out);
    if (result == BZ_STREAM_END) return Progress::MemberEnds;
    return result == BZ_OK ? Progress::Going : Progress::Damaged;
  }
  void restart() override {
    BZ2_bzDecompressEnd(&stream_);
    start();
  }

 private:
  void start() {
    stream_ = {};
    if (BZ2_bzDecompressInit(&stream_, 0, 0) != BZ_OK) throw Error("libbz2 failed to start");
  }
  bz_stream stream_{};
};
#endif

// A kind of compressed data. Without its library, `make` is a null pointer.
struct Compression {
  std::string_view name;
  std::string_view start;  // the bytes it begins with
  std::string_view library;
  std::unique_ptr<Unpacker> (*make)();
};

template <typename Kind>
std::unique_ptr<Unpacker> make_unpacker() {
  return std::make_unique<Kind>();
}

#ifdef RLMINER_XZ
constexpr auto kMakeUnxz = make_unpacker<Unxz>;
#else
constexpr std::unique_ptr<Unpacker> (*kMakeUnxz)() = nullptr;
#endif
#ifdef RLMINER_ZSTD
constexpr auto kMakeUnzstd = make_unpacker<Unzstd>;
#else
constexpr std::unique_ptr<Unpacker> (*kMakeUnzstd)() = nullptr;
#endif
#ifdef RLMINER_BZIP2
constexpr auto kMakeBunzip2 = make_unpacker<Bunzip2>;
#else
constexpr std::unique_ptr<Unpacker> (*kMakeBunzip2)() = nullptr;
#endif

constexpr std::array kCompressions{
    Compression{"gzip", "\x1f\x8b", "zlib", make_unpacker<Gunzip>},
    Compression{"xz", "\xfd\x37zXZ\0"sv, "liblzma", kMakeUnxz},
    Compression{"zstd", "\x28\xb5\x2f\xfd", "libzstd", kMakeUnzstd},
    Compression{"bzip2", "BZh", "libbz2", kMakeBunzip2},
};

const Compression* compression_of(std::string_view bytes) {
  for (const Compression& each : kCompressions) {
    // "BZh" may start a text; a block of bzip2 data has a longer mark behind the level.
    if (each.name == "bzip2" &&
        !bytes.substr(std::min<std::size_t>(4, bytes.size())).starts_with("1AY&SY"))
      continue;
    if (bytes.starts_with(each.start)) return &each;
  }
  return nullptr;
}

class Unpacking {
 public:
  // The data begins with `start`, which may be all of it; `more` delivers the rest.
  Unpacking(std::string path, const Compression& kind, std::string start, Fill more)
      : path_(std::move(path)),
        kind_(kind),
        data_(std::move(start)),
        rest_(data_),
        more_(std::move(more)),
        unpacker_(kind.make()) {}
  Unpacking(const Unpacking&) = delete;
  Unpacking& operator=(const Unpacking&) = delete;

  std::size_t fill(char* buffer, std::size_t size) {
    std::span<char> room(buffer, size);
    while (!finished_ && room.size() == size)
      advance(room);
    return size - room.size();
  }

 private:
  // So many bytes are enough to see how another member begins.
  static constexpr std::size_t kStart = 8;

  void refill() {
    if (rest_.size() >= kStart || !more_) return;
    std::string data(rest_);
    const std::size_t kept = data.size();
    data.resize(kept + kReadChunk);
    const std::size_t got = more_(data.data() + kept, kReadChunk);
    data.resize(kept + got);
    if (got == 0) more_ = nullptr;
    data_ = std::move(data);
    rest_ = data_;
  }

  void advance(std::span<char>& room) {
    refill();
    const std::size_t before = room.size();
    const std::size_t unread = rest_.size();
    const Progress progress = unpacker_->step(rest_, room);
    if (progress == Progress::Damaged) fail("the {} data is damaged");
    if (progress == Progress::MemberEnds) return end_member();
    if (rest_.empty() && unread == 0 && room.size() == before) fail("the {} data is cut short");
  }

  // Members may follow one another, and zero bytes may pad the end.
  void end_member() {
    refill();
    if (rest_.starts_with(kind_.start)) return unpacker_->restart();
    finished_ = true;
    for (; !rest_.empty(); refill()) {
      if (rest_.find_first_not_of('\0') != std::string_view::npos)
        fail("there is something else after the {} data");
      rest_ = {};
    }
  }

  [[noreturn]] void fail(const char* reason) const {
    throw Error(path_ + ": " + fmt::format(fmt::runtime(reason), kind_.name));
  }

  std::string path_;
  const Compression& kind_;
  std::string data_;
  std::string_view rest_;  // of the data
  Fill more_;              // null: there is no more
  std::unique_ptr<Unpacker> unpacker_;
  bool finished_ = false;
};

// UTF-16, in which XML may be written, is full of zero bytes; no other text has one.
bool may_hold_zeros(std::string_view content) {
  return content.starts_with("\xff\xfe") || content.starts_with("\xfe\xff") ||
         compression_of(content) != nullptr;
}

}  // namespace

std::string collect(const std::string& path, const Fill& fill) {
  static const std::size_t limit = physical_memory() / 2;
  std::string content;
  std::size_t size = 0;
  for (;;) {
    content.resize(std::max(size + kReadChunk, std::min(2 * size, limit)));
    const std::size_t got = fill(content.data() + size, content.size() - size);
    const std::string_view news(content.data() + size, got);
    size += got;
    if (got == 0) break;
    if (news.find('\0') != std::string_view::npos &&
        !may_hold_zeros(std::string_view(content.data(), size)))
      break;
    if (size > limit) {
      throw Error(
          fmt::format("{}: more than {} MiB of text, half of the memory", path, limit >> 20));
    }
  }
  content.resize(size);
  return content;
}

namespace {

// Unpacks data of this kind.
Fill unpacking(const std::string& path, const Compression& kind, std::string start, Fill more) {
  if (kind.make == nullptr) {
    throw Error(
        fmt::format("{}: this is {} data, and this program was built without {}: "
                    "decompress it first ({} -d)",
                    path, kind.name, kind.library, kind.name));
  }
  const auto work = std::make_shared<Unpacking>(path, kind, std::move(start), std::move(more));
  return [work](char* buffer, std::size_t size) { return work->fill(buffer, size); };
}

}  // namespace

std::string decompressed(const std::string& path, std::string bytes) {
  const Compression* const kind = compression_of(bytes);
  if (kind == nullptr) return bytes;
  return collect(path, unpacking(path, *kind, std::move(bytes), nullptr));
}

Fill unpacked(const std::string& path, Fill packed) {
  std::string start(kReadChunk, '\0');
  start.resize(packed(start.data(), start.size()));
  const Compression* const kind = compression_of(start);
  if (kind != nullptr) return unpacking(path, *kind, std::move(start), std::move(packed));
  std::size_t given = 0;  // of the start
  return [start = std::move(start), packed = std::move(packed), given](char* buffer,
                                                                       std::size_t size) mutable {
    if (given == start.size()) return packed(buffer, size);
    const std::size_t now = start.copy(buffer, size, given);
    given += now;
    return now;
  };
}

std::string gzip(std::string_view content) {
  z_stream stream{};
  if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 16 + MAX_WBITS, 8,
                   Z_DEFAULT_STRATEGY) != Z_OK) {
    throw Error("zlib failed to start");
  }
  std::string result;
  std::array<char, kReadChunk> buffer;
  int status = Z_OK;
  while (status == Z_OK) {
    const std::size_t size = std::min(content.size(), kReadChunk);
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

}  // namespace rlminer::io
