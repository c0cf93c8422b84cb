"""The decision of the Bayesian test: what its rule compares with what, and how it is said."""

from __future__ import annotations

from dataclasses import dataclass

from jointstats.kernels.joint import claims
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
    mass: float = claims.LOWER_MASS
    imprecise: bool = False

    @property
    def threshold(self) -> float:
        """From where on it decides."""
        return claims.from_where(self.rule, self.alpha)

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
                f"Shown to be the most common statement: {said} ({kind} {first}; {bound}; {limit} "
                "is enough)"
            )
        papers, enough = "", claims.from_where("probability", self.alpha)
        if self.papers >= enough:
            papers = f"; the papers' rule asks for a {kind} of {enough:g} only"
        return (
            f'Not shown: "{said}" is the most common statement with {kind} {first} ({bound}, but '
            f"it takes {limit}{papers})"
        )

    def _by_the_papers(self, said: str) -> str:
        p = wording.probability(self.papers, limit=self.threshold)
        limit = f"{self.threshold:g}"
        kind = "probability" if self.papers == self.probability else "lower probability"
        if self.made:
            return (
                f"Reaches {limit}, the papers' rule: {said} ({kind} {p} of being the most common "
                "statement)"
            )
        return (
            f'Below {limit}, the papers\' rule: "{said}" is the most common statement with {kind} '
            f"{p} only"
        )
