#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rlminer::io {

// What the numbers in NAME_node_labels.txt or NAME_edge_labels.txt stand for, as the readme of a TU
// collection says it.
class TuLabelNames {
 public:
  // The name of a label ("3", or "3,7" where a line has several values); none when it has no name.
  std::optional<std::string> name_of(std::string_view label) const;

  std::vector<std::map<std::string, std::string, std::less<>>> components = {};  // value -> name
};

// What a readme says about the labels of nodes, and about those of edges.
struct TuReadmeNames {
  std::optional<TuLabelNames> nodes = {};
  std::optional<TuLabelNames> edges = {};
};

// The part about node labels: lines of a number and a name after a line that begins with "Node
// labels". A line "Component 1:" begins the names of the second value of a line. None: the text has
// no such part, or two numbers have the same name. That about edge labels begins with "Edge
// labels".
TuReadmeNames label_names_in(std::string_view readme);

// Where the folder has a readme that names labels: its path, and the names.
struct TuReadme {
  std::filesystem::path path;
  TuReadmeNames names;
};
std::optional<TuReadme> find_tu_readme(const std::filesystem::path& folder);

}  // namespace rlminer::io
