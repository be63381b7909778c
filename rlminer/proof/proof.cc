#include "rlminer/proof/proof.h"

#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <limits>
#include <memory>
#include <mutex>
#include <queue>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "rlminer/base/error.h"
#include "rlminer/base/machine.h"
#include "rlminer/count/matcher.h"
#include "rlminer/pattern/canonical.h"
#include "rlminer/proof/bound_graph.h"
#include "rlminer/proof/branching.h"
#include "rlminer/proof/pattern_bound.h"
#include "rlminer/proof/shapes.h"

namespace rlminer::proof {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::uint64_t kEasySteps = 300'000;  // of a count that is not put off
constexpr std::uint64_t kCoreSteps = 20'000'000;
constexpr std::uint64_t kHardCoreSteps = 4'000'000'000;
constexpr std::size_t kDives = 6;

constexpr double kSlack = 1.0 + 0x1p-50;  // for the rounding of the operation or two around it

// Not above the count.
double rounded_down(Count count) {
  const auto nearest = static_cast<double>(count);
  return count < Count{1} << 53 ? nearest : std::nextafter(nearest, 0.0);
}

double rounded_up(Count count) {
  const auto nearest = static_cast<double>(count);
  return count < Count{1} << 53 ? nearest : std::nextafter(nearest, kInfinity);
}

// The branch and bound: takes the open branch with the greatest bound, replaces it by its parts or,
// when it is a single pattern, counts that one, until no bound reaches the frequencies already
// found.
class Search {
 public:
  Search(const Graph& graph, const BoundGraph& bounds, const ProofTask& task)
      : graph_(graph),
        bounds_(bounds),
        task_(task),
        table_(ShapeTable::of(task.size, task.deadline)) {
    for (const KnownPattern& known : task.known)
      learn(known.pattern, known.frequency.saturated());
  }

  ProofResult run() {
    const auto threads = static_cast<std::size_t>(std::max(1, task_.threads));
    std::vector<std::unique_ptr<Worker>> workers;
    for (std::size_t i = 0; i < threads; ++i)
      workers.push_back(std::make_unique<Worker>(graph_, bounds_, task_.size));
    open_trees(workers);
    if (known_.size() < task_.top) dive(*workers[0]);
    open_cycles();
    if (task_.deadline.expired()) {  // some shapes may be missing
      open_.push({Scheme(), kInfinity, kNoShape});
      stop_ = true;
      return result();
    }
    parallel_for(threads, static_cast<int>(threads),
                 [&](int, std::size_t item) { work(*workers[item]); });
    return result();
  }

 private:
  static constexpr std::uint32_t kNoShape = ~std::uint32_t{0};

  // What each thread has for itself.
  struct Worker {
    Worker(const Graph& graph, const BoundGraph& bounds, int size)
        : matcher(graph), brancher(bounds, size), pattern_bound(bounds, size) {}
    count::Matcher matcher;
    Brancher brancher;
    PatternBound pattern_bound;
  };
  struct LowerBound {
    bool operator()(const Branch& a, const Branch& b) const { return a.bound < b.bound; }
  };

  void open_trees(std::span<const std::unique_ptr<Worker>> workers) {
    const std::vector<Shape>& trees = table_->trees();
    tree_bounds_.assign(trees.size(), kInfinity);
    parallel_for(trees.size(), static_cast<int>(workers.size()), [&](int thread, std::size_t tree) {
      if (task_.deadline.expired()) return;
      Brancher& brancher = workers[static_cast<std::size_t>(thread)]->brancher;
      tree_bounds_[tree] = brancher.tree_copies(trees[tree]);
    });
    cuts_.resize(trees.size());
    for (std::uint32_t tree = 0; tree < trees.size(); ++tree) {
      shapes_.push_back(&trees[tree]);
      open_.push({undecided(trees[tree], bounds_), tree_bounds_[tree], tree});
    }
  }

  // A graph with a cycle matters only if all its spanning trees are frequent enough.
  void open_cycles() {
    const double least = threshold();
    std::unordered_set<const CyclicShape*> met;
    std::mutex mutex;
    parallel_for(tree_bounds_.size(), std::max(1, task_.threads), [&](int, std::size_t tree) {
      if (tree_bounds_[tree] < least || task_.deadline.expired()) return;
      const auto closed = table_->closed(static_cast<std::uint32_t>(tree));
      const std::lock_guard lock(mutex);
      for (const CyclicShape* cyclic : closed) {
        if (met.insert(cyclic).second) open_cycle(*cyclic);
      }
    });
  }

  void open_cycle(const CyclicShape& cyclic) {
    double bound = kInfinity;
    Brancher::Cut cut;
    for (const CyclicShape::Cut& choice : cyclic.cuts) {
      const double trees = tree_bounds_[choice.tree] / choice.times * kSlack;
      if (trees >= bound) continue;
      bound = trees;
      cut = {choice.i, choice.j};
    }
    if (bound < threshold()) return;
    const bool whole = cyclic.shape.cycle.size() <= 4;
    open_.push(
        {undecided(cyclic.shape, bounds_), bound, static_cast<std::uint32_t>(shapes_.size())});
    shapes_.push_back(&cyclic.shape);
    cuts_.push_back(whole ? Brancher::Cut() : cut);
  }

  // Follows the greatest bounds down to single trees and counts them, so that there is something to
  // beat before the search begins.
  void dive(Worker& worker) {
    std::vector<Branch> wholes;
    for (std::uint32_t i = 0; i < tree_bounds_.size(); ++i)
      wholes.push_back({undecided(*shapes_[i], bounds_), tree_bounds_[i], i});
    std::sort(wholes.begin(), wholes.end(),
              [](const Branch& a, const Branch& b) { return a.bound > b.bound; });
    wholes.resize(std::min(wholes.size(), kDives));
    for (Branch branch : wholes) {
      while (!worker.brancher.decided(branch.scheme) && !task_.deadline.expired()) {
        const auto next =
            worker.brancher.decide(branch, *shapes_[branch.shape], Brancher::Cut(), 1.0);
        if (next.empty()) break;
        branch = *std::max_element(next.begin(), next.end(), LowerBound());
      }
      if (worker.brancher.decided(branch.scheme) && branch.bound >= threshold() &&
          refine(worker, branch.scheme, PatternBound::Count::Occurrences, false) >= threshold()) {
        frequency(worker, branch.scheme, false);
      }
    }
  }

  void work(Worker& worker) {
    std::unique_lock lock(mutex_);
    Branch branch;
    bool hard = false;
    while (take(lock, branch, hard)) {
      lock.unlock();
      const bool done = process(worker, branch, hard);
      lock.lock();
      --busy_;
      if (!done) {
        if (hard || task_.deadline.expired()) {
          open_.push(branch);
          stop_ = true;
        } else {
          hard_.push_back(branch);
        }
      }
      changed_.notify_all();
    }
  }

  // The next branch to work on; false when there is none, or no time.
  bool take(std::unique_lock<std::mutex>& lock, Branch& branch, bool& hard) {
    for (;;) {
      if (steps_ >= task_.most_steps) full_ = true;
      if (stop_ || task_.deadline.expired() || full_) {
        stop_ = true;
        changed_.notify_all();
        return false;
      }
      const double least = leaders_.size() < task_.top ? 1.0 : rounded_down(leaders_.back());
      if (!open_.empty() && open_.top().bound >= least) {
        branch = open_.top();
        open_.pop();
        hard = false;
        ++busy_;
        ++steps_;
        return true;
      }
      if (!hard_.empty()) {
        branch = hard_.back();
        hard_.pop_back();
        hard = true;
        ++busy_;
        return true;
      }
      if (busy_ == 0) return false;
      changed_.wait(lock);
    }
  }

  double threshold() {
    const std::lock_guard lock(mutex_);
    return leaders_.size() < task_.top ? 1.0 : rounded_down(std::max<Count>(1, leaders_.back()));
  }

  // False: the branch is as open as before.
  bool process(Worker& worker, const Branch& branch, bool hard) {
    if (branch.bound < threshold()) return true;
    if (branch.shape == kNoShape || worker.brancher.decided(branch.scheme))
      return resolve(worker, branch, hard);
    auto parts =
        worker.brancher.decide(branch, *shapes_[branch.shape], cuts_[branch.shape], threshold());
    std::erase_if(parts,
                  [&](const Branch& part) { return !first_sight(canonical_form(part.scheme)); });
    push(parts);
    return true;
  }

  // Treats a single pattern: closes it by finer bounds, or counts it. If it has a cycle, patterns
  // with further edges follow.
  bool resolve(Worker& worker, const Branch& branch, bool hard) {
    const bool tree = branch.scheme.num_edges() < branch.scheme.size;
    const double copies =
        tree ? kInfinity : refine(worker, branch.scheme, PatternBound::Count::Copies, false);
    if (copies < threshold()) return true;
    std::optional<Count> count = 0;
    if (refine(worker, branch.scheme, PatternBound::Count::Occurrences, hard) >= threshold())
      count = frequency(worker, branch.scheme, hard);
    if (!count) return false;
    if (tree) return true;
    // Of the copies, at least so many are the pattern itself.
    const double others = copies == kInfinity ? kInfinity : copies * kSlack - rounded_down(*count);
    extend(worker, branch.scheme, {others, std::min(branch.bound, others)});
    return true;
  }

  // Finer and finer bounds until the pattern is below the threshold or will not get there.
  double refine(Worker& worker, const Scheme& scheme, PatternBound::Count count, bool hard) {
    const double least = threshold();
    const double enough = count == PatternBound::Count::Occurrences ? least : 0.0;
    double best = kInfinity;
    for (const double share : {1e-3, 1e-5, 1e-7, 1e-9}) {
      const bool first = share == 1e-3;
      const std::uint64_t steps = hard ? kHardCoreSteps : kCoreSteps;
      // Where next to nothing is bounded coarsely, symmetries only cost time.
      const bool symmetric = !first || share * least < 1.0;
      const PatternBound::Effort effort{share * least, steps, enough, symmetric};
      const auto bound = worker.pattern_bound.bound(scheme, count, effort, task_.deadline);
      if (!bound) break;
      best = std::min(best, *bound);
      if (best < least || worker.pattern_bound.coarse_share() < 0.1) break;
    }
    return best;
  }

  void extend(Worker& worker, const Scheme& scheme, Bounds rest) {
    {
      const std::lock_guard lock(mutex_);
      Bounds& known = rest_.try_emplace(canonical_form(scheme), rest).first->second;
      known = {std::min(known.copies, rest.copies), std::min(known.frequency, rest.frequency)};
    }
    if (rest.frequency < threshold()) return;
    std::vector<Branch> extensions;
    for (int i = 0; i < scheme.size; ++i) {
      for (int j = 0; j < i; ++j) {
        if (scheme.has_edge(i, j)) continue;
        for (std::uint32_t relation = 0; relation < bounds_.relations(); ++relation) {
          const Scheme extended = with_edge(scheme, i, j, relation);
          if (!first_sight(extended)) continue;
          const double bound = extension_bound(worker, extended);
          if (bound >= threshold()) extensions.push_back({extended, bound, kNoShape});
        }
      }
    }
    push(extensions);
  }

  Scheme canonical_form(const Scheme& scheme) const {
    return canonical(scheme, bounds_.converses()).scheme;
  }

  // In canonical form; the relation matters where edges are distinguished.
  Scheme with_edge(Scheme scheme, int i, int j, std::uint32_t relation) const {
    scheme.add_edge(i, j);
    if (bounds_.related())
      scheme.set_tie(i, j, static_cast<Tie>(relation + 1), bounds_.converses());
    return canonical_form(scheme);
  }

  // Whether the canonical scheme was never met before; from now on it was.
  bool first_sight(const Scheme& scheme) {
    const std::lock_guard lock(mutex_);
    return seen_.insert(scheme).second;
  }

  // Every pattern that contains the extended scheme contains all that come of it by leaving out an
  // edge, each as often as it is in there.
  double extension_bound(Worker& worker, const Scheme& extended) {
    std::vector<std::pair<Scheme, int>> parts;
    for (const auto& [i, j] : cycle_edges(extended)) {
      Scheme part = extended;
      part.remove_edge(i, j);
      part = canonical_form(part);
      const auto same = [&](const auto& other) { return other.first == part; };
      const auto found = std::find_if(parts.begin(), parts.end(), same);
      if (found == parts.end()) {
        parts.emplace_back(part, 1);
      } else {
        ++found->second;
      }
    }
    double bound = kInfinity;
    const double least = threshold();
    for (const auto& [part, times] : parts) {
      const Bounds rest = rest_of(worker, part);
      bound = std::min({bound, rest.copies / times * kSlack, rest.frequency});
      if (bound < least) break;
    }
    return bound;
  }

  Bounds rest_of(Worker& worker, const Scheme& part) {
    {
      const std::lock_guard lock(mutex_);
      const auto found = rest_.find(part);
      if (found != rest_.end()) return found->second;
    }
    if (part.num_edges() > part.size) return {kInfinity, kInfinity};
    const Bounds bounds = worker.brancher.bounds(part);
    const std::lock_guard lock(mutex_);
    return rest_.emplace(part, bounds).first->second;
  }

  // The exact frequency, which is remembered; nothing when counting takes too long.
  std::optional<Count> frequency(Worker& worker, const Scheme& scheme, bool hard) {
    const Pattern pattern = pattern::canonicalize(bounds_.pattern(scheme)).pattern;
    {
      const std::lock_guard lock(mutex_);
      const auto found = known_.find(pattern);
      if (found != known_.end()) return found->second;
    }
    const Frequency count =
        worker.matcher.count(pattern, task_.deadline, hard ? ~std::uint64_t{0} : kEasySteps);
    if (!count.exact() || !count.value().fits()) return std::nullopt;
    const std::lock_guard lock(mutex_);
    ++counted_;
    learn(pattern, count.saturated());
    return count.saturated();
  }

  void learn(const Pattern& canonical_pattern, Count count) {
    if (count == 0 || !known_.emplace(canonical_pattern, count).second) return;
    leaders_.insert(std::upper_bound(leaders_.begin(), leaders_.end(), count, std::greater<>()),
                    count);
    if (leaders_.size() > task_.top) leaders_.pop_back();
  }

  void push(const std::vector<Branch>& branches) {
    const std::lock_guard lock(mutex_);
    ++branches_;
    for (const Branch& branch : branches)
      open_.push(branch);
    if (open_.size() > task_.most_open) full_ = true;
    changed_.notify_all();
  }

  ProofResult result() {
    ProofResult result;
    result.branches = branches_;
    result.counted = counted_;
    for (const auto& [pattern, count] : known_)
      result.best.push_back({pattern, Frequency::exactly(count)});
    std::sort(result.best.begin(), result.best.end(), [](const auto& a, const auto& b) {
      return a.frequency != b.frequency ? a.frequency > b.frequency : a.pattern < b.pattern;
    });
    if (result.best.size() > task_.top) result.best.resize(task_.top);
    double bound =
        result.best.empty() ? 0.0 : rounded_up(result.best.front().frequency.saturated());
    result.proven = !stop_;
    if (result.proven) {
      result.upper_bound = result.best.empty() ? 0 : result.best.front().frequency.saturated();
      return result;
    }
    if (!open_.empty()) bound = std::max(bound, open_.top().bound);
    for (const Branch& branch : hard_)
      bound = std::max(bound, branch.bound);
    if (bound < 0x1p127) result.upper_bound = static_cast<Count>(bound);
    result.why_not = full_ ? "too many cases are open" : "the time limit was reached";
    return result;
  }

  const Graph& graph_;
  const BoundGraph& bounds_;
  const ProofTask& task_;
  const std::shared_ptr<ShapeTable> table_;
  std::vector<double> tree_bounds_;  // by tree of the table
  // The shapes that have branches, trees first; for a cycle of five or more the edge that gives the
  // best bound when it is left out.
  std::vector<const Shape*> shapes_;
  std::vector<Brancher::Cut> cuts_;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::priority_queue<Branch, std::vector<Branch>, LowerBound> open_;
  std::vector<Branch> hard_;  // patterns whose exact count takes long
  std::unordered_map<Pattern, Count, pattern::PatternHash> known_;
  std::vector<Count> leaders_;  // the greatest frequencies known, as many as wanted at most
  std::unordered_set<Scheme, SchemeHash>
      seen_;  // canonical schemes that are or were open, or need not be
  std::unordered_map<Scheme, Bounds, SchemeHash>
      rest_;  // of what contains a scheme, itself excepted
  int busy_ = 0;
  bool stop_ = false;
  bool full_ = false;
  std::uint64_t steps_ = 0;
  std::uint64_t branches_ = 0;
  std::uint64_t counted_ = 0;
};

}  // namespace

ProofResult prove(const Graph& graph, const ProofTask& task) {
  if (task.size < 1) throw Error("a pattern has at least one vertex");
  ProofResult silent;
  silent.best = task.known;
  if (task.size > kMaxSchemeSize) {
    silent.why_not = "proofs go up to size " + std::to_string(kMaxSchemeSize);
    return silent;
  }
  if (graph.distinguishes_edges() && graph.relation_dictionary().size() > kMostRelations) {
    silent.why_not = "the graph has too many kinds of edges for a proof";
    return silent;
  }
  if (!BoundGraph::fits(graph)) {
    silent.why_not = "the graph is too large for a proof";
    return silent;
  }
  const BoundGraph bounds(graph, task.deadline);
  if (!bounds.complete()) {
    silent.why_not = task.deadline.expired() ? "the time limit was reached"
                                             : "the graph has too many triangles for a proof";
    return silent;
  }
  return Search(graph, bounds, task).run();
}

}  // namespace rlminer::proof
