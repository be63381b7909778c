// Sizes that the paper does not reach: where exact enumeration becomes slow, and what the learned
// engine finds there. Every size is asked about alone, so that its time is its own.

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <vector>

#include "rlminer/engine/rl.h"
#include "rlminer/report/curves.h"
#include "rlminer/study/experiment.h"
#include "rlminer/study/measurer.h"
#include "rlminer/study/method.h"
#include "rlminer/study/models.h"
#include "rlminer/study/result_row.h"
#include "rlminer/study/store.h"

namespace rlminer::study {
namespace {

using Json = Store::Json;

const std::vector<int> kLargeSizes{10, 11, 12, 13, 14};
const std::vector<std::string> kLearned{"rl", "rl+samples=32"};
constexpr double kLimit = 60.0;  // seconds per graph and size

struct BeyondTask {
  Sample sample;
  ModelFile model;
};

// A method at one size of one collection.
struct Compared {
  std::string method;
  double seconds = 0.0;              // per graph, mean over seeds
  std::optional<double> ratio = {};  // on the graphs that exact has proven
  std::optional<double> ahead = {};  // on the others: to the best that exact had found
};

// One size of one collection.
struct Line {
  int size = 0;
  std::size_t graphs = 0;  // with a connected set of this size
  std::size_t proven = 0;
  // Exact, whose graphs that did not finish count as kLimit, and the learned ones.
  std::vector<Compared> methods = {};
};

Found exact(const Sample& sample, std::size_t place, int size, Measurer& measurer) {
  engine::Problem problem;
  problem.sizes = {size};
  const StoreKey key(
      fmt::format("exact-{}-{}-k{}", sample.name(), sample.collection.numbers[place], size));
  const auto what = fmt::format("{}  exact  k={}  graph {}/{}", sample.name(), size, place + 1,
                                sample.collection.graphs.size());
  return measurer.solve(key, what, sample.collection.graphs[place], problem, kLimit,
                        [] { return engine::make_engine("exact"); });
}

// The frequency that a learned method finds in every graph and the seconds per graph, both as means
// over seeds.
Json run_learned(const ExperimentOptions& options, const BeyondTask& task, const Method& method,
                 int size, Measurer& measurer, const Measurer::Report& report) {
  std::vector<const Graph*> graphs;
  for (const Graph& graph : task.sample.collection.graphs)
    graphs.push_back(&graph);
  const engine::RlEngine engine(measurer.warm_policy(task.model, *graphs.front(), size),
                                engine::rl_options(method.settings));
  const auto count = static_cast<double>(graphs.size());
  const std::size_t seeds = method.random ? options.seeds : 1;
  const double share = 1.0 / static_cast<double>(seeds);
  std::vector<double> frequencies(graphs.size(), 0.0);
  double seconds = 0.0;
  engine::Problem problem;
  problem.sizes = {size};
  for (problem.seed = 0; problem.seed < seeds; ++problem.seed) {
    report(static_cast<double>(problem.seed) * share);
    const Stopwatch watch;
    const auto answers = engine.solve_many(graphs, problem, measurer.budget(kLimit * count));
    seconds += watch.seconds() / count * share;
    options.throw_if_cancelled();
    for (std::size_t i = 0; i < graphs.size(); ++i) {
      const auto& findings = answers[i].front().findings;
      if (!findings.empty()) frequencies[i] += findings[0].frequency.to_double() * share;
    }
  }
  return {{"frequencies", frequencies}, {"seconds", seconds}};
}

Compared compare(const ExperimentOptions& options, const BeyondTask& task,
                 const std::string& method, int size, const std::vector<Found>& truth,
                 Measurer& measurer) {
  StoreKey key =
      measurer.key(fmt::format("beyond-k{}", size), task.sample, method, {size}, &task.model);
  key.add("limit", kLimit);
  const Json answers = measurer.work(
      key, fmt::format("{}  {}  k={}", task.sample.name(), method, size),
      [&](const Measurer::Report& report) {
        return run_learned(options, task, parse_method(method), size, measurer, report);
      });
  std::vector<double> ratios[2];  // on the graphs that exact has not proven, and has
  for (std::size_t i = 0; i < truth.size(); ++i) {
    if (truth[i].frequency == 0.0) continue;
    ratios[truth[i].proven ? 1 : 0].push_back(answers.at("frequencies").at(i).get<double>() /
                                              truth[i].frequency);
  }
  const auto mean_of = [](const std::vector<double>& values) {
    return values.empty() ? std::nullopt : std::optional(mean(values));
  };
  return {method, answers.at("seconds").get<double>(), mean_of(ratios[1]), mean_of(ratios[0])};
}

Line line_of(const ExperimentOptions& options, const BeyondTask& task, int size,
             Measurer& measurer) {
  Line line{.size = size};
  std::vector<Found> truth;
  double seconds = 0.0;
  for (std::size_t i = 0; i < task.sample.places.size(); ++i) {
    const Found& found = truth.emplace_back(exact(task.sample, i, size, measurer));
    seconds += found.seconds / static_cast<double>(task.sample.places.size());
    if (found.frequency == 0.0) continue;
    ++line.graphs;
    line.proven += found.proven ? 1 : 0;
  }
  line.methods.push_back({"exact", seconds});
  for (const std::string& method : kLearned)
    line.methods.push_back(compare(options, task, method, size, truth, measurer));
  return line;
}

// The universal model if there is one: it was trained for larger sizes than a collection's own.
std::vector<BeyondTask> beyond_tasks(const ExperimentOptions& options) {
  const auto universal = find_model(options, "universal");
  std::vector<BeyondTask> result;
  for (const std::string& name : chosen(options, paper_collections())) {
    const bool large = name == "ENZYMES" || name == "PROTEINS";
    result.push_back(
        {sample_of(options, filtered_collection(options, name), graph::Part::Test, large ? 20 : 40),
         universal ? *universal : model_of_collection(options, name)});
  }
  return result;
}

// A row per size in the table, and one per size and method in the data.
void add_rows(const BeyondTask& task, const std::vector<Line>& lines, Results& results) {
  const std::string& name = task.sample.name();
  const std::string model = task.model.path.stem().string();
  Table table{
      .title = fmt::format("{}, {} graphs, model {}", name, task.sample.places.size(), model),
      .header = {"k", "graphs", "proven by exact", "exact: s per graph"}};
  for (const std::string& method : kLearned) {
    for (const char* const what : {"ratio", "to what exact had found", "s per graph"})
      table.header.push_back(method + ": " + what);
  }
  for (const Line& line : lines) {
    std::vector<std::string> row{std::to_string(line.size), std::to_string(line.graphs),
                                 std::to_string(line.proven)};
    for (const Compared& each : line.methods) {
      const bool learned = &each != &line.methods.front();
      auto& data = results.data.rows.emplace_back(std::vector<std::string>{name});
      data.insert(data.end(), row.begin(), row.begin() + 3);
      data.insert(data.end(), {each.method, learned ? model : "", csv_cell(each.ratio),
                               csv_cell(each.ahead), csv_cell(each.seconds)});
      if (learned) {
        row.insert(row.end(),
                   {ratio_cell(each.ratio), ratio_cell(each.ahead), seconds_cell(each.seconds)});
      } else {
        row.push_back((line.proven == line.graphs ? "" : "> ") + seconds_cell(each.seconds));
      }
    }
    table.rows.push_back(std::move(row));
  }
  results.tables.push_back(std::move(table));
}

// From which size on a method is quicker than exact.
std::string overtaking(const BeyondTask& task, const std::vector<Line>& lines, std::size_t method) {
  std::optional<int> from;
  for (const Line& line : lines) {
    const bool quicker = line.methods[method].seconds < line.methods.front().seconds;
    from = quicker ? (from ? from : std::optional(line.size)) : std::nullopt;
  }
  const std::string start =
      fmt::format("- {}, `{}`: ", task.sample.name(), lines.front().methods[method].method);
  if (!from) return start + "not quicker than exact at the largest size.\n";
  return start + fmt::format("quicker than exact from k={} on.\n", *from);
}

std::vector<report::Panel> panels_of(const std::string& name, const std::vector<Line>& lines) {
  report::Panel times{name + ": time", "k", "log10 of seconds per graph", {}};
  report::Panel ratios{
      name + ": ratio on the graphs that exact has proven", "k", "average ratio", {}};
  for (std::size_t i = 0; i < lines.front().methods.size(); ++i) {
    report::Series time{lines.front().methods[i].method, {}};
    report::Series ratio = time;
    for (const Line& line : lines) {
      const Compared& each = line.methods[i];
      time.points.emplace_back(line.size, std::log10(each.seconds));
      if (each.ratio) ratio.points.emplace_back(line.size, *each.ratio);
    }
    times.series.push_back(std::move(time));
    if (i > 0) ratios.series.push_back(std::move(ratio));  // that of exact is 1
  }
  return {times, ratios};
}

constexpr char kBeyondIntro[] =
    "Sizes 10 to 14 on graphs of the test parts, every size asked about alone. Exact has 60 s\n"
    "per graph and size; a graph that it did not finish counts with the time it took until\n"
    "then (`>`: the true mean is higher). Ratio: on the graphs that exact has proven. On the\n"
    "others the frequency is compared with the best that exact had found when its time was\n"
    "over; above 1 the learned engine is ahead. Sizes larger than a model was trained for are\n"
    "told to it as the largest it knows.";

}  // namespace

void run_beyond(const ExperimentOptions& options) {
  const std::vector<BeyondTask> all = beyond_tasks(options);
  std::size_t steps = 0;
  for (const BeyondTask& task : all)
    steps += (task.sample.places.size() + kLearned.size()) * kLargeSizes.size();
  Measurer measurer(options, steps);
  Results results{.name = "beyond", .title = "Beyond the paper's sizes"};
  results.intro = std::string(kBeyondIntro) + "\n" + conditions(options);
  results.data.header = {"collection", "k",     "graphs",          "proven",           "method",
                         "model",      "ratio", "to_exact_so_far", "seconds_per_graph"};
  results.notes = "Where the learned engine overtakes:\n\n";
  std::vector<report::Panel> panels;
  for (const BeyondTask& task : all) {
    std::vector<Line> lines;
    for (const int size : kLargeSizes)
      lines.push_back(line_of(options, task, size, measurer));
    add_rows(task, lines, results);
    for (std::size_t i = 1; i <= kLearned.size(); ++i)
      results.notes += overtaking(task, lines, i);
    for (report::Panel& panel : panels_of(task.sample.name(), lines))
      panels.push_back(std::move(panel));
  }
  results.svg = report::curves_plot("Beyond the paper's sizes", panels);
  write_results(options, results);
}

}  // namespace rlminer::study
