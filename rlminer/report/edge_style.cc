#include "rlminer/report/edge_style.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "rlminer/base/text.h"
#include "rlminer/report/pattern_symbols.h"

namespace rlminer::report {
namespace {

constexpr std::string_view kElements =
    " H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Sc Ti V Cr Mn Fe Co Ni Cu Zn Ga Ge As Se "
    "Br Kr Rb Sr Y Zr Nb Mo Tc Ru Rh Pd Ag Cd In Sn Sb Te I Xe Cs Ba La Ce Pr Nd Pm Sm Eu Gd Tb Dy "
    "Ho Er Tm Yb Lu Hf Ta W Re Os Ir Pt Au Hg Tl Pb Bi Po At Rn Fr Ra Ac Th Pa U Np Pu Am Cm Bk Cf "
    "Es Fm Md No Lr Rf Db Sg Bh Hs Mt Ds Rg Cn Nh Fl Mc Lv Ts Og ";

bool is_element(const std::string& label) {
  return !label.empty() && label.find(' ') == std::string::npos &&
         kElements.find(" " + label + " ") != std::string_view::npos;
}

constexpr EdgeStyle bond(int lines, bool aromatic = false) {
  EdgeStyle style;
  style.lines = lines;
  style.last_dashed = aromatic;
  return style;
}

struct BondName {
  std::string_view name;
  EdgeStyle style;
  bool is_word;  // and thus a bond whatever it is between
};

constexpr std::array kBondNames{
    BondName{"single", bond(1), true},     BondName{"double", bond(2), true},
    BondName{"triple", bond(3), true},     BondName{"aromatic", bond(2, true), true},
    BondName{"1", bond(1), false},         BondName{"2", bond(2), false},
    BondName{"3", bond(3), false},         BondName{"1.0", bond(1), false},
    BondName{"2.0", bond(2), false},       BondName{"3.0", bond(3), false},
    BondName{"1.5", bond(2, true), false}, BondName{"4", bond(2, true), false},  // as in MDL files
    BondName{"ar", bond(2, true), false},  BondName{"-", bond(1), false},
    BondName{"=", bond(2), false},         BondName{"#", bond(3), false},
    BondName{":", bond(2, true), false}};

const BondName* bond_named(std::string_view label) {
  const std::string name = text::lower(label);
  const auto* const found = std::find_if(kBondNames.begin(), kBondNames.end(),
                                         [&](const BondName& each) { return each.name == name; });
  return found == kBondNames.end() ? nullptr : found;
}

}  // namespace

std::vector<int> EdgeStyle::dash_lengths() const {
  std::vector<int> lengths;
  for (const std::string_view word : text::words(dashes))
    lengths.push_back(static_cast<int>(text::to_integer(word).value_or(0)));
  return lengths;
}

EdgeStyles::EdgeStyles(std::vector<std::string> edge_labels,
                       const std::vector<std::string>& vertex_labels)
    : names_(std::move(edge_labels)) {
  std::erase(names_, "");
  std::sort(names_.begin(), names_.end(), graph::natural_less);
  names_.erase(std::unique(names_.begin(), names_.end()), names_.end());
  const bool elements = std::all_of(vertex_labels.begin(), vertex_labels.end(), is_element);
  bonds_ = std::all_of(names_.begin(), names_.end(), [&](const std::string& name) {
    const BondName* const bond = bond_named(name);
    return bond != nullptr && (bond->is_word || elements);
  });
  if (!bonds_) return;
  const auto rank = [](const std::string& name) {
    const EdgeStyle style = bond_named(name)->style;
    return style.last_dashed ? 4 : style.lines;
  };
  std::stable_sort(names_.begin(), names_.end(),
                   [&](const std::string& a, const std::string& b) { return rank(a) < rank(b); });
}

EdgeStyles::EdgeStyles(const NamedPattern& named)
    : EdgeStyles(named.edges ? named.edges->kinds.labels() : std::vector<std::string>(),
                 named.labels) {}

EdgeStyle EdgeStyles::of(std::string_view label) const {
  constexpr std::array kColors{palette::kBlue,   palette::kVermilion, palette::kGreen,
                               palette::kPurple, palette::kOrange,    palette::kSky,
                               palette::kGrey};
  constexpr std::array<std::string_view, 4> kDashes{"", "7 4", "2 4", "9 3 2 3"};
  const auto place = std::find(names_.begin(), names_.end(), label);
  if (place == names_.end()) return {};
  if (bonds_) return bond_named(label)->style;
  const auto index = static_cast<std::size_t>(place - names_.begin());
  return {.color = kColors[index % kColors.size()], .dashes = kDashes[index % kDashes.size()]};
}

}  // namespace rlminer::report
