#include "cli/count_options.h"

#include <CLI/CLI.hpp>
#include <charconv>
#include <functional>
#include <string_view>

#include "cli/options.h"

namespace rlminer::cli {
namespace {

constexpr std::size_t kMostReported = 1'000'000'000;
constexpr std::size_t kMostThreads = 1024;

std::vector<std::string_view> split_at_commas(std::string_view text) {
  std::vector<std::string_view> parts;
  for (std::size_t comma; (comma = text.find(',')) != std::string_view::npos;) {
    parts.push_back(text.substr(0, comma));
    text.remove_prefix(comma + 1);
  }
  parts.push_back(text);
  return parts;
}

bool read_number(std::string_view text, std::size_t& number) {
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, number);
  return error == std::errc() && end == last && !text.empty();
}

CLI::Option* add_parsed(CLI::App& command, const char* name, const char* type,
                        const std::function<void(const std::string&)>& read, const char* help) {
  return command.add_option_function<std::string>(name, read, help)->type_name(type);
}

void add_pattern(CLI::App& command, CountOptions& options) {
  CLI::Option* const file =
      command
          .add_option("PATTERN", options.pattern_path,
                      "Graph file whose first graph is the pattern; or give it inline:")
          ->type_name("");
  CLI::Option* const labels = add_parsed(
      command, "--labels", "A,B,...",
      [&](const std::string& text) { options.pattern.labels = parse_label_list(text); },
      "Label of each pattern vertex (may be left out when the input has one label)");
  CLI::Option* const edges = add_parsed(
      command, "--edges", "0-1,...",
      [&](const std::string& text) { options.pattern.edges = parse_edge_list(text); },
      "Edges of the pattern between vertices numbered from 0");
  labels->excludes(file);
  edges->excludes(file);
  command
      .add_option("--pattern-label-file", options.pattern_label_file,
                  "Vertex labels for a PATTERN that is an edge list")
      ->type_name("FILE")
      ->needs(file);
}

void add_input(CLI::App& command, CountOptions& options) {
  command
      .add_option("--label-file", options.input.label_file,
                  "Vertex labels for an INPUT that is an edge list")
      ->type_name("FILE");
  add_format_option(command, options.input);
  add_parsed(
      command, "--graph", "I|all|union",
      [&](const std::string& text) { options.input.graph = parse_graph_choice(text); },
      "Number of one graph of the input, all [default], or union: the input as one graph");
  add_parsed(
      command, "--filter", "paper|none",
      [&](const std::string& name) { options.input.paper_filter = name == "paper"; },
      "paper: only connected graphs with 10 < |V| < 500; none [default]: every graph")
      ->check(CLI::IsMember({"paper", "none"}).description(""));
}

void add_question(CLI::App& command, CountOptions& options) {
  command.add_flag("--mni", options.mni,
                   "Also the MNI support: the fewest distinct images of any pattern vertex");
  command.add_flag("--mappings", options.mappings,
                   "Also the number of mappings: frequency times automorphisms");
  add_parsed(
      command, "--occurrences", "N",
      [&](const std::string& text) {
        options.occurrences = parse_count("--occurrences", text, 0, kMostReported);
      },
      "Occurrences to report [1]");
}

void add_effort(CLI::App& command, CountOptions& options) {
  const std::vector<std::pair<std::string, engine::Estimating>> ways = {
      {"auto", engine::Estimating::Auto},
      {"never", engine::Estimating::Never},
      {"always", engine::Estimating::Always}};
  add_parsed(
      command, "--estimate", "auto|never|always",
      [&options, ways](const std::string& name) {
        for (const auto& [word, way] : ways) {
          if (word == name) options.estimating = way;
        }
      },
      "Estimate, with a 95 % interval, what cannot be counted in time (without a time limit: in a "
      "minute) [auto]")
      ->check(CLI::IsMember({"auto", "never", "always"}).description(""));
  command.add_option("--seed", options.seed, "Of estimates [0]")->type_name("S");
  add_parsed(
      command, "--time-limit", "SECONDS",
      [&](const std::string& text) { options.time_limit = parse_time_limit(text); },
      "For the whole run; what was not counted by then is estimated");
  add_parsed(
      command, "--threads", "N",
      [&](const std::string& text) {
        options.threads = static_cast<int>(parse_count("--threads", text, 0, kMostThreads));
      },
      "0 [default]: one per core");
}

void add_result(CLI::App& command, CountOptions& options) {
  add_answer_options(command, options.format, options.output, options.omit_timing);
  command.add_flag("--quiet", options.input.quiet, "No warnings");
}

}  // namespace

std::vector<std::string> parse_label_list(const std::string& text) {
  std::vector<std::string> labels;
  for (const std::string_view part : split_at_commas(text)) {
    if (part.empty()) throw CLI::ValidationError("--labels", "'" + text + "' has an empty label");
    labels.emplace_back(part);
  }
  return labels;
}

std::vector<std::pair<std::size_t, std::size_t>> parse_edge_list(const std::string& text) {
  std::vector<std::pair<std::size_t, std::size_t>> edges;
  for (const std::string_view part : split_at_commas(text)) {
    const std::size_t dash = part.find('-');
    std::size_t u = 0;
    std::size_t v = 0;
    if (dash == std::string_view::npos || !read_number(part.substr(0, dash), u) ||
        !read_number(part.substr(dash + 1), v)) {
      throw CLI::ValidationError(
          "--edges", "'" + std::string(part) + "' is not a pair of vertex numbers such as 0-1");
    }
    edges.emplace_back(u, v);
  }
  return edges;
}

void add_count_options(CLI::App& command, CountOptions& options) {
  command
      .add_option("INPUT", options.input.path,
                  "Graph file, folder of a collection, or example:NAME")
      ->required()
      ->type_name("");
  add_pattern(command, options);
  add_input(command, options);
  add_question(command, options);
  add_effort(command, options);
  add_result(command, options);
}

}  // namespace rlminer::cli
