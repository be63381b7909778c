#include "rlminer/study/measurer.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>
#include <utility>

#include "rlminer/base/error.h"
#include "rlminer/base/machine.h"
#include "rlminer/engine/registry.h"
#include "rlminer/engine/rl.h"
#include "rlminer/io/io.h"
#include "rlminer/study/evaluation_report.h"

namespace rlminer::study {
namespace {

using Json = nlohmann::ordered_json;

std::optional<Count> parse_count(const std::string& digits) {
  if (digits.empty() || digits.size() > 39) return std::nullopt;
  Count value = 0;
  for (const char c : digits) {
    if (c < '0' || c > '9') return std::nullopt;
    value = saturating_add(saturating_mul(value, 10), static_cast<Count>(c - '0'));
  }
  return value;
}

// Bytes that engines may use.
std::size_t memory_limit() {
  return physical_memory() / 10 * 7;
}

void add_kind(const graph::EdgeKind& kind, Hasher& hasher) {
  for (const auto& label : {kind.out, kind.in}) {
    hasher.add(std::uint64_t{label.has_value()});
    hasher.add(label.value_or(""));
  }
}

}  // namespace

std::string content_hash(const Graph& graph) {
  Hasher hasher;
  hasher.add(graph.num_vertices());
  hasher.add(graph.num_edges());
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    hasher.add(graph.label_name(v));
    const auto neighbors = graph.neighbors(v);
    for (std::size_t i = 0; i < neighbors.size() && neighbors[i] < v; ++i) {
      hasher.add(neighbors[i]);
      if (graph.distinguishes_edges())
        add_kind(graph.relation_dictionary().kind(graph.relations(v)[i]), hasher);
    }
    hasher.add(~std::uint64_t{0});  // ends the list of neighbours
  }
  return hasher.hex();
}

namespace {

// Folders by the first two digits keep each of them small.
Store truth_store(const std::filesystem::path& folder, const std::string& hash) {
  return Store(folder / "truth" / hash.substr(0, 2), OnDisk::Eventually);
}

StoreKey truth_key(const Graph& graph, const std::string& hash) {
  return StoreKey("truth").add("graph", hash).add("vertices", graph.num_vertices());
}

}  // namespace

BestFrequencies TruthCache::load(const Graph& graph) const {
  BestFrequencies known;
  if (folder_.empty()) return known;
  const std::string hash = content_hash(graph);
  const auto entry = truth_store(folder_, hash).load(truth_key(graph, hash));
  for (const Json& each : entry.value_or(Json::array())) {
    if (const auto frequency = parse_count(each.at(1).get<std::string>()))
      known[each.at(0).get<int>()] = *frequency;
  }
  return known;
}

bool TruthCache::store(const Graph& graph, const BestFrequencies& best) const {
  if (folder_.empty() || best.empty()) return true;
  BestFrequencies known = load(graph);
  for (const auto& [size, frequency] : best)
    known[size] = frequency;
  Json entry = Json::array();
  for (const auto& [size, frequency] : known)
    entry.push_back({size, to_string(frequency)});
  try {
    const std::string hash = content_hash(graph);
    truth_store(folder_, hash).store(truth_key(graph, hash), entry);
  } catch (const Error&) {
    return false;
  }
  return true;
}

Sample sample_of(Collection collection, std::vector<std::size_t> places, std::size_t most) {
  if (most > 0 && places.size() > most) places.resize(most);
  std::string hashes;
  std::vector<Graph> graphs;
  std::vector<std::size_t> numbers;
  for (const std::size_t place : places) {
    hashes += content_hash(collection.graphs[place]);
    graphs.push_back(std::move(collection.graphs[place]));
    numbers.push_back(collection.numbers[place]);
  }
  collection.graphs = std::move(graphs);
  collection.numbers = std::move(numbers);
  return {std::move(collection), std::move(places), hash_of(hashes)};
}

Sample sample_of(const ExperimentOptions& options, Collection collection, graph::Part part,
                 std::size_t most) {
  auto places = graph::split(collection.graphs.size(), options.split_seed, part);
  return sample_of(std::move(collection), std::move(places),
                   options.graphs > 0 ? options.graphs : most);
}

const std::vector<std::string>& paper_collections() {
  static const std::vector<std::string> names{"ENZYMES", "COX2", "BZR", "DHFR", "PROTEINS"};
  return names;
}

std::vector<std::string> chosen(const ExperimentOptions& options,
                                const std::vector<std::string>& otherwise) {
  return options.collections.empty() ? otherwise : options.collections;
}

Collection whole_collection(const ExperimentOptions& options, const std::string& name) {
  const auto path = options.data / name;
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored))
    throw Error(path.string() + ": there is no such collection; --data names the folder of all");
  Collection collection = io::read_collection(path);
  collection.name = name;
  return collection;
}

Collection filtered_collection(const ExperimentOptions& options, const std::string& name) {
  Collection collection = graph::paper_filter(whole_collection(options, name));
  if (collection.graphs.empty())
    throw Error((options.data / name).string() + ": no graph passes the paper's filter");
  return collection;
}

std::string overlap_warning(const ModelFile& model, const Sample& sample) {
  const auto [training, validation] = model.info.known_of(sample.name(), sample.places);
  if (training + validation == 0) return {};
  return fmt::format(
      "**Warning:** {} has learned from {} of the {} graphs of {}, so its figures there are too "
      "good.\n\n",
      model.path.filename().string(), training + validation, sample.places.size(), sample.name());
}

std::string conditions(const ExperimentOptions& options) {
  const auto many = [](std::size_t count, const char* what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
  };
  return fmt::format("Split seed {}, {}, {} for what is drawn at random.", options.split_seed,
                     many(static_cast<std::size_t>(options.threads), "thread"),
                     many(options.seeds, "seed"));
}

Measurer::Measurer(const ExperimentOptions& options, std::size_t steps)
    : options_(options), store_(options.out / "parts"), steps_(steps) {}

StoreKey Measurer::key(const std::string& kind, const Sample& sample, const std::string& method,
                       const std::vector<int>& sizes, const ModelFile* model) const {
  StoreKey key(fmt::format("{}-{}-{}", kind, sample.name(), method));
  key.add("graphs", sample.hash).add("method", method).add("sizes", sizes);
  key.add("threads", options_.threads);
  if (parse_method(method).random) key.add("seeds", options_.seeds);
  if (model != nullptr) key.add("model", model->hash).add("device", options_.device);
  return key;
}

engine::Budget Measurer::budget(double seconds) const {
  engine::Budget budget;
  memory_.emplace(memory_limit());
  budget.deadline = Deadline(seconds, options_.cancel).within(*memory_);
  budget.threads = options_.threads;
  return budget;
}

Store::Json Measurer::work(const StoreKey& key, const std::string& what,
                           const std::function<Store::Json(const Report&)>& compute) {
  const auto report = [&](double fraction) {
    if (!options_.on_step) return;
    const double all = static_cast<double>(std::max<std::size_t>(steps_, 1));
    options_.on_step(what, std::min(1.0, (static_cast<double>(done_) + fraction) / all));
  };
  options_.throw_if_cancelled();
  report(0.0);
  auto result = store_.get(key, [&] {
    Store::Json computed = compute(report);
    options_.throw_if_cancelled();  // it may have been cut short
    return computed;
  });
  report(1.0);
  ++done_;
  return result;
}

std::shared_ptr<policy::Policy> Measurer::policy(const ModelFile& model) {
  if (loaded_ != model.hash) {
    policy_ = options_.learning.load_policy(model.path, options_.device, options_.threads);
    loaded_ = model.hash;
  }
  return policy_;
}

std::shared_ptr<policy::Policy> Measurer::warm_policy(const ModelFile& model, const Graph& graph,
                                                      int size) {
  auto ready = policy(model);
  if (warm_ != model.hash) {
    engine::Problem problem;
    problem.sizes = {size};
    engine::RlEngine(ready).solve(graph, problem, {});
    warm_ = model.hash;
  }
  return ready;
}

Found Measurer::solve(StoreKey key, const std::string& what, const Graph& graph,
                      const engine::Problem& problem, double limit, const MakeEngine& make_engine) {
  key.add("graph", content_hash(graph)).add("sizes", problem.sizes);
  key.add("threads", options_.threads).add("limit", limit);
  const Store::Json json = work(key, what, [&](const Report&) -> Store::Json {
    const std::unique_ptr<engine::Engine> engine = make_engine();
    const Stopwatch watch;
    const engine::Answer answer = engine->solve(graph, problem, budget(limit)).front();
    const double seconds = watch.seconds();
    const bool any = !answer.findings.empty();
    return {{"frequency", any ? answer.findings[0].frequency.to_double() : 0.0},
            {"exact", any && answer.findings[0].frequency.exact()},
            {"proven", answer.proven},
            {"seconds", seconds}};
  });
  return {json.at("frequency").get<double>(), json.at("exact").get<bool>(),
          json.at("proven").get<bool>(), json.at("seconds").get<double>()};
}

ResultRow Measurer::measure(const Sample& sample, const std::string& method,
                            const std::vector<int>& sizes, const ModelFile* model) {
  const Method parsed = parse_method(method);
  const bool learned = engine::engine_info(parsed.engine).model == engine::UsesModel::Always;
  const std::vector<int> asked = learned && model != nullptr ? model->known(sizes) : sizes;
  ResultRow row;
  if (asked.empty()) {
    ++done_;
  } else {
    row = row_from_json(work(
        key("ratios", sample, method, asked, model), sample.name() + "  " + method,
        [&](const Report& report) { return to_json(run(sample, parsed, asked, model, report)); }));
  }
  row.dataset = sample.name();
  row.name = row.method = method;
  return row;
}

std::unique_ptr<engine::Engine> Measurer::engine(const Sample& sample, const Method& method,
                                                 const std::vector<int>& sizes,
                                                 const ModelFile* model) {
  const engine::UsesModel uses = engine::engine_info(method.engine).model;
  if (uses == engine::UsesModel::Never || (uses == engine::UsesModel::IfGiven && model == nullptr))
    return engine::make_engine(method.engine, method.settings);
  if (model == nullptr) throw Error("the method " + method.name + " needs a model");
  if (uses == engine::UsesModel::Always)  // loaded and called before it is timed
    warm_policy(*model, sample.collection.graphs.front(), sizes.front());
  return engine::make_engine(method.engine, method.settings,
                             {[this, model] { return policy(*model); }, model->known(sizes)});
}

ResultRow Measurer::run(const Sample& sample, const Method& method, const std::vector<int>& sizes,
                        const ModelFile* model, const Report& report) {
  EvaluationOptions protocol;
  protocol.methods = {method};
  protocol.sizes = sizes;
  protocol.part = graph::Part::All;  // the sample is the part
  protocol.seeds = options_.seeds;
  protocol.threads = options_.threads;
  protocol.memory = memory_limit();
  protocol.cache = options_.out;  // it makes its folder "truth" there
  protocol.cancel = options_.cancel;
  protocol.on_step = [&](const EvaluationStep& step) {
    report(step.graphs == 0 ? 1.0
                            : static_cast<double>(step.done) / static_cast<double>(step.graphs));
  };
  protocol.engine_for = [&](const Method& wanted) { return engine(sample, wanted, sizes, model); };
  const Evaluation evaluation = evaluate(sample.collection, protocol);
  if (!evaluation.complete) throw Interrupted();
  return summarise(evaluation).front();
}

}  // namespace rlminer::study
