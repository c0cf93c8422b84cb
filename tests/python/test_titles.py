"""Titles of figures: the verdict's first clause, no stronger than what is shown, and short."""

from dataclasses import replace

import pytest

import jointstats as js
from jointstats.labelled.compare.pair_claim import LEANING, OPEN, SHOWN, Names, PairClaim
from jointstats.labelled.findings.kinds import Claims
from jointstats.presentation import figures
from jointstats.words import headlines, titles

MEASURES = ("accuracy", "time")


def claim(a="A", b="B", *, winner="a", what="each", strength=SHOWN, **fields):
    """A pair of which something is claimed, won 9 to 1 on each measure unless told otherwise."""
    given = {
        "measures": Names(MEASURES), "count": 9, "against": 1, "rest": 1, "n": 10,
        "probability": None, "p_value": 0.001, "p_adjusted": 0.01, "sweeps_a": 9, "sweeps_b": 1,
        "wins_a": dict.fromkeys(MEASURES, 9), "wins_b": dict.fromkeys(MEASURES, 1),
    }  # fmt: skip
    winner = a if winner == "a" else winner
    loser = None if winner is None else b if winner == a else a
    return PairClaim(a=a, b=b, winner=winner, loser=loser, claim=what, strength=strength,
                     **given | fields)  # fmt: skip


def headline(*pairs, algorithms="ABC", control=None):
    in_order = sorted(pairs, key=lambda row: (SHOWN, LEANING, OPEN).index(row.strength))
    about = {"algorithms": tuple(algorithms), "measures": MEASURES, "alpha": 0.05}
    return headlines.headline(Claims(**about, pairs=in_order, control=control))


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (claim(), "A beats B on both measures"),
        (claim(what="most_data_sets"), "A beats B on both measures"),
        (claim(what="more_often"),
         "A beats B on both measures at once more often than the reverse"),
        (claim(what="most_common", winner="B"),
         "B beats A, though A is ahead on some measure"),
        (claim(what="not_worse_more_often"),
         "A beats B: not worse on any measure, better on some"),
        (claim(what="outcome_most_data_sets", measures=Names(["time"]), rope=True,
               measures_equal=Names(["accuracy"])),
         "A beats B on time, practically equal on accuracy"),
        (claim(what="trade_off", winner=None, measures=Names(["time"]),
               measures_other=Names(["accuracy"])),
         "A is better on time, B on accuracy"),
        (claim(what="outcome_most_data_sets", winner=None, measures=Names(), rope=True,
               measures_equal=Names(MEASURES)),
         "A and B are practically equal on both measures"),
        (claim(what="more_often", strength=OPEN, winner=None, count=6),
         "A is better on both on 6 of 10 data sets: not shown"),
        (claim(what="more_often", strength=LEANING, count=6),
         "A is better on both on 6 of 10 data sets: leaning, not shown"),
        (claim(what="more_often", strength=OPEN, winner=None, count=0, against=0),
         "Neither is better on both measures on any of 10 data sets"),
        (claim(what="more_often", strength=OPEN, winner=None, count=4, against=4),
         "Each is better on both measures on 4 of 10 data sets: not shown"),
    ],
)  # fmt: skip
def test_a_pair_is_told_as_what_is_shown_of_it(row, said):
    assert headline(row, algorithms="AB") == said


def test_who_beats_most_is_named_and_otherwise_who_is_not_beaten():
    open_ = [claim("B", "C", winner=None, strength=OPEN)]
    ab, ac, bc = claim("A", "B"), claim("A", "C"), claim("B", "C")
    assert headline(ab, ac, *open_) == "A beats both others on both measures"
    assert headline(ab, *open_, claim("A", "C", winner=None, strength=OPEN)) == (
        "A beats B on both measures"
    )
    assert headline(ac, bc, claim("A", "B", winner=None, strength=OPEN)) == (
        "No overall winner: 2 of 3 pairs have a shown winner"
    )
    cycle = claim("A", "C", winner="C")
    assert headline(ab, bc, cycle) == "Every algorithm is shown to be beaten by some other"


def test_without_a_winner_nothing_is_claimed():
    one = claim("A", "B", winner=None, strength=OPEN)
    lean = claim("A", "C", strength=LEANING)
    assert headline(one, one) == "Nothing is shown of any of 2 pairs"
    assert headline(one, lean) == "Nothing is shown of 2 pairs; 1 lean to one of the two"


def test_a_control_is_told_with_how_many():
    rows = [claim("A", "B", winner="B"), claim("A", "C", winner="C"), claim("A", "D")]
    assert headline(*rows, algorithms="ABCD", control="A") == (
        "2 of 3 algorithms beat A, and it beats 1"
    )


def test_long_names_are_counted_rather_than_told():
    names = [f"algorithm_with_a_name_of_forty_letters_{i:02d}" for i in range(6)]
    rows = [claim(names[0], names[3]), claim(names[1], names[4])]
    said = headline(*rows, algorithms=names)
    assert said == "No overall winner: 2 of 2 pairs have a shown winner"
    assert len(said) <= headlines.ROOM


def test_the_weka_benchmark_has_the_headline_of_its_verdict():
    result = js.compare_algorithms(js.load_dataset("weka").select(measures=["accuracy", "auc"]))
    assert titles.title(result) == titles.title(result.leaderboard)
    shown = [row for row in result.wins if row.strength == SHOWN and row.winner == "RandomForest"]
    assert titles.title(result) == (f"RandomForest beats {len(shown)} of 6 others on both measures")


@pytest.mark.warns("The probability depends on the prior")
def test_a_statement_of_many_measures_is_shortened_not_cut():
    measures = [f"measure_with_a_long_name_{i}" for i in range(6)]
    order = {name: ["A", "B"] if i else ["B", "A"] for i, name in enumerate(measures)}
    result = js.bayes_test(js.load_dataset("example1"))
    told = replace(result, best=order)
    assert titles.title(told, "statements") == (
        "A is better on five of 6 measures on 6 of 12 data sets: not shown"
    )


def test_an_unknown_kind_of_result_gets_its_verdicts_first_clause():
    assert titles.first_clause("Shown: A wins (p = 0.01). And more.") == "A wins"
    long = titles.first_clause("Shown: " + "word " * 40 + ".")
    assert len(long) <= headlines.ROOM + 2 and long.endswith("…")


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
        assert titles.title(result) == title


def without_a_kept_study():
    """Results that a probability decides, with no study of how often that is wrong."""
    two = js.load_dataset("weka").select(
        algorithms=["RandomForest", "Bagging"], measures=["accuracy", "auc"]
    )
    roped = replace(two, rope=dict.fromkeys(two.measures, 0.01))
    return [
        js.bayes_test(two, rule="probability"), js.network_test(two), js.bayes_sign_test(two),
        js.bayes_sign_test(roped), js.bayes_sign_test(js.load_dataset("weka")),
        js.plackett_luce_test(two, draws=200),
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
