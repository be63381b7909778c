#pragma once

#include "rlminer/generate/topology.h"

namespace rlminer::generate {

// Grows a random molecule; see Molecule. The part of make_topology() that knows about atoms.
Topology grow_molecule(const Molecule& params, Rng& rng);

// The largest number of bonds of an atom that grow_molecule() uses as a label.
std::size_t valence_of(const std::string& atom);

}  // namespace rlminer::generate
