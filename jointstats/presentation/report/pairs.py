"""Every pair in the report: the matrix, best first, and the table that says it in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from jointstats.labelled import wording
from jointstats.labelled.compare.comparison_result import Comparison
from jointstats.labelled.compare.pair_claim import OPEN, PairClaim
from jointstats.labelled.findings.every_pair import by_strength
from jointstats.presentation.leading import left_out
from jointstats.presentation.pair_signs import KEY, SIGNS, counts, stands
from jointstats.presentation.report import blocks
from jointstats.presentation.report.blocks import Group, text
from jointstats.presentation.tables import Table
from jointstats.words.claims import claim, counted, level_shares

MOST_IN_MATRIX = 40  # algorithms
NUMBERED = 12  # algorithms of whose pairs a cell has both counts
MOST_PAIRS = 800  # rows of the table
MOST_WIDE = 300  # rows with a column for each measure


def ranked(result: Comparison) -> list[PairClaim]:
    """The pairs that are told, strongest first: all, or the first ones of very many."""
    rows = by_strength(result.wins, result.order)[:MOST_PAIRS]
    left = MOST_PAIRS - len(rows)
    if len(result.open) <= left:
        return rows + by_strength(result.open, result.order)
    return rows + list(result.open[:left])


# --- The matrix -----------------------------------------------------------------------------------


def matrix(result: Comparison, rows: Sequence[PairClaim]) -> str:
    """Row against column, best first; of very many the first algorithms."""
    names = list(result.order[:MOST_IN_MATRIX])
    upper = names if result.control is None else [result.control]
    names = [name for name in names if name != result.control]
    place = {frozenset((row.a, row.b)): i for i, row in enumerate(rows)}
    numbered = len(names) <= NUMBERED
    seen: set[str] = set()

    def cell(a: str, b: str) -> str:
        i = place.get(frozenset((a, b)))
        if i is None:
            return '<td class="none"></td>'
        kind = stands(rows[i], a)
        seen.add(kind)
        said = f"{counts(rows[i], a)} {SIGNS[kind]}" if numbered else SIGNS[kind]
        marked = f' class="{kind}"' if kind else ""
        return f'<td{marked} data-p="{i}">{text(said)}</td>'

    body = "".join(
        f'<tr><th scope="row">{text(a)}</th>{"".join(cell(a, b) for b in names)}</tr>'
        for a in upper
    )
    head = "".join(f'<th scope="col">{text(name)}</th>' for name in names)
    many = "" if numbered else " many"
    caption = "Every pair, row against column" + (
        ""
        if len(result.order) <= MOST_IN_MATRIX
        else f": the first {MOST_IN_MATRIX} of {len(result.order)} algorithms"
    )
    return (
        f"{_key(seen, result, numbered=numbered)}"
        f'<div class="wide" tabindex="0" role="region" aria-label="{text(caption)}">'
        f'<table class="pairs tools{many}"><caption>{text(caption)}</caption>'
        f'<thead><tr><th scope="col">algorithm</th>{head}</tr></thead><tbody>{body}</tbody>'
        '</table></div><p id="cell" role="status" hidden>Point at a cell, tap it, or reach it with '
        "the arrow keys: here stands what it says.</p>"
    )


def _key(seen: set[str], result: Comparison, *, numbered: bool) -> str:
    signs = " ".join(
        f'<span class="{kind}">{text(SIGNS[kind])}</span>{text(said)};'
        for kind, said in KEY.items()
        if kind in seen
    )
    what = f" {wording.on_all(list(result.measures))}" if len(result.measures) > 1 else ""
    if result.groups:
        what = " on every group"
    counted_on = (
        f" Numbers: data sets on which the row is better{text(what)}, and on which the column is."
        if numbered
        else ""
    )
    return f'<p class="note key">{signs.removesuffix(";")}.{counted_on}</p>'


# --- The table ------------------------------------------------------------------------------------


def told(row: PairClaim) -> str:
    """What is shown of a pair, leaned to, or seen, as a clause that can begin a line."""
    said = counted(row) if row.strength == OPEN else claim(row)
    return said if said.startswith(row.names) else wording.capital(said)  # a name stays as it is


def table(result: Comparison, rows: Sequence[PairClaim]) -> str:
    """Every pair: who is first, what is said of it and how surely, and each measure's wins."""
    made = [
        [row.names[0], row.names[1], row.strength, told(row),
         wording.p_number(row.p_adjusted)]
        for row in rows
    ]  # fmt: skip
    names = ["a", "b", "strength", "what is seen", "corrected p"]
    worst = any(row.p_adjusted_worst is not None for row in rows)
    if worst:
        names.append("corrected p at worst")
        for cells, row in zip(made, rows, strict=True):
            p = row.p_adjusted_worst
            cells.append("–" if p is None else wording.p_number(p))
    groups: list[Group] = []
    numbers = len(names) - 4
    if len(rows) <= MOST_WIDE and len(result.measures) > 1 and not result.groups:
        groups = [Group(measure, ["a–b"], measure) for measure in result.measures]
        for cells, row in zip(made, rows, strict=True):
            cells += [_wins(row, measure) for measure in result.measures]
    every = len(result.wins) + len(result.open)
    whole = Table(
        [*names, *("a–b" for _ in groups)],
        made,
        "llll" + "r" * (numbers + len(groups)),
        every,
        left_out(every, len(rows), "pair", "wins and open of the result"),
    )
    marks = [{"data-p": str(i)} for i in range(len(rows))]
    caption = "Every pair: shown first, then leaning, then open"
    return blocks.table(whole, caption, groups=groups, rows=marks) + _notes(
        result, worst=worst, wins=bool(groups)
    )


def _wins(row: PairClaim, measure: str) -> str:
    first, second = row.wins_a[measure], row.wins_b[measure]
    return f"{first}–{second}" if row.names[0] == row.a else f"{second}–{first}"


def _notes(result: Comparison, *, worst: bool, wins: bool) -> str:
    said = [
        f"Shown: the probability of showing any false claim is at most {result.alpha:g}. Leaning: "
        f"not shown, but so with probability {1 - result.alpha:g} or more, by a prior learned from "
        "all pairs. Open: neither; a corrected p of 1.00 means no evidence, not equality."
    ]
    said += ["On the right: data sets on which a is better, and b is, measure by measure."] * wins
    said += ["At worst: with all that is missing against the claim."] * worst
    said += filter(None, [level_shares(result.level_shares)])
    return blocks.paragraph(" ".join(said))
