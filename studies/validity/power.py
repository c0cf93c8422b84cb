"""What each rule finds on the same tables, and what of it is wrong.

Ours by claim; the papers' rules (likelihood ratio with Holm, P >= 1 - alpha, the imprecise lower
bound), which ask for the most common of the 2^m statements, ties split; and two libraries that
look at one measure at a time: there "each" says that a pair is decided on every measure.
"""

from __future__ import annotations

import warnings
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import lru_cache
from io import StringIO
from itertools import product

import numpy as np
from cells import HIDDEN
from designs import Array, Latent, Shares, generator, outcome_codes, rope_for, truth
from family import ALPHA, CLAIMS, COMPARISON, Shown, shown_claims

from jointstats.kernels.joint.dirichlet import probability_largest
from jointstats.kernels.joint.glrt import exact_p_value
from jointstats.kernels.single.multiplicity import adjust_p_values

TABLES = 500
TABLES_OF_TIES = 2_000
TABLES_OF_LIBRARIES = {2: 100, 5: 25}  # by the number of algorithms: they are slow
DRAWS_OF_BAYCOMP = 1000
DATA_SETS = (10, 30, 60)
DATA_SETS_OF_TIES = (30, 60, 200)
DECIDED_BY = {
    "likelihood ratio, Holm": "glrt_test pairwise_tests",
    "P >= .95": "bayes_test pairwise_tests",
    "lower bound, s = 1": "bayes_test pairwise_tests",
}
"""The papers' rules, and the functions that decide by them."""
PAPERS = tuple(DECIDED_BY)
LIBRARIES = ("autorank, each measure", "baycomp, each measure")
ANY = "any claim"
AS_EQUAL = ', ties="equal"'
"""Of a rule: ties are practical equality; otherwise they count at worst."""


@dataclass(frozen=True)
class Scenario:
    """One truth, and the claims that it makes true of the first algorithm and the second."""

    design: Latent
    equal: bool = False


def _scenario(
    first: tuple[float, ...], l: int = 2, ties: float | tuple[float, ...] = 0.0
) -> Scenario:
    means = np.zeros((l, len(first)))
    means[0] = first
    return Scenario(Latent(means, 0.5, ties), bool(np.any(np.asarray(ties) > 0)))


SCENARIOS = {
    "no difference, 2 measures": _scenario((0.0, 0.0)),
    "better by .8 on both": _scenario((0.8, 0.8)),
    "better by .8 on all 3": _scenario((0.8, 0.8, 0.8)),
    "better by 1.5 on all 3": _scenario((1.5, 1.5, 1.5)),
    "better by .8 on one, equal on the other": _scenario((0.8, 0.0)),
    "as accurate (rope), faster by 1.5": _scenario((0.0, 1.5), ties=(0.9, 0.0)),
    "better by .8 on one, worse by .8 on the other": _scenario((0.8, -0.8)),
    "one of 5 better by 1 on both": _scenario((1.0, 1.0), l=5),
    "5 algorithms, no difference, 2 measures": _scenario((0.0, 0.0), l=5),
}


def power(name: str, n: int, libraries: bool) -> list[dict[str, float | str]]:
    """Rows of one scenario: by rule, the decisions a table makes, and tables with a wrong one."""
    scenario = SCENARIOS[name]
    design, rng = scenario.design, generator(f"{name} | n = {n}")
    results = design.results(rng, TABLES, n)
    outcomes = design.outcomes(results)
    known = truth(design.theta, design.m)
    found = shown_claims(outcomes, known, scenario.equal)
    rows = _claims(found) + _papers(outcomes, design.theta)
    if libraries:
        rows += _libraries(results[: TABLES_OF_LIBRARIES[len(design.means)]], design)
    return rows


def _claims(found: Shown, reading: str = "") -> list[dict[str, float | str]]:
    """A row of each claim, and one of any."""
    rows = [
        _row(claim + reading, COMPARISON, found.shown[..., i], found.false[..., i])
        for i, claim in enumerate(CLAIMS)
    ]
    some = found.shown.any(axis=-1), found.false.any(axis=-1)
    return [*rows, _row(ANY + reading, COMPARISON, *some)]


def _row(rule: str, function: str, decided: Array, false: Array) -> dict[str, float | str]:
    """Shares of pairs decided, and of tables with a wrong decision, from arrays (tables, P)."""
    return {
        "rule": rule,
        "function": function,
        "tables": len(decided),
        "decided": round(float(decided.sum() / len(decided)), 4),
        "wrong": int(false.any(axis=1).sum()),
    }


def hidden_ties(name: str, n: int) -> list[dict[str, float | str]]:
    """Rows as of `power`, where wrong is what a finer clock would show to be wrong."""
    shares, certain = HIDDEN[name]
    design, rng = Shares((shares,)), generator(f"{name} | n = {n}")
    outcomes = design.sample(rng, TABLES_OF_TIES, n)
    known = truth(design.true_theta, design.m)
    rows = _claims(shown_claims(outcomes, known, certain))
    rows += _claims(shown_claims(outcomes, known, certain=True), AS_EQUAL)
    return rows + _papers(outcomes, design.true_theta)


COSTS = {
    f"{pairs} pair{'s' * (pairs > 1)}, {100 * ties:.0f} % ties": (pairs, ties)
    for pairs in (1, 10)
    for ties in (0.0, 0.1, 0.2)
}
"""Independent pairs, in each A better by .8 on both measures, but for ties on the first."""


def cost_of_ties(name: str, n: int) -> list[dict[str, float | str]]:
    """Rows as of `power`, where all ties are truly equal: at worst, and as practical equality."""
    pairs, ties = COSTS[name]
    design, rng = Shares((_tied(ties),) * pairs), generator(f"{name} | n = {n}")
    outcomes = design.sample(rng, TABLES_OF_TIES, n)
    known = truth(design.true_theta, design.m)
    rows = _claims(shown_claims(outcomes, known, certain=False))
    rows += _claims(shown_claims(outcomes, known, certain=True), AS_EQUAL)
    return rows + _papers(outcomes, design.true_theta)


def _tied(ties: float) -> dict[str, float]:
    """Shares of outcomes: so many are ties on the first measure, whatever the second is."""
    theta = SCENARIOS["better by .8 on both"].design.theta[0]
    shares: dict[str, float] = {}
    for outcome, share in zip(product("+=-", repeat=2), theta, strict=True):
        for first, part in ((outcome[0], 1 - ties), ("=", ties)):
            spelled = first + outcome[1]
            shares[spelled] = shares.get(spelled, 0.0) + part * float(share)
    return shares


# --- The papers' rules ---------------------------------------------------------------------------


def _papers(outcomes: Array, theta: Array) -> list[dict[str, float | str]]:
    """Decisions of the papers' rules, where theta (P, 3^m) is the truth."""
    m = outcomes.shape[-1]
    spread = _split(m)
    codes = outcomes.astype(np.int64) @ 3 ** np.arange(m - 1, -1, -1)
    counts = np.stack([(codes == s).sum(axis=-1) for s in range(3**m)], axis=-1) @ spread
    theta = theta @ spread
    most_probable = theta >= theta.max(axis=1, keepdims=True) - 1e-9
    only = most_probable.sum(axis=1) == 1
    leader = counts.argmax(axis=-1)
    true = only & np.take_along_axis(most_probable[None], leader[..., None], axis=-1)[..., 0]
    two = np.sort(counts, axis=-1)[..., -2:]
    unique = two[..., 1] > two[..., 0]
    p = np.stack([adjust_p_values(row, "holm") for row in exact_p_value(two[..., 1], two[..., 0])])
    probability = _largest(counts + 1 / 2**m)
    lower = _largest(_raised(counts))
    decisions = (p <= ALPHA, probability >= 1 - ALPHA, lower >= 1 - ALPHA / 2)
    return [
        _row(rule, function, decided & unique, decided & unique & ~true)
        for (rule, function), decided in zip(DECIDED_BY.items(), decisions, strict=True)
    ]


@lru_cache
def _split(m: int) -> Array:
    """Share of each of 3^m outcomes that is each of 2^m statements, ties being split."""
    statements = np.array(list(product((0, 2), repeat=m)))
    agrees = (outcome_codes(m)[:, None] == statements) | (outcome_codes(m)[:, None] == 1)
    return agrees.all(axis=-1) / 2.0 ** (outcome_codes(m) == 1).sum(axis=1)[:, None]


def _raised(counts: Array) -> Array:
    """All mass of the imprecise prior, s = 1, on the most frequent rival."""
    raised = np.sort(counts, axis=-1)
    raised[..., -2] += 1.0
    return raised


def _largest(parameters: Array) -> Array:
    """Probability that the most frequent statement, last once sorted, is the most probable."""
    flat = np.sort(parameters, axis=-1).reshape(-1, parameters.shape[-1])
    kinds, which = np.unique(flat.round(9), axis=0, return_inverse=True)
    probabilities = np.array([probability_largest(kind)[-1] for kind in kinds])
    return probabilities[which].reshape(parameters.shape[:-1])


# --- Libraries -----------------------------------------------------------------------------------


def _libraries(results: Array, design: Latent) -> list[dict[str, float | str]]:
    """Who is better on each measure, 1 or -1, by each library; (tables, P, m) throughout."""
    first, second = design.pairs
    differ = np.sign(np.round(design.means[first] - design.means[second], 9))
    rows = []
    for rule, decide in zip(LIBRARIES, (_autorank, _baycomp), strict=True):
        found = np.stack([
            np.stack([decide(table[..., k], design, k) for k in range(design.m)], axis=-1)
            for table in results
        ])  # fmt: skip
        side = found[..., 0]
        each = (found == side[..., None]).all(axis=-1) & (side != 0)
        rows.append(_row(rule, "", each, each & (found != differ).any(axis=-1)))
        some = (found != 0).any(axis=-1)
        wrong = ((found != 0) & (found != differ)).any(axis=-1)
        rows.append(_row(rule.replace("each", "any"), "", some, wrong))
    return rows


def _autorank(values: Array, design: Latent, measure: int) -> Array:
    import pandas as pd
    from autorank import autorank

    frame = pd.DataFrame(values.T, columns=[f"a{i}" for i in range(len(values))])
    with warnings.catch_warnings(), redirect_stdout(StringIO()):  # it prints whatever it finds
        warnings.simplefilter("ignore")
        found = autorank(frame, alpha=ALPHA)
    table = found.rankdf.loc[list(frame.columns)]
    first, second = design.pairs
    rank = table["meanrank"].to_numpy()
    if not found.pvalue < ALPHA:
        return np.zeros(first.size)
    centre = table["mean" if found.all_normal else "median"].to_numpy()
    if len(values) == 2:
        return np.sign(centre[first] - centre[second])
    if found.cd is not None:
        return np.sign(rank[second] - rank[first]) * (np.abs(rank[first] - rank[second]) > found.cd)
    low, high = table["ci_lower"].to_numpy(), table["ci_upper"].to_numpy()
    return (low[first] > high[second]).astype(int) - (low[second] > high[first])


def _baycomp(values: Array, design: Latent, measure: int) -> Array:
    import baycomp

    rope = float(np.broadcast_to(rope_for(design.ties), (design.m,))[measure])
    first, second = design.pairs
    found = np.zeros(first.size)
    for pair, (i, j) in enumerate(zip(first, second, strict=True)):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            probabilities = baycomp.SignedRankTest.probs(
                values[i], values[j], rope=rope, nsamples=DRAWS_OF_BAYCOMP, random_state=pair
            )
        found[pair] = int(probabilities[0] >= 1 - ALPHA) - int(probabilities[-1] >= 1 - ALPHA)
    return found
