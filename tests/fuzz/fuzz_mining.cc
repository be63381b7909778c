// A libFuzzer target: bytes are a small graph and a question. What exact, auto, beam and count say
// is compared with the brute-force oracle. The clock moves with every look at it, so that an answer
// may also come too early to be proven; whatever it claims must hold all the same.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <fuzzer/FuzzedDataProvider.h>
#include <optional>
#include <string>
#include <vector>

#include "rlminer/count/counter.h"
#include "rlminer/count/measurement.h"
#include "rlminer/engine/registry.h"
#include "rlminer/graph/builder.h"
#include "rlminer/pattern/pattern.h"
#include "rlminer/testing/fake_clock.h"
#include "rlminer/testing/oracle.h"

namespace {

using rlminer::Deadline;
using rlminer::Frequency;
using rlminer::Graph;
using rlminer::Vertex;
using rlminer::engine::Answer;
using rlminer::engine::Finding;
using rlminer::testing::FakeClock;
using rlminer::testing::PatternClass;

void require(bool holds) {
  if (!holds) std::abort();
}

Graph take_graph(FuzzedDataProvider& bytes) {
  rlminer::graph::GraphBuilder builder;
  const int vertices = bytes.ConsumeIntegralInRange(1, 9);
  const int labels = bytes.ConsumeIntegralInRange(1, 4);
  for (int v = 0; v < vertices; ++v) {
    builder.add_vertex(std::to_string(v), std::to_string(bytes.ConsumeIntegralInRange(1, labels)));
  }
  for (int v = 1; v < vertices; ++v) {
    const auto row = bytes.ConsumeIntegral<std::uint16_t>();
    for (int u = 0; u < v; ++u) {
      if ((row >> u & 1) != 0) builder.add_edge(static_cast<Vertex>(u), static_cast<Vertex>(v));
    }
  }
  return builder.build();
}

// How often the oracle sees that pattern.
std::uint64_t truth(const std::vector<PatternClass>& classes, const rlminer::Pattern& pattern) {
  const auto wanted = rlminer::testing::from_pattern(pattern);
  for (const PatternClass& each : classes) {
    if (rlminer::testing::isomorphic(each.subgraph, wanted)) return each.count;
  }
  return 0;
}

void check_frequency(const Frequency& frequency, std::uint64_t truth) {
  const auto value = static_cast<std::uint64_t>(frequency.saturated());
  if (frequency.exact()) return require(value == truth);
  // Intervals may be wrong now and then; what was counted may not.
  if (!frequency.interval()) require(value <= truth);
}

void check_finding(const Graph& graph, const Finding& finding,
                   const std::vector<PatternClass>& classes) {
  const std::uint64_t count = truth(classes, finding.pattern);
  require(count > 0);
  check_frequency(finding.frequency, count);
  const auto pattern = rlminer::testing::from_pattern(finding.pattern);
  for (const std::vector<Vertex>& occurrence : finding.occurrences)
    require(rlminer::testing::identical(rlminer::testing::induced(graph, occurrence), pattern));
}

void check_answer(const Graph& graph, const Answer& answer, std::size_t top) {
  const auto classes = rlminer::testing::classes_of_size(graph, answer.size);
  for (const Finding& finding : answer.findings)
    check_finding(graph, finding, classes);
  const std::uint64_t best = classes.empty() ? 0 : classes.front().count;
  if (answer.upper_bound) require(*answer.upper_bound >= best);
  if (answer.sets_exact) {
    std::uint64_t sets = 0;
    for (const PatternClass& each : classes)
      sets += each.count;
    require(answer.sets == sets);
  }
  if (!answer.proven) return;
  require(answer.findings.size() == std::min(top, classes.size()));
  for (std::size_t i = 0; i < answer.findings.size(); ++i) {
    require(answer.findings[i].frequency.exact());
    require(answer.findings[i].frequency == rlminer::BigCount(classes[i].count));
  }
}

void check_engines(const Graph& graph, FuzzedDataProvider& bytes) {
  const int first = bytes.ConsumeIntegralInRange(1, 6);
  rlminer::engine::Problem problem{.sizes = {first}};
  for (int size = first + 1; size <= bytes.ConsumeIntegralInRange(1, 6); ++size)
    problem.sizes.push_back(size);
  problem.top = bytes.ConsumeIntegralInRange<std::size_t>(1, 5);
  problem.occurrences = bytes.ConsumeIntegralInRange<std::size_t>(0, 3);
  problem.seed = bytes.ConsumeIntegral<std::uint8_t>();
  const bool limited = bytes.ConsumeBool();
  const double limit = bytes.ConsumeIntegralInRange(1, 200) / 10.0;
  for (const char* name : {"exact", "auto", "beam"}) {
    const FakeClock clock(limited ? 0.01 : 1e-6);
    rlminer::engine::Budget budget;
    budget.deadline = Deadline(limited ? limit : 1e6, nullptr, clock);
    const auto answers = rlminer::engine::make_engine(name)->solve(graph, problem, budget);
    require(answers.size() == problem.sizes.size());
    for (const Answer& answer : answers) {
      check_answer(graph, answer, problem.top);
      if (!limited && name != std::string("beam")) require(answer.proven);
    }
  }
}

void check_count(const Graph& graph, FuzzedDataProvider& bytes) {
  const auto classes = rlminer::testing::classes_of_size(graph, bytes.ConsumeIntegralInRange(1, 6));
  for (const PatternClass& each : classes) {
    const rlminer::Pattern pattern = rlminer::pattern::induce(graph, each.representative);
    rlminer::count::Counter counter(graph, 1);
    check_frequency(counter.count(pattern), each.count);
    require(counter.count(pattern).exact());
    const FakeClock clock(0.01);
    const double limit = bytes.ConsumeIntegralInRange(1, 100) / 20.0;
    check_frequency(
        rlminer::count::measure(counter, pattern, {.deadline = Deadline(limit, nullptr, clock)})
            .frequency,
        each.count);
    require(!counter.find(pattern, 1).empty());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  FuzzedDataProvider bytes(data, size);
  const Graph graph = take_graph(bytes);
  check_engines(graph, bytes);
  check_count(graph, bytes);
  return 0;
}
