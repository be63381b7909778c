#include "rlminer/infer/matrix.h"

#include <cmath>

#include <gtest/gtest.h>

#include "rlminer/base/rng.h"

namespace rlminer::infer {
namespace {

Matrix random_matrix(std::size_t rows, std::size_t columns, Rng& rng) {
  Matrix matrix(rows, columns);
  for (std::size_t i = 0; i < columns; ++i) {
    for (std::size_t row = 0; row < rows; ++row)
      matrix.column(i)[row] = static_cast<float>(rng.uniform() - 0.5);
  }
  return matrix;
}

// Every number of blocks and of columns that is left over.
TEST(Matrix, ProductIsTheDefinition) {
  Rng rng(1);
  for (std::size_t rows = 1; rows <= 3 * kLanes; rows += 5) {
    for (std::size_t columns = 1; columns <= 13; ++columns) {
      const std::size_t depth = 1 + rng.below(20);
      const Matrix x = random_matrix(depth, columns, rng);
      const Matrix w = random_matrix(rows, depth, rng);
      const Matrix start = random_matrix(rows, columns, rng);
      Weights weights(rows, depth);
      for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t k = 0; k < depth; ++k)
          weights.at(row, k) = w.column(k)[row];
      }
      Matrix y(rows, columns);
      multiply(weights, all(x), columns, all(start), all(y));
      for (std::size_t i = 0; i < columns; ++i) {
        for (std::size_t row = 0; row < rows; ++row) {
          double expected = start.column(i)[row];
          for (std::size_t k = 0; k < depth; ++k)
            expected += static_cast<double>(w.column(k)[row]) * x.column(i)[k];
          EXPECT_NEAR(y.column(i)[row], expected, 1e-5) << rows << " " << columns;
        }
        for (std::size_t row = rows; row < y.blocks() * kLanes; ++row)
          EXPECT_EQ(y.column(i)[row], 0.0F);
      }
    }
  }
}

TEST(Matrix, ExpIsThatOfTheLibrary) {
  for (double x = -86.9; x < 87.9; x += 0.0137) {
    const auto number = static_cast<float>(x);
    EXPECT_NEAR(exp(splat(number))[0] / std::exp(static_cast<double>(number)), 1.0, 1e-6) << x;
  }
  EXPECT_EQ(exp(splat(-1e30F))[0], exp(splat(-87.0F))[0]);
  EXPECT_EQ(exp(splat(1e30F))[0], exp(splat(88.0F))[0]);
  EXPECT_EQ(exp(Lanes{})[kLanes - 1], 1.0F);
}

}  // namespace
}  // namespace rlminer::infer
