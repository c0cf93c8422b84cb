"""Settings of a comparison: what the visitor may change, and the values that are tried."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from jointstats.labelled.compare.comparison_result import Comparison
from jointstats.labelled.table.results_table import ResultsTable
from jointstats.presentation.app.complaints import RefusalError

LEVEL = 0.05
ALPHAS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.08, 0.1, 0.15, 0.2)
PARTS = (0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5)  # of the differences, below a rope
DRAWN = 20_000  # differences of which the parts are taken
MOST_LEFT_OUT = 20  # algorithms, each left out in its turn


def read(said: Any) -> dict[str, Any]:
    """The settings of a request; those not given have their usual values."""
    if said is not None and not isinstance(said, dict):
        raise RefusalError("Settings are given by name.", "option")
    given = said or {}
    unknown = [name for name in given if name not in ("alpha", "control")]
    if unknown:
        raise RefusalError(f"There is no setting “{unknown[0]}”.", "option")
    alpha = given.get("alpha")
    alpha = LEVEL if alpha is None or alpha == "" else alpha
    if isinstance(alpha, bool) or not isinstance(alpha, int | float):
        raise RefusalError("“Threshold” must be a number.", "option")
    found: dict[str, Any] = {"alpha": float(alpha)}
    if given.get("control"):
        found["control"] = str(given["control"])
    return found


def explorable(result: Comparison, settings: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What can be explored after an answer, each with the values of its slider.

    None is the usual value of what has one: no rope, nothing left out.
    """
    found: list[dict[str, Any]] = [
        {
            "setting": "alpha", "measure": None, "name": "Threshold (alpha)",
            "value": settings["alpha"], "values": _with(ALPHAS, settings["alpha"]),
            "about": "The probability, at most, of any false claim among those shown.",
        }
    ]  # fmt: skip
    if result.data is None:
        return found
    for name in result.measures:
        width = result.rope.get(name)
        found.append(
            {
                "setting": "rope", "measure": name,
                "name": f"Difference on {name} that does not matter",
                "value": width, "values": [None, *_with(widths(result.data, name), width or 0.0)],
                "about": "Smaller differences count as practically equal (rope). Without one, "
                "equal numbers count against every claim; 0 makes them real ties.",
            }
        )  # fmt: skip
    found += _left_out("measure", list(result.measures), least=1)
    others = [name for name in result.order if name != result.control]
    return found + _left_out("algorithm", others[:MOST_LEFT_OUT], least=2)


def _left_out(what: str, names: list[str], least: int) -> list[dict[str, Any]]:
    """Each of some names left out, if enough stay."""
    if len(names) <= least:
        return []
    return [
        {
            "setting": f"without {what}", "measure": None, "name": f"Leaving out one {what}",
            "value": None, "values": [None, *names],
            "about": f"The same comparison without each {what} in turn.",
        }
    ]  # fmt: skip


def widths(table: ResultsTable, measure: str) -> list[float]:
    """Round widths, up to the median of the differences between two algorithms."""
    at = list(table.measures).index(measure)
    values = table.values[: max(2, DRAWN // len(table.algorithms)), at]
    gaps = np.abs(values - np.roll(values, 1, axis=1)).ravel()
    gaps = gaps[np.isfinite(gaps) & (gaps > 0)]
    if not len(gaps):
        return [0.0]
    return [0.0, *sorted({rounded(x) for x in np.quantile(gaps, PARTS)})]


def rounded(x: float) -> float:
    """Two digits that say as much as is needed.

    Examples
    --------
    >>> rounded(0.012345), rounded(1234.0)
    (0.012, 1200.0)
    """
    if not x:
        return 0.0
    return float(f"{x:.1e}")


def between(low: float, high: float, *, by_ratio: bool) -> float:
    """A round value between two others; one of them if there is none."""
    middle = math.sqrt(low * high) if by_ratio and low > 0 else (low + high) / 2
    return rounded(middle)


def _with(values: tuple[float, ...] | list[float], value: float) -> list[float]:
    return sorted({*values, float(value)})
