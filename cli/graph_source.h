#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/input.h"

#include "rlminer/graph/collection.h"
#include "rlminer/io/graph_stream.h"

namespace rlminer::cli {

// The graphs of an input that a command was asked about, in their order: all at once or, where the
// input is large and allows it, a few at a time. Either way they are the same graphs.
class GraphSource {
 public:
  // Reads the input, or goes through it once; prints the reader's warnings to standard error.
  // Throws Error when no graph is left, unless that is because there are more shards than graphs.
  explicit GraphSource(const InputOptions& options, bool may_stream = true);

  std::size_t graphs() const { return graphs_; }  // how many are still to come
  bool single() const { return graphs_ + skipped_ == 1; }
  // A graph without vertices that has the names of their labels and kinds of edges.
  Graph blank() const;
  // The vertices of the largest component of all, or `enough` of them, at most kMostComponent.
  std::size_t largest_component(std::size_t enough) const;
  static constexpr std::size_t kMostComponent = 255;

  // Their numbers in the input, one after the other; none after the last. Not of a union.
  std::function<std::optional<std::size_t>()> numbers() const;
  // Leaves out the first so many.
  void skip(std::size_t graphs);

  // The next graphs; none at the end.
  Collection next();

 private:
  void survey(const InputOptions& options);
  bool look_through(const InputOptions& options, const RelationOptions& relations, bool quiet);
  void look_ahead();

  std::unique_ptr<io::GraphStream> stream_;  // null: they are all held
  Collection held_;
  std::vector<bool> chosen_;              // by the number in the input
  std::vector<std::uint8_t> components_;  // of the stream: the size of the largest of each graph
  std::size_t graphs_ = 0;
  std::size_t skipped_ = 0;
  std::size_t next_number_ = 0;            // of the stream
  std::future<std::vector<Graph>> ahead_;  // read while the others are worked on
};

}  // namespace rlminer::cli
