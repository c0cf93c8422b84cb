"""Estimators of scikit-learn, cross-validated on the same splits and compared."""

import sys
import warnings

import numpy as np
import pytest

import jointstats as js
from jointstats import errors

pytest.importorskip("sklearn")
from sklearn.datasets import load_diabetes, load_iris, load_wine
from sklearn.dummy import DummyRegressor
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import ShuffleSplit, StratifiedKFold, cross_validate
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

MODELS = {"tree": DecisionTreeClassifier(random_state=0), "bayes": GaussianNB()}
DATA = {"iris": load_iris(return_X_y=True), "wine": load_wine(return_X_y=True)}


class Failing(DecisionTreeClassifier):
    """Fails on wine, whose first column is large: in every fold, or in some."""

    def __init__(self, limit=9):
        super().__init__(random_state=0)
        self.limit = limit

    def fit(self, X, y):
        if X[0, 0] > self.limit:
            raise ValueError("no")
        return super().fit(X, y)


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_it_is_cross_validate_on_the_same_splits():
    found = js.compare_estimators(
        MODELS, DATA, measures=["accuracy", "neg_log_loss", "fit_time"], cv=4, rng=3
    )
    table = found.data
    assert table.measures == {"accuracy": "max", "log_loss": "min", "fit_time": "min"}
    assert table.all_runs.kind == "cv" and table.all_runs.test_share == pytest.approx(0.25)
    cv = StratifiedKFold(4, shuffle=True, random_state=3)
    for i, data in enumerate(DATA.values()):
        for a, one in enumerate(MODELS.values()):
            own = cross_validate(one, *data, cv=cv, scoring=["accuracy", "neg_log_loss"])
            assert table.all_runs.values[i, 0, a].tolist() == own["test_accuracy"].tolist()
            assert table.all_runs.values[i, 1, a].tolist() == (-own["test_neg_log_loss"]).tolist()
    expected = js.compare_algorithms(table)
    assert found.to_dict() == expected.to_dict()
    assert isinstance(found, js.Comparison)


@pytest.mark.warns("2 data sets cannot establish any claim", "Equal numbers")
def test_scorers_of_ones_own_and_options_of_the_comparison():
    def size(estimator, X, y):
        return -float(getattr(estimator, "tree_", X).__sizeof__())

    found = js.compare_estimators(
        {**MODELS, "stump": DecisionTreeClassifier(max_depth=1)}, DATA, cv=ShuffleSplit(3),
        measures={"size": size, "right": "accuracy"}, alpha=0.2, only=["tree", "stump"],
    )  # fmt: skip
    assert found.measures == {"size": "max", "right": "max"}
    assert (found.alpha, found.algorithms) == (0.2, ("tree", "stump"))
    assert found.data.all_runs.test_share == pytest.approx(0.1, abs=0.01)


@pytest.mark.warns("2 data sets cannot establish any claim")
def test_by_default_each_has_its_own_score_and_regressors_are_not_stratified():
    X, y = load_diabetes(return_X_y=True)
    halves = {"first": (X[:200], y[:200]), "second": (X[200:], y[200:])}
    found = js.compare_estimators(
        {"line": LinearRegression(), "mean": DummyRegressor()}, halves, cv=3
    )
    assert found.measures == {"score": "max", "fit_time": "min"}
    assert (found.data.values[:, 0, 0] > found.data.values[:, 0, 1]).all()


@pytest.mark.filterwarnings("ignore::jointstats.JointStatsWarning")
def test_estimators_that_fail_are_counted_and_lose():
    models = MODELS | {"failing": Failing()}
    with pytest.warns(js.JointStatsWarning, match="5 of 30 fits failed"):
        found = js.compare_estimators(models, DATA, measures=["accuracy"])
    assert found.algorithms == ("tree", "bayes", "failing") and found.n == 2
    assert found.n_failed == 5 and np.isnan(found.data.values[1, 0, 2])
    assert found.data.notes == (
        "5 of 30 fits failed: failing on wine (5).",
        "They failed with ValueError (5).",
    )
    assert found.warnings[:2] == found.data.notes
    with pytest.raises(errors.MissingValuesError, match=r"failing on wine .5.*ValueError"):
        js.compare_estimators(models, DATA, measures=["accuracy"], missing="raise")


class Complaining(Failing):
    """Fails in some folds, and warns of another error in others."""

    def fit(self, X, y):
        if X[0, 0] <= self.limit:
            warnings.warn("TimeoutError: too slow", stacklevel=1)
        return super().fit(X, y)


@pytest.mark.filterwarnings("ignore::jointstats.JointStatsWarning")
@pytest.mark.parametrize(("kind", "told"), [(Failing, True), (Complaining, False)])
def test_causes_are_told_only_where_they_add_up(kind, told):
    models = MODELS | {"failing": kind(14)}
    notes = js.compare_estimators(models, DATA, measures=["accuracy"]).data.notes
    assert "fits failed" in notes[0]
    assert any(note.startswith("They failed with ValueError") for note in notes) == told
    assert not any("TimeoutError" in note for note in notes)


@pytest.mark.filterwarnings("ignore::jointstats.JointStatsWarning")
def test_some_folds_that_fail():
    models = MODELS | {"failing": Failing(14)}
    X, _ = DATA["wine"]
    cv = StratifiedKFold(5, shuffle=True, random_state=0)
    bad = sum(X[train][0, 0] > 14 for train, _ in cv.split(*DATA["wine"]))
    assert 0 < bad < 5
    found = js.compare_estimators(models, DATA, measures=["accuracy"])
    assert f"failing on wine ({bad})" in found.data.notes[0]
    some = js.compare_estimators(models, DATA, measures=["accuracy"], min_folds=1)
    assert some.n_failed == 0
    own = some.data.all_runs.values[1, 0, 2]
    assert some.data.values[1, 0, 2] == pytest.approx(np.nanmean(own), rel=1e-12)


@pytest.mark.parametrize(
    ("models", "data", "options", "error", "said"),
    [
        ([GaussianNB()], DATA, {}, errors.ColumnError, "estimators by name, in a dictionary"),
        (MODELS, [1], {}, errors.ColumnError, "data sets by name, in a dictionary"),
        ({"a": GaussianNB()}, DATA, {}, errors.AlgorithmError, "At least two estimators"),
        (MODELS | {"a": 1}, DATA, {}, errors.AlgorithmError, '"a" is not an estimator'),
        (MODELS, {"iris": DATA["iris"]}, {}, errors.NoDataError, "corrected_t_test.*read_results"),
        (MODELS, DATA | {"a": 1}, {}, errors.ColumnError, r'"a" must be two things, \(X, y\)'),
        (MODELS, DATA, {"measures": ["acuracy"]}, js.JointStatsError, '"accuracy"'),
        (MODELS, DATA, {"measures": []}, errors.OptionError, "names of scorers"),
        (MODELS, DATA, {"cv": 1}, errors.OptionError, "cv must be"),
        (MODELS, DATA, {"cv": 100}, errors.OptionError, '"iris" cannot be split by cv'),
        (MODELS, DATA, {"nonsense": 1}, errors.OptionError, "There is no option nonsense; known: "),
        (MODELS, DATA, {"alpha": 7}, errors.OptionError, "alpha must be"),
    ],
)
def test_what_is_refused_before_any_work(models, data, options, error, said, monkeypatch):
    monkeypatch.setattr(
        "sklearn.model_selection.cross_validate", lambda *_, **__: pytest.fail("work was done")
    )
    with pytest.raises(error, match=said):
        js.compare_estimators(models, data, **options)


def test_without_scikit_learn(monkeypatch):
    monkeypatch.setitem(sys.modules, "sklearn", None)
    with pytest.raises(errors.MissingExtraError, match=r"pip install 'jointstats\[sklearn\]'"):
        js.compare_estimators(MODELS, DATA)


def test_a_class_and_a_direction_are_refused_before_the_work():
    with pytest.raises(errors.AlgorithmError, match=r'"bayes" is a class: .*GaussianNB\(\)\.'):
        js.compare_estimators(MODELS | {"bayes": GaussianNB}, DATA)
    with pytest.raises(errors.ColumnError, match='no scorer "min"'):
        js.compare_estimators(MODELS, DATA, measures={"accuracy": "min"})


def test_warnings_are_of_the_line_that_compares():
    models = MODELS | {"failing": Failing(limit=9)}
    with pytest.warns(js.errors.JointStatsWarning) as said:
        found = js.compare_estimators(models, DATA, measures=["accuracy"])
    own = [one for one in said if issubclass(one.category, js.errors.JointStatsWarning)]
    assert [str(one.message) for one in own] == [str(one) for one in found.warnings]
    assert any("fits failed" in str(one.message) for one in own)
    assert {one.filename for one in own} == {__file__}
