"""Graphs as rows of numbers, for scikit-learn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from ._graph import Graph
from ._mining import Sizes, _sizes, census, count
from ._pattern import Pattern
from ._results import Result


class PatternFeatures(TransformerMixin, BaseEstimator):
    """Turns each graph into the frequencies of the patterns that are most frequent in the training graphs.

    For each size of `k`, `fit` keeps the `top` patterns whose frequencies over all training graphs have the greatest
    sum (of equal ones, those in more graphs). `transform` counts them in each graph. Graphs are `Graph` objects or
    whatever one can be made of, with `label` as there. `time_limit` is for all graphs of one `fit` or `transform`: what
    was not counted by then is counted pattern by pattern, without a limit.

    Examples:
        >>> import rlminer as rm
        >>> from rlminer.sklearn import PatternFeatures
        >>> graphs = [rm.Graph("example:" + name) for name in ("aspirin", "glucose", "ibuprofen")]
        >>> features = PatternFeatures(k=3, top=2)
        >>> features.fit_transform(graphs)
        array([[ 8.,  6.],
               [ 4., 11.],
               [17.,  2.]])
        >>> list(features.get_feature_names_out())
        ['0:C  1:C  2:C | 0-1 0-2', '0:C  1:C  2:O | 0-1 0-2']
    """

    patterns_: list[Pattern]

    def __init__(
        self, k: Sizes = 4, top: int = 20, label: Any = None, threads: int = 0, time_limit: float | None = None
    ) -> None:
        self.k = k
        self.top = top
        self.label = label
        self.threads = threads
        self.time_limit = time_limit

    def _graphs(self, X: Iterable[Any]) -> list[Graph]:
        return [graph if isinstance(graph, Graph) else Graph(graph, label=self.label) for graph in X]

    def _censuses(self, graphs: list[Graph]) -> Any:
        return census(graphs, self.k, threads=self.threads, time_limit=self.time_limit)

    def fit(self, X: Iterable[Any], y: Any = None) -> PatternFeatures:
        """Chooses the patterns."""
        self._choose(self._censuses(self._graphs(X)))
        return self

    def fit_transform(self, X: Iterable[Any], y: Any = None, **fit_params: Any) -> NDArray[np.float64]:
        """The same as `fit`, then `transform`, with one count of each graph."""
        graphs = self._graphs(X)
        censuses = self._censuses(graphs)
        self._choose(censuses)
        return self._rows(graphs, censuses)

    def transform(self, X: Iterable[Any]) -> NDArray[np.float64]:
        """One row for each graph, one column for each pattern."""
        check_is_fitted(self, "patterns_")
        graphs = self._graphs(X)
        return self._rows(graphs, self._censuses(graphs))

    def get_feature_names_out(self, input_features: Any = None) -> NDArray[np.object_]:
        check_is_fitted(self, "patterns_")
        return np.array([str(pattern) for pattern in self.patterns_], dtype=object)

    def _choose(self, censuses: Iterable[Result]) -> None:
        self.patterns_ = []
        for k in _sizes(self.k):
            totals: Counter[Pattern] = Counter()
            graphs: Counter[Pattern] = Counter()
            for result in censuses:
                for finding in result[k]:
                    totals[finding.pattern] += finding.frequency
                    graphs[finding.pattern] += 1
            # Equal patterns may have their vertices in different orders; their canonical form settles ties.
            ranked = sorted(totals, key=lambda p: (-totals[p], -graphs[p], p._canonical_form()))
            self.patterns_ += ranked[: self.top]

    def _rows(self, graphs: list[Graph], censuses: Iterable[Result]) -> NDArray[np.float64]:
        place = {pattern: i for i, pattern in enumerate(self.patterns_)}
        rows = np.zeros((len(graphs), len(place)))
        for row, graph, result in zip(rows, graphs, censuses):
            for k in result:
                for finding in result[k]:
                    if finding.pattern in place:
                        row[place[finding.pattern]] = finding.frequency
            for pattern, i in place.items():
                if not result[len(pattern)].proven:
                    row[i] = count(graph, pattern, estimate="never", threads=self.threads)
        return rows
