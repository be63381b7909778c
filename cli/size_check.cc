#include "cli/size_check.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

#include "cli/engine_choice.h"

#include "rlminer/graph/graph.h"

namespace rlminer::cli {

std::vector<std::string> too_large_sizes(const std::string& path, const Collection& input,
                                         const std::vector<int>& sizes) {
  std::size_t largest = 0;
  for (const Graph& graph : input.graphs)
    largest = std::max(largest, graph::connected_components(graph).largest());
  std::vector<int> too_large;
  std::copy_if(sizes.begin(), sizes.end(), std::back_inserter(too_large),
               [&](int size) { return static_cast<std::size_t>(size) > largest; });
  if (too_large.empty()) return {};
  return {fmt::format(
      "{}: nothing of size {} can be found: the largest connected component {}has "
      "{} vertices",
      path, size_list(too_large),
      input.graphs.size() > 1 ? fmt::format("of all {} graphs ", input.graphs.size()) : "",
      largest)};
}

}  // namespace rlminer::cli
