#pragma once

// Work that an experiment has finished is kept on disk, so that an interrupted one goes on where it
// was.

#include <concepts>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rlminer/base/atomic_file.h"
#include "rlminer/study/experiment.h"
#include "rlminer/study/table.h"

namespace rlminer::study {

// What an experiment has found out.
struct Results {
  std::string_view name;  // of the experiment, and of its files
  std::string title;
  std::string intro = {};  // Markdown between the title and the tables: what was done
  std::vector<Table> tables = {};
  std::string notes = {};  // Markdown under the tables
  Table data = {};         // every figure, one per row, for programs; no header: none
  std::string svg = {};    // empty: no picture
};

// Writes OUT/NAME.md, the same as OUT/NAME.html and, where there is something for them,
// OUT/NAME.csv (the data) and OUT/NAME.svg, each in one step; makes the folder if need be. Throws
// Error when that fails.
void write_results(const ExperimentOptions& options, const Results& results);

// 32 hexadecimal digits that depend on all that was added and its order. Two independently mixed
// sums of 64 bits: collisions do not happen by accident.
class Hasher {
 public:
  explicit Hasher(std::uint64_t low = 1, std::uint64_t high = 2) : low_(low), high_(high) {}

  void add(std::uint64_t value);
  void add(std::string_view text);
  std::string hex() const;

 private:
  std::uint64_t low_;
  std::uint64_t high_;
};

// The same of every byte.
std::string hash_of(std::string_view bytes);

// The same of the content of a file. Throws Error when it cannot be read.
std::string hash_of_file(const std::filesystem::path& path);

// None: there is no such file, or it cannot be read.
std::optional<std::string> read_whole_file(const std::filesystem::path& path);

// What a stored result is about: a name for people, and everything it depends on.
class StoreKey {
 public:
  explicit StoreKey(std::string name) : name_(std::move(name)) {}

  StoreKey& add(std::string_view what, std::string_view value);
  template <typename Number>
  requires(!std::convertible_to<Number, std::string_view>) StoreKey& add(std::string_view what,
                                                                         const Number& value) {
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

// One JSON file per result in a folder, written in one step. A file that is damaged, or is about
// something else, counts as absent.
class Store {
 public:
  using Json = nlohmann::ordered_json;

  explicit Store(std::filesystem::path folder, OnDisk on_disk = OnDisk::Now)
      : folder_(std::move(folder)), on_disk_(on_disk) {}

  std::optional<Json> load(const StoreKey& key) const;
  // Throws Error when it cannot be written.
  void store(const StoreKey& key, const Json& content) const;
  // What is stored, else what `compute` makes, which is stored. What it throws is passed on.
  Json get(const StoreKey& key, const std::function<Json()>& compute) const;

  std::filesystem::path file_for(const StoreKey& key) const { return folder_ / key.file_name(); }

 private:
  std::filesystem::path folder_;
  OnDisk on_disk_;
};

}  // namespace rlminer::study
