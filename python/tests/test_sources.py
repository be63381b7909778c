"""Graphs of other packages, each with the real one."""

import pickle

import numpy as np
import pytest

import rlminer as rm

PAIRS = [("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")]
LABEL = {"a": "C", "b": "N", "c": "C", "d": "O"}


def shape(graph: rm.Graph):
    """Labels and edges by the vertices of the caller."""
    vertices = list(graph.vertices)
    edges = {frozenset((vertices[u], vertices[v])) for u, v in graph.edges.T.tolist()}
    return dict(zip(vertices, graph.labels)), edges


EXPECTED = (LABEL, {frozenset(pair) for pair in PAIRS})
NUMBERED = ({i: LABEL["abcd"[i]] for i in range(4)}, {frozenset("abcd".index(v) for v in pair) for pair in PAIRS})
ENDS = np.array([["abcd".index(u) for u, _ in PAIRS], ["abcd".index(v) for _, v in PAIRS]])


def test_pairs():
    assert shape(rm.Graph(PAIRS, label=LABEL)) == EXPECTED
    assert shape(rm.Graph(iter(PAIRS), label=LABEL.get)) == EXPECTED


def test_vertices_without_edges_have_labels():
    graph = rm.Graph(PAIRS, label={**LABEL, "alone": "X"})
    assert graph.num_vertices == 5 and graph.labels[-1] == "X"


@pytest.mark.parametrize("dtype", [np.int64, np.int32, np.uint8])
def test_arrays(dtype):
    assert shape(rm.Graph(ENDS.astype(dtype), label=list("CNCO"))) == NUMBERED
    assert rm.Graph(ENDS.astype(dtype)).labels == ["0"] * 4
    assert rm.Graph(ENDS, num_vertices=6).num_vertices == 6


def test_array_of_labels_may_be_one_hot():
    one_hot = np.eye(3)[[0, 1, 0, 2]]
    assert rm.Graph(ENDS, label=one_hot).labels == ["0", "1", "0", "2"]
    with pytest.raises(rm.Error, match="one-hot"):
        rm.Graph(ENDS, label=one_hot + 0.5)


def test_a_graph_keeps_its_labels():
    graph = rm.Graph(PAIRS, label=LABEL)
    assert rm.Graph(graph) == graph
    with pytest.raises(rm.Error, match="keeps its labels"):
        rm.Graph(graph, label="element")


def test_repeated_edges_and_self_loops():
    graph = rm.Graph([(0, 1), (1, 0), (0, 1), (1, 1)])
    assert graph.num_edges == 1


def test_networkx():
    networkx = pytest.importorskip("networkx")
    graph = networkx.Graph(PAIRS)
    networkx.set_node_attributes(graph, LABEL, "element")
    assert shape(rm.Graph(graph, label="element")) == EXPECTED
    assert shape(rm.Graph(graph, label=LABEL)) == EXPECTED
    assert shape(rm.Graph(graph, label=lambda vertex: LABEL[vertex])) == EXPECTED
    assert set(rm.Graph(graph).labels) == {"0"}
    networkx.set_node_attributes(graph, LABEL, "label")
    assert shape(rm.Graph(graph)) == EXPECTED
    assert networkx.utils.graphs_equal(
        rm.Graph(graph).to_networkx(), rm.Graph(rm.Graph(graph).to_networkx()).to_networkx()
    )
    with pytest.raises(rm.Error, match="vertex 'a' has no attribute 'elemnt'"):
        rm.Graph(graph, label="elemnt")


def test_networkx_directed_and_multiple():
    networkx = pytest.importorskip("networkx")
    arcs = networkx.DiGraph([("a", "b"), ("b", "a"), ("b", "c")])
    assert rm.Graph(arcs).edge_kinds == [("", ""), ("", None)]
    assert rm.Graph(arcs, directed=False).edge_kinds is None
    assert rm.Graph(arcs, directed=False).num_edges == 2
    several = networkx.MultiGraph([("a", "b"), ("a", "b"), ("b", "c")])
    assert rm.Graph(several).num_edges == 2
    bonds = networkx.Graph()
    bonds.add_edge("a", "b", bond=1)
    bonds.add_edge("b", "c", bond=2)
    assert rm.Graph(bonds, edge_label="bond").edge_kinds == [("1", "1"), ("2", "2")]
    with pytest.raises(rm.Error, match="edge 0 has no attribute 'kind'"):
        rm.Graph(bonds, edge_label="kind")


def test_occurrences_are_nodes_of_networkx():
    networkx = pytest.importorskip("networkx")
    graph = networkx.karate_club_graph()
    finding = rm.mine(graph, k=3, occurrences=5)[3][0]
    for place in finding.occurrences:
        assert networkx.is_connected(graph.subgraph(place))
    objects = networkx.relabel_nodes(graph, {node: (node, "x") for node in graph})
    assert all(isinstance(vertex, tuple) for vertex in rm.mine(objects, k=3)[3][0].occurrences[0])
    back = finding.pattern.to_networkx()
    assert networkx.number_of_nodes(back) == 3


def test_igraph():
    igraph = pytest.importorskip("igraph")
    graph = igraph.Graph.TupleList(PAIRS)
    graph.vs["element"] = [LABEL[name] for name in graph.vs["name"]]
    assert shape(rm.Graph(graph, label="element")) == EXPECTED
    assert shape(rm.Graph(graph, label=lambda vertex: vertex["element"])) == EXPECTED
    unnamed = igraph.Graph(edges=ENDS.T.tolist())
    assert shape(rm.Graph(unnamed, label=list("CNCO"))) == NUMBERED
    graph.es["bond"] = [1, 2, 1, 1]
    assert {kind for pair in rm.Graph(graph, edge_label="bond").edge_kinds for kind in pair} == {"1", "2"}
    with pytest.raises(rm.Error, match="has no attribute 'elemnt'"):
        rm.Graph(graph, label="elemnt")


def test_scipy():
    sparse = pytest.importorskip("scipy.sparse")
    matrix = sparse.coo_matrix((np.ones(4), tuple(ENDS)), shape=(4, 4))
    for form in (matrix, matrix.tocsr(), matrix + matrix.T, sparse.csr_array(matrix)):
        assert shape(rm.Graph(form, label=list("CNCO"))) == NUMBERED
    with pytest.raises(rm.Error, match="square"):
        rm.Graph(sparse.coo_matrix((2, 3)))


def test_pyg():
    data_module = pytest.importorskip("torch_geometric.data")
    import torch

    data = data_module.Data(
        edge_index=torch.tensor(np.hstack([ENDS, ENDS[::-1]]).copy()),
        x=torch.eye(3)[[0, 1, 0, 2]],
        z=torch.tensor([6, 7, 6, 8]),
    )
    assert rm.Graph(data, label="x").labels == ["0", "1", "0", "2"]
    assert rm.Graph(data, label="z").labels == ["6", "7", "6", "8"]
    assert shape(rm.Graph(data, label=list("CNCO"))) == NUMBERED
    with pytest.raises(rm.Error, match="no attribute 'y'"):
        rm.Graph(data, label="y")


def test_rdkit():
    chem = pytest.importorskip("rdkit.Chem")
    molecule = chem.MolFromSmiles("CC(=O)Oc1ccccc1C(=O)O")
    graph = rm.Graph(molecule)
    assert graph.num_vertices == 13 and graph.num_edges == 13
    assert rm.mine(graph, k=5)[5][0].frequency == 8
    assert rm.Graph.from_smiles("CC(=O)Oc1ccccc1C(=O)O") == graph
    assert rm.Graph(molecule, label=lambda atom: atom.GetAtomicNum()).labels[:3] == ["6", "6", "8"]
    kinds = rm.Graph(molecule, edge_label="bond").edge_kinds
    assert {kind for pair in kinds for kind in pair} == {"SINGLE", "DOUBLE", "AROMATIC"}
    with pytest.raises(rm.Error, match="not understood as SMILES"):
        rm.Graph.from_smiles("not a molecule")


def test_path(tmp_path):
    file = tmp_path / "square.lg"
    file.write_text("t # 0\nv 0 A\nv 1 B\nv 2 A\nv 3 B\ne 0 1\ne 1 2\ne 2 3\ne 3 0\n")
    graph = rm.Graph(file)
    assert list(graph.vertices) == [0, 1, 2, 3] and graph.labels == ["A", "B", "A", "B"]
    assert graph.name == "square"
    file.write_text("t # 0\nv 0 A\nt # 1\nv 0 A\n")
    with pytest.raises(rm.Error, match="holds 2 graphs"):
        rm.Graph(file)
    assert len(rm.read(file)) == 2


def test_graphs_keep_what_is_known_of_edges():
    graph = rm.Graph(PAIRS, edge_label=list("wxyz"), directed=True)
    assert graph.edge_kinds == [("w", None), (None, "y"), ("x", None), ("z", None)]
    assert pickle.loads(pickle.dumps(graph)) == graph
    there = graph.to_networkx()
    assert there.is_directed() and {data["label"] for _, _, data in there.edges(data=True)} == set("wxyz")
    for finding in rm.mine(graph, k=3, top=10)[3]:
        assert finding.pattern.directed and len(finding.pattern.edge_labels) == len(finding.pattern.edges)


@pytest.mark.parametrize(
    "make",
    [
        lambda: rm.Graph(PAIRS, label=LABEL),
        lambda: rm.Graph(ENDS, label=list("CNCO")),
        lambda: rm.Graph("example:caffeine"),
        lambda: rm.Graph([]),
    ],
)
def test_graphs_survive_pickling(make):
    graph = make()
    again = pickle.loads(pickle.dumps(graph))
    assert again == graph and again.name == graph.name
    assert str(rm.mine(again, k=3)).split("(")[0] == str(rm.mine(graph, k=3)).split("(")[0]


@pytest.mark.parametrize(
    ("source", "options", "message"),
    [
        (7, {}, "a graph cannot be made of int"),
        (np.zeros((3, 2), dtype=int), {}, "has two rows"),
        (np.zeros((2, 2)), {}, "numbered by integers"),
        (np.array([[0], [5]]), {"num_vertices": 2}, "edge 0: there is no vertex 5: the graph has 2 vertices"),
        (np.array([[0], [-1]]), {}, "there is no vertex -1"),
        (ENDS, {"label": ["C"]}, "there is no vertex"),
        (ENDS, {"label": ["C"] * 5, "num_vertices": 4}, "4 vertices but 5 labels"),
        ([(1, 2, 3)], {}, "is not a pair of vertices"),
        (PAIRS, {"label": {"a": "C"}}, "there is none for vertex 'b'"),
        (ENDS, {"label": "element"}, "have no attributes"),
    ],
)
def test_bad_sources_are_refused_with_one_line(source, options, message):
    with pytest.raises(rm.Error, match=message) as caught:
        rm.Graph(source, **options)
    assert "\n" not in str(caught.value)
