#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>

#include "rlminer/graph/builder.h"
#include "rlminer/graph/collection.h"

namespace rlminer::graph {

// The graphs of one input while it is being read. Its product is a Collection over one dictionary,
// with one warning for each kind of thing that was left out.
class Assembly {
 public:
  explicit Assembly(std::string path) : path_(std::move(path)) {}

  GraphBuilder& start_graph() { return builders_.emplace_back(); }
  GraphBuilder& graph(std::size_t i) { return builders_[i]; }
  std::size_t num_graphs() const { return builders_.size(); }

  // Edge labels are ignored; the user is told once when that loses something.
  void note_edge_label(std::string_view label);
  void warn(const std::string& reason) { warnings_.push_back(path_ + ": " + reason); }

  Collection finish(std::string format);

 private:
  std::string path_;
  std::deque<GraphBuilder> builders_;  // a deque, so that builders stay where they are
  std::vector<std::string> warnings_;
  std::string first_edge_label_;
  bool any_edge_label_ = false;
  bool edge_labels_differ_ = false;
};

}  // namespace rlminer::graph
