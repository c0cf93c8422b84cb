"""Dominance on all measures: by brute force, the claims of a comparison, and by hand."""

import json
from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binom, binomtest

import jointstats as js
from jointstats import errors
from jointstats.kernels.joint import measure_rules
from jointstats.presentation import tables


def table(seed, l, m, n, *, grid=None, rope=None):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(n, m, l)) if grid is None else rng.integers(0, grid, (n, m, l)) * 1.0
    ways = {f"m{j}": "max" if j % 2 else "min" for j in range(m)}
    return js.results_table(
        {f"a{i}": x[:, :, i] for i in range(l)}, measures=ways,
        rope=None if rope is None else dict.fromkeys(ways, rope),
    )  # fmt: skip


def brute_force(made, i, j):
    """Data sets on which i dominates j, and on which j may dominate i, one after the other."""
    sure = may = 0
    for values in made.oriented():
        gaps = [x[i] - x[j] for x in values]
        signs = []
        for name, gap in zip(made.measures, gaps, strict=True):
            tied = abs(gap) <= made.rope[name] + 1e-9
            signs.append("=" if tied and name in made.declared_rope else "?" if tied else gap > 0)
        sure += all(one in (True, "=") for one in signs) and True in signs
        may += all(one in (False, "=", "?") for one in signs) and {False, "?"} & {*signs} != set()
    return sure, may


@pytest.mark.parametrize(("l", "m", "grid", "rope"), [
    (2, 1, None, None), (2, 3, 3, None), (3, 2, 4, 0), (4, 2, 5, 1), (5, 3, None, 0.3),
])  # fmt: skip
def test_votes_and_shares_against_brute_force(l, m, grid, rope):
    made = table(l + m, l, m, 20, grid=grid, rope=rope)
    result = js.pareto_test(made, p_adjust="none")
    names = made.algorithms
    for row, (i, j) in zip(result.pairs, combinations(range(l), 2), strict=True):
        (one, two_may), (two, one_may) = brute_force(made, i, j), brute_force(made, j, i)
        assert (row.a, row.b, row.count_a, row.count_b) == (names[i], names[j], one, two)
        tails = (binom.sf(one - 1, one + two_may, 0.5), binom.sf(two - 1, two + one_may, 0.5))
        assert row.p_value == pytest.approx(min(1, 2 * min(tails)), rel=1e-12)
        winner = names[i] if tails[0] < tails[1] else names[j]
        assert row.winner == (winner if row.p_value <= 0.05 else None)
    free = [
        sum(
            not any(
                brute_force(made.__class__(**{**vars(made), "values": made.values[d : d + 1],
                                              "datasets": made.datasets[d : d + 1]}), i, j)[1]
                for j in range(l) if j != i
            )
            for d in range(made.n)
        )
        for i in range(l)
    ]  # fmt: skip
    assert [row.count for row in result.nondominated] == free
    for row in result.nondominated:
        assert row.share == row.count / 20
        interval = binomtest(row.count, 20).proportion_ci(0.95, "exact")
        assert (row.share_low, row.share_high) == pytest.approx((interval.low, interval.high))


def test_a_pair_is_what_it_is_alone_and_as_a_comparison_has_it():
    made = table(3, 6, 2, 25)
    alone = js.pareto_test(made, p_adjust="none")
    for row in alone.pairs:
        assert row == js.pareto_test(made, only=[row.a, row.b]).pairs[0]
    of_pairs = {(row.a, row.b): row for row in js.compare_algorithms(made).pairs}
    for row in alone.pairs:
        other = of_pairs[row.a, row.b]
        assert (row.count_a, row.count_b) == (other.dominates_a, other.dominates_b)


def test_p_values_are_corrected_for_all_pairs():
    made = table(8, 5, 2, 40)
    raw = [row.p_value for row in js.pareto_test(made).pairs]
    holm = [row.p_adjusted for row in js.pareto_test(made).pairs]
    order = np.argsort(raw)
    by_hand = np.maximum.accumulate(np.minimum(1, np.array(raw)[order] * np.arange(10, 0, -1)))
    assert np.array(holm)[order] == pytest.approx(by_hand)
    many = js.pareto_test(made, p_adjust="bonferroni").pairs
    assert [row.p_adjusted for row in many] == pytest.approx(np.minimum(1, 10 * np.array(raw)))


def test_a_winner_is_named_with_its_price():
    # A dominates on 8 data sets and B on none; on time B has more wins.
    gains = [(1, 1)] * 8 + [(1, -1)] * 12
    made = js.results_table(
        {"A": np.array(gains, dtype=float), "B": np.zeros((20, 2))},
        measures={"accuracy": "max", "time": "max"},
    )
    result = js.pareto_test(made)
    (row,) = result.pairs
    assert (row.winner, row.price, row.p_value) == ("A", "time (12–8)", 2 * 0.5**8)
    assert result.verdict == (
        "A is shown to Pareto-dominate B more often (8 data sets to 0; exact p = 0.00781), but B "
        "is more often better on time (12–8)."
    )
    turned = js.pareto_test(made, only=["B", "A"])
    assert (turned.pairs[0].winner, turned.pairs[0].price) == ("A", "time (12–8)")
    assert turned.verdict == result.verdict
    assert "time (12–8)" in result.summary()
    few = js.pareto_test(made, alpha=0.001)
    assert few.pairs[0].winner is few.pairs[0].price is None
    assert few.verdict == (
        "The data do not establish which algorithm, A or B, Pareto-dominates the other more often "
        "(8 data sets to 0; exact p = 0.00781)."
    )


def test_of_many_pairs_no_winner_is_named():
    values = {f"a{i}": [[float(i), float(i)]] * 30 for i in range(4)}
    result = js.pareto_test(values, measures={"x": "max", "y": "max"})
    assert result.verdict == (
        "6 of 6 pairs have an algorithm that is shown to Pareto-dominate the other on more data "
        "sets (p ≤ 0.05 after Holm's correction). a3 is Pareto-optimal on 100.0 % of data sets, "
        "more than any other algorithm."
    )
    alike = {name: [[1.0, 2.0], [3.0, 1.0]] for name in "ABC"} | {"D": [[0.0, 0.0]] * 2}
    none = js.pareto_test(alike, measures={"x": "max", "y": "max"}, rope={"x": 0, "y": 0})
    assert none.verdict.startswith("No pair has an algorithm that is shown to Pareto-dominate")
    assert (
        "3 algorithms are Pareto-optimal on 100.0 % of data sets, more than others." in none.verdict
    )


FAMILY = [("p", 1)] * 5 + [("q", -1)] + [(name, 1) for name in "rstuvw"]


def frame(rows):
    """A is better than B by so much on x and on y, in these families."""
    return pd.DataFrame([
        {"d": d, "a": name, "f": family, "x": x * (name == "A"), "y": x * (name == "A")}
        for d, (family, x) in enumerate(rows)
        for name in "AB"
    ])  # fmt: skip


ROLES = {"dataset": "d", "algorithm": "a", "measures": {"x": "max", "y": "max"}}


def test_families_have_a_vote_each():
    result = js.pareto_test(frame(FAMILY), **ROLES, cluster="f")
    assert (result.n, result.n_families) == (12, 8)
    (row,) = result.pairs
    assert (row.count_a, row.count_b) == (7, 1)
    assert row.p_value == pytest.approx(binomtest(7, 8).pvalue)
    assert [one.count for one in result.nondominated] == [7, 1]
    assert "(7 families to 1; exact" in result.verdict
    assert "if families of data sets are independent" in " ".join(result.summary().split())


def test_missing_results_are_left_out_or_read_at_worst():
    rows = frame([("p", 1)] * 8 + [("q", np.nan)])
    out = js.pareto_test(rows, **ROLES, missing="drop")
    assert (out.n, out.n_dropped, out.pairs[0].p_value) == (8, 1, 2 * 0.5**8)
    assert "results are missing at random" in " ".join(out.summary().split())
    worst = js.pareto_test(rows, **ROLES, missing="unknown")
    assert (worst.n, worst.n_dropped, worst.dropped) == (9, 0, ())
    assert worst.pairs[0].p_value == pytest.approx(binomtest(8, 9).pvalue)
    assert [one.count for one in worst.nondominated] == [8, 0]


def test_failed_runs_dominate_nobody():
    nan = float("nan")
    values = {"A": [[1, 1], [nan, nan], [2, 2]], "B": [[0, 0], [0, 0], [nan, 1]]}
    result = js.pareto_test(values, measures={"x": "max", "y": "max"}, missing="worst")
    assert (result.pairs[0].count_a, result.pairs[0].count_b) == (2, 1)


def test_two_hundred_algorithms():
    x = np.random.default_rng(4).normal(size=(12, 3, 200))
    x[:, :, 7] += 4
    result = js.pareto_test(
        {f"a{i}": x[:, :, i] for i in range(200)}, measures=dict.fromkeys("xyz", "max")
    )
    assert len(result.pairs) == 19_900
    row = next(one for one in result.pairs if (one.a, one.b) == ("a3", "a11"))
    better = x[:, :, 3] > x[:, :, 11]
    assert (row.count_a, row.count_b) == (better.all(axis=1).sum(), (~better).all(axis=1).sum())
    assert "a7 is Pareto-optimal on 100.0 % of data sets" in result.verdict


def test_the_dict_and_the_frame_are_stable():
    result = js.pareto_test(js.load_dataset("pnn"))
    plain = result.to_dict()
    assert plain["test"] == "pareto"
    assert json.loads(json.dumps(plain, allow_nan=False)) == plain
    assert list(result.to_frame()) == [
        "a", "b", "count_a", "count_b", "p_value", "p_adjusted", "winner", "price",
    ]  # fmt: skip
    assert "no other algorithm dominates this one on both measures" in result.summary()
    assert list(tables.table(result).names[2:4]) == ["a dominates", "b dominates"]
    assert list(tables.table(result).rows[0][2:4]) == ["3", "0"]


@pytest.mark.parametrize(
    ("keywords", "error", "words"),
    [
        ({"alpha": 2}, errors.OptionError, "below 1"),
        ({"typo": 2}, errors.OptionError, "typo"),
        ({"on": ["m9"]}, errors.ColumnError, "m9"),
    ],
)
def test_each_mistake_has_its_sentence(keywords, error, words):
    with pytest.raises(error, match=words):
        js.pareto_test(table(1, 2, 2, 3), **keywords)


def test_counts_of_statements_will_not_do():
    with pytest.raises(errors.InvalidValueError, match="values, not only counts"):
        js.pareto_test(js.statement_counts(table(1, 2, 2, 3)))


@pytest.mark.parametrize("rope", [0.0, 0.5])
def test_who_is_beaten_on_a_data_set(rope):
    made = table(7, 4, 3, 30, grid=4, rope=rope)
    found = measure_rules.beaten(made.values, made.signs, made.rope_widths)
    turned = made.oriented()
    for d in range(made.n):
        for i in range(4):
            by = [(turned[d, :, j] - turned[d, :, i] > rope).all() for j in range(4) if j != i]
            assert found[d, i] == any(by)
