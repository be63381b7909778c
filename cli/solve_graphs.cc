#include "cli/solve_graphs.h"

#include <algorithm>
#include <mutex>
#include <numeric>
#include <optional>
#include <utility>

#include "cli/verify.h"

#include "rlminer/base/parallel.h"

namespace rlminer::cli {
namespace {

constexpr std::size_t kGraphsPerThread = 4;
constexpr std::size_t kGraphsTogether = 512;  // answers are delivered that many at a time

// Holds answers that came early until those before them have been delivered.
class InOrder {
 public:
  InOrder(std::size_t items, const Deliver& deliver) : waiting_(items), deliver_(deliver) {}

  void put(std::size_t index, std::vector<engine::Answer> answers) {
    const std::lock_guard lock(mutex_);
    waiting_[index] = std::move(answers);
    while (next_ < waiting_.size() && waiting_[next_]) {
      const std::vector<engine::Answer> ready = *std::exchange(waiting_[next_], std::nullopt);
      deliver_(next_++, ready);
    }
  }

 private:
  std::mutex mutex_;
  std::vector<std::optional<std::vector<engine::Answer>>> waiting_;
  std::size_t next_ = 0;
  const Deliver& deliver_;
};

// Largest first, so that no thread is left with a long graph while the others have finished.
std::vector<std::size_t> largest_first(const std::vector<Graph>& graphs) {
  std::vector<std::size_t> order(graphs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return graphs[a].num_edges() > graphs[b].num_edges();
  });
  return order;
}

std::vector<engine::Answer> solve_one(const GraphsJob& job, std::size_t index, int threads,
                                      int lane, ProgressLine& progress) {
  engine::Budget budget = job.budget;
  budget.threads = threads;
  // With a limit for all graphs, one that would take it all leaves half of it to the others.
  if (job.share_time && job.graphs.size() > 1)
    budget.deadline = budget.deadline.at_most(budget.deadline.remaining() / 2);
  if (progress.shown()) {
    budget.on_progress = [&progress, lane](const engine::Progress& now) {
      progress.update(lane, now);
    };
  }
  std::vector<engine::Answer> answers = job.engine.solve(job.graphs[index], job.problem, budget);
  if (job.verify) verify_answers(job.graphs[index], answers, budget);
  double sets = 0.0;
  for (const engine::Answer& answer : answers)
    sets += static_cast<double>(answer.sets);
  progress.graphs_done(lane, sets);
  return answers;
}

// Asks the engine about many graphs at once.
void solve_together(const GraphsJob& job, ProgressLine& progress, const Deliver& deliver) {
  for (std::size_t first = 0; first < job.graphs.size(); first += kGraphsTogether) {
    std::vector<const Graph*> batch;
    for (std::size_t i = first; i < job.graphs.size() && batch.size() < kGraphsTogether; ++i)
      batch.push_back(&job.graphs[i]);
    engine::Budget budget = job.budget;
    if (progress.shown()) {
      budget.on_progress = [&](const engine::Progress& now) {
        progress.update(0, now, batch.size());
      };
    }
    std::vector<std::vector<engine::Answer>> answers =
        job.engine.solve_many(batch, job.problem, budget);
    for (std::size_t i = 0; i < batch.size(); ++i) {
      if (job.verify) verify_answers(*batch[i], answers[i], budget);
      deliver(first + i, answers[i]);
    }
    progress.graphs_done(0, 0.0, batch.size());
  }
}

}  // namespace

bool side_by_side(std::size_t graphs, int threads) {
  return threads > 1 && graphs >= kGraphsPerThread * static_cast<std::size_t>(threads);
}

void solve_graphs(const GraphsJob& job, ProgressLine& progress, const Deliver& deliver) {
  if (job.together) return solve_together(job, progress, deliver);
  const int threads = job.budget.threads;
  if (!side_by_side(job.graphs.size(), threads)) {
    for (std::size_t i = 0; i < job.graphs.size(); ++i) {
      deliver(i, solve_one(job, i, threads, 0, progress));
    }
    return;
  }
  InOrder results(job.graphs.size(), deliver);
  const std::vector<std::size_t> order = largest_first(job.graphs);
  parallel_for(order.size(), threads, [&](int thread, std::size_t item) {
    results.put(order[item], solve_one(job, order[item], 1, thread, progress));
  });
}

}  // namespace rlminer::cli
