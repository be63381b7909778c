#include "rlminer/io/io.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "rlminer/base/error.h"
#include "rlminer/base/text.h"
#include "rlminer/io/foreign_format.h"
#include "rlminer/io/readers.h"
#include "rlminer/io/text_file.h"

namespace rlminer::io {
namespace {

namespace fs = std::filesystem;
using text::Fields;
using text::Lines;

bool is_record_type(std::string_view token) {
  return token == "t" || token == "v" || token == "e";
}

// "lg", "graph", or empty when the text is in neither of the two dialects of labelled graphs.
// One record looks much like an edge between vertices called "v" and "7"; two in a row are taken
// for records.
std::string recognise_records(Lines lines) {
  lines.next_significant();
  const Fields first = text::split(lines.line());
  if (!is_record_type(first[0])) return "";
  const bool marked = first.count > 1 && first[1].starts_with('#');
  const bool numbered = first.count > 1 && text::to_integer(first[1]).has_value();
  if (first[0] != "t" && first.count < 3) return "";
  if (lines.next_significant()) {
    if (!is_record_type(text::split(lines.line())[0])) return "";
  } else if (!marked && !numbered) {
    return "";
  }
  return first[0] == "t" && first.count > 2 && !marked ? "graph" : "lg";
}

bool is_utf16_xml(std::string_view content) {
  return content.starts_with(std::string_view("\xff\xfe<\0", 4)) ||
         content.starts_with(std::string_view("\xfe\xff\0<", 4));
}

// The format that the content looks like, or empty when it holds nothing at all. Whatever looks
// like nothing else is an edge list.
std::string recognise(std::string_view content) {
  const std::size_t start = content.find_first_not_of(" \t\r\n");
  if (start == std::string_view::npos) return "";
  if (content[start] == '<' || is_utf16_xml(content)) return "graphml";
  if (content[start] == '{' || content[start] == '[') return "json";
  if (content.starts_with("# edges ")) return "edges";  // as write_collection marks them
  Lines lines("", content);
  if (!lines.next_significant()) return "";
  const Fields first = text::split(lines.line());
  const bool dot = first[0] == "strict" || first[0] == "graph" || first[0] == "digraph";
  if (dot && lines.line().ends_with('{')) return "dot";
  const std::string records = recognise_records(Lines("", content));
  return records.empty() ? "edges" : records;
}

// "lg, graph, edges, graphml or json": what a file may hold.
std::string readable_files() {
  std::vector<std::string> names = readable_formats();
  std::erase(names, "tu");
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + names[i];
  return text;
}

// What else the content looks like than the format it is to be read as, in words; or empty.
std::string other_looks(std::string_view content, const std::string& format) {
  const std::string foreign = foreign_format(content);
  if (!foreign.empty()) return foreign + ", which cannot be read (" + readable_files() + " can)";
  const std::string seen = recognise(content);
  if (seen == "dot") return "DOT, which can be written but not read";
  return seen.empty() || seen == format ? "" : seen;
}

// The format to read the content as.
std::string chosen_format(const std::string& path, std::string_view content,
                          const ReadOptions& options) {
  if (!options.format.empty()) return options.format;
  const std::string seen = recognise(content);
  const std::string looks = other_looks(content, seen);
  if (!looks.empty()) throw Error(path, 1, "this looks like " + looks);
  if (!seen.empty()) return seen;
  const bool blank = content.find_first_not_of(" \t\r\n") == std::string_view::npos;
  throw Error(path, 1, blank ? "the file is empty" : "no graph in this file");
}

Collection read_as(const std::string& format, const std::string& path, std::string_view content,
                   const ReadOptions& options) {
  // XML declares its own encoding; expat sees to it.
  if (format == "graphml") return read_graphml(path, content);
  io::check_text(path, content);
  if (format == "lg") return read_lg(path, content);
  if (format == "graph") return read_sized_lg(path, content);
  if (format == "json") return read_json(path, content);
  if (format == "edges") return read_edges(path, content, options.label_file);
  throw Error(path + ": " +
              (format == "tu" ? "a TU collection is a folder, and this is a file"
                              : "unknown format " + format));
}

Collection read_content(const std::string& path, std::string_view content,
                        const ReadOptions& options) {
  const std::string format = chosen_format(path, content, options);
  if (!options.label_file.empty() && format != "edges") {
    throw Error(path + ": a label file goes with an edge list, and this is " + format);
  }
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

Collection read_folder(const fs::path& path, const ReadOptions& options) {
  if (!options.format.empty() && options.format != "tu") {
    throw Error(path.string() + ": a folder can only be a TU collection, not " + options.format);
  }
  if (!options.label_file.empty()) {
    throw Error(path.string() + ": a label file goes with an edge list, and this is a folder");
  }
  return read_tu(path);
}

fs::path without_gz(fs::path path) {
  return path.extension() == ".gz" ? path.replace_extension() : path;
}

}  // namespace

Collection read_bytes(const std::string& path, std::string bytes, const ReadOptions& options) {
  return read_content(path, io::decode(path, std::move(bytes)), options);
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
  collection.name = path == "-" ? "stdin" : without_gz(path).stem().string();
  return collection;
}

const std::vector<std::string>& readable_formats() {
  static const std::vector<std::string> formats = {"lg", "graph", "tu", "edges", "graphml", "json"};
  return formats;
}

std::string format_for_name(const fs::path& path) {
  const std::string extension = without_gz(path).extension().string();
  if (extension == ".lg") return "lg";
  if (extension == ".graphml" || extension == ".xml") return "graphml";
  if (extension == ".json") return "json";
  if (extension == ".dot" || extension == ".gv") return "dot";
  const bool edges = extension == ".edges" || extension == ".edgelist" || extension == ".el" ||
                     extension == ".txt" || extension == ".csv" || extension == ".tsv";
  return edges ? "edges" : "";
}

void write_text_file(const fs::path& path, const std::string& content) {
  io::write_file(path, content);
}

}  // namespace rlminer::io
