#include "rlminer/nn/batch.h"

#include <algorithm>
#include <limits>
#include <string>

#include "rlminer/base/error.h"
#include "rlminer/base/machine.h"
#include "rlminer/env/encoding.h"
#include "rlminer/env/foresight.h"
#include "rlminer/model/task.h"

namespace rlminer::nn {
namespace {

std::int64_t num_vertices(const env::Observation& state) {
  return static_cast<std::int64_t>(state.target->graph().num_vertices());
}

// First row with room, for one state after the other.
class RowFiller {
 public:
  RowFiller(std::int64_t rows, std::int64_t width, std::int64_t slots)
      : width_(width), slots_(slots), rows_(static_cast<std::size_t>(rows)) {}

  struct Place {
    std::int64_t row, slot, offset;
  };
  // False when no row has room.
  bool put(std::int64_t vertices, Place& place) {
    while (first_open_ < rows_.size() && closed(rows_[first_open_]))
      ++first_open_;
    for (std::size_t i = first_open_; i < rows_.size(); ++i) {
      Row& row = rows_[i];
      if (row.used + vertices > width_ || row.states == slots_) continue;
      place = {static_cast<std::int64_t>(i), row.states, row.used};
      row.used += vertices;
      ++row.states;
      return true;
    }
    return false;
  }
  std::int64_t rows_used() const {
    return std::count_if(rows_.begin(), rows_.end(), [](const Row& row) { return row.states > 0; });
  }

 private:
  struct Row {
    std::int64_t used = 0;
    std::int64_t states = 0;
  };
  // A nearly full row is not looked at again: scanning costs more than its last places are worth.
  bool closed(const Row& row) const {
    constexpr std::int64_t kFewPlaces = 4;
    return row.states == slots_ || width_ - row.used < std::min(kFewPlaces, width_);
  }

  std::int64_t width_;
  std::int64_t slots_;
  std::vector<Row> rows_;
  std::size_t first_open_ = 0;
};

// The host arrays of a batch, by pointer.
struct Pointers {
  explicit Pointers(PackedStates& packed)
      : tokens(packed.tokens.data_ptr<std::int32_t>()),
        chosen(packed.chosen.data_ptr<std::uint8_t>()),
        slot(packed.slot.data_ptr<std::uint8_t>()),
        task(packed.task.data_ptr<std::int32_t>()),
        features(packed.shape.features ? packed.features.data_ptr<float>() : nullptr),
        foresight(packed.shape.foresight > 0 ? packed.foresight.data_ptr<float>() : nullptr),
        adjacency(packed.adjacency.data_ptr<std::uint8_t>()),
        action_place(packed.action_place.data_ptr<std::int64_t>()),
        action_valid(packed.action_valid.data_ptr<std::uint8_t>()),
        state_place(packed.state_place.data_ptr<std::int64_t>()),
        weight(packed.weight.data_ptr<float>()) {}

  std::int32_t* tokens;
  std::uint8_t* chosen;
  std::uint8_t* slot;
  std::int32_t* task;
  float* features;   // null: none
  float* foresight;  // likewise
  std::uint8_t* adjacency;
  std::int64_t* action_place;
  std::uint8_t* action_valid;
  std::int64_t* state_place;
  float* weight;
};

void clear_states(PackedStates& packed) {
  for (const torch::Tensor& tensor : packed.state_tensors())
    tensor.zero_();
  packed.action_valid.narrow(1, 0, 1).fill_(1);
}

void clear(PackedStates& packed) {
  for (const torch::Tensor& tensor : packed.tensors())
    tensor.zero_();
  packed.slot.fill_(PackedStates::kNoSlot);
  clear_states(packed);
}

void check(const env::Observation& state, const model::NetworkConfig& config,
           const BatchShape& shape) {
  if (num_vertices(state) > shape.width) {
    throw Error("a graph of " + std::to_string(num_vertices(state)) +
                " vertices does not fit a batch of width " + std::to_string(shape.width));
  }
  if (static_cast<std::int64_t>(state.actions.size()) > shape.actions) {
    throw Error("a state with " + std::to_string(state.actions.size()) +
                " actions does not fit a batch with places for " + std::to_string(shape.actions));
  }
  model::check_readable(state, config);
}

void write_graph(const env::Observation& state, const RowFiller::Place& place, std::int64_t width,
                 bool tells_edges_apart, const Pointers& to) {
  const Graph& graph = state.target->graph();
  const std::int64_t start = place.row * width + place.offset;
  const std::span<const Label> tokens = state.target->tokens();
  for (std::size_t v = 0; v < graph.num_vertices(); ++v) {
    const std::int64_t at = start + static_cast<std::int64_t>(v);
    to.tokens[at] = static_cast<std::int32_t>(tokens[v]);
    to.slot[at] = static_cast<std::uint8_t>(place.slot);
    std::uint8_t* const row = to.adjacency + at * width + place.offset;
    const auto neighbors = graph.neighbors(static_cast<Vertex>(v));
    for (std::size_t i = 0; i < neighbors.size(); ++i) {
      const int rank = tells_edges_apart ? state.target->edge_rank(static_cast<Vertex>(v), i) : 0;
      row[neighbors[i]] = static_cast<std::uint8_t>(1 + rank);
    }
  }
  if (to.features != nullptr) {
    std::copy(state.target->features().begin(), state.target->features().end(),
              to.features + start * static_cast<std::int64_t>(env::kVertexFeatures));
  }
}

// `places`: of the vertices of the actions.
void write_foresight(const env::Observation& state, const std::int64_t* places, float* foresight) {
  const std::size_t features = state.target->foresight()->num_features();
  std::vector<float> rows(state.actions.size() * features);
  state.target->foresight()->describe(state.target->graph(), state.chosen, state.actions, rows);
  for (std::size_t a = 0; a < state.actions.size(); ++a) {
    std::copy_n(rows.data() + a * features, features,
                foresight + places[a] * static_cast<std::int64_t>(features));
  }
}

// State number `index`, whose vertices begin at `start`.
void write_state(const env::Observation& state, std::int64_t start, std::int64_t index,
                 std::int32_t task, std::int64_t actions, const Pointers& to) {
  std::fill_n(to.task + start, num_vertices(state), task);
  for (const Vertex vertex : state.chosen)
    to.chosen[start + vertex] = 1;
  to.weight[index] = 1.0F;
  std::int64_t* const place = to.action_place + index * actions;
  std::uint8_t* const valid = to.action_valid + index * actions;
  for (std::size_t a = 0; a < state.actions.size(); ++a) {
    place[a] = start + state.actions[a];
    valid[a] = 1;
  }
  if (to.foresight != nullptr) write_foresight(state, place, to.foresight);
}

// Calls write(index) for every state that has a target; each writes to places of its own.
template <typename Write>
void for_each_state(std::span<const env::Observation> states, int threads, Write&& write) {
  constexpr std::size_t kTogether = 64;
  parallel_for((states.size() + kTogether - 1) / kTogether, threads, [&](int, std::size_t part) {
    const std::size_t end = std::min(states.size(), (part + 1) * kTogether);
    for (std::size_t i = part * kTogether; i < end; ++i) {
      if (states[i].target != nullptr) write(i);
    }
  });
}

// [..., classes] in the given precision: 1 where index equals the class.
torch::Tensor one_hot(const torch::Tensor& index, std::int64_t classes, torch::Dtype type) {
  const torch::Tensor numbers = torch::arange(classes, index.options());
  return index.unsqueeze(-1).eq(numbers).to(type);
}

// The adjacency matrices of the ranks side by side, [rows, width, ranks * width].
torch::Tensor by_rank(const torch::Tensor& adjacency, std::int64_t ranks, torch::Dtype type) {
  const torch::Tensor numbers = torch::arange(1, ranks + 1, adjacency.options()).view({-1, 1});
  return adjacency.unsqueeze(-2).eq(numbers).flatten(-2).to(type);
}

// 0 where allowed, minus infinity elsewhere.
torch::Tensor additive_mask(const torch::Tensor& allowed, torch::Dtype type) {
  const torch::Tensor zeros = torch::zeros(allowed.sizes(), allowed.options().dtype(type));
  return zeros.masked_fill(allowed.logical_not(), -std::numeric_limits<double>::infinity());
}

}  // namespace

PackedStates PackedStates::make(const BatchShape& shape, torch::Device device, bool pinned) {
  if (shape.slots >= kNoSlot) throw Error("a batch row cannot hold that many states");
  const auto options = [&](torch::Dtype type) {
    return torch::TensorOptions().dtype(type).device(device).pinned_memory(pinned);
  };
  const std::int64_t rows = shape.rows;
  const std::int64_t width = shape.width;
  PackedStates packed;
  packed.shape = shape;
  packed.tokens = torch::empty({rows, width}, options(torch::kInt));
  packed.chosen = torch::empty({rows, width}, options(torch::kByte));
  packed.slot = torch::empty({rows, width}, options(torch::kByte));
  packed.task = torch::empty({rows, width}, options(torch::kInt));
  if (shape.features) {
    constexpr auto kFeatures = static_cast<std::int64_t>(env::kVertexFeatures);
    packed.features = torch::empty({rows, width, kFeatures}, options(torch::kFloat));
  }
  if (shape.foresight > 0) {
    const auto features = static_cast<std::int64_t>(env::action_features(shape.foresight));
    packed.foresight = torch::empty({rows, width, features}, options(torch::kFloat));
  }
  packed.adjacency = torch::empty({rows, width, width}, options(torch::kByte));
  packed.action_place = torch::empty({shape.states, shape.actions}, options(torch::kLong));
  packed.action_valid = torch::empty({shape.states, shape.actions}, options(torch::kByte));
  packed.state_place = torch::empty({shape.states}, options(torch::kLong));
  packed.weight = torch::empty({shape.states}, options(torch::kFloat));
  clear(packed);
  return packed;
}

PackedStates PackedStates::without_empty_rows() const {
  PackedStates used = *this;
  used.shape.rows = slot.select(1, 0).ne(kNoSlot).sum().item<std::int64_t>();
  for (torch::Tensor PackedStates::*const of_rows :
       {&PackedStates::tokens, &PackedStates::chosen, &PackedStates::slot, &PackedStates::task,
        &PackedStates::features, &PackedStates::foresight, &PackedStates::adjacency}) {
    torch::Tensor& tensor = used.*of_rows;
    if (tensor.defined()) tensor = tensor.narrow(0, 0, used.shape.rows);
  }
  return used;
}

PackedStates PackedStates::on_same_graphs() const {
  PackedStates other = *this;
  const bool pinned = chosen.is_pinned();
  for (torch::Tensor PackedStates::*const own :
       {&PackedStates::chosen, &PackedStates::task, &PackedStates::action_place,
        &PackedStates::action_valid, &PackedStates::weight, &PackedStates::foresight}) {
    const torch::Tensor& like = this->*own;
    if (!like.defined()) continue;
    other.*own = torch::empty(like.sizes(), like.options().pinned_memory(pinned));
  }
  clear_states(other);
  return other;
}

std::vector<torch::Tensor> PackedStates::state_tensors() const {
  std::vector<torch::Tensor> own = {chosen, task, action_place, action_valid, weight};
  if (shape.foresight > 0) own.push_back(foresight);
  return own;
}

std::vector<torch::Tensor> PackedStates::tensors() const {
  std::vector<torch::Tensor> all = state_tensors();
  all.insert(all.end(), {tokens, slot, adjacency, state_place});
  if (shape.features) all.push_back(features);
  return all;
}

std::size_t pack(std::span<const env::Observation> states, const model::NetworkConfig& config,
                 PackedStates& packed, const Packing& packing) {
  const int largest_size = packing.largest_known.value_or(config.max_size);
  clear(packed);
  packed.first_places.assign(states.size(), 0);
  const BatchShape& shape = packed.shape;
  RowFiller rows(shape.rows, shape.width, shape.slots);
  std::vector<RowFiller::Place> places(
      std::min(states.size(), static_cast<std::size_t>(shape.states)));
  std::size_t count = 0;
  for (; count < places.size(); ++count) {
    const env::Observation& state = states[count];
    if (state.target == nullptr) continue;  // stays padding
    check(state, config, shape);
    RowFiller::Place& place = places[count];
    if (!rows.put(num_vertices(state), place)) break;
    packed.first_places[count] = place.row * shape.width + place.offset;
  }
  const Pointers to(packed);
  for_each_state(states.first(count), packing.threads, [&](std::size_t i) {
    const RowFiller::Place& place = places[i];
    const auto index = static_cast<std::int64_t>(i);
    write_graph(states[i], place, shape.width, config.relations > 0, to);
    write_state(states[i], packed.first_places[i], index,
                model::task_of(states[i], config, largest_size), shape.actions, to);
    to.state_place[index] = place.row * shape.slots + place.slot;
  });
  return count;
}

void pack_next(std::span<const env::Observation> states, const model::NetworkConfig& config,
               const PackedStates& packed, PackedStates& next, int threads) {
  clear_states(next);
  const Pointers to(next);
  for_each_state(states, threads, [&](std::size_t i) {
    check(states[i], config, next.shape);
    write_state(states[i], packed.first_places[i], static_cast<std::int64_t>(i),
                model::task_of(states[i], config, config.max_size), next.shape.actions, to);
  });
}

BatchShape shape_for(std::span<const env::Observation> states, std::int64_t width,
                     const model::NetworkConfig& config) {
  constexpr std::int64_t kMostSlots = 64;
  BatchShape shape{.width = width,
                   .states = static_cast<std::int64_t>(states.size()),
                   .features = config.features,
                   .foresight = config.foresight};
  RowFiller rows(shape.states, width, kMostSlots);
  for (const env::Observation& state : states) {
    if (state.target == nullptr) continue;  // as pack() does
    RowFiller::Place place{};
    if (!rows.put(num_vertices(state), place)) {
      throw Error("a graph of " + std::to_string(num_vertices(state)) +
                  " vertices does not fit a batch of width " + std::to_string(width));
    }
    shape.slots = std::max(shape.slots, place.slot + 1);
    shape.actions = std::max(shape.actions, static_cast<std::int64_t>(state.actions.size()));
  }
  shape.rows = rows.rows_used();
  shape.actions = std::max<std::int64_t>(shape.actions, 1);
  return shape;
}

Batch Batch::from(const PackedStates& packed, const model::NetworkConfig& config,
                  torch::Dtype type) {
  const torch::NoGradGuard no_grad;
  Batch batch;
  batch.shape = packed.shape;
  const torch::Tensor present = packed.slot.ne(PackedStates::kNoSlot).unsqueeze(-1);
  batch.labels = one_hot(packed.tokens, config.labels, type) * present;
  if (packed.shape.features) batch.features = packed.features.to(type);
  if (config.relations == 0) {
    batch.adjacency = packed.adjacency.to(type);
  } else {
    batch.adjacency = packed.adjacency.ne(0).to(type);
    batch.ranked_adjacency = by_rank(packed.adjacency, config.relations, type);
  }
  batch.degrees = batch.adjacency.sum(-1, /*keepdim=*/true);
  const torch::Tensor same = packed.slot.unsqueeze(-1).eq(packed.slot.unsqueeze(-2));
  batch.vertex_mask = additive_mask(same, type).unsqueeze(1);
  const torch::Tensor slots = torch::arange(packed.shape.slots, packed.slot.options());
  torch::Tensor of_slot = packed.slot.unsqueeze(-2).eq(slots.view({1, -1, 1}));
  // A slot without vertices looks everywhere: its pooled vector is never used, but must be finite.
  of_slot = of_slot.logical_or(of_slot.any(-1, /*keepdim=*/true).logical_not());
  batch.slot_mask = additive_mask(of_slot, type).unsqueeze(1);
  batch.state_place = packed.state_place;
  batch.set_states(packed, config, type);
  return batch;
}

Batch Batch::on_same_graphs(const PackedStates& packed, const model::NetworkConfig& config) const {
  const torch::NoGradGuard no_grad;
  Batch batch = *this;
  batch.set_states(packed, config, labels.scalar_type());
  return batch;
}

void Batch::set_states(const PackedStates& packed, const model::NetworkConfig& config,
                       torch::Dtype type) {
  const std::int64_t sizes = config.max_size + 1;
  const torch::Tensor present = packed.slot.ne(PackedStates::kNoSlot).unsqueeze(-1);
  states = one_hot(packed.chosen, 2, type);
  if (packed.shape.foresight > 0) foresight = packed.foresight.to(type);
  chosen = packed.chosen;
  task = packed.task;
  tasks = one_hot(packed.task, sizes * sizes, type) * present;
  action_place = packed.action_place;
  action_valid = packed.action_valid.to(torch::kBool);
  weight = packed.weight;
}

}  // namespace rlminer::nn
