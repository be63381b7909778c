#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

#include "rlminer/graph/collection.h"

namespace rlminer::io {

struct ReadOptions {
  std::filesystem::path
      label_file;      // vertex labels for an edge list ("id label" per line); empty: none
  std::string format;  // force a format by name; empty: recognise by content

  // The attribute of GraphML, GML and JSON vertices that is their label; empty: "label".
  std::string label_attribute = {};
  std::string edge_label_attribute = {};  // the same of their edges
  // Whether the graphs know the labels and directions of their edges; otherwise both are ignored,
  // with a warning.
  bool keep_relations = false;
  // The edges of formats that do not say so (edge lists, lg, SIF) are arcs.
  bool directed = false;
  // Columns of an edge list and of its label file, by name or by number from 1; empty: recognised.
  std::string source = {};
  std::string target = {};
  std::string edge_label_column = {};
  std::string id_column = {};     // of the label file
  std::string label_column = {};  // of the label file
};

// Reads a file (plain or compressed; "-" is the standard input), the folder of a TU collection, or
// a folder of graph files, in the order of their names, as one collection.
// Throws Error (`path:line: reason`) on bad input.
Collection read_collection(const std::filesystem::path& path, const ReadOptions& options = {});

// The same for the bytes of a file, which messages call `path`; the collection has no name.
Collection read_bytes(const std::string& path, std::string bytes, const ReadOptions& options = {});

// The collections one after the other as one, over one label dictionary.
Collection joined(std::vector<Collection> collections);

// The formats by name that can be read, and those that can be written.
const std::vector<std::string>& readable_formats();
const std::vector<std::string>& writable_formats();

// The format a file name suggests for writing, by its extension (without ".gz"); empty when it
// suggests none.
std::string format_for_name(const std::filesystem::path& path);

// Writes one of: lg, edges, graphml, json, dot, with the kinds of the edges where they are known:
// an edge without direction beside arcs becomes two of them. Throws Error for a format that cannot
// hold the input.
void write_collection(std::ostream& out, const Collection& collection, const std::string& format);

// Writes the label file that belongs to an edge list: every vertex, isolated ones too, with its
// label.
void write_labels(std::ostream& out, const Collection& collection);

// What an edge list without its label file leaves out of the input, one line each; empty when
// nothing is lost.
std::vector<std::string> lost_in_edge_list(const Collection& collection);

// Whether the format says that edges are arcs, or a reader must be told.
bool says_directions(const std::string& format);

}  // namespace rlminer::io
