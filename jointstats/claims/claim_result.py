"""What may be claimed of two algorithms, and what a claim test found, in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from jointstats.base import options, wording
from jointstats.base.errors import OptionError
from jointstats.base.facts import Dropped, Facts, fact
from jointstats.base.result import Result
from jointstats.base.rows import NAME, NUMBER, TEXT, WHOLE, Row, column
from jointstats.claims.shown import difference
from jointstats.evidence.arrays import Bools
from jointstats.evidence.messages import Option, Value, asked
from jointstats.evidence.scores import Claim
from jointstats.evidence.votes import Units
from jointstats.table.beside_values import Group
from jointstats.table.results_table import ResultsTable


def two_algorithms(a: Any, b: Any) -> tuple[str, str]:
    """Labels of the two algorithms of a claim, which differ."""
    first, second = options.label(a), options.label(b)
    if first == second:
        both = (Option("a"), " and ", Option("b"), " are both ", Value(first))
        raise OptionError("A claim compares two algorithms, but ", *both, ".")
    return first, second


def refuse_only(roles: Mapping[str, Any]) -> None:
    """Refuse a choice of algorithms in addition to those that the claim names."""
    if "only" in roles:
        raise OptionError(
            Option("only"), " has no meaning for a claim: ", asked("a"), " and ", asked("b"),
            " name its two algorithms.",
        )  # fmt: skip


def pair_of(
    table: ResultsTable, algorithms: tuple[str, str], measures: Sequence[str]
) -> ResultsTable:
    """Two algorithms of a table on some measures, with all data sets that they have."""
    pair = table.select(algorithms=algorithms, measures=measures, recover=True)
    if not pair.unknown:
        pair.require_datasets()
    return pair


def facts_of_pair(pair: ResultsTable, used: Bools, units: Units, **more: Any) -> Facts:
    """What a result knows of its two algorithms, from the data sets that were used."""
    n = int(used.sum())
    return replace(
        pair.facts,
        n=n,
        n_dropped=pair.n + pair.n_dropped - n,
        n_families=units.families_of(used),
        dropped=() if pair.unknown else pair.dropped,
        **more,
    )


def named_claim(
    measures: Iterable[str], better: Any, not_worse: Any, equal: Any, at_least: int | None
) -> NamedClaim:
    """The claim, if the measures are there and it does not contradict itself.

    Raises
    ------
    ColumnError
        If a measure is unknown, or named twice in one list.
    OptionError
        If no measure is named, one both as better and as equal, or `at_least` does not fit.
    """
    known = tuple(measures)
    lists = {
        name: _measures(name, given, known)
        for name, given in (("better", better), ("not_worse", not_worse), ("equal", equal))
    }
    if not any(lists.values()):
        ways = (asked("better"), ", ", asked("not_worse"), " or ", asked("equal"))
        raise OptionError(
            "A claim names at least one measure, in ",
            *ways,
            f"; there are {options.shorten(known)}.",
        )
    for measure in lists["better"]:
        if measure in lists["equal"]:
            raise OptionError(
                f'The measure "{measure}" is named in ', Option("better"), " and in ",
                Option("equal"), ": no data set shows both, so name it in one of them only.",
            )  # fmt: skip
    claim = NamedClaim(lists["better"], lists["not_worse"], lists["equal"], at_least)
    if at_least is not None and at_least > len(claim.better):
        raise OptionError(
            Option("at_least"), " must be at most the number of measures named in ",
            Option("better"), f", {len(claim.better)}; got ", Value(at_least), ".",
        )  # fmt: skip
    return claim


def ungrouped(names: Any, groups: Iterable[Group]) -> Any:
    """Names of measures, with the measures of a group in place of its name."""
    if names is None:
        return None
    of = {group.name: group.measures for group in groups}
    given = options.one_or_several(names)
    measures = [measure for name in given for measure in of.get(name, (name,))]
    return measures if len(measures) > len(given) else given


def with_margins(table: ResultsTable, given: Any) -> tuple[ResultsTable, dict[str, str]]:
    """The table with margins in place of ropes; measures with their margins in words.

    Raises
    ------
    ColumnError
        If a margin is given for something that is no measure, such as a group.
    """
    if not isinstance(given, Mapping):
        return table, {}
    known = ("measure (with a margin in ", Option("not_worse"), ")")
    names = options.known_names(known, given, table.measures)
    widths = {
        name: width for name, width in zip(names, given.values(), strict=True) if width is not None
    }
    roped = tuple(dict.fromkeys((*table.roped, *widths)))
    words = {name: difference(table, name, width, exact=True) for name, width in widths.items()}
    return replace(table, rope=table.rope | widths, roped=roped), words


def _measures(option: str, given: Any, known: Sequence[str]) -> tuple[str, ...]:
    kind = ("measure (named in ", Option(option), ")")
    if isinstance(given, Mapping):
        raise OptionError(Option(option), " must be names of measures; got ", Value(given), ".")
    return () if given is None else tuple(options.known_names(kind, given, known))


def require_ropes(claim: NamedClaim, rope: Mapping[str, float]) -> None:
    """Refuse a claim of practical equality on a measure that has no positive rope.

    Raises
    ------
    OptionError
        If there are such measures; the message names them.
    """
    exact = [name for name in claim.equal if not rope[name]]
    if exact:
        raise OptionError(
            f"Practical equality on {wording.listing(exact)} needs a rope: give the largest "
            "practically equal difference (", Option("rope", {exact[0]: 0.01}), ").",
        )  # fmt: skip


def coded(claim: NamedClaim, questions: Sequence[str]) -> Claim:
    """The claim with the places of its measures and groups in their stead."""

    def places(names: Sequence[str]) -> tuple[int, ...]:
        return tuple(questions.index(name) for name in names)

    return Claim(places(claim.better), places(claim.not_worse), places(claim.equal), claim.at_least)


@dataclass(frozen=True)
class NamedClaim:
    """A claim about two algorithms: the measures, and what it asserts about them.

    Attributes
    ----------
    better, not_worse, equal : tuple of str
        Names of measures.
    at_least : int or None
        Number of measures of `better` on which the algorithm has to be better; None for all.
    margins : dict of str
        Measures of `not_worse` with a margin, which is in words.
    """

    better: tuple[str, ...] = ()
    not_worse: tuple[str, ...] = ()
    equal: tuple[str, ...] = ()
    at_least: int | None = None
    margins: Mapping[str, str] = field(default_factory=dict)

    @property
    def measures(self) -> set[str]:
        """All measures that it names."""
        return {*self.better, *self.not_worse, *self.equal}

    @property
    def all_better(self) -> bool:
        """Whether it asserts to be better on every measure of `better`."""
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
        >>> NamedClaim(not_worse=("accuracy",), margins={"accuracy": "1 point"}).said("B", "A")
        'B is not worse than A on accuracy (margin 1 point)'
        """
        parts = [
            (words, of, on)
            for words, of, on in (
                ("practically equal", "to", wording.listing(self.equal)),
                ("not worse", "than", self._not_worse_on),
                ("better", "than", self._better_on),
            )
            if on
        ]
        clauses = [
            f"{words}{f' {of} {b}' if i == 0 else ''} on {on}"
            for i, (words, of, on) in enumerate(parts)
        ]
        several = any(" and " in part for part in clauses)
        joined = wording.listing(clauses)
        if several and len(clauses) > 1:  # its own "and" belongs to the measures
            joined = f"{', '.join(clauses[:-1])}, and {clauses[-1]}"
        return f"{a} is {joined}"

    @property
    def _only_not_worse(self) -> tuple[str, ...]:
        """The measures for which the claim asserts no more than that."""
        more = {*self.equal, *(self.better if self.all_better else ())}
        return tuple(name for name in self.not_worse if name not in more)

    @property
    def _not_worse_on(self) -> str:
        return wording.listing([f"{name}{self._margin(name)}" for name in self._only_not_worse])

    def _margin(self, measure: str) -> str:
        return f" (margin {self.margins[measure]})" if measure in self.margins else ""

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
        not_worse = f"not worse{self._margin(measure)}"
        wanted = (("equal", self.equal), (not_worse, self._only_not_worse), (better, self.better))
        return "; ".join(words for words, on in wanted if measure in on)


@dataclass(frozen=True, kw_only=True)
class ClaimMeasure(Row):
    """A row of :class:`ClaimResult`: how the two algorithms compare on one measure."""

    measure: str = column(NAME, "the measure")
    asked: str = column(TEXT, "what the claim says about the measure")
    n_better: int = column(
        WHOLE, "data sets on which the first algorithm is better", heading="better"
    )
    n_equal: int = column(
        WHOLE,
        "data sets on which they are equal, within the rope; of a group, neither is better",
        heading="equal",
    )
    n_worse: int = column(WHOLE, "data sets on which the first algorithm is worse", heading="worse")
    n_unknown: int = column(
        WHOLE, "data sets with a missing result, or a tie without a rope", heading="unknown"
    )
    n_both_failed: int | None = column(
        WHOLE,
        "data sets on which both runs failed; unknown if none did",
        heading="both failed",
        default=None,
    )
    rope: float | None = column(
        NUMBER,
        "largest difference that counts as equal: the margin of the claim, or else the rope of the "
        "table; unknown without a declared rope, or for a group",
        unit="of the measure",
    )


@dataclass(frozen=True, kw_only=True, repr=False)
class ClaimResult(Result):
    """Outcome of :func:`jointstats.claim_test`.

    Attributes
    ----------
    algorithms : tuple of str
        The algorithm that the claim favours, and the other one.
    n : int
        Data sets that were used.
    n_families : int or None
        Families that vote; None if data sets do.
    claim : str
        The claim in words.
    opposite : str or None
        The claim with the algorithms exchanged; None if it is the same.
    better, not_worse, equal : tuple of str
        Measures that it names.
    at_least : int or None
        Number of measures of `better` on which the algorithm has to be better; None for all.
    yes, no, neither : int
        Votes for the claim, against it, and for neither, of data sets or families.
    n_unknown : int
        Data sets that would show the claim for some values behind ties and missing results. They
        count against it.
    share : float or None
        ``yes / (yes + no)``; None without any such vote.
    share_low, share_high : float
        Clopper–Pearson confidence interval of the share.
    credible_low, credible_high : float
        Equal-tailed credible interval of the share.
    threshold : float
        The share to exceed.
    probability : float
        Posterior probability that the share exceeds the threshold.
    p_value : float
        p-value of the exact binomial test; it decides.
    p_value_below : float
        One-sided exact p-value for a share below the threshold. Unknown outcomes then count for the
        claim.
    decided : bool
        Whether it is shown that the claim's share exceeds the threshold.
    yes_against, no_against : int
        Votes for "the claim holds on more data sets than its opposite", and against it.
    probability_opposite : float or None
        Posterior probability that the claim holds more often than its opposite; None if that is the
        same claim.
    p_value_opposite : float or None
        p-value of the exact sign test of the claim against its opposite.
    alternative : {"greater", "two-sided"}
        Alternative of both p-values; one-sided for a claim named in advance.
    by_measure : tuple of ClaimMeasure
    prior_strength, alpha, level : float
        Total prior mass; level of the decision; coverage of the intervals.
    rope : dict
        For each measure, the width within which results are practically equal, where one was
        declared.
    dropped : tuple of Dropped
        Data sets that were left out.
    n_failed : int
        Failed runs that count as worse than every result.
    groups : tuple of Group
        Groups of measures that the claim names: `name`, `measures` and the rule `within` each.
    """

    words = "claims.words_claims.ClaimWords"
    shows = "claims.figures.of_claim"

    test: ClassVar[str] = "claim"

    n_families: int | None = fact()
    claim: str
    opposite: str | None
    better: tuple[str, ...]
    not_worse: tuple[str, ...]
    equal: tuple[str, ...]
    at_least: int | None
    yes: int
    no: int
    neither: int
    n_unknown: int
    share: float | None
    share_low: float
    share_high: float
    credible_low: float
    credible_high: float
    threshold: float
    probability: float
    p_value: float
    p_value_below: float
    decided: bool
    yes_against: int
    no_against: int
    probability_opposite: float | None
    p_value_opposite: float | None
    alternative: str
    by_measure: tuple[ClaimMeasure, ...]
    prior_strength: float
    alpha: float
    level: float
    rope: dict[str, float] = fact()
    dropped: tuple[Dropped, ...] = fact()
    n_failed: int = fact()
    groups: tuple[Group, ...] = fact()

    @property
    def rows(self) -> Sequence[ClaimMeasure]:
        """The measures that the claim names."""
        return self.by_measure

    @property
    def one_sided(self) -> bool:
        """Whether the p-values hold only for a claim that was named in advance."""
        return self.alternative == "greater"
