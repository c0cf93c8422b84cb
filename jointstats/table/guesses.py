"""What columns seem to be, from names and cells: proposals, never used without consent.

Columns may also mark failed runs.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from jointstats.evidence.messages import Option, Part, asked
from jointstats.table.columns import how_written, read_written
from jointstats.table.directions import read as read_name
from jointstats.table.directions import sign_of, words

if TYPE_CHECKING:
    import pandas as pd

FEW = 200  # names of algorithms that the page lists
MOST = 5000  # different cells that are looked at as names
_SHOWN = 40  # letters of a cell in a sentence
_NAMED = r"([ _.-]?(names?|ids?))?"
ALGORITHM = re.compile(
    r"(?i)(alg|algo(rithm)?s?|methods?|models?|classifiers?|learners?|systems?|solvers?|"
    r"optimi[sz]ers?|estimators?|agents?|frameworks?|approach(es)?|techniques?|polic(y|ies)|"
    r"planners?|pipelines?|llms?|w(ork)?flows?|verfahren|methode|modell|algorithmus|m[ée]thode|"
    rf"mod[èe]le|m[ée]todo|algoritmo){_NAMED}"
)
DATASET = re.compile(
    r"(?i)((sub)?data[\s_.-]*sets?|data|(sub[\s_.-]?)?tasks?|problems?|benchmarks?|instances?|"
    r"corpus|corpora|domains?|environments?|envs?|games?|files?|suites?|datens[aä]tz\w*|"
    rf"instanz(en)?|aufgaben?|t[âa]ches?|tareas?){_NAMED}"
)
RUNS = re.compile(
    r"(?i)(random[ _.-]?|cv[ _.-]?)?(folds?|runs?|seeds?|trials?|rep(eat)?s?|repetitions?|"
    r"replicates?|attempts?|rollouts?|wiederholung|rng|random[ _.-]?state)"
    r"([ _.-]?(ids?|nr|no|number|index))?"
)
METRIC = re.compile(r"(?i)\.?(metrics?|measures?|scorer|criterion)[ _.-]?(names?|types?)?")
VALUE = re.compile(r"(?i)(metric|measure)?[ _.-]?(values?|scores?|results?|estimates?)|mean")
_NO_DATASET = re.compile(r"(?i)avg|average|mean|overall|total|rank|params?|parameters|year|#.*")
_MARKS = ("_", ".", "-", " ", "/", ":")
# Columns that may mark failed runs, and cells that may do so.
_OUTCOMES = re.compile(
    r"(?i)ok(ay)?|success(ful)?|succeeded|(un)?solved|done|completed?|finished|optimal|"
    r"(in)?feasible|fail(ed|ure)?|error|crash(ed)?|killed|aborted|(time|mem)[ _-]?(out|limit)|"
    r"timed[ _-]?out|oom|out[ _-]of[ _-](memory|time)|dnf|converged|diverged|unknown"
)
_BAD = re.compile(
    r"(?i)un(solved|known)|fail|err|crash|kill|abort|(time|mem)\w*[ _-]?(out|limit)|timed|oom|dnf|"
    r"infeasible|diverged|out[ _-]of"
)
_STATUS = re.compile(
    r"(?i)(\w+[ _.-]?)?status|outcome|result[ _.-]?type|(exit|return|error)[ _.-]?code|errors?|"
    r"exceptions?|termination|failures?|(\w+[ _.-])?error[ _.-]?(message|text)"
)
Column = Mapping[str, Any]


def described(frame: pd.DataFrame, at: int) -> dict[str, Any]:
    """Name, kind, what it could be, and why it can be no measure."""
    import pandas as pd

    # Every different cell is looked at once: long tables repeat their names.
    cells = Counter(map(as_text, frame.iloc[:, at].tolist()))
    column, counts = pd.Series(list(cells), dtype=object), np.array(list(cells.values()))
    name = str(frame.columns[at])
    read = read_written(column)
    values, odd = read.values, read.odd
    names = {str(cell).strip() for cell in column.iloc[:MOST]} - {""}
    missing = int(counts[(values != values) & ~odd].sum())
    present = len(frame) - missing
    distinct = len(names) if len(column) <= MOST else len(column)
    numbers = present - int(counts[odd].sum())
    if not present:
        kind = "empty"
    elif odd.any():
        kind = "number with text" if numbers >= 0.8 * present else "text"
    else:
        kind = "number"
    percent = kind != "number" and bool(column.str.rstrip().str.endswith("%").any())
    about: dict[str, Any] = {"name": name, "kind": kind, "distinct": distinct}
    about |= {"missing": missing, "percent": percent}
    sign = None
    if kind == "number":
        known = values[values == values]
        about |= {"low": float(known.min()), "high": float(known.max())}
        sign = sign_of(about["low"], about["high"])
    about["proposal"] = _proposal(name, "number" if percent else kind, distinct, present, sign)
    if kind == "number with text":
        about["odd"] = [str(cell) for cell in column[odd][:3]]
        about["n_odd"] = present - numbers
    if kind.startswith("number") and read.example is not None:
        about["written"] = how_written(f"The column “{name}”", read)
    if kind in ("text", "empty"):
        such = f", such as “{str(column[odd].iloc[0]).strip()[:_SHOWN]}”" if odd.any() else ""
        about["why"] = read.doubt or kind + such
        about["cure"] = read.cure
    if kind != "number" and distinct <= FEW:
        about["names"] = sorted(names)
        if (about["proposal"] or {}).get("role") == "metric":
            about["ways"] = {measure: read_name(measure).better for measure in about["names"]}
    return about


def as_text(cell: Any) -> str:
    """A cell as text; whole numbers without a point, what is missing as nothing."""
    if isinstance(cell, str):
        return cell
    if cell is None or str(cell) in ("nan", "<NA>", "NaT"):
        return ""
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < 2**53:
        return str(int(cell))
    return str(cell)


def _proposal(
    name: str, kind: str, distinct: int, rows: int, sign: int | None
) -> dict[str, str] | None:
    """The role that the name of a column speaks for, and why."""
    repeats = distinct < rows
    if kind in ("number", "number with text"):
        if RUNS.fullmatch(name):
            return {"role": "runs"}
        if way := read_name(name, sign).better:
            return {"role": "measure", "way": way}
        if repeats and DATASET.fullmatch(name):
            return {"role": "dataset"}
        if VALUE.fullmatch(name):
            return {"role": "value", "way": ""}
        return {"role": "measure", "way": ""} if distinct > 1 else None
    if kind == "text":
        for role, pattern in (("algorithm", ALGORITHM), ("dataset", DATASET), ("metric", METRIC)):
            if pattern.fullmatch(name):
                return {"role": role}
    return None


def one_row_each(described: Sequence[Mapping[str, Any]], rows: int) -> dict[str, Any] | None:
    """What a table is that has one row for each algorithm, if it seems to be such a leaderboard.

    Returns
    -------
    dict, optional
        ``algorithm``; ``datasets``, the columns that may be results on a data set each: numbers
        whose names speak neither for a measure nor for a mean.
    """
    texts = [about for about in described if about["kind"] == "text"]
    roles = [(about["proposal"] or {}).get("role") for about in texts]
    if "dataset" in roles:  # which only a text is taken for
        return None
    key = texts[roles.index("algorithm") if "algorithm" in roles else 0] if texts else None
    if key is None or rows < 2 or key["distinct"] < rows:
        return None
    numbers = [about for about in described if about["kind"] == "number" and about["distinct"] > 1]
    datasets = [about["name"] for about in numbers if _may_be_a_data_set(about)]
    return {"algorithm": key["name"], "datasets": datasets if len(datasets) > 1 else []}


def _may_be_a_data_set(about: Mapping[str, Any]) -> bool:
    unknown = (about["proposal"] or {}).get("way") == ""
    return unknown and not any(_NO_DATASET.fullmatch(word) for word in words(about["name"]))


def patterns(described: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Ways of reading names of columns as a measure and an algorithm, such as ``acc_A``.

    Only those by which every measure has the same algorithms, at least two.
    """
    names = [about["name"] for about in described if about["kind"].startswith("number")]
    ways: dict[tuple[str, ...], dict[str, Any]] = {}
    for mark, split in product(_MARKS, (str.partition, str.rpartition)):
        for pattern in (f"{{measure}}{mark}{{algorithm}}", f"{{algorithm}}{mark}{{measure}}"):
            measures, algorithms = _by_pattern(names, mark, split, pattern.startswith("{m"))
            way: dict[str, Any] = {"pattern": pattern, "measures": measures}
            way |= {"algorithms": algorithms, "first": split is str.partition}
            alike = ways.setdefault((pattern, *sorted(measures)), way)
            if len(alike["algorithms"]) < len(algorithms):
                alike.update(way)
    return [way for way in ways.values() if way["measures"]][:8]


def _by_pattern(
    names: Sequence[str], mark: str, split: Callable[..., Any], measure_first: bool
) -> tuple[list[str], list[str]]:
    """The measures and the algorithms of names that are split at a mark; nothing if they differ."""
    of_measure: dict[str, list[str]] = {}
    # A name that others begin with, as "BBH" of "BBH Raw", is no measure on an algorithm.
    begun = {name[:at] for name in names for at in range(len(name)) if name.startswith(mark, at)}
    for name in names:
        before, _, after = split(name, mark)
        if name not in begun and before and after:
            measure, algorithm = (before, after) if measure_first else (after, before)
            of_measure.setdefault(measure, []).append(algorithm)
    of_measure = {measure: several for measure, several in of_measure.items() if several[1:]}
    if len({tuple(sorted(algorithms)) for algorithms in of_measure.values()}) != 1:
        return [], []
    return list(of_measure), list(next(iter(of_measure.values())))


def is_telling(name: str) -> bool:
    """Whether numbers under a name may say how a run ended."""
    return bool(_STATUS.fullmatch(name) or _OUTCOMES.fullmatch(name))


def is_status(about: Column) -> bool:
    """Whether a column may mark failed runs, from the name or the cells."""
    cells = [cell for cell in about.get("names", ()) if cell]
    odd = about["kind"] != "number" or re.search("status|code", about["name"], re.I)
    by_name = bool(odd and _STATUS.fullmatch(about["name"]))
    return by_name or (about["kind"] == "text" and any(map(_OUTCOMES.fullmatch, cells)))


def is_boolean(about: Column) -> bool:
    """Whether a column holds yes and no, or 0 and 1."""
    cells = {cell.casefold() for cell in about.get("names", ())} - {""}
    words = any(cells and cells <= both for both in ({"true", "false"}, {"yes", "no"}))
    return words or (about.get("low"), about.get("high"), about["distinct"]) == (0, 1, 2)


def if_failed(about: Column) -> tuple[Part, ...]:
    """How to declare that a column marks failed runs, if it does."""
    values: list[Any] = [cell for cell in about.get("names", ()) if _BAD.search(cell)]
    if is_boolean(about):
        values = [_BAD.search(about["name"]) is not None]
    chosen = values[0] if len(values) == 1 else values
    mark = Option("failed", {about["name"]: chosen}) if values else asked("failed")
    return (" If so, set ", mark, " and ", Option("missing", "worst"))
