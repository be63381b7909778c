#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "rlminer/model/safetensors.h"

// The parts that networks are made of. The vertices of all states that are computed together are
// the columns of every matrix, one state after the other.
namespace rlminer::infer {

using Matrix = Eigen::MatrixXf;
using Vector = Eigen::VectorXf;

// Where each state's columns begin; one entry more than states, the last is the end.
using Columns = std::vector<Eigen::Index>;

// The parameters of a model file. Throws Error naming one that is missing or of another shape.
class Parameters {
 public:
  explicit Parameters(const model::SafetensorsFile& file) : file_(file) {}
  Matrix matrix(const std::string& name, int rows, int columns) const;
  Vector vector(const std::string& name, int size) const;

 private:
  std::vector<float> values(const std::string& name, const std::vector<std::int64_t>& shape) const;

  const model::SafetensorsFile& file_;
};

// y = W x (+ b)
class Linear {
 public:
  Linear(const Parameters& parameters, const std::string& name, int inputs, int outputs, bool bias);
  void operator()(const Matrix& x, Matrix& y) const;
  const Matrix& weight() const { return weight_; }

 private:
  Matrix weight_;
  Vector bias_;  // empty: none
};

// x / (rms(x) + tiny) * gain
class RmsNorm {
 public:
  RmsNorm(const Parameters& parameters, const std::string& name, int width);
  void operator()(const Matrix& x, Matrix& y) const;

 private:
  Vector gain_;
};

// Multi-head attention within each state, with a residual.
class Attention {
 public:
  struct Scratch {
    Matrix query, key_value, scores, attended;
  };
  Attention(const Parameters& parameters, const std::string& name, int width, int heads);
  // y = q + attention of the queries q to x, both with the columns of the same states.
  void operator()(const Columns& columns, const Matrix& x, const Columns& query_columns,
                  const Matrix& q, Matrix& y, Scratch& scratch) const;

 private:
  void attend(Eigen::Index first, Eigen::Index end, Eigen::Index first_query,
              Eigen::Index end_query, Scratch& scratch) const;

  int heads_;
  Matrix query_weight_, key_value_weight_;
  Vector query_bias_, key_value_bias_;
  Linear out_;
};

// v * sigmoid(g), element by element, in v.
void gate(Matrix& v, const Matrix& g);

}  // namespace rlminer::infer
