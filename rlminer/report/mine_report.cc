#include "rlminer/report/mine_report.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>

#include "rlminer/report/assets.h"
#include "rlminer/report/edge_page.h"
#include "rlminer/report/parts.h"
#include "rlminer/report/pattern_picture.h"
#include "rlminer/report/pattern_symbols.h"

namespace rlminer::report {
namespace {

constexpr double kDrawingUnit = 40.0;  // from vertex to vertex, in the data of a page

constexpr char kExplorer[] =
    R"html(<div class="explorer" id="explorer">
<div class="picker card" role="group" aria-label="Patterns"></div>
<div class="stage card">
<div class="toolbar">
<span class="stepper">
<button type="button" id="previous" aria-keyshortcuts="ArrowLeft">← Previous</button>
<output id="position"></output>
<button type="button" id="next" aria-keyshortcuts="ArrowRight">Next →</button>
</span>
<label class="follow"><input type="checkbox" id="follow" checked> follow</label>
<span class="zoom">
<button type="button" id="zoom-out" aria-label="Zoom out">−</button>
<button type="button" id="zoom-in" aria-label="Zoom in">+</button>
<button type="button" id="fit">Whole graph</button>
</span>
</div>
<div class="canvas-frame">
<canvas id="view" tabindex="0" role="img" aria-describedby="occurrence keys"></canvas>
<div class="tooltip" id="tooltip" hidden></div>
<ul class="legend" id="legend" aria-label="Labels"></ul>
</div>
<div class="below">
<p id="occurrence" aria-live="polite"></p>
<ol class="chips" id="vertices" aria-label="Vertices of this occurrence"></ol>
<p class="muted" id="keys"><kbd>←</kbd> <kbd>→</kbd> occurrences, <kbd>↑</kbd> <kbd>↓</kbd> patterns,
<kbd>+</kbd> <kbd>−</kbd> zoom, <kbd>Shift</kbd> with arrows or drag to move, <kbd>0</kbd> the whole graph.
The wheel zooms once the drawing is clicked, or with <kbd>Ctrl</kbd>.</p>
</div>
</div>
</div>
)html";

constexpr char kOverview[] =
    R"html(<div class="overview-tools">
<label>Filter <input type="search" id="filter" placeholder="number, label or “not proven”" autocomplete="off"></label>
<span id="shown" class="muted" role="status"></span>
<span class="views" role="group" aria-label="View">
<button type="button" id="as-table" aria-pressed="true">Table</button>
<button type="button" id="as-gallery" aria-pressed="false">Gallery</button>
</span>
</div>
<div class="browse">
<div class="overview-frame" id="overview-frame" tabindex="0" role="region" aria-label="All graphs">
<table id="overview"><caption class="unseen">All graphs</caption><thead></thead><tbody></tbody></table>
<div id="gallery" hidden></div>
<div id="more"></div>
</div>
<div class="chosen">
<h3 id="chosen-title"></h3>
)html";

std::string rounded(double value) {
  return with_separators(static_cast<Count>(std::llround(std::max(value, 0.0))));
}

std::string verdict_badge(const engine::Answer& answer) {
  return answer.proven ? "<span class=\"badge good\">✓ proven</span>"
                       : "<span class=\"badge doubt\">not proven</span>";
}

std::string seconds_phrase(double seconds) {
  if (seconds < 0.0005) return "< 1 ms";
  return seconds < 1.0 ? fmt::format("{:.0f} ms", 1000 * seconds)
                       : fmt::format("{:.3g} s", seconds);
}

std::string share_html(const engine::Answer& answer, const engine::Finding& finding) {
  const auto share = share_of_sets(answer, finding.frequency);
  if (!share) return {};
  return fmt::format(
      "<div class=\"share\" role=\"img\" aria-label=\"{0}\"><span style=\"width:{1:.2f}%\"></span>"
      "</div><p class=\"muted\">{0} of {2}</p>",
      percent_text(*share), 100 * std::min(*share, 1.0), sets_text(answer));
}

// Which answer and finding of which graph a button or row shows.
std::string target_attributes(std::size_t answer, std::size_t finding) {
  return fmt::format("data-answer=\"{}\" data-finding=\"{}\"", answer, finding);
}

std::string answer_card(const GraphReport& report, std::size_t index, const ReportStyle& style,
                        PatternSymbols& symbols) {
  const engine::Answer& answer = report.answers[index];
  std::string html =
      fmt::format("<article class=\"card answer\"><header><h3>k = {}</h3>{}</header>", answer.size,
                  verdict_badge(answer));
  if (answer.findings.empty()) {
    html += fmt::format("<p class=\"nothing\">{}</p>",
                        answer.proven ? "No connected subgraph of this size." : "Nothing found.");
  } else {
    const engine::Finding& best = answer.findings.front();
    const std::size_t number = symbols.number(named(report.graph, best.pattern));
    html += "<div class=\"picture\">" + symbols.show(number, 250, 170) + "</div>";
    html += fmt::format("<p class=\"frequency\">{} <strong>{}</strong> {}</p>",
                        frequency_kind(best.frequency), with_separators(best.frequency.value()),
                        best.frequency == 1 ? "time" : "times");
    html += share_html(answer, best);
    if (const auto& interval = best.frequency.interval())
      html += "<p class=\"muted\">" + interval_phrase(*interval) + "</p>";
  }
  if (const std::string doubt = doubt_phrase(answer); !doubt.empty())
    html += "<p class=\"doubt\">" + html_escaped(doubt) + "</p>";
  html += "<footer><span class=\"muted\">" + html_escaped(report.engine);
  if (style.timing) html += ", " + seconds_phrase(answer.seconds);
  html += "</span>";
  if (!answer.findings.empty())
    html += "<button type=\"button\" " + target_attributes(index, 0) + ">Show in graph</button>";
  return html + "</footer></article>\n";
}

HtmlRow pattern_row(const GraphReport& report, std::size_t index, std::size_t rank,
                    PatternSymbols& symbols) {
  const engine::Answer& answer = report.answers[index];
  const engine::Finding& finding = answer.findings[rank];
  const std::size_t number = symbols.number(named(report.graph, finding.pattern));
  const auto share = share_of_sets(answer, finding.frequency);
  return {
      .cells = {number_cell(std::to_string(answer.size), answer.size),
                number_cell(std::to_string(rank + 1), static_cast<double>(rank + 1)),
                {symbols.show(number, 120, 56)},
                {"<span class=\"code\">" + html_escaped(symbols.entries()[number].listing) +
                 "</span>"},
                number_cell(frequency_phrase(finding.frequency), finding.frequency.to_double()),
                number_cell(share ? percent_text(*share) : "", share.value_or(0.0)),
                {verdict_badge(answer)},
                {"<button type=\"button\" " + target_attributes(index, rank) + ">Show</button>"}},
      .attributes = target_attributes(index, rank)};
}

HtmlTable pattern_table(const GraphReport& report, PatternSymbols& symbols) {
  HtmlTable table{.caption = "All patterns, the most frequent of each size first",
                  .columns = {{"k", true},
                              {"Rank", true},
                              {"Pattern", false, false},
                              {"Vertices and edges"},
                              {"Frequency", true},
                              {"Share", true},
                              {"Certainty"},
                              {"", false, false}},
                  .rows = {},
                  .id = "patterns"};
  for (std::size_t i = 0; i < report.answers.size(); ++i) {
    for (std::size_t rank = 0; rank < report.answers[i].findings.size(); ++rank)
      table.rows.push_back(pattern_row(report, i, rank, symbols));
  }
  return table;
}

// For one size of a collection: what wins in how many graphs.
struct Winners {
  std::size_t graphs = 0;
  std::size_t proven = 0;
  std::map<std::size_t, std::size_t> wins;  // number of the pattern -> graphs
};

std::map<int, Winners> count_winners(const MineReport& report, PatternSymbols& symbols) {
  std::map<int, Winners> sizes;
  for (const GraphReport& graph : report.graphs) {
    for (const engine::Answer& answer : graph.answers) {
      Winners& winners = sizes[answer.size];
      winners.proven += answer.proven ? 1 : 0;
      if (answer.findings.empty()) continue;
      ++winners.graphs;
      ++winners.wins[symbols.number(named(graph.graph, answer.findings.front().pattern))];
    }
  }
  return sizes;
}

std::string winners_html(const MineReport& report, PatternSymbols& symbols) {
  constexpr std::size_t kShown = 8;
  std::string html;
  for (const auto& [size, winners] : count_winners(report, symbols)) {
    std::vector<std::pair<std::size_t, std::size_t>> order(winners.wins.begin(),
                                                           winners.wins.end());
    std::stable_sort(order.begin(), order.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    const bool all = winners.proven == report.graphs.size();
    html += fmt::format(
        "<article class=\"card winners\"><header><h3>k = {}</h3><span class=\"badge {}\">{} "
        "proven</span></header><p class=\"muted\">{} different {} in {} graphs. Most often the "
        "answer:</p><ul>",
        size, all ? "good" : "doubt",
        all ? "✓ all" : fmt::format("{} of {}", winners.proven, report.graphs.size()),
        with_separators(order.size()), order.size() == 1 ? "pattern" : "patterns",
        with_separators(winners.graphs));
    for (std::size_t i = 0; i < std::min(kShown, order.size()); ++i) {
      html +=
          fmt::format("<li>{}<span>{} {}</span></li>", symbols.show(order[i].first, 120, 80),
                      with_separators(order[i].second), order[i].second == 1 ? "graph" : "graphs");
    }
    html += "</ul></article>\n";
  }
  return "<div class=\"winner-list\">" + html + "</div>\n";
}

void add_ids(Json& json, const Graph& graph, const TargetDrawing& drawing) {
  Json ids = Json::array();
  bool successive = true;
  for (const Vertex v : drawing.vertices) {
    ids.push_back(id_to_json(graph.id(v)));
    const std::size_t last = ids.size() - 1;
    successive = successive && ids[last].is_number_integer() &&
                 ids[last].get<std::int64_t>() - ids[0].get<std::int64_t>() ==
                     static_cast<std::int64_t>(last);
  }
  if (successive && !ids.empty()) {
    json["first"] = ids[0];
  } else {
    json["ids"] = std::move(ids);
  }
}

void add_drawing(Json& json, const Graph& graph, const TargetDrawing& drawing) {
  for (const char* const name : {"x", "y", "l", "d", "e"})
    json[name] = Json::array();
  for (std::size_t i = 0; i < drawing.vertices.size(); ++i) {
    json["x"].push_back(std::lround(kDrawingUnit * drawing.layout[i].x));
    json["y"].push_back(std::lround(kDrawingUnit * drawing.layout[i].y));
    json["l"].push_back(graph.label(drawing.vertices[i]));
    json["d"].push_back(graph.degree(drawing.vertices[i]));
  }
  for (const auto& [a, b] : drawing.edges) {
    json["e"].push_back(a);
    json["e"].push_back(b);
    if (graph.distinguishes_edges())
      json["r"].push_back(graph.relation(drawing.vertices[a], drawing.vertices[b]));
  }
}

// An occurrence as places in the drawing; nothing when it is not drawn as a whole.
Json occurrence_places(const std::vector<Vertex>& occurrence, const TargetDrawing& drawing) {
  Json places = Json::array();
  for (const Vertex v : occurrence) {
    const std::size_t place = drawing.place(v);
    if (place == drawing.vertices.size()) return {};
    places.push_back(place);
  }
  return places;
}

Json finding_to_json(const Graph& graph, const engine::Finding& finding,
                     const TargetDrawing& drawing, PatternSymbols& symbols) {
  Json json;
  json["p"] = symbols.number(named(graph, finding.pattern));
  json["f"] = exact_json(finding.frequency.value());
  json["kind"] = finding.frequency.interval() ? "about"
                 : finding.frequency.exact()  ? "exact"
                                              : "least";
  json["o"] = Json::array();
  for (const auto& occurrence : finding.occurrences) {
    Json places = occurrence_places(occurrence, drawing);
    if (!places.is_null()) json["o"].push_back(std::move(places));
  }
  return json;
}

// The graph of a report, its drawing and its answers, as the page's script reads them:
//   number        place in the input; null: the union of all graphs
//   n, m          vertices and edges
//   whole         false: only a part is drawn
//   ids | first   ids of the vertices drawn, or the first of successive numbers
//   x, y, l, d    their places (kDrawingUnit from vertex to vertex), labels and degrees
//   e             pairs of places, flat
//   r             where edges are told apart: the kind of each, seen from the first place
//   answers       for every size: k, proven,
//                 findings: p (number of the pattern), f (frequency), kind (exact, least or about),
//                 o (the occurrences that are drawn, as places)
Json graph_to_json(const GraphReport& report, const TargetDrawing& drawing,
                   PatternSymbols& symbols) {
  Json json;
  json["number"] = nullptr;
  if (report.number) json["number"] = *report.number;
  json["n"] = report.graph.num_vertices();
  json["m"] = report.graph.num_edges();
  json["whole"] = drawing.whole;
  add_ids(json, report.graph, drawing);
  add_drawing(json, report.graph, drawing);
  json["answers"] = Json::array();
  for (const engine::Answer& answer : report.answers) {
    Json one;
    one["k"] = answer.size;
    one["proven"] = answer.proven;
    one["findings"] = Json::array();
    for (const engine::Finding& finding : answer.findings)
      one["findings"].push_back(finding_to_json(report.graph, finding, drawing, symbols));
    json["answers"].push_back(std::move(one));
  }
  return json;
}

Json data_of(const MineReport& report, const PageLimits& limits, PatternSymbols& symbols) {
  const Deadline deadline(limits.layout_seconds);
  Json data;
  data["graphs"] = Json::array();
  std::size_t drawn = 0;
  for (const GraphReport& graph : report.graphs) {
    TargetDrawing drawing;
    if (drawn < limits.drawn_in_all && data["graphs"].size() < limits.drawn_graphs)
      drawing = draw_target(graph.graph, graph.answers, limits.drawing, deadline);
    drawn += drawing.vertices.size() + drawing.edges.size();
    data["graphs"].push_back(graph_to_json(graph, drawing, symbols));
  }
  return data;
}

void add_names(Json& data, const LabelColors& colors, const std::vector<std::string>& names,
               const PatternSymbols& symbols) {
  data["names"] = names;
  data["colors"] = Json::array();
  for (std::size_t i = 0; i < std::min(names.size(), LabelColors::kColors); ++i)
    data["colors"].push_back(colors.of(names[i]));
  data["patterns"] = Json::array();
  for (const PatternSymbols::Entry& entry : symbols.entries())
    data["patterns"].push_back({{"t", entry.listing}, {"w", entry.width}, {"h", entry.height}});
}

std::vector<std::string> names_of_labels(const MineReport& report) {
  const graph::LabelDictionary& dictionary = report.graphs.front().graph.label_dictionary();
  std::vector<std::string> names;
  for (Label label = 0; label < dictionary.size(); ++label)
    names.push_back(dictionary.name(label));
  return names;
}

void add_one_graph(HtmlPage& page, const MineReport& report, const ReportStyle& style,
                   PatternSymbols& symbols, const std::string& legend) {
  const GraphReport& graph = report.graphs.front();
  std::string cards = "<div class=\"answers\">";
  for (std::size_t i = 0; i < graph.answers.size(); ++i)
    cards += answer_card(graph, i, style, symbols);
  page.add_section("Answers", cards + "</div>\n" + legend, "answers");
  page.add_section("Where they occur", kExplorer, "where");
  page.add_section("All patterns", table_html(pattern_table(graph, symbols)), "all");
}

void add_collection(HtmlPage& page, const MineReport& report, PatternSymbols& symbols,
                    const std::string& legend) {
  page.add_section("Answers", winners_html(report, symbols) + legend, "answers");
  page.add_section("All graphs", std::string(kOverview) + kExplorer + "</div>\n</div>\n", "graphs");
}

std::string subtitle_of(const MineReport& report) {
  if (report.graphs.size() > 1) return with_separators(report.graphs.size()) + " graphs";
  return graph_size(report.graphs.front().graph);
}

}  // namespace

Json exact_json(const BigCount& count) {
  if (count > BigCount(Count{1} << 53)) return to_string(count);
  return static_cast<std::uint64_t>(count.saturated());
}

std::string doubt_phrase(const engine::Answer& answer) {
  if (answer.proven) return {};
  std::string text;
  if (answer.upper_bound)
    text = "no pattern occurs more than " + with_separators(*answer.upper_bound) + " times";
  if (!answer.note.empty()) text += (text.empty() ? "" : "; ") + answer.note;
  return text;
}

std::string interval_phrase(const Interval& interval) {
  return fmt::format("95 % sure: {} to {}", rounded(interval.low), rounded(interval.high));
}

std::string to_html(const MineReport& report, const ReportStyle& style, const PageLimits& limits) {
  const std::vector<std::string> names = names_of_labels(report);
  const LabelColors colors(names);
  const Graph& first = report.graphs.front().graph;
  EdgeStyles edges;
  if (first.distinguishes_edges()) edges = EdgeStyles(first.relation_dictionary().labels(), names);
  PatternSymbols symbols(colors, limits.pictures, edges);
  HtmlPage page(report.name, subtitle_of(report));
  page.add_style(assets::kMineCss);
  page.add_section("What was asked",
                   "<div class=\"card asked\">" + facts_html(report.asked) + "</div>\n");
  if (report.graphs.size() > 1) {
    add_collection(page, report, symbols, edge_legend(edges));
  } else {
    add_one_graph(page, report, style, symbols, edge_legend(edges));
  }
  Json data = data_of(report, limits, symbols);
  add_names(data, colors, names, symbols);
  if (first.distinguishes_edges())
    data["edges"] = edges_to_json(first.relation_dictionary(), edges);
  page.add_html(symbols.definitions());
  page.add_data("data", data);
  page.add_script(assets::kRelatedEdgesJs);
  page.add_script(assets::kGraphViewJs);
  page.add_script(assets::kExplorerJs);
  page.add_script(assets::kOverviewJs);
  page.set_footer(report.footer);
  return page.finish();
}

}  // namespace rlminer::report
