"""Results as Python objects, tables and pictures; errors; imports."""

import json
import os
import pickle
import subprocess
import sys
import xml.dom.minidom

import pytest
from conftest import data_folder

import rlminer as rm


def test_results_index_by_size_then_rank(aspirin):
    result = rm.mine(aspirin, k=range(3, 6), top=3, occurrences=2)
    assert list(result) == result.sizes == [3, 4, 5] and 4 in result and len(result) == 3
    assert [len(result[k]) for k in result] == [3, 3, 3]
    assert result[5][0].frequency == 8 and result[5][0].rank == 0 and result[5][-1].rank == 2
    assert result.proven and result[5].proven and result[5][0].proven
    assert result[5].sets == 35 and result[5].sets_exact and not result[5].note
    with pytest.raises(KeyError, match="3, 4, 5"):
        result[6]


@pytest.mark.parametrize("k", [5, "5", [5], range(5, 6), (5,), {5}])
def test_sizes_in_every_form(aspirin, k):
    assert rm.mine(aspirin, k=k).sizes == [5]


def test_numbers_of_any_size():
    star = rm.Graph([(0, leaf) for leaf in range(1, 3001)])
    finding = rm.mine(star, k=20, time_limit=5)[20][0]
    from math import comb

    assert finding.frequency == comb(3000, 19) > 2**128
    again = pickle.loads(pickle.dumps(rm.mine(star, k=20, time_limit=5)))
    assert again[20][0].frequency == finding.frequency
    assert json.loads(again.to_json())["frequency"] == str(comb(3000, 19))
    pattern = finding.pattern
    assert rm.count(star, pattern) == comb(3000, 19)
    assert pickle.loads(pickle.dumps(rm.count(star, pattern))).exact


def test_estimates_have_intervals():
    star = rm.Graph([(0, leaf) for leaf in range(1, 200)] + [(leaf, leaf + 1) for leaf in range(1, 199)])
    times = rm.count(star, rm.Pattern("0000", [(0, 1), (0, 2), (0, 3)]), estimate="always")
    exact = rm.count(star, rm.Pattern("0000", [(0, 1), (0, 2), (0, 3)]), estimate="never")
    assert exact.exact and exact.interval is None
    assert not times.exact and times.interval[0] <= exact <= times.interval[1] and times.note
    again = pickle.loads(pickle.dumps(times))
    assert (again, again.interval, again.mappings) == (times, times.interval, times.mappings)


def test_results_survive_pickling(aspirin):
    result = rm.mine(aspirin, k=[3, 5], top=2, occurrences=3)
    again = pickle.loads(pickle.dumps(result))
    assert str(again) == str(result) and again.to_json() == result.to_json()
    for k in result:
        for before, after in zip(result[k], again[k]):
            assert before.pattern == after.pattern and before.occurrences == after.occurrences
    results = rm.mine([aspirin, rm.Graph("example:caffeine")], k=4)
    assert [r[4][0].frequency for r in pickle.loads(pickle.dumps(results))] == [r[4][0].frequency for r in results]


def test_pictures_are_xml(aspirin):
    result = rm.mine(aspirin, k=[4, 5], top=2)
    for picture in (result.to_svg(), result[5][0].pattern._repr_svg_(), result[5][0]._repr_svg_()):
        assert xml.dom.minidom.parseString(picture).documentElement.tagName == "svg"
    assert "<svg" in result._repr_html_() and "proven" in result._repr_html_()
    assert result.to_html().startswith("<!DOCTYPE html>")


def test_table(aspirin):
    pytest.importorskip("pandas")
    table = rm.mine(aspirin, k=[4, 5], top=2).to_pandas()
    assert list(table["k"]) == [4, 4, 5, 5] and list(table["rank"]) == [0, 1, 0, 1]
    assert table["frequency"].dtype.kind == "i" and table["proven"].all()
    several = rm.mine([aspirin, aspirin], k=4).to_pandas()
    assert list(several["graph"]) == [0, 1]
    star = rm.Graph([(0, leaf) for leaf in range(1, 3001)])
    assert rm.mine(star, k=20, time_limit=5).to_pandas()["frequency"][0] > 2**128


def test_patterns():
    path = rm.Pattern("CCO", [(0, 1), (1, 2)])
    assert path == rm.Pattern(["O", "C", "C"], [(1, 0), (1, 2)]) != rm.Pattern("COC", [(0, 1), (1, 2)])
    assert len({path, rm.Pattern("OCC", [(0, 1), (1, 2)])}) == 1
    assert pickle.loads(pickle.dumps(path)) == path
    assert path != "CCO"
    patterns = [path, rm.Pattern("CC", [(0, 1)]), rm.Pattern("CCC", [(0, 1), (1, 2)])]
    assert sorted(patterns) == sorted(reversed(patterns)) and sorted(patterns)[0] == patterns[1]


@pytest.mark.parametrize(
    ("labels", "edges", "message"),
    [
        ("", [], "the pattern has no vertices"),
        ("CC", [], "the pattern is not connected"),
        ("C" * 33, [(i, i + 1) for i in range(32)], "more than 32 vertices"),
        ("CC", [(0, 2)], "the pattern has no vertex 2 for the edge 0-2"),
        ("CC", [(0, 1), (1, 1)], "the pattern has a self-loop: 1-1"),
    ],
)
def test_bad_patterns_are_refused_as_the_program_does(labels, edges, message):
    with pytest.raises(rm.Error, match=message):
        rm.Pattern(labels, edges)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"k": 33}, "k: '33' is not a size from 1 to 32"),
        ({"k": "5..x"}, "k: 'x' is not a size from 1 to 32"),
        ({"k": []}, "k: there is no size"),
        ({"k": 2.5}, "k: 2.5 is neither"),
        ({"top": 0}, "top: '0' is not a whole number from 1"),
        ({"threads": -1}, "threads: '-1' is not"),
        ({"time_limit": 0}, "time_limit: '0' is not a positive number of seconds"),
        ({"memory_limit": "lots"}, "memory-limit: 'lots' is not an amount"),
        ({"engine": "exakt"}, "did you mean exact"),
        ({"engine": "exact", "samples": 5}, "samples: is for"),
        ({"engine": "exact", "model": "universal"}, "model: is for rl and auto, not for exact"),
        ({"engine": "rl", "model": "nothing"}, "nothing: there is no such model"),
        ({"engine": "rl", "decode": "magic"}, "decode: magic not in"),
    ],
)
def test_bad_arguments_are_refused_as_the_program_does(aspirin, options, message):
    with pytest.raises(rm.Error, match=message):
        rm.mine(aspirin, **{"k": 5, **options})
    assert issubclass(rm.Error, ValueError)


def test_bad_files_are_refused_as_the_program_does(tmp_path):
    file = tmp_path / "broken.lg"
    file.write_text("t # 0\nv 0 A\ne 0 7\n")
    with pytest.raises(rm.Error, match=f"{file}:3: "):
        rm.Graph(file)
    with pytest.raises(rm.Error, match="did you mean example:caffeine"):
        rm.Graph("caffeine")
    with pytest.raises(rm.Error, match="No such file"):
        rm.Graph(tmp_path / "xyz")
    loop = tmp_path / "loop.lg"
    loop.write_text("t # 0\nv 0 A\nv 1 A\ne 0 1\ne 1 1\n")
    with pytest.warns(rm.InputWarning, match="self-loop"):
        rm.Graph(loop)


def test_labels_with_any_letters():
    """Lone surrogates too: Python makes them of file names and bytes that are not UTF-8."""
    graph = rm.Graph([(0, 1)], label=["\udcff", "\u00e9 \U0001f600"])
    result = rm.mine(graph, k=2)
    assert result[2][0].frequency == 1 and set(result[2][0].pattern.labels) == set(graph.labels)
    assert rm.count(pickle.loads(pickle.dumps(graph)), result[2][0].pattern) == 1
    assert "<svg" in result.to_svg() and json.loads(result.to_json())


def test_every_engine_answers(aspirin):
    for engine in rm.engines():
        result = rm.mine(aspirin, k=5, engine=engine, time_limit=5, seed=3)
        assert 1 <= result[5][0].frequency <= 8, engine
        again = rm.mine(aspirin, k=5, engine=engine, time_limit=5, seed=3)
        assert again[5][0].pattern == result[5][0].pattern, engine


def test_sizes_that_do_not_fit(aspirin):
    result = rm.mine(aspirin, k=[13, 14])
    assert result[13][0].frequency == 1 and len(result[14]) == 0


def test_missing_labels_and_limits(aspirin):
    gold = rm.Pattern(["Au", "C"], [(0, 1)])
    assert rm.count(aspirin, gold) == 0 and rm.count(aspirin, gold).note == "the input has no label 'Au'"
    assert rm.find(aspirin, gold) == []
    carbon = rm.Pattern("CC", [(0, 1)])
    assert len(rm.find(aspirin, carbon, limit=2)) == 2 and not rm.find(aspirin, carbon, limit=2).complete
    assert rm.mine(aspirin, k=5, occurrences=0)[5][0].occurrences == []


def test_collection_of_the_paper():
    with pytest.warns(rm.InputWarning, match="edge labels are ignored"):
        graphs = rm.read(data_folder() / "MUTAG")
    results = rm.mine(graphs, k=6, threads=2)
    assert len(results) == 188 and results.proven
    assert results[0][6][0].frequency > 0


def test_nothing_is_imported_that_is_not_used():
    code = (
        "import sys, rlminer as rm; r = rm.mine(rm.Graph('example:aspirin'), k=5); r._repr_html_(); "
        "print([m for m in ('networkx', 'igraph', 'scipy', 'pandas', 'rdkit', 'torch', 'sklearn') if m in sys.modules])"
    )
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert printed.strip() == "[]"


def test_every_level_gives_the_same_answers():
    code = (
        "import rlminer as rm; r = rm.mine(rm.Graph('example:club'), k=range(3, 8), top=5); "
        "print(rm._core.level, [[(f.frequency, f.pattern) for f in r[k]] for k in r])"
    )
    outputs = {}
    for level in ("x86-64", "x86-64-v3", "x86-64-v4"):
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, env={**os.environ, "RLMINER_LEVEL": level}
        )
        if done.returncode == 0:
            name, _, answers = done.stdout.partition(" ")
            assert name == level
            outputs[level] = answers
        else:  # not built for it, or the processor lacks it
            assert level != "x86-64", done.stderr
    assert len(set(outputs.values())) == 1
