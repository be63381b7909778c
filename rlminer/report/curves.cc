#include "rlminer/report/curves.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <iterator>
#include <limits>
#include <span>
#include <string_view>

#include "rlminer/report/pattern_symbols.h"
#include "rlminer/report/svg.h"

namespace rlminer::report {
namespace {

using Points = std::vector<std::pair<double, double>>;

constexpr double kPanelWidth = 560, kPanelHeight = 300, kTitleHeight = 40;
constexpr double kLeft = 72, kTop = 36, kBottom = 246;  // of the axes, within a panel
constexpr double kLegendStep = 18, kSwatch = 24;
constexpr double kCharWidth = 6.4;  // of the legend's letters, on average
constexpr std::size_t kMostLetters = 28;
constexpr std::size_t kMostPoints = 1000;
// Series with more points than this are drawn pale, under the averages of so many stretches.
constexpr std::size_t kPalePoints = 400;
constexpr std::size_t kAverages = 100;
constexpr double kSpot = 5.0;              // radius of a point that stands alone
constexpr std::size_t kMarkedPoints = 25;  // series with no more points show them as dots
constexpr std::string_view kDashes[] = {"6 4", "2 3", "10 4 2 4"};

// Beyond this, differences of two values may overflow.
bool drawable(double value) {
  return std::abs(value) <= 1e100;  // false for NaN
}

// The points cut into stretches of (nearly) equal length, one after the other.
template <typename Visit>
void for_each_stretch(const Points& points, std::size_t stretches, const Visit& visit) {
  for (std::size_t i = 0; i < stretches; ++i) {
    const std::size_t first = points.size() * i / stretches;
    const std::size_t last = points.size() * (i + 1) / stretches;
    visit(std::span(points).subspan(first, last - first));
  }
}

// The lowest and the highest point of every stretch, and the two ends.
Points thinned(const Points& points) {
  if (points.size() <= kMostPoints) return points;
  Points result{points.front()};
  for_each_stretch(points, kMostPoints / 2 - 1, [&](auto stretch) {
    const auto [low, high] =
        std::minmax_element(stretch.begin(), stretch.end(),
                            [](const auto& a, const auto& b) { return a.second < b.second; });
    result.push_back(*std::min(low, high));
    if (low != high) result.push_back(*std::max(low, high));
  });
  result.push_back(points.back());
  return result;
}

Points averages(const Points& points) {
  Points result;
  for_each_stretch(points, kAverages, [&](auto stretch) {
    double x = 0.0;
    double y = 0.0;
    for (const auto& point : stretch) {
      x += point.first;
      y += point.second;
    }
    const auto size = static_cast<double>(stretch.size());
    result.emplace_back(x / size, y / size);
  });
  return result;
}

// What is drawn of a series.
struct Curve {
  const Series* series;
  std::string_view color;
  Points points;
  Points averages;  // none when there are few points
  Points bars;      // (x, y) of each end, the lower before the upper
};

Curve curve_of(const Series& series, std::string_view color, bool log_x) {
  Points good;
  Points bars;
  for (std::size_t i = 0; i < series.points.size(); ++i) {
    const auto& [value, y] = series.points[i];
    const double x = log_x ? std::log10(value) : value;
    if (!drawable(x) || !drawable(y)) continue;
    good.emplace_back(x, y);
    const double deviation = i < series.deviations.size() ? series.deviations[i] : 0.0;
    if (deviation > 0.0) bars.insert(bars.end(), {{x, y - deviation}, {x, y + deviation}});
  }
  return {&series, color, thinned(good), good.size() > kPalePoints ? averages(good) : Points(),
          std::move(bars)};
}

// Three quarters of the way from a colour #rrggbb to white.
std::string pale(std::string_view color) {
  std::string result = "#";
  for (const std::size_t place : {1u, 3u, 5u}) {
    int part = 0;
    std::from_chars(color.data() + place, color.data() + place + 2, part, 16);
    result += fmt::format("{:02x}", 255 - (255 - part) / 4);
  }
  return result;
}

// One axis: the values at its ends, and the distance of its ticks, which lie on multiples of it.
struct Axis {
  double low = 0.0;
  double high = 1.0;
  double step = 0.2;
};

// 1, 2 or 5 times a power of ten, so that about five steps cover the length.
double round_step(double length) {
  const double rough = length / 5;
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (rough <= factor * power * 1.2) return factor * power;
  }
  return 10 * power;
}

// An axis from low to high, made longer where the two are (nearly) equal.
Axis axis_between(double low, double high) {
  const double scale = std::max(std::abs(low), std::abs(high));
  if (high - low <= std::max(1e-9 * scale, 1e-100)) {
    const double half = scale > 1e-100 ? 0.1 * scale : 0.5;
    low -= half;
    high += half;
  }
  return {low, high, round_step(high - low)};
}

// The same, with its ends on ticks.
Axis widened(Axis axis) {
  axis.low = std::floor(axis.low / axis.step + 1e-6) * axis.step;
  axis.high = std::ceil(axis.high / axis.step - 1e-6) * axis.step;
  return axis;
}

// The value of a tick of the axis: 0.25, 20k, 1.5M.
std::string tick_label(double value, const Axis& axis) {
  const double largest = std::max(std::abs(axis.low), std::abs(axis.high));
  if (std::abs(value) < axis.step * 1e-6) return "0";
  if (largest >= 1e12 || axis.step < 1e-6) return fmt::format("{:g}", value);
  double unit = 1.0;
  std::string_view suffix;
  if (largest >= 1e9) {
    unit = 1e9, suffix = "G";
  } else if (largest >= 1e6) {
    unit = 1e6, suffix = "M";
  } else if (largest >= 1e4) {
    unit = 1e3, suffix = "k";
  }
  const double places = std::ceil(-std::log10(axis.step / unit) - 1e-6);
  return fmt::format("{:.{}f}{}", value / unit, static_cast<int>(std::max(places, 0.0)), suffix);
}

std::string shortened(const std::string& name) {
  if (name.size() <= kMostLetters) return name;
  std::size_t end = kMostLetters - 3;
  // Not in the middle of a character of several bytes.
  while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xc0) == 0x80)
    --end;
  return name.substr(0, end) + "...";
}

struct LegendEntry {
  std::string name;
  SvgWriter::Stroke stroke;
  const Series* points_only = nullptr;  // whose sign is a point instead of a line
};

class PanelPainter {
 public:
  PanelPainter(const Panel& panel, double x, double y, SvgWriter& svg)
      : panel_(panel), svg_(svg), left_(x + kLeft), top_(y + kTop), bottom_(y + kBottom) {
    for (const Series& series : panel.series)
      curves_.push_back(curve_of(series, series_color(curves_.size()), panel.log_x));
    make_legend();
    std::size_t letters = 0;
    for (const LegendEntry& entry : legend_)
      letters = std::max(letters, entry.name.size());
    right_ = x + kPanelWidth - 24 - (legend_.empty() ? 0.0 : kSwatch + 10) -
             kCharWidth * static_cast<double>(letters);
    choose_axes();
  }

  void paint() {
    svg_.text(left_, top_ - 14, panel_.title, {.size = 14});
    paint_axes();
    for (const auto& [reference, entry] : references_) {
      const double level = y_of(reference->y);
      svg_.line(left_, level, right_, level, legend_[entry].stroke);
    }
    // All pale ones first, so that no average is hidden.
    for (const Curve& curve : curves_) {
      if (!curve.averages.empty())
        paint_line(curve.points, {.color = pale(curve.color), .width = 1.0});
    }
    for (const Curve& curve : curves_)
      paint_curve(curve);
    paint_legend();
  }

 private:
  std::string_view series_color(std::size_t i) const {
    const std::string_view own = panel_.series[i].color;
    return own.empty() ? palette::kSeries[i % palette::kSeries.size()] : own;
  }
  static std::string_view dashes(const Series& series) { return series.dashed ? kDashes[0] : ""; }

  void make_legend() {
    for (std::size_t i = 0; i < panel_.series.size(); ++i) {
      const Series& series = panel_.series[i];
      if (series.name.empty()) continue;
      legend_.push_back({shortened(series.name),
                         {.color = series_color(i), .width = 2.0, .dashes = dashes(series)},
                         series.joined ? nullptr : &series});
    }
    std::size_t grey = 0;
    for (const ReferenceLine& reference : panel_.references) {
      if (!drawable(reference.y)) continue;
      const bool coloured = reference.series && *reference.series < panel_.series.size();
      references_.emplace_back(&reference, legend_.size());
      legend_.push_back({shortened(reference.label),
                         {.color = coloured ? series_color(*reference.series) : palette::kGrey,
                          .width = 1.2,
                          .dashes = coloured ? kDashes[0] : kDashes[grey++ % std::size(kDashes)]}});
    }
  }

  void choose_axes() {
    constexpr double kNone = std::numeric_limits<double>::infinity();
    double x_low = kNone, x_high = -kNone, y_low = kNone, y_high = -kNone;
    for (const Curve& curve : curves_) {
      for (const auto& [x, y] : curve.points) {
        x_low = std::min(x_low, x), x_high = std::max(x_high, x);
        y_low = std::min(y_low, y), y_high = std::max(y_high, y);
      }
    }
    if (x_low <= x_high) x_axis_ = axis_between(x_low, x_high);
    if (panel_.log_x) x_axis_ = {std::floor(x_axis_.low), std::ceil(x_axis_.high), 1.0};
    for (const auto& [reference, entry] : references_)
      y_low = std::min(y_low, reference->y), y_high = std::max(y_high, reference->y);
    if (panel_.y_range && drawable(panel_.y_range->first) && drawable(panel_.y_range->second)) {
      const auto [low, high] = std::minmax(panel_.y_range->first, panel_.y_range->second);
      y_axis_ = axis_between(low, high);
    } else if (y_low <= y_high) {
      y_axis_ = widened(axis_between(y_low, y_high));
      for (const auto& [reference, entry] : references_) {
        // On the axis itself the line would not be seen.
        if (reference->y - y_axis_.low < 1e-6 * y_axis_.step) y_axis_.low -= y_axis_.step;
      }
    }
  }

  double x_of(double x) const {
    return left_ + (right_ - left_) * (x - x_axis_.low) / (x_axis_.high - x_axis_.low);
  }
  double y_of(double y) const {
    const double share = (y - y_axis_.low) / (y_axis_.high - y_axis_.low);
    return bottom_ - (bottom_ - top_) * std::clamp(share, 0.0, 1.0);
  }

  // Calls draw(value) for every tick on the axis.
  template <typename Draw>
  static void for_each_tick(const Axis& axis, const Draw& draw) {
    const double first = std::ceil(axis.low / axis.step - 1e-6);
    const double last = std::floor(axis.high / axis.step + 1e-6);
    for (double tick = first; tick <= last; tick += 1.0)
      draw(tick * axis.step);
  }

  void paint_axes() {
    for_each_tick(y_axis_, [&](double value) {
      const double level = y_of(value);
      svg_.line(left_, level, right_, level, {.color = "#e4e4e4"});
      svg_.text(left_ - 7, level + 4, tick_label(value, y_axis_), {.size = 11, .anchor = "end"});
    });
    for_each_tick(x_axis_, [&](double value) {
      svg_.line(x_of(value), bottom_, x_of(value), bottom_ + 4, {});
      const std::string label =
          panel_.log_x ? fmt::format("{:g}", std::pow(10.0, value)) : tick_label(value, x_axis_);
      svg_.text(x_of(value), bottom_ + 17, label, {.size = 11, .anchor = "middle"});
    });
    svg_.line(left_, top_, left_, bottom_, {});
    svg_.line(left_, bottom_, right_, bottom_, {});
    svg_.text((left_ + right_) / 2, bottom_ + 36, panel_.x_label, {.size = 12, .anchor = "middle"});
    svg_.text(left_ - 54, (top_ + bottom_) / 2, panel_.y_label,
              {.size = 12, .anchor = "middle", .rotation = -90});
    const auto has_points = [](const Curve& curve) { return !curve.points.empty(); };
    if (std::none_of(curves_.begin(), curves_.end(), has_points)) {
      svg_.text((left_ + right_) / 2, (top_ + bottom_) / 2, "no data",
                {.size = 12, .anchor = "middle", .color = palette::kGrey});
    }
  }

  void paint_line(const Points& points, const SvgWriter::Stroke& stroke) {
    std::string line;
    for (const auto& [x, y] : points)
      line += fmt::format("{}{:.1f},{:.1f}", line.empty() ? "" : " ", x_of(x), y_of(y));
    svg_.polyline(line, stroke);
  }

  void paint_curve(const Curve& curve) {
    if (curve.points.empty()) return;
    const Series& series = *curve.series;
    if (series.joined) {
      paint_line(curve.averages.empty() ? curve.points : curve.averages,
                 {.color = curve.color, .width = 1.8, .dashes = dashes(series)});
    }
    if (curve.points.size() > kMarkedPoints) return;
    for (std::size_t i = 0; i + 1 < curve.bars.size(); i += 2) {
      const double x = x_of(curve.bars[i].first);
      svg_.line(x, y_of(curve.bars[i].second), x, y_of(curve.bars[i + 1].second),
                {.color = curve.color});
    }
    for (const auto& [x, y] : curve.points)
      svg_.circle(x_of(x), y_of(y), series.joined ? 2.6 : kSpot, curve.color, !series.dashed);
  }

  void paint_legend() {
    double level = top_ + 6;
    for (const LegendEntry& entry : legend_) {
      if (entry.points_only != nullptr) {
        svg_.circle(right_ + 12 + kSwatch / 2, level, kSpot, entry.stroke.color,
                    !entry.points_only->dashed);
      } else {
        svg_.line(right_ + 12, level, right_ + 12 + kSwatch, level, entry.stroke);
      }
      svg_.text(right_ + 18 + kSwatch, level + 4, entry.name, {.size = 11});
      level += kLegendStep;
    }
  }

  const Panel& panel_;
  SvgWriter& svg_;
  const double left_, top_, bottom_;
  double right_ = 0.0;
  Axis x_axis_, y_axis_;
  std::vector<Curve> curves_;  // one per series
  std::vector<LegendEntry> legend_;
  // The lines that are drawn, and the place of each in the legend.
  std::vector<std::pair<const ReferenceLine*, std::size_t>> references_;
};

}  // namespace

std::string curves_plot(const std::string& title, const std::vector<Panel>& panels) {
  const std::size_t columns = panels.size() > 1 ? 2 : 1;
  const std::size_t rows = (panels.size() + columns - 1) / columns;
  SvgWriter svg(kPanelWidth * static_cast<double>(columns),
                kTitleHeight + kPanelHeight * static_cast<double>(rows));
  svg.text(20, 26, title, {.size = 17});
  const auto is_long = [](const Series& series) { return series.points.size() > kPalePoints; };
  if (std::any_of(panels.begin(), panels.end(), [&](const Panel& panel) {
        return std::any_of(panel.series.begin(), panel.series.end(), is_long);
      })) {
    svg.text(kPanelWidth * static_cast<double>(columns) - 24, 26,
             "pale: all values; strong: averages of a hundredth of them",
             {.size = 11, .anchor = "end", .color = palette::kGrey});
  }
  for (std::size_t i = 0; i < panels.size(); ++i) {
    const std::size_t row = i / columns;
    const double x = kPanelWidth * static_cast<double>(i % columns);
    const double y = kTitleHeight + kPanelHeight * static_cast<double>(row);
    PanelPainter(panels[i], x, y, svg).paint();
  }
  return svg.finish();
}

}  // namespace rlminer::report
