#!/usr/bin/env python3
"""What a user meets first: the program without arguments, completions in real shells, the manual page, and errors that
say what was probably meant.

The program is the one named by the environment variable RLMINER_PROGRAM. Standard library only. A shell or a formatter
that is not installed is skipped, by name.
"""

import gzip
import os
import pty
import re
import select
import shutil
import signal
import struct
import subprocess
import tempfile
import time
import unittest
import zlib
from pathlib import Path

from cli_support import PROGRAM, InFolder, run

COMMANDS = {"info", "merge", "mine", "count", "draw", "examples", "train", "evaluate", "experiment", "convert", "generate",
            "help"}
EXAMPLES = {"caffeine", "caffeine-bonds", "caffeine-h", "aspirin", "glucose", "ibuprofen", "cholesterol", "club",
            "foodweb", "team", "town"}


def needs(tool):
    return unittest.skipUnless(shutil.which(tool), f"SKIPPED: {tool} is not installed, so nothing is known about it")


class InShell(InFolder):
    def environment(self):
        """The program on the path, two models, and no start-up files of the user."""
        models = self.folder / ".models"
        models.mkdir(exist_ok=True)
        for name in ("universal", "TOYS"):
            (models / f"{name}.safetensors").touch()
        return {
            **os.environ, "PATH": f"{PROGRAM.parent}:{os.environ['PATH']}", "HOME": str(self.folder),
            "XDG_CONFIG_HOME": str(self.folder / ".config"), "RLMINER_MODELS": str(models), "LC_ALL": "C.UTF-8",
            "TERM": "xterm",
        }


class Welcome(unittest.TestCase):
    def test_every_command_it_names_works_as_it_is(self):
        result = run()
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertLess(len(result.stdout.splitlines()), 24, "more than a screen")
        named = re.findall(r"^  (rlminer .*?)(?:  |$)", result.stdout, re.MULTILINE)
        self.assertGreaterEqual(len(named), 5)
        with tempfile.TemporaryDirectory() as folder:
            graph = Path(folder) / "FILE"
            graph.write_text("1 2\n2 3\n3 1\n3 4\n")
            for command in named:
                done = run(*command.split()[1:], cwd=folder)
                self.assertEqual(done.returncode, 0, f"{command}: {done.stderr}")
                self.assertTrue(done.stdout, command)

    def test_help_is_a_command_too(self):
        self.assertEqual(run("help").stdout, run("--help").stdout)
        for command in COMMANDS:
            shown = run("help", command)
            self.assertEqual((shown.returncode, shown.stderr), (0, ""))
            self.assertEqual(shown.stdout, run(command, "--help").stdout)
        refused = run("help", "mien")
        self.assertEqual((refused.returncode, refused.stdout), (2, ""))
        self.assertIn("did you mean mine?", refused.stderr)

    def test_option_names_mean_one_thing(self):
        """What had another meaning for some commands is a former name there, at the end of their help."""
        for command, option in (("mine", "--labels"), ("info", "--labels"), ("convert", "--labels"),
                                ("train", "--labels"), ("generate", "--edges")):
            self.assertIn(f"  {option} ", run("help", command).stdout.partition("Former names")[2])
        self.assertEqual(run("generate", "er", "--edges", 5).stdout, run("generate", "er", "--num-edges", 5).stdout)

    def test_help_lists_the_commands(self):
        listed = re.findall(r"^  ([a-z]+) ", run("--help").stdout.split("Subcommands:")[1], re.MULTILINE)
        self.assertEqual(set(listed), COMMANDS)


class Bash(InShell):
    """The function that the script gives to bash, called as bash calls it."""

    def complete(self, *words):
        """What is offered for the last word; the words are cut as bash cuts them."""
        cut = [piece for word in words for piece in (re.findall(r"[:=]|[^:=]+", word) or [""])]
        script = (
            'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}\n'
            '_rlminer; printf "%s\\n" "${COMPREPLY[@]}"'
        )
        result = subprocess.run(
            ["bash", "--norc", "-c", script, "bash", self.script, *cut], capture_output=True, text=True,
            cwd=self.folder, env=self.environment(), timeout=60,
        )
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return set(result.stdout.split("\n")) - {""}

    def setUp(self):
        super().setUp()
        self.script = self.write(".script", run("completion", "bash").stdout)

    def test_commands(self):
        self.assertEqual(self.complete("rlminer", ""), COMMANDS | {"-h", "--help", "--version"})
        self.assertEqual(self.complete("rlminer", "ex"), {"examples", "experiment"})
        self.assertEqual(self.complete("rlminer", "nothing"), set())

    def test_options_are_those_of_the_help(self):
        for command in COMMANDS:
            text = run(command, "--help").stdout.split("\nExamples:")[0].split("\nOptions:\n")[1]
            heads = re.findall(r"^  (-\S+)", text, re.MULTILINE)
            self.assertEqual(self.complete("rlminer", command, "-"), {n for head in heads for n in head.split(",")}, command)
        self.assertEqual(self.complete("rlminer", "mine", "x", "--memory"), {"--memory-limit"})

    def test_choices(self):
        self.assertEqual(self.complete("rlminer", "mine", "--engine", "e"), {"exact"})
        self.assertLessEqual({"auto", "exact", "rl", "rand", "mni"}, self.complete("rlminer", "mine", "--engine", ""))
        self.assertEqual(self.complete("rlminer", "mine", "--format=j"), {"json"})
        self.assertLessEqual({"text", "json", "svg"}, self.complete("rlminer", "mine", "--format", ""))
        self.assertEqual(self.complete("rlminer", "mine", "--graph", ""), {"all", "union"})
        formats = {"lg", "graph", "tu", "edges", "graphml", "json", "gml", "pajek", "matrix-market", "graph6", "sif",
                   "matrix", "adjacency"}
        for command in ("mine", "info", "convert", "count", "draw"):
            self.assertEqual(self.complete("rlminer", command, "--from", ""), formats, command)
        self.assertEqual(self.complete("rlminer", "convert", "--to", "d"), {"dot"})
        self.assertEqual(self.complete("rlminer", "generate", "m"), {"molecule"})
        self.assertEqual(self.complete("rlminer", "mine", "-k", ""), set())  # any number: nothing to offer

    def test_examples_and_files(self):
        self.write("expected.lg", "")
        self.write("with blank.lg", "")
        self.assertEqual(self.complete("rlminer", "mine", "ex"), {"example:", "expected.lg"})
        self.assertEqual(self.complete("rlminer", "mine", "with"), {"with blank.lg"})
        # What bash replaces is what follows the colon.
        self.assertEqual(self.complete("rlminer", "mine", "example:"), EXAMPLES)
        self.assertEqual(self.complete("rlminer", "draw", "example:ca"), {"caffeine", "caffeine-bonds", "caffeine-h"})
        self.assertEqual(self.complete("rlminer", "mine", "x", "-o", "exp"), {"expected.lg"})

    def test_folders(self):
        (self.folder / "results").mkdir()
        self.write("result.txt", "")
        self.assertEqual(self.complete("rlminer", "evaluate", "-o", "res"), {"results"})
        self.assertEqual(self.complete("rlminer", "evaluate", "--cache", "no"), {"none"})

    def test_shipped_models(self):
        self.assertEqual(self.complete("rlminer", "mine", "x", "--model", "un"), {"universal"})
        self.assertLessEqual({"universal", "TOYS"}, self.complete("rlminer", "mine", "--model", ""))

    def test_in_an_interactive_shell(self):
        start = f"source {self.script}; bind -x '\"\\C-xb\": echo \"<$READLINE_LINE>\"; READLINE_LINE='"
        self.assertEqual(
            completed(["bash", "--norc", "-i"], start.encode(), ["rlminer dr", "rlminer mine exam", "rlminer mine example:as"], self),
            ["rlminer draw ", "rlminer mine example:", "rlminer mine example:aspirin "])


def completed(shell, start, lines, test):
    """What becomes of lines when TAB is pressed at their ends in an interactive shell.

    The commands of `start` prepare the shell; Ctrl-X B must show the line between < and > and empty it.
    """
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(test.folder)
        os.execvpe(shell[0], shell, test.environment())
    results = []
    try:
        os.write(terminal, start + b"; echo REA''DY\n")
        wait_for(terminal, rb"READY")
        for line in lines:
            os.write(terminal, line.encode() + b"\t\x18b")
            results.append(wait_for(terminal, rb"<(.*?)>").group(1).decode())
    finally:
        os.close(terminal)
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    return results


def wait_for(terminal, awaited, seconds=30):
    shown = b""
    end = time.monotonic() + seconds
    while not re.search(awaited, shown):
        ready, _, _ = select.select([terminal], [], [], max(0, end - time.monotonic()))
        if not ready:
            raise AssertionError(f"{awaited} did not appear in {shown}")
        shown += os.read(terminal, 4096)
    return re.search(awaited, shown)


@needs("zsh")
class Zsh(InShell):
    def setUp(self):
        super().setUp()
        (self.folder / "functions").mkdir()
        self.script = self.write("functions/_rlminer", run("completion", "zsh").stdout)

    def test_syntax(self):
        result = subprocess.run(["zsh", "-n", self.script], capture_output=True, text=True)
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_completions(self):
        self.write("expected.lg", "")
        (self.folder / "results").mkdir()
        self.write("result.txt", "")
        start = (
            f"fpath=({self.script.parent} $fpath); autoload -Uz compinit; compinit -u -D; "
            "show() { print -r -- \"<$BUFFER>\"; BUFFER= }; zle -N show; bindkey '^Xb' show"
        )
        wanted = {
            "dr": "draw ", "mine --eng": "mine --engine=", "mine --engine ex": "mine --engine exact ",
            "mine --format=js": "mine --format=json ", "mine --mem": "mine --memory-limit=", "mine exam": "mine example:",
            "mine example:as": "mine example:aspirin ", "mine exp": "mine expected.lg ", "convert --to d": "convert --to dot ",
            "mine x --model un": "mine x --model universal ", "generate mo": "generate molecule ",
            "evaluate --cache no": "evaluate --cache none ", "evaluate -o res": "evaluate -o results/",
            "mine -k 5 example:gl": "mine -k 5 example:glucose ", "mine -k ": "mine -k ",
        }
        shown = completed(["zsh", "-f", "-i"], start.encode(), [f"rlminer {line}" for line in wanted], self)
        for line, result in zip(wanted.values(), shown):
            self.assertEqual(result, f"rlminer {line}")


@needs("fish")
class Fish(InShell):
    def setUp(self):
        super().setUp()
        self.script = self.write("rlminer.fish", run("completion", "fish").stdout)

    def complete(self, line):
        result = subprocess.run(
            ["fish", "--no-config", "-c", f"source {self.script}; complete -C '{line}'"], capture_output=True, text=True,
            cwd=self.folder, env=self.environment(), timeout=60,
        )
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return {each.split("\t")[0] for each in result.stdout.splitlines()}

    def test_syntax(self):
        result = subprocess.run(["fish", "--no-execute", self.script], capture_output=True, text=True)
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_completions(self):
        self.write("expected.lg", "")
        self.assertEqual(self.complete("rlminer "), COMMANDS)
        self.assertEqual(self.complete("rlminer mine --engine ex"), {"exact"})
        self.assertEqual(self.complete("rlminer mine --format=js"), {"--format=json"})
        self.assertEqual(self.complete("rlminer mine example:ca"), {"example:caffeine", "example:caffeine-bonds", "example:caffeine-h"})
        self.assertEqual(self.complete("rlminer mine exp"), {"expected.lg"})
        self.assertEqual(self.complete("rlminer convert --to d"), {"dot"})
        self.assertEqual(self.complete("rlminer mine x --model un"), {"universal"})
        self.assertIn("--memory-limit", self.complete("rlminer mine --mem"))


@needs("groff")
class Manual(InShell):
    def test_is_set_without_warnings(self):
        page = self.write("rlminer.1", run("man").stdout)
        result = subprocess.run(
            ["groff", "-man", "-ww", "-Tutf8", "-rLL=100n", "-P-c", page], capture_output=True, text=True, timeout=60)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        plain = re.sub(r".\x08", "", result.stdout)  # bold and underlined letters are struck twice
        for section in ("NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "EXIT STATUS", "ENVIRONMENT"):
            self.assertRegex(plain, rf"(?m)^{section}$")
        for command in COMMANDS:
            self.assertRegex(plain, rf"(?m)^   rlminer {command}$")
            for option in re.findall(r"(?m)^  (?:-\w,)?(--[\w-]+)", run(command, "--help").stdout):
                self.assertIn(option, plain, command)

    @needs("man")
    def test_man_shows_it(self):
        page = self.write("rlminer.1", run("man").stdout)
        result = subprocess.run(
            ["man", "--warnings", "-l", page], capture_output=True, text=True, timeout=60, env={**os.environ, "MANWIDTH": "100"})
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertIn("example:caffeine", result.stdout)


def png():
    """A picture of one black pixel."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    header = struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"\0\0")) + chunk(b"IEND", b"")


class Errors(InFolder):
    def fails(self, code, *arguments, **options):
        """The one line on standard error of a run that ends with the code."""
        result = run(*arguments, cwd=self.folder, **options)
        self.assertEqual((result.returncode, result.stdout), (code, ""), result.stderr)
        line, = result.stderr.splitlines()
        return line

    def test_unknown_options_and_commands(self):
        for arguments, wanted in (
            (["mine", "x", "-k", "3", "--formt", "json"], "did you mean --format?"),
            (["mine", "x", "--k", "3"], "did you mean -k?"),
            (["mine", "x", "-k", "3", "--time-limt=5"], "did you mean --time-limit?"),
            (["generate", "er", "--sed", "1"], "did you mean --seed?"),
            (["mnie", "x", "-k", "3"], "did you mean mine?"),
            (["hlep"], "did you mean --help?"),
            (["example:caffeine", "-k", "5"], "did you mean rlminer mine example:caffeine -k 5?"),
            (["mine", "example:caffeine", "-k", "5", "--engine", "exat"], "did you mean exact?"),
            (["mine", "example:caffeine", "-k", "5", "--format", "jsno"], "did you mean json?"),
            (["generate", "molecul"], "did you mean molecule?"),
        ):
            self.assertIn(wanted, self.fails(2, *arguments), arguments)

    def test_files_that_are_not_there(self):
        self.write("network.lg", "t # 0\nv 0 A\n")
        self.assertIn("did you mean network.lg?", self.fails(1, "info", "netwrok.lg"))
        self.assertIn("did you mean example:caffeine?", self.fails(1, "mine", "caffeine", "-k", "3"))
        self.assertEqual(self.fails(1, "info", "zzzzzzzzzz"), "zzzzzzzzzz: No such file or directory")

    def test_files_of_other_formats(self):
        files = {
            "a PNG picture": (png(), "lg, graph, edges, graphml, json"),
            "a PDF document": (b"%PDF-1.5\n%\xbf\xf7\n", "lg, graph, edges, graphml, json"),
            "DIMACS": (b"p edge 3 1\ne 1 2\n", "edge list"), "SMILES": (b"CCO ethanol\n", "write it as lg"),
            "prose": (b"hello world this is not a graph\n", "two vertices in each line"),
        }
        for name, (content, advice) in files.items():
            for path in (self.write("x", content), self.write("x.gz", gzip.compress(content))):
                line = self.fails(1, "info", path.name)
                self.assertIn(f"looks like {name}, which cannot be read", line)
                self.assertIn(advice, line)

    def test_the_wrong_format_by_force(self):
        self.write("x", "t # 0\nv 0 A\nv 1 B\ne 0 1\n")
        for wrong in ("graphml", "json", "graph"):
            self.assertRegex(self.fails(1, "info", "x", "--from", wrong), r"^x.*; it looks like lg$")
        result = run("info", "x", "--from", "edges", cwd=self.folder)
        self.assertEqual((result.returncode, result.stderr), (0, "warning: x: read as edges, but looks like lg\n"))

    def test_sizes_beyond_the_largest_component(self):
        self.write("x", "1 2\n2 3\n4 5\n")
        result = run("mine", "x", "-k", "2..5", cwd=self.folder)
        self.assertEqual(result.returncode, 0)
        self.assertEqual(
            result.stderr,
            "warning: x: nothing of size 4..5 can be found: the largest connected component has 3 vertices\n")
        self.assertEqual(run("mine", "x", "-k", "5", "--quiet", cwd=self.folder).stderr, "")
        self.assertEqual(run("mine", "x", "-k", "3", cwd=self.folder).stderr, "")


if __name__ == "__main__":
    unittest.main()
