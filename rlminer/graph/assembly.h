#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rlminer/graph/builder.h"
#include "rlminer/graph/collection.h"

namespace rlminer::graph {

// What the graphs of one collection share: the names behind the numbers of labels and of kinds of
// edges.
struct Vocabulary {
  std::shared_ptr<const LabelDictionary> labels;
  std::shared_ptr<const RelationDictionary> relations;  // null: there is nothing to know
};

// The graphs of one input while it is being read. Its product is a Collection over one dictionary,
// with one warning for each kind of thing that was left out.
//
// An input that does not fit into memory goes through it twice, a few graphs at a time: once to
// note_names() and give the vocabulary(), and once more to build() the graphs over it.
class Assembly {
 public:
  // `keep_relations`: the graphs will know the labels and directions of their edges.
  explicit Assembly(std::string path, bool keep_relations = false)
      : path_(std::move(path)), keeps_relations_(keep_relations) {}

  GraphBuilder& start_graph() { return builders_.emplace_back(); }
  GraphBuilder& graph(std::size_t i) { return builders_[i]; }
  std::size_t num_graphs() const { return built_ + builders_.size(); }

  // Adds an edge with what the input says about it: its label, if it has one, and whether it is an
  // arc. Where that is ignored, the user is told once when something is lost.
  struct EdgeNote {
    std::optional<std::string_view> label = {};
    bool arc = false;
  };
  void add_edge(GraphBuilder& builder, Vertex u, Vertex v, const EdgeNote& note);
  bool keeps_relations() const { return keeps_relations_; }
  void warn(const std::string& reason) { warnings_.push_back(path_ + ": " + reason); }

  Collection finish(std::string format);

  // The parts of finish(), for graphs that come a few at a time. The names that the graphs read
  // since the last build() use are noted.
  void note_names();
  // All names that were noted.
  Vocabulary vocabulary();
  // Whether the graphs read since the last build() use no other names.
  bool uses_only(const Vocabulary& vocabulary);
  // The graphs that were read since the last build(). Without dictionaries each has one of its own.
  std::vector<Graph> build(const Vocabulary& vocabulary);
  // What was left out of all graphs.
  std::vector<std::string> take_warnings();

 private:
  void note_edge_label(std::string_view label);
  std::shared_ptr<const RelationDictionary> shared_relations();

  std::string path_;
  bool keeps_relations_;
  std::deque<GraphBuilder> builders_;  // a deque, so that builders stay where they are
  std::size_t built_ = 0;
  std::set<std::string, std::less<>> names_;
  std::set<EdgeKind> kinds_;
  std::size_t self_loops_ = 0;
  std::size_t other_labels_ = 0;
  std::vector<std::string> warnings_;
  std::string first_edge_label_;
  bool any_edge_label_ = false;
  bool edge_labels_differ_ = false;
  bool any_arc_ = false;
};

// The same graphs without the labels of their edges, and perhaps without their directions.
Collection without_edge_labels(Collection collection, bool keep_directions);

}  // namespace rlminer::graph
