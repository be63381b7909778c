#!/usr/bin/env python3
"""Runs experiments with the program, as a user does.

The program is the one named by the environment variable RLMINER_PROGRAM. A build without learning is only asked to
say so; the other tests are skipped by name. Standard library only.
"""

import csv
import json
import signal
import subprocess
import unittest

from cli_learning_test import LEARNS, NO_LEARNING, needs_learning
from cli_support import wait_until, wait_until_worked
from cli_test import PROGRAM, CliTest, lg, random_graph, run

TINY = ["--filter", "none", "--sizes", "3..5", "--hidden", 16, "--layers", 2, "--heads", 2, "--device", "cpu"]


class WithoutLearning(CliTest):
    @unittest.skipIf(LEARNS, "the program can learn")
    def test_a_build_without_libtorch_says_so(self):
        self.assert_fails(run("experiment", "curves"), 1, NO_LEARNING)


class Experiment(CliTest):
    def setUp(self):
        super().setUp()
        for name in ("data", "models"):
            (self.folder / name).mkdir()
        graphs = [random_graph(i, 11 + i % 7, 14 + i % 7) for i in range(12)]
        self.write("data/TINY", lg(*graphs))

    def places(self):
        return ["--data", self.folder / "data", "--models", self.folder / "models", "-o", self.folder / "out"]

    def experiment(self, name, *arguments):
        return run("experiment", name, *self.places(), *arguments)

    def train(self, name):
        model = self.folder / "models" / f"{name}.safetensors"
        result = run("train", self.folder / "data/TINY", "-o", model, *TINY, "--updates", 2, "--round", 2, "--quiet")
        self.assertEqual(result.returncode, 0, result.stderr)

    def test_list(self):
        result = run("experiment", "--list")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        names = [line.split()[0] for line in result.stdout.splitlines()]
        self.assertEqual(len(set(names)), len(names))
        for name in ("datasets", "main", "universal", "decoding", "inference", "beyond", "networks"):
            self.assertIn(name, names)
        self.assert_fails(run("experiment", "tables"), 1, "tables", *names)

    def test_usage(self):
        self.assert_fails(run("experiment"), 2, "--list")
        self.assert_fails(run("experiment", "datasets", "--list"), 2, "--list")
        self.assert_fails(run("experiment", "datasets", "--graphs", 0), 2, "--graphs")
        self.assert_fails(run("experiment", "datasets", "--collections", "A,,B"), 2, "--collections")
        self.assert_fails(run("experiment", "datasets", "--collections", "A,A"), 2, "--collections", "twice")
        self.assert_fails(run("experiment", "datasets", "--device", "tpu"), 2, "--device")
        self.assert_fails(run("experiment", "networks", "--limits", "1,0"), 2, "--limits")

    def test_missing_files(self):
        self.assert_fails(self.experiment("datasets"), 1, "ENZYMES", "--data")
        if LEARNS:
            self.assert_fails(self.experiment("main", "--collections", "TINY"), 1, "TINY.safetensors", "--models")
        self.assertFalse((self.folder / "out").exists())

    def test_results(self):
        result = self.experiment("datasets", "--collections", "TINY")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        out = self.folder / "out"
        table = (out / "datasets.md").read_text()
        self.assertEqual(result.stdout, f"{out / 'datasets.md'}\n\n{table}")
        with open(out / "datasets.csv", newline="") as file:
            (row,) = csv.DictReader(file)
        self.assertEqual((row["collection"], row["unfiltered_graphs"]), ("TINY", "12"))
        self.assertIn("<svg", (out / "datasets.svg").read_text())
        result = self.experiment("datasets", "--collections", "TINY", "--quiet")
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", ""))

    @needs_learning
    def test_training_runs_are_shared_and_kept(self):
        options = ["--sizes", "3..5", "--hidden", "8", "--layers", "1", "--heads", "1", "--epochs", "2"]
        arguments = ["--collections", "TINY", "--seeds", 1, "--jobs", 2, "--budget", 100, "--device", "cpu"]
        arguments += [f"--train-option={option}" for option in options]
        result = self.experiment("ablation-gate", *arguments)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertIn("| TINY-no-skip-gate |", result.stdout)
        runs = self.folder / "out" / "runs"
        record = json.loads((runs / "TINY-exact.run.json").read_text())
        self.assertTrue(record["finished"])
        self.assertEqual(len(record["rounds"]), 2)
        for name in ("TINY-exact", "TINY-no-skip-gate"):
            self.assertIn("network", run("info", runs / f"{name}.safetensors").stdout)
        written = {path: path.stat().st_mtime_ns for path in runs.iterdir()}
        result = self.experiment("ablation-gate", *arguments)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertEqual(written, {path: path.stat().st_mtime_ns for path in runs.iterdir()})
        result = self.experiment("train-ratio", *arguments)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertIn("round chosen by validation", result.stdout)
        self.assert_fails(self.experiment("curves", "--train-option=--nonsense"), 2, "--nonsense")

    @needs_learning
    def test_ctrl_c_keeps_what_is_done(self):
        self.write("data/HOPELESS", lg(random_graph(1, 400, 16000)))
        self.train("TINY")
        self.train("HOPELESS")
        arguments = ["main", *self.places(), "--collections", "TINY,HOPELESS", "--device", "cpu"]
        process = subprocess.Popen(
            [PROGRAM, "experiment", *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        self.addCleanup(process.kill)
        parts = self.folder / "out" / "parts"
        wait_until(lambda: len(list(parts.glob("*.json"))) == 6, "all about TINY is done")
        wait_until_worked(process, 0.5)
        process.send_signal(signal.SIGINT)
        stdout, stderr = process.communicate(timeout=60)
        self.assertEqual((process.returncode, stdout, stderr), (130, "", ""))
        self.assertEqual(len(list(parts.glob("*.json"))), 6)
        written = {path: path.stat().st_mtime_ns for path in parts.iterdir()}
        result = self.experiment("main", "--collections", "TINY", "--device", "cpu")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("| **auto** (all proven) |", result.stdout)
        self.assertEqual(written, {path: path.stat().st_mtime_ns for path in parts.iterdir()})


if __name__ == "__main__":
    unittest.main()
