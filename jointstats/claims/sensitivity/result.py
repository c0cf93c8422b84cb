"""What would change a verdict, and what would not: rows, result, and the verdict in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, get_args

from jointstats.base.errors import Caution
from jointstats.base.kinds import FactorWord
from jointstats.base.result import Result
from jointstats.base.rows import FLAG, NAME, TEXT, WHOLE, Row, column
from jointstats.claims.compared_pair import Names

FACTORS: tuple[FactorWord, ...] = get_args(FactorWord)
"""What is varied, in the order in which it is listed."""
LEVEL, ROPE, MEASURE, DATASET, FAMILY, ALGORITHM, MISSING, RUNS = FACTORS

NO_CHANGE = "no change"

DESCRIPTION = Caution(
    "This describes one analysis and is not a further test: a verdict that is chosen from these "
    "settings has no error rate."
)


class Decisions(Names):
    """What is decided; text in a table, with semicolons between them."""

    def __str__(self) -> str:
        return "; ".join(self)


@dataclass(frozen=True, kw_only=True)
class Setting(Row):
    """Another setting, and what is decided there: a row of :class:`SensitivityResult`."""

    factor: str = column(NAME, "what is varied")
    setting: str = column(TEXT, "the other setting")
    limit: bool = column(
        FLAG, "whether it is the nearest setting found that changes a decision", shown=False
    )
    changed: bool = column(FLAG, "whether a decision changes")
    n_changed: int = column(WHOLE, "pairs with another decision", heading="pairs")
    gone: Decisions = column(TEXT, "decisions of the result that are missing there")
    new: Decisions = column(TEXT, "decisions there that the result does not have")


@dataclass(frozen=True, kw_only=True)
class Factor(Row):
    """What was varied, and how often that changed something."""

    factor: str = column(NAME, "what is varied")
    tried: int = column(WHOLE, "number of settings tried, without limits")
    changed: int = column(WHOLE, "number of settings under which a decision changes")
    said: str = column(TEXT, "summary in words")


@dataclass(frozen=True, kw_only=True)
class Fewest(Row):
    """Data sets whose removal changes the state of a pair: as few as were found."""

    statement: str = column(TEXT, "the decision about the pair")
    found: int | None = column(
        WHOLE, "number of data sets whose removal changes it", unknown="not found"
    )
    exact: bool = column(FLAG, "whether all smaller sets were tried")
    datasets: Names = column(TEXT, "the data sets to remove", heading="data sets")


@dataclass(frozen=True, kw_only=True, repr=False)
class SensitivityResult(Result):
    """Outcome of :func:`jointstats.sensitivity`.

    Attributes
    ----------
    of : str
        The function whose result is varied.
    call_of : dict
        The call that repeats that result.
    statements : tuple of str
        What that result decides.
    settings : tuple of Setting
        Every other setting, factor by factor.
    factors : tuple of Factor
        The factors in sum.
    fewest : tuple of Fewest
        For pairs with a claim that is shown: how many data sets have to be removed to change the
        state.
    alpha : float
        The result's own level.
    alpha_from, alpha_below : float or None
        The decisions are the same at every level from the first to below the second; 0 and None
        without a limit.
    n_settings, n_changed : int
        Settings, limits not among them, and how many of them change something.
    n_pairs, n_pairs_changed : int
        Pairs of the comparison, and how many of them change under some of these settings; a test
        counts as one.
    not_tried : tuple of str
        What was not tried, and why.
    """

    words = "claims.sensitivity.words.SensitivityWords"

    test: ClassVar[str] = "sensitivity"
    no_p_value: ClassVar[str] = "the result that it varies has the p-values"
    announces: ClassVar[bool] = False  # it describes: the caution is part of what it shows

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
    n_pairs: int
    n_pairs_changed: int
    not_tried: tuple[str, ...] = ()

    @property
    def rows(self) -> Sequence[Setting]:
        """The settings."""
        return self.settings

    @property
    def changes(self) -> tuple[Setting, ...]:
        """Settings under which something else is decided, limits not among them."""
        return tuple(row for row in self.settings if row.changed and not row.limit)
