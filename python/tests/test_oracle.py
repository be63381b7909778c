"""Every number against its definition."""

import itertools
import pickle
import random
from collections import Counter

import pytest
from conftest import brute_force, canonical_of, random_graph

import rlminer as rm


@pytest.mark.parametrize("seed", range(25))
def test_census_is_the_definition(seed):
    pairs, label = random_graph(seed)
    graph = rm.Graph(pairs, label=label)
    result = rm.census(graph, k=[3, 4])
    for k in (3, 4):
        found = {canonical_of(finding.pattern): finding.frequency for finding in result[k]}
        assert found == dict(brute_force(pairs, label, k))
        assert result[k].proven and result[k].sets_exact


@pytest.mark.parametrize("seed", range(25))
def test_mine_finds_the_most_frequent(seed):
    pairs, label = random_graph(seed, vertices=10, density=0.3)
    expected = brute_force(pairs, label, 4)
    result = rm.mine(rm.Graph(pairs, label=label), k=4, top=3)
    assert [finding.frequency for finding in result[4]] == sorted(expected.values(), reverse=True)[:3]
    for finding in result[4]:
        assert finding.proven and finding.exact and finding.interval is None
        assert expected[canonical_of(finding.pattern)] == finding.frequency


@pytest.mark.parametrize("seed", range(25))
def test_count_and_find_agree_with_the_definition(seed):
    pairs, label = random_graph(seed)
    graph = rm.Graph(pairs, label=label)
    for form, frequency in brute_force(pairs, label, 4).items():
        names, bits = form
        edges = [pair for pair, bit in zip([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)], bits) if bit]
        pattern = rm.Pattern(names, edges)
        assert rm.count(graph, pattern) == frequency
        places = rm.find(graph, pattern)
        assert len(places) == len({frozenset(place) for place in places}) == frequency
        assert places.complete
        for place in places:  # in the order of the pattern's vertices
            assert tuple(label[vertex] for vertex in place) == names
            present = {(u, v) for u in range(4) for v in range(u + 1, 4) if _adjacent(pairs, place[u], place[v])}
            assert present == set(edges)


def _adjacent(pairs, u, v):
    return (u, v) in pairs or (v, u) in pairs


@pytest.mark.parametrize("seed", range(10))
def test_occurrences_are_vertices_of_the_caller(seed):
    pairs, label = random_graph(seed)
    named = {vertex: f"v{vertex}" for vertex in label}
    graph = rm.Graph(
        [(named[u], named[v]) for u, v in pairs], label={named[vertex]: text for vertex, text in label.items()}
    )
    finding = rm.mine(graph, k=3, occurrences=1000)[3][0]
    assert len(finding.occurrences) == finding.frequency
    for place in finding.occurrences:
        assert tuple(label[int(vertex[1:])] for vertex in place) == finding.pattern.labels


@pytest.mark.parametrize("seed", range(10))
def test_answers_depend_neither_on_numbering_nor_on_threads(seed):
    pairs, label = random_graph(seed, vertices=12)
    forwards = rm.Graph(pairs, label=label)
    backwards = rm.Graph([(v, u) for u, v in reversed(pairs)], label=dict(reversed(label.items())))
    answers = [
        [(finding.pattern, finding.frequency) for finding in rm.census(graph, k=4, threads=threads)[4]]
        for graph in (forwards, backwards)
        for threads in (1, 2, 3)
    ]
    assert all(answer == answers[0] for answer in answers)


def _kind(arcs, u, v):
    return arcs.get((u, v)), arcs.get((v, u))


def _sets_by_kind(arcs, vertices, k):
    """How many connected sets of k vertices there are of each isomorphism class, by trying all orders."""
    found = Counter()
    for chosen in itertools.combinations(vertices, k):
        reached, grown = {chosen[0]}, True
        while grown:
            more = {v for v in chosen if v not in reached and any(_kind(arcs, u, v) != (None, None) for u in reached)}
            reached, grown = reached | more, bool(more)
        if len(reached) == k:
            orders = itertools.permutations(chosen)
            found[min(str([_kind(arcs, u, v) for u in order for v in order]) for order in orders)] += 1
    return found


@pytest.mark.parametrize("seed", range(12))
def test_labels_and_directions_of_edges_belong_to_patterns(seed):
    rng = random.Random(seed)
    directed, names = seed % 3 != 0, ["x", "y"][: 1 + (seed % 2 if seed % 3 else 1)]
    arcs = {}
    for u, v in itertools.combinations(range(9), 2):
        if rng.random() < 0.35:
            for start, end in ((u, v), (v, u)):
                if not directed or rng.random() < 0.7:
                    arcs[start, end] = rng.choice(names) if directed or start < end else arcs[end, start]
    pairs = list(arcs) if directed else [pair for pair in arcs if pair[0] < pair[1]]
    graph = rm.Graph(pairs, edge_label=[arcs[pair] for pair in pairs], directed=directed)
    expected = _sets_by_kind(arcs, range(9), 4)
    table = rm.mine(graph, k=4, top=10_000)[4]
    assert sorted(finding.frequency for finding in table) == sorted(expected.values())
    for finding in table:
        assert rm.count(graph, finding.pattern) == finding.frequency
        assert len(rm.find(graph, finding.pattern)) == finding.frequency
        assert rm.count(graph, pickle.loads(pickle.dumps(finding.pattern))) == finding.frequency
    assert len({finding.pattern for finding in table}) == len(table)
