#include "rlminer/report/edge_page.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>

#include "rlminer/report/edge_picture.h"
#include "rlminer/report/html_page.h"

namespace rlminer::report {

Json edges_to_json(const graph::RelationDictionary& kinds, const EdgeStyles& styles) {
  std::vector<std::string> names = styles.names();
  names.insert(names.begin(), "");
  Json json;
  json["directed"] = kinds.directed();
  for (const std::string& name : names) {
    const EdgeStyle style = styles.of(name);
    const bool own_color = style.color.starts_with('#');
    json["styles"].push_back({{"name", name},
                              {"color", own_color ? style.color : ""},
                              {"dashes", style.dash_lengths()},
                              {"lines", style.lines},
                              {"last", style.last_dashed}});
  }
  const auto place_of = [&](const std::optional<std::string>& label) {
    return label ? std::find(names.begin(), names.end(), *label) - names.begin() : -1;
  };
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const graph::EdgeKind& kind = kinds.kind(static_cast<graph::Relation>(i));
    json["kinds"].push_back({place_of(kind.out), place_of(kind.in)});
  }
  return json;
}

namespace {

// List items that show which line means which label.
std::string edge_legend_items(const EdgeStyles& styles) {
  constexpr std::size_t kMost = 24;
  std::string html;
  const std::vector<std::string>& names = styles.names();
  for (std::size_t i = 0; i < std::min(kMost, names.size()); ++i) {
    html += fmt::format("<li><svg width=\"28\" height=\"16\" aria-hidden=\"true\">{}</svg>{}</li>",
                        edge_sample({0, 8}, {28, 8}, styles.of(names[i])), html_escaped(names[i]));
  }
  if (names.size() > kMost)
    html +=
        fmt::format("<li class=\"muted\">and {} more labels of edges</li>", names.size() - kMost);
  return html;
}

}  // namespace

std::string edge_legend(const EdgeStyles& styles) {
  if (styles.names().empty()) return {};
  const std::string items = edge_legend_items(styles);
  return "<ul class=\"edge-legend\" aria-label=\"Labels of edges\">" + items +
         "</ul>\n<template id=\"edge-legend\">" + items + "</template>\n";
}

}  // namespace rlminer::report
