"""How strongly each joint test claims that one statement is the most probable, and who decides.

The tests on arrays of counts of listed statements, many cases in one call, for studies and
planning. The labelled tests give the same numbers, one case at a time.

When the probability of the leading statement decides.

``"probability"``, the papers' rule: P >= 1 - alpha. Between two equally probable statements it
errs more often than alpha, .25 of the time with three data sets: a prior of mass s/K on each of K
statements expects one of them to be frequent.

``"lower"``: the lower bound over all priors of mass 1 (Walley's imprecise Dirichlet model: all of
it on the strongest rival) is at least 1 - alpha/2. With n_a data sets for the leader and n_b for
that rival, the leader is behind it with probability I_1/2(n_a, n_b + 1), half the exact p-value;
being behind any is at least as probable. So

    1 - lower >= I_1/2(n_a, n_b + 1) = p/2,

and a decision implies an exact p of at most alpha, for any number of statements, any sample size
and any prior of the probability itself. More mass only lowers the bound.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import ArrayLike

from jointstats.evidence import glrt
from jointstats.evidence.arrays import Array, Ints
from jointstats.evidence.counts import numbers_of
from jointstats.evidence.dirichlet import probabilities_largest, probability_largest
from jointstats.evidence.tails import probability_exceeds
from jointstats.network import kernel_average as averages
from jointstats.network.kernel_bdeu import CodedCases, coded_cases, set_scores
from jointstats.network.kernel_best_dag import best_dag, default_ess, parent_limit
from jointstats.network.kernel_dags import class_weights
from jointstats.network.kernel_posterior import NetworkPosterior, network_posterior

LOWER_MASS = 1.0  # the least with which a lower bound of 1 - alpha/2 implies an exact p <= alpha


def from_where(rule: str | None, alpha: float) -> float:
    """The probability, or its lower bound, from which a rule decides at this level.

    Examples
    --------
    >>> from_where("lower", 0.05), from_where("probability", 0.05)
    (0.975, 0.95)
    """
    return 1 - (alpha / 2 if rule == "lower" else alpha)


def lower_probability(leader: float, rivals: ArrayLike, strength: float = LOWER_MASS) -> float:
    """Probability of being the most probable with all prior mass on the strongest rival.

    Parameters
    ----------
    leader : float
        Count of the statement asked about.
    rivals : array_like, shape (R,)
        Counts of the others; none: a statement never seen is the rival.
    strength : float, default 1
        The prior's mass.

    Examples
    --------
    Five of five: the rival keeps one half to the fifth.

    >>> lower_probability(5, [])
    0.96875
    """
    others = np.asarray(rivals, dtype=float)[None]
    return float(lower_probabilities(np.array([leader], dtype=float), others, strength)[0])


def lower_probabilities(leaders: Array, rivals: Array, strength: float = LOWER_MASS) -> Array:
    """The same of many leading statements.

    Parameters
    ----------
    leaders : ndarray, shape (P,)
    rivals : ndarray, shape (P, R)
        Zeros fill shorter rows.
    strength : float, default 1
    """
    counts = np.hstack([rivals, np.zeros((len(rivals), 1))])
    rows, strongest = np.arange(len(counts)), counts.argmax(axis=1)
    favoured = counts[rows, strongest] + strength
    counts[rows, strongest] = 0.0
    lower = probability_exceeds(leaders, favoured)
    more = counts.any(axis=1)
    parameters = np.column_stack([counts, favoured, leaders])[more]
    lower[more] = probabilities_largest(parameters, np.ones(parameters.shape))[:, -1]
    return lower


TESTS: Final = ("glrt", "bayes", "network", "network_average")
_FEW_GRAPHS = 3  # up to so many measures every class of graphs is worked out on its own
_FEW_STATES = 4096  # … and beyond so many statements, because they cannot all be listed


@dataclass(frozen=True)
class Options:
    """What the tests assume.

    Attributes
    ----------
    prior_strength : float, default 1
        Total mass of the Bayesian test's symmetric prior.
    ess : float or "auto"
        Equivalent sample size of the networks' prior; ``"auto"``: as
        :func:`jointstats.network.kernel_best_dag.default_ess` says.
    max_parents : int, None or "auto"
        Limit on the number of parents in a network; ``"auto"``: as
        :func:`jointstats.network.kernel_best_dag.default_parent_limit` says.
    draws : int, default 1000
        Posterior draws of a network test, where it is not exact.
    rule : str, default "lower"
        What decides in the Bayesian test: one of
        ``"lower"`` or ``"probability"``.
    """

    prior_strength: float = 1.0
    ess: float | Literal["auto"] = 1.0
    max_parents: int | Literal["auto"] | None = None
    draws: int = 1000
    rule: str = "lower"


@dataclass(frozen=True)
class Claims:
    """What a test says of C cases.

    Attributes
    ----------
    winner : (C,) int64 array
        Number of the statement that it names; -1 where several lead equally.
    score : (C,) float array
        For a ROC curve: −2 ln λ (GLRT), or the probability that the winner is the most probable
        statement.
    p_error : (C,) float array
        What is compared with the level of the test: the exact p-value; twice what the lower
        bound of the Bayesian test leaves to others, never less than that p-value; or one minus
        the probability, which is the papers' rule, and that of the networks.
    """

    winner: Ints
    score: Array
    p_error: Array


def child_generator(seed: int, *key: int) -> np.random.Generator:
    """The generator of one piece of work: the same however the work is shared out.

    Examples
    --------
    >>> float(child_generator(1, 5, 0).random()) == float(child_generator(1, 5, 0).random())
    True
    >>> float(child_generator(1, 5, 0).random()) == float(child_generator(1, 5, 1).random())
    False
    """
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=key))


def claims(
    test: str,
    counts: Ints,
    codes: Ints,
    states: Sequence[int],
    options: Options,
    seed: int = 0,
    first: tuple[int, ...] = (0,),
) -> Claims:
    """Run a test on many cases.

    Parameters
    ----------
    test : {"glrt", "bayes", "network", "network_average"}
    counts : (C, R) array
        Counts of the listed statements, a row per case; no other statement occurs.
    codes : (R, m) array
        Codes per measure of the statements.
    states : sequence of int, length m
        Number of codes of each measure: K = their product is the number of statements.
    options : Options
    seed : int
        Seed of random draws.
    first : tuple of int
        The first case's key among the children of the seed; the last number counts on.

    Returns
    -------
    Claims

    Examples
    --------
    The paper's Example 1:

    >>> codes = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
    >>> found = claims("bayes", np.array([[1, 2, 3, 6]]), codes, (2, 2), Options())
    >>> int(found.winner[0]), float(found.score[0].round(10))
    (3, 0.7982135872)
    """
    winner, n_a, n_b = leaders(counts)
    if test == "glrt":
        return Claims(winner, glrt.log_likelihood_ratio(n_a, n_b), glrt.exact_p_value(n_a, n_b))
    if test == "bayes":
        probability = _bayes(counts, math.prod(states), options.prior_strength)
        return Claims(winner, probability, _bayes_error(counts, probability, options.rule))
    run = _network if test == "network" else _network_average
    results = []
    for case, row in enumerate(counts):
        ess = default_ess(row.sum(), states) if options.ess == "auto" else options.ess
        cases = coded_cases(codes[row > 0], row[row > 0], np.array(states), ess)
        rng = child_generator(seed, *first[:-1], first[-1] + case)
        results.append(run(cases, options, rng))
    probability = np.array([p for _, p in results])
    return Claims(np.array([state for state, _ in results]), probability, 1 - probability)


def leaders(counts: Ints) -> tuple[Ints, Array, Array]:
    """The most frequent statement of each case (-1 if several are), its count, and the next."""
    if counts.shape[1] == 1:
        return (
            np.zeros(len(counts), dtype=np.int64),
            counts[:, 0].astype(np.float64),
            np.zeros(len(counts)),
        )
    last_two = np.partition(counts, -2, axis=1)[:, -2:].astype(np.float64)
    winner = np.where(last_two[:, 0] == last_two[:, 1], -1, counts.argmax(axis=1))
    return winner, last_two[:, 1], last_two[:, 0]


def _bayes_error(counts: Ints, probability: Array, rule: str) -> Array:
    """What the rule compares with the level."""
    if rule == "probability":
        return 1 - probability
    kinds, case = np.unique(np.sort(counts, axis=1), axis=0, return_inverse=True)
    rivals, leader = kinds[:, :-1].astype(float), kinds[:, -1].astype(float)
    lower = lower_probabilities(leader, rivals)
    return np.minimum(2 * (1 - lower), 1.0)[np.ravel(case)]


def _bayes(counts: Ints, n_states: int, strength: float) -> Array:
    """Probability that the leading statement is the most probable one."""
    share = strength / n_states
    unlisted = n_states - counts.shape[1]
    if counts.shape[1] == 2 and not unlisted:
        _, n_a, n_b = leaders(counts)
        return probability_exceeds(n_a + share, n_b + share)
    # The names of the statements do not matter: cases with the same counts, sorted, are one.
    kinds, case = np.unique(np.sort(counts, axis=1), axis=0, return_inverse=True)
    probability = np.empty(len(kinds))
    for i, kind in enumerate(kinds):
        distinct, times = np.unique(kind, return_counts=True)
        groups = probability_largest(
            np.append(distinct + share, share), np.append(times, unlisted).astype(float)
        )
        probability[i] = groups[-2] / times[-1]
    return probability[np.ravel(case)]


def _network(cases: CodedCases, options: Options, rng: np.random.Generator) -> tuple[int, float]:
    graph, _ = best_dag(set_scores(cases), parent_limit(options.max_parents, cases))
    posterior = network_posterior(cases, graph, target_mcse=_target(options.draws), rng=rng)
    return _leading(posterior, cases)


def _network_average(
    cases: CodedCases, options: Options, rng: np.random.Generator
) -> tuple[int, float]:
    limit = parent_limit(options.max_parents, cases)
    if cases.m <= _FEW_GRAPHS or np.prod(cases.states) > _FEW_STATES:
        classes = class_weights(set_scores(cases), limit, draws=options.draws, rng=rng)
        average = averages.average_posterior(
            cases, classes, target_mcse=_target(options.draws), rng=rng
        )
        return _leading(average, cases)
    drawn = averages.draw_most_probable(cases, limit, options.draws, rng)
    state, times = np.unique(drawn, return_counts=True)
    top = int(times.argmax())
    return int(state[top]), float(times[top] / options.draws)


def _target(draws: int) -> float:
    """The standard error that this number of draws guarantees for any probability."""
    return 0.5 / float(np.sqrt(draws))


def _leading(
    posterior: NetworkPosterior | averages.AveragePosterior, cases: CodedCases
) -> tuple[int, float]:
    """Number and probability of the most probable statement."""
    best = posterior.most_probable(1)
    number = numbers_of(best[0], [int(r) for r in cases.states])
    return int(number), float(posterior.probability(best)[0][0])
