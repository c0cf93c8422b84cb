"""Dominance on all measures at once: closed forms against enumeration of orderings."""

import json
import math
from itertools import permutations, product

import numpy as np
import pytest

import jointstats as js
from jointstats.labelled import errors
from jointstats.presentation import tables

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


def table(seed, l, m, n, *, grid=None, rope=0.0):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(n, m, l)) if grid is None else rng.integers(0, grid, (n, m, l)) * 1.0
    ways = {f"m{j}": "max" if j % 2 else "min" for j in range(m)}
    return js.results_table_matrices(
        {f"a{i}": x[:, :, i] for i in range(l)}, measures=ways, rope=dict.fromkeys(ways, rope)
    )


def brute_force(made):
    """Dominance and non-dominance counts, a statement at a time."""
    l, m = len(made.algorithms), len(made.measures)
    dominates, free = np.zeros((l, l)), np.zeros(l)
    counts = js.statement_counts(made)
    for row, weight in zip(counts.codes, counts.weights, strict=True):
        order = counts.order(row)
        place = [{a: one.index(a) for a in one} for one in order.values()]
        for i, a in enumerate(made.algorithms):
            beaten = False
            for j, b in enumerate(made.algorithms):
                if a != b and all(at[b] < at[a] for at in place):
                    dominates[j, i] += weight
                    beaten = True
            free[i] += 0 if beaten else weight
    assert len(place) == m
    return dominates, free


@pytest.mark.parametrize(("l", "m", "grid", "rope"), [
    (2, 1, None, 0), (2, 3, 3, 0), (3, 2, None, 0), (3, 2, 3, 0), (4, 2, 5, 1), (5, 3, None, 0.3),
])  # fmt: skip
def test_counts_against_enumeration(l, m, grid, rope):
    made = table(l + m, l, m, 12, grid=grid, rope=rope)
    dominates, free = brute_force(made)
    for source in (made, js.statement_counts(made)):
        result = js.pareto_test(source)
        for row in result.pairs:
            i, j = (made.algorithms.index(row[side]) for side in "ab")
            assert row["count_a"] == pytest.approx(dominates[i, j], abs=1e-9)
            assert row["count_b"] == pytest.approx(dominates[j, i], abs=1e-9)
        assert [row["count"] for row in result.nondominated] == pytest.approx(free, abs=1e-9)


def beta_above_half(a, b):
    """P(Beta(a, b) > ½) for integers: P(Bin(a + b − 1, ½) < a)."""
    return sum(math.comb(a + b - 1, k) for k in range(a)) / 2 ** (a + b - 1)


def test_the_probability_of_a_pair_in_closed_form():
    # m = 1, s = 2: each direction has prior mass 1; 7 wins against 3.
    values = {"A": [1.0] * 7 + [0.0] * 3, "B": [0.5] * 10}
    row = js.pareto_test(values, measures={"m": "max"}, prior_strength=2).pairs[0]
    assert row["probability"] == pytest.approx(beta_above_half(8, 4), abs=1e-14)
    assert row["p_value"] == 0.34375  # R: binom.test(7, 10)
    # m = 2, s = 4: again 1 for each of the two statements.
    both = {"A": [[1.0, 1]] * 7 + [[0.0, 0]] * 3 + [[1, 0]] * 5, "B": [[0.5, 0.5]] * 15}
    two = js.pareto_test(both, measures={"x": "max", "y": "max"}, prior_strength=4).pairs[0]
    assert (two["count_a"], two["count_b"]) == (7, 3)
    assert two["probability"] == pytest.approx(beta_above_half(8, 4), abs=1e-14)


@pytest.mark.parametrize(("l", "m"), [(2, 2), (3, 2), (3, 3), (4, 2)])
def test_the_prior_share_against_enumeration(l, m):
    orders = list(permutations(range(l)))
    free = 0
    for one in product(orders, repeat=m):
        free += not any(all(o.index(j) < o.index(0) for o in one) for j in range(1, l))
    result = js.pareto_test(table(1, l, m, 6), prior_strength=3)
    q = free / len(orders) ** m
    for row in result.nondominated:
        assert row["prior_share"] == pytest.approx(q, abs=1e-15)
        assert row["share"] == pytest.approx((row["count"] + 3 * q) / 9, abs=1e-14)


def test_the_prior_share_of_eight_algorithms_and_six_measures():
    assert js.pareto_test(table(1, 8, 6, 3)).nondominated[0]["prior_share"] == pytest.approx(
        0.912732, abs=5e-7
    )


def test_the_interval_of_a_share_in_closed_form():
    # One measure: undominated means best. l = 2, s = 2: Beta(1 + w, 1 + n − w). With w = n = 4,
    # Beta(5, 1) has the quantiles p^(1/5).
    row = js.pareto_test({"A": [1.0] * 4, "B": [0.0] * 4}, measures={"m": "max"}, prior_strength=2)
    first, second = row.nondominated
    assert (first["share_low"], first["share_high"]) == pytest.approx(
        (0.025**0.2, 0.975**0.2), abs=1e-12
    )
    assert (second["share_low"], second["share_high"]) == pytest.approx(
        (1 - 0.975**0.2, 1 - 0.025**0.2), abs=1e-12
    )


def test_example_1():
    result = js.pareto_test(js.load_dataset("example1"))
    row = result.pairs[0]
    assert (row["count_a"], row["count_b"]) == (1, 6)
    assert row["p_value"] == 0.125  # 2 (1 + 7) / 2^7
    assert (row["winner"], [r["count"] for r in result.nondominated]) == ("B", [6, 11])
    assert result.verdict == (
        "Leaving out the 5 data sets that are split or tied, B is usually better on both measures "
        "(6 data sets to 1; probability 0.9796): a weaker claim than a win."
    )


def test_the_verdict_of_many_names_a_pair_with_its_counts():
    result = js.pareto_test(js.load_dataset("weka"))
    decided = [row for row in result.pairs if row["winner"]]
    row = next(r for r in decided if (r["a"], r["b"]) == ("J48graft", "Logistic"))
    assert (len(decided), row["count_a"], row["count_b"]) == (15, 2, 23)
    assert result.verdict == (
        "A weaker question than a win: is one of a pair usually better on all 6 measures, if data "
        "sets that are split or tied are left out? It is decided for 15 of 21 pairs, such as "
        "Logistic over J48graft (23 data sets to 2, 26 split or tied). RandomForest is least often "
        "beaten so: not on an expected 67.2 % of data sets."
    )
    open_ = js.pareto_test(
        {"A": [[1, 1], [0, 0], [1, 0]], "B": [[0, 0], [1, 1], [0, 1]]},
        measures={"x": "max", "y": "max"},
    )
    assert open_.verdict == (
        "Leaving out the 1 data set that is split or tied, it is not decided who is usually better "
        "on both measures (A on 1, B on 1; probability 0.5000)."
    )
    nobody = js.pareto_test(
        {"A": [[1, 0]] * 3, "B": [[0, 1]] * 3}, measures={"x": "max", "y": "max"}
    )
    assert (
        nobody.verdict == "On no data set is A or B better on both measures: all are split or tied."
    )
    assert js.pareto_test(js.load_dataset("example1"), alpha=0.02).pairs[0]["winner"] is None


def test_some_of_the_measures_and_algorithms():
    made = table(9, 4, 3, 20)
    part = js.pareto_test(made, on=["m1"], only=["a2", "a0"])
    assert (part.algorithms, part.measures) == (("a2", "a0"), {"m1": "max"})
    counted = js.pareto_test(js.statement_counts(made), on=["m1"], only=["a2", "a0"])
    assert part.pairs == counted.pairs
    wins = (made.values[:, 1, 2] > made.values[:, 1, 0]).sum()
    assert (part.pairs[0]["count_a"], part.pairs[0]["count_b"]) == (wins, 20 - wins)


def test_failed_runs_dominate_nobody():
    nan = float("nan")
    values = {"A": [[1, 1], [nan, nan], [2, 2]], "B": [[0, 0], [0, 0], [nan, 1]]}
    result = js.pareto_test(values, measures={"x": "max", "y": "max"}, missing="worst")
    assert (result.pairs[0]["count_a"], result.pairs[0]["count_b"]) == (2, 1)


def test_the_dict_and_the_frame_are_stable():
    result = js.pareto_test(js.load_dataset("pnn"))
    plain = result.to_dict()
    assert list(plain)[:4] == ["schema", "test", "version", "call"]
    assert plain["test"] == "pareto"
    assert json.loads(json.dumps(plain, allow_nan=False)) == plain
    assert list(result.to_frame()) == [
        "a", "b", "count_a", "count_b", "probability", "p_value", "winner",
    ]  # fmt: skip
    assert "no other algorithm is better on accuracy and complexity at once" in result.summary()
    assert tables.table(result).names[2:5] == [
        "a better on all",
        "b better on all",
        "split or tied",
    ]
    assert tables.table(result).rows[0][2:5] == ["3", "0", "1"]


@pytest.mark.parametrize(
    ("source", "keywords", "error", "words"),
    [
        (lambda: table(1, 2, 2, 3), {"prior_strength": 0}, errors.OptionError, "above 0"),
        (lambda: table(1, 2, 2, 3), {"alpha": 2}, errors.OptionError, "below 1"),
        (lambda: table(1, 2, 2, 3), {"typo": 2}, errors.OptionError, "typo"),
        (lambda: js.statement_counts(table(1, 2, 2, 3)), {"typo": 2}, errors.OptionError, "typo"),
        (
            lambda: js.statement_counts(table(1, 3, 2, 3), question="best"),
            {},
            errors.OptionError,
            "complete orderings",
        ),
    ],
)
def test_each_mistake_has_its_sentence(source, keywords, error, words):
    with pytest.raises(error, match=words):
        js.pareto_test(source(), **keywords)
