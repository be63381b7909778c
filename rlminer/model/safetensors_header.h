#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "rlminer/model/safetensors.h"

// The JSON header of the safetensors format, on its way in and out. Errors name no path.
namespace rlminer::model::safetensors {

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

}  // namespace rlminer::model::safetensors
