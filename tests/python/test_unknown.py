"""Tables with missing results: what every test says with what is there."""

from itertools import pairwise, permutations, product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pages import page
from scipy.stats import binomtest, wilcoxon

import jointstats as js
from jointstats.claims.pair_votes import Evidence
from jointstats.evidence import outcomes
from jointstats.joint import kernel_questions
from jointstats.joint.bayes import doubts_of

NAN = float("nan")
MEASURES = {"acc": "max", "time": "min"}


def made(values, missing="unknown", measures=MEASURES, rope=None, families=False):
    """A table of values by data set, measure and algorithm; families of three data sets, if any."""
    x = np.asarray(values, dtype=float)
    names = [f"A{k}" for k in range(x.shape[2])]
    frames = {
        name: pd.DataFrame(x[:, :, k], columns=list(measures)) for k, name in enumerate(names)
    }
    return js.results_table(
        {name: frame.to_numpy() for name, frame in frames.items()},
        measures=measures, missing=missing, rope=rope,
        cluster={str(i + 1): f"f{i // 3}" for i in range(len(x))} if families else None,
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
    found = kernel_questions.compatible(x, [0.0, 0.0])
    best = kernel_questions.compatible(x, [0.0, 0.0], "best")
    control = kernel_questions.compatible(x, [0.0, 0.0], "control", 1)
    for i in range(4):
        fits = [[o for o in range(len(orders)) if agrees(orders[o], x[i, k])] for k in (0, 1)]
        own = found.rows == i
        if not own.any():  # two results on no measure: nothing is known
            assert (np.sum(~np.isnan(x[i]), axis=1) < 2).all()
            continue
        assert sorted(map(tuple, found.codes[own].tolist())) == sorted(product(*fits))
        first = sorted({tuple(orders[o][0] for o in pair) for pair in product(*fits)})
        assert list(map(tuple, best.codes[best.rows == i].tolist())) == first
        leads = sorted({tuple(int(k == 1) for k in key) for key in first})
        assert list(map(tuple, control.codes[control.rows == i].tolist())) == leads


@pytest.mark.parametrize("states", [[2, 2, 2], [3, 2, 3], [3, 3, 3]])
def test_possible_outcomes_of_a_pair_are_those_that_agree(states):
    """What is known stays, a split tie is either, what is missing is anything; nothing twice."""
    seen = np.random.default_rng(2).choice(4, size=(30, 3), p=[0.3, 0.2, 0.2, 0.3])
    seen[0] = outcomes.MISSING
    values = np.array([[1, 0], [0, 0], [0, 1], [np.nan, 0]])[seen]
    found = kernel_questions.compatible(values, [0.0] * 3, equal=np.equal(states, 3))
    for i, row in enumerate(seen.tolist()):
        every = [
            tuple(o if ways == 3 else o // 2 for o, ways in zip(true, states, strict=True))
            for true in product(*([0, 1, 2] if ways == 3 else [0, 2] for ways in states))
            if all(
                code in (o, outcomes.MISSING) or (code == 1 and ways == 2)
                for code, o, ways in zip(row, true, states, strict=True)
            )
        ]
        own = [tuple(code) for code in found.codes[found.rows == i].tolist()]
        assert own == (every if set(row) != {outcomes.MISSING} else [])


def test_too_many_statements_are_refused_in_one_sentence():
    x = holes((60, 3, 7), 1, 0.5)
    x[0] = np.arange(21).reshape(3, 7)
    with pytest.raises(js.JointStatsError, match="question"):
        js.bayes_test(made(x, measures=dict.fromkeys("abc", "max")))


# --- The Bayesian test ----------------------------------------------------------------------------


@pytest.mark.warns("The probability depends on the prior")
@pytest.mark.parametrize("families", [False, True])
def test_the_answer_is_that_of_the_complete_data_sets(families):
    x = holes((9, 1, 3), 5, 0.2)
    tables = [made(x, rule, {"acc": "max"}, families=families) for rule in ("unknown", "drop")]
    result, dropped = (js.bayes_test(table).to_dict() for table in tables)
    changed = {"call", "decided", "decisive", "verdict", "findings"}
    assert result.pop("unknown")["n_complete"] == result["n"] < 9
    assert {key for key in result if result[key] != dropped[key]} <= changed


@pytest.mark.filterwarnings("ignore:.*prior", "ignore:.*is negative")
@pytest.mark.parametrize("rule", ["lower", "probability"])
@pytest.mark.parametrize("prior", ["symmetric", "imprecise"])
@pytest.mark.parametrize("families", [False, True])
@pytest.mark.parametrize("share", [0.03, 0.15])
def test_what_decides_is_the_worst_of_all_fillings(rule, prior, families, share):
    """Brute force: of each gap, whichever of the two is better."""
    how = {"rule": rule, "prior": prior}
    rng = np.random.default_rng(7)
    x = rng.normal(size=(18, 1, 2)) + np.array([2.0, 0.0])
    x[rng.random(x.shape) < share] = NAN
    measures = {"acc": "max"}
    result = js.bayes_test(made(x, "unknown", measures, families=families), **how)
    complete = js.bayes_test(made(x, "drop", measures, families=families), **how)
    gaps = np.argwhere(np.isnan(x).any(axis=2)).tolist()
    against, probabilities = [complete.decisive], []
    for better in product(([5, -5], [-5, 5]), repeat=len(gaps)):
        filled = x.copy()
        for (i, j), ends in zip(gaps, better, strict=True):
            filled[i, j] = np.where(np.isnan(x[i, j]), ends, x[i, j])
        one = js.bayes_test(made(filled, "raise", measures, families=families), **how)
        probabilities.append(_probability(one, result.best))
        against.append(one.decisive if one.best == result.best else 0.0)
    assert gaps and result.best == complete.best
    assert result.decided == (min(against) >= result.threshold)
    if min(against) > 0:  # it leads in every filling, and the numbers are its own
        assert result.decisive == pytest.approx(min(against), abs=1e-12)
    assert result.unknown.probability_lowest == pytest.approx(min(probabilities), abs=1e-12)


# Times are at most 1 but for gaps that are filled by 2, and so look as if stopped there.
@pytest.mark.filterwarnings(r'ignore:"time" is at most 2, and about that in \d of 24 results')
@pytest.mark.filterwarnings("ignore:The probability depends on the prior", "ignore:.*is negative")
@pytest.mark.parametrize("seed", [357, 390, 418])
def test_the_lowest_probability_is_that_of_some_filling_and_of_none_lower(seed):
    """Brute force: of each gap, whichever of the two is better; the rivals could tie here."""
    rng = np.random.default_rng(seed)
    whole = rng.random((12, 2, 2))
    x = np.where(rng.random(whole.shape) < 0.2, NAN, whole)
    x[0] = whole[0]
    result = js.bayes_test(made(x))
    gaps = np.argwhere(np.isnan(x).any(axis=2)).tolist()
    found = []
    for better in product(([2, -1], [-1, 2]), repeat=len(gaps)):
        filled = x.copy()
        for (i, j), ends in zip(gaps, better, strict=True):
            filled[i, j] = np.where(np.isnan(x[i, j]), ends, x[i, j])
        found.append(_probability(js.bayes_test(made(filled)), result.best))
    assert result.unknown.probability_lowest == pytest.approx(min(found), abs=1e-12)
    highest = result.unknown.probability_highest + 1e-9
    assert min(found) <= result.probability + 1e-9 and max(result.probability, *found) <= highest


def _probability(result, order):
    """Of a statement, be it seen or not."""
    for row in result.statements:
        if row.order == order:
            return row.probability
    return result.unobserved.probability / result.unobserved.states


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
    assert result.best == complete.best and result.n == result.unknown.n_complete == 6
    for p in (result.unknown.probability_lowest, result.unknown.probability_highest):
        assert p == pytest.approx(complete.probability, abs=1e-12)


@pytest.mark.filterwarnings("ignore:The results of A0")
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
    for test in (js.bayes_test, js.glrt_test, js.sign_test, js.wilcoxon_test, js.leaderboard):
        assert test(table).to_dict() == test(plain).to_dict()
    assert js.compare_algorithms(table).to_dict() == js.compare_algorithms(plain).to_dict()


# --- Pairs ----------------------------------------------------------------------------------------


def of_three():
    """Forty data sets; the first algorithm is better on the one measure, worse on the other."""
    x = np.random.default_rng(3).normal(size=(40, 2, 3))
    x[:, :, 0] += 3
    x[np.random.default_rng(4).random(x.shape) < 0.1] = NAN
    return x


def p_values(table):
    """One-sided p-values of all claims about two algorithms."""
    evidence = Evidence.of(table)
    votes, _ = evidence.all_votes(np.array([[0, 1]]))
    return votes.kinds.claims(evidence.declared.positive)


@pytest.mark.filterwarnings("ignore:.*is negative")
def test_with_drop_a_pair_uses_the_data_sets_that_have_both():
    x, result = of_three(), js.compare_algorithms(made(of_three(), "drop"))
    for row in result.pairs:
        i, j = int(row.a[1]), int(row.b[1])
        d = (x[:, :, i] - x[:, :, j]) * np.array([1, -1])  # the second measure is minimised
        assert list(row.wins_a.values()) == (d > 0).sum(axis=0).tolist()
        assert list(row.wins_b.values()) == (d < 0).sum(axis=0).tolist()
        assert row.dominates_a == (d > 0).all(axis=1).sum()
        assert set(row.unknown.values()) == {0}
        own = x[~np.isnan(x[:, :, [i, j]]).any(axis=(1, 2))]
        alone = js.compare_algorithms(made(own[:, :, [i, j]])).pairs[0]
        assert (row.dominates_a, row.dominates_b) == (alone.dominates_a, alone.dominates_b)


def test_with_unknown_what_is_missing_is_counted_as_such():
    x, result = of_three(), js.compare_algorithms(made(of_three()))
    for row in result.pairs:
        gaps = np.isnan(x[:, :, [int(row.a[1]), int(row.b[1])]]).any(axis=2)
        assert list(row.unknown.values()) == gaps.sum(axis=0).tolist()
    said = " ".join(result.summary().split())
    assert f"{np.isnan(x).sum()} of 240 results are missing" in said
    assert "Missing results count against every claim." in result.report_text()
    assert "missing independently" not in said + result.report_text()


@given(st.integers(0, 100_000), st.booleans())
@settings(max_examples=12, deadline=None)
def test_no_filling_gives_a_claim_a_larger_p_than_what_is_unknown(seed, with_rope):
    rng = np.random.default_rng(seed)
    whole = rng.choice([0.0, 1.0], size=(9, 2, 2), p=[0.3, 0.7]) * np.array([2.0, 1.0])
    x = whole.copy()
    x.reshape(-1)[rng.choice(x.size, size=4, replace=False)] = NAN
    ways = {"acc": "max", "time": "max"}
    rope = {"acc": 1.0, "time": 0.0} if with_rope else None
    worst = p_values(made(x, measures=ways, rope=rope))
    for filling in product([-1.0, 0.0, 1.0, 3.0], repeat=4):
        filled = x.copy()
        filled[np.isnan(x)] = filling
        found = p_values(made(filled, measures=ways, rope=rope))
        for part in ("measures", "equal", "joint"):
            own, less = getattr(worst, part), getattr(found, part)
            assert np.array_equal(np.isnan(own), np.isnan(less))
            assert (np.nan_to_num(less) <= np.nan_to_num(own) + 1e-12).all()


def test_pairs_are_answered_although_no_data_set_is_complete_for_all():
    x = np.random.default_rng(2).normal(size=(48, 2, 3))
    x[:, 0, 0] += 5
    x[:, 1, 0] -= 5
    x[np.arange(48), :, np.arange(48) % 3] = NAN  # each data set lacks one algorithm
    table = made(x)
    assert table.n == 0 and table.comparable
    result = js.compare_algorithms(table)
    assert {row.n for row in result.pairs} == {48}
    assert sum(result.pair("A0", "A1").unknown.values()) == 2 * 32
    assert "<html" in page(result)
    with pytest.raises(js.errors.MissingValuesError):
        js.glrt_test(made(x))


@pytest.mark.parametrize("question", ["orderings", "best", "control"])
@pytest.mark.parametrize("rope", [None, {"acc": 0.1, "time": 0.0}])
def test_doubts_of_two_are_about_outcomes_or_about_who_is_best(question, rope):
    """Of the second data set the first measure is unknown; the others show one statement each."""
    x = [[[2, 1], [2, 1]], [[NAN, 1], [2, 1]], [[1, 2], [2, 1]]]
    control = "A1" if question == "control" else None
    found = doubts_of(made(x, rope=rope), question, control, "auto")
    three = rope and question == "orderings"
    states = [0, 1, 2] if three else [0, 1]
    # A0 is worse on time, which is minimised: there A1 is better, second of two, and the control.
    may = found.statements.codes[found.may[0]]
    assert may.tolist() == [[state, 1] for state in states]
    assert found.statements.weights.sum() == 2 and found.weights.tolist() == [1]
    assert len(found.may) == 1 and found.n_silent == 0


@pytest.mark.warns("Each pair is compared on", "The probability depends on the prior")
def test_pairs_use_their_own_data_sets_unless_common_ones_are_asked_for():
    table = made(of_three())
    own, common = (js.pairwise_tests(table, test="bayes", cases=c) for c in ("auto", "common"))
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


# --- Parts of tables ------------------------------------------------------------------------------


def test_parts_of_a_table_bring_back_what_is_complete_for_them():
    x = of_three()
    two = made(x).select(algorithms=["A1", "A2"])
    assert two.n == (~np.isnan(x[:, :, 1:3])).all(axis=(1, 2)).sum()
    assert made(x, "drop").select(algorithms=["A1", "A2"]).n == made(x).n
    one = made(x).select(measures=["acc"])
    assert one.n == (~np.isnan(x[:, 0])).all(axis=1).sum()


def test_a_data_set_without_two_results_of_one_measure_is_silent():
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
    result = js.bayes_test(table)
    assert (result.unknown.n_partly, result.unknown.n_silent, result.n_dropped) == (1, 1, 2)
