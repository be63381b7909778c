#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rlminer/report/parts.h"

namespace rlminer::report {

// How the edges of one label are drawn.
struct EdgeStyle {
  std::string_view color = "currentColor";
  std::string_view dashes = {};  // as in stroke-dasharray; empty: solid
  int lines = 1;                 // beside each other, as chemists draw double and triple bonds
  bool last_dashed = false;      // of these lines: an aromatic bond

  std::vector<int> dash_lengths() const;  // what `dashes` says
};

// Styles for the labels of edges. Labels that are orders of bonds become single, double, triple and
// half dashed lines; others differ in colour and dashes, of which 28 go together before they come
// again.
class EdgeStyles {
 public:
  EdgeStyles() = default;
  // The labels of edges in any order, repeated or not. Those of vertices tell whether numbers are
  // orders of bonds: they are between chemical elements.
  EdgeStyles(std::vector<std::string> edge_labels, const std::vector<std::string>& vertex_labels);
  // Those of one pattern, drawn by itself.
  explicit EdgeStyles(const NamedPattern& named);

  // Sorted for people (bonds by their order), each once; the empty label, of edges without one, is
  // not among them.
  const std::vector<std::string>& names() const { return names_; }
  // Of edges without a label, or with one that is not known: a plain line.
  EdgeStyle of(std::string_view label) const;
  bool bonds() const { return bonds_; }

 private:
  std::vector<std::string> names_;
  bool bonds_ = false;
};

}  // namespace rlminer::report
