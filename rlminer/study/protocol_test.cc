#include "rlminer/study/protocol.h"

#include <algorithm>
#include <atomic>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/base/error.h"
#include "rlminer/engine/registry.h"
#include "rlminer/engine/rl.h"
#include "rlminer/io/io.h"
#include "rlminer/study/measurer.h"
#include "rlminer/testing/graph_files.h"
#include "rlminer/testing/oracle.h"
#include "rlminer/testing/random_graphs.h"

namespace rlminer::study {
namespace {

using testing::data_folder;
using testing::TempFolder;

TEST(Method, Names) {
  EXPECT_EQ(parse_method("exact").engine, "exact");
  EXPECT_FALSE(parse_method("mni+noninduced").random);
  EXPECT_EQ(parse_method("mni+noninduced").engine, "mni+noninduced");
  const Method rand = parse_method("rand+samples=32");
  EXPECT_EQ(rand.engine, "rand");
  EXPECT_EQ(rand.settings.samples, 32u);
  EXPECT_TRUE(rand.random);
  EXPECT_FALSE(parse_method("rand").settings.samples.has_value());
  EXPECT_TRUE(parse_method("rl").together);
  EXPECT_FALSE(parse_method("rl").random);
  EXPECT_FALSE(rand.together);
  for (const char* name : {"",
                           "+",
                           "guess",
                           "exact+samples=3",
                           "rand+",
                           "rand+samples",
                           "rand+samples=",
                           "rand+samples=0",
                           "rand+samples=3x",
                           "rand+beam=3",
                           "rl+",
                           "rl+samples",
                           "rl+samples=0",
                           "rl+beam=",
                           "rl+beam=-1",
                           "rl+samples=3+beam=3",
                           "rl+temperature=2",
                           "rl+beam=3+temperature=2",
                           "rl+samples=3+temperature=0",
                           "rl+samples=3+temperature=inf",
                           "rl+samples=3+temperature=nan",
                           "rl+multistart=0",
                           "rl+local=3",
                           "rl+local+local",
                           "rl+samples=3+",
                           "auto+samples=3",
                           "rand+local"}) {
    EXPECT_THROW(parse_method(name), Error) << name;
  }
}

TEST(Method, NamesOfSearches) {
  const auto decode = [](const char* name) {
    return engine::rl_options(parse_method(name).settings).decode;
  };
  EXPECT_EQ(decode("rl").method, policy::Decode::Greedy);
  EXPECT_EQ(decode("rl+samples=32").method, policy::Decode::Sample);
  EXPECT_EQ(decode("rl+samples=32").samples, 32u);
  EXPECT_EQ(decode("rl+samples=32").temperature, 1.0);
  EXPECT_EQ(decode("rl+samples=32+temperature=2.5").temperature, 2.5);
  EXPECT_EQ(decode("rl+beam=16").method, policy::Decode::Beam);
  EXPECT_EQ(decode("rl+beam=16").beam, 16u);
  EXPECT_EQ(decode("rl+multistart").method, policy::Decode::Multistart);
  EXPECT_EQ(decode("rl+multistart=5").starts, 5u);
  EXPECT_TRUE(parse_method("rl+samples=8").random);
  for (const char* name : {"rl", "rl+beam=16", "rl+multistart", "rl+samples=8"}) {
    EXPECT_TRUE(parse_method(name).together);
    EXPECT_EQ(parse_method(name).settings.local_search, 0.0);
    EXPECT_GT(parse_method(name + std::string("+local")).settings.local_search, 0.0);
  }
  EXPECT_FALSE(parse_method("rl+beam=16").random);
  const Method automatic = parse_method("auto");
  EXPECT_FALSE(automatic.random || automatic.together);
  EXPECT_FALSE(automatic.settings.local_search.has_value());
}

Collection small_collection(std::size_t graphs) {
  Collection collection;
  collection.name = "SMALL";
  for (std::uint64_t seed = 0; seed < graphs; ++seed) {
    collection.graphs.push_back(testing::random_small_graph(seed, 9));
    collection.numbers.push_back(100 + seed);
  }
  return collection;
}

EvaluationOptions small_options(const std::vector<std::string>& methods) {
  EvaluationOptions options;
  for (const std::string& name : methods)
    options.methods.push_back(parse_method(name));
  options.sizes = {3, 4, 5};
  options.part = graph::Part::All;
  options.seeds = 3;
  return options;
}

// The ratios are those of the oracle's best frequencies and the engines' own answers.
void expect_right(const Collection& collection, const EvaluationOptions& options,
                  const Evaluation& result) {
  ASSERT_EQ(result.graphs.size(), collection.graphs.size());
  for (std::size_t i = 0; i < result.graphs.size(); ++i) {
    const Graph& graph = collection.graphs[i];
    EXPECT_EQ(result.graphs[i].number, collection.numbers[i]);
    EXPECT_EQ(result.graphs[i].vertices, graph.num_vertices());
    for (std::size_t s = 0; s < options.sizes.size(); ++s) {
      const auto classes = testing::classes_of_size(graph, options.sizes[s]);
      const std::uint64_t best = classes.empty() ? 0 : classes[0].count;
      ASSERT_TRUE(result.graphs[i].best[s].has_value());
      EXPECT_TRUE(*result.graphs[i].best[s] == best);
      for (const MethodRun& run : result.runs) {
        engine::Problem problem;
        problem.sizes = options.sizes;
        problem.seed = run.seed;
        const engine::Answer answer = engine::make_engine(run.method.engine, run.method.settings)
                                          ->solve(graph, problem, engine::Budget())
                                          .at(s);
        const auto ratio = result.ratio(run, i, s);
        ASSERT_EQ(ratio.has_value(), best > 0);
        if (best == 0) continue;
        EXPECT_DOUBLE_EQ(*ratio,
                         answer.findings[0].frequency.to_double() / static_cast<double>(best));
      }
    }
  }
}

TEST(Evaluate, RatiosAreThoseOfTheOracle) {
  const Collection collection = small_collection(80);
  EvaluationOptions options = small_options({"rand", "mni", "exact"});
  for (const int threads : {1, 3}) {
    options.threads = threads;
    const Evaluation result = evaluate(collection, options);
    EXPECT_TRUE(result.complete);
    EXPECT_TRUE(result.warnings.empty());
    ASSERT_EQ(result.runs.size(), 5u);  // exact first, rand with three seeds
    EXPECT_EQ(result.runs[0].method.name, "exact");
    std::set<std::uint64_t> seeds;
    for (const MethodRun& run : result.runs) {
      EXPECT_TRUE(run.complete);
      EXPECT_GT(run.seconds, 0.0);
      if (run.method.random) seeds.insert(run.seed);
    }
    EXPECT_EQ(seeds, (std::set<std::uint64_t>{0, 1, 2}));
    expect_right(collection, options, result);
  }
}

// Stands for a learned engine: knows all graphs at once, and finds the first set of each size.
class TogetherEngine : public engine::Engine {
 public:
  std::string name() const override { return "rl"; }
  std::vector<engine::Answer> solve(const Graph&, const engine::Problem&,
                                    const engine::Budget&) const override {
    ADD_FAILURE() << "asked about a single graph";
    return {};
  }
  std::vector<std::vector<engine::Answer>> solve_many(std::span<const Graph* const> graphs,
                                                      const engine::Problem& problem,
                                                      const engine::Budget& budget) const override {
    return engine::make_engine("rand", {.samples = 1})->solve_many(graphs, problem, budget);
  }
};

TEST(Evaluate, GraphsMayBeSolvedTogetherByAnEngineOfTheCaller) {
  const Collection collection = small_collection(40);
  EvaluationOptions options = small_options({"exact", "rl"});
  options.engine_for = [](const Method& method) -> std::unique_ptr<engine::Engine> {
    if (method.engine == "rl") return std::make_unique<TogetherEngine>();
    return engine::make_engine(method.engine);
  };
  std::vector<std::size_t> steps;
  options.on_step = [&](const EvaluationStep& step) {
    if (step.what == "rl") steps.push_back(step.done);
  };
  const Evaluation result = evaluate(collection, options);
  ASSERT_EQ(steps.size(), 41u);
  for (std::size_t i = 0; i < steps.size(); ++i)
    EXPECT_EQ(steps[i], i);
  ASSERT_EQ(result.runs.size(), 2u);
  const MethodRun& run = result.runs[1];
  EXPECT_TRUE(run.complete);
  engine::Problem problem;
  problem.sizes = options.sizes;
  double seconds = 0.0;
  for (std::size_t i = 0; i < collection.graphs.size(); ++i) {
    seconds += run.outcomes[i]->seconds;
    const auto answers = engine::make_engine("rand", {.samples = 1})
                             ->solve(collection.graphs[i], problem, engine::Budget());
    for (std::size_t s = 0; s < answers.size(); ++s) {
      const Count found =
          answers[s].findings.empty() ? 0 : answers[s].findings[0].frequency.saturated();
      EXPECT_TRUE(run.outcomes[i]->frequencies[s] == found);
    }
  }
  EXPECT_LE(seconds, run.seconds);
}

// Says what it was asked for.
class CuriousEngine : public TogetherEngine {
 public:
  explicit CuriousEngine(std::vector<engine::Problem>& asked) : asked_(asked) {}
  std::vector<std::vector<engine::Answer>> solve_many(std::span<const Graph* const> graphs,
                                                      const engine::Problem& problem,
                                                      const engine::Budget& budget) const override {
    asked_.push_back(problem);
    return TogetherEngine::solve_many(graphs, problem, budget);
  }

 private:
  std::vector<engine::Problem>& asked_;
};

TEST(Evaluate, SearchesAreHandedToTheEngineAndDrawsRepeated) {
  std::vector<engine::Problem> asked;
  std::vector<policy::DecodeOptions> searches;
  EvaluationOptions options = small_options({"rl", "rl+samples=5+temperature=2", "rl+beam=7"});
  options.engine_for = [&](const Method& method) {
    searches.push_back(engine::rl_options(method.settings).decode);
    return std::make_unique<CuriousEngine>(asked);
  };
  const Evaluation result = evaluate(small_collection(13), options);
  ASSERT_EQ(asked.size(), 1u + 3u + 1u);
  EXPECT_EQ(result.runs.size(), asked.size());
  EXPECT_EQ(searches[0].method, policy::Decode::Greedy);
  for (std::size_t i = 1; i < 4; ++i) {
    EXPECT_EQ(asked[i].seed, i - 1);
    EXPECT_EQ(searches[i].samples, 5u);
    EXPECT_EQ(searches[i].temperature, 2.0);
  }
  EXPECT_EQ(searches[4].beam, 7u);
}

TEST(Evaluate, AutoIsExactOnSmallGraphs) {
  const Collection collection = small_collection(40);
  const EvaluationOptions options = small_options({"auto"});
  const Evaluation result = evaluate(collection, options);
  expect_right(collection, options, result);
  for (std::size_t i = 0; i < result.graphs.size(); ++i) {
    for (std::size_t s = 0; s < options.sizes.size(); ++s)
      EXPECT_EQ(result.ratio(result.runs[0], i, s).value_or(1.0), 1.0);
  }
}

TEST(Evaluate, GroundTruthComesFromTheCacheOrIsFoundAndKept) {
  const Collection collection = small_collection(30);
  EvaluationOptions options = small_options({"mni"});
  const TempFolder folder;
  options.cache = folder.path();
  std::size_t solved = 0;
  options.on_step = [&](const EvaluationStep& step) { solved += step.what == "ground truth"; };
  expect_right(collection, options, evaluate(collection, options));
  EXPECT_EQ(solved, 30u);
  solved = 0;
  expect_right(collection, options, evaluate(collection, options));
  EXPECT_EQ(solved, 0u);
  // One more size: every graph has to be solved again, for all sizes are answered together.
  options.sizes = {3, 4, 5, 6};
  expect_right(collection, options, evaluate(collection, options));
  EXPECT_EQ(solved, 30u);
}

TEST(Evaluate, AWrongGroundTruthIsNotBelieved) {
  const Collection collection = small_collection(30);
  EvaluationOptions options = small_options({"mni"});
  const TempFolder folder;
  options.cache = folder.path();
  const TruthCache cache(folder.path());
  for (const Graph& graph : collection.graphs)
    cache.store(graph, {{3, 1}, {4, 1}, {5, 1}});
  EXPECT_THROW(evaluate(collection, options), Error);
  // The exact method replaces it.
  options.methods.push_back(parse_method("exact"));
  expect_right(collection, options, evaluate(collection, options));
  options.methods.pop_back();
  expect_right(collection, options, evaluate(collection, options));
}

TEST(Evaluate, CacheThatCannotBeWrittenIsAWarning) {
  const TempFolder folder;
  EvaluationOptions options = small_options({"exact"});
  options.cache = folder.write("file", "in the way");
  const Collection collection = small_collection(10);
  const Evaluation result = evaluate(collection, options);
  EXPECT_EQ(result.warnings.size(), 1u);
  expect_right(collection, options, result);
}

TEST(Evaluate, CancelKeepsWhatIsComplete) {
  std::atomic<bool> cancel{false};
  EvaluationOptions options = small_options({"exact", "rand", "mni"});
  options.cancel = &cancel;
  std::size_t steps = 0;
  options.on_step = [&](const EvaluationStep&) { cancel = ++steps == 40 + 40 + 15; };
  const Evaluation result = evaluate(small_collection(40), options);
  EXPECT_FALSE(result.complete);
  ASSERT_EQ(result.runs.size(), 3u);
  EXPECT_TRUE(result.runs[0].complete);
  EXPECT_TRUE(result.runs[1].complete);
  EXPECT_FALSE(result.runs[2].complete);
  const auto& outcomes = result.runs[2].outcomes;
  EXPECT_EQ(
      std::count_if(outcomes.begin(), outcomes.end(), [](const auto& o) { return o.has_value(); }),
      15);
}

TEST(Evaluate, CancelKeepsTheGraphsOfAMethodThatTreatsThemTogether) {
  std::atomic<bool> cancel{false};
  EvaluationOptions options = small_options({"rl"});
  options.cancel = &cancel;
  options.engine_for = [](const Method&) { return std::make_unique<TogetherEngine>(); };
  options.on_step = [&](const EvaluationStep& step) {
    cancel = step.what == "rl" && step.done == 15;
  };
  const Evaluation result = evaluate(small_collection(40), options);
  ASSERT_EQ(result.runs.size(), 1u);
  EXPECT_FALSE(result.complete || result.runs[0].complete);
  for (std::size_t i = 0; i < 40; ++i)
    EXPECT_EQ(result.runs[0].outcomes[i].has_value(), i < 15) << i;
}

TEST(Evaluate, GraphsNotProvenInTimeAreLeftOut) {
  EvaluationOptions options = small_options({"exact", "rand"});
  options.time_limit = 1e-9;
  const Evaluation result = evaluate(small_collection(13), options);
  EXPECT_TRUE(result.complete);
  std::size_t unproven = 0;
  for (std::size_t i = 0; i < result.graphs.size(); ++i) {
    for (std::size_t s = 0; s < 3; ++s) {
      unproven += result.graphs[i].best[s] ? 0 : 1;
      if (!result.graphs[i].best[s]) {
        EXPECT_FALSE(result.ratio(result.runs[0], i, s).has_value());
      }
    }
  }
  EXPECT_GT(unproven, 10u);
}

TEST(Evaluate, RandReproducesThePaper) {
  if (data_folder().empty()) {
    GTEST_SKIP() << "the data sets (RLMINER_DATA or ../shared/data) are absent: "
                    "RandReproducesThePaper checks nothing";
  }
  EvaluationOptions options = small_options({"exact", "rand"});
  options.sizes = {5, 6, 7, 8, 9};
  options.part = graph::Part::Test;
  options.seeds = 5;
  options.threads = 2;
  const Evaluation result =
      evaluate(graph::paper_filter(io::read_collection(data_folder() / "COX2")), options);
  ASSERT_EQ(result.graphs.size(), 94u);
  const std::vector<double> paper{.998, .976, .910, .775, .711};
  for (std::size_t s = 0; s < 5; ++s) {
    double sum = 0.0;
    for (std::size_t r = 1; r < result.runs.size(); ++r) {
      for (std::size_t i = 0; i < result.graphs.size(); ++i)
        sum += *result.ratio(result.runs[r], i, s);
    }
    EXPECT_NEAR(sum / (5.0 * 94.0), paper[s], 0.03) << "k=" << options.sizes[s];
  }
}

}  // namespace
}  // namespace rlminer::study
