#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <queue>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "rlminer/count/matcher.h"
#include "rlminer/pattern/pattern.h"
#include "rlminer/proof/bound_graph.h"
#include "rlminer/proof/branching.h"
#include "rlminer/proof/pattern_bound.h"
#include "rlminer/proof/proof.h"
#include "rlminer/proof/shapes.h"

namespace rlminer::proof {

// The branch and bound: takes the open branch with the greatest bound, replaces it by its parts or,
// when it is a single pattern, counts that one, until no bound reaches the frequencies already
// found.
class Search {
 public:
  Search(const Graph& graph, const BoundGraph& bounds, const ProofTask& task);

  ProofResult run();

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

  void open_trees(std::span<const std::unique_ptr<Worker>> workers);
  void open_cycles();
  void open_cycle(const CyclicShape& cyclic);
  void dive(Worker& worker);
  void work(Worker& worker);
  bool take(std::unique_lock<std::mutex>& lock, Branch& branch, bool& hard);
  bool process(Worker& worker, const Branch& branch, bool hard);
  bool resolve(Worker& worker, const Branch& branch, bool hard);
  double refine(Worker& worker, const Scheme& scheme, PatternBound::Count count, bool hard);
  void extend(Worker& worker, const Scheme& scheme, Bounds rest);
  bool first_sight(const Scheme& scheme);
  Bounds rest_of(Worker& worker, const Scheme& part);
  double extension_bound(Worker& worker, const Scheme& extended);
  std::optional<Count> frequency(Worker& worker, const Scheme& scheme, bool hard);
  void learn(const Pattern& canonical_pattern, Count count);
  void push(const std::vector<Branch>& branches);
  double threshold();
  ProofResult result();

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

}  // namespace rlminer::proof
