"""What was found."""

from __future__ import annotations

import html
from collections.abc import Iterator, Sequence
from typing import Any, overload

from . import _core
from ._graph import Graph
from ._pattern import Pattern


class Finding:
    """A pattern, how often it occurs, and where."""

    __slots__ = ("_parts", "exact", "frequency", "interval", "occurrences", "pattern", "proven", "rank")

    pattern: Pattern
    frequency: int  #: the number of vertex sets on which it occurs; an estimate or a lower bound unless `exact`
    exact: bool
    proven: bool  #: certainly among the most frequent, with the exact frequency
    interval: tuple[float, float] | None  #: where an estimated frequency lies, with 95 % confidence
    occurrences: list[tuple[Any, ...]]  #: the caller's own vertices, in the order of the pattern's
    rank: int  #: from 0

    def __init__(self, parts: tuple[Any, ...], rank: int, proven: bool, vertices: Sequence[Any]) -> None:
        (labels, edges), self.frequency, self.exact, self.interval, places = parts
        self.pattern = Pattern._found(labels, edges)
        self.rank = rank
        self.proven = proven
        self.occurrences = [tuple(vertices[place] for place in occurrence) for occurrence in places]
        self._parts = parts

    def __repr__(self) -> str:
        return f"<rlminer.Finding: {frequency_text(self.frequency, self.exact, self.interval)} x {self.pattern}>"

    def _repr_svg_(self) -> str:
        return self.pattern.to_svg([frequency_text(self.frequency, self.exact, self.interval)])


class Answer(Sequence[Finding]):
    """The patterns of one size, the most frequent first."""

    __slots__ = ("_findings", "_parts", "k", "note", "proven", "seconds", "sets", "sets_exact", "upper_bound")

    k: int
    proven: bool  #: these are certainly the most frequent patterns, with exact frequencies
    sets: int  #: connected sets of this size that were counted: all of them when `sets_exact`
    sets_exact: bool
    seconds: float
    note: str  #: why it is not proven, or empty
    upper_bound: int | None  #: no pattern of this size is more frequent, if known

    def __init__(self, parts: tuple[Any, ...], vertices: Sequence[Any]) -> None:
        self.k, self.proven, self.sets, self.sets_exact, self.seconds, self.note, self.upper_bound, found = parts
        self._findings = [Finding(each, rank, self.proven, vertices) for rank, each in enumerate(found)]
        self._parts = parts

    def __len__(self) -> int:
        return len(self._findings)

    @overload
    def __getitem__(self, rank: int) -> Finding: ...
    @overload
    def __getitem__(self, rank: slice) -> list[Finding]: ...
    def __getitem__(self, rank: int | slice) -> Finding | list[Finding]:
        return self._findings[rank]

    def __repr__(self) -> str:
        sure = "proven" if self.proven else f"NOT proven: {self.note}"
        return f"<rlminer.Answer k={self.k}, {sure}: {len(self)} pattern{'s' if len(self) != 1 else ''}>"


class Result:
    """The answers about one graph, by size: `result[5][0]` is the most frequent pattern of 5 vertices.

    Examples:
        >>> import rlminer as rm
        >>> result = rm.mine(rm.Graph("example:caffeine"), k=range(3, 6), top=2)
        >>> [(k, [finding.frequency for finding in result[k]]) for k in result]
        [(3, [10, 5]), (4, [10, 9]), (5, [9, 7])]
        >>> result.proven
        True
    """

    __slots__ = ("_answers", "engine", "graph", "interrupted")

    graph: Graph
    engine: str  #: the name of the engine that answered
    interrupted: bool  #: it is the best that was found before the user interrupted

    def __init__(self, graph: Graph, engine: str, interrupted: bool, answers: Sequence[tuple[Any, ...]]) -> None:
        self.graph = graph
        self.engine = engine
        self.interrupted = interrupted
        self._answers = {parts[0]: Answer(parts, graph.vertices) for parts in answers}

    @property
    def sizes(self) -> list[int]:
        return list(self._answers)

    @property
    def proven(self) -> bool:
        """Whether every answer is."""
        return all(answer.proven for answer in self._answers.values())

    def __getitem__(self, k: int) -> Answer:
        if k not in self._answers:
            raise KeyError(f"the sizes that were asked for are {self.sizes}, not {k}")
        return self._answers[k]

    def __iter__(self) -> Iterator[int]:
        return iter(self._answers)

    def __len__(self) -> int:
        return len(self._answers)

    def __contains__(self, k: object) -> bool:
        return k in self._answers

    def _parts(self) -> list[tuple[Any, ...]]:
        return [answer._parts for answer in self._answers.values()]

    def __reduce__(self) -> tuple[Any, ...]:
        return Result, (self.graph, self.engine, self.interrupted, self._parts())

    def _render(self, format: str) -> str:
        findings = [finding for answer in self._answers.values() for finding in answer]
        several = any(len(answer) > 1 for answer in self._answers.values())
        many_places = any(len(finding.occurrences) > 1 for finding in findings)
        return _core.render(
            self.graph._core, self.graph.name, self.engine, self._parts(), format, several, many_places
        )

    def __str__(self) -> str:
        """As the program prints it."""
        return self._render("text").rstrip("\n")

    def __repr__(self) -> str:
        sure = "proven" if self.proven else "NOT proven"
        return f"<rlminer.Result of {self.engine} for k = {', '.join(map(str, self.sizes))}: {sure}>"

    def to_json(self) -> str:
        """As `rlminer mine --format json` writes it: one object per line.

        Examples:
            >>> import json, rlminer as rm
            >>> json.loads(rm.mine(rm.Graph("example:aspirin"), k=5).to_json())["frequency"]
            8
        """
        return self._render("json")

    def to_svg(self) -> str:
        """A picture sheet: a row for every size, with the patterns and their frequencies."""
        return self._render("svg")

    def to_html(self) -> str:
        """A report for a browser in one file, with the graph and the occurrences in it."""
        return self._render("html")

    def _repr_html_(self) -> str:
        notes = "".join(
            f"<li>k = {answer.k}: {html.escape('proven' if answer.proven else 'NOT proven: ' + answer.note)}</li>"
            for answer in self._answers.values()
        )
        return f'<div class="rlminer-result">{self.to_svg()}<ul>{notes}</ul></div>'

    def to_pandas(self) -> Any:
        """A table with one row for each pattern.

        Examples:
            >>> import rlminer as rm
            >>> table = rm.mine(rm.Graph("example:aspirin"), k=[4, 5]).to_pandas()
            >>> table[["k", "rank", "frequency", "proven"]]
               k  rank  frequency  proven
            0  4     0          8    True
            1  5     0          8    True
        """
        import pandas

        rows = [
            (answer.k, finding.rank, finding.frequency, finding.exact, finding.proven, finding.interval, answer.sets)
            + (finding.pattern, finding.occurrences)
            for answer in self._answers.values()
            for finding in answer
        ]
        columns = ["k", "rank", "frequency", "exact", "proven", "interval", "sets", "pattern", "occurrences"]
        return pandas.DataFrame(rows, columns=columns)


class Results(Sequence[Result]):
    """The answers about several graphs, in their order."""

    __slots__ = ("_results",)

    def __init__(self, results: Sequence[Result]) -> None:
        self._results = list(results)

    def __len__(self) -> int:
        return len(self._results)

    @overload
    def __getitem__(self, place: int) -> Result: ...
    @overload
    def __getitem__(self, place: slice) -> Results: ...
    def __getitem__(self, place: int | slice) -> Result | Results:
        return Results(self._results[place]) if isinstance(place, slice) else self._results[place]

    @property
    def proven(self) -> bool:
        """Whether every answer is."""
        return all(result.proven for result in self._results)

    def __reduce__(self) -> tuple[Any, ...]:
        return Results, (self._results,)

    def __repr__(self) -> str:
        return f"<rlminer.Results about {len(self)} graphs: {'proven' if self.proven else 'NOT all proven'}>"

    def to_pandas(self) -> Any:
        """A table with one row for each pattern; the column "graph" is the place of the graph."""
        import pandas

        tables = [result.to_pandas() for result in self._results]
        for place, table in enumerate(tables):
            table.insert(0, "graph", place)
        return pandas.concat(tables, ignore_index=True) if tables else pandas.DataFrame()


def frequency_text(frequency: int, exact: bool, interval: tuple[float, float] | None) -> str:
    if exact:
        return f"{frequency:,}"
    if interval is None:
        return f"at least {frequency:,}"
    return f"about {frequency:.5g} (95 %: {interval[0]:.5g} to {interval[1]:.5g})"


class Count(int):
    """How often a pattern occurs: an integer that knows how sure it is."""

    exact: bool  #: otherwise it is an estimate or a lower bound
    interval: tuple[float, float] | None  #: where an estimate lies, with 95 % confidence
    note: str  #: why it is not exact, or empty
    seconds: float
    mappings: int  #: frequency times the automorphisms of the pattern
    interrupted: bool

    def __new__(
        cls,
        frequency: int,
        exact: bool,
        interval: tuple[float, float] | None,
        note: str,
        seconds: float,
        automorphisms: int,
        interrupted: bool,
    ) -> Count:
        count = super().__new__(cls, frequency)
        count.exact = exact
        count.interval = interval
        count.note = note
        count.seconds = seconds
        count.mappings = frequency * automorphisms
        count.interrupted = interrupted
        return count

    def __repr__(self) -> str:
        return int.__repr__(self) if self.exact else f"<{frequency_text(int(self), self.exact, self.interval)}>"

    def __reduce__(self) -> tuple[Any, ...]:
        automorphisms = self.mappings // int(self) if self else 1
        return Count, (int(self), self.exact, self.interval, self.note, self.seconds, automorphisms, self.interrupted)


class Occurrences(list[tuple[Any, ...]]):
    """Where a pattern occurs: tuples of the caller's vertices, in the order of the pattern's."""

    complete: bool  #: these are all

    def __init__(self, occurrences: Sequence[tuple[Any, ...]], complete: bool) -> None:
        super().__init__(occurrences)
        self.complete = complete

    def __reduce__(self) -> tuple[Any, ...]:
        return Occurrences, (list(self), self.complete)


class Interrupted(KeyboardInterrupt):
    """The user has ended a call with Ctrl-C. `result` is the best that it had found.

    In a notebook where nobody catches it, `import sys; sys.last_value.result` is the same.
    """

    def __init__(self, result: Any) -> None:
        super().__init__("interrupted; the best so far is the attribute `result` of this exception")
        self.result = result

    def __reduce__(self) -> tuple[Any, ...]:
        return Interrupted, (self.result,)
