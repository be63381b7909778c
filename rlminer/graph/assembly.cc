#include "rlminer/graph/assembly.h"

#include "rlminer/base/error.h"
#include "rlminer/base/text.h"

namespace rlminer::graph {

void Assembly::note_edge_label(std::string_view label) {
  if (edge_labels_differ_) return;
  if (!any_edge_label_) {
    any_edge_label_ = true;
    first_edge_label_ = label;
  } else if (label != first_edge_label_) {
    edge_labels_differ_ = true;
    warn("edge labels are ignored (they differ: " + text::shown(first_edge_label_) + ", " +
         text::shown(label) + ", ...)");
  }
}

void Assembly::add_edge(GraphBuilder& builder, Vertex u, Vertex v, const EdgeNote& note) {
  if (keeps_relations() && (note.label || note.arc)) {
    builder.add_edge(u, v, note.label.value_or(""), note.arc);
    return;
  }
  if (keeps_relations()) return builder.add_edge(u, v);
  if (note.label) note_edge_label(*note.label);
  if (note.arc && !std::exchange(any_arc_, true))
    warn("the edges have directions, which are ignored");
  builder.add_edge(u, v);
}

void Assembly::note_names() {
  for (GraphBuilder& builder : builders_) {
    for (const std::string& name : builder.label_names()) {
      if (!names_.contains(name)) names_.insert(name);
    }
    if (!keeps_relations()) continue;
    for (EdgeKind& kind : builder.edge_kinds())
      kinds_.insert(std::move(kind));
  }
}

// None when there is nothing to know, or too much.
std::shared_ptr<const RelationDictionary> Assembly::shared_relations() {
  try {
    return dictionary_of({kinds_.begin(), kinds_.end()});
  } catch (const Error& error) {
    warn("edge labels are ignored: " + std::string(error.what()));
  }
  return nullptr;
}

Vocabulary Assembly::vocabulary() {
  auto labels = std::make_shared<const LabelDictionary>(
      std::vector<std::string>(names_.begin(), names_.end()));
  return {std::move(labels), shared_relations()};
}

bool Assembly::uses_only(const Vocabulary& vocabulary) {
  for (GraphBuilder& builder : builders_) {
    for (const std::string& name : builder.label_names()) {
      if (!vocabulary.labels->contains(name)) return false;
    }
    if (!vocabulary.relations) continue;
    for (const EdgeKind& kind : builder.edge_kinds()) {
      if (!vocabulary.relations->contains(kind)) return false;
    }
  }
  return true;
}

std::vector<Graph> Assembly::build(const Vocabulary& vocabulary) {
  std::vector<Graph> graphs;
  graphs.reserve(builders_.size());
  for (GraphBuilder& builder : builders_) {
    if (!vocabulary.relations) builder.forget_edge_kinds();
    graphs.push_back(builder.build(vocabulary.labels, vocabulary.relations));
    self_loops_ += builder.dropped().self_loops;
    other_labels_ += builder.dropped().other_labels;
  }
  built_ += builders_.size();
  builders_.clear();
  return graphs;
}

std::vector<std::string> Assembly::take_warnings() {
  if (other_labels_ > 0) {
    warn(text::counted(other_labels_, "edge") +
         " with another label than the same edge had before dropped");
  }
  if (self_loops_ > 0) warn(text::counted(self_loops_, "self-loop") + " dropped");
  return std::move(warnings_);
}

Collection Assembly::finish(std::string format) {
  note_names();
  const Vocabulary shared = vocabulary();
  Collection result;
  result.format = std::move(format);
  result.graphs = build(shared);
  for (std::size_t i = 0; i < result.graphs.size(); ++i)
    result.numbers.push_back(i);
  result.warnings = take_warnings();
  return result;
}

Collection without_edge_labels(Collection collection, bool keep_directions) {
  Assembly assembly("", true);
  for (const Graph& graph : collection.graphs) {
    GraphBuilder& builder = assembly.start_graph();
    for (Vertex v = 0; v < graph.num_vertices(); ++v)
      builder.add_vertex(graph.id(v), graph.label_name(v));
    for (Vertex v = 0; v < graph.num_vertices(); ++v) {
      const auto neighbors = graph.neighbors(v);
      for (std::size_t i = 0; i < neighbors.size(); ++i) {
        const bool leaves = !graph.has_relations() ||
                            graph.relation_dictionary().kind(graph.relations(v)[i]).out.has_value();
        if (leaves) builder.add_edge(v, neighbors[i], "", keep_directions);
      }
    }
  }
  collection.graphs = assembly.finish("").graphs;
  return collection;
}

}  // namespace rlminer::graph
