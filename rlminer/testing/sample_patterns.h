#pragma once

#include <string>
#include <vector>

#include "rlminer/base/rng.h"
#include "rlminer/pattern/pattern.h"

// Patterns to test and measure with: random ones and the symmetric ones that defeat weak canonical
// labelling.
namespace rlminer::testing {

// Every pair is an edge with the given probability; labels are uniform in [0, labels).
Pattern random_pattern(int size, double density, int labels, Rng& rng);
Pattern random_tree(int size, int labels, Rng& rng);
// A random tree and `extra` more edges (fewer when the pattern is complete before).
Pattern random_connected(int size, int extra, int labels, Rng& rng);
// A random graph with the given degree, by edge switches from a circulant; size * degree must be
// even.
Pattern random_regular(int size, int degree, Rng& rng);

// The same with edges of `kinds` kinds; where they are directed, kind r seen from one end is kind
// r ^ 1 seen from the other (their number is even then).
Pattern with_random_kinds(const Pattern& pattern, int kinds, bool directed, Rng& rng);

Pattern shuffled(const Pattern& pattern, Rng& rng);
// Replaces edges a-b, c-d by a-d, c-b when that is possible, so that all degrees stay; tries a few
// times.
Pattern edge_switched(const Pattern& pattern, Rng& rng);
Pattern with_toggled_edge(const Pattern& pattern, int i, int j);
Pattern with_swapped_labels(const Pattern& pattern, int i, int j);
Pattern disjoint_union(const Pattern& a, const Pattern& b);
Pattern complement(const Pattern& pattern);

Pattern cycle(int size);
Pattern path(int size);
Pattern star(int size);
Pattern clique(int size);
Pattern complete_multipartite(const std::vector<int>& parts);
Pattern hypercube(int dimension);
Pattern torus(int rows, int columns);
Pattern rook(int rows, int columns);  // squares, adjacent when a rook moves from one to the other
Pattern shrikhande();
Pattern paley(int prime);        // prime = 1 mod 4
Pattern triangular(int points);  // pairs of points, adjacent when they share one
Pattern chang(const std::vector<std::pair<int, int>>&
                  switching);  // triangular(8), Seidel-switched at these pairs
Pattern kneser(
    int points);  // pairs of points, adjacent when disjoint; kneser(5) is the Petersen graph
Pattern generalized_petersen(int size, int step);
Pattern projective_plane_incidence(int prime);  // points and lines
Pattern latin_square_graph(int order);          // cells of the cyclic Latin square

struct Named {
  std::string name;
  Pattern pattern;
};
// All of the above at up to 32 vertices, and unions of them.
std::vector<Named> symmetric_patterns();

}  // namespace rlminer::testing
