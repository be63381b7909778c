#include "rlminer/engine/auto.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <map>
#include <numeric>
#include <optional>

#include "rlminer/base/error.h"
#include "rlminer/engine/beam.h"
#include "rlminer/engine/exact.h"
#include "rlminer/engine/registry.h"
#include "rlminer/engine/rl.h"
#include "rlminer/enumerate/ranked_graph.h"
#include "rlminer/search/local_search.h"
#include "rlminer/search/regrowth.h"

namespace rlminer::engine {
namespace {

// The patterns that the policy hands on to local search.
constexpr std::size_t kPolicyPatterns = 16;
// Where nobody named a model, one is asked about patterns of this size and larger, if so many
// seconds are left and there are no hubs: where that has paid (docs/auto.md).
constexpr int kLeastSizeForPolicy = 9;
constexpr double kLeastTimeForPolicy = 2.0;
// The first beam has so many seconds, unless that is more than this part of the time left.
constexpr double kLeastForBeam = 5.0;
constexpr double kMostForLeast = 0.9;
// Measuring what has grown has this part of the time left then, or the rest of those seconds if
// that is more.
constexpr double kShareOfMeasuring = 0.3;
// There are no hubs, and little hope for proofs, where stars are rarer than this among the sets.
constexpr double kFewStars = 1e-4;
constexpr double kProofsWithoutHubs = 0.1;
constexpr int kProbes = 1000;  // of the estimate of the sets, where nobody has made one
// Proofs of larger sizes are much harder: the smallest size left has this part of what proofs have
// left, and of that, counting what is to be proven has the second part.
constexpr double kOneProof = 0.75;
constexpr double kCountingTheTarget = 0.5;
// Of the time for improving a size, the part for counting what is not counted.
constexpr double kCounting = 0.3;
// Beams become wider by this factor, up to a limit; each has a part of the time left, and shows so
// many patterns: fewer mean that there were no more to keep.
// The first is one step wider where there are no hubs and so many seconds are left.
constexpr std::size_t kNarrowest = 20;
constexpr double kLeastTimeForWide = 0.5;
constexpr std::size_t kWidening = 5;
constexpr std::size_t kWidest = 5000;
constexpr double kWiderBeam = 0.5;
// Before each, larger steps than those of local search have this part of the time left, and again
// as long as they find something better.
constexpr double kRegrowth = 0.15;
constexpr std::size_t kShown = 8;
// After each of them local search starts from more of the candidates, up to a limit.
constexpr std::size_t kMoreLeaders = 8;
constexpr std::size_t kMoreLeadersFactor = 4;
constexpr std::size_t kMostLeaders = 2048;

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2g", value);
  return text;
}

std::string percent(double share) {
  return std::to_string(std::lround(100.0 * share)) + " %";
}

// What one of the engines that auto asks has to offer: its answers, or why it has none.
struct Contribution {
  std::string engine;
  std::vector<Answer> answers;  // for some sizes of the problem
  std::string failure = {};

  const Answer* find(int size) const {
    const auto place = std::find_if(answers.begin(), answers.end(),
                                    [&](const Answer& answer) { return answer.size == size; });
    return place == answers.end() ? nullptr : &*place;
  }
  Answer* find(int size) { return const_cast<Answer*>(std::as_const(*this).find(size)); }
  bool has_as_best(int size, const Pattern& pattern) const {
    const Answer* answer = find(size);
    return answer != nullptr && !answer->findings.empty() && answer->findings[0].pattern == pattern;
  }
};

// The most frequent pattern of a size that anybody has found; null: nothing.
Finding* best_of(std::vector<Contribution>& contributions, int size) {
  Finding* best = nullptr;
  for (Contribution& contribution : contributions) {
    Answer* const answer = contribution.find(size);
    if (answer == nullptr) continue;
    for (Finding& finding : answer->findings) {
      if (best == nullptr || search::ranks_before(finding, *best)) best = &finding;
    }
  }
  return best;
}

// Answers one question, stage by stage.
class AutoRun {
 public:
  struct Stage {
    std::string name;
    std::string condition;  // in words
    double share;           // of the time left when it begins, that it may take
    std::string exception;  // to the share, in words
    const char* phase;      // for a progress line; null: the stage reports by itself, or not at all
    bool (AutoRun::*applies)(double share);
    void (AutoRun::*run)(double share);
  };
  static const std::vector<Stage>& stages();

  AutoRun(const Graph& graph, const Problem& problem, const Budget& budget,
          const AutoOptions& options, std::function<const Engine&()> learned)
      : graph_(graph),
        problem_(problem),
        budget_(budget),
        options_(options),
        learned_(std::move(learned)),
        open_(problem) {
    if (budget_.deadline.remaining() == Deadline::kForever)
      budget_.deadline = budget_.deadline.at_most(AutoEngine::kDefaultSeconds);
    limit_ = budget_.deadline.remaining();
    // Everybody shows at least one occurrence: local search starts from it.
    open_.occurrences = std::max<std::size_t>(1, problem.occurrences);
  }

  std::vector<Answer> run() {
    for (std::size_t i = 0; i < stages().size() && !open_.sizes.empty(); ++i) {
      const Stage& stage = stages()[i];
      if (!(this->*stage.applies)(stage.share)) continue;
      if (stage.phase != nullptr && budget_.on_progress) {
        const auto all = static_cast<double>(stages().size());
        budget_.on_progress({static_cast<double>(i) / all, 0.0, stage.phase});
      }
      (this->*stage.run)(stage.share);
    }
    for (Answer& answer : answers_) {
      for (Finding& finding : answer.findings)
        finding.occurrences.resize(std::min(finding.occurrences.size(), problem_.occurrences));
      answer.seconds = watch_.seconds();
    }
    return std::move(answers_);
  }

 private:
  bool always(double) { return true; }
  bool has_time(double) { return !budget_.deadline.expired(); }

  // How far exact gets decides about all that follows.
  void walk(double) {
    ExactRun exact = ExactEngine({.walk = {.limit = limit_}}).run(graph_, open_, budget_);
    forecast_ = std::move(exact.forecast);
    answers_ = exact.answers;
    contributions_.push_back({"exact", std::move(exact.answers)});
    keep_open_sizes();
  }

  // The sets of all sizes were too many; those of the smaller sizes may not be.
  std::vector<int> sizes_that_fit(double share) const {
    std::vector<int> fitting;
    if (!forecast_ || budget_.deadline.expired()) return fitting;
    if (forecast_->sets_by_size.empty()) return fitting;
    const double speed = forecast_->sets / forecast_->total_seconds;
    const double most = WalkRule().fits * share * budget_.deadline.remaining() * speed;
    const auto& sets = forecast_->sets_by_size;
    for (const int size : open_.sizes) {
      if (std::accumulate(sets.begin(), sets.begin() + size + 1, 0.0) <= most)
        fitting.push_back(size);
    }
    return fitting.size() < open_.sizes.size() ? fitting : std::vector<int>();
  }
  bool some_sizes_fit(double share) { return !sizes_that_fit(share).empty(); }

  void walk_smaller_sizes(double share) {
    for (Answer& answer :
         ExactEngine().solve(graph_, open_with(sizes_that_fit(share)), part(share))) {
      if (answer.proven) answer_for(answer.size) = std::move(answer);
    }
    keep_open_sizes();
  }

  std::vector<int> sizes_for_policy() const {
    std::vector<int> sizes;
    std::set_intersection(open_.sizes.begin(), open_.sizes.end(), options_.learned.sizes.begin(),
                          options_.learned.sizes.end(), std::back_inserter(sizes));
    if (!options_.learned.named)
      std::erase_if(sizes, [](int size) { return size < kLeastSizeForPolicy; });
    return sizes;
  }
  bool policy_can_help(double share) {
    if (!options_.learned.make || sizes_for_policy().empty() || !has_time(share)) return false;
    if (options_.learned.named) return true;
    return budget_.deadline.remaining() >= kLeastTimeForPolicy && !has_hubs();
  }

  void ask_policy(double share) {
    Problem problem = open_with(sizes_for_policy());
    problem.top = std::max(problem.top, kPolicyPatterns);
    try {
      const Engine& engine = learned_();
      contributions_.push_back({engine.name(), engine.solve(graph_, problem, part(share))});
    } catch (const Error& error) {  // a model that does not know this graph's labels
      contributions_.push_back({"rl", {}, error.what()});
    }
  }

  void grow_beam(double share) {
    const double left = budget_.deadline.remaining();
    const double least = std::min(kMostForLeast * left, kLeastForBeam);
    const Stopwatch watch(budget_.deadline.clock());
    const Budget budget = within(budget_.deadline);
    if (left >= kLeastTimeForWide && !has_hubs()) first_width_ *= kWidening;
    BeamSearch search(ground(), open_, budget, first_width_);
    // As long as it would grow alone: its answer is the least that is expected of ours.
    search.grow(budget.deadline.at_most(BeamSearch::kShareOfGrowth * limit_));
    const double measuring = std::max(std::max(share * left, least) - watch.seconds(),
                                      kShareOfMeasuring * budget.deadline.remaining());
    contributions_.push_back({"beam", search.answers(budget.deadline.at_most(measuring))});
  }

  // What all beams share; it is prepared for the first of them.
  BeamGround ground() {
    if (!prepared_) prepared_.emplace(graph_);
    return {graph_, *prepared_, counter_};
  }

  std::vector<int> sizes_without_findings() const {
    std::vector<int> sizes;
    for (const int size : open_.sizes) {
      const bool found = std::any_of(contributions_.begin() + 1, contributions_.end(),
                                     [&](const Contribution& contribution) {
                                       const Answer* const answer = contribution.find(size);
                                       return answer != nullptr && !answer->findings.empty();
                                     });
      if (!found) sizes.push_back(size);
    }
    return sizes;
  }
  bool some_size_lacks_findings(double) { return !sizes_without_findings().empty(); }

  // Even when the time is over there is one sample, so that there is an answer.
  void draw(double share) {
    const std::vector<int> sizes = sizes_without_findings();
    const Deadline deadline = budget_.deadline.part(share);
    const std::unique_ptr<Engine> engine = make_engine("rand", {.samples = options_.samples});
    Contribution rand{"rand", {}};
    for (std::size_t s = 0; s < sizes.size(); ++s) {
      if (deadline.expired()) {
        Answer& answer = rand.answers.emplace_back();
        answer.size = sizes[s];
        answer.findings.push_back(search::random_finding(graph_, sizes[s], problem_.seed));
        answer.note = "one random subgraph";
        continue;
      }
      const Budget budget = within(deadline.part(1.0 / static_cast<double>(sizes.size() - s)));
      auto answers = engine->solve(graph_, open_with({sizes[s]}), budget);
      rand.answers.push_back(std::move(answers[0]));
    }
    contributions_.push_back(std::move(rand));
  }

  // Tries to prove the best so far to be the best of all; finds better ones, sometimes.
  void prove(double share) {
    const Deadline deadline = budget_.deadline.part(has_hubs() ? share : kProofsWithoutHubs);
    for (const int size : open_.sizes) {
      if (deadline.expired()) break;
      const bool last = size == open_.sizes.back();
      const Budget budget = within(last ? deadline : deadline.part(kOneProof));
      count_best(size, budget.deadline.part(kCountingTheTarget));
      const proof::ProofResult& proof = proofs_[size] =
          try_proof(graph_, size, problem_.top, known_patterns(size), budget);
      if (!proof.proven) continue;
      take_over_proof(answer_for(size), proof, problem_, counter_, budget_.deadline);
    }
    keep_open_sizes();
  }

  // In doubt, there are.
  bool has_hubs() {
    if (!forecast_) return true;
    if (forecast_->sets_by_size.empty()) {
      forecast_->sets_by_size =
          enumerate::estimate_sets(enumerate::RankedGraph(graph_), open_.sizes.back(), kProbes);
    }
    return star_share(graph_, *forecast_) >= kFewStars;
  }

  // A proof is much quicker when it knows how much it takes to be the best.
  void count_best(int size, const Deadline& deadline) {
    Finding* const best = best_of(contributions_, size);
    if (best != nullptr && !best->frequency.exact())
      best->frequency.learn(counter_.count_on_all_threads(best->pattern, deadline));
  }

  // The patterns whose frequency somebody knows exactly, and that fits into a Count.
  std::vector<proof::KnownPattern> known_patterns(int size) const {
    std::vector<proof::KnownPattern> known;
    for (const Contribution& contribution : contributions_) {
      const Answer* const answer = contribution.find(size);
      if (answer == nullptr) continue;
      for (const Finding& finding : answer->findings) {
        if (finding.frequency.exact() && finding.frequency.value().fits())
          known.push_back({finding.pattern, finding.frequency});
      }
    }
    return known;
  }

  // One size that is being improved.
  struct Improving {
    int size;
    search::Candidates candidates;
    std::unique_ptr<search::Regrowth> regrowth = {};  // none: not yet
    std::optional<search::LocalSearchOutcome> local = {};
    bool full = true;  // the last beam had no room to spare

    void add(const search::LocalSearchOutcome& more) {
      local = {(local ? local->patterns : 0) + more.patterns, more.better, more.complete};
    }
  };

  // The best of all contributions, made better: local search and wider beams in turn, until the
  // time is over or nothing is left to try. The sizes share the time.
  void improve(double share) {
    const Deadline deadline = budget_.deadline.part(share);
    std::vector<Improving> all;
    for (const int size : open_.sizes)
      all.push_back({size, candidates_of(size, deadline)});
    std::size_t leaders = problem_.top;
    for (std::size_t width = first_width_ * kWidening;; width *= kWidening) {
      auto left = static_cast<double>(all.size());
      for (Improving& one : all)
        count_and_search(one, leaders, deadline.part(1.0 / left--));
      left = static_cast<double>(all.size());
      for (Improving& one : all)
        regrow(one, deadline.part(1.0 / left--));
      if (deadline.expired()) break;
      const bool wider = width <= kWidest && grow_wider(all, width, deadline);
      if (!wider && leaders >= kMostLeaders) break;
      leaders = std::max(kMoreLeaders, leaders * kMoreLeadersFactor);
    }
    const Deadline closing = deadline.closing();
    for (Improving& one : all) {
      Answer& answer = answer_for(one.size);
      answer.findings =
          one.candidates.findings(problem_.top, problem_.occurrences, counter_, closing);
      answer.note = note(answer, one.local);
    }
  }

  search::Candidates candidates_of(int size, const Deadline& deadline) {
    search::Candidates candidates(graph_);
    for (const Contribution& contribution : contributions_) {
      const Answer* const known = contribution.find(size);
      if (known == nullptr) continue;
      for (const Finding& finding : known->findings)
        candidates.add(finding);
    }
    const auto proof = proofs_.find(size);
    if (proof == proofs_.end()) return candidates;
    answer_for(size).upper_bound = proof->second.upper_bound;
    for (const proof::KnownPattern& known : proof->second.best)
      candidates.add(Finding{known.pattern, known.frequency,
                             counter_.find(known.pattern, 1, deadline.closing())});
    return candidates;
  }

  void count_and_search(Improving& one, std::size_t leaders, const Deadline& deadline) {
    one.candidates.count(counter_, deadline.part(kCounting));
    if (options_.local_search <= 0.0) return;
    const search::LocalSearchLimits limits{.leaders = leaders,
                                           .deadline = deadline.at_most(options_.local_search)};
    one.add(search::local_search(one.candidates, counter_, limits));
  }

  void regrow(Improving& one, const Deadline& deadline) {
    if (options_.local_search <= 0.0 || deadline.expired()) return;
    if (!one.regrowth) {
      one.regrowth = std::make_unique<search::Regrowth>(ground().prepared, counter_, problem_.seed,
                                                        counter_.threads());
    }
    const Deadline at_most = deadline.at_most(options_.local_search);
    search::LocalSearchOutcome outcome;
    do {
      outcome = one.regrowth->run(one.candidates, at_most.part(kRegrowth));
      one.add(outcome);
    } while (outcome.better && !at_most.expired());
  }

  // For those sizes for which the beam before was too narrow; false: for none.
  bool grow_wider(std::vector<Improving>& all, std::size_t width, const Deadline& deadline) {
    std::vector<int> sizes;
    for (const Improving& one : all) {
      if (one.full) sizes.push_back(one.size);
    }
    if (sizes.empty()) return false;
    Problem problem = open_with(std::move(sizes));
    problem.top = std::max(problem.top, kShown);
    const Budget budget = within(deadline.part(kWiderBeam));
    BeamSearch search(ground(), problem, budget, width);
    search.grow(budget.deadline.part(BeamSearch::kShareOfGrowth));
    Contribution beam{"beam of " + std::to_string(width), search.answers(budget.deadline)};
    for (Improving& one : all) {
      const Answer* const found = beam.find(one.size);
      if (found == nullptr) continue;
      for (const Finding& finding : found->findings)
        one.candidates.add(finding);
      one.full = found->findings.size() >= problem.top;
    }
    contributions_.push_back(std::move(beam));
    return true;
  }

  Answer& answer_for(int size) {
    return *std::find_if(answers_.begin(), answers_.end(),
                         [&](const Answer& answer) { return answer.size == size; });
  }

  void keep_open_sizes() {
    open_.sizes.clear();
    for (const Answer& answer : answers_) {
      if (!answer.proven) open_.sizes.push_back(answer.size);
    }
  }

  Problem open_with(std::vector<int> sizes) const {
    Problem problem = open_;
    problem.sizes = std::move(sizes);
    return problem;
  }

  Budget within(const Deadline& deadline) const {
    Budget budget = budget_;
    budget.deadline = deadline;
    budget.on_progress = nullptr;
    return budget;
  }
  Budget part(double share) const { return within(budget_.deadline.part(share)); }

  std::string note(const Answer& answer,
                   const std::optional<search::LocalSearchOutcome>& local) const {
    std::string text = budget_.deadline.cancelled() ? "interrupted; " : "";
    if (!answer.findings.empty()) text += "found by " + finders(answer) + "; ";
    text += exact_note(answer.size);
    for (std::size_t i = 1; i < contributions_.size(); ++i) {
      const Contribution& contribution = contributions_[i];
      const Answer* const known = contribution.find(answer.size);
      if (!contribution.failure.empty())
        text += "; " + contribution.engine + ": " + contribution.failure;
      if (known != nullptr) text += "; " + contribution.engine + ": " + known->note;
    }
    const auto proof = proofs_.find(answer.size);
    if (proof != proofs_.end()) text += "; proof: " + proof->second.why_not;
    if (!local) return text;
    text += "; local search: " + std::to_string(local->patterns) + " more patterns";
    return text + (local->complete ? "" : ", unfinished");
  }

  // Those that had the answer on their own, or local search.
  std::string finders(const Answer& answer) const {
    std::string names;
    for (const Contribution& contribution : contributions_) {
      if (!contribution.has_as_best(answer.size, answer.findings[0].pattern)) continue;
      names += (names.empty() ? "" : " and ") + contribution.engine;
    }
    return names.empty() ? "local search" : names;
  }

  std::string exact_note(int size) const {
    std::string text = "exact: " + contributions_[0].find(size)->note;
    if (!forecast_) return text;
    text += " (about " + number(forecast_->sets) + " connected sets";
    if (forecast_->total_seconds == Deadline::kForever) {
      text += " or more";
    } else if (forecast_->fraction == 0.0) {
      text += ": all would take " + number(forecast_->total_seconds) + " s or more";
    } else {
      text += ", " + number(100.0 * forecast_->fraction) + " % of them in " +
              number(forecast_->seconds) + " s: all would take about " +
              number(forecast_->total_seconds) + " s";
    }
    return text + "; the limit is " + number(limit_) + " s)";
  }

  const Graph& graph_;
  const Problem& problem_;
  Budget budget_;
  const AutoOptions& options_;
  const std::function<const Engine&()> learned_;
  Problem open_;  // the same problem for the sizes that are not proven
  double limit_ = 0.0;
  std::size_t first_width_ = kNarrowest;  // of the beams
  const Stopwatch watch_{budget_.deadline.clock()};
  count::Counter counter_{graph_, budget_.threads};
  std::optional<sample::SampleGraph> prepared_;  // for beams; none: there was no beam yet
  std::optional<WalkForecast> forecast_;         // the last one of exact; none: it was quick
  std::vector<Answer> answers_;                  // by size of the problem
  std::vector<Contribution> contributions_;      // that of exact first
  std::map<int, proof::ProofResult> proofs_;     // by size
};

const std::vector<AutoRun::Stage>& AutoRun::stages() {
  static const WalkRule walk;
  static const std::vector<Stage> stages{
      {"exact", "always", walk.most_unfit,
       percent(walk.most) + " if it is likely to be over in " + percent(walk.fits) +
           " of the limit; " + percent(walk.most_hopeless) + ", at most " +
           number(walk.most_hopeless_seconds) + " s, if it would take " + number(walk.hopeless) +
           " times the limit, and nothing if " + std::to_string(std::lround(walk.never)) + " times",
       nullptr, &AutoRun::always, &AutoRun::walk},
      {"exact, smaller sizes", "some of the open sizes, not all, would fit", 0.3, "", nullptr,
       &AutoRun::some_sizes_fit, &AutoRun::walk_smaller_sizes},
      {"policy",
       "a model was named that knows some of the sizes; or one is shipped, there are no hubs, k is "
       "at least " +
           std::to_string(kLeastSizeForPolicy) + ", and " + number(kLeastTimeForPolicy) +
           " s are left",
       0.25, "", "asking the policy", &AutoRun::policy_can_help, &AutoRun::ask_policy},
      {"beam", "time is left", 0.3,
       "at least " + number(kLeastForBeam) + " s or, if that is less, " + percent(kMostForLeast) +
           "; it may grow as long as `beam` alone would",
       "growing patterns", &AutoRun::has_time, &AutoRun::grow_beam},
      {"random growth", "policy and beam have no pattern of some size", 0.4,
       "one sample even when the time is over", "sampling", &AutoRun::some_size_lacks_findings,
       &AutoRun::draw},
      {"proof", "time is left", 0.7, percent(kProofsWithoutHubs) + " where there are no hubs",
       "proving", &AutoRun::has_time, &AutoRun::prove},
      {"local search and wider beams", "always", 1.0, "shared equally by the open sizes",
       "local search", &AutoRun::always, &AutoRun::improve},
  };
  return stages;
}

}  // namespace

std::string describe_stages() {
  std::string text = "| stage | runs when | part of the time left |\n| --- | --- | --- |\n";
  for (const AutoRun::Stage& stage : AutoRun::stages()) {
    text += "| " + stage.name + " | " + stage.condition + " | " + percent(stage.share) +
            (stage.exception.empty() ? "" : "; ") + stage.exception + " |\n";
  }
  return text;
}

const Engine& AutoEngine::learned_engine() const {
  const std::lock_guard lock(making_);
  if (!made_) made_ = options_.learned.make();
  return *made_;
}

std::vector<Answer> AutoEngine::solve(const Graph& graph, const Problem& problem,
                                      const Budget& budget) const {
  return AutoRun(graph, problem, budget, options_,
                 [this]() -> const Engine& { return learned_engine(); })
      .run();
}

EngineInfo auto_engine() {
  return {.name = "auto",
          .summary = "exact if it fits the time limit, else the best that several means find",
          .proves = true,
          .estimates = true,
          .fills_time = true,
          .model = UsesModel::IfGiven,
          .takes = {Setting::Samples, Setting::LocalSearch},
          .takes_with_model = {Setting::Decode, Setting::Beam, Setting::Temperature},
          .make = [](const EngineSettings& settings,
                     const PolicySource& policy) -> std::unique_ptr<Engine> {
            AutoOptions options;
            options.samples = settings.samples;
            RlOptions search = rl_options(settings, policy::Decode::Sample);
            options.local_search = std::exchange(search.local_search, 0.0);
            // Nobody said how to search: as well as its part of the time allows.
            if (!settings.decode && !settings.samples && !settings.beam && !settings.temperature)
              search.widen = options.local_search;
            if (policy.load) {
              options.learned = {[load = policy.load, search] {
                                   return std::make_unique<RlEngine>(load(), search);
                                 },
                                 policy.sizes, policy.named};
            }
            return std::make_unique<AutoEngine>(std::move(options));
          }};
}

}  // namespace rlminer::engine
