"""What must hold for every table: names, rows, directions and the order of things do not matter."""

import json
import math
import re
from collections import Counter

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import jointstats as js
from jointstats import errors
from jointstats.joint import result as joint_result

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


@pytest.fixture(autouse=True, scope="module")
def all_statements_are_listed():
    """What holds, holds for all statements: of equal ones, those first in the table are listed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(joint_result, "MOST_LISTED", 10**6)
        yield


QUICK = settings(
    max_examples=20, deadline=None, suppress_health_check=[HealthCheck.filter_too_much]
)
MOST_STATEMENTS = 1000  # as many as a result lists; tables whose ties leave more are made smaller


@st.composite
def raw_tables(draw, most_algorithms=6):
    """Values, directions and ropes: 2–6 algorithms with ties, ropes and failed runs in play."""
    l = draw(st.integers(2, most_algorithms))
    m = draw(st.integers(1, 3))
    n = draw(st.integers(1, 10))
    rng = np.random.default_rng(draw(st.integers(0, 10**9)))
    grid = draw(st.sampled_from([None, 3, 9, 40]))
    x = rng.normal(size=(n, m, l)) if grid is None else rng.integers(0, grid, (n, m, l)) / 4.0
    x[rng.random(x.shape) < draw(st.sampled_from([0.0, 0.05]))] = np.nan
    x[0] = rng.normal(size=(m, l))  # one data set is always complete
    ways = [draw(st.sampled_from(["max", "min"])) for _ in range(m)]
    ropes = [draw(st.sampled_from([0.0, 0.25, 0.6])) for _ in range(m)]
    table = made(x, ways, ropes)
    try:
        few = len(js.statement_counts(table).weights) <= MOST_STATEMENTS
    except errors.TieExpansionError:
        few = False
    if not few:
        x, ways, ropes = x[:2, :1, :], ways[:1], ropes[:1]
    return x, ways, ropes


def made(x, ways, ropes, algorithms=None, measures=None, datasets=None):
    algorithms = algorithms or [f"a{i}" for i in range(x.shape[2])]
    measures = measures or [f"m{j}" for j in range(x.shape[1])]
    return js.results_table(
        {name: x[:, :, i] for i, name in enumerate(algorithms)},
        measures=dict(zip(measures, ways, strict=True)),
        rope=dict(zip(measures, ropes, strict=True)),
        datasets=datasets or [f"d{i}" for i in range(x.shape[0])],
        missing="worst",
    )


def joint(table):
    """Joint tests of a table, as far as they can be compared: by statement."""
    return js.glrt_test(table), js.bayes_test(table)


def renamed(place, rename):
    """A name, or the sorted names of a tie."""
    if isinstance(place, str):
        return rename.get(place, place)
    return tuple(sorted(rename.get(name, name) for name in place))


def by_statement(result, rename=None):
    """Each statement (measure to names) with its numbers, whatever the sequence of rows."""
    rename = rename or {}

    def key(row):
        return tuple(
            sorted(
                (rename.get(m, m), tuple(renamed(a, rename) for a in order))
                for m, order in row["order"].items()
            )
        )

    return {
        key(row): {k: v for k, v in dict(row).items() if k != "order"} for row in result.statements
    }


def same_numbers(one, two, tolerance=1e-9):
    assert set(one) == set(two)
    for key, row in one.items():
        for name, value in row.items():
            if value is None:
                assert two[key][name] is None
            else:
                assert two[key][name] == pytest.approx(value, abs=tolerance)


def facts(result):
    names = ("n", "n_dropped", "n_tied", "decided", "n_observed")
    return {name: getattr(result, name) for name in names}


@QUICK
@given(raw_tables(), st.randoms(use_true_random=False))
def test_the_sequence_of_rows_algorithms_and_measures_does_not_matter(raw, random):
    x, ways, ropes = raw
    n, m, l = x.shape
    rows, columns, layers = list(range(n)), list(range(m)), list(range(l))
    for part in (rows, columns, layers):
        random.shuffle(part)
    table = made(x, ways, ropes)
    shuffled = made(
        x[rows][:, columns][:, :, layers],
        [ways[j] for j in columns],
        [ropes[j] for j in columns],
        algorithms=[f"a{i}" for i in layers],
        measures=[f"m{j}" for j in columns],
        datasets=[f"d{i}" for i in rows],
    )
    for one, two in zip(joint(table), joint(shuffled), strict=True):
        same_numbers(by_statement(one), by_statement(two))
        assert facts(one) == facts(two)
        assert one.best == two.best
    best_one, best_two = (js.bayes_test(t, question="best") for t in (table, shuffled))
    same_numbers(by_statement(best_one), by_statement(best_two))
    free = [
        {row.algorithm: row.undominated for row in js.leaderboard(t).board}
        for t in (table, shuffled)
    ]
    assert free[0] == pytest.approx(free[1], abs=1e-9)


@QUICK
@given(raw_tables())
def test_negating_a_measure_and_its_direction_changes_nothing(raw):
    x, ways, ropes = raw
    table = made(x, ways, ropes)
    other = {"max": "min", "min": "max"}
    turned = made(-x, [other[way] for way in ways], ropes)
    for one, two in zip(joint(table), joint(turned), strict=True):
        plain_one, plain_two = one.to_dict(), two.to_dict()
        del plain_one["measures"], plain_two["measures"]
        assert json.dumps(plain_one) == json.dumps(plain_two)
    own_units = ("median_difference", "median_low", "median_high")
    for one, two in zip(js.sign_test(table).tests, js.sign_test(turned).tests, strict=True):
        assert {k: v for k, v in dict(one).items() if k not in own_units} == {
            k: v for k, v in dict(two).items() if k not in own_units
        }
        if one["median_difference"] is not None:
            assert one["median_difference"] == -two["median_difference"]
        if one["median_low"] is not None:
            assert (one["median_low"], one["median_high"]) == (
                -two["median_high"], -two["median_low"],
            )  # fmt: skip


def positive_zero(row):
    """A row without a negative 0 among its sizes."""
    sizes = {name: row[name] for name in ("median", "low", "high")}
    return row | {
        name: {m: None if x is None else x + 0.0 for m, x in size.items()}
        for name, size in sizes.items()
    }


def exchanged_pair(row):
    """A row of a comparison with its two algorithms in the other sequence."""
    other = {"a": "b", "b": "a"}
    sides = {name: re.sub("(?<![^_])[ab]$", lambda side: other[side[0]], name) for name in row}
    turned = {name: row[sides[name]] for name in row}
    for name, end in (("median", "median"), ("low", "high"), ("high", "low")):
        turned[name] = {m: None if x is None else -x + 0.0 for m, x in row[end].items()}
    return turned


@QUICK
@given(raw_tables(most_algorithms=2))
def test_swapping_two_algorithms_mirrors_the_answer(raw):
    x, ways, ropes = raw
    table = made(x, ways, ropes, algorithms=["A", "B"])
    mirrored = made(x, ways, ropes, algorithms=["B", "A"])
    swap = {"A": "B", "B": "A"}
    for one, two in zip(joint(table), joint(mirrored), strict=True):
        same_numbers(by_statement(one), by_statement(two, swap), tolerance=1e-12)
        mirror = {
            m: order if isinstance(order[0], list) else [swap[a] for a in order]
            for m, order in (one.best or {}).items()
        }
        assert (two.best or {}) == mirror
        assert len(one.tied_best) == len(two.tied_best)
    compared, renamed_pair = (
        dict(js.compare_algorithms(t, scale="difference").pairs[0]) for t in (table, mirrored)
    )
    called = ("a", "b", "winner", "joint")
    assert {k: swap.get(v) if k in called else v for k, v in compared.items()} == renamed_pair
    for one, two in zip(js.sign_test(table).tests, js.sign_test(mirrored).tests, strict=True):
        assert one["better"] == swap.get(two["better"])
        assert (one["p_value"], one["cliffs_delta"]) == (two["p_value"], two["cliffs_delta"])
    # The same table with its columns exchanged: A against B has become B against A.
    exchanged = made(x[:, :, ::-1], ways, ropes, algorithms=["B", "A"])
    assert exchanged_pair(compared) == positive_zero(
        dict(js.compare_algorithms(exchanged, scale="difference").pairs[0])
    )
    for one, two in zip(js.sign_test(table).tests, js.sign_test(exchanged).tests, strict=True):
        assert (one["wins_a"], one["wins_b"], one["better"]) == (
            two["wins_b"], two["wins_a"], two["better"],
        )  # fmt: skip
        assert one["cliffs_delta"] == -two["cliffs_delta"]
        assert one["p_value"] == two["p_value"]


@QUICK
@given(raw_tables())
def test_probabilities_and_shares_sum_to_one(raw):
    table = made(*raw)
    for question in ("orderings", "best"):
        result = js.bayes_test(table, question=question)
        seen = sum(row["probability"] for row in result.statements)
        if result.n_observed == len(result.statements):
            assert sum(row["count"] for row in result.statements) == pytest.approx(table.n)
        assert seen + result.unobserved["probability"] == pytest.approx(1, abs=1e-10)
        shares = sum(row["share"] for row in result.statements)
        assert shares <= 1 + 1e-12
        for row in result.statements:
            assert 0 <= row["share_low"] <= row["share_high"] <= 1
        imprecise = js.bayes_test(table, question=question, prior="imprecise")
        for row in imprecise.statements:
            assert -1e-12 <= row["probability_lower"] <= row["probability"] + 1e-9
            assert row["probability"] <= row["probability_upper"] + 1e-9 <= 1 + 2e-9
    glrt = js.glrt_test(table)
    assert 0 <= glrt.p_value <= 1
    assert 0 <= glrt.p_value_asymptotic <= 1
    assert glrt.n_a >= glrt.n_b >= 0


@QUICK
@given(raw_tables(), st.sampled_from([0.5, 1.0, 4.0]))
def test_the_test_of_a_pair_follows_from_the_test_of_all(raw, s):
    # Exact for a prior of fixed total mass and ties that are transitive: no ropes.
    x, ways, _ = raw
    table = made(x, ways, [0.0] * len(ways))
    try:
        counts = js.statement_counts(table)
    except errors.TieExpansionError:
        return
    l = len(table.algorithms)
    for a, b in {(0, 1), (l - 1, 0), (l // 2, l - 1)}:
        if a == b:
            continue
        names = [f"a{a}", f"a{b}"]
        marginal = counts.select(algorithms=names)
        pair = table.select(algorithms=names)
        direct = js.statement_counts(pair)
        assert marginal.codes.tolist() == direct.codes.tolist()
        assert marginal.weights == pytest.approx(direct.weights, abs=1e-9)
        one = js.bayes_test(marginal, prior_strength=s)
        two = js.bayes_test(pair, prior_strength=s)
        same_numbers(by_statement(one), by_statement(two))
        # The prior's share of a pair's statement is what its orderings hold together.
        whole = js.bayes_test(counts, prior_strength=s)
        if whole.n_observed == len(whole.statements) == math.factorial(l) ** len(ways):
            added = Counter()
            for row in whole.statements:
                key = tuple(
                    (m, tuple(x for x in order if x in names)) for m, order in row["order"].items()
                )
                added[key] += row["share"]
            for key, row in by_statement(two).items():
                assert row["share"] == pytest.approx(added[key], abs=1e-9)


@QUICK
@given(raw_tables(), st.sampled_from([2.0, 1024.0, 0.125]))
def test_the_units_of_a_measure_do_not_matter(raw, factor):
    x, ways, ropes = raw
    one = js.bayes_test(made(x, ways, ropes)).to_dict()
    two = js.bayes_test(made(factor * x, ways, [factor * rope for rope in ropes])).to_dict()
    del one["rope"], two["rope"]
    assert one == two


@QUICK
@given(raw_tables())
def test_every_result_shows_itself(raw):
    table = made(*raw)
    for result in (*joint(table), js.sign_test(table)):
        assert result.verdict.endswith(".")
        assert "nan" not in result.summary().lower().split()
        assert len(result.to_frame()) > 0
        assert result._repr_html_().count("<table") == 1
        assert result.to_markdown().count("\n") == len(
            re.findall(r"(?<!continued}}) \\\\", result.to_latex())
        )
