#!/usr/bin/env python3
"""Does `--omit-timing` print the same bytes every time, on one thread and on two?

usage: check_repeats.py PROGRAM [--data DIR] [--repeats N] [--only TEXT]

Asks every engine that promises it (exact, auto where it proves, beam, rand, mni, sample with a number of samples) the same
question again and again. The networks and collections are from the data, left out by name when they are not there; the graph
with hubs is made. Exit code 1: two outputs differ.
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import check_limits

# Engines without a limit that the clock could set.
ENGINES = {
    "exact": ["--engine", "exact"],
    "auto": ["--engine", "auto", "--time-limit", "1000"],
    "beam": ["--engine", "beam"],
    "rand": ["--engine", "rand"],
    "mni": ["--engine", "mni"],
    "sample": ["--engine", "sample", "--samples", "2000"],
}


def questions(folder, data):
    """Name -> arguments of mine."""
    hubs = folder / "hubs.lg"
    check_limits.write_lg(hubs, *check_limits.attached(400, 2, 3)(random.Random("hubs")))
    asked = {"hubs": [str(hubs), "-k", "3..6", "--top", "5"]}
    for name, path, arguments in (("yeast", "single/yeast.lg", ["-k", "5"]),
                                  ("ENZYMES", "ENZYMES", ["-k", "4..6", "--filter", "paper", "--split", "test"])):
        if data and (data / path).exists():
            asked[name] = [str(data / path), *arguments]
        else:
            print(f"SKIPPED {name}: not among the data", file=sys.stderr)
    return asked


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--data", type=Path, default=os.environ.get("RLMINER_DATA"))
    parser.add_argument("--repeats", type=int, default=20)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    differing = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, question in questions(Path(folder), options.data and Path(options.data)).items():
            for engine, settings in ENGINES.items():
                if options.only not in f"{name} {engine}":
                    continue
                outputs = set()
                for repeat in range(options.repeats):
                    command = [options.program, "mine", *question, *settings, "--threads", str(1 + repeat % 2),
                               "--omit-timing", "--format", "json", "--quiet"]
                    outputs.add(subprocess.run(command, capture_output=True, check=True).stdout)
                differing += len(outputs) > 1
                print(f"{'BAD ' if len(outputs) > 1 else '    '}{name:8} {engine:7} {options.repeats} runs, "
                      f"{len(outputs)} different outputs of {len(next(iter(outputs)))} bytes", flush=True)
    sys.exit(1 if differing else 0)


if __name__ == "__main__":
    main()
