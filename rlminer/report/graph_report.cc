#include "rlminer/report/graph_report.h"

#include <fmt/format.h>
#include <iterator>
#include <nlohmann/json.hpp>

#include "rlminer/base/text.h"
#include "rlminer/report/parts.h"
#include "rlminer/report/pattern_picture.h"
#include "rlminer/report/terminal_drawing.h"

namespace rlminer::report {
namespace {

// A drawing below the listing of the pattern. Larger ones tell nobody anything.
void append_drawing(std::string& text, const NamedPattern& named, Drawings style) {
  constexpr int kMostDrawn = 12;
  if (style == Drawings::None || named.pattern.size() < 2 || named.pattern.size() > kMostDrawn)
    return;
  for (const std::string& line : terminal_drawing(named, LabelColors(named.labels), style))
    text += "             " + line + "\n";
}

void append_finding(std::string& text, const GraphReport& report, const ReportStyle& style,
                    const engine::Answer& answer, std::size_t index) {
  const engine::Finding& finding = answer.findings[index];
  const NamedPattern pattern = named(report.graph, finding.pattern);
  const auto out = std::back_inserter(text);
  if (style.rank) fmt::format_to(out, "  #{}\n", index + 1);
  fmt::format_to(out, "  pattern    {}\n", listing(pattern));
  append_drawing(text, pattern, style.drawings);
  fmt::format_to(out, "  frequency  {}", frequency_text(finding.frequency));
  const auto share = share_of_sets(answer, finding.frequency);
  if (share && finding.frequency.exact())
    fmt::format_to(out, " of {} ({})", sets_text(answer), percent_text(*share));
  text += '\n';
  for (const auto& occurrence : finding.occurrences) {
    fmt::format_to(out, "  occurs at  {}\n", occurrence_text(report.graph, occurrence));
    if (!style.all_occurrences) break;
  }
}

// As often as there are ways to lay the pattern over one of its occurrences.
Frequency mappings_of(const CountReport& report) {
  return report.finding.frequency.times(*report.automorphisms);
}

}  // namespace

std::string to_text(const GraphReport& report, const ReportStyle& style) {
  std::string text = fmt::format("{} ({}), engine {}\n", graph_name(report.number),
                                 graph_size(report.graph), report.engine);
  for (const engine::Answer& answer : report.answers) {
    text += answer_heading(answer, style.timing) + "\n";
    if (answer.findings.empty()) text += fmt::format("  {}\n", nothing_text(answer));
    for (std::size_t i = 0; i < answer.findings.size(); ++i)
      append_finding(text, report, style, answer, i);
  }
  return text + "\n";
}

std::string to_text(const CountReport& report, const ReportStyle& style) {
  std::string text = fmt::format("{} ({})\n", graph_name(report.number), graph_size(report.graph));
  const auto out = std::back_inserter(text);
  fmt::format_to(out, "  pattern    {}\n", listing(report.pattern));
  fmt::format_to(out, "  frequency  {}", frequency_text(report.finding.frequency));
  if (style.timing) fmt::format_to(out, " ({:.3g} s)", report.seconds);
  text += '\n';
  if (report.automorphisms)
    fmt::format_to(out, "  mappings   {}\n", frequency_text(mappings_of(report)));
  if (report.mni)
    fmt::format_to(out, "  mni        {}{}\n", report.mni_exact ? "" : "at least ",
                   with_separators(*report.mni));
  for (const auto& occurrence : report.finding.occurrences)
    fmt::format_to(out, "  occurs at  {}\n", occurrence_text(report.graph, occurrence));
  if (!report.note.empty()) fmt::format_to(out, "  note       {}\n", text::printable(report.note));
  return text + "\n";
}

namespace {

// A line of JSON about one pattern, whoever found or counted it.
struct JsonLine {
  const Graph& graph;
  const engine::Finding& finding;
  const ReportStyle& style;
  Json json = {};

  void begin(const std::optional<std::size_t>& number, int size, const std::string& engine,
             bool proven) {
    if (number) {
      json["graph"] = *number;
    } else {
      json["graph"] = "union";
    }
    json["k"] = size;
    json["engine"] = engine;
    json["frequency"] = to_json(finding.frequency.value());
    json["proven"] = proven;
  }

  void add_pattern(const NamedPattern& pattern, double seconds) {
    json["labels"] = pattern.labels;
    add_edges(json, pattern);
    json["vertices"] = finding.occurrences.empty()
                           ? Json::array()
                           : vertices_to_json(graph, finding.occurrences.front());
    if (style.timing) json["seconds"] = to_microseconds(seconds);
  }

  void add_occurrences() {
    if (style.all_occurrences) {
      json["occurrences"] = Json::array();
      for (const auto& occurrence : finding.occurrences)
        json["occurrences"].push_back(vertices_to_json(graph, occurrence));
    }
    if (!finding.frequency.exact()) json["frequency_exact"] = false;
    if (const auto& interval = finding.frequency.interval()) json["interval"] = to_json(*interval);
  }

  std::string finish(const std::string& note) {
    if (!note.empty()) json["note"] = note;
    return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  }
};

std::string finding_line(const GraphReport& report, const ReportStyle& style,
                         const engine::Answer& answer, const engine::Finding& finding,
                         std::size_t rank) {
  JsonLine line{report.graph, finding, style};
  line.begin(report.number, answer.size, report.engine, answer.proven);
  line.add_pattern(named(report.graph, finding.pattern), answer.seconds);
  if (style.rank) line.json["rank"] = rank;
  if (answer.sets_exact || answer.sets > 0 || style.timing)
    line.json["sets"] = to_json(answer.sets);
  if (!answer.sets_exact && line.json.contains("sets")) line.json["sets_exact"] = false;
  line.add_occurrences();
  if (answer.upper_bound) line.json["upper_bound"] = to_json(*answer.upper_bound);
  return line.finish(answer.note);
}

}  // namespace

std::string to_json_lines(const GraphReport& report, const ReportStyle& style) {
  std::string lines;
  for (const engine::Answer& answer : report.answers) {
    if (answer.findings.empty()) {
      // No pattern: the frequency 0 is exact if it is certain that there is none.
      engine::Finding nothing;
      if (answer.proven) nothing.frequency = Frequency::exactly(Count{0});
      lines += finding_line(report, style, answer, nothing, 1);
    }
    for (std::size_t i = 0; i < answer.findings.size(); ++i)
      lines += finding_line(report, style, answer, answer.findings[i], i + 1);
  }
  return lines;
}

std::string to_json_line(const CountReport& report, const ReportStyle& style) {
  JsonLine line{report.graph, report.finding, style};
  line.begin(report.number, report.finding.pattern.size(), "count",
             report.finding.frequency.exact());
  line.add_pattern(report.pattern, report.seconds);
  if (report.automorphisms) {
    const Frequency mappings = mappings_of(report);
    line.json["mappings"] = to_json(mappings.value());
    if (!mappings.exact()) line.json["mappings_exact"] = false;
    if (mappings.interval()) line.json["mappings_interval"] = to_json(*mappings.interval());
  }
  if (report.mni) line.json["mni"] = *report.mni;
  if (report.mni && !report.mni_exact) line.json["mni_exact"] = false;
  line.add_occurrences();
  return line.finish(report.note);
}

}  // namespace rlminer::report
