#!/usr/bin/env python3
"""Runs clang-tidy over the C++ files of a build's compile_commands.json, those changed last first.

usage: lint.py BUILD [--jobs N] [--minutes M] [FILE ...]

Most of the time for one file goes into the headers of the libraries, so the files of a target are read as one: all of
them take two cores about ten minutes instead of hours. With --minutes no target is begun after that time, and a line
says how many files were left. FILEs restrict it to these. Any finding makes the exit code 1.
"""

import argparse
import concurrent.futures
import json
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("rlminer", "cli", "tests", "bench", "python")
# The checks are chosen for this version; older ones cannot parse the headers of libtorch as C++20.
VERSIONS = ("clang-tidy-19", "clang-tidy")
FINDING = re.compile(r"^(/\S+:\d+:\d+: (?:warning|error): .*)$", re.MULTILINE)


def targets(build, wanted):
    """The flags and the files of each target: of all files, or of those that are wanted."""
    found = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        file, words = Path(entry["file"]).resolve(), shlex.split(entry["command"])
        ours = file.is_relative_to(ROOT) and file.relative_to(ROOT).parts[0] in FOLDERS
        if not ours or (wanted and file not in wanted):
            continue
        output = words.index("-o")
        flags = words[next(i for i, word in enumerate(words) if word.startswith("-")):output]
        found.setdefault((Path(words[output + 1]).parent, *flags), (flags, []))[1].append(file)
    return found.values()


def last_changed_first(targets):
    """Uncommitted files come first, then by the time of the last commit; a target where its last changed file does."""
    def names(*command):
        return subprocess.run(["git", *command], cwd=ROOT, capture_output=True, text=True).stdout.split()

    place = {}
    for name in names("diff", "--name-only", "HEAD") + names("log", "--format=", "--name-only", "-n", "500"):
        place.setdefault(ROOT / name, len(place))
    return sorted(targets, key=lambda target: min(place.get(file, len(place)) for file in target[1]))


def is_production(file):
    """Only these go through the static analyzer, which takes most of the time: tests run under the sanitizers."""
    return not file.stem.endswith("_test") and file.relative_to(ROOT).parts[0] in ("rlminer", "cli")


def findings_in(files, flags, tidy):
    with tempfile.TemporaryDirectory() as folder:
        # The static analyzer passes over what is included, unless by a file of this name.
        unit = Path(folder) / "UnifiedSource.cc"
        unit.write_text("".join(f'#include "{file}"\n' for file in files))
        checks = [] if any(map(is_production, files)) else ["--checks=-clang-analyzer-*"]
        run = subprocess.run([tidy, "-quiet", f"--config-file={ROOT}/.clang-tidy", *checks, str(unit), "--", *flags],
                             capture_output=True, text=True)
    found = FINDING.findall(run.stdout)
    errors = [line for line in found if "clang-diagnostic-error" in line]
    if errors and len(files) > 1:  # two files with a name in common, most likely: one at a time they may be fine
        apart = [file for file in files[1:] if any(line.startswith(f"{file}:") for line in errors)] or files[1:]
        units = [[file for file in files if file not in apart], *([file] for file in apart)]
        return [line for unit in units for line in findings_in(unit, flags, tidy)]
    if run.returncode != 0 and not found:
        found = [f"{files[0]}: {tidy} failed: {run.stderr.strip()[-400:]}"]
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
    begin = time.monotonic()

    def check(target):
        flags, files = target
        late = time.monotonic() - begin > 60 * options.minutes
        return files, None if late else findings_in(files, flags, tidy)

    found, done, left = set(), 0, 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for files, outcome in pool.map(check, last_changed_first(targets(options.build, options.files))):
            done, left = (done, left + len(files)) if outcome is None else (done + len(files), left)
            # As they come: a run that is ended early has told something.
            for line in sorted(set(outcome or ()) - found):
                print(line.replace(f"{ROOT}/", ""), flush=True)
            found.update(outcome or ())
    print(f"lint: {done} of {done + left} files, {len(found)} findings, {time.monotonic() - begin:.0f} s"
          + (f"; time was up for {left} that changed longest ago" if left else ""))
    sys.exit(1 if found or not done else 0)


if __name__ == "__main__":
    main()
