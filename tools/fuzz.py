#!/usr/bin/env python3
"""Runs the libFuzzer targets of a build, each for a while, and says how many inputs each has tried.

  tools/fuzz.py build/fuzz                        every target for ten seconds
  tools/fuzz.py build/fuzz --processor-seconds 1800 gml
                                                  one of them for half an hour of a processor, however busy the machine is
  tools/fuzz.py build/fuzz --seconds 600 --jobs 4 four at a time

A target begins with the committed seeds and with what earlier runs have found interesting (BUILD/corpus). An input that
breaks something stays in BUILD/findings, and the exit code is 1."""

import argparse
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def seeds_of(target):
    own = ROOT / "tests/fuzz/corpus" / target
    return own if own.is_dir() else ROOT / "rlminer/io/samples"


class Tally:
    """What a target has done so far."""

    def __init__(self):
        self.executions, self.coverage, self.processor = 0, 0, 0.0


def run_once(build, target, seconds, tally):
    """Whether nothing was found."""
    corpus, findings = build / "corpus" / target, build / "findings"
    corpus.mkdir(parents=True, exist_ok=True)
    findings.mkdir(exist_ok=True)
    process = subprocess.Popen(
        [str(build / f"fuzz_{target}"), f"-max_total_time={seconds}", "-rss_limit_mb=2048", "-timeout=20",
         "-max_len=4096", "-print_final_stats=1", f"-artifact_prefix={findings}/{target}-", str(corpus),
         str(seeds_of(target))],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace")
    said = process.stderr.read()
    # Of this child alone: wall time says little on a machine that does other things as well.
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    executions = re.search(r"stat::number_of_executed_units: (\d+)", said)
    covered = re.findall(r"cov: (\d+)", said)
    tally.executions += int(executions[1]) if executions else 0
    tally.coverage = max(tally.coverage, int(covered[-1]) if covered else 0)
    tally.processor += usage.ru_utime + usage.ru_stime
    if process.returncode != 0:
        print(said[-6000:], file=sys.stderr)
    return process.returncode == 0


def run(build, target, seconds, processor_seconds):
    """Whether nothing was found; prints the row of the table about this target."""
    tally = Tally()
    good = run_once(build, target, seconds, tally)
    # libFuzzer knows wall time alone, of which a busy machine leaves it a part.
    while good and tally.processor < processor_seconds:
        good = run_once(build, target, max(10, int(processor_seconds - tally.processor)), tally)
    print(f"{target:<16}{tally.executions:>14,}{tally.coverage:>10}{tally.processor:>11.0f}"
          f"  {'' if good else 'FOUND SOMETHING'}", flush=True)
    return good


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("targets", nargs="*", help="without the prefix fuzz_; all when none is named")
    parser.add_argument("--seconds", type=int, default=10, help="for each target, after its seeds")
    parser.add_argument("--processor-seconds", type=int, default=0, help="for each target, at least")
    parser.add_argument("--jobs", type=int, default=1, help="targets at a time")
    options = parser.parse_intermixed_args()
    built = sorted(path.name[len("fuzz_"):] for path in options.build.glob("fuzz_*") if path.is_file())
    print(f"{'target':<16}{'executions':>14}{'coverage':>10}{'processor':>11}  (seconds)", flush=True)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(lambda target: run(options.build, target, options.seconds,
                                                        options.processor_seconds), options.targets or built))
    if not results:
        sys.exit("fuzz: nothing is built there")
    sys.exit(0 if all(results) else 1)


if __name__ == "__main__":
    main()
