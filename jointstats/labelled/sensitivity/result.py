"""What would change a verdict, and what would not: rows, result, and the verdict in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from jointstats.labelled import wording
from jointstats.labelled.claims.compared_pair import Names
from jointstats.labelled.errors import Caution
from jointstats.labelled.result import Result
from jointstats.labelled.rows import FLAG, NAME, TEXT, WHOLE, Row, column

DATASET, FAMILY, MEASURE, ALGORITHM = "data set", "family", "measure", "algorithm"
LEVEL, ROPE, TIES, MISSING, RUNS, PRIOR = "level", "rope", "ties", "missing", "runs", "prior"
FACTORS = (LEVEL, ROPE, TIES, MEASURE, DATASET, FAMILY, ALGORITHM, MISSING, RUNS, PRIOR)
"""What is varied, in the order in which it is told."""

VERDICT = "verdict"
MOST_TOLD = 3  # changes in the verdict

DESCRIPTION = Caution(
    "This describes one analysis and is no further test: nothing is shown anew here, and a verdict "
    "that is chosen from these settings has no error rate."
)


class Statements(Names):
    """What is decided; text in a table, with semicolons between them."""

    def __str__(self) -> str:
        return "; ".join(self)


@dataclass(frozen=True, kw_only=True)
class Setting(Row):
    """One other setting, and what is decided there: a row of :class:`SensitivityResult`."""

    factor: str = column(NAME, "what is varied")
    setting: str = column(TEXT, "the other setting")
    about: str = column(
        NAME, '"verdict", or the test beside it whose decisions these are', shown=False
    )
    limit: bool = column(
        FLAG,
        "whether it is the nearest setting found that changes something, rather than one of those "
        "tried in any case",
        shown=False,
    )
    changed: bool = column(FLAG, "whether something else is decided there")
    gone: Statements = column(TEXT, "what is decided in the result, and not there")
    new: Statements = column(TEXT, "what is decided there, and not in the result")
    n_decided: int = column(WHOLE, "statements decided there", heading="decided")
    verdict: str = column(TEXT, "what is decided there, in words", shown=False)


@dataclass(frozen=True, kw_only=True)
class Factor(Row):
    """What was varied, and how often that changed something."""

    factor: str = column(NAME, "what is varied")
    about: str = column(NAME, '"verdict", or the test beside it', shown=False)
    tried: int = column(WHOLE, "settings, limits not among them")
    changed: int = column(WHOLE, "settings under which something else is decided")
    reruns: int = column(WHOLE, "computations that this took: what must agree is computed once")
    how: str = column(
        TEXT, '"exact": every such setting is covered; "tried": these settings; "searched": no '
        "setting nearer was found to change something, but some may be",
    )  # fmt: skip
    said: str = column(TEXT, "what came out, in words")

    @property
    def named(self) -> str:
        """The factor, and the test beside the verdict that it is about, if there is one."""
        if self.about == VERDICT:
            return self.factor
        return f"{self.factor} ({wording.TEST_NAMES.get(self.about, self.about)})"


@dataclass(frozen=True, kw_only=True)
class Fewest(Row):
    """How many data sets must go, at the least, before something is no longer decided."""

    statement: str = column(TEXT, "what is decided")
    at_least: int = column(WHOLE, "so many must go: with fewer it stays decided, whichever go")
    found: int | None = column(WHOLE, "so many were found to be enough", unknown="not found")
    exact: bool = column(FLAG, "whether the two agree, so that this is the least number")
    datasets: Names = column(TEXT, "such data sets", heading="data sets")


@dataclass(frozen=True, kw_only=True, repr=False)
class SensitivityResult(Result):
    """Outcome of :func:`jointstats.sensitivity`.

    Attributes
    ----------
    of : str
        The function whose result is looked at.
    call_of : dict
        The call that repeats that result.
    statements : tuple of str
        What that result decides.
    settings : tuple of Setting
        Every other setting, factor by factor.
    factors : tuple of Factor
        The factors in sum.
    fewest : tuple of Fewest
        Of what is decided, how many data sets must go before it is not.
    alpha : float
        The result's own level.
    alpha_from, alpha_below : float or None
        The same is decided at every level from the first to below the second; 0 and None
        where nothing ends it.
    n_settings, n_changed : int
        Settings about the verdict, limits not among them, and how many of them change it.
    n_reruns : int
        How often something was computed again.
    not_tried : tuple of str
        What was not tried, and why.
    """

    test: ClassVar[str] = "sensitivity"
    announces: ClassVar[bool] = False  # it describes: the caution stands beside what it shows

    of: str
    call_of: dict[str, Any]
    statements: tuple[str, ...]
    settings: tuple[Setting, ...]
    factors: tuple[Factor, ...]
    fewest: tuple[Fewest, ...]
    alpha: float
    alpha_from: float
    alpha_below: float | None
    n_settings: int
    n_changed: int
    n_reruns: int
    not_tried: tuple[str, ...] = field(default=())

    @property
    def rows(self) -> Sequence[Setting]:
        """The settings."""
        return self.settings

    @property
    def changes(self) -> tuple[Setting, ...]:
        """Settings under which something else is decided, limits not among them."""
        return tuple(row for row in self.settings if row.changed and not row.limit)


def decided(statements: Sequence[str]) -> str:
    """What is decided, as a verdict."""
    if not statements:
        return "Nothing is decided."
    return f"Decided: {'; '.join(statements[:5])}{_more(len(statements) - 5)}."


def _more(left: int) -> str:
    return f"; and {left} more" if left > 0 else ""


def verdict(settings: Sequence[Setting]) -> str:
    """Where the verdict holds, and where it changes.

    Parameters
    ----------
    settings : sequence of Setting
    """
    own = [row for row in settings if row.about == VERDICT and not row.limit]
    single = [row for row in own if row.factor == DATASET]
    others = [row for row in own if row.factor != DATASET]
    if not own:
        return "No other setting was tried."
    changed = [row for row in others if row.changed]
    flips = [row for row in single if row.changed]
    holds = [_of_others(len(others), len(changed)), _of_single(len(single), len(flips))]
    said = f"The verdict holds {wording.listing([one for one in holds if one])}"
    where = [f"{clause(row)} ({_change(row)})" for row in changed]
    told = wording.some(where, MOST_TOLD) if where else ""
    if flips:
        names = [row.setting.removeprefix("without ") for row in flips]
        without = f"without {wording.any_of(names, MOST_TOLD)} ({_change(flips[0])}"
        alike = len({(row.gone, row.new) for row in flips}) == 1
        without += ")" if alike else ", or so)"
        told = f"{told}; and {without}" if told else without
    return f"{said}; it changes {told}." if told else f"{said}."


def _of_others(n: int, changed: int) -> str:
    if not n:
        return ""
    if not changed:
        return "under the one other setting" if n == 1 else f"under all {n} other settings"
    return f"under {n - changed or 'none'} of {wording.plural(n, 'other setting')}"


def _of_single(n: int, flips: int) -> str:
    if not n:
        return ""
    if not flips:
        return "with every single data set left out"
    return f"without each of {n - flips} of {n} data sets" if flips < n else (
        "without none of the data sets"
    )  # fmt: skip


def clause(row: Setting) -> str:
    """A setting as part of a sentence."""
    left_out = row.factor in (DATASET, FAMILY, MEASURE, ALGORITHM)
    return row.setting if left_out else f"with {row.setting}"


def _change(row: Setting) -> str:
    """What is decided there instead."""
    parts = []
    if row.gone:
        is_ = "is" if len(row.gone) == 1 else "are"
        parts.append(f"{_some(row.gone)} {is_} no longer decided")
    if row.new:
        is_ = "is" if len(row.new) == 1 else "are"
        parts.append(f"{_some(row.new)} {is_} decided there")
    return ", ".join(parts)


def _some(names: Sequence[str]) -> str:
    return wording.some([f'"{name}"' for name in names], 2)
