"""A p-value that equals the level exactly decides; so does a probability of exactly 1 − alpha."""

import numpy as np
import pytest
from references import quiet

import jointstats as js

RNG = np.random.default_rng(5)
A = RNG.normal(size=(15, 2))
B, C = (A + RNG.normal(shift, 1.0, size=(15, 2)) * [1, -1] for shift in (0.9, 1.5))
MATRICES = {"A": A, "B": B, "C": C}
MEASURES = {"accuracy": "max", "time": "min"}


def table(names="AB", measures=("accuracy", "time")):
    whole = js.results_table({name: MATRICES[name] for name in names}, measures=MEASURES)
    return whole.select(measures=measures)


def counted():
    """One is better than the other on both measures in 11 data sets, and worse in 4."""
    better = np.where(np.arange(15) < 11, 1.0, -1.0)[:, None] * [1, -1]
    return js.results_table({"A": np.zeros((15, 2)), "B": better}, measures=MEASURES)


def skewed():
    """Two algorithms whose differences are not normal."""
    return js.results_table({"A": np.exp(MATRICES["A"]), "B": np.zeros((15, 2))}, measures=MEASURES)


def folds(names=("AODE", "Logistic")):
    frame = js.load_frame("weka_folds")
    return js.results_table(
        frame[frame["algorithm"].isin(names)], algorithm="algorithm",
        measures={"accuracy": "max"}, run="run", fold="fold", dataset="dataset", of="vote",
    )  # fmt: skip


def of_rows(name, said="winner", p="p_adjusted"):
    """How to read the smallest p-value of some rows, and whether the row that has it decides."""

    def first(result):
        return min(getattr(result, name), key=lambda row: row[p])

    return (lambda result: first(result)[p]), lambda result: bool(first(result)[said])


WHOLE = (lambda result: result.p_value, lambda result: result.decided)
TESTS, PAIRS = of_rows("tests"), of_rows("pairs")


@pytest.mark.parametrize(
    ("test", "data", "options", "read"),
    [
        (js.glrt_test, counted, {}, WHOLE),
        (js.claim_test, table, {"better": ["accuracy"], "a": "B", "b": "A"}, WHOLE),
        (js.hotelling_test, table, {}, WHOLE),
        (js.hotelling_test, table, {}, TESTS),
        (js.hotelling_test, table, {}, of_rows("tests", "decided")),
        (js.manova_test, lambda: table("ABC"), {"draws": 0}, WHOLE),
        (js.manova_test, lambda: table("ABC"), {"draws": 99, "rng": 1}, WHOLE),
        (js.manova_test, lambda: table("ABC"), {"draws": 0}, of_rows("pairs", "decided")),
        (js.manova_test, lambda: table("ABC"), {"draws": 0}, of_rows("singles")),
        (js.manova_test, lambda: table("ABC"), {"draws": 0}, of_rows("anovas", "decided")),
        (js.mardia_test, skewed, {"draws": 99},
         (lambda result: result.samples[0].p_least, lambda result: result.decided)),
        (js.sign_test, counted, {}, TESTS),
        (js.wilcoxon_test, lambda: table("ABC"), {}, TESTS),
        (js.friedman_test, lambda: table("ABC"), {}, of_rows("tests", "decided")),
        (js.friedman_test, lambda: table("ABC"), {}, PAIRS),
        (js.friedman_test, lambda: table("ABC"), {"post_hoc": "nemenyi"}, PAIRS),
        (js.corrected_t_test, folds, {}, TESTS),
        (js.pairwise_tests, lambda: table("ABC"), {"test": "glrt"}, PAIRS),
        (js.pairwise_tests, lambda: table("ABC"), {"test": "hotelling"},
         of_rows("pairs", "decided")),
        (js.pairwise_tests, lambda: table("ABC"), {"test": "sign"}, PAIRS),
        (js.pairwise_tests, lambda: table("ABC"), {"test": "wilcoxon"}, PAIRS),
    ],
)  # fmt: skip
def test_a_p_value_at_the_level_decides(test, data, options, read):
    def run(alpha):
        return quiet(test, data(), alpha=float(alpha), **options)

    value, decided = read
    p = value(run(0.05))
    assert 0 < p < 0.5
    at, below = run(p), run(np.nextafter(p, 0))
    assert value(at) == value(below) == p
    assert (decided(at), decided(below)) == (True, False)
    if read == WHOLE:
        assert "do not establish" not in at.verdict and "do not establish" in below.verdict


def test_a_probability_of_one_minus_alpha_decides():
    def run(alpha):
        return quiet(js.bayes_sign_test, table(measures=["accuracy"]), alpha=float(alpha)).tests[0]

    row = run(0.05)
    p = row.probability_b
    assert 0.5 < p < 1 and 1 - (1 - p) == p
    assert run(1 - p).winner == row.better == "B"
    assert run(1 - np.nextafter(p, 1)).winner is None
