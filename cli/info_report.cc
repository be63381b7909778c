#include "cli/info_report.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/engine_choice.h"

#include "rlminer/base/text.h"

namespace rlminer::cli {
namespace {

std::string histogram(const std::string& title, const std::vector<graph::Bar>& rows) {
  constexpr std::size_t kWidest = 40;
  std::size_t largest = 1;
  std::size_t width = 0;
  for (const auto& [name, count] : rows) {
    largest = std::max(largest, count);
    width = std::max(width, name.size());
  }
  std::string result = title + "\n";
  for (const auto& [name, count] : rows) {
    const std::string bar((count * kWidest + largest - 1) / largest, '#');
    result += fmt::format("  {:>{}}  {:>10}{}{}\n", text::printable(name), width, count,
                          bar.empty() ? "" : "  ", bar);
  }
  return result;
}

std::string label_histogram(const graph::Statistics& statistics) {
  constexpr std::size_t kShown = 30;
  std::vector<graph::Bar> rows = statistics.labels;
  const std::string title = fmt::format("labels: {}", rows.size());
  if (rows.size() <= kShown) return histogram(title, rows);
  std::stable_sort(rows.begin(), rows.end(), [](const graph::Bar& a, const graph::Bar& b) {
    return a.vertices > b.vertices;
  });
  rows.resize(kShown);
  return histogram(fmt::format("{}, the {} most frequent", title, kShown), rows);
}

// How much of a graph is shown so that a person sees what was understood.
constexpr std::size_t kFirst = 8;

// Calls visit(u, v) for the first edges.
template <typename Visit>
void for_first_edges(const Graph& graph, Visit&& visit) {
  std::size_t seen = 0;
  for (Vertex u = 0; u < graph.num_vertices(); ++u) {
    for (const Vertex v : graph.neighbors(u)) {
      if (u > v) continue;
      if (seen++ == kFirst) return;
      visit(u, v);
    }
  }
}

std::string first_vertices(const Graph& graph) {
  std::string result;
  for (Vertex v = 0; v < std::min(kFirst, graph.num_vertices()); ++v) {
    result += fmt::format("{}{}:{}", v == 0 ? "" : "  ", text::shown(graph.id(v)),
                          text::shown(graph.label_name(v)));
  }
  return result + (graph.num_vertices() > kFirst ? "  ..." : "");
}

std::string first_edges(const Graph& graph) {
  std::string result;
  for_first_edges(graph, [&](Vertex u, Vertex v) {
    result += fmt::format("{}{}-{}", result.empty() ? "" : "  ", text::shown(graph.id(u)),
                          text::shown(graph.id(v)));
  });
  return result.empty() ? "no edges" : result + (graph.num_edges() > kFirst ? "  ..." : "");
}

std::string shown_edge_labels(const graph::Statistics& statistics) {
  constexpr std::size_t kShown = 12;
  std::string result = std::to_string(statistics.edge_labels.size()) + ":";
  for (std::size_t i = 0; i < statistics.edge_labels.size() && i < kShown; ++i) {
    const auto& [label, count] = statistics.edge_labels[i];
    result += fmt::format("  {} ({})", label.empty() ? "none" : text::shown(label), count);
  }
  return result + (statistics.edge_labels.size() > kShown ? "  ..." : "");
}

nlohmann::ordered_json first_vertices_json(const Graph& graph) {
  auto result = nlohmann::ordered_json::array();
  for (Vertex v = 0; v < std::min(kFirst, graph.num_vertices()); ++v)
    result.push_back({graph.id(v), graph.label_name(v)});
  return result;
}

nlohmann::ordered_json first_edges_json(const Graph& graph) {
  auto result = nlohmann::ordered_json::array();
  for_first_edges(graph, [&](Vertex u, Vertex v) { result.push_back({graph.id(u), graph.id(v)}); });
  return result;
}

nlohmann::ordered_json as_json(const graph::ValueRange& range) {
  return {{"min", range.min}, {"mean", range.mean}, {"max", range.max}};
}

}  // namespace

std::string to_text(const Collection& collection, const graph::Statistics& statistics,
                    bool filtered) {
  std::string result = fmt::format("{} ({})\n", collection.name, collection.format);
  const auto line = [&](const char* name, const std::string& value) {
    result += fmt::format("{:<12}{}\n", name, value);
  };
  const auto per_graph = [](const graph::ValueRange& range) {
    return fmt::format("{:.2f} per graph, {} to {}", range.mean, range.min, range.max);
  };
  if (statistics.graphs != 1 || filtered) {
    line("graphs",
         fmt::format("{}, {} of them connected", statistics.graphs, statistics.connected_graphs));
    line("vertices", per_graph(statistics.vertices_per_graph));
    line("edges", per_graph(statistics.edges_per_graph));
  } else {
    line("vertices", std::to_string(statistics.vertices));
    line("edges", std::to_string(statistics.edges));
  }
  if (statistics.directed) line("directed", fmt::format("{} arcs", statistics.arcs));
  if (!statistics.edge_labels.empty()) line("edge labels", shown_edge_labels(statistics));
  line("components", fmt::format("{}, the largest of {} vertices", statistics.components,
                                 statistics.largest_component));
  line("isolated", fmt::format("{} vertices", statistics.isolated));
  if (!collection.graphs.empty()) {
    line("begins with", first_vertices(collection.graphs.front()));
    line("", first_edges(collection.graphs.front()));
  }
  const graph::ValueRange& degree = statistics.degree;
  result += label_histogram(statistics);
  result +=
      histogram(fmt::format("degrees: {} to {}, mean {:.2f}", degree.min, degree.max, degree.mean),
                graph::degree_bars(statistics));
  if (filtered) {
    result +=
        fmt::format("Table 1 row: {} | {} | {:.2f} | {:.2f}\n", collection.name, statistics.graphs,
                    statistics.vertices_per_graph.mean, statistics.edges_per_graph.mean);
  }
  return result;
}

std::string to_json(const Collection& collection, const graph::Statistics& statistics) {
  nlohmann::ordered_json result;
  result["name"] = collection.name;
  result["format"] = collection.format;
  result["graphs"] = statistics.graphs;
  result["connected_graphs"] = statistics.connected_graphs;
  result["vertices"] = statistics.vertices;
  result["edges"] = statistics.edges;
  result["vertices_per_graph"] = as_json(statistics.vertices_per_graph);
  result["edges_per_graph"] = as_json(statistics.edges_per_graph);
  if (statistics.directed) {
    result["directed"] = true;
    result["arcs"] = statistics.arcs;
  }
  for (const auto& [label, count] : statistics.edge_labels)
    result["edge_labels"][label] = count;
  result["components"] = statistics.components;
  result["largest_component"] = statistics.largest_component;
  result["isolated"] = statistics.isolated;
  result["degree"] = as_json(statistics.degree);
  result["degrees"] = statistics.degrees;  // a list of [degree, vertices]
  result["labels"] = nlohmann::ordered_json::object();
  for (const auto& [label, vertices] : statistics.labels)
    result["labels"][label] = vertices;
  const Graph first = collection.graphs.empty() ? Graph() : collection.graphs.front();
  result["first_vertices"] = first_vertices_json(first);  // a list of [id, label]
  result["first_edges"] = first_edges_json(first);        // a list of [id, id]
  return result.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

namespace {

using Json = nlohmann::ordered_json;

std::string switches(const model::NetworkConfig& network) {
  std::string text;
  const auto add = [&text](bool on, const std::string& name) {
    if (on) text += (text.empty() ? "" : ", ") + name;
  };
  add(network.plus, "plus");
  add(network.features, "features");
  add(network.foresight > 0, fmt::format("foresight of {} vertices", network.foresight));
  add(network.relations > 0, "edges told apart");
  add(network.context_layers > 0,
      fmt::format("context {} wide, {} layers", network.context_hidden, network.context_layers));
  add(!network.task_steps, "no task steps");
  add(!network.skip_gate, "no skip gate");
  add(!network.state_messages, "no state messages");
  add(!network.reward_head, "no reward head");
  return text.empty() ? "as in the paper" : text;
}

}  // namespace

std::string to_text(const std::string& path, const model::ModelInfo& info) {
  const model::NetworkConfig& network = info.network;
  std::string text = fmt::format("{} (model of rlminer {})\n", path, info.program_version);
  const auto line = [&text](const std::string& name, const std::string& value) {
    text += fmt::format("{:<12}{}\n", name, value);
  };
  line("network", fmt::format("{} wide, {} layers, {} heads; {}", network.hidden, network.layers,
                              network.heads, switches(network)));
  line("sizes", size_list(info.sizes));
  line("labels", info.labels.empty()
                     ? fmt::format("any: by rank in the graph, {} ranks", network.labels)
                     : fmt::format("{}: {}", info.labels.size(), fmt::join(info.labels, " ")));
  if (network.relations > 0)
    line("edges", fmt::format("of any kinds: by rank in the graph, {} ranks", network.relations));
  for (const model::TrainingPart& part : info.parts) {
    line("trained on", fmt::format("{}, split seed {}: {} graphs, {} for validation, {} left for "
                                   "testing",
                                   part.dataset, part.split_seed, part.split.train.size(),
                                   part.split.validation.size(), part.split.test.size()));
  }
  line("algorithm", fmt::format("{}, seed {}", info.algorithm, info.seed));
  for (const auto& [name, value] : info.notes)
    line(name, value);
  return text;
}

std::string to_json(const std::string& path, const model::ModelInfo& info) {
  model::NetworkConfig network = info.network;
  const Json json = {{"name", path},
                     {"format", "model"},
                     {"program_version", info.program_version},
                     {"network", model::json_of(model::fields_of(network))},
                     {"sizes", info.sizes},
                     {"labels", info.labels},
                     {"trained_on", model::json_of(info.parts)},
                     {"algorithm", info.algorithm},
                     {"seed", info.seed},
                     {"notes", info.notes}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string overlap_warning(const model::ModelInfo& info, const std::string& dataset,
                            std::size_t graphs, const std::vector<std::size_t>& places) {
  const model::TrainingPart* const part = info.part(dataset);
  if (part == nullptr) return {};
  if (part->split.graphs() != graphs) {
    return fmt::format(
        "the model was trained on another selection of {} ({} graphs, here {}): it "
        "may know some of these graphs",
        dataset, part->split.graphs(), graphs);
  }
  const auto [trained, chosen] = info.known_of(dataset, places);
  if (trained + chosen == 0) return {};
  return fmt::format(
      "the model knows {} of these {} graphs: {} from training, {} from "
      "validation",
      trained + chosen, places.size(), trained, chosen);
}

}  // namespace rlminer::cli
