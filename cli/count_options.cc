#include "cli/count_options.h"

#include "rlminer/base/text.h"

namespace rlminer::cli {
namespace {

// "C,C,O".
std::vector<std::string> parse_label_list(const std::string& text) {
  std::vector<std::string> labels = split_at(text, ',');
  for (const std::string& label : labels) {
    if (label.empty()) throw UsageError("--labels", "'" + text + "' has an empty label");
  }
  return labels;
}

// "0-1,1-2".
std::vector<std::pair<std::size_t, std::size_t>> parse_edge_list(const std::string& text) {
  std::vector<std::pair<std::size_t, std::size_t>> edges;
  for (const std::string& pair : split_at(text, ',')) {
    const std::vector<std::string> ends = split_at(pair, '-');
    const auto u = text::to_integer(ends.front());
    const auto v = text::to_integer(ends.back());
    if (ends.size() != 2 || !u || !v)
      throw UsageError("--edges", "'" + pair + "' is not a pair of vertex numbers such as 0-1");
    edges.emplace_back(*u, *v);
  }
  return edges;
}

void add_pattern(Command command, CountOptions& options) {
  const Option file = command
                          .value("PATTERN", options.pattern_path,
                                 "Graph file whose first graph is the pattern; or give it inline:")
                          .type("");
  add_inline_pattern(command, file, options.pattern, " when the input has one label");
  command
      .value("--pattern-label-file", options.pattern_label_file,
             "Vertex labels for a PATTERN that is an edge list")
      .type("FILE")
      .needs(file);
}

void add_question(Command command, CountOptions& options) {
  command.flag("--mni", options.mni,
               "Also the MNI support: the fewest distinct images of any pattern vertex");
  command.flag("--mappings", options.mappings,
               "Also the number of mappings: frequency times automorphisms");
  add_number(command, "--occurrences", options.occurrences, 0, kMostAskedFor,
             "Occurrences to report [1]");
}

void add_effort(Command command, CountOptions& options) {
  using count::Estimating;
  command.choice<Estimating>(
      "--estimate",
      {{"auto", Estimating::Auto}, {"never", Estimating::Never}, {"always", Estimating::Always}},
      options.estimating,
      "Estimate, with a 95 % interval, what cannot be counted in time (without a time limit: in a "
      "minute) [auto]");
  command.value("--seed", options.seed, "Of estimates [0]").type("S");
  add_time_limit(command, options.time_limit,
                 "For the whole run; what was not counted by then is estimated");
  add_threads_option(command, options.threads, "0 [default]: one per core");
}

}  // namespace

void add_inline_pattern(Command command, const Option& file, WrittenPattern& pattern,
                        const std::string& when_unlabelled) {
  command
      .parsed(
          "--labels", "A,B,...",
          [&](const std::string& text) { pattern.labels = parse_label_list(text); },
          "Label of each pattern vertex (may be left out" + when_unlabelled + ")")
      .excludes(file);
  command
      .parsed(
          "--edges", "0-1,...",
          [&](const std::string& text) { pattern.edges = parse_edge_list(text); },
          "Edges of the pattern between vertices numbered from 0")
      .excludes(file);
}

void require_pattern(const std::string& path, const WrittenPattern& pattern) {
  if (path.empty() && pattern.empty())
    throw UsageError("PATTERN, or --labels and --edges, is required");
}

void add_count_options(Command command, CountOptions& options) {
  add_input_options(command, options.input);
  add_pattern(command, options);
  add_question(command, options);
  add_effort(command, options);
  add_answer_options(command, options.format, options.output, options.omit_timing);
  command.flag("--quiet", options.input.quiet, "No warnings");
}

}  // namespace rlminer::cli
