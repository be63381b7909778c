"""One walk shared by the processes of mpirun. RLMINER_PROGRAM is a program that was built with RLMINER_MPI."""

import os
import shutil
import signal
import subprocess
import tempfile
import unittest
from pathlib import Path

from cli_support import PROGRAM, run, wait_until

QUESTION = ("--engine", "exact", "--format", "json", "--omit-timing", "--threads", "1")
MPIRUN = ("mpirun", "--oversubscribe", "--allow-run-as-root")


def mpirun(processes, *arguments, **options):
    return subprocess.run([*MPIRUN, "-n", str(processes), PROGRAM, *map(str, arguments)], capture_output=True, text=True,
                          timeout=300, **options)


def children(process):
    """The processes that mpirun has started."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
                program = os.readlink(entry / "exe")
            except OSError:
                continue
            if int(fields[1]) == process.pid and program == str(PROGRAM):
                found.append(int(entry.name))
    return sorted(found)


@unittest.skipIf(shutil.which("mpirun") is None, "there is no mpirun")
class SharedWalk(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = Path(cls.temporary.name)
        cls.graph = cls.folder / "network.lg"
        assert run("generate", "ba", "-n", "300", "--attach", "2", "--labels", "4", "--seed", "5", "-o",
                   cls.graph).returncode == 0

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def alone(self, *arguments):
        done = run("mine", self.graph, *arguments, *QUESTION)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def test_gives_the_bytes_of_one_process(self):
        for arguments in (("-k", "3..5"), ("-k", "5", "--top", "5", "--occurrences", "3"), ("-k", "1..4")):
            for processes in (1, 2, 3, 7):  # with seven, results go through others to the first
                done = mpirun(processes, "mine", self.graph, *arguments, *QUESTION)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(done.stdout, self.alone(*arguments))

    def test_a_killed_rank_and_a_restart_give_the_same_bytes(self):
        checkpoint = self.folder / "census.ckpt"
        output = self.folder / "answer.ndjson"
        command = [*MPIRUN, "-n", "6", PROGRAM, "mine", self.graph, "-k", "7", *QUESTION, "--checkpoint", checkpoint,
                   "-o", output]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_until(lambda: process.poll() is not None or checkpoint.exists(), "a checkpoint")
        if process.poll() is None:
            ranks = children(process)
            if ranks:
                os.kill(ranks[-1], signal.SIGKILL)
            self.assertNotEqual(process.wait(timeout=120), 0)
            self.assertTrue(checkpoint.exists())
            self.assertFalse(output.exists())
        # Any number of processes may go on.
        done = mpirun(2, *map(str, command[6:]))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertFalse(checkpoint.exists())
        self.assertEqual(output.read_text(), self.alone("-k", "7"))

    def test_a_checkpoint_of_another_question_is_refused(self):
        checkpoint = self.folder / "other.ckpt"
        checkpoint.write_bytes(b"something else")
        done = mpirun(2, "mine", self.graph, "-k", "5", *QUESTION, "--checkpoint", checkpoint)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("is no checkpoint", done.stderr)
        self.assertEqual(checkpoint.read_bytes(), b"something else")

    def test_the_time_limit_ends_all(self):
        done = mpirun(6, "mine", self.graph, "-k", "12", *QUESTION, "--time-limit", "2")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn('"proven":false', done.stdout)
        self.assertIn("time limit reached", done.stdout)

    def test_an_interrupt_ends_all_with_an_answer(self):
        checkpoint = self.folder / "interrupted.ckpt"
        command = [*MPIRUN, "--mca", "odls_base_sigkill_timeout", "5", "-n", "2", PROGRAM, "mine", self.graph, "-k", "8",
                   *QUESTION, "--checkpoint", checkpoint]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        wait_until(lambda: process.poll() is not None or checkpoint.exists(), "a checkpoint")
        for rank in children(process):
            os.kill(rank, signal.SIGTERM)
        answer = process.communicate(timeout=120)[0]
        self.assertIn('"proven":false', answer)
        self.assertIn("interrupted", answer)
        self.assertTrue(checkpoint.exists())

    def test_what_cannot_be_shared_says_so(self):
        many = self.folder / "many.lg"
        many.write_text("t # 0\nv 0 A\nt # 1\nv 0 A\n")
        for arguments, reason in (((many, "-k", "3", *QUESTION), "--shard"),
                                  ((self.graph, "-k", "3"), "--engine exact"),
                                  ((self.folder / "missing", "-k", "3", *QUESTION), "No such file")):
            done = mpirun(2, "mine", *arguments)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(reason, done.stderr)


if __name__ == "__main__":
    unittest.main()
