"""The Bayesian test of labelled results: exact numbers, priors, decisions, and how it says them."""

import json
import math
from fractions import Fraction

import numpy as np
import pytest
from scipy.special import betainc
from scipy.stats import binom

import jointstats as js
from jointstats import errors

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")  # tested where it matters

BOTH = {"accuracy": "max", "time": "min"}


def counts(vector, algorithms=("A", "B"), measures=BOTH):
    return js.StatementCounts.from_vector(vector, algorithms=algorithms, measures=measures)


def first_statements(weights, l, m):
    """These counts of the first statements in code order, however many states there are."""
    base, last = min(math.factorial(l), 10), min(m, 3)
    codes = np.zeros((len(weights), m), dtype=np.int64)
    codes[:, m - last :] = np.stack(np.unravel_index(np.arange(len(weights)), (base,) * last), 1)
    return js.StatementCounts(
        tuple(f"a{i}" for i in range(l)),
        {f"m{i}": "max" for i in range(m)},
        codes,
        np.array(weights, dtype=float),
        n=sum(weights),
    )


def in_code_order(result):
    """Probabilities of the statements by code (their frame is sorted by probability)."""
    rank = {algorithm: i for i, algorithm in enumerate(result.algorithms)}
    key = [[[rank[a] for a in one] for one in row["order"].values()] for row in result.statements]
    rows = [row["probability"] for row in result.statements]
    return [rows[i] for i in sorted(range(len(rows)), key=key.__getitem__)]


def exactly_largest(*shapes):
    """P(θ_i is the largest) for integer Dirichlet parameters, in rational arithmetic.

    Gamma variables of integer shape have F(x) = 1 − e^−x Σ x^k/k!: everything is a sum of terms
    c x^p e^−rx, each with the integral c p!/r^(p+1).
    """
    found = []
    for i, a in enumerate(shapes):
        terms = {(a - 1, 1): Fraction(1, math.factorial(a - 1))}
        for b in shapes[:i] + shapes[i + 1 :]:
            cdf = {(0, 0): Fraction(1)} | {
                (k, 1): Fraction(-1, math.factorial(k)) for k in range(b)
            }
            product = {}
            for (p, r), c in terms.items():
                for (q, s), d in cdf.items():
                    product[p + q, r + s] = product.get((p + q, r + s), 0) + c * d
            terms = product
        found.append(
            float(
                sum(c * math.factorial(p) / Fraction(r) ** (p + 1) for (p, r), c in terms.items())
            )
        )
    return found


def test_the_oracle_of_these_tests():
    assert exactly_largest(1, 1) == [0.5, 0.5]
    assert exactly_largest(4, 2) == [0.8125, 0.1875]  # P(Bin(5, ½) >= 2) = 26/32
    assert sum(exactly_largest(2, 3, 4, 7)) == pytest.approx(1, abs=1e-15)


# Computed in 40-digit arithmetic, independently of this project.
EXAMPLE_3 = [0.0123633348531711151, 0.0519229860726919558, 0.1375000918389505, 0.79821358723518643]
STRENGTH_2 = [0.0151765217826059421, 0.0565531134739348765, 0.142357997908339232,
              0.785912366835119949]  # fmt: skip


@pytest.mark.parametrize(
    ("weights", "l", "m", "keywords", "exact", "unseen"),
    [
        ([1, 2, 3, 6], 2, 2, {}, EXAMPLE_3, 0.0),
        ([1, 2, 3, 6], 2, 2, {"prior_strength": 2}, STRENGTH_2, 0.0),
        ([1, 2, 3, 6], 2, 2, {"prior": "jeffreys"}, STRENGTH_2, 0.0),
        ([1, 2, 3, 6], 2, 2, {"prior": [0.5] * 4}, STRENGTH_2, 0.0),
        ([0.5, 2.25, 3.25, 6], 2, 2, {},
         [0.00388362857590062222, 0.0645878966167080513, 0.160008578721815837,
          0.771519896085575489], 0.0),
        ([9, 7, 7, 1, 1], 2, 3, {},
         [0.546825541872680519, 0.226197691764997608, 0.226197691764997608,
          0.000379846295030552828, 0.000379846295030552828], 0.0000193820072631584101),
        ([12, 9, 9, 5, 3, 1, 1], 3, 2, {},
         [0.606295916179429907, 0.189132341003593548, 0.189132341003593548, 0.013890670640001402,
          0.00148175042204619734, 0.0000320913751544592265, 0.0000320913751544592265],
         2.79800102647968066e-6),
        ([20, 11, 8, 8, 2, 2, 1, 1, 1], 3, 3, {},
         [0.937562255491380308, 0.047296122551883325, 0.00756539699278690057,
          0.00756539699278690057, 4.82347690846518972e-6, 4.82347690846518972e-6,
          3.83665254977017536e-7, 3.83665254977017536e-7, 3.83665254977017536e-7],
         3.00215807044322901e-8),
        ([9, 8, 3, 1, 1, 1], 8, 6, {},
         [0.590822618067207354, 0.396097598460135852, 0.0117696134168617525,
          0.000416260242618676069, 0.000416260242618676069, 0.000416260242618676069],
         0.0000613893279390127144),
        ([40000, 39800, 100], 2, 3, {}, [0.760525906845596272, 0.239474093154403728, 0.0], 0.0),
    ],
)  # fmt: skip
def test_reference_probabilities(weights, l, m, keywords, exact, unseen):
    result = js.bayes_test(first_statements(weights, l, m), **keywords)
    assert in_code_order(result) == pytest.approx(exact, abs=1e-12)
    assert result.unobserved["probability"] == pytest.approx(unseen, abs=1e-12)
    assert result.unobserved["states"] == math.factorial(l) ** m - len(weights)
    total = sum(in_code_order(result)) + result.unobserved["probability"]
    assert total == pytest.approx(1, abs=1e-10)
    assert (result.method, result.statements[0]["mcse"]) == ("exact", 0.0)


def test_the_uniform_prior_against_rational_arithmetic():
    assert in_code_order(js.bayes_test(counts([1, 2, 3, 6]), prior="uniform")) == pytest.approx(
        exactly_largest(2, 3, 4, 7), abs=1e-13
    )
    result = js.bayes_test(counts([4, 0, 2, 0]), prior="uniform")
    a, b, c, d = exactly_largest(5, 1, 3, 1)
    assert in_code_order(result) == pytest.approx([a, c], abs=1e-13)
    assert dict(result.unobserved) == {"states": 2, "probability": pytest.approx(b + d, abs=1e-13)}


def test_a_vector_prior_is_in_code_order():
    result = js.bayes_test(counts([4, 0, 2, 1]), prior=[1, 3, 2, 4])
    a, b, c, d = exactly_largest(5, 3, 4, 5)
    assert in_code_order(result) == pytest.approx([a, c, d], abs=1e-13)
    assert dict(result.unobserved) == {"states": 1, "probability": pytest.approx(b, abs=1e-13)}
    assert dict(result.prior) == {"name": "vector", "strength": 10.0}
    three = counts([3, 0, 0, 1, 0, 0], algorithms="ABC", measures={"m": "max"})
    a, b, c, d, e, f = exactly_largest(4, 1, 2, 3, 1, 2)
    result = js.bayes_test(three, prior=np.array([1, 1, 2, 2, 1, 2]))
    assert in_code_order(result) == pytest.approx([a, d], abs=1e-13)
    assert result.unobserved["probability"] == pytest.approx(b + c + e + f, abs=1e-13)


@pytest.mark.parametrize("s", [1, 2, 3])
def test_imprecise_bounds_are_those_of_the_extreme_priors(s):
    result = js.bayes_test(counts([1, 2, 3, 6]), prior="imprecise", prior_strength=s)
    lower = [row["probability_lower"] for row in result.statements]
    upper = [row["probability_upper"] for row in result.statements]
    # Upper: all mass on the statement itself. Lower: all on the most frequent other one.
    assert upper == pytest.approx(
        [
            exactly_largest(1, 2, 3, 6 + s)[3],
            exactly_largest(1, 2, 3 + s, 6)[2],
            exactly_largest(1, 2 + s, 3, 6)[1],
            exactly_largest(1 + s, 2, 3, 6)[0],
        ],
        abs=1e-12,
    )
    against_6 = exactly_largest(1, 2, 3, 6 + s)
    assert lower == pytest.approx(
        [exactly_largest(1, 2, 3 + s, 6)[3], *against_6[2::-1]], abs=1e-12
    )
    assert result.probability_lower == lower[0]


def test_imprecise_bounds_with_statements_never_seen():
    result = js.bayes_test(counts([4, 0, 2, 0]), prior="imprecise")
    rows = [(row["probability_lower"], row["probability_upper"]) for row in result.statements]
    a, b = exactly_largest(4, 3)[0], exactly_largest(5, 2)[0]  # parameters of 0 drop out
    c, d = exactly_largest(5, 2)[1], exactly_largest(4, 3)[1]
    assert rows == [pytest.approx((a, b), abs=1e-12), pytest.approx((c, d), abs=1e-12)]
    only = js.bayes_test(counts([4, 0, 0, 0]), prior="imprecise")
    row = only.statements[0]  # the lower bound puts all mass on a statement not seen: (4, 1)
    assert row["probability_lower"] == pytest.approx(exactly_largest(4, 1)[0], abs=1e-12)
    assert row["probability_upper"] == 1


def test_the_imprecise_test_decides_by_its_lower_bound():
    made = counts([1, 0, 1, 10])
    precise, imprecise = js.bayes_test(made), js.bayes_test(made, prior="imprecise")
    alpha = 1 - (precise.probability + imprecise.probability_lower) / 2
    papers = {"rule": "probability", "alpha": alpha}
    assert js.bayes_test(made, **papers).decided
    result = js.bayes_test(made, prior="imprecise", **papers)
    assert not result.decided
    assert "lower probability" in result.verdict
    assert "lower probability" in js.bayes_test(made, prior="imprecise").verdict
    assert "P lower" in result.summary()
    assert "P upper" in result.summary()


def test_shares_and_the_lead_of_example_3():
    # θ_BB ~ Beta(6.25, 6.75): R's qbeta(c(.025, .975), 6.25, 6.75).
    result = js.bayes_test(counts([1, 2, 3, 6]))
    assert result.share.mean == pytest.approx(6.25 / 13, abs=1e-15)
    assert (result.share.low, result.share.high) == pytest.approx(
        (0.226779099933552, 0.740359085933242), abs=1e-12
    )
    assert [row["share"] * 13 for row in result.statements] == pytest.approx(
        [6.25, 3.25, 2.25, 1.25], abs=1e-13
    )
    assert result.lead["difference"] == pytest.approx(3 / 13)
    # A lead of ratio 1 is to be the most probable statement.
    any_lead = js.bayes_test(counts([1, 2, 3, 6]), lead_ratio=1)
    assert any_lead.lead.probability == pytest.approx(result.probability, abs=1e-12)
    assert any_lead.lead.probability > result.lead.probability > 0.6
    assert "It is the most common one with probability" in any_lead.verdict


@pytest.mark.parametrize("found", [[3, 0, 0, 0], [1, 0, 0, 0], [5, 4, 4, 4], [2, 1, 0, 0]])
@pytest.mark.parametrize("prior", ["symmetric", "jeffreys", "uniform"])
def test_the_lead_is_over_all_others_and_never_more_probable_than_leading(found, prior):
    # Against one runner-up, named beforehand, three of three lead with probability .9788.
    for ratio in (1.0, 1.0001, 1.25, 3.0):
        result = js.bayes_test(counts(found), prior=prior, lead_ratio=ratio)
        assert result.lead.probability <= result.probability + 1e-12
    if found == [3, 0, 0, 0] and prior == "symmetric":
        assert js.bayes_test(counts(found), lead_ratio=1).lead.probability == pytest.approx(
            result.probability, abs=1e-12
        )


def test_the_share_of_the_chosen_statement_covers_although_it_was_chosen():
    # Root of P(Bin(30, t) >= 12) = t / 40, by bisection on scipy's binom.
    result = js.bayes_test(counts([12, 9, 5, 4]))
    low, high = 0.0, 0.4
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if binom.sf(11, 30, middle) < middle / 40 else (low, middle)
    assert result.chosen_share.low == pytest.approx(low, abs=1e-12)
    assert result.chosen_share.mean == 0.4
    assert result.chosen_share == js.glrt_test(counts([12, 9, 5, 4])).share
    assert result.chosen_share.low < result.share.low
    assert "seen on 40.0 % of data sets (95 % interval" in result.verdict
    # A prior may make another statement lead than the most frequent one: nothing covers there.
    other = js.bayes_test(counts([12, 11, 5, 4]), prior=[1, 9, 1, 1])
    assert other.share is not None and other.chosen_share is None


def test_a_lead_that_the_prior_decides_is_warned_about():
    with pytest.warns(errors.PriorSensitivityWarning, match=r"0\.798 here, as low as 0\.603"):
        result = js.bayes_test(counts([1, 2, 3, 6]))
    assert result.probability_lower == pytest.approx(exactly_largest(1, 2, 5, 6)[3], abs=1e-12)
    assert result.probability_lower == pytest.approx(0.6033, abs=5e-5)
    with pytest.warns(errors.PriorSensitivityWarning, match="exceeds the number of data sets"):
        js.bayes_test(counts([1, 2, 3, 6]), prior_strength=13)


def test_a_decision_that_another_prior_would_undo_is_warned_about_however_small_the_change():
    made = counts([9, 0, 2, 0])
    with pytest.warns(errors.PriorSensitivityWarning, match=r"gives 0\.927 instead of 0\.98"):
        result = js.bayes_test(made, rule="probability")
    low = betainc(4, 9, 0.5)  # P(Beta(4, 9) < ½)
    assert result.decided and result.probability_lower == pytest.approx(low, abs=1e-12)
    assert result.probability - result.probability_lower < 0.1
    assert js.bayes_test(made, rule="probability", alpha=0.08).warnings == ()
    assert js.bayes_test(made).warnings == ()  # the least favourable prior has decided already


def test_a_prior_that_outweighs_the_data_decides_nothing():
    result = js.bayes_test(counts([1, 0, 0, 0]), prior=[0.1, 0.1, 50, 0.1])
    assert (result.best, result.decided, result.tied_best) == (None, False, [])
    assert "prior outweighs the data" in result.verdict
    assert result.unobserved["probability"] > 0.999
    with pytest.warns(errors.PriorSensitivityWarning):
        control = js.bayes_test(
            first_statements([5], 5, 3), question="control", control="a0", prior="uniform"
        )
    assert (control.best, control.decided) == (None, False)
    assert "leads" not in control.verdict


def test_the_call_repeats_the_result():
    made = counts([1, 2, 3, 6])
    for keywords in (
        {},
        {"prior": "jeffreys"},
        {"prior": [1, 2, 3, 4.0]},
        {"prior": "imprecise", "prior_strength": 3, "alpha": 0.1, "lead_ratio": 2.0},
        {"rule": "probability"},
        {"question": "control", "control": "B", "on": ["time"]},
    ):
        first = js.bayes_test(made, **keywords)
        call = dict(first.to_dict()["call"])
        assert call.pop("function") == "bayes_test"
        assert js.bayes_test(made, **call).to_dict() == first.to_dict()


@pytest.mark.parametrize(("l", "m"), [(8, 6), (12, 40), (20, 8)])
def test_more_states_than_can_be_counted(l, m):
    rng = np.random.default_rng(7)
    values = {f"a{i}": rng.normal(size=(9, m)) for i in range(l)}
    values["a0"] += 9.0
    table = js.results_table(values, measures={f"m{j}": "max" for j in range(m)})
    result = js.bayes_test(table)
    assert result.unobserved["states"] == math.factorial(l) ** m - 9
    total = sum(in_code_order(result)) + result.unobserved["probability"]
    assert total == pytest.approx(1, abs=1e-10)
    # All nine lead equally; unseen statements share the rest of the certainty.
    assert in_code_order(result) == pytest.approx([result.statements[0]["probability"]] * 9)
    plain = json.loads(json.dumps(result.to_dict(), allow_nan=False))
    states = plain["unobserved"]["states"]  # null where a double cannot hold it
    assert states == (None if m == 40 else pytest.approx(math.factorial(l) ** m))
    best = js.bayes_test(table, question="best")
    assert best.best == {f"m{j}": ["a0"] for j in range(m)}
    assert best.probability == pytest.approx(1, abs=0.02)


def test_jeffreys_of_more_than_1e300_states_is_refused():
    for prior in ("jeffreys", "uniform"):
        with pytest.raises(errors.OptionError, match='use prior="symmetric"'):
            js.bayes_test(first_statements([3, 2], 12, 40), prior=prior)


@pytest.mark.parametrize(
    ("keywords", "words"),
    [
        ({"prior": "flat"}, '"symmetric", "jeffreys", "uniform", "imprecise"'),
        ({"prior": 3}, "got int"),
        ({"prior": {"A": 1}}, "got dict"),
        ({"prior": [1, 2, 3]}, "each of the 4 statements; got 3"),
        ({"prior": [1, 2, 3, 0]}, "above 0"),
        ({"prior": [1, 2, 3, "x"]}, "number"),
        ({"prior": [1, 2, 3, 4], "prior_strength": 2}, "its sum is the strength"),
        ({"prior": "uniform", "prior_strength": 2}, "fixes the mass"),
    ],
)
def test_each_mistake_has_its_sentence(keywords, words):
    with pytest.raises(errors.OptionError, match=words):
        js.bayes_test(counts([1, 2, 3, 6]), **keywords)
