"""The folded parts of a comparison's report: pairs, data, tests, other settings, notes, calls."""

from __future__ import annotations

import platform
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from importlib.metadata import PackageNotFoundError, version

from jointstats import __version__
from jointstats.base import wording
from jointstats.base.errors import JointStatsError
from jointstats.base.facts import words_of
from jointstats.base.kinds import FactorWord
from jointstats.claims import words_answers as words
from jointstats.claims.comparison import Comparison
from jointstats.claims.sensitivity import words as other_settings
from jointstats.claims.sensitivity.sensitivity import SensitivityResult, sensitivity
from jointstats.claims.tables import by_measure, named
from jointstats.claims.words import of_the_papers
from jointstats.claims.words_pairs import STATES
from jointstats.drawing.document import FIRST, Grid, grid, left_out, used
from jointstats.interfaces.report import blocks
from jointstats.interfaces.report import repeat as calls
from jointstats.interfaces.report.blocks import text
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


def _grid(cells: Grid | None, caption: str) -> str:
    return "" if cells is None else blocks.table(cells, caption)


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
        return _grid(by_measure(result, row), pairs_title(result)) + blocks.paragraph(said)
    table = named(result, "pairs")
    rows = table.rows[:most]
    note = left_out(table.of, len(rows), "pair", 'to_frame("pairs")')
    there = {row[2] for row in rows}
    meanings = [STATES[state].meaning for state in STATES if state in there]
    first = "In a pair with a winner, or with one ahead, that algorithm is a."
    shown = blocks.table(replace(table, rows=rows, note=note), "Every pair, strongest first")
    return shown + blocks.paragraph(" ".join([first, *meanings]))


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
    table = grid(["measure", "direction", "practically equal"], rows, "lll")
    return blocks.paragraph(wording.capital(said)) + blocks.table(table, "Measures")


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
    return blocks.paragraph(said) + "".join(_test(result, name) for name in result.tests)


def _test(result: Comparison, name: str) -> str:
    test = result.tests[name]
    if not isinstance(test, JointResult):
        return ""
    said = f"<h3>{_TESTS[name]}</h3>{blocks.paragraph(wording.capital(words_of(test).answer()))}"
    if isinstance(test, BayesResult):
        probable = "The probability that each statement is the most common one."
        return said + blocks.figure(result, "statements", probable) + _statements(test)
    if isinstance(test, NetworkResult) and "network" in test.figures:
        linked = (
            "Measures without a line say different things; measures with a thick line repeat each "
            "other in part. Dashed line: a link is less likely than not."
        )
        return said + blocks.figure(test, "network", linked)
    return said


def _statements(test: BayesResult) -> str:
    """The most frequent statements, and how many others there are."""
    table = words_of(replace(test, statements=test.statements[:MOST_STATEMENTS])).table()
    more, unseen = len(test.statements) - len(table.rows), test.unobserved
    notes = [f"{wording.plural(more, 'rarer statement')} not listed."] if more > 0 else []
    if unseen.states:
        p = unseen.probability
        known = f" (together probability {wording.probability(p)})" if p is not None else ""
        word = "possible statement was" if unseen.states == 1 else "possible statements were"
        notes.append(f"{wording.big(unseen.states)} {word} never seen{known}.")
    below = blocks.paragraph(" ".join(notes)) if notes else ""
    return blocks.table(table, "The statements, and how often") + below


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
    return blocks.paragraph(varied.verdict) + settings(varied, *([] if whole else [_NOT_TRIED]))


def settings(varied: SensitivityResult, *notes: str) -> str:
    """What was varied, where something changes, what was not tried, and further notes."""
    shown, left = other_settings.changing(varied, blocks.TALL)
    more = f" and {left} more" if left else ""
    skipped = [f"Not tried: {line}" for line in varied.not_tried]
    parts = [
        _grid(other_settings.factors(varied), "What was varied"),
        _grid(shown, f"Where something changes{more}"),
        _grid(other_settings.fewest(varied), "How many data sets must go"),
        blocks.items([*map(str, varied.warnings), *skipped, *notes]),
    ]
    return "".join(parts)


def meanings(result: Comparison) -> str:
    """What words and numbers mean."""
    known = words.meanings(result)
    return "<dl>" + "".join(f"<dt>{text(a)}</dt><dd>{text(b)}</dd>" for a, b in known) + "</dl>"


def notes(result: Comparison) -> str:
    """What was left out, tied, and warned about."""
    return blocks.items(_notes(result))


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
        blocks.paragraph(said.strip())
        + "".join(f"<h3>{name}</h3><pre>{text(code)}</pre>" for name, code in codes.items())
        + ("" if command else blocks.paragraph(calls.NO_COMMAND))
        + versions()
    )


def versions() -> str:
    """Versions of the software that computed the report."""
    named = [f"jointstats {__version__}", f"Python {platform.python_version()}"]
    for name in _PACKAGES:
        with suppress(PackageNotFoundError):
            named.append(f"{name} {version(name)}")
    return blocks.paragraph(f"Computed with {wording.listing(named)}.")
