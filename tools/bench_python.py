#!/usr/bin/env python3
"""What the Python module adds to the library, in the environment that has it installed.

usage: bench_python.py [--rounds N]

`mine` of graph 0 of ENZYMES, k = 5, on one thread: the whole call, and the seconds that the library itself reports for
it; the difference is what Python adds. Then the processor time to convert a networkx graph with 100,000 edges. Times
are the least and the median over the rounds.
"""
import argparse
import os
import pathlib
import random
import statistics
import time

import rlminer as rm

ROOT = pathlib.Path(__file__).resolve().parent.parent


def times(rounds, work):
    taken = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        taken.append(time.process_time() - start)
    return min(taken), statistics.median(taken)


def show(name, least, median, unit, factor):
    print(f"| {name} | {least * factor:.1f} | {median * factor:.1f} | {unit} |")


def call_overhead(rounds):
    folder = pathlib.Path(os.environ.get("RLMINER_DATA", ROOT.parent / "shared" / "data")) / "ENZYMES"
    if not folder.is_dir():
        print(f"skipped: there is no {folder}")
        return
    graph = rm.read(folder)[0]
    for engine in ("exact", "auto"):
        inside, added = [], []
        for _ in range(rounds):
            start = time.perf_counter()
            result = rm.mine(graph, k=5, threads=1, engine=engine)
            whole = time.perf_counter() - start
            inside.append(result[5].seconds)
            added.append(whole - result[5].seconds)
        show(f"mine, ENZYMES graph 0, k = 5, {engine}: the library", min(inside), statistics.median(inside), "us", 1e6)
        show(f"the same: added by Python, {engine}", min(added), statistics.median(added), "us", 1e6)


def conversion(rounds):
    try:
        import networkx
    except ImportError:
        print("skipped: networkx is not installed")
        return
    graph = networkx.gnm_random_graph(30_000, 100_000, seed=0)
    rng = random.Random(0)
    networkx.set_node_attributes(graph, {node: rng.choice("CNO") for node in graph}, "element")
    show("Graph of networkx, 100,000 edges", *times(rounds, lambda: rm.Graph(graph, label="element")), "ms", 1e3)
    array = rm.Graph(graph).edges
    labels = [data for _, data in graph.nodes(data="element")]
    show("Graph of an array, 100,000 edges", *times(rounds, lambda: rm.Graph(array, label=labels)), "ms", 1e3)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=200)
    options = parser.parse_args()
    print("| what | least | median | unit |\n|---|---:|---:|---|")
    call_overhead(options.rounds)
    conversion(max(5, options.rounds // 10))


if __name__ == "__main__":
    main()
