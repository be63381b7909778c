#include "rlminer/nn/neural_policy.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "rlminer/base/error.h"
#include "rlminer/base/machine.h"
#include "rlminer/nn/device.h"
#include "rlminer/nn/gnn.h"
#include "rlminer/nn/model_file.h"

namespace rlminer::nn {
namespace {

std::size_t num_vertices(const env::Observation& state) {
  return state.target->graph().num_vertices();
}

// States that are computed together, by their positions in the call.
using Chunk = std::vector<std::size_t>;

// Vertices that are computed together on a CPU: what its caches hold.
constexpr std::size_t kCpuVertices = 1024;

// The width of the rows on a CPU: few different ones (see batch_shape), at most a quarter too wide
// where rows are long.
std::size_t cpu_width(std::size_t vertices) {
  constexpr std::size_t kLeastStep = 8;
  const std::size_t step = std::max(kLeastStep, std::bit_ceil(vertices) / 8);
  return (vertices + step - 1) / step * step;
}

std::size_t most_cpu_rows(std::size_t width) {
  return std::bit_floor(std::max<std::size_t>(1, kCpuVertices / width));
}

// The libraries plan every product of a new shape anew (on a CPU they even write machine code for
// it), which takes longer than many products; and what they keep of it is not small. So shapes are
// rounded up, and most have been seen before.
BatchShape batch_shape(std::span<const env::Observation> states, const model::NetworkConfig& config,
                       torch::Device device) {
  constexpr std::size_t kLeastWidth = 32;
  const std::size_t largest = std::max<std::size_t>(1, num_vertices(states.front()));  // is first
  const std::size_t width =
      device.is_cpu() ? cpu_width(largest) : std::bit_ceil(std::max(largest, kLeastWidth));
  BatchShape shape = shape_for(states, static_cast<std::int64_t>(width), config);
  const auto rows = static_cast<std::size_t>(shape.rows);
  shape.rows = static_cast<std::int64_t>(std::bit_ceil(rows));
  return shape;
}

class NeuralPolicy : public policy::Policy {
 public:
  NeuralPolicy(model::ModelInfo info, const Weights& actor, torch::Dtype type, int threads)
      : info_(std::move(info)),
        encoder_(model::encoder_of(info_)),
        weights_(actor.layout(), actor.flat().device(), type),
        actor_(bind<Actor>(info_.network, weights_)),
        threads_(threads) {
    keep_all_kernels();
    const torch::NoGradGuard no_grad;
    torch::Tensor flat = weights_.flat();
    flat.copy_(actor.flat());
  }

  void score(std::span<const env::Observation> states,
             std::vector<std::vector<float>>& scores) override {
    scores.resize(states.size());
    if (states.empty()) return;
    const std::vector<Chunk> chunks = cut(states);
    const bool on_cpu = weights_.flat().is_cpu();
    const int threads = on_cpu ? std::min<int>(threads_, static_cast<int>(chunks.size())) : 1;
    // Threads inside one chunk only pay where a single graph is large.
    constexpr std::size_t kLarge = 1000;
    const bool inside = threads == 1 && num_vertices(states[chunks[0][0]]) >= kLarge;
    set_compute_threads(inside ? threads_ : 1);
    parallel_for(chunks.size(), threads, [&](int, std::size_t i) {
      if (!inside) at::set_num_threads(1);  // each thread has a number of its own
      score_chunk(states, chunks[i], scores);
    });
  }

  bool tells_edges_apart() const override { return info_.network.relations > 0; }

  env::Encoding encode(const Graph& graph, const Deadline& deadline) const override {
    return encoder_(graph, deadline);
  }

 private:
  std::vector<Chunk> cut(std::span<const env::Observation> states) const;
  void score_chunk(std::span<const env::Observation> states, const Chunk& chunk,
                   std::vector<std::vector<float>>& scores) const;

  model::ModelInfo info_;
  env::Encoder encoder_;
  Weights weights_;
  Actor actor_;
  int threads_;
};

// Graphs of similar size go together, so that little is padding, and as many as keep the
// processor's caches (or the GPU) busy. A GPU would rather have few large batches: there small
// graphs share rows with large ones.
std::vector<Chunk> NeuralPolicy::cut(std::span<const env::Observation> states) const {
  const bool on_cpu = weights_.flat().is_cpu();
  constexpr std::size_t kGpuVertices = 65536;
  const double least_fill = on_cpu ? 0.8 : 0.2;
  std::vector<std::size_t> order(states.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return num_vertices(states[a]) > num_vertices(states[b]);
  });
  std::vector<Chunk> chunks;
  std::size_t width = 0;
  std::size_t vertices = 0;
  const auto full = [&](std::size_t n) {
    return on_cpu ? chunks.back().size() == most_cpu_rows(cpu_width(width))
                  : vertices + n > kGpuVertices;
  };
  for (const std::size_t i : order) {
    const std::size_t n = std::max<std::size_t>(1, num_vertices(states[i]));
    if (chunks.empty() || full(n) ||
        static_cast<double>(n) < least_fill * static_cast<double>(width)) {
      chunks.emplace_back();
      width = n;
      vertices = 0;
    }
    chunks.back().push_back(i);
    vertices += n;
  }
  return chunks;
}

void NeuralPolicy::score_chunk(std::span<const env::Observation> states, const Chunk& chunk,
                               std::vector<std::vector<float>>& scores) const {
  const torch::NoGradGuard no_grad;
  std::vector<env::Observation> together;
  for (const std::size_t i : chunk)
    together.push_back(states[i]);
  const torch::Device device = weights_.flat().device();
  PackedStates packed =
      PackedStates::make(batch_shape(together, info_.network, device), torch::kCPU);
  // Rows of the task encoding beyond the sizes of the training are as random as at its start.
  pack(together, info_.network, packed,
       {.largest_known = info_.sizes.empty() ? info_.network.max_size : info_.sizes.back(),
        .threads = device.is_cpu() ? 1 : threads_});
  if (!device.is_cpu()) {
    PackedStates there = PackedStates::make(packed.shape, device);
    copy_all(packed.tensors(), there.tensors());
    packed = there;
  }
  const Batch batch = Batch::from(packed, info_.network, weights_.flat().scalar_type());
  const torch::Tensor logits = actor_.logits(batch).to(torch::kCPU).contiguous();
  const float* row = logits.data_ptr<float>();
  for (std::size_t i = 0; i < chunk.size(); ++i, row += packed.shape.actions)
    scores[chunk[i]].assign(row, row + together[i].actions.size());
}

}  // namespace

std::unique_ptr<policy::Policy> load_policy(const std::filesystem::path& model,
                                            const PolicyOptions& options) {
  const Model read = read_model(model, resolve_device(options.device));
  return std::make_unique<NeuralPolicy>(
      read.info, read.actor, inference_type(read.actor.flat().device()), options.threads);
}

std::unique_ptr<policy::Policy> make_policy(const model::ModelInfo& info, const Weights& actor,
                                            int threads) {
  return std::make_unique<NeuralPolicy>(info, actor, compute_type(actor.flat().device()), threads);
}

}  // namespace rlminer::nn
