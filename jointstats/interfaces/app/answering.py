"""The answer to a comparison, as the page shows it; where it holds; and what is taken away.

Every answer after the first one states that settings were changed (`visit.note`). Where it holds is
tried by the same comparison under other settings, one factor at a time: the result is how far the
verdict holds, not which setting gives a more pleasing one.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from importlib.util import find_spec
from typing import Any, get_args

import jointstats
from jointstats.base import wording
from jointstats.base.files import csv_text, typed_frame
from jointstats.base.given import FactorWord, Theme
from jointstats.claims.comparison import Comparison
from jointstats.claims.sensitivity.result import LEVEL, ROPE
from jointstats.claims.tables import league_of
from jointstats.claims.words_answers import answers
from jointstats.interfaces.app.choices import computed, read_roles, read_settings
from jointstats.interfaces.app.complaints import RefusalError
from jointstats.interfaces.app.visit import MOST, LastAnswer, Visit, note, place_of
from jointstats.interfaces.figures import drawing
from jointstats.interfaces.figures import figure as content
from jointstats.interfaces.report import blocks, page, repeat, sections
from jointstats.interfaces.report.page import size

ROWS = 20  # algorithms of the league
PAIRS = 200  # that the page lists; the report has more
TYPES = {"svg": "image/svg+xml", "pdf": "application/pdf"}
THEMES: tuple[str, ...] = get_args(Theme)


def compared(visit: Visit, said: Mapping[str, Any]) -> dict[str, Any]:
    """Compare, and remember that an answer was given."""
    opened = visit.table(said)
    chosen = read_roles(said.get("roles"), opened)
    wanted = read_settings(said.get("settings"))
    visit.teller.stage("Comparing")
    result, cautions = computed(opened, chosen, wanted)
    visit.teller.stage("Writing the answer")
    asked = {"roles": chosen, "settings": wanted}
    given = visit.given(opened)
    number = place_of(asked, given)
    if number is None:
        number = len(given) + 1
        if number <= MOST:
            given.append({"asked": asked, "verdict": result.verdict})
    remark = note(number, given, asked, visit.known(opened))
    visit.answer = LastAnswer(result, asked, remark, visit.held(opened, asked))
    return {
        "answer": {
            "mark": visit.answer.mark,
            "table": opened.name,
            "number": number,
            "note": visit.answer.note,
            "verdict": result.verdict,
            "size": size(result),
            "answers": [list(pair) for pair in answers(result)],
            "picture": blocks.first_figure(result),
            "sentences": list(result.findings),
            "league": league(result),
            "pairs": sections.pairs(result, PAIRS),
            "pairs_title": sections.pairs_title(result),
            "cautions": list(dict.fromkeys([*cautions, *result.warnings])),
            "left_out": [f"{gone.dataset}: {gone.reason}" for gone in result.dropped[:50]],
            "n_left_out": len(result.dropped),
            "figures": list(result.figures),
            "formats": ["svg", "png", *(["pdf"] if find_spec("matplotlib") else [])],
            "explore": explorable(result),
            "asked": asked,
        },
        "answers": given,
    }


def league(result: Comparison) -> str:
    """The league as HTML: names in it are escaped."""
    rows_ = league_of(result.leaderboard)
    more = len(rows_.rows) - ROWS
    left = f" {more} more are in the report." if more > 0 else ""
    rows_ = replace(rows_, rows=rows_.rows[:ROWS], marks=(), note=f"{rows_.note}{left}")
    return blocks.table(rows_, "League: every algorithm, best first")


# --- Where it holds ---

# What the page calls a factor, and what is tried.
_FACTORS: Mapping[FactorWord, tuple[str, str]] = {
    "level": (
        "Threshold (alpha)",
        "The probability, at most, of any false claim among those shown: other levels, and the "
        "nearest ones at which something changes.",
    ),
    "rope": (
        "Differences that do not matter",
        "On each measure: equal numbers as real ties, half and twice the difference, and the "
        "nearest larger one that changes something.",
    ),
    "measure": ("Leaving out one measure", "The same comparison without each measure in turn."),
    "data set": ("Leaving out one data set", "The same comparison without each data set in turn."),
    "family": (
        "Leaving out one family of data sets",
        "The same comparison without each family in turn.",
    ),
    "algorithm": (
        "Leaving out one algorithm",
        "The same comparison without each algorithm in turn.",
    ),
    "missing": ("Missing results", "Other treatments of the results that are missing."),
    "runs": ("Medians of the runs", "Medians in place of the means of several runs."),
}


def explored(visit: Visit, said: Mapping[str, Any]) -> dict[str, Any]:
    """Try other settings of one factor of the last answer."""
    answer, opened = visit.last(said), visit.table(said)
    factor: Any = said.get("setting")
    if factor not in [*_offered(answer.result)]:
        raise RefusalError("There is no such setting to explore.", "option")
    name, _ = _FACTORS[factor]
    visit.teller.stage(name)
    varied = jointstats.sensitivity(answer.result, factors=[factor])
    limits = [row.said for row in varied.factors if row.factor in (LEVEL, ROPE)]
    sentence = " ".join([f"{name}: {varied.verdict}", *(f"{wording.capital(x)}." for x in limits)])
    known = visit.known(opened)
    known[name] = max(known.get(name, 0), varied.n_settings)
    answer.held[:] = [*(line for line in answer.held if not line.startswith(name)), sentence]
    return {"explored": {"said": sentence, "tables": sections.settings(varied)}}


def explorable(result: Comparison) -> list[dict[str, str]]:
    """The factors that can be explored after an answer, in the words of the page."""
    names = {factor: _FACTORS[factor] for factor in _offered(result)}
    return [{"setting": key, "name": name, "about": about} for key, (name, about) in names.items()]


def _offered(result: Comparison) -> Iterator[FactorWord]:
    """Factors that may have another setting."""
    data = result.data
    if data is None:
        return
    yield "level"
    yield "rope"
    if len(result.measures) > 1:
        yield "measure"
    yield "data set"
    if data.families:
        yield "family"
    if len(result.algorithms) > 2:
        yield "algorithm"
    if data.incomplete is not None or data.n_failed:
        yield "missing"
    if data.all_runs is not None:
        yield "runs"


# --- What is taken away ---


def report(visit: Visit, said: Mapping[str, Any]) -> dict[str, Any]:
    """The report as one HTML page."""
    visit.teller.stage("Writing the report and drawing its figures")
    return {"html": _report(visit.last(said))}


def figure(visit: Visit, said: Mapping[str, Any]) -> dict[str, Any]:
    """A figure as a file: its bytes in base64, and its title and notes as text."""
    answer = visit.last(said)
    kind, name = said.get("format", "svg"), said.get("name")
    theme = said.get("theme", "colour")
    if not isinstance(kind, str) or kind not in TYPES:
        raise RefusalError(f"Figures come as {', '.join(TYPES)}.", "option")
    if theme not in THEMES:
        raise RefusalError(f"Colours of figures are {', '.join(THEMES)}.", "option")
    if name is not None and name not in answer.result.figures:
        raise RefusalError("The answer has no such figure.", "option")
    visit.teller.stage("Drawing")
    shown = content(answer.result, name)
    if answer.note:
        shown = replace(shown, notes=(*shown.notes, answer.note))
    drawn = drawing(shown, theme=theme)
    file = _file(
        f"{name or answer.result.figures[0]}.{kind}", TYPES[kind], drawn.encoded(f".{kind}")
    )
    return file | {"alt": shown.alt, "title": shown.title}


def download(visit: Visit, said: Mapping[str, Any]) -> dict[str, Any]:
    """The report, the result as JSON or CSV, or code that repeats it."""
    answer = visit.last(said)
    what = said.get("what")
    make = _MAKERS.get(what) if isinstance(what, str) else None
    if make is None:
        raise RefusalError(f"There is {', '.join(_MAKERS)} to be taken.", "option")
    visit.teller.stage("Writing the file")
    name, kind, text = make(answer)
    return _file(name, kind, text.encode())


def _report(answer: LastAnswer) -> str:
    return page.page(answer.result, answer.note, answer.held)


def _json(answer: LastAnswer) -> str:
    said = {"settings_changed": answer.note, "explored": answer.held}
    plain = answer.result.to_dict() | {"asked": answer.asked}
    plain |= {name: value for name, value in said.items() if value}
    return json.dumps(plain, ensure_ascii=False, allow_nan=False, indent=1)


def _csv(answer: LastAnswer) -> str:
    frame = typed_frame(answer.result.table())
    if answer.note:
        frame["settings_changed"] = answer.note
    return "\ufeff" + csv_text(frame)


def _code(answer: LastAnswer, call: Callable[[Comparison], str]) -> str:
    """Code after what is remarked, as comments; a line break in a name must not end one."""
    said = [*filter(None, [answer.note]), *answer.held]
    lines = "".join(f"# {' '.join(line.split())}\n" for line in said) + ("\n" if said else "")
    return f"{lines}{call(answer.result)}\n"


_MAKERS = {
    "report": lambda answer: ("report.html", "text/html", _report(answer)),
    "json": lambda answer: ("comparison.json", "application/json", _json(answer)),
    "csv": lambda answer: ("pairs.csv", "text/csv", _csv(answer)),
    "python": lambda answer: ("comparison.py", "text/x-python", _code(answer, repeat.python_call)),
    "r": lambda answer: ("comparison.R", "text/plain", _code(answer, repeat.r_call)),
}


def _file(name: str, kind: str, content: bytes) -> dict[str, Any]:
    return {"file": {"name": name, "type": kind, "base64": base64.b64encode(content).decode()}}
