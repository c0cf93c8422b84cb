"""What a column seems to be: a proposal, which the visitor takes or leaves."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from jointstats.labelled import options, wording
from jointstats.labelled.table.columns import how_written, read_written

if TYPE_CHECKING:
    import pandas as pd

FEW = 200  # names of algorithms that the page lists
MOST = 5000  # different cells that are looked at as names
_SHOWN = 40  # letters of a cell in a sentence
_DATASET = re.compile(r"data[\s_.-]*sets?|data|task|problem|benchmark|instance|corpus|domain", re.I)
_ALGORITHM = re.compile(
    r"algo(rithm)?s?|methods?|models?|classifiers?|learners?|systems?|solvers?|optimi[sz]ers?", re.I
)
_LOWER = re.compile(
    r"time|seconds?|secs?|error|loss|rmse|mse|mae|mape|cost|price|latency|memory|size|complexity|"
    r"fpr|fnr|perplexity|energy|brier|regret|evaluations",
    re.I,
)
_HIGHER = re.compile(
    r"acc(uracy)?|auc|f1|f[\s_-]?measure|f[\s_-]?score|kappa|precision|recall|r2|tpr|mcc|bleu|"
    r"rouge|score|speed|throughput|sensitivity|specificity|ndcg|dice|iou|map",
    re.I,
)
_RUNS = re.compile(r"fold|run|seed|trial|repeat(ition)?|replicate", re.I)
_NO_DATASET = re.compile(r"avg|average|mean|overall|total|rank|params?|parameters|year|#.*", re.I)
_MARKS = ("_", ".", "-", " ", "/", ":")


def described(frame: pd.DataFrame, at: int) -> dict[str, Any]:
    """Name, kind, what it could be, and why it can be no measure."""
    # Every different cell is looked at once: long tables repeat their names.
    cells = frame.iloc[:, at].value_counts(dropna=False, sort=False)
    column, counts = cells.index.to_series().map(as_text), cells.to_numpy()
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
    found: dict[str, Any] = {
        "name": name, "kind": kind, "distinct": distinct, "missing": missing, "percent": percent,
        "proposal": _proposal(name, "number" if percent else kind, distinct, present),
    }  # fmt: skip
    if kind == "number":
        known = values[values == values]
        found |= {"low": float(known.min()), "high": float(known.max())}
    if kind == "number with text":
        found["odd"] = [str(cell) for cell in column[odd][:3]]
        found["n_odd"] = present - numbers
    if kind.startswith("number") and read.example is not None:
        found["written"] = how_written(f"The column “{name}”", read)
    if kind in ("text", "empty"):
        found["why"] = read.doubt or kind + _such_as(column, odd)
        found["cure"] = read.cure
    if kind != "number" and distinct <= FEW:
        found["names"] = sorted(names)
    return found


def _such_as(column: Any, odd: Any) -> str:
    """A cell that keeps a column from being a measure."""
    return f", such as “{str(column[odd].iloc[0]).strip()[:_SHOWN]}”" if odd.any() else ""


def as_text(cell: Any) -> str:
    """A cell as text; whole numbers without a point, what is missing as nothing."""
    if isinstance(cell, str):
        return cell
    if cell is None or str(cell) in ("nan", "<NA>", "NaT"):
        return ""
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < 2**53:
        return str(int(cell))
    return str(cell)


def _proposal(name: str, kind: str, distinct: int, rows: int) -> dict[str, str] | None:
    """The role that the name of a column speaks for, and why."""
    if kind in ("number", "number with text"):
        if _RUNS.fullmatch(name):
            return {"role": "runs"}
        for pattern, way in ((_LOWER, "min"), (_HIGHER, "max")):
            if any(pattern.fullmatch(word) for word in _words(name)):
                return {"role": "measure", "way": way}
        return {"role": "measure", "way": ""} if distinct > 1 else None
    if kind == "text":
        if _ALGORITHM.fullmatch(name):
            return {"role": "algorithm"}
        if _DATASET.fullmatch(name):
            return {"role": "dataset"}
    return None


def _words(name: str) -> list[str]:
    return [name, *re.split(r"[\s_.\-/]+", name)]


def problems(frame: pd.DataFrame, found: Sequence[Mapping[str, Any]]) -> list[str]:
    """What is wrong with a table before anybody has said what it holds."""
    names = [one["name"] for one in found]
    said = []
    twice = [name for name in dict.fromkeys(names) if names.count(name) > 1]
    if twice:
        said.append(f"Several columns have the same name: {options.shorten(twice)}. Rename them.")
    nameless = sum(not name.strip() for name in names)
    if nameless:
        said.append(f"{wording.plural(nameless, 'column')} without a name.")
    for one in found:
        if one["kind"] == "number with text":
            shown = ", ".join(f"“{cell}”" for cell in one["odd"])
            said.append(
                f"The column “{one['name']}” holds numbers, and text in "
                f"{wording.plural(one['n_odd'], 'cell')} ({shown}): it can be a measure once every "
                "cell is a number or empty."
            )
        elif one.get("cure"):
            marked = " Or mark it as “in percent” below." if one["percent"] else ""
            said.append(
                f"The column “{one['name']}” is no measure, because {one['why']}. {one['cure']}"
                f"{marked}"
            )
    said += [one["written"] for one in found if "written" in one]
    empty = [one["name"] for one in found if one["kind"] == "empty"]
    if empty:
        said.append(f"Empty: {options.shorten(empty)}.")
    lacking = [one for one in found if one["kind"] == "number" and one["missing"]]
    if lacking:
        told = ", ".join(f"{one['name']} ({one['missing']})" for one in lacking[:6])
        said.append(f"Cells without a value: {told}. Say below what to do about them.")
    if not any(one["kind"] == "number" for one in found):
        said.append("No column holds numbers only: there is nothing to compare yet.")
    return said


def one_row_each(found: Sequence[Mapping[str, Any]], rows: int) -> dict[str, Any] | None:
    """What a table is that has one row for each algorithm, if it seems to be such a leaderboard.

    Returns
    -------
    dict, optional
        ``algorithm``; ``datasets``, the columns that may be results on a data set each: numbers
        whose names speak neither for a measure nor for a mean.
    """
    texts = [one for one in found if one["kind"] == "text"]
    roles = [(one["proposal"] or {}).get("role") for one in texts]
    if "dataset" in roles:  # which only a text is taken for
        return None
    key = texts[roles.index("algorithm") if "algorithm" in roles else 0] if texts else None
    if key is None or rows < 2 or key["distinct"] < rows:
        return None
    numbers = [one for one in found if one["kind"] == "number" and one["distinct"] > 1]
    datasets = [one["name"] for one in numbers if _may_be_a_data_set(one)]
    return {"algorithm": key["name"], "datasets": datasets if len(datasets) > 1 else []}


def _may_be_a_data_set(one: Mapping[str, Any]) -> bool:
    unknown = (one["proposal"] or {}).get("way") == ""
    return unknown and not any(_NO_DATASET.fullmatch(word) for word in _words(one["name"]))


def patterns(found: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Ways of reading names of columns as a measure and an algorithm, such as ``acc_A``.

    Only those by which every measure has the same algorithms, at least two.
    """
    names = [one["name"] for one in found if one["kind"] in ("number", "number with text")]
    ways: list[dict[str, Any]] = []
    for mark in _MARKS:
        for first, split in ((True, "partition"), (False, "rpartition")):
            for pattern in (f"{{measure}}{mark}{{algorithm}}", f"{{algorithm}}{mark}{{measure}}"):
                made = _by_pattern(names, mark, split, measure_first=pattern.startswith("{m"))
                if made is None:
                    continue
                way = {"pattern": pattern, "measures": made[0], "algorithms": made[1],
                         "first": first}  # fmt: skip
                alike = [one for one in ways if one["pattern"] == pattern
                         and sorted(one["measures"]) == sorted(made[0])]  # fmt: skip
                if not alike:
                    ways.append(way)
                elif len(alike[0]["algorithms"]) < len(made[1]):
                    alike[0].update(way)
    return ways[:8]


def _by_pattern(
    names: Sequence[str], mark: str, split: str, *, measure_first: bool
) -> tuple[list[str], list[str]] | None:
    own: dict[str, list[str]] = {}
    # A name that others begin with, as "BBH" of "BBH Raw", is no measure on an algorithm.
    begun = {name[:at] for name in names for at in range(len(name)) if name.startswith(mark, at)}
    for name in names:
        if name in begun:
            continue
        before, between, after = getattr(name, split)(mark)
        if not (before and between and after):
            continue
        measure, algorithm = (before, after) if measure_first else (after, before)
        own.setdefault(measure, []).append(algorithm)
    if any(len(algorithms) > 1 for algorithms in own.values()):
        own = {measure: several for measure, several in own.items() if len(several) > 1}
    sets = {tuple(sorted(algorithms)) for algorithms in own.values()}
    if len(sets) != 1 or len(next(iter(sets))) < 2:
        return None
    return list(own), list(next(iter(own.values())))
