"""Better on each measure separately: an intersection–union test (Berger 1982)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from jointstats.kernels.joint.claim_tests import tail_at_least
from jointstats.kernels.joint.families import flip_test
from jointstats.kernels.joint.ladder import each_p_value
from jointstats.kernels.joint.majority import MOST_MASS, probability_of_majorities
from jointstats.kernels.joint.outcomes import BETTER, EQUAL, WORSE, outcomes
from jointstats.kernels.messages import Function, Option, asked
from jointstats.labelled import wording
from jointstats.labelled.errors import AlgorithmError, Caution, OptionError
from jointstats.labelled.joint.counting import statement_counts
from jointstats.labelled.joint.counts import StatementCounts
from jointstats.labelled.joint.each_result import EachMeasure, EachResult
from jointstats.labelled.single.families import worth_of_pairs
from jointstats.labelled.table.families import Families
from jointstats.labelled.table.intake import as_table
from jointstats.labelled.table.results_table import ResultsTable

EACH = Option("question", "each")


@dataclass(frozen=True)
class Majorities:
    """Who is better on how many data sets, measure by measure.

    Attributes
    ----------
    source : ResultsTable or StatementCounts
    wins, losses : ndarray, shape (m,)
        Of the first algorithm.
    seen : ndarray of int, shape (R, m)
        The outcomes, from the first algorithm's view.
    weights : ndarray, shape (R,)
        How many data sets show each; empty if ties of counts hide it.
    ties : dict
        Measure to the number of data sets tied on it.
    n_tied : int
    clusters : ndarray of int, shape (n,), optional
        Family of every data set, if some family has two.
    families : Families, optional
        What they are worth.
    """

    source: ResultsTable | StatementCounts
    wins: np.ndarray
    losses: np.ndarray
    seen: np.ndarray
    weights: np.ndarray
    ties: dict[str, int]
    n_tied: int
    clusters: np.ndarray | None = None
    families: Families | None = None

    def one_sided(self, won: int) -> np.ndarray:
        """p-value of each measure that this code is shown on most data sets."""
        if self.clusters is None:
            found = self.wins if won == BETTER else self.losses
            return tail_at_least(found, float(self.source.n))
        ahead = np.where(self.seen == won, 1.0, -1.0)
        p = np.ones(ahead.shape[1])
        for k, column in enumerate(ahead.T):
            differences = np.bincount(self.clusters, column)
            if differences.sum() > 0:
                p[k] = flip_test(differences).p_value / 2
        return p


def majorities(table: Any, control: Any, on: Any, roles: Mapping[str, Any]) -> Majorities:
    """Count who is better on each measure, of exactly two algorithms."""
    if control is not None:
        raise OptionError(asked("control"), " goes with ", Option("question", "control"), ".")
    given = isinstance(table, StatementCounts)
    source = (
        statement_counts(table, on=on, **roles)
        if given
        else as_table(table, on=on, families_fit=True, **roles)
    )
    if len(source.algorithms) != 2:
        raise AlgorithmError(
            EACH,
            f" compares two algorithms, not {len(source.algorithms)}: name two (",
            asked("only"),
            "), or use ",
            Function("pairwise_tests"),
            ".",
        )
    return _of_counts(source) if isinstance(source, StatementCounts) else _of_table(source)


def _of_table(table: ResultsTable) -> Majorities:
    seen = outcomes(table.oriented(), np.ones(len(table.measures)), table.rope_widths)
    tied = seen == EQUAL
    clusters = families = None
    if table.in_families:
        clusters = table.clusters
        a, b = table.algorithms
        families = worth_of_pairs(table, [(a, b)])
    return Majorities(
        table,
        (seen == BETTER).sum(axis=0).astype(float),
        (seen == WORSE).sum(axis=0).astype(float),
        seen,
        np.ones(len(seen)),
        dict(zip(table.measures, tied.sum(axis=0).tolist(), strict=True)),
        int(tied.any(axis=1).sum()),
        clusters,
        families,
    )


def _of_counts(counts: StatementCounts) -> Majorities:
    """A split tie is half a data set for either algorithm, on its measure."""
    if counts.question != "orderings":
        raise OptionError(EACH, " needs the counts of complete orderings.")
    if counts.in_families is not None:
        raise OptionError(
            EACH, " needs the results, not their counts, where data sets come in families."
        )
    ties = {measure: counts.ties.get(measure, 0) for measure in counts.measures}
    half = np.array(list(ties.values())) / 2
    seen = np.where(counts.codes == 0, BETTER, WORSE)
    wins = counts.weights @ (seen == BETTER) - half
    return Majorities(
        counts,
        wins,
        counts.n - 2 * half - wins,
        seen,
        np.zeros(0) if counts.n_tied else counts.weights,
        ties,
        counts.n_tied,
    )


def better_on_each(found: Majorities, *, alpha: float, prior_strength: float | None) -> EachResult:
    """What the tests say of each measure; with a prior, also how probable the majorities are.

    Parameters
    ----------
    found : Majorities
    alpha : float
    prior_strength : float or None
        Mass of the Bayesian test's symmetric prior; None for the likelihood-ratio test.
    """
    source, n = found.source, float(found.source.n)
    fewest = (float(found.wins.min()), float(found.losses.min()))
    turned = fewest[1] > fewest[0]
    wins, losses = (found.losses, found.wins) if turned else (found.wins, found.losses)
    leader = None if fewest[0] == fewest[1] else source.algorithms[int(turned)]
    p_value = float(each_p_value(found.wins, found.losses, n))
    alone = found.one_sided(WORSE if turned else BETTER)
    if found.families is not None:
        p_value = 1.0 if leader is None else min(1.0, 2 * float(alone.max()))
    rows = tuple(
        EachMeasure(
            measure=measure,
            wins=float(won),
            ties=max(n - float(won + lost), 0.0),
            losses=float(lost),
            p_value=float(p),
        )
        for measure, won, lost, p in zip(source.measures, wins, losses, alone, strict=True)
    )
    probability = mcse = None
    cautions = () if found.families is None else found.families.too_few(alpha)
    if prior_strength is not None and found.families is not None:
        cautions += (
            Caution("The probability of the majorities is not known for families of data sets."),
        )
    elif prior_strength is not None and leader is not None:
        probability, mcse = _probability(found, WORSE if turned else BETTER, prior_strength)
    decided = p_value <= alpha and leader is not None
    return EachResult(
        algorithms=source.algorithms,
        measures=source.measures,
        n=source.n,  # type: ignore[arg-type]
        n_dropped=source.n_dropped,
        warnings=cautions,
        verdict=_verdict(
            source.algorithms, leader, rows, wording.of_flips(found.families is not None), p_value,
            alpha, n, probability, mcse,
        ),
        by="glrt" if prior_strength is None else "bayes",
        by_measure=rows,
        leader=leader,
        decided=decided,
        winner=leader if decided else None,
        p_value=p_value,
        probability=probability,
        mcse=mcse,
        prior_strength=prior_strength,
        alpha=alpha,
        n_tied=found.n_tied,
        ties=found.ties,
        rope=source.rope,
        dropped=source.dropped,
        n_failed=source.n_failed,
        families=found.families,
    )  # fmt: skip


def _probability(found: Majorities, won: int, strength: float) -> tuple[float, float]:
    """The leader's majorities; a measure has a third state where ties occur, or could."""
    if not found.weights.size:
        raise OptionError(
            EACH,
            " needs the results for a probability: counts no longer know which data sets tied.",
        )
    if strength > MOST_MASS:
        raise OptionError(
            Option("prior_strength"), f" must be at most {MOST_MASS:g} with ", EACH, "."
        )
    rope = found.source.rope
    three = [found.ties[name] > 0 or rope.get(name, 0.0) > 0 for name in found.source.measures]
    share = np.where(three, 1 / 3, 1 / 2)
    return probability_of_majorities(found.seen == won, found.weights, share, strength)


def _verdict(
    algorithms: tuple[str, ...],
    leader: str | None,
    rows: tuple[EachMeasure, ...],
    exact: str,
    p: float,
    alpha: float,
    n: float,
    probability: float | None,
    mcse: float | None,
) -> str:
    if leader is None:
        a, b = algorithms
        return (
            f"Not shown: neither {a} nor {b} is nearer to a majority on each measure "
            f"({exact} p {wording.p_value(p)})."
        )
    other = algorithms[1] if leader == algorithms[0] else algorithms[0]
    weakest = min(rows, key=lambda row: row.wins)
    few = "fewest" if len(rows) > 1 else "better"
    where = (
        f"{few} on {weakest.measure}: {wording.seen(weakest.wins, n)}; {exact} p "
        f"{wording.p_value(p)}, {'at most' if p <= alpha else 'above'} {alpha:g}"
    )
    if probability is not None:
        where += f"; probability {wording.probability(probability, mcse or 0.0)}"
    each = "each measure" if len(rows) > 1 else weakest.measure
    if p <= alpha:
        return f"Shown: {leader} is better than {other} on {each}, on most data sets ({where})."
    return f"Not shown: {leader} is better than {other} on {each}, on most data sets ({where})."
