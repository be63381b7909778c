"""What the tests share: random graphs, and the definition of a frequency written as plainly as possible."""

from __future__ import annotations

import itertools
import os
import pathlib
import random
import signal
from collections import Counter

import pytest

import rlminer as rm

# Who is started in the background of a shell has Ctrl-C ignored, and the tests that interrupt calls would wait forever.
signal.signal(signal.SIGINT, signal.default_int_handler)

ROOT = pathlib.Path(__file__).resolve().parents[2]


def random_graph(seed: int, vertices: int = 9, labels: str = "CNO", density: float = 0.35):
    """The pairs of a graph and the label of each vertex."""
    rng = random.Random(seed)
    pairs = [pair for pair in itertools.combinations(range(vertices), 2) if rng.random() < density]
    return pairs, {vertex: rng.choice(labels) for vertex in range(vertices)}


def canonical(vertices, pairs, label):
    """The least of all orders of these vertices."""
    present = {frozenset(pair) for pair in pairs}
    forms = []
    for order in itertools.permutations(vertices):
        bits = tuple(frozenset(pair) in present for pair in itertools.combinations(order, 2))
        forms.append((tuple(label[vertex] for vertex in order), bits))
    return min(forms)


def connected(vertices, pairs):
    reached, todo = set(), [vertices[0]]
    while todo:
        vertex = todo.pop()
        if vertex in reached:
            continue
        reached.add(vertex)
        todo += [other for other in vertices if (vertex, other) in pairs or (other, vertex) in pairs]
    return len(reached) == len(vertices)


def brute_force(pairs, label, k) -> Counter:
    """The frequency of every pattern of k vertices."""
    known = set(pairs)
    return Counter(
        canonical(chosen, [pair for pair in pairs if set(pair) <= set(chosen)], label)
        for chosen in itertools.combinations(sorted(label), k)
        if connected(chosen, known)
    )


def canonical_of(pattern: rm.Pattern):
    return canonical(range(len(pattern)), pattern.edges, dict(enumerate(pattern.labels)))


@pytest.fixture
def aspirin() -> rm.Graph:
    return rm.Graph("example:aspirin")


def data_folder() -> pathlib.Path:
    folder = pathlib.Path(os.environ.get("RLMINER_DATA", ROOT.parent / "shared" / "data"))
    if not folder.is_dir():
        pytest.skip(f"there are no collections in {folder}")
    return folder
