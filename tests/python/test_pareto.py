"""Dominance on all measures at once: closed forms against enumeration of orderings."""

import json
import math
from itertools import permutations, product

import numpy as np
import pytest
from scipy.stats import beta, binomtest

import jointstats as js
from jointstats.kernels.joint import pareto as kernel
from jointstats.labelled import errors
from jointstats.labelled.joint import pareto as labelled
from jointstats.presentation import tables

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


def table(seed, l, m, n, *, grid=None, rope=0.0):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(n, m, l)) if grid is None else rng.integers(0, grid, (n, m, l)) * 1.0
    ways = {f"m{j}": "max" if j % 2 else "min" for j in range(m)}
    return js.results_table(
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
    (2, 1, None, 0), (2, 3, 3, 0), (3, 2, None, 0), (3, 2, 3, 0), (4, 2, 5, 0), (5, 3, 3, 0),
    (4, 2, 5, 1), (5, 3, None, 0.3),
])  # fmt: skip
def test_counts_against_enumeration(l, m, grid, rope):
    made = table(l + m, l, m, 12, grid=grid, rope=rope)
    dominates, free = brute_force(made)
    # With a rope and more than two algorithms, orderings have forgotten who tied with whom.
    of_orderings = [js.statement_counts(made)]
    for source in of_orderings if rope else [made, *of_orderings]:
        result = js.pareto_test(source)
        for row in result.pairs:
            i, j = (made.algorithms.index(row[side]) for side in "ab")
            assert row["count_a"] == pytest.approx(dominates[i, j], abs=1e-9)
            assert row["count_b"] == pytest.approx(dominates[j, i], abs=1e-9)
        assert [row["count"] for row in result.nondominated] == pytest.approx(free, abs=1e-9)


@pytest.mark.parametrize("rope", [0.0, 0.4])
def test_a_pair_is_what_it_is_alone(rope):
    made = table(3, 6, 2, 25, rope=rope)
    for row in js.pareto_test(made, p_adjust="none").pairs:
        assert row == js.pareto_test(made, only=[row.a, row.b]).pairs[0]


def test_two_hundred_algorithms():
    rng = np.random.default_rng(4)
    x = rng.normal(size=(12, 3, 200)).round(1)
    x[:, :, 7] += 4
    result = js.pareto_test(
        {f"a{i}": x[:, :, i] for i in range(200)}, measures=dict.fromkeys("xyz", "max")
    )
    assert len(result.pairs) == 19_900
    i, j = 3, 11
    row = next(one for one in result.pairs if (one.a, one.b) == ("a3", "a11"))
    with np.errstate(invalid="ignore"):
        half = (1 + np.sign(x[:, :, i] - x[:, :, j])) / 2
    assert row.count_a == half.prod(axis=1).sum()
    assert row.count_b == (1 - half).prod(axis=1).sum()
    assert result.verdict.endswith(
        "On about 93 % of data sets nobody beats a7 so, the largest share of all."
    )
    assert result.nondominated[7].count == pytest.approx(12, abs=0.2)


def test_many_that_are_never_beaten_are_named_in_part():
    values = {f"a{i}": [[float(i), -float(i)]] * 3 for i in range(40)}
    said = js.pareto_test(values, measures={"x": "max", "y": "max"}).verdict
    assert "Nobody beats a0, a1, a2 or 37 more so on about" in said


def test_ties_that_are_too_many_name_data_set_algorithm_and_cure():
    x = np.random.default_rng(1).integers(0, 2, (2, 6, 120)).astype(float)
    measures = {f"m{j}": "max" for j in range(6)}
    values = {f"a{i}": x[:, :, i] for i in range(120)}
    with pytest.raises(errors.TieExpansionError, match=r'data set "1".*m0.*\(on=\)\.$') as caught:
        js.pareto_test(values, measures=measures)
    assert "rope" not in str(caught.value)
    with pytest.raises(errors.TieExpansionError, match=r"or a smaller rope\.$"):
        js.pareto_test(values, measures=measures, rope=dict.fromkeys(measures, 0.5))


def beta_above_half(a, b):
    """P(Beta(a, b) > ½) for integers: P(Bin(a + b − 1, ½) < a)."""
    return sum(math.comb(a + b - 1, k) for k in range(a)) / 2 ** (a + b - 1)


def test_the_probability_of_a_pair_in_closed_form():
    # s = 2: of the data sets that tell, each direction has prior mass 1; 7 wins against 3.
    values = {"A": [1.0] * 7 + [0.0] * 3, "B": [0.5] * 10}
    row = js.pareto_test(values, measures={"m": "max"}, prior_strength=2).pairs[0]
    assert row["probability"] == pytest.approx(beta_above_half(8, 4), abs=1e-14)
    assert row["p_value"] == 0.34375  # R: binom.test(7, 10)
    # With two measures, too: the others are left out.
    both = {"A": [[1.0, 1]] * 7 + [[0.0, 0]] * 3 + [[1, 0]] * 5, "B": [[0.5, 0.5]] * 15}
    two = js.pareto_test(both, measures={"x": "max", "y": "max"}, prior_strength=2).pairs[0]
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
    assert (row["winner"], [r["count"] for r in result.nondominated]) == (None, [6, 11])
    assert result.verdict == (
        "On 5 of 12 data sets neither is better on both measures; of the other 7 B is on 6, A on "
        "1. Nothing is shown about who is better on both measures more often than the other (exact "
        "p = 0.125)."
    )


@pytest.mark.parametrize("m", [1, 2, 3, 6])
@pytest.mark.parametrize("strength", [0.01, 1.0, 5.0])
def test_one_data_set_that_tells_decides_nothing(m, strength):
    rows = [[1.0] * m, *([[1.0, -1.0] + [0.5] * (m - 2)] * 9 if m > 1 else [])]
    values = {"A": rows, "B": [[0.0] * m] * len(rows)}
    result = js.pareto_test(
        values, measures={f"m{j}": "max" for j in range(m)}, prior_strength=strength
    )
    row = result.pairs[0]
    assert (row.count_a, row.count_b, row.p_value, row.winner) == (1, 0, 1.0, None)


def test_decided_just_where_the_least_favourable_prior_leaves_enough():
    for a, b in [(6, 0), (5, 0), (9, 1), (8, 1), (12, 3), (11, 3), (20, 7)]:
        rows = [[1.0]] * a + [[-1.0]] * b
        values = {"A": rows, "B": [[0.0]] * (a + b)}
        row = js.pareto_test(values, measures={"m": "max"}).pairs[0]
        assert row.p_value == pytest.approx(binomtest(a, a + b).pvalue, rel=1e-12)
        least = beta_above_half(a, b + 1)
        assert (row.winner == "A") == (row.p_value <= 0.05) == (least >= 0.975)


def test_many_pairs_are_corrected_for():
    made = js.load_dataset("weka")
    holm, none = (js.pareto_test(made, p_adjust=how) for how in ("holm", "none"))
    p = sorted(row.p_value for row in holm.pairs)
    worst = np.maximum.accumulate([min(1.0, x * (21 - i)) for i, x in enumerate(p)])
    assert sorted(row.p_adjusted for row in holm.pairs) == pytest.approx(list(worst), rel=1e-12)
    assert [row.p_adjusted for row in none.pairs] == [row.p_value for row in none.pairs]
    assert sum(row.winner is not None for row in holm.pairs) == (worst <= 0.05).sum()
    assert sum(row.winner is not None for row in none.pairs) == (np.array(p) <= 0.05).sum()


def test_exchangeable_algorithms_are_seldom_told_apart():
    # Error of any decision between five algorithms that are alike, on five data sets.
    rng, tables = np.random.default_rng(2), 400
    wrong = 0
    for _ in range(tables):
        x = rng.normal(size=(5, 5, 3))
        values = {name: x[i] for i, name in enumerate("ABCDE")}
        result = js.pareto_test(values, measures=dict.fromkeys("xyz", "max"))
        wrong += any(row.winner for row in result.pairs)
    assert wrong / tables <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / tables)


def test_the_verdict_of_many_names_a_pair_with_its_counts():
    result = js.pareto_test(js.load_dataset("weka"))
    decided = [row for row in result.pairs if row["winner"]]
    row = next(r for r in decided if (r["a"], r["b"]) == ("J48graft", "Logistic"))
    assert (len(decided), row["count_a"], row["count_b"]) == (3, 2, 23)
    assert result.verdict == (
        "3 of 21 pairs are shown to have one that is better on all 6 measures at once more often "
        "than the other (p ≤ 0.05 after Holm's correction), such as RandomForest over Bagging (31 "
        "data sets to 5, neither on 15). On about 67 % of data sets nobody beats RandomForest so, "
        "the largest share of all."
    )
    open_ = js.pareto_test(
        {"A": [[1, 1], [0, 0], [1, 0]], "B": [[0, 0], [1, 1], [0, 1]]},
        measures={"x": "max", "y": "max"},
    )
    assert open_.verdict == (
        "On 1 of 3 data sets neither is better on both measures; of the other 2 A is on 1, B on 1. "
        "Nothing is shown about who is better on both measures more often than the other (exact "
        "p = 1.00)."
    )
    nobody = js.pareto_test(
        {"A": [[1, 0]] * 3, "B": [[0, 1]] * 3}, measures={"x": "max", "y": "max"}
    )
    assert nobody.verdict == "On no data set is A or B better on both measures."
    assert js.pareto_test(js.load_dataset("example1"), alpha=0.13).pairs[0]["winner"] == "B"


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
        "a", "b", "count_a", "count_b", "probability", "p_value", "p_adjusted", "winner",
    ]  # fmt: skip
    assert "no other algorithm is better on accuracy and complexity at once" in result.summary()
    assert tables.table(result).names[2:5] == ["a better on all", "b better on all", "neither"]
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


@pytest.mark.parametrize("rope", [0.0, 0.5])
def test_who_is_beaten_on_a_data_set(rope):
    made = table(7, 4, 3, 30, grid=4, rope=rope)
    found = kernel.beaten(made.values, made.signs, made.rope_widths)
    turned = made.oriented()
    expected = [
        [
            any(all(turned[i, :, b] - turned[i, :, a] > rope) for b in range(4) if b != a)
            for a in range(4)
        ]
        for i in range(30)
    ]
    assert found.tolist() == expected and 0 < found.sum() < found.size


# --- In words -------------------------------------------------------------------------------------


def won(a, b, n, m=2, **more):
    """A against B: wins on all measures, losses on all, and neither."""
    own = [[1.0] * m] * a + [[-1.0] * m] * b + [[1.0] + [-1.0] * (m - 1)] * (n - a - b)
    ways = {f"m{j}": "max" for j in range(m)}
    return js.pareto_test({"A": own, "B": [[0.0] * m] * n}, measures=ways, **more)


OPEN = "Nothing is shown about who is better on"


@pytest.mark.parametrize(
    ("a", "b", "n", "m", "said"),
    [
        (8, 0, 8, 2, "Of 8 data sets A wins both measures on 8, B on 0. Shown: A is better than B "
         "on both measures more often than the other way round (exact p = 0.00781)."),
        (0, 8, 9, 2, "On 1 of 9 data sets neither is better on both measures; on the other 8 B is. "
         "Shown: B is better than A on both measures more often than the other way round (exact "
         "p = 0.00781)."),
        (3, 1, 4, 1, f"Of 4 data sets A wins the measure on 3, B on 1. {OPEN} the measure more "
         "often than the other (exact p = 0.625)."),
        (1, 0, 1, 1, f"Of 1 data set A wins the measure on 1, B on 0. {OPEN} the measure more "
         "often than the other (exact p = 1.00)."),
        (2, 3, 7, 3, "On 2 of 7 data sets neither is better on all 3 measures; of the other 5 B is "
         f"on 3, A on 2. {OPEN} all 3 measures more often than the other (exact p = 1.00)."),
        (2, 2, 5, 3, "On 1 of 5 data sets neither is better on all 3 measures; of the other 4 A is "
         f"on 2, B on 2. {OPEN} all 3 measures more often than the other (exact p = 1.00)."),
        (0, 0, 3, 3, "On no data set is A or B better on all 3 measures."),
    ],
)  # fmt: skip
def test_what_is_said_of_two(a, b, n, m, said):
    assert won(a, b, n, m).verdict == said


def of_levels(levels, n=9, m=2, **more):
    """The larger an algorithm's level, the better on all measures and data sets."""
    values = {name: np.full((n, m), float(x)) for name, x in zip("ABCDE", levels, strict=False)}
    return js.pareto_test(values, measures={f"m{j}": "max" for j in range(m)}, **more)


@pytest.mark.parametrize(
    ("levels", "n", "m", "more", "said"),
    [
        ([0, 1, 2], 2, 2, {}, "No pair is shown to have one that is better on both measures at "
         "once more often than the other (p ≤ 0.05 after Holm's correction). On about 87 % of data "
         "sets nobody beats C so, the largest share of all."),
        ([0, 1, 2], 2, 1, {}, "No pair is shown to have one that is better on the measure more "
         "often than the other (p ≤ 0.05 after Holm's correction). On about 78 % of data sets "
         "nobody beats C so, the largest share of all."),
        ([0, 1, 2], 9, 2, {}, "3 of 3 pairs are shown to have one that is better on both measures "
         "at once more often than the other (p ≤ 0.05 after Holm's correction), such as B over A "
         "(9 data sets to 0, neither on 0). On about 96 % of data sets nobody beats C so, the "
         "largest share of all."),
    ],
)  # fmt: skip
def test_what_is_said_of_many(levels, n, m, more, said):
    assert of_levels(levels, n, m, **more).verdict == said


def test_one_or_two_decided_pairs_are_named():
    won_twice = {"A": [[2.0]] * 10, "B": [[1.0], [0.0]] * 5, "C": [[0.0], [1.0]] * 5}
    two = js.pareto_test(won_twice, measures={"x": "max"}).verdict
    assert two.startswith(
        "2 of 3 pairs are shown to have one that is better on the measure more often than the "
        "other (p ≤ 0.05 after Holm's correction): A over B (10 data sets to 0, neither on 0); A "
        "over C (10 data sets to 0, neither on 0). "
    )
    many = {"A": [[1.0]] * 12, "B": [[0.0]] * 12, "C": [[0.5]] * 6 + [[2.0]] * 3 + [[-1.0]] * 3}
    one = js.pareto_test(many, measures={"x": "max"}, alpha=0.1).verdict
    assert one.startswith(
        "1 of 3 pairs is shown to have one that is better on the measure more often than the other "
        "(p ≤ 0.1 after Holm's correction): A over B (12 data sets to 0, neither on 0). "
    )


def test_the_facts_of_a_result():
    made = table(4, 3, 2, 9)
    found = js.pareto_test(made, alpha=0.2, level=0.8, p_adjust="BH", prior_strength=2.5)
    assert (found.alpha, found.level, found.p_adjust, found.prior_strength) == (0.2, 0.8, "BH", 2.5)
    assert (found.n, found.n_dropped, found.method) == (9, 0, "exact")
    assert found.data is made and js.pareto_test(js.statement_counts(made)).data is None
    wide, narrow = (js.pareto_test(made, level=level).nondominated[0] for level in (0.9, 0.5))
    assert wide.share_low < narrow.share_low < narrow.share_high < wide.share_high
    assert js.pareto_test(js.statement_counts(made), only=["a2", "a0"]).algorithms == ("a2", "a0")


@pytest.mark.parametrize(("count", "kept"), [(-1e-12, 0.0), (5.0, 5.0), (9 + 1e-12, 9.0)])
def test_a_sum_of_fractions_stays_within_the_data_sets(count, kept):
    row = labelled._share("A", count, 9.0, 2.0, 0.25, 0.9)
    own = beta(kept + 0.5, 11 - kept - 0.5)
    assert (row.algorithm, row.count, row.prior_share) == ("A", kept, 0.25)
    assert row.share == pytest.approx(own.mean())
    assert (row.share_low, row.share_high) == pytest.approx(own.interval(0.9), abs=1e-9)
