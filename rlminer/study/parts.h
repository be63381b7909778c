#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rlminer/base/error.h"

// Work that an experiment has finished is kept on disk, so that an interrupted one goes on where it
// was.
namespace rlminer::study {

// Thrown out of an experiment whose cancel flag is set; what was finished is kept.
class Interrupted : public Error {
 public:
  Interrupted() : Error("interrupted: the same command goes on from here") {}
};

// Which part it is: a name for people, and everything its outcome depends on.
class PartKey {
 public:
  explicit PartKey(std::string name) : name_(std::move(name)) {}

  PartKey& add(std::string_view what, std::string_view value);
  template <typename Number>
  requires(!std::convertible_to<Number, std::string_view>) PartKey& add(std::string_view what,
                                                                        Number value) {
    return add(what, std::string_view(nlohmann::json(value).dump()));
  }

  const std::string& name() const { return name_; }
  // What was added, in that order.
  const std::vector<std::pair<std::string, std::string>>& fields() const { return fields_; }
  // The name, with odd characters replaced, and a hash of name and fields.
  std::string file_name() const;

 private:
  std::string name_;
  std::vector<std::pair<std::string, std::string>> fields_;
};

// One JSON file per part in a folder, written in one step. A file that is damaged, or is about
// something else, counts as absent.
class PartStore {
 public:
  using Json = nlohmann::ordered_json;

  explicit PartStore(std::filesystem::path folder) : folder_(std::move(folder)) {}

  std::optional<Json> load(const PartKey& key) const;
  // Throws Error when it cannot be written.
  void store(const PartKey& key, const Json& content) const;
  // What is stored, else what `compute` makes, which is stored. What it throws is passed on.
  Json get(const PartKey& key, const std::function<Json()>& compute) const;

  std::filesystem::path file_for(const PartKey& key) const { return folder_ / key.file_name(); }

 private:
  std::filesystem::path folder_;
};

// 32 hexadecimal digits that depend on every byte.
std::string hash_of(std::string_view bytes);

// The same of the content of a file. Throws Error when it cannot be read.
std::string hash_of_file(const std::filesystem::path& path);

}  // namespace rlminer::study
