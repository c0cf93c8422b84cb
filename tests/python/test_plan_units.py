"""Planning with runs and families: enumeration, bivariate normals, and simulated latent results."""

import json
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

import jointstats as js
from jointstats import errors
from jointstats.evidence import glrt
from jointstats.interfaces.cli import main
from jointstats.planning import kernel_averaging as averaging
from jointstats.planning import kernel_family_votes as families_of
from jointstats.planning import kernel_power, kernel_simulation

FOUR = kernel_power.Truth(
    np.array([[0, 0], [0, 1], [1, 0], [1, 1]]), np.array([0.1, 0.15, 0.2, 0.55]), (2, 2)
)
RHO = {"cluster_size": 3, "cluster_correlation": 0.3}


# --- runs: what averaging does to a statement -----------------------------------------------------


def same_sign(mean, noise):
    """Probability that an averaged difference has the sign of the expected one."""
    return np.trace(averaging.sign_pairs(mean, noise), axis1=-2, axis2=-1)


@pytest.mark.parametrize("mean", [-1.3, 0.0, 0.4, 2.5])
@pytest.mark.parametrize("noise", [0.2, 1.0, 3.0])
def test_pairs_of_signs_are_orthants_of_a_bivariate_normal(mean, noise):
    cov = np.array([[1, 1], [1, 1 + noise**2]])
    found = averaging.sign_pairs(mean, noise)
    for i, j in product((0, 1), (0, 1)):
        turn = np.diag([1 - 2 * i, 1 - 2 * j])
        orthant = stats.multivariate_normal(-turn @ [mean, mean], turn @ cov @ turn).cdf([0, 0])
        assert found[i, j] == pytest.approx(orthant, abs=1e-7)


@settings(max_examples=50, deadline=None)
@given(st.floats(-4, 4), st.floats(0, 5), st.floats(0, 5))
def test_more_noise_keeps_fewer_signs(mean, one, other):
    less, more = (same_sign(mean, noise) for noise in sorted([one, other]))
    assert 0.5 - 1e-12 <= more <= less + 1e-12 <= 1 + 1e-12


def drawn(mean, rho, noise, size=200_000, seed=3):
    """Codes of true and averaged statements of two algorithms, from normal differences."""
    rng = np.random.default_rng(seed)
    m = len(mean)
    cov = np.full((m, m), rho) + (1 - rho) * np.eye(m)
    delta = rng.multivariate_normal(mean, cov, size)
    shown = delta + rng.standard_normal(delta.shape) * noise
    place = 2 ** np.arange(m)[::-1]
    return (delta < 0) @ place, (shown < 0) @ place


@pytest.mark.parametrize("rho", [-0.4, 0.0, 0.6])
def test_averaged_shifts_against_drawn_differences(rho):
    mean, noise = [0.7, -0.2], np.array([0.5, 1.2])
    found = averaging.averaged_shifts(mean, rho, noise)
    true, shown = drawn(mean, rho, noise)
    joint = np.bincount(4 * true + shown, minlength=16).reshape(4, 4) / len(true)
    assert found.truth.shares == pytest.approx(joint.sum(axis=0), abs=0.005)
    assert found.kept == pytest.approx(np.trace(joint), abs=0.005)
    by_chance = (joint.sum(axis=0) ** 2).sum()  # Goodman and Kruskal's tau, from the table
    tau = ((joint**2 / joint.sum(axis=1, keepdims=True)).sum() - by_chance) / (1 - by_chance)
    assert found.tau == pytest.approx(tau, abs=0.01)
    assert found.truth.best == kernel_power.shift_shares(mean, rho).argmax()


def test_averaged_shares_of_independent_measures_are_those_of_shifts():
    mean, noise = np.array([0.7, -0.2, 0.1]), np.array([0.5, 1.2, 2.0])
    codes = np.array(list(product((0, 1), repeat=3)))
    truth = kernel_power.Truth(codes, kernel_power.shift_shares(mean, 0.0), (2, 2, 2))
    by_shares, by_shifts = (
        averaging.averaged_shares(truth, noise),
        averaging.averaged_shifts(mean, 0.0, noise),
    )
    shares = np.prod(stats.norm.cdf((1 - 2 * codes) * mean / np.sqrt(1 + noise**2)), axis=1)
    for found in (by_shares, by_shifts):
        assert found.truth.shares == pytest.approx(shares, abs=1e-12)
        assert found.kept == pytest.approx(np.prod(same_sign(mean, noise)), abs=1e-12)
    assert by_shares.tau == pytest.approx(by_shifts.tau, abs=1e-12)


def test_where_several_statements_lead_none_is_right():
    # Without shifts, all four statements are as frequent; so are two of the shares.
    even = averaging.averaged_shifts([0.0, 0.0], 0.0, [1.0, 1.0]).truth
    two = kernel_power.Truth(np.array([[0], [1]]), np.array([0.5, 0.5]), (2,))
    drawn = averaging.averaged_draws(np.array([[0], [1]]), np.array([[1], [1]]), (2,)).truth
    assert even.best == averaging.averaged_shares(two, [1.0]).truth.best == drawn.best == -1


def test_leaders_that_differ_by_rounding_are_several():
    assert 0.1 + 0.2 > 0.3
    for shares, best in (([0.1 + 0.2, 0.3, 0.25, 0.15], -1), ([0.3, 0.301, 0.25, 0.149], 1)):
        assert kernel_power.Truth(FOUR.codes, np.array(shares), (2, 2)).best == best
    # Measures that are all alike, of two algorithms alike: 000 and 111 lead together.
    alike = averaging.averaged_shifts([0.0, 0.0, 0.0], 0.3, [0.5, 1.0, 2.0])
    assert alike.truth.best == -1


@pytest.mark.parametrize(("rho", "best"), [(-0.6, [0, 1]), (0.6, [0, 0])])
def test_the_correlation_decides_which_statement_is_right(rho, best):
    found = averaging.averaged_shifts([0.1, -0.05], rho, [1.0, 1.0]).truth
    assert found.codes[found.best].tolist() == best


@pytest.mark.parametrize("states", [(3,), (2, 3), (3, 2), (6, 6)])
def test_shares_with_practical_equality_or_of_more_algorithms_take_no_noise(states):
    codes = np.zeros((1, len(states)), dtype=np.int64)
    truth = kernel_power.Truth(codes, np.ones(1), states)
    with pytest.raises(averaging.InvalidNoiseError, match="two algorithms without practical"):
        averaging.averaged_shares(truth, np.ones(len(states)))
    with pytest.raises(averaging.InvalidNoiseError, match="two algorithms"):
        js.plan_datasets([1 / 6] * 6, algorithms=["A", "B", "C"], noise=1)


def test_what_all_data_sets_show_is_kept_whole():
    same = np.zeros((5, 2), dtype=np.int64)
    found = averaging.averaged_draws(same, same, (2, 2))
    assert (found.kept, found.tau, found.truth.best) == (1.0, 1.0, 0)
    assert found.truth.codes.tolist() == [[0, 0]] and found.truth.shares.tolist() == [1.0]


@pytest.mark.parametrize("states", [(2, 2), (3,), (2, 3)])
def test_drawn_data_sets_are_compared_with_all_others_of_the_same_true_statement(states):
    rng = np.random.default_rng(len(states))
    true = rng.integers(0, states, (30, len(states)))
    shown = np.where(rng.random(true.shape) < 0.8, true, rng.integers(0, states, true.shape))
    found = averaging.averaged_draws(true, shown, states)
    one, other = [tuple(row) for row in true.tolist()], [tuple(row) for row in shown.tolist()]
    again = [  # share of those with the same true statement that show what it shows, itself apart
        sum(other[j] == other[i] for j in range(30) if one[j] == one[i] and j != i) / one.count(row)
        for i, row in enumerate(one)
    ]
    by_chance = sum((other.count(row) / 30) ** 2 for row in set(other))
    tau = (np.mean(again) - by_chance) / (1 - by_chance)
    assert 0.1 < found.tau == pytest.approx(tau, abs=1e-12)
    assert found.kept == pytest.approx(np.mean([a == b for a, b in zip(one, other, strict=True)]))
    listed = dict(zip(map(tuple, found.truth.codes.tolist()), found.truth.shares, strict=True))
    assert listed == pytest.approx({row: other.count(row) / 30 for row in other})
    leaders = [row for row in set(one) if one.count(row) == max(map(one.count, one))]
    best = found.truth.codes.tolist().index(list(leaders[0])) if len(leaders) == 1 else -1
    assert (found.truth.best, found.truth.states) == (best, states)


def test_what_is_certain_leaves_the_rest_as_it_is_alone():
    alone = averaging.averaged_shifts([0.3], 0.0, [0.8])
    for shifts, codes in (([80.0, 0.3], [0, 1]), ([-80.0, 0.3], [2, 3]), ([0.3, 80.0], [0, 2])):
        found = averaging.averaged_shifts(shifts, 0.0, [0.8, 0.8])
        assert (found.truth.codes @ [2, 1]).tolist() == codes
        assert found.truth.shares == pytest.approx(alone.truth.shares, abs=1e-14)
        assert (found.kept, found.tau) == pytest.approx((alone.kept, alone.tau), abs=1e-14)
    for share in (0.0, 1.0):
        assert averaging.averaged_claim(share, [1.0, 0.5]) == (share, 1.0, 1.0)


@pytest.mark.parametrize("noise", [[0.7], [1.0, 0.5], [0.3, 2.0, 1.0]])
@pytest.mark.parametrize("share", [0.1, 0.64, 0.9])
def test_a_claim_about_several_measures_is_kept_where_all_or_none_of_both_hold(share, noise):
    mean = stats.norm.ppf(share ** (1 / len(noise)))
    pairs = [averaging.sign_pairs(mean, one) for one in noise]
    both = np.zeros((2, 2))  # whether the claim holds, and whether it is shown
    for true, shown in product(product((0, 1), repeat=len(noise)), repeat=2):
        chance = np.prod([p[i, j] for p, i, j in zip(pairs, true, shown, strict=True)])
        both[int(any(true)), int(any(shown))] += chance
    shown, kept, tau = averaging.averaged_claim(share, noise)
    assert both[0].sum() == pytest.approx(share, abs=1e-12)
    assert (shown, kept) == pytest.approx((both[:, 0].sum(), np.trace(both)), abs=1e-12)
    # Of two answers tau is the square of their correlation.
    spread = share * (1 - share) * shown * (1 - shown)
    assert tau == pytest.approx((both[0, 0] - share * shown) ** 2 / spread, abs=1e-12)


def test_noise_does_not_change_which_statement_is_right():
    # 00 leads, but the second measure's noise makes 01 the most frequent averaged statement
    truth = kernel_power.Truth(FOUR.codes, np.array([0.35, 0.31, 0.02, 0.32]), (2, 2))
    found = averaging.averaged_shares(truth, [0.0, 3.0])
    assert found.truth.shares.argmax() != 0 and found.truth.best == 0


def test_a_measure_on_which_the_same_always_wins_is_not_changed_by_noise():
    certain = kernel_power.Truth(np.array([[0, 0], [0, 1]]), np.array([0.7, 0.3]), (2, 2))
    alone = kernel_power.Truth(np.array([[0], [1]]), np.array([0.7, 0.3]), (2,))
    found, expected = (
        averaging.averaged_shares(truth, np.ones(len(truth.states))) for truth in (certain, alone)
    )
    assert found.truth.shares == pytest.approx(expected.truth.shares, abs=1e-15)
    assert (found.kept, found.tau) == pytest.approx((expected.kept, expected.tau), abs=1e-15)


# --- families -------------------------------------------------------------------------------------


@pytest.mark.parametrize("rho", [0.05, 0.3, 0.9])
def test_the_urn_is_beta_binomial(rho):
    kappa = (1 - rho) / rho
    exact = stats.betabinom(6, 0.7 * kappa, 0.3 * kappa).pmf(np.arange(7))
    assert families_of.family_sizes(0.7, 6, rho) == pytest.approx(exact, abs=1e-12)
    alone = stats.binom(6, 0.7).pmf(np.arange(7))
    assert families_of.family_sizes(0.7, 6, 0.0) == pytest.approx(alone, abs=1e-14)


@pytest.mark.parametrize(("families", "size"), [(6, 1), (6, 2), (5, 3), (4, 4)])
@pytest.mark.parametrize(("threshold", "alpha"), [(0.5, 0.05), (0.5, 0.2), (0.3, 0.1)])
def test_power_of_votes_by_enumerating_every_table(families, size, threshold, alpha):
    each = families_of.family_sizes(0.8, size, 0.4)
    decided = 0.0
    for shown in product(range(size + 1), repeat=families):
        votes = np.sign(2 * np.array(shown) - size)
        yes, no = (votes > 0).sum(), (votes < 0).sum()
        if yes + no and stats.binom.sf(yes - 1, yes + no, threshold) <= alpha:
            decided += each[list(shown)].prod()
    votes = families_of.family_votes(0.8, size, 0.4)
    assert votes == pytest.approx((each[size // 2 + 1 :].sum(), each[: (size + 1) // 2].sum()))
    found = families_of.votes_power([families], *votes, threshold, alpha)
    assert found == pytest.approx([decided], abs=1e-12)


@pytest.mark.parametrize("rho", [0.0, 0.5, 1.0])
def test_drawn_families_have_the_shares_and_the_correlation(rho):
    counts = families_of.family_counts(FOUR, 20_000, 3, rho, np.random.default_rng(5))
    assert (counts.sum(axis=1) == 3).all()
    assert counts.mean(axis=0) / 3 == pytest.approx(FOUR.shares, abs=0.015)
    p = FOUR.shares[3]
    pairs = stats.binom(3, 1).pmf(3) * counts[:, 3] * (counts[:, 3] - 1) / 6  # both show it
    assert (pairs.mean() - p**2) / (p * (1 - p)) == pytest.approx(rho, abs=0.03)
    few = families_of.family_counts(FOUR, 7, 3, rho, np.random.default_rng(5))
    assert (few == counts[:7]).all()


def test_chances_of_four_statements_against_dirichlet_families():
    plan = js.plan_datasets(FOUR.shares.tolist(), n=36, max_n=3, replicates=1500, **RHO)
    rng = np.random.default_rng(8)
    own = rng.dirichlet(FOUR.shares * 0.7 / 0.3, (800, 12))
    right = 0.0
    for shares in own:
        weights = rng.multinomial(3, shares).sum(axis=0) / 3
        others = np.floor(weights[:3].max() + 1e-9)
        first = np.floor(weights[3] + 1e-9)
        right += first > others and glrt.exact_p_value(first, others) <= 0.05
    right /= len(own)
    (row,) = plan.chances
    assert (row.test, row.n, row.method) == ("glrt", 36, "monte_carlo")
    assert row.right == pytest.approx(right, abs=4 * np.hypot(row.mcse, 0.5 / np.sqrt(800)))


@pytest.mark.parametrize("states", [(2, 2), (2, 2, 2)])
@pytest.mark.parametrize(("size", "alpha"), [(2, 0.1), (2, 0.4), (1, 1.0)])
def test_drawn_tables_are_decided_by_the_exact_p_of_rounded_counts(states, size, alpha):
    """At level 1 any table decides in which one statement leads: also for another, wrongly."""
    codes = np.array(list(product((0, 1), repeat=len(states))))
    leading = 0.7 if alpha < 1 else 0.35
    shares = np.where(np.arange(len(codes)) == 1, leading, (1 - leading) / (len(codes) - 1))
    truth = kernel_power.Truth(codes, shares, states)
    count = {"right": 0, "wrong": 0, "none": 0}
    for r in range(3, 33):
        rng = kernel_simulation.child_generator(5, 7, 0, r)
        shown = families_of.family_counts(truth, 9, size, 0.3, rng).sum(axis=0)
        leader = int(shown.argmax())
        first, second = shown[leader] // size, np.delete(shown, leader).max() // size
        decided = first > second and glrt.exact_p_value(first, second) <= alpha
        count["none" if not decided else "right" if leader == 1 else "wrong"] += 1
    assert families_of.sampled_leaders(truth, 9, size, 0.3, alpha, 5, (3, 33)) == (
        count["right"], count["wrong"],
    )  # fmt: skip
    assert count["right"] and count["none"] and (alpha < 1 or count["wrong"])


# --- the plan -------------------------------------------------------------------------------------


def simulated(share, families, size, rho, noise, runs, tables, seed, alpha=0.05):
    """How often votes decide for a claim: latent normal differences, runs, averages, signs."""
    rng = np.random.default_rng(seed)
    mean, kappa = stats.norm.ppf(share), (1 - rho) / max(rho, 1e-9)
    own = rng.beta(share * kappa, (1 - share) * kappa, (tables, families, 1))
    holds = rng.random((tables, families, size)) < (own if rho else share)
    # the size of a difference given its sign: a normal one, cut at 0
    u = rng.random(holds.shape)
    delta = stats.norm.ppf(np.where(holds, 1 - share + u * share, u * (1 - share))) + mean
    each = delta[..., None] + noise * rng.standard_normal((*holds.shape, runs))
    shown = each.mean(axis=-1) > 0
    d = 2 * shown.sum(axis=2) - size
    yes, no = (d > 0).sum(axis=1), (d < 0).sum(axis=1)
    return np.mean(stats.binom.sf(yes - 1, yes + no, 0.5) <= alpha)


@pytest.mark.parametrize(
    ("size", "rho", "noise", "runs"),
    [(1, 0.0, 1.0, 1), (1, 0.0, 1.0, 3), (3, 0.3, 0.0, 1), (3, 0.6, 1.0, 2), (5, 0.3, 2.0, 5)],
)
def test_a_plan_of_a_claim_against_simulated_results(size, rho, noise, runs):
    families = 30 // size
    plan = js.plan_datasets(
        claim_share=0.75, n=30, noise=noise, n_runs=runs, cluster_size=size, cluster_correlation=rho
    )
    found = simulated(0.75, families, size, rho, noise, runs, 1000, 11)
    assert plan.chances[0].right == pytest.approx(found, abs=4 * 0.5 / np.sqrt(1000))


def test_a_plan_of_a_leader_against_simulated_results():
    call = {"shifts": {"x": 0.6, "y": 0.5}, "noise": {"x": 1.0, "y": 0.5}, "correlation": 0.4}
    plan = js.plan_datasets(**call, n_runs=2, n=60, tests="glrt", max_n=1)
    _, shown = drawn([0.6, 0.5], 0.4, np.array([1.0, 0.5]) / np.sqrt(2), size=60 * 1500)
    counts = np.array([np.bincount(row, minlength=4) for row in shown.reshape(1500, 60)])
    second, first = np.sort(counts, axis=1)[:, -2:].T
    right = np.mean((glrt.exact_p_value(first, second) <= 0.05) & (counts[:, 0] == first))
    assert plan.chances[0].right == pytest.approx(right, abs=4 * np.hypot(0.013, 0.013))


def test_single_data_sets_without_noise_are_the_plan_without_the_options():
    kept = ("chances", "needed", "verdict", "truth")
    for call in ({"truth": [0.7, 0.3], "n": [10, 20], "tests": "glrt"}, {"claim_share": 0.8}):
        plain = js.plan_datasets(**call).to_dict()
        single = js.plan_datasets(**call, cluster_size=1, cluster_correlation=0).to_dict()
        quiet = js.plan_datasets(**call, noise=0).to_dict()
        assert single | {"call": 0} == plain | {"call": 0}
        assert [quiet[key] for key in kept if key != "verdict"] == [
            plain[key] for key in kept if key != "verdict"
        ]
        assert plain["designs"] == [] and {row["n"] for row in quiet["designs"]} == {
            plain["needed"][0]["n"]
        }


def test_more_runs_need_fewer_data_sets_but_more_runs():
    plan = js.plan_datasets(claim_share=0.7, noise=1, n_runs=4)
    assert [row.runs for row in plan.designs] == [1, 2, 3, 4, 5, 10]
    for before, after in zip(plan.designs, plan.designs[1:], strict=False):
        assert after.n <= before.n and after.total_runs > before.total_runs
        assert after.kept > before.kept
    assert plan.needed[0].n == plan.designs[3].n
    assert [row.total_runs for row in plan.designs] == [row.runs * row.n for row in plan.designs]
    one_sign = same_sign(stats.norm.ppf(0.7), 1 / np.sqrt([1, 2, 3, 4, 5, 10]))
    assert [row.kept for row in plan.designs] == pytest.approx(list(one_sign), abs=1e-12)


def test_families_are_counted_by_their_votes():
    plan = js.plan_datasets(claim_share=0.8, n=[10, 12], **RHO)
    assert [row.n for row in plan.chances] == [12]
    (row,) = plan.designs
    yes, _ = families_of.family_votes(0.8, 3, 0.3)
    k = np.arange(1, 200)
    power_of = stats.binom.sf(stats.binom.isf(0.05, k, 0.5), k, yes)
    assert row.families == k[power_of < 0.8].max() + 1 and row.n == 3 * row.families
    assert f"takes {row.n} of them in {row.families} families, if" in plan.verdict
    assert "A family has one vote" in plan.summary()
    other = js.plan_datasets(claim_share=0.8, n=30, threshold=0.7, **RHO).chances[0]
    least = next(x for x in range(12) if stats.binom.sf(x - 1, 10, 0.7) <= 0.05)
    assert other.right == pytest.approx(stats.binom.sf(least - 1, 10, yes))
    two = js.plan_datasets([0.8, 0.2], n=12, **RHO)
    assert two.chances[0].test == "glrt" and "weigh 1 in all" in two.summary()


def test_noise_lowers_the_correlation_of_families():
    plan = js.plan_datasets(claim_share=0.8, noise=1, **RHO)
    correlations = [row.correlation for row in plan.designs]
    assert correlations == sorted(correlations) and 0 < correlations[0] < correlations[-1] < 0.3


def test_too_few_families_show_nothing():
    plan = js.plan_datasets(claim_share=1.0, n=[12, 15], cluster_size=3, cluster_correlation=1)
    assert [row.right for row in plan.chances] == [0, 1]
    none = js.plan_datasets(claim_share=0.9, max_n=12, **RHO)
    assert none.needed[0].n is None and none.designs[0].families is None
    assert "more than 12" in none.verdict and "–" in none.summary()
    tied = js.plan_datasets([0.5, 0.5], n=30, **RHO).chances[0]
    assert tied.right == 0 and tied.wrong <= 0.05
    wrong = js.plan_datasets(claim_share=0.4, n=30, **RHO)
    assert wrong.chances[0].right == 0 and wrong.needed[0].n is None


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"n_runs": 3}, "n_runs changes nothing without noise"),
        ({"cluster_correlation": 0.3}, "give cluster_size"),
        ({"noise": -1}, "noise must be"),
        ({"noise": {"x": "much"}}, "noise must be"),
        ({"claim_share": None, "truth": [0.7, 0.3], "noise": {"x": 1}}, "must name the 1 measures"),
    ],
)
def test_wrong_designs(given, message):
    with pytest.raises(errors.OptionError, match=message):
        js.plan_datasets(**{"claim_share": 0.8} | given)


def test_on_the_command_line(capsys):
    words = ["plan", "--claim-share", "0.8", "--cluster-size", "3", "--cluster-correlation", "0.3"]
    words += ["--noise", "acc", "1", "--noise", "time", "0.5", "--n-runs", "4", "--n", "20"]
    assert main([*words, "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    same = js.plan_datasets(
        claim_share=0.8, noise={"acc": 1, "time": 0.5}, n_runs=4, n=[20], **RHO
    ).to_dict()
    assert said["designs"] == same["designs"] and said["call"] == same["call"]
    words = ["plan", "--shares", "0.7", "0.3", "--noise", "1", "--n", "20", "--max-n", "20"]
    assert main([*words, "--tests", "glrt"]) == 0
    out = capsys.readouterr().out
    assert "kept" in out and "normal over data sets" in out
    assert main(["plan", "--claim-share", "0.8", "--noise", "a", "b", "c"]) == 2
    assert "--noise takes one number, or a measure and its number" in capsys.readouterr().err
