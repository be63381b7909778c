#include "rlminer/engine/proving.h"

#include <algorithm>
#include <utility>

namespace rlminer::engine {
namespace {

constexpr std::size_t kBytesPerBranch = 600;  // of a proof, at most
constexpr double kShareOfMemory = 0.5;

double choose(std::size_t n, int k) {
  double ways = 1.0;
  for (int i = 0; i < k; ++i)
    ways *= std::max(0.0, static_cast<double>(n) - i) / (i + 1);
  return ways;
}

}  // namespace

proof::ProofResult try_proof(const Graph& graph, int size, std::size_t top,
                             std::vector<proof::KnownPattern> known, const Budget& budget) {
  proof::ProofTask task;
  task.size = size;
  task.top = top;
  task.known = std::move(known);
  task.deadline = budget.deadline;
  task.threads = budget.threads;
  const double memory = kShareOfMemory * static_cast<double>(budget.memory);
  task.most_open = static_cast<std::size_t>(
      std::min(static_cast<double>(task.most_open), memory / kBytesPerBranch));
  return proof::prove(graph, task);
}

double count_stars(const Graph& graph, int size) {
  double stars = 0.0;
  for (Vertex v = 0; v < graph.num_vertices(); ++v)
    stars += choose(graph.degree(v), size - 1);
  return stars;
}

Finding finding_of(const proof::KnownPattern& known, std::size_t occurrences,
                   count::Counter& counter) {
  return {known.pattern, known.frequency, counter.find(known.pattern, occurrences)};
}

void take_over_proof(Answer& answer, const proof::ProofResult& proof, const Problem& problem,
                     count::Counter& counter) {
  answer.proven = proof.proven;
  answer.note = proof.proven ? "proven without enumeration" : proof.why_not;
  answer.upper_bound = proof.upper_bound;
  answer.findings.clear();
  for (const proof::KnownPattern& known : proof.best)
    answer.findings.push_back(finding_of(known, problem.occurrences, counter));
}

}  // namespace rlminer::engine
