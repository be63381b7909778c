#include "rlminer/train/replay.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "rlminer/base/error.h"

namespace rlminer::train {

SumTree::SumTree(std::size_t capacity, std::span<const double> first)
    : capacity_(capacity),
      leaves_(std::bit_ceil(std::max<std::size_t>(capacity, 1))),
      nodes_(2 * leaves_) {
  assert(first.size() <= capacity);
  std::copy(first.begin(), first.end(), nodes_.begin() + static_cast<std::ptrdiff_t>(leaves_));
  for (std::size_t node = leaves_ - 1; node >= 1; --node)
    nodes_[node] = nodes_[2 * node] + nodes_[2 * node + 1];
}

void SumTree::set(std::size_t index, double value) {
  assert(index < capacity_);
  assert(value >= 0.0 && std::isfinite(value));
  std::size_t node = leaves_ + index;
  nodes_[node] = value;
  while (node > 1) {
    node /= 2;
    nodes_[node] = nodes_[2 * node] + nodes_[2 * node + 1];
  }
}

std::size_t SumTree::find(double prefix) const {
  assert(total() > 0.0);
  std::size_t node = 1;
  while (node < leaves_) {
    const double left = nodes_[2 * node];
    const double right = nodes_[2 * node + 1];
    node *= 2;
    // A side without weight is never entered, wherever rounding has put the prefix.
    if (right > 0.0 && prefix >= left) {
      prefix -= left;
      ++node;
    }
  }
  return node - leaves_;
}

namespace {

constexpr float kLeastPriority = 1e-6f;  // keeps an item without error reachable
constexpr std::size_t kFirstRoom = 1024;

// Why the image is not the content of a replay of that capacity; empty when it is.
std::string fault_of(const ReplayImage& image, int size, std::size_t capacity) {
  const std::size_t count = image.targets.size();
  if (image.size != size)
    return "it is for subgraphs of " + std::to_string(image.size) + " vertices, not " +
           std::to_string(size);
  if (count > capacity) return "it has more items than there is room for";
  if (image.vertices.size() != count * static_cast<std::size_t>(size) ||
      image.chosen_counts.size() != count || image.done.size() != count ||
      image.rewards.size() != count || image.outcomes.size() != count ||
      image.priorities.size() != count) {
    return "its arrays differ in length";
  }
  if (count < capacity ? image.next != count : image.next >= capacity)
    return "it was made with another capacity";
  const auto negative = [](std::int32_t value) { return value < 0; };
  if (std::any_of(image.targets.begin(), image.targets.end(), negative) ||
      std::any_of(image.vertices.begin(), image.vertices.end(), negative)) {
    return "a graph or a vertex is negative";
  }
  if (std::any_of(image.chosen_counts.begin(), image.chosen_counts.end(),
                  [&](std::uint8_t chosen) { return chosen >= size; })) {
    return "an item has too many vertices";
  }
  if (std::any_of(image.done.begin(), image.done.end(), [](std::uint8_t d) { return d > 1; }))
    return "an item is neither the end of an episode nor not";
  const auto bad = [](float p) { return !(p > 0.0f) || !std::isfinite(p); };
  if (std::any_of(image.priorities.begin(), image.priorities.end(), bad))
    return "a priority is not a positive number";
  return "";
}

}  // namespace

Replay::Replay(int size, const ReplayOptions& options)
    : options_(options), tree_(std::min(options.capacity, kFirstRoom)) {
  assert(size >= 1 && static_cast<std::size_t>(size) <= Transition::kMostChosen + 1);
  assert(options.capacity >= 1 && options.capacity <= std::numeric_limits<std::uint32_t>::max());
  items_.size = size;
}

std::optional<std::uint32_t> Replay::add(const Transition& transition) {
  assert(transition.size == size() && transition.chosen_count < size());
  const float priority = largest_priority();
  const bool full = count() == options_.capacity;
  if (!full) make_room();
  const auto index = static_cast<std::size_t>(items_.next % options_.capacity);
  const auto overwritten = static_cast<std::uint32_t>(items_.targets[index]);
  put(index, transition, priority);
  const std::size_t after = index + 1;
  items_.next = count() < options_.capacity ? after : after % options_.capacity;
  return full ? std::optional(overwritten) : std::nullopt;
}

// Adds an item, not yet filled in. The tree doubles, which leaves every draw as it was.
void Replay::make_room() {
  const std::size_t room = count() + 1;
  if (room > tree_.capacity())
    tree_ = SumTree(std::min(options_.capacity, 2 * tree_.capacity()), tree_.values());
  items_.targets.resize(room);
  items_.vertices.resize(room * static_cast<std::size_t>(size()));
  items_.chosen_counts.resize(room);
  items_.done.resize(room);
  items_.rewards.resize(room);
  items_.outcomes.resize(room);
  items_.priorities.resize(room);
}

void Replay::put(std::size_t index, const Transition& transition, float priority) {
  items_.targets[index] = static_cast<std::int32_t>(transition.target);
  items_.chosen_counts[index] = transition.chosen_count;
  items_.done[index] = transition.done ? 1 : 0;
  items_.rewards[index] = transition.reward;
  items_.outcomes[index] = transition.outcome;
  const auto stride = static_cast<std::size_t>(size());
  const auto vertices = std::span(items_.vertices).subspan(index * stride, stride);
  std::fill(vertices.begin(), vertices.end(), 0);
  for (std::size_t i = 0; i < transition.chosen_count; ++i)
    vertices[i] = static_cast<std::int32_t>(transition.chosen[i]);
  vertices[transition.chosen_count] = static_cast<std::int32_t>(transition.action);
  set_priority(index, priority);
}

Transition Replay::at(std::size_t index) const {
  assert(index < count());
  Transition transition{.target = static_cast<std::uint32_t>(items_.targets[index]),
                        .size = static_cast<std::uint8_t>(size()),
                        .chosen_count = items_.chosen_counts[index],
                        .reward = items_.rewards[index],
                        .outcome = items_.outcomes[index],
                        .done = items_.done[index] != 0};
  const auto stride = static_cast<std::size_t>(size());
  const auto vertices = std::span(items_.vertices).subspan(index * stride, stride);
  for (std::size_t i = 0; i < transition.chosen_count; ++i)
    transition.chosen[i] = static_cast<Vertex>(vertices[i]);
  transition.action = static_cast<Vertex>(vertices[transition.chosen_count]);
  return transition;
}

void Replay::set_priority(std::size_t index, float priority) {
  const float before = items_.priorities[index];
  items_.priorities[index] = priority;
  tree_.set(index, std::pow(static_cast<double>(priority), options_.alpha));
  if (priority >= largest_) {
    largest_ = priority;
    largest_is_exact_ = true;
  } else if (before == largest_) {
    largest_is_exact_ = false;
  }
}

// Looks at all items only after the largest priority has been lowered, which is rare: new items
// share it, and of a million items a given one is hardly ever drawn.
float Replay::largest_priority() {
  if (!largest_is_exact_)
    largest_ = *std::max_element(items_.priorities.begin(), items_.priorities.end());
  largest_is_exact_ = true;
  return largest_;
}

ReplaySample Replay::sample(std::size_t n, Rng& rng) const {
  assert(count() > 0);
  ReplaySample sample;
  std::vector<double> weights;
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t index = tree_.find(rng.uniform() * tree_.total());
    sample.indices.push_back(static_cast<std::uint32_t>(index));
    const double items = static_cast<double>(count());
    weights.push_back(std::pow(items * probability(index), -options_.beta));
  }
  const double largest = n == 0 ? 1.0 : *std::max_element(weights.begin(), weights.end());
  for (const double weight : weights)
    sample.weights.push_back(static_cast<float>(weight / largest));
  return sample;
}

void Replay::update_priorities(std::span<const std::uint32_t> indices,
                               std::span<const float> td_errors) {
  assert(indices.size() == td_errors.size());
  if (!std::all_of(td_errors.begin(), td_errors.end(), [](float e) { return std::isfinite(e); }))
    throw Error("replay: a TD error is not a finite number");
  for (std::size_t i = 0; i < indices.size(); ++i)
    set_priority(indices[i], std::abs(td_errors[i]) + kLeastPriority);
}

void Replay::load(ReplayImage image) {
  const std::string fault = fault_of(image, size(), options_.capacity);
  if (!fault.empty()) throw Error("the stored replay cannot be used: " + fault);
  items_ = std::move(image);
  std::vector<double> powers(count());
  for (std::size_t i = 0; i < count(); ++i)
    powers[i] = std::pow(static_cast<double>(items_.priorities[i]), options_.alpha);
  tree_ = SumTree(std::min(options_.capacity, std::max(count(), kFirstRoom)), powers);
  largest_ = 1.0f;
  largest_is_exact_ = count() == 0;
  largest_priority();
}

namespace {

std::string name_of_part(int size, const char* part) {
  return "replay." + std::to_string(size) + "." + part;
}

// Calls visit(name, array) for each of the arrays, so that storing and restoring cannot disagree.
template <typename Image, typename Visit>
void for_each_array(Image& image, Visit&& visit) {
  visit("targets", image.targets);
  visit("vertices", image.vertices);
  visit("chosen_counts", image.chosen_counts);
  visit("done", image.done);
  visit("rewards", image.rewards);
  visit("outcomes", image.outcomes);
  visit("priorities", image.priorities);
}

}  // namespace

ReplayImage without_targets_from(const ReplayImage& image, std::uint32_t end,
                                 std::size_t capacity) {
  const auto stays = [&](std::int32_t target) { return static_cast<std::uint32_t>(target) < end; };
  if (std::ranges::all_of(image.targets, stays)) return image;
  ReplayImage left;
  left.size = image.size;
  const auto stride = static_cast<std::ptrdiff_t>(image.size);
  const std::size_t count = image.targets.size();
  const std::size_t oldest = count < capacity ? 0 : static_cast<std::size_t>(image.next);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t item = (oldest + i) % count;
    if (!stays(image.targets[item])) continue;
    left.targets.push_back(image.targets[item]);
    left.chosen_counts.push_back(image.chosen_counts[item]);
    left.done.push_back(image.done[item]);
    left.rewards.push_back(image.rewards[item]);
    left.outcomes.push_back(image.outcomes[item]);
    left.priorities.push_back(image.priorities[item]);
    const auto vertices = image.vertices.begin() + static_cast<std::ptrdiff_t>(item) * stride;
    left.vertices.insert(left.vertices.end(), vertices, vertices + stride);
  }
  left.next = left.targets.size();
  return left;
}

void store_replay(const ReplayImage& image, model::SafetensorsFile& file) {
  file.tensors.push_back(model::make_tensor<std::int64_t>(name_of_part(image.size, "next"),
                                                          {static_cast<std::int64_t>(image.next)}));
  for_each_array(image, [&](const char* part, const auto& values) {
    file.tensors.push_back(model::make_tensor(name_of_part(image.size, part), values));
  });
}

void restore_replay(const model::SafetensorsFile& file, Replay& replay) {
  ReplayImage image;
  image.size = replay.size();
  const std::string next_name = name_of_part(image.size, "next");
  const std::int64_t next = model::values_named<std::int64_t>(file, next_name, 1)[0];
  if (next < 0) throw Error("tensor " + next_name + " is damaged");
  image.next = static_cast<std::uint64_t>(next);
  for_each_array(image, [&]<typename T>(const char* part, std::vector<T>& values) {
    values = model::values_of<T>(model::tensor_named(file, name_of_part(image.size, part)));
  });
  replay.load(std::move(image));
}

}  // namespace rlminer::train
