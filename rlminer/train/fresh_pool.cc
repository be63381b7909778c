#include "rlminer/train/fresh_pool.h"

#include <algorithm>
#include <string>

#include "rlminer/base/error.h"
#include "rlminer/base/machine.h"
#include "rlminer/model/config.h"

namespace rlminer::train {

std::optional<enumerate::OptimalValues> solve_what_fits(
    const Graph& graph, std::span<const int> sizes, bool large,
    const enumerate::OptimalValues::Limits& limits) {
  const auto sure_end = std::upper_bound(sizes.begin(), sizes.end(), model::kLastSureSize);
  const std::span<const int> sure(sizes.begin(), sure_end);
  if (sure.size() == sizes.size() || sure.empty()) {
    return enumerate::OptimalValues::solve(graph, sizes, limits);
  }
  auto values = enumerate::OptimalValues::solve(graph, sure, limits);
  // Sets at least double with each size where there are many of them: no need to try.
  const auto factor = std::size_t{1} << static_cast<std::size_t>(sizes.back() - sure.back());
  if (!values || !large || values->num_sets() > limits.sets / factor) return values;
  auto all = enumerate::OptimalValues::solve(graph, sizes, limits);
  return all ? std::move(all) : std::move(values);
}

FreshPool::FreshPool(std::span<const Graph> sources, Options options)
    : sources_(sources),
      options_(std::move(options)),
      next_(options_.first),
      to_make_(options_.first) {
  for (int i = 0; i < std::max(1, options_.threads); ++i)
    threads_.emplace_back([this] { work(); });
}

FreshPool::~FreshPool() {
  {
    const std::lock_guard lock(mutex_);
    end_ = true;
  }
  room_.notify_all();
  for (std::thread& thread : threads_)
    thread.join();
}

void FreshPool::work() {
  try {
    generate::Perturber perturber(sources_, options_.perturb);
    std::unique_lock lock(mutex_);
    for (;;) {
      room_.wait(lock, [&] { return end_ || to_make_ < next_ + options_.ahead; });
      if (end_) return;
      const std::uint64_t number = to_make_++;
      lock.unlock();
      if (number - options_.first >= options_.urgent) run_in_background();
      SolvedGraphPtr graph = make(perturber, number);
      lock.lock();
      if (end_) return;
      graphs_.emplace(number, std::move(graph));
      ready_.notify_all();
    }
  } catch (...) {
    const std::lock_guard lock(mutex_);
    failure_ = std::current_exception();
    ready_.notify_all();
  }
}

env::Encoding FreshPool::encode(const Graph& graph, Rng& rng) const {
  const env::Encoder& encoder = options_.encoder;
  const int foreseen = encoder.foresees();
  if (foreseen == 0 || !rng.chance(options_.short_sighted_share)) return encoder(graph);
  const auto known = static_cast<int>(rng.below(static_cast<std::uint64_t>(foreseen)));
  return encoder.short_sighted(known)(graph);
}

SolvedGraphPtr FreshPool::make(generate::Perturber& perturber, std::uint64_t number) const {
  constexpr int kMostTries = 1000;
  Rng rng(mix64(options_.seed) ^ mix64(number + 1));
  const enumerate::OptimalValues::Limits limits{.sets = options_.sets,
                                                .deadline = Deadline(Deadline::kForever, &end_)};
  for (int i = 0; i < kMostTries; ++i) {
    if (end_) return nullptr;
    Graph graph = perturber.draw(rng);
    const bool large = rng.chance(options_.large_share);
    auto values = solve_what_fits(graph, options_.sizes, large, limits);
    if (!values || values->best(options_.sizes.front()) == 0) continue;
    return std::make_shared<const SolvedGraph>(env::Target(graph, encode(graph, rng)),
                                               std::move(*values));
  }
  throw Error("no fresh training graph has at most " + std::to_string(options_.sets) +
              " connected sets and one of " + std::to_string(options_.sizes.front()) + " vertices");
}

SolvedGraphPtr FreshPool::take() {
  const auto found = graphs_.find(next_);
  SolvedGraphPtr graph = std::move(found->second);
  graphs_.erase(found);
  ++next_;
  room_.notify_all();
  return graph;
}

SolvedGraphPtr FreshPool::next() {
  std::unique_lock lock(mutex_);
  ready_.wait(lock, [&] { return failure_ != nullptr || graphs_.contains(next_); });
  if (failure_) std::rethrow_exception(failure_);
  return take();
}

SolvedGraphPtr FreshPool::try_next() {
  const std::lock_guard lock(mutex_);
  if (failure_) std::rethrow_exception(failure_);
  return graphs_.contains(next_) ? take() : nullptr;
}

FreshGraphs::FreshGraphs(std::unique_ptr<FreshPool> pool, std::size_t places)
    : pool_(std::move(pool)), graphs_(places) {
  refresh(places, true);
}

void FreshGraphs::refresh(std::size_t count, bool wait) {
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t place = taken() % graphs_.size();
    SolvedGraphPtr graph = wait ? pool_->next() : pool_->try_next();
    if (!graph) return;
    graphs_[place] = std::move(graph);
  }
}

std::size_t batch_width(std::span<const Graph> graphs) {
  constexpr std::size_t kStep = 8;
  constexpr std::size_t kMost = 128;
  std::size_t width = kStep;
  for (const Graph& graph : graphs)
    width = std::max(width, (graph.num_vertices() + kStep - 1) / kStep * kStep);
  return std::min(width, kMost);
}

generate::PerturbOptions perturb_options(std::span<const Graph> graphs,
                                         std::span<const int> sizes) {
  generate::PerturbOptions perturb;
  perturb.max_vertices = batch_width(graphs);
  std::size_t smallest = perturb.max_vertices;
  for (const Graph& graph : graphs)
    smallest = std::min(smallest, graph.num_vertices());
  const auto largest_size = static_cast<std::size_t>(std::min(sizes.back(), model::kLastSureSize));
  perturb.min_vertices =
      std::clamp<std::size_t>(std::max(smallest, largest_size), 1, perturb.max_vertices);
  return perturb;
}

int pool_threads(int threads, bool beside_gpu) {
  constexpr int kOthers = 3;
  return std::max(1, beside_gpu ? threads - kOthers : threads / 4);
}

std::uint64_t urgent_graphs(std::size_t in_play, bool beside_gpu) {
  return beside_gpu ? in_play : ~std::uint64_t{0};
}

}  // namespace rlminer::train
