// Times proofs: bench_proof GRAPH SIZES [SECONDS [THREADS [FREQUENCY-OF-THE-WINNER]]], where SIZES
// is one size or "from..to". Not a micro-benchmark: one proof per size, each a line of output.

#include <cstdlib>
#include <iostream>
#include <string>

#include "rlminer/base/deadline.h"
#include "rlminer/base/error.h"
#include "rlminer/graph/io.h"
#include "rlminer/proof/proof.h"

namespace {

std::string drawn(const rlminer::Graph& graph, const rlminer::Pattern& pattern) {
  std::string text;
  for (int i = 0; i < pattern.size(); ++i) {
    text += (i == 0 ? "" : " ") + graph.label_dictionary().name(pattern.label(i)) + ":";
    for (int j = 0; j < i; ++j) {
      if (pattern.has_edge(i, j)) text += std::to_string(j) + ",";
    }
    if (text.back() == ',' || text.back() == ':') text.pop_back();
  }
  return text;
}

void prove_one(const rlminer::Graph& graph, int size, double seconds, int threads) {
  rlminer::ProofTask task;
  task.size = size;
  task.deadline = rlminer::Deadline(seconds);
  task.threads = threads;
  const rlminer::Stopwatch watch;
  const rlminer::ProofResult result = rlminer::prove(graph, task);
  std::cout << "k=" << size << (result.proven ? " proven" : " open");
  if (!result.best.empty()) {
    std::cout << " best=" << rlminer::with_separators(result.best[0].frequency);
    if (result.upper_bound) std::cout << " bound=" << rlminer::with_separators(*result.upper_bound);
    std::cout << " [" << drawn(graph, result.best[0].pattern) << "]";
  }
  std::cout << " branches=" << result.branches << " counted=" << result.counted << " "
            << watch.seconds() << " s " << result.why_not << std::endl;
}

int run(int argc, char** argv) {
  if (argc < 3) {
    std::cerr << "usage: bench_proof GRAPH SIZE|FROM..TO [SECONDS [THREADS]]\n";
    return 2;
  }
  const std::string sizes = argv[2];
  const std::size_t dots = sizes.find("..");
  const int from = std::stoi(sizes);
  const int to = dots == std::string::npos ? from : std::stoi(sizes.substr(dots + 2));
  const double seconds = argc > 3 ? std::stod(argv[3]) : 60.0;
  const int threads = argc > 4 ? std::stoi(argv[4]) : 2;
  const rlminer::Collection collection = rlminer::read_collection(argv[1]);
  for (int size = from; size <= to; ++size)
    prove_one(collection.graphs[0], size, seconds, threads);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const rlminer::Error& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}
