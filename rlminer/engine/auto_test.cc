#include "rlminer/engine/auto.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/base/error.h"
#include "rlminer/base/rng.h"
#include "rlminer/count/matcher.h"
#include "rlminer/engine/exact.h"
#include "rlminer/engine/registry.h"
#include "rlminer/generate/generate.h"
#include "rlminer/graph/builder.h"
#include "rlminer/pattern/canonical.h"
#include "rlminer/sample/random_growth.h"
#include "rlminer/testing/fake_clock.h"
#include "rlminer/testing/oracle.h"
#include "rlminer/testing/random_graphs.h"

namespace rlminer::engine {
namespace {

// A graph whose connected sets of nine vertices no computer lists.
Graph hopeless() {
  Rng rng(1);
  graph::GraphBuilder builder;
  for (int v = 0; v < 300; ++v)
    builder.add_vertex(std::to_string(v), std::string(1, "ABC"[rng.below(3)]));
  for (int e = 0; e < 6000; ++e) {
    const auto u = static_cast<Vertex>(rng.below(300)), v = static_cast<Vertex>(rng.below(300));
    if (u != v) builder.add_edge(u, v);
  }
  return builder.build();
}

// A star of 2000 leaves: nobody lists its sets, and everybody knows how many there are.
Graph star() {
  graph::GraphBuilder builder;
  builder.add_vertex("hub", "H");
  for (Vertex v = 1; v <= 2000; ++v) {
    builder.add_vertex(std::to_string(v), v % 4 == 0 ? "B" : "A");
    builder.add_edge(0, v);
  }
  return builder.build();
}

// Too many sets to list.
Graph generated(const generate::TopologyParams& topology) {
  Rng rng(1);
  return generate::generate(
      {topology,
       generate::LabelDistribution{.names = {"A", "B", "C"}, .weights = {1.0, 1.0, 1.0}},
       {}},
      rng);
}
Graph without_hubs() {
  return generated(generate::ErdosRenyi{2000, 6000, {}});
}
Graph with_hubs() {
  return generated(generate::BarabasiAlbert{2000, 3});
}

Problem ask(std::vector<int> sizes, std::size_t top = 1) {
  Problem problem;
  problem.sizes = std::move(sizes);
  problem.top = top;
  return problem;
}

AutoEngine automatic(LearnedEngine learned = {}) {
  return AutoEngine({.learned = std::move(learned), .samples = 20});
}

// A limit of time that passes with every look at the clock.
Budget limit(double seconds, const Clock& clock) {
  Budget budget;
  budget.deadline = Deadline(seconds, nullptr, clock);
  return budget;
}

// Occurrences are there, patterns distinct and in order, frequencies not above the true ones.
void expect_sound(const Graph& graph, const Problem& problem, const Answer& answer) {
  ASSERT_FALSE(answer.findings.empty());
  EXPECT_LE(answer.findings.size(), problem.top);
  std::set<Pattern> distinct;
  for (std::size_t i = 0; i < answer.findings.size(); ++i) {
    const Finding& finding = answer.findings[i];
    EXPECT_TRUE(distinct.insert(finding.pattern).second);
    EXPECT_GE(finding.frequency, Count{1});
    ASSERT_FALSE(finding.occurrences.empty());
    EXPECT_TRUE(testing::identical(testing::induced(graph, finding.occurrences[0]),
                                   testing::from_pattern(finding.pattern)));
    if (i > 0) {
      EXPECT_LE(finding.frequency, answer.findings[i - 1].frequency);
    }
  }
}

TEST(Auto, IsExactWhereExactIsQuick) {
  const AutoEngine engine = automatic(LearnedEngine{[]() -> std::unique_ptr<Engine> {
                                                      ADD_FAILURE() << "made without need";
                                                      return nullptr;
                                                    },
                                                    {1, 2, 3, 4, 5, 9}});
  const ExactEngine exact;
  for (std::uint64_t seed = 0; seed < 400 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Graph graph = testing::random_small_graph(seed, 12);
    Problem problem = ask({1, 2, 3, 4, 5, 9}, 1 + seed % 4);
    problem.occurrences = seed % 3;
    Budget budget;
    budget.threads = 1 + static_cast<int>(seed % 3);
    const auto expected = exact.solve(graph, problem, budget);
    const auto answers = engine.solve(graph, problem, budget);
    ASSERT_EQ(answers.size(), expected.size());
    for (std::size_t i = 0; i < answers.size(); ++i) {
      EXPECT_TRUE(answers[i].proven);
      EXPECT_EQ(answers[i].note, "");
      EXPECT_TRUE(answers[i].sets == expected[i].sets && answers[i].sets_exact);
      ASSERT_EQ(answers[i].findings.size(), expected[i].findings.size());
      for (std::size_t f = 0; f < answers[i].findings.size(); ++f) {
        const Finding &a = answers[i].findings[f], &b = expected[i].findings[f];
        EXPECT_TRUE(a.pattern == b.pattern && a.frequency == b.frequency &&
                    a.frequency.exact() == b.frequency.exact());
        EXPECT_EQ(a.occurrences, b.occurrences);
      }
    }
  }
}

TEST(WatchedCensus, AsksWhetherToGoOn) {
  const Graph graph = hopeless();
  int asked = 0;
  WalkForecast last;
  const testing::FakeClock clock(0.001);
  // Without a limit: only the answer Stop ends this run.
  const auto answers =
      take_watched_census(graph, ask({9}), limit(Deadline::kForever, clock),
                          enumerate::SizeSketch::kMaxBits, [&](const WalkForecast& forecast) {
                            last = forecast;
                            return ++asked < 2 ? WalkDecision::Continue : WalkDecision::Stop;
                          });
  EXPECT_EQ(asked, 2);
  EXPECT_GT(last.sets, 1e9);
  EXPECT_GT(last.fraction, 0.0);
  EXPECT_LT(last.fraction, 1.0);
  EXPECT_GT(last.total_seconds, last.seconds);
  ASSERT_EQ(answers.size(), 1u);
  EXPECT_FALSE(answers[0].proven);
  EXPECT_EQ(answers[0].note, "would take too long");
  EXPECT_FALSE(answers[0].findings.empty());
}

// What the stars foretell is less than what there is, and enough to leave a walk alone.
TEST(Auto, StarsTellThatAWalkIsHopeless) {
  const Graph graph = hopeless();
  const WalkForecast stars = forecast_from_stars(graph, 9, 2);
  const enumerate::RankedGraph ranked(graph);
  const std::vector<double> sets = enumerate::estimate_sets(ranked, 9, 1000);
  EXPECT_GT(stars.sets, 0.0);
  EXPECT_LT(stars.sets, sets[9]);
  EXPECT_EQ(stars.fraction, 0.0);
  const testing::FakeClock clock(1e-6);
  const auto run = [&](std::vector<int> sizes) {
    return ExactEngine({.walk = {.limit = 1e-4}})
        .run(graph, ask(std::move(sizes)), limit(1e-4, clock));
  };
  const ExactRun run_of_large = run({16, 17});
  for (const Answer& answer : run_of_large.answers) {
    EXPECT_FALSE(answer.proven);
    EXPECT_TRUE(answer.findings.empty());
    EXPECT_EQ(answer.note, "would take too long");
  }
  ASSERT_TRUE(run_of_large.forecast.has_value());
  EXPECT_TRUE(run_of_large.forecast->sets_by_size.empty());
  // The smaller size is worth a closer look.
  EXPECT_FALSE(run({3, 17}).answers[0].findings.empty());
}

TEST(WalkRule, WhatFitsGoesOnAndWhatIsHopelessEndsSoon) {
  const auto decide = [](double limit, double seconds, double total) {
    return WalkRule{.limit = limit}.decide({.seconds = seconds, .total_seconds = total});
  };
  EXPECT_EQ(decide(Deadline::kForever, 1e6, 1e9), WalkDecision::TryBounds);
  EXPECT_EQ(decide(Deadline::kForever, 0.2, 0.9), WalkDecision::Continue);
  EXPECT_EQ(decide(100.0, 94.0, 84.0), WalkDecision::TryBounds);
  EXPECT_EQ(decide(100.0, 96.0, 84.0), WalkDecision::Stop);
  EXPECT_EQ(decide(100.0, 19.0, 200.0), WalkDecision::Continue);
  EXPECT_EQ(decide(100.0, 21.0, 200.0), WalkDecision::Stop);
  EXPECT_EQ(decide(20.0, 0.3, 201.0), WalkDecision::Continue);
  EXPECT_EQ(decide(20.0, 0.5, 201.0), WalkDecision::Stop);
  EXPECT_EQ(decide(1000.0, 1.1, Deadline::kForever), WalkDecision::Stop);
}

// The page about auto shows the table that the engine works by.
TEST(Auto, StagesAreThoseOfTheManual) {
  std::ifstream page(std::filesystem::path(__FILE__).parent_path() / "../../docs/auto.md");
  if (!page) GTEST_SKIP();
  const std::string text{std::istreambuf_iterator<char>(page), {}};
  EXPECT_NE(text.find(describe_stages()), std::string::npos) << describe_stages();
}

// Claims to have found a certain set, as often as it is told to say.
class Oracle : public Engine {
 public:
  Oracle(std::vector<Vertex> set, Count frequency) : set_(std::move(set)), frequency_(frequency) {}
  std::string name() const override { return "rl"; }
  std::vector<Answer> solve(const Graph& graph, const Problem& problem,
                            const Budget& budget) const override {
    EXPECT_LT(budget.deadline.remaining(), Deadline::kForever);
    EXPECT_GE(problem.occurrences, 1u);
    std::vector<Answer> answers;
    for (const int size : problem.sizes) {
      Answer& answer = answers.emplace_back();
      answer.size = size;
      answer.note = "revealed";
      const pattern::CanonicalForm form = pattern::canonicalize(pattern::induce(graph, set_));
      Finding& finding = answer.findings.emplace_back();
      finding.pattern = form.pattern;
      finding.frequency = Frequency::exactly(frequency_);
      auto& occurrence = finding.occurrences.emplace_back();
      for (std::size_t i = 0; i < set_.size(); ++i)
        occurrence.push_back(set_[form.order[i]]);
    }
    return answers;
  }

 private:
  std::vector<Vertex> set_;
  Count frequency_;
};

std::vector<Vertex> some_set(const Graph& graph, std::size_t size) {
  std::vector<Vertex> starts{0};
  Rng rng(5);
  return sample::RandomGrowth(graph).draw(starts, size, rng);
}

TEST(Auto, IsNeverWorseThanItsPartsAndSaysWhoFoundIt) {
  const Graph graph = hopeless();
  const auto set = some_set(graph, 9);
  const Problem problem = ask({9}, 3);
  int made = 0;
  const AutoEngine engine =
      automatic(LearnedEngine{[&] {
                                ++made;
                                return std::make_unique<Oracle>(set, kMaxCount);
                              },
                              {9}});
  for (int round = 0; round < 2; ++round) {
    const testing::FakeClock clock(0.001);
    const Answer answer = engine.solve(graph, problem, limit(3.0, clock)).at(0);
    EXPECT_EQ(made, 1);
    EXPECT_FALSE(answer.proven);
    expect_sound(graph, problem, answer);
    EXPECT_EQ(answer.findings.size(), 3u);
    EXPECT_EQ(answer.findings[0].frequency, kMaxCount);
    EXPECT_TRUE(answer.findings[0].pattern ==
                pattern::canonicalize(pattern::induce(graph, set)).pattern);
    EXPECT_TRUE(answer.note.starts_with("found by rl; exact: ")) << answer.note;
    for (const char* part :
         {"; rl: revealed", "; beam: best of", "; proof: ", "; local search: ", "limit is"})
      EXPECT_NE(answer.note.find(part), std::string::npos) << answer.note;
  }
}

// A poor part does no harm, and neither does one that fails or cannot answer for this size.
TEST(Auto, MakesDoWithoutAUsefulModel) {
  const Graph graph = hopeless();
  const Problem problem = ask({3, 9});
  const auto set = some_set(graph, 9);
  const AutoEngine poor =
      automatic(LearnedEngine{[&] { return std::make_unique<Oracle>(set, Count{1}); }, {9}});
  const AutoEngine failing = automatic(
      LearnedEngine{[]() -> std::unique_ptr<Engine> { throw Error("no such label"); }, {9}});
  const AutoEngine elsewhere =
      automatic(LearnedEngine{[&] { return std::make_unique<Oracle>(set, kMaxCount); }, {8}});
  for (const AutoEngine* engine : {&poor, &failing, &elsewhere}) {
    const testing::FakeClock clock(0.001);
    const auto answers = engine->solve(graph, problem, limit(3.0, clock));
    for (const Answer& answer : answers)
      expect_sound(graph, problem, answer);
    EXPECT_GT(answers[1].findings[0].frequency, Count{1});
    EXPECT_LT(answers[1].findings[0].frequency, kMaxCount);
    if (engine == &failing) {
      EXPECT_NE(answers[1].note.find("; rl: no such label"), std::string::npos);
    }
  }
}

// A model that nobody named: not where there are hubs, for small sizes, or in a hurry.
TEST(Auto, AsksAPolicyByDefaultOnlyWhereThatHasPaid) {
  const auto is_asked = [](const Graph& graph, int size, double seconds) {
    bool asked = false;
    const AutoEngine engine = automatic(LearnedEngine{[&]() -> std::unique_ptr<Engine> {
                                                        asked = true;
                                                        throw Error("none");
                                                      },
                                                      {size},
                                                      false});
    const testing::FakeClock clock(0.001);
    engine.solve(graph, ask({size}), limit(seconds, clock));
    return asked;
  };
  const Graph sparse = without_hubs();
  EXPECT_TRUE(is_asked(sparse, 12, 5.0));
  EXPECT_FALSE(is_asked(sparse, 8, 5.0));
  EXPECT_FALSE(is_asked(sparse, 12, 1.0));
  EXPECT_FALSE(is_asked(star(), 12, 5.0));
}

TEST(Auto, TheFirstBeamIsWiderWhereThereAreNoHubs) {
  const auto has_first_beam = [](const Graph& graph, double seconds, const std::string& width) {
    const testing::FakeClock clock(0.001);
    const Answer answer = automatic().solve(graph, ask({12}), limit(seconds, clock)).at(0);
    return answer.note.find("; beam: best of a beam of " + width + " patterns") !=
           std::string::npos;
  };
  EXPECT_TRUE(has_first_beam(without_hubs(), 2.0, "100"));
  EXPECT_TRUE(has_first_beam(without_hubs(), 0.4, "20"));
  EXPECT_TRUE(has_first_beam(with_hubs(), 2.0, "20"));
}

TEST(Auto, SmallSizesAreProvenWhateverTheGraph) {
  const Graph graph = hopeless();
  const Answer answer = automatic().solve(graph, ask({3}), {}).at(0);
  EXPECT_TRUE(answer.proven);
  EXPECT_EQ(answer.findings[0].frequency, count::Matcher(graph).count(answer.findings[0].pattern));
}

TEST(Auto, ProvesWhatCannotBeEnumerated) {
  const Graph graph = star();
  const Problem problem = ask({8, 9});
  const testing::FakeClock clock(0.001);
  for (const Answer& answer : automatic().solve(graph, problem, limit(600.0, clock))) {
    EXPECT_TRUE(answer.proven) << answer.note;
    EXPECT_EQ(answer.note, "proven without enumeration");
    expect_sound(graph, problem, answer);
    // With a leaves of A (1500 there are) and b of B (500): C(1500, a) C(500, b) times.
    double best = 0.0;
    for (int b = 0; b < answer.size; ++b) {
      double sets = 1.0;
      for (int i = 0; i < answer.size - 1 - b; ++i)
        sets *= (1500.0 - i) / (i + 1);
      for (int i = 0; i < b; ++i)
        sets *= (500.0 - i) / (i + 1);
      best = std::max(best, sets);
    }
    EXPECT_NEAR(answer.findings[0].frequency.to_double() / best, 1.0, 1e-9);
    EXPECT_TRUE(answer.findings[0].frequency == *answer.upper_bound);
  }
}

TEST(Auto, HasAnAnswerHoweverShortTheTime) {
  const Graph graph = hopeless();
  const std::atomic<bool> cancelled{true};
  Budget interrupted;
  interrupted.deadline = Deadline(Deadline::kForever, &cancelled);
  for (const Budget& budget : {limit(0.0, Clock::steady()), interrupted}) {
    const auto answers = automatic().solve(graph, ask({5, 9}, 2), budget);
    ASSERT_EQ(answers.size(), 2u);
    for (const Answer& answer : answers) {
      EXPECT_FALSE(answer.proven);
      expect_sound(graph, ask({5, 9}, 2), answer);
    }
    EXPECT_EQ(answers[0].note.starts_with("interrupted; found by"), budget.deadline.cancelled());
  }
}

// Sizes that are not there are certain, whatever becomes of the others.
TEST(Auto, NothingToFindIsProven) {
  const Graph graph = testing::random_small_graph(7, 9);
  for (const Budget& budget : {Budget(), limit(0.0, Clock::steady())}) {
    const Answer answer = automatic().solve(graph, ask({30}), budget).at(0);
    EXPECT_TRUE(answer.proven && answer.findings.empty());
  }
}

TEST(Auto, IsMadeByName) {
  EXPECT_EQ(make_engine("auto")->name(), "auto");
  const auto names = engine_names();
  EXPECT_NE(std::find(names.begin(), names.end(), "auto"), names.end());
}

}  // namespace
}  // namespace rlminer::engine
