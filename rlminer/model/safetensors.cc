#include "rlminer/model/safetensors.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cmath>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <system_error>
#include <tuple>

#include "rlminer/base/atomic_file.h"
#include "rlminer/base/text.h"

namespace rlminer::model {

namespace safetensors {
namespace {

using Json = nlohmann::ordered_json;

constexpr char kMetadata[] = "__metadata__";
constexpr std::array kTypes = {TensorType::F32, TensorType::F16, TensorType::BF16,
                               TensorType::I64, TensorType::I32, TensorType::U8};

std::string in_quotes(const std::string& name) {
  return "'" + text::shown(name) + "'";
}

// Reads the header token by token. A document tree would merge repeated names, and a hostile header
// of nested brackets would make it huge.
class HeaderParser : public nlohmann::json_sax<Json> {
 public:
  Header take() { return std::move(header_); }

  bool start_object(std::size_t) override {
    if (place_ == Place::Start) {
      place_ = Place::Root;
    } else if (place_ == Place::Root && key_ == kMetadata) {
      place_ = Place::Metadata;
    } else if (place_ == Place::Root) {
      place_ = Place::Tensor;
      header_.entries.push_back({.name = key_, .shape = {}});
      fields_.clear();
      offsets_.clear();
    } else {
      wrong_type();
    }
    return true;
  }

  bool key(std::string& name) override {
    key_ = std::move(name);
    if (place_ == Place::Root && !names_.insert(key_).second)
      throw Error("the name " + in_quotes(key_) + " occurs twice");
    if (place_ == Place::Metadata && header_.metadata.contains(key_))
      throw Error(std::string(kMetadata) + " has " + in_quotes(key_) + " twice");
    if (place_ == Place::Tensor) {
      if (key_ != "dtype" && key_ != "shape" && key_ != "data_offsets")
        fail("has the unknown field " + in_quotes(key_));
      if (!fields_.insert(key_).second) fail("has " + in_quotes(key_) + " twice");
    }
    return true;
  }

  bool string(std::string& value) override {
    if (place_ == Place::Metadata) {
      header_.metadata.emplace(key_, std::move(value));
    } else if (place_ == Place::Tensor && key_ == "dtype") {
      const auto type = std::find_if(kTypes.begin(), kTypes.end(),
                                     [&](TensorType t) { return value == name_of(t); });
      if (type == kTypes.end()) fail("has the unknown dtype " + in_quotes(value));
      entry().type = *type;
    } else {
      wrong_type();
    }
    return true;
  }

  bool start_array(std::size_t) override {
    if (place_ != Place::Tensor || key_ == "dtype") wrong_type();
    place_ = key_ == "shape" ? Place::Shape : Place::Offsets;
    return true;
  }

  bool number_unsigned(std::uint64_t value) override {
    constexpr std::size_t kMostDimensions = 64;
    if (place_ == Place::Shape) {
      if (value > std::uint64_t{std::numeric_limits<std::int64_t>::max()}) wrong_type();
      if (entry().shape.size() == kMostDimensions) fail("has too many dimensions");
      entry().shape.push_back(static_cast<std::int64_t>(value));
    } else if (place_ == Place::Offsets) {
      if (offsets_.size() == 2) fail("has more than two data_offsets");
      offsets_.push_back(value);
    } else {
      wrong_type();
    }
    return true;
  }

  bool end_array() override {
    if (place_ == Place::Offsets) {
      if (offsets_.size() != 2) fail("has fewer than two data_offsets");
      entry().begin = offsets_[0];
      entry().end = offsets_[1];
    }
    place_ = Place::Tensor;
    return true;
  }

  bool end_object() override {
    if (place_ == Place::Tensor) {
      for (const char* field : {"dtype", "shape", "data_offsets"}) {
        if (!fields_.contains(field)) fail(std::string("has no ") + field);
      }
    }
    place_ = Place::Root;
    return true;
  }

  bool null() override { wrong_type(); }
  bool boolean(bool) override { wrong_type(); }
  bool number_integer(std::int64_t) override { wrong_type(); }
  bool number_float(double, const std::string&) override { wrong_type(); }
  bool binary(Json::binary_t&) override { wrong_type(); }
  bool parse_error(std::size_t position, const std::string&, const Json::exception&) override {
    throw Error("the header is not JSON (at its byte " + std::to_string(position) + ")");
  }

 private:
  enum class Place { Start, Root, Metadata, Tensor, Shape, Offsets };

  Entry& entry() { return header_.entries.back(); }

  [[noreturn]] void fail(const std::string& reason) {
    throw Error("tensor " + in_quotes(entry().name) + " " + reason);
  }

  [[noreturn]] void wrong_type() {
    if (place_ == Place::Start) throw Error("the header is not a JSON object");
    if (place_ == Place::Root) throw Error(in_quotes(key_) + " is not a JSON object");
    if (place_ == Place::Metadata)
      throw Error(std::string(kMetadata) + ": the value of " + in_quotes(key_) +
                  " is not a string");
    if (key_ == "dtype") fail("has a dtype that is not a string");
    fail("has a " + key_ + " that is not a list of natural numbers");
  }

  Place place_ = Place::Start;
  std::string key_;
  std::set<std::string> names_;
  std::set<std::string> fields_;  // of the tensor being read
  std::vector<std::uint64_t> offsets_;
  Header header_;
};

// Nothing when the shape is impossible or its bytes are too many to count. A zero does not excuse
// other dimensions that are too large: whoever multiplies them in another order would overflow.
std::optional<std::uint64_t> bytes_of(TensorType type, std::span<const std::int64_t> shape) {
  std::uint64_t bytes = width_of(type);
  bool empty = false;
  for (const std::int64_t extent : shape) {
    if (extent < 0) return std::nullopt;
    empty = empty || extent == 0;
    const auto factor = static_cast<std::uint64_t>(std::max<std::int64_t>(extent, 1));
    if (__builtin_mul_overflow(bytes, factor, &bytes)) return std::nullopt;
  }
  if (bytes > std::uint64_t{std::numeric_limits<std::int64_t>::max()}) return std::nullopt;
  return empty ? 0 : bytes;
}

void check_storable(const SafetensorsFile& file) {
  std::set<std::string> names;
  for (const StoredTensor& tensor : file.tensors) {
    const std::string what = "tensor " + in_quotes(tensor.name);
    if (tensor.name == kMetadata) throw Error(what + ": the name is reserved");
    if (!names.insert(tensor.name).second)
      throw Error("the name " + in_quotes(tensor.name) + " occurs twice");
    if (bytes_of(tensor.type, tensor.shape) != tensor.bytes.size())
      throw Error(what + " has " + text::counted(tensor.bytes.size(), "byte") +
                  ", which does not fit its shape");
  }
}

}  // namespace

Header parse_header(const std::string& text) {
  if (!text.starts_with('{')) throw Error("the header is not a JSON object");
  // To the parser a zero byte is the end of its input, whatever follows.
  const std::size_t zero = text.find('\0');
  if (zero != std::string::npos)
    throw Error("the header is not JSON (at its byte " + std::to_string(zero + 1) + ")");
  HeaderParser parser;
  Json::sax_parse(text, &parser);
  return parser.take();
}

void lay_out(std::vector<Entry>& entries, std::uint64_t data_size) {
  std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return std::tie(a.begin, a.end) < std::tie(b.begin, b.end);
  });
  std::uint64_t covered = 0;
  for (const Entry& entry : entries) {
    const std::string what = "tensor " + in_quotes(entry.name);
    if (entry.begin > entry.end) throw Error(what + " ends before it begins");
    if (entry.end > data_size) throw Error(what + " lies beyond the end of the file");
    if (bytes_of(entry.type, entry.shape) != entry.end - entry.begin)
      throw Error(what + " has " + text::counted(entry.end - entry.begin, "byte") +
                  ", which does not fit its shape");
    if (entry.begin < covered) throw Error(what + " overlaps another");
    if (entry.begin > covered)
      throw Error("no tensor covers the " + text::counted(entry.begin - covered, "byte") +
                  " before " + what);
    covered = entry.end;
  }
  if (covered != data_size)
    throw Error("no tensor covers the last " + text::counted(data_size - covered, "byte"));
}

std::string header_text(const SafetensorsFile& file) {
  check_storable(file);
  Json header = Json::object();
  if (!file.metadata.empty()) header[kMetadata] = file.metadata;
  std::uint64_t begin = 0;
  for (const StoredTensor& tensor : file.tensors) {
    const std::uint64_t end = begin + tensor.bytes.size();
    header[tensor.name] = {{"dtype", name_of(tensor.type)},
                           {"shape", tensor.shape},
                           {"data_offsets", std::array{begin, end}}};
    begin = end;
  }
  std::string text;
  try {
    text = header.dump();
  } catch (const Json::exception&) {
    throw Error("a name or a metadata string is not UTF-8");
  }
  text.resize((text.size() + 7) / 8 * 8, ' ');
  if (text.size() > kLongestHeader) throw Error("the header would be longer than 100 MB");
  return text;
}

}  // namespace safetensors

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

namespace {

// A number of half precision: a sign, five bits of exponent, ten of mantissa. At the places that
// single precision has for them it is too small by a power of two; infinity is an exponent of ones.
float from_half(std::uint16_t bits) {
  const std::uint32_t sign = (bits & 0x8000U) << 16;
  const std::uint32_t size = (bits & 0x7fffU) << 13;
  const float value = size >= 31U << 23 ? std::bit_cast<float>(size | 255U << 23)
                                        : std::bit_cast<float>(size) * 0x1p112F;
  return std::bit_cast<float>(std::bit_cast<std::uint32_t>(value) | sign);
}

// The upper half of a number of single precision.
float from_bfloat(std::uint16_t bits) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
}

std::vector<float> any_floats_of(const StoredTensor& tensor) {
  if (tensor.type != TensorType::F16 && tensor.type != TensorType::BF16)
    return values_of<float>(tensor);
  std::vector<float> values(tensor.bytes.size() / sizeof(std::uint16_t));
  for (std::size_t i = 0; i < values.size(); ++i) {
    std::uint16_t bits = 0;
    std::memcpy(&bits, tensor.bytes.data() + i * sizeof bits, sizeof bits);
    values[i] = tensor.type == TensorType::F16 ? from_half(bits) : from_bfloat(bits);
  }
  return values;
}

}  // namespace

std::vector<float> floats_of(const StoredTensor& tensor) {
  std::vector<float> values = any_floats_of(tensor);
  if (!std::ranges::all_of(values, [](float value) { return std::isfinite(value); }))
    throw Error("tensor " + tensor.name + " has values that are not finite");
  return values;
}

}  // namespace rlminer::model
