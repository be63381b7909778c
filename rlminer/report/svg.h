#pragma once

#include <string>
#include <string_view>

namespace rlminer::report {

// The text as it may stand in XML, between tags or in an attribute's double quotes.
std::string xml_escaped(std::string_view text);

// Writes a picture in the Scalable Vector Graphics format, shape by shape. Coordinates are in
// pixels, from the top left.
class SvgWriter {
 public:
  SvgWriter(double width, double height);

  struct Stroke {
    std::string_view color = "#000000";
    double width = 1.0;
    std::string_view dashes = {};  // as in stroke-dasharray; empty: solid
  };
  struct Text {
    double size = 13.0;
    std::string_view anchor = "start";  // start, middle or end
    double rotation = 0.0;              // degrees
    std::string_view color = "#222222";
  };

  void line(double x1, double y1, double x2, double y2, const Stroke& stroke);
  // "x1,y1 x2,y2 ..."
  void polyline(std::string_view points, const Stroke& stroke);
  void circle(double x, double y, double radius, std::string_view color, bool filled);
  void text(double x, double y, std::string_view content, const Text& style);

  // The whole file.
  std::string finish() const;

 private:
  std::string body_;
};

}  // namespace rlminer::report
