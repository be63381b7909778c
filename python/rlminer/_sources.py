"""Graphs of other packages, taken apart. None of these packages is imported: an object tells by itself what it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple, Union

import numpy as np
from numpy.typing import NDArray

from ._core import Error

# None, the name of an attribute, a function, a mapping from vertices, or one value for each.
Labels = Union[None, str, "Mapping[Any, Any]", "Sequence[Any]", NDArray[Any], Any]
_DEFAULT_ATTRIBUTE = "label"


class Parts(NamedTuple):
    """A graph taken apart. Vertices are numbered in the order of `vertices`."""

    vertices: Sequence[Any]  # the caller's own objects
    sources: NDArray[np.int64]
    targets: NDArray[np.int64]
    labels: list[str] | None
    edge_labels: list[str] | None
    directed: bool


class Asked(NamedTuple):
    """What the caller says about labels and directions."""

    label: Labels
    edge_label: Labels
    directed: bool | None
    num_vertices: int | None


def text(value: Any) -> str:
    """A label as text: 6, numpy's 6, 6.0 of a one-element tensor are "6"."""
    if isinstance(value, str):
        return value
    if isinstance(value, bytes):
        return value.decode("utf-8", "surrogateescape")
    if hasattr(value, "item"):
        value = value.item()
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return str(value)


def _array(values: Any) -> Any:
    """A tensor, series or array as numpy's."""
    if hasattr(values, "detach"):
        values = values.detach().cpu()
    return np.asarray(values)


def _one_per(values: Any, wanted: int, of_what: str) -> list[str]:
    if hasattr(values, "shape") and len(values.shape) == 2 and values.shape[1] != 1:
        values = _one_hot(_array(values), of_what)
    elif hasattr(values, "shape"):
        values = _array(values).reshape(-1).tolist()
    values = list(values)
    if len(values) != wanted:
        raise Error(f"there are {wanted} {of_what} but {len(values)} labels for them")
    return [text(value) for value in values]


def _one_hot(rows: Any, of_what: str) -> Any:
    is_one_hot = ((rows == 0) | (rows == 1)).all() and (rows.sum(axis=1) == 1).all()
    if not is_one_hot:
        raise Error(f"labels of {of_what}: an array of two dimensions is understood only if its rows are one-hot")
    return rows.argmax(axis=1)


def _vertex_labels(label: Labels, vertices: Sequence[Any], attributes: Any = None) -> list[str] | None:
    """`attributes(name)`: the values of an attribute, None where a vertex lacks it."""
    if label is None or isinstance(label, str):
        if attributes is None:
            if label is None:
                return None
            raise Error(f"label: these vertices have no attributes, so there is no '{label}'; give one label for each")
        values = attributes(label or _DEFAULT_ATTRIBUTE)
        missing = next((i for i, value in enumerate(values) if value is None), None)
        if missing is None:
            return [text(value) for value in values] if len(values) > 0 else None
        if label is None:
            return None
        raise Error(f"label: vertex {vertices[missing]!r} has no attribute '{label}'")
    if callable(label):
        return [text(label(vertex)) for vertex in vertices]
    if isinstance(label, Mapping):
        missing_vertex = next((vertex for vertex in vertices if vertex not in label), None)
        if missing_vertex is not None:
            raise Error(f"label: there is none for vertex {missing_vertex!r}")
        return [text(label[vertex]) for vertex in vertices]
    return _one_per(label, len(vertices), "vertices")


def _edge_labels(edge_label: Labels, edges: Sequence[Any], attribute: Any) -> list[str] | None:
    """`attribute(edge, name)`: the value of an attribute, or None; edges are what the caller knows."""
    if edge_label is None:
        return None
    if callable(edge_label):
        return [text(edge_label(edge)) for edge in edges]
    if not isinstance(edge_label, str):
        return _one_per(edge_label, len(edges), "edges")
    if attribute is None:
        raise Error(f"edge_label: these edges have no attributes, so there is no '{edge_label}'")
    values = [attribute(edge, edge_label) for edge in edges]
    missing = next((i for i, value in enumerate(values) if value is None), None)
    if missing is not None:
        raise Error(f"edge_label: edge {missing} has no attribute '{edge_label}'")
    return [text(value) for value in values]


def _indices(values: Any) -> NDArray[np.int64]:
    array = np.asarray(values)
    if array.size > 0 and array.dtype.kind not in "iu":
        raise Error(f"vertices are numbered by integers, not by {array.dtype}")
    return np.ascontiguousarray(array, dtype=np.int64)


def _as_range(vertices: list[Any]) -> Sequence[Any]:
    """Vertices that are 0, 1, 2, ... need no names of their own."""
    numbered = range(len(vertices))
    return numbered if all(type(v) is int and v == i for i, v in enumerate(vertices)) else vertices


def from_networkx(graph: Any, asked: Asked) -> Parts:
    vertices = _as_range(list(graph))
    index = {vertex: i for i, vertex in enumerate(vertices)}
    directed = graph.is_directed() if asked.directed is None else asked.directed
    labels = _vertex_labels(asked.label, vertices, lambda name: [value for _, value in graph.nodes(data=name)])
    if asked.edge_label is None and not directed:
        # All neighbours of one vertex after the other; the builder merges the two mentions of an edge.
        neighbors = [adjacent for _, adjacent in graph.adjacency()]
        degrees = [len(adjacent) for adjacent in neighbors]
        sources = np.repeat(np.arange(len(vertices), dtype=np.int64), degrees)
        ends: Iterable[Any] = chain.from_iterable(neighbors)
        if not isinstance(vertices, range):
            ends = map(index.__getitem__, ends)
        targets = np.fromiter(ends, dtype=np.int64, count=sum(degrees))
        if not graph.is_directed():
            once = sources <= targets
            sources, targets = sources[once], targets[once]
        return Parts(vertices, sources, targets, labels, None, False)
    edges = list(graph.edges(data=True))
    pairs = _indices([(index[u], index[v]) for u, v, _ in edges]).reshape(-1, 2).T.copy()
    edge_labels = _edge_labels(asked.edge_label, edges, lambda edge, name: edge[2].get(name))
    return Parts(vertices, pairs[0], pairs[1], labels, edge_labels, directed)


def from_igraph(graph: Any, asked: Asked) -> Parts:
    has_names = "name" in graph.vs.attributes()
    vertices = graph.vs["name"] if has_names else range(graph.vcount())

    def attributes(name: str) -> list[Any]:
        return graph.vs[name] if name in graph.vs.attributes() else [None] * graph.vcount()

    label = asked.label
    if callable(label):
        labels: list[str] | None = [text(label(vertex)) for vertex in graph.vs]
    else:
        labels = _vertex_labels(label, vertices, attributes)
    ends = _indices(graph.get_edgelist()).reshape(-1, 2).T.copy()
    edge_labels = _edge_labels(asked.edge_label, graph.es, lambda edge, name: edge.attributes().get(name))
    directed = graph.is_directed() if asked.directed is None else asked.directed
    return Parts(vertices, ends[0], ends[1], labels, edge_labels, directed)


def from_scipy(matrix: Any, asked: Asked) -> Parts:
    if matrix.shape[0] != matrix.shape[1]:
        raise Error(f"an adjacency matrix is square, and this one is {matrix.shape[0]} x {matrix.shape[1]}")
    entries = matrix.tocoo()
    vertices = range(matrix.shape[0])
    labels = _vertex_labels(asked.label, vertices)
    there = entries.data != 0
    edge_labels = None
    if asked.edge_label is not None:
        values = entries.data[there].tolist() if isinstance(asked.edge_label, str) else asked.edge_label
        edge_labels = _one_per(values, int(there.sum()), "edges")
    return Parts(
        vertices,
        _indices(entries.row[there]),
        _indices(entries.col[there]),
        labels,
        edge_labels,
        bool(asked.directed),
    )


def from_array(array: Any, asked: Asked) -> Parts:
    ends = _array(array)
    if ends.ndim != 2 or ends.shape[0] != 2:
        raise Error(
            f"an array of edges has two rows, one column for each edge, and this one has the shape {ends.shape}"
        )
    sources, targets = _indices(ends[0]), _indices(ends[1])
    given = asked.num_vertices
    if given is None and asked.label is not None and not isinstance(asked.label, (str, Mapping)):
        given = None if callable(asked.label) else len(asked.label)
    if given is None:
        given = int(ends.max()) + 1 if ends.size > 0 else 0
    vertices = range(given)
    labels = _vertex_labels(asked.label, vertices)
    edge_labels = _edge_labels(asked.edge_label, range(ends.shape[1]), None)
    return Parts(vertices, sources, targets, labels, edge_labels, bool(asked.directed))


def from_pyg(data: Any, asked: Asked) -> Parts:
    label, edge_label = asked.label, asked.edge_label
    if isinstance(label, str):
        if getattr(data, label, None) is None:
            raise Error(f"label: the data has no attribute '{label}'")
        label = getattr(data, label)
    if isinstance(edge_label, str):
        if getattr(data, edge_label, None) is None:
            raise Error(f"edge_label: the data has no attribute '{edge_label}'")
        edge_label = getattr(data, edge_label)
    return from_array(data.edge_index, Asked(label, edge_label, asked.directed, int(data.num_nodes)))


def from_rdkit(molecule: Any, asked: Asked) -> Parts:
    atoms = list(molecule.GetAtoms())
    bonds = list(molecule.GetBonds())
    label = asked.label
    if label is None or label in ("symbol", "element"):
        label = [atom.GetSymbol() for atom in atoms]
    elif isinstance(label, str):
        label = [atom.GetPropsAsDict().get(label) for atom in atoms]
        if None in label:
            raise Error(f"label: atom {label.index(None)} has no property '{asked.label}'")
    elif callable(label):
        label = [label(atom) for atom in atoms]
    edge_label = asked.edge_label
    if isinstance(edge_label, str):
        if edge_label not in ("bond", "type"):
            raise Error(f"edge_label: a bond has no '{edge_label}'; \"bond\" is its type, or give a function")
        edge_label = [str(bond.GetBondType()) for bond in bonds]
    ends = _indices([(bond.GetBeginAtomIdx(), bond.GetEndAtomIdx()) for bond in bonds]).reshape(-1, 2).T.copy()
    vertices = range(len(atoms))
    return Parts(
        vertices,
        ends[0],
        ends[1],
        _vertex_labels(label, vertices),
        _edge_labels(edge_label, bonds, None),
        bool(asked.directed),
    )


def from_pairs(pairs: Iterable[Any], asked: Asked) -> Parts:
    index: dict[Any, int] = {}
    ends = []
    for i, pair in enumerate(pairs):
        try:
            u, v = pair
        except (TypeError, ValueError):
            raise Error(f"edge {i}: {pair!r} is not a pair of vertices") from None
        ends.append((index.setdefault(u, len(index)), index.setdefault(v, len(index))))
    if isinstance(asked.label, Mapping):  # vertices without edges have labels too
        for vertex in asked.label:
            index.setdefault(vertex, len(index))
    vertices = list(index)
    array = _indices(ends).reshape(-1, 2).T.copy()
    return Parts(
        vertices,
        array[0],
        array[1],
        _vertex_labels(asked.label, vertices),
        _edge_labels(asked.edge_label, ends, None),
        bool(asked.directed),
    )


def take_apart(source: Any, asked: Asked) -> Parts:
    """The parts of a graph of any package that is known here."""
    if hasattr(source, "GetAtoms") and hasattr(source, "GetBonds"):
        return from_rdkit(source, asked)
    if hasattr(source, "edge_index") and hasattr(source, "num_nodes"):
        return from_pyg(source, asked)
    if hasattr(source, "vs") and hasattr(source, "es"):
        return from_igraph(source, asked)
    if hasattr(source, "adjacency") and hasattr(source, "nodes") and hasattr(source, "is_directed"):
        return from_networkx(source, asked)
    if hasattr(source, "tocoo"):
        return from_scipy(source, asked)
    if hasattr(source, "__array__") or hasattr(source, "detach"):
        return from_array(source, asked)
    if isinstance(source, Iterable):
        return from_pairs(source, asked)
    raise Error(
        f"a graph cannot be made of {type(source).__name__}: give a graph of networkx or igraph, a sparse matrix, "
        "an array of two rows, a PyG Data, an RDKit Mol, pairs of vertices, or the path of a file"
    )
