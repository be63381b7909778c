"""Learning, which the program does in a process of its own: only that is linked with libtorch."""

from __future__ import annotations

import contextlib
import io
import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import warnings
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from . import _core
from ._graph import InputWarning
from ._mining import Sizes, _as_collection, _seconds, _sizes, _told, _whole
from ._results import Interrupted

_INTERRUPTED = (128 + signal.SIGINT, -signal.SIGINT)  # what the program answers when it was ended early
_BUG = 3


class Training:
    """What was learned, and how it went.

    `rows` has a dictionary for each round: the lines of MODEL.log.jsonl. A picture of the curves in a notebook.
    """

    __slots__ = ("_csv", "_summary", "_svg", "interrupted", "model", "rows")

    model: str  #: the file with the model of the best round
    rows: list[dict[str, Any]]
    interrupted: bool  #: by Ctrl-C; everything is saved

    def __init__(
        self, model: str, rows: list[dict[str, Any]], csv: str, svg: str, summary: str, interrupted: bool
    ) -> None:
        self.model = model
        self.rows = rows
        self._csv = csv
        self._svg = svg
        self._summary = summary
        self.interrupted = interrupted

    def __reduce__(self) -> tuple[Any, ...]:
        return Training, (self.model, self.rows, self._csv, self._svg, self._summary, self.interrupted)

    @property
    def best(self) -> dict[str, Any] | None:
        """The round whose model was kept: the best on the validation graphs."""
        return next((row for row in reversed(self.rows) if row["best"]), None)

    def __str__(self) -> str:
        """As the program prints it."""
        return self._summary.rstrip("\n")

    def __repr__(self) -> str:
        return f"<rlminer.Training of {self.model}: {len(self.rows)} round{'s' if len(self.rows) != 1 else ''}>"

    def to_svg(self) -> str:
        """The curves as a picture."""
        return self._svg

    def _repr_html_(self) -> str:
        return f'<div class="rlminer-training">{self._svg}</div>'

    def to_pandas(self) -> Any:
        """A table with one row for each round."""
        import pandas

        return pandas.read_csv(io.StringIO(self._csv)) if self._csv else pandas.DataFrame()


def train(
    graphs: Any,
    model: str | os.PathLike[str],
    *,
    algorithm: str | None = None,
    preset: str | None = None,
    k: Sizes | None = None,
    updates: int | None = None,
    epochs: int | None = None,
    labels_by: str | None = None,
    features: bool = False,
    settings: Mapping[str, Any] | None = None,
    filter: str | None = None,
    split_seed: int = 0,
    validation: float | None = None,
    init: str | os.PathLike[str] | None = None,
    resume: bool = False,
    device: str | None = None,
    time_limit: float | None = None,
    threads: int = 0,
    seed: int = 0,
    progress: bool | Callable[[dict[str, Any]], Any] = False,
) -> Training:
    """Learns a policy from a collection and writes it to the file `model`, for `mine(..., engine="rl", model=...)`.

    `graphs` is a `Collection`, the path of one, or a list of graphs; a fifth of them is left for testing. The program
    `rlminer` does the work, in a process of its own, because this module is built without libtorch: the program must
    have been built with learning and be found on the path (or where $RLMINER_PROGRAM says). The arguments are its
    options (`rlminer train --help`), `k` stands for --sizes, and `settings` are those of --set, such as
    {"network.hidden": 32}. Files beside the model have its log, its curves, and what `resume` goes on from.

    `progress` is True for a line on standard error, or a function that is called with the last of `Training.rows` after
    each round and ends the call early by returning False. Ctrl-C raises `Interrupted`, whose `result` is what was
    learned so far; it is saved.
    """
    name, chosen = _as_collection(graphs)
    path = os.fspath(model)
    options: dict[str, Any] = {
        "output": path,
        "algorithm": algorithm,
        "preset": preset,
        "sizes": None if k is None else ",".join(map(str, _sizes(k))),
        "updates": updates,
        "epochs": epochs,
        "labels-by": labels_by,
        "features": features,
        "set": [f"{setting}={_setting_text(value)}" for setting, value in (settings or {}).items()],
        "filter": filter,
        "split-seed": _whole("split_seed", split_seed, 0, 2**64 - 1),
        "validation": validation,
        "init": None if init is None else os.fspath(init),
        "resume": resume,
        "device": device,
        "time-limit": None if time_limit is None else _seconds(time_limit),
        "threads": _whole("threads", threads, 0, 1024),
        "seed": _whole("seed", seed, 0, 2**64 - 1),
        # Kinds of edges that the graphs know are part of the question, as they are for `mine`.
        "edge-labels": "use" if any(graph._core.has_kinds for graph in chosen) else None,
    }
    program = _program()
    with tempfile.TemporaryDirectory(prefix="rlminer-") as folder, _told(progress, _text_of) as tell:
        file = os.path.join(folder, (name.replace(os.sep, "_") or "graphs") + ".json")
        _core.write(file, tuple(graph._core for graph in chosen))
        run = _Run([program, "train", file, *_words(options)], _Log(path, resume), tell)
        interrupted = run.wait()
    training = Training(
        path, run.log.rows(), run.log.beside(".log.csv"), run.log.beside(".svg"), run.output, interrupted
    )
    if interrupted:
        raise Interrupted(training)
    return training


def _program() -> str:
    found = os.environ.get("RLMINER_PROGRAM") or shutil.which("rlminer")
    if found is None:
        raise _core.Error(
            "train: this module is without learning, which the program has, and there is no program rlminer on the path "
            "(nor does RLMINER_PROGRAM name one)"
        )
    return found


def _setting_text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _words(options: Mapping[str, Any]) -> list[str]:
    """Options as the program takes them: None and False are left out, True has no value."""
    words = []
    for option, value in options.items():
        for each in value if isinstance(value, list) else [value]:
            if each is True:
                words.append(f"--{option}")
            elif each is not None and each is not False:
                words.append(f"--{option}={each}")
    return words


def _text_of(row: Mapping[str, Any]) -> str:
    ratios = row["validation"].values()
    mean = f", validation {sum(ratios) / len(ratios):.3f}" if ratios else ""
    return f"round {row['round']}, {row['updates']:,} updates{mean}, {row['eta']:.0f} s to go"


class _Log:
    """The files beside a model. What an earlier run has left there counts only where it is gone on with."""

    def __init__(self, model: str, resume: bool) -> None:
        self._model = model
        self._before = None if resume else self._stamp()

    def _stamp(self) -> tuple[int, int] | None:
        with contextlib.suppress(OSError):
            status = os.stat(self._model + ".log.jsonl")
            return status.st_ino, status.st_mtime_ns
        return None

    def beside(self, ending: str) -> str:
        if self._stamp() == self._before:
            return ""
        return pathlib.Path(self._model + ending).read_text()

    def rows(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.beside(".log.jsonl").splitlines()]


class _Run:
    """The program at work. It has a session of its own, so that Ctrl-C reaches it from here and only once."""

    def __init__(self, command: list[str], log: _Log, tell: Callable[[Any], Any] | None) -> None:
        self.log = log
        self.output = ""
        self._tell = tell
        self._interrupted = False
        self._last_line = ""
        # A pipe that is read last would be full one day, and the program would wait for ever.
        self._stdout = tempfile.TemporaryFile("w+", errors="surrogateescape")
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=self._stdout,
            stderr=subprocess.PIPE,
            text=True,
            errors="surrogateescape",
            start_new_session=True,
        )

    def wait(self) -> bool:
        """Until it ends; whether Ctrl-C has ended it. Raises `Error` with its message when it failed."""
        with self._stdout, self._process as process:
            try:
                for line in self._lines():
                    self._hear(line)
                process.wait()
                self._stdout.seek(0)
                self.output = self._stdout.read()
            except BaseException:
                process.send_signal(signal.SIGINT)
                raise
        if process.returncode not in (0, *_INTERRUPTED):
            message = self._last_line.removeprefix("rlminer: ").lstrip("-")
            raise (RuntimeError if process.returncode == _BUG else _core.Error)(message)
        return self._interrupted

    def _lines(self) -> Iterator[str]:
        """What it writes to standard error. The first Ctrl-C goes to it, and it ends with everything saved."""
        assert self._process.stderr is not None
        while True:
            try:
                line = self._process.stderr.readline()
            except KeyboardInterrupt:
                if self._interrupted:
                    self._process.kill()
                    raise
                self._interrupted = True
                self._process.send_signal(signal.SIGINT)
                continue
            if not line:
                return
            yield line.rstrip("\n")

    def _hear(self, line: str) -> None:
        kind, _, rest = line.partition(": ")
        if kind in ("warning", "note"):
            warnings.warn(rest, InputWarning, stacklevel=4)
            return
        self._last_line = line
        rows = self.log.rows() if self._tell is not None and line.startswith("round ") else []
        if rows and self._tell is not None and self._tell(rows[-1]) is False:
            self._process.send_signal(signal.SIGINT)
