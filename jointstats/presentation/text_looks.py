"""A ledger as text: what is shown by now, what it rests on, and the latest looks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from jointstats.labelled import wording
from jointstats.labelled.joint.watch_result import LeaderGroup, LeaderResult, WatchResult
from jointstats.presentation.cells import table_of
from jointstats.presentation.document import Part, Words, stack
from jointstats.presentation.leading import left_out
from jointstats.presentation.pieces import MOST_ROWS, bullets
from jointstats.presentation.text import before, rows_of

MOST_RIVALS = 5


@before.register(WatchResult)
@before.register(LeaderResult)
def _(result: WatchResult | LeaderResult) -> Sequence[Part | None]:
    what = "the claim was" if isinstance(result, WatchResult) else "these algorithms were"
    when = "before any result" if result.beforehand else "with the first results"
    added = f"; {wording.plural(result.n_new, 'data set')} added now" if result.looks else ""
    first = (
        f"Ledger {result.ledger}: {what} written down {when}; "
        f"{wording.plural(len(result.looks), 'look')} so far{added}."
    )
    of_all = f", what number {result.position} of this ledger may spend of {result.alpha:g}"
    part = "" if result.position is None else of_all
    certified = (
        f"{_shown(result)} once the anytime p is at most "
        f"{wording.significant(result.alpha_spent)}{part}. More data sets may be added, and looked "
        "at, as often as one likes."
    )
    return [bullets([first, certified, *_more(result)])]


@rows_of.register(WatchResult)
@rows_of.register(LeaderResult)
def _(result: WatchResult | LeaderResult) -> Part | None:
    """The latest looks."""
    rows = table_of(result)
    if not rows.rows:
        return None
    earlier = left_out(len(rows.rows), MOST_ROWS, "look").replace("more", "earlier")
    shown = replace(rows, rows=rows.rows[-MOST_ROWS:])
    return stack(shown, Words(earlier) if earlier else None)


def _shown(result: WatchResult | LeaderResult) -> str:
    if isinstance(result, WatchResult):
        return "Shown"
    return (
        "A statement is certified, as more probable than every other of the "
        f"{wording.big(result.n_statements)} possible ones,"
    )


def _more(result: WatchResult | LeaderResult) -> Iterator[str]:
    """The claim against its opposite; the remaining leader, and the other groups."""
    if isinstance(result, LeaderResult):
        if result.looks and not result.decided:
            yield f"Not excluded as the most probable one: {_left(result)}."
        others = (group for group in result.groups if group.algorithms != result.algorithms)
        yield from map(_of_group, others)
    elif result.opposite is not None and result.p_value_opposite is not None:
        yield (
            f"More often than its opposite ({result.opposite}): anytime p "
            f"{wording.p_value(result.p_value_opposite)}; {result.yes_against} votes for it, "
            f"{result.no_against} against it."
        )


def _left(result: LeaderResult) -> str:
    """Statements that no bet has excluded, the most frequent ones by name."""
    left = [statement for statement in result.statements if not statement.out]
    named = [
        f'"{wording.cell(statement.order, result.question)}" ({wording.count(statement.count)})'
        for statement in left[:MOST_RIVALS]
    ]
    more = result.n_left - len(named)
    return "; ".join(named) + (f"; and {wording.big(more)} more" if more else "")


def _of_group(group: LeaderGroup) -> str:
    certified = f'"{group.certified}" is certified' if group.certified else "none is certified"
    return (
        f"Also in this ledger, number {group.position}: {wording.listing(group.algorithms)}, "
        f"{wording.plural(group.n, 'data set')}, {certified}."
    )
