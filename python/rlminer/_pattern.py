"""The small thing that is counted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from . import _core
from ._graph import Graph
from ._sources import text


class Pattern:
    """A small connected graph with labels, of at most 32 vertices, numbered from 0.

    Two patterns are equal when they are isomorphic with equal labels, whatever the order of their vertices.

    >>> import rlminer as rm
    >>> ring = rm.Pattern("CCCCCC", [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0)])
    >>> rm.count(rm.Graph("example:cholesterol"), ring)
    3
    >>> rm.Pattern("CCO", [(0, 1), (1, 2)]) == rm.Pattern("OCC", [(0, 1), (2, 1)])
    True
    """

    __slots__ = ("_canonical", "_edges", "_labels")

    def __init__(self, labels: Iterable[Any], edges: Iterable[Sequence[int]]) -> None:
        pairs = {(min(u, v), max(u, v)) for u, v in edges}
        self._set(tuple(text(label) for label in labels), tuple(sorted(pairs)))
        self._canonical_form()  # refuses what is no pattern

    def _set(self, labels: tuple[str, ...], edges: tuple[tuple[int, int], ...]) -> None:
        self._labels = labels
        self._edges = edges
        self._canonical: tuple[_core.PatternParts, int] | None = None

    @classmethod
    def _found(cls, labels: tuple[str, ...], edges: tuple[tuple[int, int], ...]) -> Pattern:
        """One that the library has found, so it needs no check."""
        pattern = cls.__new__(cls)
        pattern._set(labels, edges)
        return pattern

    def _canonical_form(self) -> tuple[_core.PatternParts, int]:
        if self._canonical is None:
            self._canonical = _core.canonical(self._labels, self._edges)
        return self._canonical

    @property
    def labels(self) -> tuple[str, ...]:
        """The label of each vertex."""
        return self._labels

    @property
    def edges(self) -> tuple[tuple[int, int], ...]:
        """Pairs of vertices, sorted, the smaller one first."""
        return self._edges

    @property
    def automorphisms(self) -> int:
        """In how many ways the pattern can be laid over itself: mappings are frequency times this.

        >>> import rlminer as rm
        >>> rm.Pattern("CCC", [(0, 1), (1, 2), (0, 2)]).automorphisms
        6
        """
        return self._canonical_form()[1]

    def __len__(self) -> int:
        return len(self._labels)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Pattern):
            return NotImplemented
        return self._canonical_form() == other._canonical_form()

    def __lt__(self, other: Pattern) -> bool:
        """A fixed order, the smaller ones first, so that tables can be sorted and grouped."""
        return (len(self), self._canonical_form()) < (len(other), other._canonical_form())

    def __hash__(self) -> int:
        return hash(self._canonical_form())

    def __repr__(self) -> str:
        short = all(len(label) == 1 for label in self._labels)
        labels = repr("".join(self._labels)) if short else repr(list(self._labels))
        return f"Pattern({labels}, {list(self._edges)})"

    def __str__(self) -> str:
        """As the program prints it.

        >>> import rlminer as rm
        >>> print(rm.Pattern("CCO", [(0, 1), (1, 2)]))
        0:C  1:C  2:O | 0-1 1-2
        """
        return _core.listing(self._labels, self._edges)

    def __reduce__(self) -> tuple[Any, ...]:
        return Pattern, (self._labels, self._edges)

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def to_svg(self, caption: Sequence[str] = ()) -> str:
        """A picture, with the lines of a caption below it.

        >>> import rlminer as rm
        >>> rm.Pattern("CO", [(0, 1)]).to_svg()[:4]
        '<svg'
        """
        return _core.pattern_svg(self._labels, self._edges, caption)

    def to_networkx(self) -> Any:
        """The pattern as a graph of networkx, with the attribute "label".

        >>> import rlminer as rm
        >>> rm.Pattern("CO", [(0, 1)]).to_networkx().nodes(data="label")
        NodeDataView({0: 'C', 1: 'O'}, data='label')
        """
        import networkx

        graph = networkx.Graph()
        graph.add_nodes_from((i, {"label": label}) for i, label in enumerate(self._labels))
        graph.add_edges_from(self._edges)
        return graph


def as_pattern(source: Any) -> Pattern:
    """A pattern, or whatever a graph can be made of; vertices in the order of that graph."""
    if isinstance(source, Pattern):
        return source
    graph = source if isinstance(source, Graph) else Graph(source)
    return Pattern(graph.labels, graph.edges.T.tolist())
