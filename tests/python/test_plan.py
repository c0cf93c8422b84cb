"""Planning: exact binomials, orthant probabilities, simulation against enumeration."""

import itertools
import json

import numpy as np
import pytest
from scipy import stats

import jointstats as js
from jointstats import errors
from jointstats.interfaces.cli import main
from jointstats.planning import chances, kernel_power, supposed_truth

TWO_MEASURES = [0.1, 0.15, 0.2, 0.55]


def chance(result, test, n):
    return next(r for r in result.chances if (r["test"], r["n"]) == (test, n))


def sign_test_power(n, p):
    """P(right) and P(wrong) of a two-sided exact binomial test at .05, by summing."""
    k = np.arange(n + 1)
    decides = 2 * stats.binom.cdf(np.minimum(k, n - k), n, 0.5) <= 0.05
    chance_of = stats.binom.pmf(k, n, p) * decides
    return chance_of[2 * k > n].sum(), chance_of[2 * k < n].sum()


@pytest.mark.parametrize("n", [5, 6, 20, 61])
def test_two_statements_are_the_sign_test(n):
    row = chance(js.plan_datasets([0.7, 0.3], n=n, tests="glrt"), "glrt", n)
    assert (row["right"], row["wrong"]) == pytest.approx(sign_test_power(n, 0.7), abs=1e-12)
    assert (row["method"], row["mcse"]) == ("exact", 0.0)
    assert row["right"] + row["wrong"] + row["undecided"] == pytest.approx(1)


def test_bayes_on_two_statements():
    n, found = 20, 0.0
    for k in range(n + 1):  # by the papers' rule for A if P(Beta(k + .5, n - k + .5) > .5) >= .95
        if stats.beta.sf(0.5, k + 0.5, n - k + 0.5) >= 0.95:
            found += stats.binom.pmf(k, n, 0.7)
    papers = js.plan_datasets([0.7, 0.3], n=n, tests="bayes", rule="probability")
    assert chance(papers, "bayes", n)["right"] == pytest.approx(found, abs=1e-12)
    # The lower bound of two statements is the sign test.
    row = chance(js.plan_datasets([0.7, 0.3], n=n, tests="bayes"), "bayes", n)
    assert row["right"] == pytest.approx(sign_test_power(n, 0.7)[0], abs=1e-12)


def test_number_needed_is_the_last_step_of_the_binomial():
    needed = js.plan_datasets([0.7, 0.3], n=10, tests="glrt", wanted=0.8).needed[0]
    enough = [n for n in range(1, 120) if sign_test_power(n, 0.7)[0] >= 0.8]
    assert needed["n"] == next(n for n in enough if set(range(n, 120)) <= set(enough)) == 54
    assert enough[0] < 54  # a smaller number would do by luck of the steps
    assert needed["right"] == pytest.approx(sign_test_power(54, 0.7)[0])


def test_outcomes_have_multinomial_probabilities():
    rows = kernel_power.compositions(6, 4)
    p = np.array(TWO_MEASURES)
    found = kernel_power.multinomial_probability(rows, p)
    assert found == pytest.approx(stats.multinomial.pmf(rows, 6, p), abs=1e-14)
    assert found.sum() == pytest.approx(1)


@pytest.mark.parametrize(("n", "parts"), [(0, 1), (0, 3), (4, 1), (1, 4), (5, 2), (3, 3)])
def test_outcomes_are_in_their_order(n, parts):
    every = [row for row in itertools.product(range(n + 1), repeat=parts) if sum(row) == n]
    found = kernel_power.compositions(n, parts)
    assert found.tolist() == [list(row) for row in every] and found.dtype == np.int64
    assert kernel_power.n_compositions(n, parts) == len(every)


def test_a_p_value_that_equals_the_level_decides():
    """Of 20 data sets 15 have P = 21700 / 2^19 = 0.04139 on two sides."""
    truth = kernel_power.Truth(np.array([[0], [1]]), np.array([0.7, 0.3]), (2,))
    right, wrong = kernel_power.exact_decisions(
        truth, 20, "glrt", 21700 / 2**19, kernel_power.Options()
    )
    least = kernel_power.exact_decisions(truth, 20, "glrt", 21699 / 2**19, kernel_power.Options())
    assert right == pytest.approx(stats.binom.sf(14, 20, 0.7), abs=1e-12)
    assert wrong == pytest.approx(stats.binom.sf(14, 20, 0.3), abs=1e-12)
    assert least[0] == pytest.approx(stats.binom.sf(15, 20, 0.7), abs=1e-12)


@pytest.mark.parametrize("test", ["glrt", "bayes", "network"])
def test_simulated_chances_agree_with_enumerated_ones(test, monkeypatch):
    call = dict(n=12, tests=test, replicates=500, max_n=1)
    exact = chance(js.plan_datasets(TWO_MEASURES, **call), test, 12)
    monkeypatch.setattr(chances, "MOST_OUTCOMES", 0)
    drawn = chance(js.plan_datasets(TWO_MEASURES, **call | {"replicates": 400}), test, 12)
    assert (exact["method"], drawn["method"]) == ("exact", "monte_carlo")
    assert drawn["right"] == pytest.approx(exact["right"], abs=4 * drawn["mcse"])
    assert drawn["wrong"] == pytest.approx(exact["wrong"], abs=4 * drawn["mcse"])
    assert 0.005 < drawn["mcse"] < 0.03


def test_needed_by_simulation_is_near_the_exact_number(monkeypatch):
    exact = js.plan_datasets(TWO_MEASURES, n=10, tests="glrt", wanted=0.6).needed[0]
    monkeypatch.setattr(chances, "MOST_OUTCOMES", 0)
    drawn = js.plan_datasets(TWO_MEASURES, n=10, tests="glrt", wanted=0.6).needed[0]
    assert exact["method"] == "exact" and drawn["method"] == "monte_carlo"
    assert abs(drawn["n"] - exact["n"]) <= 3


def test_equal_leaders_make_every_decision_wrong():
    result = js.plan_datasets([0.4, 0.1, 0.1, 0.4], n=15)
    assert result.best is None and result.needed[0]["n"] is None
    assert all(row["right"] == 0 for row in result.chances)
    glrt = chance(result, "glrt", 15)
    assert 0 < glrt["wrong"] <= 0.05
    assert "every decision would be wrong" in result.verdict


@pytest.mark.parametrize("rho", [0.0, 0.4, 0.9])
def test_shares_of_shifted_measures_are_orthant_probabilities(rho):
    mean = np.array([0.3, -0.2, 0.5])
    shares = kernel_power.shift_shares(mean, rho)
    cov = np.full((3, 3), rho) + (1 - rho) * np.eye(3)
    for code, signs in enumerate(
        np.array(np.meshgrid(*[[1, -1]] * 3, indexing="ij")).reshape(3, 8).T
    ):
        d = np.diag(signs)
        orthant = stats.multivariate_normal(-d @ mean, d @ cov @ d).cdf(np.zeros(3))
        assert shares[code] == pytest.approx(orthant, abs=2e-5)
    assert shares.sum() == pytest.approx(1, abs=1e-12)


def test_statements_that_never_occur_are_no_part_of_a_truth():
    codes = np.array([[0], [1], [2]])
    truth = kernel_power.truth_of(codes, [0.25, 0.0, 0.75 + 5e-7], (3,))
    assert truth.codes.tolist() == [[0], [2]] and truth.best == 1
    assert truth.shares.sum() == pytest.approx(1, abs=1e-15)
    for wrong in ([0.5, -0.5, 1.0], [0.5, np.nan, 0.5], [0.5, 0.2, 0.3 + 2e-6]):
        with pytest.raises(kernel_power.InvalidTruthError, match="at least 0 and sum to 1"):
            kernel_power.truth_of(codes, wrong, (3,))


def test_two_measures_may_have_a_negative_correlation():
    # Without shifts: 1/4 + arcsin(rho) / 2 pi for equal signs
    equal = 0.25 + np.arcsin(-0.6) / (2 * np.pi)
    found = kernel_power.shift_shares([0, 0], -0.6)
    assert found == pytest.approx([equal, 0.5 - equal, 0.5 - equal, equal], abs=1e-12)
    exact = []
    for i, j in [(1, 1), (1, -1), (-1, 1), (-1, -1)]:  # A better on both, on the first, ...
        away, rho = [-0.3 * i, 0.2 * j], -0.4 * i * j
        exact.append(stats.multivariate_normal(away, [[1, rho], [rho, 1]]).cdf([0, 0]))
    assert kernel_power.shift_shares([0.3, -0.2], -0.4) == pytest.approx(exact, abs=1e-9)


def test_levels_may_be_fully_correlated_but_not_more():
    levels, rng = np.array([[1.0, 1.0], [0.0, 0.0]]), np.random.default_rng(1)
    orders = kernel_power.shifted_orders(levels, [[1, 1], [1, 1]], 200, rng)
    assert orders.shape == (200, 2, 2) and (orders[:, 0] == orders[:, 1]).all()
    for matrix in ([[1, 1.1], [1.1, 1]], [[1, 0.5], [0.4, 1]], [[1, 0], [0, 2]], [[1.0]]):
        with pytest.raises(kernel_power.InvalidTruthError, match="semidefinite 2 × 2"):
            kernel_power.shifted_orders(levels, matrix, 5, rng)


def test_shifts_point_to_the_first_algorithm_whatever_the_direction():
    result = js.plan_datasets(
        shifts={"time": 1.0, "acc": 0.5}, measures={"acc": "max", "time": "min"}, n=10, tests="glrt"
    )
    assert result.measures == {"acc": "max", "time": "min"}
    assert result.best == {"acc": ["A", "B"], "time": ["A", "B"]}
    product = stats.norm.cdf(1.0) * stats.norm.cdf(0.5)
    assert result.truth[0]["share"] == pytest.approx(product, abs=1e-12)


def test_a_matrix_of_correlations_is_simulated():
    call = dict(shifts={"x": 0.3, "y": 0.1}, n=10, tests="glrt", max_n=1)
    exact = js.plan_datasets(**call, correlation=0.5)
    drawn = js.plan_datasets(**call, correlation=[[1, 0.5], [0.5, 1]])
    for a, b in zip(exact.truth, drawn.truth, strict=True):
        assert a["order"] == b["order"]
        assert b["share"] == pytest.approx(a["share"], abs=0.005)


def test_three_algorithms():
    level = {"x": 0.0, "y": 0.0}
    even = js.plan_datasets(shifts={a: level for a in "PQR"}, n=5, tests="glrt", max_n=1)
    assert len(even.truth) == 36
    assert [row["share"] for row in even.truth] == pytest.approx([1 / 36] * 36, abs=0.002)
    result = js.plan_datasets(
        shifts={"P": {"x": 0.0}, "Q": {"x": 3.0}, "R": {"x": 6.0}}, n=[10], tests="bayes"
    )
    assert result.best == {"x": ["R", "Q", "P"]}
    assert chance(result, "bayes", 10)["right"] > 0.9


def test_of_very_many_statements_the_most_probable_thousand_are_told():
    shares = np.full(2**10, 1 / 2**11)
    shares[-1] += 1 / 2
    found = js.plan_datasets(shares, n=1, tests="glrt", max_n=1)
    assert [row.share for row in found.truth] == pytest.approx([shares[-1], *shares[:999]])
    assert found.truth[1].order == {f"M{j + 1}": ["A", "B"] for j in range(10)}


def test_shifts_are_exact_where_the_correlation_allows_it():
    shifts = {"x": 0.3, "y": -0.2, "z": 0.5}
    found = js.plan_datasets(shifts=shifts, correlation=0.4, n=1, tests="glrt", max_n=1)
    exact = sorted(kernel_power.shift_shares(list(shifts.values()), 0.4), reverse=True)
    assert [row.share for row in found.truth] == pytest.approx(exact, abs=1e-12)
    drawn = js.plan_datasets(shifts=shifts, correlation=-0.3, n=1, tests="glrt", max_n=1)
    cov = np.full((3, 3), -0.3) + 1.3 * np.eye(3)
    share = next(
        row.share for row in drawn.truth if not any(o[0] == "B" for o in row.order.values())
    )
    mean = list(shifts.values())
    assert share == pytest.approx(
        stats.multivariate_normal(-np.array(mean), cov).cdf([0] * 3), abs=5e-3
    )


def test_pilot_studies_and_pairs_of_orderings():
    pilot = js.plan_datasets(js.load_dataset("example1"), n=30, tests="glrt")
    assert [row["share"] for row in pilot.truth] == pytest.approx([6 / 12, 3 / 12, 2 / 12, 1 / 12])
    pairs = js.plan_datasets(
        [({"acc": ["B", "A"]}, 0.7), ({"acc": ["A", "B"]}, 0.3)], n=20, tests="glrt"
    )
    assert pairs.best == {"acc": ["B", "A"]}
    assert chance(pairs, "glrt", 20)["right"] == pytest.approx(sign_test_power(20, 0.7)[0])


def test_the_same_for_any_number_of_workers():
    pytest.importorskip("joblib")
    call = dict(n=60, tests=["bayes"], replicates=120, max_n=1)
    one = js.plan_datasets(TWO_MEASURES, **call, n_jobs=1)
    assert js.plan_datasets(TWO_MEASURES, **call, n_jobs=2).to_dict() == one.to_dict()


@pytest.mark.parametrize(
    "args, error, message",
    [
        ({}, errors.OptionError, "needs an assumed truth"),
        ({"truth": [0.5, 0.5], "shifts": {"x": 1}}, errors.OptionError, "needs an assumed truth"),
        ({"truth": [0.5, 0.6]}, kernel_power.InvalidTruthError, "sum to 1.1"),
        (
{"truth": [0.5, 0.5], "measures": {"a": "max", "b": "max"}},
errors.DirectionError,
"name the 1"),
        ({"shifts": {"x": "much"}}, errors.OptionError, 'shift of "x"'),
        ({"shifts": 3}, errors.OptionError, "must map"),
        ({"truth": [[0.6, 0.4], [0.0, 0.0]]}, errors.OptionError, "list of shares, or of pairs"),
        ({"shifts": {"x": 1, "y": 1}, "correlation": 1}, errors.OptionError, "correlation"),
        ({"shifts": {"x": 1, "y": 1}, "correlation": [[1, 2], [2, 1]]},
         kernel_power.InvalidTruthError, "semidefinite"),
        ({"shifts": {"x": 1}, "algorithms": ["P", "Q", "R"]}, errors.OptionError, "three or more"),
    ],
)  # fmt: skip
def test_wrong_plans(args, error, message):
    with pytest.raises(error, match=message):
        js.plan_datasets(**args)


# --- on the command line --------------------------------------------------------------------------


def run(capsys, *words):
    status = main(list(words))
    out = capsys.readouterr()
    return status, out.out, out.err


def test_command_line_plan(capsys):
    status, out, _ = run(capsys, "plan", "--shares", "0.7", "0.3", "--n", "20", "--tests", "glrt",
                         "--json")  # fmt: skip
    assert status == 0
    assert json.loads(out)["chances"][0]["right"] == pytest.approx(sign_test_power(20, 0.7)[0])
    status, out, _ = run(capsys, "plan", "@example1", "--n", "12", "--tests", "glrt")
    assert status == 0 and "B is better than A on accuracy and time" in out
    status, out, _ = run(capsys, "plan", "--shift", "acc", "0.5", "--shift", "time", "0.2",
                         "--correlation", "0.3", "--max", "acc", "--min", "time", "--n", "12",
                         "--max-n", "12")  # fmt: skip
    assert status == 0 and "more than 12" in out


@pytest.mark.parametrize(
    "words, message",
    [
        (["plan"], "Assume one truth"),
        (["plan", "@example1", "--shares", "0.5", "0.5"], "Assume one truth"),
        (["plan", "--shares", "half", "0.5"], '--shares must be a number; got "half"'),
        (["simulate", "--n", "ten"], "--n must be a whole number"),
        (["simulate", "--jobs", "0"], "--jobs must be a number of workers"),
    ],
)
def test_command_line_errors(capsys, words, message):
    status, out, err = run(capsys, *words)
    assert (status, out) == (2, "")
    assert message in err


def test_command_line_simulate(capsys):
    words = ["simulate", "--n", "10", "--independent", "--cases", "30", "--tests", "glrt", "bayes"]
    status, out, _ = run(capsys, *words)
    assert status == 0 and "0.686" in out  # the paper's area
    status, out, _ = run(capsys, *words, "--json")
    assert [row["test"] for row in json.loads(out)["areas"]] == ["glrt", "bayes"]


NOISY = {
    "shifts": {"x": 0.6, "y": 0.5, "z": 0.1}, "noise": {"x": 1.0, "y": 0.5, "z": 0.3},
    "n": 10, "tests": "glrt", "max_n": 10,
}  # fmt: skip


def test_averages_of_three_measures_with_a_negative_correlation_are_those_of_the_matrix(
    monkeypatch,
):
    monkeypatch.setattr(supposed_truth, "DRAWN_DATASETS", 20_000)
    plans = [
        js.plan_datasets(**NOISY, correlation=rho).to_dict()
        for rho in (-0.3, (np.full((3, 3), -0.3) + 1.3 * np.eye(3)).tolist())
    ]
    for part in ("truth", "chances", "designs"):
        assert plans[0][part] == plans[1][part]


@pytest.mark.parametrize("rho", [-1, 1])
@pytest.mark.parametrize("noise", [None, NOISY["noise"]])
def test_a_correlation_is_less_than_one(rho, noise):
    with pytest.raises(errors.OptionError, match="correlation"):
        js.plan_datasets(**(NOISY | {"noise": noise}), correlation=rho)


def test_other_numbers_of_runs_are_compared_where_runs_are_averaged():
    for runs, wanted in ((3, [1, 2, 3, 5, 10]), (4, [1, 2, 3, 4, 5, 10])):
        plan = js.plan_datasets(**(NOISY | {"shifts": {"x": 0.6}, "noise": 1.0}), n_runs=runs)
        assert sorted({row.runs for row in plan.designs}) == wanted
