#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rlminer::io {

// What the numbers in NAME_node_labels.txt stand for, as the readme of a TU collection says it.
class TuLabelNames {
 public:
  // The name of a label ("3", or "3,7" where a line has several values); none when it has no name.
  std::optional<std::string> name_of(std::string_view label) const;

  std::vector<std::map<std::string, std::string, std::less<>>> components = {};  // value -> name
};

// The part of a readme about node labels: lines of a number and a name after a line that begins
// with "Node labels". A line "Component 1:" begins the names of the second value of a line. None:
// the text has no such part, or two numbers have the same name.
std::optional<TuLabelNames> label_names_in(std::string_view readme);

// Where the folder has such a readme: its path, and the names.
struct TuReadme {
  std::filesystem::path path;
  TuLabelNames names;
};
std::optional<TuReadme> find_tu_readme(const std::filesystem::path& folder);

}  // namespace rlminer::io
