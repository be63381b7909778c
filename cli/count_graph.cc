#include "cli/count_graph.h"

#include <string>
#include <vector>

#include "rlminer/count/counter.h"
#include "rlminer/count/measurement.h"

namespace rlminer::cli {
namespace {

// Looking for occurrences of a pattern that could not be counted.
constexpr double kFindSeconds = 5.0;
// Smaller graphs are not worth several threads.
constexpr std::size_t kFewestForThreads = 1000;

std::string note_of(const count::Measurement& measured) {
  return measured.note + (measured.left_uncounted ? " (--estimate never counts to the end)" : "");
}

// Where the pattern occurs: after an early end, what can still be found or was met in passing.
std::vector<std::vector<Vertex>> occurrences_of(count::Counter& counter, const Pattern& pattern,
                                                std::size_t wanted,
                                                const count::Measurement& counted,
                                                const engine::TimeShare& share) {
  const bool met = !counted.occurrence.empty();
  if (met && wanted == 1) return {counted.occurrence};
  // What is too hard to count may be too hard to find.
  const Deadline until =
      counted.frequency.exact() ? share.deadline : share.deadline.at_most(kFindSeconds);
  auto found = counter.find(pattern, wanted, until.expired() ? until.grace(share.grace) : until);
  if (found.empty() && met) found.push_back(counted.occurrence);
  return found;
}

}  // namespace

report::CountReport count_in(const Graph& graph, const PatternToCount& wanted,
                             const CountOptions& options, int threads,
                             const engine::TimeShare& share) {
  const Stopwatch watch(share.deadline.clock());
  report::CountReport report(graph);
  report.pattern = wanted.pattern;
  report.labels = wanted.labels;
  if (options.mappings) report.automorphisms = wanted.automorphisms;
  if (wanted.missing_label) {
    report.frequency = Frequency::exactly(Count{0});
    report.note = "the input has no label '" + *wanted.missing_label + "'";
    if (options.mni) report.mni = 0;
    report.mni_exact = true;
    report.seconds = watch.seconds();
    return report;
  }
  count::Counter counter(graph, graph.num_vertices() < kFewestForThreads ? 1 : threads);
  const count::Measurement counted = count::measure(counter, wanted.pattern,
                                                    {.deadline = share.deadline,
                                                     .seed = options.seed,
                                                     .estimating = options.estimating,
                                                     .grace = share.grace});
  report.frequency = counted.frequency;
  report.note = note_of(counted);
  if (options.mni) {
    const count::MniSupport mni = counter.with_matcher(
        [&](count::Matcher& matcher) { return matcher.mni(wanted.pattern, share.deadline); });
    report.mni = mni.support;
    report.mni_exact = mni.complete;
  }
  if (options.occurrences > 0 && (!report.frequency.exact() || report.frequency > 0))
    report.occurrences =
        occurrences_of(counter, wanted.pattern, options.occurrences, counted, share);
  report.seconds = watch.seconds();
  return report;
}

}  // namespace rlminer::cli
