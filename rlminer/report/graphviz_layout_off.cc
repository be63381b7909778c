// Stands in for graphviz_layout.cc in a build without Graphviz.
#ifndef RLMINER_GRAPHVIZ

#include "rlminer/report/graphviz_layout.h"

namespace rlminer::report {

std::vector<Layout> graphviz_layouts(const Pattern& /*pattern*/,
                                     const std::vector<Layout>& /*starts*/) {
  return {};
}

Layout graphviz_layout(std::size_t /*vertices*/, const EdgeList& /*edges*/,
                       const char* /*engine*/) {
  return {};
}

}  // namespace rlminer::report

#endif
