"""What would change a verdict, and what would not: rows, result, and the verdict in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from jointstats.labelled import wording
from jointstats.labelled.claims.compared_pair import Names
from jointstats.labelled.errors import Caution
from jointstats.labelled.result import Result
from jointstats.labelled.rows import FLAG, NAME, TEXT, WHOLE, Row, column

LEVEL, ROPE, MEASURE, DATASET, FAMILY = "level", "rope", "measure", "data set", "family"
ALGORITHM, MISSING, RUNS = "algorithm", "missing", "runs"
FACTORS = (LEVEL, ROPE, MEASURE, DATASET, FAMILY, ALGORITHM, MISSING, RUNS)
"""What is varied, in the order in which it is listed."""

NO_CHANGE = "no change"
MOST_NAMED = 3  # changes, or data sets, in the verdict

DESCRIPTION = Caution(
    "This describes one analysis and is no further test: a verdict that is chosen from these "
    "settings has no error rate."
)


class Statements(Names):
    """What is decided; text in a table, with semicolons between them."""

    def __str__(self) -> str:
        return "; ".join(self)


@dataclass(frozen=True, kw_only=True)
class Setting(Row):
    """Another setting, and what is decided there: a row of :class:`SensitivityResult`."""

    factor: str = column(NAME, "what is varied")
    setting: str = column(TEXT, "the other setting")
    limit: bool = column(
        FLAG, "whether it is the nearest setting found that changes something", shown=False
    )
    changed: bool = column(FLAG, "whether something else is decided there")
    n_changed: int = column(WHOLE, "pairs of which something else is decided", heading="pairs")
    gone: Statements = column(TEXT, "what is decided in the result, and not there")
    new: Statements = column(TEXT, "what is decided there, and not in the result")


@dataclass(frozen=True, kw_only=True)
class Factor(Row):
    """What was varied, and how often that changed something."""

    factor: str = column(NAME, "what is varied")
    tried: int = column(WHOLE, "settings, limits not among them")
    changed: int = column(WHOLE, "settings under which something else is decided")
    said: str = column(TEXT, "what came out, in words")


@dataclass(frozen=True, kw_only=True)
class Fewest(Row):
    """Data sets whose removal changes the state of a pair: as few as were found."""

    statement: str = column(TEXT, "what is decided of the pair")
    found: int | None = column(WHOLE, "removing so many is enough", unknown="not found")
    exact: bool = column(FLAG, "whether fewer are not enough, because all such were tried")
    datasets: Names = column(TEXT, "such data sets", heading="data sets")


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
        For pairs about which something is shown: how many data sets must go before that changes.
    alpha : float
        The result's own level.
    alpha_from, alpha_below : float or None
        The same is decided at every level from the first to below the second; 0 and None
        where nothing ends it.
    n_settings, n_changed : int
        Settings, limits not among them, and how many of them change something.
    n_pairs, n_pairs_changed : int
        Pairs of the comparison, and how many of them change under some of these settings; a test
        counts as one.
    not_tried : tuple of str
        What was not tried, and why.
    """

    test: ClassVar[str] = "sensitivity"
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


def verdict(settings: Sequence[Setting], n_pairs: int, n_pairs_changed: int) -> str:
    """Where the verdict holds, and where it changes, in one sentence.

    Parameters
    ----------
    settings : sequence of Setting
    n_pairs, n_pairs_changed : int
        Pairs, and those of which some setting changes the state.
    """
    tried = [row for row in settings if not row.limit]
    if not tried:
        return "No other setting was tried."
    changed = [row for row in tried if row.changed]
    where = _where(changed)
    if n_pairs == 1:
        said = f"The verdict holds under {_part(len(tried) - len(changed), len(tried))} other "
        said += "setting" if len(tried) == 1 else "settings"
        return f"{said}; it changes {where}." if where else f"{said}."
    kept = wording.capital(_part(n_pairs - n_pairs_changed, n_pairs))
    said = f"{kept} pairs keep their state under {_part(len(tried), len(tried))} other "
    said += "setting" if len(tried) == 1 else "settings"
    return f"{said}; others change {where}." if where else f"{said}."


def _part(k: int, n: int) -> str:
    if k == n:
        return f"all {n}" if n > 1 else "the one"
    return f"{k or 'none'} of {n}"


def _where(changed: Sequence[Setting]) -> str:
    """The settings that change most; data sets left out are counted together."""
    single = [row for row in changed if row.factor == DATASET]
    others = sorted(
        (row for row in changed if row.factor != DATASET), key=lambda row: -row.n_changed
    )
    named = [f"{clause(row)} ({_change(row)})" for row in others]
    where = [wording.some(named, MOST_NAMED)] if named else []
    if single:
        names = [row.setting.removeprefix("without ") for row in single]
        worst = max(single, key=lambda row: row.n_changed)
        alike = len({(row.gone, row.new) for row in single}) == 1
        what = _change(worst) if alike else f"up to {wording.plural(worst.n_changed, 'pair')}"
        where.append(f"without {wording.any_of(names, MOST_NAMED)} ({what})")
    return "; and ".join(where)


def clause(row: Setting) -> str:
    """A setting as part of a sentence."""
    left_out = row.factor in (DATASET, FAMILY, MEASURE, ALGORITHM)
    return row.setting if left_out else f"with {row.setting}"


def _change(row: Setting) -> str:
    """What is decided there instead; of several pairs, how many."""
    if row.n_changed > 1:
        return f"{row.n_changed} pairs"
    parts = [f"no longer: {row.gone}"] if row.gone else []
    return "; ".join([*parts, *([f"new: {row.new}"] if row.new else [])])
