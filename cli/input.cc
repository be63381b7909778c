#include "cli/input.h"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "rlminer/base/error.h"
#include "rlminer/graph/builder.h"
#include "rlminer/graph/io.h"

namespace rlminer::cli {
namespace {

Collection only_graph(Collection collection, const InputOptions& options) {
  const auto& numbers = collection.numbers;
  const auto place = std::find(numbers.begin(), numbers.end(), options.graph.number);
  if (place == numbers.end()) {
    throw Error(options.path + ": there is no graph " + std::to_string(options.graph.number) +
                (options.paper_filter ? " among those that pass the filter" : ""));
  }
  const auto index = static_cast<std::size_t>(place - numbers.begin());
  collection.numbers = {options.graph.number};
  std::vector<Graph> kept;
  kept.push_back(std::move(collection.graphs[index]));
  collection.graphs = std::move(kept);
  return collection;
}

}  // namespace

Collection load_input(const InputOptions& options) {
  Collection collection =
      read_collection(options.path, {.label_file = options.label_file, .format = {}});
  if (!options.quiet) {
    for (const std::string& warning : collection.warnings) {
      std::fprintf(stderr, "%s\n", warning.c_str());
    }
  }
  if (collection.graphs.empty()) throw Error(options.path + ": there is no graph in it");
  if (options.paper_filter) collection = paper_filter(std::move(collection));
  if (collection.graphs.empty()) throw Error(options.path + ": no graph passes the filter");
  switch (options.graph.kind) {
    case GraphChoice::Kind::All:
      break;
    case GraphChoice::Kind::One:
      return only_graph(std::move(collection), options);
    case GraphChoice::Kind::Union:
      collection.graphs = {disjoint_union(collection.graphs, collection.numbers)};
      collection.numbers = {0};
      break;
  }
  return collection;
}

}  // namespace rlminer::cli
