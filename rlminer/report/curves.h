#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rlminer::report {

// A curve: points (x, y) in the order in which they are joined. Points that are not finite are left
// out.
struct Series {
  std::string name;
  std::vector<std::pair<double, double>> points;
  std::string_view color = {};          // "#rrggbb"; empty: the next one of the palette
  bool dashed = false;                  // and with hollow points: what others have published
  bool joined = true;                   // false: points only
  std::vector<double> deviations = {};  // a bar that long above and below each point; empty: none
};

// A dashed horizontal line, for example a published figure.
struct ReferenceLine {
  double y = 0.0;
  std::string label;
  std::optional<std::size_t> series = {};  // takes the colour of this series; none: grey
};

struct Panel {
  std::string title;
  std::string x_label;
  std::string y_label;
  std::vector<Series> series;
  // Lower and upper end of the vertical axis; what lies beyond is drawn at the end. None:
  // everything fits.
  std::optional<std::pair<double, double>> y_range = {};
  std::vector<ReferenceLine> references = {};
  bool log_x = false;  // x grows by factors, and is above 0
};

// Training curves and the like as one SVG picture, the panels in two columns. Long series are
// thinned to about a thousand points in a way that keeps their peaks, and drawn pale, under the
// averages of a hundred stretches: several noisy curves in one panel can still be told apart.
std::string curves_plot(const std::string& title, const std::vector<Panel>& panels);

}  // namespace rlminer::report
