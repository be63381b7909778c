#include "rlminer/engine/beam.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "rlminer/base/machine.h"
#include "rlminer/engine/registry.h"

namespace rlminer::engine {
namespace {

constexpr double kReserve = 0.03;  // of the time, for looking up occurrences
// What is done for one size, each with a part of the time left: counting what is very quick to
// count, estimating what is left to about a percent, counting and estimating better those that may
// be the best. All that is left is for counting the best one at any rate.
constexpr double kShareOfQuick = 0.15;
constexpr double kShareOfRefining = 0.2;
constexpr double kShareOfCounting = 0.3;
constexpr double kShareOfPrecision = 0.4;
constexpr std::uint64_t kQuick = 20'000;  // partial matches
constexpr std::uint64_t kPatient = 1'000'000;
constexpr sample::DrawLimits kRough{.samples = 40'000, .relative_error = 0.01};
constexpr sample::DrawLimits kPrecise{.samples = 4'000'000, .relative_error = 0.001};
constexpr std::size_t kFinalists = 8;
// Without a time limit, counting exactly may take so many seconds for each size.
constexpr double kSecondsPerSize = 20.0;
constexpr std::size_t kWidth = 20;  // patterns of each size that are kept, unless told otherwise

}  // namespace

BeamSearch::BeamSearch(const BeamGround& ground, const Problem& problem, const Budget& budget,
                       std::size_t width)
    : ground_(ground),
      problem_(problem),
      budget_(budget),
      width_(std::max(width, problem.top)),
      beam_(ground.prepared,
            {.width = width_, .seed = problem.seed, .threads = std::max(1, budget.threads)}) {}

void BeamSearch::grow(const Deadline& deadline) {
  const int last = problem_.sizes.back();
  for (int size = 1; size <= last; ++size) {
    const auto& entries = beam_.grow(deadline.part(1.0 / (last - size + 1)));
    if (entries.empty()) break;
    if (std::binary_search(problem_.sizes.begin(), problem_.sizes.end(), size))
      kept_[size] = entries;
    report(kShareOfGrowth * size / last, "growing");
  }
}

std::vector<Answer> BeamSearch::answers(const Deadline& deadline) {
  std::size_t done = 0;
  return answer_sizes(ground_.graph, problem_, watch_, [&](Answer& answer) {
    fill(answer, deadline);
    report(kShareOfGrowth + (1 - kShareOfGrowth) * static_cast<double>(++done) /
                                static_cast<double>(problem_.sizes.size()),
           "counting");
  });
}

void BeamSearch::fill(Answer& answer, const Deadline& deadline) {
  const std::size_t most = std::max(kFinalists, problem_.top + kFinalists / 2);
  std::vector<Finalist> finalists;
  for (const search::BeamEntry& entry : kept_[answer.size]) {
    if (finalists.size() == most) break;
    finalists.push_back(
        {search::estimated_finding(entry.pattern, entry.estimate, entry.occurrence), entry.draws});
  }
  // The best smaller patterns may all lie in components that are too small.
  if (finalists.empty())
    finalists.push_back({search::random_finding(ground_.graph, answer.size, problem_.seed), {}});
  measure(finalists, deadline_for(answer.size, deadline.part(1 - kReserve)));
  std::vector<Finding> findings;
  for (Finalist& finalist : finalists)
    findings.push_back(std::move(finalist.finding));
  rank(findings, problem_, ground_.counter, deadline);
  answer.note = note_of(answer.size);
  answer.findings = std::move(findings);
}

Deadline BeamSearch::deadline_for(int size, const Deadline& deadline) const {
  if (deadline.remaining() == Deadline::kForever) return deadline.at_most(kSecondsPerSize);
  return share_of_size(deadline, problem_, size);
}

// Makes the frequencies as good as the time allows.
void BeamSearch::measure(std::vector<Finalist>& finalists, const Deadline& deadline) {
  count(finalists, kQuick, deadline.part(kShareOfQuick));
  refine(finalists, kRough, deadline.part(kShareOfRefining));
  count(finalists, kPatient, deadline.part(kShareOfCounting));
  refine(finalists, kPrecise, deadline.part(kShareOfPrecision));
  while (!deadline.expired()) {
    Finalist* const next = most_promising(finalists);
    if (next == nullptr) return;
    next->tried = true;
    next->finding.frequency.learn(
        ground_.counter.count_on_all_threads(next->finding.pattern, deadline));
  }
}

// Those without an exact frequency that may be among the best, as far as is known.
std::vector<BeamSearch::Finalist*> BeamSearch::contenders(std::vector<Finalist>& finalists) const {
  std::vector<double> at_least;
  for (const Finalist& finalist : finalists)
    at_least.push_back(finalist.finding.frequency.low());
  std::sort(at_least.rbegin(), at_least.rend());
  const double to_beat = at_least.size() < problem_.top ? 0.0 : at_least[problem_.top - 1];
  std::vector<Finalist*> result;
  for (Finalist& finalist : finalists) {
    const Frequency& frequency = finalist.finding.frequency;
    if (!frequency.exact() && frequency.high() >= to_beat) result.push_back(&finalist);
  }
  return result;
}

BeamSearch::Finalist* BeamSearch::most_promising(std::vector<Finalist>& finalists) const {
  Finalist* best = nullptr;
  for (Finalist* finalist : contenders(finalists)) {
    if (finalist->tried) continue;
    if (best == nullptr || search::ranks_before(finalist->finding, best->finding)) best = finalist;
  }
  return best;
}

void BeamSearch::count(std::vector<Finalist>& finalists, std::uint64_t give_up,
                       const Deadline& deadline) {
  std::vector<Finding*> findings;
  for (Finalist* finalist : contenders(finalists))
    findings.push_back(&finalist->finding);
  search::count_quickly(findings, give_up, ground_.counter, deadline);
}

void BeamSearch::refine(std::vector<Finalist>& finalists, sample::DrawLimits limits,
                        const Deadline& deadline) {
  limits.deadline = deadline;
  const std::vector<Finalist*> chosen = contenders(finalists);
  parallel_for(chosen.size(), std::max(1, budget_.threads), [&](int t, std::size_t i) {
    if (deadline.expired()) return;
    Finding& finding = chosen[i]->finding;
    sample::PatternEstimator& estimator = beam_.estimator(t);
    estimator.set_pattern(finding.pattern);
    // The draws so far have chosen the pattern, so they are on the high side: new ones replace
    // them.
    Rng rng = beam_.rng_for(finding.pattern, chosen[i]->draws.count);
    sample::Draws draws;
    estimator.draw(limits, rng, draws);
    if (draws.count < chosen[i]->draws.count) return;
    chosen[i]->draws = draws;
    finding.frequency = estimator.result(draws).frequency();
  });
}

std::string BeamSearch::note_of(int size) {
  return "best of a beam of " + std::to_string(width_) + " patterns (" +
         std::to_string(kept_[size].size()) + " of this size); not proven";
}

void BeamSearch::report(double fraction, const char* phase) const {
  if (budget_.on_progress) budget_.on_progress({fraction, 0.0, phase});
}

namespace {

class BeamEngine : public Engine {
 public:
  explicit BeamEngine(const EngineSettings& settings) : width_(settings.beam.value_or(kWidth)) {}

  std::string name() const override { return "beam"; }
  std::vector<Answer> solve(const Graph& graph, const Problem& problem,
                            const Budget& budget) const override {
    const sample::SampleGraph prepared(graph);
    count::Counter counter(graph, budget.threads);
    BeamSearch search({graph, prepared, counter}, problem, budget, width_);
    search.grow(budget.deadline.part((1 - kReserve) * BeamSearch::kShareOfGrowth));
    return search.answers(budget.deadline);
  }

 private:
  std::size_t width_;
};

}  // namespace

EngineInfo beam_engine() {
  return {.name = "beam",
          .summary = "grows frequent patterns, for large networks",
          .estimates = true,
          .fills_time = true,
          .takes = {Setting::Beam},
          .make = EngineInfo::make_from_settings<BeamEngine>};
}

}  // namespace rlminer::engine
