#include "rlminer/model/safetensors.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <fstream>
#include <system_error>

#include "rlminer/base/atomic_file.h"
#include "rlminer/base/error.h"
#include "rlminer/base/text.h"
#include "rlminer/model/safetensors_header.h"

namespace rlminer::model {
namespace {

namespace fs = std::filesystem;

static_assert(std::endian::native == std::endian::little,
              "tensors are stored as they lie in memory, and the format is little-endian");

constexpr std::size_t kLengthBytes = 8;

// An open file that is read front to back. Errors name no path.
class Input {
 public:
  explicit Input(const fs::path& path) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (error) throw Error(error.message());
    if (!fs::is_regular_file(status)) throw Error("not a regular file");
    stream_.open(path, std::ios::binary);
    if (!stream_) throw Error(std::generic_category().message(errno));
    left_ = fs::file_size(path, error);
    if (error) throw Error(error.message());
  }

  std::uint64_t left() const { return left_; }

  // At most left() bytes, so that nobody allocates more than the file has.
  void read(std::span<std::byte> bytes) {
    stream_.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    if (!stream_) throw Error("cannot be read to its end");
    left_ -= bytes.size();
  }

 private:
  std::ifstream stream_;
  std::uint64_t left_ = 0;
};

std::string read_header(Input& input) {
  if (input.left() < kLengthBytes) throw Error("too short for a safetensors file");
  std::array<std::byte, kLengthBytes> length_bytes{};
  input.read(length_bytes);
  const auto length = std::bit_cast<std::uint64_t>(length_bytes);
  if (length > safetensors::kLongestHeader)
    throw Error("not a safetensors file, or its header is longer than 100 MB");
  if (length > input.left()) throw Error("the header goes beyond the end of the file");
  std::string header(length, ' ');
  input.read(std::as_writable_bytes(std::span(header)));
  return header;
}

safetensors::Header read_checked_header(Input& input) {
  safetensors::Header header = safetensors::parse_header(read_header(input));
  safetensors::lay_out(header.entries, input.left());
  return header;
}

SafetensorsFile read_file(const fs::path& path) {
  Input input(path);
  safetensors::Header header = read_checked_header(input);
  SafetensorsFile file{std::move(header.metadata), {}};
  for (safetensors::Entry& entry : header.entries) {
    std::vector<std::byte> bytes(entry.end - entry.begin);
    input.read(bytes);
    file.tensors.push_back(
        {std::move(entry.name), entry.type, std::move(entry.shape), std::move(bytes)});
  }
  return file;
}

// Calls work() and puts the path in front of what it complains about.
template <typename Work>
auto naming(const fs::path& path, Work&& work) {
  try {
    return work();
  } catch (const Error& error) {
    throw Error(path.string() + ": " + error.what());
  }
}

// How the header spells a type, and the bytes of one element.
struct TypeTraits {
  const char* name;
  std::size_t width;
};
constexpr std::array<TypeTraits, 6> kTypes = {
    {{"F32", 4}, {"F16", 2}, {"BF16", 2}, {"I64", 8}, {"I32", 4}, {"U8", 1}}};

}  // namespace

std::size_t width_of(TensorType type) {
  return kTypes.at(static_cast<std::size_t>(type)).width;
}

const char* name_of(TensorType type) {
  return kTypes.at(static_cast<std::size_t>(type)).name;
}

const StoredTensor* SafetensorsFile::find(std::string_view name) const {
  const auto found = std::find_if(tensors.begin(), tensors.end(),
                                  [&](const StoredTensor& tensor) { return tensor.name == name; });
  return found == tensors.end() ? nullptr : &*found;
}

SafetensorsFile read_safetensors(const fs::path& path) {
  return naming(path, [&] { return read_file(path); });
}

std::map<std::string, std::string> read_safetensors_metadata(const fs::path& path) {
  return naming(path, [&] {
    Input input(path);
    return read_checked_header(input).metadata;
  });
}

void write_safetensors(const fs::path& path, const SafetensorsFile& file) {
  const std::string header = naming(path, [&] { return safetensors::header_text(file); });
  const auto length =
      std::bit_cast<std::array<std::byte, kLengthBytes>>(static_cast<std::uint64_t>(header.size()));
  std::vector<std::span<const std::byte>> parts = {length, std::as_bytes(std::span(header))};
  for (const StoredTensor& tensor : file.tensors)
    parts.emplace_back(tensor.bytes);
  write_file_atomically(path, parts);
}

const StoredTensor& tensor_named(const SafetensorsFile& file, const std::string& name) {
  const StoredTensor* const tensor = file.find(name);
  if (tensor == nullptr) throw Error("no tensor " + name);
  return *tensor;
}

void require_type(const StoredTensor& tensor, TensorType type) {
  if (tensor.type == type) return;
  throw Error("tensor '" + text::shown(tensor.name) + "' is of type " + name_of(tensor.type) +
              ", not " + name_of(type));
}

}  // namespace rlminer::model
