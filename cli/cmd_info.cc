#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "cli/collection_report.h"
#include "cli/commands.h"
#include "cli/input.h"
#include "cli/model_report.h"
#include "cli/output.h"

#include "rlminer/graph/statistics.h"

namespace rlminer::cli {
namespace {

struct InfoOptions {
  InputOptions input;
  std::string filter = "none";
  std::string graph = "all";
  std::string format = "text";
  std::string output;
};

// What the input is about: a model or graphs.
std::string answer(const InfoOptions& options) {
  const bool json = options.format == "json";
  const std::string& path = options.input.path;
  if (looks_like_model(path)) {
    const model::ModelInfo model = model::read_model_info(path);
    return json ? to_json(path, model) : to_text(path, model);
  }
  InputOptions input = options.input;
  input.paper_filter = options.filter == "paper";
  input.graph = parse_graph_choice(options.graph);
  const Collection collection = load_input(input);
  const graph::Statistics statistics = graph::summarise(collection);
  return json ? to_json(collection, statistics)
              : to_text(collection, statistics, input.paper_filter);
}

void run(const InfoOptions& options) {
  const std::string text = answer(options);
  refuse_output_over(options.output, {options.input.path});
  Output output(options.output);
  output.write(text);
  output.close();
}

}  // namespace

void add_info(CLI::App& app, Context&) {
  CLI::App* command = app.add_subcommand("info", "Print what an input holds: graphs or a model");
  const auto options =
      std::make_shared<InfoOptions>();  // shared: the callback outlives this function
  InputOptions& input = options->input;
  command
      ->add_option("INPUT", input.path,
                   "Graph file, folder of a collection, example:NAME, or model")
      ->required()
      ->type_name("");
  command->add_option("--labels", input.label_file, "Vertex labels for an edge list")
      ->type_name("FILE");
  add_format_option(*command, input);
  command->add_option("--filter", options->filter, "paper: connected graphs with 10 < |V| < 500")
      ->check(CLI::IsMember({"paper", "none"}).description(""))
      ->type_name("paper|none");
  command->add_option("--graph", options->graph, "Number of one graph, all [default], or union")
      ->type_name("I|all|union");
  command->add_option("--format", options->format, "text [default] or json")
      ->check(CLI::IsMember({"text", "json"}).description(""))
      ->type_name("text|json");
  command->add_option("-o,--output", options->output, "File to write instead of standard output")
      ->type_name("FILE");
  command->footer(
      "Examples:\n"
      "  rlminer info network.lg\n"
      "  rlminer info edges.csv --labels labels.csv --format json\n"
      "  rlminer info ENZYMES --filter paper    the collection's row of the paper's Table 1\n"
      "  rlminer info enzymes.safetensors       what a trained model is and where it comes from");
  command->callback([options] { run(*options); });
}

}  // namespace rlminer::cli
