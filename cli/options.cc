#include "cli/options.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <optional>
#include <string_view>

#include "cli/usage_error.h"

#include "rlminer/base/error.h"
#include "rlminer/base/machine.h"
#include "rlminer/engine/registry.h"
#include "rlminer/pattern/pattern.h"

namespace rlminer::cli {
namespace {

// The value of text that is a number from the first character to the last.
template <typename Number>
std::optional<Number> whole_number(std::string_view text) {
  Number value{};
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value);
  if (text.empty() || error != std::errc() || end != last) return std::nullopt;
  return value;
}

int parse_size(std::string_view text, const std::string& option) {
  const auto size = whole_number<int>(text);
  if (!size || *size < 1 || *size > pattern::kMaxPatternSize) {
    throw UsageError(option, "'" + std::string(text) + "' is not a size from 1 to " +
                                 std::to_string(pattern::kMaxPatternSize));
  }
  return *size;
}

void add_size_range(std::string_view text, const std::string& option, std::vector<int>& sizes) {
  const std::size_t dots = text.find("..");
  const int first = parse_size(text.substr(0, dots), option);
  const int last =
      dots == std::string_view::npos ? first : parse_size(text.substr(dots + 2), option);
  if (first > last) throw UsageError(option, "'" + std::string(text) + "' is empty");
  for (int size = first; size <= last; ++size)
    sizes.push_back(size);
}

// Bytes per unit of "", "K", "M", "G", "T", also written as in "GB" and "GiB"; 0 for anything else.
double bytes_per_unit(std::string_view unit) {
  constexpr std::string_view kUnits = "KMGT";
  if (unit.empty() || unit == "B") return 1.0;
  const std::size_t power = kUnits.find(static_cast<char>(std::toupper(unit.front())));
  const std::string_view rest = unit.substr(1);
  if (power == std::string_view::npos || !(rest.empty() || rest == "B" || rest == "iB")) return 0.0;
  return std::pow(1024.0, static_cast<double>(power + 1));
}

}  // namespace

std::vector<std::string> split_at(std::string_view text, char separator) {
  std::vector<std::string> pieces;
  for (std::size_t at; (at = text.find(separator)) != std::string_view::npos;) {
    pieces.emplace_back(text.substr(0, at));
    text.remove_prefix(at + 1);
  }
  pieces.emplace_back(text);
  return pieces;
}

std::string joined(const std::vector<std::string>& words, std::string_view separator) {
  std::string text;
  for (const std::string& word : words) {
    if (&word != &words.front()) text += separator;
    text += word;
  }
  return text;
}

std::vector<int> parse_sizes(const std::string& text, const std::string& option) {
  std::vector<int> sizes;
  for (const std::string& range : split_at(text, ','))
    add_size_range(range, option, sizes);
  std::sort(sizes.begin(), sizes.end());
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  return sizes;
}

std::size_t parse_memory(const std::string& text) {
  const auto refuse = [&] {
    return UsageError("--memory-limit", "'" + text + "' is not an amount such as 4G, 500M or 70%");
  };
  const std::size_t digits = std::min(text.find_first_not_of("0123456789."), text.size());
  const auto number = whole_number<double>(std::string_view(text).substr(0, digits));
  std::string_view unit = std::string_view(text).substr(digits);
  if (unit.starts_with(' ')) unit.remove_prefix(1);
  if (!number || *number <= 0.0) throw refuse();
  double bytes = *number * bytes_per_unit(unit);
  if (unit == "%") {
    if (*number > 100.0) throw refuse();
    bytes = static_cast<double>(physical_memory()) * *number / 100.0;
  }
  if (bytes < 1.0 || bytes > 1e18) throw refuse();
  return static_cast<std::size_t>(bytes);
}

double parse_positive(const std::string& option, const std::string& text, const std::string& what) {
  const auto value = whole_number<double>(text);
  if (!value || !std::isfinite(*value) || *value <= 0.0)
    throw UsageError(option, "'" + text + "' is not a positive " + what);
  return *value;
}

double parse_share(const std::string& option, const std::string& text) {
  const auto share = whole_number<double>(text);
  if (!share || !(*share >= 0.0 && *share < 1.0)) {
    throw UsageError(option, "'" + text + "' is not a number from 0 up to (but not) 1");
  }
  return *share;
}

std::size_t parse_count(const std::string& option, const std::string& text, std::size_t lowest,
                        std::size_t highest) {
  const auto count = whole_number<std::size_t>(text);
  if (!count || *count < lowest || *count > highest) {
    throw UsageError(option, "'" + text + "' is not a whole number from " + std::to_string(lowest) +
                                 " to " + std::to_string(highest));
  }
  return *count;
}

GraphChoice parse_graph_choice(const std::string& text) {
  using Kind = GraphChoice::Kind;
  if (text == "all") return {.kind = Kind::All};
  if (text == "union") return {.kind = Kind::Union};
  const auto number = whole_number<std::size_t>(text);
  if (!number) {
    throw UsageError("--graph", "'" + text + "' is neither a number nor all nor union");
  }
  return {.kind = Kind::One, .number = *number};
}

Shard parse_shard(const std::string& text) {
  const std::size_t slash = text.find('/');
  const auto place = whole_number<std::size_t>(std::string_view(text).substr(0, slash));
  const auto of = slash == std::string::npos
                      ? std::nullopt
                      : whole_number<std::size_t>(std::string_view(text).substr(slash + 1));
  if (!place || !of || *place < 1 || *place > *of)
    throw UsageError("--shard", "'" + text + "' is not I/N with I from 1 to N, such as 2/8");
  return {*place, *of};
}

void add_time_limit(Command command, double& seconds, const std::string& help) {
  const auto read = [&seconds](const std::string& text) {
    seconds = parse_positive("--time-limit", text, "number of seconds");
  };
  command.parsed("--time-limit", "SECONDS", read, help);
}

void add_memory_limit(Command command, std::size_t& bytes) {
  const auto read = [&bytes](const std::string& text) { bytes = parse_memory(text); };
  read("70%");
  command.parsed("--memory-limit", "AMOUNT", read,
                 "4G, 500M, or a share of the machine's memory [70%]");
}

void add_split_options(Command command, graph::Part& part, std::uint64_t& seed, const char* help) {
  using graph::Part;
  command.choice<Part>(
      "--split", {{"test", Part::Test}, {"train", Part::Train}, {"all", Part::All}}, part, help);
  command.value("--split-seed", seed, "Of the split [0]").type("S");
}

void add_threads_option(Command command, int& threads, const char* help) {
  add_number(command, "--threads", threads, 0, 1024, help);
}

void add_filter_option(Command command, bool& paper) {
  command.choice<bool>("--filter", {{"paper", true}, {"none", false}}, paper,
                       paper ? "paper [default]: only connected graphs with 10 < |V| < 500; none: "
                               "every graph"
                             : "paper: only connected graphs with 10 < |V| < 500; none [default]: "
                               "every graph");
}

void add_output_option(Command command, std::string& output) {
  command.value("-o,--output", output, "Write here instead of to standard output").type("FILE");
}

void add_answer_options(Command command, std::string& format, std::string& output,
                        bool& omit_timing, const std::vector<std::string>& more_formats,
                        const std::string& format_help) {
  std::vector<std::string> formats = {"text", "json"};
  formats.insert(formats.end(), more_formats.begin(), more_formats.end());
  command.value("--format", format, format_help).one_of(formats);
  add_output_option(command, output);
  command.flag("--omit-timing", omit_timing,
               "Leave out the seconds, so that equal answers are equal bytes");
}

std::string answer_format(const std::string& given, const std::string& output) {
  if (!given.empty()) return given;
  const std::string extension = std::filesystem::path(output).extension().string();
  if (extension == ".html" || extension == ".htm") return "html";
  if (extension == ".svg") return "svg";
  return extension == ".json" || extension == ".jsonl" || extension == ".ndjson" ? "json" : "text";
}

std::string check_engine(const std::string& name) {
  try {
    engine::engine_info(name);
    return {};
  } catch (const Error& error) {
    const std::string meant = nearest(name, engine::engine_names());
    return error.what() + (meant.empty() ? "" : "; did you mean " + meant + "?");
  }
}

}  // namespace rlminer::cli
