"""What a network test says: measures without arcs are Beta distributions, and every sentence."""

from __future__ import annotations

import math
from itertools import product
from types import SimpleNamespace

import numpy as np
import pytest
from scipy.stats import beta

import jointstats as js
from jointstats import errors
from jointstats.network import network, network_result, structure
from jointstats.network.network_result import NetworkStatement

WAYS = {f"m{j}": "max" for j in range(4)}
ORDERS = (["A", "B"], ["B", "A"])


def counted(weights, m=4):
    """Data sets by code, such as {(0, 1, 0, 0): 3}."""
    vector = [weights.get(code, 0) for code in product((0, 1), repeat=m)]
    return js.StatementCounts.from_vector(vector, measures=dict(list(WAYS.items())[:m]))


def alone(counts, **more):
    """The network test without arcs."""
    given = dict(structure="best", max_parents=0, ess=1.0) | more
    return js.network_test(counts, **given)


SEEN = {(0, 0, 0, 0): 6, (1, 0, 1, 0): 3, (1, 1, 1, 1): 2}


# --- Without arcs, everything is a product --------------------------------------------------------


def by_hand(weights, m):
    """Of each statement: probability and expected share, products over the measures."""
    n = sum(weights.values())
    one = [sum(w for code, w in weights.items() if code[j]) for j in range(m)]
    sure = [beta.sf(0.5, k + 0.5, n - k + 0.5) for k in one]  # that B is better more often
    mean = [(k + 0.5) / (n + 1) for k in one]
    return {
        code: tuple(
            math.prod(own[j] if code[j] else 1 - own[j] for j in range(m)) for own in (sure, mean)
        )
        for code in product((0, 1), repeat=m)
    }


@pytest.mark.parametrize("m", [1, 2, 4])
def test_statements_that_were_seen_and_the_ten_most_probable_ones_are_listed(m):
    weights = {}
    for code, count in SEEN.items():
        weights[code[:m]] = weights.get(code[:m], 0) + count
    found = alone(counted(weights, m))
    every = by_hand(weights, m)
    top = sorted(every, key=lambda code: -every[code][0])[:10]
    listed = set(top) | set(weights)
    rows = {
        tuple(ORDERS.index(row.order[name]) for name in found.measures): row
        for row in found.statements
    }
    assert set(rows) == listed
    for code, row in rows.items():
        assert (row.probability, row.share) == pytest.approx(every[code], abs=1e-12)
        assert (row.count, row.mcse) == (weights.get(code, 0), 0.0)
        assert row.share_low < row.share < row.share_high
    expected = sorted((every[code][0] for code in listed), reverse=True)
    assert [row.probability for row in found.statements] == pytest.approx(expected, abs=1e-12)
    rest = [every[code][0] for code in every if code not in listed]
    assert found.unobserved.states == len(rest)
    assert found.unobserved.probability == pytest.approx(sum(rest), abs=1e-12)
    first, second = found.statements[:2]
    assert found.lead.difference == pytest.approx(first.share - second.share)
    assert found.lead.probability <= first.probability
    assert (found.share.mean, found.share.level) == (first.share, 0.95)
    assert [one.measures for one in found.components] == [[name] for name in found.measures]
    assert [one.method for one in found.components] == ["exact"] * m


def test_the_share_of_a_statement_that_was_not_seen_most_often_is_no_observed_one():
    # The measures agree with the first statement one by one, yet the second was seen most often.
    weights = {(1, 0): 4, (0, 0): 3, (0, 1): 3}
    found = alone(counted(weights, 2))
    assert found.best == {"m0": ["A", "B"], "m1": ["A", "B"]}
    assert found.chosen_share is None and "expected on" in found.verdict
    most = alone(counted({(0, 0): 6, (1, 0): 2, (0, 1): 1}, 2), level=0.8)
    assert (most.chosen_share.mean, most.chosen_share.level) == (6 / 9, 0.8)
    assert "seen on" in most.verdict


def test_equal_leaders_have_no_lead_by_one_of_them():
    found = alone(counted({(0, 0): 3, (1, 1): 3}, 2))
    assert (len(found.tied_best), found.best, found.share) == (4, None, None)
    assert found.verdict == "4 dominance statements share the first place."
    assert (found.probability, found.mcse, found.chosen_share) == (None, None, None)
    average = js.network_test(counted({(0, 0): 3, (1, 1): 3}, 2), structure="average").average
    assert (average.probability_best, average.difference) == (None, None)


def test_the_facts_of_a_result():
    found = alone(counted(SEEN), alpha=0.2, level=0.9, rng=5, lead_ratio=2.0)
    assert (found.alpha, found.level, found.seed, found.lead.ratio) == (0.2, 0.9, 5, 2.0)
    assert (found.structure, found.max_parents, found.ess, found.arcs) == ("best", 0, 1.0, ())
    assert (found.n, found.n_dropped, found.tie_rule) == (11, 0, "split")
    assert found.average is None and found.untied_arcs is None
    pair = found.as_pair()
    assert (pair.probability, pair.mcse, pair.rule) == (found.probability, 0.0, "network")


def test_a_probability_at_the_limit_is_enough():
    counts = counted({(0,): 5, (1,): 4}, 1)
    p = beta.sf(0.5, 5.5, 4.5)
    found = alone(counts).probability
    assert found == pytest.approx(p, abs=1e-12)
    assert alone(counts, alpha=1 - found).decided
    assert not alone(counts, alpha=1 - found - 1e-9).decided


# --- Few statements in all draws ------------------------------------------------------------------


def drawn(codes, probability, mcse, likely):
    """Answers of draws that say these probabilities of codes, the others having none."""
    known = dict(zip(map(tuple, codes), zip(probability, mcse, strict=True), strict=True))

    def of(asked):
        rows = [known.get(tuple(code), (0.0, 0.0)) for code in asked.tolist()]
        return tuple(np.array(rows).T)

    return SimpleNamespace(
        most_probable=lambda most: np.array(likely)[:most], probability=of, parents=np.zeros(2, int)
    )


def answers(counts, posterior):
    cases = network.coded_cases(counts.codes, counts.weights, [2.0, 2.0], 1.0)
    return network_result.Answers(counts, cases, posterior, 0.95)


def test_a_single_statement_leads_all_others_for_sure():
    counts = counted({(1, 1): 4}, 2)
    one = answers(counts, drawn([(1, 1)], [1.0 + 1e-16], [0.0], [(1, 1)]))
    lead = one.lead(1.5, np.random.default_rng(1))
    assert (lead.ratio, lead.probability, lead.mcse, lead.difference) == (1.5, 1.0, 0.0, 1.0)
    assert len(one.rows) == 1 and one.rows[0].probability == 1.0
    assert (one.unobserved().states, one.unobserved().probability) == (3, 0.0)


def test_equal_probabilities_stand_by_count_and_then_in_code_order():
    counts = counted({(1, 1): 4, (0, 1): 2, (1, 0): 4}, 2)
    codes = [(0, 0), (0, 1), (1, 0), (1, 1)]
    one = answers(counts, drawn(codes, [0.2, 0.2, 0.2, 0.4], [0.01] * 4, codes))
    assert one.codes.tolist() == [[1, 1], [1, 0], [0, 1], [0, 0]]
    assert [row.count for row in one.rows] == [4, 4, 2, 0]
    assert [row.mcse for row in one.rows] == [0.01] * 4


@pytest.mark.parametrize(("gap", "together"), [(0.0, 2), (0.079, 2), (0.081, 1)])
def test_probabilities_within_four_errors_lead_together(gap, together):
    counts = counted({(1, 1): 3, (0, 0): 3}, 2)  # the same expected shares
    one = answers(counts, drawn([(0, 0), (1, 1)], [0.4 + gap, 0.4], [0.01, 0.01], [(0, 0), (1, 1)]))
    assert len(one.leaders()) == together


# --- Words ----------------------------------------------------------------------------------------


def statement(p, mcse):
    return NetworkStatement(
        order={"m0": ["A", "B"], "m1": ["A", "B"]}, count=3.0, probability=p, mcse=mcse, share=0.5,
        share_low=0.4, share_high=0.6,
    )  # fmt: skip


def cautions(best=None, arcs=(), untied=None, name="best", alpha=0.05, parents=(0, 0), codes=None):
    counts = counted({(0, 0): 3, (1, 1): 2}, 2)
    cases = network.coded_cases(counts.codes, counts.weights, [2.0, 2.0], 1.0)
    found = SimpleNamespace(parents=np.array(parents), cases=cases)
    return [str(one) for one in network._cautions(counts, found, name, arcs, untied, best, alpha)]


@pytest.mark.parametrize(
    ("p", "mcse", "near"),
    [(0.95, 0.01, True), (0.9799, 0.01, True), (0.9801, 0.01, False), (0.9201, 0.01, True),
     (0.9199, 0.01, False), (0.95, 0.0, False)],
)  # fmt: skip
def test_a_probability_within_three_errors_of_the_limit_may_be_on_the_other_side(p, mcse, near):
    expected = [
        "The probability is as near to 0.95 as the Monte Carlo error (0.01): with another seed it "
        "may be on the other side. Use a smaller target_mcse."
    ]
    assert cautions(statement(p, mcse)) == (expected if near else [])
    assert cautions(statement(0.9, 0.01), alpha=0.1) != cautions(statement(0.9, 0.01)) == []


def arc(a, b):
    return structure.Arc(from_=a, to=b, compelled=False)


def test_edges_that_ties_change_are_named_whatever_their_direction():
    assert cautions(arcs=[arc("m0", "m1")], untied=[arc("m1", "m0")]) == []
    assert cautions(arcs=[], untied=[]) == cautions(arcs=[arc("m0", "m1")]) == []
    for arcs, untied in (([arc("m1", "m0")], []), ([], [arc("m0", "m1")])):
        (said,) = cautions(arcs=arcs, untied=untied)
        assert said == (
            "Ties change the structure: without the 0 data sets with split ties the edges differ "
            "in m0–m1. Split ties hide dependence; see ties=."
        )
    (said,) = cautions(
        arcs=[arc("m3", "m2"), arc("m0", "m1")], untied=[arc("m1", "m0"), arc("m2", "m0")]
    )
    assert "differ in m0–m2 and m2–m3." in said


# --- Whether the data tell of an edge -------------------------------------------------------------


@pytest.mark.parametrize(("p", "sure"), [(0.67, True), (0.66, False), (0.33, True), (0.34, False)])
def test_an_edge_is_told_of_by_odds_of_two_to_one(p, sure):
    found = alone(counted({(0, 0): 4, (1, 1): 4}, 2))
    edge = structure.Dependence(a="m0", b="m1", probability=p)
    assert found.cases_each(edge) == 2.0  # eight data sets, four configurations
    assert found.tells(edge) is sure
    few = alone(counted({(0, 0): 4, (1, 1): 3}, 2))
    assert few.cases_each(edge) == 7 / 4 and not few.tells(edge)


@pytest.mark.warns(r"\d+ of \d+ data sets? ha(?:ve|s) (?:split )?ties")
def test_ties_as_an_outcome_are_a_third_configuration():
    values = {"A": np.arange(12.0).reshape(6, 2) % 5, "B": np.ones((6, 2))}
    made = js.results_table(values, measures={"x": "max", "y": "max"}, rope={"x": 1.0})
    found = js.network_test(made, ties={"x": "equal", "y": "split"})
    assert found.cases_each(structure.Dependence(a="x", b="y", probability=0.5)) == 6 / (3 * 2)
    with pytest.raises(errors.OptionError, match="complete orderings"):
        js.network_test(js.statement_counts(made, question="best"))
