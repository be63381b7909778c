#include "rlminer/infer/infer.h"

#include <algorithm>
#include <atomic>
#include <optional>

#include "rlminer/base/error.h"
#include "rlminer/base/machine.h"
#include "rlminer/infer/network.h"
#include "rlminer/model/model_info.h"

namespace rlminer::infer {
namespace {

// Vertices that are computed together: enough for quick products, and what the caches hold.
constexpr std::size_t kVerticesTogether = 256;
// Of graphs like molecules: a dozen of such parts, for as many threads.
constexpr std::size_t kStatesAtOnce = 128;

class PlainPolicy final : public policy::Policy {
 public:
  PlainPolicy(model::ModelInfo info, const model::SafetensorsFile& file, int threads)
      : info_(std::move(info)),
        encoder_(model::encoder_of(info_)),
        network_(Parameters(file), info_.network),
        context_(info_.network.context_layers > 0
                     ? std::optional<ContextEncoder>(std::in_place, Parameters(file), info_.network)
                     : std::nullopt),
        scratch_(static_cast<std::size_t>(std::max(threads, 1))) {}

  void score(std::span<const env::Observation> states,
             std::vector<std::vector<float>>& scores) override {
    score_until(Deadline(), states, scores);
  }

  bool score_until(const Deadline& deadline, std::span<const env::Observation> states,
                   std::vector<std::vector<float>>& scores) override {
    scores.resize(states.size());
    const std::vector<std::size_t> cuts = cut(states);
    std::atomic<bool> complete{true};
    parallel_for(cuts.size() - 1, static_cast<int>(scratch_.size()),
                 [&](int thread, std::size_t i) {
                   if (!complete || deadline.expired()) {
                     complete = false;
                     return;
                   }
                   score_part(states.subspan(cuts[i], cuts[i + 1] - cuts[i]),
                              std::span(scores).subspan(cuts[i], cuts[i + 1] - cuts[i]),
                              scratch_[static_cast<std::size_t>(thread)]);
                 });
    return complete;
  }

  std::size_t states_at_once() const override { return kStatesAtOnce; }

  bool tells_edges_apart() const override { return info_.network.relations > 0; }

  env::Encoding encode(const Graph& graph, const Deadline& deadline) const override {
    env::Encoding encoding = encoder_(graph, deadline);
    if (context_) encoding.context = context_of(graph, encoding, deadline);
    return encoding;
  }

 private:
  // Of one vertex after the other; zeros when the time is over.
  std::vector<float> context_of(const Graph& graph, const env::Encoding& encoding,
                                const Deadline& deadline) const {
    const auto width = static_cast<std::size_t>(info_.network.hidden);
    std::vector<float> values(graph.num_vertices() * width);
    if (values.empty() || deadline.expired()) return values;
    const Matrix context = (*context_)(env::Target(graph, encoding));
    for (std::size_t v = 0; v < context.columns(); ++v)
      std::copy_n(context.column(v), width, values.data() + v * width);
    return values;
  }

  // Where the parts of the states begin, and the end: the same for any number of threads.
  static std::vector<std::size_t> cut(std::span<const env::Observation> states) {
    std::vector<std::size_t> cuts = {0};
    std::size_t vertices = 0;
    for (std::size_t i = 0; i < states.size(); ++i) {
      const std::size_t own = states[i].target->graph().num_vertices();
      if (vertices > 0 && vertices + own > kVerticesTogether) {
        cuts.push_back(i);
        vertices = 0;
      }
      vertices += own;
    }
    cuts.push_back(states.size());
    return cuts;
  }

  void check_context(const env::Target& target) const {
    const auto width = static_cast<std::size_t>(info_.network.hidden);
    if (!context_ || target.context().size() == target.graph().num_vertices() * width) return;
    throw Error("the model needs a context of the vertices, and this graph was encoded without");
  }

  void score_part(std::span<const env::Observation> states, std::span<std::vector<float>> scores,
                  Scratch& scratch) const {
    for (const env::Observation& state : states)
      check_context(*state.target);
    const int largest = info_.sizes.empty() ? info_.network.max_size : info_.sizes.back();
    const Stack stack(states, info_.network, largest);
    const Matrix& logits = network_.logits(stack, scratch);
    for (std::size_t i = 0; i < states.size(); ++i) {
      scores[i].clear();
      for (std::size_t a = stack.action_columns[i]; a < stack.action_columns[i + 1]; ++a)
        scores[i].push_back(*logits.column(a));
    }
  }

  model::ModelInfo info_;
  env::Encoder encoder_;
  Network network_;
  std::optional<ContextEncoder> context_;
  std::vector<Scratch> scratch_;  // by thread
};

}  // namespace

std::unique_ptr<policy::Policy> load_policy(const std::filesystem::path& model, int threads) {
  const model::SafetensorsFile file = model::read_safetensors(model);
  try {
    return std::make_unique<PlainPolicy>(model::model_info_from(file.metadata), file, threads);
  } catch (const Error& error) {
    throw Error(model.string() + ": " + error.what());
  }
}

}  // namespace rlminer::infer
