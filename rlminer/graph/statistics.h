#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "rlminer/graph/collection.h"
#include "rlminer/graph/graph.h"

namespace rlminer::graph {

// Smallest, largest and mean of something; all 0 when there is nothing.
struct ValueRange {
  std::size_t min = 0;
  std::size_t max = 0;
  double mean = 0.0;
};

// How many vertices have some property, for example a label.
struct Bar {
  std::string name;
  std::size_t vertices = 0;
};

// What can be said about a collection at a glance; of a single graph, that graph.
struct Statistics {
  std::size_t graphs = 0;
  std::size_t vertices = 0;  // of all graphs together, like the rest unless it says otherwise
  std::size_t edges = 0;
  ValueRange vertices_per_graph;
  ValueRange edges_per_graph;
  ValueRange degree;
  std::map<std::size_t, std::size_t> degrees;  // degree -> number of vertices that have it
  std::vector<Bar> labels;                     // the labels in use, in the order of the dictionary
  bool directed = false;  // an edge is an arc, and not both ways with the same label
  std::size_t arcs = 0;   // where so: an edge both ways is two of them
  // The labels of edges in order, with the edges that have them; arcs where there are some.
  std::vector<std::pair<std::string, std::size_t>> edge_labels;
  std::size_t components = 0;
  std::size_t largest_component = 0;  // vertices
  std::size_t isolated = 0;           // vertices without an edge
  std::size_t connected_graphs = 0;   // graphs of exactly one component
};

Statistics summarise(const Collection& collection);

// The degree histogram in at most a few dozen bars: 0, 1, 2, 3-4, 5-8, 9-16, ... Empty bars between
// are kept.
std::vector<Bar> degree_bars(const Statistics& statistics);

}  // namespace rlminer::graph
