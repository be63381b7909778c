#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.h"

#include "rlminer/graph/split.h"

// Readers of option values, and options that several commands have.
namespace rlminer::cli {

// More of anything cannot be asked for.
inline constexpr std::size_t kMostAskedFor = 1'000'000'000;

// The pieces between separators, empty ones too.
std::vector<std::string> split_at(std::string_view text, char separator);
std::string joined(const std::vector<std::string>& words, std::string_view separator);

// Each of these throws UsageError for text it cannot read.

// "7", "5..9", "3,5,7" and mixtures: ascending, each once, all in 1..kMaxPatternSize.
std::vector<int> parse_sizes(const std::string& text, const std::string& option = "-k");

// "4G", "500M", "1.5 GiB", "4096" (bytes) or "70%" (of the memory this process may use), in bytes.
std::size_t parse_memory(const std::string& text);

// A finite positive number, for the option of that name.
double parse_positive(const std::string& option, const std::string& text,
                      const std::string& what = "number");

// A number that is at least 0 and less than 1, for the option of that name.
double parse_share(const std::string& option, const std::string& text);

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

// One of so many parts of the graphs, for processes that share nothing but files.
struct Shard {
  std::size_t place = 1;  // from 1
  std::size_t of = 1;
};
Shard parse_shard(const std::string& text);

// An option for a whole number in lowest..highest.
template <typename Number>
Option add_number(Command command, const std::string& name, Number& place, std::size_t lowest,
                  std::size_t highest, const std::string& help) {
  const auto read = [name, lowest, highest, &place](const std::string& text) {
    place = static_cast<Number>(parse_count(name, text, lowest, highest));
  };
  return command.parsed(name, "N", read, help);
}

// Adds --time-limit.
void add_time_limit(Command command, double& seconds, const std::string& help);

// Adds --memory-limit, 70 % by default.
void add_memory_limit(Command command, std::size_t& bytes);

// Adds --split and --split-seed.
void add_split_options(Command command, graph::Part& part, std::uint64_t& seed, const char* help);

// Adds --threads.
void add_threads_option(Command command, int& threads, const char* help);

// Adds --filter; what `paper` is now is the default.
void add_filter_option(Command command, bool& paper);

// Adds -o and --output.
void add_output_option(Command command, std::string& output);

// Adds --format, -o and --omit-timing, which every command that prints answers has. The formats are
// text, json and those given.
void add_answer_options(
    Command command, std::string& format, std::string& output, bool& omit_timing,
    const std::vector<std::string>& more_formats = {},
    const std::string& format_help = "text [default], or json: one object per line");

// The format asked for or, when none was, the one that the name of the output file tells.
std::string answer_format(const std::string& given, const std::string& output);

// Empty when there is an engine of that name, otherwise what is wrong.
std::string check_engine(const std::string& name);

}  // namespace rlminer::cli
