#include "rlminer/infer/matrix.h"

#include <algorithm>

namespace rlminer::infer {
namespace {

// So many columns at a time: with two blocks of rows each, their sums and what they are made of fit
// into sixteen registers.
constexpr std::size_t kColumns = 6;

// A panel of kBlocks blocks of rows, times kCount columns.
template <std::size_t kBlocks, std::size_t kCount>
void multiply_tile(const Block* panel, std::size_t depth, ColumnsAt<const float> x,
                   ColumnsAt<const float> start, ColumnsAt<float> y) {
  const Lanes* w = reinterpret_cast<const Lanes*>(panel);
  Lanes sums[kCount][kBlocks] = {};
  if (start.first != nullptr) {
    for (std::size_t c = 0; c < kCount; ++c) {
      for (std::size_t b = 0; b < kBlocks; ++b)
        sums[c][b] = reinterpret_cast<const Lanes*>(start.at(c))[b];
    }
  }
  for (std::size_t k = 0; k < depth; ++k, w += kBlocks) {
#pragma GCC unroll 6
    for (std::size_t c = 0; c < kCount; ++c) {
      const float factor = x.at(c)[k];
#pragma GCC unroll 2
      for (std::size_t b = 0; b < kBlocks; ++b)
        sums[c][b] += w[b] * factor;
    }
  }
  for (std::size_t c = 0; c < kCount; ++c) {
    for (std::size_t b = 0; b < kBlocks; ++b)
      reinterpret_cast<Lanes*>(y.at(c))[b] = sums[c][b];
  }
}

// The last columns, of which there are fewer than kColumns.
template <std::size_t kBlocks, std::size_t kCount = kColumns - 1>
void multiply_rest(std::size_t count, const Block* panel, std::size_t depth,
                   ColumnsAt<const float> x, ColumnsAt<const float> start, ColumnsAt<float> y) {
  if (count == kCount) return multiply_tile<kBlocks, kCount>(panel, depth, x, start, y);
  if constexpr (kCount > 1) multiply_rest<kBlocks, kCount - 1>(count, panel, depth, x, start, y);
}

template <std::size_t kBlocks>
void multiply_panel(const Block* panel, std::size_t depth, ColumnsAt<const float> x,
                    std::size_t columns, ColumnsAt<const float> start, ColumnsAt<float> y) {
  const auto skip = [](auto& at, std::size_t count) { at.first += count * at.stride; };
  for (; columns >= kColumns; columns -= kColumns) {
    multiply_tile<kBlocks, kColumns>(panel, depth, x, start, y);
    skip(x, kColumns);
    skip(start, kColumns);
    skip(y, kColumns);
  }
  if (columns > 0) multiply_rest<kBlocks>(columns, panel, depth, x, start, y);
}

}  // namespace

void Matrix::resize(std::size_t rows, std::size_t columns) {
  rows_ = rows;
  columns_ = columns;
  blocks_ = blocks_for(rows);
  values_.resize(blocks_ * columns);
}

void Weights::resize(std::size_t rows, std::size_t depth) {
  blocks_ = blocks_for(rows);
  depth_ = depth;
  values_.assign(blocks_ * depth, Block{});
}

void multiply(const Weights& w, ColumnsAt<const float> x, std::size_t columns,
              ColumnsAt<const float> start, ColumnsAt<float> y) {
  static_assert(Weights::kPanelBlocks == 2);
  for (std::size_t block = 0; block < w.blocks(); block += Weights::kPanelBlocks) {
    if (block + Weights::kPanelBlocks <= w.blocks()) {
      multiply_panel<2>(w.panel(block), w.depth(), x, columns, start, y);
    } else {
      multiply_panel<1>(w.panel(block), w.depth(), x, columns, start, y);
    }
    if (start.first != nullptr) start.first += Weights::kPanelBlocks * kLanes;
    y.first += Weights::kPanelBlocks * kLanes;
  }
}

}  // namespace rlminer::infer
