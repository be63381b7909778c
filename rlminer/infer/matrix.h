#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

// Matrices of single precision and the one product that networks are made of. It is written for
// what they ask: a small matrix of weights that stays in the innermost cache times many columns.
namespace rlminer::infer {

// As many numbers as a register holds.
#if defined(__AVX512F__)
inline constexpr std::size_t kLanes = 16;
#elif defined(__AVX__)
inline constexpr std::size_t kLanes = 8;
#else
inline constexpr std::size_t kLanes = 4;
#endif
using Lanes [[gnu::vector_size(kLanes * sizeof(float)), gnu::may_alias]] = float;

struct alignas(kLanes * sizeof(float)) Block {
  float values[kLanes];
};

// The blocks that so many numbers take.
constexpr std::size_t blocks_for(std::size_t numbers) {
  return (numbers + kLanes - 1) / kLanes;
}

// Columns of whole blocks. What a block has beyond the last row is zero, and every function here
// leaves it so.
class Matrix {
 public:
  Matrix() = default;
  Matrix(std::size_t rows, std::size_t columns) { resize(rows, columns); }

  // What the matrix held is lost.
  void resize(std::size_t rows, std::size_t columns);

  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }
  std::size_t blocks() const { return blocks_; }  // of a column

  float* column(std::size_t i) { return values_[i * blocks_].values; }
  const float* column(std::size_t i) const { return values_[i * blocks_].values; }
  Lanes* lanes(std::size_t i) { return reinterpret_cast<Lanes*>(column(i)); }
  const Lanes* lanes(std::size_t i) const { return reinterpret_cast<const Lanes*>(column(i)); }

 private:
  std::size_t rows_ = 0, columns_ = 0, blocks_ = 0;
  std::vector<Block> values_;
};

// The left side of products: panels of kPanelBlocks blocks of rows (the last may have fewer), in
// each of which the column of a panel follows the one before.
class Weights {
 public:
  static constexpr std::size_t kPanelBlocks = 2;

  Weights() = default;
  Weights(std::size_t rows, std::size_t depth) { resize(rows, depth); }

  // Rows and columns of zeros.
  void resize(std::size_t rows, std::size_t depth);

  std::size_t blocks() const { return blocks_; }  // of rows
  std::size_t depth() const { return depth_; }

  Block& block(std::size_t row_block, std::size_t k) { return values_[place(row_block, k)]; }
  float& at(std::size_t row, std::size_t k) { return block(row / kLanes, k).values[row % kLanes]; }
  void set_row(std::size_t row, const float* numbers) {
    const std::size_t stride = width(row / kLanes) * kLanes;
    float* to = &at(row, 0);
    for (std::size_t k = 0; k < depth_; ++k, to += stride)
      *to = numbers[k];
  }
  const Block* panel(std::size_t first_block) const { return &values_[first_block * depth_]; }

 private:
  static std::size_t first_of_panel(std::size_t row_block) {
    return row_block / kPanelBlocks * kPanelBlocks;
  }
  // Blocks of its panel.
  std::size_t width(std::size_t row_block) const {
    const std::size_t left = blocks_ - first_of_panel(row_block);
    return left < kPanelBlocks ? left : kPanelBlocks;
  }
  std::size_t place(std::size_t row_block, std::size_t k) const {
    const std::size_t first = first_of_panel(row_block);
    return first * depth_ + k * width(row_block) + (row_block - first);
  }

  std::size_t blocks_ = 0, depth_ = 0;
  std::vector<Block> values_;
};

// Columns that a product reads or writes, `stride` numbers apart. A stride of zero repeats one.
template <typename Number>
struct ColumnsAt {
  Number* first = nullptr;
  std::size_t stride = 0;
  Number* at(std::size_t i) const { return first + i * stride; }
};

// y = start + w x for so many columns. A start that is null counts as zero; it may be y itself. A
// column of the result does not depend on what the other columns are.
void multiply(const Weights& w, ColumnsAt<const float> x, std::size_t columns,
              ColumnsAt<const float> start, ColumnsAt<float> y);

// All columns of a matrix.
inline ColumnsAt<const float> all(const Matrix& x) {
  return {x.columns() > 0 ? x.column(0) : nullptr, x.blocks() * kLanes};
}
inline ColumnsAt<float> all(Matrix& x) {
  return {x.columns() > 0 ? x.column(0) : nullptr, x.blocks() * kLanes};
}

inline Lanes splat(float value) {
  return Lanes{} + value;
}

inline Lanes max(Lanes a, Lanes b) {
  return a > b ? a : b;
}

// So many numbers side by side.
template <std::size_t kCount>
struct Numbers {
  using Type [[gnu::vector_size(kCount * sizeof(float)), gnu::may_alias]] = float;
};

// Joins the two halves of a register until one number is left: one after the other, the numbers
// would wait for each other.
template <std::size_t kCount = kLanes, typename Join>
inline float fold(const float* x, Join&& join) {
  if constexpr (kCount == 2) {
    return join(x[0], x[1]);
  } else {
    using Half = typename Numbers<kCount / 2>::Type;
    const Half* const halves = reinterpret_cast<const Half*>(x);
    const Half joined = join(halves[0], halves[1]);
    return fold<kCount / 2>(reinterpret_cast<const float*>(&joined), join);
  }
}

inline float sum(Lanes x) {
  return fold(reinterpret_cast<const float*>(&x), [](auto a, auto b) { return a + b; });
}

inline float highest(Lanes x) {
  return fold(reinterpret_cast<const float*>(&x), [](auto a, auto b) { return a > b ? a : b; });
}

// e^x to the precision of a float; x below -87 counts as -87, above 88 as 88.
inline Lanes exp(Lanes x) {
  using Bits [[gnu::vector_size(sizeof(Lanes))]] = std::int32_t;
  constexpr float kLog2 = 0.693359375F;          // few bits, so that multiples are exact
  constexpr float kLog2Rest = -2.121944401e-4F;  // of the logarithm of 2
  constexpr float kToInteger = 12582912.0F;      // 1.5 * 2^23: its last bits count ones
  x = x < 88.0F ? x : splat(88.0F);
  x = x > -87.0F ? x : splat(-87.0F);
  const Lanes power = x * 1.44269504F + kToInteger;
  const Lanes whole = power - kToInteger;
  const Lanes r = (x - whole * kLog2) - whole * kLog2Rest;
  // The Taylor series, for |r| at most log(2) / 2.
  Lanes e = splat(1.0F / 5040.0F);
  for (const float c : {1.0F / 720, 1.0F / 120, 1.0F / 24, 1.0F / 6, 0.5F, 1.0F, 1.0F})
    e = e * r + c;
  const Bits scaled = reinterpret_cast<Bits>(e) + (reinterpret_cast<Bits>(power) << 23);
  return reinterpret_cast<Lanes>(scaled);
}

}  // namespace rlminer::infer
