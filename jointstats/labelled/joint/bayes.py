"""The Bayesian multinomial–Dirichlet test of dominance statements."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from jointstats.kernels.joint import dirichlet, shares
from jointstats.labelled import options, wording
from jointstats.labelled.errors import (
    AlgorithmError,
    JointStatsWarning,
    PriorSensitivityWarning,
)
from jointstats.labelled.joint.counting import statement_counts
from jointstats.labelled.joint.counts import LEAD_TOLERANCE, StatementCounts
from jointstats.labelled.joint.prior import Prior, prior_of
from jointstats.labelled.joint.result import (
    MOST_LISTED,
    JointResult,
    Share,
    dependable_lead,
    facts,
    leaders,
)
from jointstats.labelled.result import warn

LEVEL = 0.95  # of the intervals
SENSITIVITY_STRENGTH = 2.0  # Walley's more cautious choice
DECISION_LOST = "The decision depends on the prior"
SENSITIVITY_LIMIT = 0.1  # a probability that can fall by more is the prior's doing


@dataclass(frozen=True, kw_only=True, repr=False)
class BayesResult(JointResult):
    """Outcome of :func:`jointstats.bayes_test`.

    Each entry of ``statements`` adds to :class:`JointResult`: ``share``, ``share_low``,
    ``share_high`` (expected share of data sets and its credible interval) and, with the imprecise
    prior, ``probability_lower`` and ``probability_upper``.

    Attributes
    ----------
    prior : dict
        ``name`` and ``strength`` (total mass).
    probability : float or None
        That of ``best``: P(it is the most probable statement | data); None if several lead.
    probability_lower : float or None
        Its lower bound over the imprecise prior of strength 2 (or the given one).
    lead : dict
        ``delta`` and ``probability`` P(θ₁ − θ₂ > delta) of the first two statements, and their
        expected ``difference``.
    share : Share or None
        Expected share of data sets that show ``best``.

    Others as in :class:`JointResult`.
    """

    test: ClassVar[str] = "bayes"

    prior: dict[str, Any]
    probability: float | None
    probability_lower: float | None
    lead: dict[str, float]
    share: Share | None


def bayes_test(
    table: Any,
    *,
    question: str = "orderings",
    control: Any = None,
    on: Sequence[Any] | None = None,
    prior: Any = "symmetric",
    prior_strength: float | None = None,
    alpha: float = 0.05,
    delta: float = 0.05,
    **roles: Any,
) -> BayesResult:
    """Probability that each dominance statement is the most probable one.

    Parameters
    ----------
    table : ResultsTable, StatementCounts, DataFrame, or dict of matrices
        The results, or their statement counts.
    question : {"orderings", "best", "control"}, default "orderings"
        What a statement says of each measure: the complete ordering, which algorithm is best, or
        whether the control is best.
    control : str, optional
        The control algorithm, for ``question="control"``.
    on : sequence of str, optional
        Only these measures.
    prior : {"symmetric", "jeffreys", "uniform", "imprecise"} or sequence of float
        Mass s/K on each of the K orderings (the default, with s = 1: the papers'); ½ or 1 on
        each; bounds over all priors of mass s (Walley 1996); or a mass for every statement in
        code order.
    prior_strength : float, default 1
        Total mass s of the symmetric and the imprecise prior.
    alpha : float, default 0.05
        The test decides if the probability (its lower bound, if imprecise) is at least 1 − alpha.
    delta : float, default 0.05
        Practical lead: a difference of shares that would matter.
    **roles
        Keywords of :func:`jointstats.results_table`, if `table` is a data frame.

    Returns
    -------
    BayesResult

    Warns
    -----
    PriorSensitivityWarning
        If the probability could fall by more than 0.1 under another prior of mass 2, or below
        the level that decides.

    Raises
    ------
    JointStatsError
        For invalid input or options.

    Notes
    -----
    Section 4 of Benavoli & de Campos (2016). The posterior is Dirichlet; the probability that θ_i
    is the largest is computed by quadrature, exact to about 1e-12, not by sampling.

    Examples
    --------
    >>> import jointstats as js
    >>> result = js.bayes_test(js.load_dataset("example1"))
    >>> [round(row["probability"], 10) for row in result.statements]
    [0.7982135872, 0.1375000918, 0.0519229861, 0.0123633349]
    """
    alpha = options.level(alpha)
    delta = options.number("delta", delta, 0, 1, open_high=True)
    counts = statement_counts(table, question=question, control=control, on=on, **roles)
    if counts.n_states < 2:
        raise AlgorithmError("Only one statement is possible: there is nothing to test.")
    mass = prior_of(counts, prior, prior_strength)
    posterior = _Posterior(counts, mass)
    lead = posterior.leaders()
    outweighed = posterior.unseen_leads()
    best = int(lead[0]) if len(lead) == 1 and not outweighed else None
    lower = None if best is None else posterior.lower_bound(best)
    listed = posterior.sequence()[:MOST_LISTED]
    decisive = None
    if best is not None:
        decisive = lower if mass.name == "imprecise" else posterior.probability[best]
    decided = decisive is not None and decisive >= 1 - alpha
    lead_facts = posterior.lead(delta)
    share = None if best is None else posterior.share(best)
    return BayesResult(
        **facts(counts),
        call={"function": "bayes_test", "question": question, "control": control, "on": on,
              "prior": prior, "prior_strength": prior_strength, "alpha": alpha, "delta": delta},
        warnings=warn(_cautions(posterior, best, lower, alpha)),
        verdict=_verdict(posterior, best, decisive, decided, alpha, share, lead_facts),
        statements=posterior.rows(listed),
        unobserved=posterior.unobserved(listed),
        best=None if best is None else counts.order(counts.codes[best]),
        tied_best=[counts.order(counts.codes[i]) for i in lead[:MOST_LISTED]]
        if best is None and not outweighed
        else [],
        decided=bool(decided),
        alpha=alpha,
        method="exact",
        prior=mass.to_dict(),
        probability=None if best is None else float(posterior.probability[best]),
        probability_lower=lower,
        lead=lead_facts,
        share=share,
    )  # fmt: skip


class _Posterior:
    """Dirichlet posterior of the statements seen, and of the groups of those that were not."""

    def __init__(self, counts: StatementCounts, prior: Prior) -> None:
        self.counts, self.prior = counts, prior
        self.parameters = counts.weights + prior.observed
        self.total = float(counts.weights.sum()) + prior.strength
        seen = len(counts.weights)
        groups = dirichlet.probability_largest(
            np.concatenate([self.parameters, prior.unobserved_mass]),
            np.concatenate([np.ones(seen), prior.unobserved_number]),
            diffuse_mass=prior.diffuse_mass,
        )
        self.probability = groups[:seen]
        self.probability_unseen = float(groups[seen:].sum())

    def leaders(self) -> np.ndarray:
        return leaders(self.parameters)

    def unseen_leads(self) -> bool:
        """Whether the prior alone makes a statement never seen as probable as the leader."""
        most = self.prior.unobserved_mass.max(initial=0.0)
        return bool(most >= self.parameters.max() - LEAD_TOLERANCE)

    def sequence(self) -> np.ndarray:
        """Most probable first; equal ones in code order."""
        return np.lexsort((-self.parameters, -self.probability))

    def share(self, i: int) -> Share:
        a = self.parameters[i]
        low, high = shares.share_interval(a, self.total, LEVEL)
        return Share(float(shares.share_mean(a, self.total)), float(low), float(high), LEVEL)

    def rows(self, listed: np.ndarray) -> list[dict[str, Any]]:
        distinct, back = np.unique(self.parameters[listed], return_inverse=True)
        low, high = (end[back] for end in shares.share_interval(distinct, self.total, LEVEL))
        mean = shares.share_mean(self.parameters[listed], self.total)
        rows = [
            {
                "order": self.counts.order(self.counts.codes[i]),
                "count": float(self.counts.weights[i]),
                "probability": float(self.probability[i]),
                "mcse": 0.0,
                "share": float(mean[k]),
                "share_low": float(low[k]),
                "share_high": float(high[k]),
            }
            for k, i in enumerate(listed.tolist())
        ]
        if self.prior.name == "imprecise":
            lower, upper = dirichlet.imprecise_bounds(
                self.counts.weights, self.counts.n_states, self.prior.strength
            )
            for row, i in zip(rows, listed.tolist(), strict=True):
                row |= {
                    "probability_lower": float(lower[i]),
                    "probability_upper": float(upper[i]),
                }
        return rows

    def unobserved(self, listed: np.ndarray) -> dict[str, Any]:
        unlisted = np.delete(self.probability, listed)
        return {
            "states": self.counts.n_states - len(listed),
            "probability": self.probability_unseen + float(unlisted.sum()),
        }

    def lower_bound(self, i: int) -> float:
        """IDM lower probability: all prior mass on the most frequent other statement (or a new)."""
        strength = self.prior.strength if self.prior.name == "imprecise" else SENSITIVITY_STRENGTH
        rivals = np.delete(self.counts.weights, i)
        if len(rivals) == 0:
            rivals = np.zeros(1)
        rivals = rivals.copy()
        rivals[int(rivals.argmax())] += strength
        largest = dirichlet.probability_largest(np.append(rivals, self.counts.weights[i]))
        return float(largest[-1])

    def lead(self, delta: float) -> dict[str, float]:
        """Practical lead of the first statement over the second, seen or not."""
        number = np.minimum(self.prior.unobserved_number, 2).astype(int)
        rest = np.repeat(self.prior.unobserved_mass, number)
        ranked = np.sort(np.concatenate([self.parameters, rest, [0.0]]))[::-1]
        first, second = float(ranked[0]), float(ranked[1])
        return {
            "delta": delta,
            "probability": float(shares.probability_lead(first, second, self.total, delta)),
            "difference": (first - second) / self.total,
        }


def _cautions(
    posterior: _Posterior, best: int | None, lower: float | None, alpha: float
) -> list[tuple[type[Warning], str]]:
    found: list[tuple[type[Warning], str]] = []
    counts, prior = posterior.counts, posterior.prior
    if prior.strength > counts.n and prior.name != "imprecise":
        found.append(
            (
                PriorSensitivityWarning,
                f"The prior's mass ({wording.significant(prior.strength)}) exceeds the number of "
                f"data sets ({wording.count(counts.n)}): the answer is mostly the prior's. The "
                "symmetric prior has mass 1.",
            )
        )
    elif best is not None and lower is not None and prior.name != "imprecise":
        p = float(posterior.probability[best])
        if p >= 1 - alpha > lower:
            found.append(
                (
                    PriorSensitivityWarning,
                    f"{DECISION_LOST} (opinion before the data): the least favourable one worth "
                    f"{SENSITIVITY_STRENGTH:g} data sets gives {wording.probability(lower)} "
                    f"instead of {wording.probability(p)}, below {1 - alpha:g}, and would undo it. "
                    "More data sets would settle it.",
                )
            )
        elif p - lower > SENSITIVITY_LIMIT:
            found.append(
                (
                    PriorSensitivityWarning,
                    "The probability depends on the prior (opinion before the data): "
                    f"{wording.probability(p)} here, as low as {wording.probability(lower)} with "
                    f"another prior worth {SENSITIVITY_STRENGTH:g} data sets. More data sets would "
                    "settle it.",
                )
            )
    if counts.n_tied:
        found.append(
            (
                JointStatsWarning,
                f"{wording.have(counts.n_tied, counts.n, 'ties')}: each is "
                "shared among all the statements that it does not contradict.",
            )
        )
    return found


def _verdict(
    posterior: _Posterior,
    best: int | None,
    decisive: float | None,
    decided: bool,
    alpha: float,
    share: Share | None,
    lead: dict[str, float],
) -> str:
    counts = posterior.counts
    if posterior.unseen_leads():
        return (
            "Not decided: the prior outweighs the data, because a statement that no data set shows "
            "is at least as probable as any that was seen."
        )
    if best is None or decisive is None or share is None:
        return f"Not decided: {dependable_lead(counts)}."
    said = wording.cell(counts.order(counts.codes[best]), counts.question, counts.control)
    p = wording.probability(decisive)
    kind = "lower probability" if posterior.prior.name == "imprecise" else "probability"
    shown = (
        f"expected on {share}; it leads the next statement by more than "
        f"{100 * lead['delta']:g} percentage points with probability "
        f"{wording.probability(lead['probability'])}"
    )
    if decided:
        return f"Decided: {said} ({kind} {p} of being the most probable statement); {shown}."
    return (
        f'Not decided: "{said}" leads, but is the most probable statement with {kind} {p} only, '
        f"below {1 - alpha:g}; {shown}."
    )
