// Positions through Graphviz's library. Its engines keep their state in global variables, so one
// layout is made at a time. Everything that would make it load fonts or draw is switched off.

#ifdef RLMINER_GRAPHVIZ

#include "rlminer/report/graphviz_layout.h"

#include <fmt/format.h>
#include <gvc.h>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

namespace rlminer {
namespace {

// The library asks for char* where it only reads.
char* text(const char* constant) {
  return const_cast<char*>(constant);
}

struct CloseGraph {
  void operator()(Agraph_t* graph) const { agclose(graph); }
};
using DotGraph = std::unique_ptr<Agraph_t, CloseGraph>;

// Loading its plugins takes longer than a layout, so the context is kept, and never freed: the
// library would forget the text of its configuration, a leak.
GVC_t* context() {
  static GVC_t* const kept = [] {
    agseterr(AGMAX);  // failures are answers here, not messages on the terminal
    return gvContext();
  }();
  return kept;
}

DotGraph dot_graph(const Pattern& pattern, std::vector<Agnode_t*>& nodes) {
  DotGraph graph(agopen(text("pattern"), Agstrictundirected, nullptr));
  for (const auto& [name, value] : {std::pair("splines", ""), {"overlap", "true"}})
    agattr(graph.get(), AGRAPH, text(name), text(value));
  for (const auto& [name, value] : {std::pair("label", ""),
                                    {"shape", "circle"},
                                    {"fixedsize", "true"},
                                    {"width", "0.3"},
                                    {"height", "0.3"},
                                    {"pos", ""}})
    agattr(graph.get(), AGNODE, text(name), text(value));
  for (int i = 0; i < pattern.size(); ++i)
    nodes.push_back(agnode(graph.get(), std::to_string(i).data(), 1));
  for (int i = 0; i < pattern.size(); ++i) {
    for (int j = i + 1; j < pattern.size(); ++j) {
      if (!pattern.has_edge(i, j)) continue;
      agedge(graph.get(), nodes[static_cast<std::size_t>(i)], nodes[static_cast<std::size_t>(j)],
             nullptr, 1);
    }
  }
  return graph;
}

// Nothing when the engine is not there.
Layout neato(const Pattern& pattern, const Layout* start) {
  if (context() == nullptr) return {};
  std::vector<Agnode_t*> nodes;
  const DotGraph graph = dot_graph(pattern, nodes);
  for (std::size_t i = 0; start != nullptr && i < nodes.size(); ++i) {
    std::string place = fmt::format("{:.4f},{:.4f}", (*start)[i].x, (*start)[i].y);
    agset(nodes[i], text("pos"), place.data());
  }
  if (gvLayout(context(), graph.get(), "neato") != 0) return {};
  Layout layout;
  for (Agnode_t* const node : nodes)
    layout.push_back({ND_coord(node).x, ND_coord(node).y});
  gvFreeLayout(context(), graph.get());
  return layout;
}

}  // namespace

std::vector<Layout> graphviz_layouts(const Pattern& pattern, const std::vector<Layout>& starts) {
  static std::mutex one_at_a_time;
  const std::lock_guard lock(one_at_a_time);
  std::vector<const Layout*> begins;
  for (const Layout& start : starts)
    begins.push_back(&start);
  begins.push_back(nullptr);
  std::vector<Layout> layouts;
  for (const Layout* const begin : begins) {
    Layout layout = neato(pattern, begin);
    if (!layout.empty()) layouts.push_back(std::move(layout));
  }
  return layouts;
}

}  // namespace rlminer

#endif
