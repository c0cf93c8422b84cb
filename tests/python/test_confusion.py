"""Measures of confusion counts: by hand in fractions, by definition, and 0/0 that is named."""

import warnings
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import jointstats as js
from jointstats.table.confusion import (
    MEASURES,
    InvalidCountError,
    UnknownMeasureError,
    confusion_measures,
)

# tp = 40, fp = 10, tn = 45, fn = 5.
BY_HAND = {
    "tpr": Fraction(40, 45),
    "fpr": Fraction(10, 55),
    "fnr": Fraction(5, 45),
    "specificity": Fraction(45, 55),
    "precision": Fraction(40, 50),
    "recall": Fraction(40, 45),
    "npv": Fraction(45, 50),
    "fdr": Fraction(10, 50),
    "f1": Fraction(80, 95),
    "jaccard": Fraction(40, 55),
    "accuracy": Fraction(85, 100),
    "error": Fraction(15, 100),
    "balanced_accuracy": (Fraction(40, 45) + Fraction(45, 55)) / 2,
    "informedness": Fraction(40, 45) + Fraction(45, 55) - 1,
    "markedness": Fraction(40, 50) + Fraction(45, 50) - 1,
    "g_mean": float(Fraction(40, 45) * Fraction(45, 55)) ** 0.5,
    "kappa": Fraction(70, 100),  # chance agreement .5 * .45 + .5 * .55 = .5
    "mcc": (40 * 45 - 10 * 5) / (50 * 45 * 55 * 50) ** 0.5,
}


def one(tp, fp, tn, fn):
    with np.errstate(all="raise"):
        values, undefined = confusion_measures(tp, fp, tn, fn, [*MEASURES])
    assert (undefined == np.isnan(values)).all()
    return dict(zip(MEASURES, values.tolist(), strict=True))


def counts(**more):
    return pd.DataFrame({"tp": [40, 0], "fp": [10, 0], "tn": [45, 90], "fn": [5, 10], **more})


def test_undefined_ratios_are_missing_and_named():
    with pytest.warns(js.JointStatsWarning, match=r"precision in row 2, mcc in row 2") as caught:
        made = js.measures_from_confusion(counts(), ["precision", "tpr", "mcc"])
    assert "tpr" not in str(caught[0].message).split(".")[0]
    assert np.isnan(made["precision"][1]) and made["tpr"][1] == 0
    assert caught[0].filename == __file__  # the caller's line
    made["who"], made["data"] = ["A", "B"], "d"
    with pytest.raises(js.errors.MissingValuesError, match="precision of B"):
        js.results_table(made, dataset="data", algorithm="who", measures={"precision": "max"})


def test_other_columns_and_the_input_are_left_alone():
    frame = counts(who=["A", "B"]).rename(columns={"tp": "True +", "fn": 7})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        made = js.measures_from_confusion(frame, "tpr", tp="True +", fn="7")
    assert list(made) == ["True +", "fp", "tn", 7, "who", "tpr"]
    assert "tpr" not in frame


def test_every_measure_by_default():
    made = js.measures_from_confusion(counts().iloc[:1])
    assert list(made.columns[4:]) == list(BY_HAND)
    by_hand = [*map(float, BY_HAND.values())]
    np.testing.assert_allclose(made.iloc[0, 4:].astype(float), by_hand, rtol=1e-14)
    errors = {"fpr", "fnr", "fdr", "error"}
    assert made.attrs["measures"] == {name: "min" if name in errors else "max" for name in BY_HAND}


def test_from_counts_to_a_test():
    rng = np.random.default_rng(1)
    rows = [
        {"fold": f, "who": who, "tp": 50 - fn, "fn": fn, "fp": fp, "tn": 60 - fp}
        for f in range(10)
        for who, shift in (("A", 0), ("B", 6))
        for fn, fp in [(rng.integers(3, 9) + shift, rng.integers(10, 16) - shift)]
    ]
    made = js.measures_from_confusion(pd.DataFrame(rows), ["error", "tpr", "fpr"])
    roles = {"fold": "fold", "algorithm": "who", "correction": "nadeau-bengio"}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        joint = js.hotelling_test(made, measures={"tpr": "max", "fpr": "min"}, **roles)
        alone = js.hotelling_test(made, measures={"error": "min"}, **roles)
    # The same number of errors of two kinds: only the two together tell the algorithms apart.
    assert joint.decided and not alone.decided


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        ({"measures": ["auc"]}, UnknownMeasureError, 'no measure "auc"'),
        ({"tp": "TP"}, js.errors.ColumnError, '"TP"'),
        ({"frame": counts(tpr=[1, 2])}, js.errors.ColumnError, '"tpr" already'),
        ({"frame": counts().assign(fp=[-1, 2])}, InvalidCountError, "not negative"),
        ({"frame": counts().assign(fp=["many", "2"])}, js.errors.InvalidValueError, "row 1"),
        ({"frame": [[1, 2, 3, 4]]}, js.errors.InvalidValueError, "data frame"),
    ],
)
def test_bad_input_is_named(change, error, words):
    options = dict(change)
    frame = options.pop("frame", counts())
    with pytest.raises(error, match=words):
        js.measures_from_confusion(frame, **options)


whole = st.just(0) | st.integers(0, 60)


@settings(max_examples=150, deadline=None)
@given(whole, whole, whole, whole)
def test_measures_equal_their_definitions_by_arrays_of_labels(tp, fp, tn, fn):
    truth = np.repeat([1, 0, 0, 1], [tp, fp, tn, fn])
    called = np.repeat([1, 1, 0, 0], [tp, fp, tn, fn])
    found = one(tp, fp, tn, fn)

    def same(name, ours):
        assert np.isnan(found[name]) == np.isnan(ours), name
        if not np.isnan(ours):
            assert found[name] == pytest.approx(ours, rel=1e-9, abs=1e-12), name

    def mean(x):
        return x.mean() if len(x) else np.nan

    same("accuracy", mean(truth == called))
    same("tpr", mean(called[truth == 1]))
    same("specificity", 1 - mean(called[truth == 0]))
    same("precision", mean(truth[called == 1]))
    same("npv", 1 - mean(truth[called == 0]))
    same("error", mean(truth != called))
    same("jaccard", mean((truth * called)[truth + called > 0]))
    for name, other in (("fnr", "tpr"), ("fpr", "specificity"), ("fdr", "precision")):
        same(name, 1 - found[other])
    same("recall", found["tpr"])
    both = len(set(truth)) == 2 and len(set(called)) == 2
    same("mcc", np.corrcoef(truth, called)[0, 1] if both else np.nan)
    same("informedness", found["tpr"] - found["fpr"])
    same("markedness", found["precision"] + found["npv"] - 1)
    same("balanced_accuracy", (found["tpr"] + found["specificity"]) / 2)
    same("g_mean", np.sqrt(found["tpr"] * found["specificity"]))
    if len(truth):
        chance = truth.mean() * called.mean() + (1 - truth.mean()) * (1 - called.mean())
        agree = np.mean(truth == called)
        certain = len(set(truth)) == 1 and set(truth) == set(called)
        same("kappa", np.nan if certain else (agree - chance) / (1 - chance))
    jaccard = found["jaccard"]
    same("f1", 2 * jaccard / (1 + jaccard))


def test_missing_counts_give_missing_measures_that_are_not_undefined():
    values, undefined = confusion_measures(np.nan, 1, 2, 3, ["tpr", "fpr"])
    assert np.isnan(values).tolist() == [True, False]
    assert not undefined.any()


def test_shapes_fractions_and_large_counts():
    counts = np.full((2, 3), 0.5), 0.25, 0.75, 0.5
    values, _ = confusion_measures(*counts, ["error", "tpr"])
    assert values.shape == (2, 3, 2)
    np.testing.assert_allclose(values[0, 0], [0.375, 0.5])
    assert one(10**12, 10**11, 10**12, 10**11)["mcc"] == pytest.approx(9 / 11, rel=1e-12)
    assert confusion_measures(1, 2, 3, 4, [])[0].shape == (0,)


@pytest.mark.parametrize("place", range(4))
@pytest.mark.parametrize("bad", [-1e-9, -np.inf, np.inf])
def test_one_count_that_is_none_is_enough_to_refuse(place, bad):
    counts = [np.ones(3), np.ones(3), np.zeros(3), np.array([np.nan, 1, 0])]
    counts[place] = counts[place] * [1, 1, 0] + [0, 0, bad]
    with pytest.raises(InvalidCountError, match="must be finite and not negative"):
        confusion_measures(*counts, ["tpr"])
