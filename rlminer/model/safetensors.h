#pragma once

// The safetensors format: the length of a header (8 bytes, little-endian), the header as JSON, then
// the bytes of the tensors. The header names each tensor's type, shape and place, and may carry
// strings under "__metadata__". Nothing in such a file is ever executed, and any language can read
// it. This file knows nothing of torch.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "rlminer/base/error.h"

namespace rlminer::model {

enum class TensorType { F32, F16, BF16, I64, I32, U8 };

std::size_t width_of(TensorType type);  // bytes of one element
const char* name_of(TensorType type);   // as the header spells it

// A tensor as bytes: row-major, little-endian, `shape` empty for a single number.
struct StoredTensor {
  std::string name;
  TensorType type = TensorType::F32;
  std::vector<std::int64_t> shape;
  std::vector<std::byte> bytes;
};

struct SafetensorsFile {
  std::map<std::string, std::string> metadata;
  std::vector<StoredTensor> tensors;  // in the order of their bytes in the file

  const StoredTensor* find(std::string_view name) const;  // null when there is none
};

// Throws Error (`path: reason`) unless the file is well-formed in every respect: every byte after
// the header belongs to exactly one tensor. Memory used is in proportion to the file's size.
SafetensorsFile read_safetensors(const std::filesystem::path& path);

// The same, without reading the tensors.
std::map<std::string, std::string> read_safetensors_metadata(const std::filesystem::path& path);

// Writes the tensors in the given order, without gaps; the first starts at a multiple of 8 bytes.
// (Some loaders want each tensor aligned to its width: put wide types first for them.) The file
// appears in one step: on failure, which throws Error, an older file of that name is unchanged.
void write_safetensors(const std::filesystem::path& path, const SafetensorsFile& file);

// Tensors from and to plain numbers.
template <typename T>
constexpr TensorType tensor_type_of() {
  if constexpr (std::is_same_v<T, float>)
    return TensorType::F32;
  else if constexpr (std::is_same_v<T, std::int64_t>)
    return TensorType::I64;
  else if constexpr (std::is_same_v<T, std::int32_t>)
    return TensorType::I32;
  else {
    static_assert(std::is_same_v<T, std::uint8_t>, "no tensor type for these numbers");
    return TensorType::U8;
  }
}

template <typename T>
StoredTensor make_tensor(std::string name, std::vector<std::int64_t> shape,
                         std::span<const T> values) {
  const auto bytes = std::as_bytes(values);
  return {std::move(name), tensor_type_of<T>(), std::move(shape), {bytes.begin(), bytes.end()}};
}

// A tensor of one dimension.
template <typename T>
StoredTensor make_tensor(std::string name, const std::vector<T>& values) {
  return make_tensor<T>(std::move(name), {static_cast<std::int64_t>(values.size())}, values);
}

// Throws Error when the tensor is of another type.
void require_type(const StoredTensor& tensor, TensorType type);

// The tensor of that name. Throws Error when there is none.
const StoredTensor& tensor_named(const SafetensorsFile& file, const std::string& name);

template <typename T>
std::vector<T> values_of(const StoredTensor& tensor) {
  require_type(tensor, tensor_type_of<T>());
  std::vector<T> values(tensor.bytes.size() / sizeof(T));
  if (!values.empty()) std::memcpy(values.data(), tensor.bytes.data(), values.size() * sizeof(T));
  return values;
}

// The numbers of a tensor of any precision (F32, F16 or BF16). Throws Error when one is not finite.
std::vector<float> floats_of(const StoredTensor& tensor);

// The numbers of the tensor of that name; throws Error unless there are `count` of them.
template <typename T>
std::vector<T> values_named(const SafetensorsFile& file, const std::string& name,
                            std::size_t count) {
  std::vector<T> values = values_of<T>(tensor_named(file, name));
  if (values.size() != count) throw Error("tensor " + name + " is damaged");
  return values;
}

// The JSON header of the safetensors format, on its way in and out. Errors name no path.

namespace safetensors {

// The longest header that is read or written; other implementations have the same limit.
inline constexpr std::uint64_t kLongestHeader = 100'000'000;

// What the header says of one tensor. Its bytes are [begin, end) of the data after the header.
struct Entry {
  std::string name;
  TensorType type = TensorType::F32;
  std::vector<std::int64_t> shape;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

struct Header {
  std::map<std::string, std::string> metadata;
  std::vector<Entry> entries;
};

// Entries come in the header's order. Throws Error when the text is not a header; where the tensors
// lie is left to lay_out().
Header parse_header(const std::string& text);

// Sorts the entries by place, and throws Error unless they cover the data exactly and each is as
// long as its shape says.
void lay_out(std::vector<Entry>& entries, std::uint64_t data_size);

// The header of a file, padded with spaces to a multiple of 8 bytes. Throws Error when the file
// cannot be stored: a shape that does not fit its bytes, a name twice, text that is not UTF-8.
std::string header_text(const SafetensorsFile& file);

}  // namespace safetensors

}  // namespace rlminer::model
