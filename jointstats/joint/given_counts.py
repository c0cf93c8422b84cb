"""What callers give as counts, each name and number checked, and when counts add up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from jointstats.base import errors, options
from jointstats.base.wording import is_tie, names_of
from jointstats.evidence import orders
from jointstats.evidence.messages import asked
from jointstats.evidence.outcomes import EQUAL

if TYPE_CHECKING:
    from jointstats.joint.counts import StatementCounts


LEAD_TOLERANCE = 1e-9  # counts closer than this are equal: sums of fractions such as 1/3


def names_given(algorithms: Iterable[Any]) -> tuple[str, ...]:
    """At least two names, each once."""
    names = tuple(options.label(name) for name in algorithms)
    if len(names) < 2:
        raise errors.AlgorithmError(f"At least two algorithms are needed; got {len(names)}.")
    if len(set(names)) < len(names):
        raise errors.ColumnError("An algorithm is named twice.")
    return names


def code_given(places: Sequence[Any], names: Sequence[str], measure: str, rule: str) -> int:
    """Code of the ordering of a measure."""
    named = [options.label(name) for name in names_of(places)]
    if sorted(named) != sorted(names):
        raise errors.ColumnError(
            f'The ordering on measure "{measure}" must name every algorithm once, '
            f"best first; got {named}."
        )
    if is_tie(places):
        return EQUAL
    rank = int(orders.rank_orders([[names.index(name) for name in named]])[0])
    return 2 * rank if rule == "equal" else rank


def weights_given(counts: Iterable[Any]) -> np.ndarray:
    """Finite numbers of at least 0, not all of them 0."""
    try:
        x = np.asarray(list(counts), dtype=float)
    except (TypeError, ValueError):
        x = np.array([np.nan])
    if x.ndim != 1 or not np.isfinite(x).all() or (x < 0).any():
        raise errors.InvalidValueError("Counts must be finite numbers of at least 0.")
    if x.sum() <= 0:
        raise errors.NoDataError("No data set is counted: all counts are 0.")
    return x


def whole(x: float) -> float:
    """A number of data sets, whole where rounding alone kept it from being so."""
    return round(x) if abs(x - round(x)) < LEAD_TOLERANCE else float(x)


def require_alike(first: StatementCounts, second: StatementCounts) -> None:
    """Refuse counts that do not ask the same of the same names.

    Raises
    ------
    OptionError
    """
    for what in ("algorithms", "question", "control"):
        if getattr(first, what) != getattr(second, what):
            raise errors.OptionError(
                f"Counts add up only if they have the same {what}: "
                f"{getattr(first, what)} and {getattr(second, what)} differ."
            )
    if list(first.measures.items()) != list(second.measures.items()):
        raise errors.OptionError(
            "Counts add up only if they have the same measures and directions."
        )
    if any(first.rope.get(m, 0.0) != second.rope.get(m, 0.0) for m in first.measures):
        raise errors.OptionError("Counts add up only if they were made with the same rope.")
    if first.tie_rules != second.tie_rules:
        raise errors.OptionError(
            "Counts add up only if ties are the same in both: a separate outcome on the "
            "same measures (",
            asked("ties"),
            ").",
        )


def families_of_both(first: StatementCounts, second: StatementCounts) -> tuple[str, ...] | None:
    """The families of both pieces; each family is whole in one of them.

    Raises
    ------
    OptionError
        If only one of them has families, or both have data sets of one.
    """
    parts = [counts.families for counts in (first, second) if counts.n]
    if all(part is None for part in parts):
        return None
    if any(part is None for part in parts):
        said = (
            "Counts with families of data sets and counts without do not add up: name the families"
        )
        raise errors.OptionError(f"{said} of both (", asked("cluster"), ").")
    names = [name for part in parts for name in part or ()]
    if len(set(names)) < len(names):
        twice = Counter(names).most_common(1)[0][0]
        raise errors.OptionError(
            f'Both counts have data sets of the family "{twice}": count the data sets of a family '
            "together."
        )
    return tuple(names)
