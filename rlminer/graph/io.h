#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>

#include "rlminer/graph/collection.h"

namespace rlminer {

struct ReadOptions {
  std::filesystem::path label_file;  // vertex labels for an edge list ("id label" per line); empty: none
  std::string format;                // force a format by name; empty: recognise by content
};

// Reads a file (plain or gzip) or the folder of a TU collection. Throws Error (`path:line: reason`) on bad input.
Collection read_collection(const std::filesystem::path& path, const ReadOptions& options = {});

// Writes one of: lg, edges, graphml, json, dot. Throws Error for a format that cannot hold the input.
void write_collection(std::ostream& out, const Collection& collection, const std::string& format);

}  // namespace rlminer
