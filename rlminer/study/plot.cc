#include "rlminer/study/plot.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <optional>
#include <vector>

#include "rlminer/report/palette.h"
#include "rlminer/report/svg.h"
#include "rlminer/study/paper.h"
#include "rlminer/study/summary.h"

namespace rlminer::study {
namespace {

constexpr double kWidth = 720, kHeight = 420;
constexpr double kLeft = 64, kTop = 44, kBottom = 366, kRight = 500;
constexpr double kLegend = 520;

struct Point {
  int size;
  double ratio;
  double deviation;
};

struct Curve {
  std::string name;
  std::string_view color;
  bool paper;
  std::vector<Point> points;
};

std::vector<Curve> curves(const Evaluation& evaluation) {
  std::vector<Curve> result;
  std::size_t others = 0;
  for (const SummaryRow& row : summarise(evaluation)) {
    if (row.graphs == 0) continue;
    if (result.empty() || result.back().name != row.method) {
      result.push_back({row.method, method_color(row.method, others), false, {}});
    }
    result.back().points.push_back({row.size, row.ratio, row.deviation});
  }
  for (const PaperRow& row : paper_rows(evaluation.dataset)) {
    if (row.method == "exact") continue;  // 1 by definition
    Curve curve{fmt::format("{} (paper)", row.name), method_color(row.method, others), true, {}};
    for (const int size : evaluation.sizes) {
      if (const auto ratio = row.at(size)) curve.points.push_back({size, *ratio, 0.0});
    }
    if (!curve.points.empty()) result.push_back(std::move(curve));
  }
  return result;
}

class Plot {
 public:
  explicit Plot(const Evaluation& evaluation)
      : evaluation_(evaluation), curves_(curves(evaluation)), svg_(kWidth, kHeight) {
    double lowest = 0.5;
    for (const Curve& curve : curves_) {
      for (const Point& point : curve.points)
        lowest = std::min(lowest, point.ratio - point.deviation);
    }
    while (floor_ > 0 && floor_ / 10.0 > lowest)
      --floor_;
  }

  std::string draw() {
    svg_.text(
        kLeft, 26,
        fmt::format("{}: average ratio to the best frequency ({} {} graphs)", evaluation_.dataset,
                    evaluation_.graphs.size(), graph::to_string(evaluation_.part)),
        {.size = 15});
    draw_axes();
    double legend_y = kTop + 8;
    for (const Curve& curve : curves_) {
      draw_curve(curve);
      draw_legend(curve, legend_y);
      legend_y += 22;
    }
    return svg_.finish();
  }

 private:
  double x(int size) const {
    const int first = evaluation_.sizes.front();
    const int last = evaluation_.sizes.back();
    if (first == last) return (kLeft + kRight) / 2;
    return kLeft + 20 + (kRight - kLeft - 40) * (size - first) / (last - first);
  }
  double y(double ratio) const {
    const double low = floor_ / 10.0;
    return kBottom - (kBottom - kTop) * (ratio - low) / (1.0 - low);
  }

  void draw_axes() {
    for (int tenth = floor_; tenth <= 10; ++tenth) {
      const double level = y(tenth / 10.0);
      svg_.line(kLeft, level, kRight, level, {.color = "#dddddd"});
      svg_.text(kLeft - 8, level + 4, fmt::format("{:.1f}", tenth / 10.0), {.anchor = "end"});
    }
    for (const int size : evaluation_.sizes) {
      svg_.line(x(size), kBottom, x(size), kBottom + 5, {});
      svg_.text(x(size), kBottom + 20, std::to_string(size), {.anchor = "middle"});
    }
    svg_.line(kLeft, kTop, kLeft, kBottom, {});
    svg_.line(kLeft, kBottom, kRight, kBottom, {});
    svg_.text((kLeft + kRight) / 2, kBottom + 42, "pattern size k", {.anchor = "middle"});
    svg_.text(20, (kTop + kBottom) / 2, "average ratio", {.anchor = "middle", .rotation = -90});
  }

  static report::SvgWriter::Stroke stroke(const Curve& curve) {
    return {
        .color = curve.color, .width = curve.paper ? 1.5 : 2.5, .dashes = curve.paper ? "6 4" : ""};
  }

  void draw_curve(const Curve& curve) {
    std::string points;
    for (const Point& point : curve.points) {
      points +=
          fmt::format("{}{:.1f},{:.1f}", points.empty() ? "" : " ", x(point.size), y(point.ratio));
    }
    svg_.polyline(points, stroke(curve));
    for (const Point& point : curve.points) {
      if (point.deviation > 0.0) {
        svg_.line(x(point.size), y(point.ratio - point.deviation), x(point.size),
                  y(std::min(1.0, point.ratio + point.deviation)), {.color = curve.color});
      }
      svg_.circle(x(point.size), y(point.ratio), 3.5, curve.color, !curve.paper);
    }
  }

  void draw_legend(const Curve& curve, double level) {
    svg_.line(kLegend, level, kLegend + 34, level, stroke(curve));
    svg_.circle(kLegend + 17, level, 3.5, curve.color, !curve.paper);
    svg_.text(kLegend + 42, level + 4, curve.name, {});
  }

  const Evaluation& evaluation_;
  const std::vector<Curve> curves_;
  report::SvgWriter svg_;
  int floor_ = 5;  // tenths: where the vertical axis begins
};

}  // namespace

std::string_view method_color(std::string_view method, std::size_t& others) {
  constexpr std::array kOthers{report::palette::kPurple, report::palette::kSky,
                               report::palette::kOrange, report::palette::kGrey};
  if (method == "exact") return report::palette::kBlack;
  if (method == "mni") return report::palette::kVermilion;
  if (method == "rand") return report::palette::kBlue;
  if (method == "rl") return report::palette::kGreen;
  return kOthers[others++ % kOthers.size()];
}

std::string ratio_plot(const Evaluation& evaluation) {
  return Plot(evaluation).draw();
}

}  // namespace rlminer::study
