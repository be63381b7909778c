#include <sstream>
#include <string>

#include "cli/commands.h"
#include "cli/input.h"
#include "cli/output.h"

#include "rlminer/base/error.h"
#include "rlminer/graph/builder.h"
#include "rlminer/io/io.h"
#include "rlminer/io/text_file.h"

namespace rlminer::cli {
namespace {

constexpr char kExamples[] =
    "Examples:\n"
    "  rlminer convert network.graphml -o network.lg --renumber\n"
    "  rlminer convert MUTAG -o mutag.json.gz\n"
    "  rlminer convert MUTAG --graph 7 --to dot | dot -Tsvg > molecule.svg\n"
    "  rlminer convert network.lg -o edges.txt --write-labels labels.txt";

struct ConvertOptions {
  InputOptions input;
  std::string to;
  std::string output;
  std::string labels_output;
  bool renumber = false;
};

std::string chosen_format(const ConvertOptions& options) {
  if (!options.to.empty()) return options.to;
  std::string format = io::format_for_name(options.output);
  if (!format.empty()) return format;
  throw UsageError("--to", options.output.empty() ? "say which format to write"
                                                  : "the name " + options.output +
                                                        " does not say which format to write");
}

void run(const ConvertOptions& options) {
  std::string format = chosen_format(options);
  Collection collection = load_input(options.input);
  if (options.renumber) {
    for (Graph& graph : collection.graphs)
      graph = graph::renumbered(graph);
  }
  write_graphs(options.output, collection, format,
               options.labels_output.empty() ? "--write-labels FILE" : "");
  if (!options.labels_output.empty()) {
    std::ostringstream labels;
    io::write_labels(labels, collection);
    io::write_file(options.labels_output, labels.str());
  }
}

void declare(Command command, ConvertOptions& options) {
  add_input_options(command, options.input,
                    "A graph file, the folder of a TU collection, or example:NAME");
  command
      .value("--to", options.to,
             "lg, edges, graphml, json or dot (default: what the name of FILE says)")
      .one_of(io::writable_formats());
  command
      .value("-o,--output", options.output,
             "The file to write (default: standard output); compressed when it ends in .gz")
      .type("FILE");
  add_more_inputs(command, options.input);
  options.input.relations.lossless = true;
  add_relation_options(command, options.input.relations);
  add_former_label_option(command, options.input);
  command
      .value("--write-labels", options.labels_output,
             "With --to edges: the label file to write beside it")
      .type("FILE");
  command.flag("--renumber", options.renumber,
               "Number the vertices 0, 1, 2, ... instead of keeping their ids");
}

}  // namespace

void add_convert(Program& program, Context&) {
  program.add<ConvertOptions>("convert", "Write a graph or a collection in another format",
                              kExamples, declare, run);
}

}  // namespace rlminer::cli
