#include "cli/mine_page.h"

#include <cmath>
#include <fmt/format.h>
#include <utility>

#include "cli/engine_choice.h"

#include "rlminer/report/mine_report.h"

namespace rlminer::cli {
namespace {

// Which graphs of the input; nothing where it holds just one.
std::string graphs_text(const MineOptions& options, const Collection& input) {
  using Kind = GraphChoice::Kind;
  std::string text;
  if (options.input.graph.kind == Kind::Union) {
    text = "all of them as one graph";
  } else if (options.input.graph.kind == Kind::One) {
    text = fmt::format("graph {}", input.numbers.front());
  } else if (!input.single()) {
    text = with_separators(input.graphs.size());
  }
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  if (options.input.paper_filter) add("connected, 10 < |V| < 500");
  if (options.input.part != graph::Part::All) add(graph::to_string(options.input.part) + " part");
  return text;
}

report::Facts facts_of(const MineOptions& options, const Collection& input,
                       const std::string& engine) {
  const auto one = [&](auto&& value) { return input.single() ? value() : std::string(); };
  const Graph& graph = input.graphs.front();
  return {
      {"Input", options.input.path},
      {"Graphs", graphs_text(options, input)},
      {"Vertices", one([&] { return with_separators(graph.num_vertices()); })},
      {"Edges", one([&] { return with_separators(graph.num_edges()); })},
      {"Labels", with_separators(graph.num_labels())},
      {"Sizes k", size_list(options.problem.sizes)},
      {"Patterns per size", with_separators(options.problem.top)},
      {"Engine", engine},
      {"Model", options.engine.model},
      {"Time limit", std::isfinite(options.time_limit) ? fmt::format("{:g} s", options.time_limit)
                                                       : std::string("none")},
      {"Seed", std::to_string(options.problem.seed)},
      {"Recounted", options.verify ? "every pattern, by the counting engine" : ""}};
}

}  // namespace

MinePage::MinePage(const MineOptions& options, const Collection& input, std::string engine)
    : options_(options), input_(input), engine_(std::move(engine)), answers_(input.graphs.size()) {}

std::string MinePage::html() const {
  report::MineReport report{.name = input_.name,
                            .asked = facts_of(options_, input_, engine_),
                            .footer = "Made by rlminer " RLMINER_VERSION
                                      ". This file needs no other file and no network.",
                            .graphs = {}};
  for (std::size_t i = 0; i < answers_.size(); ++i) {
    report.graphs.push_back({input_.graphs[i], input_.numbers[i], engine_, answers_[i]});
    if (options_.input.graph.kind == GraphChoice::Kind::Union) report.graphs.back().number.reset();
  }
  return report::to_html(report, {.timing = !options_.omit_timing});
}

std::size_t MinePage::default_occurrences(std::size_t graphs) {
  return graphs == 1 ? 200 : 50;
}

}  // namespace rlminer::cli
