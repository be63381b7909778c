#include "rlminer/study/parts.h"

#include <cctype>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <system_error>

#include "rlminer/base/atomic_file.h"
#include "rlminer/base/rng.h"

namespace rlminer::study {
namespace {

using Json = PartStore::Json;

// Changing what a part means changes this, and old parts are then made again.
constexpr char kFormat[] = "rlminer experiment part 1";

Json to_json(const PartKey& key) {
  Json fields = Json::array();
  for (const auto& [what, value] : key.fields())
    fields.push_back({what, value});
  return {{"name", key.name()}, {"depends_on", fields}};
}

std::string dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::optional<std::string> read_all(const std::filesystem::path& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return std::nullopt;
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::string bytes{std::istreambuf_iterator<char>(file), {}};
  return file.bad() ? std::nullopt : std::optional(std::move(bytes));
}

}  // namespace

std::string hash_of(std::string_view bytes) {
  // Two independently mixed sums of 64 bits: collisions do not happen by accident.
  std::uint64_t low = bytes.size();
  std::uint64_t high = ~low;
  for (std::size_t begin = 0; begin < bytes.size(); begin += 8) {
    std::uint64_t word = 0;
    for (const char c : bytes.substr(begin, 8))
      word = word << 8 | static_cast<unsigned char>(c);
    low = mix64(low + word + 0x9e3779b97f4a7c15ULL);
    high = mix64((high ^ word) * 0xff51afd7ed558ccdULL + 0xc4ceb9fe1a85ec53ULL);
  }
  return fmt::format("{:016x}{:016x}", high, low);
}

std::string hash_of_file(const std::filesystem::path& path) {
  const auto bytes = read_all(path);
  if (!bytes) throw Error(path.string() + ": cannot be read");
  return hash_of(*bytes);
}

PartKey& PartKey::add(std::string_view what, std::string_view value) {
  fields_.emplace_back(what, value);
  return *this;
}

std::string PartKey::file_name() const {
  std::string name = name_;
  for (char& c : name) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (!plain && std::string_view("+=.-_").find(c) == std::string_view::npos) c = '_';
  }
  return name + "-" + hash_of(dump(to_json(*this))).substr(0, 16) + ".json";
}

std::optional<Json> PartStore::load(const PartKey& key) const {
  const auto text = read_all(file_for(key));
  if (!text) return std::nullopt;
  try {
    Json part = Json::parse(*text);
    const Json& content = part.at("content");
    const bool good = part.at("format") == kFormat && part.at("key") == to_json(key) &&
                      part.at("check") == hash_of(dump(content));
    return good ? std::optional(content) : std::nullopt;
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

void PartStore::store(const PartKey& key, const Json& content) const {
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  if (error) throw Error(folder_.string() + ": cannot make this folder: " + error.message());
  const Json part = {{"format", kFormat},
                     {"key", to_json(key)},
                     {"content", content},
                     {"check", hash_of(dump(content))}};
  write_file_atomically(file_for(key), dump(part) + "\n");
}

Json PartStore::get(const PartKey& key, const std::function<Json()>& compute) const {
  if (auto known = load(key)) return *std::move(known);
  const Json content = compute();
  store(key, content);
  // As it will be read: numbers that JSON does not have (NaN) are null from the start.
  return Json::parse(dump(content));
}

}  // namespace rlminer::study
