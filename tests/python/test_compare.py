"""Comparisons: the state of every pair against an independent program, and what is handed over."""

import json
import re
import warnings

import numpy as np
import pandas as pd
import pytest
from references import VERDICTS
from scipy.stats import rankdata

import jointstats as js
from jointstats import errors
from jointstats.single.kernel_paired import MeanRanks

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

WAYS = {"x": "max", "y": "max"}


def table_of(case):
    """The table of a case of the reference."""
    if "values" not in case:
        if case["name"].startswith("weka: accuracy"):
            return js.results_table(
                js.load_frame("weka"), dataset="dataset", algorithm="algorithm",
                measures={"accuracy": "max", "training_time": "min"},
            )  # fmt: skip
        return js.load_dataset(case["name"].split(":")[0])
    values = np.array(case["values"], dtype=float)
    measures = {f"m{j}": "max" for j in range(values.shape[1])}
    families = case["families"]
    return js.results_table(
        {f"a{i}": values[:, :, i] for i in range(values.shape[2])},
        measures=measures,
        rope={f"m{j}": w for j, w in enumerate(case["rope"]) if w is not None} or None,
        missing="unknown",
        **({} if families is None else
           {"cluster": {str(i + 1): f"f{family}" for i, family in enumerate(families)}}),
    )  # fmt: skip


@pytest.mark.parametrize("case", VERDICTS, ids=lambda case: case["name"])
def test_states_winners_and_counts_are_those_of_an_independent_program(case):
    result = js.compare_algorithms(table_of(case))
    assert len(result.pairs) == len(case["pairs"])
    for known in case["pairs"]:
        a, b = (x if isinstance(x, str) else f"a{x}" for x in (known["a"], known["b"]))
        row = result.pair(a, b)
        winner = known["winner"]
        assert row.state == known["state"]
        assert row.winner == (f"a{winner}" if isinstance(winner, int) else winner)
        for j, name in enumerate(result.measures):
            for i, side in enumerate((a, b)):
                assert row.wins(side)[name] == known["wins"][j][i]
                shown = known["shown"]["more_often"][j][i] or known["shown"]["most"][j][i]
                assert (name in row.better(side)) == shown
        for i, side in enumerate((a, b)):
            assert row.dominates(side) == known["dominates"][i]
        joint = known["shown"]["joint_more_often"] or (False, False)  # of one measure there is none
        assert row.joint == (a if joint[0] else b if joint[1] else None)


# --- Two algorithms -------------------------------------------------------------------------------


def two(*rows, rope=None, **options):
    """A and B from the outcomes "+", "=", "-" of A, measure by measure, on so many data sets."""
    signs = [["-=+".index(one) - 1 for one in row] for row, times in rows for _ in range(times)]
    first = np.array(signs, dtype=float) * (1 + np.arange(len(signs))[:, None] / 100)
    names = "xyz"[: first.shape[1]]
    made = js.results_table(
        {"A": first, "B": 0 * first}, measures=dict.fromkeys(names, "max"),
        rope=None if rope is None else dict.fromkeys(names, rope),
    )  # fmt: skip
    return js.compare_algorithms(made, **options)


def corrected(p, weight, unfinished):
    """The smallest level at which a claim of this weight is shown, while so much is unfinished."""
    return pytest.approx(p * unfinished / weight, rel=1e-12)


def test_a_win_on_all_measures():
    result = two(("++", 14), ("+-", 1))
    row = result.pairs[0]
    # Each side of each measure, and each joint side, can err with 2^-15 there.
    assert row.p_a["x"] == 6 * 0.5**15
    assert row.p_a["x"] == row.p_adjusted == row.p_joint_a
    assert result.verdict == (
        "A wins against B; corrected p < 0.001. It is better on x (15 of 15 data sets, the "
        "reverse on 0) and y (14 of 15, the reverse on 1) and better on both measures on 14 of "
        "15 data sets, the reverse on 0. The median difference favours A by "
        "1.1 (1.0 to 1.1) on x and 1.1 (1.0 to 1.1) on y."
    )


def test_no_difference_is_established():
    result = js.compare_algorithms(js.load_dataset("example1"))
    assert result.verdict == (
        "The data do not establish a difference between A and B (accuracy 3 of 12 data sets, the "
        "reverse on 9; time 4 of 12, the reverse on 8). The median difference favours B by 1.0 "
        "(−1.0 to 1.0) on "
        "accuracy and 1.0 (−1.0 to 1.0) on time."
    )
    assert set(result.tests) == {"glrt", "bayes", "network"}
    assert result.tests["glrt"].p_value == 0.5078125
    assert result.tests["bayes"].best == {"accuracy": ["B", "A"], "time": ["B", "A"]}


def test_practical_equality_needs_a_rope_and_is_a_claim():
    assert two(("==", 40), rope=0.5).pairs[0].state == "practically equal"
    assert two(("==", 40), rope=0).pairs[0].state == "open"  # equal numbers, but no region
    hidden = two(("==", 40)).pairs[0]
    assert (hidden.state, hidden.unknown, hidden.ties) == (
        "open", {"x": 40, "y": 40}, {"x": 0, "y": 0},
    )  # fmt: skip


def test_nobody_wins_or_is_ahead_where_the_other_is_better_on_both_more_often():
    row = two(("+=", 120), ("+-", 180), ("-=", 200), rope=0.5).pairs[0]
    assert (row.better_a, row.equal, row.joint) == (("x",), ("y",), "B")
    assert (row.state, row.winner) == ("possible trade-off", None)


def test_one_measure_has_no_joint_question():
    result = two(("+", 12), ("-", 1))
    row = result.pairs[0]
    # Two sides, 1 each: 14 / 2^13, doubled.
    assert row.p_adjusted == corrected(14 / 2**13, 1, 2)
    assert (row.p_joint_a, row.joint, row.state) == (None, None, "win")
    assert set(result.tests) == {"glrt", "bayes"}


def test_a_test_that_refuses_leaves_the_claims():
    ways = {f"m{j}": "max" for j in range(21)}
    values = {"A": np.zeros((2, 21)), "B": np.zeros((2, 21))}
    values["B"][1] = 1
    result = js.compare_algorithms(values, measures=ways)
    assert result.tests == {} and len(result.pairs) == 1
    assert any("bayes_test" in text and 'data set "1"' in text for text in result.warnings)


# --- More than two --------------------------------------------------------------------------------


def steps(means, n=20, seed=0, noise=0.1, m=2):
    """Algorithms a0, a1, … with these mean results on every measure."""
    rng = np.random.default_rng(seed)
    return js.results_table(
        {f"a{i}": rng.normal(s, noise, size=(n, m)) for i, s in enumerate(means)},
        measures={f"m{j}": "max" for j in range(m)},
    )


def test_the_wins_are_named_in_the_order_of_the_leaderboard():
    result = js.compare_algorithms(steps([0, 1, 3]))
    assert result.verdict == (
        "a2 wins against a1 and a0, better on both measures on 20 of "
        "20 data sets, the reverse on 0. a1 wins against a0, better on both measures on 20 of 20 "
        "data sets, the reverse on 0. 1 of 3 algorithms is unbeaten: a2."
    )
    assert result.order == ("a2", "a1", "a0")


def test_no_pair_has_a_winner():
    result = js.compare_algorithms(steps([0, 0, 0], n=6, noise=1, seed=4))
    assert result.verdict == "No algorithm wins against another one: 3 open."
    assert not result.wins


def test_trade_offs_and_a_control():
    rows = {"A": (9, 1), "B": (2, 3), "C": (1, 2)}
    values = {name: np.tile(np.array(row, dtype=float), (15, 1)) for name, row in rows.items()}
    result = js.compare_algorithms(values, measures=WAYS)
    assert result.verdict.startswith("B wins against C")
    assert (
        "Trade-off (2 pairs). B is better on y and worse on x than A (y 15 of 15, the reverse on "
        "0; x 0 of 15, the reverse on 15). "
        "A is better on x and worse on y than C (x 15 of 15, the reverse on 0; y 0 of 15, the "
        "reverse on 15)." in result.findings
    )
    alone = js.compare_algorithms(values, measures=WAYS, control="A")
    assert alone.verdict == "No algorithm wins against A, or loses to it: 2 trade-offs."
    assert alone.leaderboard.row("B").trade_offs == 1


def test_identical_algorithms_are_never_separated():
    x = np.random.default_rng(1).normal(size=(10, 2))
    for l in (2, 3, 5, 12):
        result = js.compare_algorithms({f"a{i}": x for i in range(l)}, measures=WAYS)
        assert not result.wins and len(result.in_state("open")) == l * (l - 1) // 2
        assert any("may hide a difference" in text for text in result.warnings)
        assert {row.mean_rank["x"] for row in result.leaderboard.rows} == {(l + 1) / 2}


# --- Failed runs, missing results -----------------------------------------------------------------


def test_failed_runs_lose():
    nan = float("nan")
    values = {"A": [[1, 1]] * 7 + [[nan, 1]], "B": [[nan, nan]] * 7 + [[2, 2]], "C": [[0, 0]] * 8}
    result = js.compare_algorithms(values, measures=WAYS, missing="worst")
    row = result.pair("A", "B")
    assert (row.wins_a, row.wins_b) == ({"x": 7, "y": 7}, {"x": 1, "y": 1})
    assert result.n_failed == 8  # seven of them on both measures
    assert "8 failed runs ranked below all results" in result.summary()
    assert "8 failed runs were ranked below all results." in result.report_text()


def test_dropped_data_sets_are_counted_and_named():
    values = {"A": [1, 2, float("nan"), 4], "B": [2, 1, 3, float("nan")]}
    result = js.compare_algorithms(values, measures={"m": "max"}, missing="drop")
    assert (result.n, result.n_dropped) == (2, 2)
    assert [one["reason"] for one in result.to_dict()["dropped"]] == [
        "m of A is missing", "m of B is missing",
    ]  # fmt: skip
    assert "2 data sets left out: 3 (m of A is missing) and 4 (m of B is missing)." in " ".join(
        result.summary().split()
    )


# --- Mean ranks -----------------------------------------------------------------------------------


def test_mean_ranks_against_scipy_and_by_hand_with_gaps():
    """A rank is 1, and for each other one the share of the data sets of both where it is ahead."""
    x = np.random.default_rng(1).integers(0, 3, size=(9, 2, 4)).astype(float)
    assert MeanRanks.of(x).mean == pytest.approx(rankdata(-x, axis=2).mean(axis=0), abs=1e-12)
    for gaps in (0, 5):
        x.ravel()[np.arange(gaps) * 13] = np.nan
        found = MeanRanks.of(x).mean
        for k, i in np.ndindex(2, 4):
            rank = 1.0
            for j in {0, 1, 2, 3} - {i}:
                both = [(a, b) for a, b in x[:, k, [i, j]].tolist() if a == a and b == b]
                rank += np.mean([0.5 if a == b else b > a for a, b in both])
            assert found[k, i] == pytest.approx(rank, abs=1e-12)
    # The second and the third share no data set, and so are even; the first is ahead of both.
    apart = np.array([[[3.0, 2.0, np.nan]], [[3.0, np.nan, 1.0]]])
    assert MeanRanks.of(apart).mean.tolist() == [[1.0, 2.5, 2.5]]


# --- Any size, any name ---------------------------------------------------------------------------

AWKWARD = [
    "a b", "größe", "中文", "<b>x</b>", 'say "hi"', "3", "3.5", "x, y", "a|b", "-1", "L" * 150,
    "&amp;",
]  # fmt: skip


@pytest.mark.parametrize(("l", "m"), [(2, 1), (2, 8), (3, 2), (5, 4), (8, 8), (12, 3)])
def test_every_size_with_awkward_names(l, m):
    rng = np.random.default_rng(l * m)
    names, measures = AWKWARD[:l], [f"{name}!" for name in AWKWARD[:m]]
    x = rng.normal(size=(14, m, l))
    x[0, 0, :2] = 1  # a tie
    result = js.compare_algorithms(
        {name: x[:, :, i] for i, name in enumerate(names)},
        measures={name: "max" if j % 2 else "min" for j, name in enumerate(measures)},
    )
    flat = " ".join(result.summary().split())
    assert all(name in flat for name in [*names, *measures])
    assert all(len(part.split()) <= 120 for part in result.report_text().split("\n\n"))
    plain = result.to_dict()
    assert json.loads(json.dumps(plain, allow_nan=False)) == plain
    assert len(result.to_frame()) == l * (l - 1) // 2
    rows = re.findall(r"(?<!continued}}) \\\\$", result.to_latex("pairs"), re.M)
    assert len(rows) == l * (l - 1) // 2 + 1


@pytest.mark.parametrize("n", [1, 2])
@pytest.mark.parametrize("l", [2, 3, 6])
def test_one_or_two_data_sets_can_show_nothing_and_say_it(l, n):
    values = {f"a{i}": np.random.default_rng(i).normal(size=(n, 2)) for i in range(l)}
    result = js.compare_algorithms(values, measures={"x": "max", "y": "min"})
    assert not result.wins and f"{n} data set" in result.summary()
    assert any("cannot establish any claim" in text for text in result.warnings)


# --- What it hands over ---------------------------------------------------------------------------


def test_the_papers_tests_are_those_of_their_own_calls():
    made = js.load_dataset("example1")
    for part in js.compare_algorithms(made).tests.values():
        call = dict(part.call)
        alone = getattr(js, call.pop("function"))(made, **call)
        assert alone.to_dict() == part.to_dict()


def test_the_call_repeats_the_result():
    for options in ({}, {"alpha": 0.1, "on": ["time"]}, {"control": "A"}):
        first = js.compare_algorithms(js.load_dataset("example1"), **options)
        call = dict(first.to_dict()["call"])
        assert call.pop("function") == "compare_algorithms"
        again = js.compare_algorithms(js.load_dataset("example1"), **call)
        assert again.to_dict() == first.to_dict()


def test_a_comparison_raises_no_warning_of_its_own():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        result = js.compare_algorithms(js.load_dataset("weka"))
    assert any("may hide" in text for text in result.warnings)


def test_pairs_in_either_order_and_no_others():
    result = js.compare_algorithms(js.load_dataset("weka"), control="AODE")
    assert result.pair("Bagging", "AODE") == result.pair("AODE", "Bagging")
    with pytest.raises(errors.OptionError, match="no pair of this comparison"):
        result.pair("Bagging", "Logistic")
    with pytest.raises(errors.OptionError, match='"pairs", "board", "measures"'):
        result.to_frame("tests")
    with pytest.raises(errors.OptionError, match="when the table is made"):
        js.compare_algorithms(js.load_dataset("weka"), missing="drop")


def test_a_small_table_with_many_pairs_has_answers():
    values = np.linspace(0, 3, 18)[None, None, :] * np.array([1, 1, 0.9, -0.6])[None, :, None]
    values = values + np.random.default_rng(8).normal(size=(15, 4, 18))
    table = js.results_table(
        {f"a{i:02}": values[..., i] for i in range(18)}, measures=dict.fromkeys("wxyz", "max")
    )
    result = js.compare_algorithms(table)
    assert len(result.pairs) - len(result.in_state("open")) == 28  # of an independent program


# --- What is said of the results: ties, missing results, numbers that are not results -------------

NAN = float("nan")


def notes(*datasets, ways=WAYS, n=8, **more):
    """The warnings, of each data set the measures, each with the results of all algorithms."""
    x = np.array(list(datasets) * n, dtype=float)
    x *= np.linspace(1, 2, len(x))[:, None, None]
    made = {name: x[:, :, i] for i, name in enumerate("ABC"[: x.shape[2]])}
    table = js.results_table(made, measures=ways, **more)
    said = [str(text) for text in js.compare_algorithms(table).warnings]
    assert [str(text) for text in js.leaderboard(table).warnings] == said
    return said


def test_results_that_differ_call_for_nothing():
    assert notes([[1, 2], [1, 2]], [[2, 1], [3, 4]]) == []


def test_ties_without_a_rope_are_counted_with_the_cure():
    (said,) = notes([[1, 1], [1, 2]], [[3, 4], [3, 4]])
    assert said == (
        "Equal numbers (x on 8 of 16 data sets) may hide a difference and count against every "
        'claim. For real ties, set practical equivalence (rope): rope={"x": 0}.'
    )


def test_a_declared_rope_makes_ties_real():
    tied = [[1, 1], [1, 2]], [[3, 4], [3, 4]]
    assert notes(*tied, rope={"x": 0}) == notes(*tied, rope={"x": 0.5}) == []


def test_missing_results_are_counted_by_how_they_are_read():
    gap = [[1, 2], [1, 2]], [[NAN, 1], [3, 4]]
    assert notes(*gap, missing="unknown") == [
        "8 of 64 results are missing: each counts against every claim that it could help."
    ]
    (dropped,) = notes(*gap, missing="drop")
    assert "right only if results are missing independently of all results" in dropped
    assert 'missing="unknown"' in dropped and 'missing="worst"' in dropped
    assert notes(*gap, missing="worst") == []


def test_a_number_of_the_algorithm_is_no_result():
    x = np.random.default_rng(0).normal(size=(20, 2, 2))
    x[:, 1] = [3.0, 7.0]
    values = {"A": x[:, :, 0], "B": x[:, :, 1]}
    said = js.compare_algorithms(values, measures={"x": "max", "price": "min"}).warnings
    assert any(text.startswith("price is the same number on every data set") for text in said)


def test_too_few_data_sets_or_families_are_told_with_how_many_it_takes():
    # The joint chains of the two sides err with 2^-n each, before one on a measure can be shown.
    (said,) = notes([[1, 2], [1, 2]], n=5)
    assert said.startswith("5 data sets cannot establish any claim about 1 pair at alpha = 0.05")
    assert "the smallest possible corrected p is 0.0625. It takes 6 data sets." in said
    (said,) = notes([[1, 2], [1, 2]], n=6)
    assert "any claim on one measure about 1 pair" in said and "It takes 7 data sets." in said
    assert notes([[1, 2], [1, 2]], n=7) == []
    families = {str(i + 1): f"f{i % 5}" for i in range(10)}
    (said,) = notes([[1, 2], [1, 2]], n=10, cluster=families)
    assert "5 families cannot establish any claim" in said and "It takes 6 families." in said


def test_one_screen_tells_why_nothing_is_shown():
    few = js.compare_algorithms({"A": [[1, 2]] * 4, "B": [[2, 1]] * 4}, measures=WAYS)
    assert "Note: 4 data sets cannot establish any claim" in str(few)
    assert "note" not in str(few).split("Note: ")[-1]  # and no more notes are promised


# --- Measure by measure: the same counts, without names in columns --------------------------------

WEKA = js.load_frame("weka").set_index(["dataset", "algorithm"])


@pytest.fixture(scope="module")
def weka():
    return js.compare_algorithms(js.load_dataset("weka"))


def test_a_row_for_each_pair_and_measure(weka):
    rows = weka.to_frame("measures")
    assert len(rows) == len(weka.pairs) * len(weka.measures)
    row = rows[(rows.a == "Bagging") & (rows.b == "RandomForest") & (rows.measure == "mae")].iloc[0]
    mae = WEKA["mae"].unstack()
    assert row.wins_a == (mae.Bagging < mae.RandomForest).sum()
    assert row.wins_b == (mae.Bagging > mae.RandomForest).sum()
    assert row.unknown == (mae.Bagging == mae.RandomForest).sum()
    pair = weka.pair("Bagging", "RandomForest")
    assert row.p == min(pair.p_a["mae"], pair.p_b["mae"])


def test_what_is_shown_names_the_better_one_and_practical_equality():
    data = [(f"d{i}", name, x, 1) for i in range(40) for name, x in (("A", 0.9), ("B", 0.1))]
    roles = {"columns": ["data", "method", "acc", "size"]}
    result = js.compare_algorithms(
        pd.DataFrame(data, **roles), dataset="data", algorithm="method",
        measures={"acc": "max", "size": "min"}, rope={"size": 1.0},
    )  # fmt: skip
    rows = result.to_frame("measures").set_index("measure")
    assert rows.shown["acc"] == "A better"
    assert rows.shown["size"] == "A not worse, B not worse, equal"
    assert rows.ties["size"] == 40


def test_a_row_for_each_algorithm_and_measure(weka):
    rows = weka.leaderboard.to_frame("measures").set_index(["algorithm", "measure"])
    assert len(rows) == len(weka.algorithms) * len(weka.measures)
    auc = WEKA["auc"].unstack()["AODE"]
    assert rows["median"]["AODE", "auc"] == pytest.approx(auc.median(), rel=1e-12)
    assert rows["sd"]["AODE", "auc"] == pytest.approx(auc.std(), rel=1e-12)


def test_properties_of_algorithms_are_no_measures():
    board = pd.DataFrame({"model": ["A", "B"], "d1": [0.9, 0.8], "d2": [0.7, 0.9], "price": [1, 2]})
    result = js.compare_algorithms(
        board, algorithm="model", measures={"acc": "max"}, columns="{dataset}",
        per_algorithm={"price": "min"},
    )  # fmt: skip
    assert set(result.leaderboard.to_frame("measures").measure) == {"acc"}


def test_an_unknown_frame_is_an_error_with_the_names(weka):
    for result in (weka, weka.leaderboard):
        with pytest.raises(js.errors.OptionError, match="what must be one of"):
            result.to_frame("rows")
