"""What a comparison claims of its pairs: counted by hand, and what must hold."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom

import jointstats as js
from jointstats.labelled.compare.claims import claims_of, margin_of
from jointstats.labelled.compare.pair_claim import CLAIMS
from jointstats.words.claims import claim

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

WAYS = {"x": "max", "y": "min"}


def table(*rows, rope=None, names="AB"):
    """Two algorithms from the outcomes "+", "=", "-" of the first, measure by measure."""
    side = np.array([["-=+".index(one) - 1 for one in row] for row in rows], dtype=float)
    ways = dict(itertools.islice({"x": "max", "y": "max", "z": "max"}.items(), side.shape[1]))
    size = 1 + np.arange(len(rows))[:, None] / 100
    width = None if rope is None else dict.fromkeys(ways, rope)
    first = {names[0]: side * size, names[1]: 0 * side}
    return js.results_table(first, measures=ways, rope=width)


def one(*rows, alpha=0.05, **options):
    (row,) = claims_of(table(*rows, **options), None, alpha).pairs
    return row


def two_sided(count, trials):
    return min(1.0, 2 * binom.sf(count - 1, trials, 0.5))


def test_every_claim_has_its_counts_and_its_words():
    rows = {
        "most_data_sets": (["++"] * 19 + ["--"], 19, 1, two_sided(19, 20)),
        "each": (["++"] * 22 + ["+-"] * 17 + ["-+"] * 17, 39, None, two_sided(39, 56)),
        "most_common": (["++"] * 30 + ["+-"] * 12 + ["-+"] * 12 + ["--"] * 12, 30, 12,
                        two_sided(30, 42)),
        "more_often": (["++"] * 20 + ["--"] * 3 + ["-+"] * 18 + ["+-"] * 10, 20, 3,
                       two_sided(20, 23)),
        "trade_off": (["+-="] * 16 + ["+-+"] * 15 + ["+--"] * 15, 46, None, None),
    }  # fmt: skip
    for name, (seen, count, against, p) in rows.items():
        row = one(*seen)
        assert (row.claim, row.strength, row.count, row.against, row.n) == (
            name, "shown", count, against, len(seen),
        )  # fmt: skip
        if p is not None:
            assert row.p_value == pytest.approx(p, rel=1e-12)
        assert str(count) in claim(row)
    assert (row.measures, row.measures_other, row.winner) == (("x",), ("y",), None)
    assert claim(row).startswith("A is better on x, B on y, each on most data sets (at least 46")


def test_with_a_rope_not_being_worse_is_a_claim():
    rows = ["+="] * 9 + ["=+"] * 9 + ["++"] * 8 + ["--"]
    row = one(*rows, rope=0.5)
    # 26 of 27 are better somewhere and worse nowhere; no outcome alone is on most data sets.
    assert (row.claim, row.winner, row.count) == ("not_worse_most_data_sets", "A", 26)
    assert claim(row).startswith("A is not worse than B on any measure and better on some, on most")
    # Without a rope the ladder does not exist: ties are equal numbers, and only sweeps count.
    assert one(*rows).claim != "not_worse_most_data_sets"


def test_a_leaning_is_probable_and_not_shown():
    many = claims_of(
        js.results_table(
            {f"a{i}": np.random.default_rng(i).normal(i / 4, 1, (25, 2)) for i in range(6)},
            measures=WAYS | {"y": "max"},
        ),
        None, 0.05,
    )  # fmt: skip
    lean = [row for row in many.pairs if row.strength == "leaning"]
    assert lean and all(row.probability >= 0.95 and row.p_adjusted > 0.05 for row in lean)
    assert many.expected_wrong == pytest.approx(sum(1 - row.probability for row in lean), abs=1e-12)


def test_rows_are_sorted_from_strong_to_weak():
    result = js.compare_algorithms(js.load_dataset("weka"))
    rows = [*result.wins, *result.open]
    rank = [(["shown", "leaning", "open"].index(row.strength), CLAIMS.index(row.claim))
            for row in rows]  # fmt: skip
    assert rank == sorted(rank) and len(rows) == 21
    assert result.decided and {row.strength for row in result.open} == {"open"}


def test_a_control_has_only_its_pairs_and_more_of_the_level():
    weka = js.load_dataset("weka")
    every = {row.names: row for row in js.compare_algorithms(weka).wins}
    alone = js.compare_algorithms(weka, control="J48graft")
    assert len([*alone.wins, *alone.open]) == 6
    for row in alone.wins:
        assert "J48graft" in row.names
        if row.names in every and set(every[row.names].shown) - set(row.shown):
            raise AssertionError(row)
        if row.names in every and row.claim == every[row.names].claim:
            assert row.p_adjusted <= every[row.names].p_adjusted
            assert (row.count, row.p_value) == (every[row.names].count, every[row.names].p_value)


def test_single_questions_share_the_level():
    seen = table(*["++"] * 9 + ["--"])
    alone, beside = (claims_of(seen, None, 0.05, singles=p) for p in ((), (0.001,)))
    assert beside.singles == pytest.approx((0.002,))
    assert beside.pairs[0].p_adjusted >= alone.pairs[0].p_adjusted


def test_margins_follow_the_level_of_the_claim():
    row = one(*["++"] * 14 + ["+-"])
    assert margin_of(row).decided
    p = [two_sided(14 - k, 15) for k in range(5)]
    assert margin_of(row).data_sets == next(k for k, value in enumerate(p) if value > row.level)
    assert margin_of(one(*["+-="] * 16 + ["+-+"] * 15 + ["+--"] * 15)) is None


values = st.integers(2, 4).flatmap(
    lambda l: st.lists(
        st.lists(st.lists(st.integers(-2, 2), min_size=l, max_size=l), min_size=2, max_size=2),
        min_size=1, max_size=14,
    )
)  # fmt: skip


def claimed(x, measures, rope, names=None):
    """Pair (as a set) to what is claimed of it, whatever the sequence of the names."""
    names = names or [f"a{i}" for i in range(x.shape[2])]
    made = js.results_table(
        {name: x[:, :, i] for i, name in enumerate(names)}, measures=measures, rope=rope
    )
    return {
        frozenset((row.a, row.b)): (
            row.winner, row.claim, row.strength, row.count, row.against, round(row.p_adjusted, 12),
            None if row.probability is None else round(row.probability, 12),
            set(row.measures_equal), {frozenset(row.measures), frozenset(row.measures_other)},
        )
        for row in claims_of(made, None, 0.05).pairs
    }  # fmt: skip


@settings(max_examples=40, deadline=None)
@given(values, st.sampled_from([None, {"x": 1.0, "y": 1.0}]), st.randoms(use_true_random=False))
def test_names_and_rows_in_another_sequence_change_nothing(rows, rope, random):
    x = np.array(rows, dtype=float)
    names = [f"a{i}" for i in range(x.shape[2])]
    expected = claimed(x, WAYS, rope)
    cases, places = (random.sample(range(k), k) for k in (x.shape[0], x.shape[2]))
    moved = claimed(x[cases][:, :, places], WAYS, rope, [names[i] for i in places])
    tied = {pair for pair, row in expected.items() if row[1].startswith("outcome")}
    assert {p: row for p, row in moved.items() if p not in tied} == {
        p: row for p, row in expected.items() if p not in tied
    }


@settings(max_examples=40, deadline=None)
@given(values, st.sampled_from([None, {"x": 1.0, "y": 1.0}]))
def test_turning_a_measure_and_its_direction_changes_nothing(rows, rope):
    x = np.array(rows, dtype=float)
    turned = x * np.array([1.0, -1.0])[None, :, None]
    assert claimed(x, WAYS, rope) == claimed(turned, {"x": "max", "y": "max"}, rope)


@settings(max_examples=60, deadline=None)
@given(values, st.sampled_from([None, {"x": 1.0, "y": 1.0}, {"x": 1.0, "y": 0.0}]))
def test_what_counts_for_and_against_gives_the_p_value(rows, rope):
    x = np.array(rows, dtype=float)
    names = [f"a{i}" for i in range(x.shape[2])]
    made = js.results_table(
        {name: x[:, :, i] for i, name in enumerate(names)}, measures=WAYS, rope=rope
    )
    for row in claims_of(made, None, 0.3).pairs:
        if row.claim == "trade_off" or row.winner is None:
            continue
        assert row.p_value >= two_sided(row.count, row.count + row.rest) - 1e-12
        if row.claim != "outcome_most_data_sets" and row.count > row.rest:
            assert row.p_value == pytest.approx(two_sided(row.count, row.count + row.rest))


def test_the_shares_of_the_level_are_told():
    weka = js.compare_algorithms(js.load_dataset("weka"))
    assert weka.level_shares == pytest.approx(
        {"sweep": 4 / 6, "outcome": 1 / 6, "trade_off": 1 / 6}
    )
    one_measure = js.compare_algorithms(js.load_dataset("weka"), on=["auc"])
    assert one_measure.level_shares == {"sweep": 1.0}
    roped = js.compare_algorithms(table("++", "+=", rope=0.5))
    assert roped.level_shares["not_worse"] == pytest.approx(1 / 7)
