#!/usr/bin/env python3
"""Looks for inputs whose reading takes more than nearly linear time: each kind of hostile file in two lengths.

usage: check_linear.py PROGRAM [--size BYTES] [--only TEXT]

Prints the processor time of `rlminer info` for a file of each kind and for one that is eight times as long. A factor
above 16 is marked, and makes the exit code 1, when the longer one takes more than a second. It is no part of the test
suite, because times are not what tests assert.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

LONGER = 8

# Each kind: the ending of the file, and its text with about n items.
KINDS = {
    "lg: edges before vertices": ("lg", lambda n: "t # 0\n" + "".join(f"e {i} {i + 1}\n" for i in range(n)) +
                                  "".join(f"v {i} A\n" for i in range(n + 1))),
    "lg: a label for each vertex": ("lg", lambda n: "t # 0\n" + "".join(f"v {i} x{i}\n" for i in range(n))),
    "lg: a graph in each line": ("lg", lambda n: "t # 0\nv 0 A\n" * n),
    "lg: an edge again and again": ("lg", lambda n: "t # 0\nv 0 A\nv 1 A\n" + "".join(f"e 0 1 {i}\n" for i in range(n))),
    "lg: a star": ("lg", lambda n: "t # 0\nv 0 A\n" + "".join(f"v {i} A\ne 0 {i} {i}\n" for i in range(1, n))),
    "lg: a long number": ("lg", lambda n: f"t # 0\nv 0 {'1' * n}\nv 1 {'1' * n}0\n"),
    "lg: blank lines": ("lg", lambda n: "t # 0\n" + "\n" * n + "v 0 A\n"),
    "edges: one long line": ("txt", lambda n: "1 2\n" + "3 " * n + "\n"),
    "edges: quotes that never end": ("csv", lambda n: "source,target\n" + '"a,b\n' * n),
    "edges: columns without end": ("csv", lambda n: ",".join(f"c{i}" for i in range(n)) + "\n" + "1," * n + "\n"),
    "edges: many": ("txt", lambda n: "".join(f"{i} {7 * i % n}\n" for i in range(n))),
    "pajek: one long list": ("net", lambda n: f"*Vertices {n}\n*Edgeslist\n" + " ".join(map(str, range(1, n))) + "\n"),
    "pajek: many graphs": ("net", lambda n: "*Vertices 1\n*Edges\n" * n),
    "json: brackets": ("json", lambda n: '{"graphs":' + "[" * n),
    "json: keys": ("json", lambda n: '{"vertices":[{' + ",".join(f'"k{i}":1' for i in range(n)) + ',"id":1}],"edges":[]}'),
    "json: vertices": ("json", lambda n: '{"vertices":[' + ",".join(f'{{"id":{i}}}' for i in range(n)) + '],"edges":[]}'),
    "gml: brackets": ("gml", lambda n: "graph [ " + "node [ " * n),
    "gml: keys": ("gml", lambda n: "graph [ node [ id 1 " + "".join(f"k{i} 1 " for i in range(n)) + "] ]\n"),
    "gml: a quote that never ends": ("gml", lambda n: 'graph [ node [ id 1 label "' + "x\n" * n),
    "graphml: elements": ("graphml", lambda n: "<graphml><graph>" + "<node id='a'>" * n),
    "graphml: keys": ("graphml", lambda n: "<graphml>" + "".join(
        f"<key id='k{i}' for='node' attr.name='n{i}'/>" for i in range(n)) + "<graph><node id='1'/></graph></graphml>"),
    "graphml: data": ("graphml", lambda n: "<graphml><graph><node id='1'>" + "".join(
        f"<data key='k{i}'>x</data>" for i in range(n)) + "</node></graph></graphml>"),
    "graphml: attributes": ("graphml", lambda n: "<graphml><graph><node " + " ".join(
        f"a{i}='x'" for i in range(n)) + "/></graph></graphml>"),
    "matrix market: comments": ("mtx", lambda n: "%%MatrixMarket matrix coordinate pattern symmetric\n" + "%\n" * n +
                                "2 2 1\n1 2\n"),
    "graph6: many": ("g6", lambda n: ">>graph6<<" + "D?{\n" * n),
    "sif: one long line": ("sif", lambda n: "a pp b\na pp " + " ".join(f"x{i}" for i in range(n)) + "\n"),
    "adjacency: one long list": ("adj", lambda n: "0: " + " ".join(map(str, range(1, n))) + "\n"),
    "adjacency: lines that count on": ("adj", lambda n: "0 999999\n" + "1\n" * n),
    "dot: no end": ("dot", lambda n: "graph " + "x " * n),
    "no format: letters": ("txt", lambda n: "x" * n),
}


def seconds(program, path):
    before = os.times()
    done = subprocess.run([program, "info", path], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=300)
    after = os.times()
    if done.returncode not in (0, 1):
        raise SystemExit(f"{path}: exit code {done.returncode}: {done.stderr.decode(errors='replace')[:200]}")
    return after.children_user + after.children_system - before.children_user - before.children_system


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    parser.add_argument("--size", type=int, default=300_000, help="bytes of the shorter file, about [300000]")
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        for kind, (ending, text) in KINDS.items():
            if options.only not in kind:
                continue
            items = max(1, options.size * 1000 // len(text(1000)))
            times = []
            for factor in (1, LONGER):
                path = Path(folder) / f"x.{ending}"
                path.write_text(text(items * factor))
                times.append(seconds(options.program.resolve(), path))
            slow = times[1] > 1.0 and times[1] > 2 * LONGER * times[0]
            bad += slow
            print(f"{kind:<36}{times[0]:8.2f} s{times[1]:8.2f} s{'   NOT LINEAR' if slow else ''}", flush=True)
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
