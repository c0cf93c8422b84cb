"""Pareto questions: who dominates whom on all measures, and whom nobody dominates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Unpack

import numpy as np

from jointstats.kernels.joint import glrt
from jointstats.kernels.joint import pareto as kernel
from jointstats.kernels.joint import shares as kernel_shares
from jointstats.kernels.joint.priors import nondominated_prior
from jointstats.kernels.joint.tie_places import EntangledTiesError
from jointstats.kernels.messages import Function, Option, asked
from jointstats.kernels.single import multiplicity
from jointstats.labelled import wording
from jointstats.labelled.declare import declare
from jointstats.labelled.errors import OptionError, TieExpansionError
from jointstats.labelled.given import TableOrCounts, TableRoles
from jointstats.labelled.joint.counts import StatementCounts
from jointstats.labelled.joint.ties import split_ties
from jointstats.labelled.kinds import Adjustment, Alpha, Coverage, Mass, Measures
from jointstats.labelled.lazy_rows import Coded, Columns, LazyRows
from jointstats.labelled.result import Result
from jointstats.labelled.rows import COUNT, NAME, P_VALUE, PROBABILITY, SHARE, Row, column
from jointstats.labelled.table.families import note_families
from jointstats.labelled.table.intake import as_table
from jointstats.labelled.table.results_table import ResultsTable


@dataclass(frozen=True, kw_only=True)
class ParetoPair(Row):
    """A row of :class:`ParetoResult`: how often each of two algorithms beats the other on all."""

    a: str = column(NAME, "an algorithm")
    b: str = column(NAME, "another algorithm")
    count_a: float = column(COUNT, "data sets on which a is better on all measures")
    count_b: float = column(COUNT, "data sets on which b is better on all measures")
    probability: float = column(PROBABILITY, "that a is so more often than b")
    p_value: float = column(P_VALUE, "exact p-value of equally often", broom="p.value")
    p_adjusted: float = column(P_VALUE, "p-value corrected for all pairs", broom="adj.p.value")
    winner: str | None = column(NAME, "who is so more often, if decided")


@dataclass(frozen=True, kw_only=True)
class NondominatedShare(Row):
    """How often nobody beats an algorithm on all measures."""

    algorithm: str = column(NAME, "the algorithm")
    count: float = column(COUNT, "data sets on which nobody is better on all measures")
    share: float = column(SHARE, "expected share of such data sets", broom="estimate")
    share_low: float = column(SHARE, "lower end of its credible interval", broom="conf.low")
    share_high: float = column(SHARE, "upper end of its credible interval", broom="conf.high")
    prior_share: float = column(SHARE, "the share if all algorithms were equal")


@dataclass(frozen=True, kw_only=True, repr=False)
class ParetoResult(Result):
    """Outcome of :func:`jointstats.pareto_test`.

    Attributes
    ----------
    pairs : sequence of ParetoPair
    nondominated : tuple of NondominatedShare
        One for each algorithm.
    prior_strength, alpha, level : float
        Total prior mass; level of decisions; probability of the credible intervals.
    p_adjust : str
        How p-values were corrected for the number of pairs.
    data : ResultsTable or None
        The results themselves, for figures; not in :meth:`to_dict`.
    """

    test: ClassVar[str] = "pareto"

    pairs: Sequence[ParetoPair]
    nondominated: tuple[NondominatedShare, ...]
    prior_strength: float
    alpha: float
    level: float
    p_adjust: str
    method: str = "exact"
    rope: dict[str, float] = field(default_factory=dict)
    data: ResultsTable | None = field(
        default=None, compare=False, repr=False, metadata={"plain": False}
    )

    @property
    def rows(self) -> Sequence[ParetoPair]:
        """The pairs."""
        return self.pairs


@declare(
    "Pareto test",
    family="joint",
    asks="Who beats whom on all measures at once, and who is least often beaten so?",
    gives="probability and exact p-value of each pair, shares",
    needs="orders only",
    mind="with many measures hardly anybody does",
)
def pareto_test(
    table: TableOrCounts,
    *,
    on: Measures = None,
    prior_strength: Mass = 1.0,
    p_adjust: Adjustment = "holm",
    alpha: Alpha = 0.05,
    level: Coverage = 0.95,
    **roles: Unpack[TableRoles],
) -> ParetoResult:
    """Dominance on all measures at once, pair by pair, and each algorithm's non-dominated share.

    Parameters
    ----------
    table : ResultsTable, StatementCounts, DataFrame, or dict of matrices
    on : sequence of str, optional
        Only these measures.
    prior_strength : float, default 1
        Total mass s of the symmetric prior.
    p_adjust : {"holm", "hochberg", "hommel", "bonferroni", "BH", "BY", "none"}, default "holm"
        Correction of the p-values for the number of pairs.
    alpha : float, default 0.05
        A pair is decided if its corrected p-value is at most alpha.
    level : float, default 0.95
        Probability of the credible intervals of the shares.
    **roles
        Keywords of :func:`jointstats.results_table`, if `table` is a data frame.

    Returns
    -------
    ParetoResult

    Raises
    ------
    TieExpansionError
        If very many algorithms tie on five or more measures at once.
    JointStatsError
        For invalid input or options.

    Notes
    -----
    Only data sets on which one of a pair dominates tell which of them does so more often. Of these,
    a dominates on w_ab and b on w_ba: the probability is P(Beta(w_ab + s/2, w_ba + s/2) > ½). The
    p-value, which decides, is that of the sign test on the same data sets; with one pair it decides
    where the least favourable prior of mass 1 leaves a probability of at least 1 − alpha/2, which
    one such data set never does. A share of data sets on which nobody dominates a is Beta(w + s q,
    n − w + s (1 − q)), where q is the prior probability of it under random orderings.

    A tie counts half for each of the two; for the question whether nobody beats an algorithm, its
    place among those that tie with it on a measure is random. So who else is compared changes no
    pair, and any number of algorithms will do. (Counts of complete orderings have forgotten who
    tied with whom: with a rope and more than two algorithms they share ties among orderings.)

    What stands behind it: rows "probabilities" and "one measure" of the ledger in
    `docs/validity.md`.

    Examples
    --------
    >>> import jointstats as js
    >>> result = js.pareto_test(js.load_dataset("example1"))
    >>> round(result.pairs[0].probability, 4), result.nondominated[1].count
    (0.0252, 11.0)
    """
    source = _source(table, on, roles)
    found = dominance_on_all(
        source, prior_strength=prior_strength, p_adjust=p_adjust, alpha=alpha, level=level
    )
    return replace(found, data=source if isinstance(source, ResultsTable) else None)


def _source(table: Any, on: Any, roles: Mapping[str, Any]) -> ResultsTable | StatementCounts:
    if not isinstance(table, StatementCounts):
        return as_table(table, on=on, **roles)
    note_families(table)
    others = {name: value for name, value in roles.items() if name != "only"}
    counts = table.select(algorithms=roles.get("only"), measures=on)
    if counts.question != "orderings":
        raise OptionError(Function("pareto_test"), " needs the counts of complete orderings.")
    if others:
        raise OptionError(Option(next(iter(others))), " has no meaning for counts.")
    return split_ties(counts)


def dominance_on_all(
    source: ResultsTable | StatementCounts,
    *,
    prior_strength: float,
    p_adjust: str,
    alpha: float,
    level: float,
) -> ParetoResult:
    """What :func:`pareto_test` says of a table or of counts of complete orderings."""
    names, n, m = source.algorithms, source.n, len(source.measures)
    dominates, free = _weights(source)
    pairs = _pairs(names, dominates, prior_strength, p_adjust, alpha)
    q = nondominated_prior(len(names), m)
    shares = tuple(
        _share(name, float(weight), float(n), prior_strength, q, level)
        for name, weight in zip(names, free, strict=True)
    )
    return ParetoResult(
        algorithms=names,
        measures=source.measures,
        n=n,  # type: ignore[arg-type]
        n_dropped=source.n_dropped,
        verdict=_verdict(pairs, shares, n, m, f"p ≤ {alpha:g} {wording.corrected(p_adjust)}"),
        pairs=pairs,
        nondominated=shares,
        prior_strength=prior_strength,
        alpha=alpha,
        level=level,
        p_adjust=p_adjust,
        rope=source.rope,
    )


def _weights(source: ResultsTable | StatementCounts) -> tuple[np.ndarray, np.ndarray]:
    """How often each algorithm beats each other on all measures; how often none beats it."""
    if isinstance(source, StatementCounts):
        counted = (source.codes, source.weights, len(source.algorithms))
        return kernel.dominance_weights_from(*counted), kernel.nondominated_weights_from(*counted)
    upwards = (source.oriented(), np.ones(len(source.measures)), source.rope_widths)
    try:
        return kernel.dominance_weights(*upwards), kernel.nondominated_weights(*upwards)
    except EntangledTiesError as error:
        raise _explained(error, source) from None


def _explained(error: EntangledTiesError, table: ResultsTable) -> TieExpansionError:
    """Name the data set, the algorithm and the measures whose ties are too many, and the cure."""
    case, algorithm = error.where
    on = [list(table.measures)[k] for k in error.measures]
    smaller = any(table.rope[name] > 0 for name in on)
    return TieExpansionError(
        f'On data set "{table.datasets[case]}", {error.n_tied} algorithms tie with '
        f'"{table.algorithms[algorithm]}", each on some of {wording.listing(on)} and worse '
        "on none, in too many ways to average over: compare fewer algorithms (",
        asked("only"),
        ") or use fewer measures (" if not smaller else "), use fewer measures (",
        asked("on"),
        ")." if not smaller else ") or a smaller rope.",
    )


def _pairs(
    names: Sequence[str], dominates: np.ndarray, strength: float, p_adjust: str, alpha: float
) -> LazyRows[ParetoPair]:
    """Every pair, tested for who beats the other on all measures more often."""
    a, b = np.triu_indices(len(names), 1)
    first, second, mass = dominates[a, b], dominates[b, a], strength / 2
    p_values = glrt.exact_p_value(np.maximum(first, second), np.minimum(first, second))
    adjusted = multiplicity.adjust_p_values(p_values, p_adjust)
    more = np.where(first > second, a, b)
    columns: dict[str, Sequence[Any] | np.ndarray] = {
        "a": Coded(names, a),
        "b": Coded(names, b),
        "count_a": first,
        "count_b": second,
        "probability": kernel_shares.probability_exceeds(first + mass, second + mass),
        "p_value": p_values,
        "p_adjusted": adjusted,
        "winner": Coded((*names, None), np.where(adjusted <= alpha, more, len(names))),
    }
    return LazyRows(Columns(ParetoPair, columns))


def _share(
    name: str, count: float, n: float, s: float, q: float, level: float
) -> NondominatedShare:
    count = min(max(count, 0.0), n)  # sums of fractions may leave the range by an ulp
    a, total = count + s * q, n + s
    low, high = kernel_shares.share_interval(a, total, level)
    return NondominatedShare(
        algorithm=name,
        count=count,
        share=float(kernel_shares.share_mean(a, total)),
        share_low=float(low),
        share_high=float(high),
        prior_share=q,
    )


def _verdict(
    pairs: LazyRows[ParetoPair],
    shares: Sequence[NondominatedShare],
    n: float,
    m: int,
    basis: str,
) -> str:
    on = {1: "the measure", 2: "both measures"}.get(m, f"all {m} measures")
    at_once = " at once" if m > 1 else ""
    if len(pairs) == 1:
        return _of_two(pairs[0], n, on)
    won = [winner is not None for winner in pairs.cells(["winner"])["winner"]]
    decided = sorted(pairs.at(np.array(won)), key=lambda row: row.p_value)
    named = "; ".join(_tally(row, n) for row in decided[: 2 if len(decided) < 3 else 1])
    such = f"{', such as' if len(decided) > 2 else ':'} {named}" if decided else ""
    most = max(row.share for row in shares)
    top = [row.algorithm for row in shares if row.share == most]
    count = f"{len(decided)} of {len(pairs)} pairs" if decided else "No pair"
    verb = "are" if len(decided) > 1 else "is"
    most_on = f"on {wording.about(most)} of data sets"
    least = f"{wording.capital(most_on)} nobody beats {top[0]} so"
    if len(top) > 1:
        least = f"Nobody beats {wording.any_of(top, 3)} so {most_on} each"
    return (
        f"{count} {verb} shown to have one that is better on {on}{at_once} more often than the "
        f"other ({basis}){such}. {least}, the largest share of all."
    )


def _tally(row: ParetoPair, n: float) -> str:
    """A decided pair with its counts."""
    first, second = (row.a, row.b) if row.winner == row.a else (row.b, row.a)
    more, less = sorted((row.count_a, row.count_b), reverse=True)
    return (
        f"{first} over {second} ({wording.plural(more, 'data set')} to {wording.count(less)}, "
        f"neither on {wording.count(n - more - less)})"
    )


def _of_two(row: ParetoPair, n: float, on: str) -> str:
    more, less = sorted((row.count_a, row.count_b), reverse=True)
    if more == less == 0:
        return f"On no data set is {row.a} or {row.b} better on {on}."
    exact = f"exact p {wording.p_value(row.p_value)}"
    split = _split(row, n, on)
    if not row.winner:
        return (
            f"{split}Nothing is shown about who is better on {on} more often than the other "
            f"({exact})."
        )
    loser = row.b if row.winner == row.a else row.a
    return (
        f"{split}Shown: {row.winner} is better than {loser} on {on} more often than the other way "
        f"round ({exact})."
    )


def _split(row: ParetoPair, n: float, on: str) -> str:
    """On how many data sets neither is better on everything, and how the others divide."""
    (more, first), (less, second) = sorted(
        ((row.count_a, row.a), (row.count_b, row.b)), key=lambda one: -one[0]
    )
    own, other = wording.count(more), wording.count(less)
    whole = more + less
    if whole == n:
        return (
            f"Of {wording.plural(n, 'data set')} {first} wins {on} on {own}, {second} on {other}. "
        )
    start = f"On {wording.seen(n - whole, n)} neither is better on {on}"
    if not less:
        return f"{start}; on the other {own} {first} is. "
    return (
        f"{start}; of the other {wording.count(whole)} {first} is on {own}, {second} on {other}. "
    )
