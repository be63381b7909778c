"""The small thing that is counted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from . import _core
from ._graph import Graph
from ._sources import text


class Pattern:
    """A small connected graph with labels, of at most 32 vertices, numbered from 0.

    Where the edges of a graph have labels or directions, those of a pattern have them too: `edge_labels` are in the
    order of `edges`, and with `directed` an edge is an arc from its first vertex to its second one; arcs both ways are
    two edges. Two patterns are equal when they are isomorphic with equal labels, of edges too, whatever the order of
    their vertices.

    Examples:
        >>> import rlminer as rm
        >>> ring = rm.Pattern("CCCCCC", [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0)])
        >>> rm.count(rm.Graph("example:cholesterol"), ring)
        3
        >>> rm.Pattern("CCO", [(0, 1), (1, 2)]) == rm.Pattern("OCC", [(0, 1), (2, 1)])
        True
        >>> likes = rm.Graph([("a", "b"), ("b", "c"), ("d", "c")], directed=True)
        >>> rm.count(likes, rm.Pattern("000", [(0, 1), (1, 2)], directed=True))
        1
    """

    __slots__ = ("_canonical", "_edges", "_labels")

    def __init__(
        self,
        labels: Iterable[Any],
        edges: Iterable[Sequence[int]],
        *,
        edge_labels: Iterable[Any] | None = None,
        directed: bool = False,
    ) -> None:
        pairs = [(u, v) for u, v in edges]
        names = [text(label) for label in edge_labels] if edge_labels is not None else None
        if names is not None and len(names) != len(pairs):
            raise _core.Error(f"there are {len(pairs)} edges and {len(names)} edge labels")
        self._set(tuple(text(label) for label in labels), _written(pairs, names, directed))
        self._canonical_form()  # refuses what is no pattern

    def _set(self, labels: tuple[str, ...], edges: tuple[_core.PatternEdge, ...]) -> None:
        self._labels = labels
        self._edges = edges
        self._canonical: tuple[_core.PatternParts, int] | None = None

    @classmethod
    def _found(cls, labels: tuple[str, ...], edges: tuple[_core.PatternEdge, ...]) -> Pattern:
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
        """Pairs of vertices, sorted, the smaller one first; arcs from the first to the second."""
        return tuple((edge[0], edge[1]) for edge in self._edges)

    @property
    def edge_labels(self) -> tuple[str, ...] | None:
        """The label of each edge, or None where edges have none."""
        if not any(len(edge) == 4 and edge[2] is not None for edge in self._edges):
            return None
        return tuple(edge[2] or "" for edge in self._edges if len(edge) == 4)

    @property
    def directed(self) -> bool:
        """Whether edges are arcs."""
        return any(len(edge) == 4 and edge[3] for edge in self._edges)

    @property
    def automorphisms(self) -> int:
        """In how many ways the pattern can be laid over itself: mappings are frequency times this.

        Examples:
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
        return self._order() < other._order()

    def _order(self) -> tuple[Any, ...]:
        (labels, edges), automorphisms = self._canonical_form()
        parts = tuple((edge[0], edge[1], edge[2] or "", edge[3]) if len(edge) == 4 else edge for edge in edges)
        return len(self), labels, parts, automorphisms

    def __hash__(self) -> int:
        return hash(self._canonical_form())

    def __repr__(self) -> str:
        short = all(len(label) == 1 for label in self._labels)
        labels = repr("".join(self._labels)) if short else repr(list(self._labels))
        more = f", edge_labels={list(self.edge_labels)}" if self.edge_labels is not None else ""
        more += ", directed=True" if self.directed else ""
        return f"Pattern({labels}, {list(self.edges)}{more})"

    def __str__(self) -> str:
        """As the program prints it.

        Examples:
            >>> import rlminer as rm
            >>> print(rm.Pattern("CCO", [(0, 1), (1, 2)]))
            0:C  1:C  2:O | 0-1 1-2
        """
        return _core.listing(self._labels, self._edges)

    def __reduce__(self) -> tuple[Any, ...]:
        return Pattern._found, (self._labels, self._edges)

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def to_svg(self, caption: Sequence[str] = ()) -> str:
        """A picture, with the lines of a caption below it.

        Examples:
            >>> import rlminer as rm
            >>> rm.Pattern("CO", [(0, 1)]).to_svg()[:4]
            '<svg'
        """
        return _core.pattern_svg(self._labels, self._edges, caption)

    def to_networkx(self) -> Any:
        """The pattern as a graph of networkx, with the attribute "label".

        Examples:
            >>> import rlminer as rm
            >>> rm.Pattern("CO", [(0, 1)]).to_networkx().nodes(data="label")
            NodeDataView({0: 'C', 1: 'O'}, data='label')
        """
        import networkx

        graph = networkx.DiGraph() if self.directed else networkx.Graph()
        graph.add_nodes_from((i, {"label": label}) for i, label in enumerate(self._labels))
        graph.add_edges_from(self.edges)
        for edge, label in zip(self.edges, self.edge_labels or ()):
            graph.edges[edge]["label"] = label
        return graph


def _written(pairs: list[tuple[int, int]], names: list[str] | None, directed: bool) -> tuple[_core.PatternEdge, ...]:
    """The edges as the library takes them, sorted."""
    if names is None and not directed:
        return tuple(sorted({(min(pair), max(pair)) for pair in pairs}))
    ordered = [pair if directed else (min(pair), max(pair)) for pair in pairs]
    labels: Sequence[str | None] = names if names is not None else [None] * len(pairs)
    return tuple(sorted({(u, v, name, directed) for (u, v), name in zip(ordered, labels)}))


def as_pattern(source: Any) -> Pattern:
    """A pattern, or whatever a graph can be made of; vertices in the order of that graph."""
    if isinstance(source, Pattern):
        return source
    graph = source if isinstance(source, Graph) else Graph(source)
    kinds = graph.edge_kinds
    pairs = graph.edges.T.tolist()
    if kinds is None:
        return Pattern(graph.labels, pairs)
    directed = any(out != back for out, back in kinds)
    labelled = any(label for kind in kinds for label in kind)
    edges: list[tuple[int, int]] = []
    labels: list[str] = []
    for (u, v), (out, back) in zip(pairs, kinds):
        for start, end, label in ((u, v, out), (v, u, back if directed else None)):
            if label is not None:
                edges.append((start, end))
                labels.append(label)
    return Pattern(graph.labels, edges, edge_labels=labels if labelled else None, directed=directed)
