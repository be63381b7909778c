#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/input.h"
#include "cli/options.h"
#include "cli/output.h"

#include "rlminer/base/error.h"
#include "rlminer/base/text.h"
#include "rlminer/generate/generate.h"
#include "rlminer/io/io.h"

namespace rlminer::cli {
namespace {

constexpr char kExamples[] =
    "Examples:\n"
    "  rlminer generate er -n 1000 -m 3000 --labels 3 --seed 1 -o er.lg\n"
    "  rlminer generate molecule -n 40 --graphs 100 -o molecules.json.gz\n"
    "  rlminer generate ba -n 500 --labels A,B --weights 3,1 --plant pattern.lg --copies 20 -o "
    "planted.lg";

struct GenerateOptions {
  std::string model;
  std::size_t vertices = 100;
  std::size_t edges = 200;
  double probability = -1.0;  // negative: by number of edges
  generate::BarabasiAlbert barabasi_albert;
  generate::WattsStrogatz watts_strogatz;
  generate::Grid grid;
  generate::Molecule molecule;
  std::string labels;
  std::vector<double> weights;
  std::string pattern;
  std::size_t copies = 10;
  std::size_t links = 1;
  std::size_t graphs = 1;
  std::uint64_t seed = 0;
  std::string to;
  std::string output;
};

// "4" stands for the labels 0 to 3; "C,N,O" for itself.
generate::LabelDistribution read_labels(const GenerateOptions& options) {
  generate::LabelDistribution result;
  std::istringstream names(options.labels);
  for (std::string name; std::getline(names, name, ',');)
    result.names.push_back(name);
  const auto count = text::to_integer(options.labels);
  if (count) {
    if (*count < 1 || *count > 1'000'000)
      throw UsageError("--labels", "a number from 1 to 1000000");
    result = generate::LabelDistribution::uniform(static_cast<std::size_t>(*count));
  }
  result.weights = options.weights;
  return result;
}

generate::TopologyParams read_topology(const GenerateOptions& options) {
  if (options.model == "ba")
    return generate::BarabasiAlbert{options.vertices, options.barabasi_albert.attach};
  if (options.model == "ws") {
    return generate::WattsStrogatz{options.vertices, options.watts_strogatz.neighbors,
                                   options.watts_strogatz.rewire};
  }
  if (options.model == "grid") return options.grid;
  if (options.model == "molecule")
    return generate::Molecule{options.vertices, options.molecule.ring};
  generate::ErdosRenyi result{options.vertices, options.edges, {}};
  if (options.probability >= 0.0) result.probability = options.probability;
  return result;
}

void run(const GenerateOptions& options) {
  generate::GenerateParams params{read_topology(options), read_labels(options), {}};
  if (!options.pattern.empty()) {
    Collection pattern = read_input(options.pattern);
    if (!pattern.single())
      throw Error(options.pattern + ": a pattern is one graph, and this is a collection");
    params.planted =
        generate::Planted{std::move(pattern.graphs.front()), options.copies, options.links};
  }
  std::string format = options.to.empty() ? io::format_for_name(options.output) : options.to;
  if (format.empty()) format = "lg";
  Rng rng(options.seed);
  const Collection collection = generate::generate_collection(params, options.graphs, rng);
  write_graphs(options.output, collection, format, "another format");
}

void declare_model(Command command, GenerateOptions& options) {
  command
      .value("MODEL", options.model,
             "er (Erdos-Renyi), ba (Barabasi-Albert), ws (Watts-Strogatz), grid, molecule")
      .required()
      .one_of({"er", "ba", "ws", "grid", "molecule"});
  command.value("-n,--vertices", options.vertices, "Vertices, except for grid [100]");
  command.value("-m,--num-edges", options.edges, "er: edges [200]");
  command.value("--edges", options.edges, "The same as --num-edges").former_name();
  command
      .value("-p,--probability", options.probability, "er: probability of each edge, instead of -m")
      .between(0.0, 1.0);
  command.value("--attach", options.barabasi_albert.attach, "ba: edges of a new vertex [2]");
  generate::WattsStrogatz& ring = options.watts_strogatz;
  command.value("--neighbors", ring.neighbors, "ws: neighbours in the ring, even [4]");
  command.value("--rewire", ring.rewire, "ws: probability of moving an edge [0.1]");
  generate::Grid& grid = options.grid;
  command.value("--rows", grid.rows, "grid: rows [10]");
  command.value("--columns", grid.columns, "grid: columns [10]");
  command.value("--diagonal", grid.diagonal, "grid: probability of a diagonal in a cell [0]");
  command.value("--hole", grid.hole, "grid: probability of leaving an edge out [0]");
  command.value("--ring", options.molecule.ring, "molecule: probability of a ring [0.1]");
}

void declare(Command command, GenerateOptions& options) {
  declare_model(command, options);
  command.value("--labels", options.labels, "How many labels (4: 0 to 3), or their names: C,N,O");
  command.value("--weights", options.weights, "Label weights: 6,3,1")
      .separated_by(',')
      .repeatable();
  command.value("--plant", options.pattern, "A file with a small graph to plant copies of")
      .type("FILE");
  command.value("--copies", options.copies, "How many copies to plant [10]");
  command.value("--links", options.links, "Edges that attach a copy [1]");
  command.value("--graphs", options.graphs, "How many graphs [1]");
  command.value("--seed", options.seed, "Equal seeds give equal graphs [0]");
  command
      .value("--to", options.to,
             "lg, edges, graphml, json or dot (default: what the name of FILE says, or lg)")
      .one_of(io::writable_formats());
  command.value("-o,--output", options.output, "File to write (gzip if it ends in .gz)")
      .type("FILE");
}

}  // namespace

void add_generate(Program& program, Context&) {
  program.add<GenerateOptions>("generate", "Make random labelled graphs", kExamples, declare, run);
}

}  // namespace rlminer::cli
