#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/options.h"

#include "rlminer/graph/collection.h"
#include "rlminer/io/io.h"

namespace rlminer::cli {

// A line about the sizes, if there are any, of which no graph of the input has a connected
// subgraph: how large the largest component is. Empty: all can be found somewhere.
std::vector<std::string> too_large_sizes(const std::string& path, const Collection& input,
                                         const std::vector<int>& sizes);
// The same of so many graphs whose largest component has so many vertices.
std::vector<std::string> too_large_sizes(const std::string& path, std::size_t graphs,
                                         std::size_t largest, const std::vector<int>& sizes);

// Whether the graphs of a file are read a few at a time.
enum class Streaming { Auto, Always, Never };

// What a command makes of labels and directions of edges.
struct RelationOptions {
  bool used = false;                // unless the user says otherwise; by no means: ignored
  std::optional<bool> labels = {};  // what the user says: --edge-labels use or ignore
  bool directed = false;            // --directed
  bool lossless = false;            // keep even labels that tell nothing apart

  bool keeps_labels() const { return labels.value_or(used); }
  // What the reader keeps: directions that were asked for, even when labels are ignored.
  void apply_to(io::ReadOptions& options) const;
};

// What to read and which part of it to keep.
struct InputOptions {
  std::string path;
  std::vector<std::string> more;  // further inputs: all of them become one collection
  io::ReadOptions read;
  RelationOptions relations;
  bool paper_filter = false;
  graph::Part part = graph::Part::All;  // of what passes the filter
  std::uint64_t split_seed = 0;
  GraphChoice graph;  // among those
  Shard shard;        // of all of those
  Streaming streaming = Streaming::Auto;
  bool quiet = false;  // no warnings on standard error
};

// Prints warnings to standard error, one line `warning: ...` each.
void print_warnings(const std::vector<std::string>& warnings);

// Adds --from, which overrules the recognition by content.
void add_format_option(Command command, InputOptions& options);

// Adds INPUT and how to read it: --label-file, --from, --graph, --filter, and the names of columns
// and attributes.
void add_input_options(
    Command command, InputOptions& options,
    const std::string& help = "Graph file, folder of a collection, or example:NAME");

// Adds --edge-labels and --directed, for a command that uses what they are about, or does so only
// when it is told to.
enum class RelationDefault { Use, Ignore };
void add_relation_options(Command command, RelationOptions& options,
                          RelationDefault otherwise = RelationDefault::Use);

// Those of the input, less what --filter paper leaves out: the paper knows no labels of edges.
RelationOptions relations_of(const InputOptions& options);
// Whether labels are to be forgotten that all edges of each graph share, because nobody asked.
bool labels_say_nothing(const graph::RelationDictionary& kinds, const RelationOptions& options);
// Tells the user that these kinds are told apart, unless they were asked for.
void tell_relations(const graph::RelationDictionary& kinds, const std::string& path,
                    const RelationOptions& options);

// What was read with these options, without the labels that are to be ignored. Tells the user once
// when edges are told apart, unless quiet.
Collection with_relations(Collection collection, const std::string& path,
                          const RelationOptions& options, bool quiet);

// Adds --shard and --stream, for a command that treats one graph after the other.
void add_collection_options(Command command, InputOptions& options);

// Adds further inputs after INPUT.
void add_more_inputs(Command command, InputOptions& options);

// Adds --labels, the former name of --label-file.
void add_former_label_option(Command command, InputOptions& options);

// read_collection(), to which "example:NAME" is the name of a graph that comes with the program.
Collection read_input(const std::string& path, const io::ReadOptions& options = {});

// Reads the input, prints the reader's warnings to standard error, and applies filter, split and
// choice.
// The union of all graphs comes back as the one graph of the collection. Throws Error when no graph
// is left, unless there are more shards than graphs.
Collection load_input(const InputOptions& options);

// What filter, split, choice and shard leave of a collection. Throws as load_input() does.
Collection chosen_graphs(Collection collection, const InputOptions& options);

// Which graphs split, choice and shard leave of those with these numbers.
// Throws as load_input() does.
std::vector<std::size_t> chosen_numbers(std::vector<std::size_t> numbers,
                                        const InputOptions& options);

}  // namespace rlminer::cli
