"""The parts of a report: pieces of HTML, figures, and what folds in that of a comparison."""

from __future__ import annotations

import html
import platform
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from importlib.metadata import PackageNotFoundError, version

from jointstats import __version__
from jointstats.base import wording
from jointstats.base.errors import JointStatsError
from jointstats.base.facts import words_of
from jointstats.base.kinds import FactorWord
from jointstats.base.result import Result
from jointstats.claims import words_answers as words
from jointstats.claims.comparison import Comparison
from jointstats.claims.sensitivity import words as other_settings
from jointstats.claims.sensitivity.sensitivity import SensitivityResult, sensitivity
from jointstats.claims.tables import by_measure, named
from jointstats.claims.words import of_the_papers
from jointstats.claims.words_pairs import STATES
from jointstats.drawing import painters
from jointstats.drawing.content import Content
from jointstats.drawing.document import FIRST, ColumnGroup, Grid, grid, left_out, used
from jointstats.interfaces.figures import drawing
from jointstats.interfaces.figures import figure as content
from jointstats.interfaces.report import repeat as calls
from jointstats.joint.posterior import BayesResult
from jointstats.joint.result import JointResult
from jointstats.network.network_result import NetworkResult

MOST_PAIRS = 800  # rows of the table of pairs
MOST_STATEMENTS = 12
_PACKAGES = ("numpy", "scipy", "pandas", "networkx")

# Settings that take no time are tried unasked, unless there are too many pairs.
CHEAP: tuple[FactorWord, ...] = ("level", "measure", "missing", "runs")
MOST_TRIED = 20  # settings of each
MOST_PAIRS_TRIED = 190

_NOT_TRIED = (
    "Data sets and algorithms left out, and other ropes, take longer and are not tried here. "
    "Use sensitivity(), or a report with sensitivity=True."
)
_TESTS = {
    "glrt": "Likelihood-ratio test of the most frequent statement",
    "bayes": "Bayesian test: the probability that each statement is the most common one",
    "network": "Bayesian network: the same with dependences between measures",
}

SHORT = 14  # rows of a table that stays on one page of paper
TALL = 25  # rows from which a table scrolls in its own box: the page stays short
NAME = 32  # letters of a name that stays on one line
TOOLS = 4  # rows from which a table is sorted, filtered, copied and saved
LONG = 40  # letters of a cell that needs room

NARROW = 3.8  # inches of a figure on a phone

CONTROLS = '<div class="bar" id="bar"></div>'  # the page's script fills it
UPRIGHT, ACROSS = 14, 20  # columns that fit on a sheet of paper without being made smaller
LANDSCAPE = 20  # columns from which a table is printed across

# Names of columns by which the reader chooses rows.
CHOICES = {name: name for name in ("algorithm", "measure", "state")}
CHOICES |= {"a": "algorithm", "b": "algorithm"}


# --- Pieces of HTML ---


def text(said: str) -> str:
    """Text as HTML."""
    return html.escape(said)


def paragraph(said: str) -> str:
    """A paragraph of text."""
    return f"<p>{text(said)}</p>"


def items(lines: Iterable[str]) -> str:
    """A list of sentences; nothing if there are none."""
    listed = "".join(f"<li>{text(line)}</li>" for line in lines)
    return f"<ul>{listed}</ul>" if listed else ""


def table(content: Grid, caption: str) -> str:
    """A table that scrolls in its own box where the screen is too narrow.

    Longer ones get tools from the page's script: their columns sort, rows are chosen by algorithm,
    measure and state, and all is copied or saved as CSV. Without scripts it is all there.
    """
    size = " short" if len(content.rows) <= SHORT else " tall" if len(content.rows) > TALL else ""
    across = len(content.names) > LANDSCAPE
    size += " across" if across else ""
    smaller = (ACROSS if across else UPRIGHT) / len(content.names)
    fit = f' style="--fit:{smaller:.2f}"' if smaller < 1 else ""
    tools = ' class="tools"' if len(content.rows) >= TOOLS else ""
    body = "".join(f"<tr>{_row(cells, content.sides)}</tr>" for cells in content.rows)
    note = f'<p class="note">{text(content.note)}</p>' if content.note else ""
    return (
        f'<div class="wide{size}"{fit} tabindex="0" role="region" aria-label="{text(caption)}">'
        f"<table{tools}><caption>{text(caption)}</caption><thead>{_head(content)}</thead>"
        f"<tbody>{body}</tbody></table></div>{note}"
    )


def _head(content: Grid) -> str:
    """The names of the columns; above groups of them, which are the last ones, their headings."""
    headed = [group for group in content.groups if group.heading]
    alone = len(content.names) - sum(group.size for group in headed)
    first = "".join(
        _heading(name, side, two_lines=bool(headed))
        for name, side in zip(content.names[:alone], content.sides, strict=False)
    )
    if not headed:
        return f"<tr>{first}</tr>"
    above = "".join(
        f'<th scope="colgroup" colspan="{group.size}"'
        f"{_attributes({'data-m': group.measure})}>{text(group.heading)}</th>"
        for group in headed
    )
    owners = [group for group in headed for _ in range(group.size)]
    pairs = zip(content.names[alone:], owners, strict=True)
    below = "".join(_heading(name, "r", of=group) for name, group in pairs)
    return f"<tr>{first}{above}</tr><tr>{below}</tr>"


def _heading(
    name: str, side: str, *, two_lines: bool = False, of: ColumnGroup | None = None
) -> str:
    known = {"class": "r"} if side == "r" else {}
    if two_lines:
        known["rowspan"] = "2"
    if of is not None:
        known |= {"data-of": of.heading, "data-m": of.measure}
    if name in CHOICES:
        known["data-by"] = CHOICES[name]
    return f'<th scope="col"{_attributes(known)}>{text(name)}</th>'


def _row(cells: Sequence[str], sides: str) -> str:
    first, *rest = cells
    kind = ' class="n"' if len(first) <= NAME else _room(first)
    return f'<th scope="row"{kind}>{text(first)}</th>' + "".join(
        f"<td{_side(cell, side)}>{text(cell)}</td>"
        for cell, side in zip(rest, sides[1:], strict=True)
    )


def _side(cell: str, side: str) -> str:
    """Numbers are at the right; intervals stay on one line, sentences get room."""
    if side == "r":
        return ' class="r"'
    return ' class="n"' if " [" in cell else _room(cell)


def _room(cell: str) -> str:
    return ' class="s"' if len(cell) > LONG else ""


def _attributes(known: Mapping[str, str]) -> str:
    return "".join(f' {name}="{text(value)}"' for name, value in known.items())


def folded(key: str, title: str, body: str, *, printed: bool = True) -> str:
    """A part of the page that opens when its title is clicked; nothing without a body.

    On paper there are those that are open, and the `printed` ones.
    """
    kind = ' class="printed"' if printed else ""
    return (
        f'<details id="{key}"{kind}><summary><h2>{text(title)}</h2></summary>'
        f'<div class="part">{body}</div></details>'
        if body
        else ""
    )


# --- Figures, for wide and for narrow screens, with their notes ---


def first_figure(result: Result) -> str:
    """The figure that the result shows unasked; its title is above it already."""
    return figure(result, result.figures[0], titled=False)


def figure(
    result: Result, name: str | None = None, caption: str = "", *, titled: bool = True
) -> str:
    """A figure with its title and notes; its text for readers who do not see it is part of it."""
    shown = content(result, name)
    title = f'<p class="title">{text(shown.title)}</p>' if titled else ""
    (wide, without), (narrow, _) = _drawn(shown), _drawn(shown, NARROW)
    notes = [note for note in shown.notes if note not in without]
    said = text(" ".join(filter(None, [caption, *notes])))
    below = f"<figcaption>{said}</figcaption>" if said else ""
    return (
        f'<figure>{title}<div class="on-wide">{wide}</div><div class="on-narrow">{narrow}</div>'
        f"{below}</figure>"
    )


def _drawn(shown: Content, width: float | None = None) -> tuple[str, tuple[str, ...]]:
    """A figure as SVG, and the notes that do not hold for what is drawn."""
    drawn = drawing(shown, width=width, title=False, notes=False)
    return painters.element(drawn.figure()), drawn.without


def _grid(cells: Grid | None, caption: str) -> str:
    return "" if cells is None else table(cells, caption)


# --- Pairs and data -------------------------------------------------------------------------------


def pairs_title(result: Comparison) -> str:
    """What the part on pairs is called."""
    return "The pair by measure" if len(result.pairs) == 1 else "Every pair in sentences"


def pairs(result: Comparison, most: int = MOST_PAIRS) -> str:
    """The state of each pair, the sentence behind it, and its p-value; of one pair its counts."""
    if len(result.pairs) == 1:
        row = result.pairs[0]
        said = (
            f"{STATES[row.state].meaning} Corrected p is the smaller one of two claims: "
            "that either algorithm is better on more data sets than worse."
        )
        return _grid(by_measure(result, row), pairs_title(result)) + paragraph(said)
    every = named(result, "pairs")
    rows = every.rows[:most]
    note = left_out(every.of, len(rows), "pair", 'to_frame("pairs")')
    there = {row[2] for row in rows}
    meanings = [STATES[state].meaning for state in STATES if state in there]
    first = "In a pair with a winner, or with one ahead, that algorithm is a."
    shown = table(replace(every, rows=rows, note=note), "Every pair, strongest first")
    return shown + paragraph(" ".join([first, *meanings]))


def data(result: Comparison) -> str:
    """What was compared, and how: measures, directions and what a tie is."""
    way = {"max": "higher is better", "min": "lower is better"}
    rows = [
        [name, way[direction], _tie(result.rope.get(name))]
        for name, direction in result.measures.items()
    ]
    names = wording.some(list(result.order), FIRST)
    control = f"; all others are compared with {result.control}" if result.control else ""
    said = f"{used(result)}; algorithms: {names}{control}."
    measures = grid(["measure", "direction", "practically equal"], rows, "lll")
    return paragraph(wording.capital(said)) + table(measures, "Measures")


def _tie(rope: float | None) -> str:
    """What a tie is on a measure."""
    if rope is None:
        return "no rope: equal numbers may hide a difference and count against every claim"
    return f"differences up to {rope:g}" if rope else "equal numbers are real ties"


# --- The tests of the papers ----------------------------------------------------------------------


def tests(result: Comparison) -> str:
    """The answer of each test, the statements, and the network of the measures."""
    if not result.tests:
        return ""
    said = (
        "The tests are those of Benavoli and de Campos (2016) with their defaults. "
        f"{of_the_papers(result)}."
    )
    return paragraph(said) + "".join(_test(result, name) for name in result.tests)


def _test(result: Comparison, name: str) -> str:
    test = result.tests[name]
    if not isinstance(test, JointResult):
        return ""
    said = f"<h3>{_TESTS[name]}</h3>{paragraph(wording.capital(words_of(test).answer()))}"
    if isinstance(test, BayesResult):
        probable = "The probability that each statement is the most common one."
        return said + figure(result, "statements", probable) + _statements(test)
    if isinstance(test, NetworkResult) and "network" in test.figures:
        linked = (
            "Measures without a line say different things; measures with a thick line repeat each "
            "other in part. Dashed line: a link is less likely than not."
        )
        return said + figure(test, "network", linked)
    return said


def _statements(test: BayesResult) -> str:
    """The most frequent statements, and how many others there are."""
    listed = words_of(replace(test, statements=test.statements[:MOST_STATEMENTS])).table()
    more, unseen = len(test.statements) - len(listed.rows), test.unobserved
    notes = [f"{wording.plural(more, 'rarer statement')} not listed."] if more > 0 else []
    if unseen.states:
        p = unseen.probability
        known = f" (together probability {wording.probability(p)})" if p is not None else ""
        word = "possible statement was" if unseen.states == 1 else "possible statements were"
        notes.append(f"{wording.big(unseen.states)} {word} never seen{known}.")
    below = paragraph(" ".join(notes)) if notes else ""
    return table(listed, "The statements, and how often") + below


# --- Other settings, meanings, notes --------------------------------------------------------------


def changes(result: Comparison, *, whole: bool) -> str:
    """Other settings and what is decided there: all of them, or those that take no time."""
    if result.data is None or (not whole and len(result.pairs) > MOST_PAIRS_TRIED):
        return ""
    try:
        varied = (
            sensitivity(result) if whole else sensitivity(result, factors=CHEAP, most=MOST_TRIED)
        )
    except JointStatsError:  # a table of folds: nothing to vary
        return ""
    return paragraph(varied.verdict) + settings(varied, *([] if whole else [_NOT_TRIED]))


def settings(varied: SensitivityResult, *notes: str) -> str:
    """What was varied, where something changes, what was not tried, and further notes."""
    shown, left = other_settings.changing(varied, TALL)
    more = f" and {left} more" if left else ""
    skipped = [f"Not tried: {line}" for line in varied.not_tried]
    parts = [
        _grid(other_settings.factors(varied), "What was varied"),
        _grid(shown, f"Where something changes{more}"),
        _grid(other_settings.fewest(varied), "How many data sets must go"),
        items([*map(str, varied.warnings), *skipped, *notes]),
    ]
    return "".join(parts)


def meanings(result: Comparison) -> str:
    """What words and numbers mean."""
    known = words.meanings(result)
    return "<dl>" + "".join(f"<dt>{text(a)}</dt><dd>{text(b)}</dd>" for a, b in known) + "</dl>"


def notes(result: Comparison) -> str:
    """What was left out, tied, and warned about."""
    return items(_notes(result))


def _notes(result: Comparison) -> Iterator[str]:
    yield from result.warnings
    yield from (f"Left out: {data_set.dataset} ({data_set.reason})." for data_set in result.dropped)
    if result.aggregate:
        yield f"Repeated runs were combined by their {result.aggregate}; their spread is not used."
    if result.n_failed:
        yield f"{wording.plural(result.n_failed, 'failed run')} ranked below all results."
    if not result.dropped:
        yield "No data set was left out."


# --- To repeat it ---------------------------------------------------------------------------------


def repeat(result: Comparison) -> str:
    """The calls that repeat the comparison."""
    command = calls.shell_call(result)
    codes = {"Python": calls.python_call(result), "R": calls.r_call(result)}
    codes |= {} if command is None else {"Command line": command}
    said = f"{calls.stand_ins(result)} The same data give the same numbers: nothing is sampled."
    return (
        paragraph(said.strip())
        + "".join(f"<h3>{name}</h3><pre>{text(code)}</pre>" for name, code in codes.items())
        + ("" if command else paragraph(calls.NO_COMMAND))
        + versions()
    )


def versions() -> str:
    """Versions of the software that computed the report."""
    named = [f"jointstats {__version__}", f"Python {platform.python_version()}"]
    for name in _PACKAGES:
        with suppress(PackageNotFoundError):
            named.append(f"{name} {version(name)}")
    return paragraph(f"Computed with {wording.listing(named)}.")
