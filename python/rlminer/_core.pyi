"""What the package asks of its library. Not for direct use."""

from typing import Any, Callable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

PatternEdge = tuple[int, int] | tuple[int, int, str | None, bool]  # from, to, label, whether it is an arc
PatternParts = tuple[tuple[str, ...], tuple[PatternEdge, ...]]

version: str
level: str

class Error(ValueError): ...

class Graph:
    @staticmethod
    def make(
        vertices: int,
        sources: NDArray[np.int64],
        targets: NDArray[np.int64],
        labels: list[str] | None,
        ids: list[str] | None,
        kinds: list[tuple[str | None, str | None]] | None,
    ) -> Graph: ...
    @property
    def num_vertices(self) -> int: ...
    @property
    def num_edges(self) -> int: ...
    @property
    def num_labels(self) -> int: ...
    @property
    def has_kinds(self) -> bool: ...
    def labels(self) -> list[str]: ...
    def ids(self) -> list[str]: ...
    def label_names(self) -> list[str]: ...
    def edges(self) -> NDArray[np.int64]: ...
    def kinds(self) -> list[tuple[str | None, str | None]] | None: ...

def read(
    path: str, label_file: str, format: str, label_attribute: str, edge_label_attribute: str, directed: bool
) -> tuple[str, list[int], list[Graph], list[str]]: ...
def write(path: str, graphs: tuple[Graph, ...]) -> None: ...
def mine(
    graphs: tuple[Graph, ...],
    sizes: Sequence[int],
    top: int,
    occurrences: int,
    seed: int,
    settings: dict[str, Any],
    time_limit: float,
    memory_limit: str,
    threads: int,
    verify: bool,
    progress: Callable[[int, float, float, str], Any] | None,
) -> tuple[list[list[tuple[Any, ...]]], str, bool]: ...
def count(
    graph: Graph,
    labels: Iterable[str],
    edges: Iterable[PatternEdge],
    estimate: str,
    seed: int,
    time_limit: float,
    memory_limit: str,
    threads: int,
) -> tuple[int, bool, tuple[float, float] | None, str, float, int, bool]: ...
def find(
    graph: Graph,
    labels: Iterable[str],
    edges: Iterable[PatternEdge],
    limit: int,
    time_limit: float,
    memory_limit: str,
) -> tuple[NDArray[np.int64], bool, bool]: ...
def orbits(
    graph: Graph, sizes: Sequence[int], time_limit: float, memory_limit: str
) -> tuple[
    list[tuple[PatternParts, tuple[int, ...]]], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], bool, bool
]: ...
def evaluate(
    name: str,
    graphs: tuple[Graph, ...],
    asked: dict[str, Any],
    memory_limit: str,
    progress: Callable[[str, int, int], Any] | None,
) -> tuple[tuple[str, ...], list[str], bool]: ...
def engine_names() -> list[str]: ...
def parse_sizes(text: str) -> list[int]: ...
def render(
    graph: Graph, name: str, engine: str, answers: list[tuple[Any, ...]], format: str, rank: bool, all_occurrences: bool
) -> str: ...
def canonical(labels: Iterable[str], edges: Iterable[PatternEdge]) -> tuple[PatternParts, int]: ...
def pattern_svg(labels: Iterable[str], edges: Iterable[PatternEdge], caption: Iterable[str]) -> str: ...
def listing(labels: Iterable[str], edges: Iterable[PatternEdge]) -> str: ...
