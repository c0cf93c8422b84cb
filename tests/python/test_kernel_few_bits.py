"""Numbers of eight or 32 bits are computed with as long integers and doubles, to the last bit."""

from dataclasses import astuple, is_dataclass

import numpy as np
import pytest

from jointstats.evidence import (
    claim_tests,
    dirichlet,
    glrt,
    measure_rules,
    outcomes,
    priors,
    scores,
)
from jointstats.evidence.shares import probability_leads

SEEN = [[[0, 0], [0, 1], [2, 1], [1, 1], [0, 2], [0, 0]] * 40] * 2  # two pairs, 240 data sets
CELLS = [[200, 100, 90, 80, 70, 60, 50, 40, 30]] * 3

WHOLE = {  # of counts and codes
    "log_likelihood_ratio": lambda of: glrt.log_likelihood_ratio(of([200, 255]), of([100, 255])),
    "asymptotic_p_value": lambda of: glrt.asymptotic_p_value(of([200]), of([180])),
    "exact_p_value": lambda of: glrt.exact_p_value(of([200, 255]), of([180, 255])),
    "winner_lead_lower_bound": lambda of: glrt.winner_lead_lower_bound(of([250]), of([200])),
    "worst_p_value": lambda of: glrt.worst_p_value(of([250, 9]), of([250, 200]), 0),
    "imprecise_bounds": lambda of: priors.imprecise_bounds(of([255, 250, 3]), 5, 2.0),
    "probability_leads": lambda of: probability_leads(of([200, 180]), 0, multiplicities=of([1, 2])),
    "log_e_share": lambda of: claim_tests.log_e_share(of([200]), of([255])),
    "log_e_more_often": lambda of: claim_tests.log_e_more_often(of([200]), of([150])),
    "confidence_sequence": lambda of: claim_tests.confidence_sequence(
        of([0, 200, 255]), of([0, 255, 255])
    ),
    "spent_level": lambda of: claim_tests.spent_level(of([1, 200, 255])),
    "largest_of_many": lambda of: dirichlet.largest_of_many(
        of([[200, 190], [5, 6], [7, 1]]), of([1]), of([2])
    ),
    "extremes": lambda of: measure_rules.extremes(of(SEEN), "wins"),
    "mirrored": lambda of: outcomes.mirrored(of([[0, 1], [2, 1]]), of([3, 2])),
    "outcomes": lambda of: outcomes.outcomes(of([[[3, 200]], [[9, 9]]]), of([1]), of([1])),
    "outcome_counts": lambda of: outcomes.outcome_counts(of(SEEN[0]), of([2, 3])),
    "expand_outcomes": lambda of: outcomes.expand_outcomes(of(SEEN[0]), of([2, 3])),
    "split_statements": lambda of: outcomes.split_statements(
        of([[0, 1], [1, 1], [1, 2]]), of([200, 255, 255]), of([1, 0])
    ),
    "holds": lambda of: scores.Claim(better=(0,), not_worse=(1,)).holds(of(SEEN[0])),
}

FRACTIONS = {  # a prior of 0.1, or a logarithm, has more digits than 32 bits hold
    "log_likelihood_ratio": lambda of: glrt.log_likelihood_ratio(of([5.5]), of([2.25])),
    "exact_p_value": lambda of: glrt.exact_p_value(of([5.5]), of([2.25])),
    "winner_lead_lower_bound": lambda of: glrt.winner_lead_lower_bound(of([20.5]), of([2.25])),
    "worst_p_value": lambda of: glrt.worst_p_value(of([9.5, 1]), of([9.5, 2.25]), 0),
    "imprecise_bounds": lambda of: priors.imprecise_bounds(of([5.5, 2.25]), 5, 0.1),
    "probability_leads": lambda of: probability_leads(of([5.5, 2.25]), 0, 1.1),
    "log_e_share": lambda of: claim_tests.log_e_share(of([5.0]), of([7.0]), of([0.375])),
    "anytime_p_value": lambda of: claim_tests.anytime_p_value(of([0.5, 2.25])),
    "running_intersection": lambda of: claim_tests.running_intersection(
        of([0.25, 0.5]), of([0.75, 0.875])
    ),
    "spent_level": lambda of: claim_tests.spent_level(of([3.0, 7.0])),
    "largest_of_many": lambda of: dirichlet.largest_of_many(
        of([[5.5, 1], [2, 1], [1, 9]]), of([1.5]), of([2])
    ),
    # 10^8 - 1 has one digit more than 32 bits hold
    "outcomes": lambda of: outcomes.outcomes(of([[[1e8, 1.0]]]), of([1.0]), [99999999.5]),
    "pair_outcomes": lambda of: outcomes.pair_outcomes(of([[[1e8, 1.0]]]), [99999999.5], [[0, 1]]),
}


def parts(found):
    """What an answer is made of: type and numbers."""
    if is_dataclass(found):
        found = astuple(found)
    if isinstance(found, tuple):
        return [parts(part) for part in found]
    if isinstance(found, np.ndarray | np.generic):
        return found.dtype, found.tolist()
    return type(found), found


@pytest.mark.parametrize("name", WHOLE)
def test_whole_numbers_of_eight_bits_count_as_long_ones(name):
    few, many = (WHOLE[name](lambda x, t=t: np.array(x, dtype=t)) for t in (np.uint8, np.int64))
    assert parts(few) == parts(many)


@pytest.mark.parametrize("name", FRACTIONS)
def test_fractions_of_32_bits_count_as_the_doubles_that_they_are(name):
    few, many = (FRACTIONS[name](lambda x, t=t: np.array(x, dtype=t)) for t in ("f4", "f8"))
    assert parts(few) == parts(many)


MANY = 2**70
BEYOND = {
    "log_likelihood_ratio": lambda of: glrt.log_likelihood_ratio(of([MANY]), of([MANY - 2**40])),
    "exact_p_value": lambda of: glrt.exact_p_value(of([MANY]), of([MANY - 2**40])),
    "winner_lead_lower_bound": lambda of: glrt.winner_lead_lower_bound(of([MANY]), of([MANY // 2])),
    "worst_p_value": lambda of: glrt.worst_p_value(of([MANY, 1]), of([MANY, MANY]), 0),
    "imprecise_bounds": lambda of: priors.imprecise_bounds(of([MANY, 5]), MANY, 2.0),
    "probability_leads": lambda of: probability_leads(
        of([MANY, 1]), 1, multiplicities=of([0, MANY])
    ),
    "largest_of_many": lambda of: dirichlet.largest_of_many(
        of([[MANY, 1]] * 3), of([1]), of([MANY])
    ),
    "log_e_share": lambda of: claim_tests.log_e_share(of([MANY]), of([MANY + 2**60])),
    "spent_level": lambda of: claim_tests.spent_level(of([MANY])),
}


@pytest.mark.parametrize("name", BEYOND)
def test_whole_numbers_beyond_64_bits_count_as_the_doubles_next_to_them(name):
    def doubles(x):
        return np.array(x, dtype=float)

    assert parts(BEYOND[name](lambda x: x)) == parts(BEYOND[name](doubles))
