// TU collections: a folder with NAME_A.txt (one "row, column" per line, nodes numbered from 1
// through the whole collection), NAME_graph_indicator.txt (the graph of each node) and, optionally,
// NAME_node_labels.txt and NAME_edge_labels.txt (the label of each line of NAME_A.txt). Each of the
// files may be gzip-compressed and then ends in ".txt.gz".

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rlminer/base/text.h"
#include "rlminer/graph/assembly.h"
#include "rlminer/io/io.h"
#include "rlminer/io/text_file.h"
#include "rlminer/io/tu_label_names.h"

namespace rlminer::io {
namespace {

namespace fs = std::filesystem;
using text::Fields;
using text::Lines;
using text::Separator;

constexpr std::string_view kEdgesEnding = "_A.txt";

// The part before "_A.txt" or "_A.txt.gz", or nothing.
std::optional<std::string> collection_name(std::string file) {
  if (file.ends_with(".gz")) file.resize(file.size() - 3);
  if (!file.ends_with(kEdgesEnding) || file.size() == kEdgesEnding.size()) return std::nullopt;
  return file.substr(0, file.size() - kEdgesEnding.size());
}

std::string find_name(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code failure;
  for (fs::directory_iterator entry(folder, failure), end; !failure && entry != end;
       entry.increment(failure)) {
    if (const auto name = collection_name(entry->path().filename().string()))
      names.push_back(*name);
  }
  if (failure) throw Error(folder.string() + ": " + failure.message());
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  if (names.empty()) {
    throw Error(folder.string() + ": not a TU collection: there is no NAME_A.txt in this folder");
  }
  if (names.size() == 1) return names.front();
  // Of several, the one named like the folder.
  const fs::path full = fs::absolute(folder / ".").lexically_normal().parent_path();
  std::string own = full.filename().string();
  if (std::binary_search(names.begin(), names.end(), own)) return own;
  throw Error(folder.string() + ": several collections in one folder: " + names[0] + ", " +
              names[1] + (names.size() > 2 ? ", ..." : ""));
}

// One file of the collection: where it is and what it says.
struct Part {
  std::string path;
  std::string content;
};

std::optional<Part> load_part(const fs::path& folder, const std::string& file) {
  fs::path path = folder / file;
  if (!fs::exists(path)) path += ".gz";
  if (!fs::exists(path)) return std::nullopt;
  Part part{path.string(), read_file(path)};
  check_text(part.path, part.content);
  // Blank lines at the end stand for nothing; anywhere else they would be a node without a value.
  while (!part.content.empty() && text::trim(std::string_view(&part.content.back(), 1)).empty()) {
    part.content.pop_back();
  }
  return part;
}

Part load_required(const fs::path& folder, const std::string& file) {
  auto part = load_part(folder, file);
  if (!part) throw Error(folder.string() + ": not a TU collection: " + file + " is missing");
  return std::move(*part);
}

class TuReader {
 public:
  TuReader(const fs::path& folder, const ReadOptions& options)
      : folder_(folder),
        name_(find_name(folder)),
        readme_(find_tu_readme(folder)),
        assembly_(folder.string(), options.keep_relations) {}

  Collection read() {
    read_graph_indicator();
    read_nodes();
    read_edges_file();
    return assembly_.finish("tu");
  }

 private:
  void read_graph_indicator() {
    const Part part = load_required(folder_, name_ + "_graph_indicator.txt");
    Lines lines(part.path, part.content);
    std::vector<std::int64_t> graph_ids;
    while (lines.next()) {
      const std::string_view token = text::trim(lines.line());
      const auto id = text::to_integer(token);
      if (!id) lines.fail("expected the number of a graph, found '" + text::shown(token) + "'");
      if (*id < 0) lines.fail("graph number " + text::shown(token) + " is negative");
      graph_ids.push_back(*id);
    }
    if (graph_ids.empty()) lines.fail_at(1, "no graph in this file");
    // Graphs are put in the order of their numbers, whatever numbers those are.
    std::vector<std::int64_t> sorted = graph_ids;
    std::sort(sorted.begin(), sorted.end());
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    for (const std::int64_t id : graph_ids) {
      const auto place = std::lower_bound(sorted.begin(), sorted.end(), id);
      nodes_.push_back({static_cast<std::size_t>(place - sorted.begin()), 0});
    }
    for (std::size_t i = 0; i < sorted.size(); ++i)
      assembly_.start_graph();
  }

  void read_nodes() {
    const auto part = load_part(folder_, name_ + "_node_labels.txt");
    std::vector<std::string> labels(nodes_.size(), std::string(graph::kUnlabelled));
    if (part) {
      labels = read_labels(*part);
      if (readme_) use_names(labels, readme_->names.nodes, "label");
    }
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      nodes_[i].vertex =
          assembly_.graph(nodes_[i].graph).add_vertex(std::to_string(i + 1), labels[i]);
    }
  }

  std::vector<std::string> read_labels(const Part& part) const {
    Lines lines(part.path, part.content);
    std::vector<std::string> labels;
    while (labels.size() < nodes_.size()) {
      const std::size_t number = labels.size() + 1;
      if (!lines.next()) lines.fail_at(number, "node " + std::to_string(number) + " has no label");
      labels.push_back(label_in(lines, "node"));
    }
    if (lines.next()) {
      lines.fail("a label for node " + std::to_string(lines.number()) + ", but there are " +
                 text::counted(nodes_.size(), "node"));
    }
    return labels;
  }

  // Where a readme says what the numbers stand for, the labels are that. `what` labels they are is
  // for the message.
  void use_names(std::vector<std::string>& labels, const std::optional<TuLabelNames>& names,
                 const std::string& what) {
    if (!names) return;
    const std::string file = readme_->path.filename().string();
    std::vector<std::string> named;
    for (const std::string& label : labels) {
      auto name = names->name_of(label);
      if (!name) {
        assembly_.warn(file + " has no name for the " + what + " " + text::shown(label) +
                       ", so the " + what + "s are numbers");
        return;
      }
      named.push_back(*std::move(name));
    }
    labels = std::move(named);
    assembly_.warn("the names of the " + what + "s are those in " + file);
  }

  // The line without white space: some collections give several numbers, "3, 7", which together are
  // the label.
  static std::string label_in(const Lines& lines, const char* of) {
    std::string label(text::trim(lines.line()));
    std::erase_if(label, [](char c) { return c == ' ' || c == '\t'; });
    if (label.empty())
      lines.fail(std::string(of) + " " + std::to_string(lines.number()) + " has no label");
    return label;
  }

  // Of the lines of NAME_A.txt; empty: there are none.
  std::vector<std::string> read_edge_labels(std::size_t edges) {
    const auto part = load_part(folder_, name_ + "_edge_labels.txt");
    if (!part) return {};
    std::vector<std::string> labels;
    Lines lines(part->path, part->content);
    while (lines.next())
      labels.push_back(label_in(lines, "edge"));
    if (labels.size() != edges) {
      lines.fail_at(std::min(labels.size(), edges) + 1,
                    text::counted(labels.size(), "edge label") + ", but " + name_ +
                        std::string(kEdgesEnding) + " has " + text::counted(edges, "line"));
    }
    if (readme_ && assembly_.keeps_relations())
      use_names(labels, readme_->names.edges, "edge label");
    return labels;
  }

  static std::size_t lines_in(const Part& part) {
    std::size_t count = 0;
    for (Lines lines(part.path, part.content); lines.next();)
      ++count;
    return count;
  }

  void read_edges_file() {
    const Part part = load_required(folder_, name_ + std::string(kEdgesEnding));
    const std::vector<std::string> labels = read_edge_labels(lines_in(part));
    Lines lines(part.path, part.content);
    for (std::size_t edge = 0; lines.next(); ++edge) {
      const Fields fields = text::split(lines.line(), Separator::WhiteSpaceOrComma);
      if (fields.count != 2) {
        lines.fail("expected two nodes, found " + text::counted(fields.count, "value"));
      }
      const Node& u = node_of(fields[0], lines);
      const Node& v = node_of(fields[1], lines);
      if (u.graph != v.graph) {
        lines.fail("nodes " + std::string(fields[0]) + " and " + std::string(fields[1]) +
                   " are in different graphs");
      }
      std::optional<std::string_view> label;
      if (!labels.empty()) label = labels[edge];
      assembly_.add_edge(assembly_.graph(u.graph), u.vertex, v.vertex, {.label = label});
    }
  }

  struct Node {
    std::size_t graph;
    Vertex vertex;
  };

  const Node& node_of(std::string_view token, const Lines& lines) const {
    const auto number = text::to_integer(token);
    if (!number || *number < 1 || static_cast<std::uint64_t>(*number) > nodes_.size()) {
      lines.fail("expected a node from 1 to " + std::to_string(nodes_.size()) + ", found " +
                 text::shown(token));
    }
    return nodes_[static_cast<std::size_t>(*number) - 1];
  }

  fs::path folder_;
  std::string name_;
  std::optional<TuReadme> readme_;
  graph::Assembly assembly_;
  std::vector<Node> nodes_;  // node i + 1 of the files
};

}  // namespace

Collection read_tu(const std::filesystem::path& folder, const ReadOptions& options) {
  return TuReader(folder, options).read();
}

}  // namespace rlminer::io
