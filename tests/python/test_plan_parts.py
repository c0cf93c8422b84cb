"""The parts of a plan, each alone: designs, searches, claims, supposed truths."""

import math
from itertools import product
from types import SimpleNamespace

import numpy as np
import pytest
from scipy import stats

import jointstats as js
from jointstats import errors
from jointstats.kernels.studies import averaging, family_votes
from jointstats.labelled.studies import plan, plan_design, plan_truth, supposed_truth
from jointstats.labelled.studies.plan_claim import ClaimPlan
from jointstats.labelled.studies.plan_design import Design
from jointstats.labelled.studies.plan_truth import FamilyPlan, TruthPlan, chance_row

PLAIN = Design(1, None, 1, 0.0)

# --- Designs --------------------------------------------------------------------------------------


def test_whole_families_are_no_fewer_than_what_is_asked():
    for size in (1, 2, 3, 7):
        found = Design(1, None, size, 0.0).whole(range(1, 22))
        assert found == sorted({next(c for c in range(n, n + size) if c % size == 0)
                                for n in range(1, 22)})  # fmt: skip


def test_the_noise_of_averages_falls_with_the_root_of_the_runs():
    assert PLAIN.error(5, ["x", "y"]).tolist() == [0.0, 0.0]
    assert Design(2, 3.0, 1, 0).error(4, ["x", "y"]).tolist() == [1.5, 1.5]
    named = Design(2, {"y": 1.0, "x": 2.0}, 1, 0)
    assert named.error(4, ["x", "y"]).tolist() == [1.0, 0.5]
    for wrong in (["x"], ["x", "z"], ["x", "y", "z"]):
        with pytest.raises(errors.OptionError, match=f"name the {len(wrong)} measures of the plan"):
            named.error(1, wrong)


def test_which_designs_are_plain_and_which_are_none():
    assert PLAIN.plain
    assert not Design(1, 0.5, 1, 0.0).plain and not Design(1, None, 2, 0.0).plain
    assert Design(3, 0.0, 2, 0.4).runs == 3
    with pytest.raises(errors.OptionError, match="n_runs changes nothing without noise"):
        Design(2, None, 2, 0.4)
    with pytest.raises(errors.OptionError, match="say cluster_size"):
        Design(1, None, 1, 0.4)


def test_designs_in_words():
    families = Design(1, 0.5, 3, 0.2)
    assert plan_design.in_words(PLAIN, 12, 50) == "12"
    assert plan_design.in_words(families, 12, 50) == "12 in 4 families"
    assert plan_design.in_words(families, None, 50) == "more than 50"
    assert plan_design.with_runs(PLAIN) == ""
    assert plan_design.with_runs(families) == " with 1 run each"
    assert plan_design.with_runs(Design(2, 0.5, 1, 0)) == " with 2 runs each"


# --- Searching ------------------------------------------------------------------------------------


def searched(rights, wanted, most, steps=False):
    """What a search finds where chances are a list, from n = 1 on, and what it looked at."""
    looked = []

    def chance(n):
        looked.append(n)
        return SimpleNamespace(n=n, right=rights[n - 1])

    found = plan_design.smallest(chance, wanted, most, lambda n: steps)
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


def test_how_far_a_search_of_steps_looks():
    found, looked = searched([0.1] * 9 + [0.9] * 300, 0.8, 200, steps=True)
    assert (found, max(looked)) == (10, 40)


@pytest.mark.parametrize(("short", "needed"), [((15,), 16), ((15, 50), 51), ((15, 50, 130), 51)])
def test_a_search_of_steps_looks_as_far_beyond_each_number_that_falls_short(short, needed):
    """10 would be enough but for these: beyond 16 it looks up to 52, beyond 51 up to 122."""
    rights = [0.1] * 9 + [0.1 if n in short else 0.9 for n in range(10, 400)]
    found, looked = searched(rights, 0.8, 200, steps=True)
    assert (found, max(looked)) == (needed, 2 * needed + 20)


def test_a_small_lead_is_enough_from_no_number_on():
    """Of 51 % the steps of the sign test's chance fall back to below 0.2 up to 400 and beyond."""
    call = {"alpha": 0.2, "tests": "glrt", "wanted": 0.2, "max_n": 200}
    (needed,) = js.plan_datasets([0.51, 0.49], n=[1], **call).needed
    assert needed.n is None


def test_what_is_needed_is_the_row_there_or_none():
    row = chance_row("glrt", 7, 0.8, 0.1, 0.01)
    assert (row.undecided, row.method) == (pytest.approx(0.1), "monte_carlo")
    assert chance_row("glrt", 7, 0.8, 0.3, 0.0).undecided == 0.0
    assert chance_row("glrt", 7, 0.8, 0.1, 0.0).method == "exact"
    needed = plan_design.row_needed("glrt", row)
    assert (needed.test, needed.n, needed.right, needed.mcse, needed.method) == (
        "glrt", 7, 0.8, 0.01, "monte_carlo",
    )  # fmt: skip
    none = plan_design.row_needed("bayes", None)
    assert (none.test, none.n, none.right, none.mcse, none.method) == ("bayes", *[None] * 4)


# --- Claims ---------------------------------------------------------------------------------------


def claim_plan(design=PLAIN, share=0.8, alternative="greater", **more):
    return ClaimPlan(share, share > 0.5, design, 0.5, alternative, 0.05, **more)


def right(n, share=0.8):
    """One-sided sign test's power."""
    least = next(k for k in range(n + 2) if stats.binom.sf(k - 1, n, 0.5) <= 0.05)
    return stats.binom.sf(least - 1, n, share)


@pytest.mark.parametrize("max_n", [1, 5, 17, 18, 19, 20, 40])
def test_what_a_claim_needs_up_to_the_end_of_the_search(max_n):
    short = [n for n in range(1, max_n + 1) if right(n) < 0.8]
    expected = max(short, default=0) + 1
    found = claim_plan().needed("claim", 0.8, max_n)
    assert found.n == (expected if expected <= max_n else None)
    if found.n:
        assert found.right == pytest.approx(right(found.n)) and found.mcse == 0.0


def test_the_chance_of_a_claim_that_hardly_holds_falls_back_late():
    n = np.arange(1, 201)
    power = stats.binom.sf(stats.binom.isf(0.2, n, 0.5), n, 0.51)
    last = n[power < 0.2].max()
    found = ClaimPlan(0.51, True, PLAIN, 0.5, "greater", 0.2).needed("claim", 0.2, 200)
    assert found.n == last + 1 == 94


def test_families_of_a_claim_vote():
    families = Design(1, None, 3, 0.3)
    found = claim_plan(families).chance("claim", 30)
    # Of three that agree by .3, most show it: exactly, by the urn.
    yes, no = family_votes.family_votes(0.8, 3, 0.3)
    assert yes + no == pytest.approx(1)
    assert (found.right, found.mcse) == (pytest.approx(right(10, yes)), 0.0)
    two = claim_plan(families, alternative="two-sided").chance("claim", 30)
    assert two.right <= found.right
    less = claim_plan(families, tau=0.5).chance("claim", 30)
    assert less.right == pytest.approx(right(10, family_votes.family_votes(0.8, 3, 0.15)[0]))
    assert claim_plan(families).needed("claim", 0.8, 2).n is None
    sure = claim_plan(families, share=1.0)
    assert [sure.needed("claim", 0.8, most).n for most in (14, 15, 16)] == [None, 15, 15]


def test_what_is_wrong_or_too_small_for_a_family_needs_no_search():
    families = Design(1, None, 3, 0.3)
    for design in (PLAIN, families):
        assert claim_plan(design, share=0.5).needed("claim", 1e-6, 60).n is None
    easy = ClaimPlan(1.0, True, families, 0.5, "greater", 0.6)
    assert [easy.needed("claim", 0.8, most).n for most in (2, 3, 60)] == [None, 3, 3]


def test_a_whole_plan_of_a_claim():
    call = {"cluster_size": 2, "cluster_correlation": 0.5, "noise": 1.0, "n_runs": 4}
    found = js.plan_datasets(claim_share=0.8, n=[5, 8], wanted=0.7, max_n=60, alpha=0.1, rng=3,
                             replicates=150, **call)  # fmt: skip
    assert (found.algorithms, found.measures, found.n, found.n_dropped) == ((), {}, 0, 0)
    assert (found.wanted, found.alpha, found.max_n) == (0.7, 0.1, 60)
    assert (found.replicates, found.seed, found.noise) == (150, 3, 1.0)
    assert (found.n_runs, found.cluster_size, found.cluster_correlation) == (4, 2, 0.5)
    seen = averaging.averaged_claim(0.8, [0.5])
    assert [row.n for row in found.chances] == [6, 8]
    for row in found.chances:
        votes = family_votes.family_votes(seen.share, 2, 0.5 * seen.tau)
        (power,) = family_votes.votes_power([row.n // 2], *votes, alpha=0.1)
        assert (row.test, row.right, row.wrong) == ("claim", power, 0.0)
    for row in found.designs:
        one = averaging.averaged_claim(0.8, [1 / math.sqrt(row.runs)])
        assert row.kept == pytest.approx(one.kept)
        assert row.correlation == pytest.approx(0.5 * one.tau)
        assert (row.families, row.total_runs) == (row.n // 2, row.n * row.runs)
    n = found.needed[0].n
    assert found.verdict == (
        f"To show with probability 0.7 that a claim holds on more than half of data sets takes {n} "
        f"of them in {n // 2} families with 4 runs each, if it holds on 80.0 % (one-sided)."
    )


def test_noise_by_measure_is_a_claim_about_all_of_them():
    found = js.plan_datasets(claim_share=0.8, noise={"x": 1.0, "y": 0.5}, n=20)
    seen = averaging.averaged_claim(0.8, [1.0, 0.5])
    assert found.chances[0].right == pytest.approx(right(20, seen.share))
    few = js.plan_datasets(claim_share=0.8, n=20, max_n=9, alternative="two-sided", threshold=0.6)
    assert few.verdict == (
        "To show with probability 0.8 that a claim holds on more than 60 % of data sets takes more "
        "than 9 of them, if it holds on 80.0 % (two-sided)."
    )


# --- Supposed truths ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("algorithms", "states", "m"),
    [(None, 2, 1), (None, 2, 2), (None, 2, 3), (None, 2, 5), ("ABC", 6, 1), ("ABC", 6, 2)],
)
def test_shares_are_those_of_all_statements_in_their_sequence(algorithms, states, m):
    shares = np.arange(1, states**m + 1) / sum(range(1, states**m + 1))
    names = None if algorithms is None else list(algorithms)
    truth, named = supposed_truth.supposed_truth(shares, None, 0, names, None, 1, {})
    assert truth.codes.tolist() == [list(code) for code in product(range(states), repeat=m)]
    assert truth.shares == pytest.approx(shares)
    assert named.measures == {f"M{j + 1}": "max" for j in range(m)}
    assert named.algorithms == tuple(algorithms or "AB") and truth.states == (states,) * m


@pytest.mark.parametrize("number", [0, 1, 3, 6, 7, 9, 12])
def test_other_numbers_of_shares_are_refused(number):
    with pytest.raises(errors.OptionError, match=f"a power of 2, not {number}"):
        supposed_truth.supposed_truth([1 / max(number, 1)] * number, None, 0, None, None, 1, {})


@pytest.mark.parametrize("number", [2, 5, 12, 18, 37])
def test_other_numbers_of_shares_of_three_are_refused(number):
    with pytest.raises(errors.OptionError, match=f"have 6 orders .* a power of 6, not {number}"):
        supposed_truth.supposed_truth([1 / number] * number, None, 0, ["A", "B", "C"], None, 1, {})


@pytest.mark.parametrize("ways", [{"x": "max"}, {"x": "max", "y": "min", "z": "min"}])
def test_measures_are_as_many_as_supposed(ways):
    with pytest.raises(errors.DirectionError, match="must name the 2 measures"):
        js.plan_datasets([0.25] * 4, measures=ways)
    with pytest.raises(errors.DirectionError, match="must name the 2 measures"):
        js.plan_datasets(shifts={"x": 1, "k": 2}, measures={"x": "max", "y": "min"})


def test_statements_as_pairs_have_names_of_their_own():
    pairs = [({"acc": ["Q", "P"], "time": ["P", "Q"]}, 0.7),
             ({"acc": ["P", "Q"], "time": ["P", "Q"]}, 0.3)]  # fmt: skip
    truth, named = supposed_truth.supposed_truth(pairs, None, 0, None, None, 1, {})
    assert (named.algorithms, named.measures) == (("P", "Q"), {"acc": "max", "time": "max"})
    assert dict(zip(map(tuple, truth.codes.tolist()), truth.shares, strict=True)) == {
        (1, 0): pytest.approx(0.7), (0, 0): pytest.approx(0.3),
    }  # fmt: skip
    ways = {"acc": "max", "time": "min"}
    assert supposed_truth.supposed_truth(pairs, None, 0, None, ways, 1, {})[1].measures == ways
    for wrong in ([({"acc": ["Q", "P"]}, 0.7, 1)], [("acc", 0.7)], [(["Q", "P"], 0.7)]):
        with pytest.raises(errors.OptionError, match="pairs of a statement"):
            supposed_truth.supposed_truth(wrong, None, 0, None, None, 1, {})


def test_one_measure_has_no_correlation_that_could_be_wrong(monkeypatch):
    monkeypatch.setattr(supposed_truth, "DRAWN_DATASETS", 20_000)
    found = js.plan_datasets(
        shifts={"x": 0.5}, correlation=-0.4, noise=0.5, n=10, max_n=1, tests="glrt"
    )
    assert found.truth[0]["share"] == pytest.approx(stats.norm.cdf(0.5), abs=0.015)
    kept = np.trace(averaging.sign_pairs(0.5, 0.5))
    assert found.designs[0].kept == pytest.approx(kept, abs=0.015)


LEVELS = {"P": {"x": 0.5, "y": 0.0}, "Q": {"y": 1.0, "x": 0.25}, "R": {"x": 0.0, "y": 2.0}}


def test_levels_of_algorithms_are_drawn_as_they_stand(monkeypatch):
    monkeypatch.setattr(supposed_truth, "DRAWN_DATASETS", 4000)
    truth, named = supposed_truth.supposed_truth(None, LEVELS, 0.3, None, None, 5, {})
    assert (named.algorithms, named.measures) == (("P", "Q", "R"), {"x": "max", "y": "max"})
    assert truth.states == (6, 6) and truth.shares.sum() == pytest.approx(1.0)
    rng = np.random.default_rng(8)
    root = np.linalg.cholesky([[1, 0.3], [0.3, 1]])
    means = np.array([[0.5, 0.0], [0.25, 1.0], [0.0, 2.0]])
    drawn = means + rng.standard_normal((40_000, 3, 2)) @ root.T
    for j in range(2):
        first = truth.codes[:, j] // 2  # who is best: orders of three come in pairs
        for a in range(3):
            expected = (drawn[:, :, j].argmax(axis=1) == a).mean()
            assert truth.shares[first == a].sum() == pytest.approx(expected, abs=0.035)
    levels = supposed_truth._levels(LEVELS, named)
    assert levels.tolist() == means.tolist()
    _, two = supposed_truth.supposed_truth(None, {"y": 2, "x": 1}, 0.0, ["Q", "P"], None, 5, {})
    assert supposed_truth._levels({"y": 2, "x": 1}, two).tolist() == [2.0, 1.0]
    assert (two.algorithms, two.measures) == (("Q", "P"), {"y": "max", "x": "max"})


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
        supposed_truth.supposed_truth(None, levels, 0.0, None, None, 1, {})


def test_a_correlation_is_a_number_or_a_matrix():
    assert supposed_truth._matrix(0.3, 3).tolist() == [[1, 0.3, 0.3], [0.3, 1, 0.3], [0.3, 0.3, 1]]
    given = [[1, 0.2], [0.2, 1]]
    assert supposed_truth._matrix(given, 2).tolist() == given
    for wrong in (1.0, -1.0, 2):
        with pytest.raises(errors.OptionError, match="correlation"):
            supposed_truth._matrix(wrong, 2)


@pytest.mark.parametrize(("m", "rho"), [(2, -0.4), (2, 0.0), (3, 0.0), (3, 0.4), (1, 0.4)])
def test_shifts_with_a_correlation_that_needs_no_draws_are_exact(m, rho, monkeypatch):
    monkeypatch.setattr(supposed_truth, "_drawn", None)  # it would be called in vain
    shifts = {f"x{j}": 0.3 * j - 0.2 for j in range(m)}
    truth, named = supposed_truth.supposed_truth(None, shifts, rho, None, None, 1, {})
    assert truth.codes.tolist() == [list(code) for code in product((0, 1), repeat=m)]
    for j, mean in enumerate(shifts.values()):
        ahead = truth.shares[truth.codes[:, j] == 0].sum()
        assert ahead == pytest.approx(stats.norm.cdf(mean), abs=1e-6)
    error = np.full(m, 0.5)
    seen = supposed_truth.averaged_truth(truth, named, shifts, rho, error, 1)
    exact = averaging.averaged_shifts(list(shifts.values()), rho, error)
    assert seen.truth.shares.tolist() == exact.truth.shares.tolist()
    assert (seen.kept, seen.tau) == (exact.kept, exact.tau)
    plain = supposed_truth.averaged_truth(truth, named, None, rho, error, 1)
    assert plain.kept == averaging.averaged_shares(truth, error).kept


def test_three_measures_with_a_negative_correlation_are_drawn(monkeypatch):
    monkeypatch.setattr(supposed_truth, "DRAWN_DATASETS", 8000)
    shifts = {"x": 0.3, "y": 0.0, "z": -0.5}
    truth, named = supposed_truth.supposed_truth(None, shifts, -0.3, None, None, 1, {})
    for j, mean in enumerate(shifts.values()):
        ahead = truth.shares[truth.codes[:, j] == 0].sum()
        assert ahead == pytest.approx(stats.norm.cdf(mean), abs=0.025)
    error = np.array([0.5, 1.0, 2.0])
    seen = supposed_truth.averaged_truth(truth, named, shifts, -0.3, error, 1)
    for j, mean in enumerate(shifts.values()):
        ahead = seen.truth.shares[seen.truth.codes[:, j] == 0].sum()
        assert ahead == pytest.approx(stats.norm.cdf(mean / np.hypot(1, error[j])), abs=0.025)


def test_results_take_no_names_of_a_supposed_truth():
    table = js.load_dataset("example1")
    with pytest.raises(errors.OptionError, match="algorithms has no meaning for results: say only"):
        js.plan_datasets(table, algorithms=["A", "B"])
    with pytest.raises(errors.OptionError, match="dataset has no meaning with shifts"):
        js.plan_datasets(shifts={"x": 1}, dataset="d")
    frame = table.to_frame()
    roles = {"dataset": "dataset", "algorithm": "algorithm"}
    _, named = supposed_truth.supposed_truth(frame, None, 0, None, {"time": "min"}, 1, roles)
    assert named.measures == {"time": "min"}


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
        'To decide rightly that "A is better than B on M1" with probability 0.9 takes so many data '
        f"sets: {bayes} for bayes and {glrt} for glrt."
    )
    assert plan._listed(5) == [5] and plan._listed("x") == ["x"]
    assert plan._listed(range(2)) == plan._listed(np.arange(2)) == plan._listed((0, 1)) == [0, 1]


def test_truths_without_a_single_leader_need_no_search():
    truth, _ = supposed_truth.supposed_truth([0.5, 0.5], None, 0, None, None, 1, {})
    families = FamilyPlan(truth, 3, 0.3, 0.05, 100, 1, None, 1.0, 1.0)
    assert families.needed("glrt", 0.8, 90).n is None
    found = families.chance("glrt", 30)
    assert found.right == 0.0 and 0 <= found.wrong <= 0.1
    sure, _ = supposed_truth.supposed_truth([1.0, 0.0], None, 0, None, None, 1, {})
    one = FamilyPlan(sure, 3, 1.0, 0.05, 100, 1, None, 1.0, 1.0)
    needed = [one.needed("glrt", 0.8, most).n for most in (2, 3, 17, 18)]
    assert needed == [None, None, None, 18]


def test_how_many_are_simulated_at_once_does_not_matter(monkeypatch):
    shares = [0.1, 0.2, 0.3, 0.4]
    truth, _ = supposed_truth.supposed_truth(shares, None, 0, None, None, 1, {})
    assumed = plan.Options(1.0, "auto", "auto", 20, "lower")
    found = []
    for at_once in (50, 5):
        monkeypatch.setattr(plan_truth, "PER_TASK", at_once)
        lone = TruthPlan(truth, ["network"], 0.05, assumed, 12, 1, None, 1.0, 1.0)
        families = FamilyPlan(truth, 2, 0.3, 0.05, 12, 1, None, 1.0, 1.0)
        found.append((lone.chance("network", 6), families.chance("glrt", 40)))
    assert found[0] == found[1]


def test_the_error_of_simulated_chances_is_that_of_their_share():
    truth, _ = supposed_truth.supposed_truth([0.1, 0.2, 0.3, 0.4], None, 0, None, None, 1, {})
    assumed = plan.Options(1.0, "auto", "auto", 50, "lower")
    lone = TruthPlan(truth, ["network"], 0.05, assumed, 40, 1, None, 1.0, 1.0)
    found = lone.chance("network", 12)
    share = (max(found.right, found.wrong, found.undecided) * 40 + 1) / 42
    assert found.method == "monte_carlo"
    assert found.mcse == pytest.approx(math.sqrt(share * (1 - share) / 40))
    assert 40 * found.right == pytest.approx(round(40 * found.right))
