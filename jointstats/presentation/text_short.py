"""A comparison on one screen: verdict, league, the few sentences that tell most, where more is."""

from __future__ import annotations

from collections import Counter

from jointstats.labelled import wording
from jointstats.labelled.compare.comparison_result import Comparison
from jointstats.labelled.compare.leaderboard_result import LeaderboardRow
from jointstats.labelled.errors import TiesWarning
from jointstats.labelled.findings import kinds
from jointstats.labelled.findings.kinds import Finding
from jointstats.presentation.document import (
    Document,
    Grid,
    Part,
    Stack,
    Words,
    compose,
    grid,
    listed,
    stack,
)
from jointstats.presentation.leading import left_out
from jointstats.presentation.pieces import notes, used
from jointstats.presentation.text import short
from jointstats.presentation.text_comparison import effects
from jointstats.words.findings import sentences

ROWS = 10  # algorithms of the league
CLAIMS = 3  # told one by one
# Answers to other questions than the verdict's, and checks beside it: not on the first screen.
_LATER = (kinds.DifferentFirsts, kinds.NetworkView, kinds.Normality)


@short.register
def _(result: Comparison) -> Document:
    first, *_ = result.findings
    told = [line for finding in result.found for line in _told(finding, result)]
    parts: list[Part | None] = [
        Words(f"{_what(result)} {used(result)}; {_measures(result)}"),
        Words(first, strong=True),
        league(result) if result.pairs else effects(result),
        stack(*(Words(f"- {line}", "  ") for line in told)),
        Words(_more(result), stays=True),
    ]
    return compose(*parts)


def _what(result: Comparison) -> str:
    names = result.order if result.pairs else result.algorithms
    if len(names) > 2:
        return f"{wording.plural(len(names), 'algorithm')} on"
    return f"{wording.listing(names)} on"


def _measures(result: Comparison) -> str:
    """The measures, with what is better."""
    named = [f"{name} {'↑' if way == 'max' else '↓'}" for name, way in result.measures.items()]
    return f"{', '.join(named)} (↑ higher, ↓ lower is better)"


def _told(finding: Finding, result: Comparison) -> list[str]:
    """What is said of a finding on the first screen."""
    if isinstance(finding, kinds.Claims):
        return _claims(finding)
    if finding.caution or isinstance(finding, _LATER):
        return []
    if isinstance(finding, kinds.QuestionAnswer) and result.pairs:
        return []
    if isinstance(finding, kinds.FirstPlaces):
        return sentences(finding) if result.pairs else []
    return sentences(finding) if finding.told else []


def _claims(finding: kinds.Claims) -> list[str]:
    """The strongest claims, how many there are besides, and how surely none is false."""
    _, *lines = sentences(finding)
    if not finding.shown or not lines:
        return lines
    *claims, rate = lines
    if len(claims) > CLAIMS:
        rest = wording.plural(len(finding.shown) - CLAIMS, "further claim")
        claims = [*claims[: CLAIMS - 1], f"{claims[CLAIMS - 1]} {rest}: see wins."]
    return [*claims, rate]


def league(result: Comparison) -> Stack | None:
    """The first algorithms, best first: how the pairs of each stand."""
    board = result.leaderboard.board
    lean = any(row.leads or row.trails for row in board)
    equal = any(row.equal for row in board)
    several = len(result.measures) > 1
    names = ["", "wins", "losses", *(["trade-offs"] if several else []),
             *(["equal"] if equal else []), *(["leaning"] if lean else []), "open"]  # fmt: skip
    rows = [_row(row, lean=lean, equal=equal, several=several) for row in board[:ROWS]]
    rest = left_out(len(board), len(rows), "algorithm", "leaderboard.to_frame()")
    made: Grid = grid(names, rows, "l" + "r" * (len(names) - 1))
    note = "Pairs of each, best first. Leaning: to it, and to the other." if lean else ""
    return stack(made, listed([rest] if rest else []), Words(note) if note else None)


def _row(row: LeaderboardRow, *, lean: bool, equal: bool, several: bool) -> list[str]:
    return [
        row.algorithm, str(row.beats), str(row.beaten_by),
        *([str(row.trade_offs)] if several else []), *([str(row.equal or 0)] if equal else []),
        *([f"{row.leads}–{row.trails}"] if lean else []), str(row.open),
    ]  # fmt: skip


def _more(result: Comparison) -> str:
    """What the whole text has besides, the notes by what they are about."""
    more = ["every pair, each measure, all tests"] if result.pairs else ["all tests"]
    made = notes(result)
    n = 0 if made is None else len(made.parts)
    if n:
        about = Counter(filter(None, map(_about, kinds.cautions(result.found))))
        named = f" ({wording.listing(list(about))})" if about else ""
        more.append(f"{wording.plural(n, 'note')}{named}")
    return f"summary() shows more: {'; '.join(more)}."


_ABOUT: dict[type[Finding], str] = {
    kinds.MissingResults: "missing results",
    kinds.FailedRuns: "failed runs",
    kinds.OftenTied: "ties",
    kinds.EqualMeasures: "ties",
    kinds.RecordedTies: "ties",
    kinds.OwnCases: "missing results",
}


def _about(finding: Finding) -> str:
    """What a note is about, in a word; nothing if it is none of the usual ones."""
    if isinstance(finding, kinds.TestCaution) and finding.message.category is TiesWarning:
        return "ties"
    return _ABOUT.get(type(finding), "")
