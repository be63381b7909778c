#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "rlminer/graph/collection.h"
#include "rlminer/io/io.h"

// One reader per format, each turning text into graphs. `path` is the name that error messages give
// the text.
namespace rlminer::io {

Collection read_lg(const std::string& path, std::string_view content);
Collection read_sized_lg(const std::string& path, std::string_view content);  // the "graph" format
Collection read_graphml(const std::string& path, std::string_view content);
Collection read_json(const std::string& path, std::string_view content);
// With an empty label_file the graph is unlabelled.
Collection read_edges(const std::string& path, std::string_view content,
                      const std::filesystem::path& label_file);
Collection read_tu(const std::filesystem::path& folder);

// What read_collection() does with the bytes of a file; the collection has no name.
Collection read_bytes(const std::string& path, std::string bytes, const ReadOptions& options = {});

}  // namespace rlminer::io
