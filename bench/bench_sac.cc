// Samples per second of soft actor-critic: bench_sac [PRESET [SECONDS [DEVICE]]]. Not a
// micro-benchmark: a line of output per stage, each run for so many seconds on generated graphs of
// the size of ENZYMES'. The stages: filling batches on the host, updates on the device, and both
// side by side as a run has them.

#include <deque>
#include <iostream>
#include <string>

#include "rlminer/base/error.h"
#include "rlminer/generate/generate.h"
#include "rlminer/policy/policy.h"
#include "rlminer/train/sac_batches.h"

namespace rlminer::train {
namespace {

using model::TrainConfig;

RewardedGraphs make_graphs(const TrainConfig& config, Rng& rng) {
  constexpr std::size_t kGraphs = 60;
  RewardedGraphs graphs;
  for (std::size_t i = 0; i < kGraphs; ++i) {
    const Graph graph = generate::generate(
        {generate::WattsStrogatz{30, 4, 0.1}, generate::LabelDistribution::uniform(3), {}}, rng);
    graphs.push_back(
        std::make_unique<const RewardedGraph>(graph, config.sizes, env::Frequencies::Limits{}));
  }
  return graphs;
}

class Bench {
 public:
  Bench(TrainConfig config, torch::Device device, double seconds)
      : config_(std::move(config)),
        seconds_(seconds),
        graphs_(make_graphs(config_, rng_)),
        networks_(config_.network, config_.sac, device, rng_),
        sums_(
            torch::zeros({static_cast<std::int64_t>(SacNetworks::value_names().size())}, device)) {
    for (const int size : config_.sizes)
      replays_.emplace_back(size, ReplayOptions{.capacity = config_.sac.replay_capacity});
    play();
    const nn::BatchShape shape = shape_of_samples(graphs_, config_, {});
    std::cout << "batches of " << shape.states << " samples in " << shape.rows << " rows of "
              << shape.width << " places" << '\n'
              << std::flush;
    for (std::size_t i = 0; i < kLanes; ++i) {
      slots_.emplace_back(shape, device, [this](const SacBatch& batch, torch::Tensor& td_error) {
        networks_.update(batch, td_error, sums_);
      });
    }
  }

  void run() {
    measure("drawing samples", [this](Slot& slot) { draw(slot); });
    measure("filling batches", [this](Slot& slot) { fill_batch(graphs_, config_, slot); });
    measure(
        "sending and starting", [this](Slot& slot) { start(slot); }, /*wait=*/false);
    measure("updates", [this](Slot& slot) { start(slot); });
    measure("all of it", [this](Slot& slot) {
      draw(slot);
      fill_batch(graphs_, config_, slot);
      start(slot);
    });
  }

 private:
  void play() {
    policy::UniformPolicy uniform;
    std::vector<EpisodeTask> tasks;
    for (std::uint32_t i = 0; i < graphs_.num_originals(); ++i) {
      for (const int size : config_.sizes) {
        if (!graphs_.target(i).starts(size).empty()) tasks.push_back({i, size});
      }
    }
    constexpr int kTimes = 20;
    for (int i = 0; i < kTimes; ++i) {
      for (const Transition& step :
           play_episodes(graphs_, tasks, config_.reward, uniform, rng_.split()).steps)
        replays_[static_cast<std::size_t>(step.size - config_.sizes.front())].add(step);
    }
  }

  void draw(Slot& slot) { draw_samples(graphs_, config_, replays_, rng_, slot); }
  void start(Slot& slot) {
    networks_.prepare();
    slot.lane.run();
  }

  // Each turn begins when what the slot did before is over, or, without waiting, at once.
  template <typename Turn>
  void measure(const std::string& name, Turn&& turn, bool wait = true) {
    const auto take_turn = [&](std::size_t i) {
      Slot& slot = slots_[i % slots_.size()];
      if (wait && slot.lane.wait()) set_priorities(slot, replays_);
      turn(slot);
    };
    constexpr std::size_t kFirst = 8;  // recordings are made in these
    for (std::size_t i = 0; i < kFirst; ++i)
      take_turn(i);
    finish();
    const Stopwatch watch;
    const std::size_t most = wait ? SIZE_MAX : kLanes;
    std::size_t turns = 0, samples = 0;
    for (; turns < most && watch.seconds() < seconds_; ++turns) {
      take_turn(turns);
      samples += slots_[turns % slots_.size()].used;
    }
    if (wait) finish();
    const double seconds = watch.seconds();
    std::cout << name << ": " << 1e3 * seconds / static_cast<double>(turns) << " ms, "
              << static_cast<double>(samples) / seconds << " samples/s" << '\n'
              << std::flush;
    finish();
  }

  void finish() {
    for (Slot& slot : slots_)
      slot.lane.wait();
  }

  TrainConfig config_;
  double seconds_;
  Rng rng_{1};
  PlayedGraphs graphs_;
  SacNetworks networks_;
  std::vector<Replay> replays_;
  torch::Tensor sums_;
  std::deque<Slot> slots_;
};

int run(int argc, char** argv) {
  TrainConfig config = model::preset(argc > 1 ? argv[1] : "fast", model::Algorithm::Sac);
  config.network.labels = 3;
  config.network.max_size = config.sizes.back();
  config.network.features = false;
  config.threads = 4;
  config.sac.fresh_share = 0.0;
  config.sac.learning_rate = 1e-6;  // two batches again and again teach nothing
  const torch::Device device = nn::resolve_device(argc > 3 ? argv[3] : "auto");
  if (device.is_cpu()) config.sac.samples_per_size = 8;  // or a stage would take minutes
  const nn::StreamScope stream(device);
  Bench(config, device, argc > 2 ? std::stod(argv[2]) : 5.0).run();
  return 0;
}

}  // namespace
}  // namespace rlminer::train

int main(int argc, char** argv) {
  try {
    return rlminer::train::run(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << "error: " << error.what() << "\n";
    return 1;
  }
}
