// Engines on graphs that distinguish their edges, against the definitions. (Those of the room's
// exact answers and of MNI have their own tests.)

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/engine/registry.h"
#include "rlminer/engine/rl.h"
#include "rlminer/engine/verify.h"
#include "rlminer/pattern/canonical.h"
#include "rlminer/policy/policy.h"
#include "rlminer/testing/oracle.h"
#include "rlminer/testing/random_graphs.h"

namespace rlminer::engine {
namespace {

const Problem kProblem{.sizes = {1, 2, 3, 4, 5, 9}, .top = 2, .occurrences = 2};

// Patterns that are different, with their true frequencies and occurrences of theirs.
void expect_sound(const Graph& graph, const Answer& answer) {
  const auto classes = testing::classes_of_size(graph, answer.size);
  ASSERT_EQ(answer.findings.empty(), classes.empty());
  std::set<Pattern> seen;
  for (const Finding& finding : answer.findings) {
    const auto truth = testing::frequency(graph, testing::from_pattern(finding.pattern));
    EXPECT_GT(truth, 0u);
    EXPECT_LE(truth, classes[0].count);
    EXPECT_TRUE(finding.frequency.exact() ? finding.frequency == truth
                                          : finding.frequency <= truth);
    EXPECT_TRUE(seen.insert(pattern::canonicalize(finding.pattern).pattern).second);
    EXPECT_EQ(finding.occurrences.size(), std::min<std::uint64_t>(2, truth));
    for (const auto& occurrence : finding.occurrences)
      EXPECT_TRUE(pattern::induce(graph, occurrence) == finding.pattern);
  }
}

// How many of the answers are the optimum, in percent.
int percent_optimal(const Engine& engine, std::uint64_t graphs) {
  int asked = 0, optimal = 0;
  for (std::uint64_t seed = 0; seed < graphs && !::testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(engine.name() + ", seed " + std::to_string(seed));
    const Graph graph = testing::random_related_graph(seed, 9);
    std::vector<Answer> answers = engine.solve(graph, kProblem, {});
    for (const Answer& answer : answers) {
      expect_sound(graph, answer);
      if (answer.findings.empty()) continue;
      ++asked;
      const auto best = testing::classes_of_size(graph, answer.size)[0].count;
      optimal += answer.findings[0].frequency == best ? 1 : 0;
    }
    EXPECT_NO_THROW(verify_answers(graph, answers, Budget()));
  }
  return asked == 0 ? 0 : 100 * optimal / asked;
}

TEST(RelatedEngines, RandIsSound) {
  EXPECT_GE(percent_optimal(*make_engine("rand", {.samples = 100}), 500), 90);
}

TEST(RelatedEngines, SampleIsSound) {
  EXPECT_GE(percent_optimal(*make_engine("sample", {.samples = 2000}), 104), 95);
}

TEST(RelatedEngines, BeamIsSound) {
  EXPECT_GE(percent_optimal(*make_engine("beam", {.beam = 20}), 260), 95);
}

TEST(RelatedEngines, PoliciesAreToldThatTheyIgnoreEdges) {
  RlOptions options;
  options.local_search = Deadline::kForever;
  const RlEngine engine(std::make_shared<policy::UniformPolicy>(), options);
  EXPECT_GE(percent_optimal(engine, 300), 60);
  const Graph graph = testing::random_related_graph(5, 8);  // a clique
  const std::string note = "; the model ignores edge labels and directions";
  const Answer answer = engine.solve(graph, {.sizes = {3}}, {}).at(0);
  EXPECT_NE(answer.note.find(note), std::string::npos) << answer.note;
  const Answer plain = engine.solve(testing::random_small_graph(5, 8), {.sizes = {3}}, {}).at(0);
  EXPECT_EQ(plain.note.find(note), std::string::npos) << plain.note;
}

TEST(RelatedEngines, PoliciesThatSeeEdgesAreNotToldSo) {
  class SeesEdges : public policy::UniformPolicy {
    bool tells_edges_apart() const override { return true; }
  };
  const RlEngine engine(std::make_shared<SeesEdges>());
  const Graph graph = testing::random_related_graph(5, 8);
  const Answer answer = engine.solve(graph, {.sizes = {3}}, {}).at(0);
  EXPECT_EQ(answer.note, "best of one greedy rollout, not proven");
}

// A pattern with one arrow turned is another pattern.
TEST(RelatedEngines, VerifySeesAWrongRelation) {
  const Graph graph = testing::random_related_graph(2 * testing::kSmallGraphKinds + 5, 8);
  ASSERT_TRUE(graph.relation_dictionary().directed());
  std::vector<Answer> answers =
      make_engine("rand", {.samples = 20})->solve(graph, {.sizes = {3}}, {});
  EXPECT_NO_THROW(verify_answers(graph, answers, Budget()));
  Pattern& pattern = answers[0].findings[0].pattern;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < i; ++j)
      pattern.set_relation(i, j, pattern.relation(j, i), pattern.relation(i, j));
  }
  EXPECT_THROW(verify_answers(graph, answers, Budget()), Disagreement);
}

}  // namespace
}  // namespace rlminer::engine
