"""When statement counts that were made in pieces add up, and what they are together."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from jointstats.kernels.messages import asked
from jointstats.labelled.errors import OptionError

if TYPE_CHECKING:
    from jointstats.labelled.joint.counts import StatementCounts


def require_alike(first: StatementCounts, second: StatementCounts) -> None:
    """Refuse counts that do not ask the same of the same names.

    Raises
    ------
    OptionError
    """
    for what in ("algorithms", "question", "control"):
        if getattr(first, what) != getattr(second, what):
            raise OptionError(
                f"Counts add up only if they have the same {what}: "
                f"{getattr(first, what)} and {getattr(second, what)} differ."
            )
    if list(first.measures.items()) != list(second.measures.items()):
        raise OptionError("Counts add up only if they have the same measures and directions.")
    if any(first.rope.get(m, 0.0) != second.rope.get(m, 0.0) for m in first.measures):
        raise OptionError("Counts add up only if they were made with the same rope.")
    if first.tie_rules != second.tie_rules:
        raise OptionError(
            "Counts add up only if ties are the same in both: an outcome of their own on the "
            "same measures (",
            asked("ties"),
            ").",
        )


def families_of_both(first: StatementCounts, second: StatementCounts) -> tuple[str, ...] | None:
    """The families of both pieces, each of which is whole in one of them.

    Raises
    ------
    OptionError
        If only one of them has families, or both have data sets of one.
    """
    parts = [one.families for one in (first, second) if one.n]
    if all(one is None for one in parts):
        return None
    if any(one is None for one in parts):
        raise OptionError(
            "Counts with families of data sets and counts without do not add up: name the families "
            "of both (", asked("cluster"), ").",
        )  # fmt: skip
    names = [name for one in parts for name in one or ()]
    if len(set(names)) < len(names):
        twice = Counter(names).most_common(1)[0][0]
        raise OptionError(
            f'Both counts have data sets of the family "{twice}": count the data sets of a family '
            "together."
        )
    return tuple(names)
