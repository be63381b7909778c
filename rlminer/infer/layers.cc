#include "rlminer/infer/layers.h"

#include <algorithm>
#include <cmath>

#include "rlminer/base/error.h"

namespace rlminer::infer {

std::vector<float> Parameters::values(const std::string& name,
                                      const std::vector<std::int64_t>& shape) const {
  const model::StoredTensor& stored = model::tensor_named(file_, name);
  if (stored.shape != shape) throw Error("tensor " + name + " has another shape");
  return model::floats_of(stored);
}

Matrix Parameters::matrix(const std::string& name, int rows, int columns) const {
  const std::vector<float> stored = values(name, {rows, columns});
  using RowMajor = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  return Eigen::Map<const RowMajor>(stored.data(), rows, columns);
}

Vector Parameters::vector(const std::string& name, int size) const {
  const std::vector<float> stored = values(name, {size});
  return Eigen::Map<const Vector>(stored.data(), size);
}

Linear::Linear(const Parameters& parameters, const std::string& name, int inputs, int outputs,
               bool bias)
    : weight_(parameters.matrix(name + ".weight", outputs, inputs)) {
  if (bias) bias_ = parameters.vector(name + ".bias", outputs);
}

void Linear::operator()(const Matrix& x, Matrix& y) const {
  y.noalias() = weight_ * x;
  if (bias_.size() > 0) y.colwise() += bias_;
}

RmsNorm::RmsNorm(const Parameters& parameters, const std::string& name, int width)
    : gain_(parameters.vector(name + ".gain", width)) {}

void RmsNorm::operator()(const Matrix& x, Matrix& y) const {
  constexpr float kTiny = 1e-3F;  // as in training
  const auto width = static_cast<float>(x.rows());
  y.resize(x.rows(), x.cols());
  for (Eigen::Index i = 0; i < x.cols(); ++i) {
    const float factor = 1.0F / (std::sqrt(x.col(i).squaredNorm() / width) + kTiny);
    y.col(i) = factor * x.col(i).cwiseProduct(gain_);
  }
}

Attention::Attention(const Parameters& parameters, const std::string& name, int width, int heads)
    : heads_(heads), out_(parameters, name + ".out", width, width, true) {
  // Query, key and value are one above the other. Not all vertices ask, but all are asked.
  const Matrix in = parameters.matrix(name + ".in.weight", 3 * width, width);
  const Vector bias = parameters.vector(name + ".in.bias", 3 * width);
  const int part = width / heads;
  const float scale = 1.0F / std::sqrt(static_cast<float>(part));
  query_weight_ = scale * in.topRows(width);
  query_bias_ = scale * bias.head(width);
  key_value_weight_ = in.bottomRows(2 * width);
  key_value_bias_ = bias.tail(2 * width);
}

// One state.
void Attention::attend(Eigen::Index first, Eigen::Index end, Eigen::Index first_query,
                       Eigen::Index end_query, Scratch& scratch) const {
  // So many queries at a time: the scores of a large graph's vertices for each other are too many.
  constexpr Eigen::Index kTogether = 256;
  const Eigen::Index width = scratch.query.rows();
  const Eigen::Index part = width / heads_;
  for (Eigen::Index head = 0; head < heads_; ++head) {
    const auto keys = scratch.key_value.block(head * part, first, part, end - first);
    const auto values = scratch.key_value.block(width + head * part, first, part, end - first);
    for (Eigen::Index at = first_query; at < end_query; at += kTogether) {
      const Eigen::Index count = std::min(kTogether, end_query - at);
      Matrix& scores = scratch.scores;  // a column per query
      scores.noalias() = keys.transpose() * scratch.query.block(head * part, at, part, count);
      for (Eigen::Index i = 0; i < count; ++i) {
        auto column = scores.col(i).array();
        column = (column - column.maxCoeff()).exp();
        column /= column.sum();
      }
      scratch.attended.block(head * part, at, part, count).noalias() = values * scores;
    }
  }
}

void Attention::operator()(const Columns& columns, const Matrix& x, const Columns& query_columns,
                           const Matrix& q, Matrix& y, Scratch& scratch) const {
  scratch.query.noalias() = query_weight_ * q;
  scratch.query.colwise() += query_bias_;
  scratch.key_value.noalias() = key_value_weight_ * x;
  scratch.key_value.colwise() += key_value_bias_;
  scratch.attended.resize(q.rows(), q.cols());
  for (std::size_t i = 0; i + 1 < columns.size(); ++i)
    attend(columns[i], columns[i + 1], query_columns[i], query_columns[i + 1], scratch);
  out_(scratch.attended, y);
  y += q;
}

void gate(Matrix& v, const Matrix& g) {
  v.array() /= 1.0F + (-g.array()).exp();
}

}  // namespace rlminer::infer
