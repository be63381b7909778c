#!/usr/bin/env python3
"""Gives every edge of an .lg file one of several labels, drawn at random: a network to try edge labels on.

    tools/label_edges.py citeseer.lg citeseer-3.lg --labels 3 --seed 1
"""

import argparse
import random


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("input")
    parser.add_argument("output")
    parser.add_argument("--labels", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    draw = random.Random(arguments.seed)
    with open(arguments.input, encoding="utf-8") as given, open(arguments.output, "w", encoding="utf-8") as labelled:
        for line in given:
            words = line.split()
            if words[:1] == ["e"]:
                line = f"e {words[1]} {words[2]} {draw.randrange(arguments.labels)}\n"
            labelled.write(line)


if __name__ == "__main__":
    main()
