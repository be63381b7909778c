#include "rlminer/engine/solve_graphs.h"

#include <algorithm>
#include <numeric>

#include "rlminer/base/machine.h"
#include "rlminer/engine/verify.h"

namespace rlminer::engine {

bool side_by_side(std::size_t graphs, int threads) {
  constexpr std::size_t kGraphsPerThread = 4;
  return threads > 1 && graphs >= kGraphsPerThread * static_cast<std::size_t>(threads);
}

TimeShare TimeShares::next() {
  const std::lock_guard lock(mutex_);
  const auto left = static_cast<double>(std::max<std::size_t>(left_, 1));
  if (left_ > 0) --left_;
  if (!deadline_.expired()) {
    const double share = std::min(1.0, at_once_ / left);
    return {deadline_.part(share), kGraceSeconds};
  }
  // Many graphs that come too late must not take a grace period each.
  if (!grace_) grace_ = deadline_.grace(kGraceSeconds);
  return {deadline_, grace_->remaining()};
}

std::vector<std::size_t> smallest_first(const GraphRefs& graphs) {
  std::vector<std::size_t> order(graphs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return graphs[a].num_edges() < graphs[b].num_edges();
  });
  return order;
}

namespace {

constexpr std::size_t kGraphsTogether = 512;  // answers are delivered that many at a time

std::vector<Answer> solve_one(const GraphsJob& job, std::size_t index, int threads, int lane) {
  Budget budget = job.budget;
  budget.threads = threads;
  // A graph that was too large does not end the others, whose memory is their own.
  const MemoryLimit memory(job.budget.deadline.memory());
  budget.deadline = budget.deadline.within(memory);
  // Reading a large graph may have taken all the time, but without a moment to look at it there
  // would be nothing but chance in the answer.
  constexpr double kMoment = 0.1;
  const bool many = job.of_many || job.graphs.size() > 1;
  if (job.share_time && !many) budget.deadline = budget.deadline.at_least(kMoment);
  // With a limit for all graphs, one that would take it all leaves half of it to the others.
  if (job.share_time && many)
    budget.deadline = budget.deadline.at_most(budget.deadline.remaining() / 2);
  if (job.watcher != nullptr)
    budget.on_progress = [&](const Progress& now) { job.watcher->update(lane, now, 1); };
  std::vector<Answer> answers = job.engine.solve(job.graphs[index], job.problem, budget);
  if (job.verify) verify_answers(job.graphs[index], answers, budget);
  if (job.watcher == nullptr) return answers;
  double sets = 0.0;
  for (const Answer& answer : answers)
    sets += static_cast<double>(answer.sets);
  job.watcher->graphs_done(lane, sets, 1);
  return answers;
}

// Asks the engine about many graphs at once.
void solve_together(const GraphsJob& job, const Deliver& deliver) {
  for (std::size_t first = 0; first < job.graphs.size(); first += kGraphsTogether) {
    std::vector<const Graph*> batch;
    for (std::size_t i = first; i < job.graphs.size() && batch.size() < kGraphsTogether; ++i)
      batch.push_back(&job.graphs[i]);
    Budget budget = job.budget;
    if (job.watcher != nullptr) {
      budget.on_progress = [&](const Progress& now) { job.watcher->update(0, now, batch.size()); };
    }
    std::vector<std::vector<Answer>> answers = job.engine.solve_many(batch, job.problem, budget);
    for (std::size_t i = 0; i < batch.size(); ++i) {
      if (job.verify) verify_answers(*batch[i], answers[i], budget);
      deliver(first + i, answers[i]);
    }
    if (job.watcher != nullptr) job.watcher->graphs_done(0, 0.0, batch.size());
  }
}

}  // namespace

void solve_graphs(const GraphsJob& job, const Deliver& deliver) {
  if (job.together) return solve_together(job, deliver);
  const int threads = job.budget.threads;
  const bool parallel = side_by_side(job.graphs.size(), threads);
  const std::vector<std::size_t> order = smallest_first(job.graphs);
  InOrder<std::vector<Answer>> results(job.graphs.size(), deliver);
  parallel_for(order.size(), parallel ? threads : 1, [&](int thread, std::size_t item) {
    // Largest first, so that no thread is left with a long graph while the others have finished.
    const std::size_t index = parallel ? order[order.size() - 1 - item] : item;
    results.put(index, solve_one(job, index, parallel ? 1 : threads, thread));
  });
}

}  // namespace rlminer::engine
