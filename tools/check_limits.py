#!/usr/bin/env python3
"""Hard questions with short limits: is the answer there in time, within memory, and how soon after Ctrl-C?

usage: check_limits.py PROGRAM [--data DIR] [--quick | --interrupt | --memory] [--only TEXT] [--engines LIST]
                       [--again COMMAND] [--json FILE]

Every input is asked about with every engine, size and limit. The lateness is what a run takes beyond its limit, or beyond
what reading the input takes where that is more. A run that was late is repeated, twice at most, and the best counts: on a
busy machine a run is late for reasons that are not its own; --again 'chrt -r 1' gives the repeated ones the processors
(on Linux, with the rights to do so). With --interrupt a run without limit is sent SIGINT or SIGTERM a second after the input
is read, and the time it then takes is measured; with --memory the most memory that it has had. A run that ends without an
answer counts as a failure. Exit code 1: something was later than .3 s and 5 %, slower than 1 s to end, more than 40 MB over
the limit, or had no answer.

To prove that every loop asks the deadline, give it the program of the preset `watchdog`, which aborts where none is asked
for 200 ms of processor time; the stack is then shown.
"""

import itertools
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import asking

ENGINES = ("auto", "exact", "beam", "sample", "rl", "rl --samples 32")
SIZES = ("8", "8..12", "20")
LIMITS = (0.2, 1.0, 5.0)
MEMORY_LIMITS = (100, 200, 400)  # MB
MEMORY_INPUTS = ("dense-1000-third-2-labels", "hubs-5000", "labels-20000", "million-edges", "yeast", "pubmed")
GRACE, GRACE_SHARE, END_SECONDS, GRACE_MB = 0.3, 0.05, 1.0, 40
HANGS = 20.0  # seconds after which a run is killed
ATTEMPTS = 3
STACK = 12  # lines of it that are shown
NETWORKS = ("yeast", "citeseer", "pubmed")


def peak_of(pid):
    """The most memory in MB that a process has had since it was started (what its parent had does not count)."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0.0
    return sum(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM:")) / 1024


def run(command, interrupt=None, wait=1.0):
    begin = time.monotonic()
    with tempfile.TemporaryFile("w+") as output, tempfile.TemporaryFile("w+") as errors:
        process = subprocess.Popen(command, stdout=output, stderr=errors)
        kill_at = begin + (wait + HANGS if interrupt else HANGS)
        asked, megabytes = None, 0.0
        while True:
            megabytes = max(megabytes, peak_of(process.pid))
            done, status = os.waitpid(process.pid, os.WNOHANG)
            now = time.monotonic()
            if done:
                break
            if interrupt and asked is None and now - begin > wait:
                process.send_signal(interrupt)
                asked = now
            if now > kill_at:
                process.kill()
            time.sleep(0.004)
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        errors.seek(0)
        lines = asking.answers_in(output.read())
        said = errors.read()
    refused = "is too little" in said  # a limit of memory that the input alone fills
    answered = refused or bool(lines) and all(line["vertices"] for line in lines if line["frequency"])
    return {"seconds": now - begin, "after": now - asked if asked else None, "answered": answered,
            "megabytes": megabytes, "code": process.returncode, "said": said,
            "frequencies": ["refused"] if refused else [str(line["frequency"]) for line in lines]}


def seconds_to_read(program, path):
    command = asking.mine(program, path, "1", "rand --samples 1", "--quiet")
    return min(run(command)["seconds"] for _ in range(2))


class Check:
    """What is asked of one run: the options, what it is judged by, and when that is too much."""

    def __init__(self, name, options, measure, most, interrupt=()):
        self.name, self.options, self.measure, self.most, self.interrupt = name, options, measure, most, interrupt

    def run(self, command, again):
        best = None
        for attempt in range(ATTEMPTS):
            outcome = run([*(again if attempt else []), *command, *self.options], *self.interrupt)
            outcome["over"] = round(self.measure(outcome), 3)
            outcome["failed"] = outcome["over"] > self.most or not outcome["answered"]
            if best is None or (outcome["failed"], outcome["over"]) < (best["failed"], best["over"]):
                best = outcome
            if not outcome["failed"] or outcome["code"] == -signal.SIGABRT:
                break
        return best


def time_check(limit, reading):
    begin = max(limit, reading)
    return Check(f"{limit:g} s", ["--time-limit", str(limit)], lambda outcome: outcome["seconds"] - begin,
                 GRACE + GRACE_SHARE * limit)


def interrupt_check(name, reading):
    return Check(name, [], lambda outcome: outcome["after"] or 0.0, END_SECONDS,
                 (getattr(signal, "SIG" + name), 1.0 + reading))


def memory_check(megabytes):
    return Check(f"{megabytes} MB", ["--memory-limit", f"{megabytes}M", "--time-limit", "2"],
                 lambda outcome: outcome["megabytes"] - megabytes, GRACE_MB)


def print_table(rows, unit):
    """For every input and engine the worst of all sizes and limits."""
    engines = list(dict.fromkeys(row["engine"] for row in rows))
    print(f"\n| input | {' | '.join(engines)} |\n| --- |{' --- |' * len(engines)}")
    for name in dict.fromkeys(row["input"] for row in rows):
        worst = (max(row["over"] for row in rows if (row["input"], row["engine"]) == (name, engine)) for engine in engines)
        print(f"| {name} | {' | '.join(f'{max(over, 0.0):{unit}}' for over in worst)} |")


def main():
    parser = asking.parser(__doc__, ENGINES)
    parser.add_argument("--quick", action="store_true", help="one limit, auto and exact and beam")
    parser.add_argument("--interrupt", action="store_true")
    parser.add_argument("--memory", action="store_true")
    parser.add_argument("--again", default="", help="what to run a late one with when it is repeated: 'chrt -r 1'")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    engines = ("auto", "exact", "beam") if options.quick else options.engines
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        inputs = asking.made_inputs(Path(folder), options.only) | asking.networks(NETWORKS, options.data, options.only)
        for name, path in inputs.items():
            reading = seconds_to_read(options.program, path)
            if options.interrupt:
                checks = [interrupt_check(signal_name, reading) for signal_name in ("INT", "TERM")]
            elif options.memory:
                checks = [memory_check(megabytes) for megabytes in MEMORY_LIMITS if name in MEMORY_INPUTS]
            else:
                checks = [time_check(limit, reading) for limit in ((1.0,) if options.quick else LIMITS)]
            for engine, sizes, check in itertools.product(engines, SIZES, checks):
                outcome = check.run(asking.mine(options.program, path, sizes, engine), options.again.split())
                rows.append({"input": name, "engine": engine, "k": sizes, "limit": check.name, **outcome})
                print(f"{'BAD ' if outcome['failed'] else '    '}{name:26} {engine:15} k={sizes:6} {check.name:6} "
                      f"over {outcome['over']:8.3f}  {outcome['seconds']:6.2f} s {outcome['megabytes']:6.0f} MB  "
                      f"{'' if outcome['answered'] else 'NO ANSWER'}"
                      f"{outcome['frequencies'][-1] if outcome['frequencies'] else ''}", flush=True)
                if outcome["code"] == -signal.SIGABRT:
                    print("\n".join(outcome["said"].splitlines()[:STACK]), flush=True)
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1))
    bad = sum(row["failed"] for row in rows)
    print_table(rows, ".0f" if options.memory else ".2f")
    print(f"\n{len(rows)} runs, {bad} bad, worst {max(row['over'] for row in rows):.3f}")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
