#!/usr/bin/env python3
"""End-to-end benchmark: times whole runs of the program, one and two threads in turn, and prints a table.

usage: bench.py PROGRAM [--against OLDER] [--rounds N]

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


def essence(output):
    """What is answered; where an example was met, and how, is each program's own."""
    kept = ("graph", "k", "rank", "frequency", "proven", "labels", "edges")
    return json.dumps([{name: answer.get(name) for name in kept} for answer in map(json.loads, output.splitlines())])


def best_times(programs, arguments, rounds):
    """Seconds by (program, threads), and the output; the answers in it must depend on neither."""
    best = {(program, threads): float("inf") for program in programs for threads in (1, 2)}
    outputs = set()
    for _ in range(rounds):
        for program, threads in best:
            seconds, output = run(program, [*arguments, "--threads", str(threads)])
            best[program, threads] = min(best[program, threads], seconds)
            outputs.add(essence(output))
    if len(outputs) != 1:
        sys.exit("bench.py: the output depends on the program or the number of threads: " + " ".join(arguments))
    return best, output


class Table:
    def __init__(self, options):
        self.programs = [options.program] + ([options.against] if options.against else [])
        self.rounds = options.rounds
        self.totals = {}
        print("| input | sets of the sizes asked | 1 thread, s | 2 threads, s | speed-up | sets/s, 1 thread | proven |"
              + (" time / time before, 1 and 2 threads |" if options.against else ""))
        print("|---|---|---|---|---|---|---|" + ("---|" if options.against else ""))

    def row(self, name, arguments, collection=False):
        best, output = best_times(self.programs, [*arguments, "--format", "json"], self.rounds)
        answers = [json.loads(line) for line in output.splitlines()]
        sets = sum(answer["sets"] for answer in answers)
        proven = all(answer["proven"] for answer in answers)
        rate = f"{sets / best[self.programs[0], 1] / 1e6:.0f} M"
        self.print(name, f"{sets / 1e6:.1f} M", best, rate, "yes" if proven else "NO")
        if collection:
            self.totals = {variant: self.totals.get(variant, 0.0) + seconds for variant, seconds in best.items()}

    def print(self, name, sets, best, rate, proven):
        one, two = best[self.programs[0], 1], best[self.programs[0], 2]
        line = f"| {name} | {sets} | {one:.2f} | {two:.2f} | {one / two:.2f} | {rate} | {proven} |"
        for before in self.programs[1:]:
            line += f" {one / best[before, 1]:.3f} {two / best[before, 2]:.3f} |"
        print(line, flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--against", metavar="PROGRAM", help="an older one, run in turn with it")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    table = Table(options)
    exact = ["--engine", "exact"]
    with tempfile.TemporaryDirectory() as folder:
        random_graph = os.path.join(folder, "er.lg")
        run(options.program, ["generate", "er", "-n", "1000", "-m", "3000", "--labels", "3", "--seed", "1",
                              "-o", random_graph])
        table.row("random, n=1000 m=3000, 3 labels, k=7", ["mine", random_graph, *exact, "-k", "7"])
    for name in ["ENZYMES", "COX2", "BZR", "DHFR", "PROTEINS"]:
        folder = data_folder() / name
        if folder.is_dir():
            table.row(f"{name}, k=5..9", ["mine", str(folder), *exact, "--filter", "paper", "-k", "5..9"], collection=True)
        else:
            print(f"SKIPPED: {name} is not in {data_folder()}")
    if table.totals:
        table.print("the collections together", "", table.totals, "", "")
    citeseer = data_folder() / "single" / "citeseer.lg"
    if citeseer.is_file():
        table.row("citeseer, k=6", ["mine", str(citeseer), *exact, "-k", "6"])
    else:
        print(f"SKIPPED: citeseer is not in {data_folder()}")


if __name__ == "__main__":
    main()
