#include "rlminer/report/answer_lines.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/base/error.h"
#include "rlminer/testing/graph_files.h"

namespace rlminer::report {
namespace {

using testing::TempFolder;

std::string line(std::size_t graph, int size, std::size_t rank = 0) {
  return "{\"graph\":" + std::to_string(graph) + ",\"k\":" + std::to_string(size) +
         ",\"engine\":\"exact\",\"frequency\":1" +
         (rank == 0 ? "" : ",\"rank\":" + std::to_string(rank)) + "}\n";
}

AnswersAsked asked(std::vector<std::size_t> numbers, std::size_t top = 1) {
  return {.engine = "exact",
          .sizes = {3, 5},
          .top = top,
          .timing = false,
          .next_number = [numbers, i = std::size_t{0}]() mutable -> std::optional<std::size_t> {
            return i < numbers.size() ? std::optional(numbers[i++]) : std::nullopt;
          }};
}

TEST(AnsweredGraphs, CountsOnlyWhatIsComplete) {
  const TempFolder folder;
  const std::string whole = line(1, 3) + line(1, 5) + line(4, 3) + line(4, 5);
  for (std::size_t bytes = 0; bytes <= whole.size(); ++bytes) {
    const auto path = folder.write("answers", whole.substr(0, bytes));
    const Answered found = answered_graphs(path, asked({1, 4}));
    EXPECT_EQ(found.graphs, 2 * bytes / whole.size()) << bytes;
    EXPECT_EQ(found.bytes, found.graphs * whole.size() / 2);
  }
}

TEST(AnsweredGraphs, OnlyTheNextGraphShowsThatThereWereNoMorePatterns) {
  const TempFolder folder;
  const std::string first = line(0, 3, 1) + line(0, 5, 1) + line(0, 5, 2);
  EXPECT_EQ(answered_graphs(folder.write("a", first), asked({0, 1}, 3)).graphs, 0u);
  const Answered found =
      answered_graphs(folder.write("b", first + line(1, 3, 1)), asked({0, 1}, 3));
  EXPECT_EQ(found.graphs, 1u);
  EXPECT_EQ(found.bytes, first.size());
  EXPECT_EQ(answered_graphs(folder.write("c", first), asked({0, 1}, 2)).graphs, 1u);
}

TEST(AnsweredGraphs, RefusesTheAnswersToAnotherQuestion) {
  const TempFolder folder;
  const std::string end = line(4, 3);
  for (const std::string& other :
       {line(2, 3), line(1, 4), line(1, 5), line(1, 3) + line(1, 3), line(1, 3) + line(4, 3),
        line(1, 3) + line(1, 5) + line(1, 5), line(1, 3, 1), std::string("hello\n"),
        std::string("{}\n"), std::string("{\"graph\":\"union\",\"k\":3}\n"),
        line(1, 3) + line(1, 5) + line(4, 3) + line(4, 5)}) {
    EXPECT_THROW(answered_graphs(folder.write("answers", other + end), asked({1, 4})), Error)
        << other;
  }
}

std::string merged(const std::vector<std::filesystem::path>& files) {
  std::string text;
  merge_answers(files, [&](std::string_view lines) { text += lines; });
  return text;
}

TEST(MergeAnswers, PutsGraphsInTheirOrder) {
  const TempFolder folder;
  const auto a = folder.write("a", line(0, 3) + line(0, 5) + line(2, 3) + line(2, 5));
  const auto b = folder.write("b", line(1, 3) + line(1, 5) + line(7, 3));
  const auto none = folder.write("none", "");
  const std::string all =
      line(0, 3) + line(0, 5) + line(1, 3) + line(1, 5) + line(2, 3) + line(2, 5) + line(7, 3);
  EXPECT_EQ(merged({a, b, none}), all);
  EXPECT_EQ(merged({b, a}), all);
  EXPECT_EQ(merge_answers({a, b}, [](std::string_view) {}).missing, 4u);
}

TEST(MergeAnswers, RefusesDamage) {
  const TempFolder folder;
  const auto good = folder.write("good", line(0, 3));
  for (const std::string& bad :
       {line(1, 3) + "{\"graph\":2,", std::string("x\n"), line(3, 3) + line(1, 3), line(0, 3),
        std::string("{\"graph\":\"union\"}\n"), std::string("{\"graph\":1\n"),
        std::string("{\"graph\":99999999999999999999}\n")}) {
    EXPECT_THROW(merged({good, folder.write("bad", bad)}), Error) << bad;
  }
  EXPECT_THROW(merged({good, folder.path() / "missing"}), Error);
}

}  // namespace
}  // namespace rlminer::report
