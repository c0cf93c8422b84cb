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


@before.register
def _(result: WatchResult) -> Sequence[Part | None]:
    return [bullets(_lines(result))]


@before.register
def _(result: LeaderResult) -> Sequence[Part | None]:
    return [bullets([*_of_leader(result)])]


@rows_of.register(WatchResult)
@rows_of.register(LeaderResult)
def _(result: WatchResult | LeaderResult) -> Part | None:
    """The latest looks."""
    made = table_of(result)
    if not made.rows:
        return None
    earlier = left_out(len(made.rows), MOST_ROWS, "look").replace("more", "earlier")
    shown = replace(made, rows=made.rows[-MOST_ROWS:])
    return stack(shown, Words(earlier) if earlier else None)


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
            f"{wording.p_value(result.p_value_opposite)}; {result.yes_against} votes for it, "
            f"{result.no_against} against it."
        )
    return lines


def _of_leader(result: LeaderResult) -> Iterator[str]:
    """The ledger, the level, who is left as the most probable statement, and the other groups."""
    when = "before any result" if result.beforehand else "with their first results"
    added = f"; {wording.plural(result.n_new, 'data set')} added now" if result.looks else ""
    yield (
        f"Ledger {result.ledger}: these algorithms were written down {when}; "
        f"{wording.plural(len(result.looks), 'look')} so far{added}."
    )
    part = ""
    if result.position is not None:
        part = f", what number {result.position} of this ledger may spend of {result.alpha:g}"
    yield (
        "A statement is certified, as more probable than every other of the "
        f"{wording.big(result.n_statements)} possible ones, once the anytime p is at most "
        f"{wording.significant(result.alpha_spent)}{part}. More data sets may be added, and looked "
        "at, as often as one likes."
    )
    if result.looks and not result.decided:
        yield f"Not excluded as the most probable one: {_left(result)}."
    yield from (_of_group(one) for one in result.groups if one.algorithms != result.algorithms)


def _left(result: LeaderResult) -> str:
    """Statements that no bet has excluded, the most frequent ones by name."""
    left = [one for one in result.statements if not one.out]
    named = [
        f'"{wording.cell(one.order, result.question)}" ({wording.count(one.count)})'
        for one in left[:MOST_RIVALS]
    ]
    more = result.n_left - len(named)
    return "; ".join(named) + (f"; and {wording.big(more)} more" if more else "")


def _of_group(group: LeaderGroup) -> str:
    found = f'"{group.certified}" is certified' if group.certified else "none is certified"
    return (
        f"Also in this ledger, number {group.position}: {wording.listing(group.algorithms)}, "
        f"{wording.plural(group.n, 'data set')}, {found}."
    )
