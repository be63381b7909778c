#include "rlminer/infer/infer.h"

#include <deque>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "rlminer/base/error.h"
#include "rlminer/env/encoding.h"
#include "rlminer/generate/generate.h"
#include "rlminer/model/model_info.h"
#include "rlminer/testing/fake_clock.h"
#include "rlminer/testing/graph_files.h"
#include "rlminer/testing/plain_network.h"
#include "rlminer/testing/random_graphs.h"

namespace rlminer::infer {
namespace {

using testing::PlainNetwork;

constexpr int kMaxSize = 5;

struct Variant {
  std::string name;
  model::NetworkConfig config;
};

// The paper's network, each of its parts left out in turn, and ours.
std::vector<Variant> variants() {
  model::NetworkConfig paper;
  paper.labels = 3;
  paper.max_size = kMaxSize;
  paper.hidden = 16;
  paper.layers = 6;
  paper.heads = 2;
  std::vector<Variant> all = {{"paper", paper}};
  const auto add = [&](const char* name, auto&& change) {
    all.push_back({name, paper});
    change(all.back().config);
  };
  add("no_task_steps", [](model::NetworkConfig& config) { config.task_steps = false; });
  add("no_skip_gate", [](model::NetworkConfig& config) { config.skip_gate = false; });
  add("no_state_messages", [](model::NetworkConfig& config) { config.state_messages = false; });
  add("features", [](model::NetworkConfig& config) { config.features = true; });
  add("plus", [](model::NetworkConfig& config) { config.plus = true; });
  add("ours", [](model::NetworkConfig& config) { config.plus = config.features = true; });
  add("relations", [](model::NetworkConfig& config) { config.relations = 3; });
  add("ours_relations", [](model::NetworkConfig& config) {
    config.plus = config.features = true;
    config.relations = 3;
  });
  add("context", [](model::NetworkConfig& config) {
    config.context_hidden = 24;
    config.context_layers = 3;
  });
  add("ours_relations_context", [](model::NetworkConfig& config) {
    config.plus = config.features = true;
    config.relations = 3;
    config.layers = 2;
    config.context_hidden = 40;
    config.context_layers = 6;
  });
  return all;
}

// Tensors of random numbers by name, as the definition of the network lists them.
class RandomModel {
 public:
  RandomModel(const model::NetworkConfig& config, std::uint64_t seed) : rng_(seed) {
    const int d = config.hidden;
    const int sizes = config.max_size + 1;
    add("gnn.w0.weight", {d, config.labels + (config.state_messages ? 0 : 2)});
    add("gnn.wb", {sizes, d});
    if (config.task_steps) add("gnn.wa", {sizes, d});
    for (const char* const name : {"gnn.wd", "gnn.ws"})
      linear(name, d, d, false);
    if (config.features)
      linear("gnn.feature_input", static_cast<int>(env::kVertexFeatures), d, true);
    if (config.skip_gate) linear("gnn.wc", d, d, false);
    rounds("gnn", config);
    if (config.plus) {
      add("gnn.last_norm.gain", {d});
      linear("gnn.task_input", d, d, false);
      add("gnn.state_input", {2, d});
    }
    attention("attention", d);
    if (config.context_layers > 0) context(config);
    linear("score.0", d, d, true);
    linear("score.1", d, 1, true);
    model::ModelInfo info;
    info.network = config;
    info.labels = {"A", "B", "C"};
    info.sizes = {3, 4, kMaxSize};
    file.metadata = model::to_metadata(info);
  }

  model::SafetensorsFile file;

 private:
  void add(const std::string& name, std::vector<std::int64_t> shape) {
    std::size_t count = 1;
    for (const std::int64_t extent : shape)
      count *= static_cast<std::size_t>(extent);
    std::vector<float> values(count);
    for (float& value : values)
      value = static_cast<float>(0.5 * rng_.uniform() - 0.25);
    file.tensors.push_back(model::make_tensor<float>(name, std::move(shape), values));
  }
  void linear(const std::string& name, int inputs, int outputs, bool bias) {
    add(name + ".weight", {outputs, inputs});
    if (bias) add(name + ".bias", {outputs});
  }
  void attention(const std::string& name, int d) {
    linear(name + ".in", d, 3 * d, true);
    linear(name + ".out", d, d, true);
  }
  void rounds(const std::string& part, const model::NetworkConfig& config) {
    for (int i = 0; i < config.layers; ++i)
      layer(part, config, "." + std::to_string(i), i);
  }
  void context(const model::NetworkConfig& config) {
    model::NetworkConfig own = config;
    own.plus = true;
    own.state_messages = false;
    own.hidden = config.context_hidden;
    own.layers = config.context_layers;
    add("gnn.context.w0.weight", {own.hidden, own.labels});
    if (own.features)
      linear("gnn.context.feature_input", static_cast<int>(env::kVertexFeatures), own.hidden, true);
    rounds("gnn.context", own);
    add("gnn.context.last_norm.gain", {own.hidden});
    linear("gnn.context.out", own.hidden, config.hidden, true);
  }
  void layer(const std::string& part, const model::NetworkConfig& config, const std::string& number,
             int i) {
    const int d = config.hidden;
    const std::string name = part + ".layer" + number;
    linear(name + ".w1", d, d, true);
    for (const char* const matrix : {".w2", ".w3", ".w6", ".w7"})
      linear(name + matrix, d, d, false);
    if (config.state_messages) {
      add(name + ".w4", {2, d});
      add(name + ".w5", {2, d});
    }
    if (config.relations > 0) add(name + ".w8", {config.relations, d});
    if (!config.plus) return;
    add(part + ".norm" + number + ".gain", {d});
    linear(part + ".residual" + number, d, d, true);
    if (i + 1 != config.layers / 3 && i + 1 != 2 * config.layers / 3) return;
    add(part + ".attention_norm" + number + ".gain", {d});
    attention(part + ".attention" + number, d);
  }

  Rng rng_;
};

// Episodes on random graphs, each some random steps on its way, as the policy reads the graphs.
// Edges have labels and, by turns, directions: more kinds than any network here knows. About half
// of the states are on the same graph as the one before, with as many steps done and to do.
class States {
 public:
  States(const policy::Policy& policy, int count, std::size_t most_vertices, std::uint64_t seed,
         int largest_size = kMaxSize + 2, std::vector<std::string> labels = {"A", "B", "C"})
      : labels_(std::move(labels)) {
    Rng rng(seed);
    int size = 0;
    std::size_t steps = 0;
    while (static_cast<int>(states_.size()) < count) {
      if (targets_.empty() || rng.chance(0.5)) {
        add_target(policy, most_vertices, rng);
        size = 2 + static_cast<int>(rng.below(static_cast<std::size_t>(largest_size) - 1));
        steps = rng.below(static_cast<std::size_t>(size));
      }
      states_.emplace_back(targets_.back(), size);
      for (std::size_t i = 0; i < steps && !states_.back().actions().empty(); ++i)
        states_.back().extend(states_.back().actions()[rng.below(states_.back().actions().size())]);
      if (states_.back().actions().empty()) states_.pop_back();
    }
    for (const env::State& state : states_)
      observations_.push_back(env::observe(state));
  }

  std::span<const env::Observation> observations() const { return observations_; }

 private:
  void add_target(const policy::Policy& policy, std::size_t most_vertices, Rng& rng) {
    const std::size_t vertices = 2 + rng.below(most_vertices - 1);
    const Graph plain = generate::generate(
        {generate::ErdosRenyi{vertices, std::min(2 * vertices, vertices * (vertices - 1) / 2), {}},
         generate::LabelDistribution{.names = labels_,
                                     .weights = std::vector<double>(labels_.size(), 1.0)},
         {}},
        rng);
    const Graph graph = testing::with_edge_kinds(
        plain, {.edge_labels = 4, .directed = targets_.size() % 2 == 1}, rng);
    targets_.emplace_back(graph, policy.encode(graph));
  }

  std::vector<std::string> labels_;
  std::deque<env::Target> targets_;
  std::deque<env::State> states_;
  std::vector<env::Observation> observations_;
};

void expect_plain_scores(const PlainNetwork& plain, policy::Policy& policy, const States& states,
                         double error) {
  std::vector<std::vector<float>> scores;
  policy.score(states.observations(), scores);
  ASSERT_EQ(scores.size(), states.observations().size());
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const PlainNetwork::Vector expected = plain.logits(states.observations()[i]);
    ASSERT_EQ(scores[i].size(), expected.size());
    for (std::size_t j = 0; j < expected.size(); ++j)
      ASSERT_NEAR(scores[i][j], expected[j], error * (1.0 + std::abs(expected[j])))
          << i << " " << j;
  }
}

class Infer : public ::testing::TestWithParam<Variant> {
 protected:
  std::unique_ptr<policy::Policy> written(const model::SafetensorsFile& file, int threads = 1) {
    model::write_safetensors(folder_.path() / "model", file);
    return load_policy(folder_.path() / "model", threads);
  }
  const testing::TempFolder folder_;
};

INSTANTIATE_TEST_SUITE_P(Variants, Infer, ::testing::ValuesIn(variants()),
                         [](const auto& instance) { return instance.param.name; });

// Graphs in pieces are among them.
TEST_P(Infer, IsThePlainNetwork) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const RandomModel model(GetParam().config, seed);
    const auto policy = written(model.file);
    const PlainNetwork plain(GetParam().config, model.file);
    expect_plain_scores(plain, *policy, States(*policy, 40, 12, seed, kMaxSize), 1e-3);
  }
}

// Bit by bit.
TEST_P(Infer, DoesNotDependOnThreads) {
  const RandomModel model(GetParam().config, 9);
  const auto one = written(model.file, 1);
  const States states(*one, 200, 40, 3);
  std::vector<std::vector<float>> expected;
  one->score(states.observations(), expected);
  for (const int threads : {2, 3, 8}) {
    std::vector<std::vector<float>> scores;
    written(model.file, threads)->score(states.observations(), scores);
    EXPECT_EQ(scores, expected) << threads;
  }
}

// Bit by bit: a state's scores are its own, whatever is asked about at the same time.
TEST_P(Infer, DoesNotDependOnCompany) {
  const auto policy = written(RandomModel(GetParam().config, 9).file);
  const States states(*policy, 100, 40, 4);
  std::vector<std::vector<float>> together, alone;
  policy->score(states.observations(), together);
  for (std::size_t i = 0; i < together.size(); ++i) {
    policy->score(states.observations().subspan(i, 1), alone);
    EXPECT_EQ(alone[0], together[i]) << i;
  }
}

// What a policy adds to the input depends on the graph alone; nothing can be scored without it.
TEST_P(Infer, EncodesTheContext) {
  const auto policy = written(RandomModel(GetParam().config, 9).file);
  const States states(*policy, 1, 12, 5);
  const env::Observation& state = states.observations()[0];
  const Graph& graph = state.target->graph();
  const bool has_context = GetParam().config.context_layers > 0;
  const std::size_t width = has_context ? static_cast<std::size_t>(GetParam().config.hidden) : 0;
  EXPECT_EQ(state.target->context().size(), graph.num_vertices() * width);
  EXPECT_EQ(policy->encode(graph).context, policy->encode(graph).context);
  if (!has_context) return;
  env::Encoding without = policy->encode(graph);
  without.context.clear();
  const env::Target target(graph, std::move(without));
  const env::Observation other{&target, state.chosen, state.actions, state.size};
  std::vector<std::vector<float>> scores;
  EXPECT_THROW(policy->score({&other, 1}, scores), Error);
  // When the time is over there will be no scores either, but nothing breaks.
  const testing::FakeClock clock(1.0);
  const std::vector<float> late = policy->encode(graph, Deadline(0.5, nullptr, clock)).context;
  EXPECT_EQ(late, std::vector<float>(graph.num_vertices() * width));
}

// The deadline is asked before every part.
TEST_P(Infer, LeavesWhenTheTimeIsOver) {
  const auto policy = written(RandomModel(GetParam().config, 9).file, 2);
  const States states(*policy, 200, 40, 3);
  std::vector<std::vector<float>> expected, scores;
  policy->score(states.observations(), expected);
  EXPECT_TRUE(policy->score_until(Deadline(1e9), states.observations(), scores));
  EXPECT_EQ(scores, expected);
  const testing::FakeClock clock(0.1);  // that passes every time it is asked
  EXPECT_FALSE(policy->score_until(Deadline(0.45, nullptr, clock), states.observations(), scores));
  EXPECT_LT(clock.seconds(), 1.0);
}

TEST_P(Infer, NamesWhatIsWrong) {
  const auto error_of = [&](const model::SafetensorsFile& file) -> std::string {
    try {
      written(file);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  model::SafetensorsFile file = RandomModel(GetParam().config, 1).file;
  file.tensors.back().name = "other";
  EXPECT_NE(error_of(file).find("score.1.bias"), std::string::npos);
  file = RandomModel(GetParam().config, 1).file;
  file.tensors.front() = model::make_tensor<float>("gnn.w0.weight", {1.0F});
  EXPECT_NE(error_of(file).find("gnn.w0.weight has another shape"), std::string::npos);
  file = RandomModel(GetParam().config, 1).file;
  file.tensors.back() =
      model::make_tensor<float>("score.1.bias", {std::numeric_limits<float>::infinity()});
  EXPECT_NE(error_of(file).find("score.1.bias has values that are not finite"), std::string::npos);
  EXPECT_EQ(error_of(RandomModel(GetParam().config, 1).file), "");
}

// Those that come with the program, against the definition.
TEST(Infer, ShippedModels) {
  std::size_t models = 0;
  for (const auto& entry : std::filesystem::directory_iterator(RLMINER_MODELS)) {
    if (entry.path().extension() != ".safetensors") continue;
    ++models;
    const model::SafetensorsFile file = model::read_safetensors(entry.path());
    const model::ModelInfo info = model::model_info_from(file.metadata);
    const PlainNetwork plain(info.network, file);
    const auto policy = load_policy(entry.path(), 1);
    SCOPED_TRACE(entry.path().filename());
    const auto labels = info.labels.empty() ? std::vector<std::string>{"A", "B", "C"} : info.labels;
    expect_plain_scores(plain, *policy, States(*policy, 3, 6, models, kMaxSize + 2, labels), 1e-3);
  }
  EXPECT_GT(models, 0u);
}

}  // namespace
}  // namespace rlminer::infer
