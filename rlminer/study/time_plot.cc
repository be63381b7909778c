#include "rlminer/study/time_plot.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <string_view>
#include <vector>

#include "rlminer/report/svg.h"
#include "rlminer/study/plot.h"
#include "rlminer/study/table.h"

namespace rlminer::study {
namespace {

constexpr double kWidth = 720, kHeight = 420;
constexpr double kLeft = 64, kTop = 44, kBottom = 366, kRight = 500;
constexpr double kLegend = 520;

struct Spot {
  std::string name;
  std::string_view color;
  double seconds;
  double ratio;
  bool paper;
};

std::vector<Spot> spots_of(const Evaluation& evaluation) {
  // The paper's times are for these sizes together.
  const bool as_in_paper = evaluation.sizes == std::vector<int>{5, 6, 7, 8, 9};
  std::vector<Spot> spots;
  std::size_t others = 0;
  for (const TableRow& row : table_rows(evaluation)) {
    const auto mean = row.mean();
    if (!mean || !(row.seconds > 0.0) || (row.paper && !as_in_paper)) continue;
    spots.push_back({.name = row.paper ? row.name + " (paper)" : row.name,
                     .color = method_color(row.method, others),
                     .seconds = row.seconds,
                     .ratio = *mean,
                     .paper = row.paper});
  }
  return spots;
}

class Plot {
 public:
  explicit Plot(const Evaluation& evaluation)
      : title_(evaluation.dataset), spots_(spots_of(evaluation)), svg_(kWidth, kHeight) {
    for (const Spot& spot : spots_) {
      first_ = std::min(first_, static_cast<int>(std::floor(std::log10(spot.seconds))));
      last_ = std::max(last_, static_cast<int>(std::ceil(std::log10(spot.seconds))));
      while (floor_ > 0 && floor_ / 10.0 > spot.ratio)
        --floor_;
    }
  }

  std::string draw() {
    svg_.text(kLeft, 26, title_ + ": average ratio over all sizes against time", {.size = 15});
    draw_axes();
    double level = kTop + 8;
    for (const Spot& spot : spots_) {
      draw_spot(spot, level);
      level += 22;
    }
    return svg_.finish();
  }

 private:
  double x(double seconds) const {
    return kLeft + 12 +
           (kRight - kLeft - 24) * (std::log10(seconds) - first_) / std::max(last_ - first_, 1);
  }
  double y(double ratio) const {
    const double low = floor_ / 10.0;
    return kBottom - (kBottom - kTop) * (ratio - low) / (1.0 - low);
  }

  void draw_axes() {
    for (int tenth = floor_; tenth <= 10; ++tenth) {
      svg_.line(kLeft, y(tenth / 10.0), kRight, y(tenth / 10.0), {.color = "#dddddd"});
      svg_.text(kLeft - 8, y(tenth / 10.0) + 4, fmt::format("{:.1f}", tenth / 10.0),
                {.anchor = "end"});
    }
    for (int power = first_; power <= last_; ++power) {
      const double at = x(std::pow(10.0, power));
      svg_.line(at, kBottom, at, kBottom + 5, {});
      svg_.text(at, kBottom + 20, fmt::format("{:g}", std::pow(10.0, power)), {.anchor = "middle"});
    }
    svg_.line(kLeft, kTop, kLeft, kBottom, {});
    svg_.line(kLeft, kBottom, kRight, kBottom, {});
    svg_.text((kLeft + kRight) / 2, kBottom + 42, "seconds for all graphs and sizes",
              {.anchor = "middle"});
    svg_.text(20, (kTop + kBottom) / 2, "average ratio", {.anchor = "middle", .rotation = -90});
  }

  void draw_spot(const Spot& spot, double level) {
    svg_.circle(x(spot.seconds), y(spot.ratio), 5.5, spot.color, !spot.paper);
    svg_.circle(kLegend + 8, level, 5.5, spot.color, !spot.paper);
    svg_.text(kLegend + 22, level + 4, spot.name, {});
  }

  const std::string title_;
  const std::vector<Spot> spots_;
  report::SvgWriter svg_;
  int floor_ = 9;  // tenths: where the vertical axis begins
  int first_ = 9;  // powers of ten: where the horizontal axis begins and ends
  int last_ = -9;
};

}  // namespace

std::string time_plot(const Evaluation& evaluation) {
  return Plot(evaluation).draw();
}

}  // namespace rlminer::study
