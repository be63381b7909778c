"""Ctrl-C, progress that stops a call, and many threads at a time."""

import itertools
import os
import pickle
import random
import signal
import subprocess
import sys
import threading
import time

import pytest

import rlminer as rm


def dense_graph(vertices=120, seed=0, density=0.3) -> rm.Graph:
    rng = random.Random(seed)
    pairs = [pair for pair in itertools.combinations(range(vertices), 2) if rng.random() < density]
    return rm.Graph(pairs, label={vertex: rng.choice("ABCDEFGH") for vertex in range(vertices)})


HARD = dense_graph()


def interrupt_soon(seconds=0.15):
    timer = threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    return timer


def test_interrupted_mine_has_the_best_so_far():
    timer = interrupt_soon()
    with pytest.raises(rm.Interrupted) as caught:
        rm.mine(HARD, k=12, engine="exact")
    timer.join()
    result = caught.value.result
    assert isinstance(caught.value, KeyboardInterrupt)
    assert result.interrupted and not result[12].proven
    assert result[12].note
    assert pickle.loads(pickle.dumps(caught.value)).result[12].note == result[12].note


def test_interrupted_find_has_what_was_found():
    """Cliques of 14 in a dense graph: next to none of them, and a search of many minutes."""
    rng = random.Random(0)
    dense = rm.Graph([pair for pair in itertools.combinations(range(200), 2) if rng.random() < 0.6])
    clique = rm.Pattern("0" * 14, itertools.combinations(range(14), 2))
    timer = interrupt_soon()
    with pytest.raises(rm.Interrupted) as caught:
        rm.find(dense, clique)
    timer.join()
    assert not caught.value.result.complete


def test_interrupted_list_has_every_graph():
    timer = interrupt_soon()
    with pytest.raises(rm.Interrupted) as caught:
        rm.mine([HARD, rm.Graph("example:aspirin")], k=12, engine="exact", threads=1)
    timer.join()
    assert len(caught.value.result) == 2


def test_handler_of_python_is_back_afterwards():
    before = signal.getsignal(signal.SIGINT)
    rm.mine(rm.Graph("example:aspirin"), k=3)
    assert signal.getsignal(signal.SIGINT) is before
    with pytest.raises(KeyboardInterrupt):
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(1)


def test_own_handler_may_raise_something_else():
    class Stop(Exception):
        pass

    def handler(*_):
        raise Stop

    before = signal.signal(signal.SIGINT, handler)
    timer = interrupt_soon()
    try:
        with pytest.raises(Stop):
            rm.mine(HARD, k=12, engine="exact")
    finally:
        timer.join()
        signal.signal(signal.SIGINT, before)


def test_progress_can_stop_the_call():
    calls = []

    def stop(progress):
        calls.append(progress)
        return False

    result = rm.mine(HARD, k=12, engine="exact", progress=stop)
    assert len(calls) >= 1 and calls[0].graphs == 1
    assert not result[12].proven and not result.interrupted


def test_error_in_progress_is_raised():
    def fail(progress):
        raise ZeroDivisionError("in progress")

    with pytest.raises(ZeroDivisionError, match="in progress"):
        rm.mine(HARD, k=12, engine="exact", progress=fail)


def test_progress_line_is_wiped(capsys):
    rm.mine(HARD, k=12, engine="exact", progress=True, time_limit=0.5)
    written = capsys.readouterr().err
    assert "%" in written and written.endswith("\r")


def test_other_threads_run_during_a_call():
    ticks = 0
    done = threading.Event()

    def tick():
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.001)

    ticker = threading.Thread(target=tick)
    ticker.start()
    before = ticks
    rm.mine(HARD, k=12, engine="exact", time_limit=0.5)
    done.set()
    ticker.join()
    assert ticks > before


def test_a_thousand_calls_in_threads_with_interrupts():
    """Four threads call while the main thread is interrupted again and again: every call ends, with an answer."""
    molecule = rm.Graph("example:aspirin")
    failures = []

    def work(calls):
        try:
            for number in range(calls):
                assert rm.mine(molecule, k=5, threads=number % 3)[5][0].frequency == 8
        except BaseException as error:  # what a thread raises would be lost
            failures.append(error)

    threads = [threading.Thread(target=work, args=(200,)) for _ in range(4)]
    for thread in threads:
        thread.start()
    interrupted = answered = 0
    for number in range(200):
        try:
            if number % 2:
                os.kill(os.getpid(), signal.SIGINT)
            assert rm.mine(molecule, k=5)[5][0].frequency == 8
            answered += 1
        except KeyboardInterrupt:
            interrupted += 1
    for thread in threads:
        thread.join()
    assert not failures
    assert interrupted + answered == 200 and interrupted > 0


def test_calls_after_a_fork():
    rm.mine(HARD, k=3, threads=2)
    code = (
        "import os, rlminer as rm; g = rm.Graph('example:aspirin'); rm.mine(g, k=4, threads=2)\n"
        "pid = os.fork()\n"
        "if pid == 0: os._exit(0 if rm.mine(g, k=5, threads=2)[5][0].frequency == 8 else 1)\n"
        "raise SystemExit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))"
    )
    assert subprocess.run([sys.executable, "-c", code], timeout=60).returncode == 0


def resident_megabytes() -> float:
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def test_nothing_is_kept_after_a_call():
    """Each round makes about a megabyte of graphs, arrays and results; a leak would be hundreds."""
    ring = [(vertex, (vertex + 1) % 5000) for vertex in range(5000)]

    def round_of_calls():
        graph = pickle.loads(pickle.dumps(rm.Graph(ring, label={vertex: "AB"[vertex % 2] for vertex in range(5000)})))
        assert len(rm.find(graph, rm.Pattern("AB", [(0, 1)]))) == 5000
        assert rm.mine(graph, k=3, occurrences=100, threads=1)[3][0].frequency == 2500
        with pytest.raises(rm.Error):
            rm.mine(graph, k=99)

    for _ in range(10):
        round_of_calls()
    before = resident_megabytes()
    for _ in range(60):
        round_of_calls()
    assert resident_megabytes() - before < 30
