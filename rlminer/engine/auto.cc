#include "rlminer/engine/auto.h"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

#include "rlminer/base/error.h"
#include "rlminer/engine/auto_part.h"
#include "rlminer/engine/candidates.h"
#include "rlminer/engine/exact.h"
#include "rlminer/engine/local_search.h"
#include "rlminer/engine/proving.h"
#include "rlminer/engine/recount.h"
#include "rlminer/engine/registry.h"
#include "rlminer/engine/rl.h"

namespace rlminer::engine {
namespace {

// Exact fits when its first pass is likely to be over after this part of the time: resolving what
// the pass has found takes time as well. It is never left more than the second part, so that others
// have their turn even when the estimate was wrong.
constexpr double kShareThatFits = 0.85;
constexpr double kMostForExact = 0.95;
// When it does not fit: the part of the time that exact has, or the second one when it is not even
// near; then of what is left the parts for the smaller sizes, for the policy, for the beam over
// patterns, for random growth where the others have found nothing, for proofs and for counting
// what is not counted; local search has the rest.
constexpr double kShareOfExact = 0.2;
constexpr double kShareOfHopeless = 0.02;
constexpr double kMostForHopeless = 1.0;  // seconds
constexpr double kHopeless = 10.0;        // times the limit
constexpr double kShareOfSmaller = 0.3;   // for exact again, on the sizes that do fit
constexpr double kShareOfPolicy = 0.25;
constexpr double kShareOfBeam = 0.3;
constexpr double kLeastForBeam = 3.0;  // seconds, as long as that is not more than this part:
constexpr double kMostOfShortTime = 0.6;
constexpr double kShareOfRand = 0.4;
constexpr double kShareOfProofs = 0.7;
constexpr double kShareWithoutHubs = 0.1;  // of proofs where stars are rarer than this among sets:
constexpr double kFewStars = 1e-4;
constexpr double kShareOfOneProof = 0.75;  // of what proofs have left, for the smallest size left
constexpr double kShareOfTarget = 0.5;     // of that, for counting what is to be proven
constexpr double kShareOfCounting = 0.3;
// The patterns that the policy hands on to local search.
constexpr std::size_t kStarts = 16;
// Where time is left in the end, beams become wider by this factor, up to a limit; each has a part
// of it, and shows so many patterns: fewer mean that there were no more to keep.
constexpr std::size_t kWidening = 5;
constexpr std::size_t kWidest = 5000;
constexpr double kShareOfWiderBeam = 0.5;
constexpr std::size_t kShown = 8;

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2g", value);
  return text;
}

class Solver {
 public:
  Solver(const Graph& graph, const Problem& problem, const Budget& budget,
         const AutoOptions& options)
      : graph_(graph), problem_(problem), budget_(budget), options_(options) {
    if (budget_.deadline.remaining() == Deadline::kForever)
      budget_.deadline = budget_.deadline.at_most(AutoEngine::kDefaultSeconds);
    seconds_ = budget_.deadline.remaining();
    // The parts show at least one occurrence each: local search starts from it.
    for_parts_ = problem;
    for_parts_.occurrences = std::max<std::size_t>(1, problem.occurrences);
  }

  // True: everything is proven.
  bool try_exact() {
    Part& exact = parts_.emplace_back(Part{"exact", {}});
    exact.answers = ExactEngine().solve(graph_, for_parts_, budget_,
                                        [this](const Outlook& outlook) { return way_on(outlook); });
    keep_unproven_sizes();
    const std::vector<int> smaller = sizes_that_fit();
    if (smaller.empty()) return for_parts_.sizes.empty();
    Problem problem = for_parts_;
    problem.sizes = smaller;
    const Budget budget = part_budget(budget_.deadline.part(kShareOfSmaller));
    for (Answer& answer : ExactEngine().solve(graph_, problem, budget)) {
      Answer& known = *exact.find(answer.size);
      if (answer.proven) known = std::move(answer);
    }
    keep_unproven_sizes();
    return for_parts_.sizes.empty();
  }

  void ask(const Engine& engine, const std::vector<int>& sizes) {
    report(0.5, "asking the policy");
    Problem problem = for_parts_;
    problem.sizes.clear();
    std::set_intersection(for_parts_.sizes.begin(), for_parts_.sizes.end(), sizes.begin(),
                          sizes.end(), std::back_inserter(problem.sizes));
    if (problem.sizes.empty() || budget_.deadline.expired()) return;
    problem.top = std::max(problem.top, kStarts);
    Part part{engine.name(), {}};
    part.answers =
        engine.solve(graph_, problem, part_budget(budget_.deadline.part(kShareOfPolicy)));
    parts_.push_back(std::move(part));
  }

  void note_failure(const std::string& name, const std::string& what) {
    parts_.push_back(Part{name, {}, what});
  }

  void grow() {
    report(0.6, "growing patterns");
    if (budget_.deadline.expired()) return;
    Part part{"beam", {}};
    const double left = budget_.deadline.remaining();
    const double least = std::min(kMostOfShortTime * left, kLeastForBeam);
    const Deadline deadline = budget_.deadline.at_most(std::max(kShareOfBeam * left, least));
    part.answers = BeamEngine(options_.beam).solve(graph_, for_parts_, part_budget(deadline));
    parts_.push_back(std::move(part));
  }

  // For the sizes that no part has an answer for. Even when the time is over there is one sample,
  // so that there is an answer.
  void draw() {
    const std::vector<int> sizes = sizes_without_findings();
    if (sizes.empty()) return;
    report(0.65, "sampling");
    const Deadline deadline = budget_.deadline.part(kShareOfRand);
    Part part{"rand", {}};
    Problem problem = for_parts_;
    for (std::size_t s = 0; s < sizes.size(); ++s) {
      const auto left = static_cast<double>(sizes.size() - s);
      problem.sizes = {sizes[s]};
      auto answers =
          RandEngine(options_.rand).solve(graph_, problem, part_budget(deadline.part(1.0 / left)));
      part.answers.push_back(std::move(answers[0]));
    }
    parts_.push_back(std::move(part));
  }

  // Tries to prove the best of all parts to be the best of all; finds better ones, sometimes.
  void prove_sizes() {
    const Deadline deadline =
        budget_.deadline.part(has_hubs() ? kShareOfProofs : kShareWithoutHubs);
    for (std::size_t s = 0; s < for_parts_.sizes.size() && !deadline.expired(); ++s) {
      report(0.7, "proving");
      const int size = for_parts_.sizes[s];
      // Proofs of larger sizes are much harder.
      const bool last = s + 1 == for_parts_.sizes.size();
      const Budget budget = part_budget(last ? deadline : deadline.part(kShareOfOneProof));
      count_best(size, budget.deadline.part(kShareOfTarget));
      proofs_[size] = try_proof(graph_, size, problem_.top, known_patterns(size), budget);
    }
  }

  // The best of all parts, improved.
  std::vector<Answer> combine() {
    PatternCounter counter(graph_, budget_.threads);
    for (auto& [size, proof] : proofs_) {
      if (proof.proven) settle(*parts_[0].find(size), proof, problem_, counter.matcher());
    }
    keep_unproven_sizes();
    std::vector<Answer> answers = std::move(parts_[0].answers);
    parts_[0].answers = answers;
    std::size_t left = for_parts_.sizes.size();
    for (Answer& answer : answers) {
      if (answer.proven) continue;
      report(0.8, "local search");
      combine_size(answer, counter, budget_.deadline.part(1.0 / static_cast<double>(left--)));
    }
    for (Answer& answer : answers)
      answer.seconds = watch_.seconds();
    return answers;
  }

  std::vector<Answer> proven() {
    for (Answer& answer : parts_[0].answers) {
      for (Finding& finding : answer.findings)
        finding.occurrences.resize(std::min(finding.occurrences.size(), problem_.occurrences));
    }
    return std::move(parts_[0].answers);
  }

 private:
  void keep_unproven_sizes() {
    for_parts_.sizes.clear();
    for (const Answer& answer : parts_[0].answers) {
      if (!answer.proven) for_parts_.sizes.push_back(answer.size);
    }
  }

  // The sets of all sizes were too many; those of the smaller sizes may not be.
  std::vector<int> sizes_that_fit() const {
    std::vector<int> fitting;
    if (!outlook_ || budget_.deadline.expired()) return fitting;
    const double speed = outlook_->fraction * outlook_->sets / outlook_->seconds;
    const auto& sets = outlook_->sets_by_size;
    for (const int size : for_parts_.sizes) {
      const double below = std::accumulate(sets.begin(), sets.begin() + size + 1, 0.0);
      const double most = kShareOfSmaller * budget_.deadline.remaining();
      if (below <= kShareThatFits * most * speed) fitting.push_back(size);
    }
    return fitting.size() < for_parts_.sizes.size() ? fitting : std::vector<int>();
  }

  WayOn way_on(const Outlook& outlook) {
    outlook_ = outlook;
    const bool fits = outlook.total_seconds <= kShareThatFits * seconds_;
    double most = (fits ? kMostForExact : kShareOfExact) * seconds_;
    if (outlook.total_seconds > kHopeless * seconds_)
      most = std::min(kShareOfHopeless * seconds_, kMostForHopeless);
    if (outlook.seconds >= most) return WayOn::Stop;
    const bool is_long = outlook.total_seconds > ExactOptions().bounds_after;
    return fits && is_long ? WayOn::Bounds : WayOn::Walk;
  }

  // In doubt, yes.
  bool has_hubs() const {
    if (!outlook_) return true;
    const auto largest = static_cast<int>(outlook_->sets_by_size.size()) - 1;
    return count_stars(graph_, largest) >= kFewStars * outlook_->sets_by_size.back();
  }

  std::vector<int> sizes_without_findings() const {
    std::vector<int> sizes;
    for (const int size : for_parts_.sizes) {
      const bool found = std::any_of(parts_.begin() + 1, parts_.end(), [&](const Part& part) {
        const Answer* const answer = part.find(size);
        return answer != nullptr && !answer->findings.empty();
      });
      if (!found) sizes.push_back(size);
    }
    return sizes;
  }

  // A proof is much quicker when it knows how much it takes to be the best.
  void count_best(int size, const Deadline& deadline) {
    Finding* const best = best_of(parts_, size);
    if (best != nullptr && !best->exact) Recount(graph_, budget_.threads).thorough(*best, deadline);
  }

  // The patterns whose frequency some part knows exactly, and that fits into a Count.
  std::vector<proof::KnownPattern> known_patterns(int size) const {
    std::vector<proof::KnownPattern> known;
    for (const Part& part : parts_) {
      const Answer* const answer = part.find(size);
      if (answer == nullptr) continue;
      for (const Finding& finding : answer->findings) {
        if (finding.exact && !finding.large) known.push_back({finding.pattern, finding.frequency});
      }
    }
    return known;
  }

  Budget part_budget(const Deadline& deadline) const {
    Budget budget = budget_;
    budget.deadline = deadline;
    budget.on_progress = nullptr;
    return budget;
  }

  void report(double fraction, const char* phase) const {
    if (budget_.on_progress) budget_.on_progress({fraction, 0.0, phase});
  }

  void combine_size(Answer& answer, PatternCounter& counter, const Deadline& deadline) {
    Candidates candidates(graph_);
    for (const Part& part : parts_) {
      const Answer* const known = part.find(answer.size);
      if (known == nullptr) continue;
      for (const Finding& finding : known->findings)
        candidates.add(finding);
    }
    const auto proof = proofs_.find(answer.size);
    if (proof != proofs_.end()) {
      answer.upper_bound = proof->second.upper_bound;
      for (const proof::KnownPattern& known : proof->second.best)
        candidates.add(finding_of(known, for_parts_.occurrences, counter.matcher()));
    }
    candidates.count(counter, deadline.part(kShareOfCounting));
    const auto local = improve(answer.size, candidates, counter, deadline);
    answer.findings = candidates.findings(problem_, counter.matcher(), deadline);
    answer.note = note(answer, local);
  }

  // Local search and wider beams in turn, until the time is over or nothing is left to try.
  std::optional<LocalSearchOutcome> improve(int size, Candidates& candidates,
                                            PatternCounter& counter, const Deadline& deadline) {
    const Deadline for_search = deadline.at_most(options_.local_search);
    std::optional<LocalSearchOutcome> local;
    for (std::size_t width = options_.beam.width * kWidening;; width *= kWidening) {
      if (options_.local_search > 0.0) {
        const LocalSearchLimits limits{.leaders = problem_.top, .deadline = for_search};
        const LocalSearchOutcome more = local_search(candidates, counter, limits);
        local = {(local ? local->patterns : 0) + more.patterns, more.better, more.complete};
      }
      if (deadline.expired() || width > kWidest) return local;
      if (!grow_wider(size, width, candidates, counter, deadline)) return local;
    }
  }

  // False: the beam before was not too narrow for anything.
  bool grow_wider(int size, std::size_t width, Candidates& candidates, PatternCounter& counter,
                  const Deadline& deadline) {
    Problem problem = for_parts_;
    problem.sizes = {size};
    problem.top = std::max(problem.top, kShown);
    Part part{"beam of " + std::to_string(width), {}};
    part.answers = BeamEngine({.width = width})
                       .solve(graph_, problem, part_budget(deadline.part(kShareOfWiderBeam)));
    const std::vector<Finding>& findings = part.answers[0].findings;
    for (const Finding& finding : findings)
      candidates.add(finding);
    candidates.count(counter, deadline.part(kShareOfCounting));
    const bool full = findings.size() >= problem.top;
    parts_.push_back(std::move(part));
    return full;
  }

  std::string note(const Answer& answer, const std::optional<LocalSearchOutcome>& local) const {
    std::string text = budget_.deadline.cancelled() ? "interrupted; " : "";
    if (!answer.findings.empty()) text += "found by " + finders(answer) + "; ";
    text += exact_note(answer.size);
    for (std::size_t i = 1; i < parts_.size(); ++i) {
      const Answer* const part = parts_[i].find(answer.size);
      if (!parts_[i].failure.empty()) text += "; " + parts_[i].name + ": " + parts_[i].failure;
      if (part != nullptr) text += "; " + parts_[i].name + ": " + part->note;
    }
    const auto proof = proofs_.find(answer.size);
    if (proof != proofs_.end()) text += "; proof: " + proof->second.why_not;
    if (!local) return text;
    text += "; local search: " + std::to_string(local->patterns) + " more patterns";
    return text + (local->complete ? "" : ", unfinished");
  }

  // The parts that had the answer on their own, or local search.
  std::string finders(const Answer& answer) const {
    std::string names;
    for (const Part& part : parts_) {
      if (!part.found(answer.size, answer.findings[0].pattern)) continue;
      names += (names.empty() ? "" : " and ") + part.name;
    }
    return names.empty() ? "local search" : names;
  }

  std::string exact_note(int size) const {
    const Answer* const exact = parts_[0].find(size);
    std::string text = "exact: " + exact->note;
    if (!outlook_) return text;
    text += " (about " + number(outlook_->sets) + " connected sets";
    if (outlook_->total_seconds == Deadline::kForever) {
      text += " or more";
    } else {
      text += ", " + number(100.0 * outlook_->fraction) + " % of them in " +
              number(outlook_->seconds) + " s: all would take about " +
              number(outlook_->total_seconds) + " s";
    }
    return text + "; the limit is " + number(seconds_) + " s)";
  }

  const Graph& graph_;
  const Problem& problem_;
  Budget budget_;
  const AutoOptions& options_;
  Problem for_parts_;  // the sizes that exact has not proven
  double seconds_ = 0.0;
  const Stopwatch watch_{budget_.deadline.clock()};
  std::optional<Outlook> outlook_;
  std::vector<Part> parts_;                   // exact first
  std::map<int, proof::ProofResult> proofs_;  // by size
};

}  // namespace

const Engine& AutoEngine::learned_engine() const {
  const std::lock_guard lock(making_);
  if (!made_) made_ = options_.learned.make();
  return *made_;
}

std::vector<Answer> AutoEngine::solve(const Graph& graph, const Problem& problem,
                                      const Budget& budget) const {
  Solver solver(graph, problem, budget, options_);
  if (solver.try_exact()) return solver.proven();
  if (options_.learned.make) {
    try {
      solver.ask(learned_engine(), options_.learned.sizes);
    } catch (const Error& error) {  // a model that does not know this graph's labels
      solver.note_failure("rl", error.what());
    }
  }
  solver.grow();
  solver.draw();
  solver.prove_sizes();
  return solver.combine();
}

EngineInfo auto_engine() {
  return {.name = "auto",
          .summary = "exact if it fits the time limit, else the best of all means",
          .proves = true,
          .estimates = true,
          .fills_time = true,
          .model = UsesModel::IfGiven,
          .takes = {Setting::Samples, Setting::LocalSearch},
          .takes_with_model = {Setting::Decode, Setting::Beam, Setting::Temperature},
          .make = [](const EngineSettings& settings,
                     const PolicySource& policy) -> std::unique_ptr<Engine> {
            AutoOptions options;
            if (settings.samples) options.rand.samples = *settings.samples;
            RlOptions search = rl_options(settings, policy::Decode::Sample);
            options.local_search = std::exchange(search.local_search, 0.0);
            if (policy.load) {
              options.learned = {[load = policy.load, search] {
                                   return std::make_unique<RlEngine>(load(), search);
                                 },
                                 policy.sizes};
            }
            return std::make_unique<AutoEngine>(std::move(options));
          }};
}

}  // namespace rlminer::engine
