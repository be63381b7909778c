#include "rlminer/io/named_graph.h"

#include <unordered_set>

namespace rlminer::io {
namespace {

bool are_all_different(const NamedGraph& graph) {
  std::unordered_set<std::string_view> labels;
  return std::all_of(graph.vertices.begin(), graph.vertices.end(), [&](const auto& vertex) {
    return vertex.has_label && labels.insert(vertex.label).second;
  });
}

void use_labels_as_ids(NamedGraph& graph) {
  std::unordered_map<std::string, std::string> name_of;
  for (NamedGraph::NamedVertex& vertex : graph.vertices) {
    // Of two vertices with one id, finish() will complain.
    name_of.emplace(vertex.id, vertex.label);
    vertex.id = std::move(vertex.label);
    vertex.label.clear();
    vertex.has_label = false;
  }
  for (NamedGraph::NamedEdge& edge : graph.edges) {
    for (std::string* end : {&edge.u, &edge.v}) {
      const auto name = name_of.find(*end);
      // An end that is not declared must not be mistaken for a vertex of that name.
      *end = name != name_of.end() ? name->second : "number " + *end;
    }
  }
}

}  // namespace

bool labels_became_ids(std::vector<NamedGraph>& graphs) {
  std::size_t vertices = 0;
  for (const NamedGraph& graph : graphs)
    vertices += graph.vertices.size();
  if (vertices < 2 || !std::all_of(graphs.begin(), graphs.end(), are_all_different)) return false;
  std::for_each(graphs.begin(), graphs.end(), use_labels_as_ids);
  return true;
}

void LabelAttribute::report(const std::string& path, graph::Assembly& assembly) const {
  if (found_ || (others_.empty() && !given_)) return;
  const std::string there =
      others_.empty() ? "there are none" : "there are: " + text::listed(others_);
  if (given_) throw Error(path + ": no vertex has an attribute '" + name_ + "'; " + there);
  assembly.warn("no vertex has an attribute 'label', so all are alike; " + there +
                " (--label-attribute NAME takes one)");
}

}  // namespace rlminer::io
