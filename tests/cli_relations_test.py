"""Labels and directions of edges on the command line, compared with a brute force over all vertex sets.

The program is the one named by the environment variable RLMINER_PROGRAM. Standard library only.
"""

import itertools
import json
import random
import re
import unittest
from collections import Counter

from cli_support import InFolder, json_lines, run


def canonical(labels, arcs):
    """The same for two patterns when they are isomorphic. arcs: (from, to) -> label."""
    size = len(labels)

    def written(order):
        matrix = [[arcs.get((u, v)) for v in order] for u in order]
        return repr(([labels[v] for v in order], matrix))

    return min(written(order) for order in itertools.permutations(range(size)))


def canonical_answer(answer):
    """The same of an answer in JSON."""
    names = answer.get("edge_labels", [""] * len(answer["edges"]))
    arcs = {}
    for (u, v), name in zip(answer["edges"], names, strict=True):
        arcs[u, v] = name
        if not answer.get("directed"):
            arcs[v, u] = name
    return canonical(answer["labels"], arcs)


def connected(vertices, arcs):
    reached, waiting = set(), [vertices[0]]
    while waiting:
        v = waiting.pop()
        reached.add(v)
        waiting += [u for u in vertices if u not in reached and ((u, v) in arcs or (v, u) in arcs)]
    return len(reached) == len(vertices)


def census(labels, arcs, size):
    """How often each pattern of that size occurs."""
    found = Counter()
    for vertices in itertools.combinations(range(len(labels)), size):
        if not connected(vertices, arcs):
            continue
        place = {v: i for i, v in enumerate(vertices)}
        inside = {(place[u], place[v]): name for (u, v), name in arcs.items() if u in place and v in place}
        found[canonical([labels[v] for v in vertices], inside)] += 1
    return found


def random_graph(rng, directed, edge_labels):
    """Labels of the vertices, and arcs; an edge without direction is two of them."""
    size = rng.randint(5, 9)
    labels = [rng.choice("AB") for _ in range(size)]
    arcs = {}
    for u, v in itertools.combinations(range(size), 2):
        if rng.random() > 0.45:
            continue
        ways = rng.choice([[(u, v)], [(v, u)], [(u, v), (v, u)]]) if directed else [(u, v), (v, u)]
        name = rng.choice(edge_labels)
        for way in ways:
            arcs[way] = rng.choice(edge_labels) if directed else name
    return labels, arcs


def as_json(labels, arcs, directed):
    edges = sorted(way for way in arcs if directed or way[0] < way[1])
    graph = {
        "vertices": [{"id": i, "label": label} for i, label in enumerate(labels)],
        "edges": edges,
        "edge_labels": [arcs[way] for way in edges],
    }
    return json.dumps({**graph, "directed": True} if directed else graph)


def inline(answer):
    """The pattern of an answer as options of count."""
    names = answer.get("edge_labels", [""] * len(answer["edges"]))
    sign = ">" if answer.get("directed") else "-"
    edges = [f"{u}{sign}{v}" + (f":{name}" if name else "") for (u, v), name in zip(answer["edges"], names, strict=True)]
    return ["--labels", ",".join(answer["labels"]), *(["--edges", ",".join(edges)] if edges else [])]


BONDS = "t # 0\nv 0 C\nv 1 C\nv 2 O\nv 3 O\ne 0 1 single\ne 1 2 double\ne 1 3 single\n"
LINKS = "a b\nb c\nc d\nd c\n"  # read with --directed: a > b > c, c and d both ways


class RelationsTest(InFolder):
    def ask(self, command, *arguments):
        result = run(command, *arguments, "--format", "json", "--omit-timing", "--quiet")
        self.assertEqual((result.returncode, result.stderr), (0, ""), arguments)
        return json_lines(result.stdout)

    def frequency(self, *arguments):
        return self.ask("count", *arguments)[0]["frequency"]

    def assert_fails(self, result, code, *parts):
        self.assertEqual(result.returncode, code, result.stderr)
        for part in parts:
            self.assertIn(part, result.stderr)
        self.assertEqual(result.stderr.count("\n"), 1, result.stderr)

    # Answers

    def assert_agrees(self, labels, arcs, directed):
        path = self.write("graph.json", as_json(labels, arcs, directed))
        for size in (2, 3, 4):
            expected = census(labels, arcs, size)
            answers = self.ask("mine", path, "-k", size, "--top", 100000, "--engine", "exact")
            found = {canonical_answer(a): a["frequency"] for a in answers if a["frequency"]}
            self.assertEqual(found, dict(expected))
            for answer in answers[:3]:
                if answer["frequency"]:
                    self.assertEqual(self.frequency(path, *inline(answer)), answer["frequency"], answer)

    def test_mine_and_count_agree_with_brute_force(self):
        rng = random.Random(17)
        kinds = [(False, ["x", "y"]), (True, [""]), (True, ["x", "y"]), (False, ["", "x", "y z"])]
        for _ in range(5):
            for directed, names in kinds:
                labels, arcs = random_graph(rng, directed, names)
                # One kind of edges is none at all; all labels empty and both ways is plain too.
                if len({(arcs.get(w), arcs.get(w[::-1])) for w in arcs}) > 1:
                    self.assert_agrees(labels, arcs, directed)

    def test_patterns_have_their_occurrences(self):
        path = self.write("bonds.lg", BONDS)
        answer = self.ask("count", path, "--labels", "C,O", "--edges", "0-1:double")[0]
        self.assertEqual((answer["frequency"], answer["vertices"]), (1, [1, 2]))
        self.assertEqual(answer["edge_labels"], ["double"])
        self.assertNotIn("directed", answer)
        best = self.ask("mine", path, "-k", 3)[0]
        self.assertEqual(best["frequency"], 1)  # C-C-O and C-C=O are two patterns now
        self.assertEqual(self.ask("mine", path, "-k", 3, "--edge-labels", "ignore")[0]["frequency"], 2)

    def test_directions(self):
        path = self.write("links.txt", LINKS)
        self.assertEqual(self.frequency(path, "--directed", "--edges", "0>1"), 2)
        self.assertEqual(self.frequency(path, "--directed", "--edges", "0>1,1>0"), 1)
        self.assertEqual(self.frequency(path, "--directed", "--edges", "0>1,1>2"), 1)
        self.assertEqual(self.frequency(path, "--directed", "--edges", "0>1,2>1"), 0)
        self.assertEqual(self.frequency(path, "--edges", "0-1"), 3)
        answer = self.ask("count", path, "--directed", "--edges", "1<0,1-2")[0]
        self.assertEqual(answer["frequency"], 1)
        self.assertEqual((len(answer["edges"]), answer["directed"]), (3, True))
        self.assertNotIn("edge_labels", answer)

    def test_directions_without_labels(self):
        path = self.write("links.csv", "source,target,label\na,b,x\nb,c,y\n")
        self.assertEqual(self.frequency(path, "--directed", "--edge-labels", "ignore", "--edges", "0>1"), 2)
        self.assertEqual(self.frequency(path, "--directed", "--edges", "0>1:x"), 1)
        self.assertEqual(self.frequency(path, "--edges", "0-1:x"), 1)
        self.assertEqual(self.frequency(path, "--edge-labels", "ignore", "--edges", "0-1:x"), 2)

    def test_patterns_from_files(self):
        path = self.write("bonds.lg", BONDS)
        pattern = self.write("pattern.lg", "v 0 O\nv 1 C\ne 0 1 double\n")
        self.assertEqual(self.frequency(path, pattern), 1)
        self.assertEqual(self.frequency(path, pattern, "--edge-labels", "ignore"), 2)
        links = self.write("links.txt", LINKS)
        arrow = self.write("arrow.txt", "x y\n")
        self.assertEqual(self.frequency(links, arrow, "--directed"), 2)
        # A label that everything has says nothing.
        plain = self.write("plain.lg", "v 0 C\nv 1 O\ne 0 1\n")
        self.assertEqual(self.frequency(plain, self.write("p.lg", "v 0 O\nv 1 C\ne 0 1 7\n")), 1)
        self.assertEqual(self.frequency(plain, pattern), 1)

    # What is said

    def test_one_note_says_that_edges_are_told_apart(self):
        path = self.write("bonds.lg", BONDS)
        for arguments in (("mine", path, "-k", 2), ("info", path), ("convert", path, "--to", "json"),
                          ("count", path, "--labels", "C,O", "--edges", "0-1:single"), ("draw", path)):
            result = run(*arguments)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
            self.assertIn("note: ", result.stderr)
            self.assertIn("labels (double, single)", result.stderr)
            self.assertIn("--edge-labels ignore", result.stderr)
            self.assertEqual(run(*arguments, "--edge-labels", "use").stderr, "")
        self.assertEqual(run("mine", path, "-k", 2, "--quiet").stderr, "")
        links = self.write("links.txt", LINKS)
        self.assertEqual(run("mine", links, "-k", 2, "--directed").stderr, "")
        arrows = self.write("arrows.json", as_json("AAA", {(0, 1): "", (1, 2): ""}, True))
        self.assertIn("edges have directions, which count", run("mine", arrows, "-k", 2).stderr)

    def test_one_kind_changes_nothing(self):
        plain = self.write("plain.lg", "v 0 C\nv 1 C\nv 2 O\ne 0 1\ne 1 2\n")
        same = self.folder / "same"
        same.mkdir()
        labelled = self.write("same/plain.lg", "v 0 C\nv 1 C\nv 2 O\ne 0 1 7\ne 1 2 7\n")
        both = self.write("same/both.txt", "a b\nb a\n")
        for form in ("text", "json", "svg", "html"):
            ask = lambda path: run("mine", path.name, "-k", "1..3", "--omit-timing", "--format", form, cwd=path.parent)
            one, other = ask(plain), ask(labelled)
            self.assertEqual((other.returncode, other.stderr), (0, ""))
            self.assertEqual(one.stdout, other.stdout, form)
        # Some programs label every edge alike; beside files without labels that says nothing either.
        together = run("mine", plain, labelled, "-k", 2, "--graph", "union", "--format", "json")
        self.assertEqual((together.stderr, json.loads(together.stdout)["frequency"]), ("", 2))
        self.assertEqual(run("mine", both, "-k", 2, "--directed").stderr, "")
        self.assertEqual(self.frequency(labelled, "--labels", "C,O", "--edges", "0-1"), 1)
        self.assertEqual(self.frequency(both, "--directed", "--edges", "0-1"), 1)

    def test_the_paper_ignores_them(self):
        vertices = "".join(f"v {i} A\n" for i in range(12))
        path = self.write("ring.lg", vertices + "".join(f"e {i} {(i + 1) % 12} {'xy'[i % 2]}\n" for i in range(12)))
        ask = ("mine", path, "-k", 2, "--format", "json")
        result = run(*ask, "--filter", "paper")
        self.assertIn("edge labels are ignored", result.stderr)
        self.assertEqual(json.loads(result.stdout)["frequency"], 12)
        self.assertEqual(json.loads(run(*ask).stdout)["frequency"], 6)
        self.assertEqual(json.loads(run(*ask, "--filter", "paper", "--edge-labels", "use").stdout)["frequency"], 6)

    def test_text_shows_labels_and_arrows(self):
        path = self.write("bonds.lg", BONDS)
        self.assertIn("| 0-1:double", run("count", path, "--labels", "C,O", "--edges", "0-1:double").stdout)
        links = self.write("links.txt", LINKS)
        self.assertIn("| 0>1 1>0", run("count", links, "--directed", "--edges", "0>1,1>0").stdout)

    def test_what_the_input_lacks_occurs_nowhere(self):
        path = self.write("bonds.lg", BONDS)
        for edges, note in (("0-1:triple", "no edge label 'triple'"), ("0>1:single", "no directions")):
            answer = self.ask("count", path, "--labels", "C,C", "--edges", edges)[0]
            self.assertEqual((answer["frequency"], answer["proven"]), (0, True))
            self.assertIn(note, answer["note"])
        plain = self.write("plain.txt", "a b\nb c\n")
        answer = self.ask("count", plain, "--edges", "0>1:x")[0]
        self.assertEqual((answer["frequency"], answer["edge_labels"], answer["directed"]), (0, ["x"], True))

    def test_what_is_left_open_is_an_error(self):
        path = self.write("bonds.lg", BONDS)
        left_open = ("count", path, "--edge-labels", "use", "--labels", "C,O")
        self.assert_fails(run(*left_open, "--edges", "0-1"), 1, "which label its edge 0-1 has", "'0-1:double'",
                          "--edge-labels ignore")
        arrows = self.write("arrows.txt", "a b\nb c\n")
        self.assert_fails(run("count", arrows, "--directed", "--edges", "0-1"), 1, "'0>1' or '0<1'")
        self.assert_fails(run(*left_open, "--edges", "0-1:single,1-0:double"), 1, "two things about one edge")

    def test_mistakes_have_their_place(self):
        path = self.write("bonds.lg", BONDS)
        ask = lambda edges: run("count", path, "--labels", "C,C,O", "--edges", edges)
        for edges, part in (("0-1,1~2", "'1~2' at character 5"), ("0-1:", "no label after the colon"),
                            ("0-1,1", "in quotes")):
            result = ask(edges)
            self.assertEqual(result.returncode, 2, edges)
            self.assertIn(part, result.stderr)

    # Files and pictures

    def test_every_format_that_can_keeps_them(self):
        labels, arcs = ["A", "B", "A", "B"], {(0, 1): "x", (1, 2): "y", (2, 1): "x", (2, 3): "y", (3, 2): "y"}
        source = self.write("all.json", as_json(labels, arcs, True))
        wanted = self.ask("mine", source, "-k", "2..4", "--top", 100)
        for name in ("a.graphml", "a.lg", "a.json", "a.txt"):
            target = self.folder / name
            written = run("convert", source, "-o", target, "--edge-labels", "use",
                          *(["--write-labels", self.folder / "names.txt"] if name == "a.txt" else []))
            self.assertEqual(written.returncode, 0, written.stderr)
            lost = name in ("a.lg", "a.txt")
            self.assertEqual("read it with --directed" in written.stderr, lost, written.stderr)
            options = (["--directed"] if lost else []) + (
                ["--label-file", self.folder / "names.txt"] if name == "a.txt" else [])
            self.assertEqual(self.ask("mine", target, "-k", "2..4", "--top", 100, *options), wanted, name)
        self.assertIn("->", run("convert", source, "--to", "dot").stdout)

    def test_edge_lists_cannot_leave_out_some_labels(self):
        path = self.write("some.json", as_json("AAA", {(0, 1): "x", (1, 0): "x", (1, 2): "", (2, 1): ""}, False))
        self.assert_fails(run("convert", path, "--to", "edges", "--edge-labels", "use"), 1, "edge label")

    def test_answers_can_be_drawn(self):
        links = self.write("links.csv", "source,target,label\na,b,asks\nb,c,asks\nc,b,tells\n")
        mined = run("mine", links, "--directed", "-k", 3, "--format", "json", "--quiet")
        picture = run("draw", "-", input=mined.stdout)
        self.assertEqual((picture.returncode, picture.stderr), (0, ""))
        self.assertEqual(picture.stdout.count("<polygon"), 3)
        self.assertIn(">tells</text>", picture.stdout)
        plain = run("draw", "-", "--edge-labels", "ignore", input=mined.stdout)
        self.assertNotIn("<polygon", plain.stdout)
        sheet = run("mine", links, "--directed", "-k", 3, "--format", "svg", "--quiet").stdout
        self.assertEqual(sheet.count("<polygon"), 3)
        text = run("draw", "--labels", "C,O", "--edges", "0-1:double", "--format", "text").stdout
        self.assertIn("=", text)
        self.assertEqual(run("draw", '{"labels": ["C", "O"], "edges": [[0, 1]], "edge_labels": []}').returncode, 0)
        self.assert_fails(run("draw", '{"labels": ["C", "O"], "edges": [[0, 1]], "edge_labels": ["a", "b"]}'), 1,
                          "as many as 'edges'")

    def test_reports_know_the_kinds(self):
        page = run("mine", "example:foodweb", "-k", 3, "--format", "html", "--quiet").stdout
        data = json.loads(re.search(r'<script[^>]* id="data"[^>]*>(.*?)</script>', page, re.DOTALL)[1])
        self.assertTrue(data["edges"]["directed"])
        graph = data["graphs"][0]
        self.assertEqual(len(graph["r"]) * 2, len(graph["e"]))

    def test_examples(self):
        self.assertEqual(self.frequency("example:caffeine-bonds", "--labels", "C,O", "--edges", "0-1:double"), 2)
        self.assertEqual(self.frequency("example:caffeine-bonds", "--labels", "C,N", "--edges", "0-1:double"), 1)
        self.assertEqual(self.frequency("example:foodweb", "--labels", "fish,fish", "--edges", "0>1,1>0"), 1)


if __name__ == "__main__":
    unittest.main()
