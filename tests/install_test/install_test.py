#!/usr/bin/env python3
"""Installs what was built and uses it: the library from a program of somebody else, and the Debian package.

The build folder is the one named by the environment variable RLMINER_BUILD. Standard library only.
"""

import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

BUILD = Path(os.environ["RLMINER_BUILD"])
HERE = Path(__file__).resolve().parent
SOURCE = HERE.parent.parent
CACHE = dict(re.findall(r"^(\w+):\w+=(.*)$", (BUILD / "CMakeCache.txt").read_text(), re.MULTILINE))
LEARNS = CACHE["RLMINER_TORCH"] in ("ON", "1", "TRUE")
ZSH = CACHE["RLMINER_ZSH_DIR"]
# Where the Python module would be, if this build makes a Debian package of it.
PYTHON_DIR = CACHE.get("RLMINER_PYTHON_DIR", ".") if CACHE.get("RLMINER_PYTHON") == "ON" else "."
QUESTION = ["mine", "example:caffeine", "-k", "5", "--format", "json", "--omit-timing", "--engine"]
# Where the program itself finds nothing but what lies beside it.
CLEAN = {key: value for key, value in os.environ.items() if not key.startswith("RLMINER_")}


def run(*command, **options):
    result = subprocess.run([str(word) for word in command], capture_output=True, text=True, env=CLEAN, timeout=500, **options)
    if result.returncode != 0:
        raise AssertionError(f"{command} ended with {result.returncode}:\n{result.stdout}{result.stderr}")
    return result.stdout


class InFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def check_program(self, prefix):
        """A program that was put somewhere works there, and everything that belongs to it is beside it."""
        program = prefix / "bin/rlminer"
        answer = json.loads(run(program, *QUESTION, "exact", cwd=self.folder))
        self.assertEqual((answer["k"], answer["frequency"], answer["proven"]), (5, 9, True))
        self.assertEqual((prefix / "bin/rlminer-learning").exists(), LEARNS)
        share = prefix / "share"
        for made, arguments in (
            ("bash-completion/completions/rlminer", ["completion", "bash"]),
            ("fish/vendor_completions.d/rlminer.fish", ["completion", "fish"]),
            ("man/man1/rlminer.1", ["man"]),
        ):
            self.assertEqual((share / made).read_text(), run(program, *arguments), made)
        self.assertEqual((prefix / ZSH / "_rlminer").read_text(), run(program, "completion", "zsh"))
        for document in ("LICENSE", "copyright", "README.md", "CHANGELOG.md", "examples/caffeine.lg"):
            self.assertTrue((share / "doc/rlminer" / document).is_file(), document)
        shipped = sorted(file.stem for file in (SOURCE / "models").glob("*.safetensors"))
        offered = run(program, "completion", "bash", "--offer", input="mine\n--model\n\n", cwd=self.folder)
        self.assertEqual(offered.split(), ["files", *shipped])
        if LEARNS and "universal" in shipped:
            learned = json.loads(run(program, *QUESTION, "rl", "--device", "cpu", cwd=self.folder))
            self.assertEqual((learned["engine"], learned["k"]), ("rl", 5))


class Install(InFolder):
    def test_a_program_of_somebody_else(self):
        prefix = self.folder / "prefix"
        run("cmake", "--install", BUILD, "--prefix", prefix)
        self.check_program(prefix)
        headers = {file.name for file in (prefix / "include/rlminer").rglob("*.h")}
        self.assertLessEqual({"engine.h", "io.h", "graph_report.h"}, headers)
        self.assertFalse({"test_support.h", "nauty_oracle.h", "sample_patterns.h"} & headers, "headers of tests")

        consumer = self.folder / "consumer"
        shutil.copytree(HERE, consumer, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
        run("cmake", "-S", consumer, "-B", consumer / "build", f"-DCMAKE_PREFIX_PATH={prefix}",
            f"-DCMAKE_CXX_COMPILER={CACHE['CMAKE_CXX_COMPILER']}", f"-DCMAKE_CXX_FLAGS={CACHE['CMAKE_CXX_FLAGS']}")
        run("cmake", "--build", consumer / "build")
        graph = prefix / "share/doc/rlminer/examples/caffeine.lg"
        answer = run(consumer / "build/consumer", graph)
        self.assertEqual(json.loads(answer), json.loads(run(prefix / "bin/rlminer", *QUESTION, "exact")))

    @unittest.skipUnless(LEARNS, "SKIPPED: this build has no rooms that need libtorch")
    def test_the_component_learning(self):
        """A policy is loaded by a program that includes no header of libtorch, which would take long to compile."""
        prefix = self.folder / "prefix"
        run("cmake", "--install", BUILD, "--prefix", prefix, "--component", "development")
        (self.folder / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.25)\nproject(learner LANGUAGES C CXX)\n"
            "find_package(rlminer CONFIG REQUIRED COMPONENTS learning)\n"
            "add_executable(learner learner.cc)\ntarget_link_libraries(learner PRIVATE rlminer::train)\n")
        (self.folder / "learner.cc").write_text(
            "#include <rlminer/nn/neural_policy.h>\n#include <rlminer/policy/policy.h>\n"
            "int main(int, char** arguments) { return rlminer::nn::load_policy(arguments[1], {.device = \"cpu\"}) == nullptr; }\n")
        run("cmake", "-S", self.folder, "-B", self.folder / "build", f"-DCMAKE_PREFIX_PATH={prefix}",
            f"-DCMAKE_CXX_FLAGS={CACHE['CMAKE_CXX_FLAGS']}")
        run("cmake", "--build", self.folder / "build")
        models = sorted((SOURCE / "models").glob("*.safetensors"))
        if models:
            run(self.folder / "build/learner", models[0])


@unittest.skipUnless(all(map(shutil.which, ("dpkg-shlibdeps", "dpkg-deb", "file"))), "SKIPPED: needs dpkg-dev and file")
class Deb(InFolder):
    def fields_of(self, name):
        """Packs, unpacks one of the packages and returns what it says about itself."""
        run("cpack", "--config", BUILD / "CPackConfig.cmake", "-G", "DEB", "-B", self.folder)
        package, = self.folder.glob(f"{name}_*.deb")
        version = CACHE["CMAKE_PROJECT_VERSION"]
        self.assertRegex(package.name, rf"^{name}_{re.escape(version)}_\w+\.deb$")
        fields = dict(re.findall(r"^ ?([\w-]+): (.*)$", run("dpkg-deb", "--field", package), re.MULTILINE))
        self.assertEqual((fields["Package"], fields["Version"]), (name, version))
        run("dpkg-deb", "--extract", package, self.folder / "root")
        self.assertEqual({file.name for file in (self.folder / "root").iterdir()}, {"usr"})
        self.assertFalse((self.folder / "root/usr/include").exists(), "development files in the package")
        return fields

    def test_the_package(self):
        depends = set(re.findall(r"(?:^|, )([^ ,]+)", self.fields_of("rlminer")["Depends"]))
        self.assertLessEqual({"libc6", "libstdc++6"}, depends)
        self.assertTrue(any(name.startswith("libfmt") for name in depends), depends)
        self.assertEqual(any(name.startswith("libtorch") for name in depends), LEARNS, depends)
        self.check_program(self.folder / "root/usr")

    @unittest.skipIf(PYTHON_DIR == ".", "SKIPPED: this build makes no package of the Python module")
    def test_the_package_of_the_python_module(self):
        """Debian's own Python finds the module, on the oldest processors and on this one, and its model."""
        depends = self.fields_of("python3-rlminer")["Depends"]
        minor = int(run("/usr/bin/python3", "-c", "import sys; print(sys.version_info.minor)"))
        wanted = (f"python3 (>= 3.{minor})", f"python3 (<< 3.{minor + 1})", "python3-numpy", "libc6", "libfmt")
        for name in wanted:
            self.assertIn(name, depends)
        self.assertNotIn("libtorch", depends)
        code = (
            "import rlminer as rm; graph = rm.Graph('example:caffeine'); best = rm.mine(graph, k=5)[5][0]; "
            "print(rm.__file__, rm._core.level, best.frequency, best.proven, rm.mine(graph, k=5, engine='rl')[5].note)"
        )
        folder = self.folder / "root/usr" / PYTHON_DIR
        levels = set()
        for chosen in ({}, {"RLMINER_LEVEL": "x86-64"}):
            environment = {**CLEAN, "PYTHONPATH": str(folder), **chosen}
            done = subprocess.run(["/usr/bin/python3", "-c", code], capture_output=True, text=True, env=environment, cwd=self.folder)
            self.assertEqual(done.returncode, 0, done.stderr)
            file, level, frequency, proven, *_ = done.stdout.split()
            self.assertEqual((file, frequency, proven), (str(folder / "rlminer/__init__.py"), "9", "True"))
            levels.add(level)
        self.assertIn("x86-64", levels)


if __name__ == "__main__":
    unittest.main()
