#include "rlminer/engine/exact.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "rlminer/engine/registry.h"

namespace rlminer::engine {
namespace {

constexpr std::size_t kBytesPerBranch = 1000;  // of a proof, at most
constexpr double kShareOfMemory = 0.5;

}  // namespace

proof::ProofResult try_proof(const Graph& graph, int size, std::size_t top,
                             std::vector<proof::KnownPattern> known, const Budget& budget) {
  proof::ProofTask task;
  task.size = size;
  task.top = top;
  task.known = std::move(known);
  task.deadline = budget.deadline;
  task.threads = budget.threads;
  const double memory = kShareOfMemory * static_cast<double>(budget.deadline.memory());
  task.most_open = static_cast<std::size_t>(
      std::min(static_cast<double>(task.most_open), memory / kBytesPerBranch));
  return proof::prove(graph, task);
}

void take_over_proof(Answer& answer, const proof::ProofResult& proof, const Problem& problem,
                     count::Counter& counter, const Deadline& deadline) {
  const Deadline closing = deadline.closing();
  answer.proven = proof.proven;
  answer.note = proof.proven ? "proven without enumeration" : proof.why_not;
  answer.upper_bound = proof.upper_bound;
  answer.findings.clear();
  for (const proof::KnownPattern& known : proof.best) {
    answer.findings.push_back({known.pattern, known.frequency, {}});
    complete_occurrences(answer.findings.back(), problem, counter, closing);
  }
}

namespace {

// A proof without enumeration may take this part of what the census is likely to take, and of the
// time that is left; less than a moment is not worth while.
constexpr double kShareOfProof = 0.1;
constexpr double kMostForProof = 0.5;
constexpr double kShortestProof = 0.02;
// Bounds prune where the sets crowd around hubs: they are tried when stars, induced or not, are at
// least this part of all sets.
constexpr double kStarsAroundHubs = 0.01;

// The census, or bounds where they are quicker.
class Solver {
 public:
  Solver(const Graph& graph, const Problem& problem, const Budget& budget,
         const ExactOptions& options)
      : graph_(graph), problem_(problem), budget_(budget), options_(options) {}

  ExactRun run() {
    if (is_hopeless()) return {not_begun(), std::move(forecast_)};
    std::vector<Answer> answers =
        options_.walk.bounds_after > 0.0 ? walk(problem_, true) : unanswered();
    if (bounds_first_) try_bounds(answers);
    return {std::move(answers), std::move(forecast_)};
  }

 private:
  void try_bounds(std::vector<Answer>& answers) {
    const std::vector<int> left = prove_sizes(answers);
    if (!left.empty()) {
      Problem rest = problem_;
      rest.sizes = left;
      for (Answer& answer : walk(rest, false))
        take_over(find(answers, answer.size), std::move(answer));
    }
    for (Answer& answer : answers)
      answer.seconds = watch_.seconds();
  }

  static Answer& find(std::vector<Answer>& answers, int size) {
    return *std::find_if(answers.begin(), answers.end(),
                         [&](const Answer& answer) { return answer.size == size; });
  }

  // Where there are hubs, or many edges, the stars are enough to know that no walk fits.
  bool is_hopeless() {
    if (options_.walk.limit == Deadline::kForever || !is_worth_a_forecast(graph_)) return false;
    const int threads = budget_.threads;
    const WalkForecast of_smallest = forecast_from_stars(graph_, problem_.sizes.front(), threads);
    if (options_.walk.decide(of_smallest) != WalkDecision::Stop) return false;
    forecast_ = forecast_from_stars(graph_, problem_.sizes.back(), threads);
    return true;
  }

  std::vector<Answer> not_begun() {
    return answer_sizes(graph_, problem_, watch_,
                        [](Answer& answer) { answer.note = "would take too long"; });
  }

  // What a walk of no steps would say.
  std::vector<Answer> unanswered() {
    bounds_first_ = true;
    return answer_sizes(graph_, problem_, watch_, [](Answer&) {});
  }

  // Leaves the walk for the bounds, if it may and there are hubs.
  std::vector<Answer> walk(const Problem& problem, bool may_leave) {
    const double before = watch_.seconds();
    const auto decide = [&](const WalkForecast& forecast) {
      forecast_ = forecast;
      forecast_->seconds += before;
      forecast_->total_seconds += before;
      const WalkDecision decision = options_.walk.decide(*forecast_);
      if (decision != WalkDecision::TryBounds) return decision;
      if (!may_leave || star_share(graph_, forecast) < kStarsAroundHubs)
        return WalkDecision::Continue;
      bounds_first_ = true;
      return decision;
    };
    return take_watched_census(graph_, problem, budget_, options_.max_sketch_bits, decide,
                               options_.sketch_sets);
  }

  // Returns the sizes that could not be proven.
  std::vector<int> prove_sizes(std::vector<Answer>& answers) {
    std::vector<int> left;
    for (Answer& answer : answers) {
      if (answer.proven) continue;  // larger than every component
      const double seconds = kShareOfProof * seconds_of_census(answer.size);
      if (seconds >= kShortestProof) prove_size(answer, seconds);
      if (!answer.proven) left.push_back(answer.size);
    }
    return left;
  }

  void prove_size(Answer& answer, double seconds) {
    if (budget_.on_progress) budget_.on_progress({0.0, 0.0, "proving"});
    Budget budget = budget_;
    budget.deadline = budget_.deadline.part(kMostForProof).at_most(seconds);
    const proof::ProofResult proof = try_proof(graph_, answer.size, problem_.top, {}, budget);
    count::Counter counter(graph_);
    take_over_proof(answer, proof, problem_, counter, budget_.deadline);
  }

  // For this size and all smaller ones.
  double seconds_of_census(int size) const {
    if (!forecast_) return Deadline::kForever;
    const auto& sets = forecast_->sets_by_size;
    const double below = std::accumulate(sets.begin(), sets.begin() + size + 1, 0.0);
    return forecast_->total_seconds * below / forecast_->sets;
  }

  // What the census says, except where it did not come to an end and the attempt at a proof knows
  // more.
  static void take_over(Answer& answer, Answer&& census) {
    const std::optional<Count> bound = answer.upper_bound;
    const bool better =
        !census.proven && !answer.findings.empty() &&
        (census.findings.empty() || answer.findings[0].frequency > census.findings[0].frequency);
    if (better) census.findings = std::move(answer.findings);
    answer = std::move(census);
    if (!answer.proven) answer.upper_bound = bound;
  }

  const Graph& graph_;
  const Problem& problem_;
  const Budget& budget_;
  const ExactOptions& options_;
  const Stopwatch watch_{budget_.deadline.clock()};
  bool bounds_first_ = false;             // the walk was left, or put off, for the bounds
  std::optional<WalkForecast> forecast_;  // the last one
};

}  // namespace

WalkDecision WalkRule::decide(const WalkForecast& forecast) const {
  if (forecast.total_seconds > never * limit && forecast.total_seconds < Deadline::kForever)
    return WalkDecision::Stop;
  const bool is_fit = forecast.total_seconds <= fits * limit;
  double seconds = (is_fit ? most : most_unfit) * limit;
  if (forecast.total_seconds > hopeless * limit)
    seconds = std::min(most_hopeless * limit, most_hopeless_seconds);
  if (forecast.seconds >= seconds) return WalkDecision::Stop;
  return is_fit && forecast.total_seconds > bounds_after ? WalkDecision::TryBounds
                                                         : WalkDecision::Continue;
}

double star_share(const Graph& graph, const WalkForecast& forecast) {
  const auto size = static_cast<int>(forecast.sets_by_size.size()) - 1;
  const double sets = forecast.sets_by_size.back();
  return sets > 0.0 ? enumerate::count_stars(graph, size) / sets : 1.0;
}

std::vector<Answer> ExactEngine::solve(const Graph& graph, const Problem& problem,
                                       const Budget& budget) const {
  return run(graph, problem, budget).answers;
}

ExactRun ExactEngine::run(const Graph& graph, const Problem& problem, const Budget& budget) const {
  return Solver(graph, problem, budget, options_).run();
}

EngineInfo exact_engine() {
  return {.name = "exact",
          .summary = "the best with proof",
          .proves = true,
          .make = [](const EngineSettings&, const PolicySource&) -> std::unique_ptr<Engine> {
            return std::make_unique<ExactEngine>();
          }};
}

}  // namespace rlminer::engine
