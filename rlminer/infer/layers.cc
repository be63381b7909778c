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

Matrix Parameters::table(const std::string& name, int entries, int width) const {
  const std::vector<float> stored = values(name, {entries, width});
  Matrix table(static_cast<std::size_t>(width), static_cast<std::size_t>(entries));
  for (std::size_t i = 0; i < table.columns(); ++i)
    std::copy_n(stored.begin() + static_cast<std::ptrdiff_t>(i * table.rows()), table.rows(),
                table.column(i));
  return table;
}

Matrix Parameters::columns(const std::string& name, int rows, int columns) const {
  const std::vector<float> stored = values(name, {rows, columns});
  Matrix result(static_cast<std::size_t>(rows), static_cast<std::size_t>(columns));
  for (std::size_t i = 0; i < stored.size(); ++i)
    result.column(i % result.columns())[i / result.columns()] = stored[i];
  return result;
}

Linear::Linear(const Parameters& parameters, const std::string& name, int inputs, int outputs,
               bool bias)
    : weights_(static_cast<std::size_t>(outputs), static_cast<std::size_t>(inputs)),
      bias_(static_cast<std::size_t>(outputs), 1) {
  const std::vector<float> stored = parameters.values(name + ".weight", {outputs, inputs});
  for (std::size_t i = 0; i < stored.size(); ++i)
    weights_.at(i / weights_.depth(), i % weights_.depth()) = stored[i];
  if (bias) std::ranges::copy(parameters.values(name + ".bias", {outputs}), bias_.column(0));
}

void Linear::operator()(const Matrix& x, Matrix& y) const {
  y.resize(bias_.rows(), x.columns());
  multiply(weights_, all(x), x.columns(), {bias_.column(0), 0}, all(y));
}

void Linear::add_to(Matrix& y, const Matrix& x) const {
  for (std::size_t i = 0; i < y.columns(); ++i) {
    for (std::size_t b = 0; b < y.blocks(); ++b)
      y.lanes(i)[b] += bias_.lanes(0)[b];
  }
  multiply(weights_, all(x), x.columns(), all(std::as_const(y)), all(y));
}

RmsNorm::RmsNorm(const Parameters& parameters, const std::string& name, int width)
    : gain_(static_cast<std::size_t>(width), 1) {
  std::ranges::copy(parameters.values(name + ".gain", {width}), gain_.column(0));
}

void RmsNorm::operator()(const Matrix& x, Matrix& y) const {
  constexpr float kTiny = 1e-3F;  // as in training
  const auto width = static_cast<float>(x.rows());
  y.resize(x.rows(), x.columns());
  for (std::size_t i = 0; i < x.columns(); ++i) {
    const Lanes* const from = x.lanes(i);
    Lanes squares = {};
    for (std::size_t b = 0; b < x.blocks(); ++b)
      squares += from[b] * from[b];
    const float factor = 1.0F / (std::sqrt(sum(squares) / width) + kTiny);
    for (std::size_t b = 0; b < x.blocks(); ++b)
      y.lanes(i)[b] = factor * from[b] * gain_.lanes(0)[b];
  }
}

Attention::Attention(const Parameters& parameters, const std::string& name, int width, int heads)
    : heads_(static_cast<std::size_t>(heads)),
      part_(static_cast<std::size_t>(width / heads)),
      part_blocks_(blocks_for(part_)) {
  const auto depth = static_cast<std::size_t>(width);
  const std::size_t spread = heads_ * part_blocks_ * kLanes;
  const auto place = [&](std::size_t i) { return i / part_ * part_blocks_ * kLanes + i % part_; };
  // Query, key and value are one above the other. Not all vertices ask, but all are asked.
  const std::vector<float> in = parameters.values(name + ".in.weight", {3 * width, width});
  const std::vector<float> in_bias = parameters.values(name + ".in.bias", {3 * width});
  const auto load = [&](std::size_t from_row, Weights& weights, Matrix& bias, std::size_t to_row,
                        float scale) {
    for (std::size_t i = 0; i < depth; ++i) {
      bias.column(0)[to_row + place(i)] = scale * in_bias[from_row + i];
      for (std::size_t k = 0; k < depth; ++k)
        weights.at(to_row + place(i), k) = scale * in[(from_row + i) * depth + k];
    }
  };
  Weights query(spread, depth), key_value(2 * spread, depth), out(depth, spread);
  Matrix query_bias(spread, 1), key_value_bias(2 * spread, 1), out_bias(depth, 1);
  load(0, query, query_bias, 0, 1.0F / std::sqrt(static_cast<float>(part_)));
  load(depth, key_value, key_value_bias, 0, 1.0F);
  load(2 * depth, key_value, key_value_bias, spread, 1.0F);
  const std::vector<float> stored = parameters.values(name + ".out.weight", {width, width});
  for (std::size_t i = 0; i < stored.size(); ++i)
    out.at(i / depth, place(i % depth)) = stored[i];
  std::ranges::copy(parameters.values(name + ".out.bias", {width}), out_bias.column(0));
  query_.emplace(std::move(query), std::move(query_bias));
  key_value_.emplace(std::move(key_value), std::move(key_value_bias));
  out_.emplace(std::move(out), std::move(out_bias));
}

// The keys of one head, a row each, and its values, a column each.
void Attention::load_head(std::size_t head, Range keys, Scratch& scratch) const {
  scratch.keys.resize(keys.size(), part_);
  scratch.values.resize(part_blocks_ * kLanes, keys.size());
  const std::size_t first_block = head * part_blocks_;
  for (std::size_t i = keys.first; i < keys.end; ++i) {
    const float* const key = scratch.key_value.column(i) + first_block * kLanes;
    scratch.keys.set_row(i - keys.first, key);
    const auto* const value = reinterpret_cast<const Block*>(scratch.key_value.column(i)) +
                              heads_ * part_blocks_ + first_block;
    for (std::size_t b = 0; b < part_blocks_; ++b)
      scratch.values.block(b, i - keys.first) = value[b];
  }
}

namespace {

// In every column the numbers become those of a softmax, but for a factor.
void softmax(Matrix& scores, std::vector<float>& factors) {
  factors.resize(scores.columns());
  for (std::size_t i = 0; i < scores.columns(); ++i) {
    Lanes* const column = scores.lanes(i);
    Lanes greatest = column[0];
    for (std::size_t b = 1; b < scores.blocks(); ++b)
      greatest = max(greatest, column[b]);
    const float most = highest(greatest);
    Lanes total = {};
    for (std::size_t b = 0; b < scores.blocks(); ++b)
      total += column[b] = exp(column[b] - most);
    factors[i] = 1.0F / sum(total);
  }
}

}  // namespace

// One state.
void Attention::attend(Range keys, Range queries, Scratch& scratch) const {
  // So many queries at a time: the scores of a large graph's vertices for each other are too many.
  constexpr std::size_t kTogether = 256;
  // What scores begin with: whole blocks of keys, of which those that there are not get nothing.
  Matrix& padding = scratch.padding;
  padding.resize(blocks_for(keys.size()) * kLanes, 1);
  for (std::size_t row = 0; row < padding.rows(); ++row)
    padding.column(0)[row] = row < keys.size() ? 0.0F : -1e30F;
  for (std::size_t head = 0; head < heads_; ++head) {
    load_head(head, keys, scratch);
    const std::size_t offset = head * part_blocks_ * kLanes;
    for (std::size_t at = queries.first; at < queries.end; at += kTogether) {
      const std::size_t count = std::min(kTogether, queries.end - at);
      Matrix& scores = scratch.scores;  // a column per query
      scores.resize(padding.rows(), count);
      const std::size_t stride = scratch.query.blocks() * kLanes;
      multiply(scratch.keys, {scratch.query.column(at) + offset, stride}, count,
               {padding.column(0), 0}, all(scores));
      softmax(scores, scratch.factors);
      multiply(scratch.values, all(std::as_const(scores)), count, {},
               {scratch.attended.column(at) + offset, stride});
      // There are fewer values than scores.
      for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t b = 0; b < part_blocks_; ++b)
          scratch.attended.lanes(at + i)[head * part_blocks_ + b] *= scratch.factors[i];
      }
    }
  }
}

void Attention::add_to(Matrix& y, const Matrix& q, const Columns& query_columns, const Matrix& x,
                       const Columns& columns, Scratch& scratch) const {
  (*query_)(q, scratch.query);
  (*key_value_)(x, scratch.key_value);
  scratch.attended.resize(scratch.query.rows(), q.columns());
  for (std::size_t i = 0; i + 1 < columns.size(); ++i) {
    if (query_columns[i] == query_columns[i + 1]) continue;
    attend({columns[i], columns[i + 1]}, {query_columns[i], query_columns[i + 1]}, scratch);
  }
  out_->add_to(y, scratch.attended);
}

void gate(Matrix& v, const Matrix& g) {
  for (std::size_t i = 0; i < v.columns() * v.blocks(); ++i)
    v.lanes(0)[i] /= 1.0F + exp(-g.lanes(0)[i]);
}

void relu(Matrix& x) {
  for (std::size_t i = 0; i < x.columns() * x.blocks(); ++i)
    x.lanes(0)[i] = max(x.lanes(0)[i], Lanes{});
}

}  // namespace rlminer::infer
