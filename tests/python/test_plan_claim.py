"""Planning a claim: sums over the binomial, and R's pbinom."""

import json
from fractions import Fraction
from math import comb

import numpy as np
import pytest
from scipy import stats

import jointstats as js
from jointstats import errors
from jointstats.interfaces.cli import main
from jointstats.planning import kernel_family_votes


def power(n, share, threshold=0.5, alpha=0.05, sides=1):
    """P(decided) by summing over all counts, each with the binomial's tail."""
    k = np.arange(n + 1)
    decides = sides * stats.binom.sf(k - 1, n, threshold) <= alpha
    return stats.binom.pmf(k, n, share)[decides].sum()


@pytest.mark.parametrize("n", [1, 4, 5, 12, 37])
@pytest.mark.parametrize(("share", "threshold"), [(0.8, 0.5), (0.5, 0.5), (0.95, 0.75), (1, 0.3)])
@pytest.mark.parametrize(("alternative", "sides"), [("greater", 1), ("two-sided", 2)])
def test_power_against_a_sum(n, share, threshold, alternative, sides):
    found = kernel_family_votes.claim_power(n, share, threshold, 0.05, alternative)
    assert found == pytest.approx(power(n, share, threshold, sides=sides), abs=1e-12)
    assert kernel_family_votes.claim_power(n, share) == kernel_family_votes.claim_power(
        n, share, 0.5, 0.05, "greater"
    )


def test_the_critical_count_is_the_first_that_decides_in_exact_fractions():
    for n in range(1, 40):
        tails = [Fraction(sum(comb(n, i) for i in range(k, n + 1)), 2**n) for k in range(n + 1)]
        first = next((k for k, tail in enumerate(tails) if tail <= Fraction(1, 20)), n + 1)
        assert kernel_family_votes.critical_count(n) == first


def test_on_the_boundary_the_power_is_at_most_the_level():
    n = np.arange(1, 400)
    for threshold in (0.1, 0.5, 0.9):
        for alpha in (0.01, 0.05, 0.2):
            assert (
                kernel_family_votes.claim_power(n, threshold, threshold, alpha)
                <= alpha * (1 + 1e-12)
            ).all()
            two = kernel_family_votes.claim_power(n, threshold, threshold, alpha, "two-sided")
            assert (two <= alpha / 2 * (1 + 1e-12)).all()


def test_a_plan_is_exact():
    # R: 1 - pbinom(14, 20, .8), 1 - pbinom(12, 18, .8)
    plan = js.plan_datasets(claim_share=0.8, n=[18, 20])
    assert [row.right for row in plan.chances] == pytest.approx(
        [0.867083665757176, 0.80420778545955], rel=1e-12
    )
    assert {(row.test, row.wrong, row.mcse, row.method) for row in plan.chances} == {
        ("claim", 0.0, 0.0, "exact")
    }
    assert (plan.claim_share, plan.threshold, plan.alternative) == (0.8, 0.5, "greater")
    assert (plan.truth, plan.best) == ([], None)


@pytest.mark.parametrize(("share", "wanted"), [(0.8, 0.8), (0.7, 0.9), (0.6, 0.5)])
def test_the_number_needed_is_the_last_step_of_the_binomial(share, wanted):
    needed = js.plan_datasets(claim_share=share, wanted=wanted, max_n=300).needed[0]
    enough = [n for n in range(1, 301) if power(n, share) >= wanted]
    last = next(n for n in enough if set(range(n, 301)) <= set(enough))
    assert (needed.n, needed.method) == (last, "exact")
    assert needed.right == pytest.approx(power(last, share), abs=1e-12)
    assert kernel_family_votes.enough_from([1.0, 1.0], 0.5) == 0


def test_what_a_plan_says():
    assert js.plan_datasets(claim_share=0.8).verdict == (
        "To show with probability 0.8 that a claim holds on more than half of data sets takes 18 "
        "of them, if it holds on 80.0 % (one-sided)."
    )
    few = js.plan_datasets(claim_share=0.51, max_n=100, alternative="two-sided")
    assert few.needed[0].n is None and "takes more than 100 of them" in few.verdict
    wrong = js.plan_datasets(claim_share=0.5, n=20)
    assert wrong.verdict.endswith(
        "does not hold on more than half, so every decision would be wrong."
    )
    assert (wrong.chances[0].right, wrong.needed[0].n) == (0.0, None)
    assert wrong.chances[0].wrong == pytest.approx(power(20, 0.5), abs=1e-12)
    assert "Supposed" not in wrong.summary()


def test_a_pilot_study_gives_its_share_to_the_plan():
    table = js.load_dataset("example1")
    pilot = js.claim_test(table, "B", "A", better=["accuracy"])
    plan = js.plan_datasets(claim_share=pilot.share, n=pilot.n)
    assert plan.chances[0].right == pytest.approx(power(12, 9 / 12), abs=1e-12)


@pytest.mark.parametrize(
    ("given", "name"),
    [({"truth": [0.5, 0.5]}, "truth"), ({"shifts": {"x": 1}}, "shifts"),
     ({"measures": {"x": "max"}}, "measures"), ({"only": ["A", "B"]}, "only")],
)  # fmt: skip
def test_a_claim_stands_alone(given, name):
    with pytest.raises(
        errors.OptionError, match=f"claim_share needs no further assumption: leave out {name}"
    ):
        js.plan_datasets(claim_share=0.8, **given)


def test_on_the_command_line(capsys):
    words = ["plan", "--claim-share", "0.8", "--threshold", "0.6", "--alternative", "two-sided"]
    assert main([*words, "--n", "20", "--json"]) == 0
    plain = json.loads(capsys.readouterr().out)
    assert plain["chances"][0]["right"] == pytest.approx(power(20, 0.8, 0.6, sides=2), abs=1e-12)
    assert main(["plan", "--claim-share", "0.8", "--shares", "0.5", "0.5"]) == 2
    assert "--shift, or --claim-share" in capsys.readouterr().err
    assert main(["plan", "--claim-share", "0.8", "--only", "A", "B"]) == 2
    assert "--claim-share needs no further assumption: leave out --only" in capsys.readouterr().err
