#include <atomic>
#include <cstdint>
#include <memory>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>
#include <string>
#include <utility>

#include "bindings/calls.h"
#include "bindings/module.h"
#include "bindings/values.h"
#include "cli/engine_choice.h"
#include "cli/options.h"

#include "rlminer/base/error.h"
#include "rlminer/base/machine.h"
#include "rlminer/count/measurement.h"
#include "rlminer/count/orbit_census.h"
#include "rlminer/engine/solve_graphs.h"
#include "rlminer/policy/decode.h"

namespace rlminer::python {
namespace {

// Tells a Python function (graphs done, fraction of the graph in work, sets, phase).
class MiningProgress : public engine::GraphsWatcher {
 public:
  MiningProgress(const nb::object& function, std::atomic<bool>& cancelled)
      : function_(function, cancelled) {}

  void update(int, const engine::Progress& progress, std::size_t) override {
    function_.tell(done_.load(), progress.fraction, progress.sets, progress.phase);
  }

  void graphs_done(int, double, std::size_t graphs) override { done_ += graphs; }

  const ProgressFunction& function() const { return function_; }

 private:
  ProgressFunction function_;
  std::atomic<std::size_t> done_{0};
};

cli::EngineChoice engine_choice(const nb::dict& settings) {
  cli::EngineChoice choice;
  const auto take = [&]<typename Value>(const char* name, std::optional<Value>& place) {
    if (settings.contains(name)) place = nb::cast<Value>(settings[name]);
  };
  choice.name = nb::cast<std::string>(settings["engine"]);
  if (const std::string complaint = cli::check_engine(choice.name); !complaint.empty())
    throw Error(complaint);
  if (settings.contains("model")) choice.model = nb::cast<std::string>(settings["model"]);
  choice.device = "cpu";
  take("samples", choice.settings.samples);
  take("beam", choice.settings.beam);
  take("temperature", choice.settings.temperature);
  take("local_search", choice.settings.local_search);
  if (settings.contains("decode"))
    choice.settings.decode = cli::parse_decode(nb::cast<std::string>(settings["decode"]));
  return choice;
}

struct Question {
  engine::Problem problem;
  cli::EngineChoice choice;
  int threads = 0;
  bool verify = false;
};

// (answers of each graph, the engine's name, whether it was interrupted). Graphs that an interrupt
// kept from being looked at have None.
nb::tuple solve(const std::vector<const Graph*>& graphs, const Question& question, Limits& limits,
                MiningProgress& progress) {
  std::unique_ptr<engine::Engine> engine;
  std::vector<std::optional<std::vector<engine::Answer>>> answers(graphs.size());
  const bool interrupted = without_interpreter(limits, [&] {
    engine::Budget budget;
    budget.deadline = limits.deadline;
    budget.threads = resolve_threads(question.threads);
    engine = cli::choose_engine(question.choice, question.problem.sizes, budget.threads);
    const engine::EngineInfo& info = question.choice.info();
    engine::solve_graphs(
        {.engine = *engine,
         .graphs = engine::GraphRefs(graphs),
         .problem = question.problem,
         .budget = budget,
         .verify = question.verify,
         .together = info.together,
         .share_time = info.fills_time,
         .watcher = progress.function().wanted() ? &progress : nullptr},
        [&](std::size_t i, const std::vector<engine::Answer>& found) { answers[i] = found; });
  });
  progress.function().raise_failure();
  nb::list results;
  for (std::size_t i = 0; i < graphs.size(); ++i)
    results.append(answers[i] ? nb::object(to_answers(*graphs[i], *answers[i])) : nb::none());
  return nb::make_tuple(results, to_text(engine->name()), interrupted);
}

// `graphs` is a tuple, so it keeps them for the time of the call.
nb::tuple mine(const nb::tuple& graphs, const std::vector<int>& sizes, std::size_t top,
               std::size_t occurrences, std::uint64_t seed, const nb::dict& settings,
               double time_limit, const std::string& memory_limit, int threads, bool verify,
               const nb::object& progress) {
  std::vector<const Graph*> places;
  for (const nb::handle graph : graphs)
    places.push_back(nb::cast<const Graph*>(graph));
  const Question question{
      .problem = {.sizes = sizes, .top = top, .occurrences = occurrences, .seed = seed},
      .choice = engine_choice(settings),
      .threads = threads,
      .verify = verify};
  Limits limits(time_limit, memory_limit);
  MiningProgress watcher(progress, limits.cancelled);
  return solve(places, question, limits, watcher);
}

count::Estimating parse_estimate(const std::string& word) {
  if (word == "auto") return count::Estimating::Auto;
  if (word == "never") return count::Estimating::Never;
  if (word == "always") return count::Estimating::Always;
  throw cli::UsageError("--estimate", word + " not in {auto,never,always}");
}

// (frequency, exact, interval, note, seconds, automorphisms, interrupted).
nb::tuple count_pattern(const Graph& graph, nb::handle labels, nb::handle edges,
                        const std::string& estimate, std::uint64_t seed, double time_limit,
                        const std::string& memory_limit, int threads) {
  const cli::ResolvedPattern wanted = cli::resolve_pattern(from_pattern(labels, edges), graph);
  const count::Estimating estimating = parse_estimate(estimate);
  Limits limits(time_limit, memory_limit);
  const Stopwatch watch;
  count::Measurement measured;
  bool interrupted = false;
  if (!wanted.missing.empty()) {
    measured.frequency = Frequency::exactly(Count{0});
    measured.note = wanted.missing;
  } else {
    interrupted = without_interpreter(limits, [&] {
      count::Counter counter(graph, resolve_threads(threads));
      measured =
          count::measure(counter, wanted.pattern,
                         {.deadline = limits.deadline, .seed = seed, .estimating = estimating});
    });
  }
  return nb::make_tuple(to_int(measured.frequency.value()), measured.frequency.exact(),
                        to_interval(measured.frequency), to_text(measured.note), watch.seconds(),
                        to_int(wanted.automorphisms), interrupted);
}

// Occurrences one after the other: row i of the pattern as it was written is at order[i] of each.
struct Found {
  std::vector<std::int64_t> vertices;
  bool complete = true;
};

Found find_all(const Graph& graph, const cli::ResolvedPattern& wanted, std::size_t limit,
               const Deadline& deadline) {
  Found found;
  const auto size = static_cast<std::size_t>(wanted.pattern.size());
  count::Matcher matcher(graph);
  const auto visit = [&](std::span<const Vertex> occurrence) {
    if (found.vertices.size() / size == limit) return false;
    const std::size_t start = found.vertices.size();
    found.vertices.resize(start + size);
    for (std::size_t i = 0; i < size; ++i)
      found.vertices[start + wanted.order[i]] = occurrence[i];
    return true;
  };
  found.complete = matcher.for_each(wanted.pattern, visit, deadline);
  return found;
}

// (array with a row for each occurrence, whether these are all, interrupted).
nb::tuple find(const Graph& graph, nb::handle labels, nb::handle edges, std::size_t limit,
               double time_limit, const std::string& memory_limit) {
  const cli::ResolvedPattern wanted = cli::resolve_pattern(from_pattern(labels, edges), graph);
  Limits limits(time_limit, memory_limit);
  auto found = std::make_unique<Found>();
  bool interrupted = false;
  if (wanted.missing.empty()) {
    interrupted = without_interpreter(
        limits, [&] { *found = find_all(graph, wanted, limit, limits.deadline); });
  }
  const std::size_t columns = wanted.order.size();
  const std::size_t rows = found->vertices.size() / columns;
  const bool complete = found->complete;
  std::int64_t* const data = found->vertices.data();
  const nb::capsule owner(found.release(),
                          [](void* kept) noexcept { delete static_cast<Found*>(kept); });
  const nb::ndarray<nb::numpy, std::int64_t> array(data, {rows, columns}, owner);
  return nb::make_tuple(array, complete, interrupted);
}

// An array of Python that has these numbers.
template <typename Number>
nb::ndarray<nb::numpy, std::int64_t> to_array(const std::vector<Number>& numbers) {
  auto copy = std::make_unique<std::vector<std::int64_t>>(numbers.begin(), numbers.end());
  std::int64_t* const data = copy->data();
  const nb::capsule owner(copy.release(), [](void* kept) noexcept {
    delete static_cast<std::vector<std::int64_t>*>(kept);
  });
  return {data, {numbers.size()}, owner};
}

// ((pattern, the vertices of the orbit), ...), the rows of the matrix (where each begins, columns,
// counts), whether it is complete, interrupted.
nb::tuple orbits(const Graph& graph, const std::vector<int>& sizes, double time_limit,
                 const std::string& memory_limit) {
  Limits limits(time_limit, memory_limit);
  count::OrbitCensus census;
  const bool interrupted = without_interpreter(
      limits, [&] { census = count::take_orbit_census(graph, sizes, limits.deadline); });
  nb::list columns;
  for (const count::Orbit& orbit : census.orbits) {
    nb::list vertices;
    for (int v = 0; v < orbit.pattern.size(); ++v) {
      if ((orbit.vertices >> v & 1u) != 0) vertices.append(v);
    }
    columns.append(
        nb::make_tuple(to_pattern(report::named(graph, orbit.pattern)), nb::tuple(vertices)));
  }
  return nb::make_tuple(columns, to_array(census.row_begins), to_array(census.columns),
                        to_array(census.counts), census.complete, interrupted);
}

nb::list engine_names() {
  return to_texts(engine::engine_names());
}

}  // namespace

void add_questions(nb::module_& module) {
  module.def("mine", mine, nb::arg("graphs"), nb::arg("sizes"), nb::arg("top"),
             nb::arg("occurrences"), nb::arg("seed"), nb::arg("settings"), nb::arg("time_limit"),
             nb::arg("memory_limit"), nb::arg("threads"), nb::arg("verify"),
             nb::arg("progress").none());
  module.def("count", count_pattern, nb::arg("graph"), nb::arg("labels"), nb::arg("edges"),
             nb::arg("estimate"), nb::arg("seed"), nb::arg("time_limit"), nb::arg("memory_limit"),
             nb::arg("threads"));
  module.def("find", find, nb::arg("graph"), nb::arg("labels"), nb::arg("edges"), nb::arg("limit"),
             nb::arg("time_limit"), nb::arg("memory_limit"));
  module.def("orbits", orbits, nb::arg("graph"), nb::arg("sizes"), nb::arg("time_limit"),
             nb::arg("memory_limit"));
  module.def("engine_names", engine_names);
  module.def("parse_sizes", [](const std::string& text) { return cli::parse_sizes(text); });
}

}  // namespace rlminer::python
