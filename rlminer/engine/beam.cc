#include <algorithm>
#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "rlminer/base/machine.h"
#include "rlminer/engine/registry.h"
#include "rlminer/search/pattern_beam.h"

namespace rlminer::engine {
namespace {

constexpr double kShareOfGrowth = 0.5;
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

class Solver {
 public:
  Solver(const Graph& graph, const Problem& problem, const Budget& budget, std::size_t width)
      : graph_(graph),
        problem_(problem),
        budget_(budget),
        deadline_(budget.deadline.part(1 - kReserve)),
        width_(std::max(width, problem.top)),
        beam_(graph,
              {.width = width_, .seed = problem.seed, .threads = std::max(1, budget.threads)}),
        counter_(graph, budget.threads) {}

  std::vector<Answer> run() {
    const Stopwatch watch(budget_.deadline.clock());
    grow();
    std::size_t done = 0;
    return answer_sizes(graph_, problem_, watch, [&](Answer& answer) {
      fill(answer);
      report(kShareOfGrowth + (1 - kShareOfGrowth) * static_cast<double>(++done) /
                                  static_cast<double>(problem_.sizes.size()),
             "counting");
    });
  }

 private:
  // One that is among the best of its size, and the draws that its estimate comes from.
  struct Finalist {
    Finding finding;
    sample::Draws draws;
    bool tried = false;  // to count it at any rate
  };

  void grow() {
    const Deadline growth = deadline_.part(kShareOfGrowth);
    const int last = problem_.sizes.back();
    for (int size = 1; size <= last; ++size) {
      const auto& entries = beam_.grow(growth.part(1.0 / (last - size + 1)));
      if (entries.empty()) break;
      if (std::binary_search(problem_.sizes.begin(), problem_.sizes.end(), size))
        kept_[size] = entries;
      report(kShareOfGrowth * size / last, "growing");
    }
  }

  void fill(Answer& answer) {
    const std::size_t most = std::max(kFinalists, problem_.top + kFinalists / 2);
    std::vector<Finalist> finalists;
    for (const search::BeamEntry& entry : kept_[answer.size]) {
      if (finalists.size() == most) break;
      finalists.push_back(
          {search::estimated_finding(entry.pattern, entry.estimate, entry.occurrence),
           entry.draws});
    }
    // The best smaller patterns may all lie in components that are too small.
    if (finalists.empty())
      finalists.push_back({search::random_finding(graph_, answer.size, problem_.seed), {}});
    measure(finalists, deadline_for(answer.size));
    std::vector<Finding> findings;
    for (Finalist& finalist : finalists)
      findings.push_back(std::move(finalist.finding));
    rank(findings, problem_, counter_, budget_.deadline);
    answer.note = note_of(answer.size);
    answer.findings = std::move(findings);
  }

  Deadline deadline_for(int size) const {
    if (deadline_.remaining() == Deadline::kForever) return deadline_.at_most(kSecondsPerSize);
    return share_of_size(deadline_, problem_, size);
  }

  // Makes the frequencies as good as the time allows.
  void measure(std::vector<Finalist>& finalists, const Deadline& deadline) {
    count(finalists, kQuick, deadline.part(kShareOfQuick));
    refine(finalists, kRough, deadline.part(kShareOfRefining));
    count(finalists, kPatient, deadline.part(kShareOfCounting));
    refine(finalists, kPrecise, deadline.part(kShareOfPrecision));
    while (!deadline.expired()) {
      Finalist* const next = most_promising(finalists);
      if (next == nullptr) return;
      next->tried = true;
      next->finding.frequency.learn(counter_.count_on_all_threads(next->finding.pattern, deadline));
    }
  }

  // Those without an exact frequency that may be among the best, as far as is known.
  std::vector<Finalist*> contenders(std::vector<Finalist>& finalists) const {
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

  Finalist* most_promising(std::vector<Finalist>& finalists) const {
    Finalist* best = nullptr;
    for (Finalist* finalist : contenders(finalists)) {
      if (finalist->tried) continue;
      if (best == nullptr || search::ranks_before(finalist->finding, best->finding))
        best = finalist;
    }
    return best;
  }

  void count(std::vector<Finalist>& finalists, std::uint64_t give_up, const Deadline& deadline) {
    std::vector<Finding*> findings;
    for (Finalist* finalist : contenders(finalists))
      findings.push_back(&finalist->finding);
    search::count_quickly(findings, give_up, counter_, deadline);
  }

  void refine(std::vector<Finalist>& finalists, sample::DrawLimits limits,
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

  std::string note_of(int size) {
    return "best of a beam of " + std::to_string(width_) + " patterns (" +
           std::to_string(kept_[size].size()) + " of this size); not proven";
  }

  void report(double fraction, const char* phase) const {
    if (budget_.on_progress) budget_.on_progress({fraction, 0.0, phase});
  }

  const Graph& graph_;
  const Problem& problem_;
  const Budget& budget_;
  const Deadline deadline_;
  const std::size_t width_;
  search::PatternBeam beam_;
  count::Counter counter_;
  std::map<int, std::vector<search::BeamEntry>> kept_;  // by size
};

// A beam over patterns, for networks with too many connected sets to walk over them.
//
// Grows the most frequent patterns vertex by vertex through all sizes (PatternBeam), then counts
// the best of every size asked for exactly, as far as time allows; what could not be counted has
// its estimate with an interval. Never proven.
class BeamEngine : public Engine {
 public:
  explicit BeamEngine(const EngineSettings& settings) : width_(settings.beam.value_or(kWidth)) {}

  std::string name() const override { return "beam"; }
  std::vector<Answer> solve(const Graph& graph, const Problem& problem,
                            const Budget& budget) const override {
    return Solver(graph, problem, budget, width_).run();
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
