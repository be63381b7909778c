#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rlminer/infer/matrix.h"
#include "rlminer/model/safetensors.h"

// The parts that networks are made of. The vertices of all states that are computed together are
// the columns of every matrix, one state after the other.
namespace rlminer::infer {

// Where each state's columns begin; one entry more than states, the last is the end.
using Columns = std::vector<std::size_t>;

// The parameters of a model file. Throws Error naming one that is missing or of another shape.
class Parameters {
 public:
  explicit Parameters(const model::SafetensorsFile& file) : file_(file) {}
  // Row by row.
  std::vector<float> values(const std::string& name, const std::vector<std::int64_t>& shape) const;
  // A table with so many entries: entry i is row i of the parameter and column i of the result.
  Matrix table(const std::string& name, int entries, int width) const;
  // The parameter as it is.
  Matrix columns(const std::string& name, int rows, int columns) const;

 private:
  const model::SafetensorsFile& file_;
};

// W x + b
class Linear {
 public:
  // Without a bias in the file it is zero.
  Linear(const Parameters& parameters, const std::string& name, int inputs, int outputs, bool bias);
  Linear(Weights weights, Matrix bias) : weights_(std::move(weights)), bias_(std::move(bias)) {}
  void operator()(const Matrix& x, Matrix& y) const;
  void add_to(Matrix& y, const Matrix& x) const;  // y += W x + b

 private:
  Weights weights_;
  Matrix bias_;  // one column
};

// x / (rms(x) + tiny) * gain
class RmsNorm {
 public:
  RmsNorm(const Parameters& parameters, const std::string& name, int width);
  void operator()(const Matrix& x, Matrix& y) const;

 private:
  Matrix gain_;
};

// Multi-head attention within each state. The numbers of each head begin with a block of their own.
class Attention {
 public:
  struct Scratch {
    Matrix query, key_value, padding, scores, attended;
    Weights keys, values;
    std::vector<float> factors;
  };
  Attention(const Parameters& parameters, const std::string& name, int width, int heads);
  // y += attention of the queries q to x, both with the columns of the same states.
  void add_to(Matrix& y, const Matrix& q, const Columns& query_columns, const Matrix& x,
              const Columns& columns, Scratch& scratch) const;

 private:
  struct Range {
    std::size_t first, end;
    std::size_t size() const { return end - first; }
  };
  void load_head(std::size_t head, Range keys, Scratch& scratch) const;
  void attend(Range keys, Range queries, Scratch& scratch) const;

  std::size_t heads_, part_, part_blocks_;  // numbers and blocks of a head
  std::optional<Linear> query_, key_value_, out_;
};

// v * sigmoid(g), element by element, in v.
void gate(Matrix& v, const Matrix& g);

void relu(Matrix& x);

}  // namespace rlminer::infer
