"""Features of graphs in the real scikit-learn."""

import pickle

import numpy as np
import pytest

pytest.importorskip("sklearn")

from conftest import brute_force, canonical_of, random_graph
from rlminer.sklearn import PatternFeatures
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import rlminer as rm


def test_rows_are_frequencies():
    inputs = [random_graph(seed) for seed in range(8)]
    graphs = [rm.Graph(pairs, label=label) for pairs, label in inputs]
    features = PatternFeatures(k=[3, 4], top=10).fit(graphs)
    rows = features.transform(graphs)
    assert rows.shape == (8, 20) and len(features.get_feature_names_out()) == 20
    for row, (pairs, label) in zip(rows, inputs):
        expected = {k: brute_force(pairs, label, k) for k in (3, 4)}
        for value, pattern in zip(row, features.patterns_):
            assert value == expected[len(pattern)][canonical_of(pattern)]
    totals = rows.sum(axis=0)
    assert (np.diff(totals[:10]) <= 0).all() and (np.diff(totals[10:]) <= 0).all()
    assert (features.fit_transform(graphs) == rows).all()


def test_graphs_unlike_the_training_graphs():
    features = PatternFeatures(k=3, top=5).fit([rm.Graph("example:aspirin")])
    strange = rm.Graph([(0, 1), (1, 2)], label=["Xe", "Xe", "Xe"])
    assert (features.transform([strange, rm.Graph([])]) == 0).all()


def test_what_the_time_limit_ends_is_counted():
    graphs = [rm.Graph("example:aspirin"), rm.Graph("example:club")]
    whole = PatternFeatures(k=4, top=4).fit(graphs)
    hurried = pickle.loads(pickle.dumps(whole)).set_params(time_limit=1e-6)
    assert (hurried.transform(graphs) == whole.transform(graphs)).all()


def test_pipeline():
    graphs, classes = [], []
    for number in range(40):
        pairs, label = random_graph(number, vertices=14, density=0.2)
        has_ring = number % 2
        if has_ring:
            pairs = pairs + [(20, 21), (21, 22), (22, 20)]
            label = {**label, 20: "S", 21: "S", 22: "S"}
        graphs.append(rm.Graph(pairs, label=label))
        classes.append(has_ring)
    model = make_pipeline(PatternFeatures(k=3, top=30), StandardScaler(), LogisticRegression(max_iter=1000))
    assert cross_val_score(model, graphs, classes, cv=4).mean() > 0.7
    assert clone(model).get_params()["patternfeatures__top"] == 30
    search = GridSearchCV(model, {"patternfeatures__top": [5, 30]}, cv=2).fit(graphs, classes)
    again = pickle.loads(pickle.dumps(search.best_estimator_))
    assert (again.predict(graphs) == search.predict(graphs)).all()
