#include "rlminer/proof/core_symmetry.h"

#include <algorithm>
#include <array>

#include "rlminer/base/bits.h"

namespace rlminer::proof {
namespace {

constexpr std::size_t kMostSymmetries = 5040;

using Symmetry = std::array<int, kMaxSchemeSize>;  // by place in the order: the place it goes to

// Lists the maps of a core onto itself by backtracking.
class Symmetries {
 public:
  Symmetries(const Scheme& scheme, std::uint32_t core, std::span<const int> order)
      : scheme_(scheme), order_(order) {
    for (const int vertex : order) {
      std::vector<std::uint32_t> look{scheme.code[Scheme::at(vertex)]};
      for_each_bit(scheme.adjacency[Scheme::at(vertex)] & ~core,
                   [&](int leaf) { look.push_back(scheme.code[Scheme::at(leaf)]); });
      std::sort(look.begin() + 1, look.end());
      looks_.push_back(std::move(look));
    }
    extend(0);
  }

  std::vector<Symmetry> found;

 private:
  bool fits(std::size_t place, std::size_t image) const {
    if (looks_[place] != looks_[image]) return false;
    for (std::size_t i = 0; i < place; ++i) {
      const auto to = static_cast<std::size_t>(current_[i]);
      if (to == image) return false;
      if (scheme_.has_edge(order_[i], order_[place]) != scheme_.has_edge(order_[to], order_[image]))
        return false;
    }
    return true;
  }

  void extend(std::size_t place) {
    if (found.size() > kMostSymmetries) return;
    if (place == order_.size()) {
      found.push_back(current_);
      return;
    }
    for (std::size_t image = 0; image < order_.size(); ++image) {
      if (!fits(place, image)) continue;
      current_[place] = static_cast<int>(image);
      extend(place + 1);
    }
  }

  const Scheme& scheme_;
  std::span<const int> order_;
  std::vector<std::vector<std::uint32_t>> looks_;  // label and leaves, by place
  Symmetry current_{};
};

}  // namespace

std::optional<CoreSymmetry> core_symmetry(const Scheme& scheme, std::uint32_t core,
                                          std::span<const int> order) {
  std::vector<Symmetry> group = Symmetries(scheme, core, order).found;
  if (group.size() > kMostSymmetries) return std::nullopt;
  CoreSymmetry result;
  result.above.resize(order.size());
  result.left.push_back(static_cast<double>(group.size()));
  for (std::size_t place = 0; place < order.size(); ++place) {
    for (const Symmetry& symmetry : group) {
      const auto to = static_cast<std::size_t>(symmetry[place]);
      auto& above = result.above[to];
      const int here = static_cast<int>(place);
      if (to != place && std::find(above.begin(), above.end(), here) == above.end())
        above.push_back(here);
    }
    std::erase_if(group, [&](const Symmetry& symmetry) {
      return symmetry[place] != static_cast<int>(place);
    });
    result.left.push_back(static_cast<double>(group.size()));
  }
  return result;
}

}  // namespace rlminer::proof
