#!/usr/bin/env python3
"""Proves that check_layering.py fails when it must: each test breaks one rule in a small tree of its own."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

CHECKER = Path(__file__).with_name("check_layering.py")

GOOD_TREE = {
    "rlminer/CMakeLists.txt": "foreach(room base graph engine nn)\n  add_subdirectory(${room})\nendforeach()\n",
    "rlminer/base/CMakeLists.txt": "rlminer_room(base\n  SOURCES rng.cc\n  TESTS rng_test.cc)\n",
    "rlminer/base/rng.h": "#pragma once\n#include <cstdint>\n",
    "rlminer/base/rng.cc": '#include "rlminer/base/rng.h"\n',
    "rlminer/base/rng_test.cc": '#include "rlminer/base/rng.h"\n#include "tests/oracle.h"\nTEST_F(Rng, Draws) {}\n',
    "rlminer/graph/CMakeLists.txt": "rlminer_room(graph SOURCES graph.cc DEPS base LIBS ZLIB::ZLIB)\n",
    "rlminer/graph/graph.cc": '#include <zlib.h>\n#include "rlminer/base/rng.h"\n',
    "rlminer/engine/CMakeLists.txt": "# The top.\nrlminer_room(engine SOURCES engine.cc DEPS graph)\n",
    "rlminer/engine/engine.cc": '#include "rlminer/base/rng.h"\n#include "rlminer/graph/graph.h"\n',
    "rlminer/nn/CMakeLists.txt": "rlminer_room(nn SOURCES gnn.cc DEPS graph TORCH)\n",
    "rlminer/nn/gnn.cc": "#include <torch/torch.h>\n",
    "cli/main.cc": '#include "cli/commands.h"\n#include "rlminer/engine/engine.h"\n',
}


def run_checker(changes):
    """Exit code and output of the checker on the good tree with some files replaced (None: left out)."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in {**GOOD_TREE, **changes}.items():
            if text is not None:
                path = Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
        result = subprocess.run([sys.executable, CHECKER, folder], capture_output=True, text=True, check=False)
        return result.returncode, result.stdout + result.stderr


class CheckLayeringTest(unittest.TestCase):
    def assert_refused(self, changes, *expected):
        code, output = run_checker(changes)
        self.assertEqual(code, 1, output)
        for text in expected:
            self.assertIn(text, output)
        self.assertEqual(len(output.splitlines()), len(expected), output)

    def test_accepts_the_good_tree(self):
        self.assertEqual(run_checker({}), (0, ""))

    def test_refuses_an_include_of_a_higher_room(self):
        self.assert_refused(
            {"rlminer/base/rng.cc": '\n#include "rlminer/graph/graph.h"\n'},
            "rlminer/base/rng.cc:2: room base may not include rlminer/graph/graph.h; allowed: no other room")

    def test_refuses_an_include_of_a_sibling_room(self):
        self.assert_refused(
            {"rlminer/engine/CMakeLists.txt": "rlminer_room(engine SOURCES engine.cc DEPS base)\n"},
            "rlminer/engine/engine.cc:2: room engine may not include rlminer/graph/graph.h; allowed: base")

    def test_refuses_a_test_that_includes_a_higher_room(self):
        self.assert_refused(
            {"rlminer/base/rng_test.cc": '  #  include "rlminer/engine/engine.h"\nTEST(Rng, Draws) {}\n'},
            "rlminer/base/rng_test.cc:1: room base may not include rlminer/engine/engine.h")

    def test_refuses_a_room_that_does_not_exist(self):
        self.assert_refused(
            {"rlminer/engine/engine.cc": '#include "rlminer/magic/magic.h"\n'},
            "rlminer/engine/engine.cc:1: room engine may not include rlminer/magic/magic.h")

    def test_refuses_a_header_in_angle_brackets_too(self):
        self.assert_refused(
            {"rlminer/base/rng.cc": "#include <rlminer/graph/graph.h>\n"},
            "rlminer/base/rng.cc:1: room base may not include rlminer/graph/graph.h")

    def test_refuses_includes_that_bypass_the_prefix(self):
        self.assert_refused(
            {"rlminer/base/rng.cc": '#include "../graph/graph.h"\n'},
            'rlminer/base/rng.cc:1: "../graph/graph.h" must be written')

    def test_refuses_the_program_and_the_test_helpers_in_the_library(self):
        self.assert_refused(
            {"rlminer/base/rng.cc": '#include "cli/commands.h"\n#include "tests/oracle.h"\n'},
            'rlminer/base/rng.cc:1: "cli/commands.h"', 'rlminer/base/rng.cc:2: "tests/oracle.h"')

    def test_refuses_a_dependency_on_nothing(self):
        self.assert_refused(
            {"rlminer/graph/CMakeLists.txt": "rlminer_room(graph SOURCES graph.cc DEPS base bass)\n"},
            "rlminer/graph/CMakeLists.txt:1: room graph depends on bass, which does not exist")

    def test_refuses_a_cycle(self):
        self.assert_refused(
            {"rlminer/base/CMakeLists.txt": "rlminer_room(base SOURCES rng.cc DEPS engine TESTS rng_test.cc)\n"},
            "rlminer/base/CMakeLists.txt:1: room base depends on itself",
            "rlminer/graph/CMakeLists.txt:1: room graph depends on itself",
            "rlminer/engine/CMakeLists.txt:2: room engine depends on itself")

    def test_refuses_torch_outside_its_rooms(self):
        self.assert_refused(
            {"rlminer/graph/graph.cc": "#include <ATen/core/Tensor.h>\n", "cli/main.cc": "#include <torch/torch.h>\n"},
            "rlminer/graph/graph.cc:1: torch is not for room graph", "cli/main.cc:1: torch stops at")

    def test_refuses_to_let_another_room_declare_torch(self):
        self.assert_refused(
            {"rlminer/graph/CMakeLists.txt": "rlminer_room(graph SOURCES graph.cc DEPS base TORCH)\n"},
            "rlminer/graph/CMakeLists.txt:1: room graph may not use torch",
            "rlminer/engine/CMakeLists.txt:2: room engine needs no torch but depends on graph, which does")

    def test_refuses_a_file_that_nothing_builds(self):
        self.assert_refused(
            {"rlminer/base/forgotten.cc": "", "rlminer/base/forgotten_test.cc": ""},
            "rlminer/base/forgotten.cc:1: not listed in rlminer/base/CMakeLists.txt",
            "rlminer/base/forgotten_test.cc:1: not listed in rlminer/base/CMakeLists.txt")

    def test_refuses_a_file_listed_only_in_a_comment(self):
        self.assert_refused(
            {"rlminer/engine/CMakeLists.txt": "rlminer_room(engine SOURCES old.cc # engine.cc\n  DEPS graph)\n"},
            "rlminer/engine/engine.cc:1: not listed")

    def test_refuses_a_test_among_the_sources(self):
        self.assert_refused(
            {"rlminer/base/CMakeLists.txt": "rlminer_room(base SOURCES rng.cc rng_test.cc)\n"},
            "rlminer/base/CMakeLists.txt:1: test rng_test.cc is listed under SOURCES")

    def test_refuses_a_test_file_without_a_test(self):
        self.assert_refused(
            {"rlminer/base/rng_test.cc": "// TEST(Rng, Draws) {}\n"},
            "rlminer/base/rng_test.cc:1: a test file without a test")

    def test_refuses_a_room_that_is_never_added(self):
        self.assert_refused(
            {"rlminer/CMakeLists.txt": "add_subdirectory(base)\nadd_subdirectory(graph)\nadd_subdirectory(nn) # engine\n"},
            "rlminer/engine/CMakeLists.txt:2: room engine is not added in rlminer/CMakeLists.txt")

    def test_refuses_a_folder_without_a_declaration(self):
        self.assert_refused(
            {"rlminer/extra/extra.cc": "", "rlminer/nn/CMakeLists.txt": "add_library(nn gnn.cc)\n"},
            "rlminer/extra:1: a folder with C++ files needs a CMakeLists.txt",
            "rlminer/nn/CMakeLists.txt:1: expected one rlminer_room(...) declaration, found 0")

    def test_refuses_a_room_not_named_after_its_folder(self):
        self.assert_refused(
            {"rlminer/nn/CMakeLists.txt": "rlminer_room(net SOURCES gnn.cc DEPS graph TORCH)\n"},
            "rlminer/nn/CMakeLists.txt:1: the room must be named after its folder, nn")

    def test_refuses_to_pass_a_tree_without_rooms(self):
        code, output = run_checker({name: None for name in GOOD_TREE if name.startswith("rlminer/")})
        self.assertEqual(code, 2, output)


if __name__ == "__main__":
    unittest.main()
