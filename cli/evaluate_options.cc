#include "cli/evaluate_options.h"

#include <cstdlib>

#include "cli/options.h"

#include "rlminer/base/error.h"

namespace rlminer::cli {
namespace {

constexpr std::size_t kMostSeeds = 10'000;

std::vector<study::Method> parse_methods(const std::string& text) {
  std::vector<study::Method> methods;
  for (const std::string& name : split_at(text, ',')) {
    try {
      methods.push_back(study::parse_method(name));
    } catch (const Error& error) {
      throw UsageError("--methods", error.what());
    }
    for (std::size_t i = 0; i + 1 < methods.size(); ++i) {
      if (methods[i].name != methods.back().name) continue;
      throw UsageError("--methods", "'" + methods.back().name + "' is named twice");
    }
  }
  return methods;
}

void add_question(Command command, EvaluateOptions& options) {
  command.value("COLLECTION", options.inputs, "Folders or files of collections, one table each")
      .required()
      .type("");
  command.parsed(
      "-k", "SIZES", [&](const std::string& text) { options.protocol.sizes = parse_sizes(text); },
      "Pattern sizes [5..9]");
  options.protocol.sizes = parse_sizes("5..9");
  command.parsed(
      "--methods", "LIST",
      [&](const std::string& text) { options.protocol.methods = parse_methods(text); },
      "Separated by commas: auto, exact, mni, mni+noninduced, rand, rand+samples=N, rl (needs "
      "--model), rl+samples=N, rl+samples=N+temperature=T, rl+beam=W, rl+multistart; each of rl "
      "also with +local (then local search) [exact,mni,rand]");
  options.protocol.methods = parse_methods("exact,mni,rand");
  add_model_options(command, options.learned);
  add_split_options(command, options.protocol.part, options.protocol.split_seed,
                    "Which graphs: a fifth at random [test], the others, or all");
  add_filter_option(command, options.paper_filter);
}

void add_means(Command command, EvaluateOptions& options) {
  add_number(command, "--seeds", options.protocol.seeds, 1, kMostSeeds,
             "Runs of each method that draws at random [5]");
  command.value("--seed", options.protocol.first_seed, "Of the first of these runs [0]").type("S");
  add_threads_option(command, options.protocol.threads,
                     "1 [default]: times are those of one core; 0: one per core");
  add_time_limit(command, options.protocol.time_limit,
                 "For each graph and method; a graph not proven in time is left out");
  add_memory_limit(command, options.protocol.memory);
}

void add_result(Command command, EvaluateOptions& options) {
  command.value("-o,--output", options.output, "Folder for the results, made if need be")
      .required()
      .type("DIR");
  command.parsed(
      "--cache", "DIR|none",
      [&](const std::string& text) {
        options.protocol.cache =
            text == "none" ? std::filesystem::path() : std::filesystem::path(text);
      },
      "Where proven best frequencies are kept between runs [~/.cache/rlminer]");
  options.protocol.cache = default_cache();
  command.flag("--quiet", options.quiet, "No warnings, no progress line, no table");
}

}  // namespace

std::filesystem::path default_cache() {
  const char* const cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && *cache != '\0') return std::filesystem::path(cache) / "rlminer";
  const char* const home = std::getenv("HOME");
  if (home != nullptr && *home != '\0') return std::filesystem::path(home) / ".cache" / "rlminer";
  return {};
}

void add_evaluate_options(Command command, EvaluateOptions& options) {
  add_question(command, options);
  add_means(command, options);
  add_result(command, options);
}

}  // namespace rlminer::cli
