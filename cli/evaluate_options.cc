#include "cli/evaluate_options.h"

#include <CLI/CLI.hpp>
#include <cstdlib>

#include "cli/options.h"

#include "rlminer/base/error.h"

namespace rlminer::cli {
namespace {

constexpr std::size_t kMostSeeds = 10'000;

std::vector<study::Method> parse_methods(const std::string& text) {
  std::vector<study::Method> methods;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    try {
      methods.push_back(study::parse_method(text.substr(begin, end - begin)));
    } catch (const Error& error) {
      throw CLI::ValidationError("--methods", error.what());
    }
    for (std::size_t i = 0; i + 1 < methods.size(); ++i) {
      if (methods[i].name != methods.back().name) continue;
      throw CLI::ValidationError("--methods", "'" + methods.back().name + "' is named twice");
    }
    begin = end + 1;
  }
  return methods;
}

void add_question(CLI::App& command, EvaluateOptions& options) {
  command
      .add_option("COLLECTION", options.inputs, "Folders or files of collections, one table each")
      ->required()
      ->type_name("");
  add_parsed(
      command, "-k", "SIZES",
      [&](const std::string& text) { options.protocol.sizes = parse_sizes(text); },
      "Pattern sizes [5..9]");
  options.protocol.sizes = parse_sizes("5..9");
  add_parsed(
      command, "--methods", "LIST",
      [&](const std::string& text) { options.protocol.methods = parse_methods(text); },
      "Separated by commas: auto, exact, mni, mni+noninduced, rand, rand+samples=N, rl (needs "
      "--model), rl+samples=N, rl+samples=N+temperature=T, rl+beam=W, rl+multistart; each of rl "
      "also with +local (then local search) [exact,mni,rand]");
  options.protocol.methods = parse_methods("exact,mni,rand");
  add_model_options(command, options.learned);
  add_split_options(command, options.protocol.part, options.protocol.split_seed,
                    "Which graphs: a fifth at random [test], the others, or all");
  add_parsed(
      command, "--filter", "paper|none",
      [&](const std::string& name) { options.paper_filter = name == "paper"; },
      "paper [default]: only connected graphs with 10 < |V| < 500; none: every graph")
      ->check(CLI::IsMember({"paper", "none"}).description(""));
}

void add_means(CLI::App& command, EvaluateOptions& options) {
  add_parsed(
      command, "--seeds", "N",
      [&](const std::string& text) {
        options.protocol.seeds = parse_count("--seeds", text, 1, kMostSeeds);
      },
      "Runs of each method that draws at random [5]");
  command.add_option("--seed", options.protocol.first_seed, "Of the first of these runs [0]")
      ->type_name("S");
  add_threads_option(command, options.protocol.threads,
                     "1 [default]: times are those of one core; 0: one per core");
  add_parsed(
      command, "--time-limit", "SECONDS",
      [&](const std::string& text) { options.protocol.time_limit = parse_time_limit(text); },
      "For each graph and method; a graph not proven in time is left out");
  options.protocol.memory = parse_memory("70%");
  add_parsed(
      command, "--memory-limit", "AMOUNT",
      [&](const std::string& text) { options.protocol.memory = parse_memory(text); },
      "4G, 500M, or a share of the machine's memory [70%]");
}

void add_result(CLI::App& command, EvaluateOptions& options) {
  command.add_option("-o,--output", options.output, "Folder for the results, made if need be")
      ->required()
      ->type_name("DIR");
  add_parsed(
      command, "--cache", "DIR|none",
      [&](const std::string& text) {
        options.protocol.cache =
            text == "none" ? std::filesystem::path() : std::filesystem::path(text);
      },
      "Where proven best frequencies are kept between runs [~/.cache/rlminer]");
  options.protocol.cache = default_cache();
  command.add_flag("--quiet", options.quiet, "No warnings, no progress line, no table");
}

}  // namespace

std::filesystem::path default_cache() {
  const char* const cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && *cache != '\0') return std::filesystem::path(cache) / "rlminer";
  const char* const home = std::getenv("HOME");
  if (home != nullptr && *home != '\0') return std::filesystem::path(home) / ".cache" / "rlminer";
  return {};
}

void add_evaluate_options(CLI::App& command, EvaluateOptions& options) {
  add_question(command, options);
  add_means(command, options);
  add_result(command, options);
}

}  // namespace rlminer::cli
