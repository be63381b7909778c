#!/usr/bin/env python3
"""Proves that check_layering.py fails when it must: each test breaks one rule in a small tree of its own."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import check_layering

TOOLS = Path(__file__).parent

GOOD_TREE = {
    "rlminer/CMakeLists.txt": "foreach(room base graph engine nn testing)\n  add_subdirectory(${room})\nendforeach()\n",
    "rlminer/base/CMakeLists.txt": "rlminer_room(base)\n",
    "rlminer/base/rng.h": "#pragma once\n#include <cstdint>\nnamespace rlminer {\nclass Rng {};\n}  // namespace rlminer\n",
    "rlminer/base/rng.cc": '#include "rlminer/base/rng.h"\nnamespace rlminer {\nnamespace {\nint seed;\n}\n}\n',
    "rlminer/base/rng_test.cc":
        '#include "rlminer/base/rng.h"\n#include "rlminer/testing/oracle.h"\n#include "tests/golden.h"\n'
        "namespace rlminer {\nTEST_F(Rng, Draws) {}\n}\n",
    "rlminer/graph/CMakeLists.txt": "rlminer_room(graph DEPS base LIBS ZLIB::ZLIB)\n",
    "rlminer/graph/graph.h":
        "namespace rlminer::graph {\nclass Graph {};\n}\nnamespace rlminer {\nusing graph::Graph;\n}\n"
        "namespace std {\ntemplate <>\nstruct hash<rlminer::Graph> { int size() { return 1; } };\n}\n",
    "rlminer/graph/graph.cc": '#include <zlib.h>\n#include "rlminer/base/rng.h"\n#include "rlminer/graph/graph.h"\n',
    "rlminer/engine/CMakeLists.txt": "# The top.\nrlminer_room(engine DEPS graph)\n",
    "rlminer/engine/engine.h":
        "namespace rlminer {\nclass Rng;\n}\nnamespace rlminer::graph { class Graph; struct Edge; }\n"
        "namespace rlminer::engine::detail {\nint limit = 1'000;\n}\n",
    "rlminer/engine/engine.cc":
        '#include "rlminer/engine/engine.h"\n#include "rlminer/base/rng.h"\n#include "rlminer/graph/graph.h"\n'
        'namespace rlminer { namespace engine {\nauto c = \'{\', text = R"(using namespace std; })", more = "{";\n} }\n',
    "rlminer/nn/CMakeLists.txt": "rlminer_room(nn DEPS graph TORCH)\n",
    "rlminer/nn/gnn.h": "namespace rlminer::nn {\nclass Gnn {};\n}\n",
    "rlminer/nn/gnn.cc": '#include <torch/torch.h>\n#include "rlminer/graph/graph.h"\n#include "rlminer/nn/gnn.h"\n',
    "rlminer/nn/policy.cc": '#include "rlminer/nn/gnn.h"\n',
    "rlminer/nn/kernels.cu": "namespace rlminer::nn {\nint lanes;\n}\n",
    "rlminer/testing/CMakeLists.txt":
        "rlminer_room(testing EXCEPT ${torch_fixtures} DEPS graph)\nset(torch_fixtures small_net.cc)\n"
        "add_library(rlminer_testing_torch ${torch_fixtures})\n",
    "rlminer/testing/oracle.h": "namespace rlminer::testing {\nint frequency();\n}\n",
    "rlminer/testing/oracle.cc": '#include "rlminer/graph/graph.h"\n#include "rlminer/testing/oracle.h"\n',
    "rlminer/testing/small_net.h": "#include <torch/torch.h>\n",
    "rlminer/testing/small_net.cc": '#include "rlminer/nn/gnn.h"\n#include "rlminer/testing/small_net.h"\n',
    "cli/commands.h": "namespace CLI {\nclass App;\n}\nnamespace rlminer::cli {\nvoid run();\n}\n",
    "cli/main.cc": '#include "cli/commands.h"\n#include "rlminer/engine/engine.h"\n',
    "tests/golden.h": "namespace anything {\nint goes;\n}\n",
}


def write_tree(folder, changes):
    """The good tree with some files replaced (None: left out)."""
    for name, text in {**GOOD_TREE, **changes}.items():
        if text is not None:
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)


def run_tool(tool, changes, *arguments, **environment):
    """Exit code and output of a tool on the changed tree; TREE in an argument stands for its folder."""
    with tempfile.TemporaryDirectory() as folder:
        write_tree(folder, changes)
        command = [sys.executable, TOOLS / tool, *(word.replace("TREE", folder) for word in arguments)]
        result = subprocess.run(
            command, capture_output=True, text=True, check=False, env={**os.environ, **environment})
        return result.returncode, result.stdout + result.stderr


def run_checker(changes):
    return run_tool("check_layering.py", changes, "TREE")


class CheckLayeringTest(unittest.TestCase):
    def assert_refused(self, changes, *expected):
        code, output = run_checker(changes)
        self.assertEqual(code, 1, output)
        for text in expected:
            self.assertIn(text, output)
        self.assertEqual(len(output.splitlines()), len(expected), output)

    def assert_accepted(self, changes):
        self.assertEqual(run_checker(changes), (0, ""))


class IncludesTest(CheckLayeringTest):
    def test_accepts_the_good_tree(self):
        self.assert_accepted({})

    def test_refuses_an_include_of_a_higher_room(self):
        self.assert_refused(
            {"rlminer/base/rng.cc": '\n#include "rlminer/graph/graph.h"\n'},
            "rlminer/base/rng.cc:2: room base may not include rlminer/graph/graph.h; allowed: no other room")

    def test_refuses_an_include_of_a_sibling_room(self):
        self.assert_refused(
            {"rlminer/engine/CMakeLists.txt": "rlminer_room(engine DEPS base)\n",
             "rlminer/engine/engine.h": ""},
            "rlminer/engine/engine.cc:3: room engine may not include rlminer/graph/graph.h; allowed: base")

    def test_refuses_a_test_that_includes_a_higher_room(self):
        self.assert_refused(
            {"rlminer/base/rng_test.cc": '  #  include "rlminer/engine/engine.h"\nTEST(Rng, Draws) {}\n'},
            "rlminer/base/rng_test.cc:1: room base may not include rlminer/engine/engine.h")

    def test_accepts_a_test_that_includes_a_room_it_links(self):
        self.assert_accepted({
            "rlminer/base/CMakeLists.txt": "rlminer_room(base TEST_LIBS rlminer_graph)\n",
            "rlminer/base/rng_test.cc": '#include "rlminer/graph/graph.h"\nTEST(Rng, Draws) {}\n'})

    def test_accepts_a_test_that_includes_what_the_fixtures_are_made_of(self):
        self.assert_accepted({"rlminer/base/rng_test.cc": '#include "rlminer/graph/graph.h"\nTEST(Rng, Draws) {}\n'})

    def test_refuses_a_room_that_does_not_exist(self):
        self.assert_refused(
            {"rlminer/engine/engine.cc": '#include "rlminer/graph/graph.h"\n#include "rlminer/magic/magic.h"\n'},
            "rlminer/engine/engine.cc:2: room engine may not include rlminer/magic/magic.h")

    def test_refuses_a_header_in_angle_brackets_too(self):
        self.assert_refused(
            {"rlminer/base/rng.cc": "#include <rlminer/graph/graph.h>\n"},
            "rlminer/base/rng.cc:1: room base may not include rlminer/graph/graph.h")

    def test_reads_no_includes_in_comments_and_literals(self):
        self.assert_accepted({
            "rlminer/base/rng.cc":
                '/*\n#include "rlminer/graph/graph.h"\n*/ auto text = R"(\n#include <torch/torch.h>\n)";\n'})

    def test_refuses_includes_that_bypass_the_prefix(self):
        self.assert_refused(
            {"rlminer/base/rng.cc": '#include "../graph/graph.h"\n'},
            'rlminer/base/rng.cc:1: "../graph/graph.h" must be written')

    def test_refuses_the_program_and_the_test_helpers_in_the_library(self):
        self.assert_refused(
            {"rlminer/base/rng.cc": '#include "cli/commands.h"\n#include "tests/golden.h"\n'},
            'rlminer/base/rng.cc:1: "cli/commands.h"', 'rlminer/base/rng.cc:2: "tests/golden.h"')

    def test_refuses_torch_outside_its_rooms(self):
        self.assert_refused(
            {"rlminer/engine/engine.h": "#include <ATen/core/Tensor.h>\n", "cli/main.cc": "#include <torch/torch.h>\n"},
            "rlminer/engine/engine.h:1: torch is not for room engine", "cli/main.cc:1: torch stops at")

    def test_refuses_torch_in_a_fixture_not_declared_for_it(self):
        self.assert_refused(
            {"rlminer/testing/oracle.h": '#include <torch/torch.h>\n#include "rlminer/nn/gnn.h"\n'},
            "rlminer/testing/oracle.h:1: torch is not for room testing outside its torch_fixtures",
            "rlminer/testing/oracle.h:2: room testing may not include rlminer/nn/gnn.h; allowed: base, engine, graph")

    def test_refuses_torch_fixtures_in_another_room(self):
        self.assert_refused(
            {"rlminer/engine/CMakeLists.txt":
                "rlminer_room(engine DEPS graph)\nset(torch_fixtures engine.cc)\n",
             "rlminer/engine/engine.h": "#include <torch/torch.h>\n"},
            "rlminer/engine/engine.h:1: torch is not for room engine")

    def test_refuses_the_fixtures_in_production(self):
        self.assert_refused(
            {"rlminer/engine/engine.h": '#include "rlminer/testing/oracle.h"\n',
             "cli/main.cc": '#include "rlminer/engine/engine.h"\n#include "rlminer/testing/oracle.h"\n'},
            "rlminer/engine/engine.h:1: rlminer/testing/oracle.h is for tests only",
            "cli/main.cc:2: rlminer/testing/oracle.h is for tests only")


class DeclarationsTest(CheckLayeringTest):
    def test_refuses_a_dependency_on_nothing(self):
        self.assert_refused(
            {"rlminer/graph/CMakeLists.txt": "rlminer_room(graph DEPS base bass)\n"},
            "rlminer/graph/CMakeLists.txt:1: room graph depends on bass, which does not exist")

    def test_refuses_a_cycle(self):
        self.assert_refused(
            {"rlminer/base/CMakeLists.txt": "rlminer_room(base DEPS engine)\n",
             "rlminer/base/rng.cc": '#include "rlminer/engine/engine.h"\n'},
            "rlminer/base/CMakeLists.txt:1: room base depends on itself",
            "rlminer/graph/CMakeLists.txt:1: room graph depends on itself",
            "rlminer/engine/CMakeLists.txt:2: room engine depends on itself")

    def test_refuses_a_dependency_that_only_tests_use(self):
        self.assert_refused(
            {"rlminer/engine/CMakeLists.txt": "rlminer_room(engine DEPS graph)\n",
             "rlminer/engine/engine.cc": "",
             "rlminer/engine/a_test.cc": '#include "rlminer/graph/graph.h"\nTEST(A, B) {}\n'},
            "rlminer/engine/CMakeLists.txt:1: room engine declares graph and never includes it")

    def test_refuses_to_let_another_room_declare_torch(self):
        self.assert_refused(
            {"rlminer/graph/CMakeLists.txt": "rlminer_room(graph DEPS base TORCH)\n"},
            "rlminer/graph/CMakeLists.txt:1: room graph may not use torch",
            "rlminer/engine/CMakeLists.txt:2: room engine needs no torch but depends on graph, which does",
            "rlminer/testing/CMakeLists.txt:1: room testing needs no torch but depends on graph, which does",
            "rlminer/testing/oracle.cc:1: room testing may not include rlminer/graph/graph.h")

    def test_refuses_a_file_that_nothing_builds(self):
        self.assert_refused(
            {"rlminer/base/parts/forgotten.cc": "", "rlminer/testing/parts/forgotten.cc": ""},
            "rlminer/base/parts/forgotten.cc:1: not in the folder of room base itself, so never built",
            "rlminer/testing/parts/forgotten.cc:1: not in the folder of room testing itself, so never built")

    def test_refuses_to_leave_out_what_nothing_else_builds(self):
        self.assert_refused(
            {"rlminer/engine/CMakeLists.txt": "rlminer_room(engine EXCEPT engine.cc DEPS graph)\n",
             "rlminer/testing/small_net.cc": None, "rlminer/testing/small_net.h": None},
            "rlminer/engine/CMakeLists.txt:1: engine is left out, so never built",
            "rlminer/testing/CMakeLists.txt:1: small_net is left out, so never built")

    def test_refuses_a_list_of_sources(self):
        self.assert_refused(
            {"rlminer/engine/CMakeLists.txt": "rlminer_room(engine SOURCES DEPS graph)\n"},
            "rlminer/engine/CMakeLists.txt:1: 'SOURCES' follows no keyword")

    def test_refuses_a_test_file_without_a_test(self):
        self.assert_refused(
            {"rlminer/base/rng_test.cc": "/*\nTEST(Rng, Draws) {}\n*/\n"},
            "rlminer/base/rng_test.cc:1: a test file without a test")

    def test_refuses_a_room_that_is_never_added(self):
        added = "".join(f"add_subdirectory({room})\n" for room in ("base", "graph", "nn", "testing"))
        self.assert_refused(
            {"rlminer/CMakeLists.txt": added + "# engine\n"},
            "rlminer/engine/CMakeLists.txt:2: room engine is not added in rlminer/CMakeLists.txt")

    def test_refuses_a_folder_without_a_declaration(self):
        self.assert_refused(
            {"rlminer/extra/extra.cc": "", "rlminer/nn/CMakeLists.txt": "add_library(nn gnn.cc)\n",
             "rlminer/testing/small_net.cc": ""},
            "rlminer/extra:1: a folder with C++ files needs a CMakeLists.txt",
            "rlminer/nn/CMakeLists.txt:1: expected one rlminer_room(...) declaration, found 0")

    def test_refuses_a_room_not_named_after_its_folder(self):
        self.assert_refused(
            {"rlminer/nn/CMakeLists.txt": "rlminer_room(net DEPS graph TORCH)\n",
             "rlminer/testing/small_net.cc": ""},
            "rlminer/nn/CMakeLists.txt:1: the room must be named after its folder, nn")

    def test_refuses_to_pass_a_tree_without_rooms(self):
        code, output = run_checker({name: None for name in GOOD_TREE if name.startswith("rlminer/")})
        self.assertEqual(code, 2, output)


class FixturesTest(CheckLayeringTest):
    # A helper of tests among the production code of room graph, and what only that helper needs.
    FIXTURE = {
        "rlminer/graph/samples.h": '#include "rlminer/graph/shapes.h"\n',
        "rlminer/graph/samples.cc": '#include "rlminer/graph/samples.h"\n',
        "rlminer/graph/shapes.h": "",
        "tests/golden_test.cc": '#include "rlminer/graph/samples.h"\n'}

    def test_refuses_what_only_tests_use_outside_the_room_testing(self):
        self.assert_refused(
            self.FIXTURE,
            "rlminer/graph/samples.h:1: only tests use it: it belongs into rlminer/testing",
            "rlminer/graph/shapes.h:1: only tests use it: it belongs into rlminer/testing")

    def test_counts_a_fixture_and_a_benchmark_as_tests(self):
        self.assert_refused(
            {"rlminer/graph/a.h": "", "rlminer/testing/oracle.h": '#include "rlminer/graph/a.h"\n',
             "rlminer/graph/b.h": "", "bench/bench_graph.cc": '#include "rlminer/graph/b.h"\n'},
            "rlminer/graph/a.h:1: only tests use it", "rlminer/graph/b.h:1: only tests use it")

    def test_accepts_what_production_uses_too(self):
        self.assert_accepted({**self.FIXTURE, "python/module.cc": '#include "rlminer/graph/samples.h"\n'})

    def test_accepts_a_public_header_and_what_it_needs(self):
        with (tempfile.TemporaryDirectory() as folder,
              mock.patch.dict(check_layering.PUBLIC_HEADERS, {"rlminer/graph/samples.h": "for users"})):
            write_tree(folder, self.FIXTURE)
            self.assertEqual(check_layering.check(Path(folder).resolve()), [])

    def test_refuses_fixtures_by_name(self):
        self.assert_refused(
            {"rlminer/graph/test_support.h": ""},
            "rlminer/graph/test_support.h:1: test_support.h belongs into rlminer/testing")


class NamespacesTest(CheckLayeringTest):
    def assert_namespace_refused(self, file, text, name):
        self.assert_refused({file: GOOD_TREE.get(file, "") + text}, f"namespace {name} is not for")

    def test_refuses_the_namespace_of_another_room_or_of_none(self):
        for name in ("rlminer", "rlminer::graph", "rlminer::engines", "engine", "rlminer::testing"):
            with self.subTest(name):
                self.assert_namespace_refused("rlminer/engine/engine.cc", f"namespace {name} {{ int x; }}\n", name)

    def test_refuses_an_anonymous_namespace_outside_the_room(self):
        self.assert_namespace_refused("rlminer/engine/engine.cc", "namespace {\nint x;\n}\n", "(anonymous)")
        self.assert_namespace_refused(
            "rlminer/engine/engine.cc", "namespace rlminer {\nnamespace {\nint x;\n}\n}\n", "rlminer::(anonymous)")

    def test_refuses_it_in_tests_kernels_fixtures_base_and_the_program(self):
        self.assert_namespace_refused("rlminer/base/rng_test.cc", "namespace test { int x; }", "test")
        self.assert_namespace_refused("rlminer/nn/kernels.cu", "namespace rlminer::kernels { int x; }", "rlminer::kernels")
        self.assert_namespace_refused("rlminer/testing/oracle.cc", "namespace rlminer { int x; }", "rlminer")
        self.assert_namespace_refused("rlminer/base/rng.cc", "namespace rlminer::graph { int x; }", "rlminer::graph")
        self.assert_namespace_refused("cli/main.cc", "namespace rlminer { int x; }", "rlminer")

    def test_names_the_line_and_the_right_namespace(self):
        self.assert_refused(
            {"rlminer/engine/engine.h": "\n// namespace x {\nnamespace rlminer {\nclass Engine {};\n}\n"},
            "rlminer/engine/engine.h:3: namespace rlminer is not for engine, whose namespace is rlminer::engine")

    def test_refuses_to_lift_more_than_names_of_the_room(self):
        for text in ("using graph::Graph;", "using engine::Engine;\nint x;", "using Engine = engine::Engine;"):
            with self.subTest(text):
                self.assert_namespace_refused("rlminer/engine/engine.h", f"namespace rlminer {{\n{text}\n}}\n", "rlminer")

    def test_refuses_to_lift_names_in_a_source_file(self):
        self.assert_namespace_refused(
            "rlminer/engine/engine.cc", "namespace rlminer {\nusing engine::Engine;\n}\n", "rlminer")

    def test_refuses_forward_declarations_of_rooms_that_are_no_dependency(self):
        self.assert_namespace_refused(
            "rlminer/engine/engine.h", "namespace rlminer::nn {\nclass Gnn;\n}\n", "rlminer::nn")

    def test_refuses_definitions_among_forward_declarations(self):
        self.assert_namespace_refused(
            "rlminer/engine/engine.h", "namespace rlminer::graph {\nclass Graph;\nstruct Edge {};\n}\n", "rlminer::graph")

    def test_refuses_anything_but_hashes_in_std(self):
        self.assert_namespace_refused(
            "rlminer/engine/engine.h", "namespace std {\ntemplate <> struct less<int> {};\n}\n", "std")

    def test_refuses_using_namespace_everywhere(self):
        line = "void f() {\n  using  namespace std::literals;\n}\n"
        files = ("rlminer/nn/kernels.cu", "rlminer/testing/oracle.h",
                 "cli/main.cc", "tests/golden.h", "bench/b.cc", "python/m.cc")
        self.assert_refused(
            {file: line for file in files}, *(f"{file}:2: using namespace is refused" for file in files))


class RoomMapTest(unittest.TestCase):
    def test_draws_the_rooms_without_arrows_that_follow_from_others(self):
        changes = {"rlminer/engine/CMakeLists.txt": "rlminer_room(engine DEPS base graph)\n"}
        code, output = run_tool("room_map.py", changes, "--root", "TREE")
        self.assertEqual(code, 0, output)
        arrows = [line.strip() for line in output.splitlines() if "->" in line]
        self.assertEqual(arrows, ['"engine" -> "graph";', '"graph" -> "base";', '"nn" -> "graph";'])
        self.assertIn('"base" [label="base\\n11 lines", fillcolor="#e3ecf7"];', output)
        self.assertIn('"nn" [label="nn [torch]\\n10 lines", fillcolor="#fbe0cc"];', output)
        self.assertIn('{ rank=same; "engine"; "nn"; }', output)
        self.assertNotIn("testing", output)
        self.assertEqual(run_tool("room_map.py", changes, "--root", "TREE", PYTHONHASHSEED="7"), (code, output))

    def test_counts_lines(self):
        code, output = run_tool("room_map.py", {"rlminer/nn/page.js": "1\n2\n"}, "--root", "TREE", "--lines")
        self.assertEqual(code, 0, output)
        rows = {line.split()[0]: line.split()[1:] for line in output.splitlines()}
        self.assertEqual(list(rows), ["room", "base", "engine", "graph", "nn", "testing", "cli", "total"])
        self.assertEqual(rows["base"], ["3", "11", "6"])
        self.assertEqual(rows["nn"], ["5", "12", "0"])
        self.assertEqual(rows["testing"], ["4", "0", "8"])
        self.assertEqual(rows["total"], ["18", "57", "14"])

    def test_refuses_a_cycle(self):
        changes = {"rlminer/base/CMakeLists.txt": "rlminer_room(base DEPS engine)\n"}
        code, output = run_tool("room_map.py", changes, "--root", "TREE")
        self.assertEqual(code, 1)
        self.assertIn("room base depends on itself", output)

    def test_says_that_dot_is_missing(self):
        code, output = run_tool("room_map.py", {}, "--root", "TREE", "TREE/map.svg", PATH="")
        self.assertEqual((code, output), (1, "the program dot is missing (Debian package graphviz)\n"))


if __name__ == "__main__":
    unittest.main()
