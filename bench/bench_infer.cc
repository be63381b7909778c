// The one matrix product of trained policies on one core: square weights times the columns that are
// computed together.

#include <benchmark/benchmark.h>

#include "rlminer/base/rng.h"
#include "rlminer/infer/matrix.h"

namespace rlminer::bench {
namespace {

constexpr std::size_t kColumns = 256;

void product(benchmark::State& state) {
  const auto width = static_cast<std::size_t>(state.range(0));
  Rng rng(1);
  infer::Weights weights(width, width);
  infer::Matrix x(width, kColumns), y(width, kColumns);
  for (std::size_t k = 0; k < width; ++k) {
    for (std::size_t row = 0; row < width; ++row)
      weights.at(row, k) = static_cast<float>(rng.uniform());
    for (std::size_t column = 0; column < kColumns; ++column)
      x.column(column)[k] = static_cast<float>(rng.uniform());
  }
  for (auto _ : state) {
    infer::multiply(weights, all(std::as_const(x)), kColumns, {}, all(y));
    benchmark::DoNotOptimize(y.column(0));
    benchmark::ClobberMemory();
  }
  state.counters["FLOP/s"] = benchmark::Counter(
      static_cast<double>(2 * width * width * kColumns) * static_cast<double>(state.iterations()),
      benchmark::Counter::kIsRate);
}
BENCHMARK(product)->Arg(64)->Arg(128)->Arg(256);

}  // namespace
}  // namespace rlminer::bench
