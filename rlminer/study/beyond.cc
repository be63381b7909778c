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

const std::vector<int> kSizes{10, 11, 12, 13, 14};
const std::vector<std::string> kLearned{"rl", "rl+samples=32+temperature=2"};
constexpr double kLimit = 60.0;  // seconds per graph and size

struct Task {
  Sample sample;
  ModelFile model;
};

// What a learned method says about all graphs at one size.
struct Learned {
  std::vector<double> frequencies;  // mean over seeds, by graph
  double seconds = 0.0;             // per graph, mean over seeds
};

// A method compared with exact.
struct Compared {
  std::optional<double> ratio = {};  // on the graphs that exact has proven
  std::optional<double> ahead = {};  // on the others: to the best that exact had found
  std::optional<double> seconds = {};
};

// One size of one collection.
struct Line {
  int size = 0;
  std::size_t graphs = 0;  // with a connected set of this size
  std::size_t proven = 0;
  double seconds = 0.0;           // of exact per graph; those that did not finish count as kLimit
  std::vector<Compared> learned;  // by method, as kLearned
};

class Beyond {
 public:
  Beyond(const ExperimentOptions& options, Measurer& measurer)
      : options_(options), measurer_(measurer) {}

  Line line(const Task& task, int size) {
    std::vector<Found> truth;
    for (std::size_t i = 0; i < task.sample.collection.graphs.size(); ++i)
      truth.push_back(exact(task.sample, i, size));
    Line line{.size = size, .learned = {}};
    for (const Found& each : truth) {
      line.seconds += each.seconds / static_cast<double>(truth.size());
      if (each.frequency == 0.0) continue;
      ++line.graphs;
      line.proven += each.proven ? 1 : 0;
    }
    for (const std::string& method : kLearned) {
      const bool known = !task.model.known({size}).empty();
      line.learned.push_back(known ? compare(truth, learned(task, method, size)) : Compared());
    }
    return line;
  }

 private:
  Found exact(const Sample& sample, std::size_t place, int size) {
    engine::Problem problem;
    problem.sizes = {size};
    const StoreKey key(
        fmt::format("exact-{}-{}-k{}", sample.name(), sample.collection.numbers[place], size));
    const auto what = fmt::format("{}  exact  k={}  graph {}/{}", sample.name(), size, place + 1,
                                  sample.collection.graphs.size());
    return measurer_.solve(key, what, sample.collection.graphs[place], problem, kLimit,
                           [] { return engine::make_engine("exact"); });
  }

  Learned learned(const Task& task, const std::string& method, int size) {
    const auto what = fmt::format("{}  {}  k={}", task.sample.name(), method, size);
    StoreKey key =
        measurer_.key(fmt::format("beyond-k{}", size), task.sample, method, {size}, &task.model);
    key.add("limit", kLimit);
    const Json json = measurer_.work(key, what, [&](const Measurer::Report& report) -> Json {
      return run(task, parse_method(method), size, report);
    });
    return {json.at("frequencies").get<std::vector<double>>(), json.at("seconds").get<double>()};
  }

  Json run(const Task& task, const Method& method, int size, const Measurer::Report& report) {
    std::vector<const Graph*> graphs;
    for (const Graph& graph : task.sample.collection.graphs)
      graphs.push_back(&graph);
    const engine::RlEngine engine(measurer_.warm_policy(task.model, *graphs.front(), size),
                                  engine::rl_options(method.settings));
    const auto count = static_cast<double>(graphs.size());
    const std::size_t seeds = method.random ? options_.seeds : 1;
    const double share = 1.0 / static_cast<double>(seeds);
    std::vector<double> frequencies(graphs.size(), 0.0);
    double seconds = 0.0;
    engine::Problem problem;
    problem.sizes = {size};
    for (problem.seed = 0; problem.seed < seeds; ++problem.seed) {
      report(static_cast<double>(problem.seed) * share);
      const Stopwatch watch;
      const auto answers = engine.solve_many(graphs, problem, measurer_.budget(kLimit * count));
      seconds += watch.seconds() / count * share;
      options_.throw_if_cancelled();
      for (std::size_t i = 0; i < graphs.size(); ++i) {
        const auto& findings = answers[i].front().findings;
        if (!findings.empty()) frequencies[i] += findings[0].frequency.to_double() * share;
      }
    }
    return {{"frequencies", frequencies}, {"seconds", seconds}};
  }

  static Compared compare(const std::vector<Found>& truth, const Learned& answers) {
    std::vector<double> ratios[2];  // on the graphs that exact has not proven, and has
    for (std::size_t i = 0; i < truth.size(); ++i) {
      if (truth[i].frequency == 0.0) continue;
      ratios[truth[i].proven ? 1 : 0].push_back(answers.frequencies[i] / truth[i].frequency);
    }
    const auto mean = [](const std::vector<double>& values) {
      return values.empty() ? std::nullopt : std::optional(spread_of(values).mean);
    };
    return {mean(ratios[1]), mean(ratios[0]), answers.seconds};
  }

  const ExperimentOptions& options_;
  Measurer& measurer_;
};

// The universal model where it knows all sizes, else the collection's own.
std::vector<Task> tasks(const ExperimentOptions& options) {
  const auto universal = find_model(options, "universal");
  const bool enough = universal && universal->known(kSizes) == kSizes;
  std::vector<Task> result;
  for (const std::string& name : chosen(options, paper_collections())) {
    const bool large = name == "ENZYMES" || name == "PROTEINS";
    result.push_back(
        {sample_of(options, filtered_collection(options, name), graph::Part::Test, large ? 20 : 40),
         enough ? *universal : require_model(options, name)});
  }
  return result;
}

Table table_of(const Task& task, const std::vector<Line>& lines) {
  Table table{
      .title = fmt::format("{}, {} graphs, model {}", task.sample.name(),
                           task.sample.collection.graphs.size(), task.model.path.stem().string()),
      .header = {"k", "graphs", "proven by exact", "exact: s per graph"},
      .rows = {}};
  for (const std::string& method : kLearned) {
    for (const char* const what : {"ratio", "to what exact had found", "s per graph"})
      table.header.push_back(method + ": " + what);
  }
  for (const Line& line : lines) {
    const bool all = line.proven == line.graphs;
    auto& row = table.rows.emplace_back(std::vector<std::string>{
        std::to_string(line.size), std::to_string(line.graphs), std::to_string(line.proven),
        (all ? "" : "> ") + seconds_cell(line.seconds)});
    for (const Compared& each : line.learned)
      row.insert(row.end(),
                 {ratio_cell(each.ratio), ratio_cell(each.ahead), seconds_cell(each.seconds)});
  }
  return table;
}

void add_data(const Task& task, const std::vector<Line>& lines, Table& data) {
  const std::string& name = task.sample.name();
  const std::string model = task.model.path.stem().string();
  for (const Line& line : lines) {
    const std::vector<std::string> start{name, std::to_string(line.size),
                                         std::to_string(line.graphs), std::to_string(line.proven)};
    const auto add = [&](const std::string& method, const std::string& by, const Compared& each) {
      auto& row = data.rows.emplace_back(start);
      row.insert(row.end(),
                 {method, by, csv_cell(each.ratio), csv_cell(each.ahead), csv_cell(each.seconds)});
    };
    add("exact", "", {.ratio = {}, .ahead = {}, .seconds = line.seconds});
    for (std::size_t i = 0; i < kLearned.size(); ++i)
      add(kLearned[i], model, line.learned[i]);
  }
}

// From which size on a method is quicker than exact.
std::string overtaking(const Task& task, const std::vector<Line>& lines, std::size_t method) {
  std::optional<int> from;
  bool asked = false;
  for (const Line& line : lines) {
    const auto& seconds = line.learned[method].seconds;
    asked = asked || seconds;
    const bool quicker = seconds && *seconds < line.seconds;
    from = quicker ? (from ? from : std::optional(line.size)) : std::nullopt;
  }
  const std::string start = fmt::format("- {}, `{}`: ", task.sample.name(), kLearned[method]);
  if (!asked) return start + "the model does not know these sizes.\n";
  if (!from) return start + "not quicker than exact at the largest size.\n";
  return start + fmt::format("quicker than exact from k={} on.\n", *from);
}

std::vector<report::Panel> panels_of(const Task& task, const std::vector<Line>& lines) {
  const std::string& name = task.sample.name();
  report::Panel times{.title = name + ": time",
                      .x_label = "k",
                      .y_label = "log10 of seconds per graph",
                      .series = {{"exact", {}}}};
  report::Panel ratios{.title = name + ": ratio on the graphs that exact has proven",
                       .x_label = "k",
                       .y_label = "average ratio",
                       .series = {}};
  for (const Line& line : lines)
    times.series[0].points.emplace_back(line.size, std::log10(line.seconds));
  for (std::size_t i = 0; i < kLearned.size(); ++i) {
    report::Series time{kLearned[i], {}};
    report::Series ratio{kLearned[i], {}};
    for (const Line& line : lines) {
      const Compared& each = line.learned[i];
      if (each.seconds) time.points.emplace_back(line.size, std::log10(*each.seconds));
      if (each.ratio) ratio.points.emplace_back(line.size, *each.ratio);
    }
    times.series.push_back(std::move(time));
    ratios.series.push_back(std::move(ratio));
  }
  return {times, ratios};
}

constexpr char kIntro[] =
    "Sizes 10 to 14 on graphs of the test parts, every size asked about alone. Exact has 60 s\n"
    "per graph and size; a graph that it did not finish counts with the time it took until\n"
    "then (`>`: the true mean is higher). Ratio: on the graphs that exact has proven. On the\n"
    "others the frequency is compared with the best that exact had found when its time was\n"
    "over; above 1 the learned engine is ahead.";

}  // namespace

void run_beyond(const ExperimentOptions& options) {
  const std::vector<Task> all = tasks(options);
  std::size_t steps = 0;
  for (const Task& task : all) {
    steps += task.sample.collection.graphs.size() * kSizes.size() +
             kLearned.size() * task.model.known(kSizes).size();
  }
  Measurer measurer(options, steps);
  Beyond beyond(options, measurer);
  Results results{.name = "beyond", .title = "Beyond the paper's sizes"};
  results.intro = std::string(kIntro) + "\n" + conditions(options);
  results.data.header = {"collection", "k",     "graphs",          "proven",           "method",
                         "model",      "ratio", "to_exact_so_far", "seconds_per_graph"};
  results.notes = "Where the learned engine overtakes:\n\n";
  std::vector<report::Panel> panels;
  for (const Task& task : all) {
    std::vector<Line> lines;
    for (const int size : kSizes)
      lines.push_back(beyond.line(task, size));
    results.tables.push_back(table_of(task, lines));
    add_data(task, lines, results.data);
    for (std::size_t i = 0; i < kLearned.size(); ++i)
      results.notes += overtaking(task, lines, i);
    for (report::Panel& panel : panels_of(task, lines))
      panels.push_back(std::move(panel));
  }
  results.svg = report::curves_plot("Beyond the paper's sizes", panels);
  write_results(options, results);
}

}  // namespace rlminer::study
