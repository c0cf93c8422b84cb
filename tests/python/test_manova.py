"""MANOVA of tables: R's numbers by name, the choice of design, cliques, and mirrors."""

from functools import partial
from itertools import combinations

import networkx as nx
import numpy as np
import pandas as pd
import pytest
import references
from hypothesis import given, settings
from hypothesis import strategies as st
from references import NORMAL_THEORY

import jointstats as js
from jointstats.evidence import multiplicity
from jointstats.means import kernel_rank

STATISTICS = ("wilks", "pillai", "hotelling-lawley", "roy")
STACKED = [name for name in NORMAL_THEORY["blocked"] if "stacked" in NORMAL_THEORY["blocked"][name]]
quick = settings(max_examples=10, deadline=None)


def ways(p):
    return {f"m{j + 1}": "max" for j in range(p)}


def names(l):
    return [chr(ord("A") + i) for i in range(l)]


def table(values, order=None):
    """From an array of shape (n, l, p)."""
    by_name = dict(zip(names(values.shape[1]), np.moveaxis(values, 1, 0), strict=True))
    order = order or list(by_name)
    return js.results_table({name: by_name[name] for name in order}, measures=ways(values.shape[2]))


def blocked_case(name):
    case = NORMAL_THEORY["blocked"][name]
    return case, np.array(case["values"], dtype=float).reshape(case["n"], case["l"], -1)


quiet = partial(references.quiet, js.manova_test)


def shifted(seed=0, n=24, p=2, shifts=(0.0, 0.1, 2.0, 2.1)):
    """Paired tables whose algorithms differ by known shifts on every measure."""
    rng = np.random.default_rng(seed)
    noise = rng.normal(size=(n, len(shifts), p)) + 3 * rng.normal(size=(n, 1, p))
    return noise + np.array(shifts)[:, None]


def equals_r(test, case):
    """All four statistics, tests of each measure and roots of a design, by R."""
    for key in STATISTICS:
        result = test(statistic=key)
        p = result.p_value
        if key == "roy":
            p = result.statistics[-1]["p_value_lower_bound"]
            assert result.p_value >= p * (1 - 1e-9)
        np.testing.assert_allclose(
            [result.statistic, result.f, result.df1, result.df2, p],
            case["statistics"][key.replace("-", "_")],
            rtol=1e-9,
        )
    roots, found = np.array(result.roots), {row.statistic: row for row in result.statistics}
    assert found["wilks"].value == pytest.approx(np.prod(1 / (1 + roots)), rel=1e-9)
    assert found["hotelling-lawley"].value == pytest.approx(roots.sum(), rel=1e-9)
    assert found["pillai"].value == pytest.approx((roots / (1 + roots)).sum(), rel=1e-9)
    assert found["roy"].value == pytest.approx(roots[0], rel=1e-9)
    assert found["wilks"].exact == (len(roots) <= 2)
    assert found["pillai"].exact == found["hotelling-lawley"].exact == (len(roots) == 1)
    np.testing.assert_allclose([r["f"] for r in result.anovas], case["anova"]["f"], rtol=1e-9)
    np.testing.assert_allclose([r["p_value"] for r in result.anovas], case["anova"]["p"], rtol=1e-9)


def unpaired(name):
    """R's result of a one-way design, and ours by its options."""
    case = NORMAL_THEORY["one_way"][name]
    frame = pd.DataFrame(case["values"])
    frame.columns = list(ways(frame.shape[1]))
    frame["who"] = case["groups"]
    return case, partial(
        quiet, frame, design="one-way", algorithm="who", measures=ways(len(frame.T) - 1)
    )


@pytest.mark.parametrize("name", ["iris", "mtcars", "airquality", "swiss", "generated"])
def test_one_way_of_unpaired_rows_equals_r(name):
    case, test = unpaired(name)
    equals_r(test, case)
    assert sum(test().sizes.values()) == len(case["groups"])


@pytest.mark.parametrize(
    "name", [name for name, case in NORMAL_THEORY["blocked"].items() if "statistics" in case]
)
def test_blocked_designs_equal_r(name):
    case, values = blocked_case(name)
    equals_r(partial(quiet, table(values), design="blocked", draws=0), case)


@pytest.mark.parametrize("name", ["plant_growth", "insect_sprays", "morley"])
def test_each_statistic_of_one_measure_is_anova(name):
    if name == "morley":
        case, values = blocked_case(name)
        test = partial(quiet, table(values), design="blocked", draws=0)
    else:
        case, test = unpaired(name)
    for key in STATISTICS:
        result = test(statistic=key)
        assert result.f == pytest.approx(case["anova"]["f"][0], rel=1e-12)
        assert result.p_value == pytest.approx(case["anova"]["p"][0], rel=1e-12)
        assert result.exact


@pytest.mark.parametrize("name", STACKED)
def test_stacked_differences_equal_r(name):
    case, values = blocked_case(name)
    result = quiet(table(values), design="stacked")
    np.testing.assert_allclose(
        [result.statistic, result.f, result.df1, result.df2, result.p_value],
        [case["stacked"][key] for key in ("t2", "f", "df1", "df2", "p_value")],
        rtol=1e-9,
    )
    assert {row["p_value"] for row in result.statistics} == {result.p_value}
    # Of one hypothesis dimension all are functions of the one root.
    found = {row.statistic: row.value for row in result.statistics}
    root = found["roy"]
    assert root == pytest.approx(found["t2"] / (result.n - 1), rel=1e-12)
    assert found["hotelling-lawley"] == root
    assert found["wilks"] == pytest.approx(1 / (1 + root), rel=1e-12)
    assert found["pillai"] == pytest.approx(1 - found["wilks"], rel=1e-12)


def test_two_algorithms_are_hotelling():
    two = shifted(shifts=(0.0, 0.3))
    for values in (two, two[:4]):
        paired = js.hotelling_test(table(values)).p_value
        joint = js.manova_test(table(values))
        assert joint.design == "stacked"
        assert joint.p_value == pytest.approx(paired, rel=1e-12)
        rows = dict(zip("AB", np.moveaxis(values, 1, 0), strict=True))
        alone = js.hotelling_test(rows, form="two-sample", measures=ways(2)).p_value
        for key in STATISTICS:
            blocked = quiet(table(values), design="blocked", statistic=key, draws=0)
            assert blocked.p_value == pytest.approx(paired, rel=1e-10)
            one_way = js.manova_test(rows, design="one-way", statistic=key, measures=ways(2))
            assert one_way.p_value == pytest.approx(alone, rel=1e-10)


def test_auto_takes_stacked_differences_only_if_five_degrees_of_freedom_are_left():
    rng = np.random.default_rng(1)
    for n, design in ((9, "blocked"), (10, "blocked"), (11, "stacked")):
        result = quiet(table(rng.normal(size=(n, 4, 2))), draws=0)
        assert result.design == design
        assert f"{n} data sets" in result.design_reason
    assert "covariance" in quiet(table(rng.normal(size=(9, 4, 2))), draws=0).assumes


def test_pairs_are_hotelling_tests_adjusted_by_holm():
    values = shifted()
    whole = table(values)
    result = quiet(whole)
    alone = [js.hotelling_test(whole, only=pair) for pair in combinations("ABCD", 2)]
    np.testing.assert_allclose(
        [row["p_value"] for row in result.pairs], [one.p_value for one in alone], rtol=1e-9
    )
    np.testing.assert_allclose(
        [row["p_adjusted"] for row in result.pairs],
        multiplicity.adjust_p_values([one.p_value for one in alone], "holm"),
        rtol=1e-9,
    )
    singles = [row["p_value"] for one in alone for row in one.tests]
    np.testing.assert_allclose([row["p_value"] for row in result.singles], singles, rtol=1e-9)
    np.testing.assert_allclose(
        [row["p_adjusted"] for row in result.singles],
        multiplicity.adjust_p_values(singles, "holm"),
        rtol=1e-9,
    )


def test_cliques_and_orderings_of_algorithms_that_differ_by_known_shifts():
    result = quiet(table(shifted()))
    assert result.decided and result.cliques == [["A", "B"], ["C", "D"]]
    graph = nx.complement(nx.Graph([(r["a"], r["b"]) for r in result.pairs if r["decided"]]))
    assert sorted(map(sorted, nx.find_cliques(graph))) == sorted(result.cliques)
    for measure in ("m1", "m2"):
        ordering = result.orderings[measure]
        assert set(ordering["order"][:2]) == {"C", "D"}  # higher is better
        assert ordering["means"] == sorted(ordering["means"], reverse=True)
        assert sorted(map(sorted, ordering["groups"])) == [["A", "B"], ["C", "D"]]
    assert "{(A, B), (C, D)}" in result.verdict


def test_an_algorithm_that_differs_from_all_is_a_clique_of_its_own():
    result = quiet(table(shifted(seed=1, shifts=(0.0, 0.0, 3.0))))
    assert result.cliques == [["A", "B"], ["C"]]


@quick
@given(st.integers(0, 2**16), st.permutations("ABC"))
def test_the_order_of_algorithms_and_rows_and_the_direction_of_measures_do_not_matter(seed, order):
    rng = np.random.default_rng(seed)
    values = rng.normal(size=(14, 3, 2))
    moved = table(values[rng.permutation(14)] * [1, -1], order)
    turned = {name: moved.values[:, :, i] for i, name in enumerate(moved.algorithms)}
    one, two = quiet(table(values)), quiet(turned, measures={"m1": "max", "m2": "min"})
    assert two.p_value == pytest.approx(one.p_value, rel=1e-8)
    assert {frozenset(c) for c in two.cliques} == {frozenset(c) for c in one.cliques}
    assert {m: o["order"] for m, o in two.orderings.items()} == {
        m: o["order"] for m, o in one.orderings.items()
    }


@pytest.mark.parametrize("statistic", STATISTICS)
def test_sign_flips_of_whole_data_sets_decide_the_blocked_design(statistic):
    case = NORMAL_THEORY["block_flips"]["generated"]
    values = np.array(case["values"]).reshape(case["n"], case["l"], -1)
    result = quiet(table(values), design="blocked", statistic=statistic)
    expected = case[statistic.replace("-", "_")]
    assert result.p_value == result.permutation["p_value"] == pytest.approx(expected, rel=1e-12)
    assert result.permutation["method"] == "exact" and result.exact and result.mcse == 0
    assert result.permutation["rearrangements"] == 2 ** (case["n"] - 1)
    assert [row.p_value for row in result.anovas] == pytest.approx(case["single"], rel=1e-12)
    by_f = quiet(table(values), design="blocked", statistic=statistic, draws=0)
    assert result.p_value_normal == by_f.p_value == by_f.p_value_normal != result.p_value
    assert [row.p_value_normal for row in result.anovas] == [row.p_value for row in by_f.anovas]
    assert "sign-flip p" in result.verdict and "sign-flip" not in by_f.verdict
    assert "symmetric" in result.assumes and "covariance" in by_f.assumes
    # Decided by its own p-value, also where that of F is on the other side of alpha
    between = (result.p_value + by_f.p_value) / 2
    one, other = (
        quiet(table(values), design="blocked", statistic=statistic, alpha=between, draws=draws)
        for draws in (9_999, 0)
    )
    assert one.decided == (result.p_value < between) != other.decided
    assert ("do not establish" in one.verdict) != one.decided


def test_measures_alone_are_adjusted_and_decided_by_sign_flips():
    values = shifted(seed=3, n=9, p=3, shifts=(0.0, 0.2, 0.9))
    result = quiet(table(values), design="blocked", p_adjust="holm")
    p = [row.p_value for row in result.anovas]
    assert [row.p_adjusted for row in result.anovas] == pytest.approx(
        multiplicity.adjust_p_values(p, "holm")
    )
    assert [row.decided for row in result.anovas] == [
        row.p_adjusted <= 0.05 for row in result.anovas
    ]
    alone = quiet(table(values).select(measures=["m2"]), design="blocked")
    assert alone.p_value == p[1]


def test_drawn_flips_repeat_and_estimate_the_p_value_of_all():
    values = shifted(seed=4, n=13, shifts=(0.0, 0.3, 0.5))
    exact = quiet(table(values), design="blocked")
    wide = np.concatenate([values, values + 5, values])  # 39 data sets: too many for all flips
    one, two, other = (
        quiet(table(wide[:27]), design="blocked", draws=999, rng=seed) for seed in (7, 7, 8)
    )
    assert exact.exact and one.permutation["method"] == "monte_carlo" and not one.exact
    assert one.permutation["rearrangements"] == 999
    p = one.p_value
    assert p * 1000 == pytest.approx(round(p * 1000))
    assert one.mcse == pytest.approx(np.sqrt(p * (1 - p) / 999))
    assert one.to_dict() == two.to_dict()
    assert abs(one.p_value - other.p_value) < 5 * (one.mcse + other.mcse)
    assert (one.seed, other.seed) == (7, 8)


def test_flips_that_decide_otherwise_than_f_are_pointed_out():
    # One algorithm is far noisier than the others: the two p-values lie on both sides of some level
    values = shifted(seed=2, n=9, shifts=(0, 0.4, 0.8)) * np.array([1, 1, 3])[:, None]
    result = quiet(table(values), design="blocked", rng=1)
    between = (result.p_value + result.p_value_normal) / 2
    with pytest.warns(js.errors.TestsDisagreeWarning, match="sign-flip p-value .*, which decides"):
        js.manova_test(table(values), design="blocked", rng=1, alpha=between)


def test_too_few_data_sets_for_flips_to_decide_are_named():
    values = shifted(seed=5, n=5, shifts=(0.0, 5.0, 9.0))
    with pytest.warns(js.JointStatsWarning, match=r"5 data sets .* below 0.0625 .* draws=0"):
        result = js.manova_test(table(values), design="blocked")
    assert (result.p_value, result.decided) == (0.0625, False)
    assert js.manova_test(table(values), design="blocked", draws=0).decided
    with pytest.warns(js.JointStatsWarning, match="random, 9.* more draws would"):
        js.manova_test(table(shifted(n=40)), design="blocked", draws=9)
    assert not quiet(table(shifted(n=6)), design="blocked").warnings


def test_redundant_measures_change_nothing_but_are_named():
    values = shifted(n=30, shifts=(0.0, 0.2, 0.4))
    wide = np.concatenate([values, 1 - values[:, :, :1]], axis=2)
    for design in ("stacked", "blocked"):
        plain = quiet(table(values), design=design, draws=0)
        with pytest.warns(js.JointStatsWarning, match="m3 = 1 − m1"):
            full = js.manova_test(table(wide), design=design, draws=0)
        assert full.p_value == pytest.approx(plain.p_value, rel=1e-9)
        assert full.df1 == plain.df1
    again = quiet(table(wide), design="one-way")
    assert again.redundant[0]["because"] == "m3 = 1 − m1"
    assert any("paired by data set" in text for text in again.warnings)


def test_identical_algorithms_among_others_are_a_clique_and_named():
    values = shifted(n=30, shifts=(0.0, 0.0, 3.0))
    values[:, 1] = values[:, 0]
    result = quiet(table(values))
    assert result.p_value == pytest.approx(js.hotelling_test(table(values[:, 1:])).p_value)
    assert result.pairs[0]["p_value"] == 1.0 and result.pairs[0]["reason"]
    assert result.cliques == [["A", "B"], ["C"]]
    assert any("the same results everywhere" in text for text in result.warnings)


def test_degenerate_tables_have_a_sentence_each():
    rng = np.random.default_rng(5)
    x = rng.normal(size=(8, 1, 2))
    with pytest.raises(
        kernel_rank.IdenticalAlgorithmsError, match="A, B and C have the same results"
    ):
        quiet(table(np.repeat(x, 3, axis=1)))
    with pytest.raises(
        kernel_rank.TooFewCasesError, match="2 data sets are too few for 3 measures"
    ):
        quiet(table(rng.normal(size=(2, 3, 3))))
    with pytest.raises(kernel_rank.ConstantDifferenceError, match="same amount"):
        step = np.array([1, 0])
        quiet(table(np.concatenate([x, x + step, x + 2 * step], axis=1)), design="blocked")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"design": "one-way", "correction": "nadeau-bengio"}, "paired rows"),
        ({"correction": "nadeau-bengio"}, "folds"),
    ],
)
def test_options_that_do_not_fit(options, words):
    with pytest.raises(js.errors.OptionError, match=words):
        quiet(table(shifted()), **options)


def test_folds_can_be_corrected():
    rng = np.random.default_rng(6)
    frame = pd.DataFrame(
        [
            {"r": r, "f": f, "who": who, "m1": x, "m2": y}
            for r in range(3)
            for f in range(5)
            for who, x, y in zip("ABC", rng.random(3), rng.random(3), strict=True)
        ]
    )
    roles = {"run": "r", "fold": "f", "algorithm": "who", "measures": ways(2)}
    plain, corrected = (quiet(frame, **roles, correction=name) for name in (None, "nadeau-bengio"))
    ratio = (1 / 15 + 1 / 4) * 15
    assert plain.statistic == pytest.approx(ratio * corrected.statistic, rel=1e-9)
    assert plain.pairs[0]["statistic"] == pytest.approx(
        ratio * corrected.pairs[0]["statistic"], rel=1e-9
    )
    assert (plain.cases, plain.n) == ("fold", 15)
    with pytest.raises(js.errors.OptionError, match="stacked"):
        quiet(frame, **roles, correction="nadeau-bengio", design="blocked")


def test_pairs_that_cannot_be_tested_are_counted():
    base = np.random.default_rng(1).normal(size=(12, 2))
    values = {name: base + i for i, name in enumerate("ABCD")}
    values["E"] = np.random.default_rng(2).normal(size=(12, 2))
    made = js.results_table(values, measures={"x": "max", "y": "max"})
    with pytest.warns(js.JointStatsWarning, match=r"^6 pairs could not .*A and B: .*; and 3 more"):
        js.manova_test(made)
    few = made.select(algorithms=["A", "B", "E"])
    with pytest.warns(js.JointStatsWarning, match=r"^1 pair could not .* counts as") as caught:
        js.manova_test(few)
    assert not any("more)" in str(one.message) for one in caught)


@pytest.mark.parametrize("unit", [1e-20, 1e20])
def test_one_way_does_not_depend_on_the_unit(unit):
    rng = np.random.default_rng(0)
    rows = {name: rng.normal(i, size=(8, 2)) for i, name in enumerate("abc")}
    plain, other = (
        js.manova_test({k: x * by for k, x in rows.items()}, design="one-way", measures=ways(2))
        for by in (1.0, unit)
    )
    assert other.p_value == pytest.approx(plain.p_value, rel=1e-9)
    assert len(other.redundant) == 0
