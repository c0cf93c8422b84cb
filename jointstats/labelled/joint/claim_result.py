"""What a claim test found, and the claim in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from jointstats.labelled import wording
from jointstats.labelled.result import Result
from jointstats.labelled.rows import (
    NAME,
    NUMBER,
    P_VALUE,
    SHARE,
    TEXT,
    WHOLE,
    Row,
    column,
)
from jointstats.labelled.table.families import Families
from jointstats.labelled.table.groups import Group
from jointstats.labelled.table.results_table import Dropped, ResultsTable


@dataclass(frozen=True)
class NamedClaim:
    """A claim about two algorithms: what it asks of which measures.

    Attributes
    ----------
    better, not_worse, equal : tuple of str
        Names of measures.
    at_least : int or None
        Better on so many of `better`; None: on all of them.
    """

    better: tuple[str, ...] = ()
    not_worse: tuple[str, ...] = ()
    equal: tuple[str, ...] = ()
    at_least: int | None = None

    @property
    def measures(self) -> set[str]:
        """All measures that it names."""
        return {*self.better, *self.not_worse, *self.equal}

    @property
    def all_better(self) -> bool:
        """Whether it asks for better on every measure of `better`."""
        return self.at_least in (None, len(self.better))

    def said(self, a: str, b: str) -> str:
        """The claim in words.

        Examples
        --------
        >>> NamedClaim(equal=("accuracy",), better=("time",)).said("B", "A")
        'B is practically equal to A on accuracy and better on time'
        >>> both = ("accuracy", "time")
        >>> NamedClaim(better=both, not_worse=both, at_least=1).said("B", "A")
        'B is not worse than A on accuracy and time, and better on at least one of them'
        """
        parts = [
            (words, of, on)
            for words, of, on in (
                ("practically equal", "to", wording.listing(self.equal)),
                ("not worse", "than", wording.listing(self._only_not_worse)),
                ("better", "than", self._better_on),
            )
            if on
        ]
        told = [
            f"{words}{f' {of} {b}' if i == 0 else ''} on {on}"
            for i, (words, of, on) in enumerate(parts)
        ]
        several = any(" and " in one for one in told)
        joined = wording.listing(told)
        if several and len(told) > 1:  # its own "and" belongs to the measures
            joined = f"{', '.join(told[:-1])}, and {told[-1]}"
        return f"{a} is {joined}"

    @property
    def _only_not_worse(self) -> tuple[str, ...]:
        """Without measures of which it asks more than that anyway."""
        more = {*self.equal, *(self.better if self.all_better else ())}
        return tuple(name for name in self.not_worse if name not in more)

    @property
    def _better_on(self) -> str:
        if self.all_better:
            return wording.listing(self.better)
        number = "one" if self.at_least == 1 else str(self.at_least)
        same = set(self.better) == set(self._only_not_worse) and not self.equal
        return f"at least {number} of {'them' if same else wording.listing(self.better)}"

    def asked(self, measure: str) -> str:
        """What it asks of one measure.

        Examples
        --------
        >>> NamedClaim(better=("x", "y"), not_worse=("x",), at_least=1).asked("x")
        'not worse; better (at least 1 of 2)'
        """
        better = "better"
        if not self.all_better:
            better = f"better (at least {self.at_least} of {len(self.better)})"
        wanted = (
            ("equal", self.equal),
            ("not worse", self._only_not_worse),
            (better, self.better),
        )
        return "; ".join(words for words, on in wanted if measure in on)


@dataclass(frozen=True, kw_only=True)
class ClaimMeasure(Row):
    """A row of :class:`ClaimResult`: how the two algorithms compare on one measure."""

    measure: str = column(NAME, "the measure")
    asked: str = column(TEXT, "what the claim asks of it")
    n_better: int = column(
        WHOLE, "data sets on which the first algorithm is better", heading="better"
    )
    n_equal: int = column(
        WHOLE,
        "data sets on which they are equal, within the rope; of a group, neither is better",
        heading="equal",
    )
    n_worse: int = column(WHOLE, "data sets on which the first algorithm is worse", heading="worse")
    rope: float | None = column(
        NUMBER, "differences up to this count as equal; none of a group", unit="of the measure"
    )


@dataclass(frozen=True, kw_only=True)
class UnknownClaim(Row):
    """What missing results leave open: the ends between which every filling of them lies."""

    n: int = column(WHOLE, "data sets with a missing result")
    share_lowest: float = column(SHARE, "share of all data sets, with what is missing against it")
    share_highest: float = column(SHARE, "the same with what is missing for it")
    p_value_lowest: float = column(P_VALUE, "p-value with what is missing for the claim")
    p_value_highest: float = column(P_VALUE, "p-value with what is missing against the claim")


@dataclass(frozen=True, kw_only=True, repr=False)
class ClaimResult(Result):
    """Outcome of :func:`jointstats.claim_test`.

    Attributes
    ----------
    algorithms : tuple of str
        The one that the claim speaks for, and the other.
    claim : str
        The claim in words.
    opposite : str or None
        The same of the other algorithm; None if that says the same.
    better, not_worse, equal : tuple of str
        Measures that it names.
    at_least : int or None
        Better on so many of `better`; None: on all of them.
    count : int
        Data sets that show it.
    share : float
        Their share.
    share_low, share_high : float
        Clopper–Pearson confidence interval of the share.
    credible_low, credible_high : float
        Equal-tailed credible interval of the share.
    threshold : float
        The share that is to be exceeded.
    probability : float
        Posterior probability that the share exceeds the threshold.
    p_value : float
        Of the exact binomial test; it decides.
    decided : bool
        Whether it is shown that the claim's share exceeds the threshold.
    n_only, n_only_opposite, n_both, n_neither : int
        Data sets that show the claim alone, its opposite alone, both, or neither.
    probability_opposite : float or None
        Posterior probability that the claim holds more often than its opposite; None if that says
        the same.
    p_value_opposite : float or None
        Of the exact sign test of the claim against its opposite.
    alternative : {"greater", "two-sided"}
        Of both p-values: one-sided for a claim that was named beforehand.
    by_measure : tuple of ClaimMeasure
    prior_strength, alpha, level : float
        Total prior mass; level of the decision; coverage of the intervals.
    rope : dict
        Measure to the width within which results are practically equal.
    dropped : tuple of Dropped
        Data sets that were left out.
    n_failed : int
        Failed results that count as worse than all others.
    unknown : UnknownClaim or None
        With ``missing="unknown"``: share and p-value with everything missing against the claim, and
        for it.
    families : Families or None
        The families of the data sets, if some family has two of them, and what they are worth.
    groups : tuple of Group
        Groups of measures that the claim names: `name`, `measures` and the rule `within` each.
    data : ResultsTable or None
        The results themselves, for figures; not in :meth:`to_dict`.
    """

    test: ClassVar[str] = "claim"

    claim: str
    opposite: str | None
    better: tuple[str, ...]
    not_worse: tuple[str, ...]
    equal: tuple[str, ...]
    at_least: int | None
    count: int
    share: float
    share_low: float
    share_high: float
    credible_low: float
    credible_high: float
    threshold: float
    probability: float
    p_value: float
    decided: bool
    n_only: int
    n_only_opposite: int
    n_both: int
    n_neither: int
    probability_opposite: float | None
    p_value_opposite: float | None
    alternative: str
    by_measure: tuple[ClaimMeasure, ...]
    prior_strength: float
    alpha: float
    level: float
    rope: dict[str, float] = field(default_factory=dict)
    dropped: tuple[Dropped, ...] = ()
    n_failed: int
    unknown: UnknownClaim | None = None
    families: Families | None = None
    groups: tuple[Group, ...] = ()
    data: ResultsTable | None = field(
        default=None, compare=False, repr=False, metadata={"plain": False}
    )

    @property
    def rows(self) -> Sequence[ClaimMeasure]:
        """The measures that the claim names."""
        return self.by_measure

    @property
    def exact(self) -> str:
        """What the p-values are called before their name."""
        return wording.of_flips(self.families is not None)

    @property
    def one_sided(self) -> bool:
        """Whether the p-values hold for a claim that was named beforehand only."""
        return self.alternative == "greater"


def more_than(threshold: float) -> str:
    """The share that is to be exceeded, in words: "more than half"."""
    return f"more than {part_of(threshold)}"


def part_of(share: float) -> str:
    """A share in words: "half", "60 %"."""
    return "half" if share == 0.5 else f"{100 * share:g} %"


def claimed(claim: str, threshold: float) -> str:
    """A claim and the share of data sets that it is about, a clause."""
    return f"{claim} on {more_than(threshold)} of data sets like these"


def of_sides(kind: str, p: float, *, one_sided: bool) -> str:
    """A p-value of this kind, and whether the claim had to be named beforehand."""
    said = f"{kind} p {wording.p_value(p)}"
    return f"one-sided {said}, for a claim named beforehand" if one_sided else f"two-sided {said}"


def ends(low: float, high: float) -> str:
    """The ends of an interval of shares: "41.2–93.7 %"."""
    return f"{100 * low:.1f}–{100 * high:.1f} %"


def verdict(result: ClaimResult) -> str:
    """What was shown, and what it rests on; what was not shown is not denied."""
    seen = f"{result.count} of {wording.count(result.n)}"
    basis = (
        f"{seen if result.decided else f'it holds on {seen}'}, {wording.percent(result.share)}, "
        f"{wording.interval(result.level)} {ends(result.share_low, result.share_high)}; "
        f"{of_sides(result.exact, result.p_value, one_sided=result.one_sided)}"
    )
    about = claimed(result.claim, result.threshold)
    said = f"{'Shown' if result.decided else 'Not shown'}: {about} ({basis})."
    said += "".join(f" {wording.capital(group.meaning)}." for group in result.groups)
    if result.p_value > result.alpha or result.decided:
        return said
    return f"{said} What is shown instead: on less than {part_of(result.threshold)}."
