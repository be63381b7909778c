"""Collections that are read a few graphs at a time, shared among processes, and gone on with after an interruption."""

import gzip
import random
import signal
import subprocess
import tempfile
import unittest
from pathlib import Path

from cli_support import PROGRAM, run, wait_until

QUESTION = ("-k", "3..5", "--engine", "exact", "--format", "json", "--omit-timing")


class Streaming(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = Path(cls.temporary.name)
        cls.many = cls.folder / "many.lg"
        assert run("generate", "molecule", "-n", "18", "--graphs", "1500", "--seed", "3", "-o", cls.many).returncode == 0
        cls.whole = cls.mine(cls.many, "--stream", "never").stdout

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    @staticmethod
    def mine(*arguments):
        done = run("mine", *arguments, *QUESTION)
        assert done.returncode == 0, done.stderr
        return done

    def test_streamed_answers_are_the_same_bytes(self):
        for threads in ("1", "3"):
            self.assertEqual(self.mine(self.many, "--stream", "always", "--threads", threads).stdout, self.whole)
        packed = self.folder / "many.lg.gz"
        packed.write_bytes(gzip.compress(self.many.read_bytes()))
        self.assertEqual(self.mine(packed, "--stream", "always").stdout, self.whole)

    def test_labels_that_come_late_do_not_change_ties(self):
        """Numbers of labels break ties between patterns, and a later graph may bring labels in between."""
        rng, text = random.Random(1), ""
        for i in range(300):
            text += f"t # {i}\n" + "".join(f"v {v} {rng.choice('ZYXWVUTSRQ'[: 1 + i // 30])}\n" for v in range(12))
            text += "".join(f"e {rng.randrange(v)} {v}\n" for v in range(1, 12))
        path = self.folder / "late.lg"
        path.write_text(text)
        for more in ((), ("--top", "4"), ("--filter", "paper", "--split", "test"), ("--graph", "7")):
            held = self.mine(path, "--stream", "never", *more)
            streamed = self.mine(path, "--stream", "always", *more)
            self.assertEqual(streamed.stdout, held.stdout)
            self.assertEqual(streamed.stderr, held.stderr)

    def test_labels_and_directions_of_edges_are_the_same(self):
        rng, text = random.Random(2), ""
        for i in range(200):
            text += f"t # {i}\n" + "".join(f"v {v} C\n" for v in range(10))
            text += "".join(f"e {rng.randrange(v)} {v} {rng.choice('zyx'[: 1 + i // 70])}\n" for v in range(1, 10))
        path = self.folder / "bonds.lg"
        path.write_text(text)
        for more in ((), ("--directed",), ("--edge-labels", "ignore"), ("--graph", "3")):
            held = self.mine(path, "--stream", "never", *more)
            streamed = self.mine(path, "--stream", "always", *more)
            self.assertEqual(streamed.stdout, held.stdout)
            self.assertEqual(streamed.stderr, held.stderr)
        pattern = ("--labels", "C,C", "--edges", "0-1:x", "--format", "json", "--omit-timing")
        held = run("count", path, *pattern, "--stream", "never")
        self.assertEqual(held.returncode, 0, held.stderr)
        self.assertEqual(run("count", path, *pattern, "--stream", "always").stdout, held.stdout)

    def test_counts_are_the_same_bytes(self):
        pattern = ("--labels", "C,C,O", "--edges", "0-1,1-2", "--format", "json", "--omit-timing")
        held = run("count", self.many, *pattern, "--stream", "never")
        self.assertEqual(held.returncode, 0, held.stderr)
        self.assertEqual(run("count", self.many, *pattern, "--stream", "always").stdout, held.stdout)
        path = self.folder / "counts.ndjson"
        path.write_text(held.stdout[: len(held.stdout) // 3])
        self.assertEqual(run("count", self.many, *pattern, "--resume", path).returncode, 0)
        self.assertEqual(path.read_text(), held.stdout)

    def test_warnings_and_errors_are_the_same(self):
        path = self.folder / "strange.lg"
        path.write_text(self.many.read_text() + "t # x\nv 0 C\nv 1 C\ne 0 0 a\ne 0 1 b\n")
        said = [run("mine", path, "-k", "30", "--stream", stream).stderr for stream in ("never", "always")]
        self.assertEqual(said[0], said[1])
        self.assertIn("self-loop", said[0])
        path.write_text(self.many.read_text() + "v 0\n")
        done = [run("mine", path, "-k", "3", "--stream", stream) for stream in ("never", "always")]
        self.assertEqual([(d.returncode, d.stdout, d.stderr) for d in done][0], (1, "", done[1].stderr))
        self.assertEqual(done[1].stdout, "")  # nothing is answered before the whole file was looked at

    def test_what_cannot_be_streamed_says_so(self):
        edges = self.folder / "edges.txt"
        edges.write_text("1 2\n2 3\n")
        for arguments in ((edges,), (self.many, "--graph", "union"), (self.many, "--format", "html"), (self.folder,)):
            done = run("mine", *arguments, "-k", "3", "--stream", "always")
            self.assertIn(done.returncode, (1, 2), done.stderr)
            self.assertEqual(done.stderr.count("\n"), 1, done.stderr)

    def test_two_processes_share_a_collection(self):
        parts = [self.folder / f"part{i}.ndjson" for i in (1, 2)]
        processes = [subprocess.Popen([PROGRAM, "mine", self.many, *QUESTION, "--shard", f"{i}/2", "-o", part])
                     for i, part in enumerate(parts, 1)]
        self.assertEqual([process.wait(timeout=120) for process in processes], [0, 0])
        for files in (parts, parts[::-1]):
            merged = run("merge", *files)
            self.assertEqual((merged.returncode, merged.stderr), (0, ""))
            self.assertEqual(merged.stdout, self.whole)
        self.assertIn("a shard is missing", run("merge", parts[1]).stderr)
        parts[1].write_bytes(parts[1].read_bytes()[:-5])
        cut = run("merge", *parts, "-o", self.folder / "cut.ndjson")
        self.assertEqual(cut.returncode, 1)
        self.assertIn("cut short", cut.stderr)
        self.assertFalse((self.folder / "cut.ndjson").exists())

    def test_shards_of_what_passes_a_filter(self):
        choice = ("--filter", "paper", "--split", "train")
        parts = []
        for i in (1, 2, 3):
            parts.append(self.folder / f"filtered{i}.ndjson")
            parts[-1].write_text(self.mine(self.many, *choice, "--shard", f"{i}/3", "--stream",
                                           "always" if i == 2 else "never").stdout)
        self.assertEqual(run("merge", *parts).stdout, self.mine(self.many, *choice).stdout)

    def test_more_shards_than_graphs_leave_some_with_nothing(self):
        one = self.folder / "one.lg"
        one.write_text("t # 0\nv 0 C\nv 1 C\nv 2 O\ne 0 1\ne 1 2\n")
        self.assertEqual(self.mine(one, "--shard", "2/3").stdout, "")
        for bad in ("0/2", "3/2", "2", "a/b", "1/0", "-1/2", "1/2/3"):
            self.assertEqual(run("mine", one, "-k", "3", "--shard", bad).returncode, 2, bad)
        self.assertEqual(run("mine", one, "-k", "3", "--shard", "1/2", "--graph", "union").returncode, 2)

    def test_an_output_that_was_cut_anywhere_goes_on(self):
        path = self.folder / "answers.ndjson"
        lines = self.whole.splitlines(keepends=True)
        cuts = [0, 1, len(lines[0]) - 1, len(lines[0]), len(lines[0]) + 1, len("".join(lines[:3])), len(self.whole) - 1,
                len(self.whole)]
        for cut in [*cuts, *random.Random(2).sample(range(len(self.whole)), 4)]:
            for stream in ("never", "always"):
                path.write_text(self.whole[:cut])
                self.mine(self.many, "--resume", path, "--stream", stream)
                self.assertEqual(path.read_text(), self.whole, cut)

    def test_resume_with_several_patterns_per_size(self):
        path = self.folder / "top.ndjson"
        whole = self.mine(self.many, "--top", "3").stdout
        for cut in random.Random(3).sample(range(len(whole)), 5):
            path.write_text(whole[:cut])
            self.mine(self.many, "--top", "3", "--resume", path)
            self.assertEqual(path.read_text(), whole, cut)

    def test_resume_refuses_the_answers_of_another_question(self):
        path = self.folder / "other.ndjson"
        path.write_text(self.whole)
        for other in (("-k", "3..4"), ("-k", "3..5", "--shard", "2/2"), ("-k", "3..5", "--top", "2")):
            done = run("mine", self.many, "--engine", "exact", "--omit-timing", *other, "--resume", path)
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertEqual(path.read_text(), self.whole)  # untouched
        self.assertEqual(run("mine", self.many, "-k", "3", "--resume", self.folder / "x", "--format", "text").returncode, 2)

    def test_a_run_that_is_killed_or_interrupted_goes_on(self):
        for sent in (signal.SIGKILL, signal.SIGINT, signal.SIGTERM):
            path = self.folder / f"{sent.name}.ndjson"
            part = Path(f"{path}.part")
            command = [PROGRAM, "mine", self.many, "-k", "3..9", *QUESTION[2:], "--threads", "1", "--quiet", "--resume", path]
            process = subprocess.Popen(command)
            wait_until(lambda: process.poll() is not None or (part.exists() and part.stat().st_size > 5000), "an answer")
            busy = run(*command[1:])  # nobody else may write it meanwhile
            process.send_signal(sent)
            code = process.wait(timeout=60)
            if code != 0:
                self.assertIn(code, (-sent, 128 + sent, 130))
                self.assertEqual(busy.returncode, 1)
                self.assertIn("another process", busy.stderr)
                self.assertFalse(path.exists())
                self.assertNotIn("interrupted", part.read_text())
            subprocess.run(command, check=True, timeout=120)
            self.assertFalse(part.exists())
            self.assertEqual(path.read_text(), run("mine", self.many, "-k", "3..9", *QUESTION[2:]).stdout)


if __name__ == "__main__":
    unittest.main()
