#include "cli/verify.h"

#include <functional>

#include <gtest/gtest.h>

#include "rlminer/engine/engine.h"
#include "rlminer/graph/builder.h"

namespace rlminer::cli {
namespace {

// A hub with four leaves, of two labels, and a triangle at one leaf.
Graph sample_graph() {
  GraphBuilder builder;
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
      [](Finding& finding) { ++finding.frequency; },
      [](Finding& finding) { --finding.frequency; },
      [](Finding& finding) {
        finding.exact = false;
        ++finding.frequency;
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
  answers[1].findings[0].exact = false;
  answers[1].findings[0].frequency = 1;
  answers[1].findings[0].occurrences.resize(1);
  EXPECT_NO_THROW(verify_answers(graph, answers, Budget()));
}

}  // namespace
}  // namespace rlminer::cli
