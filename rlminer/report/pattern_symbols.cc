#include "rlminer/report/pattern_symbols.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>

#include "rlminer/report/html_page.h"
#include "rlminer/report/parts.h"

namespace rlminer::report {

PatternSymbols::PatternSymbols(LabelColors colors, std::size_t most, EdgeStyles edges)
    : colors_(std::move(colors)), edges_(std::move(edges)), most_(most) {}

std::size_t PatternSymbols::number(const NamedPattern& named) {
  const NamedPattern drawn = in_canonical_order(named);
  // Names may hold what a listing is made of, so lengths make it unambiguous.
  std::string key;
  for (const std::string& label : drawn.labels)
    key += fmt::format("{}:{}", label.size(), label);
  for (const NamedEdge& edge : drawn.edges ? edges_of(drawn) : std::vector<NamedEdge>())
    key += fmt::format("{}:{}", edge.label.size(), edge.label);
  const std::string text = listing(drawn);
  const auto [found, fresh] = numbers_.try_emplace(key + "|" + text, entries_.size());
  if (!fresh) return found->second;
  Entry entry{.listing = text, .size = drawn.pattern.size()};
  if (entries_.size() < most_) {
    PicturePart part = paint_pattern(drawn, colors_, edges_);
    entry.width = static_cast<int>(std::ceil(part.width));
    entry.height = static_cast<int>(std::ceil(part.height));
    entry.shapes = std::move(part.shapes);
  }
  entries_.push_back(std::move(entry));
  return found->second;
}

std::string PatternSymbols::show(std::size_t number, double width, double height) const {
  const Entry& entry = entries_[number];
  if (entry.width == 0) return "<span class=\"code\">" + html_escaped(entry.listing) + "</span>";
  const double scale = std::min({1.0, width / entry.width, height / entry.height});
  return fmt::format(
      "<svg class=\"pattern\" role=\"img\" aria-label=\"{}\" width=\"{:.0f}\" height=\"{:.0f}\">"
      "<use href=\"#p{}\"/></svg>",
      html_escaped(entry.listing), scale * entry.width, scale * entry.height, number);
}

std::string PatternSymbols::definitions() const {
  std::string html = "<svg class=\"symbols\" width=\"0\" height=\"0\" aria-hidden=\"true\">\n";
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const Entry& entry = entries_[i];
    if (entry.width == 0) continue;
    html += fmt::format("<symbol id=\"p{}\" viewBox=\"0 0 {} {}\">\n{}</symbol>\n", i, entry.width,
                        entry.height, entry.shapes);
  }
  return html + "</svg>\n";
}

}  // namespace rlminer::report
