#include "rlminer/enumerate/pattern_key.h"

#include <bit>

#include "rlminer/base/bits.h"
#include "rlminer/base/rng.h"
#include "rlminer/pattern/canonical.h"

namespace rlminer::enumerate {
namespace {

using Wide = unsigned __int128;

// Two random 128-bit factors for the size and for every vertex.
struct Factors {
  Wide high, low;
};

constexpr std::array<Factors, pattern::kMaxPatternSize + 1> draw_factors() {
  std::array<Factors, pattern::kMaxPatternSize + 1> factors{};
  std::uint64_t state = 0x5851f42d4c957f2dULL;
  const auto next = [&state] {
    state += 0x9e3779b97f4a7c15ULL;
    return mix64(state);
  };
  for (Factors& factor : factors) {
    factor.high = Wide{next()} << 64 | next();
    factor.low = Wide{next()} << 64 | next();
  }
  return factors;
}

constexpr auto kFactors = draw_factors();

// The same for every pair of vertices.
Factors factors_of_pair(int i, int j) {
  const auto pair = static_cast<std::uint64_t>(i * pattern::kMaxPatternSize + j + 1);
  const auto word = [&](std::uint64_t part) {
    return mix64((4 * pair + part) * 0x9e3779b97f4a7c15ULL ^ 0x1f83d9abfb41bd6bULL);
  };
  return {Wide{word(0)} << 64 | word(1), Wide{word(2)} << 64 | word(3)};
}

}  // namespace

PatternKey pattern_key(const Pattern& pattern) {
  const auto size = static_cast<std::uint64_t>(pattern.size());
  Wide high = kFactors[pattern::kMaxPatternSize].high * size;
  Wide low = kFactors[pattern::kMaxPatternSize].low * size;
  for (int i = 0; i < pattern.size(); ++i) {
    const std::uint64_t word = std::uint64_t{pattern.label(i)} << 32 | pattern.adjacency(i);
    const Factors& factor = kFactors[static_cast<std::size_t>(i)];
    high += factor.high * word;
    low += factor.low * word;
  }
  if (!pattern.plain()) {
    for (int i = 1; i < pattern.size(); ++i) {
      for_each_bit(pattern.adjacency(i) & ((std::uint32_t{1} << i) - 1), [&](int j) {
        const std::uint64_t word =
            std::uint64_t{pattern.relation(i, j)} << 16 | pattern.relation(j, i);
        const Factors factor = factors_of_pair(i, j);
        high += factor.high * (word + 1);
        low += factor.low * (word + 1);
      });
    }
  }
  return {static_cast<std::uint64_t>(high >> 64), static_cast<std::uint64_t>(low >> 64)};
}

Coding coding_of(const graph::RenumberedGraph& graph) {
  Coding coding;
  for (std::size_t r = 0; r < graph.num_relations(); ++r)
    coding.converses.push_back(graph.converse(static_cast<Relation>(r)));
  if (!coding.converses.empty())
    coding.bits = static_cast<int>(std::bit_width(coding.converses.size()));
  return coding;
}

Pattern RawCode::pattern(int size, const Coding& coding) const {
  Pattern pattern;
  Triangle left = triangle_;
  for (int n = 0; n < size; ++n) {
    const auto label =
        static_cast<Label>(labels_[static_cast<std::size_t>(n) / 8] >> (8 * (n % 8)));
    pattern.add_vertex(label & 0xff);
    for (int j = 0; j < n; ++j, left >>= coding.bits) {
      const auto entry = static_cast<std::uint32_t>(left & ((Triangle{1} << coding.bits) - 1));
      if (entry == 0) continue;
      pattern.add_edge(n, j);
      if (coding.converses.empty()) continue;
      const auto relation = static_cast<Relation>(entry - 1);
      pattern.set_relation(n, j, relation, coding.converses[relation]);
    }
  }
  return pattern;
}

RawCounts::Slot* RawCounts::insert(const RawCode& code) {
  if (2 * ++used_ > slots_.size()) {
    std::vector<Slot> old(2 * slots_.size());
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.number != 0) *find(slot.code) = slot;
    }
  }
  Slot* const slot = find(code);
  slot->code = code;
  slot->number = used_;
  examples_.resize(examples_.size() + static_cast<std::size_t>(example_size_));
  return slot;
}

bool RawCounts::add_to(Entries& entries, const Pattern& pattern, Entry&& entry) {
  const pattern::CanonicalForm form = pattern::canonicalize(pattern);
  const auto [place, is_new] = entries.try_emplace(form.pattern);
  place->second.count += entry.count;
  if (entry.met < place->second.met) {
    place->second.met = entry.met;
    place->second.example.clear();
    for (std::size_t i = 0; i < entry.example.size(); ++i)
      place->second.example.push_back(entry.example[form.order[i]]);
  }
  return is_new;
}

RawCounts::Entries RawCounts::canonical() const {
  Entries entries = uncoded_;
  for (const Slot& slot : slots_) {
    if (slot.number == 0) continue;
    const auto first =
        examples_.begin() + static_cast<std::ptrdiff_t>(slot.number - 1) * example_size_;
    add_to(entries, slot.code.pattern(size_, coding_),
           {slot.count, {slot.unit, slot.place}, {first, first + example_size_}});
  }
  return entries;
}

}  // namespace rlminer::enumerate
