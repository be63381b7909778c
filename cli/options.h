#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "rlminer/graph/split.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace rlminer::cli {

// Readers of option values. Each throws CLI::ValidationError (bad usage) for text it cannot read.

// "7", "5..9", "3,5,7" and mixtures: ascending, each once, all in 1..kMaxPatternSize.
std::vector<int> parse_sizes(const std::string& text, const std::string& option = "-k");

// "4G", "500M", "1.5 GiB", "4096" (bytes) or "70%" (of the memory this process may use), in bytes.
std::size_t parse_memory(const std::string& text);

// A finite positive number, for the option of that name.
double parse_positive(const std::string& option, const std::string& text);

// A number that is at least 0 and less than 1, for the option of that name.
double parse_share(const std::string& option, const std::string& text);

// A finite positive number of seconds.
double parse_time_limit(const std::string& text);

// A whole number in lowest..highest, for the option of that name.
std::size_t parse_count(const std::string& option, const std::string& text, std::size_t lowest,
                        std::size_t highest);

// Which graphs of the input to treat, and how.
struct GraphChoice {
  enum class Kind { All, One, Union };
  Kind kind = Kind::All;
  std::size_t number = 0;  // for One: the place of the graph in the input
};
GraphChoice parse_graph_choice(const std::string& text);

// Adds an option whose text `read` turns into a value, or refuses with CLI::ValidationError.
CLI::Option* add_parsed(CLI::App& command, const char* name, const char* type,
                        const std::function<void(const std::string&)>& read, const char* help);

// "text|json": how --help writes a choice of words, which completions read.
std::string one_of(const std::vector<std::string>& words);

// Adds --split and --split-seed.
void add_split_options(CLI::App& command, graph::Part& part, std::uint64_t& seed, const char* help);

// Adds --threads.
void add_threads_option(CLI::App& command, int& threads, const char* help);

// Adds --format, -o and --omit-timing, which every command that prints answers has. The formats are
// text, json and those given.
void add_answer_options(CLI::App& command, std::string& format, std::string& output,
                        bool& omit_timing, const std::vector<std::string>& more_formats = {});

// Empty when there is an engine of that name, otherwise what is wrong (as CLI11's validators
// answer).
std::string check_engine(const std::string& name);

}  // namespace rlminer::cli
