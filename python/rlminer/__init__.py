"""The most frequent connected induced subgraph of each size.

Give it a graph with labelled vertices and a size k. It finds the connected piece of k vertices that occurs most often,
and tells how often, where, and whether that is proven.

Examples:
    >>> import rlminer as rm
    >>> aspirin = rm.Graph("example:aspirin")
    >>> result = rm.mine(aspirin, k=5)
    >>> best = result[5][0]
    >>> best.frequency, best.proven
    (8, True)
    >>> best.pattern
    Pattern('CCCCC', [(0, 1), (0, 2), (1, 4), (2, 3)])
"""

from ._load import load as _load

_core = _load()

from ._core import Error
from ._evaluation import Evaluation, EvaluationRow, EvaluationStep, evaluate
from ._graph import Collection, Graph, InputWarning, read
from ._mining import Progress, census, count, find, mine
from ._orbits import Orbit, Orbits, orbits
from ._pattern import Pattern
from ._results import Answer, Count, Finding, Interrupted, Occurrences, Result, Results
from ._training import Training, train

__version__: str = _core.version
Error.__module__ = __name__

__all__ = [
    "Answer",
    "Collection",
    "Count",
    "Error",
    "Evaluation",
    "EvaluationRow",
    "EvaluationStep",
    "Finding",
    "Graph",
    "InputWarning",
    "Interrupted",
    "Occurrences",
    "Orbit",
    "Orbits",
    "Pattern",
    "Progress",
    "Result",
    "Results",
    "Training",
    "census",
    "count",
    "engines",
    "evaluate",
    "find",
    "mine",
    "orbits",
    "read",
    "train",
]


def engines() -> list[str]:
    """The names of the engines that `mine` can be asked to use.

    Examples:
        >>> import rlminer as rm
        >>> rm.engines()
        ['auto', 'beam', 'exact', 'mni', 'mni+noninduced', 'rand', 'rl', 'sample']
    """
    return list(_core.engine_names())
