// Positions through Graphviz's library, in a build with it. Its engines keep their state in global
// variables, so one layout is made at a time. Everything that would make it load fonts or draw is
// switched off.

#include "rlminer/report/graphviz_layout.h"

#ifdef RLMINER_GRAPHVIZ

#include <cstdint>
#include <cstdlib>
#include <fmt/format.h>
#include <gvc.h>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

namespace rlminer::report {
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

DotGraph dot_graph(std::size_t vertices, const EdgeList& edges, std::vector<Agnode_t*>& nodes) {
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
  for (std::size_t i = 0; i < vertices; ++i)
    nodes.push_back(agnode(graph.get(), std::to_string(i).data(), 1));
  for (const auto& [a, b] : edges)
    agedge(graph.get(), nodes[a], nodes[b], nullptr, 1);
  return graph;
}

std::mutex& one_at_a_time() {
  static std::mutex mutex;
  return mutex;
}

// Nothing when the engine is not there.
Layout lay_out(std::size_t vertices, const EdgeList& edges, const char* engine,
               const Layout* start = nullptr) {
  if (context() == nullptr) return {};
  std::vector<Agnode_t*> nodes;
  const DotGraph graph = dot_graph(vertices, edges, nodes);
  for (std::size_t i = 0; start != nullptr && i < nodes.size(); ++i) {
    std::string place = fmt::format("{:.4f},{:.4f}", (*start)[i].x, (*start)[i].y);
    agset(nodes[i], text("pos"), place.data());
  }
  if (gvLayout(context(), graph.get(), engine) != 0) return {};
  Layout layout;
  for (Agnode_t* const node : nodes)
    layout.push_back({ND_coord(node).x, ND_coord(node).y});
  gvFreeLayout(context(), graph.get());
  return layout;
}

}  // namespace

std::vector<Layout> graphviz_layouts(const Pattern& pattern, const std::vector<Layout>& starts) {
  const std::lock_guard lock(one_at_a_time());
  const auto vertices = static_cast<std::size_t>(pattern.size());
  const EdgeList edges = edges_of(pattern);
  std::vector<const Layout*> begins;
  for (const Layout& start : starts)
    begins.push_back(&start);
  begins.push_back(nullptr);
  std::vector<Layout> layouts;
  for (const Layout* const begin : begins) {
    Layout layout = lay_out(vertices, edges, "neato", begin);
    if (!layout.empty()) layouts.push_back(std::move(layout));
  }
  return layouts;
}

Layout graphviz_layout(std::size_t vertices, const EdgeList& edges, const char* engine) {
  const std::lock_guard lock(one_at_a_time());
  // sfdp draws from the C library before it seeds it.
  std::srand(1);
  srand48(1);
  return lay_out(vertices, edges, engine);
}

}  // namespace rlminer::report

#else

namespace rlminer::report {

std::vector<Layout> graphviz_layouts(const Pattern&, const std::vector<Layout>&) {
  return {};
}

Layout graphviz_layout(std::size_t, const EdgeList&, const char*) {
  return {};
}

}  // namespace rlminer::report

#endif
