#include "rlminer/io/io.h"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>

#include "rlminer/base/error.h"
#include "rlminer/base/text.h"
#include "rlminer/io/foreign_format.h"
#include "rlminer/io/text_file.h"

namespace rlminer::io {

// What a format is made of. `path` is the name that error messages give the text.
using Recogniser = bool(std::string_view content);
using Reader = Collection(const std::string& path, std::string_view content,
                          const ReadOptions& options);
using FolderReader = Collection(const std::filesystem::path& folder);
using Writer = void(std::ostream& out, const Collection& collection);

Recogniser is_lg, is_sized_lg, is_xml, is_json, is_dot;
Reader read_lg, read_sized_lg, read_edges, read_graphml, read_json;
FolderReader read_tu;
Writer write_lg, write_edges, write_graphml, write_json, write_dot;

namespace {

namespace fs = std::filesystem;

struct Format {
  std::string name;
  std::vector<std::string> endings = {};  // of the names of files to write
  Recogniser* looks_like = nullptr;
  Reader* read = nullptr;
  FolderReader* read_folder = nullptr;
  Writer* write = nullptr;
  bool any_encoding = false;  // the reader sees to it; the others read UTF-8
};

// Every format there is, in the order in which they are listed to users. A new one is a row here
// and a file with its functions.
const std::vector<Format>& formats() {
  static const std::vector<Format> table = {
      {.name = "lg", .endings = {".lg"}, .looks_like = is_lg, .read = read_lg, .write = write_lg},
      {.name = "graph", .looks_like = is_sized_lg, .read = read_sized_lg},
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
       .any_encoding = true},  // XML declares its own
      {.name = "json",
       .endings = {".json"},
       .looks_like = is_json,
       .read = read_json,
       .write = write_json},
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
  const std::string foreign = foreign_format(content);
  if (!foreign.empty()) {
    const auto in_files = names_of_formats([](const Format& each) { return each.read != nullptr; });
    return foreign + ", which cannot be read (" + listed(in_files, " or ") + " can)";
  }
  const Format* const seen = recognise(content);
  if (seen == nullptr || seen->name == format) return "";
  if (seen->read != nullptr) return seen->name;
  std::string name = seen->name;
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return name + ", which can be written but not read";
}

// The format to read the content as.
std::string chosen_format(const std::string& path, std::string_view content,
                          const ReadOptions& options) {
  if (!options.format.empty()) return options.format;
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
  return format->read(path, content, options);
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
  collection.name = path == "-" ? "stdin" : without_gz(path).stem().string();
  return collection;
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
  const std::string extension = without_gz(path).extension().string();
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
