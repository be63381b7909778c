#include "rlminer/engine/verify.h"

#include <functional>
#include <optional>

#include <gtest/gtest.h>

#include "rlminer/base/frequency.h"
#include "rlminer/engine/registry.h"
#include "rlminer/graph/builder.h"

namespace rlminer::engine {
namespace {

// A hub with four leaves, of two labels, and a triangle at one leaf.
Graph sample_graph() {
  graph::GraphBuilder builder;
  for (int v = 0; v < 7; ++v)
    builder.add_vertex(std::to_string(v), v % 3 == 0 ? "A" : "B");
  for (Vertex v = 1; v < 5; ++v)
    builder.add_edge(0, v);
  builder.add_edge(4, 5);
  builder.add_edge(5, 6);
  builder.add_edge(4, 6);
  return builder.build();
}

std::vector<Answer> true_answers(const Graph& graph) {
  Problem problem;
  problem.sizes = {1, 3, 4};
  problem.top = 3;
  problem.occurrences = 5;
  return make_engine("exact")->solve(graph, problem, Budget());
}

TEST(Verify, AcceptsWhatIsRight) {
  const Graph graph = sample_graph();
  std::vector<Answer> answers = true_answers(graph);
  EXPECT_NO_THROW(verify_answers(graph, answers, Budget()));
  for (const Answer& answer : answers)
    EXPECT_EQ(answer.note, "");
}

TEST(Verify, RefusesEveryKindOfWrongAnswer) {
  const Graph graph = sample_graph();
  const std::vector<std::function<void(Finding&)>> lies = {
      [](Finding& finding) {
        finding.frequency = Frequency::exactly(finding.frequency.value() + Count{1});
      },
      [](Finding& finding) {
        finding.frequency = Frequency::exactly(finding.frequency.saturated() - 1);
      },
      [](Finding& finding) {
        finding.frequency = Frequency::at_least(finding.frequency.value() + Count{1});
      },
      [](Finding& finding) { std::swap(finding.occurrences[0][0], finding.occurrences[0][2]); },
      [](Finding& finding) { finding.occurrences.push_back(finding.occurrences[0]); },
  };
  for (std::size_t i = 0; i < lies.size(); ++i) {
    std::vector<Answer> answers = true_answers(graph);
    lies[i](answers[1].findings[1]);
    EXPECT_THROW(verify_answers(graph, answers, Budget()), Disagreement) << "lie " << i;
  }
}

TEST(Verify, AcceptsALowerBound) {
  const Graph graph = sample_graph();
  std::vector<Answer> answers = true_answers(graph);
  answers[1].findings[0].frequency = Frequency::at_least(Count{1});
  answers[1].findings[0].occurrences.resize(1);
  EXPECT_NO_THROW(verify_answers(graph, answers, Budget()));
}

// Beyond 128 bits two numbers are told apart by their digits, not by what a Count holds of them.
TEST(Verify, ComparesNumbersOfAnySize) {
  constexpr std::uint64_t kLeaves = 2000;
  constexpr int kChosen = 20;
  graph::GraphBuilder builder;
  builder.add_vertex("hub", "A");
  for (Vertex v = 1; v <= kLeaves; ++v) {
    builder.add_vertex(std::to_string(v), "A");
    builder.add_edge(0, v);
  }
  const Graph graph = builder.build();
  Answer answer;
  answer.size = kChosen + 1;
  Finding& finding = answer.findings.emplace_back();
  for (int v = 0; v <= kChosen; ++v)
    finding.pattern.add_vertex(0, v == 0 ? 0 : 1);
  const BigCount truth = big_binomial(kLeaves, kChosen);
  ASSERT_FALSE(truth.fits());
  const auto verified = [&](const Frequency& given) {
    finding.frequency = given;
    std::vector<Answer> answers = {answer};
    verify_answers(graph, answers, Budget());
  };
  EXPECT_NO_THROW(verified(Frequency::exactly(truth)));
  EXPECT_THROW(verified(Frequency::exactly(truth + Count{1})), Disagreement);
  EXPECT_THROW(verified(Frequency::exactly(truth.divided_by(2))), Disagreement);
  EXPECT_THROW(verified(Frequency::exactly(kMaxCount)), Disagreement);
  EXPECT_NO_THROW(verified(Frequency::at_least(truth.divided_by(2))));
  EXPECT_THROW(verified(Frequency::at_least(truth + Count{1})), Disagreement);
  EXPECT_NO_THROW(verified(Frequency::estimated(1.1 * truth.to_double(), {1.0, 1e300})));
}

}  // namespace
}  // namespace rlminer::engine
