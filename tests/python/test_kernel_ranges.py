"""Both sides of every limit of joint kernels: the last value that serves, the first that does not.

What is refused says why, in the words of the function that was called.
"""

import re

import numpy as np
import pytest
from scipy import stats

from jointstats import errors
from jointstats.evidence import claim_tests, dirichlet, glrt, scores, shares
from jointstats.evidence.shares import probability_leads

E = 1e-9  # a step beyond
ROWS = [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]]


LAST = {
    # chosen_share: P(Beta(1, n) > high) = (1 − level)/2
    "no data set shows it":
        (lambda: glrt.chosen_share_interval(0, 3, 0.9)[1], 1 - 0.05 ** (1 / 3)),
    "all show it": (lambda: glrt.chosen_share_interval(3, 3)[1], 1.0),
    "one data set": (lambda: glrt.chosen_share_interval(1, 1)[0], 0.0),
    "half a data set": (lambda: glrt.chosen_share_interval(0, 0.5, 0.9), (0.0, 1 - 0.05**2)),
    "all but half a data set":
        (lambda: glrt.chosen_share_interval(1.5, 2, 0.9)[1], stats.beta.ppf(0.95, 2.5, 0.5)),
    "counts of many shapes": (
        lambda: glrt.chosen_share_interval([[0], [2]], [2, 2], 0.9)[0],
        [[0, 0], [0.05, 0.05]],  # t² = t tail
    ),
    # claim_tests
    "a claim of none": (lambda: claim_tests.binomial_p_value(0, 2, 0.25), 1.0),
    "a claim of all": (lambda: claim_tests.binomial_p_value(2, 2, 0.25), 0.0625),
    "a claim of all, from either side":
        (lambda: claim_tests.binomial_p_value(2, 2, 0.25, "two-sided"), 0.125),
    "a claim of none, from either side":
        (lambda: claim_tests.binomial_p_value(0, 2, 0.75, "two-sided"), 0.125),
    "no trials": (lambda: claim_tests.binomial_p_value(0, 0), 1.0),
    "none to go by": (lambda: claim_tests.confidence_interval(0, 0), (0.0, 1.0)),
    # dirichlet, leads, imprecise, shares
    "a parameter of 0": (lambda: dirichlet.probability_largest([0.0, 2.0]), [0.0, 1.0]),
    "as many as a double counts": (lambda: dirichlet.probability_largest([1.0], [1e300]), [1.0]),
    "none of a group": (lambda: dirichlet.probability_largest([1.0, 2.0], [0, 3]), [0.0, 1.0]),
    "a lead of 1": (lambda: probability_leads([1.0, 1.0], 0, 1.0), 0.5),
    "no rival": (lambda: probability_leads([1.0, 5.0], 0, 2.0, multiplicities=[1, 0]), 1.0),
    "all states seen": (
        lambda: dirichlet.imprecise_bounds([2, 2], 2, 1.0),
        # P(Beta(2, 3) > 1/2) and P(Beta(3, 2) > 1/2)
        ([5 / 16, 5 / 16], [11 / 16, 11 / 16]),
    ),
    "the only state": (lambda: dirichlet.imprecise_bounds([5], 1, 1.0), ([1.0], [1.0])),
    "none of the total": (lambda: shares.share_interval(0.0, 2.0), (0.0, 0.0)),
    "parameters of 0 in rows":
        (lambda: dirichlet.largest_of_many([[0.0, 1.0]] * 3), [[0.0, 1.0]] * 3),
    # glrt: 2 I_½(a, 1) = 2^(1 − a)
    "no runner-up": (lambda: glrt.exact_p_value(3, 0), 0.25),
    "no counts": (lambda: glrt.exact_p_value(0, 0), 1.0),
    "a level next to 0": (lambda: glrt.winner_lead_lower_bound(9, 0, E) > 1, True),
    # looks
    "a claim of all so far": (lambda: claim_tests.log_e_share(0, 0), 0.0),
    "the first claim": (lambda: claim_tests.spent_level(1, 0.06), 0.03),
    # measure rules: one more than half, and all
    "more than half of three": (lambda: scores.verdicts([[0, 0, 2], [2, 0, 2]], 2), [0, 2]),
    "three of four": (lambda: scores.verdicts([[0, 0, 0, 2], [2, 2, 0, 0]], 3), [0, 1]),
    "all of three":
        (lambda: scores.verdicts([[0, 0, 0], [2, 2, 2], [0, 0, 2]], 3), [0, 2, 1]),
}  # fmt: skip


@pytest.mark.parametrize("name", LAST)
def test_the_last_value_serves(name):
    call, expected = LAST[name]
    np.testing.assert_allclose(call(), expected, rtol=1e-12, atol=1e-15)


FIRST = [
    (lambda: scores.verdicts([[0, 0, 0, 0]], 2), "a number above 2 and up to 4"),
    (lambda: scores.verdicts([[0, 0, 0]], 1), "a number above 1.5 and up to 3"),
    (lambda: scores.verdicts([[0, 0, 0]], 4), "a number above 1.5 and up to 3"),
]


@pytest.mark.parametrize(("call", "words"), FIRST)
def test_the_first_value_beyond_is_refused(call, words):
    with pytest.raises(errors.JointStatsError, match=re.escape(words)):
        call()
