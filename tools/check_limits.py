#!/usr/bin/env python3
"""Hard questions with short limits: is the answer there in time, within memory, and how soon after Ctrl-C?

usage: check_limits.py PROGRAM [--data DIR] [--quick] [--interrupt] [--only TEXT] [--json FILE]

Every input is asked about with every engine, size and limit. Without --interrupt the lateness is measured: seconds from the
start of the process to its end, less the limit. With it, a run without limit is sent SIGINT or SIGTERM after a second, and
the time it then takes is measured. A run that ends without an answer counts as a failure. Exit code 1: something was later
than .3 s and 5 %, or slower than 1 s to end, or had no answer.
"""

import argparse
import itertools
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ENGINES = ("auto", "exact", "beam", "sample", "rand", "mni")
SIZES = ("8", "8..12", "20")
LIMITS = (0.2, 1.0, 5.0)
GRACE, GRACE_SHARE, END_SECONDS = 0.3, 0.05, 1.0
HANGS = 20.0  # seconds after which a run is killed


def write_lg(path, labels, edges):
    with open(path, "w") as out:
        out.write("t # 0\n")
        out.writelines(f"v {v} {label}\n" for v, label in enumerate(labels))
        out.writelines(f"e {u} {v} 0\n" for u, v in edges)


def clique_with_pendant(rng):
    return [0] * 41, [*itertools.combinations(range(40), 2), (0, 40)]


def star_with_triangle(rng):
    return [0] * 254, [(0, v) for v in range(1, 251)] + [(0, 251), (0, 252), (251, 252), (252, 253)]


def dense(vertices, share, labels):
    def make(rng):
        edges = [pair for pair in itertools.combinations(range(vertices), 2) if rng.random() < share]
        return [rng.randrange(labels) for _ in range(vertices)], edges
    return make


def attached(vertices, links, labels):
    """Preferential attachment: hubs."""
    def make(rng):
        ends, edges = [0], []
        for v in range(1, vertices):
            near = {rng.choice(ends) for _ in range(min(v, links))}
            edges += [(u, v) for u in near]
            ends += [*near, *[v] * len(near)]
        return [rng.randrange(labels) for _ in range(vertices)], edges
    return make


def stars_sharing_leaves(rng):
    return [0] * 2100, [(hub, leaf) for hub in range(5) for leaf in range(100, 2100) if rng.random() < 0.6]


INPUTS = {
    "clique-40-and-pendant": clique_with_pendant,
    "star-250-and-triangle": star_with_triangle,
    "dense-300-half": dense(300, 0.5, 1),
    "dense-1000-third-2-labels": dense(1000, 0.3, 2),
    "hubs-5000": attached(5000, 4, 3),
    "hubs-one-label": attached(20000, 2, 1),
    "shared-leaves": stars_sharing_leaves,
    "labels-20000": attached(100000, 3, 20000),
    "million-edges": attached(250000, 4, 10),
}
NETWORKS = ("human", "hprd", "wordnet", "yeast")


def make_inputs(folder, data, only):
    inputs = {}
    for name, make in INPUTS.items():
        if only and only not in name:
            continue
        path = folder / f"{name}.lg"
        write_lg(path, *make(random.Random(name)))
        inputs[name] = path
    for name in NETWORKS:
        found = sorted(data.rglob(f"{name}.lg*")) if data else []
        if only and only not in name:
            continue
        if found:
            inputs[name] = found[0]
        else:
            print(f"SKIPPED {name}: not among the data", file=sys.stderr)
    return inputs


def peak_of(pid):
    """The most memory in MB that a process has had since it was started (what its parent had does not count)."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0.0
    return sum(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM:")) / 1024


def run(command, interrupt=None):
    begin = time.monotonic()
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.DEVNULL)
        kill_at = begin + (1.0 + HANGS if interrupt else HANGS)
        asked, megabytes = None, 0.0
        while True:
            megabytes = max(megabytes, peak_of(process.pid))
            done, status = os.waitpid(process.pid, os.WNOHANG)
            now = time.monotonic()
            if done:
                break
            if interrupt and asked is None and now - begin > 1.0:
                process.send_signal(interrupt)
                asked = now
            if now > kill_at:
                process.kill()
            time.sleep(0.004)
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        lines = [line for line in output.read().splitlines() if line.startswith("{")]
    answered = bool(lines) and all(json.loads(line)["vertices"] for line in lines if json.loads(line)["frequency"])
    return {"seconds": now - begin, "after": now - asked if asked else None, "answered": answered, "lines": len(lines),
            "megabytes": megabytes, "code": process.returncode,
            "frequencies": [str(json.loads(line)["frequency"]) for line in lines]}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--data", type=Path, default=os.environ.get("RLMINER_DATA"))
    parser.add_argument("--quick", action="store_true", help="one limit, auto and exact and beam")
    parser.add_argument("--interrupt", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--engines", default=",".join(ENGINES))
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    data = Path(options.data) if options.data else None
    engines = ("auto", "exact", "beam") if options.quick else options.engines.split(",")
    limits = (1.0,) if options.quick else LIMITS
    if options.interrupt:
        limits = ("INT", "TERM")
    rows, bad = [], 0
    with tempfile.TemporaryDirectory() as folder:
        inputs = make_inputs(Path(folder), data, options.only)
        for (name, path), engine, sizes, limit in itertools.product(inputs.items(), engines, SIZES, limits):
            command = [options.program, "mine", str(path), "-k", sizes, "--engine", engine, "--format", "json"]
            if options.interrupt:
                outcome = run(command, getattr(signal, "SIG" + limit))
                late = outcome["after"] if outcome["after"] is not None else 0.0
                failed = late > END_SECONDS or not outcome["answered"]
            else:
                outcome = run([*command, "--time-limit", str(limit)])
                late = outcome["seconds"] - limit
                failed = late > GRACE + GRACE_SHARE * limit or not outcome["answered"]
            bad += failed
            rows.append({"input": name, "engine": engine, "k": sizes, "limit": limit, "late": round(late, 3), **outcome})
            print(f"{'BAD ' if failed else '    '}{name:26} {engine:7} k={sizes:6} {limit!s:5} late {late:7.3f} s  "
                  f"{outcome['megabytes']:6.0f} MB  {'' if outcome['answered'] else 'NO ANSWER'} "
                  f"{outcome['frequencies'][-1] if outcome['frequencies'] else ''}", flush=True)
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1))
    print(f"{len(rows)} runs, {bad} bad, worst {max(row['late'] for row in rows):.3f} s")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
