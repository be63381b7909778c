#include "rlminer/graph/assembly.h"

#include <memory>
#include <utility>

#include "rlminer/base/text.h"

namespace rlminer::graph {

void Assembly::note_edge_label(std::string_view label) {
  if (edge_labels_differ_) return;
  if (!any_edge_label_) {
    any_edge_label_ = true;
    first_edge_label_ = label;
  } else if (label != first_edge_label_) {
    edge_labels_differ_ = true;
    warn("edge labels are ignored (they differ: " + text::shown(first_edge_label_) + ", " +
         text::shown(label) + ", ...)");
  }
}

Collection Assembly::finish(std::string format) {
  std::vector<std::string> names;
  for (const GraphBuilder& builder : builders_) {
    names.insert(names.end(), builder.label_names().begin(), builder.label_names().end());
  }
  const auto dictionary = std::make_shared<const LabelDictionary>(std::move(names));

  Collection result;
  result.format = std::move(format);
  std::size_t self_loops = 0;
  for (GraphBuilder& builder : builders_) {
    result.numbers.push_back(result.graphs.size());
    result.graphs.push_back(builder.build(dictionary));
    self_loops += builder.dropped().self_loops;
  }
  if (self_loops > 0) warn(text::counted(self_loops, "self-loop") + " dropped");
  result.warnings = std::move(warnings_);
  return result;
}

}  // namespace rlminer::graph
