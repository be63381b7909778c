"""Which places of which patterns a vertex is in."""

from __future__ import annotations

from typing import Any, NamedTuple

from . import _core
from ._mining import Sizes, _as_graph, _seconds, _sizes
from ._pattern import Pattern
from ._results import Interrupted


class Orbit(NamedTuple):
    """Vertices of a pattern that look the same from it: its automorphisms map them onto each other."""

    pattern: Pattern
    vertices: tuple[int, ...]  #: their numbers in the pattern


class Orbits(NamedTuple):
    """How often each vertex of a graph lies in each orbit of each pattern."""

    counts: Any  #: a sparse matrix of scipy: a row for each vertex of the graph, a column for each orbit
    orbits: list[Orbit]  #: what the columns are: those that occur, the smaller patterns first
    complete: bool  #: otherwise a limit came first, and the counts are lower bounds


def orbits(graph: Any, k: Sizes, *, time_limit: float | None = None, memory_limit: str = "70%") -> Orbits:
    """How often each vertex lies in each orbit of each pattern of these sizes.

    Every connected vertex set of `k` vertices counts once for each of its vertices, in the column of the place that the
    vertex has in the pattern that the set induces. Without labels and with k=range(2, 6) this is what is known as the
    graphlet degree vector. Needs scipy. All sets are walked, on one thread, so it is for sizes whose sets can be listed.
    Ctrl-C raises `Interrupted` with what was counted so far.

    Examples:
        >>> import rlminer as rm
        >>> found = rm.orbits(rm.Graph([("a", "b"), ("b", "c"), ("b", "d")]), k=3)
        >>> [(str(orbit.pattern), orbit.vertices) for orbit in found.orbits]
        [('0:0  1:0  2:0 | 0-1 0-2', (0,)), ('0:0  1:0  2:0 | 0-1 0-2', (1, 2))]
        >>> found.counts.toarray().tolist()
        [[0, 2], [3, 0], [0, 2], [0, 2]]
    """
    import scipy.sparse

    target = _as_graph(graph)
    columns, begins, places, counts, complete, interrupted = _core.orbits(
        target._core, _sizes(k), _seconds(time_limit), str(memory_limit)
    )
    shape = (len(begins) - 1, len(columns))
    found = Orbits(
        scipy.sparse.csr_array((counts, places, begins), shape=shape),
        [Orbit(Pattern._found(*parts), vertices) for parts, vertices in columns],
        complete,
    )
    if interrupted:
        raise Interrupted(found)
    return found
