"""What a public test is asked reaches the function that computes it, whatever it is asked of."""

import numpy as np
import pandas as pd
import pytest

import jointstats as js
from jointstats.labelled.joint import bayes, claim, glrt
from jointstats.labelled.normal import hotelling, learned, manova, mardia

WAYS = {"x": "max", "y": "min"}


class ReachedError(Exception):
    """The inner function was called."""


def table(l=2, n=8, **options):
    rng = np.random.default_rng(1)
    return js.results_table(
        {name: rng.normal(size=(n, 2)) for name in "ABC"[:l]}, measures=WAYS, **options
    )


def runs():
    rng = np.random.default_rng(1)
    rows = [{"d": d, "a": a, "r": r, "x": rng.normal()} for d in "pq" for a in "AB" for r in "rs"]
    return js.results_table(
        pd.DataFrame(rows), dataset="d", algorithm="a", measures={"x": "max"}, runs="r",
        run_kind="independent",
    )  # fmt: skip


def unknown():
    values = {"A": [[1.0, 2.0], [np.nan, 1.0]], "B": [[0.0, 1.0], [2.0, 2.0]]}
    return js.results_table(values, measures=WAYS, missing="unknown")


def folds():
    rng = np.random.default_rng(1)
    rows = [{"r": r, "f": f, "a": a, "x": rng.normal(), "y": rng.normal()}
            for r in range(2) for f in range(3) for a in "AB"]  # fmt: skip
    return js.results_table(pd.DataFrame(rows), run="r", fold="f", algorithm="a", measures=WAYS)


BAYES = {"rule": "probability", "alpha": 0.1, "lead_ratio": 2.0, "level": 0.8}
MASS = {"prior": "imprecise", "prior_strength": 3.0}
LEANS = MASS | BAYES | {"question": "orderings", "ties": "split", "rule": "lower"}
CLAIM = {"threshold": 0.6, "alternative": "two-sided", "prior_strength": 2.0, "alpha": 0.1,
         "level": 0.8}  # fmt: skip
MEANS = {"permutation": True, "draws": 99, "alpha": 0.1, "p_adjust": "BH", "level": 0.8}
MANOVA = {"design": "blocked", "statistic": "roy", "draws": 99, "alpha": 0.1, "p_adjust": "BH"}
MARDIA = {"samples": "residuals", "alpha": 0.1, "p_adjust": "BH", "draws": 999}


@pytest.mark.parametrize(
    ("test", "inner", "source", "asked", "reached"),
    [
        (js.bayes_test, (bayes, "most_probable"), table(), BAYES, BAYES),
        (js.bayes_test, (bayes, "most_probable_of_unknown"), unknown(), BAYES | MASS, BAYES | MASS),
        (js.bayes_test, (bayes, "leaning_of_runs"), runs(), {"runs_as": "uncertain"} | LEANS,
         LEANS | {"on": None, "roles": {}}),
        (js.glrt_test, (glrt, "likelihood_ratio"), table(), {"alpha": 0.1, "level": 0.8},
         {"alpha": 0.1, "level": 0.8}),
        (js.glrt_test, (glrt, "likelihood_ratio"), js.statement_counts(table()),
         {"alpha": 0.1, "level": 0.8}, {"alpha": 0.1, "level": 0.8}),
        (js.claim_test, (claim, "claim_on_pair"), table(),
         {"a": "A", "b": "B", "better": ["x"]} | CLAIM, CLAIM),
        (js.hotelling_test, (hotelling, "hotelling"), table(), MEANS | {"rng": 5},
         MEANS | {"seed": 5, "correction": None}),
        (js.hotelling_test, (hotelling, "hotelling"), folds(), {"correction": "nadeau-bengio"},
         {"correction": "nadeau-bengio", "permutation": False}),
        (js.manova_test, (manova, "manova"), table(), MANOVA | {"rng": 5},
         MANOVA | {"seed": 5, "correction": None, "ratio": 0.0}),
        (js.manova_test, (manova, "manova"), folds(),
         {"correction": "nadeau-bengio", "test_train_ratio": 0.4},
         {"correction": "nadeau-bengio", "ratio": 0.4, "design": "auto", "draws": 9999}),
        (js.mardia_test, (mardia, "mardia"), table(), MARDIA | {"rng": 5}, MARDIA | {"seed": 5}),
        (js.learn_measures, (learned, "learned"), table(), {"design": "one-way", "alpha": 0.1},
         {"design": "one-way", "alpha": 0.1}),
    ],
)  # fmt: skip
def test_every_option_reaches_the_computation(monkeypatch, test, inner, source, asked, reached):
    seen = {}

    def compute(*given, **options):
        seen.update(options)
        raise ReachedError

    monkeypatch.setattr(*inner, compute)
    with pytest.raises(ReachedError):
        test(source, **asked)
    assert {name: seen[name] for name in reached} == reached


JOINT = [js.glrt_test, js.bayes_test, js.statement_counts]


def frame(l=3):
    rng = np.random.default_rng(2)
    rows = [{"data": d, "who": a, "x": rng.normal(), "y": rng.normal()}
            for d in "pqrstuvw" for a in "ABC"[:l]]  # fmt: skip
    return pd.DataFrame(rows)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("test", [
    *JOINT, js.hotelling_test, js.manova_test, js.mardia_test, js.learn_measures,
    lambda *data, **more: js.manova_test(*data, design="one-way", **more),
    lambda *data, **more: js.hotelling_test(*data, form="two-sample", **more),
])  # fmt: skip
def test_roles_measures_and_algorithms_are_those_that_are_named(test):
    roles = {"dataset": "data", "algorithm": "who", "measures": WAYS}
    some = {} if test is js.learn_measures else {"on": ["y"]}
    left = ["y"] if some else ["x", "y"]
    found = test(frame(), **roles, **some, only=["B", "A"])
    assert list(found.measures) == left and set(found.algorithms) == {"A", "B"}
    if test in JOINT:
        few = test(frame(), **roles, only=["B", "A"], question="control", control="B", ties="split")
        assert (few.question, few.control) == ("control", "B")
        assert set(few.tie_rules.values()) == {"split"}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("test", [
    js.hotelling_test, js.manova_test, js.mardia_test, js.learn_measures,
])  # fmt: skip
def test_columns_of_runs_and_folds_are_those_that_are_named(test):
    rng = np.random.default_rng(2)
    rows = [{"data": d, "r": r, "f": f, "who": a, "x": rng.normal(), "y": rng.normal()}
            for d in "pq" for r in range(2) for f in range(4) for a in "AB"]  # fmt: skip
    found = test(
        pd.DataFrame(rows), dataset="data", algorithm="who", measures=WAYS, run="r", fold="f",
        of="q",
    )  # fmt: skip
    assert (found.cases, found.of, found.n) == ("fold", "q", 8)


@pytest.mark.filterwarnings("ignore")
def test_a_claim_is_of_its_two_algorithms_on_the_measures_that_it_names():
    roles = {"dataset": "data", "algorithm": "who", "measures": WAYS}
    found = js.claim_test(frame(), "C", "A", better=["y"], on=["y"], **roles)
    assert (found.algorithms, list(found.measures), found.n) == (("C", "A"), ["y"], 8)
    assert (list(found.data.measures), found.data.algorithms) == (["y"], ("C", "A"))
    beside = js.claim_test(frame(), "C", "A", better=["y"], **roles)
    assert (list(beside.measures), list(beside.data.measures)) == (["y"], ["x", "y"])
    both = js.claim_test(frame(), "C", "A", better=["y"], not_worse=["x"], at_least=1, **roles)
    assert list(both.measures) == list(both.data.measures) == ["x", "y"]
    assert (both.better, both.not_worse) == (("y",), ("x",))
    groups = {"groups": {"all": ["x", "y"]}, "within": "wins"}
    grouped = js.claim_test(frame(), "C", "A", better=["all"], **groups, **roles)
    ((group,), wins) = grouped.groups, grouped.data.select(algorithms=["C", "A"])
    assert (group.name, group.measures, group.within) == ("all", ("x", "y"), "wins")
    ahead = np.sign(wins.oriented()[:, :, 0] - wins.oriented()[:, :, 1]).sum(axis=1)
    assert grouped.yes == (ahead > 0).sum()
