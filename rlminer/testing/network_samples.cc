#include "rlminer/testing/network_samples.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "rlminer/base/error.h"
#include "rlminer/env/encoding.h"
#include "rlminer/env/foresight.h"
#include "rlminer/generate/generate.h"
#include "rlminer/testing/random_graphs.h"

namespace rlminer::testing {

std::ostream& operator<<(std::ostream& out, const Variant& variant) {
  return out << variant.name;
}

std::vector<Variant> variants() {
  const model::NetworkConfig paper{
      .labels = 3, .max_size = 5, .hidden = 8, .layers = 3, .heads = 2};
  std::vector<Variant> all(13, {"paper", paper});
  all[1].name = "no_task_steps";
  all[1].config.task_steps = false;
  all[2].name = "no_skip_gate";
  all[2].config.skip_gate = false;
  all[3].name = "no_state_messages";
  all[3].config.state_messages = false;
  all[4].name = "no_reward_head";
  all[4].config.reward_head = false;
  all[5].name = "plus";
  all[5].config.plus = true;
  all[6] = {"plus_with_nothing_else",
            {.labels = 3,
             .max_size = 5,
             .hidden = 8,
             .layers = 3,
             .heads = 2,
             .task_steps = false,
             .skip_gate = false,
             .state_messages = false,
             .reward_head = false,
             .plus = true}};
  all[7].name = "plus_features";
  all[7].config.plus = true;
  all[7].config.features = true;
  all[8].name = "relations";
  all[8].config.relations = SampleStates::kEdgeRanks;
  all[9].name = "plus_relations_no_state_messages";
  all[9].config.plus = true;
  all[9].config.state_messages = false;
  all[9].config.relations = SampleStates::kEdgeRanks;
  all[10].name = "context";
  all[10].config.context_hidden = 12;
  all[10].config.context_layers = 3;
  all[11] = all[10];
  all[11].name = "plus_everything_context";
  all[11].config.plus = true;
  all[11].config.features = true;
  all[11].config.relations = SampleStates::kEdgeRanks;
  all[11].config.context_layers = 2;
  all[11].config.foresight = SampleStates::kForeseen;
  all[12].name = "foresight";
  all[12].config.foresight = SampleStates::kForeseen;
  return all;
}

SampleStates::SampleStates(const Params& params, std::uint64_t seed) {
  Rng rng(seed);
  Rng edge_rng(mix64(seed));
  while (observations_.size() < params.states) {
    if (!add_state(params, rng, edge_rng)) continue;
    observations_.push_back(env::observe(states_.back()));
  }
  taken_ = torch::empty({static_cast<std::int64_t>(params.states)}, torch::kLong);
  for (std::size_t i = 0; i < params.states; ++i) {
    taken_.data_ptr<std::int64_t>()[i] =
        static_cast<std::int64_t>(rng.below(observations_[i].actions.size()));
  }
}

bool SampleStates::add_state(const Params& params, Rng& rng, Rng& edge_rng) {
  const std::size_t n = params.smallest + rng.below(params.largest - params.smallest + 1);
  const std::size_t edges = std::min(n + rng.below(n), n * (n - 1) / 2);
  generate::GenerateParams how;
  if (params.molecules) {
    how.topology = generate::Molecule{n, 0.1};
  } else {
    how.topology = generate::ErdosRenyi{n, edges, std::nullopt};
  }
  const Graph graph = with_edge_kinds(
      generate::generate(how, rng), {.edge_labels = 2, .directed = edge_rng.chance(0.5)}, edge_rng);
  std::vector<Label> tokens;
  for (std::size_t v = 0; v < n; ++v)
    tokens.push_back(static_cast<Label>(rng.below(static_cast<std::uint64_t>(params.labels))));
  const auto size = static_cast<int>(1 + rng.below(static_cast<std::uint64_t>(params.max_size)));
  env::Encoding encoding{std::move(tokens),
                         env::vertex_features(graph),
                         env::rank_relations(graph, kEdgeRanks),
                         {},
                         std::make_shared<env::Foresight>(graph, kForeseen)};
  targets_.emplace_back(graph, std::move(encoding));
  env::State& state = states_.emplace_back(targets_.back(), size);
  if (state.actions().empty()) return false;
  for (std::uint64_t steps = rng.below(static_cast<std::uint64_t>(size)); steps > 0; --steps)
    state.extend(state.actions()[rng.below(state.actions().size())]);
  return true;
}

PlainNetwork plain_network(const model::NetworkConfig& config, const nn::Weights& weights) {
  PlainNetwork::Parameters parameters;
  for (std::size_t i = 0; i < weights.layout()->parameters().size(); ++i) {
    const torch::Tensor values = weights.view(i).detach().to(torch::kDouble).contiguous();
    const double* const data = values.data_ptr<double>();
    parameters[weights.layout()->parameters()[i].name] = {
        static_cast<std::size_t>(values.size(-1)),
        PlainNetwork::Vector(data, data + values.numel())};
  }
  return {config, std::move(parameters)};
}

std::int64_t largest_graph(std::span<const env::Observation> states) {
  std::size_t most = 0;
  for (const env::Observation& state : states)
    most = std::max(most, state.target->graph().num_vertices());
  return static_cast<std::int64_t>(most);
}

nn::PackedStates packed(std::span<const env::Observation> states,
                        const model::NetworkConfig& config, const nn::BatchShape& shape) {
  nn::PackedStates result = nn::PackedStates::make(shape, torch::kCPU);
  if (nn::pack(states, config, result) != states.size())
    throw Error("not all states fit the shape");
  return result;
}

nn::Batch batch_of(std::span<const env::Observation> states, const model::NetworkConfig& config,
                   torch::Dtype type, std::int64_t width) {
  const nn::BatchShape shape =
      nn::shape_for(states, width == 0 ? largest_graph(states) : width, config);
  return nn::Batch::from(packed(states, config, shape), config, type);
}

void shake(const nn::Weights& weights, std::uint64_t seed) {
  const torch::NoGradGuard no_grad;
  Rng rng(seed);
  for (std::size_t i = 0; i < weights.layout()->parameters().size(); ++i) {
    torch::Tensor moves = torch::empty(weights.view(i).sizes(), torch::kDouble);
    for (std::int64_t j = 0; j < moves.numel(); ++j)
      moves.data_ptr<double>()[j] = 0.6 * rng.uniform() - 0.3;
    weights.view(i).detach().add_(moves.to(weights.flat().scalar_type()));
  }
}

std::vector<double> first_places(const torch::Tensor& values, std::size_t row, std::size_t count) {
  const torch::Tensor all =
      values.detach().to(torch::kDouble)[static_cast<std::int64_t>(row)].contiguous();
  const double* const data = all.data_ptr<double>();
  return {data, data + count};
}

double standard_deviation(std::span<const double> values) {
  double total = 0;
  for (const double value : values)
    total += value;
  const double mean = total / static_cast<double>(values.size());
  double squares = 0;
  for (const double value : values)
    squares += (value - mean) * (value - mean);
  return std::sqrt(squares / static_cast<double>(values.size()));
}

double largest_difference(std::span<const double> a, std::span<const double> b) {
  if (a.size() != b.size()) return std::numeric_limits<double>::infinity();
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double difference = std::abs(a[i] - b[i]) / std::max(1.0, std::abs(b[i]));
    // Written so that a NaN counts as a difference.
    if (!(difference <= most)) most = std::isnan(difference) ? HUGE_VAL : difference;
  }
  return most;
}

}  // namespace rlminer::testing
