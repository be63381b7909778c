#!/usr/bin/env python3
"""End-to-end benchmark: times whole runs of the program, one and two threads in turn, and prints a table.

usage: bench.py PROGRAM [--rounds N]

The collections and networks are read from $RLMINER_DATA or ../shared/data beside the checkout; what is absent is
skipped by name. Times are the minimum over the rounds, in which the variants take turns, because the machine may
be shared.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent


def data_folder():
    return pathlib.Path(os.environ.get("RLMINER_DATA", ROOT.parent / "shared" / "data"))


def run(program, arguments):
    start = time.perf_counter()
    output = subprocess.run([program, *arguments], check=True, capture_output=True, text=True).stdout
    return time.perf_counter() - start, output


def best_times(program, arguments, rounds):
    """Seconds with one and with two threads, and the output, which must not depend on the threads."""
    best = {1: float("inf"), 2: float("inf")}
    outputs = set()
    for _ in range(rounds):
        for threads in best:
            seconds, output = run(program, [*arguments, "--threads", str(threads)])
            best[threads] = min(best[threads], seconds)
            outputs.add(output)
    if len(outputs) != 1:
        sys.exit("bench.py: the output depends on the number of threads: " + " ".join(arguments))
    return best[1], best[2], outputs.pop()


def row(name, program, arguments, rounds):
    one, two, output = best_times(program, [*arguments, "--format", "json", "--omit-timing"], rounds)
    answers = [json.loads(line) for line in output.splitlines()]
    sets = sum(answer["sets"] for answer in answers)
    proven = all(answer["proven"] for answer in answers)
    print(f"| {name} | {sets / 1e6:.1f} M | {one:.2f} | {two:.2f} | {one / two:.2f} "
          f"| {sets / one / 1e6:.0f} M | {'yes' if proven else 'NO'} |", flush=True)
    return one, two


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    print("| input | sets of the sizes asked | 1 thread, s | 2 threads, s | speed-up | sets/s, 1 thread | proven |")
    print("|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        random_graph = os.path.join(folder, "er.lg")
        run(options.program, ["generate", "er", "-n", "1000", "-m", "3000", "--labels", "3", "--seed", "1",
                              "-o", random_graph])
        row("random, n=1000 m=3000, 3 labels, k=7", options.program, ["mine", random_graph, "--engine", "exact", "-k", "7"],
            options.rounds)
    totals = [0.0, 0.0]
    for name in ["ENZYMES", "COX2", "BZR", "DHFR", "PROTEINS"]:
        folder = data_folder() / name
        if not folder.is_dir():
            print(f"SKIPPED: {name} is not in {data_folder()}")
            continue
        times = row(f"{name}, k=5..9", options.program,
                    ["mine", str(folder), "--engine", "exact", "--filter", "paper", "-k", "5..9"], options.rounds)
        totals = [total + seconds for total, seconds in zip(totals, times)]
    if totals[0] > 0:
        print(f"| the collections together | | {totals[0]:.2f} | {totals[1]:.2f} | {totals[0] / totals[1]:.2f} | | |")
    citeseer = data_folder() / "single" / "citeseer.lg"
    if citeseer.is_file():
        row("citeseer, k=7", options.program, ["mine", str(citeseer), "--engine", "exact", "-k", "7"], 1)
    else:
        print(f"SKIPPED: citeseer is not in {data_folder()}")


if __name__ == "__main__":
    main()
