"""Orbits against their definition, and as features for PyTorch Geometric."""

import itertools
import math
import pickle
from collections import Counter

import numpy as np
import pytest
from conftest import canonical, connected, random_graph

import rlminer as rm

pytest.importorskip("scipy")


def marked(vertices, pairs, label, vertex):
    """The same for two vertices if and only if they are in the same orbit of the same pattern."""
    inside = [pair for pair in pairs if set(pair) <= set(vertices)]
    return canonical(vertices, inside, {each: label[each] + ("*" if each == vertex else "") for each in vertices})


def definition(pairs, label, k):
    known = set(pairs)
    counts = Counter()
    for chosen in itertools.combinations(sorted(label), k):
        if connected(chosen, known):
            counts.update((vertex, marked(chosen, pairs, label, vertex)) for vertex in chosen)
    return counts


def as_definition(found):
    counts = Counter()
    for vertex, column in zip(*found.counts.nonzero()):
        pattern, places = found.orbits[column]
        forms = {
            marked(range(len(pattern)), pattern.edges, dict(enumerate(pattern.labels)), place) for place in places
        }
        assert len(forms) == 1
        counts[int(vertex), forms.pop()] += int(found.counts[vertex, column])
    return counts


@pytest.mark.parametrize("seed", range(12))
def test_orbits_are_the_definition(seed):
    pairs, label = random_graph(seed, labels="CN")
    graph = rm.Graph(np.array(pairs).T, label=[label[vertex] for vertex in range(9)], num_vertices=9)
    for k in (3, 4):
        found = rm.orbits(graph, k)
        assert found.complete and found.counts.shape == (graph.num_vertices, len(found.orbits))
        assert as_definition(found) == definition(pairs, label, k)


def test_orbits_of_several_sizes_stand_side_by_side():
    club = rm.Graph("example:club")
    found = rm.orbits(club, range(2, 5))
    assert [len(orbit.pattern) for orbit in found.orbits] == sorted(len(orbit.pattern) for orbit in found.orbits)
    parts = [rm.orbits(club, k) for k in range(2, 5)]
    assert np.array_equal(found.counts.toarray(), np.hstack([part.counts.toarray() for part in parts]))
    for orbit, total in zip(found.orbits, found.counts.sum(axis=0)):
        assert total == rm.count(club, orbit.pattern) * len(orbit.vertices)
    again = pickle.loads(pickle.dumps(found))
    assert again.orbits == found.orbits and (again.counts != found.counts).nnz == 0


def test_limits_and_mistakes():
    dense = rm.Graph(itertools.combinations(range(60), 2))
    assert not rm.orbits(dense, 9, time_limit=0.05).complete
    with pytest.raises(rm.Error, match="k: '33'"):
        rm.orbits(dense, 33)


def test_columns_of_the_features():
    """15 orbits of up to 4 vertices and 73 of up to 5, as they are known from graphlets."""
    from rlminer.pyg import OrbitFeatures

    assert [len(OrbitFeatures(k=k).orbits) for k in (2, 3, 4, 5)] == [1, 3, 11, 58]
    with pytest.raises(rm.Error, match="k: '6' is more than 5"):
        OrbitFeatures(k=6)


def test_features_for_pyg():
    data_module = pytest.importorskip("torch_geometric.data")
    import torch
    from torch_geometric.transforms import Compose

    from rlminer.pyg import OrbitFeatures

    star = torch.tensor([[0, 0, 0, 1, 2, 3], [1, 2, 3, 0, 0, 0]])
    data = data_module.Data(edge_index=star, x=torch.ones(5, 2), num_nodes=5)
    seen = Compose([OrbitFeatures(k=[2, 3])])(data)
    assert data.x.shape == (5, 2) and seen.x.shape == (5, 2 + 4) and seen.x.dtype == data.x.dtype
    degree = seen.x[:, 2]
    assert degree.tolist() == [3, 1, 1, 1, 0]
    assert sorted(seen.x[0, 3:].tolist()) == [0, 0, 3] and sorted(seen.x[1, 3:].tolist()) == [0, 0, 2]
    apart = OrbitFeatures(k=2, attribute="orbits", log=True)(data_module.Data(edge_index=star, num_nodes=5))
    assert apart.orbits[0, 0].item() == pytest.approx(math.log(4))
