"""Learning by the program. RLMINER_PROGRAM says where it is; without one that learns, tests are skipped."""

import os
import pickle
import shutil
import signal
import subprocess
import sys

import pytest
from conftest import random_graph
from test_interrupt import interrupt_soon

import rlminer as rm


@pytest.fixture(scope="session")
def learning(tmp_path_factory):
    program = os.environ.get("RLMINER_PROGRAM") or shutil.which("rlminer")
    if program is None:
        pytest.skip("there is no program rlminer")
    nowhere = tmp_path_factory.mktemp("learning") / "no.lg"
    answer = subprocess.run([program, "train", nowhere, "-o", "m"], capture_output=True, text=True, timeout=60)
    if "has no learning" in answer.stderr:
        pytest.skip("the program rlminer is without learning")


def graphs(count=20):
    made = (random_graph(seed, vertices=12) for seed in range(count))
    return [rm.Graph(pairs, label=label) for pairs, label in made]


TINY = {
    "k": [3, 4],
    "filter": "none",
    "updates": 20,
    "settings": {"network.hidden": 8, "round": 10, "imitation.fresh_share": 0.0},
    "device": "cpu",
    "threads": 1,
}


def test_a_policy_is_learned_and_used(learning, tmp_path):
    model = tmp_path / "tiny.safetensors"
    told = []
    training = rm.train(graphs(), model, **TINY, progress=told.append)
    assert training.model == str(model) and model.stat().st_size > 1000
    assert training.rows[-1]["updates"] == 20 and training.best in training.rows and told[-1] in training.rows
    assert "best round" in str(training) and "<svg" in training._repr_html_()
    again = pickle.loads(pickle.dumps(training))
    assert again.rows == training.rows and str(again) == str(training)
    assert rm.mine(graphs()[0], k=4, engine="rl", model=model)[4][0].frequency > 0
    found = rm.evaluate(graphs(), ["exact", "rl"], k=[3, 4], model=model, filter="none", cache=False)
    assert found.rows[-1].method == "rl" and found.rows[-1].graphs == 4
    with pytest.warns(rm.InputWarning, match="the model knows"):
        rm.evaluate(graphs(), "rl", k=3, model=model, filter="none", split="train", cache=False)


def test_rows_as_a_table(learning, tmp_path):
    pytest.importorskip("pandas")
    table = rm.train(graphs(), tmp_path / "m.safetensors", **TINY).to_pandas()
    assert list(table["updates"])[-1] == 20


def test_the_same_seed_gives_the_same_model(learning, tmp_path):
    for name in "ab":
        rm.train(graphs(), tmp_path / name, **TINY, seed=3)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_kinds_of_edges_are_learned(learning, tmp_path):
    made = (random_graph(seed, vertices=12) for seed in range(20))
    bonds = [rm.Graph(pairs, label=label, edge_label=["-="[u % 2] for u, _ in pairs]) for pairs, label in made]
    model = tmp_path / "m.safetensors"
    rm.train(bonds, model, **TINY)
    assert b"relations" in model.read_bytes()
    assert rm.mine(bonds[0], k=4, engine="rl", model=model)[4][0].pattern.edge_labels


LONG = {**TINY, "updates": 1_000_000}


def test_interrupted_training_is_saved(learning, tmp_path):
    model = tmp_path / "m.safetensors"
    timer = []

    def interrupt_after_a_round(row):
        if not timer:
            timer.append(interrupt_soon(0.3))

    with pytest.raises(rm.Interrupted) as caught:
        rm.train(graphs(), model, **LONG, progress=interrupt_after_a_round)
    training = caught.value.result
    assert training.interrupted and training.rows and model.exists() and (tmp_path / "m.safetensors.last").exists()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_progress_ends_training(learning, tmp_path):
    training = rm.train(graphs(), tmp_path / "m.safetensors", **LONG, progress=lambda row: row["round"] < 3)
    assert not training.interrupted and 3 <= training.rows[-1]["round"] < 100
    with pytest.raises(ZeroDivisionError):
        rm.train(graphs(), tmp_path / "n.safetensors", **LONG, progress=lambda row: 1 / 0)


def test_an_earlier_log_is_not_taken_for_ours(learning, tmp_path):
    model = tmp_path / "m.safetensors"
    rm.train(graphs(), model, **TINY)
    with pytest.raises(rm.Error, match="time-limit 0.001"):
        rm.train(graphs(), model, **{**TINY, "time_limit": 0.001})


def test_a_run_is_gone_on_with(learning, tmp_path):
    model = tmp_path / "m.safetensors"
    first = rm.train(graphs(), model, **LONG, progress=lambda row: row["round"] < 2)
    last = first.rows[-1]["round"]
    second = rm.train(graphs(), model, **LONG, resume=True, progress=lambda row: row["round"] < last + 2)
    assert second.rows[: last - 1] == first.rows[: last - 1] and second.rows[-1]["round"] >= last + 2
    with pytest.raises(rm.Error, match="another config"):
        rm.train(graphs(), model, **TINY, resume=True)


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"preset": "huge"}, "preset: "),
        ({"settings": {"network.depth": 3}}, "set network.depth=3: "),
        ({"epochs": 5}, "epochs: "),
        ({"k": 99}, "k: '99' is not a size"),
        ({"init": "no.safetensors"}, "no.safetensors: "),
    ],
)
def test_errors_are_those_of_the_program(learning, tmp_path, options, complaint):
    with pytest.raises(rm.Error, match="^" + complaint):
        rm.train(graphs(), tmp_path / "m.safetensors", **{**TINY, **options})


def test_without_the_program(tmp_path, monkeypatch):
    monkeypatch.delenv("RLMINER_PROGRAM", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(rm.Error, match="without learning"):
        rm.train(graphs(), tmp_path / "m.safetensors")


def test_a_program_without_learning(tmp_path, monkeypatch):
    program = tmp_path / "rlminer"
    program.write_text(f"#!{sys.executable}\nraise SystemExit('this build of rlminer has no learning: ...')\n")
    program.chmod(0o755)
    monkeypatch.setenv("RLMINER_PROGRAM", str(program))
    with pytest.raises(rm.Error, match="this build of rlminer has no learning"):
        rm.train(graphs(), tmp_path / "m.safetensors")
