"""Titles of figures: the verdict's first clause, no stronger than what is shown, and short."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

import jointstats as js
from jointstats.base import facts
from jointstats.interfaces import figures

FOUR = ["AODE", "Bagging", "Logistic", "J48graft"]


def two(a, b, *measures):
    table = js.load_dataset("weka").select(algorithms=[a, b], measures=list(measures) or None)
    return js.compare_algorithms(table)


@pytest.mark.parametrize("fewer", [15, 25])
def test_of_two_algorithms_the_title_names_the_price_with_its_counts(fewer):
    n = np.arange(10.0, 50.0)[:, None]
    values = {"A": np.hstack([n + 1, n + 1]), "B": np.hstack([n, n])}
    values["A"][:fewer, 1] -= 2
    result = js.compare_algorithms(values, measures={"accuracy": "max", "speed": "max"})
    said = facts.words_of(result).title()
    assert result.pairs[0].subject == "A" and said.startswith("A ")
    if fewer == 15:
        both = "better on both measures on 25 of 40 data sets, the reverse on 0"
        assert said == f"A wins against B, {both}"
    else:
        assert "but B is more often better on speed (25 of 40, the reverse on 15)" in said


def test_both_sides_of_a_trade_off_are_named_with_their_counts():
    frame = js.load_frame("weka")
    result = js.compare_algorithms(
        frame, dataset="dataset", algorithm="algorithm", only=["RandomForest", "J48graft"],
        measures={"accuracy": "max", "training_time": "min"},
    )  # fmt: skip
    assert facts.words_of(result).title() == (
        "RandomForest is better on accuracy (39 of 51 data sets, the reverse on 12) and worse on "
        "training_time (51 of 51, the reverse on 0) than J48graft"
    )


def test_of_two_with_many_measures_the_price_keeps_its_counts():
    result = two("RandomForest", "J48graft")
    assert result.pairs[0].state == "possible trade-off"
    assert facts.words_of(result).title() == (
        "RandomForest is better than J48graft on five of 6 measures, but J48graft is more often "
        "better on mae (34 of 51, the reverse on 17)"
    )


def test_a_winner_without_a_price_is_named_with_the_number_of_measures():
    (row,) = (result := two("RandomForest", "Bagging")).pairs
    assert row.state == "win" and not row.price("RandomForest") and len(row.better_a) == 6
    assert facts.words_of(result).title() == (
        "RandomForest wins against Bagging, better on all six measures on 31 of 51 data sets, "
        "the reverse on 5"
    )


@pytest.mark.parametrize("make", [js.compare_algorithms, js.leaderboard])
def test_of_more_algorithms_states_are_counted(make):
    table = js.load_dataset("weka").select(algorithms=FOUR, measures=["accuracy", "auc"])
    states = Counter(row.state for row in js.compare_algorithms(table).pairs)
    said = facts.words_of(make(table)).title()
    assert said.endswith(" among 6 pairs") and not any(name in said for name in FOUR)
    short = {"win": "win", "trade-off": "trade-off"}
    for state, n in states.items():
        assert f"{n} {short.get(state, state)}" in said


@pytest.mark.warns("The probability depends on the prior")
def test_a_statement_of_many_measures_is_shortened_not_cut():
    measures = [f"measure_with_a_long_name_{i}" for i in range(6)]
    order = {name: ["A", "B"] if i else ["B", "A"] for i, name in enumerate(measures)}
    result = js.bayes_test(js.load_dataset("example1"))
    told = replace(result, best=order)
    assert facts.words_of(told).title("statements") == (
        "A is better on five of 6 measures on 6 of 12 data sets: not shown"
    )


@pytest.mark.parametrize(
    ("post_hoc", "several", "alone"),
    [
        ("exact", "19 of 126 differences between two algorithms are shown",
         "5 of 21 pairs are shown to differ on accuracy"),
        ("nemenyi", "Nemenyi's test separates 35 of 126 pairs (approximate)",
         "Nemenyi's test separates 4 of 21 pairs (approximate)"),
        ("none", "The algorithms are not interchangeable on all six measures",
         "The algorithms are not interchangeable on accuracy"),
    ],
)  # fmt: skip
@pytest.mark.filterwarnings("ignore:Nemenyi's test is approximate")
def test_a_title_of_friedmans_test_calls_shown_what_is_controlled(post_hoc, several, alone):
    weka = js.load_dataset("weka")
    for on, title in ((None, several), (["accuracy"], alone)):
        result = js.friedman_test(weka, post_hoc=post_hoc, on=on)
        assert facts.words_of(result).title() == title


def without_a_kept_study():
    """Results that a probability decides, with no study of how often that is wrong."""
    two = js.load_dataset("weka").select(
        algorithms=["RandomForest", "Bagging"], measures=["accuracy", "auc"]
    )
    roped = replace(two, rope=dict.fromkeys(two.measures, 0.01))
    return [
        js.bayes_test(two, rule="probability"), js.network_test(two), js.bayes_sign_test(two),
        js.bayes_sign_test(roped), js.bayes_sign_test(js.load_dataset("weka")),
    ]  # fmt: skip


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_figures_say_shown_only_where_a_study_of_its_error_rate_is_kept():
    for result in without_a_kept_study():
        for name in result.figures:
            said = figures.figure(result, name)
            scale = getattr(said, "scale", None)
            told = [said.title, said.alt, *said.notes, getattr(scale, "threshold_label", "")]
            told += [key.words for key in getattr(said, "keys", ()) if hasattr(key, "words")]
            assert not [text for text in told if "shown" in text.split()], (result.test, name, told)
