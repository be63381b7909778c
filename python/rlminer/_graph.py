"""Graphs, and files of them."""

from __future__ import annotations

import os
import warnings
from collections.abc import Sequence
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._core import Graph as CoreGraph
from ._sources import Asked, Labels, take_apart, text


class InputWarning(UserWarning):
    """Something in the input is left out or not used."""


class Graph:
    """A graph with labelled vertices, which never changes.

    `source` is one of: a graph of networkx or igraph, a sparse adjacency matrix of scipy, an array of two rows with one
    column for each edge, a PyTorch Geometric `Data`, an RDKit `Mol`, pairs of vertices, or the path of a file (see
    `read` for files with several graphs; "example:caffeine" is one that comes with the package). Repeated edges count
    once and self-loops not at all.

    `label` says what the labels of the vertices are: the name of an attribute, a function of a vertex, a mapping from
    vertices, or one value for each vertex. By default it is the attribute "label" where every vertex has one, the
    element of an RDKit atom, and otherwise the same label for all. Labels are texts: 6 and "6" are the same.

    `edge_label` does the same for edges, and `directed` says that edges are arcs (by default, what a graph of networkx
    or igraph says itself). Where there is more than one kind of edge, patterns have labels and directions too.

    Examples:
        >>> import rlminer as rm
        >>> g = rm.Graph([("a", "b"), ("b", "c")], label={"a": "C", "b": "O", "c": "C"})
        >>> g
        <rlminer.Graph: 3 vertices, 2 edges, 2 labels>
        >>> g.vertices, g.labels
        (['a', 'b', 'c'], ['C', 'O', 'C'])
    """

    __slots__ = ("__weakref__", "_core", "_vertices", "name")

    _core: CoreGraph
    name: str  #: of the input, or empty

    def __init__(
        self,
        source: Any,
        *,
        label: Labels = None,
        edge_label: Labels = None,
        directed: bool | None = None,
        num_vertices: int | None = None,
    ) -> None:
        if isinstance(source, Graph):
            if (label, edge_label, directed, num_vertices) != (None, None, None, None):
                raise _core.Error("a graph that was made keeps its labels: make it again from what it was made of")
            self._set(source._core, source._vertices, source.name)
        elif isinstance(source, (str, os.PathLike)):
            self._read(os.fspath(source), label, edge_label, directed)
        else:
            self._make(source, Asked(label, edge_label, directed, num_vertices))

    def _set(self, core: CoreGraph, vertices: Sequence[Any], name: str) -> None:
        self._core = core
        self._vertices = vertices
        self.name = name

    @classmethod
    def _wrap(cls, core: CoreGraph, name: str = "") -> Graph:
        graph = cls.__new__(cls)
        graph._set(core, _FileIds(core), name)
        return graph

    def _read(self, path: str, label: Labels, edge_label: Labels, directed: bool | None) -> None:
        graphs = read(
            path,
            label=_attribute("label", label),
            edge_label=_attribute("edge_label", edge_label),
            directed=bool(directed),
        )
        if len(graphs) != 1:
            raise _core.Error(
                f"{path}: holds {len(graphs)} graphs: choose one of rlminer.read(path), or mine them all"
            )
        self._set(graphs[0]._core, graphs[0]._vertices, graphs.name)

    def _make(self, source: Any, asked: Asked) -> None:
        parts = take_apart(source, asked)
        kinds: list[tuple[str | None, str | None]] | None = None
        if parts.edge_labels is not None or parts.directed:
            names = parts.edge_labels if parts.edge_labels is not None else [""] * len(parts.sources)
            kinds = [(name, None if parts.directed else name) for name in names]
        ids = None if isinstance(parts.vertices, range) else [text(vertex) for vertex in parts.vertices]
        core = _core.Graph.make(len(parts.vertices), parts.sources, parts.targets, parts.labels, ids, kinds)
        name = getattr(source, "name", "")
        self._set(core, parts.vertices, name if isinstance(name, str) else "")

    @classmethod
    def from_smiles(cls, smiles: str, *, label: Labels = None, edge_label: Labels = None) -> Graph:
        """The molecule that a SMILES text describes, without its hydrogens. Needs RDKit.

        Examples:
            >>> import rlminer as rm
            >>> rm.Graph.from_smiles("CC(=O)O").labels
            ['C', 'C', 'O', 'O']
        """
        from rdkit import Chem

        molecule = Chem.MolFromSmiles(smiles)
        if molecule is None:
            raise _core.Error(f"'{smiles}' is not understood as SMILES")
        return cls(molecule, label=label, edge_label=edge_label)

    @property
    def num_vertices(self) -> int:
        return self._core.num_vertices

    @property
    def num_edges(self) -> int:
        return self._core.num_edges

    @property
    def num_labels(self) -> int:
        """How many different labels there are."""
        return self._core.num_labels

    @property
    def vertices(self) -> Sequence[Any]:
        """The vertices as the caller knows them: nodes of networkx, names of igraph, ids of a file, else numbers."""
        return self._vertices

    @property
    def labels(self) -> list[str]:
        """The label of each vertex."""
        return self._core.labels()

    @property
    def edges(self) -> NDArray[np.int64]:
        """The edges as an array of two rows: places in `vertices`, the smaller one first."""
        return self._core.edges()

    @property
    def edge_kinds(self) -> list[tuple[str | None, str | None]] | None:
        """What is known of each edge: the label of the arc from its first end to its second one, and of the arc back.

        An arc that is not there is None, an arc without a label has the empty one, and an edge without direction is two
        arcs with equal labels. None when nothing is known.

        Examples:
            >>> import rlminer as rm
            >>> rm.Graph([(0, 1), (1, 2)], edge_label=["likes", "knows"], directed=True).edge_kinds
            [('likes', None), ('knows', None)]
        """
        return self._core.kinds()

    def __len__(self) -> int:
        return self.num_vertices

    def __repr__(self) -> str:
        name = f" {self.name}" if self.name else ""
        return (
            f"<rlminer.Graph{name}: {self.num_vertices} vertices, {self.num_edges} edges, "
            f"{self.num_labels} label{'s' if self.num_labels != 1 else ''}>"
        )

    def __eq__(self, other: object) -> bool:
        """Whether vertices, labels and edges are the same; isomorphic graphs may differ."""
        if not isinstance(other, Graph):
            return NotImplemented
        return (
            list(self.vertices) == list(other.vertices)
            and self.labels == other.labels
            and bool(np.array_equal(self.edges, other.edges))
            and self.edge_kinds == other.edge_kinds
        )

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        vertices = list(self._vertices) if isinstance(self._vertices, _FileIds) else self._vertices
        ids = None if isinstance(vertices, range) else self._core.ids()
        return _remake, (vertices, self.edges, self.labels, ids, self.edge_kinds, self.name)

    def to_networkx(self) -> Any:
        """The same graph as networkx has it, with the attribute "label", of edges too where they have labels.

        It is a DiGraph where edges have directions.

        Examples:
            >>> import rlminer as rm
            >>> rm.Graph("example:caffeine").to_networkx().nodes[0]
            {'label': 'C'}
        """
        import networkx

        kinds = self.edge_kinds or []
        directed = any(out != back for out, back in kinds)
        graph = (networkx.DiGraph if directed else networkx.Graph)(**({"name": self.name} if self.name else {}))
        vertices = self.vertices
        graph.add_nodes_from((vertex, {"label": label}) for vertex, label in zip(vertices, self.labels))
        pairs = [(vertices[u], vertices[v]) for u, v in self.edges.T.tolist()]
        if not kinds:
            graph.add_edges_from(pairs)
        for (u, v), (out, back) in zip(pairs, kinds):
            for start, end, label in ((u, v, out), (v, u, back if directed else None)):
                if label is not None:
                    graph.add_edge(start, end, **({"label": label} if label else {}))
        return graph


def _attribute(argument: str, name: Labels) -> str | None:
    if name is None or isinstance(name, str):
        return name
    raise _core.Error(f"{argument}: for a file it is the name of an attribute")


def _remake(
    vertices: Sequence[Any],
    edges: NDArray[np.int64],
    labels: list[str],
    ids: list[str] | None,
    kinds: list[tuple[str | None, str | None]] | None,
    name: str,
) -> Graph:
    graph = Graph.__new__(Graph)
    core = _core.Graph.make(len(vertices), edges[0].copy(), edges[1].copy(), labels, ids, kinds)
    graph._set(core, vertices, name)
    return graph


class _FileIds(Sequence[Any]):
    """The ids that a file gives its vertices, numbers where they are numbers. Made when somebody looks."""

    __slots__ = ("_core", "_ids")

    def __init__(self, core: CoreGraph) -> None:
        self._core = core
        self._ids: list[Any] | None = None

    def _all(self) -> list[Any]:
        if self._ids is None:
            self._ids = [_number_or_text(name) for name in self._core.ids()]
        return self._ids

    def __len__(self) -> int:
        return self._core.num_vertices

    @overload
    def __getitem__(self, place: int) -> Any: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Any]: ...
    def __getitem__(self, place: int | slice) -> Any:
        return self._all()[place]

    def __repr__(self) -> str:
        return repr(self._all())


def _number_or_text(name: str) -> int | str:
    digits = name.removeprefix("-")
    if digits.isascii() and digits.isdigit() and (digits == "0" or digits[0] != "0") and name != "-0":
        return int(name) if len(name) < 19 else name
    return name


class Collection(Sequence[Graph]):
    """The graphs of one input, in its order.

    Examples:
        >>> import rlminer as rm
        >>> collection = rm.read("example:caffeine")
        >>> collection, collection[0].num_vertices
        (<rlminer.Collection caffeine: 1 graph>, 14)
    """

    def __init__(self, name: str, graphs: Sequence[Graph]) -> None:
        self.name = name  #: of the file or folder
        self._graphs = list(graphs)

    def __len__(self) -> int:
        return len(self._graphs)

    @overload
    def __getitem__(self, place: int) -> Graph: ...
    @overload
    def __getitem__(self, place: slice) -> Collection: ...
    def __getitem__(self, place: int | slice) -> Graph | Collection:
        if isinstance(place, slice):
            return Collection(self.name, self._graphs[place])
        return self._graphs[place]

    def __repr__(self) -> str:
        return f"<rlminer.Collection {self.name}: {len(self)} graph{'s' if len(self) != 1 else ''}>"


def read(
    path: str | os.PathLike[str],
    *,
    label_file: str | os.PathLike[str] | None = None,
    format: str | None = None,
    label: str | None = None,
    edge_label: str | None = None,
    directed: bool = False,
) -> Collection:
    """All graphs of a file or folder, in any format that the program reads.

    `label_file` has the labels for an edge list, `label` and `edge_label` name the attributes of GraphML, GML and JSON
    that are the labels, and `directed` says that edges are arcs where the format does not. Raises `Error` with
    "path:line: what is wrong"; what is left out of the input is told in an `InputWarning`.

    Examples:
        >>> import rlminer as rm
        >>> [graph.num_edges for graph in rm.read("example:aspirin")]
        [13]
    """
    name, _, graphs, complaints = _core.read(
        os.fspath(path),
        os.fspath(label_file) if label_file is not None else "",
        format or "",
        label or "",
        edge_label or "",
        directed,
    )
    for complaint in complaints:
        warnings.warn(complaint, InputWarning, stacklevel=2)
    return Collection(name, [Graph._wrap(graph, name) for graph in graphs])
