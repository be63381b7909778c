"""What the checks that ask the program hard questions share: their inputs, their command lines, and how they ask."""

import argparse
import itertools
import json
import os
import random
import sys
from pathlib import Path


def write_lg(path, labels, edges):
    with open(path, "w") as out:
        out.write("t # 0\n")
        out.writelines(f"v {v} {label}\n" for v, label in enumerate(labels))
        out.writelines(f"e {u} {v} 0\n" for u, v in edges)


def clique_with_pendant(rng):
    return [0] * 41, [*itertools.combinations(range(40), 2), (0, 40)]


def star_with_triangle(rng):
    return [0] * 254, [(0, v) for v in range(1, 251)] + [(0, 251), (0, 252), (251, 252), (252, 253)]


def dense(vertices, share, labels):
    def make(rng):
        edges = [pair for pair in itertools.combinations(range(vertices), 2) if rng.random() < share]
        return [rng.randrange(labels) for _ in range(vertices)], edges
    return make


def attached(vertices, links, labels):
    """Preferential attachment: hubs."""
    def make(rng):
        ends, edges = [0], []
        for v in range(1, vertices):
            near = {rng.choice(ends) for _ in range(min(v, links))}
            edges += [(u, v) for u in near]
            ends += [*near, *[v] * len(near)]
        return [rng.randrange(labels) for _ in range(vertices)], edges
    return make


def scattered(vertices, links, labels):
    """No hubs and so many labels that nearly every set has a pattern of its own."""
    def make(rng):
        edges = set()
        while len(edges) < links:
            u, v = sorted(rng.sample(range(vertices), 2))
            edges.add((u, v))
        return [rng.randrange(labels) for _ in range(vertices)], sorted(edges)
    return make


def stars_sharing_leaves(rng):
    return [0] * 2100, [(hub, leaf) for hub in range(5) for leaf in range(100, 2100) if rng.random() < 0.6]


INPUTS = {
    "clique-40-and-pendant": clique_with_pendant,
    "star-250-and-triangle": star_with_triangle,
    "dense-300-half": dense(300, 0.5, 1),
    "dense-1000-third-2-labels": dense(1000, 0.3, 2),
    "hubs-5000": attached(5000, 4, 3),
    "hubs-one-label": attached(20000, 2, 1),
    "shared-leaves": stars_sharing_leaves,
    "labels-20000": attached(100000, 3, 20000),
    "hardly-alike": scattered(8000, 14000, 25),
    "million-edges": attached(250000, 4, 10),
}


def made_inputs(folder, only=""):
    """Name -> file of every graph above whose name has the text."""
    inputs = {}
    for name, make in INPUTS.items():
        if only in name:
            inputs[name] = folder / f"{name}.lg"
            write_lg(inputs[name], *make(random.Random(name)))
    return inputs


def networks(names, data, only=""):
    """Name -> file of those that are among the data; the others are left out by name."""
    found = {}
    for name in names:
        if only not in name:
            continue
        files = sorted(data.rglob(f"{name}.lg*")) if data else []
        if files:
            found[name] = files[0]
        else:
            print(f"SKIPPED {name}: not among the data", file=sys.stderr)
    return found


def parser(description, engines):
    """The arguments that all checks have."""
    arguments = argparse.ArgumentParser(description=description.splitlines()[0])
    arguments.add_argument("program")
    data = os.environ.get("RLMINER_DATA")
    arguments.add_argument("--data", type=Path, default=Path(data) if data else None)
    arguments.add_argument("--only", default="", help="inputs with this text in their names")
    arguments.add_argument("--engines", default=",".join(engines), type=lambda text: text.split(","),
                           help="a name, or a name and options: 'beam,rl --samples 32'")
    return arguments


def mine(program, path, sizes, engine, *options):
    """The command; an engine may have options of its own after its name."""
    return [program, "mine", str(path), "-k", sizes, "--engine", *engine.split(), "--format", "json", *options]


def answers_in(output):
    """What the program has printed as JSON, one answer per line."""
    return [json.loads(line) for line in output.splitlines() if line.startswith("{")]
