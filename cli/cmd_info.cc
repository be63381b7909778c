#include <filesystem>
#include <string>
#include <system_error>

#include "cli/commands.h"
#include "cli/info_report.h"
#include "cli/input.h"
#include "cli/output.h"
#include "cli/shipped_models.h"

#include "rlminer/graph/statistics.h"

namespace rlminer::cli {
namespace {

constexpr char kExamples[] =
    "Examples:\n"
    "  rlminer info network.lg\n"
    "  rlminer info edges.csv --label-file labels.csv --format json\n"
    "  rlminer info people.csv --source boss --target employee\n"
    "  rlminer info ENZYMES --filter paper    the collection's row of the paper's Table 1\n"
    "  rlminer info enzymes.safetensors       what a trained model is and where it comes from\n"
    "  rlminer info universal                 the same of a model that comes with the program";

struct InfoOptions {
  InputOptions input;
  std::string format = "text";
  std::string output;
};

// The shipped model of that name, unless there is a file called so; empty: neither.
std::string named_model(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored) ? "" : shipped_model_file(path);
}

// What the input is about: a model or graphs.
std::string answer(const InfoOptions& options) {
  const bool json = options.format == "json";
  const std::string& path = options.input.path;
  const std::string shipped = named_model(path);
  const std::string& file = shipped.empty() ? path : shipped;
  if (!shipped.empty() || model::looks_like_model(path)) {
    const model::ModelInfo model = model::read_model_info(file);
    return json ? to_json(file, model) : to_text(file, model);
  }
  const Collection collection = load_input(options.input);
  const graph::Statistics statistics = graph::summarise(collection);
  return json ? to_json(collection, statistics)
              : to_text(collection, statistics, options.input.paper_filter);
}

void run(const InfoOptions& options) {
  const std::string text = answer(options);
  refuse_output_over(options.output, {options.input.path});
  for (const std::string& path : options.input.more)
    refuse_output_over(options.output, {path});
  write_output(options.output, text);
}

void declare(Command command, InfoOptions& options) {
  add_input_options(
      command, options.input,
      "Graph file, folder of a collection, example:NAME, or model (a file, or the name of "
      "one that is shipped)");
  add_more_inputs(command, options.input);
  options.input.relations.lossless = true;
  add_relation_options(command, options.input.relations);
  add_former_label_option(command, options.input);
  command.value("--format", options.format, "text [default] or json").one_of({"text", "json"});
  add_output_option(command, options.output);
}

}  // namespace

void add_info(Program& program, Context&) {
  program.add<InfoOptions>("info", "Print what an input holds: graphs or a model", kExamples,
                           declare, run);
}

}  // namespace rlminer::cli
