#include "rlminer/graph/relation.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "rlminer/base/error.h"
#include "rlminer/graph/graph.h"

namespace rlminer::graph {
namespace {

// No arc comes before every arc.
bool label_less(const std::optional<std::string>& a, const std::optional<std::string>& b) {
  if (!a || !b) return !a && b;
  return natural_less(*a, *b);
}

bool kind_less(const EdgeKind& a, const EdgeKind& b) {
  if (a.out != b.out) return label_less(a.out, b.out);
  return label_less(a.in, b.in);
}

}  // namespace

RelationDictionary::RelationDictionary(std::vector<EdgeKind> kinds) : kinds_(std::move(kinds)) {
  const std::size_t given = kinds_.size();
  for (std::size_t i = 0; i < given; ++i)
    kinds_.push_back(kinds_[i].converse());
  std::sort(kinds_.begin(), kinds_.end(), kind_less);
  kinds_.erase(std::unique(kinds_.begin(), kinds_.end()), kinds_.end());
  if (kinds_.size() > kMostKinds) {
    throw Error("there are " + std::to_string(kinds_.size()) +
                " kinds of edges (by label and direction), and at most " +
                std::to_string(kMostKinds) + " can be told apart");
  }
  for (const EdgeKind& kind : kinds_)
    converses_.push_back(at(kind.converse()));
}

Relation RelationDictionary::at(const EdgeKind& kind) const {
  const auto place = std::lower_bound(kinds_.begin(), kinds_.end(), kind, kind_less);
  assert(place != kinds_.end() && *place == kind);
  return static_cast<Relation>(place - kinds_.begin());
}

bool RelationDictionary::contains(const EdgeKind& kind) const {
  return std::binary_search(kinds_.begin(), kinds_.end(), kind, kind_less);
}

bool RelationDictionary::directed() const {
  return std::any_of(kinds_.begin(), kinds_.end(),
                     [](const EdgeKind& kind) { return !kind.symmetric(); });
}

bool RelationDictionary::labelled() const {
  return !labels().empty();
}

std::vector<std::string> RelationDictionary::labels() const {
  std::vector<std::string> labels;
  for (const EdgeKind& kind : kinds_) {
    if (kind.out && !kind.out->empty()) labels.push_back(*kind.out);
  }
  labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
  return labels;
}

std::shared_ptr<const RelationDictionary> dictionary_of(std::vector<EdgeKind> kinds) {
  RelationDictionary dictionary(std::move(kinds));
  if (dictionary.size() == 0 || (dictionary.size() == 1 && dictionary.kind(0) == kPlainEdge))
    return nullptr;
  return std::make_shared<const RelationDictionary>(std::move(dictionary));
}

}  // namespace rlminer::graph
