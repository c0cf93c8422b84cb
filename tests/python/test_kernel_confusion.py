"""Measures of a confusion matrix, by hand in fractions and by their defining identities."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jointstats.table import kernel_confusion

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
    found = kernel_confusion.confusion_measures(tp, fp, tn, fn)
    return dict(zip(found.names, found.values.tolist(), strict=True))


def test_every_measure_by_hand():
    found = one(40, 10, 45, 5)
    assert set(found) == set(BY_HAND) == set(kernel_confusion.FORMULAS)
    for name, expected in BY_HAND.items():
        assert found[name] == pytest.approx(float(expected), rel=1e-14), name


def test_rates_of_errors_are_better_when_small_and_all_others_when_large():
    names = kernel_confusion.confusion_measures(1, 1, 1, 1).names
    directions = dict(
        zip(names, kernel_confusion.confusion_measures(1, 1, 1, 1).directions, strict=True)
    )
    errors = {"fpr", "fnr", "fdr", "error"}
    assert directions == {name: "min" if name in errors else "max" for name in BY_HAND}


counts = st.integers(0, 60)


@settings(max_examples=150, deadline=None)
@given(counts, counts, counts, counts)
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
    precision, recall = found["precision"], found["recall"]
    if tp:
        same("f1", 2 * precision * recall / (precision + recall))


def test_zero_by_zero_is_marked_and_not_a_silent_zero():
    found = kernel_confusion.confusion_measures([0, 0, 0], [0, 0, 3], [9, 0, 2], [1, 0, 0])
    undefined = {name: found.undefined[:, i].tolist() for i, name in enumerate(found.names)}
    assert undefined["precision"] == [True, True, False]
    assert undefined["tpr"] == [False, True, True]
    assert undefined["accuracy"] == [False, True, False]
    assert undefined["f1"] == [False, True, False]  # nothing found of one: F is 0, not 0/0
    assert undefined["mcc"] == [True, True, True]
    assert (np.isnan(found.values) == found.undefined).all()


def test_missing_counts_give_missing_measures_that_are_not_undefined():
    found = kernel_confusion.confusion_measures(np.nan, 1, 2, 3, ["tpr", "fpr"])
    assert np.isnan(found.values).tolist() == [True, False]
    assert not found.undefined.any()


def test_shapes_fractions_directions_and_large_counts():
    found = kernel_confusion.confusion_measures(
        np.full((2, 3), 0.5), 0.25, 0.75, 0.5, ["error", "tpr"]
    )
    assert found.values.shape == (2, 3, 2)
    np.testing.assert_allclose(found.values[0, 0], [0.375, 0.5])
    assert found.directions == ("min", "max")
    assert one(10**12, 10**11, 10**12, 10**11)["mcc"] == pytest.approx(9 / 11, rel=1e-12)
    lower = {
        name for name, formula in kernel_confusion.FORMULAS.items() if formula.direction == "min"
    }
    assert lower == {"fpr", "fnr", "fdr", "error"}
    assert kernel_confusion.confusion_measures(1, 2, 3, 4, []).values.shape == (0,)


@pytest.mark.parametrize("rest", list(product((0, 3), repeat=3)))
def test_every_measure_is_its_fraction_and_undefined_where_that_is_0_by_0(rest):
    tp, (fp, tn, fn) = 2, rest
    positive, negative, called, not_called = tp + fn, tn + fp, tp + fp, tn + fn
    det, total = tp * tn - fp * fn, tp + fp + tn + fn
    fractions = {
        "tpr": (tp, positive), "recall": (tp, positive), "fnr": (fn, positive),
        "fpr": (fp, negative), "specificity": (tn, negative),
        "precision": (tp, called), "fdr": (fp, called), "npv": (tn, not_called),
        "f1": (tp, (positive + called) / 2), "jaccard": (tp, tp + fp + fn),
        "accuracy": (tp + tn, total), "error": (fp + fn, total),
        "balanced_accuracy": (tp * negative + tn * positive, 2 * positive * negative),
        "informedness": (det, positive * negative), "markedness": (det, called * not_called),
        "g_mean": ((tp * tn) ** 0.5, (positive * negative) ** 0.5),
        "kappa": (2 * det, called * negative + positive * not_called),
        "mcc": (det, (called * positive * negative * not_called) ** 0.5),
    }  # fmt: skip
    with np.errstate(all="raise"):
        found = kernel_confusion.confusion_measures([tp], fp, tn, fn)
    for name, value, undefined in zip(
        found.names, found.values[0], found.undefined[0], strict=True
    ):
        over, under = fractions.pop(name)
        assert undefined == (under == 0) == np.isnan(value)
        assert undefined or value == pytest.approx(over / under, rel=1e-14)
    assert not fractions


@pytest.mark.parametrize("place", range(4))
@pytest.mark.parametrize("bad", [-1e-9, -np.inf, np.inf])
def test_one_count_that_is_none_is_enough_to_refuse(place, bad):
    counts = [np.ones(3), np.ones(3), np.zeros(3), np.array([np.nan, 1, 0])]
    counts[place] = counts[place] * [1, 1, 0] + [0, 0, bad]
    with pytest.raises(kernel_confusion.InvalidCountError, match="must be finite and not negative"):
        kernel_confusion.confusion_measures(*counts)
