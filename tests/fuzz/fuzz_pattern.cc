// A libFuzzer target: two lines of text are the labels and the edges of a pattern as somebody types
// them. They give a pattern, which has the same canonical form when its vertices are written in
// another order, or an Error of one line.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>

#include "cli/written_pattern.h"

#include "rlminer/report/parts.h"

namespace {

using rlminer::cli::WrittenPattern;

WrittenPattern backwards(WrittenPattern written) {
  std::reverse(written.labels.begin(), written.labels.end());
  std::reverse(written.edges.begin(), written.edges.end());
  for (rlminer::cli::WrittenEdge& edge : written.edges) {
    edge.from = written.labels.size() - 1 - edge.from;
    edge.to = written.labels.size() - 1 - edge.to;
  }
  return written;
}

void check(const std::string& labels, const std::string& edges) {
  WrittenPattern written;
  if (!labels.empty()) written.labels = rlminer::cli::parse_label_list(labels);
  if (!edges.empty()) written.edges = rlminer::cli::parse_edge_list(edges);
  const auto resolved = rlminer::cli::resolve_pattern(written);
  if (resolved.named.labels.size() != static_cast<std::size_t>(resolved.pattern.size()))
    std::abort();
  if (written.labels.empty()) return;
  const auto same = rlminer::cli::resolve_pattern(backwards(written));
  const bool agree =
      same.pattern == resolved.pattern && same.named.labels == resolved.named.labels &&
      rlminer::report::listing(same.named) == rlminer::report::listing(resolved.named) &&
      same.automorphisms == resolved.automorphisms;
  if (!agree) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t end = std::min(text.find('\n'), size);
  const std::string labels(text.substr(0, end));
  const std::string edges(text.substr(std::min(end + 1, size)));
  try {
    check(labels, edges);
  } catch (const std::runtime_error& error) {  // Error or UsageError
    if (std::string_view(error.what()).find('\n') != std::string_view::npos) std::abort();
  }
  return 0;
}
