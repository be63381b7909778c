#!/usr/bin/env python3
"""Trains small policies with the program and uses them, as a user does.

The program is the one named by the environment variable RLMINER_PROGRAM. A build without learning is only asked to
say so; the other tests are skipped by name. Standard library only.
"""

import csv
import json
import os
import re
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import unittest
from pathlib import Path

from cli_support import wait_until
from cli_test import CONTRACT_FIELDS, PROGRAM, CliTest, json_lines, lg, random_graph, run

NO_LEARNING = "this build of rlminer has no learning"
LEARNS = NO_LEARNING not in run("train", "missing", "-o", "missing").stderr
needs_learning = unittest.skipUnless(LEARNS, "the program was built without libtorch (RLMINER_TORCH=OFF)")

GRAPHS = [random_graph(i, 11 + i % 7, 12 + i % 7) for i in range(30)]
NETWORK = ["--filter", "none", "--sizes", "3..5", "--hidden", 16, "--layers", 2, "--heads", 2, "--threads", 2]
TINY = [*NETWORK, "--device", "cpu"]
SHORT = [*TINY, "--updates", 12, "--round", 4]


def with_bonds(text):
    """The .lg text of graphs with three kinds of edges."""
    return re.sub(r"(e \d+ (\d+)) 0", lambda edge: f"{edge[1]} {int(edge[2]) % 3}", text)


def metadata(path):
    """What a model file says about itself, read as docs/learning.md shows."""
    with open(path, "rb") as file:
        (length,) = struct.unpack("<Q", file.read(8))
        return json.loads(file.read(length))["__metadata__"]


def rows_of(model):
    return json_lines(Path(f"{model}.log.jsonl").read_text())


def without_clock(rows):
    def of_the_run(fields):
        return {
            key: of_the_run(value) if isinstance(value, dict) else value
            for key, value in fields.items()
            if "second" not in key and key != "eta"
        }

    return [of_the_run(row) for row in rows]


def weights(path):
    """The values of a model in single precision, one after the other."""
    with open(path, "rb") as file:
        (length,) = struct.unpack("<Q", file.read(8))
        file.seek(length, os.SEEK_CUR)
        content = file.read()
    return struct.unpack(f"<{len(content) // 4}f", content)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def start_rank(number, count, port, *arguments):
    ranks = {"RANK": number, "WORLD_SIZE": count, "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": port}
    return subprocess.Popen(
        [PROGRAM, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, **{name: str(value) for name, value in ranks.items()}},
    )


@needs_learning
class Together(CliTest):
    """Several processes that train one model."""

    def collection(self):
        return self.write("graphs.lg", lg(*GRAPHS))

    def options(self, share, updates=12):
        """For one of `share` processes: all of them have the same number of episodes together."""
        return [*TINY, "--updates", updates, "--round", 4, "--set", f"imitation.episodes={64 // share}", "--set", f"imitation.states={64 // share}",
                "--set", f"imitation.rows={64 // share}", "--set", "imitation.fresh_active=8", "--seed", 3]

    def test_two_processes_learn_what_one_with_twice_the_batch_does(self):
        graphs, one, two = self.collection(), self.folder / "one", self.folder / "two"
        self.assertEqual(run("train", graphs, "-o", one, *self.options(1)).returncode, 0)
        port = free_port()
        ranks = [start_rank(i, 2, port, "train", graphs, "-o", two, *self.options(2)) for i in range(2)]
        said = [process.communicate(timeout=300) for process in ranks]
        self.assertEqual([process.returncode for process in ranks], [0, 0], said)
        self.assertEqual(said[1], ("", ""))  # one of them speaks, and writes
        for row, other in zip(rows_of(one), rows_of(two), strict=True):
            self.assertEqual(row["updates"], other["updates"])
            for size, ratio in row["validation"].items():
                self.assertAlmostEqual(ratio, other["validation"][size], delta=1e-3)
        difference = max(abs(a - b) for a, b in zip(weights(one), weights(two), strict=True))
        self.assertLess(difference, 1e-4)
        self.assertGreater(max(map(abs, weights(one))), 0.1)

    def test_a_process_that_dies_ends_the_others_with_a_reason(self):
        graphs, model, port = self.collection(), self.folder / "model", free_port()
        long = self.options(2, updates=100_000)
        ranks = [start_rank(i, 2, port, "train", graphs, "-o", model, *long) for i in range(2)]
        for process in ranks:
            self.addCleanup(process.kill)
        wait_until(model.exists, "the first round")
        ranks[1].kill()
        ranks[1].communicate()
        _, complaint = ranks[0].communicate(timeout=120)
        self.assertEqual(ranks[0].returncode, 1)
        self.assertIn("process 0 has lost the others", complaint)
        self.assertTrue(Path(f"{model}.last").exists())

    def test_what_makes_no_sense_is_refused(self):
        for variables, complaint in (
            ({"WORLD_SIZE": "2", "MASTER_ADDR": "x", "MASTER_PORT": "1"}, "RANK: ''"),
            ({"WORLD_SIZE": "2", "RANK": "2", "MASTER_ADDR": "x", "MASTER_PORT": "1"}, "RANK: '2'"),
            ({"WORLD_SIZE": "many"}, "WORLD_SIZE: 'many'"),
            ({"WORLD_SIZE": "2", "RANK": "0", "MASTER_PORT": "1"}, "MASTER_ADDR"),
        ):
            result = run("train", self.collection(), "-o", self.folder / "model", env={**os.environ, **variables})
            self.assert_fails(result, 1, complaint)


class WithoutLearning(CliTest):
    @unittest.skipIf(LEARNS, "the program can learn")
    def test_a_build_without_libtorch_says_so(self):
        example, model = self.example, self.folder / "model"
        for arguments in (
            ["train", example, "-o", model],
            ["mine", example, "-k", 3, "--engine", "rl", "--device", "cuda"],
        ):
            with self.subTest(arguments=arguments):
                self.assert_fails(run(*arguments), 1, NO_LEARNING)
        self.assertEqual(run("train", "--help").returncode, 0)

    def test_what_was_learned_needs_no_libtorch(self):
        result = run("mine", self.example, "-k", 3, "--engine", "rl", "--format", "json")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertGreater(json_lines(result.stdout)[0]["frequency"], 0)


@needs_learning
class Learning(CliTest):
    """One model is trained for all tests; `shared` holds it and the collection it learned from."""

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.shared = Path(folder.name)
        cls.graphs = cls.shared / "tiny.lg"
        cls.graphs.write_text(lg(*GRAPHS))
        cls.model = cls.shared / "model.safetensors"
        cls.training = run("train", cls.graphs, "-o", cls.model, *SHORT, "--test-curve", timeout=300)

    def train(self, *arguments, **options):
        return run("train", self.graphs, *arguments, timeout=300, **options)


class Train(Learning):
    def test_files_and_summary(self):
        result = self.training
        self.assertEqual(result.returncode, 0, result.stderr)
        rounds = result.stderr.splitlines()  # not a terminal: a plain line each
        self.assertEqual([line.split()[:2] for line in rounds], [["round", str(i)] for i in (1, 2, 3)])
        self.assertRegex(rounds[0], r"validation k=5 ")
        for part in ("best round", "validation", "mean", str(self.model), f"{self.model}.last"):
            self.assertIn(part, result.stdout)
        rows = rows_of(self.model)
        self.assertEqual([row["updates"] for row in rows], [4, 8, 12])
        self.assertTrue(rows[0]["best"])
        for row in rows:
            self.assertTrue(all(0 < ratio <= 1 for ratio in row["validation"].values()))
            self.assertEqual(row["validation"].keys(), row["test"].keys())
            self.assertTrue(row["values"])
        with open(f"{self.model}.log.csv", newline="") as file:
            table = list(csv.DictReader(file))
        self.assertEqual([int(line["updates"]) for line in table], [4, 8, 12])
        for line, row in zip(table, rows):
            self.assertAlmostEqual(float(line["validation_k5"]), row["validation"]["5"], places=5)
            for name, value in row["values"].items():
                self.assertAlmostEqual(float(line[name]), value, delta=1e-4 * max(1, abs(value)))
        curves = Path(f"{self.model}.svg").read_text()
        self.assertIn("<svg", curves)
        self.assertIn("Validation ratio", curves)
        self.assertFalse(list(self.shared.glob("*.tmp*")))

    def test_the_model_says_what_it_is(self):
        header = metadata(self.model)
        self.assertEqual(json.loads(header["sizes"]), [3, 4, 5])
        self.assertEqual(json.loads(header["labels"]), ["A", "B", "C"])
        (trained_on,) = json.loads(header["trained_on"])
        parts = [trained_on[part] for part in ("train", "validation", "test")]
        self.assertEqual([len(part) for part in parts], [22, 2, 6])
        self.assertEqual(sorted(sum(parts, [])), list(range(30)))
        result = run("info", self.model)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        for part in ("16 wide, 2 layers, 2 heads", "3..5", "A B C", "tiny", "22 graphs", "imitation"):
            self.assertIn(part, result.stdout)
        result = run("info", self.model, "--format", "json")
        facts = json.loads(result.stdout)
        self.assertEqual(facts["network"]["hidden"], 16)
        self.assertEqual(facts["trained_on"], [trained_on])

    def test_same_seed_same_run_and_quiet(self):
        again = self.folder / "again"
        result = self.train("-o", again, *SHORT, "--test-curve", "--quiet")
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", ""))
        self.assertEqual(without_clock(rows_of(again)), without_clock(rows_of(self.model)))
        other = self.folder / "other"
        self.assertEqual(self.train("-o", other, *SHORT, "--seed", 1, "--quiet").returncode, 0)
        self.assertNotEqual(rows_of(other)[0]["values"], rows_of(again)[0]["values"])
        self.assertEqual(rows_of(other)[0]["test"], {})

    def test_resume_appends(self):
        model = self.folder / "model"
        self.assert_interrupted(model)
        before = rows_of(model)
        self.assertTrue(before)
        result = self.train("-o", model, *TINY, "--updates", 100000, "--round", 2, "--resume", "--time-limit", 5)
        self.assertEqual(result.returncode, 0, result.stderr)
        after = rows_of(model)
        self.assertGreater(len(after), len(before))
        self.assertEqual(after[: len(before)], before)
        self.assertEqual([row["round"] for row in after], list(range(1, len(after) + 1)))
        self.assertEqual(Path(f"{model}.log.csv").read_text().count("\n"), len(after) + 1)

    def assert_interrupted(self, model):
        """Trains until the log has rows, then presses Ctrl-C: everything is saved, exit code 130."""
        process = subprocess.Popen(
            [PROGRAM, *map(str, ["train", self.graphs, "-o", model, *TINY, "--updates", 100000, "--round", 2])],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        self.addCleanup(process.kill)
        wait_until(Path(f"{model}.log.csv").exists, "the log has rows")
        self.assertIsNone(process.poll())
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, err)
        self.assertIn("interrupted", out)
        self.assertTrue(model.exists())
        self.assertTrue(Path(f"{model}.last").exists())

    def test_sac_from_an_imitation_model(self):
        model = self.folder / "sac"
        result = self.train("-o", model, *TINY, "--algorithm", "sac", "--epochs", 1, "--init", self.model)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(metadata(model)["algorithm"], "sac")
        (row,) = rows_of(model)
        self.assertEqual(row["round"], 1)
        self.assertIn("temperature", row["values"])

    def test_ablations_and_half_precision(self):
        model = self.folder / "model"
        result = self.train("-o", model, *TINY, "--updates", 2, "--round", 2, "--no-task-steps", "--no-skip-gate",
                            "--no-state-messages", "--no-reward-head", "--half")
        self.assertEqual(result.returncode, 0, result.stderr)
        network = json.loads(metadata(model)["network"])
        for switch in ("task_steps", "skip_gate", "state_messages", "reward_head"):
            self.assertIs(network[switch], False, switch)
        self.assertLess(model.stat().st_size, self.model.stat().st_size * 0.75)
        self.assertIn("no skip gate", run("info", model).stdout)

    def test_a_limit_too_short_to_learn_is_an_error(self):
        model = self.folder / "model"
        self.assert_fails(self.train("-o", model, *TINY, "--time-limit", 0.01), 1, "before anything was learned")
        self.assertFalse(model.exists())

    def test_bad_usage_is_code_two(self):
        model = self.folder / "model"
        for extra in (["--algorithm", "guess"], ["--preset", "huge"], ["--sizes", "0"], ["--reward", "much"],
                      ["--device", "abacus"], ["--seed", "x"], ["--validation", "1"], ["--updates", "0"],
                      ["--epochs", "3"], ["--algorithm", "sac", "--updates", "3"], ["--hidden", "-1"],
                      ["--learning-rate", "0"], ["--time-limit", "0"], ["--filter", "mine"]):
            with self.subTest(extra=extra):
                self.assert_fails(self.train("-o", model, *extra), 2, extra[-2])
        self.assert_fails(run("train", self.graphs), 2, "--output")
        self.assert_fails(run("train", "-o", model), 2, "COLLECTION")

    def test_bad_input_is_one_line(self):
        model = self.folder / "model"
        none = ["--filter", "none"]
        self.assert_fails(run("train", self.folder / "missing.lg", "-o", model), 1, "missing.lg")
        self.assert_fails(run("train", self.example, "-o", model), 1, "filter")
        self.assert_fails(run("train", self.example, "-o", model, *none), 1, "1 graph ")
        self.assert_fails(self.train("-o", self.folder / "no" / "model", *SHORT), 1, "folder")
        self.assert_fails(self.train("-o", self.folder, *SHORT), 1, "is a folder")
        self.assert_fails(self.train("-o", model, *none, "--hidden", 10, "--heads", 3), 1, "heads")
        self.assert_fails(self.train("-o", model, *SHORT, "--resume"), 1, f"{model}.last")
        self.assert_fails(self.train("-o", model, *SHORT, "--init", self.folder / "missing"), 1, "missing")
        self.assertFalse(model.exists())

    def test_cuda_where_there_is_none(self):
        result = self.train("-o", self.folder / "model", *NETWORK, "--updates", 1, "--device", "cuda", "--quiet")
        if result.returncode == 0:
            self.skipTest("this machine has CUDA")
        self.assert_fails(result, 1, "CUDA")


class Use(Learning):
    def mine_rl(self, *arguments, model=None, **options):
        return run("mine", *arguments, "--engine", "rl", "--model", model or self.model, "--device", "cpu",
                   "--format", "json", **options)

    def test_mine(self):
        result = self.mine_rl(self.graphs, "-k", "3..5", "--verify")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        lines = json_lines(result.stdout)
        self.assertEqual([(line["graph"], line["k"]) for line in lines],
                         [(graph, k) for graph in range(30) for k in (3, 4, 5)])
        best = self.mine(self.graphs, "-k", "3..5")
        for line, exact in zip(lines, best):
            self.assertEqual([field for field in CONTRACT_FIELDS if field in line], CONTRACT_FIELDS)
            self.assertEqual((line["engine"], line["proven"]), ("rl", False))
            self.assertTrue(0 < line["frequency"] <= exact["frequency"])
            self.assert_occurrence(line, line["vertices"], *GRAPHS[line["graph"]])

    def test_search(self):
        greedy = json_lines(self.mine_rl(self.graphs, "-k", "4,5").stdout)
        best = self.mine(self.graphs, "-k", "4,5")
        for options, note in (
            (["--samples", 8], r"best of \d samples?"),
            (["--decode", "sample", "--samples", 8, "--temperature", 2], r"best of \d samples?"),
            (["--decode", "sample"], r"best of \d+ samples?"),
            (["--decode", "multistart"], "starts"),
            (["--decode", "multistart", "--samples", 2], "best of 2 starts"),
            (["--beam", 4], "best of a beam of 4"),
        ):
            with self.subTest(options=options):
                plain = json_lines(self.mine_rl(self.graphs, "-k", "4,5", *options, "--local-search", "off").stdout)
                local = json_lines(self.mine_rl(self.graphs, "-k", "4,5", *options, "--verify").stdout)
                for first, line, improved, exact in zip(greedy, plain, local, best, strict=True):
                    self.assertRegex(line["note"], rf"{note}, \d+ patterns? counted, not proven$")
                    self.assertIn("by local search (", improved["note"])
                    self.assertTrue(first["frequency"] <= line["frequency"] <= improved["frequency"]
                                    <= exact["frequency"])
                    self.assertIs(line["proven"], False)

    def test_search_repeats_for_a_seed_and_gives_the_best_patterns(self):
        options = [self.graphs, "-k", "4,5", "--samples", 8, "--temperature", 3, "--top", 4, "--omit-timing"]
        first = self.mine_rl(*options, "--seed", 1).stdout
        self.assertEqual(self.mine_rl(*options, "--seed", 1, "--threads", 1).stdout, first)
        self.assertNotEqual(self.mine_rl(*options, "--seed", 2).stdout, first)
        lines = json_lines(first)
        self.assertTrue(any(line["rank"] == 4 for line in lines))
        groups = {}
        for line in lines:
            groups.setdefault((line["graph"], line["k"]), []).append(line)
        for group in groups.values():
            self.assertEqual([line["rank"] for line in group], list(range(1, len(group) + 1)))
            frequencies = [line["frequency"] for line in group]
            self.assertEqual(frequencies, sorted(frequencies, reverse=True))
            self.assertEqual(len({json.dumps([line["labels"], line["edges"]]) for line in group}), len(group))

    def test_auto_with_a_model(self):
        """Where exact is quick the model is not needed; elsewhere it is asked, also beyond the sizes of its training."""
        exact = self.mine(self.graphs, "-k", "3..6", "--omit-timing", "--engine", "exact")
        auto = self.mine(self.graphs, "-k", "3..6", "--omit-timing", "--model", self.model, "--device", "cpu")
        for line in auto:
            self.assertEqual(line.pop("engine"), "auto")
        for line in exact:
            del line["engine"]
        self.assertEqual(auto, exact)
        hopeless = self.write("hopeless.lg", lg(random_graph(1, 300, 9000)))
        # Long enough that every part has its turn on a busy machine as well.
        lines = self.mine(hopeless, "-k", "5,9", "--time-limit", 12, "--model", self.model, "--device", "cpu",
                          "--threads", 2)
        self.assertIs(lines[1]["proven"], False)
        for line in lines:
            self.assertTrue(line["proven"] or "; rl: " in line["note"], line["note"])
        self.assert_fails(run("mine", self.graphs, "-k", 2, "--model", self.model), 1, "3..5", "not for 2")

    def test_one_graph_gives_the_same_as_all_together(self):
        together = json_lines(self.mine_rl(self.graphs, "-k", "4,5", "--omit-timing").stdout)
        alone = json_lines(self.mine_rl(self.graphs, "-k", "4,5", "--omit-timing", "--graph", 7).stdout)
        self.assertEqual(alone, [line for line in together if line["graph"] == 7])

    def test_split_keeps_the_numbers_of_the_input(self):
        (parts,) = json.loads(metadata(self.model)["trained_on"])
        for split, expected in (("test", parts["test"]), ("train", sorted(parts["train"] + parts["validation"]))):
            for lines in (self.mine(self.graphs, "-k", 3, "--split", split),
                          json_lines(self.mine_rl(self.graphs, "-k", 3, "--split", split).stdout)):
                self.assertEqual([line["graph"] for line in lines], expected)
        other = self.mine(self.graphs, "-k", 3, "--split", "test", "--split-seed", 5)
        self.assertNotEqual([line["graph"] for line in other], parts["test"])

    def test_sizes_beyond_the_training_are_tried(self):
        result = self.mine_rl(self.graphs, "-k", "5..7", "--graph", 8)
        self.assertEqual(result.returncode, 0)
        self.assertIn("trained for the sizes 3..5; 6..7 is beyond", result.stderr)
        lines = json_lines(result.stdout)
        self.assertEqual([line["k"] for line in lines], [5, 6, 7])
        for line in lines:
            self.assertEqual(len(line["vertices"]), line["k"])
            self.assertGreaterEqual(line["frequency"], 1)
        self.assertEqual(self.mine_rl(self.graphs, "-k", 7, "--graph", 8, "--quiet").stderr, "")

    def test_what_the_model_cannot_do_is_one_line(self):
        self.assert_fails(self.mine_rl(self.graphs, "-k", "2..5"), 1, "model.safetensors", "3..5", "not for 2")
        strange = self.write("strange.lg", lg(random_graph(1, 12, 13, labels="AXY")))
        self.assert_fails(self.mine_rl(strange, "-k", 3), 1, "'X'", "'Y'")
        self.assert_fails(self.mine_rl(self.graphs, "-k", 3, model=self.folder / "missing"), 1, "missing")
        self.assert_fails(self.mine_rl(self.graphs, "-k", 3, model=self.graphs), 1, str(self.graphs))
        whole = self.model.read_bytes()
        for length in (0, 7, 20, len(whole) // 2, len(whole) - 1):
            cut = self.folder / "cut"
            cut.write_bytes(whole[:length])
            self.assert_fails(self.mine_rl(self.graphs, "-k", 3, model=cut), 1, str(cut))
        self.assert_fails(run("info", cut), 1, str(cut))

    def test_bad_usage_is_code_two(self):
        nothing = {**os.environ, "RLMINER_MODELS": str(self.folder)}
        self.assert_fails(run("mine", self.graphs, "-k", 3, "--engine", "rl", env=nothing), 2, "--model", "none is shipped")
        self.assert_fails(run("mine", self.graphs, "-k", 3, "--engine", "exact", "--model", self.model), 2, "--model")
        self.assert_fails(run("mine", self.graphs, "-k", 3, "--split", "half"), 2, "--split")
        out = self.folder / "out"
        self.assert_fails(run("evaluate", self.graphs, "--methods", "rl", "-o", out, env=nothing), 2, "--model")
        self.assert_fails(run("evaluate", self.graphs, "--model", self.model, "-o", out), 2, "--model")

    def test_models_that_are_shipped_are_known_by_name(self):
        folder = self.folder / "models"
        folder.mkdir()
        shutil.copy(self.model, folder / "tiny.safetensors")
        env = {**os.environ, "RLMINER_MODELS": str(folder)}
        by_file = self.mine_rl(self.graphs, "-k", 3, "--omit-timing")
        by_name = self.mine_rl(self.graphs, "-k", 3, "--omit-timing", model="tiny", env=env)
        self.assertEqual((by_name.returncode, by_name.stdout), (0, by_file.stdout))
        self.assert_fails(self.mine_rl(self.graphs, "-k", 3, model="huge", env=env), 1, "huge", "shipped", "tiny")
        # The one named universal is used when none is named.
        self.assert_fails(run("mine", self.graphs, "-k", 3, "--engine", "rl", env=env), 2, "--model", "tiny")
        shutil.copy(self.model, folder / "universal.safetensors")
        unnamed = run("mine", self.graphs, "-k", 3, "--engine", "rl", "--device", "cpu", "--format", "json",
                      "--omit-timing", env=env)
        self.assertEqual(json_lines(unnamed.stdout), json_lines(by_file.stdout))

    def test_several_collections_and_any_alphabet(self):
        other = self.write("other.lg", lg(*[random_graph(100 + i, 14, 16, labels="PQRST") for i in range(10)]))
        # Every one of its graphs is in the first collection as well, in another place.
        twins = self.write("twins.lg", lg(*reversed(GRAPHS)))
        extra = self.write("extra.lg", lg(*[random_graph(200 + i, 14, 16, labels="Z") for i in range(3)]))
        model = self.folder / "any.safetensors"
        result = self.train(other, twins, "--extra", extra, "--labels", "rank", "--features", "-o", model, *SHORT)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("look like test graphs", result.stderr)
        parts = {part["dataset"]: part for part in json.loads(metadata(model)["trained_on"])}
        self.assertEqual(list(parts), ["tiny", "other", "twins"])
        # Twins of test graphs are not trained on, in either collection.
        twin = {place: len(GRAPHS) - 1 - place for place in range(len(GRAPHS))}
        self.assertFalse(set(parts["tiny"]["train"]) & {twin[place] for place in parts["twins"]["test"]})
        self.assertFalse(set(parts["twins"]["train"]) & {twin[place] for place in parts["tiny"]["test"]})
        self.assertEqual(json.loads(metadata(model)["labels"]), [])
        strange = self.write("strange.lg", lg(random_graph(1, 12, 13, labels="AXY")))
        lines = json_lines(self.mine_rl(strange, "-k", "3..5", model=model).stdout)
        self.assertEqual([line["k"] for line in lines], [3, 4, 5])
        self.assertTrue(all(line["frequency"] > 0 for line in lines))
        self.assertIn("any: by rank", run("info", model).stdout)

    def test_the_program_misses_its_other_half(self):
        """rlminer alone can do all that needs no libtorch, and says what is missing for the rest."""
        alone = shutil.copy(PROGRAM, self.folder)
        train = [alone, "train", self.graphs, "-o", self.folder / "model"]
        result = subprocess.run(list(map(str, train)), capture_output=True, text=True, timeout=60)
        self.assert_fails(result, 1, NO_LEARNING, "rlminer-learning is missing", "make build")
        for rest in (["info", self.graphs], ["info", self.model],
                     ["mine", self.graphs, "-k", 3, "--engine", "rl", "--model", self.model]):
            self.assertEqual(subprocess.run([alone, *rest[:1], *map(str, rest[1:])], capture_output=True).returncode, 0)

    def test_the_model_is_not_overwritten(self):
        copy = self.folder / "copy"
        shutil.copy(self.model, copy)
        self.assert_fails(run("mine", self.graphs, "-k", 3, "--engine", "rl", "--model", copy, "-o", copy), 1, "input")
        self.assertEqual(copy.read_bytes(), self.model.read_bytes())

    def test_edges_are_told_apart_where_asked_for(self):
        bonds = self.write("bonds.lg", with_bonds(lg(*GRAPHS)))
        note = "the model ignores edge labels and directions"
        for options, ranks in (((), 0), (("--edge-labels", "use"), 3), (("--directed",), 2),
                               (("--edge-labels", "use", "--set", "network.relations=2"), 2)):
            with self.subTest(options=options):
                model = self.folder / f"model{len(options)}"
                trained = run("train", bonds, "-o", model, *SHORT, *options, "--quiet", timeout=300)
                self.assertEqual((trained.returncode, trained.stderr), (0, ""))
                self.assertEqual(json.loads(metadata(model)["network"]).get("relations", 0), ranks)
                mined = self.mine_rl(bonds, "-k", 4, "--edge-labels", "use", model=model)
                self.assertEqual((mined.returncode, mined.stderr), (0, ""))
                self.assertEqual(note in json_lines(mined.stdout)[0]["note"], ranks == 0)
                plain = self.mine_rl(bonds, "-k", 4, "--edge-labels", "ignore", "--quiet", model=model)
                self.assertEqual((plain.returncode, plain.stderr), (0, ""))
        facts = run("info", self.folder / "model2").stdout
        self.assertIn("edges told apart", facts)
        self.assertIn("3 ranks", facts)

    def test_evaluate_with_labels_of_edges(self):
        bonds = self.write("bonds.lg", with_bonds(lg(*GRAPHS)))
        best = {}
        for way in ("ignore", "use"):
            result = run("evaluate", bonds, "--filter", "none", "-k", 4, "--methods", "exact", "--edge-labels", way,
                         "-o", self.folder / way, "--cache", self.folder / "cache", "--quiet")
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            with open(self.folder / way / "per_graph.csv", newline="") as file:
                best[way] = [int(line["frequency"]) for line in csv.DictReader(file)]
            mined = self.mine(bonds, "-k", 4, "--split", "test", "--edge-labels", way, "--quiet")
            self.assertEqual(best[way], [line["frequency"] for line in mined])
        self.assertNotEqual(best["use"], best["ignore"])

    def evaluate(self, *arguments):
        return run("evaluate", self.graphs, "--filter", "none", "-k", "3..5", "--model", self.model, "-o",
                   self.folder / "out", "--cache", "none", "--device", "cpu", *arguments)

    def test_evaluate(self):
        result = self.evaluate("--methods", "exact,rand,rl")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertIn("**rl**", result.stdout)
        rows = [row for row in json.loads((self.folder / "out" / "summary.json").read_text())["rows"]
                if row["method"] == "rl"]
        self.assertEqual([row["k"] for row in rows], [3, 4, 5])
        mined = json_lines(self.mine_rl(self.graphs, "-k", "3..5", "--split", "test").stdout)
        best = self.mine(self.graphs, "-k", "3..5", "--split", "test")
        for row in rows:
            ratios = [line["frequency"] / exact["frequency"]
                      for line, exact in zip(mined, best) if line["k"] == row["k"]]
            self.assertAlmostEqual(row["ratio"], sum(ratios) / len(ratios), places=5)
            self.assertEqual((row["graphs"], row["seeds"]), (6, 1))
            self.assertGreater(row["seconds"], 0)

    def test_evaluate_searches(self):
        result = self.evaluate("--methods", "rl,rl+samples=4,rl+beam=3,rl+multistart,rl+local,auto", "--seeds", 2)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        rows = json.loads((self.folder / "out" / "summary.json").read_text())["rows"]
        ratios = {(row["method"], row["k"]): row["ratio"] for row in rows}
        seeds = {row["method"]: row["seeds"] for row in rows}
        self.assertEqual((seeds["rl"], seeds["rl+samples=4"], seeds["rl+beam=3"]), (1, 2, 1))
        for (method, k), ratio in ratios.items():
            self.assertTrue(ratios["rl", k] <= ratio <= 1, (method, k))
            if method == "auto":
                self.assertEqual(ratio, 1)
        self.assert_fails(self.evaluate("--methods", "rl+samples"), 2, "rl+samples=N")

    def test_evaluating_what_was_trained_on_is_a_warning(self):
        result = self.evaluate("--methods", "rl", "--split", "all")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stderr.count("\n"), 1)
        for part in ("warning: ", "24 of these 30 graphs", "22 from training", "2 from validation"):
            self.assertIn(part, result.stderr)
        self.assertEqual(self.evaluate("--methods", "rl", "--split", "all", "--quiet").stderr, "")
        other = self.evaluate("--methods", "rl", "--split-seed", 5)
        self.assertIn("of these 6 graphs", other.stderr)


if __name__ == "__main__":
    unittest.main()
