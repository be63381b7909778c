#!/usr/bin/env python3
"""How a walk that many processes share would scale, from the times that its parts have taken.

usage: simulate_ranks.py TIMES [--result SECONDS] [--latency SECONDS] [--processes N,N,...]

TIMES has the seconds of one part in each line, as a run with RLMINER_PART_TIMES=TIMES in its environment writes them.
Parts are handed out in that order to whoever is free first, one message each way; every process sends what it has
counted after 1 s, 2 s, 4 s, ... up to every 30 s and at the end, and the leader takes them one after the other. Prints the time of the walk,
the speed-up over one process, and what part of the processors' time was work.
"""

import argparse
import heapq
from pathlib import Path

FIRST_RESULT, MOST_BETWEEN_RESULTS = 1.0, 30.0


def simulate(parts, processes, result, latency):
    """The time at which the leader has everything."""
    # When it is free, when it last sent a result, and how long it waits with the next.
    free = [(0.0, 0.0, FIRST_RESULT) for _ in range(processes)]
    heapq.heapify(free)
    arrivals = []
    for seconds in parts:
        now, sent, interval = heapq.heappop(free)
        now += 2 * latency + seconds
        if now - sent > interval:
            arrivals.append(now)
            sent, interval = now, min(2 * interval, MOST_BETWEEN_RESULTS)
        heapq.heappush(free, (now, sent, interval))
    arrivals += [now for now, _, _ in free]
    done = 0.0
    for arrival in sorted(arrivals):
        done = max(done, arrival) + result
    return done


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("times", type=Path)
    parser.add_argument("--result", type=float, default=0.02, help="seconds to add a result to the others [0.02]")
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
