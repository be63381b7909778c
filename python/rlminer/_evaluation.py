"""Methods compared."""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from . import _core
from ._graph import InputWarning
from ._mining import Sizes, _as_collection, _seconds, _sizes, _told, _whole
from ._results import Interrupted


class EvaluationStep(NamedTuple):
    """How far a call to `evaluate` is."""

    what: str  #: the method in work, or "ground truth"
    done: int  #: graphs that it has answered
    graphs: int  #: of so many


class EvaluationRow(NamedTuple):
    """One method, one size."""

    dataset: str  #: the name of the collection
    method: str
    k: int
    ratio: float  #: frequency found / best frequency, the mean over graphs and seeds
    graphs: int  #: over so many graphs
    seconds: float  #: of one run over all graphs and sizes
    std: float  #: standard deviation of the ratio over seeds
    seeds: int
    unproven: int  #: graphs left out because their best frequency is not known


class Evaluation:
    """How near methods come to the best frequencies, and in which time.

    `rows` has a row for each method and size, in the order asked for. Printed, it is the table that the program prints.
    """

    __slots__ = ("_csv", "_html", "_json", "_markdown", "_svg", "_table", "complete", "interrupted", "rows")

    rows: list[EvaluationRow]
    complete: bool  #: otherwise it was ended early, and methods or graphs are missing
    interrupted: bool  #: by Ctrl-C

    def __init__(self, reports: tuple[str, ...], interrupted: bool) -> None:
        self._json, self._csv, self._markdown, self._html, self._table, self._svg = reports
        summary = json.loads(self._json)
        self.rows = [EvaluationRow(**row) for row in summary["rows"]]
        self.complete = all(dataset["complete"] for dataset in summary["datasets"])
        self.interrupted = interrupted

    def __reduce__(self) -> tuple[Any, ...]:
        reports = (self._json, self._csv, self._markdown, self._html, self._table, self._svg)
        return Evaluation, (reports, self.interrupted)

    def __str__(self) -> str:
        """As the program prints it, in Markdown."""
        return self._markdown.rstrip("\n")

    def __repr__(self) -> str:
        methods = dict.fromkeys(row.method for row in self.rows)
        return f"<rlminer.Evaluation of {', '.join(methods)}{'' if self.complete else ', not complete'}>"

    def to_json(self) -> str:
        """The rows and the conditions, as the program writes them to summary.json."""
        return self._json

    def to_csv(self) -> str:
        """A line for each graph, size, method and seed, as the program writes them to per_graph.csv."""
        return self._csv

    def to_html(self) -> str:
        """A report for a browser in one file."""
        return self._html

    def to_svg(self) -> str:
        """The ratio of each method against the size, as a picture."""
        return self._svg

    def _repr_html_(self) -> str:
        return f'<div class="rlminer-evaluation">{self._table}{self._svg}</div>'

    def to_pandas(self) -> Any:
        """The rows as a table.

        Examples:
            >>> import rlminer as rm
            >>> graphs = [rm.Graph("example:" + name) for name in ("aspirin", "cholesterol", "ibuprofen")]
            >>> found = rm.evaluate(graphs, ["exact", "rand"], k=[5, 6], split="all", cache=False)
            >>> found.to_pandas()[["method", "k", "graphs", "seeds"]]
              method  k  graphs  seeds
            0  exact  5       3      1
            1  exact  6       3      1
            2   rand  5       3      5
            3   rand  6       3      5
        """
        import pandas

        return pandas.DataFrame(self.rows, columns=list(EvaluationRow._fields))


def evaluate(
    graphs: Any,
    methods: Iterable[str] = ("exact", "mni", "rand"),
    k: Sizes = range(5, 10),
    *,
    model: Any = None,
    split: str = "test",
    split_seed: int = 0,
    filter: str = "paper",
    seeds: int = 5,
    seed: int = 0,
    threads: int = 1,
    time_limit: float | None = None,
    memory_limit: str = "70%",
    cache: bool | str | os.PathLike[str] = True,
    progress: bool | Callable[[EvaluationStep], Any] = False,
) -> Evaluation:
    """Compares methods on a collection: which share of the best frequency they find, and how long it takes them.

    `graphs` is a `Collection`, the path of one, or a list of graphs. `methods` are named as the program names them:
    "auto", "exact", "mni", "rand", "rand+samples=1000", "rl", "rl+samples=32", ... (`rlminer evaluate --help`); "rl" asks
    `model`, a file that `train` has written or the name of a shipped one.

    As in the program, only the graphs that pass the paper's `filter` (connected, more than 10 and fewer than 500
    vertices; or "none") count, and of these the test part: the fifth that `train` sets aside with the same `split_seed`
    (`split` may also be "train" or "all"). Methods that draw at random run with `seeds` seeds, from `seed` on. One thread
    by default, so that times can be compared. `time_limit` is for each graph and method. Best frequencies that were
    proven are kept in the folder `cache`: True is that of the program, False none. `progress` is True for a line on
    standard error, or a function that is called with an `EvaluationStep` after graphs, a few times per second, and ends the
    call early by returning False.

    Ctrl-C raises `Interrupted`, whose `result` has the rows so far.

    Examples:
        >>> import rlminer as rm
        >>> graphs = [rm.Graph("example:" + name) for name in ("aspirin", "cholesterol", "ibuprofen")]
        >>> found = rm.evaluate(graphs, ["exact", "rand"], k=5, split="all", seeds=3, cache=False)
        >>> found.rows[0].method, found.rows[0].ratio, found.rows[1].seeds
        ('exact', 1.0, 3)
    """
    name, chosen = _as_collection(graphs)
    asked = {
        "methods": [methods] if isinstance(methods, str) else list(methods),
        "sizes": _sizes(k),
        "model": "" if model is None else str(model),
        "split": split,
        "split_seed": _whole("split_seed", split_seed, 0, 2**64 - 1),
        "filter": filter,
        "seeds": _whole("seeds", seeds, 1, 10_000),
        "seed": _whole("seed", seed, 0, 2**64 - 1),
        "threads": _whole("threads", threads, 0, 1024),
        "time_limit": _seconds(time_limit),
        "cache": cache if isinstance(cache, bool) else os.fspath(cache),
    }
    with _told(progress, lambda step: f"{step.what}, {step.done:,} of {step.graphs:,} graphs") as tell:

        def on_step(what: str, done: int, graphs: int) -> Any:
            assert tell is not None
            return tell(EvaluationStep(what, done, graphs))

        reports, complaints, interrupted = _core.evaluate(
            name,
            tuple(graph._core for graph in chosen),
            asked,
            str(memory_limit),
            on_step if tell is not None else None,
        )
    for complaint in complaints:
        warnings.warn(complaint, InputWarning, stacklevel=2)
    evaluation = Evaluation(reports, interrupted)
    if interrupted:
        raise Interrupted(evaluation)
    return evaluation
