#!/usr/bin/env python3
"""Compares the census of a directed random graph with other tools: networkx (3 vertices), igraph (3 and 4), and a plain
enumeration in Python whose classes are the least of all vertex orders (5).

    tools/check_directed.py build/release/rlminer        needs `pip install networkx igraph`
"""

import argparse
import collections
import itertools
import json
import random
import subprocess
import tempfile
from pathlib import Path

VERTICES = 1000
ARCS_PER_VERTEX = 3


def random_arcs(seed: int) -> list[tuple[int, int]]:
    draw = random.Random(seed)
    arcs = []
    for u in range(VERTICES):
        heads: set[int] = set()
        while len(heads) < ARCS_PER_VERTEX:
            v = draw.randrange(VERTICES)
            if v != u:
                heads.add(v)
        arcs.extend((u, v) for v in sorted(heads))
    return arcs


def frequencies(program: str, arcs: list[tuple[int, int]]) -> dict[int, list[int]]:
    """By size, ascending."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "arcs.txt"
        path.write_text("".join(f"{u} {v}\n" for u, v in arcs))
        command = [program, "mine", path, "--directed", "-k", "3..5", "--top", "1000000", "--engine", "exact"]
        lines = subprocess.run([*command, "--format", "json", "--quiet"], check=True, capture_output=True, text=True)
    found = collections.defaultdict(list)
    for line in lines.stdout.splitlines():
        answer = json.loads(line)
        assert answer["proven"] and answer["directed"]
        found[answer["k"]].append(answer["frequency"])
    return {k: sorted(values) for k, values in found.items()}


def by_networkx(arcs: list[tuple[int, int]]) -> list[int]:
    import networkx

    census = networkx.triadic_census(networkx.DiGraph(arcs))
    return sorted(count for name, count in census.items() if name not in ("003", "012", "102") and count > 0)


def by_igraph(arcs: list[tuple[int, int]], k: int) -> list[int]:
    import igraph

    counts = igraph.Graph(n=VERTICES, edges=arcs, directed=True).motifs_randesu(k)
    return sorted(int(count) for count in counts if count == count and count > 0)  # not a number: not connected


def by_enumeration(arcs: list[tuple[int, int]], k: int) -> list[int]:
    there = set(arcs)
    neighbours = collections.defaultdict(set)
    for u, v in arcs:
        neighbours[u].add(v)
        neighbours[v].add(u)
    orders = list(itertools.permutations(range(k)))
    least: dict[tuple[bool, ...], tuple[bool, ...]] = {}
    counts: collections.Counter[tuple[bool, ...]] = collections.Counter()

    def extend(chosen: list[int], further: set[int], seen: set[int]) -> None:
        if len(chosen) == k:
            matrix = tuple((u, v) in there for u in chosen for v in chosen)
            if matrix not in least:
                least[matrix] = min(tuple(matrix[o[i] * k + o[j]] for i in range(k) for j in range(k)) for o in orders)
            counts[least[matrix]] += 1
            return
        left = set(further)
        while left:
            vertex = left.pop()
            new = {u for u in neighbours[vertex] if u > chosen[0] and u not in seen}
            extend([*chosen, vertex], left | new, seen | new)

    for root in range(VERTICES):
        around = {u for u in neighbours[root] if u > root}
        extend([root], around, around | {root})
    return sorted(counts.values())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--seed", type=int, default=17)
    arguments = parser.parse_args()
    arcs = random_arcs(arguments.seed)
    ours = frequencies(arguments.program, arcs)
    others = [
        ("networkx", 3, by_networkx(arcs)),
        ("igraph", 3, by_igraph(arcs, 3)),
        ("igraph", 4, by_igraph(arcs, 4)),
        ("enumeration", 5, by_enumeration(arcs, 5)),
    ]
    for name, k, theirs in others:
        verdict = "equal" if theirs == ours[k] else "DIFFERENT"
        print(f"k = {k}: {len(ours[k])} classes, {sum(ours[k]):,} sets; {name}: {verdict}")
    raise SystemExit(any(theirs != ours[k] for _, k, theirs in others))


if __name__ == "__main__":
    main()
