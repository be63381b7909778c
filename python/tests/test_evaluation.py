"""Methods compared: the figures are those of the program."""

import json
import pickle
import xml.dom.minidom

import pytest
from conftest import ROOT, data_folder
from test_interrupt import HARD, interrupt_soon

import rlminer as rm

NAMES = ("aspirin", "caffeine", "cholesterol", "glucose", "ibuprofen")


@pytest.fixture
def molecules():
    return [rm.Graph(f"example:{name}") for name in NAMES]


def evaluate(graphs, *arguments, **options):
    return rm.evaluate(graphs, *arguments, **{"split": "all", "cache": False, **options})


def test_rows_are_those_of_the_summary(molecules):
    found = evaluate(molecules, ["rand", "exact"], k="3..4", seeds=2)
    assert [(row.method, row.k) for row in found.rows] == [("exact", 3), ("exact", 4), ("rand", 3), ("rand", 4)]
    assert found.rows == [rm.EvaluationRow(**row) for row in json.loads(found.to_json())["rows"]]
    assert all(row.dataset == "graphs" and row.graphs == len(NAMES) for row in found.rows)
    assert found.rows[0].ratio == 1.0 and found.rows[2].ratio <= 1.0 and found.rows[2].seeds == 2
    assert found.complete and not found.interrupted
    assert found.to_csv().count("\n") == 1 + len(NAMES) * 2 * 3


def test_ratios_are_those_of_mine(molecules):
    found = evaluate(molecules, ["rand+samples=3"], k=5, seeds=1, seed=7)
    ratios = [
        rm.mine(graph, k=5, engine="rand", samples=3, seed=7)[5][0].frequency / rm.mine(graph, k=5)[5][0].frequency
        for graph in molecules
    ]
    assert found.rows[0].ratio == pytest.approx(sum(ratios) / len(ratios), abs=1e-6)


def test_results_in_every_form(molecules):
    found = evaluate(molecules, ["exact", "rand"], k=3)
    again = pickle.loads(pickle.dumps(found))
    assert again.rows == found.rows and str(again) == str(found) and again.to_html() == found.to_html()
    assert "**rand**" in str(found) and "exact, rand" in repr(found)
    assert found.to_html().startswith("<!DOCTYPE html>")
    assert xml.dom.minidom.parseString(found.to_svg()).documentElement.tagName == "svg"
    assert "<table" in found._repr_html_() and "<svg" in found._repr_html_()


def test_only_the_test_part_and_what_passes_the_filter(molecules):
    small = rm.Graph([(0, 1), (1, 2), (2, 3)])
    assert evaluate([*molecules, small], "exact", k=3, filter="paper").rows[0].graphs == len(NAMES)
    assert evaluate([*molecules, small], "exact", k=3, filter="none").rows[0].graphs == len(NAMES) + 1
    assert evaluate(molecules, "exact", k=3, filter="none", split="test").rows[0].graphs == 1
    with pytest.raises(rm.Error, match="no graph passes the filter"):
        evaluate([small], "exact", k=2)


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"methods": ["best"]}, "methods: "),
        ({"methods": ["exact", "exact"]}, "methods: 'exact' is named twice"),
        ({"split": "half"}, "split: half not in"),
        ({"filter": "some"}, "filter: some not in"),
        ({"model": "universal"}, "model: is for the method rl"),
        ({"seeds": 0}, "seeds: '0' is not a whole number"),
        ({"k": 99}, "k: '99' is not a size"),
    ],
)
def test_errors_name_the_argument(molecules, options, complaint):
    with pytest.raises(rm.Error, match="^" + complaint):
        evaluate(molecules, **{"k": 3, **options})


def test_a_policy_is_compared(molecules):
    found = evaluate(molecules, ["exact", "rl"], k=[4, 5], model="universal", filter="none")
    learned = [row for row in found.rows if row.method == "rl"]
    assert [row.k for row in learned] == [4, 5] and all(0.5 < row.ratio <= 1.0 for row in learned)


def test_a_model_that_knows_the_graphs_is_told_of():
    collection = rm.read(data_folder() / "COX2")
    with pytest.warns(rm.InputWarning, match="the model knows"):
        rm.evaluate(collection, ["rl"], k=5, model=ROOT / "models" / "COX2.safetensors", split="train", cache=False)


def test_frequencies_are_kept(molecules, tmp_path):
    first = evaluate(molecules, "exact", k=4, cache=tmp_path / "cache")
    assert any((tmp_path / "cache").rglob("*"))
    second = evaluate(molecules, ["rand"], k=4, cache=str(tmp_path / "cache"))
    assert first.complete and second.rows[0].unproven == 0


def test_progress():
    many = [rm.Graph("example:cholesterol")] * 100
    method, steps = "rand+samples=2000", []
    found = evaluate(many, method, k=8, progress=steps.append)
    assert found.complete and steps and all(isinstance(step, rm.EvaluationStep) for step in steps)
    assert steps[-1].what == method and all(step.done <= step.graphs == len(many) for step in steps)
    stopped = evaluate(many, method, k=8, progress=lambda step: False)
    assert not stopped.complete and not stopped.interrupted and stopped.rows[0].graphs < len(many)
    with pytest.raises(ZeroDivisionError):
        evaluate(many, method, k=8, progress=lambda step: 1 / 0)


def test_interrupted_evaluation_has_the_rows_so_far(molecules):
    timer = interrupt_soon(1.0)
    with pytest.raises(rm.Interrupted) as caught:
        evaluate([*molecules, HARD], "exact", k=12, filter="none")
    timer.join()
    found = caught.value.result
    assert found.interrupted and not found.complete
    assert [row.graphs for row in found.rows] == [len(NAMES)]
    assert pickle.loads(pickle.dumps(found)).interrupted
