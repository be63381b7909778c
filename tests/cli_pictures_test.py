#!/usr/bin/env python3
"""Pictures of patterns and the graphs that come with the program, through the program.

The program is the one named by the environment variable RLMINER_PROGRAM. Standard library only.
"""

import json
import os
import unittest
import xml.etree.ElementTree as ElementTree

from cli_support import InFolder, run, shown_on_terminal

SVG = "{http://www.w3.org/2000/svg}"


def on_terminal(*arguments, **environment):
    """What a run shows on a terminal that can do colours and Unicode."""
    return shown_on_terminal(
        *arguments, env={"PATH": os.environ["PATH"], "TERM": "xterm-256color", "LANG": "C.UTF-8", **environment}
    )


def is_braille(text):
    return any(0x2800 <= ord(letter) <= 0x28FF for letter in text)


class PicturesTest(InFolder):
    def draw(self, *arguments, **options):
        """The parsed picture of a run that must succeed."""
        result = run("draw", *arguments, **options)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return self.parsed(result.stdout)

    def parsed(self, text):
        root = ElementTree.fromstring(text)
        self.assertEqual(root.tag, SVG + "svg")
        return root

    def assert_shape(self, root, vertices, edges):
        self.assertEqual(len(root.findall(f".//{SVG}circle")), vertices)
        self.assertEqual(len(root.findall(f".//{SVG}line")), edges)

    def assert_fails(self, result, code, *parts):
        """Exit code, nothing on standard output, one line on standard error that has all the parts."""
        self.assertEqual(result.returncode, code, result.stderr)
        self.assertEqual(result.stdout, "")
        self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
        for part in parts:
            self.assertIn(part, result.stderr)


class Draw(PicturesTest):
    def test_inline_from_a_file_and_from_an_answer(self):
        inline = run("draw", "--labels", "C,C,O", "--edges", "0-1,1-2")
        self.assert_shape(self.parsed(inline.stdout), 3, 2)
        graph = self.write("acid.lg", "t # 0\nv 7 O\nv 8 C\nv 9 C\ne 7 8\ne 8 9\n")
        self.assertEqual(run("draw", graph).stdout, inline.stdout)
        answer = '{"labels": ["C", "O", "C"], "edges": [[0, 1], [0, 2]]}'
        self.assertEqual(run("draw", answer).stdout, inline.stdout)
        spread = self.write("spread.json", json.dumps(json.loads(answer), indent=2))
        self.assertEqual(run("draw", spread).stdout, inline.stdout)

    def test_unlabelled(self):
        self.assert_shape(self.draw("--edges", "0-1,1-2,2-0"), 3, 3)
        self.assert_shape(self.draw("--labels", "A"), 1, 0)

    def test_labels_are_escaped(self):
        root = self.draw("--labels", "<b>&\"',a\\b,longer than a <vertex>", "--edges", "0-1,1-2")
        text = "".join(root.itertext())
        for label in ("<b>&\"'", "a\\b", "longer than a <vertex>"):
            self.assertIn(label, text)

    def test_answers_of_mine(self):
        mined = run("mine", "example:caffeine", "-k", "4,5", "--top", "2", "--format", "json").stdout
        answers = [json.loads(line) for line in mined.splitlines()]
        self.assertEqual(len(answers), 4)
        file = self.write("answers.ndjson", mined)
        for place, answer in enumerate(answers, 1):
            root = self.draw(file, "--pick", place)
            self.assert_shape(root, answer["k"], len(answer["edges"]))
            self.assertIn(f"frequency {answer['frequency']}, proven", "".join(root.itertext()))
        self.assert_shape(self.draw("-", input=mined), 4, 3)
        self.assertIn("mine", "".join(self.draw(file, "--caption", "a & mine").itertext()))
        self.assert_fails(run("draw", file, "--pick", 5), 1, f"{file}: there is no answer 5: it holds 4")

    def test_output_file(self):
        target = self.folder / "picture.svg"
        self.assertEqual(run("draw", "example:caffeine", "-o", target).stdout, "")
        self.assert_shape(self.parsed(target.read_text()), 14, 15)
        graph = self.write("a.lg", "t # 0\nv 0 A\n")
        self.assert_fails(run("draw", graph, "-o", graph), 1, "is the input")
        self.assert_fails(run("draw", graph, "-o", self.folder / "no" / "such"), 1, "cannot be written")

    def test_bad_patterns_are_bad_input(self):
        good = '{"labels": ["A"], "edges": []}\n'
        for text, line, reason in (
            ('{"labels": "A", "edges": []}', 1, "'labels' must be a list"),
            ('{"labels": [1.5], "edges": []}', 1, "'labels' must be texts or whole numbers"),
            ('{"labels": ["A", "B"], "edges": [[0]]}', 1, "'edges' must be pairs of vertex numbers"),
            ('{"labels": ["A", "B"], "edges": [[0, -1]]}', 1, "'edges' must be pairs"),
            ('{"labels": ["A", "B"], "edges": [[0, 2]]}', 1, "the pattern has no vertex 2"),
            ('{"labels": ["A", "B"], "edges": [[1, 1]]}', 1, "self-loop"),
            ('{"labels": ["A", "B"], "edges": []}', 1, "the pattern is not connected"),
            ('{"labels": [], "edges": []}', 1, "this answer has no pattern"),
            ('{"labels": ' + json.dumps(["A"] * 33) + "}", 1, "more than 32 vertices"),
            (good + "\n{]\n", 3, "bad JSON"),
            (good + '{"k": 3}\n', 2, "'labels' and 'edges'"),
            ("t # 0\nv 0 A\ne 0 7\n", 3, "7"),
            ('{"labels": ["A"\n', 2, "bad JSON"),
        ):
            file = self.write("bad.json", text)
            picked = ["--pick", "2"] if text.startswith(good) else []
            self.assert_fails(run("draw", file, *picked), 1, f"{file}:{line}: ", reason)
        self.assert_fails(run("draw", '{"k": 3}'), 1, "PATTERN:1: ")
        self.assert_fails(run("draw", self.folder / "none.lg"), 1, "none.lg")
        self.assert_fails(run("draw", "example:town"), 1, "example:town: the pattern has more than 32")

    def test_bad_usage_is_code_two(self):
        for arguments in (
            [],
            ["--labels", "A,,B"],
            ["--edges", "0+1"],
            ["example:caffeine", "--edges", "0-1"],
            ["example:caffeine", "--pick", "0"],
            ["example:caffeine", "--format", "png"],
        ):
            self.assert_fails(run("draw", *arguments), 2)

    def test_help(self):
        result = run("draw", "--help")
        self.assertEqual(result.returncode, 0)
        self.assertIn("Examples:", result.stdout)


class Sheet(PicturesTest):
    def test_all_answers_of_one_graph(self):
        target = self.folder / "sheet.svg"
        options = ["-k", "3..5", "--top", "3", "--omit-timing"]
        result = run("mine", "example:club", *options, "--format", "svg", "-o", target)
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", ""))
        root = self.parsed(target.read_text())
        text = "".join(root.itertext())
        for part in ("graph 0: 45 vertices, 99 edges", "k = 3: proven", "k = 5: proven", "#3"):
            self.assertIn(part, text)
        mined = run("mine", "example:club", *options, "--format", "json").stdout
        for answer in map(json.loads, mined.splitlines()):
            self.assertIn(f"frequency {answer['frequency']}", text)
            for label in answer["labels"]:
                self.assertIn(label, text)

    def test_a_collection_needs_a_choice(self):
        two = self.write("two.lg", "t # 0\nv 0 A\nv 1 B\ne 0 1\nt # 1\nv 0 A\n")
        target = self.folder / "sheet.svg"
        result = run("mine", two, "-k", "1", "--format", "svg", "-o", target)
        self.assert_fails(result, 1, f"{two}: holds 2 graphs", "--graph N")
        self.assertFalse(target.exists())
        for choice in ("1", "union"):
            result = run("mine", two, "-k", "1..3", "--format", "svg", "--graph", choice)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.parsed(result.stdout)


class Terminal(PicturesTest):
    def test_drawings_only_on_a_terminal(self):
        arguments = ["mine", "example:caffeine", "-k", "5", "--omit-timing"]
        piped = run(*arguments, env={**os.environ, "TERM": "xterm-256color", "LANG": "C.UTF-8"}).stdout
        self.assertFalse(is_braille(piped))
        self.assertNotIn("\x1b", piped)
        shown = on_terminal(*arguments)
        self.assertTrue(is_braille(shown))
        self.assertIn("\x1b[", shown)
        # Apart from the drawing, both are the same.
        kept = [line for line in shown.splitlines() if not line.startswith(" " * 13)]
        self.assertEqual("\n".join(kept) + "\n", piped)

    def test_no_colour_no_unicode_no_drawing(self):
        arguments = ["mine", "example:caffeine", "-k", "5", "--omit-timing"]
        plain = on_terminal(*arguments, NO_COLOR="1")
        self.assertTrue(is_braille(plain))
        self.assertNotIn("\x1b", plain)
        for environment in ({"TERM": "dumb"}, {"LC_ALL": "C"}, {"LANG": ""}):
            self.assertEqual(on_terminal(*arguments, **environment), run(*arguments).stdout)

    def test_large_patterns_are_listed_only(self):
        self.assertFalse(is_braille(on_terminal("mine", "example:caffeine", "-k", "13")))

    def test_draw(self):
        self.assertTrue(is_braille(on_terminal("draw", "example:glucose")))
        self.assertIn("<svg", on_terminal("draw", "example:glucose", "--format", "svg"))
        text = run("draw", "example:glucose", "--format", "text").stdout
        self.assertTrue(is_braille(text))
        self.assertEqual((text.count("C"), text.count("O")), (6, 6))


class Examples(PicturesTest):
    def test_list(self):
        result = run("examples")
        self.assertEqual(result.returncode, 0)
        self.assertRegex(result.stdout, r"(?m)^caffeine +14 vertices +15 edges +3 labels +caffeine")
        for name in ("aspirin", "glucose", "ibuprofen", "cholesterol", "club", "team", "town"):
            self.assertRegex(result.stdout, rf"(?m)^{name} ")
        self.assertIn("Examples:", run("examples", "--help").stdout)

    def test_usable_wherever_a_graph_is_read(self):
        (line,) = run("mine", "example:caffeine", "-k", "5", "--format", "json").stdout.splitlines()
        answer = json.loads(line)
        self.assertEqual((answer["k"], answer["proven"]), (5, True))
        self.assertIn("14", run("info", "example:caffeine").stdout)
        self.assertEqual(run("convert", "example:caffeine", "--to", "lg").stdout.count("\nv "), 14)
        counted = run("count", "example:glucose", "--labels", "C,O", "--edges", "0-1", "--format", "json")
        self.assertEqual(json.loads(counted.stdout)["frequency"], 7)
        counted = run("count", "example:caffeine-h", "example:caffeine", "--format", "json")
        self.assertEqual(json.loads(counted.stdout)["frequency"], 1)
        planted = run("generate", "er", "-n", "200", "--plant", "example:glucose", "--copies", "3")
        self.assertEqual(planted.returncode, 0, planted.stderr)
        graph = self.write("planted.lg", planted.stdout)
        counted = run("count", graph, "example:glucose", "--format", "json")
        self.assertGreaterEqual(json.loads(counted.stdout)["frequency"], 3)

    def test_unknown_name_suggests(self):
        result = run("mine", "example:cafeine", "-k", "5")
        self.assert_fails(result, 1, "example:cafeine: there is no such example", "did you mean caffeine?")
        self.assertNotIn("mean", run("info", "example:zzz").stderr)


if __name__ == "__main__":
    unittest.main()
