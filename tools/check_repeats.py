#!/usr/bin/env python3
"""Does `--omit-timing` print the same bytes every time, on one thread and on two?

usage: check_repeats.py PROGRAM [--data DIR] [--repeats N] [--only TEXT]

Asks every engine that promises it (exact, auto where it proves, beam, rand, mni, sample with a number of samples, rl) the same
question again and again. The networks and collections are from the data, left out by name when they are not there; the graph
with hubs is made. Exit code 1: two outputs differ.
"""

import random
import subprocess
import sys
import tempfile
from pathlib import Path

import asking

# None has a limit that the clock could set.
ENGINES = ("exact", "auto --time-limit 1000", "beam", "rand", "mni", "sample --samples 2000", "rl")


def questions(folder, data):
    """Name -> input, sizes, and other options."""
    hubs = folder / "hubs.lg"
    asking.write_lg(hubs, *asking.attached(400, 2, 3)(random.Random("hubs")))
    asked = {"hubs": (hubs, "3..6", "--top", "5")}
    for name, path, *arguments in (("yeast", "single/yeast.lg", "5"),
                                   ("ENZYMES", "ENZYMES", "4..6", "--filter", "paper", "--split", "test")):
        if data and (data / path).exists():
            asked[name] = (data / path, *arguments)
        else:
            print(f"SKIPPED {name}: not among the data", file=sys.stderr)
    return asked


def main():
    parser = asking.parser(__doc__, ENGINES)
    parser.add_argument("--repeats", type=int, default=20)
    options = parser.parse_args()
    differing = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, (path, sizes, *others) in questions(Path(folder), options.data).items():
            for engine in options.engines:
                if options.only not in f"{name} {engine}":
                    continue
                outputs = set()
                for repeat in range(options.repeats):
                    command = asking.mine(options.program, path, sizes, engine, *others, "--threads", str(1 + repeat % 2),
                                          "--omit-timing", "--quiet")
                    outputs.add(subprocess.run(command, capture_output=True, check=True).stdout)
                differing += len(outputs) > 1
                print(f"{'BAD ' if len(outputs) > 1 else '    '}{name:8} {engine:22} {options.repeats} runs, "
                      f"{len(outputs)} different outputs of {len(next(iter(outputs)))} bytes", flush=True)
    sys.exit(1 if differing else 0)


if __name__ == "__main__":
    main()
