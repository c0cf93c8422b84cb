"""The parts of a plan, each alone: designs, searches, claims, supposed truths, widths."""

import json
import math
from fractions import Fraction
from itertools import product
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import jointstats as js
from jointstats import errors
from jointstats.interfaces.cli import main
from jointstats.planning import chances, kernel_averaging, kernel_family_votes, supposed_truth

# --- Searching ------------------------------------------------------------------------------------


def searched(rights, wanted, most, steps=False):
    """What a search finds where chances are a list, from n = 1 on, and what it looked at."""
    looked = []

    def chance(n):
        looked.append(n)
        return SimpleNamespace(n=n, right=rights[n - 1])

    found = chances.smallest(chance, wanted, most, in_steps=steps)
    return None if found is None else found.n, looked


@pytest.mark.parametrize("most", [1, 2, 3, 8, 13, 40])
def test_a_search_finds_the_first_number_that_is_enough(most):
    for first in range(1, 45):
        rights = [0.1] * (first - 1) + [0.8] * 60
        found, looked = searched(rights, 0.8, most)
        assert found == (first if first <= most else None)
        assert len(looked) == len(set(looked)) <= 2 * math.log2(most) + 3


@pytest.mark.parametrize("most", [5, 19, 20, 21, 60])
def test_a_search_of_steps_finds_from_where_on_it_is_enough(most):
    for last in range(0, 19):  # the last number that falls short; those before it are mixed
        rights = [0.8 if n % 3 == 2 and n < last else 0.1 for n in range(1, last + 1)] + [0.9] * 99
        short = [n for n in range(1, most + 1) if rights[n - 1] < 0.8]
        expected = max(short, default=0) + 1
        found, looked = searched(rights, 0.8, most, steps=True)
        assert found == (expected if expected <= most else None)
        assert max(looked) <= most


@pytest.mark.parametrize(
    ("short", "needed"), [((), 10), ((15,), 16), ((15, 50), 51), ((15, 50, 130), 51)]
)
def test_a_search_of_steps_looks_as_far_beyond_each_number_that_falls_short(short, needed):
    """10 would be enough but for these: beyond 16 it looks up to 52, beyond 51 up to 122."""
    rights = [0.1] * 9 + [0.1 if n in short else 0.9 for n in range(10, 400)]
    found, looked = searched(rights, 0.8, 200, steps=True)
    assert (found, max(looked)) == (needed, 2 * needed + 20)


# --- Claims ---------------------------------------------------------------------------------------


def claim_plan(share=0.8, wanted=0.8, max_n=60, n=1, **more):
    return js.plan_datasets(claim_share=share, wanted=wanted, max_n=max_n, n=n, **more)


@pytest.mark.parametrize(
    ("share", "wanted", "max_n"),
    [*((0.8, 0.8, most) for most in (1, 5, 17, 18, 19, 20, 40)), (0.7, 0.9, 300), (0.6, 0.5, 300)],
)
def test_what_a_claim_needs_up_to_the_end_of_the_search(share, wanted, max_n):
    short = [n for n in range(1, max_n + 1) if power(n, share) < wanted]
    expected = max(short, default=0) + 1
    (found,) = claim_plan(share, wanted, max_n).needed
    assert found.n == (expected if expected <= max_n else None)
    if found.n:
        assert found.right == pytest.approx(power(found.n, share)) and found.mcse == 0.0


FAMILIES = {"cluster_size": 3, "cluster_correlation": 0.3}


def test_of_what_is_wrong_no_number_is_enough():
    for design in ({}, FAMILIES):
        assert claim_plan(0.5, 1e-6, **design).needed[0].n is None


def test_a_whole_plan_of_a_claim():
    call = {"cluster_size": 2, "cluster_correlation": 0.5, "noise": 1.0, "n_runs": 4}
    found = js.plan_datasets(claim_share=0.8, n=[5, 8], wanted=0.7, max_n=60, alpha=0.1, rng=3,
                             replicates=150, **call)  # fmt: skip
    assert (found.algorithms, found.measures, found.n, found.n_dropped) == ((), {}, 0, 0)
    assert (found.wanted, found.alpha, found.max_n) == (0.7, 0.1, 60)
    assert (found.replicates, found.seed, found.noise) == (150, 3, 1.0)
    assert (found.n_runs, found.cluster_size, found.cluster_correlation) == (4, 2, 0.5)
    seen, _, tau = kernel_averaging.averaged_claim(0.8, [0.5])
    assert [row.n for row in found.chances] == [6, 8]
    for row in found.chances:
        votes = kernel_family_votes.family_votes(seen, 2, 0.5 * tau)
        (power,) = kernel_family_votes.votes_power([row.n // 2], *votes, alpha=0.1)
        assert (row.test, row.right, row.wrong) == ("claim", power, 0.0)
    for row in found.designs:
        _, kept, tau = kernel_averaging.averaged_claim(0.8, [1 / math.sqrt(row.runs)])
        assert (row.kept, row.correlation) == pytest.approx((kept, 0.5 * tau))
        assert (row.families, row.total_runs) == (row.n // 2, row.n * row.runs)
    n = found.needed[0].n
    assert found.verdict == (
        f"To show with probability 0.7 that a claim holds on more than half of data sets takes {n} "
        f"of them in {n // 2} families with 4 runs each, if it holds on 80.0 % (one-sided)."
    )


def test_noise_by_measure_is_a_claim_about_all_of_them():
    found = js.plan_datasets(claim_share=0.8, noise={"x": 1.0, "y": 0.5}, n=20)
    seen, *_ = kernel_averaging.averaged_claim(0.8, [1.0, 0.5])
    assert found.chances[0].right == pytest.approx(power(20, seen))
    few = js.plan_datasets(claim_share=0.8, n=20, max_n=9, alternative="two-sided", threshold=0.6)
    assert few.verdict == (
        "To show with probability 0.8 that a claim holds on more than 60 % of data sets takes more "
        "than 9 of them, if it holds on 80.0 % (two-sided)."
    )


# --- The power of a claim's test ------------------------------------------------------------------


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


def test_the_critical_count_is_the_first_that_decides_in_exact_fractions():
    for n in range(1, 40):
        tails = [
            Fraction(sum(math.comb(n, i) for i in range(k, n + 1)), 2**n) for k in range(n + 1)
        ]
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


def test_a_claim_on_the_command_line(capsys):
    words = ["plan", "--claim-share", "0.8", "--threshold", "0.6", "--alternative", "two-sided"]
    assert main([*words, "--n", "20", "--json"]) == 0
    plain = json.loads(capsys.readouterr().out)
    assert plain["chances"][0]["right"] == pytest.approx(power(20, 0.8, 0.6, sides=2), abs=1e-12)
    assert main(["plan", "--claim-share", "0.8", "--shares", "0.5", "0.5"]) == 2
    assert "--shift, or --claim-share" in capsys.readouterr().err
    assert main(["plan", "--claim-share", "0.8", "--only", "A", "B"]) == 2
    assert "--claim-share needs no further assumption: leave out --only" in capsys.readouterr().err


# --- Supposed truths ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "orders", "numbers"), [("AB", 2, (1, 3, 6, 7, 12)), ("ABC", 6, (2, 5, 12, 37))]
)
def test_other_numbers_of_shares_are_refused(names, orders, numbers):
    for number in numbers:
        said = f"have {orders} orders .* a power of {orders}, not {number}"
        with pytest.raises(errors.OptionError, match=said):
            js.plan_datasets([1 / number] * number, algorithms=list(names))


@pytest.mark.parametrize("ways", [{"x": "max"}, {"x": "max", "y": "min", "z": "min"}])
def test_measures_are_as_many_as_supposed(ways):
    with pytest.raises(errors.DirectionError, match="must name the 2 measures"):
        js.plan_datasets([0.25] * 4, measures=ways)
    with pytest.raises(errors.DirectionError, match="must name the 2 measures"):
        js.plan_datasets(shifts={"x": 1, "k": 2}, measures={"x": "max", "y": "min"})


def test_one_measure_has_no_correlation_that_could_be_wrong(monkeypatch):
    monkeypatch.setattr(supposed_truth, "DRAWN_DATASETS", 20_000)
    found = js.plan_datasets(
        shifts={"x": 0.5}, correlation=-0.4, noise=0.5, n=10, max_n=1, tests="glrt"
    )
    assert found.truth[0]["share"] == pytest.approx(stats.norm.cdf(0.5), abs=0.015)
    kept = np.trace(kernel_averaging.sign_pairs(0.5, 0.5))
    assert found.designs[0].kept == pytest.approx(kept, abs=0.015)


def test_levels_of_two_algorithms_may_be_averages_of_runs(monkeypatch):
    monkeypatch.setattr(supposed_truth, "DRAWN_DATASETS", 20_000)
    levels = {"P": {"x": 0.4, "y": 0.0}, "Q": {"y": 0.3, "x": 0.0}}
    found = js.plan_datasets(shifts=levels, noise=0.5, n=10, max_n=1, tests="glrt")
    ahead = sum(row.share for row in found.truth if row.order["x"] == ["P", "Q"])
    assert ahead == pytest.approx(stats.norm.cdf(0.4 / math.sqrt(2)), abs=0.015)
    kept = [np.trace(kernel_averaging.sign_pairs(d / math.sqrt(2), 0.5)) for d in (0.4, -0.3)]
    assert found.designs[0].kept == pytest.approx(np.prod(kept), abs=0.015)
    with pytest.raises(errors.OptionError, match="must name the 2 measures of the plan"):
        js.plan_datasets(shifts=levels, noise={"x": 0.5}, n=10)


@pytest.mark.parametrize(
    ("levels", "said"),
    [
        ({"P": {"x": 1}}, "must name two algorithms at least"),
        ({"P": {"x": 1}, "Q": {"y": 1}}, 'shifts of "Q" must name every measure once'),
        ({"P": {"x": 1}, "Q": {"x": 1, "y": 1}}, 'shifts of "Q" must name every measure once'),
        ({"P": {"x": 1}, "Q": {"x": "much"}}, 'The shift of "x"'),
        ({}, "must map measures to numbers"),
    ],
)
def test_levels_that_say_too_little(levels, said):
    with pytest.raises(errors.OptionError, match=said):
        js.plan_datasets(shifts=levels)


def test_results_take_no_names_of_a_supposed_truth():
    table = js.load_dataset("example1")
    with pytest.raises(errors.OptionError, match="algorithms has no meaning for results"):
        js.plan_datasets(table, algorithms=["A", "B"])
    with pytest.raises(errors.OptionError, match="dataset has no meaning with shifts"):
        js.plan_datasets(shifts={"x": 1}, dataset="d")


# --- Plans ----------------------------------------------------------------------------------------


def test_where_nothing_is_said_seven_numbers_are_planned():
    found = js.plan_datasets([0.9, 0.1], tests="glrt", max_n=5)
    assert [row.n for row in found.chances] == [10, 20, 30, 50, 80, 120, 200]
    assert (found.wanted, found.alpha, found.max_n, found.seed) == (0.8, 0.05, 5, 0)


def test_every_test_is_planned_for_every_number():
    found = js.plan_datasets([0.9, 0.1], n=[3, 7], tests=["bayes", "glrt"], max_n=40, wanted=0.9)
    rows = [(row.n, row.test) for row in found.chances]
    assert rows == [(3, "bayes"), (3, "glrt"), (7, "bayes"), (7, "glrt")]
    assert [row.test for row in found.needed] == ["bayes", "glrt"]
    bayes, glrt = (row.n for row in found.needed)
    assert found.verdict == (
        'The numbers of data sets that decide with probability 0.9 that "A is better than B on M1" '
        f"are {bayes} for bayes and {glrt} for glrt."
    )


# --- Expected bounds ------------------------------------------------------------------------------


WAYS = {"accuracy": "max", "time": "min"}
ROLES = {"dataset": "dataset", "algorithm": "algorithm"}


@pytest.mark.parametrize(("n", "k"), [(1, 1), (2, 1), (3, 2), (4, 4)])
def test_the_expectation_is_that_over_all_draws(n, k):
    values = np.array([-2.0, 0.5, 0.5, 7.0])
    every = [sorted(draw)[k - 1] for draw in product(values, repeat=n)]
    assert supposed_truth.expected(values, k, n) == pytest.approx(np.mean(every), rel=1e-12)


def pilot():
    frame = js.load_frame("weka").query("algorithm in ['RandomForest', 'J48graft']")
    return frame.rename(columns={"training_time": "time"})[[*ROLES, *WAYS]]


def bounds(rows):
    found = np.array([[row.low, row.high] for row in rows])
    return np.stack([found[0], np.log(found[1])])


@pytest.mark.filterwarnings("ignore::jointstats.base.errors.JointStatsWarning")
def test_widths_are_what_comparisons_of_drawn_data_sets_give_on_average():
    table = js.results_table(pilot(), **ROLES, measures=WAYS)
    plan = js.plan_datasets(table, n=[25], tests=["glrt"])
    assert [row.scale for row in plan.widths] == ["difference", "ratio"]
    rng, found = np.random.default_rng(3), []
    by_name = dict(list(pilot().groupby("dataset")))
    for _ in range(150):
        drawn = enumerate(rng.choice(table.datasets, 25))
        again = pd.concat([by_name[name].assign(dataset=f"{i}") for i, name in drawn])
        given = js.results_table(again, **ROLES, measures=WAYS, only=table.algorithms)
        result = js.compare_algorithms(given, scale={"time": "ratio"})
        rows = result.table("measures").to_frame()
        assert rows["a"].iloc[0] == table.algorithms[0]
        found.append(bounds(rows.itertuples()))
    mean, error = np.mean(found, axis=0), np.std(found, axis=0) / np.sqrt(len(found))
    assert (np.abs(bounds(plan.widths) - mean) <= 4 * error).all()


def test_more_data_sets_give_narrower_bounds_and_too_few_none():
    plan = js.plan_datasets(pilot(), **ROLES, measures=WAYS, n=[3, 20, 60, 200], tests=["glrt"])
    few, *others = (plan.widths[i : i + 2] for i in range(0, 8, 2))
    assert all(row.low is row.high is None for row in few)
    for measure in (0, 1):
        wide = [rows[measure].high - rows[measure].low for rows in others]
        assert wide == sorted(wide, reverse=True)
    assert "Expected bounds of the median difference" in str(plan)


def test_only_a_pilot_study_has_widths():
    assert js.plan_datasets([0.7, 0.3], n=20, tests=["glrt"]).widths == []
    assert js.plan_datasets(claim_share=0.8, n=20).widths == []
    counts = js.statement_counts(js.load_dataset("example1"))
    assert js.plan_datasets(counts, n=20, tests=["glrt"]).widths == []
