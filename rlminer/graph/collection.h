#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "rlminer/graph/graph.h"

namespace rlminer::graph {

// What one input holds: one graph or many, over one label dictionary.
struct Collection {
  std::string name;    // file stem or folder name
  std::string format;  // how it was recognised, for example "lg" or "tu"
  std::vector<Graph> graphs;
  std::vector<std::size_t> numbers;   // place of each graph in the input, kept by filters (0-based)
  std::vector<std::string> warnings;  // one line each: dropped self-loops and the like

  bool single() const { return graphs.size() == 1; }
};

// The paper's filter: keeps the connected graphs with 10 < |V| < 500.
Collection paper_filter(Collection collection);
bool passes_paper_filter(const Graph& graph);

}  // namespace rlminer::graph

// Vocabulary of every room.
namespace rlminer {
using graph::Collection;
}  // namespace rlminer
