"""Features of vertices for PyTorch Geometric."""

from __future__ import annotations

import copy
import itertools
from typing import Any

import numpy as np

from . import _core
from ._graph import Graph
from ._mining import Sizes, _sizes
from ._orbits import Orbit, orbits

_LARGEST = 5  # vertices of a pattern


def _all_orbits(sizes: list[int]) -> list[Orbit]:
    """The orbits of all connected graphs of these sizes, whose labels are alike, in a fixed order."""
    edges: list[tuple[int, int]] = []
    vertices = 0
    for size in sizes:
        pairs = list(itertools.combinations(range(size), 2))
        for chosen in range(2 ** len(pairs)):
            edges += [(vertices + u, vertices + v) for i, (u, v) in enumerate(pairs) if chosen >> i & 1]
            vertices += size
    both = np.array(edges, dtype=np.int64).reshape(-1, 2).T
    return orbits(Graph(both, num_vertices=vertices), sizes).orbits


def _key(orbit: Orbit) -> tuple[Any, ...]:
    return orbit.pattern.edges, orbit.vertices, len(orbit.pattern)


class OrbitFeatures:
    """A transform that adds to each vertex of a `Data` how often it lies in each orbit of each pattern.

    The columns are all orbits of the connected graphs of `k` vertices (at most 5), so they are the same for all graphs:
    1 + 3 + 11 + 58 = 73 for k=range(2, 6). Labels, directions and features of the graph are not looked at. With
    `log`, counts become log(1 + count). They are put behind the features that are there (`attribute="x"`), or into an
    attribute of their own.

    Examples:
        >>> from rlminer.pyg import OrbitFeatures
        >>> transform = OrbitFeatures(k=range(2, 5))
        >>> len(transform.orbits), transform.orbits[0]
        (15, Orbit(pattern=Pattern('00', [(0, 1)]), vertices=(0, 1)))
    """

    orbits: list[Orbit]  #: what the columns are

    def __init__(self, k: Sizes = range(2, 5), *, attribute: str = "x", log: bool = False) -> None:
        self.sizes = _sizes(k)
        if self.sizes[-1] > _LARGEST:
            raise _core.Error(f"k: '{self.sizes[-1]}' is more than {_LARGEST}, and there are too many orbits then")
        self.attribute = attribute
        self.log = log
        self.orbits = _all_orbits(self.sizes)
        self._column = {_key(orbit): column for column, orbit in enumerate(self.orbits)}

    def __call__(self, data: Any) -> Any:
        import torch

        graph = Graph(data)
        found = orbits(graph, self.sizes)
        features = np.zeros((len(graph), len(self.orbits)), dtype=np.float32)
        columns = [self._column[_key(orbit)] for orbit in found.orbits]
        features[:, columns] = found.counts.toarray()
        if self.log:
            features = np.log1p(features)
        added = torch.from_numpy(features)
        changed = copy.copy(data)
        there = getattr(data, self.attribute, None)
        if there is not None:
            before = there.reshape(len(graph), -1)
            added = torch.cat([before, added.to(before)], dim=-1)
        setattr(changed, self.attribute, added)
        return changed

    def __repr__(self) -> str:
        return f"OrbitFeatures(k={self.sizes})"
