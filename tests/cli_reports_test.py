#!/usr/bin/env python3
"""Reports for a browser, through the program: what the files hold. tests/browser looks at them in a browser.

The program is the one named by the environment variable RLMINER_PROGRAM. Standard library only.
"""

import html.parser
import json
import unittest

from cli_support import InFolder, run

VOID = {"meta", "input", "br", "hr", "img", "link"}


class Page(html.parser.HTMLParser):
    """The elements of a page; fails on tags that do not match."""

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.ids, self.text, self.scripts = [], [], [], "", {}
        self.feed(text)
        self.close()
        assert self.open == [], self.open

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.tags.append((tag, attributes))
        if "id" in attributes:
            self.ids.append(attributes["id"])
        if tag not in VOID:
            self.open.append((tag, attributes))

    def handle_startendtag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        opened = self.open.pop()[0]
        assert opened == tag, (opened, tag)

    def handle_data(self, data):
        tag, attributes = self.open[-1] if self.open else ("", {})
        if tag == "script":
            self.scripts[attributes.get("id")] = data
        elif tag != "style":
            self.text += data

    def count(self, tag, name=None):
        return sum(1 for each, given in self.tags
                   if each == tag and (name is None or name in given.get("class", "").split()))


class ReportsTest(InFolder):
    def page(self, path):
        """The parsed page, which must be whole and ask for no other file."""
        text = path.read_bytes().decode("utf-8")  # throws where it is not
        page = Page(text)
        self.assertEqual(len(page.ids), len(set(page.ids)), "an id is there twice")
        for tag, attributes in page.tags:
            self.assertNotIn(tag, ("link", "img", "iframe", "object"))
            self.assertNotIn("src", attributes)
            href = attributes.get("href", "#")
            self.assertTrue(href.startswith("#"), href)
            if tag in ("a", "use"):
                self.assertIn(href[1:], page.ids)
        return page

    def mine(self, *arguments):
        """The page of a run that must succeed, and the data in it."""
        target = self.folder / "report.html"
        result = run("mine", *arguments, "--format", "html", "-o", target, "--quiet")
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", ""))
        page = self.page(target)
        return page, json.loads(page.scripts["data"])


class Mine(ReportsTest):
    def test_one_graph(self):
        question = ["example:caffeine", "-k", "3..5", "--top", "3"]
        page, data = self.mine(*question)
        self.assertEqual(page.count("article", "answer"), 3)
        answers = map(json.loads, run("mine", *question, "--occurrences", "200", "--format", "json").stdout.splitlines())
        (graph,) = data["graphs"]
        self.assertEqual((graph["n"], graph["m"], len(graph["x"]), len(graph["e"])), (14, 15, 14, 30))
        ids = graph.get("ids") or list(range(graph["first"], graph["first"] + 14))
        found = [(answer["k"], each) for answer in graph["answers"] for each in answer["findings"]]
        for (k, each), answer in zip(found, answers, strict=True):
            self.assertEqual((k, each["f"], each["kind"]), (answer["k"], answer["frequency"], "exact"))
            self.assertEqual([[ids[v] for v in places] for places in each["o"]], answer["occurrences"])
        for part in ("example:caffeine", "What was asked", "proven", "of 23 connected sets"):
            self.assertIn(part, page.text)

    def test_places_are_whole_numbers_and_apart(self):
        _, data = self.mine("example:club", "-k", "3")
        (graph,) = data["graphs"]
        places = list(zip(graph["x"], graph["y"]))
        self.assertTrue(all(isinstance(value, int) for place in places for value in place))
        self.assertEqual(len(places), len(set(places)))

    def test_equal_answers_are_equal_bytes(self):
        first, second = self.folder / "a.html", self.folder / "b.html"
        for target in (first, second):
            run("mine", "example:town", "-k", "3..4", "--top", "3", "--format", "html", "-o", target, "--omit-timing")
        self.assertEqual(first.read_bytes(), second.read_bytes())

    def test_standard_output_as_for_the_other_formats(self):
        result = run("mine", "example:caffeine", "-k", "3", "--format", "html", "--omit-timing")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        target = self.folder / "page.html"
        run("mine", "example:caffeine", "-k", "3", "--format", "html", "--omit-timing", "-o", target)
        self.assertEqual(result.stdout, target.read_text())

    def test_occurrences_are_capped_unless_asked_for(self):
        star = self.write("star.lg", "t # 0\nv 0 A\n" + "".join(f"v {i} B\n" for i in range(1, 61))
                          + "".join(f"e 0 {i} 0\n" for i in range(1, 61)))
        listed = lambda data: len(data["graphs"][0]["answers"][0]["findings"][0]["o"])
        self.assertEqual(listed(self.mine(star, "-k", "3")[1]), 200)
        self.assertEqual(listed(self.mine(star, "-k", "3", "--occurrences", "300")[1]), 300)
        self.assertEqual(listed(self.mine(star, "-k", "3", "--occurrences", "1")[1]), 1)
        two = self.write("two.lg", star.read_text() + star.read_text().replace("t # 0", "t # 1"))
        self.assertEqual(listed(self.mine(two, "-k", "3")[1]), 50)

    def test_collection(self):
        graphs = self.write("three.lg", "".join(
            f"t # {g}\n" + "".join(f"v {i} {'AB'[i % 2]}\n" for i in range(4 + g))
            + "".join(f"e {i} {i + 1} 0\n" for i in range(3 + g)) for g in range(3)))
        page, data = self.mine(graphs, "-k", "2..3")
        self.assertEqual([graph["number"] for graph in data["graphs"]], [0, 1, 2])
        self.assertEqual([graph["n"] for graph in data["graphs"]], [4, 5, 6])
        self.assertEqual(page.count("symbol"), len(data["patterns"]))
        self.assertEqual(len(data["patterns"]), 2)  # A-B and A-B-A, six times
        self.assertIn("overview", page.ids)
        _, data = self.mine(graphs, "-k", "2", "--graph", "union")
        self.assertEqual([(graph["number"], graph["n"]) for graph in data["graphs"]], [(None, 15)])

    def test_strange_names(self):
        names = ["</script>", "<b>x</b>", "\"'&amp;", "<!--", "\\u003c", "back\\slash"]
        graph = self.write("names.json", json.dumps({
            "vertices": [{"id": f"{name} id", "label": name} for name in names],
            "edges": [[f"{a} id", f"{b} id"] for a, b in zip(names, names[1:])]}))
        page, data = self.mine(graph, "-k", "2..3", "--top", "9")
        self.assertEqual(data["graphs"][0]["ids"], [f"{name} id" for name in names])
        self.assertEqual(sorted(data["names"]), sorted(names))
        self.assertEqual(page.count("b"), 0)

    def test_nothing_to_show(self):
        graph = self.write("tiny.lg", "t # 0\nv 0 A\n")
        page, _ = self.mine(graph, "-k", "2..3")
        self.assertIn("No connected subgraph of this size", page.text)

    def test_bad_target(self):
        graph = self.write("a.lg", "t # 0\nv 0 A\n")
        for target, part in ((self.folder / "no" / "such.html", "cannot be written"), (graph, "is the input")):
            result = run("mine", graph, "-k", "1", "--format", "html", "-o", target)
            self.assertEqual((result.returncode, result.stdout, result.stderr.count("\n")), (1, "", 1))
            self.assertIn(part, result.stderr)


class Evaluate(ReportsTest):
    def test_page_beside_the_other_results(self):
        graphs = self.write("paths.lg", "".join(
            f"t # {g}\n" + "".join(f"v {i} {'AB'[i % 2]}\n" for i in range(12 + g))
            + "".join(f"e {i} {i + 1} 0\n" for i in range(11 + g)) for g in range(6)))
        out = self.folder / "out"
        result = run("evaluate", graphs, "-k", "3..4", "--methods", "exact,rand", "--split", "all", "--seeds", "2",
                     "--cache", "none", "-o", out, "--quiet")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        page = self.page(out / "report.html")
        self.assertEqual((page.count("svg"), page.count("table")), (2, 2))
        rows = json.loads((out / "summary.json").read_text())["rows"]
        for row in rows:
            self.assertIn(f"{row['ratio']:.3f}", page.text)
        for part in ("paths", "6 of 6 graphs", "rand", "Ratio against time"):
            self.assertIn(part, page.text)


if __name__ == "__main__":
    unittest.main()
