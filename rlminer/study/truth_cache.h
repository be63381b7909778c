#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "rlminer/base/count.h"
#include "rlminer/graph/graph.h"

namespace rlminer::study {

// The highest frequency of any pattern, by pattern size; 0 where there is no connected set.
using BestFrequencies = std::map<int, Count>;

// 32 hexadecimal digits that depend on the labels (by name) of the vertices in order and on the
// edges: not on ids, the file, or the other graphs of a collection.
std::string content_hash(const Graph& graph);

// Proven best frequencies, kept on disk between runs: one small file per graph, named after its
// content. An entry that is damaged, or is not about a graph of this shape, counts as absent and is
// replaced when there is something to store. Several processes may share a folder.
class TruthCache {
 public:
  // An empty path: nothing is found and nothing is stored.
  explicit TruthCache(std::filesystem::path folder) : folder_(std::move(folder)) {}

  BestFrequencies load(const Graph& graph) const;
  // Adds to what is there. False: the folder cannot be written.
  bool store(const Graph& graph, const BestFrequencies& best) const;

 private:
  std::filesystem::path file_for(const std::string& hash) const;

  std::filesystem::path folder_;
};

}  // namespace rlminer::study
