#include "rlminer/io/io.h"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

#include "rlminer/base/error.h"
#include "rlminer/base/text.h"
#include "rlminer/graph/builder.h"
#include "rlminer/io/foreign_format.h"
#include "rlminer/io/graph_stream.h"
#include "rlminer/io/label_file.h"
#include "rlminer/io/text_file.h"

namespace rlminer::io {

// What a format is made of. `path` is the name that error messages give the text.
using Recogniser = bool(std::string_view content);
using Reader = Collection(const std::string& path, std::string_view content,
                          const ReadOptions& options);
using FolderReader = Collection(const std::filesystem::path& folder, const ReadOptions& options);
using Writer = void(std::ostream& out, const Collection& collection);

Recogniser is_lg, is_sized_lg, is_xml, is_json, is_gml, is_pajek, is_matrix_market, is_graph6,
    is_sif, is_matrix, is_adjacency, is_dot;
Reader read_lg, read_sized_lg, read_edges, read_graphml, read_json, read_gml, read_pajek,
    read_matrix_market, read_graph6, read_sif, read_matrix, read_adjacency;
StartsGraph starts_lg_graph, starts_graph6_graph;
PieceReaderMaker lg_pieces, sized_lg_pieces, graph6_pieces;
FolderReader read_tu;
Writer write_lg, write_edges, write_graphml, write_json, write_dot;

namespace {

namespace fs = std::filesystem;

struct Format {
  std::string name;
  std::vector<std::string> endings = {};       // of the names of files to write
  std::vector<std::string> read_endings = {};  // further ones that files in a folder may have
  Recogniser* looks_like = nullptr;
  Reader* read = nullptr;
  FolderReader* read_folder = nullptr;
  Writer* write = nullptr;
  PieceFormat pieces = {};    // where graphs follow one another and can be read one by one
  bool any_encoding = false;  // the reader sees to it; the others read UTF-8
  bool attributes = false;    // its vertices have attributes, one of which is the label
  bool labels = true;         // it may have labels, so that it needs no label file
};

// Every format there is, in the order in which they are listed to users and recognised. A new one
// is a row here and a file with its functions.
const std::vector<Format>& formats() {
  static const std::vector<Format> table = {
      {.name = "lg",
       .endings = {".lg"},
       .looks_like = is_lg,
       .read = read_lg,
       .write = write_lg,
       .pieces = {starts_lg_graph, lg_pieces}},
      {.name = "graph",
       .read_endings = {".graph"},
       .looks_like = is_sized_lg,
       .read = read_sized_lg,
       .pieces = {starts_lg_graph, sized_lg_pieces}},
      {.name = "tu", .read_folder = read_tu},
      // What looks like nothing else is an edge list.
      {.name = "edges",
       .endings = {".edges", ".edgelist", ".el", ".txt", ".csv", ".tsv"},
       .read = read_edges,
       .write = write_edges},
      {.name = "graphml",
       .endings = {".graphml", ".xml"},
       .looks_like = is_xml,
       .read = read_graphml,
       .write = write_graphml,
       .any_encoding = true,  // XML declares its own
       .attributes = true},
      {.name = "json",
       .endings = {".json"},
       .read_endings = {".cyjs"},
       .looks_like = is_json,
       .read = read_json,
       .write = write_json,
       .attributes = true},
      {.name = "gml",
       .read_endings = {".gml"},
       .looks_like = is_gml,
       .read = read_gml,
       .attributes = true},
      {.name = "pajek",
       .read_endings = {".net", ".paj"},
       .looks_like = is_pajek,
       .read = read_pajek,
       .attributes = true},
      {.name = "matrix-market",
       .read_endings = {".mtx"},
       .looks_like = is_matrix_market,
       .read = read_matrix_market,
       .labels = false},
      {.name = "graph6",
       .read_endings = {".g6", ".s6"},
       .looks_like = is_graph6,
       .read = read_graph6,
       .pieces = {starts_graph6_graph, graph6_pieces},
       .labels = false},
      {.name = "sif",
       .read_endings = {".sif"},
       .looks_like = is_sif,
       .read = read_sif,
       .labels = false},
      {.name = "matrix", .looks_like = is_matrix, .read = read_matrix, .labels = false},
      {.name = "adjacency",
       .read_endings = {".adj", ".adjlist"},
       .looks_like = is_adjacency,
       .read = read_adjacency},
      {.name = "dot", .endings = {".dot", ".gv"}, .looks_like = is_dot, .write = write_dot}};
  return table;
}

const Format* format_named(const std::string& name) {
  const auto found = std::find_if(formats().begin(), formats().end(),
                                  [&](const Format& format) { return format.name == name; });
  return found == formats().end() ? nullptr : &*found;
}

template <typename Wanted>
std::vector<std::string> names_of_formats(const Wanted& wanted) {
  std::vector<std::string> names;
  for (const Format& format : formats()) {
    if (wanted(format)) names.push_back(format.name);
  }
  return names;
}

// "lg, edges or json", with such a word before the last name.
std::string listed(const std::vector<std::string>& names, const std::string& last = ", ") {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += (i == 0 ? "" : i + 1 == names.size() ? last : ", ") + names[i];
  return text;
}

// The format that the content looks like, or none when it holds nothing at all.
const Format* recognise(std::string_view content) {
  if (content.starts_with("# edges ")) return format_named("edges");  // as write_edges() marks them
  for (const Format& format : formats()) {
    if (format.looks_like != nullptr && format.looks_like(content)) return &format;
  }
  return text::Lines("", content).next_significant() ? format_named("edges") : nullptr;
}

// What else the content looks like than the format it is to be read as, in words; or empty.
std::string other_looks(std::string_view content, const std::string& format) {
  const ForeignFormat foreign = foreign_format(content);
  if (!foreign.advice.empty()) return foreign.name + ", which cannot be read: " + foreign.advice;
  if (!foreign.name.empty()) {
    const auto in_files = names_of_formats([](const Format& each) { return each.read != nullptr; });
    return foreign.name + ", which cannot be read (" + listed(in_files, " or ") + " can)";
  }
  const Format* const seen = recognise(content);
  if (seen == nullptr || seen->name == format) return "";
  if (seen->read != nullptr) return seen->name;
  return "DOT, which can be written but not read (gv2gml makes GML of it)";
}

// Whoever names columns has an edge list, whatever else it may look like.
bool names_columns(const ReadOptions& options) {
  return !options.source.empty() || !options.target.empty() || !options.edge_label_column.empty();
}

// The format to read the content as.
std::string chosen_format(const std::string& path, std::string_view content,
                          const ReadOptions& options) {
  if (!options.format.empty()) return options.format;
  if (names_columns(options)) return "edges";
  const Format* const seen = recognise(content);
  const bool readable = seen != nullptr && seen->read != nullptr;
  const std::string looks = other_looks(content, readable ? seen->name : "");
  if (!looks.empty()) throw Error(path, 1, "this looks like " + looks);
  if (seen != nullptr) return seen->name;
  const bool blank = content.find_first_not_of(" \t\r\n") == std::string_view::npos;
  throw Error(path, 1, blank ? "the file is empty" : "no graph in this file");
}

Collection read_as(const std::string& name, const std::string& path, std::string_view content,
                   const ReadOptions& options) {
  const Format* const format = format_named(name);
  if (format == nullptr || format->read == nullptr) {
    throw Error(path + ": " +
                (name == "tu" ? "a TU collection is a folder, and this is a file"
                              : "unknown format " + name));
  }
  if (!format->any_encoding) check_text(path, content);
  Collection collection = format->read(path, content, options);
  if (!format->labels && !options.label_file.empty()) apply_label_file(path, collection, options);
  return collection;
}

// Throws Error when an option does not go with the format.
void check_options(const std::string& path, const std::string& name, const ReadOptions& options) {
  const Format* const format = format_named(name);
  if (!options.label_file.empty() && name != "edges" && format != nullptr && format->labels)
    throw Error(path + ": a label file goes with an edge list, and this is " + name);
  if (names_columns(options) && name != "edges")
    throw Error(path + ": columns can be named of an edge list, and this is " + name);
  if (!options.label_attribute.empty() && format != nullptr && !format->attributes)
    throw Error(path + ": its vertices have no attributes that could be labels: this is " + name);
  if (!options.edge_label_attribute.empty() && format != nullptr && !format->attributes)
    throw Error(path + ": its edges have no attributes that could be labels: this is " + name);
}

Collection read_content(const std::string& path, std::string_view content,
                        const ReadOptions& options) {
  const std::string format = chosen_format(path, content, options);
  check_options(path, format, options);
  if (options.format.empty()) return read_as(format, path, content, options);
  // Somebody who insists on a format may be right about a strange file, but is told what it looks
  // like.
  const std::string looks = other_looks(content, format);
  try {
    Collection collection = read_as(format, path, content, options);
    if (!looks.empty())
      collection.warnings.push_back(path + ": read as " + format + ", but looks like " + looks);
    return collection;
  } catch (const Error& error) {
    if (looks.empty()) throw;
    throw Error(error.what() + ("; it looks like " + looks));
  }
}

fs::path without_compression(fs::path path) {
  static const std::vector<std::string> endings = {".gz", ".xz", ".zst", ".bz2"};
  const bool compressed =
      std::find(endings.begin(), endings.end(), path.extension().string()) != endings.end();
  return compressed ? path.replace_extension() : path;
}

// Whether a file in a folder is a graph by its name. Endings of any text do not tell.
bool is_named_like_graph(const fs::path& path) {
  const std::string ending = without_compression(path).extension().string();
  if (ending == ".txt" || ending == ".csv" || ending == ".tsv" || ending == ".xml") return false;
  return std::any_of(formats().begin(), formats().end(), [&](const Format& format) {
    const auto has = [&](const std::vector<std::string>& endings) {
      return std::find(endings.begin(), endings.end(), ending) != endings.end();
    };
    return format.read != nullptr && (has(format.endings) || has(format.read_endings));
  });
}

// The files in the folder, by name.
std::vector<std::string> files_in(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code failure;
  for (fs::directory_iterator entry(folder, failure), end; !failure && entry != end;
       entry.increment(failure)) {
    std::error_code ignored;
    const std::string name = entry->path().filename().string();
    if (entry->is_regular_file(ignored) && !name.starts_with('.')) names.push_back(name);
  }
  if (failure) throw Error(folder.string() + ": " + failure.message());
  // Numbers in names count by their value: g2 comes before g10.
  std::sort(names.begin(), names.end(), [](const std::string& a, const std::string& b) {
    return strverscmp(a.c_str(), b.c_str()) < 0;
  });
  return names;
}

Collection read_folder(const fs::path& path, const ReadOptions& options) {
  if (!options.label_file.empty()) {
    throw Error(path.string() + ": a label file goes with an edge list, and this is a folder");
  }
  const std::vector<std::string> names = files_in(path);
  const bool tu = std::any_of(names.begin(), names.end(), [](const std::string& name) {
    return name.ends_with("_A.txt") || name.ends_with("_A.txt.gz") ||
           name.find("_graph_indicator.txt") != std::string::npos;
  });
  if (tu && !options.format.empty() && options.format != "tu")
    throw Error(path.string() + ": this folder is a TU collection, not " + options.format);
  if (tu || options.format == "tu") return read_tu(path, options);
  std::vector<Collection> parts;
  std::vector<std::string> left_out;
  for (const std::string& name : names) {
    if (is_named_like_graph(name)) {
      parts.push_back(read_content((path / name).string(), read_file(path / name), options));
    } else {
      left_out.push_back(name);
    }
  }
  if (parts.empty()) return read_tu(path, options);  // which says what is missing
  Collection collection = joined(std::move(parts));
  if (!left_out.empty()) {
    collection.warnings.push_back(
        path.string() + ": left out, being no graphs by their names: " + text::listed(left_out, 5));
  }
  return collection;
}

}  // namespace

PieceFormat piece_format(const std::string& path, std::string_view start,
                         const ReadOptions& options) {
  const std::string name = chosen_format(path, start, options);
  check_options(path, name, options);
  const Format* const format = format_named(name);
  if (format == nullptr || format->pieces.reader == nullptr)
    throw Error(path + ": graphs in this format (" + name + ") cannot be read one by one");
  if (!options.label_file.empty())
    throw Error(path + ": with a label file, graphs cannot be read one by one");
  if (!other_looks(start, name).empty())
    throw Error(path + ": looks like " + other_looks(start, name) + ", not like " + name);
  return format->pieces;
}

Collection read_bytes(const std::string& path, std::string bytes, const ReadOptions& options) {
  return read_content(path, decode(path, std::move(bytes)), options);
}

Collection read_collection(const fs::path& path, const ReadOptions& options) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) {
    Collection collection = read_folder(path, options);
    collection.name = fs::absolute(path / ".").lexically_normal().parent_path().filename().string();
    return collection;
  }
  const std::string content = read_file(path);
  Collection collection = read_content(path.string(), content, options);
  collection.name = path == "-" ? "stdin" : without_compression(path).stem().string();
  return collection;
}

Collection joined(std::vector<Collection> collections) {
  if (collections.size() == 1) return std::move(collections[0]);
  graph::share_labels(collections);
  Collection result;
  for (Collection& part : collections) {
    const bool same = result.format.empty() || result.format == part.format;
    result.format = same ? part.format : "mixed";
    for (Graph& graph : part.graphs) {
      result.numbers.push_back(result.graphs.size());
      result.graphs.push_back(std::move(graph));
    }
    result.warnings.insert(result.warnings.end(), part.warnings.begin(), part.warnings.end());
  }
  constexpr std::size_t kWarnings = 10;
  if (result.warnings.size() > kWarnings) {
    const std::size_t more = result.warnings.size() - kWarnings;
    result.warnings.resize(kWarnings);
    result.warnings.push_back("and " + std::to_string(more) + " more of the kind");
  }
  return result;
}

const std::vector<std::string>& readable_formats() {
  static const auto names = names_of_formats(
      [](const Format& format) { return format.read != nullptr || format.read_folder != nullptr; });
  return names;
}

const std::vector<std::string>& writable_formats() {
  static const auto names =
      names_of_formats([](const Format& format) { return format.write != nullptr; });
  return names;
}

std::string format_for_name(const fs::path& path) {
  const std::string extension = without_compression(path).extension().string();
  for (const Format& format : formats()) {
    for (const std::string& ending : format.endings) {
      if (ending == extension) return format.name;
    }
  }
  return "";
}

void write_collection(std::ostream& out, const Collection& collection, const std::string& format) {
  const Format* const found = format_named(format);
  if (found == nullptr || found->write == nullptr) {
    throw Error("cannot write the format '" + format + "': it is one of " +
                listed(writable_formats()));
  }
  found->write(out, collection);
}

}  // namespace rlminer::io
