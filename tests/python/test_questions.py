"""Coarser questions: aggregated counts, prior masses and expected shares fit those of orderings."""

import math
from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import jointstats as js

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")
SHOWN = "is shown to be the most common dominance statement "
QUICK = settings(max_examples=25, deadline=None)


def table(seed, l, m, n, *, grid=None, rope=0.0, fail=0.0):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(n, m, l)) if grid is None else rng.integers(0, grid, (n, m, l)) * 1.0
    failed = rng.random(x.shape) < fail
    failed[0] = False  # where everybody fails there is no data set
    x[failed] = np.nan
    ways = {f"m{j}": "max" if j % 2 else "min" for j in range(m)}
    return js.results_table(
        {f"a{i}": x[:, :, i] for i in range(l)},
        measures=ways,
        rope=dict.fromkeys(ways, rope),
        missing="worst",
    )


tables = st.builds(
    table,
    seed=st.integers(0, 10**6),
    l=st.integers(2, 4),
    m=st.integers(1, 3),
    n=st.integers(1, 12),
    grid=st.sampled_from([None, 3, 6]),
    rope=st.sampled_from([0.0, 0.5, 1.0]),
    fail=st.sampled_from([0.0, 0.1]),
)


def cells(question, control, l, m):
    """Cell of a statement (one ordering per measure), and all cells, by brute force."""
    if question == "best":
        return lambda orders: tuple(one[0] for one in orders), list(product(range(l), repeat=m))
    return (
        lambda orders: tuple(int(one[0] == control) for one in orders),
        list(product((0, 1), repeat=m)),
    )


@QUICK
@given(tables, st.sampled_from(["best", "control"]), st.sampled_from([0.5, 1.0, 7.0]))
def test_expected_shares_add_up_between_questions(made, question, s):
    l, m = len(made.algorithms), len(made.measures)
    assume(math.factorial(l) ** m <= 3000)
    control = 1 if question == "control" else None
    cell_of, every = cells(question, control, l, m)
    counts = js.statement_counts(made, ties="split")
    orders = list(permutations(range(l)))
    seen = dict(zip(map(tuple, counts.codes.tolist()), counts.weights, strict=True))
    # Every ordering, seen or not: its count and its prior mass s/K, added up by cell.
    parameter = dict.fromkeys(every, 0.0)
    for code in product(range(len(orders)), repeat=m):
        mass = seen.get(code, 0.0) + s / len(orders) ** m
        parameter[cell_of([orders[k] for k in code])] += mass
    keywords = {"question": question, "control": made.algorithms[1] if control else None}
    result = js.bayes_test(made, prior_strength=s, **keywords)
    total = counts.n + s
    found = {}
    for row in result.statements:
        if question == "best":
            key = tuple(made.algorithms.index(first[0]) for first in row["order"].values())
        else:
            key = tuple(int(bool(first)) for first in row["order"].values())
        found[key] = row
        assert row["share"] == pytest.approx(parameter[key] / total, abs=1e-12)
    assert result.unobserved["states"] == len(every) - len(found)
    unseen = [parameter[key] for key in every if key not in found]
    # The test with all cells' masses as a vector prior is the same test.
    vector = [parameter[key] - (found[key]["count"] if key in found else 0.0) for key in every]
    again = js.bayes_test(made, prior=vector, **keywords)
    for row in again.statements:
        same = next(r for r in result.statements if r["order"] == row["order"])
        assert row["probability"] == pytest.approx(same["probability"], abs=1e-11)
    assert again.unobserved["probability"] == pytest.approx(
        result.unobserved["probability"], abs=1e-11
    )
    assert sum(unseen) + sum(parameter[key] for key in found) == pytest.approx(total)


def test_the_most_probable_answers_of_two_questions_need_not_agree():
    # ABC 3, ACB 3, BAC 4: the most probable ordering starts with B, yet A is best in 6 of 10.
    rows = [({"m": "ABC"}, 3), ({"m": "ACB"}, 3), ({"m": "BAC"}, 4)]
    counts = js.StatementCounts.from_orders(rows, algorithms="ABC", measures={"m": "max"})
    assert js.bayes_test(counts).best == {"m": ["B", "A", "C"]}
    assert js.bayes_test(counts, question="best").best == {"m": ["A"]}


def of_three():
    values = {"A": [[9, 1.0]] * 9, "B": [[1, 9.0]] * 9, "C": [[2, 2.0]] * 9}
    return js.results_table(values, measures={"x": "max", "y": "max"})


def test_who_is_best_on_each_measure_in_words():
    made = of_three()
    result = js.bayes_test(made, question="best")
    assert result.best == {"x": ["A"], "y": ["B"]}
    assert result.verdict.startswith(
        f'"A is best on x; B is best on y" {SHOWN}(probability > 0.999'
    )
    assert result.statements[0]["share"] == pytest.approx((9 + 1 / 9) / 10)
    frame = result.to_frame()
    assert frame.statement.tolist() == ["A is best on x; B is best on y"]


def test_a_control_against_the_rest_in_words():
    made = of_three()
    result = js.glrt_test(made, question="control", control="A")
    assert result.verdict.startswith(f'"A is best on x, not on y" {SHOWN}(9 of 9 data sets')
    # One cell of four, two ninths of the prior: (1/3)(2/3).
    bayes = js.bayes_test(made, question="control", control="A")
    assert bayes.statements[0]["share"] == pytest.approx((9 + 2 / 9) / 10)
    third = js.bayes_test(made, question="control", control="C")
    assert third.best == {"x": [], "y": []}
    assert third.statements[0]["share"] == pytest.approx((9 + 4 / 9) / 10)
    assert third.verdict.startswith(f'"C is not best on x and y" {SHOWN}')
