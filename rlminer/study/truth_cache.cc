#include "rlminer/study/truth_cache.h"

#include <atomic>
#include <charconv>
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>
#include <unistd.h>

#include "rlminer/study/store.h"

namespace rlminer::study {
namespace {

using Json = nlohmann::ordered_json;

// Changing what an entry means changes this, and old entries are then ignored.
constexpr char kFormat[] = "rlminer best frequencies 1";

std::optional<Count> parse_count(const std::string& digits) {
  if (digits.empty() || digits.size() > 39) return std::nullopt;
  Count value = 0;
  for (const char c : digits) {
    if (c < '0' || c > '9') return std::nullopt;
    value = saturating_add(saturating_mul(value, 10), static_cast<Count>(c - '0'));
  }
  return value;
}

// What makes an altered entry detectable.
std::string check_of(const std::string& graph, const Json& best) {
  Hasher hasher;
  hasher.add(graph);
  hasher.add(best.dump());
  return hasher.hex();
}

std::string entry_text(const Graph& graph, const std::string& hash, const BestFrequencies& known) {
  Json best = Json::object();
  for (const auto& [size, frequency] : known)
    best[std::to_string(size)] = to_string(frequency);
  const Json entry = {
      {"format", kFormat},          {"graph", hash}, {"vertices", graph.num_vertices()},
      {"edges", graph.num_edges()}, {"best", best},  {"check", check_of(hash, best)}};
  return entry.dump() + "\n";
}

// Throws (a Json exception) or answers nothing when the text is not a good entry.
std::optional<BestFrequencies> parse_entry(const std::string& text, const Graph& graph,
                                           const std::string& hash) {
  const Json entry = Json::parse(text);
  const Json& best = entry.at("best");
  if (entry.at("format") != kFormat || entry.at("graph") != hash ||
      entry.at("vertices") != graph.num_vertices() || entry.at("edges") != graph.num_edges() ||
      entry.at("check") != check_of(hash, best)) {
    return std::nullopt;
  }
  BestFrequencies known;
  for (const auto& [name, value] : best.items()) {
    int size = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), size);
    const auto frequency = parse_count(value.get<std::string>());
    if (error != std::errc() || end != name.data() + name.size() || !frequency) return std::nullopt;
    known[size] = *frequency;
  }
  return known;
}

}  // namespace

std::string content_hash(const Graph& graph) {
  Hasher hasher;
  hasher.add(graph.num_vertices());
  hasher.add(graph.num_edges());
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    hasher.add(graph.label_name(v));
    for (const Vertex u : graph.neighbors(v)) {
      if (u < v) hasher.add(u);
    }
    hasher.add(~std::uint64_t{0});  // ends the list of neighbours
  }
  return hasher.hex();
}

std::filesystem::path TruthCache::file_for(const std::string& hash) const {
  // Folders by the first two digits keep each of them small.
  return folder_ / "truth" / hash.substr(0, 2) / (hash.substr(2) + ".json");
}

BestFrequencies TruthCache::load(const Graph& graph) const {
  if (folder_.empty()) return {};
  const std::string hash = content_hash(graph);
  const auto text = read_whole_file(file_for(hash));
  if (!text) return {};
  try {
    return parse_entry(*text, graph, hash).value_or(BestFrequencies{});
  } catch (const Json::exception&) {
    return {};
  }
}

bool TruthCache::store(const Graph& graph, const BestFrequencies& best) const {
  if (folder_.empty() || best.empty()) return true;
  BestFrequencies known = load(graph);
  for (const auto& [size, frequency] : best)
    known[size] = frequency;
  const std::string hash = content_hash(graph);
  const std::filesystem::path target = file_for(hash);
  std::error_code error;
  std::filesystem::create_directories(target.parent_path(), error);
  // Written beside the target and moved there in one step, so that no reader sees half an entry.
  static std::atomic<unsigned> number{0};
  std::filesystem::path draft = target;
  draft += fmt::format(".{}-{}", getpid(), number++);
  std::ofstream file(draft, std::ios::binary);
  file << entry_text(graph, hash, known);
  file.close();
  if (file) std::filesystem::rename(draft, target, error);
  const bool stored = file && !error;
  if (!stored) std::filesystem::remove(draft, error);
  return stored;
}

}  // namespace rlminer::study
