"""The questions."""

from __future__ import annotations

import contextlib
import operator
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Concatenate, NamedTuple, ParamSpec, Protocol, Union, cast, overload

from . import _core
from ._graph import Collection, Graph, read
from ._pattern import as_pattern
from ._results import Count, Interrupted, Occurrences, Result, Results

Sizes = Union[int, str, Iterable[int]]
_FOREVER = float("inf")
_MOST = 1_000_000_000  # of anything that can be asked for
_LARGEST = 32


class Progress(NamedTuple):
    """How far a call to `mine` is."""

    done: int  #: graphs that are finished
    graphs: int  #: of so many
    fraction: float  #: of the graph in work, estimated
    sets: float  #: connected sets accounted for
    phase: str


def _sizes(k: Sizes) -> list[int]:
    if isinstance(k, str):
        return _core.parse_sizes(k)
    asked: Any = [k] if hasattr(k, "__index__") else k
    try:
        sizes = sorted({operator.index(size) for size in asked})
    except TypeError:
        raise _core.Error(f"k: {k!r} is neither a size nor a range of them") from None
    wrong = next((size for size in sizes if not 1 <= size <= _LARGEST), None)
    if wrong is not None:
        raise _core.Error(f"k: '{wrong}' is not a size from 1 to {_LARGEST}")
    if not sizes:
        raise _core.Error("k: there is no size in it")
    return sizes


def _whole(name: str, value: int, lowest: int, highest: int = _MOST) -> int:
    try:
        number = operator.index(value)
    except TypeError:
        number = lowest - 1
    if not lowest <= number <= highest:
        raise _core.Error(f"{name}: '{value}' is not a whole number from {lowest} to {highest}")
    return number


def _seconds(value: float | None) -> float:
    if value is None:
        return _FOREVER
    try:
        seconds = float(value)
    except (TypeError, ValueError):
        seconds = -1.0
    if not seconds > 0.0:
        raise _core.Error(f"time_limit: '{value}' is not a positive number of seconds")
    return seconds


def _as_graph(source: Any) -> Graph:
    return source if isinstance(source, Graph) else Graph(source)


def _is_many(source: Any) -> bool:
    """Several graphs: a list of them, rather than the pairs of one."""
    if isinstance(source, Collection):
        return True
    if not isinstance(source, (list, tuple)):
        return False
    first = source[0] if source else ()
    return not source or not (isinstance(first, (list, tuple)) and len(first) == 2)


def _as_collection(source: Any) -> tuple[str, Sequence[Graph]]:
    """The name and the graphs of a collection: one that was read, the path of one, or a list of graphs."""
    if isinstance(source, (str, os.PathLike)):
        source = read(source)
    if isinstance(source, Collection):
        return source.name, list(source)
    if not _is_many(source):
        source = [source]
    return "graphs", [_as_graph(each) for each in source]


def _engine_settings(engine: str, model: Any, options: Mapping[str, Any]) -> dict[str, Any]:
    settings: dict[str, Any] = {"engine": engine}
    if model is not None:
        settings["model"] = str(model)
    for name, value in options.items():
        if value is None:
            continue
        if name == "local_search" and isinstance(value, bool):
            value = _FOREVER if value else 0.0
        if name in ("samples", "beam"):
            value = _whole(name, value, 1)
        settings[name] = value
    return settings


class _ProgressLine:
    """One line on standard error that is written over, and gone in the end."""

    def __init__(self, text: Callable[[Any], str]) -> None:
        self._text = text
        self._width = 0

    def __call__(self, progress: Any) -> None:
        line = self._text(progress)
        sys.stderr.write("\r" + line.ljust(self._width))
        sys.stderr.flush()
        self._width = len(line)

    def clear(self) -> None:
        if self._width > 0:
            sys.stderr.write("\r" + " " * self._width + "\r")
            sys.stderr.flush()


@contextlib.contextmanager
def _told(progress: bool | Callable[[Any], Any], text: Callable[[Any], str]) -> Iterator[Callable[[Any], Any] | None]:
    """Whom to tell of progress: a line with this text, the caller's function, or nobody."""
    if progress is not True:
        yield progress if callable(progress) else None
        return
    line = _ProgressLine(text)
    try:
        yield line
    finally:
        line.clear()


def _progress_text(progress: Progress) -> str:
    several = f"{progress.done:,} of {progress.graphs:,} graphs, " if progress.graphs > 1 else ""
    return f"{several}{100 * progress.fraction:.0f} %, {progress.sets:.3g} sets, {progress.phase}"


_P = ParamSpec("_P")


class _OneOrMany(Protocol[_P]):
    """A question about one graph or about each of several."""

    @overload
    def __call__(self, graph: Collection | list[Any], *args: _P.args, **kwargs: _P.kwargs) -> Results: ...
    @overload
    def __call__(self, graph: Any, *args: _P.args, **kwargs: _P.kwargs) -> Result: ...


def _one_or_many(question: Callable[Concatenate[Any, _P], Result | Results]) -> _OneOrMany[_P]:
    """For the type checker: what a question answers depends on its first argument."""
    return cast("_OneOrMany[_P]", question)


@_one_or_many
def mine(
    graph: Any,
    k: Sizes,
    *,
    top: int = 1,
    engine: str = "auto",
    time_limit: float | None = None,
    memory_limit: str = "70%",
    threads: int = 0,
    seed: int = 0,
    occurrences: int = 1,
    progress: bool | Callable[[Progress], Any] = False,
    verify: bool = False,
    model: Any = None,
    decode: str | None = None,
    samples: int | None = None,
    beam: int | None = None,
    temperature: float | None = None,
    local_search: bool | float | None = None,
) -> Result | Results:
    """The most frequent connected induced subgraphs of each size in `k`.

    `graph` is a `Graph` or anything that one can be made of; of a list or `Collection`, each graph gets its own answer.
    `k` is a size, a range or list of them, or a text such as "3..6". The frequency of a pattern is the number of
    different vertex sets that look like it.

    `top` patterns are reported per size, with up to `occurrences` places each. `engine` is one of `engines()`; "auto"
    proves its answer where that fits into `time_limit` (seconds for the whole call; by default 10 for each graph) and
    otherwise returns the best it has found. `threads=0` is one per core. `progress` is True for a line on standard
    error, or a function that is called with a `Progress` a few times per second and ends the call early by returning
    False. `verify` recounts every reported pattern. `model`, `decode`, `samples`, `beam`, `temperature` and
    `local_search` are those of the program (`rlminer mine --help`).

    Ctrl-C raises `Interrupted`, whose `result` is the best so far. Other threads run meanwhile.

    Examples:
        >>> import rlminer as rm
        >>> club = rm.Graph("example:club")
        >>> result = rm.mine(club, k="3..4", top=2, occurrences=3)
        >>> result[4][0].proven, len(result[4][0].occurrences)
        (True, 3)
    """
    many = _is_many(graph)
    graphs = [_as_graph(each) for each in graph] if many else [_as_graph(graph)]
    options = {
        "decode": decode,
        "samples": samples,
        "beam": beam,
        "temperature": temperature,
        "local_search": local_search,
    }
    with _told(progress, _progress_text) as tell:

        def on_progress(done: int, fraction: float, sets: float, phase: str) -> Any:
            assert tell is not None
            return tell(Progress(done, len(graphs), fraction, sets, phase))

        answers, name, interrupted = _core.mine(
            tuple(each._core for each in graphs),
            _sizes(k),
            _whole("top", top, 1),
            _whole("occurrences", occurrences, 0),
            _whole("seed", seed, 0, 2**64 - 1),
            _engine_settings(engine, model, options),
            _seconds(time_limit),
            str(memory_limit),
            _whole("threads", threads, 0, 1024),
            verify,
            on_progress if tell is not None else None,
        )
    results = [Result(each, name, interrupted, found) for each, found in zip(graphs, answers)]
    result = Results(results) if many else results[0]
    if interrupted:
        raise Interrupted(result)
    return result


@_one_or_many
def census(
    graph: Any, k: Sizes, *, threads: int = 0, time_limit: float | None = None, occurrences: int = 0
) -> Result | Results:
    """The frequency of every pattern of these sizes, as a `Result` with all of them.

    For sizes whose connected sets can be listed; what the time limit ends is not `proven`.

    Examples:
        >>> import rlminer as rm
        >>> table = rm.census(rm.Graph("example:caffeine"), k=3)
        >>> len(table[3]), sum(finding.frequency for finding in table[3]) == table[3].sets
        (6, True)
    """
    limits: dict[str, Any] = {"threads": threads, "time_limit": time_limit, "occurrences": occurrences}
    found: Result | Results = mine(graph, k, top=_MOST, engine="exact", **limits)
    return found


def count(
    graph: Any,
    pattern: Any,
    *,
    estimate: str = "auto",
    time_limit: float | None = None,
    memory_limit: str = "70%",
    threads: int = 0,
    seed: int = 0,
) -> Count:
    """How often one pattern occurs: the number of vertex sets that look like it.

    `pattern` is a `Pattern`, or anything that a graph can be made of. What cannot be counted in the time limit (without
    one: in a minute) is estimated with a 95 % interval; `estimate="never"` counts to the end and "always" does not try
    to count. Ctrl-C raises `Interrupted` with what is known.

    Examples:
        >>> import rlminer as rm
        >>> times = rm.count(rm.Graph("example:aspirin"), rm.Pattern("CCO", [(0, 1), (1, 2)]))
        >>> times, times.exact, times.mappings
        (6, True, 6)
    """
    wanted = as_pattern(pattern)
    counted = Count(
        *_core.count(
            _as_graph(graph)._core,
            wanted.labels,
            wanted._edges,
            estimate,
            _whole("seed", seed, 0, 2**64 - 1),
            _seconds(time_limit),
            str(memory_limit),
            _whole("threads", threads, 0, 1024),
        )
    )
    if counted.interrupted:
        raise Interrupted(counted)
    return counted


def find(
    graph: Any,
    pattern: Any,
    *,
    limit: int | None = None,
    time_limit: float | None = None,
    memory_limit: str = "70%",
) -> Occurrences:
    """Where one pattern occurs: a tuple of the graph's vertices for each, in the order of the pattern's vertices.

    Every vertex set is listed once. `limit` is the most to list; the attribute `complete` tells whether these are all.
    Ctrl-C raises `Interrupted` with those found so far.

    Examples:
        >>> import rlminer as rm
        >>> g = rm.Graph([("a", "b"), ("b", "c"), ("c", "d")], label={"a": "C", "b": "C", "c": "O", "d": "C"})
        >>> sorted(rm.find(g, rm.Pattern("CO", [(0, 1)])))
        [('b', 'c'), ('d', 'c')]
    """
    wanted = as_pattern(pattern)
    target = _as_graph(graph)
    most = _whole("limit", limit, 0) if limit is not None else 2**63
    places, complete, interrupted = _core.find(
        target._core, wanted.labels, wanted._edges, most, _seconds(time_limit), str(memory_limit)
    )
    rows = places.tolist()
    if not isinstance(target.vertices, range):
        vertices = target.vertices
        rows = [[vertices[place] for place in row] for row in rows]
    found = Occurrences([tuple(row) for row in rows], complete)
    if interrupted:
        raise Interrupted(found)
    return found
