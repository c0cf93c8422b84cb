"""The decision of the Bayesian test: what its rule compares with what, and how it is said."""

from __future__ import annotations

from dataclasses import dataclass

from jointstats.kernels.joint import deciding
from jointstats.labelled import wording


@dataclass(frozen=True)
class Decision:
    """What a rule compares with its limit.

    Attributes
    ----------
    rule : {"lower", "probability"}
    alpha : float
    decisive : float or None
        What is compared; None if several statements lead.
    probability : float
        Of being the most probable statement.
    papers : float
        What the papers' rule compares: the probability, or the lower one of the imprecise prior.
    mass : float
        That of the least favourable prior, in the default rule.
    imprecise : bool
        Whether it is the mass of an imprecise prior that was asked for.
    """

    rule: str
    alpha: float
    decisive: float | None = None
    probability: float = 0.0
    papers: float = 0.0
    mass: float = deciding.LOWER_MASS
    imprecise: bool = False

    @property
    def threshold(self) -> float:
        """From where on it decides."""
        return deciding.from_where(self.rule, self.alpha)

    @property
    def made(self) -> bool:
        """Whether it decides."""
        return self.decisive is not None and self.decisive >= self.threshold

    def of(self, said: str) -> str:
        """The decision for or against this statement, a clause without a full stop."""
        return self._by_the_papers(said) if self.rule == "probability" else self._by_bound(said)

    def _by_bound(self, said: str) -> str:
        least, worth = (
            wording.probability(self.decisive or 0.0, limit=self.threshold),
            wording.plural(self.mass, "data set"),
        )
        if self.imprecise:
            kind, first = "lower probability", least
            bound = f"the imprecise prior is worth {worth}"
        else:
            kind, first = "probability", wording.probability(self.probability)
            bound = f"{least} with the least favourable prior worth {worth}"
        limit = f"{self.threshold:g}"
        if self.made:
            return (
                f"Decided: {said} ({kind} {first} of being the most probable statement; {bound}; "
                f"{limit} is enough)"
            )
        papers, enough = "", deciding.from_where("probability", self.alpha)
        if self.papers >= enough:
            papers = f"; the papers' rule, a {kind} of at least {enough:g}, decides"
        return (
            f'Not decided: "{said}" leads, and is the most probable statement with {kind} {first} '
            f"({bound}, but it takes {limit}{papers})"
        )

    def _by_the_papers(self, said: str) -> str:
        p = wording.probability(self.papers, limit=self.threshold)
        limit = f"{self.threshold:g}"
        kind = "probability" if self.papers == self.probability else "lower probability"
        if self.made:
            return (
                f"Decided by the papers' rule ({kind} at least {limit}): {said} ({kind} {p} of "
                "being the most probable statement)"
            )
        return (
            f'Not decided by the papers\' rule: "{said}" leads, but is the most probable statement '
            f"with {kind} {p} only, below {limit}"
        )
