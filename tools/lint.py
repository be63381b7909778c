#!/usr/bin/env python3
"""Runs clang-tidy over the C++ files of a build's compile_commands.json, those changed last first.

usage: lint.py BUILD [--jobs N] [--minutes M] [FILE ...]

With --minutes no file is begun after that time, and a line says how many were left: all files take two cores more than
half an hour. FILEs restrict it to these. Any finding makes the exit code 1.
"""

import argparse
import concurrent.futures
import json
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("rlminer", "cli", "tests", "bench", "python")
# The checks are chosen for this version; older ones cannot parse the headers of libtorch as C++20.
VERSIONS = ("clang-tidy-19", "clang-tidy")
FINDING = re.compile(r"^(/\S+:\d+:\d+: (?:warning|error): .*)$", re.MULTILINE)


def compiled_files(build):
    entries = json.loads((build / "compile_commands.json").read_text())
    files = {Path(entry["file"]).resolve() for entry in entries}
    return {file for file in files if file.is_relative_to(ROOT) and file.relative_to(ROOT).parts[0] in FOLDERS}


def last_changed_first(files):
    """Uncommitted files, then by the time of their last commit."""
    changed = subprocess.run(["git", "diff", "--name-only", "HEAD"], cwd=ROOT, capture_output=True, text=True).stdout
    log = subprocess.run(["git", "log", "--format=", "--name-only", "-n", "500"], cwd=ROOT, capture_output=True, text=True)
    place = {}
    for name in (changed + log.stdout).split():
        place.setdefault(name, len(place))
    return sorted(files, key=lambda file: (place.get(str(file.relative_to(ROOT)), len(place)), str(file)))


def findings_in(file, tidy, build):
    run = subprocess.run([tidy, "-quiet", "-p", str(build), str(file)], capture_output=True, text=True)
    found = FINDING.findall(run.stdout)
    if run.returncode != 0 and not found:
        found = [f"{file}: {tidy} failed: {run.stderr.strip()[-400:]}"]
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=Path)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=float("inf"))
    parser.add_argument("files", nargs="*", type=lambda name: Path(name).resolve())
    options = parser.parse_intermixed_args()
    tidy = next(filter(None, map(shutil.which, VERSIONS)), None)
    if tidy is None:
        sys.exit("lint: clang-tidy is not installed (sh tools/setup.sh lint)")
    files = compiled_files(options.build)
    files = last_changed_first(files & set(options.files) if options.files else files)
    end = time.monotonic() + 60 * options.minutes

    def check(file):
        return None if time.monotonic() > end else findings_in(file, tidy, options.build)

    found, left = set(), 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for outcome in pool.map(check, files):
            left += outcome is None
            for line in set(outcome or ()) - found:  # as they come: a run that is ended early has told something
                print(line.replace(f"{ROOT}/", ""), flush=True)
            found.update(outcome or ())
    print(f"lint: {len(files) - left} of {len(files)} files, {len(found)} findings"
          + (f"; time was up for {left} that changed longest ago" if left else ""))
    sys.exit(1 if found or not files else 0)


if __name__ == "__main__":
    main()
