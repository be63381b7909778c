#!/usr/bin/env python3
"""Of models NAME-SEED.safetensors, keeps the seed that is best on its validation graphs.

    tools/choose_models.py FROM TO

Copies the best of each NAME in the folder FROM to TO/NAME.safetensors and prints the mean validation ratio of all, with
the test ratio where TO has the log of the run, NAME-SEED.csv.
"""
import csv
import json
import pathlib
import shutil
import struct
import sys


def validation_ratio(path):
    """The mean of the validation ratios that the model file remembers; nothing where it was never examined."""
    with open(path, "rb") as file:
        (length,) = struct.unpack("<Q", file.read(8))
        metadata = json.loads(file.read(length))["__metadata__"]
    ratios = dict(json.loads(json.loads(metadata["notes"])["validation"]))  # by size
    return sum(ratios.values()) / len(ratios) if ratios else None


def test_ratio(log):
    """The mean test ratio of the round that was saved last, as text; nothing where the log does not know it."""
    if not log.exists():
        return ""
    with open(log, newline="") as file:
        saved = [row for row in csv.DictReader(file) if row["best"] == "1"]
    if not saved or not saved[-1].get("test_mean"):
        return ""
    return f" (test {float(saved[-1]['test_mean']):.4f})"


def main(source, target):
    seeds = {}
    for path in sorted(pathlib.Path(source).glob("*.safetensors")):
        name, seed = path.stem.rsplit("-", 1)
        ratio = validation_ratio(path)
        if ratio is None:
            print(f"{name}: seed {seed} came to no examination")
        else:
            seeds.setdefault(name, []).append((ratio, seed, path))
    for name, runs in seeds.items():
        best = max(runs, key=lambda run: run[0])
        shutil.copy(best[2], pathlib.Path(target) / f"{name}.safetensors")
        ratios = ", ".join(
            f"seed {seed} {ratio:.4f}{test_ratio(pathlib.Path(target) / f'{name}-{seed}.csv')}" for ratio, seed, _ in runs
        )
        print(f"{name}: {ratios}; kept seed {best[1]}")


if __name__ == "__main__":
    main(*sys.argv[1:])
