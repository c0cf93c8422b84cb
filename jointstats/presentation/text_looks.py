"""A ledger as text: what is shown by now, what it rests on, and the latest looks."""

from __future__ import annotations

from dataclasses import replace

from jointstats.labelled import wording
from jointstats.labelled.joint.watch_result import WatchResult
from jointstats.presentation.cells import table_of
from jointstats.presentation.document import Document, Words, compose, stack
from jointstats.presentation.pieces import MOST_ROWS, head, notes
from jointstats.presentation.text import document


@document.register
def _(result: WatchResult) -> Document:
    made = table_of(result)
    earlier = len(made.rows) - MOST_ROWS
    more = f"{wording.plural(earlier, 'earlier look')} left out (to_frame() lists all)."
    return compose(
        head("Claim ledger", result),
        Words(result.verdict),
        stack(*(Words(f"- {line}", "  ") for line in _lines(result))),
        replace(made, rows=made.rows[-MOST_ROWS:]) if made.rows else None,
        Words(more) if earlier > 0 else None,
        notes(result),
    )


def _lines(result: WatchResult) -> list[str]:
    """The ledger, the level, and the claim against its opposite."""
    when = "before any result" if result.beforehand else "with its first results"
    added = f"; {wording.plural(result.n_new, 'data set')} added now" if result.looks else ""
    lines = [
        f"Ledger {result.ledger}: the claim was written down {when}; "
        f"{wording.plural(len(result.looks), 'look')} so far{added}.",
        f"Shown once the anytime p is at most {wording.significant(result.alpha_spent)}"
        + (
            f", what claim number {result.position} may spend of {result.alpha:g}"
            if result.position is not None
            else ""
        )
        + ". More data sets may be added, and looked at, as often as one likes.",
    ]
    if result.opposite is not None and result.p_value_opposite is not None:
        lines.append(
            f"More often than its opposite ({result.opposite}): anytime p "
            f"{wording.p_value(result.p_value_opposite)}; the claim alone holds on "
            f"{result.n_only}, its opposite alone on {result.n_only_opposite}, both on "
            f"{result.n_both}, neither on {result.n_neither}."
        )
    return lines
