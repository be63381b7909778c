#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <sstream>
#include <string>

#include "cli/commands.h"
#include "cli/input.h"
#include "cli/output.h"

#include "rlminer/base/error.h"
#include "rlminer/graph/builder.h"
#include "rlminer/io/io.h"

namespace rlminer::cli {
namespace {

struct ConvertOptions {
  InputOptions input;
  std::string filter = "none";
  std::string graph = "all";
  std::string to;
  std::string output;
  std::string labels_output;
  bool renumber = false;
};

std::string chosen_format(const ConvertOptions& options) {
  if (!options.to.empty()) return options.to;
  std::string format = io::format_for_name(options.output);
  if (!format.empty()) return format;
  throw CLI::ValidationError(
      "--to", options.output.empty()
                  ? "say which format to write"
                  : "the name " + options.output + " does not say which format to write");
}

void write(const std::string& path, const std::string& content) {
  if (!path.empty()) return io::write_text_file(path, content);
  Output output("");
  output.write(content);
  output.close();
}

void run(const ConvertOptions& options) {
  std::string format = chosen_format(options);
  InputOptions input = options.input;
  input.paper_filter = options.filter == "paper";
  input.graph = parse_graph_choice(options.graph);
  Collection collection = load_input(input);
  if (options.renumber) {
    for (Graph& graph : collection.graphs)
      graph = graph::renumbered(graph);
  }
  std::ostringstream text;
  io::write_collection(text, collection, format);
  if (!options.labels_output.empty()) {
    std::ostringstream labels;
    io::write_labels(labels, collection);
    io::write_text_file(options.labels_output, labels.str());
  } else if (format == "edges") {
    for (const std::string& lost : io::lost_in_edge_list(collection)) {
      std::fprintf(stderr, "warning: %s (--write-labels FILE keeps them)\n", lost.c_str());
    }
  }
  write(options.output, text.str());
}

}  // namespace

void add_convert(CLI::App& app, Context&) {
  CLI::App* command =
      app.add_subcommand("convert", "Write a graph or a collection in another format");
  auto options = std::make_shared<ConvertOptions>();
  command
      ->add_option("INPUT", options->input.path,
                   "A graph file, the folder of a TU collection, or example:NAME")
      ->required()
      ->type_name("");
  command
      ->add_option("--to", options->to,
                   "lg, edges, graphml, json or dot (default: what the name of FILE says)")
      ->check(CLI::IsMember(io::writable_formats()).description(""))
      ->type_name(one_of(io::writable_formats()));
  command
      ->add_option("-o,--output", options->output,
                   "The file to write (default: standard output); compressed when it ends in .gz")
      ->type_name("FILE");
  command
      ->add_option("--labels", options->input.label_file,
                   "Vertex labels for an edge list: 'id label' per line")
      ->type_name("FILE");
  add_format_option(*command, options->input);
  command
      ->add_option("--write-labels", options->labels_output,
                   "With --to edges: the label file to write beside it")
      ->type_name("FILE");
  command->add_option("--graph", options->graph, "The number of one graph, all [default], or union")
      ->type_name("I|all|union");
  command
      ->add_option("--filter", options->filter,
                   "paper: only connected graphs with 10 < |V| < 500; none [default]: every graph")
      ->check(CLI::IsMember({"paper", "none"}).description(""))
      ->type_name("paper|none");
  command->add_flag("--renumber", options->renumber,
                    "Number the vertices 0, 1, 2, ... instead of keeping their ids");
  command->footer(
      "Examples:\n"
      "  rlminer convert network.graphml -o network.lg --renumber\n"
      "  rlminer convert MUTAG -o mutag.json.gz\n"
      "  rlminer convert MUTAG --graph 7 --to dot | dot -Tsvg > molecule.svg\n"
      "  rlminer convert network.lg -o edges.txt --write-labels labels.txt");
  command->callback([options] { run(*options); });
}

}  // namespace rlminer::cli
