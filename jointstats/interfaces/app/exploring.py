"""Where a verdict holds: the same comparison under other settings, one factor at a time.

The result is how far the verdict holds, not which setting gives a more pleasing one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import jointstats
from jointstats.base import wording
from jointstats.base.given import FactorWord
from jointstats.claims.comparison import Comparison
from jointstats.claims.sensitivity.result import LEVEL, ROPE
from jointstats.interfaces.app.complaints import RefusalError
from jointstats.interfaces.app.visit import Visit
from jointstats.interfaces.report import sections

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
    return {"explored": {"setting": factor, "said": sentence, "tables": sections.settings(varied)}}


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
