#include "rlminer/report/svg.h"

#include <array>
#include <fmt/format.h>
#include <iterator>

namespace rlminer::report {
namespace {

std::string stroke_attributes(const SvgWriter::Stroke& stroke) {
  std::string text =
      fmt::format("stroke=\"{}\" stroke-width=\"{:g}\" fill=\"none\"", stroke.color, stroke.width);
  if (!stroke.dashes.empty()) text += fmt::format(" stroke-dasharray=\"{}\"", stroke.dashes);
  return text;
}

}  // namespace

std::string xml_escaped(std::string_view text) {
  constexpr std::string_view kMarks = "&<>\"";
  constexpr std::array kNames{"&amp;", "&lt;", "&gt;", "&quot;"};
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const std::size_t mark = kMarks.find(c);
    // Two characters that XML does not allow, U+FFFE and U+FFFF; nor does it control characters.
    if (text.substr(i, 3) == "\xef\xbf\xbe" || text.substr(i, 3) == "\xef\xbf\xbf") {
      result += '?';
      i += 2;
    } else if (mark != std::string_view::npos) {
      result += kNames[mark];
    } else {
      result += static_cast<unsigned char>(c) < 0x20 ? '?' : c;
    }
  }
  return result;
}

SvgWriter::SvgWriter(double width, double height) {
  fmt::format_to(std::back_inserter(body_),
                 "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:g}\" height=\"{1:g}\" "
                 "viewBox=\"0 0 {0:g} {1:g}\" font-family=\"Helvetica, Arial, sans-serif\">\n"
                 "<rect width=\"{0:g}\" height=\"{1:g}\" fill=\"#ffffff\"/>\n",
                 width, height);
}

void SvgWriter::line(double x1, double y1, double x2, double y2, const Stroke& stroke) {
  fmt::format_to(std::back_inserter(body_),
                 "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" {}/>\n", x1, y1, x2,
                 y2, stroke_attributes(stroke));
}

void SvgWriter::polyline(std::string_view points, const Stroke& stroke) {
  fmt::format_to(std::back_inserter(body_), "<polyline points=\"{}\" {}/>\n", points,
                 stroke_attributes(stroke));
}

void SvgWriter::circle(double x, double y, double radius, std::string_view color, bool filled) {
  fmt::format_to(
      std::back_inserter(body_),
      "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:g}\" stroke=\"{}\" stroke-width=\"1.5\" "
      "fill=\"{}\"/>\n",
      x, y, radius, color, filled ? color : "#ffffff");
}

void SvgWriter::text(double x, double y, std::string_view content, const Text& style) {
  std::string rotation;
  if (style.rotation != 0.0) {
    rotation = fmt::format(" transform=\"rotate({:g} {:.1f} {:.1f})\"", style.rotation, x, y);
  }
  fmt::format_to(std::back_inserter(body_),
                 "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{:g}\" text-anchor=\"{}\" "
                 "fill=\"{}\"{}>{}</text>\n",
                 x, y, style.size, style.anchor, style.color, rotation, xml_escaped(content));
}

std::string SvgWriter::finish() const {
  return body_ + "</svg>\n";
}

}  // namespace rlminer::report
