#!/usr/bin/env python3
"""Calls the Python module from several threads, interrupts it, and fails on wrong answers, deadlocks and leaks.

usage: stress_python.py [--calls N] [--threads N] [--seed N] [--sanitized FOLDER]

A fifth of the calls are made by the main thread, and each of those is interrupted after a few milliseconds. The others
are made by threads, one after the other: mining with every engine, counting, estimating, listing, comparing methods,
reading, pickling, pictures, mistakes, and progress functions that end a call or raise.

A call that never returns ends the run with the stacks of all threads. Afterwards there may be no more Python objects than
before. `--sanitized` names a folder with a module that was built with the address sanitizer (`make stress-python`);
it runs there, and memory that nothing points to any more fails too. It is looked for while the interpreter lives, so
what Python itself keeps until its end is no leak, and no list of exceptions is needed.
"""
import argparse
import collections
import ctypes
import faulthandler
import gc
import itertools
import os
import pathlib
import pickle
import random
import signal
import subprocess
import sys
import threading
import time
import types

PATIENCE = 900  # seconds until the run counts as deadlocked
WARM_UP = 100  # calls that fill caches before the objects are counted
SPARE_OBJECTS = 200  # what the interpreter itself may keep


def run_sanitized(options):
    """The same in a process that has the sanitizer; returns its exit code."""
    def library(name):
        return subprocess.run(["g++", f"-print-file-name={name}"], capture_output=True, text=True, check=True).stdout.strip()

    environment = {
        **os.environ,
        "PYTHONPATH": str(pathlib.Path(options.sanitized).resolve()),
        # The sanitizer sees every object of Python, rather than the pools that they lie in.
        "PYTHONMALLOC": "malloc",
        # It has to be there before Python, and to know how exceptions are thrown.
        "LD_PRELOAD": " ".join([library("libasan.so"), library("libstdc++.so")]),
        "ASAN_OPTIONS": "detect_leaks=1:leak_check_at_exit=0:quarantine_size_mb=16",
        "UBSAN_OPTIONS": "print_stacktrace=1",
    }
    numbers = ["--calls", options.calls, "--threads", options.threads, "--seed", options.seed]
    return subprocess.run([sys.executable, __file__, *map(str, numbers)], env=environment).returncode


class Calls:
    """Things to ask, each with a check of the answer."""

    def __init__(self, rm):
        self.rm = rm
        self.molecule = rm.Graph("example:aspirin")
        self.path = rm.Pattern("CCO", [(0, 1), (1, 2)])
        rng = random.Random(0)
        pairs = [pair for pair in itertools.combinations(range(120), 2) if rng.random() < 0.3]
        self.hard = rm.Graph(pairs, label={vertex: rng.choice("ABCDEFGH") for vertex in range(120)})
        self.all = [self.mine, self.mine_many, self.time_limit, self.stopped, self.failing, self.count, self.estimate,
                    self.find, self.compare, self.make_and_pickle, self.pictures, self.mistakes]

    def mine(self, rng):
        engine = rng.choice(self.rm.engines())
        result = self.rm.mine(self.molecule, k=5, engine=engine, threads=rng.randrange(3), time_limit=5, occurrences=3)
        assert 1 <= result[5][0].frequency <= 8

    def mine_many(self, rng):
        results = self.rm.mine([self.molecule, self.rm.Graph("example:caffeine")], k="3..5", top=rng.randrange(1, 5))
        assert results[0][5][0].frequency == 8 and results[1][5][0].frequency == 9

    def time_limit(self, rng):
        assert not self.rm.mine(self.hard, k=12, engine="exact", time_limit=0.02 * rng.random() + 0.001)[12].proven

    def stopped(self, rng):
        assert not self.rm.mine(self.hard, k=12, engine="exact", progress=lambda _: False)[12].proven

    def failing(self, rng):
        try:
            self.rm.mine(self.hard, k=12, engine="exact", progress=lambda _: 1 // 0)
        except ZeroDivisionError:
            return
        raise AssertionError("the error of the progress function was lost")

    def count(self, rng):
        assert self.rm.count(self.molecule, self.path, threads=rng.randrange(3)) == 6

    def estimate(self, rng):
        times = self.rm.count(self.hard, self.rm.Pattern("AB", [(0, 1)]), estimate="always", time_limit=0.02)
        assert times.interval is not None

    def find(self, rng):
        assert len(self.rm.find(self.molecule, self.path)) == 6
        assert len(self.rm.find(self.molecule, self.path, limit=rng.randrange(6))) < 6

    def compare(self, rng):
        found = self.rm.evaluate([self.molecule] * 3, ["exact", "rand"], k=rng.choice([4, 5]), seeds=2, filter="none",
                                 split="all", cache=False, threads=rng.randrange(3))
        assert [row.graphs for row in found.rows] == [3, 3] and found.rows[0].ratio == 1.0 and found.to_html()

    def make_and_pickle(self, rng):
        pairs = [(vertex, (vertex + 1) % 500) for vertex in range(500)]
        graph = pickle.loads(pickle.dumps(self.rm.Graph(pairs, label=["AB"[vertex % 2] for vertex in range(500)])))
        result = pickle.loads(pickle.dumps(self.rm.mine(graph, k=3, occurrences=50, threads=1)))
        assert result[3][0].frequency == 250 and graph.edges.shape == (2, 500)

    def pictures(self, rng):
        result = self.rm.mine(self.molecule, k=4, top=3)
        assert "<svg" in result._repr_html_() and result.to_json() and str(result[4][0].pattern)

    def mistakes(self, rng):
        for wrong in (lambda: self.rm.mine(self.molecule, k=99), lambda: self.rm.Graph("no/such/file"),
                      lambda: self.rm.Graph([(0, 1)], label=["A"]), lambda: self.rm.Pattern("CC", []),
                      lambda: self.rm.mine(self.molecule, k=5, engine="nobody")):
            try:
                wrong()
            except self.rm.Error:
                continue
            raise AssertionError("a mistake went unnoticed")


def in_thread(calls, number, seed, failures):
    rng = random.Random(seed)
    try:
        for i in range(number):
            calls.all[i % len(calls.all)](rng)
    except BaseException as error:  # what a thread raises would be lost
        failures.append(error)


def interrupted_calls(calls, number, seed):
    """Calls of the main thread, by how they ended."""
    rng = random.Random(seed)
    ends = collections.Counter()
    for _ in range(number):
        timer = threading.Timer(0.03 * rng.random(), os.kill, (os.getpid(), signal.SIGINT))
        try:
            timer.start()
            rng.choice([calls.mine, calls.mine_many, calls.count, calls.find])(rng)
            calls.rm.mine(calls.hard, k=12, engine="exact")
        except calls.rm.Interrupted as stop:
            assert stop.result is not None
            ends["with the best so far"] += 1
        except KeyboardInterrupt:
            ends["between two calls"] += 1
        timer.join()
    return ends


def storm(calls, number, threads, seed):
    failures = []
    main = number // 5
    workers = [
        threading.Thread(target=in_thread, args=(calls, (number - main + place) // threads, seed + 1 + place, failures))
        for place in range(threads)
    ]
    for worker in workers:
        worker.start()
    ends = interrupted_calls(calls, main, seed)
    for worker in workers:
        worker.join()
    if failures:
        raise failures[0]
    return ends


def python_objects():
    gc.collect()
    return len(gc.get_objects())


def lost_memory():
    """Whether the sanitizer, where it is, finds memory that nothing points to; it prints where it was allocated."""
    check = getattr(ctypes.CDLL(None), "__lsan_do_recoverable_leak_check", None)
    return check is not None and check() != 0


def measure(options):
    """The storm in figures. They are kept in an object: what only a variable of a running function holds looks lost,
    because the sanitizer does not look into the memory where Python keeps these."""
    import rlminer as rm

    faulthandler.dump_traceback_later(PATIENCE, exit=True)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored where a shell started this in the background
    calls = Calls(rm)
    storm(calls, WARM_UP, options.threads, options.seed + 1000)
    figures = types.SimpleNamespace(before=python_objects())
    start = time.perf_counter()
    figures.ends = storm(calls, options.calls, options.threads, options.seed)
    figures.seconds = time.perf_counter() - start
    figures.more = python_objects() - figures.before
    return figures


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--calls", type=int, default=1000)
    parser.add_argument("--threads", type=int, default=4)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--sanitized", metavar="FOLDER")
    options = parser.parse_args()
    if options.sanitized:
        return run_sanitized(options)

    figures = measure(options)
    lost = lost_memory()
    sanitizer = "with" if "libasan" in os.environ.get("LD_PRELOAD", "") else "without"
    print(f"{options.calls} calls in {figures.seconds:.0f} s, {options.threads} threads and the main one, {sanitizer} sanitizer")
    print("interrupted:", ", ".join(f"{times} {how}" for how, times in figures.ends.items()))
    print(f"Python objects: {figures.before} before, {figures.more} more afterwards; memory lost: {'yes' if lost else 'none'}")
    return 1 if lost or figures.more > SPARE_OBJECTS else 0


if __name__ == "__main__":
    sys.exit(main())
