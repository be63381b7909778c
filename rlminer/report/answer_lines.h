#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rlminer::report {

// Files of answers as to_json_lines() and to_json_line() write them, one graph after the other.

// The question that a file of answers belongs to.
struct AnswersAsked {
  std::string engine;
  std::vector<int> sizes;
  std::size_t top = 1;  // patterns for each size
  bool timing = true;
  // The numbers of the graphs that it was asked about, one after the other; none after the last.
  std::function<std::optional<std::size_t>()> next_number;
};

// The beginning of such a file that is complete.
struct Answered {
  std::size_t graphs = 0;
  std::uintmax_t bytes = 0;
};

// How far an interrupted run has come. A line that was cut short does not count, nor do the lines
// about a graph of which others may be missing. Throws Error (`path:line: reason`) when the file
// holds something else than the answers to this question.
Answered answered_graphs(const std::filesystem::path& path, const AnswersAsked& asked);

// What a merge has seen.
struct Merged {
  std::size_t graphs = 0;
  std::size_t missing = 0;  // numbers below the greatest about which there is no answer
};

// Hands the lines of the files, each of them ascending by graph, to `write` in the order of the
// graphs. Throws Error when a file is cut short or holds something else, or when two of them have
// answers about the same graph.
Merged merge_answers(const std::vector<std::filesystem::path>& files,
                     const std::function<void(std::string_view lines)>& write);

}  // namespace rlminer::report
