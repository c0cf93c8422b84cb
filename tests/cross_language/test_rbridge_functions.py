"""Every public function on R's objects, in one process: the answer is that of Python's objects."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
import rpy2.robjects as ro
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import jointstats
import rbridge

ROLES = {
    "dataset": "dataset",
    "algorithm": "algorithm",
    "measures": {"accuracy": "max", "auc": "max"},
    "only": ["AODE", "Bagging"],
}
NAMES = {key: ROLES[key] for key in ("dataset", "algorithm", "measures")}
FOLDS = {"run": "run", "fold": "fold", "of": "diabetes"}
CONFUSION = pd.DataFrame({"tp": [40, 30], "fp": [10, 5], "tn": [45, 46], "fn": [5, 0]})
STUDY = {"n": [10, 20], "tests": ["glrt"], "replicates": 100, "rng": 1}
POINTS = pd.DataFrame(np.random.default_rng(1).normal(size=(40, 2)), columns=["x", "y"])
ESTIMATORS = {"tree": DecisionTreeClassifier(random_state=0), "Bayes": GaussianNB()}
SIDES = {name: list(POINTS[name] > 0) for name in POINTS}


def file_of_results(folder):
    path = folder / "results.csv"
    jointstats.load_frame("example1").to_csv(path, index=False)
    return str(path)


# What each function is asked, if not of two algorithms on two measures. `frame` and `folds` are
# data frames of the language, as are those that `new` makes; `text` is a vector of the language.
CALLS = {
    "break_even": lambda js, d: js.break_even(
        d.frame, "AODE", "Bagging", cost="accuracy", gain="auc", **NAMES
    ),
    "claim_test": lambda js, d: js.claim_test(
        d.frame, "AODE", "Bagging", better="accuracy", **NAMES
    ),
    "compare_estimators": lambda js, d: js.compare_estimators(
        ESTIMATORS, d.points, measures=d.text("accuracy"), cv=2
    ),
    "corrected_t_test": lambda js, d: js.corrected_t_test(d.folds, measure="auc", **ROLES, **FOLDS),
    "friedman_test": lambda js, d: js.friedman_test(d.frame, **NAMES),
    "json_schema": lambda js, d: js.json_schema(d.text("GLRTResult")),
    "learn_measures": lambda js, d: js.learn_measures(d.frame, d.frame, **ROLES),
    "list_datasets": lambda js, d: js.list_datasets(),
    "load_dataset": lambda js, d: js.load_dataset(d.text("pnn")),
    "load_frame": lambda js, d: js.load_frame(d.text("pnn")),
    "manova_test": lambda js, d: js.manova_test(d.frame, draws=99, **ROLES),
    "mardia_test": lambda js, d: js.mardia_test(d.frame, draws=99, **ROLES),
    "measures_from_confusion": lambda js, d: js.measures_from_confusion(d.new(CONFUSION)),
    "pairwise_tests": lambda js, d: js.pairwise_tests(d.frame, test="sign", **ROLES),
    "plan_datasets": lambda js, d: js.plan_datasets(d.frame, **STUDY, **ROLES),
    "read_results": lambda js, d: js.read_results(
        d.text(d.file), dataset="dataset", algorithm="algorithm", measures={"accuracy": "max"}
    ),
    "sensitivity": lambda js, d: js.sensitivity(
        js.compare_algorithms(d.frame, **ROLES), factors=d.text("level")
    ),
    "simulate_roc": lambda js, d: js.simulate_roc(n=6, tests=d.text("glrt"), cases=20, rng=1),
    "watch_claim": lambda js, d: js.watch_claim(
        d.text("ledger.json"), d.frame, "AODE", "Bagging", better="accuracy", **NAMES
    ),
}


class Data:
    """The same data as objects of one language."""

    def __init__(self, new, text, folder):
        self.new, self.text = new, text
        self.points = {name: (new(POINTS), side) for name, side in SIDES.items()}
        self.frame = new(jointstats.load_frame("weka"))
        self.folds = new(jointstats.load_frame("weka_folds"))
        self.file = file_of_results(folder)


@pytest.fixture(scope="module")
def in_python(tmp_path_factory):
    return Data(lambda frame: frame, lambda word: word, tmp_path_factory.mktemp("python"))


@pytest.fixture(scope="module")
def in_r(tmp_path_factory):
    return Data(rbridge.to_r, lambda word: ro.StrVector([word]), tmp_path_factory.mktemp("r"))


def asked(name, js, data):
    if name in CALLS:
        return CALLS[name](js, data)
    return getattr(js, name)(data.frame, **ROLES)


WITHOUT_ARGUMENTS = ro.r("""
function(x) { if (inherits(x, "jointstats_test")) x$asked <- NULL; x }
""")


@pytest.mark.parametrize("name", rbridge.conversion.names())
@pytest.mark.filterwarnings("ignore::jointstats.JointStatsWarning")
def test_a_function_answers_on_r_objects_as_on_those_of_python(
    name, in_r, in_python, tmp_path_factory, monkeypatch
):
    monkeypatch.chdir(tmp_path_factory.mktemp("asked_in_r"))
    answer = WITHOUT_ARGUMENTS(asked(name, rbridge, in_r))
    monkeypatch.chdir(tmp_path_factory.mktemp("asked_in_python"))
    expected = rbridge.to_r(asked(name, jointstats, in_python))
    assert ro.r["identical"](answer, expected)[0], ro.r["all.equal"](answer, expected)


@pytest.mark.filterwarnings("ignore::jointstats.JointStatsWarning")
def test_a_comparison_of_estimators_is_examined_as_others_are(in_r, in_python):
    given = {"measures": ["accuracy"], "cv": 2, "alpha": 0.2}
    result = rbridge.compare_estimators(ESTIMATORS, in_r.points, **given)
    assert list(result.rx2("asked").names) == ["table", "alpha"]
    answer = rbridge.sensitivity(result, factors=["level"])
    same = jointstats.compare_estimators(ESTIMATORS, in_python.points, **given)
    assert answer.rx2("verdict")[0] == jointstats.sensitivity(same, factors=["level"]).verdict
