#include <algorithm>
#include <fmt/format.h>
#include <utility>
#include <vector>

#include "rlminer/report/graph_report.h"
#include "rlminer/report/parts.h"
#include "rlminer/report/pattern_picture.h"

namespace rlminer::report {
namespace {

constexpr std::size_t kMostColumns = 8;
constexpr double kGap = 20;  // between pictures
constexpr double kHeading = 14;
constexpr double kNarrowest = 320;

struct Row {
  std::string heading;  // none: the row before goes on
  std::vector<PicturePart> cells;
};

LabelColors colors_of(const GraphReport& report) {
  std::vector<std::string> names;
  for (const engine::Answer& answer : report.answers) {
    for (const engine::Finding& finding : answer.findings) {
      const auto labels = label_names(report.graph, finding.pattern);
      names.insert(names.end(), labels.begin(), labels.end());
    }
  }
  return LabelColors(std::move(names));
}

std::string heading_of(const engine::Answer& answer, const ReportStyle& style) {
  std::string text =
      fmt::format("k = {}: {}", answer.size, answer.proven ? "proven" : "NOT proven");
  if (!answer.note.empty()) text += ": " + printable(answer.note);
  if (style.timing) text += fmt::format(" ({:.3g} s)", answer.seconds);
  return text;
}

std::vector<PicturePart> caption_of(const engine::Answer& answer, const engine::Finding& finding) {
  std::vector<PicturePart> lines{
      paint_line(fmt::format("{}{}", finding.frequency.exact() ? "frequency " : "at least ",
                             with_separators(finding.frequency.value())))};
  if (finding.frequency.exact() && answer.sets_exact && answer.sets > 0) {
    lines.push_back(
        paint_line(fmt::format("of {} ({})", with_separators(answer.sets),
                               percent_text(finding.frequency.saturated(), answer.sets))));
  }
  return lines;
}

PicturePart cell_of(const GraphReport& report, const ReportStyle& style,
                    const engine::Answer& answer, std::size_t index, const LabelColors& colors) {
  const engine::Finding& finding = answer.findings[index];
  std::vector<PicturePart> parts;
  if (style.rank) parts.push_back(paint_line(fmt::format("#{}", index + 1)));
  parts.push_back(
      paint_pattern({finding.pattern, label_names(report.graph, finding.pattern)}, colors));
  for (PicturePart& line : caption_of(answer, finding))
    parts.push_back(std::move(line));
  return stacked(parts, Alignment::Centre);
}

std::vector<Row> rows_of(const GraphReport& report, const ReportStyle& style,
                         const LabelColors& colors) {
  std::vector<Row> rows;
  for (const engine::Answer& answer : report.answers) {
    rows.push_back({heading_of(answer, style), {}});
    if (answer.findings.empty()) {
      rows.back().cells.push_back(
          paint_line(answer.proven ? "no connected subgraph of this size" : "nothing found"));
    }
    for (std::size_t i = 0; i < answer.findings.size(); ++i) {
      if (rows.back().cells.size() == kMostColumns) rows.emplace_back();
      rows.back().cells.push_back(cell_of(report, style, answer, i, colors));
    }
  }
  return rows;
}

std::vector<double> column_widths(const std::vector<Row>& rows) {
  std::vector<double> widths;
  for (const Row& row : rows) {
    widths.resize(std::max(widths.size(), row.cells.size()));
    for (std::size_t i = 0; i < row.cells.size(); ++i)
      widths[i] = std::max(widths[i], row.cells[i].width);
  }
  return widths;
}

PicturePart paint_row(const std::vector<PicturePart>& cells, const std::vector<double>& widths) {
  PicturePart result;
  for (const PicturePart& cell : cells)
    result.height = std::max(result.height, cell.height + kGap);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const double x = result.width + kGap / 2 + (widths[i] - cells[i].width) / 2;
    result.shapes += moved(cells[i], x, (result.height - cells[i].height) / 2);
    result.width += widths[i] + kGap;
  }
  return result;
}

}  // namespace

std::string to_svg_sheet(const GraphReport& report, const ReportStyle& style) {
  const LabelColors colors = colors_of(report);
  const std::vector<Row> rows = rows_of(report, style, colors);
  const std::vector<double> widths = column_widths(rows);
  const std::string title =
      fmt::format("{}: {} vertices, {} edges, engine {}",
                  report.number ? fmt::format("graph {}", *report.number) : "union of all graphs",
                  with_separators(report.graph.num_vertices()),
                  with_separators(report.graph.num_edges()), report.engine);
  std::vector<PicturePart> parts{paint_line(title, kHeading, Alignment::Left)};
  double width = kNarrowest;
  for (const Row& row : rows) {
    if (!row.heading.empty()) parts.push_back(paint_line(row.heading, kHeading, Alignment::Left));
    parts.push_back(paint_row(row.cells, widths));
    width = std::max(width, parts.back().width);
  }
  parts.push_back(paint_legend(colors, width));
  return to_svg(stacked(parts, Alignment::Left), title, Placement::File);
}

}  // namespace rlminer::report
