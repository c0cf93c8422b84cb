"""Pareto questions: who dominates whom on all measures, and whom nobody dominates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, ClassVar

import numpy as np

from jointstats.kernels.counting.extensions import ExpansionLimitError
from jointstats.kernels.joint import glrt
from jointstats.kernels.joint import pareto as kernel
from jointstats.kernels.joint import shares as kernel_shares
from jointstats.kernels.joint.priors import nondominated_prior
from jointstats.labelled import options, wording
from jointstats.labelled.errors import OptionError, TieExpansionError
from jointstats.labelled.joint.counts import StatementCounts
from jointstats.labelled.result import Result
from jointstats.labelled.table.intake import as_table

LEVEL = 0.95  # of the intervals


@dataclass(frozen=True, kw_only=True, repr=False)
class ParetoResult(Result):
    """Outcome of :func:`jointstats.pareto_test`.

    Attributes
    ----------
    pairs : list of dict
        For each pair ``a``, ``b``: ``count_a`` and ``count_b`` (data sets on which a, or b, is
        better on all measures), ``probability`` (that a dominates b more often than b dominates
        a), ``p_value_exact`` (of equally often), ``winner`` (None if not decided).
    nondominated : list of dict
        For each ``algorithm``: ``count`` of data sets on which nobody is better on all measures,
        expected ``share`` with ``share_low`` and ``share_high``, and ``prior_share``.
    prior_strength, alpha, level : float
        Total prior mass; level of decisions; coverage of the intervals.
    """

    test: ClassVar[str] = "pareto"

    pairs: list[dict[str, Any]]
    nondominated: list[dict[str, Any]]
    prior_strength: float
    alpha: float
    level: float
    method: str = "exact"
    rope: dict[str, float] = field(default_factory=dict)

    def _rows(self) -> list[dict[str, Any]]:
        return self.pairs


def pareto_test(
    table: Any,
    *,
    on: Sequence[Any] | None = None,
    prior_strength: float = 1.0,
    alpha: float = 0.05,
    **roles: Any,
) -> ParetoResult:
    """Dominance on all measures at once, pair by pair, and each algorithm's non-dominated share.

    Parameters
    ----------
    table : ResultsTable, StatementCounts, DataFrame, or dict of matrices
    on : sequence of str, optional
        Only these measures.
    prior_strength : float, default 1
        Total mass s of the symmetric prior.
    alpha : float, default 0.05
        A pair is decided if one of the two probabilities is at least 1 − alpha.
    **roles
        Keywords of :func:`jointstats.results_table`, if `table` is a data frame.

    Returns
    -------
    ParetoResult

    Raises
    ------
    JointStatsError
        For invalid input or options.

    Notes
    -----
    The cells of any partition of the statements are again Dirichlet. With the shares "a dominates
    b" ~ w_ab + s/2^m and "b dominates a" ~ w_ba + s/2^m, the probability that the first is larger
    is P(Beta > ½). A share of data sets on which nobody dominates a is Beta(w + s q, n − w +
    s (1 − q)), where q is the prior probability of it under random orderings.

    Examples
    --------
    >>> import jointstats as js
    >>> result = js.pareto_test(js.load_dataset("example1"))
    >>> round(result.pairs[0]["probability"], 4), result.nondominated[1]["count"]
    (0.0204, 11.0)
    """
    alpha = options.level(alpha)
    s = options.number("prior_strength", prior_strength, 0, open_low=True)
    source: Any
    try:
        if isinstance(table, StatementCounts):
            source = table.select(algorithms=roles.pop("only", None), measures=on)
            if source.question != "orderings":
                raise OptionError("pareto_test needs the counts of complete orderings.")
            if roles:
                raise OptionError(f"{next(iter(roles))} has no meaning for counts.")
            counted = (source.codes, source.weights, len(source.algorithms))
            dominates = kernel.dominance_weights_from(*counted)
            free = kernel.nondominated_weights_from(*counted)
        else:
            source = as_table(table, on=on, **roles)
            upwards = (source.oriented(), np.ones(len(source.measures)), source.rope_widths)
            dominates = kernel.dominance_weights(*upwards)
            free = kernel.nondominated_weights(*upwards)
    except ExpansionLimitError as error:
        raise TieExpansionError(
            f"Ties leave too many orderings ({error.n_expansions}): compare fewer algorithms "
            "(only=), or use a smaller rope."
        ) from None
    names, n, m = source.algorithms, source.n, len(source.measures)
    pairs = [
        _pair(names[i], names[j], float(dominates[i, j]), float(dominates[j, i]), s / 2**m, alpha)
        for i, j in combinations(range(len(names)), 2)
    ]
    q = nondominated_prior(len(names), m)
    shares = [_share(name, float(w), float(n), s, q) for name, w in zip(names, free, strict=True)]
    return ParetoResult(
        algorithms=names,
        measures=source.measures,
        n=n,
        n_dropped=source.n_dropped,
        call={"function": "pareto_test", "on": on, "prior_strength": s, "alpha": alpha},
        verdict=_verdict(pairs, shares, n, m),
        pairs=pairs,
        nondominated=shares,
        prior_strength=s,
        alpha=alpha,
        level=LEVEL,
        rope=source.rope,
    )


def _pair(
    a: str, b: str, count_a: float, count_b: float, mass: float, alpha: float
) -> dict[str, Any]:
    p = float(kernel_shares.probability_exceeds(count_a + mass, count_b + mass))
    exact = float(glrt.exact_p_value(max(count_a, count_b), min(count_a, count_b)))
    return {
        "a": a,
        "b": b,
        "count_a": count_a,
        "count_b": count_b,
        "probability": p,
        "p_value_exact": exact,
        "winner": a if p >= 1 - alpha else b if p <= alpha else None,
    }


def _share(name: str, count: float, n: float, s: float, q: float) -> dict[str, Any]:
    count = min(max(count, 0.0), n)  # sums of fractions may leave the range by an ulp
    a, total = count + s * q, n + s
    low, high = kernel_shares.share_interval(a, total, LEVEL)
    return {
        "algorithm": name,
        "count": count,
        "share": float(kernel_shares.share_mean(a, total)),
        "share_low": float(low),
        "share_high": float(high),
        "prior_share": q,
    }


def _verdict(pairs: list[dict[str, Any]], shares: list[dict[str, Any]], n: float, m: int) -> str:
    on = {1: "the measure", 2: "both measures"}.get(m, f"all {m} measures")
    if len(pairs) == 1:
        return _of_two(pairs[0], n, on)
    decided = sorted(
        (row for row in pairs if row["winner"]), key=lambda r: -abs(r["probability"] - 0.5)
    )
    shown = "; ".join(_tally(row, n) for row in decided[: 2 if len(decided) < 3 else 1])
    such = f"{', such as' if len(decided) > 2 else ':'} {shown}" if decided else ""
    most = max(row["share"] for row in shares)
    top = [row["algorithm"] for row in shares if row["share"] == most]
    least = f"{wording.listing(top)} {'is' if len(top) == 1 else 'are'}"
    return (
        f"A weaker question than a win: is one of a pair usually better on {on}, if data sets with "
        f"a split result are left out? It is decided for {len(decided) or 'none'} of "
        f"{wording.plural(len(pairs), 'pair')}{such}. {least} least often beaten so: not on "
        f"an expected {wording.percent(most)} of data sets{'' if len(top) == 1 else ' each'}."
    )


def _tally(row: dict[str, Any], n: float) -> str:
    """A decided pair with its counts."""
    first, second = (row["a"], row["b"]) if row["winner"] == row["a"] else (row["b"], row["a"])
    more, less = sorted((row["count_a"], row["count_b"]), reverse=True)
    return (
        f"{first} over {second} ({wording.plural(more, 'data set')} to {wording.count(less)}, "
        f"{wording.count(n - more - less)} split)"
    )


def _of_two(row: dict[str, Any], n: float, on: str) -> str:
    more, less = sorted((row["count_a"], row["count_b"]), reverse=True)
    if more == less == 0:
        return f"On no data set is {row['a']} or {row['b']} better on {on}: all are split."
    split = wording.plural(n - more - less, "data set")
    p = wording.probability(max(row["probability"], 1 - row["probability"]))
    if not row["winner"]:
        return (
            f"Leaving out the {split} with a split result, it is not decided who is usually better "
            f"on {on} ({row['a']} on {wording.count(row['count_a'])}, {row['b']} on "
            f"{wording.count(row['count_b'])}; probability {p})."
        )
    return (
        f"Leaving out the {split} with a split result, {row['winner']} is usually better on {on} "
        f"({wording.plural(more, 'data set')} to {wording.count(less)}; probability {p}): a weaker "
        "claim than a win."
    )
