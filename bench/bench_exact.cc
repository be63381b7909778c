// Times the exact engine by its walk alone and by bounds where they are tried, in turn:
// bench_exact [GRAPH SIZE [ROUNDS [THREADS]]]. Without arguments: a generated network with hubs.

#include <cstdlib>
#include <iostream>
#include <string>
#include <utility>

#include "rlminer/base/deadline.h"
#include "rlminer/base/error.h"
#include "rlminer/engine/exact.h"
#include "rlminer/generate/generate.h"
#include "rlminer/io/io.h"

namespace {

rlminer::Graph network_with_hubs() {
  rlminer::Rng rng(1);
  return rlminer::generate::generate({rlminer::generate::BarabasiAlbert{2000, 2},
                                      rlminer::generate::LabelDistribution::uniform(5),
                                      {}},
                                     rng);
}

double seconds_of(const rlminer::Graph& graph, int size, int threads, double bounds_after) {
  rlminer::engine::Problem problem;
  problem.sizes = {size};
  rlminer::engine::Budget budget;
  budget.threads = threads;
  const rlminer::Stopwatch watch;
  const auto answers = rlminer::engine::ExactEngine({.walk = {.bounds_after = bounds_after}})
                           .solve(graph, problem, budget);
  if (!answers.at(0).proven) throw rlminer::Error("not proven: " + answers[0].note);
  return watch.seconds();
}

int run(int argc, char** argv) {
  const rlminer::Graph graph = argc > 2
                                   ? std::move(rlminer::io::read_collection(argv[1]).graphs.at(0))
                                   : network_with_hubs();
  const int size = argc > 2 ? std::atoi(argv[2]) : 6;
  const int rounds = argc > 3 ? std::atoi(argv[3]) : 3;
  const int threads = argc > 4 ? std::atoi(argv[4]) : 2;
  for (int round = 0; round < rounds; ++round) {
    const double walk = seconds_of(graph, size, threads, rlminer::Deadline::kForever);
    const double bounds =
        seconds_of(graph, size, threads, rlminer::engine::WalkRule().bounds_after);
    std::cout << "k=" << size << " walk " << walk << " s, with bounds " << bounds << " s, ratio "
              << walk / bounds << '\n'
              << std::flush;
  }
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
