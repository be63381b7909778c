#!/usr/bin/env python3
"""How a walk that many processes share would scale, from the times that its parts have taken.

usage: simulate_ranks.py TIMES [--result SECONDS] [--latency SECONDS] [--processes N,N,...]

TIMES has the seconds of one part in each line, as a run with RLMINER_PART_TIMES=TIMES in its environment writes them.
Parts are handed out in that order to whoever is free first, one message each way. Every process sends what it has
counted to its parent in a tree after 1 s, 2 s, 4 s, ... up to every 30 s and at the end, when its children have sent
theirs; to add it costs the parent some of its time. Prints the time of the walk, the speed-up over one process, and
what part of the processors' time was work.
"""

import argparse
import heapq
from pathlib import Path

FIRST_RESULT, MOST_BETWEEN_RESULTS = 1.0, 30.0
CHILDREN = 4  # of a process in the tree, as in rlminer/mpi/messages.h


def parent_of(rank):
    return (rank - 1) // CHILDREN


def simulate(parts, processes, result, latency):
    """The time at which the leader, process 0, has everything."""
    free = [(0.0, rank) for rank in range(processes)]  # when, and who
    sent = [0.0] * processes
    interval = [FIRST_RESULT] * processes
    adding = [0.0] * processes  # what results have cost since the process was last free
    over = [0.0] * processes
    for seconds in parts:
        now, rank = heapq.heappop(free)
        now += adding[rank] + 2 * latency + seconds
        adding[rank] = 0.0
        if now - sent[rank] > interval[rank]:
            if rank > 0:
                adding[parent_of(rank)] += result
            sent[rank], interval[rank] = now, min(2 * interval[rank], MOST_BETWEEN_RESULTS)
        heapq.heappush(free, (now, rank))
    for now, rank in free:
        over[rank] = now + adding[rank]
    children = [[] for _ in range(processes)]
    for rank in reversed(range(processes)):  # children come after their parent
        for arrival in sorted(children[rank]):
            over[rank] = max(over[rank], arrival) + result
        if rank > 0:
            children[parent_of(rank)].append(over[rank] + latency)
    return over[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("times", type=Path)
    parser.add_argument("--result", type=float, default=0.02, help="seconds to add one result to another [0.02]")
    parser.add_argument("--latency", type=float, default=0.001, help="of a message, in seconds [0.001]")
    parser.add_argument("--processes", default="1,2,4,8,16,32,64,128,256,512,1000")
    options = parser.parse_args()
    parts = [float(line) for line in options.times.read_text().split()]
    work = sum(parts)
    print(f"{len(parts)} parts, {work:.1f} s of work, the longest {max(parts):.2f} s, the median "
          f"{sorted(parts)[len(parts) // 2]:.4f} s\n")
    print("| processes | seconds | speed-up | work |\n| ---: | ---: | ---: | ---: |")
    one = simulate(parts, 1, options.result, options.latency)
    for processes in map(int, options.processes.split(",")):
        seconds = simulate(parts, processes, options.result, options.latency)
        print(f"| {processes} | {seconds:.1f} | {one / seconds:.1f} | {100 * work / processes / seconds:.0f} % |")


if __name__ == "__main__":
    main()
