"""What the summaries of the normal-theory tests and of the known tests say."""

import math

import numpy as np
import pandas as pd
import pytest

import jointstats as js

pytestmark = pytest.mark.filterwarnings("ignore")
WAYS = {"tpr": "max", "fpr": "min"}


def table(shifts=(0, 0, 2), n=25, seed=1, names=("rf", "lda", "c4.5")):
    rng = np.random.default_rng(seed)
    base = rng.normal(size=(n, 2))
    return js.results_table(
        {
            name: base + rng.normal(shift, 0.5, size=(n, 2))
            for name, shift in zip(names, shifts, strict=True)
        },
        measures=WAYS,
    )


def test_manova_names_design_pairs_cliques_and_orders():
    text = js.manova_test(table()).summary()
    assert "Design: stacked (25 data sets leave 25 − 4 = 21 error degrees of freedom)" in text
    assert "Cliques (in brackets, algorithms that no test separates): {(rf, lda), c4.5}" in text
    assert "  tpr: c4.5, " in text and "; (" in text.split("  tpr: c4.5, ")[1].splitlines()[0]


def test_manova_in_blocks_shows_roys_bound_and_the_sign_flips():
    result = js.manova_test(table(n=8), design="blocked", statistic="roy", rng=1)
    text = " ".join(result.summary().split())
    assert "Roy's largest root" in text and "(tested)" in text and "is a lower bound)" in text
    assert "Sign flips of whole data sets (all, 128): p = " in text
    assert "symmetric about zero if all means are equal" in text
    assert "p (F)" in text and "p (Holm)" in text
    drawn = js.manova_test(table(n=20), design="blocked", draws=99).summary()
    assert "(random, 99): p = " in drawn and " ± 0.0" in drawn
    by_f = js.manova_test(table(n=8), design="blocked", statistic="roy", draws=0).summary()
    assert "(decides)" in by_f and "Sign flips" not in by_f
    assert "one and the same covariance" in " ".join(by_f.split())


def test_a_statistic_without_an_f_has_no_numbers_of_one():
    values = {
        "A": [[1.0, 4.0], [2.0, 3.0]],
        "B": [[5.0, 1.0], [3.0, 2.5]],
        "C": [[4.0, 7.0], [9.0, 6.0]],
    }
    made = js.manova_test(js.results_table(values, measures={"acc": "max", "time": "min"}))
    (row,) = (row for row in made.statistics if row.statistic == "hotelling-lawley")
    assert math.isnan(row.p_value) and row.df2 == 0
    (line,) = (one for one in str(made).splitlines() if "Hotelling–Lawley" in one)
    assert " ".join(line.split()[3:]) == "– – – no F with so few rows"


def test_hotelling_of_folds_names_the_data_set_and_the_correction():
    rng = np.random.default_rng(2)
    frame = pd.DataFrame(
        [{"f": f, "who": who, "tpr": rng.random(), "fpr": rng.random()}
         for f in range(10) for who in "AB"]
    ).assign(data="iris")  # fmt: skip
    text = js.hotelling_test(
        frame, fold="f", dataset="data", algorithm="who", measures=WAYS,
        correction="nadeau-bengio",
    ).summary()  # fmt: skip
    assert "10 folds of iris; algorithms: A, B" in text
    assert "heuristic" in text and "mean a − b [95 %]" in text
    t = js.corrected_t_test(
        frame, fold="f", algorithm="who", measures=WAYS, measure="tpr"
    ).summary()
    assert "10 folds count as 4.74 independent ones (n_test / n_train = 0.111)" in t


def test_mardia_says_what_silence_is_worth():
    text = " ".join(js.mardia_test(table(n=10), draws=499).summary().split())
    assert "With 10 data sets a sample that passes need not be normal" in text
    assert "rf − lda" in text and "499 simulated normal samples" in text


def test_learned_friedman_and_bayesian_sign_test():
    learned = js.learn_measures(table(), share=0.4, rng=1).summary()
    assert "M1" in learned and "Applied to 15 other data sets." in learned
    friedman = js.friedman_test(table()).summary()
    assert "Every pair (exact sign tests, Holm over all pairs" in friedman and "c4.5 1." in friedman
    assert "Critical difference" not in friedman and "rejected" in friedman
    nemenyi = js.friedman_test(table(), post_hoc="nemenyi").summary()
    assert "Critical difference of mean ranks" in nemenyi and "Nemenyi's test" in nemenyi
    sign = js.bayes_sign_test(table(), only=["rf", "c4.5"]).summary()
    assert "P(rope)" in sign and "c4.5 is better on tpr" in sign
