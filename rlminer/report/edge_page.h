#pragma once

#include <string>

#include "rlminer/report/edge_style.h"

// What a page about a graph that tells its edges apart has beyond others.
namespace rlminer::report {

// How its edges look, as the page's script reads it:
//   directed      arrow heads are drawn
//   styles        name, color (empty: that of text), dashes, lines, last (is dashed)
//   kinds         for each kind of edges the styles of the arc out and of the arc in; -1: no arc
Json edges_to_json(const graph::RelationDictionary& kinds, const EdgeStyles& styles);

// Which line means which label: below the answers, and for the script, which puts it into the
// legend of the drawing. Empty when edges have no labels.
std::string edge_legend(const EdgeStyles& styles);

}  // namespace rlminer::report
