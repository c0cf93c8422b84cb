"""Tables with missing results: what every test says with what is there."""

from dataclasses import replace
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from itertools import pairwise, permutations, product
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import gammaln
from scipy.stats import binom, binomtest, wilcoxon

import jointstats as js
from jointstats.kernels.counting.extensions import ExpansionLimitError
from jointstats.kernels.joint import compatible
from jointstats.kernels.joint.dirichlet import probability_largest
from jointstats.kernels.joint.outcomes import MISSING
from jointstats.kernels.joint.pair_claims import claim_p_values
from jointstats.kernels.joint.pair_counts import pair_counts
from jointstats.labelled.compare import evidence
from jointstats.labelled.compare.claims import claims_of
from jointstats.labelled.compare.unknown import data_sets_of_pairs, missing_results
from jointstats.labelled.findings.kinds import MissingResults
from jointstats.labelled.joint.margin import bayes_margin, glrt_margin
from jointstats.labelled.joint.unknown import doubts_of

NAN = float("nan")
MEASURES = {"acc": "max", "time": "min"}


# Five data sets of two measures and three algorithms; the third shares no result on the first.
SOME = [
    [[1, 2, NAN], [3, 4, 5]],
    [[2, 1, NAN], [NAN, 4, 1]],
    [[NAN, NAN, 7], [3, 3, NAN]],
    [[4, NAN, NAN], [1, 2, NAN]],
    [[1, 3, NAN], [5, NAN, 2]],
]


def made(values, missing="unknown", measures=MEASURES, rope=None):
    """A table of values by data set, measure and algorithm."""
    x = np.asarray(values, dtype=float)
    names = [f"A{k}" for k in range(x.shape[2])]
    frames = {
        name: pd.DataFrame(x[:, :, k], columns=list(measures)) for k, name in enumerate(names)
    }
    return js.results_table(
        {name: frame.to_numpy() for name, frame in frames.items()},
        measures=measures, missing=missing, rope=rope,
    )  # fmt: skip


def holes(shape, seed, share=0.25):
    """Values without ties, some of which are missing."""
    rng = np.random.default_rng(seed)
    x = rng.random(shape)
    x[rng.random(shape) < share] = NAN
    return x


# --- Which statements are possible ----------------------------------------------------------------


def agrees(order, row):
    known = [x for x in (row[i] for i in order) if not np.isnan(x)]
    return all(a > b for a, b in pairwise(known))


@given(st.integers(0, 1000), st.integers(3, 4))
@settings(max_examples=25, deadline=None)
def test_possible_statements_are_those_of_the_orderings_that_agree(seed, l):
    x = holes((4, 2, l), seed, 0.4)
    orders = list(permutations(range(l)))
    found = compatible.compatible_orders(x, [0.0, 0.0])
    best = compatible.compatible_best(x, [0.0, 0.0])
    control = compatible.compatible_control(x, [0.0, 0.0], 1)
    for i in range(4):
        fits = [[o for o in range(len(orders)) if agrees(orders[o], x[i, k])] for k in (0, 1)]
        own = found.rows == i
        if not own.any():  # two results on no measure: nothing is known
            assert (np.sum(~np.isnan(x[i]), axis=1) < 2).all()
            continue
        assert sorted(map(tuple, found.codes[own].tolist())) == sorted(product(*fits))
        expected = {}
        for pair in product(*fits):
            key = tuple(orders[o][0] for o in pair)
            expected[key] = expected.get(key, 0) + 1
        same_shares(best, i, expected)
        cells, sizes = {}, {0: (l - 1), 1: 1}
        for key, number in expected.items():
            first = tuple(int(k == 1) for k in key)
            cells[first] = cells.get(first, 0) + number / np.prod([sizes[c] for c in first])
        same_shares(control, i, cells)


@pytest.mark.parametrize("states", [[2, 2, 2], [3, 2, 3], [3, 3, 3]])
def test_possible_outcomes_of_a_pair_are_those_that_agree(states):
    """What is known stays, a split tie is either, what is missing is anything; nothing twice."""
    seen = np.random.default_rng(2).choice(4, size=(30, 3), p=[0.3, 0.2, 0.2, 0.3])
    seen[0] = MISSING
    found = compatible.compatible_outcomes(seen, states)
    for i, row in enumerate(seen.tolist()):
        every = [
            tuple(o if ways == 3 else o // 2 for o, ways in zip(true, states, strict=True))
            for true in product(*([0, 1, 2] if ways == 3 else [0, 2] for ways in states))
            if all(
                code in (o, MISSING) or (code == 1 and ways == 2)
                for code, o, ways in zip(row, true, states, strict=True)
            )
        ]
        own = [tuple(code) for code in found.codes[found.rows == i].tolist()]
        assert own == (every if set(row) != {MISSING} else [])
    assert (found.weights == 1).all()


def same_shares(found, i, expected):
    own = found.rows == i
    got = dict(zip(map(tuple, found.codes[own].tolist()), found.weights[own], strict=True))
    assert got.keys() == expected.keys()
    ratio = {key: got[key] / expected[key] for key in got}
    assert min(ratio.values()) == pytest.approx(max(ratio.values()))


def test_too_many_statements_are_refused_in_one_sentence():
    x = holes((40, 3, 6), 1, 0.6)
    with pytest.raises(ExpansionLimitError):
        compatible.compatible_orders(x, [0.0] * 3)
    table = made(holes((60, 3, 7), 1, 0.5), measures=dict.fromkeys("abc", "max"))
    with pytest.raises(js.JointStatsError, match="question"):
        doubts_of(table, "orderings", None, "auto")


# --- The Bayesian test ----------------------------------------------------------------------------


@pytest.mark.warns("The probability depends on the prior")
def test_the_bayesian_test_averages_over_all_that_the_data_sets_may_show():
    x = holes((9, 1, 3), 5, 0.2)
    table = made(x, measures={"acc": "max"})
    assert table.n < 9
    orders = list(permutations(range(3)))
    may = [[o for o in range(6) if agrees(orders[o], row[0])] for row in x]
    may = [fits for fits in may if len(fits) < 6]
    total, probability, expected = 0.0, np.zeros(6), np.zeros(6)
    for shown in product(*may):
        n = np.bincount(shown, minlength=6)
        p = np.exp(gammaln(n + 1 / 6).sum())
        total += p
        expected += p * n
        probability += p * probability_largest(n + 1 / 6, np.ones(6))
    result = js.bayes_test(table)
    assert result.n == len(may)
    assert result.unknown.n_complete == table.n
    for row in result.statements:
        code = orders.index(tuple(table.algorithms.index(name) for name in row.order["acc"]))
        assert row.probability == pytest.approx(probability[code] / total, abs=1e-9)
        assert row.count == pytest.approx(expected[code] / total, abs=1e-9)


@given(st.integers(0, 10_000))
@settings(max_examples=6, deadline=None)
@pytest.mark.filterwarnings("ignore:The probability depends on the prior")
def test_every_filling_lies_between_the_two_extreme_ones(seed):
    rng = np.random.default_rng(seed)
    whole = rng.random((12, 2, 2))
    x = np.where(rng.random(whole.shape) < 0.2, NAN, whole)
    x[0] = whole[0]  # without a complete data set there is no answer
    table = made(x)
    if not table.unknown:
        return
    result = js.bayes_test(table)
    if result.best is None or result.unknown is None:
        return
    assert result.unknown.probability_lowest <= result.probability + 1e-9
    assert result.probability <= result.unknown.probability_highest + 1e-9
    for _ in range(4):
        filled = np.where(np.isnan(x), rng.random(x.shape) * 3 - 1, x)
        complete = js.bayes_test(made(filled))
        p = next((r.probability for r in complete.statements if r.order == result.best), None)
        if p is None:  # not seen: as probable as any other that is not
            p = complete.unobserved.probability / complete.unobserved.states
        assert result.unknown.probability_lowest <= p + 1e-9
        assert p <= result.unknown.probability_highest + 1e-9


@pytest.mark.warns("The probability depends on the prior")
def test_what_a_gap_cannot_change_is_the_same_at_both_ends():
    """A0 is worse than A1 wherever A2 is missing: it is not the best there, whatever A2 has."""
    x = np.tile([[1.0, 2.0, 0.0]], (8, 1))
    x[:2] = 3.0, 2.0, 0.0
    x[6:, 2] = NAN
    result = js.bayes_test(made(x[:, None, :], measures={"acc": "max"}), question="control",
                           control="A0")  # fmt: skip
    filled = np.where(np.isnan(x), 0.0, x)[:, None, :]
    complete = js.bayes_test(made(filled, measures={"acc": "max"}), question="control",
                             control="A0")  # fmt: skip
    assert result.best == complete.best and result.n == 8
    for p in (result.probability, result.unknown.probability_lowest,
              result.unknown.probability_highest):  # fmt: skip
        assert p == pytest.approx(complete.probability, abs=1e-12)


def test_gaps_that_tell_nothing_beside_one_statement_only():
    x = np.tile([[[2.0, 1.0]]], (7, 1, 1))
    x[6] = NAN
    result = js.bayes_test(made(x, measures={"acc": "max"}))
    complete = js.bayes_test(made(x[:6], measures={"acc": "max"}))
    assert (result.n, result.probability) == (6, pytest.approx(complete.probability, abs=1e-12))
    assert result.unknown.probability_lowest < result.probability


@pytest.mark.warns(
    "The probability depends on the prior", r"\d+ of \d+ data sets? ha(?:ve|s) (?:split )?ties"
)
def test_where_nothing_is_missing_nothing_changes():
    frame = js.load_dataset("weka").to_frame().iloc[:210]
    roles = {
        "dataset": "dataset", "algorithm": "algorithm",
        "measures": {"accuracy": "max", "auc": "max"}, "only": ["AODE", "BayesNet", "Bagging"],
    }  # fmt: skip
    plain, table = (js.results_table(frame, **roles, missing=m) for m in ("raise", "unknown"))
    for test in (js.bayes_test, js.glrt_test, js.sign_test, js.wilcoxon_test, js.pairwise_tests):
        assert test(table).to_dict() == test(plain).to_dict()
    assert js.compare_algorithms(table).to_dict() == js.compare_algorithms(plain).to_dict()


# --- Pairs ----------------------------------------------------------------------------------------


def of_three():
    """Forty data sets; the first algorithm is better on the one measure, worse on the other."""
    x = np.random.default_rng(3).normal(size=(40, 2, 3))
    x[:, :, 0] += 3
    x[np.random.default_rng(4).random(x.shape) < 0.1] = NAN
    return x


@cache
def compared():
    return js.compare_algorithms(made(of_three()))


def test_every_pair_is_claimed_of_on_the_data_sets_that_have_both():
    x, result = of_three(), compared()
    rows = (*result.wins, *result.open)
    assert len(rows) == 3 and len({row.n for row in rows}) > 1
    for row in rows:
        i, j = int(row.a[1]), int(row.b[1])
        own = x[~np.isnan(x[:, :, [i, j]]).any(axis=(1, 2))]
        ahead = np.array([1, -1]) * (own[:, :, i] - own[:, :, j]) > 0  # the second is minimised
        assert row.n == len(own)
        assert (row.sweeps_a, row.sweeps_b) == (ahead.all(axis=1).sum(), (~ahead).all(axis=1).sum())
        assert list(row.wins_a.values()) == ahead.sum(axis=0).tolist()
        alone = js.compare_algorithms(made(own[:, :, [i, j]]))
        (other,) = (*alone.wins, *alone.open)
        if other.claim == row.claim:
            assert row.p_value == pytest.approx(other.p_value)
        if row.claim == "more_often":
            expected = binomtest(int(row.sweeps_a), int(row.sweeps_a + row.sweeps_b)).pvalue
            assert row.p_value == pytest.approx(expected)
    for row in result.pairs["glrt"].pairs:
        assert row.n == next(r.n for r in rows if (r.a, r.b) == (row.a, row.b))
    assert result.n == ((~np.isnan(x).any(axis=1)).sum(axis=1) >= 2).sum()


def test_what_is_printed_says_how_much_is_used_and_what_holds_at_worst():
    x, result = of_three(), compared()
    said = " ".join(result.summary().split())
    low, high = (f([row.n for row in (*result.wins, *result.open)]) for f in (min, max))
    assert f"{result.n} of 40 data sets ({low} to {high} for each pair)" in said
    assert f"{np.isnan(x).sum()} results of 240 are missing" in said
    shown = [row for row in result.wins if row.strength == "shown"]
    assert shown
    for row in shown:
        assert row.p_adjusted_worst >= row.p_adjusted
        assert row.holds_at_worst == (row.p_adjusted_worst <= 0.05)
        assert f"of {row.n}" in said
    assert "whatever they are" in said or "Whatever the missing" in said
    assert "results were missing" in result.report_text()


def test_claims_that_missing_results_could_undo_are_named():
    x, result = of_three(), compared()
    (finding,) = [one for one in result.found if isinstance(one, MissingResults)]
    shown = [row for row in (*result.wins, *result.open) if row.strength == "shown"]
    assert finding.shown == len(shown)
    assert finding.undone == tuple(row for row in shown if row.holds_at_worst is False)
    assert [(row.a, row.b) for row in finding.undone] == [("A0", "A1")] and len(shown) == 2
    numbers = (finding.missing, finding.results, finding.datasets)
    assert numbers == (np.isnan(x).sum(), x.size, len(x))
    assert finding.common == (~np.isnan(x).any(axis=(1, 2))).sum()
    sizes = [row.n for row in (*result.wins, *result.open)]
    assert (finding.fewest, finding.most) == (min(sizes), max(sizes))
    assert finding.alone == () and finding.with_runs == 0


@given(st.integers(0, 100_000))
@settings(max_examples=10, deadline=None)
def test_no_filling_gives_a_claim_a_larger_p_than_the_worst_one(seed):
    rng = np.random.default_rng(seed)
    seen = rng.choice([0, 2], size=(1, 14, 2), p=[0.75, 0.25])
    holes_at = rng.choice(28, size=4, replace=False)
    gaps = seen.copy()
    gaps.reshape(-1)[holes_at] = MISSING
    sure = np.zeros(2, bool)
    found = pair_counts(gaps, sure)
    against = pair_counts(gaps, sure, missing_against=True)
    p, worst = claim_p_values(found)[0], claim_p_values(against)[0]
    most = [0, 1, 3]  # "each" and trade-offs gain what is known of single measures
    assert (worst[0, most] >= p[0, most] - 1e-12).all() and (worst[1:3] >= p[1:3] - 1e-12).all()
    for filling in product([0, 2], repeat=4):
        filled = seen.copy()
        filled.reshape(-1)[holes_at] = filling
        counts = pair_counts(filled, sure)
        whole = claim_p_values(counts)[0]
        if counts.sweeps.argmax() != found.sweeps.argmax():
            assert (worst[0, [0, 1, 3]] == 1).all() or (counts.sweeps == counts.sweeps[0, 0]).all()
        else:
            assert (whole[0] <= worst[0] + 1e-12).all()
        if (counts.outcome == found.outcome).all():
            assert (whole[2] <= worst[2] + 1e-12).all()
        if (counts.wins.argmax(axis=2) == found.wins.argmax(axis=2)).all():
            assert whole[3, 0] <= worst[3, 0] + 1e-12


def test_pairs_are_answered_although_no_data_set_is_complete_for_all():
    x = np.random.default_rng(2).normal(size=(24, 2, 3))
    x[:, 0, 0] += 5
    x[:, 1, 0] -= 5
    x[np.arange(24), :, np.arange(24) % 3] = NAN  # each data set lacks one algorithm
    table = made(x)
    assert table.n == 0 and table.comparable
    result = js.compare_algorithms(table)
    assert {row.n for row in (*result.wins, *result.open)} == {8}
    assert {(row.winner, row.loser) for row in result.wins if row.strength == "shown"} == {
        ("A0", "A1"), ("A0", "A2")
    }  # fmt: skip
    assert result.joint["glrt"] is None and result.joint["glrt_best"] is None
    assert result.joint["bayes_best"].best == {"acc": ["A0"], "time": ["A0"]}
    assert "No data set is complete for all algorithms" in " ".join(result.summary().split())
    assert "<html" in html_of(result)
    with pytest.raises(js.errors.MissingValuesError, match="pairwise_tests"):
        js.glrt_test(table)


def test_without_a_complete_data_set_the_bayesian_tests_answer_alone():
    few = np.array(SOME)[[0, 1, 3], :1]
    result = js.compare_algorithms(made(few, measures={"acc": "max"}), control="A1")
    answered = {name for name, part in result.joint.items() if part is not None}
    assert answered == {"bayes", "bayes_best", "bayes_control"}
    assert result.joint.keys() - answered == {"glrt", "glrt_best"}


def test_margins_of_counts_that_are_known():
    """Of nine data sets eight show one statement: with one that says the other it is not shown."""
    x = np.tile([[[2.0, 1.0]]], (9, 1, 1))
    x[8] = x[8, :, ::-1]
    whole = js.compare_algorithms(made(x, measures={"acc": "max"}))
    assert whole.glrt_margin("A1", "A0") == glrt_margin(js.statement_counts(whole.data), 0.05)
    assert whole.bayes_margin("A0", "A1") == bayes_margin(
        js.statement_counts(whole.data), "symmetric", None, 0.05, "lower"
    )
    assert whole.glrt_margin("A0", "A1").data_sets == 1
    x[7, 0, 0] = NAN
    gap = js.compare_algorithms(made(x, measures={"acc": "max"}))
    assert gap.bayes_margin("A0", "A1") is None
    assert gap.glrt_margin("A0", "A1") == glrt_margin(js.statement_counts(gap.data), 0.05)
    read = replace(whole, data=None)
    assert (read.bayes_margin("A0", "A1"), read.glrt_margin("A0", "A1")) == (None, None)


@pytest.mark.parametrize("question", ["orderings", "best", "control"])
@pytest.mark.parametrize("rope", [None, {"acc": 0.1, "time": 0.0}])
def test_doubts_of_two_are_about_outcomes_or_about_who_is_best(question, rope):
    """Of the second data set the first measure is unknown; the others show one statement each."""
    x = [[[2, 1], [2, 1]], [[NAN, 1], [2, 1]], [[1, 2], [2, 1]]]
    control = "A1" if question == "control" else None
    found = doubts_of(made(x, rope=rope), question, control, "auto")
    three = rope and question == "orderings"
    states = [0, 1, 2] if three else [0, 1]
    assert (found.n, found.n_silent) == (1, 0)
    # A0 is worse on time, which is minimised: there A1 is better, second of two, and the control.
    may = found.statements.codes[found.states]
    assert may.tolist() == [[state, 1] for state in states]
    assert found.statements.weights.sum() == 2 and (found.weights == found.weights[0]).all()


def html_of(result):
    from jointstats.presentation.report.page import page

    return page(result)


@pytest.mark.warns("Each pair is compared on", "The probability depends on the prior")
def test_pairs_use_their_own_data_sets_unless_common_ones_are_asked_for():
    table = made(of_three())
    own, common = js.pairwise_tests(table), js.pairwise_tests(table, cases="common")
    assert own.cases == "pairwise" and common.cases == "common"
    assert {row.n for row in common.pairs} == {table.n}
    assert min(row.n for row in own.pairs) > table.n
    for row in own.pairs:
        pair = js.bayes_test(made(of_three(), "drop").select([row.a, row.b], recover=True))
        assert (row.n, row.probability) == (pair.n, pair.probability)


@pytest.mark.parametrize("test", ["glrt", "bayes", "network", "sign", "wilcoxon", "hotelling"])
def test_common_data_sets_are_those_that_are_left_without_the_gaps(test):
    x = of_three()[:15]
    left = made(x[~np.isnan(x).any(axis=(1, 2))])
    found, same = (js.pairwise_tests(one, test=test, cases="common") for one in (made(x), left))
    assert {row.n for row in found.pairs} == {left.n} and left.n < 15
    assert list(found.pairs) == list(same.pairs)


def test_what_is_missing_is_counted_and_who_stands_alone_is_named():
    table = made(SOME)
    claims = claims_of(table, None, 0.05)
    (found,) = missing_results(table, claims)
    assert (found.missing, found.results, found.datasets, found.common) == (11, 30, 5, 0)
    assert (found.fewest, found.most) == (0, 1)  # of A0 and A1 the first alone
    assert (found.alone, found.with_runs, found.shown, found.undone) == (("A2",), 0, 0, ())
    whole = made([[[1, 2], [3, 4]], [[2, 1], [3, 1]], [[2, 1], [NAN, 1]]])
    assert missing_results(whole, claims_of(whole, None, 0.05))[0].alone == ()
    assert missing_results(made(np.ones((3, 2, 2))), claims) == []


@pytest.mark.warns(r"\d+ of \d+ results are missing")
def test_results_that_are_missing_of_all():
    whole = np.arange(12.0).reshape(3, 2, 2)
    gap = whole.copy()
    gap[0, 0, 0] = gap[1, 1, 1] = NAN
    assert evidence.missing_of(made(whole)) == (0, 12)
    assert evidence.missing_of(made(gap)) == (2, 12)
    assert evidence.missing_of(made(gap, "drop")) == (0, 4)
    (said,) = js.leaderboard(made(gap)).warnings
    assert said.startswith("2 of 12 results are missing: each pair is compared where both have one")


def test_sweeps_and_wins_are_what_one_counts_by_hand():
    table = made(
        np.random.default_rng(8).normal(size=(9, 2, 3)).round(), rope={"acc": 1, "time": 0}
    )
    x = table.oriented()
    ahead = x[:, :, :, None] - x[:, :, None, :] > np.array([1.0, 0.0])[:, None, None]
    assert (evidence.sweeps_of(table) == ahead.all(axis=1).sum(axis=0)).all()
    wins, p = evidence.won_of(table)
    assert (wins == ahead.sum(axis=0)).all()
    won, lost = int(wins[0, 0, 1]), int(wins[0, 1, 0])
    assert p[0, 0, 1] == pytest.approx(binomtest(won, won + lost, alternative="greater").pvalue)


def test_a_missing_result_may_have_runs_fewer_than_asked_for():
    rows = [
        {"data": d, "by": by, "run": run, "x": run + (by == "A")}
        for d in range(4) for by in "AB" for run in range(3)
        if (d, by) not in {(0, "A")} and (d, by, run) not in {(1, "B", 1), (1, "B", 2)}
    ]  # fmt: skip
    table = js.results_table(
        pd.DataFrame(rows), dataset="data", algorithm="by", measures={"x": "max"}, runs="run",
        run_kind="independent", min_folds=2, missing="unknown",
    )  # fmt: skip
    (found,) = missing_results(table, claims_of(table, None, 0.05))
    assert (found.missing, found.with_runs, found.common) == (2, 1, 2)


def test_which_data_sets_that_are_left_out_some_pair_uses():
    x = np.ones((5, 2, 3))
    x[1:3, 0, 2], x[3, 1, :2], x[4, 1, :] = NAN, NAN, NAN
    used = [d.dataset for d in made(x).dropped]
    assert used == ["2", "3", "4", "5"]
    assert data_sets_of_pairs(made(x), None).tolist() == [True, True, False, False]
    assert data_sets_of_pairs(made(x), "A0").tolist() == [True, True, False, False]
    assert data_sets_of_pairs(made(x), "A2").tolist() == [False] * 4
    assert data_sets_of_pairs(made(x, "drop"), None).tolist() == [False] * 4


# --- One measure at a time ------------------------------------------------------------------------


def test_data_sets_that_no_two_algorithms_share_are_left_out_and_counted():
    x = np.random.default_rng(6).random((9, 2, 3))
    x[2:5, :, 1:] = NAN
    x[7, 0, 2] = NAN
    for test in (js.sign_test, js.wilcoxon_test):
        result = test(made(x))
        assert (result.n, result.n_dropped) == (6, 3)


def test_a_measure_alone_uses_the_data_sets_that_have_it_of_both():
    x = of_three()
    for test in (js.sign_test, js.wilcoxon_test):
        for row in test(made(x)).tests:
            k, i, j = list(MEASURES).index(row.measure), int(row.a[1]), int(row.b[1])
            a, b = x[:, k, i], x[:, k, j]
            there = ~np.isnan(a) & ~np.isnan(b)
            d = (a - b)[there] * (1 if k == 0 else -1)
            assert row.n == there.sum() and row.wins_a == (d > 0).sum() and row.ties == 0
            expected = (
                binomtest(int((d > 0).sum()), len(d)).pvalue
                if test is js.sign_test
                else wilcoxon(d, method="exact" if len(d) < 50 else "asymptotic").pvalue
            )
            assert row.p_value == pytest.approx(expected)


def test_mean_ranks_compare_neighbours_on_what_both_have():
    x = np.array([[[3.0, 2.0, 1.0]], [[3.0, 2.0, NAN]], [[NAN, 1.0, 2.0]]])
    result = js.compare_algorithms(made(x, measures={"acc": "max"}))
    ranking = result.separate["acc"].ranking
    # A0 beats both always; A1 beats A2 once of twice.
    assert dict(zip(ranking.algorithms, ranking.mean_ranks, strict=True)) == {
        "A0": 1.0, "A1": 2.5, "A2": 2.5
    }  # fmt: skip


# --- Claims named beforehand, parts of tables -----------------------------------------------------


def test_a_claim_lies_between_its_two_extreme_fillings():
    rng = np.random.default_rng(4)
    whole = rng.integers(0, 4, size=(15, 2, 2)).astype(float)
    x = whole.copy()
    x[:3, 0, 1], x[2:4, 1, 0] = NAN, NAN
    rope = {"acc": 0.5}
    claim = {"equal": ["acc"], "better": ["time"]}
    found = js.claim_test(made(x, rope=rope), "A0", "A1", **claim)
    shares, p_values = [], []
    for filling in product([-9.0, 0.0, 1.0, 2.0, 3.0, 9.0], repeat=5):
        filled = x.copy()
        filled[np.isnan(x)] = filling
        holds = (np.abs(filled[:, 0, 0] - filled[:, 0, 1]) <= 0.5) & (
            filled[:, 1, 0] < filled[:, 1, 1]
        )
        shares.append(holds.mean())
        p_values.append(binom.sf(holds.sum() - 1, 15, 0.5))
    assert found.n == 11 and found.unknown.n == 4
    assert (found.unknown.share_lowest, found.unknown.share_highest) == pytest.approx(
        (min(shares), max(shares))
    )
    assert (found.unknown.p_value_lowest, found.unknown.p_value_highest) == pytest.approx(
        (min(p_values), max(p_values))
    )
    assert "whatever they are" in str(found)
    assert js.claim_test(made(x, "drop", rope=rope), "A0", "A1", **claim).unknown is None


def test_parts_of_a_table_bring_back_what_is_complete_for_them():
    x = of_three()
    two = made(x).select(algorithms=["A1", "A2"])
    assert two.n == (~np.isnan(x[:, :, 1:3])).all(axis=(1, 2)).sum()
    assert made(x, "drop").select(algorithms=["A1", "A2"]).n == made(x).n
    one = made(x).select(measures=["acc"])
    assert one.n == (~np.isnan(x[:, 0])).all(axis=1).sum()


# --- The study ------------------------------------------------------------------------------------


@cache
def study():
    path = Path(__file__).parents[2] / "studies" / "missing" / "run.py"
    spec = spec_from_file_location("missing_study", path)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_false_claims_are_rare_at_random_and_what_holds_at_worst_is_true_of_the_whole():
    run, rng = study(), np.random.default_rng(1)
    false = 0
    for _ in range(40):
        whole = run.exchangeable(rng)
        false += run.shown(run.whole_runs(whole, 0.3, rng)).any()
        whole = run.one_better(rng)
        table = run.bad_results(whole, 0.1, rng)
        kept = run.shown(table) & run.shown(table, against=True)
        assert not (kept & ~run.shown(whole)).any()
    assert false <= binom.ppf(0.9999, 40, 0.05)
    for _ in range(5):
        whole = run.one_better(rng)
        assert run.covered(whole, run.bad_results(whole, 0.3, rng)) is True


@pytest.mark.warns("The probability depends on the prior")
def test_only_data_sets_that_say_nothing_stay_out():
    rows = [
        ("d1", "A", 1, 2), ("d1", "B", 2, 1), ("d2", "A", 1, None), ("d2", "B", 2, 1),
        ("d3", "A", None, None), ("d3", "B", 2, 1), ("d4", "A", 2, 2), ("d4", "B", 1, 1),
    ]  # fmt: skip
    frame = pd.DataFrame(rows, columns=["dataset", "algorithm", "x", "y"]).astype(
        {"x": float, "y": float}
    )
    table = js.results_table(
        frame, dataset="dataset", algorithm="algorithm", measures={"x": "max", "y": "max"},
        missing="unknown",
    )  # fmt: skip
    assert [one.dataset for one in table.dropped] == ["d2", "d3"]
    doubts = doubts_of(table, "orderings", None, "auto")
    assert [one.dataset for one in doubts.statements.dropped] == ["d3"]
    assert doubts.n_silent == 1 == js.bayes_test(table).n_dropped


@pytest.mark.parametrize("missing", ["unknown", "drop"])
@pytest.mark.filterwarnings("ignore:Each pair is compared on")
def test_pairs_of_a_comparison_use_the_data_sets_that_pairs_alone_use(missing):
    table = made(holes((14, 2, 3), 3, 0.08), measures=dict.fromkeys("ab", "max"), missing=missing)
    found = js.compare_algorithms(table)
    for test in ("glrt", "bayes"):
        alone = js.pairwise_tests(table, test=test)
        assert (
            found.pairs[test].cases == alone.cases == {"unknown": "pairwise"}.get(missing, "common")
        )
        assert [row.n for row in found.pairs[test].pairs] == [row.n for row in alone.pairs]
