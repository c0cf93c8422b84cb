"""The Bayesian test of data sets that may show one of several statements, by enumeration."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from scipy.special import gammaln

import jointstats as js
from jointstats.labelled.joint.prior import prior_of
from jointstats.labelled.joint.uncertain import uncertain_answer

pytestmark = pytest.mark.filterwarnings("ignore::jointstats.JointStatsWarning")

OPTIONS = {"rule": "lower", "alpha": 0.05, "lead_ratio": 1.25, "level": 0.95}
COUNTS = js.statement_counts(js.load_dataset("example1"))  # 1, 2, 3, 6
PRIOR = prior_of(COUNTS)
DOUBTS = [{2: 1.0, 3: 0.5}, {0: 0.2, 1: 0.8}, {0: 1.0, 3: 1.0}]
ROWS = [i for i, doubt in enumerate(DOUBTS) for _ in doubt]
STATES = [state for doubt in DOUBTS for state in doubt]
WEIGHTS = [weight for doubt in DOUBTS for weight in doubt.values()]


def answer(rows, states, weights, n, counts=COUNTS, prior=PRIOR, **more):
    return uncertain_answer(rows, states, weights, n, counts, prior, **OPTIONS, **more)


def enumerated(known, doubts, a):
    """Every count with its probability, from all ways in which the doubts may end."""
    found = []
    for shown in product(*(doubt.items() for doubt in doubts)):
        counts = np.array(known, dtype=float)
        log_weight = 0.0
        for state, weight in shown:
            counts[state] += 1
            log_weight += np.log(weight)
        found.append((counts, log_weight + gammaln(counts + a).sum()))
    p = np.exp([log_p for _, log_p in found])
    return [counts for counts, _ in found], p / p.sum()


def by_enumeration(ask):
    counts, p = enumerated([1, 2, 3, 6], DOUBTS, 0.25)
    each = [js.bayes_test(replace(COUNTS, weights=c, n=c.sum())) for c in counts]
    return float(p @ [ask(result) for result in each])


def test_without_doubt_it_is_the_plain_test_to_the_last_bit():
    plain = js.bayes_test(COUNTS).to_dict() | {"call": {}}
    assert answer([], [], [], 12).to_dict() == plain
    shown = np.repeat(np.arange(4), [1, 2, 3, 6])
    nothing_known = replace(COUNTS, weights=np.zeros(4))
    assert answer(np.arange(12), shown, np.ones(12), 12, nothing_known).to_dict() == plain


def test_every_number_is_an_average_over_what_the_data_sets_may_show():
    found = answer(ROWS, STATES, WEIGHTS, 15)
    assert found.n == 15
    assert sum(row.count for row in found.statements) == pytest.approx(15)

    def of(result, order, name):
        return next(getattr(row, name) for row in result.statements if row.order == order)

    for row in found.statements:
        for name in ("probability", "count", "share"):
            expected = by_enumeration(lambda one, o=row.order, name=name: of(one, o, name))
            assert getattr(row, name) == pytest.approx(expected, abs=1e-10)
        assert row.mcse == 0
    assert found.lead.probability == pytest.approx(
        by_enumeration(lambda one: one.lead.probability), abs=1e-9
    )
    # 4 data sets or more for it in every case: it leads throughout, and its bounds are averaged.
    assert found.decisive == pytest.approx(by_enumeration(lambda one: one.decisive), abs=1e-10)
    assert found.probability_lower == pytest.approx(
        by_enumeration(lambda one: one.probability_lower), abs=1e-10
    )
    assert found.chosen_share is None


def test_bounds_of_the_imprecise_prior_are_averaged():
    prior = prior_of(COUNTS, "imprecise", 2.0)
    found = answer(ROWS, STATES, WEIGHTS, 15, prior=prior)
    counts, p = enumerated([1, 2, 3, 6], DOUBTS, 0.5)
    each = [
        js.bayes_test(replace(COUNTS, weights=c, n=15), prior="imprecise", prior_strength=2.0)
        for c in counts
    ]
    first = found.statements[0]
    for name in ("probability_lower", "probability_upper"):
        expected = p @ [
            next(getattr(row, name) for row in one.statements if row.order == first.order)
            for one in each
        ]
        assert getattr(first, name) == pytest.approx(float(expected), abs=1e-9)


def test_drawn_counts_agree_with_listed_ones():
    listed = answer(ROWS, STATES, WEIGHTS, 15)
    rows = np.repeat(np.arange(60), 2)
    rng = np.random.default_rng(1)
    states, weights = rng.permuted(np.tile([0, 1, 2, 3], (60, 1)), axis=1)[:, :2], rng.random(120)
    exact = answer(rows, states.ravel(), weights, 72)
    assert listed.method == exact.method == "exact"
    drawn = uncertain_answer(
        rows, states.ravel(), weights, 72, COUNTS, PRIOR, **OPTIONS, exact_limit=0, draws=4096
    )
    assert drawn.method == "monte_carlo"
    assert listed.lead.mcse is None  # of few counts all are taken, of many 128
    apart = abs(drawn.lead.probability - exact.lead.probability)
    assert 0 < apart < 5 * np.hypot(drawn.lead.mcse, exact.lead.mcse) < 0.5
    by_order = {str(row.order): row for row in exact.statements}
    for row in drawn.statements:
        other = by_order[str(row.order)]
        assert abs(row.probability - other.probability) < 5 * row.mcse + 1e-9
        assert row.share_low == pytest.approx(other.share_low, abs=0.01)
