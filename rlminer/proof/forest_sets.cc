#include "rlminer/proof/forest_sets.h"

#include <algorithm>

namespace rlminer::proof {

void ForestSets::begin(std::uint32_t vertices) {
  root_.resize(vertices);
  if (near_.size() < vertices) near_.resize(vertices);
  for (std::uint32_t v = 0; v < vertices; ++v) {
    root_[v] = v;
    near_[v].clear();
  }
}

std::uint32_t ForestSets::root_of(std::uint32_t v) {
  while (root_[v] != v)
    v = root_[v] = root_[root_[v]];
  return v;
}

void ForestSets::add_edge(std::uint32_t u, std::uint32_t v) {
  const std::uint32_t a = root_of(u);
  const std::uint32_t b = root_of(v);
  if (a == b) return;
  root_[a] = b;
  near_[u].push_back(v);
  near_[v].push_back(u);
}

void ForestSets::multiply(double* product, const double* factor, std::size_t degree) const {
  for (std::size_t i = degree + 1; i-- > 0;) {
    double sum = 0.0;
    for (std::size_t j = 0; j <= i; ++j)
      sum += product[i - j] * factor[j];
    product[i] = sum;
  }
}

// Fills in the polynomials of the tree's vertices, children first.
void ForestSets::gather(std::uint32_t root, std::size_t degree) {
  order_.assign(1, root);
  parent_.assign(1, root);
  for (std::size_t next = 0; next < order_.size(); ++next) {
    for (const std::uint32_t v : near_[order_[next]]) {
      if (v == parent_[next]) continue;
      order_.push_back(v);
      parent_.push_back(order_[next]);
    }
  }
  for (std::size_t i = order_.size(); i-- > 0;) {
    const std::uint32_t v = order_[i];
    double* without = &without_[v * columns_];
    double* with = &with_[v * columns_];
    std::fill(without, without + columns_, 0.0);
    std::fill(with, with + columns_, 0.0);
    without[0] = 1.0;
    with[1] = 1.0;
    for (const std::uint32_t child : near_[v]) {
      if (i > 0 && child == parent_[i]) continue;
      const double* child_out = &without_[child * columns_];
      scratch_.assign(child_out, child_out + columns_);
      multiply(with, scratch_.data(), degree);
      for (std::size_t c = 0; c <= degree; ++c)
        scratch_[c] += with_[child * columns_ + c];
      multiply(without, scratch_.data(), degree);
    }
  }
}

std::span<const double> ForestSets::counts(int most) {
  const auto degree = static_cast<std::size_t>(most);
  without_.resize(root_.size() * columns_);
  with_.resize(root_.size() * columns_);
  product_.assign(degree + 1, 0.0);
  product_[0] = 1.0;
  for (std::uint32_t v = 0; v < root_.size(); ++v) {
    if (root_of(v) != v) continue;
    if (near_[v].empty()) {
      for (std::size_t i = degree; i > 0; --i)
        product_[i] += product_[i - 1];
      continue;
    }
    gather(v, degree);
    for (std::size_t c = 0; c <= degree; ++c)
      without_[v * columns_ + c] += with_[v * columns_ + c];
    multiply(product_.data(), &without_[v * columns_], degree);
  }
  return product_;
}

}  // namespace rlminer::proof
