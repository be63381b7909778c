#include "rlminer/engine/exact.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "rlminer/engine/proving.h"
#include "rlminer/engine/registry.h"

namespace rlminer::engine {
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
         const ExactOptions& options, const Judge& judge)
      : graph_(graph), problem_(problem), budget_(budget), options_(options), judge_(judge) {}

  std::vector<Answer> run() {
    std::vector<Answer> answers = options_.bounds_after > 0.0 ? walk(problem_, true) : unanswered();
    if (!bounds_first_) return answers;
    const std::vector<int> left = prove_sizes(answers);
    if (!left.empty()) {
      Problem rest = problem_;
      rest.sizes = left;
      for (Answer& answer : walk(rest, false))
        take_over(find(answers, answer.size), std::move(answer));
    }
    for (Answer& answer : answers)
      answer.seconds = watch_.seconds();
    return answers;
  }

 private:
  static Answer& find(std::vector<Answer>& answers, int size) {
    return *std::find_if(answers.begin(), answers.end(),
                         [&](const Answer& answer) { return answer.size == size; });
  }

  // What a walk of no steps would say.
  std::vector<Answer> unanswered() {
    bounds_first_ = true;
    const std::size_t largest = graph::connected_components(graph_).largest();
    std::vector<Answer> answers(problem_.sizes.size());
    for (std::size_t i = 0; i < answers.size(); ++i) {
      answers[i].size = problem_.sizes[i];
      answers[i].proven = answers[i].sets_exact =
          static_cast<std::size_t>(problem_.sizes[i]) > largest;
    }
    return answers;
  }

  // Leaves the walk for the bounds, if it may.
  std::vector<Answer> walk(const Problem& problem, bool may_leave) {
    const double before = watch_.seconds();
    const Judge judge = [&](Outlook outlook) {
      outlook.seconds += before;
      outlook.total_seconds += before;
      const WayOn way = judge_(outlook);
      if (way != WayOn::Bounds) return way;
      if (!may_leave || !has_hubs(outlook)) return WayOn::Walk;
      bounds_first_ = true;
      outlook_ = outlook;
      return way;
    };
    return take_watched_census(graph_, problem, budget_, options_.max_sketch_bits, judge);
  }

  bool has_hubs(const Outlook& outlook) const {
    const auto size = static_cast<int>(outlook.sets_by_size.size()) - 1;
    return count_stars(graph_, size) >= kStarsAroundHubs * outlook.sets_by_size.back();
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
    count::Matcher matcher(graph_);
    settle(answer, proof, problem_, matcher);
  }

  // For this size and all smaller ones.
  double seconds_of_census(int size) const {
    if (!outlook_) return Deadline::kForever;
    const auto& sets = outlook_->sets_by_size;
    const double below = std::accumulate(sets.begin(), sets.begin() + size + 1, 0.0);
    return outlook_->total_seconds * below / outlook_->sets;
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
  const Judge& judge_;
  const Stopwatch watch_{budget_.deadline.clock()};
  bool bounds_first_ = false;       // the walk was left, or put off, for the bounds
  std::optional<Outlook> outlook_;  // when it was left
};

}  // namespace

std::vector<Answer> ExactEngine::solve(const Graph& graph, const Problem& problem,
                                       const Budget& budget) const {
  return solve(graph, problem, budget, [this](const Outlook& outlook) {
    return outlook.total_seconds > options_.bounds_after ? WayOn::Bounds : WayOn::Walk;
  });
}

std::vector<Answer> ExactEngine::solve(const Graph& graph, const Problem& problem,
                                       const Budget& budget, const Judge& judge) const {
  return Solver(graph, problem, budget, options_, judge).run();
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
