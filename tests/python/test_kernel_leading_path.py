"""A statement's probability, its own entries averaged over: exact answers, and honest errors."""

from itertools import combinations, product

import numpy as np
import pytest
from references import drawn_states

from jointstats.evidence.dirichlet import probability_leads
from jointstats.network import (
    kernel_bdeu,
    kernel_continuations,
    kernel_dags,
    kernel_lazy_argmax,
    kernel_leads,
    kernel_posterior,
)

LazySampler, coded_cases = kernel_lazy_argmax.LazySampler, kernel_bdeu.coded_cases
LeadingPath, mean_and_error = kernel_leads.LeadingPath, kernel_leads.mean_and_error
LEADER = [0, 0, 0]
COMPLETE, CHAIN = [0, 1, 3], [0, 1, 2]


def some_cases(ess, n=12, states=3):
    codes = np.random.default_rng(0).integers(0, states, (n, 3))
    codes[: n // 3] = 0
    return coded_cases(codes, np.ones(n), [states] * 3, ess)


def exact_lead(cases, code, ratio=1.0):
    """All tables of a complete graph make up one Dirichlet vector."""
    states = float(np.prod(cases.states))
    share = cases.ess / states
    own = int(np.flatnonzero((cases.codes == code).all(axis=1))[0])
    parameters = np.append(cases.weights + share, share)
    times = np.append(np.ones(len(cases.codes)), states - len(cases.codes))
    return probability_leads(parameters, own, ratio, multiplicities=times)


def lead(cases, parents, code, size, seed, ratio=1.0):
    """Draws of a statement's lead with its own entries averaged over, their mean and its error."""
    path = LeadingPath(LazySampler(cases, parents), code, ratio)
    draws = path.draw(size, np.random.default_rng(seed))
    return draws, *mean_and_error(draws)


@pytest.mark.parametrize("parents", [COMPLETE, CHAIN, [6, 0, 0], [0, 1, 1]])
def test_path_and_rivals_share_all_the_probability(parents):
    # With nothing left out, the path's factors times what each state has besides add up to 1.
    sampler = LazySampler(some_cases(6.0), parents)
    path, size = LeadingPath(sampler, LEADER), 40
    rng = np.random.default_rng(1)
    drawn = [f.draw(size, rng, e) for f, e in zip(sampler.families, path.entry, strict=True)]
    entry, rest = [e for e, _ in drawn], [r for _, r in drawn]
    own, odds = path._path(size, rng)
    floors = [np.full((2 << k, size), -1e9) for k in range(3)]
    tables = kernel_lazy_argmax.Tables(
        entry, rest, floors, sampler.continuations.outlook(entry, rest), np.array(LEADER)
    )
    total, found = np.zeros((size, kernel_leads.PATHS)), 0
    for states in sampler.descend(np.arange(size), tables, rng):
        share = np.repeat(states.log_p[:, None], kernel_leads.PATHS, axis=1)
        for k, family in enumerate(sampler.families):
            with_path = ~states.codes[:, family.parents].any(axis=1)
            stays = states.codes[:, family.child] == 0
            share[with_path & stays] += own[k][states.draw[with_path & stays]]
            leaves = with_path & ~stays
            share[leaves] += (own - odds)[k][states.draw[leaves]]
        np.add.at(total, states.draw, np.exp(share))
        found += len(states.draw)
    assert found == 27 * size
    np.testing.assert_allclose(total, 1.0, rtol=1e-9)


@pytest.mark.parametrize("ess", [1.0, 6.0])
@pytest.mark.parametrize("ratio", [1.0, 1.5])
def test_a_complete_graph_is_the_dirichlet_test(ess, ratio):
    cases = some_cases(ess)
    draws, mean, error = lead(cases, COMPLETE, LEADER, 4000, 2, ratio)
    assert mean == pytest.approx(exact_lead(cases, LEADER, ratio), abs=4 * error)
    # It varies far less than draws that say yes or no.
    assert draws.var() < 0.3 * mean * (1 - mean)


@pytest.mark.parametrize("parents", [COMPLETE, [6, 4, 0]])
def test_whichever_statement_of_a_complete_graph(parents):
    cases = some_cases(6.0)
    for code in cases.codes[[-1, 1]].tolist():
        _, mean, error = lead(cases, parents, code, 2000, 2)
        assert mean == pytest.approx(exact_lead(cases, code), abs=4 * error)


@pytest.mark.parametrize("code", [[0, 1], [1, 0], [1, 1], [2, 2]])
def test_leads_of_states_seen_and_unseen_where_the_prior_is_strong(code):
    cases = coded_cases([[0, 0], [1, 1], [1, 2]], [1.0, 0.5, 0.5], [3, 3], 9.0)
    leads = LazySampler(cases, [0, 1]).leads(code, 1.3, 4000, np.random.default_rng(4))
    own = [[0, 0], [1, 1]].index(code) if code in [[0, 0], [1, 1]] else 3
    expected = probability_leads([2.0, 1.5, 1.5, 1.0], own, 1.3, multiplicities=[1, 1, 1, 6])
    spread = np.sqrt(expected * (1 - expected) / 4000)
    assert leads / 4000 == pytest.approx(expected, abs=4 * spread)


def test_bounds_of_a_chain_are_those_of_a_loop_over_its_states():
    sampler = LazySampler(some_cases(6.0), CHAIN)
    path, rng, size = LeadingPath(sampler, sampler.codes[-1]), np.random.default_rng(1), 5
    families = sampler.families
    drawn = [f.draw(size, rng, e) for f, e in zip(families, path.entry, strict=True)]
    entry, rest = [e for e, _ in drawn], [r for _, r in drawn]
    own, odds = path._path(size, rng)
    most = list(zip(own.max(axis=2), (own - odds).max(axis=2), strict=True))
    found = sampler.continuations.outlook(entry, rest, path.entry, most)
    after = {}  # of each state of a step, what the next row allows
    for k in (2, 1, 0):
        family, bounds = families[k], np.full((families[k].rows, size), -np.inf)
        for row in range(family.rows):
            here = [e for e in range(len(entry[k])) if family.entry_row[e] == row]
            known = {int(family.entry_code[e]): entry[k][e] for e in here}
            values = {s: v + after.get(s, 0.0) for s, v in known.items()}
            with_path = path.entry[k] in here
            stays = values.pop(path.code[family.child]) if with_path else -np.inf
            best = np.max([rest[k][row], *values.values()], axis=0)
            mine, others = most[k] if with_path else (0.0, 0.0)
            bounds[row] = np.maximum(best + others, stays + mine)
        assert found.rows[k] == pytest.approx(bounds, abs=1e-12)
        parent = families[k].trie.find(np.arange(3)[:, None]) if k else []
        after = {s: bounds[row] for s, row in enumerate(parent) if row >= 0}


@pytest.mark.parametrize("parents", [CHAIN, [6, 0, 0], [0, 0, 3]])
def test_agrees_with_whole_tables(parents):
    cases = some_cases(6.0, n=15)
    rng = np.random.default_rng(3)
    for ratio in (1.0, 2.0):
        _, log_p = drawn_states(cases, parents, 40_000, rng)
        plain = (log_p[:, 0] - np.log(ratio) > log_p[:, 1:].max(axis=1)).mean()
        _, mean, error = lead(cases, parents, LEADER, 6000, 3, ratio)
        spread = np.hypot(error, np.sqrt(plain * (1 - plain) / 40_000))
        assert mean == pytest.approx(plain, abs=4 * spread)


def test_the_error_is_honest():
    cases = some_cases(3.0)
    expected, scores = exact_lead(cases, LEADER), []
    for seed in range(200):
        _, mean, error = lead(cases, COMPLETE, LEADER, 100, seed)
        scores.append((mean - expected) / error)
    # Of 200 standard normals: the mean within 4 errors; the variance has an error of .1.
    assert abs(np.mean(scores)) < 4 / np.sqrt(200)
    assert 0.65 < np.var(scores) < 1.45


def test_leading_and_other_states_have_honest_errors(monkeypatch):
    monkeypatch.setattr(kernel_posterior, "BATCH", 512)
    monkeypatch.setattr(kernel_posterior, "PATH_BATCH", 64)
    monkeypatch.setattr(kernel_continuations.Continuations, "direct", False)
    cases = some_cases(3.0, n=9)
    sampler, states = LazySampler(cases, COMPLETE), list(product(range(3), repeat=3))
    expected = kernel_posterior.network_posterior(cases, COMPLETE).probability(states)[0]
    scores = []
    for seed in range(40):
        found = kernel_posterior.Draws(cases, [0, 1, 2], sampler).to_target(
            0.012, np.random.default_rng(seed)
        )
        probability, mcse = found.lookup(states)
        assert probability.sum() == pytest.approx(1.0)
        assert mcse.max() <= 0.012 and found.draws < 0.25 / 0.012**2
        scores.append((probability - expected) / mcse)
    again = kernel_posterior.Draws(cases, [0, 1, 2], sampler).to_target(
        0.012, np.random.default_rng(39)
    )
    assert np.array_equal(again.probability, found.probability)
    frequent = expected > 0.02
    assert frequent.sum() >= 4
    squares = np.mean(np.square(scores)[:, frequent], axis=0)
    assert squares.min() > 0.4 and squares.max() < 1.9
    assert np.abs(np.mean(scores, axis=0)[frequent]).max() < 4 / np.sqrt(40)


@pytest.mark.parametrize("code", [[0, 0], [2, 1], [3, 3]])
@pytest.mark.parametrize("parents", [[0, 1], [2, 0]])
def test_rivals_that_were_never_seen_are_below_or_above_the_leader_in_code(parents, code):
    cases = coded_cases([code], [3.0], [4, 4], 8.0)
    _, mean, error = lead(cases, parents, code, 1000, 6)
    expected = probability_leads([3.5, 0.5], 0, multiplicities=[1, 15])
    assert mean == pytest.approx(expected, abs=4 * error)


@pytest.mark.parametrize("turned", [False, True])
def test_observed_rivals_stray_on_both_measures_to_either_side(turned):
    # One on both; how much it lacks hangs on both, whichever of the two codes is larger.
    codes = np.array([[0, 1], [1, 0], [1, 1], [2, 0], [2, 1]])
    cases = coded_cases(2 - codes if turned else codes, [6.0, 3.0, 4.0, 4.0, 8.0], [3, 3], 1.0)
    _, mean, error = lead(cases, [2, 0], [1, 1], 4000, 1)
    assert mean == pytest.approx(exact_lead(cases, [1, 1]), abs=4 * error) and error < 0.003


def test_rivals_are_looked_for_in_every_part_of_a_batch_that_was_halved(monkeypatch):
    monkeypatch.setattr(kernel_lazy_argmax, "_MAX_FRONTIER", 0)  # down to single draws
    cases = coded_cases([[0, 0]], [4.0], [4, 4], 3.0)
    _, mean, error = lead(cases, [0, 1], [0, 0], 150, 6)
    expected = probability_leads([4 + 3 / 16, 3 / 16], 0, multiplicities=[1, 15])
    assert mean == pytest.approx(expected, abs=4 * error) and error < 0.01


@pytest.mark.parametrize("size", [1, 2, 3, 16, 17])
def test_there_are_as_many_draws_as_asked_for(size):
    sampler, rng = LazySampler(some_cases(3.0), CHAIN), np.random.default_rng(7)
    path = LeadingPath(sampler, LEADER)
    path.batch = sampler.batch = 16
    assert path.draw(size, rng).shape == (size,)
    assert sampler.draw(size, rng).shape == (size, 3)
    assert sampler.leads(LEADER, 1.0, size, rng) <= size


def test_nearly_complete_graph_of_many_states_is_fast_and_near_the_complete_one():
    rng = np.random.default_rng(2)
    codes = rng.integers(0, 24, (80, 6))
    codes[rng.random(80) < 0.06] = 0
    cases = coded_cases(codes, np.ones(80), [24] * 6, 8.0)
    arcs = list(combinations(range(6), 2))
    code = [0] * 6
    draws, mean, error = lead(cases, kernel_dags.parents_of(arcs, 6).tolist(), code, 2048, 1)
    assert mean == pytest.approx(exact_lead(cases, code), abs=4 * error)
    assert draws.var() < 0.2 * mean * (1 - mean)
