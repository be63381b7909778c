#!/usr/bin/env python3
"""Runs the libFuzzer targets of a build, each for a while, and says how many inputs each has tried.

  tools/fuzz.py build/fuzz                        every target for ten seconds
  tools/fuzz.py build/fuzz --seconds 1800 gml     one of them for half an hour

A target begins with the committed seeds and with what earlier runs have found interesting (BUILD/corpus). An input that
breaks something stays in BUILD/findings, and the exit code is 1."""

import argparse
import pathlib
import re
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent


def seeds_of(target):
    own = ROOT / "tests/fuzz/corpus" / target
    return own if own.is_dir() else ROOT / "rlminer/io/samples"


def run(build, target, seconds):
    """The row of the table about one target, and whether it found nothing."""
    corpus, findings = build / "corpus" / target, build / "findings"
    corpus.mkdir(parents=True, exist_ok=True)
    findings.mkdir(exist_ok=True)
    start = time.monotonic()
    process = subprocess.run(
        [str(build / f"fuzz_{target}"), f"-max_total_time={seconds}", "-rss_limit_mb=2048", "-timeout=20",
         "-max_len=4096", "-print_final_stats=1", f"-artifact_prefix={findings}/{target}-", str(corpus),
         str(seeds_of(target))],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace", check=False)
    executions = re.search(r"stat::number_of_executed_units: (\d+)", process.stderr)
    covered = re.findall(r"cov: (\d+)", process.stderr)
    print(f"{target:<16}{int(executions[1]) if executions else 0:>14,}{covered[-1] if covered else '?':>10}"
          f"{time.monotonic() - start:>9.0f}  {'' if process.returncode == 0 else 'FOUND SOMETHING'}", flush=True)
    if process.returncode != 0:
        print(process.stderr[-6000:], file=sys.stderr)
    return process.returncode == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("targets", nargs="*", help="without the prefix fuzz_; all when none is named")
    parser.add_argument("--seconds", type=int, default=10, help="for each target, after its seeds")
    options = parser.parse_args()
    built = sorted(path.name[len("fuzz_"):] for path in options.build.glob("fuzz_*") if path.is_file())
    print(f"{'target':<16}{'executions':>14}{'coverage':>10}{'seconds':>9}", flush=True)
    results = [run(options.build, target, options.seconds) for target in options.targets or built]
    if not results:
        sys.exit("fuzz: nothing is built there")
    sys.exit(0 if all(results) else 1)


if __name__ == "__main__":
    main()
