#include <cstdlib>

#include "cli/ranks.h"

#include "rlminer/engine/exact.h"
#include "rlminer/mpi/ranks.h"

namespace rlminer::cli {
namespace {

class MpiRanks final : public Ranks {
 public:
  bool leads() const override { return ranks_.leads(); }

  std::unique_ptr<engine::Engine> exact_engine(const std::string& checkpoint) override {
    engine::ExactOptions options;
    options.walk.bounds_after = Deadline::kForever;  // the walk is what many machines are for
    options.sketch_sets = ranks_.sketcher(checkpoint);
    return std::make_unique<engine::ExactEngine>(options);
  }

  void serve(const Graph& graph, const engine::Budget& budget) override {
    ranks_.serve(graph, budget.deadline, budget.threads);
  }
  void refuse(const std::string& reason) override { ranks_.refuse(reason); }
  [[noreturn]] void abort() override {
    ranks_.abort();
    std::abort();
  }

 private:
  mpi::Ranks ranks_;
};

}  // namespace

std::unique_ptr<Ranks> Ranks::join() {
  if (!mpi::Ranks::are_there()) return nullptr;
  return std::make_unique<MpiRanks>();
}

}  // namespace rlminer::cli
