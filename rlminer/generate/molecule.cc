#include "rlminer/generate/molecule.h"

#include <array>
#include <cassert>
#include <string_view>
#include <utility>

namespace rlminer::generate {
namespace {

struct Atom {
  std::string_view name;
  std::size_t valence;
  double weight;
};

// Roughly how common the atoms are in drug-like molecules. The weights add up to 1.
constexpr std::array<Atom, 7> kAtoms = {{{"C", 4, 0.74},
                                         {"N", 3, 0.10},
                                         {"O", 2, 0.11},
                                         {"S", 2, 0.02},
                                         {"F", 1, 0.01},
                                         {"Cl", 1, 0.015},
                                         {"Br", 1, 0.005}}};
constexpr const Atom& kCarbon = kAtoms[0];

// Grows the molecule. Invariant between two steps: some atom has a bond to spare while atoms are
// still to come.
class Grower {
 public:
  Grower(const Molecule& params, Rng& rng) : params_(params), rng_(rng) {}

  Topology run() {
    constexpr std::size_t kLargestRing = 6;
    result_.vertices = params_.vertices;
    while (spare_.size() < params_.vertices) {
      const std::size_t remaining = params_.vertices - spare_.size();
      if (remaining >= kLargestRing && rng_.chance(params_.ring)) {
        add_ring(rng_.chance(0.25) ? kLargestRing - 1 : kLargestRing);
      } else {
        add_atom(remaining);
      }
    }
    return std::move(result_);
  }

 private:
  void add_atom(std::size_t remaining) {
    Atom atom = draw_atom(1);
    // An atom of one bond must not use up the last spare bond while others wait.
    if (atom.valence == 1 && remaining > 1 && total_spare_ <= 1) atom = kCarbon;
    const bool first = spare_.empty();
    const Vertex v = place(atom);
    if (!first) bond(draw_open(), v);
    note_if_open(v);
  }

  void add_ring(std::size_t size) {
    const bool first = spare_.empty();
    std::vector<Vertex> ring;
    for (std::size_t i = 0; i < size; ++i) {
      // The first atom of the ring also holds on to the rest of the molecule, and to what comes.
      ring.push_back(place(i == 0 ? kCarbon : draw_atom(2)));
    }
    if (!first) bond(draw_open(), ring.front());
    for (std::size_t i = 0; i < size; ++i)
      bond(ring[i], ring[(i + 1) % size]);
    for (const Vertex v : ring)
      note_if_open(v);
  }

  Atom draw_atom(std::size_t least_valence) {
    for (;;) {
      double draw = rng_.uniform();
      for (const Atom& atom : kAtoms) {
        draw -= atom.weight;
        if (draw >= 0.0) continue;
        if (atom.valence >= least_valence) return atom;
        break;
      }
    }
  }

  Vertex place(const Atom& atom) {
    result_.labels.emplace_back(atom.name);
    spare_.push_back(atom.valence);
    total_spare_ += atom.valence;
    return static_cast<Vertex>(spare_.size() - 1);
  }

  void bond(Vertex u, Vertex v) {
    assert(spare_[u] > 0 && spare_[v] > 0);
    result_.edges.emplace_back(u, v);
    --spare_[u];
    --spare_[v];
    total_spare_ -= 2;
  }

  void note_if_open(Vertex v) {
    if (spare_[v] > 0) open_.push_back(v);
  }

  // A random atom with a bond to spare, which the caller will use.
  Vertex draw_open() {
    const std::size_t place = rng_.below(open_.size());
    const Vertex v = open_[place];
    if (spare_[v] == 1) {
      open_[place] = open_.back();
      open_.pop_back();
    }
    return v;
  }

  const Molecule& params_;
  Rng& rng_;
  Topology result_;
  std::vector<std::size_t> spare_;  // bonds each atom has left
  std::size_t total_spare_ = 0;
  std::vector<Vertex> open_;  // the atoms that have any left, each once
};

}  // namespace

Topology grow_molecule(const Molecule& params, Rng& rng) {
  return Grower(params, rng).run();
}

std::size_t valence_of(const std::string& atom) {
  for (const Atom& known : kAtoms) {
    if (known.name == atom) return known.valence;
  }
  return 0;
}

}  // namespace rlminer::generate
