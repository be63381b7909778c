#include "cli/graph_source.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <utility>

#include "cli/examples.h"

#include "rlminer/base/error.h"
#include "rlminer/graph/builder.h"
#include "rlminer/graph/split.h"

namespace rlminer::cli {
namespace {

bool goes_one_by_one(const InputOptions& options) {
  return options.more.empty() && options.graph.kind != GraphChoice::Kind::Union &&
         options.path != "-" && !names_example(options.path);
}

bool streams(const InputOptions& options, bool may_stream) {
  if (options.streaming == Streaming::Never) return false;
  // Directions without labels are told apart once all graphs are known.
  const bool directions_alone = options.relations.directed && !options.relations.keeps_labels();
  const bool possible = may_stream && goes_one_by_one(options) && !directions_alone;
  if (options.streaming == Streaming::Auto)
    return possible && io::is_worth_streaming(options.path, options.read);
  if (possible) return true;
  throw UsageError("--stream always",
                   "graphs are read one by one from one file, not for a union, "
                   "and for answers as text or JSON");
}

}  // namespace

GraphSource::GraphSource(const InputOptions& options, bool may_stream) {
  if (streams(options, may_stream)) {
    survey(options);
    return;
  }
  held_ = load_input(options);
  graphs_ = held_.graphs.size();
  for (const std::size_t number : held_.numbers) {
    if (number >= chosen_.size()) chosen_.resize(number + 1);
    chosen_[number] = true;
  }
}

// Goes through the file once and says what there is to say about it. False: it is to be read again
// without the labels of its edges, since they say nothing.
bool GraphSource::look_through(const InputOptions& options, const RelationOptions& relations,
                               bool quiet) {
  io::ReadOptions read = options.read;
  relations.apply_to(read);
  stream_ = std::make_unique<io::GraphStream>(options.path, read);
  components_.clear();
  chosen_.clear();
  bool all_alike = true;  // the edges of each graph
  const std::vector<std::string> warnings = stream_->survey([&](const Graph& graph) {
    components_.push_back(
        static_cast<std::uint8_t>(graph::largest_component(graph, kMostComponent)));
    chosen_.push_back(!options.paper_filter || graph::passes_paper_filter(graph));
    all_alike = all_alike && !graph.distinguishes_edges();
  });
  const graph::RelationDictionary* const kinds = stream_->vocabulary().relations.get();
  if (!quiet) print_warnings(warnings);
  if (kinds != nullptr && all_alike && labels_say_nothing(*kinds, relations)) return false;
  if (kinds != nullptr && !quiet) tell_relations(*kinds, options.path, relations);
  return true;
}

void GraphSource::survey(const InputOptions& options) {
  RelationOptions relations = relations_of(options);
  if (!look_through(options, relations, options.quiet)) {
    relations.used = false;
    look_through(options, relations, true);
  }
  std::vector<std::size_t> passing;
  for (const auto next = numbers(); const auto number = next();)
    passing.push_back(*number);
  chosen_.assign(chosen_.size(), false);
  for (const std::size_t number : chosen_numbers(std::move(passing), options)) {
    chosen_[number] = true;
    ++graphs_;
  }
  look_ahead();
}

Graph GraphSource::blank() const {
  graph::GraphBuilder nothing;
  if (stream_) return nothing.build(stream_->vocabulary().labels, stream_->vocabulary().relations);
  if (held_.graphs.empty()) return Graph();
  const Graph& first = held_.graphs.front();
  return nothing.build(std::make_shared<const graph::LabelDictionary>(first.label_dictionary()),
                       first.has_relations() ? std::make_shared<const graph::RelationDictionary>(
                                                   first.relation_dictionary())
                                             : nullptr);
}

std::size_t GraphSource::largest_component(std::size_t enough) const {
  std::size_t largest = 0;
  for (const Graph& graph : held_.graphs)
    largest = std::max(largest, graph::largest_component(graph, enough));
  for (std::size_t i = 0; i < components_.size(); ++i) {
    if (chosen_[i]) largest = std::max<std::size_t>(largest, components_[i]);
  }
  return std::min(largest, enough);
}

std::function<std::optional<std::size_t>()> GraphSource::numbers() const {
  return [this, number = std::size_t{0}]() mutable -> std::optional<std::size_t> {
    while (number < chosen_.size() && !chosen_[number])
      ++number;
    return number < chosen_.size() ? std::optional(number++) : std::nullopt;
  };
}

void GraphSource::skip(std::size_t graphs) {
  const auto next = numbers();
  for (std::size_t i = 0; i < graphs; ++i)
    chosen_[*next()] = false;
  graphs_ -= graphs;
  skipped_ += graphs;
  if (stream_) return;
  const auto end = static_cast<std::ptrdiff_t>(graphs);
  held_.graphs.erase(held_.graphs.begin(), held_.graphs.begin() + end);
  held_.numbers.erase(held_.numbers.begin(), held_.numbers.begin() + end);
}

void GraphSource::look_ahead() {
  ahead_ = std::async(std::launch::async, [this] { return stream_->next(); });
}

Collection GraphSource::next() {
  if (!stream_) return std::exchange(held_, {});
  Collection window;
  while (window.graphs.empty() && ahead_.valid()) {
    std::vector<Graph> graphs = ahead_.get();
    if (!graphs.empty()) look_ahead();
    for (Graph& graph : graphs) {
      const std::size_t number = next_number_++;
      if (number >= chosen_.size() || !chosen_[number]) continue;
      window.graphs.push_back(std::move(graph));
      window.numbers.push_back(number);
    }
  }
  return window;
}

}  // namespace rlminer::cli
