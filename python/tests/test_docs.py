"""The examples in docstrings and in the documentation run as they stand."""

import doctest
import importlib
import importlib.util
import pathlib
import pkgutil

import pytest

import rlminer

ROOT = pathlib.Path(__file__).resolve().parents[2]
# What an example needs beyond the module itself.
NEEDED = {
    "from_smiles": "rdkit",
    "to_networkx": "networkx",
    "to_pandas": "pandas",
    "PatternFeatures": "sklearn",
    "orbits": "scipy",
    "OrbitFeatures": "scipy",
}


def examples():
    finder = doctest.DocTestFinder(exclude_empty=True)
    for name in ["rlminer"] + [f"rlminer.{each.name}" for each in pkgutil.iter_modules(rlminer.__path__)]:
        if name.startswith("rlminer._core"):
            continue
        if name == "rlminer.sklearn" and importlib.util.find_spec("sklearn") is None:
            continue
        module = importlib.import_module(name)
        yield from (test for test in finder.find(module, name) if test.examples)


@pytest.mark.parametrize("test", list(examples()), ids=lambda test: test.name)
def test_docstring(test):
    needed = NEEDED.get(test.name.rpartition(".")[2])
    if needed:
        pytest.importorskip(needed)
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    runner.run(test)
    assert runner.failures == 0


def python_blocks(text):
    inside, block = False, []
    for line in text.splitlines():
        if line.startswith("```"):
            if inside:
                yield "\n".join(block)
            inside, block = line == "```python", []
        elif inside:
            block.append(line)


@pytest.mark.parametrize("page", ["README.md", "docs/python.md"])
def test_page(page, tmp_path, monkeypatch):
    for package in ("networkx", "pandas", "sklearn", "rdkit"):
        pytest.importorskip(package)
    file = ROOT / page
    if not file.exists():
        pytest.skip(f"{file} is not here")
    monkeypatch.chdir(tmp_path)
    names = {}
    blocks = list(python_blocks(file.read_text()))
    assert blocks
    for block in blocks:
        exec(compile(block, page, "exec"), names)
