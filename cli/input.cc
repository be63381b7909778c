#include "cli/input.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <iterator>
#include <system_error>
#include <utility>

#include "cli/engine_choice.h"
#include "cli/examples.h"
#include "cli/usage_error.h"

#include "rlminer/base/error.h"
#include "rlminer/base/text.h"
#include "rlminer/graph/assembly.h"
#include "rlminer/graph/builder.h"
#include "rlminer/graph/graph.h"

namespace rlminer::cli {

std::vector<std::string> too_large_sizes(const std::string& path, const Collection& input,
                                         const std::vector<int>& sizes) {
  const auto greatest = static_cast<std::size_t>(*std::max_element(sizes.begin(), sizes.end()));
  std::size_t largest = 0;
  for (const Graph& graph : input.graphs)
    largest = std::max(largest, graph::largest_component(graph, greatest));
  return too_large_sizes(path, input.graphs.size(), largest, sizes);
}

std::vector<std::string> too_large_sizes(const std::string& path, std::size_t graphs,
                                         std::size_t largest, const std::vector<int>& sizes) {
  std::vector<int> too_large;
  std::copy_if(sizes.begin(), sizes.end(), std::back_inserter(too_large),
               [&](int size) { return static_cast<std::size_t>(size) > largest; });
  if (too_large.empty() || graphs == 0) return {};
  return {
      fmt::format("{}: nothing of size {} can be found: the largest connected component {}has "
                  "{} vertices",
                  path, size_list(too_large),
                  graphs > 1 ? fmt::format("of all {} graphs ", graphs) : "", largest)};
}

namespace {

namespace fs = std::filesystem;

Collection only_places(Collection collection, const std::vector<std::size_t>& places) {
  std::vector<Graph> graphs;
  std::vector<std::size_t> numbers;
  for (const std::size_t place : places) {
    graphs.push_back(std::move(collection.graphs[place]));
    numbers.push_back(collection.numbers[place]);
  }
  collection.graphs = std::move(graphs);
  collection.numbers = std::move(numbers);
  return collection;
}

// The place of the one graph that was asked for.
std::size_t place_of_graph(const std::vector<std::size_t>& numbers, const InputOptions& options) {
  const auto place = std::find(numbers.begin(), numbers.end(), options.graph.number);
  if (place == numbers.end()) {
    throw Error(options.path + ": there is no graph " + std::to_string(options.graph.number) +
                (options.part != graph::Part::All
                     ? " in the " + graph::to_string(options.part) + " part"
                 : options.paper_filter ? " among those that pass the filter"
                                        : ""));
  }
  return static_cast<std::size_t>(place - numbers.begin());
}

// The places of what split, choice and shard leave of the graphs with these numbers.
std::vector<std::size_t> chosen_places(const std::vector<std::size_t>& numbers,
                                       const InputOptions& options) {
  if (options.shard.of > 1 && options.graph.kind != GraphChoice::Kind::All)
    throw UsageError("--shard", "goes with all graphs, not with one or their union");
  if (numbers.empty()) throw Error(options.path + ": no graph passes the filter");
  std::vector<std::size_t> places = graph::split(numbers.size(), options.split_seed, options.part);
  if (places.empty())
    throw Error(options.path + ": the " + graph::to_string(options.part) + " part is empty");
  if (options.graph.kind == GraphChoice::Kind::One) {
    std::vector<std::size_t> left;
    for (const std::size_t place : places)
      left.push_back(numbers[place]);
    return {places[place_of_graph(left, options)]};
  }
  std::vector<std::size_t> mine;
  for (std::size_t i = options.shard.place - 1; i < places.size(); i += options.shard.of)
    mine.push_back(places[i]);
  return mine;
}

// What somebody probably meant who named a file that is not there: an example, or a file of a
// similar name in the same folder. Empty: no idea.
std::string similar_input(const std::string& path) {
  for (const Example& example : examples()) {
    if (example.name == path) return "example:" + path;
  }
  const fs::path folder = fs::path(path).parent_path();
  std::vector<std::string> names;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder.empty() ? "." : folder, ignored))
    names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  const std::string meant = nearest(fs::path(path).filename().string(), names);
  return meant.empty() ? "" : (folder / meant).string();
}

}  // namespace

void print_warnings(const std::vector<std::string>& warnings) {
  for (const std::string& warning : warnings)
    std::fprintf(stderr, "warning: %s\n", warning.c_str());
}

void add_format_option(Command command, InputOptions& options) {
  command
      .value("--from", options.read.format, "The format of INPUT (default: recognised by content)")
      .one_of(io::readable_formats());
}

namespace {

// What the reader usually finds out by itself.
void add_column_options(Command command, io::ReadOptions& options) {
  const auto column = [&](const char* name, std::string& place, const char* help) {
    command.value(name, place, help).type("COLUMN");
  };
  column("--source", options.source, "In an edge list, the column of one end: its name or number");
  column("--target", options.target, "In an edge list, the column of the other end");
  column("--edge-label-column", options.edge_label_column,
         "In an edge list, the column of the edge labels");
  column("--id-column", options.id_column, "In the label file, the column of the vertices");
  column("--label-column", options.label_column, "In the label file, the column of the labels");
  command
      .value("--label-attribute", options.label_attribute,
             "In GraphML, GML and JSON, the attribute that is the label [default: label]")
      .type("NAME");
  command
      .value("--edge-label-attribute", options.edge_label_attribute,
             "The same for edges [default: label]")
      .type("NAME");
}

}  // namespace

void add_input_options(Command command, InputOptions& options, const std::string& help) {
  command.value("INPUT", options.path, help).required().type("");
  command
      .value("--label-file", options.read.label_file,
             "Vertex labels for an INPUT that has none, such as an edge list")
      .type("FILE");
  add_format_option(command, options);
  add_column_options(command, options.read);
  command.parsed(
      "--graph", "I|all|union",
      [&](const std::string& text) { options.graph = parse_graph_choice(text); },
      "Number of one graph of the input, all [default], or union: the input as one graph");
  add_filter_option(command, options.paper_filter);
}

void RelationOptions::apply_to(io::ReadOptions& options) const {
  options.keep_relations = keeps_labels() || directed;
  options.directed = directed;
}

void add_relation_options(Command command, RelationOptions& options, RelationDefault otherwise) {
  options.used = otherwise == RelationDefault::Use;
  command
      .parsed(
          "--edge-labels", "", [&](const std::string& text) { options.labels = text == "use"; },
          options.used
              ? "Labels and directions of edges: use them [default, where there is more than one "
                "kind of edges; not with --filter paper] or ignore them"
              : "Labels and directions of edges: use them, or ignore them [default]")
      .one_of({"use", "ignore"});
  command.flag("--directed", options.directed,
               "The edges of an edge list, an lg or a SIF file are arcs (other formats say so); "
               "with --edge-labels ignore, use directions alone");
}

RelationOptions relations_of(const InputOptions& options) {
  RelationOptions relations = options.relations;
  relations.used = relations.used && !options.paper_filter;
  return relations;
}

// Edges have one label or none, by the graphs they are in. To have one is no difference then: some
// programs label all edges alike.
bool labels_say_nothing(const graph::RelationDictionary& kinds, const RelationOptions& options) {
  return !options.labels && !options.lossless && kinds.size() > 1 && !kinds.directed() &&
         kinds.labels().size() == 1;
}

namespace {

// "labels (a, b) and directions".
std::string shown_relations(const graph::RelationDictionary& kinds) {
  std::string text;
  if (kinds.labelled()) text = "labels (" + text::listed(kinds.labels(), 4) + ")";
  if (kinds.directed()) text += (text.empty() ? "" : " and ") + std::string("directions");
  return text;
}

// Whether all edges of the graph are of one kind.
bool edges_are_alike(const Graph& graph) {
  std::optional<graph::Relation> seen;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    for (const graph::Relation relation : graph.relations(v)) {
      if (seen.value_or(relation) != relation) return false;
      seen = relation;
    }
  }
  return true;
}

}  // namespace

void tell_relations(const graph::RelationDictionary& kinds, const std::string& path,
                    const RelationOptions& options) {
  if (kinds.size() <= 1 || options.labels) return;
  if (options.directed && !kinds.labelled()) return;  // as was asked for
  std::fprintf(stderr, "note: %s: edges have %s, which count (--edge-labels ignore: all alike)\n",
               path.c_str(), shown_relations(kinds).c_str());
}

Collection with_relations(Collection collection, const std::string& path,
                          const RelationOptions& options, bool quiet) {
  if (collection.graphs.empty() || !collection.graphs.front().has_relations()) return collection;
  if (!options.keeps_labels() && options.directed)
    collection = graph::without_edge_labels(std::move(collection), true);
  if (labels_say_nothing(collection.graphs.front().relation_dictionary(), options) &&
      std::all_of(collection.graphs.begin(), collection.graphs.end(), edges_are_alike))
    return graph::without_edge_labels(std::move(collection), false);
  if (!quiet) tell_relations(collection.graphs.front().relation_dictionary(), path, options);
  return collection;
}

void add_collection_options(Command command, InputOptions& options) {
  command.parsed(
      "--shard", "I/N", [&](const std::string& text) { options.shard = parse_shard(text); },
      "Only every N-th graph, from the I-th on; `rlminer merge` puts the answers together");
  command.choice<Streaming>(
      "--stream",
      {{"auto", Streaming::Auto}, {"always", Streaming::Always}, {"never", Streaming::Never}},
      options.streaming,
      "Hold a few graphs at a time, not all of them: auto [default] does so "
      "for large files of the formats lg, graph and graph6");
}

void add_more_inputs(Command command, InputOptions& options) {
  command.value("MORE", options.more, "Further inputs: all of them become one collection").type("");
}

void add_former_label_option(Command command, InputOptions& options) {
  command.value("--labels", options.read.label_file, "The same as --label-file")
      .type("FILE")
      .former_name();
}

Collection read_input(const std::string& path, const io::ReadOptions& options) {
  if (names_example(path)) return read_example(path, options);
  std::error_code ignored;
  if (path != "-" && !fs::exists(path, ignored)) {
    const std::string meant = similar_input(path);
    if (!meant.empty())
      throw Error(path + ": No such file or directory; did you mean " + meant + "?");
  }
  return io::read_collection(path, options);
}

namespace {

Collection read_all(const InputOptions& options, const io::ReadOptions& read) {
  if (options.more.empty()) return read_input(options.path, read);
  std::vector<Collection> parts = {read_input(options.path, read)};
  for (const std::string& path : options.more)
    parts.push_back(read_input(path, read));
  const std::string name = fmt::format("{} and {} more", parts[0].name, options.more.size());
  Collection collection = io::joined(std::move(parts));
  collection.name = name;
  return collection;
}

}  // namespace

Collection load_input(const InputOptions& options) {
  const RelationOptions relations = relations_of(options);
  io::ReadOptions read = options.read;
  relations.apply_to(read);
  Collection collection = read_all(options, read);
  if (!options.quiet) print_warnings(collection.warnings);
  collection = with_relations(std::move(collection), options.path, relations, options.quiet);
  return chosen_graphs(std::move(collection), options);
}

Collection chosen_graphs(Collection collection, const InputOptions& options) {
  if (collection.graphs.empty()) throw Error(options.path + ": there is no graph in it");
  if (options.paper_filter) collection = graph::paper_filter(std::move(collection));
  const std::vector<std::size_t> places = chosen_places(collection.numbers, options);
  collection = only_places(std::move(collection), places);
  if (options.graph.kind == GraphChoice::Kind::Union) {
    collection.graphs = {graph::disjoint_union(collection.graphs, collection.numbers)};
    collection.numbers = {0};
  }
  return collection;
}

std::vector<std::size_t> chosen_numbers(std::vector<std::size_t> numbers,
                                        const InputOptions& options) {
  std::vector<std::size_t> chosen;
  for (const std::size_t place : chosen_places(numbers, options))
    chosen.push_back(numbers[place]);
  return chosen;
}

}  // namespace rlminer::cli
