"""What the posterior of the statements says: two statements are a Beta distribution."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import beta

import jointstats as js
from jointstats import errors

pytestmark = pytest.mark.filterwarnings("ignore::jointstats.JointStatsWarning")


def answer(vector, rule="lower", prior="symmetric", measures=("x",), strength=None, **more):
    counts = js.StatementCounts.from_vector(vector, measures=dict.fromkeys(measures, "max"))
    more = {"lead_ratio": 1.5, "prior_strength": strength} | more
    return js.bayes_test(counts, rule=rule, prior=prior, **more)


# --- Cautions -------------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", ["lower", "probability"])
@pytest.mark.parametrize("prior", ["symmetric", "uniform", "imprecise"])
@pytest.mark.parametrize("alpha", [0.05, 0.1, 0.3])
def test_when_an_answer_is_said_to_depend_on_the_prior(rule, prior, alpha):
    seen = set()
    for a, b in ((1, 0), (2, 0), (4, 0), (6, 2), (8, 2), (9, 4), (30, 9)):
        each = {"symmetric": 0.5, "uniform": 1.0}.get(prior, 0.0)
        p, low = beta.sf(0.5, a + each, b + each), beta.sf(0.5, a, b + 2)
        category = None
        if prior == "uniform" and a + b < 2:
            category = errors.PriorSensitivityWarning
        elif prior != "imprecise" and rule == "probability" and p >= 1 - alpha > low:
            category = errors.DecisionLostWarning
        elif prior != "imprecise" and p - low > 0.1:
            category = errors.PriorSensitivityWarning
        found = answer([a, b], rule, prior, alpha=alpha).warnings
        assert [one.category for one in found] == ([category] if category else [])
        seen.add(category)
    assert None in seen and (len(seen) > 1 or prior == "imprecise")


UNDONE = (
    "The decision depends on the prior (opinion before the data): the least favourable one worth 2 "
    "data sets gives {}, and would undo it. More data sets would settle it."
)
LOWER = (
    "The probability depends on the prior (opinion before the data): 0.923 here, as low as 0.746 "
    "with another prior worth 2 data sets. More data sets would settle it."
)
LARGE = (
    "The prior's mass (8.50) exceeds the number of data sets (8): the prior dominates the answer. "
    "The symmetric prior has mass 1."
)


@pytest.mark.parametrize(
    ("vector", "rule", "options", "said"),
    [
        ([8, 2], "probability", {"alpha": 0.1}, "0.887 instead of 0.974, below 0.9"),
        ([8, 2], "probability", {"alpha": 0.1132}, "0.8867 instead of 0.974, below 0.8868"),
        ([10, 3], "probability", {"alpha": 0.02395}, "0.910 instead of 0.9761, below 0.97605"),
        ([6, 2], "lower", {}, LOWER),
        ([6, 2], "lower", {"strength": 8.5}, LARGE),
    ],
)
def test_what_depends_on_the_prior_in_words(vector, rule, options, said):
    said = UNDONE.format(said) if rule == "probability" else said
    assert [str(one) for one in answer(vector, rule, **options).warnings] == [said]


def test_a_prior_of_as_many_data_sets_does_not_exceed_them():
    (said,) = answer([6, 2], strength=8).warnings
    assert "depends on the prior" in said
    assert answer([6, 2], prior="imprecise", strength=9).warnings == ()


def test_equal_leaders_depend_on_no_prior():
    assert answer([3, 3]).warnings == answer([3, 3], "probability").warnings == ()


# --- Numbers --------------------------------------------------------------------------------------


@pytest.mark.parametrize("vector", [[6, 2], [2, 6], [5, 0]])
def test_two_statements_are_a_beta_distribution(vector):
    first, second = sorted(vector, reverse=True)
    found = answer(vector, level=0.9)
    assert found.probability == pytest.approx(beta.sf(0.5, first + 0.5, second + 0.5), abs=1e-12)
    assert found.probability_lower == pytest.approx(beta.sf(0.5, first, second + 2), abs=1e-12)
    assert found.decisive == pytest.approx(beta.sf(0.5, first, second + 1), abs=1e-12)
    own = beta(first + 0.5, second + 0.5)
    share = (found.share.mean, found.share.low, found.share.high)
    assert share == pytest.approx((own.mean(), *own.interval(0.9)), abs=1e-9)
    assert found.share.level == found.level == 0.9
    over = beta.sf(1.5 / 2.5, first + 0.5, second + 0.5)  # 1.5 times the other one
    assert (found.lead.ratio, found.lead.probability) == (1.5, pytest.approx(over, abs=1e-9))
    assert found.lead.difference == pytest.approx((first - second) / (first + second + 1))
    assert found.chosen_share.mean == first / (first + second)
    rows = [(row.count, row.mcse, row.probability_lower) for row in found.statements]
    assert rows == [(count, 0.0, None) for count in (first, second) if count]
    listed = sum(row.probability for row in found.statements)
    assert listed + found.unobserved.probability == pytest.approx(1.0)
    assert found.unobserved.states == 2 - len(rows)


@pytest.mark.parametrize("strength", [1, 2.5])
def test_bounds_of_two_statements_put_the_mass_on_either_side(strength):
    found = answer([6, 2], prior="imprecise", strength=strength)
    for row, (a, b) in zip(found.statements, ((6, 2), (2, 6)), strict=True):
        assert row.probability_lower == pytest.approx(beta.sf(0.5, a, b + strength), abs=1e-9)
        assert row.probability_upper == pytest.approx(beta.sf(0.5, a + strength, b), abs=1e-9)
    assert found.probability_lower == pytest.approx(beta.sf(0.5, 6, 2 + strength), abs=1e-9)
    assert found.decisive == pytest.approx(beta.sf(0.5, 6, 2 + max(strength, 1)), abs=1e-9)


def test_a_vector_is_the_mass_of_each():
    def lead(vector, prior):
        return answer(vector, prior=prior, measures=("x", "y"), lead_ratio=1.0).lead

    one = answer([4, 0, 1, 0], prior=[1, 2, 3, 4.5], measures=("x", "y"), lead_ratio=1.0)
    assert [row.share for row in one.statements] == pytest.approx([5 / 15.5, 4 / 15.5])
    assert one.lead.difference == pytest.approx((5 - 4.5) / 15.5)
    assert one.lead.probability == pytest.approx(one.probability, abs=1e-9)
    assert lead([4, 0, 1, 0], [1, 2, 3, 5]).difference == 0
    assert lead([1, 0, 0, 0], [1, 2, 7, 1]).difference == pytest.approx((7 - 2) / 12)  # unseen
    assert lead([1, 0, 0, 0], [1, 7, 7, 1]).difference == 0


def test_a_group_of_unseen_statements_that_leads_is_ahead_of_nobody():
    crowd = answer([1, 0, 0, 0], strength=40, measures=("x", "y"), lead_ratio=1.0)
    assert crowd.lead.difference == pytest.approx(1 / 41)  # one of them has been seen


@pytest.mark.parametrize("strength", [1.0, 60.0])
def test_statements_too_many_to_count_are_rivals_in_the_lead_too(strength):
    m = 500
    codes = np.zeros((2, m), dtype=np.int64)
    codes[1, -1] = 1
    counts = js.StatementCounts(
        ("A", "B", "C"), {f"m{j}": "max" for j in range(m)}, codes, np.array([3.0, 2.0]), n=5
    )
    assert counts.n_states > 10**300
    one = js.bayes_test(counts, prior_strength=strength, lead_ratio=1.0)
    assert one.lead.probability == pytest.approx(one.probability, abs=1e-7)
    seen = sum(row.probability for row in one.statements)
    assert seen + one.unobserved.probability == pytest.approx(1.0, abs=1e-6)


def test_where_nobody_leads_the_verdict_says_why():
    assert answer([1, 0, 0, 0], prior=[0.1, 0.1, 50, 0.1], measures=("x", "y")).verdict == (
        "The data do not establish which dominance statement is most common. "
        "The prior outweighs the "
        "data: a statement that was never seen is at least as probable as any other."
    )
    found = answer([3, 3])
    assert found.verdict == (
        "The data do not establish which dominance statement is most common. "
        "2 statements share the "
        'first place with 3 data sets each ("A is better than B on x", "B is better than A on x").'
    )
    assert found.tied_best == [{"x": ["A", "B"]}, {"x": ["B", "A"]}]
    assert found.probability is found.share is found.chosen_share is found.best is None
    assert not found.decided and found.decisive is None and found.threshold == pytest.approx(0.975)


def test_statements_stand_by_probability_then_in_code_order():
    found = answer([2, 5, 2, 1], measures=("x", "y"))
    assert [row.count for row in found.statements] == [5, 2, 2, 1]
    assert [row.order["x"][0] + row.order["y"][0] for row in found.statements] == [
        "AB", "AA", "BA", "BB",
    ]  # fmt: skip
    assert sum(row.share for row in found.statements) == pytest.approx(1)


def test_a_vector_has_a_mass_for_every_statement_and_no_more_than_a_million():
    for wrong in ([1, 2, 3], [1, 2, 3, 4, 5], []):
        with pytest.raises(errors.OptionError, match=f"of the 4 statements; got {len(wrong)}"):
            answer([4, 0, 1, 0], prior=wrong, measures=("x", "y"))
    many = js.StatementCounts(
        ("A", "B"), dict.fromkeys(map(str, range(20)), "max"), np.zeros((1, 20), dtype=np.int64),
        np.ones(1), n=1,
    )  # fmt: skip
    with pytest.raises(errors.OptionError, match="of the 1048576 statements; got 1048576"):
        js.bayes_test(many, prior=np.ones(2**20))


@pytest.mark.parametrize("strength", [None, 1.0, 3.5])
@pytest.mark.parametrize("prior", ["symmetric", "imprecise"])
def test_a_prior_spreads_its_mass_evenly(prior, strength):
    vector = [4, 0, 1, 0, 0, 0, 0, 0]
    counts = js.StatementCounts.from_vector(vector, measures=dict.fromkeys("xyz", "max"))
    found = js.bayes_test(counts, prior=prior, prior_strength=strength)
    total = 1.0 if strength is None else strength
    assert (found.prior.name, found.prior.strength) == (prior, total)
    shares = [(count + total / 8) / (5 + total) for count in (4, 1)]
    assert [row.share for row in found.statements] == pytest.approx(shares)
