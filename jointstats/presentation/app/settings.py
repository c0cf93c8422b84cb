"""Settings of a comparison: what the visitor may change, and the values that are tried."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from jointstats.labelled.compare.comparison_result import Comparison
from jointstats.labelled.table.results_table import ResultsTable
from jointstats.presentation.app.complaints import RefusalError

_NAMES = {"alpha": "Threshold", "prior_strength": "Prior strength"}
USUAL = {"alpha": 0.05, "prior_strength": 1.0}
ALPHAS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.08, 0.1, 0.15, 0.2)
STRENGTHS = (0.1, 0.2, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 20.0)
PARTS = (0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5)  # of the differences, below a rope
DRAWN = 20_000  # differences of which the parts are taken


def read(said: Any) -> dict[str, Any]:
    """The settings of a request; those not given have their usual values."""
    if said is not None and not isinstance(said, dict):
        raise RefusalError("Settings are given by name.", "option")
    given = said or {}
    unknown = [name for name in given if name not in (*USUAL, "control")]
    if unknown:
        raise RefusalError(f"There is no setting “{unknown[0]}”.", "option")
    found: dict[str, Any] = {}
    for name, usual in USUAL.items():
        value = given.get(name)
        value = usual if value is None or value == "" else value
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise RefusalError(f"“{_NAMES[name]}” must be a number.", "option")
        found[name] = float(value)
    if given.get("control"):
        found["control"] = str(given["control"])
    return found


def options_of(settings: Mapping[str, Any]) -> dict[str, Any]:
    """The same as options of the comparison; the usual strength is not said."""
    found = dict(settings)
    if found.get("prior_strength") == USUAL["prior_strength"]:
        del found["prior_strength"]
    return found


def explorable(result: Comparison, settings: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What can be explored after an answer, each with the values of its slider."""
    found = [
        {
            "setting": "alpha", "measure": None, "name": "Threshold (alpha)",
            "value": settings["alpha"], "values": _with(ALPHAS, settings["alpha"]),
            "about": "Of what is shown: the probability, at most, of showing any false claim.",
        }
    ]  # fmt: skip
    if result.data is not None:
        for name in result.measures:
            width = result.rope[name]
            found.append(
                {
                    "setting": "rope", "measure": name,
                    "name": f"Difference on {name} that does not matter",
                    "value": width, "values": _with(widths(result.data, name), width),
                    "about": "Smaller differences count as practically equal (rope).",
                }
            )  # fmt: skip
    found.append(
        {
            "setting": "prior_strength", "measure": None, "name": "Prior strength",
            "value": settings["prior_strength"],
            "values": _with(STRENGTHS, settings["prior_strength"]),
            "about": "Of the Bayesian tests beside, in data sets. What is shown of the pairs does "
            "not use it.",
        }
    )  # fmt: skip
    return found


def widths(table: ResultsTable, measure: str) -> list[float]:
    """Round widths, up to the median of the differences between two algorithms."""
    at = list(table.measures).index(measure)
    values = table.values[: max(2, DRAWN // len(table.algorithms)), at]
    gaps = np.abs(values - np.roll(values, 1, axis=1)).ravel()
    gaps = gaps[np.isfinite(gaps) & (gaps > 0)]
    if not len(gaps):
        return [0.0]
    return [0.0, *sorted({rounded(x) for x in np.quantile(gaps, PARTS)})]


def rounded(x: float, digits: int = 2) -> float:
    """Two digits that say as much as is needed.

    Examples
    --------
    >>> rounded(0.012345), rounded(1234.0)
    (0.012, 1200.0)
    """
    if not x:
        return 0.0
    return float(f"{x:.{digits - 1}e}")


def between(low: float, high: float, *, by_ratio: bool) -> float:
    """A round value between two others; one of them if there is none."""
    middle = math.sqrt(low * high) if by_ratio and low > 0 else (low + high) / 2
    return rounded(middle)


def _with(values: tuple[float, ...] | list[float], value: float) -> list[float]:
    return sorted({*values, float(value)})
