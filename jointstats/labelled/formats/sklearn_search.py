"""Candidates of a search of scikit-learn, which are compared like algorithms."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from jointstats.labelled.errors import ReadError

_SPLIT = re.compile(r"split(\d+)_test_(.+)")
_LONG = 60  # letters of a candidate's name


def is_search(given: Any) -> bool:
    """Whether something is a fitted search, or its `cv_results_`."""
    table = getattr(given, "cv_results_", given)
    return (
        isinstance(table, Mapping)
        and "params" in table
        and any(isinstance(key, str) and _SPLIT.fullmatch(key) for key in table)
    )


def candidates(given: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """Name and scores of every candidate, as `cross_validate` would give them.

    Raises
    ------
    ReadError
        If candidates were given different amounts of data.
    """
    table: Mapping[str, Any] = getattr(given, "cv_results_", given)
    if "n_resources" in table:
        raise ReadError(
            "A search by successive halving tries its candidates on different amounts of data: "
            "their results are not comparable."
        )
    splits: dict[str, list[str]] = {}
    for key in sorted((key for key in table if _SPLIT.fullmatch(key)), key=_number):
        splits.setdefault(_SPLIT.fullmatch(key)[2], []).append(key)  # type: ignore[index]
    for i, name in enumerate(_names(table["params"])):
        one: dict[str, Any] = {
            f"test_{measure}": np.array([_at(table, key, i) for key in keys])
            for measure, keys in splits.items()
        }
        for time in ("mean_fit_time", "mean_score_time"):
            one[time] = _at(table, time, i) if time in table else np.nan
        share = _share(given)
        yield name, one | ({} if share is None else {"test_share": share})


def _number(key: str) -> int:
    return int(_SPLIT.fullmatch(key)[1])  # type: ignore[index]


def _at(table: Mapping[str, Any], key: str, i: int) -> float:
    try:
        cell = table[key][i]
    except (IndexError, KeyError, TypeError):
        raise ReadError(
            f'The search holds no number {i + 1} of "{key}": one is needed for each candidate.'
        ) from None
    try:
        return np.nan if cell is None or cell == "" else float(cell)
    except (TypeError, ValueError, OverflowError):
        raise ReadError(
            f'The column "{key}" holds "{cell}" in row {i + 1}: a number is needed.'
        ) from None


def _names(params: Any) -> list[str]:
    """What candidates differ in: ``C=1, kernel=rbf``; equal names are numbered."""
    if not isinstance(params, Iterable):
        raise ReadError("The search names no candidates: its params must be a list of them.")
    read = [_read(one) for one in params]
    names = [_name(one) for one in read]
    seen: Counter[str] = Counter()
    total = Counter(names)
    found = []
    for name in names:
        seen[name] += 1
        found.append(f"{name} ({seen[name]})" if total[name] > 1 else name)
    return found


def _read(params: Any) -> Any:
    """The parameters, which a CSV file has as text."""
    if isinstance(params, str):
        try:
            return ast.literal_eval(params)
        except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
            return params
    return params


def _name(params: Any) -> str:
    if isinstance(params, Mapping):
        text = ", ".join(f"{key}={value}" for key, value in params.items()) or "as it is"
    else:
        text = str(params)
    text = " ".join(text.split())
    return text if len(text) <= _LONG else f"{text[: _LONG - 1]}…"


def _share(given: Any) -> float | None:
    """The share of the cases on which each fold of a fitted search tests, if it can be told."""
    if not hasattr(given, "cv_results_"):
        return None
    cv = getattr(given, "cv", None)
    if cv is None or isinstance(cv, int):
        return 1 / int(given.n_splits_)
    kind = type(cv).__name__
    if kind.endswith("KFold"):  # KFold, StratifiedKFold, GroupKFold; repeated ones as well
        return getattr(cv, "n_repeats", 1) / int(given.n_splits_)
    size = getattr(cv, "test_size", None)
    return size if isinstance(size, float) else None
