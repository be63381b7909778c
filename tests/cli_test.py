#!/usr/bin/env python3
"""Runs the program as a user does and checks exit codes, messages and output.

The program is the one named by the environment variable RLMINER_PROGRAM. Standard library only.
"""

import csv
import gzip
import json
import math
import os
import random
import re
import signal
import subprocess
import unittest
from pathlib import Path

from cli_support import (HOLDS_SIGNALS_BACK, PROGRAM, InFolder, is_full, is_pending, json_lines, run, shown_on_terminal,
                         wait_until, wait_until_worked)

# The paper's worked example: at k = 3 the winner is A-B-A, four times.
EXAMPLE_LABELS = {i: "B" if i in (5, 7) else "A" for i in range(1, 9)}
EXAMPLE_EDGES = [(1, 2), (1, 3), (2, 3), (3, 5), (4, 5), (5, 6), (6, 7), (7, 8)]

CONTRACT_FIELDS = ["graph", "k", "engine", "frequency", "proven", "labels", "edges", "vertices", "seconds"]


def lg(*graphs):
    """The .lg text of graphs given as (labels by id, edges)."""
    lines = []
    for number, (labels, edges) in enumerate(graphs):
        lines.append(f"t # {number}")
        lines += [f"v {v} {label}" for v, label in labels.items()]
        lines += [f"e {u} {v} 0" for u, v in edges]
    return "\n".join(lines) + "\n"


def random_graph(seed, vertices, edges, labels="ABC"):
    draw = random.Random(seed)
    chosen = set()
    while len(chosen) < edges:
        u, v = sorted(draw.sample(range(vertices), 2))
        chosen.add((u, v))
    return {v: draw.choice(labels) for v in range(vertices)}, sorted(chosen)


class CliTest(InFolder):
    def setUp(self):
        super().setUp()
        self.example = self.write("example.lg", lg((EXAMPLE_LABELS, EXAMPLE_EDGES)))

    def collection(self, graphs=60):
        return self.write(
            "collection.lg", lg(*(random_graph(i, 5 + i % 17, 4 + i % 17) for i in range(graphs)))
        )

    def hopeless(self):
        """A graph whose connected sets of 9 vertices no computer lists."""
        return self.write("hopeless.lg", lg(random_graph(1, 400, 16000)))

    def mine(self, *arguments, **options):
        """The JSON lines of a run that must succeed."""
        result = run("mine", *arguments, "--format", "json", **options)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stderr, "")
        return json_lines(result.stdout)

    def assert_fails(self, result, code, *parts):
        """Exit code, nothing on standard output, one line on standard error that has all the parts."""
        self.assertEqual(result.returncode, code, result.stderr)
        self.assertEqual(result.stdout, "")
        self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
        for part in parts:
            self.assertIn(part, result.stderr)

    def assert_occurrence(self, line, vertices, labels, edges):
        """The vertices induce the line's pattern, in its order."""
        self.assertEqual([labels[v] for v in vertices], line["labels"])
        self.assertEqual(len(set(vertices)), line["k"])
        both = {frozenset(edge) for edge in edges}
        induced = [
            [i, j]
            for i in range(len(vertices))
            for j in range(i + 1, len(vertices))
            if frozenset((vertices[i], vertices[j])) in both
        ]
        self.assertEqual(induced, line["edges"])


class Usage(CliTest):
    def test_help_lists_the_commands(self):
        result = run("--help")
        self.assertEqual(result.returncode, 0)
        for command in ("info", "mine", "count", "train", "evaluate", "experiment", "convert", "generate", "draw", "examples"):
            self.assertRegex(result.stdout, rf"\n  {command} ")

    def test_version(self):
        result = run("--version")
        self.assertEqual(result.returncode, 0)
        self.assertRegex(result.stdout, r"^rlminer \d+\.\d+\.\d+\n$")

    def test_help_of_every_command_has_examples(self):
        for command in ("info", "mine", "count", "train", "evaluate", "experiment", "convert", "generate", "draw"):
            result = run(command, "--help")
            self.assertEqual(result.returncode, 0, command)
            self.assertIn("Examples:", result.stdout, command)
            self.assertIn(f"rlminer {command} ", result.stdout, command)

    def test_bad_usage_is_code_two(self):
        example = str(self.example)
        for arguments in (
            ["no-such-command"],
            ["mine"],
            ["mine", example],
            ["mine", "-k", "3"],
            ["mine", example, "-k", "0"],
            ["mine", example, "-k", "33"],
            ["mine", example, "-k", "5..3"],
            ["mine", example, "-k", "three"],
            ["mine", example, "-k", "3", "--no-such-option"],
            ["mine", example, "-k", "3", "--engine", "no-such-engine"],
            ["mine", example, "-k", "3", "--engine", "exact", "--model", example],
            ["mine", example, "-k", "3", "--engine", "exact", "--samples", "5"],
            ["mine", example, "-k", "3", "--engine", "exact", "--local-search", "off"],
            ["mine", example, "-k", "3", "--decode", "sample"],
            ["mine", example, "-k", "3", "--engine", "rand", "--decode", "sample"],
            ["mine", example, "-k", "3", "--engine", "rl", "--model", example, "--decode", "guess"],
            ["mine", example, "-k", "3", "--engine", "rl", "--model", example, "--samples", "0"],
            ["mine", example, "-k", "3", "--engine", "rl", "--model", example, "--decode", "greedy", "--samples", "3"],
            ["mine", example, "-k", "3", "--engine", "rl", "--model", example, "--decode", "sample", "--beam", "3"],
            ["mine", example, "-k", "3", "--engine", "rl", "--model", example, "--beam", "0"],
            ["mine", example, "-k", "3", "--engine", "rl", "--model", example, "--beam", "3", "--temperature", "2"],
            ["mine", example, "-k", "3", "--engine", "rl", "--model", example, "--temperature", "0"],
            ["mine", example, "-k", "3", "--engine", "rl", "--model", example, "--local-search", "maybe"],
            ["mine", example, "-k", "3", "--time-limit", "0"],
            ["mine", example, "-k", "3", "--time-limit", "inf"],
            ["mine", example, "-k", "3", "--memory-limit", "lots"],
            ["mine", example, "-k", "3", "--top", "0"],
            ["mine", example, "-k", "3", "--occurrences", "-1"],
            ["mine", example, "-k", "3", "--threads", "-1"],
            ["mine", example, "-k", "3", "--seed", "x"],
            ["mine", example, "-k", "3", "--graph", "first"],
            ["mine", example, "-k", "3", "--format", "xml"],
            ["mine", example, "-k", "3", "--filter", "mine"],
            ["count", example, example, "another"],
        ):
            with self.subTest(arguments=arguments):
                self.assert_fails(run(*arguments), 2)


class BadInput(CliTest):
    def test_missing_file(self):
        missing = self.folder / "missing.lg"
        self.assert_fails(run("mine", missing, "-k", 3), 1, str(missing))

    def test_malformed_line_is_named(self):
        bad = self.write("bad.lg", "t # 0\nv 0 A\nv 1 A\ne 0 7 0\n")
        self.assert_fails(run("mine", bad, "-k", 3), 1, f"{bad}:4: ")

    def test_graph_that_is_not_there(self):
        self.assert_fails(run("mine", self.example, "-k", 3, "--graph", 5), 1, "graph 5")

    def test_nothing_passes_the_filter(self):
        self.assert_fails(run("mine", self.example, "-k", 3, "--filter", "paper"), 1, "filter")

    def test_unwritable_output_fails_before_mining(self):
        # Mining this graph would not end before the test is given up.
        target = self.folder / "no-such-folder" / "out.json"
        self.assert_fails(run("mine", self.hopeless(), "-k", 9, "-o", target), 1, str(target))

    def test_output_over_input_is_refused(self):
        before = self.example.read_text()
        self.assert_fails(run("mine", self.example, "-k", 3, "-o", self.example), 1, str(self.example))
        self.assertEqual(self.example.read_text(), before)

    @unittest.skipUnless(Path("/dev/full").exists(), "no /dev/full here")
    def test_full_disk(self):
        self.assert_fails(run("mine", self.example, "-k", 3, "-o", "/dev/full"), 1, "/dev/full")

    def test_closed_pipe(self):
        reader, writer = os.pipe()
        os.close(reader)
        result = subprocess.run(
            [PROGRAM, "mine", self.collection(), "-k", "3"],
            stdout=writer, stderr=subprocess.PIPE, text=True, timeout=60, check=False,
        )
        os.close(writer)
        self.assertEqual((result.returncode, result.stderr), (0, ""))  # the reader has seen enough


class Mine(CliTest):
    def test_the_papers_example(self):
        (line,) = self.mine(self.example, "-k", 3)
        self.assertEqual(list(line), CONTRACT_FIELDS + ["sets"])
        self.assertEqual((line["graph"], line["k"], line["engine"]), (0, 3, "auto"))
        self.assertEqual((line["frequency"], line["proven"]), (4, True))
        self.assertEqual(sorted(line["labels"]), ["A", "A", "B"])
        self.assertEqual(len(line["edges"]), 2)
        self.assertIsInstance(line["seconds"], float)
        self.assert_occurrence(line, line["vertices"], EXAMPLE_LABELS, EXAMPLE_EDGES)

    def test_text_shows_the_same(self):
        result = run("mine", self.example, "-k", 3)
        self.assertEqual(result.returncode, 0)
        self.assertEqual(result.stderr, "")
        self.assertRegex(result.stdout, r"k = 3: proven")
        self.assertRegex(result.stdout, r"frequency +4 of 8 connected sets \(50 %\)")
        self.assertRegex(result.stdout, r"0:[AB]  1:[AB]  2:[AB] \| \d-\d \d-\d")

    def test_sizes(self):
        lines = self.mine(self.example, "-k", "7,1..3,2,32", "--quiet")
        self.assertEqual([line["k"] for line in lines], [1, 2, 3, 7, 32])
        self.assertEqual(lines[0]["frequency"], 6)
        self.assertEqual(lines[0]["edges"], [])

    def test_no_subgraph_of_that_size(self):
        (line,) = self.mine(self.example, "-k", 9, "--quiet")
        self.assertEqual((line["frequency"], line["proven"], line["sets"]), (0, True, 0))
        self.assertEqual((line["labels"], line["edges"], line["vertices"]), ([], [], []))

    def test_top(self):
        lines = self.mine(self.example, "-k", 3, "--top", 50)
        self.assertEqual([line["rank"] for line in lines], list(range(1, len(lines) + 1)))
        frequencies = [line["frequency"] for line in lines]
        self.assertEqual(frequencies, sorted(frequencies, reverse=True))
        self.assertEqual(sum(frequencies), lines[0]["sets"])
        triangles = [line["frequency"] for line in lines if len(line["edges"]) == 3]
        self.assertEqual(triangles, [1])
        self.assertEqual(len(self.mine(self.example, "-k", 3, "--top", 2)), 2)

    def test_occurrences(self):
        (line,) = self.mine(self.example, "-k", 3, "--occurrences", 10)
        self.assertEqual(len({frozenset(vertices) for vertices in line["occurrences"]}), 4)
        for vertices in line["occurrences"]:
            self.assert_occurrence(line, vertices, EXAMPLE_LABELS, EXAMPLE_EDGES)
        (line,) = self.mine(self.example, "-k", 3, "--occurrences", 3)
        self.assertEqual(len(line["occurrences"]), 3)
        self.assertEqual(line["vertices"], line["occurrences"][0])

    def test_graph(self):
        collection = self.collection()
        every = self.mine(collection, "-k", "3,4", "--omit-timing")
        self.assertEqual([(line["graph"], line["k"]) for line in every],
                         [(graph, k) for graph in range(60) for k in (3, 4)])
        self.assertEqual(self.mine(collection, "-k", "3,4", "--graph", "all", "--omit-timing"), every)
        self.assertEqual(self.mine(collection, "-k", "3,4", "--graph", 17, "--omit-timing"), every[34:36])

    def test_union_counts_across_graphs(self):
        collection = self.collection()
        single = self.mine(collection, "-k", 3, "--top", 10**6)
        union = self.mine(collection, "-k", 3, "--top", 10**6, "--graph", "union")
        totals = {}
        for line in single:
            key = json.dumps([line["labels"], line["edges"]])
            totals[key] = totals.get(key, 0) + line["frequency"]
        found = {json.dumps([line["labels"], line["edges"]]): line["frequency"] for line in union}
        totals.pop(json.dumps([[], []]), None)
        self.assertEqual(found, totals)
        for line in union:
            self.assertEqual(line["graph"], "union")
            self.assertRegex(line["vertices"][0], r"^\d+:\d+$")

    def test_paper_filter_keeps_the_numbers_of_the_input(self):
        small = random_graph(1, 4, 3)
        path = {v: "A" for v in range(12)}, [(v, v + 1) for v in range(11)]
        collection = self.write("mixed.lg", lg(small, path, small))
        (line,) = self.mine(collection, "-k", 5, "--filter", "paper")
        self.assertEqual((line["graph"], line["frequency"]), (1, 8))
        (line,) = self.mine(collection, "-k", 5, "--filter", "paper", "--graph", "union")
        self.assertEqual(line["frequency"], 8)
        self.assertTrue(all(vertex.startswith("1:") for vertex in line["vertices"]))
        self.assert_fails(run("mine", collection, "-k", 5, "--filter", "paper", "--graph", 0), 1, "graph 0")

    def test_threads_change_no_byte(self):
        inputs = [self.collection(), self.write("one.lg", lg(random_graph(3, 80, 160)))]
        for path in inputs:
            outputs = {
                run("mine", path, "-k", "3..6", "--top", 3, "--occurrences", 2, "--omit-timing",
                    "--format", "json", "--threads", threads).stdout
                for threads in (1, 2, 3, 8, 0)
            }
            self.assertEqual(len(outputs), 1)
            self.assertGreater(len(outputs.pop()), 100)

    def test_omit_timing_drops_only_the_seconds(self):
        (timed,) = self.mine(self.example, "-k", 3)
        (untimed,) = self.mine(self.example, "-k", 3, "--omit-timing")
        del timed["seconds"]
        self.assertEqual(timed, untimed)
        self.assertNotIn(" s)", run("mine", self.example, "-k", 3, "--omit-timing").stdout)

    def test_output_file(self):
        target = self.folder / "answers.json"
        result = run("mine", self.example, "-k", 3, "--format", "json", "--omit-timing", "-o", target)
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", ""))
        self.assertEqual(json_lines(target.read_text()), self.mine(self.example, "-k", 3, "--omit-timing"))

    def test_gzip_input(self):
        packed = self.folder / "packed.lg.gz"
        packed.write_bytes(gzip.compress(self.example.read_bytes()))
        self.assertEqual(self.mine(packed, "-k", "1..8", "--omit-timing"),
                         self.mine(self.example, "-k", "1..8", "--omit-timing"))

    def test_edge_list_with_labels_and_text_ids(self):
        edges = self.write("edges.txt", "# a path\nx y\ny 7\n7 x2\n")
        labels = self.write("labels.txt", "x C\ny C\n7 O\nx2 C\n")
        lines = self.mine(edges, "--labels", labels, "-k", 4)
        self.assertEqual(len(lines), 1)
        self.assertEqual(sorted(map(str, lines[0]["vertices"])), ["7", "x", "x2", "y"])
        self.assertIn(7, lines[0]["vertices"])
        self.assertEqual(sorted(lines[0]["labels"]), ["C", "C", "C", "O"])

    def test_warnings_go_to_standard_error_unless_quiet(self):
        loops = self.write("loops.txt", "1 2\n2 2\n2 3\n")
        result = run("mine", loops, "-k", 2, "--format", "json")
        self.assertEqual(result.returncode, 0)
        self.assertIn("self-loop", result.stderr)
        self.assertEqual(json_lines(result.stdout)[0]["frequency"], 2)
        self.assertEqual(run("mine", loops, "-k", 2, "--quiet").stderr, "")


class Count(CliTest):
    def count(self, *arguments, **options):
        """The JSON lines of a run that must succeed."""
        result = run("count", *arguments, "--format", "json", **options)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stderr, "")
        return json_lines(result.stdout)

    def test_the_papers_example_inline(self):
        (line,) = self.count(self.example, "--labels", "A,B,A", "--edges", "0-1,1-2", "--occurrences", 9,
                             "--mappings", "--mni")
        self.assertEqual(list(line)[: len(CONTRACT_FIELDS)], CONTRACT_FIELDS)
        self.assertEqual((line["frequency"], line["mappings"], line["mni"]), (4, 8, 2))
        self.assertEqual((line["graph"], line["k"], line["engine"], line["proven"]), (0, 3, "count", True))
        self.assertEqual(line["vertices"], line["occurrences"][0])
        self.assertEqual(len({frozenset(occurrence) for occurrence in line["occurrences"]}), 4)
        for occurrence in line["occurrences"]:
            self.assert_occurrence(line, occurrence, EXAMPLE_LABELS, EXAMPLE_EDGES)

    def test_pattern_from_a_file_is_matched_by_label_names(self):
        # The labels of this file alone would be numbered otherwise than those of the input.
        pattern = self.write("pattern.lg", lg(({7: "B", 9: "A"}, [(7, 9)]), ({0: "A"}, [])))
        (line,) = self.count(self.example, pattern)
        self.assertEqual((line["frequency"], line["labels"], line["edges"]), (5, ["A", "B"], [[0, 1]]))
        text = run("count", self.example, pattern, "--omit-timing")
        self.assertEqual((text.returncode, text.stderr), (0, ""))
        self.assertIn("pattern    0:A  1:B | 0-1\n  frequency  5\n  occurs at  ", text.stdout)

    def test_agrees_with_mine_and_prints_the_same_pattern(self):
        graph = self.write("graph.lg", lg(random_graph(3, 40, 90)))
        for mined in self.mine(graph, "-k", "2..6", "--top", 5):
            pattern = {i: label for i, label in enumerate(mined["labels"])}
            file = self.write("mined.lg", lg((pattern, mined["edges"][::-1])))
            for threads in (1, 2):
                (line,) = self.count(graph, file, "--threads", threads)
                for field in ("k", "frequency", "labels", "edges"):
                    self.assertEqual(line[field], mined[field])

    def test_label_that_the_input_lacks(self):
        (line,) = self.count(self.example, "--labels", "A,Zz", "--edges", "0-1", "--mni", "--mappings")
        self.assertEqual((line["frequency"], line["proven"], line["vertices"]), (0, True, []))
        self.assertEqual((line["mni"], line["mappings"]), (0, 0))
        self.assertIn("Zz", line["note"])
        self.assertIn("Zz", line["labels"])

    def test_absent_pattern(self):
        (line,) = self.count(self.example, "--labels", "B,B", "--edges", "0-1")
        self.assertEqual((line["frequency"], line["proven"], line["vertices"]), (0, True, []))
        self.assertNotIn("note", line)

    def test_single_vertex(self):
        (line,) = self.count(self.example, "--labels", "B", "--mni")
        self.assertEqual((line["k"], line["frequency"], line["mni"], line["edges"]), (1, 2, 2, []))

    def test_unlabelled_input_needs_no_labels(self):
        edges = self.write("edges.txt", "a b\nb c\nc a\nc d\n")
        (line,) = self.count(edges, "--edges", "0-1,1-2,2-0")
        self.assertEqual((line["frequency"], sorted(line["vertices"])), (1, ["a", "b", "c"]))
        self.assert_fails(run("count", self.example, "--edges", "0-1"), 1, "--labels")

    def test_frequency_beyond_64_bits_is_a_string(self):
        leaves = range(1, 171)
        star = self.write("star.lg", lg(({0: "x", **{v: "x" for v in leaves}}, [(0, v) for v in leaves])))
        pattern = ",".join(f"0-{i}" for i in range(1, 21))
        (line,) = self.count(star, "--edges", pattern, "--mappings", timeout=20)
        self.assertEqual(line["frequency"], str(math.comb(170, 20)))
        self.assertEqual((line["k"], line["proven"]), (21, True))
        # The mappings, 170! / 150!, are more than 128 bits can hold.
        self.assertGreater(math.perm(170, 20), 2**128)
        self.assertEqual(line["mappings"], str(math.perm(170, 20)))
        self.assertNotIn("mappings_exact", line)

    def test_frequency_beyond_128_bits(self):
        leaves = range(1, 2001)
        star = self.write("star.lg", lg(({0: "x", **{v: "x" for v in leaves}}, [(0, v) for v in leaves])))
        pattern = ("--edges", ",".join(f"0-{i}" for i in range(1, 21)))
        self.assertGreater(math.comb(2000, 20), 2**128)
        (line,) = self.count(star, *pattern, timeout=20)
        self.assertEqual((line["frequency"], line["proven"]), (str(math.comb(2000, 20)), True))
        self.assertNotIn("note", line)
        text = run("count", star, *pattern).stdout
        self.assertIn(f"{math.comb(2000, 20):,}", text)

    def test_collections(self):
        collection = self.collection(40)
        pattern = ("--labels", "A,B", "--edges", "0-1", "--omit-timing")
        lines = self.count(collection, *pattern, "--threads", 2)
        self.assertEqual([line["graph"] for line in lines], list(range(40)))
        self.assertEqual(lines, self.count(collection, *pattern, "--threads", 1))
        (union,) = self.count(collection, *pattern, "--graph", "union")
        self.assertEqual((union["graph"], union["frequency"]), ("union", sum(line["frequency"] for line in lines)))
        self.assertEqual(self.count(collection, *pattern, "--graph", 7), [lines[7]])
        filtered = self.count(collection, *pattern, "--filter", "paper")
        self.assertTrue(0 < len(filtered) < 40)

    def test_bad_patterns_are_bad_input(self):
        big = lg(({v: "A" for v in range(33)}, [(v, v + 1) for v in range(32)]))
        for arguments, part in (
            (["--labels", "A,A,A", "--edges", "0-1"], "not connected"),
            (["--labels", "A,A", "--edges", "0-2"], "no vertex 2"),
            (["--labels", "A,A", "--edges", "0-1,1-1"], "self-loop"),
            (["--labels", ",".join("A" * 33), "--edges", ",".join(f"0-{i}" for i in range(1, 33))], "more than 32"),
            ([self.write("big.lg", big)], "more than 32"),
            ([self.write("none.lg", "t # 0\n")], "no vertices"),
            ([self.folder / "missing.lg"], "missing.lg"),
        ):
            self.assert_fails(run("count", self.example, *arguments), 1, part)
        edges = self.write("edges.txt", "1 2\n")
        self.assert_fails(run("count", edges, "--edges", "0-40"), 1, "more than 32")

    def test_bad_usage_is_code_two(self):
        for arguments in (
            [],
            [self.example],
            [self.example, self.example, "--labels", "A"],
            [self.example, self.example, "--edges", "0-1"],
            [self.example, "--labels", "A,,B", "--edges", "0-1"],
            [self.example, "--labels", "A,B", "--edges", "0-x"],
            [self.example, "--labels", "A,B", "--edges", "01"],
            [self.example, "--labels", "A,B", "--edges", "0-1", "--occurrences", "-1"],
        ):
            self.assert_fails(run("count", *arguments), 2)

    def test_output_file_never_replaces_an_input(self):
        target = self.folder / "out.txt"
        arguments = ("--labels", "A,B", "--edges", "0-1")
        self.assertEqual(run("count", self.example, *arguments, "-o", target).stdout, "")
        self.assertIn("frequency  5", target.read_text())
        before = self.example.read_text()
        self.assert_fails(run("count", self.example, *arguments, "-o", self.example), 1, "overwritten")
        self.assertEqual(self.example.read_text(), before)

    PATH = ("--labels", ",".join("A" * 12), "--edges", ",".join(f"{i}-{i + 1}" for i in range(11)))

    def interrupted(self, *arguments):
        """The one JSON line of a run that is interrupted while it counts."""
        process = subprocess.Popen(
            [PROGRAM, "count", self.hopeless(), *self.PATH, "--format", "json", *map(str, arguments)],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        self.addCleanup(process.kill)
        wait_until_worked(process, 1.5)
        self.assertIsNone(process.poll())
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
        self.assertEqual((process.returncode, err), (130, ""))
        (line,) = json_lines(out)
        self.assertEqual((line["proven"], line["frequency_exact"]), (False, False))
        return line

    def assert_estimate(self, line):
        self.assertEqual((line["proven"], line["frequency_exact"]), (False, False))
        low, high = line["interval"]
        self.assertTrue(1 <= low <= int(line["frequency"]) <= high, line)
        self.assertIn("estimated from ", line["note"])
        self.assertEqual(len(line["vertices"]), line["k"])

    def test_what_cannot_be_counted_in_time_is_estimated(self):
        (line,) = self.count(self.hopeless(), *self.PATH, "--time-limit", 0.5, "--mappings", timeout=20)
        self.assert_estimate(line)
        # A path can be laid over itself in two ways.
        self.assertEqual(int(line["mappings"]), 2 * int(line["frequency"]))
        self.assertEqual(line["mappings_interval"], [2 * end for end in line["interval"]])
        self.assertIs(line["mappings_exact"], False)
        text = run("count", self.hopeless(), *self.PATH, "--time-limit", 0.5, "--mappings", timeout=20).stdout
        self.assertRegex(text, r"frequency  about [0-9.e+]+ \(95 %: [0-9.e+]+ to [0-9.e+]+\)")
        self.assertRegex(text, r"mappings   about [0-9.e+]+ \(95 %: ")

    def test_without_a_time_limit_hopeless_counts_are_estimated(self):
        (line,) = self.count(self.hopeless(), *self.PATH, timeout=60)
        self.assert_estimate(line)
        self.assertIn("counting would take", line["note"])
        self.assertIn("--estimate never", line["note"])

    def test_estimates_on_request(self):
        leaves = range(1, 2001)
        star = self.write("star.lg", lg(({0: "x", **{v: "x" for v in leaves}}, [(0, v) for v in leaves])))
        pattern = ("--edges", ",".join(f"0-{i}" for i in range(1, 21)))
        # Time enough even for the thread sanitizer: the error decides when it ends.
        arguments = (star, *pattern, "--estimate", "always", "--omit-timing", "--time-limit", 1000)
        (line,) = self.count(*arguments, timeout=300)
        self.assert_estimate(line)
        low, high = line["interval"]
        self.assertTrue(low <= math.comb(2000, 20) <= high)
        self.assertNotIn("never", line["note"])
        self.assertEqual(self.count(*arguments, "--threads", 2, timeout=300), [line])
        graph = self.write("graph.lg", lg(random_graph(3, 60, 400, "A")))
        cycle = (graph, "--edges", "0-1,1-2,2-3,3-0,3-4", "--omit-timing")
        (exact,) = self.count(*cycle)
        seeds = [self.count(*cycle, "--estimate", "always", "--time-limit", 1, "--seed", seed)[0] for seed in (0, 1, 2)]
        for line in seeds:
            self.assert_estimate(line)
            self.assertLess(abs(line["frequency"] - exact["frequency"]), 0.1 * exact["frequency"])
        # Two estimates may be equal by chance; all three, with their intervals, are not.
        self.assertGreater(len({(line["frequency"], *line["interval"]) for line in seeds}), 1)

    def test_interrupts_leave_an_estimate(self):
        self.assert_estimate(self.interrupted("--time-limit", 100))

    def test_a_lower_bound_when_estimates_are_not_wanted(self):
        never = ("--estimate", "never")
        (line,) = self.count(self.hopeless(), *self.PATH, *never, "--time-limit", 0.5, timeout=20)
        for bound in (line, self.interrupted(*never)):
            self.assertEqual((bound["proven"], bound["frequency_exact"]), (False, False))
            self.assertNotIn("interval", bound)
            self.assertEqual(bound["note"], "stopped before all occurrences were counted")
        self.assert_fails(run("count", self.example, "--labels", "A", "--estimate", "often"), 2)

    def test_graphs_share_the_time(self):
        """A hopeless graph leaves time for the others, whatever their order."""
        small = random_graph(2, 30, 60, "A")
        hard = random_graph(1, 400, 16000, "A")
        graphs = self.write("mixed.lg", lg(hard, small, hard))
        lines = self.count(graphs, *self.PATH, "--time-limit", 1.5, timeout=30)
        self.assertEqual([line["graph"] for line in lines], [0, 1, 2])
        self.assertIs(lines[1]["proven"], True)
        self.assert_estimate(lines[0])
        self.assert_estimate(lines[2])


class Verify(CliTest):
    def test_answers_are_the_same_and_checked(self):
        collection = self.collection(30)
        arguments = (collection, "-k", "1..6", "--top", 3, "--occurrences", 4, "--omit-timing")
        self.assertEqual(self.mine(*arguments, "--verify"), self.mine(*arguments))

    def test_a_recount_that_does_not_finish_is_noted(self):
        (line,) = self.mine(self.hopeless(), "-k", 9, "--time-limit", 1, "--verify", timeout=60)
        self.assertIn("not verified", line["note"])


class OtherCommands(CliTest):
    def test_info(self):
        result = run("info", self.example, "--format", "json")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        facts = json.loads(result.stdout)
        self.assertEqual((facts["vertices"], facts["edges"], facts["components"]), (8, 8, 1))
        self.assertEqual(facts["labels"], {"A": 6, "B": 2})
        text = run("info", self.example)
        self.assertEqual((text.returncode, text.stderr), (0, ""))
        self.assertIn("vertices", text.stdout.lower())
        self.assert_fails(run("info", self.folder / "missing"), 1, "missing")
        self.assert_fails(run("info"), 2)

    def test_convert_keeps_the_answers(self):
        before = self.mine(self.example, "-k", "1..8", "--omit-timing")
        for name in ("copy.lg", "copy.graphml", "copy.json", "copy.json.gz"):
            target = self.folder / name
            result = run("convert", self.example, "-o", target)
            self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", ""), name)
            after = self.mine(target, "-k", "1..8", "--omit-timing")
            self.assertEqual(after, before, name)
        self.assert_fails(run("convert", self.example, "--to", "no-such-format"), 2)
        self.assert_fails(run("convert", self.folder / "missing.lg", "--to", "json"), 1, "missing.lg")

    def test_info_and_convert_know_labels_and_directions_of_edges(self):
        table = self.write("links.csv", "source,target,label\na,b,likes\nb,a,knows\nb,c,likes\n")
        description = json.loads(run("info", table, "--directed", "--format", "json").stdout)
        self.assertEqual((description["edges"], description["arcs"], description["directed"]), (2, 3, True))
        self.assertEqual(description["edge_labels"], {"knows": 1, "likes": 2})
        source = table
        for name in ("links.graphml", "links.json", "links.lg", "links.txt"):
            target = self.folder / name
            result = run("convert", source, "--directed", "-o", target)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertEqual("--directed" in result.stderr, name in ("links.lg", "links.txt"), name)
            again = json.loads(run("info", target, "--directed", "--format", "json").stdout)
            self.assertEqual(again["edge_labels"], {"knows": 1, "likes": 2}, name)
            source = target
        plain = run("convert", table, "--edge-labels", "ignore", "--to", "lg")
        self.assertIn("e a b\n", plain.stdout)
        self.assertIn("edge labels are ignored", plain.stderr)
        self.assertIn("edges have labels (knows, likes) and directions", run("mine", table, "--directed", "-k", 2).stderr)

    def test_convert_to_edges_with_a_label_file(self):
        edges, labels = self.folder / "edges.txt", self.folder / "labels.txt"
        result = run("convert", self.example, "-o", edges, "--write-labels", labels)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertEqual(self.mine(edges, "--labels", labels, "-k", 3)[0]["frequency"], 4)

    def test_generate_repeats_for_a_seed(self):
        first, again, other = (
            run("generate", "er", "-n", 50, "-m", 80, "--labels", 3, "--seed", seed) for seed in (1, 1, 2)
        )
        self.assertEqual((first.returncode, first.stderr), (0, ""))
        self.assertEqual(first.stdout, again.stdout)
        self.assertNotEqual(first.stdout, other.stdout)
        graph = self.write("generated.lg", first.stdout)
        (line,) = self.mine(graph, "-k", 2)
        self.assertEqual(line["sets"], 80)
        self.assert_fails(run("generate", "no-such-model"), 2)


class Files(CliTest):
    """What the options about files do; the readers themselves are tested on samples, in rlminer/io."""

    def info(self, *arguments):
        result = run("info", *arguments, "--format", "json")
        self.assertEqual(result.returncode, 0, result.stderr)
        return json.loads(result.stdout), result.stderr

    def test_several_inputs_and_folders_are_one_collection(self):
        folder = self.folder / "graphs"
        folder.mkdir()
        (folder / "g10.lg").write_text("v 0 B\n" "v 1 C\n" "e 0 1\n")
        (folder / "g9.lg").write_text("v 0 A\n" "v 1 B\n" "e 0 1\n")
        lines = self.mine(folder, "-k", "2")
        self.assertEqual([(line["graph"], line["labels"]) for line in lines], [(0, ["A", "B"]), (1, ["B", "C"])])
        lines = self.mine(folder / "g10.lg", folder / "g9.lg", self.example, "-k", "2", "--graph", "1")
        self.assertEqual([line["labels"] for line in lines], [["A", "B"]])
        self.assert_fails(run("info", self.example, "missing.lg"), 1, "missing.lg: No such file")

    def test_columns_by_name(self):
        table = self.write("boss.csv", "since,boss,employee\n2001,Ann,Bob\n2002,Ann,Carl\n")
        labels = self.write("people.csv", "who,age,job\nAnn,50,head\nBob,20,clerk\nCarl,30,clerk\n")
        found, warnings = self.info(table, "--source", "boss", "--target", "employee", "--label-file", labels,
                                    "--id-column", "who", "--label-column", "job")
        self.assertEqual(found["first_vertices"], [["Ann", "head"], ["Bob", "clerk"], ["Carl", "clerk"]])
        self.assertEqual(found["first_edges"], [["Ann", "Bob"], ["Ann", "Carl"]])
        self.assertIn("line 1 names the columns", warnings)
        self.assert_fails(run("info", table, "--source", "chief"), 1, "boss.csv:1: there is no column chief; there are: "
                          "since, boss, employee")

    def test_label_attribute(self):
        nodes = [{"id": 0, "element": "C"}, {"id": 1, "element": "O"}]
        graph = self.write("x.json", json.dumps({"nodes": nodes, "links": [{"source": 0, "target": 1}]}))
        self.assertEqual(self.info(graph, "--label-attribute", "element")[0]["labels"], {"C": 1, "O": 1})
        found, warnings = self.info(graph)
        self.assertEqual(found["labels"], {"0": 2})
        self.assertIn("there are: element", warnings)

    def test_info_shows_what_was_understood(self):
        result = run("info", self.write("x.txt", "Ann Bob\nBob Carl\n"))
        self.assertIn("begins with Ann:0  Bob:0  Carl:0\n            Ann-Bob  Bob-Carl\n", result.stdout)

    def test_shipped_models_have_names(self):
        header = {"__metadata__": {
            "format": "rlminer-model", "format_version": "2", "algorithm": "imitation", "program_version": "0.1.0",
            "labels": "[]", "seed": "0", "sizes": "[3,4]", "notes": "{}", "trained_on": "[]",
            "network": json.dumps({
                "hidden": 8, "labels": 4, "layers": 1, "heads": 1, "max_size": 4, "features": False, "plus": False,
                "reward_head": True, "skip_gate": True, "state_messages": True, "task_steps": True})}}
        text = json.dumps(header).encode()
        (self.folder / "toy.safetensors").write_bytes(len(text).to_bytes(8, "little") + text)
        models = {**os.environ, "RLMINER_MODELS": str(self.folder)}
        by_name = run("info", "toy", env=models)
        self.assertEqual((by_name.returncode, by_name.stderr), (0, ""))
        self.assertEqual(by_name.stdout, run("info", self.folder / "toy.safetensors").stdout)
        self.assert_fails(run("info", "toys", env=models), 1, "toys: No such file")
        with open(self.folder / "toy", "w") as graph:  # a file of that name comes first
            graph.write("1 2\n")
        self.assertIn("vertices    2", run("info", "toy", env=models, cwd=self.folder).stdout)

    def test_names_do_nothing_to_a_terminal(self):
        """Neither escape sequences of C0 and C1 nor changes of direction, in whatever is printed for people."""
        bad = "\u009b31m\u202eevil\u2066"
        graph = self.write("bad.json", json.dumps({"vertices": [{"id": bad, "label": bad}, {"id": 1, "label": "C"}],
                                                   "edges": [[bad, 1]]}))
        for arguments in (["info", graph], ["mine", graph, "-k", 2], ["count", graph, graph], ["draw", graph, "--format",
                          "text"], ["mine", graph, "-k", 2, "--from", "gml"]):
            done = run(*arguments)
            for character in bad[:1] + bad[4] + bad[-1]:
                self.assertNotIn(character, done.stdout + done.stderr, arguments)

    def test_closed_output_is_told_and_is_no_other_file(self):
        """What is printed must not end up in the next file that is opened."""
        target = self.folder / "out.lg"
        for arguments in (["mine", self.example, "-k", 3], ["--help"], ["help"], []):
            done = subprocess.run([PROGRAM, *map(str, arguments)], stderr=subprocess.PIPE, text=True, check=False,
                                  preexec_fn=lambda: os.close(1))
            self.assertEqual((done.returncode, done.stderr),
                             (1, "standard output: cannot write: Bad file descriptor\n"), arguments)
        done = subprocess.run([PROGRAM, "convert", self.example, "-o", target], check=False,
                              preexec_fn=lambda: (os.close(0), os.close(1)))
        self.assertEqual(done.returncode, 0)
        self.assertEqual(target.read_text(), run("convert", self.example, "--to", "lg").stdout)

    @unittest.skipUnless(Path("/dev/full").exists(), "no /dev/full here")
    def test_help_on_a_full_device_is_told(self):
        for arguments in (["--help"], ["--version"], ["mine", "--help"], ["help"], []):
            with open("/dev/full", "w") as full:
                done = subprocess.run([PROGRAM, *arguments], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
            self.assertEqual((done.returncode, done.stderr),
                             (1, "standard output: cannot write: No space left on device\n"), arguments)

    def test_zeros_without_end_are_refused_at_once(self):
        self.assert_fails(run("info", "/dev/zero"), 1, "/dev/zero:1: byte 0x00 does not belong in a text file")


class Limits(CliTest):
    def assert_honest(self, line):
        """An answer that ran out of something: says so, and what it shows is there."""
        self.assertIs(line["proven"], False)
        self.assertTrue(line["note"])
        if line["engine"] == "exact":
            self.assertIs(line["frequency_exact"], False)
        else:
            self.assertGreater(line["frequency"], 0)
        if line["frequency"] > 0:
            labels, edges = random_graph(1, 400, 16000)
            self.assert_occurrence(line, line["vertices"], labels, edges)

    def test_time_limit(self):
        for engine in ("exact", "auto"):
            for threads in (1, 2):
                (line,) = self.mine(self.hopeless(), "-k", 9, "--time-limit", 1, "--threads", threads,
                                    "--engine", engine)
                self.assert_honest(line)

    def test_time_limit_covers_the_whole_collection(self):
        collection = self.write("many.lg", lg(*[random_graph(1, 400, 16000)] * 12))
        for engine in ("exact", "auto"):
            lines = self.mine(collection, "-k", 9, "--time-limit", 1, "--threads", 2, "--engine", engine)
            self.assertEqual([line["graph"] for line in lines], list(range(12)))
            for line in lines:
                self.assert_honest(line)

    def test_memory_limit(self):
        arguments = (self.hopeless(), "-k", 9, "--time-limit", 30, "--engine", "exact")
        refused = run("mine", *arguments, "--memory-limit", "1M")
        self.assert_fails(refused, 1, "--memory-limit", "too little")
        # With a sanitizer the program itself is many times as large.
        needed = int(re.search(r"need (\d+) MB", refused.stderr)[1])
        (line,) = self.mine(*arguments, "--memory-limit", f"{needed + 20}M")
        self.assert_honest(line)
        self.assertIn("memory", line["note"])

    def test_auto_tells_what_it_did(self):
        lines = self.mine(self.hopeless(), "-k", "3,9", "--time-limit", 4, "--top", 3)
        labels, edges = random_graph(1, 400, 16000)
        for line in lines:
            self.assertEqual(line["engine"], "auto")
            self.assert_occurrence(line, line["vertices"], labels, edges)
        large = [line for line in lines if line["k"] == 9]
        self.assertEqual([line["rank"] for line in large], list(range(1, len(large) + 1)))
        for line in large:
            for part in ("found by ", "exact: ", "beam: best of ", "local search: "):
                self.assertIn(part, line["note"])
        (line,) = self.mine(self.hopeless(), "-k", 9, "--time-limit", 5, "--local-search", "off", "--samples", 1)
        self.assertNotIn("local search", line["note"])
        self.assertIn("proof: ", line["note"])

    def start_hopeless(self, **options):
        """A run that is mining by the time this returns: it has begun its output file."""
        target = self.folder / "best.json"
        process = subprocess.Popen(
            [PROGRAM, "mine", self.hopeless(), "-k", "9", "--format", "json", "-o", target],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options,
        )
        self.addCleanup(process.kill)
        wait_until(lambda: any(self.folder.glob(".rlminer-*.tmp")), "the output file is begun")
        wait_until_worked(process, 0.5)
        return process, target

    def test_interrupt_prints_the_best_so_far(self):
        process, target = self.start_hopeless()
        self.assertIsNone(process.poll())
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
        self.assertEqual((process.returncode, out, err), (130, "", ""))
        (line,) = json_lines(target.read_text())
        self.assert_honest(line)

    def test_terminate_prints_the_best_so_far(self):
        process, target = self.start_hopeless()
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.communicate(timeout=30), ("", ""))
        (line,) = json_lines(target.read_text())
        self.assert_honest(line)

    def test_output_has_its_name_when_it_is_complete(self):
        target = self.folder / "best.json"
        target.write_text("old")
        process, _ = self.start_hopeless()
        process.kill()
        process.communicate()
        self.assertEqual(target.read_text(), "old")

    def test_format_follows_the_name_of_the_output(self):
        for name, begin in (("a.html", "<!DOCTYPE html>"), ("a.svg", "<svg"), ("a.ndjson", "{"), ("a", "graph")):
            run("mine", self.example, "-k", 3, "-o", self.folder / name)
            self.assertTrue((self.folder / name).read_text().startswith(begin), name)

    @unittest.skipIf(HOLDS_SIGNALS_BACK, "the thread sanitizer holds signals back while a thread writes")
    def test_second_interrupt_ends_at_once(self):
        # Nobody reads the pipe, so the program hangs in writing and cannot finish in good order.
        process = subprocess.Popen(
            [PROGRAM, "mine", self.collection(1500), "-k", "3..5", "--format", "json"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        wait_until(lambda: is_full(process.stdout), "the pipe is full")
        process.send_signal(signal.SIGINT)
        wait_until(lambda: not is_pending(process, signal.SIGINT), "the signal is delivered")
        self.assertIsNone(process.poll())
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=10), 130)

    def progress_on_terminal(self, *extra):
        """What a run of about a second writes to a standard error that is a terminal."""
        return shown_on_terminal(
            "mine", self.hopeless(), "-k", "9", "--time-limit", "1.5", *extra, stream="stderr"
        )

    def test_progress_on_a_terminal_is_cleared_at_the_end(self):
        shown = self.progress_on_terminal("--engine", "exact")
        self.assertIn("%", shown)
        self.assertIn("sets/s", shown)
        self.assertTrue(shown.endswith("\r\x1b[K"), repr(shown[-40:]))

    def test_quiet_shows_no_progress(self):
        self.assertEqual(self.progress_on_terminal("--quiet"), "")


class Baselines(CliTest):
    def test_rand_is_sound_and_repeats_for_a_seed(self):
        labels, edges = random_graph(3, 80, 160)
        graph = self.write("one.lg", lg((labels, edges)))
        best = {line["k"]: line["frequency"] for line in self.mine(graph, "-k", "3..6")}
        few = ["-k", "3..6", "--engine", "rand", "--samples", 5, "--omit-timing"]
        first = self.mine(graph, *few, "--seed", 1)
        for line in first:
            self.assertEqual((line["engine"], line["proven"]), ("rand", False))
            self.assertNotIn("frequency_exact", line)
            self.assertLessEqual(line["frequency"], best[line["k"]])
            self.assertIn("in 5 samples", line["note"])
            self.assert_occurrence(line, line["vertices"], labels, edges)
        self.assertEqual(self.mine(graph, *few, "--seed", 1, "--threads", 2), first)
        self.assertTrue(any(self.mine(graph, *few, "--seed", seed) != first for seed in range(2, 6)))
        for line in self.mine(graph, "-k", "3,4", "--engine", "rand", "--samples", 3000):
            self.assertEqual(line["frequency"], best[line["k"]])

    def test_mni_prefers_the_triangle_of_the_papers_example(self):
        (line,) = self.mine(self.example, "-k", 3, "--engine", "mni")
        self.assertEqual((line["engine"], line["proven"], line["frequency"]), ("mni", False, 1))
        self.assertEqual(len(line["edges"]), 3)
        self.assertEqual(line["note"], "the highest MNI is 3")

    def test_mni_where_no_census_ends(self):
        lines = self.mine(self.hopeless(), "-k", "3,9", "--engine", "mni", "--time-limit", 2)
        labels, edges = random_graph(1, 400, 16000)
        for line in lines:
            self.assertIs(line["proven"], False)
            self.assert_occurrence(line, line["vertices"], labels, edges)

    def test_bad_usage(self):
        for samples in ("0", "-1", "many"):
            self.assert_fails(run("mine", self.example, "-k", 3, "--engine", "rand", "--samples", samples), 2)


class Evaluate(CliTest):
    def setUp(self):
        super().setUp()
        self.out = self.folder / "out"
        self.cache = self.folder / "cache"
        self.environment = {**os.environ, "XDG_CACHE_HOME": str(self.cache)}

    def evaluate(self, *arguments, **options):
        return run("evaluate", *arguments, "-o", self.out, env=self.environment, **options)

    def summary(self):
        return json.loads((self.out / "summary.json").read_text())

    def assert_evaluates(self, *arguments):
        result = self.evaluate(*arguments)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return result.stdout

    def test_everything_is_written(self):
        collection = self.collection()
        table = self.assert_evaluates(collection, "--methods", "exact,mni,rand", "-k", "3..5", "--filter", "none")
        self.assertEqual((self.out / "table.md").read_text(), table)
        self.assertIn("12 of 60 graphs (test part, split seed 0), 1 thread.", table)
        self.assertIn("<svg", (self.out / "ratio_collection.svg").read_text())
        summary = self.summary()
        (dataset,) = summary["datasets"]
        self.assertEqual((dataset["split_seed"], len(dataset["graphs"]), dataset["complete"]), (0, 12, True))
        rows = summary["rows"]
        self.assertEqual([(row["method"], row["k"]) for row in rows],
                         [(method, k) for method in ("exact", "mni", "rand") for k in (3, 4, 5)])
        for row in rows:
            self.assertEqual(row["dataset"], "collection")
            self.assertIn(row["graphs"], (11, 12))  # one has no connected set of five
            self.assertEqual(row["seeds"], 5 if row["method"] == "rand" else 1)
            self.assertGreater(row["seconds"], 0)
            self.assertTrue(0 < row["ratio"] <= 1)
            if row["method"] == "exact":
                self.assertEqual(row["ratio"], 1)

    def test_per_graph_figures_are_those_of_mine(self):
        collection = self.collection()
        self.assert_evaluates(collection, "--methods", "exact,rand", "-k", "3,4", "--filter", "none",
                              "--seeds", 2, "--seed", 5, "--split", "all")
        with open(self.out / "per_graph.csv", newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(len(rows), 60 * 2 * 3)
        for engine, seed in (("exact", 0), ("rand", 5), ("rand", 6)):
            mined = {(line["graph"], line["k"]): line["frequency"]
                     for line in self.mine(collection, "-k", "3,4", "--engine", engine, "--seed", seed)}
            found = {(int(row["graph"]), int(row["k"])): int(row["frequency"]) for row in rows
                     if (row["method"], row["seed"]) == (engine, str(seed))}
            self.assertEqual(found, mined)

    def test_split_and_filter(self):
        collection = self.collection()
        numbers = {}
        for part in ("train", "test", "all"):
            self.assert_evaluates(collection, "--methods", "exact", "-k", 3, "--filter", "none", "--split", part)
            (numbers[part],) = [dataset["graphs"] for dataset in self.summary()["datasets"]]
        self.assertEqual(sorted(numbers["train"] + numbers["test"]), list(range(60)))
        self.assertEqual(numbers["all"], list(range(60)))
        self.assert_evaluates(collection, "--methods", "exact", "-k", 3, "--filter", "none", "--split-seed", 1)
        self.assertNotEqual(self.summary()["datasets"][0]["graphs"], numbers["test"])
        self.assert_evaluates(collection, "--methods", "exact", "-k", 3, "--split", "all")  # the paper's filter
        self.assertLess(len(self.summary()["datasets"][0]["graphs"]), 60)

    def test_ground_truth_is_kept_and_a_damaged_cache_is_repaired(self):
        collection = self.collection()
        arguments = (collection, "--methods", "mni", "-k", "3..5", "--filter", "none")
        self.assert_evaluates(*arguments)
        rows = self.summary()["rows"]
        entries = [path for path in self.cache.rglob("*") if path.is_file()]
        self.assertTrue(entries)
        kept = {path: path.read_bytes() for path in entries}
        for path in entries:
            path.write_bytes(b'{"best": {"3": "1"')
        self.assert_evaluates(*arguments)
        self.assertEqual({path: path.read_bytes() for path in entries}, kept)
        for row, again in zip(rows, self.summary()["rows"]):
            self.assertEqual((row["k"], row["ratio"]), (again["k"], again["ratio"]))
        elsewhere = self.folder / "elsewhere"
        self.assert_evaluates(*arguments, "--cache", elsewhere)
        self.assertTrue(any(path.is_file() for path in elsewhere.rglob("*")))

    def test_threads_change_no_figure(self):
        figures = set()
        for threads in (1, 3):
            self.assert_evaluates(self.collection(), "-k", "3..5", "--filter", "none", "--threads", threads)
            figures.add(json.dumps([(row["method"], row["k"], row["ratio"], row["std"])
                                    for row in self.summary()["rows"]]))
        self.assertEqual(len(figures), 1)

    def test_interrupt_writes_what_is_complete(self):
        process = subprocess.Popen(
            [PROGRAM, "evaluate", self.collection(), self.hopeless(), "--methods", "exact,rand", "-k", "3,9",
             "--filter", "none", "-o", self.out],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=self.environment,
        )
        self.addCleanup(process.kill)
        wait_until((self.out / "ratio_collection.svg").exists, "the first collection is done")
        wait_until_worked(process, 0.5)
        self.assertIsNone(process.poll())
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
        self.assertEqual((process.returncode, err), (130, ""))
        self.assertIn("Interrupted", out)
        summary = self.summary()
        self.assertEqual([dataset["complete"] for dataset in summary["datasets"]], [True, False])
        self.assertEqual({row["dataset"] for row in summary["rows"]}, {"collection"})

    def test_bad_usage_and_bad_input(self):
        for extra in (["--methods", "guess"], ["--methods", "exact,exact"], ["--methods", ""], ["-k", "0"],
                      ["--split", "half"], ["--seeds", "0"], ["--threads", "-1"], ["--filter", "x"]):
            with self.subTest(extra=extra):
                self.assert_fails(self.evaluate(self.example, *extra), 2)
        self.assert_fails(run("evaluate", self.example), 2, "--output")
        self.assert_fails(self.evaluate(self.folder / "missing.lg"), 1, "missing.lg")
        self.assert_fails(self.evaluate(self.example), 1, "filter")
        self.assert_fails(self.evaluate(self.example, self.example, "--filter", "none"), 1, "named example")
        self.out = self.write("file", "in the way")
        self.assert_fails(self.evaluate(self.example, "--filter", "none"), 1, str(self.out))

    def test_help_and_quiet(self):
        result = run("evaluate", "--help")
        self.assertEqual(result.returncode, 0)
        self.assertIn("Examples:", result.stdout)
        self.assertEqual(self.assert_evaluates(self.example, "-k", 3, "--filter", "none", "--quiet"), "")


if __name__ == "__main__":
    unittest.main()
