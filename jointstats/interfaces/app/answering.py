"""A comparison: the visitor's choices, the answer as the page shows it, where it holds; files.

The choices say which column holds what, and the settings. Every answer after the first one states
that settings were changed (`visit.note`). Where it holds is tried by the same comparison under
other settings, one factor at a time: the result is how far the verdict holds, not which setting
gives a more pleasing one.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, get_args

import jointstats
from jointstats.base import wording
from jointstats.base.errors import unheard
from jointstats.base.files import csv_text, typed_frame
from jointstats.base.kinds import FactorWord, Theme
from jointstats.base.result import spelled
from jointstats.claims.comparison import Comparison
from jointstats.claims.sensitivity.factors import LEVEL, ROPE
from jointstats.claims.tables import league_of
from jointstats.claims.words_answers import answers
from jointstats.interfaces.app import reading
from jointstats.interfaces.app.complaints import RefusalError, for_the_page, label
from jointstats.interfaces.app.visit import (
    ALPHA,
    MOST,
    LastAnswer,
    Opened,
    Visit,
    marked,
    note,
    place_of,
)
from jointstats.interfaces.figures import drawing
from jointstats.interfaces.figures import figure as content
from jointstats.interfaces.report import page, repeat, sections
from jointstats.interfaces.report.page import size
from jointstats.interfaces.report.repeat import PERCENT
from jointstats.interfaces.roles import ROLES, read_line
from jointstats.table.results_table import ResultsTable
from jointstats.table.selecting import OF_FAILURES

if TYPE_CHECKING:
    import pandas as pd

ROWS = 20  # algorithms of the league
PAIRS = 200  # that the page lists; the report has more
TYPES = {"svg": "image/svg+xml", "pdf": "application/pdf"}
THEMES: tuple[str, ...] = get_args(Theme)

# --- The visitor's choices ---

_JSON: dict[str, Any] = {  # what a role is in JSON, by the shape of its kind
    "one or several": (str, list),
    "several": list,
    "mapping": dict,
    "equations": dict,
}
_KINDS: dict[str, Any] = {name: _JSON.get(kind.shape, str) for name, kind in ROLES.items()}
_KINDS |= {"keep": list, "percent": list, "test_share": (int, float)}
_FIELDS = ("where", *OF_FAILURES)  # that are one line on the page
_OF_LAYOUT = {
    "long": "dataset algorithm measures rope missing aggregate failed_runs only cluster runs "
    "run_kind test_share per_algorithm percent metric value where failed failed_words limit "
    "even_failed",
    "wide": "dataset columns measures rope missing only keep percent where failed_words limit "
    "even_failed",
    "leaderboard": "algorithm columns measures rope missing only per_algorithm keep percent where",
}


def read_roles(said: Any, opened: Opened) -> dict[str, Any]:
    """The roles of a request, checked for their kinds; empty ones are left out.

    With how the file was read: what was asked is not the same if it is read otherwise.
    """
    if not isinstance(said, dict):
        raise RefusalError("Say which column holds what.", "option")
    layout = said.get("layout") or "long"
    if layout not in list(_OF_LAYOUT):  # which may be anything
        raise RefusalError("A table is laid out long, wide, or as a leaderboard.", "option")
    if opened.states and layout != "long":
        raise RefusalError("The file itself says how it is laid out.", "option")
    roles: dict[str, Any] = {"layout": layout}
    if opened.format is not None:
        roles |= {"format": opened.format.name, **opened.own}
    for name in _OF_LAYOUT[layout].split():
        value = said.get(name)
        if isinstance(value, str) and name in _FIELDS:
            value = read_line(name, value)
        if value in (None, "", [], {}):
            continue
        if not isinstance(value, _KINDS[name]):
            raise RefusalError(f"{label(name)} cannot be {value!r}.", "option")
        roles[name] = value
    _require(roles, () if opened.found is None else opened.found.roles)
    if "rope" in roles:  # of measures that were chosen
        roles["rope"] = {n: w for n, w in roles["rope"].items() if n in roles["measures"]}
    return roles


def _require(roles: Mapping[str, Any], stated: Collection[str]) -> None:
    layout = roles["layout"]
    there = {*roles, *stated}
    if layout in ("long", "wide") and "dataset" not in there:
        raise RefusalError("Choose the column that holds the data set.", "dataset")
    if layout in ("long", "leaderboard") and "algorithm" not in there:
        raise RefusalError("Choose the column that holds the algorithm.", "algorithm")
    if not roles.get("measures"):
        raise RefusalError(
            "Choose at least one measure: a column, and whether higher or lower is better.",
            "measure",
        )


def table_of(opened: Opened, roles: Mapping[str, Any]) -> ResultsTable:
    """The results table of an open file and the visitor's choices."""
    if opened.states:
        return reading.stated_table(opened, roles)
    said = reading.said_of(opened, roles)
    keywords = {name: value for name, value in said.items() if name not in ("keep", "percent")}
    table = jointstats.results_table(_prepared(opened.frame, roles), **keywords)
    return replace(table, notes=(*opened.cautions, *table.notes))


def _prepared(frame: pd.DataFrame, roles: Mapping[str, Any]) -> pd.DataFrame:
    """The columns that are used, and numbers in percent with their sign; code does the same."""
    names = list(frame.columns)
    for name in (*roles.get("keep", ()), *roles.get("percent", ())):
        if names.count(name) != 1:
            said = "is not there" if name not in names else "has the name of another one"
            raise RefusalError(f"The column “{name}” {said}.", "option")
    signed = {}
    for name in roles.get("percent", ()):
        signed[name] = frame[name].astype(str).str.replace(*PERCENT, regex=True)
    return frame.assign(**signed)[roles.get("keep", names)]


def source_of(opened: Opened, roles: Mapping[str, Any]) -> dict[str, Any]:
    """What a report says of the file, for those who want to repeat the comparison."""
    said = reading.said_of(opened, roles)
    beside = ("measures", "per_algorithm", "rope", "missing", "aggregate")
    source = {name: value for name, value in said.items() if name not in beside}
    file = opened.name if opened.source is None else opened.source.given
    known = {"file": file, "missing": roles.get("missing"), **opened.own}
    source |= {name: value for name, value in known.items() if value}
    if opened.format is not None and opened.format.name != "csv":
        source["format"] = opened.format.name
    if opened.states and opened.found is not None:
        source["stated"] = tuple(opened.found.roles)
        source |= {"aggregate": said["aggregate"]} if "aggregate" in said else {}
    return source


# --- Settings ---


def read_settings(said: Any) -> dict[str, Any]:
    """The settings of a request; those that are not given have their usual values."""
    if not isinstance(said or {}, dict):
        raise RefusalError("Settings are given by name.", "option")
    given = {name: value for name, value in (said or {}).items() if value not in (None, "")}
    for name in given.keys() - {"alpha", "control"}:
        raise RefusalError(f"There is no setting “{name}”.", "option")
    return {"alpha": ALPHA} | given


# --- The comparison ---


def computed(
    opened: Opened, chosen: Mapping[str, Any], wanted: Mapping[str, Any]
) -> tuple[Comparison, list[str]]:
    """The comparison, in the words of the page, and what making its table warned of."""
    if opened.made is None or opened.made[0] != chosen:
        with unheard() as noted:
            opened.made = (dict(chosen), table_of(opened, chosen), noted)
    _, table, noted = opened.made
    with unheard() as notes:
        result = jointstats.compare_algorithms(table, **wanted)
    source = source_of(opened, chosen)
    known = spelled(result.with_warnings((*notes, *result.warnings)), for_the_page)
    said = [for_the_page(note.parts) for note in noted]
    return replace(known, call=result.call | {"source": source}), said


# --- The answer ---


def compared(visit: Visit, said: Mapping[str, Any]) -> dict[str, Any]:
    """Compare, and remember that an answer was given."""
    opened = visit.table(said)
    chosen = read_roles(said.get("roles"), opened)
    wanted = read_settings(said.get("settings"))
    visit.teller.stage("Comparing")
    result, cautions = computed(opened, chosen, wanted)
    visit.teller.stage("Writing the answer")
    asked = {"roles": chosen, "settings": wanted}
    seen = visit.about(opened)
    given = seen.answers
    number = place_of(asked, given)
    if number is None:
        number = len(given) + 1
        if number <= MOST:
            given.append({"asked": asked, "verdict": result.verdict})
    remark = note(number, given, asked, seen.tried)
    visit.answer = LastAnswer(result, asked, remark, seen.holds.setdefault(marked(asked), []))
    return {
        "answer": {
            "mark": visit.answer.mark,
            "table": opened.name,
            "number": number,
            "note": visit.answer.note,
            "verdict": result.verdict,
            "size": size(result),
            "answers": [list(pair) for pair in answers(result)],
            "picture": sections.first_figure(result),
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
    return sections.table(rows_, "League: every algorithm, best first")


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
    names = {one["setting"]: one["name"] for one in explorable(answer.result)}
    if factor not in [*names]:  # which may be anything
        raise RefusalError("There is no such setting to explore.", "option")
    name = names[factor]
    visit.teller.stage(name)
    varied = jointstats.sensitivity(answer.result, factors=[factor])
    limits = [row.said for row in varied.factors if row.factor in (LEVEL, ROPE)]
    sentence = " ".join([f"{name}: {varied.verdict}", *(f"{wording.capital(x)}." for x in limits)])
    tried = visit.about(opened).tried
    tried[name] = max(tried.get(name, 0), varied.n_settings)
    answer.held[:] = [*(line for line in answer.held if not line.startswith(name)), sentence]
    return {"explored": {"said": sentence, "tables": sections.settings(varied)}}


def explorable(result: Comparison) -> list[dict[str, str]]:
    """The factors that may have another setting, in the words of the page."""
    data = result.data
    if data is None:
        return []
    offered = {
        "measure": len(result.measures) > 1,
        "family": bool(data.families),
        "algorithm": len(result.algorithms) > 2,
        "missing": data.incomplete is not None or data.n_failed > 0,
        "runs": data.all_runs is not None,
    }
    return [
        {"setting": factor, "name": name, "about": about}
        for factor, (name, about) in _FACTORS.items()
        if offered.get(factor, True)
    ]


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
