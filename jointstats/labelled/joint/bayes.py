"""The Bayesian multinomial–Dirichlet test of dominance statements."""

from __future__ import annotations

from typing import Any

import numpy as np

from jointstats.kernels.joint import dirichlet, shares
from jointstats.labelled import wording
from jointstats.labelled.declare import declare
from jointstats.labelled.errors import (
    AlgorithmError,
    Caution,
    DecisionLostWarning,
    PriorSensitivityWarning,
)
from jointstats.labelled.joint.bayes_result import BayesResult, BayesStatement
from jointstats.labelled.joint.counting import statement_counts
from jointstats.labelled.joint.counts import LEAD_TOLERANCE, StatementCounts
from jointstats.labelled.joint.prior import Prior, PriorChoice, prior_of
from jointstats.labelled.joint.result import (
    MOST_LISTED,
    Lead,
    Share,
    Unobserved,
    dependable_lead,
    facts,
    leaders,
)
from jointstats.labelled.joint.ties import split_cautions
from jointstats.labelled.kinds import (
    Algorithm,
    Alpha,
    Coverage,
    Delta,
    Measures,
    OptionalMass,
    Question,
    Ties,
)

SENSITIVITY_STRENGTH = 2.0  # Walley's more cautious choice
SENSITIVITY_LIMIT = 0.1  # a probability that can fall by more is the prior's doing


@declare(
    "Bayesian test",
    family="joint",
    pairs="joint",
    asks="Which statement is the most probable, and how surely?",
    gives="posterior probability of each statement",
    needs="orders only",
    mind="depends on the prior with few data sets; the result warns",
)
def bayes_test(
    table: Any,
    *,
    question: Question = "orderings",
    control: Algorithm = None,
    on: Measures = None,
    ties: Ties = "auto",
    prior: PriorChoice = "symmetric",
    prior_strength: OptionalMass = None,
    alpha: Alpha = 0.05,
    delta: Delta = 0.05,
    level: Coverage = 0.95,
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
    ties : {"auto", "equal", "split"} or dict, default "auto"
        Ties of two algorithms on a measure: an outcome of their own, "practically equal"; or split,
        half a data set for each side (the papers' rule). "auto": an outcome where the measure has a
        rope. A word for each of some measures will do, too. More than two algorithms share each tie
        among their orderings.
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
    level : float, default 0.95
        Probability of the credible intervals of the shares.
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
    >>> [round(row.probability, 10) for row in result.statements]
    [0.7982135872, 0.1375000918, 0.0519229861, 0.0123633349]
    """
    counts = statement_counts(table, question=question, control=control, on=on, ties=ties, **roles)
    mass = prior_of(counts, prior, prior_strength)
    return most_probable(counts, mass, alpha=alpha, delta=delta, level=level)


def most_probable(
    counts: StatementCounts, prior: Prior, *, alpha: float, delta: float, level: float
) -> BayesResult:
    """What :func:`bayes_test` says of counts, given options that are checked; it does not warn."""
    if counts.n_states < 2:
        raise AlgorithmError("Only one statement is possible: there is nothing to test.")
    posterior = _Posterior(counts, prior, level)
    lead = posterior.leaders()
    outweighed = posterior.unseen_leads()
    best = int(lead[0]) if len(lead) == 1 and not outweighed else None
    lower = None if best is None else posterior.lower_bound(best)
    listed = posterior.sequence()[:MOST_LISTED]
    decisive = None
    if best is not None:
        decisive = lower if prior.name == "imprecise" else posterior.probability[best]
    decided = decisive is not None and decisive >= 1 - alpha
    lead_facts = posterior.lead(delta)
    share = None if best is None else posterior.share(best)
    return BayesResult(
        **facts(counts),
        warnings=_cautions(posterior, best, lower, alpha),
        verdict=_verdict(posterior, best, decisive, decided, alpha, share, lead_facts),
        statements=posterior.rows(listed),
        unobserved=posterior.unobserved(listed),
        best=None if best is None else counts.order(counts.codes[best]),
        tied_best=[counts.order(counts.codes[i]) for i in lead[:MOST_LISTED]]
        if best is None and not outweighed
        else [],
        decided=bool(decided),
        alpha=alpha,
        level=level,
        method="exact",
        prior=prior.used,
        probability=None if best is None else float(posterior.probability[best]),
        probability_lower=lower,
        lead=lead_facts,
        share=share,
    )


class _Posterior:
    """Dirichlet posterior of the statements seen, and of the groups of those that were not."""

    def __init__(self, counts: StatementCounts, prior: Prior, level: float) -> None:
        self.counts, self.prior, self.level = counts, prior, level
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
        low, high = shares.share_interval(a, self.total, self.level)
        mean = shares.share_mean(a, self.total)
        return Share(float(mean), float(low), float(high), self.level)

    def rows(self, listed: np.ndarray) -> tuple[BayesStatement, ...]:
        distinct, back = np.unique(self.parameters[listed], return_inverse=True)
        low, high = (end[back] for end in shares.share_interval(distinct, self.total, self.level))
        mean = shares.share_mean(self.parameters[listed], self.total)
        bounds = self.bounds()
        return tuple(
            BayesStatement(
                order=self.counts.order(self.counts.codes[i]),
                count=float(self.counts.weights[i]),
                probability=float(self.probability[i]),
                mcse=0.0,
                share=float(mean[k]),
                share_low=float(low[k]),
                share_high=float(high[k]),
                probability_lower=None if bounds is None else float(bounds[0][i]),
                probability_upper=None if bounds is None else float(bounds[1][i]),
            )
            for k, i in enumerate(listed.tolist())
        )

    def bounds(self) -> tuple[np.ndarray, np.ndarray] | None:
        """Lower and upper probability of every statement seen, with the imprecise prior."""
        if self.prior.name != "imprecise":
            return None
        counts = self.counts
        return dirichlet.imprecise_bounds(counts.weights, counts.n_states, self.prior.strength)

    def unobserved(self, listed: np.ndarray) -> Unobserved:
        unlisted = np.delete(self.probability, listed)
        return Unobserved(
            states=self.counts.n_states - len(listed),
            probability=self.probability_unseen + float(unlisted.sum()),
        )

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

    def lead(self, delta: float) -> Lead:
        """Practical lead of the first statement over the second, seen or not."""
        number = np.minimum(self.prior.unobserved_number, 2).astype(int)
        rest = np.repeat(self.prior.unobserved_mass, number)
        ranked = np.sort(np.concatenate([self.parameters, rest, [0.0]]))[::-1]
        first, second = float(ranked[0]), float(ranked[1])
        return Lead(
            delta=delta,
            probability=float(shares.probability_lead(first, second, self.total, delta)),
            difference=(first - second) / self.total,
        )


def _cautions(
    posterior: _Posterior, best: int | None, lower: float | None, alpha: float
) -> tuple[Caution, ...]:
    found = []
    counts, prior = posterior.counts, posterior.prior
    if prior.strength > counts.n and prior.name != "imprecise":
        found.append(
            Caution(
                f"The prior's mass ({wording.significant(prior.strength)}) exceeds the number of "
                f"data sets ({wording.count(counts.n)}): the answer is mostly the prior's. The "
                "symmetric prior has mass 1.",
                category=PriorSensitivityWarning,
            )
        )
    elif best is not None and lower is not None and prior.name != "imprecise":
        p = float(posterior.probability[best])
        if p >= 1 - alpha > lower:
            found.append(
                Caution(
                    "The decision depends on the prior (opinion before the data): the least "
                    f"favourable one worth {SENSITIVITY_STRENGTH:g} data sets gives "
                    f"{wording.probability(lower)} instead of {wording.probability(p)}, below "
                    f"{1 - alpha:g}, and would undo it. More data sets would settle it.",
                    category=DecisionLostWarning,
                )
            )
        elif p - lower > SENSITIVITY_LIMIT:
            found.append(
                Caution(
                    "The probability depends on the prior (opinion before the data): "
                    f"{wording.probability(p)} here, as low as {wording.probability(lower)} with "
                    f"another prior worth {SENSITIVITY_STRENGTH:g} data sets. More data sets would "
                    "settle it.",
                    category=PriorSensitivityWarning,
                )
            )
    return (*found, *split_cautions(counts))


def _verdict(
    posterior: _Posterior,
    best: int | None,
    decisive: float | None,
    decided: bool,
    alpha: float,
    share: Share | None,
    lead: Lead,
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
        f"{100 * lead.delta:g} percentage points with probability "
        f"{wording.probability(lead.probability)}"
    )
    if decided:
        return f"Decided: {said} ({kind} {p} of being the most probable statement); {shown}."
    return (
        f'Not decided: "{said}" leads, but is the most probable statement with {kind} {p} only, '
        f"below {1 - alpha:g}; {shown}."
    )
