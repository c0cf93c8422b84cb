"""What is wrong, in a sentence, and what it is about: the page shows it where it can be mended."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from jointstats.base import errors
from jointstats.base.options import equations
from jointstats.evidence.messages import JointStatsError, Option, Part, Spelled, visible
from jointstats.interfaces.memory import limit

_ABOUT: dict[type[Exception], str] = {
    errors.ReadError: "file",
    errors.MissingExtraError: "file",
    errors.AlgorithmError: "algorithm",
    errors.DirectionError: "measure",
    errors.InvalidValueError: "measure",
    errors.MissingValuesError: "option",
    errors.DuplicateRowsError: "option",
    errors.NoDataError: "dataset",
}
_OPTIONS = {
    "dataset": "dataset",
    **dict.fromkeys(("algorithm", "only"), "algorithm"),
    **dict.fromkeys(("measures", "per_algorithm", "metric", "value"), "measure"),
    **dict.fromkeys(("format", "sheet", "constraint", "unit", "filter", "pattern"), "file"),
}
# What the page calls an option.
LABELS = {
    "dataset": "Data sets are in",
    "algorithm": "Algorithms are in",
    "measures": "Measures",
    "metric": "Names of measures are in",
    "value": "Values of these measures are in",
    "missing": "Where a result is missing",
    "aggregate": "Several rows of a data set and algorithm",
    "failed_runs": "Failed runs of several",
    "where": "Rows to keep",
    "failed": "Failed runs have",
    "failed_words": "Words for a failed run",
    "limit": "Limits of a run",
    "even_failed": "Measures that count if the run failed",
    "columns": "How columns are named",
    "format": "Read as",
    "only": "Only these algorithms",
    "cluster": "Families of data sets",
    "runs": "Runs are in",
    "run_kind": "What the runs are",
    "test_share": "Share of the cases tested on",
    "percent": "In percent",
    "keep": "Columns that are used",
    "layout": "How is the table laid out?",
    "per_algorithm": "Properties of the algorithms",
    "alpha": "Threshold",
    "control": "Compare all with",
    "rope": "Practically equal up to a difference of",
    "sheet": "Sheet",
    "constraint": "Constraint",
    "unit": "A data set is",
    "filter": "Filter of the answers",
    "pattern": "Names in the paths",
}
# Values of options in the words of the page's menus.
VALUES = {
    ("missing", "drop"): "leave the data set out",
    ("missing", "unknown"): "take it as unknown",
    ("missing", "worst"): "the run failed and loses to all others",
    ("missing", "raise"): "stop and say where",
    ("run_kind", "cv"): "folds of cross-validation",
    ("run_kind", "independent"): "independent runs, such as seeds",
    ("aggregate", "mean"): "take their mean",
    ("aggregate", "median"): "take their median",
    ("failed_runs", "drop"): "combine the other runs",
    ("failed_runs", "worst"): "a failed run is worse than every result",
}


_CODE = re.compile(r'\b(\w+)="(\w+)"')  # an option in words that are Python's


class RefusalError(Exception):
    """Something is wrong with a request that no test refuses.

    Parameters
    ----------
    sentence : str
    about : {"file", "dataset", "algorithm", "measure", "option", "elsewhere"}
    """

    def __init__(self, sentence: str, about: str) -> None:
        super().__init__(sentence)
        self.about = about


def refused(error: Exception) -> dict[str, Any]:
    """The reply to a request that went wrong."""
    if isinstance(error, RefusalError):
        return {"error": visible(str(error)), "about": error.about}
    if isinstance(error, JointStatsError):
        reply = {"error": for_the_page(error.parts), "about": _about(error)}
        return reply | ({"cures": cures} if (cures := _cures(error)) else {})
    if isinstance(error, MemoryError):
        return {"error": _too_much(), "about": "file"}
    what = " ".join(str(error).split()) or type(error).__name__
    said = f"Something went wrong that should not ({type(error).__name__}: {what[:300]})."
    return {"error": said, "about": "option"}


def _about(error: JointStatsError) -> str:
    for kind, about in _ABOUT.items():
        if isinstance(error, kind):
            return about
    if isinstance(error, errors.ColumnError):
        said = re.search(r"\((data set|algorithm|measure)\)", str(error))
        if said:
            return said[1].replace(" ", "")
    named = [part.name for part in error.parts if isinstance(part, Option)]
    return next((_OPTIONS[name] for name in named if name in _OPTIONS), "option")


def _cures(error: JointStatsError) -> list[dict[str, str]]:
    """Every choice in the page's menus that the message names, each once."""
    options = [part for part in error.parts if isinstance(part, Option)]
    named = dict.fromkeys((o.name, o.value) for o in options if isinstance(o.value, str))
    choices = [(pair, VALUES[pair]) for pair in named if pair in VALUES]
    return [{"option": of, "value": value, "words": words} for (of, value), words in choices]


def for_the_page(parts: Sequence[Part]) -> str:
    """Spell a message's options as the page's menus do.

    Examples
    --------
    >>> for_the_page(["Say ", Option("missing", "drop"), "."])
    'Say “Where a result is missing”: “leave the data set out”.'
    """
    return visible(" ".join("".join(map(_spelled, parts)).split()))


def label(option: str) -> str:
    """What the page calls an option, in its quotation marks."""
    return f"“{LABELS[option]}”"


def _spelled(part: Part) -> str:
    if isinstance(part, Spelled):
        return _CODE.sub(lambda match: _spelled(Option(*match.groups())), str(part))
    if not isinstance(part, Option) or part.name not in LABELS:
        return str(part)
    name = label(part.name)
    value = VALUES.get((part.name, part.value)) if isinstance(part.value, str) else None
    if isinstance(part.value, Mapping) and part.name == "rope":
        said = ", ".join(f"{width:g} ({measure})" for measure, width in part.value.items())
        return f"{name}: {said}"
    if isinstance(part.value, Mapping) and part.name in ("where", "failed", "limit"):
        return f"{name}: “{'; '.join(equations(part.value))}”"
    if isinstance(part.value, list) and part.name == "failed_words":
        return f"{name}: “{'; '.join(part.value)}”"
    return f"{name}: “{value}”" if value else name


def _too_much() -> str:
    """That a table needs more memory than there is, and what to do."""
    most = limit()
    what = "there is here" if most is None else f"the {most / 1e9:,.1f} GB that this page may take"
    return (
        f"This needs more memory than {what}: leave out algorithms, measures or data sets that "
        "are not compared, or use the Python package."
    )
