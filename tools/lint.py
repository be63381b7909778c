#!/usr/bin/env python3
"""Runs clang-tidy over the C++ files of a build's compile_commands.json, those changed last first.

usage: lint.py BUILD [--jobs N] [--minutes M] [FILE ...]

Most of the time for one file goes into the headers of the libraries, so files with the same flags are read as one. With
--minutes no such unit is begun after that time, and a line says how many files were left. FILEs restrict it to these.
Any finding makes the exit code 1.
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
MOST_AS_ONE = 25  # files: more would leave too little to do at the same time
FINDING = re.compile(r"^(/\S+:\d+:\d+: (?:warning|error): .*)$", re.MULTILINE)


def files_by_flags(build, wanted):
    """The files compiled with the same flags, production and tests apart: of all files, or of those that are wanted."""
    found = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        file, words = Path(entry["file"]).resolve(), shlex.split(entry["command"])
        ours = file.is_relative_to(ROOT) and file.relative_to(ROOT).parts[0] in FOLDERS
        if ours and (not wanted or file in wanted):
            begin = next(i for i, word in enumerate(words) if word.startswith("-"))
            found.setdefault((is_production(file), *words[begin:words.index("-o")]), []).append(file)
    return found


def units(build, wanted):
    """Flags and files that are read as one, those changed last first: uncommitted, then by the last commit."""
    def names(*command):
        return subprocess.run(["git", *command], cwd=ROOT, capture_output=True, text=True).stdout.split()

    place = {}
    for name in names("diff", "--name-only", "HEAD") + names("log", "--format=", "--name-only", "-n", "500"):
        place.setdefault(ROOT / name, len(place))
    found = []
    for (_, *flags), files in files_by_flags(build, wanted).items():
        files.sort(key=lambda file: place.get(file, len(place)))
        found += [(flags, files[i:i + MOST_AS_ONE]) for i in range(0, len(files), MOST_AS_ONE)]
    return sorted(found, key=lambda unit: place.get(unit[1][0], len(place)))


def is_production(file):
    """Only these go through the static analyzer, which takes most of the time: tests run under the sanitizers."""
    parts = file.relative_to(ROOT).parts
    return parts[0] in ("rlminer", "cli") and "testing" not in parts and not file.stem.endswith("_test")


def run_tidy(tidy, files, flags, *options):
    """What clang-tidy says about files read as one, and what went wrong."""
    with tempfile.TemporaryDirectory() as folder:
        # The static analyzer passes over what is included, unless by a file of this name.
        unit = Path(folder) / "UnifiedSource.cc"
        unit.write_text("".join(f'#include "{file}"\n' for file in files))
        options = ["-quiet", f"--config-file={ROOT}/.clang-tidy", *options]
        command = [tidy, *options, str(unit), "--", *flags, "-ferror-limit=0"]
        run = subprocess.run(command, capture_output=True, text=True)
    return FINDING.findall(run.stdout), run.stderr if run.returncode != 0 else ""


def halves(files):
    """Read as one, files may be too much for the tool itself, which then dies without a finding."""
    return files[:len(files) // 2], files[len(files) // 2:]


def compatible(tidy, files, flags):
    """Splits files into lists that can be read as one: two that give a name to different things cannot."""
    found, trouble = run_tidy(tidy, files, flags, "--checks=-*,misc-definitions-in-headers")  # little more than parsing
    if trouble and not found and len(files) > 1:
        return [some for half in halves(files) for some in compatible(tidy, half, flags)]
    apart = [file for file in files[1:] if any(line.startswith(f"{file}:") for line in found)]
    if not apart:
        return [files]
    return [[file for file in files if file not in apart], *compatible(tidy, apart, flags)]


def findings_in(files, flags, tidy):
    result = []
    for some in compatible(tidy, files, flags):
        options = [] if is_production(some[0]) else ["--checks=-clang-analyzer-*"]
        found, trouble = run_tidy(tidy, some, flags, *options)
        # What does not compile may do so alone: a name in one file may be another's in a header.
        broken = trouble and not found or any("[clang-diagnostic-error]" in line for line in found)
        if broken and len(some) > 1:
            for half in halves(some):
                result += findings_in(half, flags, tidy)
            continue
        result += found or ([f"{some[0]}: {tidy} failed: {trouble.strip()[-400:]}"] if trouble else [])
    return result


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

    def check(unit):
        flags, files = unit
        late = time.monotonic() - begin > 60 * options.minutes
        return files, None if late else findings_in(files, flags, tidy)

    found, done, left = set(), 0, 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for files, outcome in pool.map(check, units(options.build, options.files)):
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
