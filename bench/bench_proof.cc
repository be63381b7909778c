// Times proofs: bench_proof [GRAPH SIZES [SECONDS [THREADS]]], where SIZES is one size or
// "from..to". Not a micro-benchmark: one proof per size, each a line of output. Without arguments:
// a generated network with hubs.

#include <cstdlib>
#include <iostream>
#include <string>
#include <utility>

#include "rlminer/base/deadline.h"
#include "rlminer/base/error.h"
#include "rlminer/generate/generate.h"
#include "rlminer/io/io.h"
#include "rlminer/proof/proof.h"

namespace {

rlminer::Graph network_with_hubs() {
  rlminer::Rng rng(1);
  return rlminer::generate::generate({rlminer::generate::BarabasiAlbert{2000, 2},
                                      rlminer::generate::LabelDistribution::uniform(5),
                                      {}},
                                     rng);
}

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
  rlminer::proof::ProofTask task;
  task.size = size;
  task.deadline = rlminer::Deadline(seconds);
  task.threads = threads;
  const rlminer::Stopwatch watch;
  const rlminer::proof::ProofResult result = rlminer::proof::prove(graph, task);
  std::cout << "k=" << size << (result.proven ? " proven" : " open");
  if (!result.best.empty()) {
    std::cout << " best=" << rlminer::with_separators(result.best[0].frequency.value());
    if (result.upper_bound) std::cout << " bound=" << rlminer::with_separators(*result.upper_bound);
    std::cout << " [" << drawn(graph, result.best[0].pattern) << "]";
  }
  std::cout << " branches=" << result.branches << " counted=" << result.counted << " "
            << watch.seconds() << " s " << result.why_not << '\n'
            << std::flush;
}

int run(int argc, char** argv) {
  const std::string sizes = argc > 2 ? argv[2] : "4..8";
  const std::size_t dots = sizes.find("..");
  const int from = std::stoi(sizes);
  const int to = dots == std::string::npos ? from : std::stoi(sizes.substr(dots + 2));
  const double seconds = argc > 3 ? std::stod(argv[3]) : 60.0;
  const int threads = argc > 4 ? std::stoi(argv[4]) : 2;
  rlminer::io::ReadOptions options;
  options.keep_relations = true;
  const rlminer::Graph graph =
      argc > 2 ? std::move(rlminer::io::read_collection(argv[1], options).graphs.at(0))
               : network_with_hubs();
  for (int size = from; size <= to; ++size)
    prove_one(graph, size, seconds, threads);
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
