// Networks with far too many connected sets to enumerate: which engine finds the most frequent
// pattern within a time.

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rlminer/base/error.h"
#include "rlminer/generate/generate.h"
#include "rlminer/graph/builder.h"
#include "rlminer/graph/refinement.h"
#include "rlminer/io/io.h"
#include "rlminer/report/curves.h"
#include "rlminer/study/experiment.h"
#include "rlminer/study/measurer.h"
#include "rlminer/study/models.h"
#include "rlminer/study/result_row.h"
#include "rlminer/study/store.h"

namespace rlminer::study {
namespace {

const std::vector<int> kNetworkSizes{8, 12, 16, 20};
constexpr std::size_t kModestDegree = 15;

// A way to search, and the name it has in the tables.
struct Way {
  std::string name;
  std::string engine;
  std::size_t beam = 0;
  bool local_search = false;
};

const std::vector<Way> kWays{{"rl", "rl"},
                             {"rl + local search", "rl", 0, true},
                             {"beam 3", "beam", 3},
                             {"beam 20", "beam", 20},
                             {"beam 100", "beam", 100},
                             {"sample", "sample"},
                             {"rand", "rand"},
                             {"auto", "auto", 0, true}};

struct Network {
  std::string name;
  Graph graph;
};

Graph read_single(const ExperimentOptions& options, const std::string& name) {
  Collection collection = io::read_collection(options.data / "single" / (name + ".lg"));
  if (collection.graphs.size() != 1) throw Error(name + ": not a single network");
  return std::move(collection.graphs[0]);
}

// Without the vertices of many neighbours; those they leave alone stay.
Graph without_hubs(const Graph& graph) {
  graph::GraphBuilder builder;
  std::vector<std::optional<Vertex>> number(graph.num_vertices());
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    if (graph.degree(v) <= kModestDegree)
      number[v] = builder.add_vertex(graph.id(v), graph.label_name(v));
  }
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    for (const Vertex w : graph.neighbors(v)) {
      if (v < w && number[v] && number[w]) builder.add_edge(*number[v], *number[w]);
    }
  }
  return builder.build();
}

Graph generated(const generate::TopologyParams& topology, std::size_t labels,
                std::uint64_t seed = 1) {
  Rng rng(seed);
  return generate::generate({topology, generate::LabelDistribution::uniform(labels), {}}, rng);
}

// One of ours by name, or a file in the folder of single networks.
Graph make_network(const ExperimentOptions& options, const std::string& name) {
  if (name == "yeast-15") return without_hubs(read_single(options, "yeast"));
  if (name == "er-30k") return generated(generate::ErdosRenyi{10'000, 30'000, {}}, 8);
  // Rich in labels, from seeds that no model was trained with.
  if (name == "er-rich") return generated(generate::ErdosRenyi{5'000, 8'000, {}}, 30, 71);
  if (name == "ws-rich") return generated(generate::WattsStrogatz{8'000, 4, 0.2}, 25, 72);
  if (name == "ba-1m") return generated(generate::BarabasiAlbert{333'334, 3}, 5);
  return read_single(options, name);
}

std::vector<Network> networks(const ExperimentOptions& options) {
  std::vector<Network> result;
  for (const std::string& name : chosen(options, {"citeseer", "cora", "pubmed", "yeast", "yeast-15",
                                                  "er-30k", "er-rich", "ws-rich", "ba-1m"}))
    result.push_back({name, make_network(options, name)});
  return result;
}

// Loading the model and its first call are not part of the time.
std::shared_ptr<policy::Policy> warm_policy(const Graph& graph, const ModelFile& model,
                                            Measurer& measurer) {
  Vertex hub = 0;
  for (Vertex v = 0; v < graph.num_vertices(); ++v)
    hub = graph.degree(v) > graph.degree(hub) ? v : hub;
  Rng rng(1);
  const Graph part = graph::neighbourhood(graph, hub, {.vertices = 40}, rng).graph;
  return measurer.warm_policy(model, part, kNetworkSizes.front());
}

Found find(const Network& network, const Way& way, int size, double seconds, const ModelFile& model,
           Measurer& measurer) {
  const engine::UsesModel uses = engine::engine_info(way.engine).model;
  const bool learned = uses != engine::UsesModel::Never;
  StoreKey key(fmt::format("networks-{}-{}-k{}", network.name, way.name, size));
  key.add("model", learned ? model.hash : "");
  engine::EngineSettings settings;
  if (!way.local_search) {
    settings.decode = policy::Decode::Sample;
    settings.local_search = 0.0;
  }
  if (way.beam > 0) settings.beam = way.beam;
  engine::Problem problem;
  problem.sizes = {size};
  const auto what = fmt::format("{}  {}  k={}  {} s", network.name, way.name, size, seconds);
  return measurer.solve(key, what, network.graph, problem, seconds, [&] {
    if (!learned) return engine::make_engine(way.engine, settings);
    auto policy = warm_policy(network.graph, model, measurer);
    // auto has it as the program gives it: to be asked where that has paid.
    return engine::make_engine(
        way.engine, settings,
        {[policy] { return policy; }, kNetworkSizes, uses == engine::UsesModel::Always});
  });
}

// What one way has found within one time limit.
struct Attempt {
  const Way& way;
  double limit = 0.0;               // seconds
  std::vector<Found> by_size = {};  // as kNetworkSizes
};

// Everything found in one network, way by way.
struct Findings {
  std::vector<Attempt> attempts = {};

  double best(std::size_t size) const {
    double most = 0.0;
    for (const Attempt& each : attempts)
      most = std::max(most, each.by_size[size].frequency);
    return most;
  }
  std::optional<double> ratio(const Attempt& attempt, std::size_t size) const {
    if (best(size) == 0.0) return std::nullopt;
    return attempt.by_size[size].frequency / best(size);
  }
  // Over the sizes of which there are any.
  std::optional<double> mean_ratio(const Attempt& attempt) const {
    std::vector<double> ratios;
    for (std::size_t s = 0; s < kNetworkSizes.size(); ++s) {
      if (const auto each = ratio(attempt, s)) ratios.push_back(*each);
    }
    return ratios.empty() ? std::nullopt : std::optional(mean(ratios));
  }
};

Findings measure(const Network& network, const std::vector<double>& limits, const ModelFile& model,
                 Measurer& measurer) {
  Findings findings;
  for (const Way& way : kWays) {
    for (const double seconds : limits) {
      Attempt& attempt = findings.attempts.emplace_back(Attempt{way, seconds});
      for (const int size : kNetworkSizes)
        attempt.by_size.push_back(find(network, way, size, seconds, model, measurer));
    }
  }
  return findings;
}

// A row per attempt in the table, and one per attempt and size in the data.
void add_rows(const Network& network, const Findings& findings, Results& results) {
  Table table{.title = fmt::format("{}: {} vertices, {} edges, {} labels", network.name,
                                   network.graph.num_vertices(), network.graph.num_edges(),
                                   network.graph.num_labels()),
              .header = {"method", "seconds"}};
  for (std::size_t s = 0; s < kNetworkSizes.size(); ++s)
    table.header.push_back(fmt::format("k={} (best {:.4g})", kNetworkSizes[s], findings.best(s)));
  for (const Attempt& attempt : findings.attempts) {
    auto& row = table.rows.emplace_back(
        std::vector<std::string>{attempt.way.name, fmt::format("{}", attempt.limit)});
    for (std::size_t s = 0; s < kNetworkSizes.size(); ++s) {
      const Found& found = attempt.by_size[s];
      const auto ratio = findings.ratio(attempt, s);
      row.push_back(ratio_cell(ratio) + (found.exact ? "" : " ~"));
      results.data.rows.push_back({network.name, attempt.way.name, csv_cell(attempt.limit),
                                   std::to_string(kNetworkSizes[s]),
                                   fmt::format("{:.10g}", found.frequency), found.exact ? "1" : "0",
                                   csv_cell(ratio), csv_cell(found.seconds)});
    }
  }
  results.tables.push_back(std::move(table));
}

// Who has found the most of one size within one limit: several when they are nearly the same.
std::string winners_of(const Findings& findings, double limit, std::size_t size) {
  constexpr double kSame = 0.995;  // estimates of one and the same pattern differ a little
  double most = 0.0;
  for (const Attempt& each : findings.attempts) {
    if (each.limit == limit) most = std::max(most, each.by_size[size].frequency);
  }
  std::string names;
  for (const Attempt& each : findings.attempts) {
    if (most > 0.0 && each.limit == limit && each.by_size[size].frequency >= kSame * most)
      names += (names.empty() ? "" : " = ") + each.way.name;
  }
  return names.empty() ? "-" : names;
}

// Who is ahead, size by size: the learned engine cannot be asked about all of them.
std::string winners(const Network& network, const std::vector<double>& limits,
                    const Findings& findings) {
  std::string text = fmt::format("- {}: ", network.name);
  for (std::size_t l = 0; l < limits.size(); ++l) {
    text += fmt::format("{}in {} s", l == 0 ? "" : "; ", limits[l]);
    for (std::size_t s = 0; s < kNetworkSizes.size(); ++s)
      text += fmt::format("{} k={} {}", s == 0 ? "" : ",", kNetworkSizes[s],
                          winners_of(findings, limits[l], s));
  }
  return text + ".\n";
}

report::Panel panel_of(const Network& network, const Findings& findings) {
  report::Panel panel{.title = network.name,
                      .x_label = "log10 of the seconds",
                      .y_label = "mean over the sizes of frequency / best known",
                      .series = {}};
  for (const Attempt& each : findings.attempts) {
    if (panel.series.empty() || panel.series.back().name != each.way.name)
      panel.series.push_back({each.way.name, {}});
    if (const auto ratio = findings.mean_ratio(each))
      panel.series.back().points.emplace_back(std::log10(each.limit), *ratio);
  }
  return panel;
}

constexpr char kNetworksIntro[] =
    "Every size is asked about alone, with a time limit. Figures are the frequency found divided\n"
    "by the best that any of these runs has found; `~`: the frequency is an estimate or a lower\n"
    "bound, not counted to the end. The learned engine sees neighbourhoods of the network, with\n"
    "the model `networks`, trained for sizes up to 14. `rl` is 32 samples; with local search it\n"
    "takes all the time: samples, swaps and larger steps. beam N keeps N patterns of each size;\n"
    "rand draws 100 subgraphs; auto uses several of them, and the policy where there are no hubs.\n"
    "yeast-15 is yeast without the vertices of more than 15 neighbours; er-30k (random, 8\n"
    "labels), er-rich and ws-rich (random and small-world, 30 and 25 labels) and ba-1m\n"
    "(scale-free, 5 labels, a million edges) are generated.";

}  // namespace

void run_networks(const ExperimentOptions& options) {
  const std::vector<Network> all = networks(options);
  const ModelFile model = require_model(options, "networks");
  Measurer measurer(options,
                    all.size() * kWays.size() * options.limits.size() * kNetworkSizes.size());
  Results results{.name = "networks", .title = "Networks too large to enumerate"};
  results.intro = fmt::format("{}\n{} threads, seed 0.", kNetworksIntro, options.threads);
  results.data.header = {"network",   "method", "limit", "k",
                         "frequency", "exact",  "ratio", "seconds"};
  results.notes = "Who has found the most (several when they differ by less than 0.5 %):\n\n";
  std::vector<report::Panel> panels;
  for (const Network& network : all) {
    const Findings findings = measure(network, options.limits, model, measurer);
    add_rows(network, findings, results);
    results.notes += winners(network, options.limits, findings);
    panels.push_back(panel_of(network, findings));
  }
  results.svg = report::curves_plot("Networks: frequency reached against seconds", panels);
  write_results(options, results);
}

}  // namespace rlminer::study
