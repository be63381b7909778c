#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <vector>

#include "rlminer/enumerate/optimal_values.h"
#include "rlminer/env/reward.h"
#include "rlminer/generate/perturb.h"

namespace rlminer::train {

// A graph with the best reachable frequency of each of its connected sets.
struct SolvedGraph {
  SolvedGraph(env::Target solved, enumerate::OptimalValues its_values)
      : target(std::move(solved)), values(std::move(its_values)) {}

  env::Target target;
  enumerate::OptimalValues values;
};
// Shared because episodes still play on a graph that the pool has replaced.
using SolvedGraphPtr = std::shared_ptr<const SolvedGraph>;

// Solves a graph for the sizes up to kLastSureSize, and with `large` also for those above if that
// too takes at most limits.sets connected sets. None when a limit was hit.
std::optional<enumerate::OptimalValues> solve_what_fits(
    const Graph& graph, std::span<const int> sizes, bool large,
    const enumerate::OptimalValues::Limits& limits);

// Makes and solves fresh training graphs on threads of its own. Graph number i depends on the seed
// and i alone, and graphs are handed out in order, so what a trainer sees does not depend on how
// fast the threads are.
class FreshPool {
 public:
  struct Options {
    generate::PerturbOptions perturb;
    env::Encoder encoder = {};
    std::vector<int> sizes;
    std::size_t sets = 400'000;  // a graph with more connected sets is drawn anew
    double large_share = 0.35;   // of the graphs that are tried with sizes above kLastSureSize
    // Of the graphs whose encoding has less foresight than the encoder could give.
    double short_sighted_share = 0.0;
    std::uint64_t seed = 0;
    std::uint64_t first = 0;  // number of the first graph handed out
    int threads = 1;
    // So many graphs are waited for; after these the threads leave the processors to others.
    std::uint64_t urgent = ~std::uint64_t{0};
    std::size_t ahead = 256;  // graphs made before they are asked for
  };

  // The sources must outlive the pool.
  FreshPool(std::span<const Graph> sources, Options options);
  ~FreshPool();
  FreshPool(const FreshPool&) = delete;
  FreshPool& operator=(const FreshPool&) = delete;

  SolvedGraphPtr next();                         // waits until it is ready
  SolvedGraphPtr try_next();                     // null when it is not ready yet
  std::uint64_t taken() const { return next_; }  // number of the next graph

 private:
  void work();
  SolvedGraphPtr make(generate::Perturber& perturber,
                      std::uint64_t number) const;  // null: the pool ends
  env::Encoding encode(const Graph& graph, Rng& rng) const;
  SolvedGraphPtr take();  // under the lock; the graph must be there

  std::span<const Graph> sources_;
  Options options_;
  std::mutex mutex_;
  std::condition_variable ready_;  // a graph was added, or a thread failed
  std::condition_variable room_;   // a graph was taken, or the pool ends
  std::map<std::uint64_t, SolvedGraphPtr> graphs_;
  std::uint64_t next_;     // to hand out
  std::uint64_t to_make_;  // not yet taken up by a thread
  std::exception_ptr failure_;
  std::atomic<bool> end_ = false;  // changed under the lock; polled without it by solvers
  std::vector<std::thread> threads_;
};

// The fresh graphs in play, a fixed number of places. The place of a graph follows from its number,
// so that a run that is resumed finds each graph where it was.
class FreshGraphs {
 public:
  // Waits until every place has its graph.
  FreshGraphs(std::unique_ptr<FreshPool> pool, std::size_t places);

  // Replaces the oldest ones; `wait`: for graphs that are not ready yet.
  void refresh(std::size_t count, bool wait);
  const std::vector<SolvedGraphPtr>& graphs() const { return graphs_; }
  std::uint64_t taken() const { return pool_->taken(); }  // number of the next graph
  // Number of the oldest in play: where the pool of a resumed run begins.
  std::uint64_t oldest() const { return taken() - graphs_.size(); }

 private:
  std::unique_ptr<FreshPool> pool_;
  std::vector<SolvedGraphPtr> graphs_;
};

// The width of batch rows that holds these graphs; larger ones only serve as sources of crops.
std::size_t batch_width(std::span<const Graph> graphs);

// Changes that keep to the sizes of the graphs they are made to, as far as a batch holds them and
// these sizes of subgraphs need it.
generate::PerturbOptions perturb_options(std::span<const Graph> graphs, std::span<const int> sizes);

// Threads of a pool, of all there are. Next to a GPU most cores are free for that; on a CPU most
// must do arithmetic.
int pool_threads(int threads, bool beside_gpu);

// How many graphs of a pool are waited for when so many are in play: next to a GPU what feeds it
// goes before graphs that are taken when they happen to be ready.
std::uint64_t urgent_graphs(std::size_t in_play, bool beside_gpu);

}  // namespace rlminer::train
