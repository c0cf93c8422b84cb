"""What the tests that assume normality share: cases, redundant measures, corrections, errors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np

from jointstats.base import options, wording
from jointstats.base.errors import Caution, InvalidValueError, OptionError
from jointstats.base.facts import Dropped, Facts, fact
from jointstats.base.result import Result
from jointstats.base.rows import NAME, TEXT, Row, column
from jointstats.evidence.messages import Function, Option, asked
from jointstats.means import kernel_rank
from jointstats.table.folds import FoldTable, require_grid
from jointstats.table.intake import learned_here, refuse_in_sample
from jointstats.table.results_table import ResultsTable
from jointstats.table.samples import Samples

WRONG_ALONE, WRONG_JOINTLY = 0.198, 0.510
"""Shares of data sets on which corrected tests of folds, at .05, separated equally good learners.

The largest ones of the study (row "means" of the ledger), by one measure and by two jointly.
"""
NEARLY = 0.01
"""A measure of whose variation the others leave less than this share is nearly redundant."""


@dataclass(frozen=True, kw_only=True)
class Redundant(Row):
    """A measure that others determine, left out of a joint test."""

    measure: str = column(NAME, "the measure")
    because: str = column(TEXT, "the measures that determine it, and how")


@dataclass(frozen=True, kw_only=True, repr=False)
class NormalResult(Result):
    """Base of the results of tests that assume normality.

    Attributes
    ----------
    cases : str
        What a row is: ``"data set"``, ``"fold"`` or ``"row"``.
    of : str or None
        The data set whose folds are compared.
    alpha : float
    redundant : list of Redundant
        Measures that others determine. They are left out of the joint test, and its degrees of
        freedom follow.
    dropped : tuple of Dropped
        Each data set (or fold, or row) left out, and why.
    """

    cases: str = fact()
    of: str | None = fact()
    alpha: float
    redundant: list[Redundant]
    dropped: tuple[Dropped, ...] = fact()

    @property
    def case_noun(self) -> str:  # type: ignore[override]
        """What a row of the table is."""
        return self.cases

    @property
    def whose(self) -> str | None:
        """The one data set whose folds are compared, if they are."""
        return self.of


LARGEST = 1e307  # sums of a few such numbers are no longer finite


def require_normal(table: ResultsTable, test: Function) -> None:
    """Refuse failed results, measures learned on the very rows, and what cannot be subtracted.

    Raises
    ------
    MissingValuesError, InSampleError, InvalidValueError
    """
    table.require_values(test)
    require_magnitude(table.values.swapaxes(0, 1), table.measures, test)
    refuse_in_sample(learned_here(table), test)


def checked_samples(samples: Samples, test: Function) -> Samples:
    """The samples, unless a test of means must refuse them: see :func:`require_normal`."""
    require_magnitude(samples.stacked[0].T, samples.measures, test)
    refuse_in_sample(samples.in_sample, test)
    return samples


def require_magnitude(
    values: Iterable[np.ndarray], measures: Iterable[str], test: Function
) -> None:
    """Refuse results of a measure whose differences are no longer numbers, or have no digits."""
    for results, name in zip(values, measures, strict=True):
        size = np.abs(results).max(initial=0.0)
        if size > LARGEST:
            far, unit = f"beyond {LARGEST:g}", "larger"
        elif 0 < size < options.TINY:
            far, unit = f"below {options.TINY:g}", "smaller"
        else:
            continue
        raise InvalidValueError(
            f"{name} has results {far}, for which ",
            test,
            f" cannot take differences: give it in a {unit} unit.",
        )


def test_train_ratio(table: ResultsTable, correction: Any, given: Any) -> float:
    """n_test / n_train for the corrected test; 0 for the plain one.

    Raises
    ------
    OptionError
        If the table's rows are not folds, or the ratio is not known.
    MissingValuesError
        If a run lacks a fold.
    """
    if correction is None:
        if given is not None:
            raise OptionError(
                Option("test_train_ratio"), " needs ", Option("correction", "nadeau-bengio"), "."
            )
        return 0.0
    if not isinstance(table, FoldTable):
        raise OptionError(
            Option("correction", correction),
            " is for folds of one data set: name their columns with ",
            asked("run"),
            " and ",
            asked("fold"),
            ".",
        )
    require_grid(table)
    if given is not None:
        return given
    if table.n_folds < 2:
        raise OptionError(
            "Random splits have no folds: give ",
            Option("test_train_ratio"),
            ", the size of a test set over that of a training set.",
        )
    return 1 / (table.n_folds - 1)


def overlap_caution(table: ResultsTable, ratio: float) -> Iterator[Caution]:
    """What the reader should know about tests on folds."""
    if not isinstance(table, FoldTable):
        return
    if ratio:
        yield Caution(
            "The correction for overlapping training sets is a heuristic: it rejects far less "
            "often than the plain test, but at level 0.05 it showed a difference between "
            f"equally good learners on up to {wording.percent(WRONG_ALONE)} of a study's data "
            f"sets by one measure, and on up to {wording.percent(WRONG_JOINTLY)} by two "
            "jointly, most of all for a learner that depends much on its training set."
        )
        return
    yield Caution(
        "The training sets of the folds overlap, so the folds are not independent and the test "
        "rejects too often: ",
        Option("correction", "nadeau-bengio"),
        " corrects for it.",
    )


def redundancies(
    differences: np.ndarray, levels: np.ndarray, columns: kernel_rank.ColumnBasis, facts: Facts
) -> list[Redundant]:
    """Say of each measure that was left out which others determine it.

    Parameters
    ----------
    differences : ndarray, shape (n, p)
        What the test sees: paired differences, or deviations within groups.
    levels : ndarray, shape (N, p)
        The results themselves, for a plainer sentence where it holds for them too.
    columns : ColumnBasis
        Of what the test sees, centred.
    facts : Facts
    """
    names, independent = list(facts.measures), columns.independent
    dependencies = []
    for j in np.flatnonzero(~independent).tolist():
        earlier = np.flatnonzero(independent[:j]).tolist()
        if np.abs(differences[:, j]).max(initial=0.0) <= _rounding(levels[:, j]):
            because = f"the algorithms do not differ on it in any {facts.cases}"
        elif (exact := kernel_rank.combination(levels[:, [*earlier, j]], centre=True)) is not None:
            because = f"{names[j]} = {formula(*exact, [names[i] for i in earlier])}"
        else:
            part = kernel_rank.combination(differences[:, [*earlier, j]], centre=False)
            weights = part[0] if part is not None else np.full(len(earlier), np.nan)
            because = (
                f"its differences are {formula(weights, 0.0, [names[i] for i in earlier])} of the "
                "differences"
            )
        dependencies.append(Redundant(measure=names[j], because=because))
    return dependencies


def redundancy_cautions(redundant: Sequence[Redundant], p: int) -> Iterator[Caution]:
    """One warning that names the measures left out."""
    if redundant:
        said = "; ".join(f"{row.measure} ({row.because})" for row in redundant)
        verb = "is" if len(redundant) == 1 else "are"
        yield Caution(
            f"{len(redundant)} of {p} measures {verb} redundant and left out of the joint test: "
            f"{said}."
        )


def near_redundancy_cautions(
    columns: kernel_rank.ColumnBasis, measures: Sequence[str]
) -> Iterator[Caution]:
    """Warn of measures that others determine but for a little noise, such as rounding."""
    near = columns.independent & (columns.unexplained < NEARLY)
    names = [name for name, is_near in zip(measures, near, strict=True) if is_near]
    if names:
        yield Caution(
            f"{wording.listing(names)} {'is' if len(names) == 1 else 'are'} nearly determined by "
            "the measures before: if the rest is only rounding, leave it out."
        )


def left_out(
    differences: np.ndarray, levels: np.ndarray, columns: kernel_rank.ColumnBasis, facts: Facts
) -> tuple[list[Redundant], list[Caution]]:
    """The measures that others determine, and what to know of them and of nearly such ones."""
    redundant, measures = redundancies(differences, levels, columns, facts), list(facts.measures)
    cautions = redundancy_cautions(redundant, len(measures))
    return redundant, [*cautions, *near_redundancy_cautions(columns, measures)]


@contextmanager
def explained(test: Function, facts: Facts) -> Iterator[None]:
    """Say a kernel's complaint with the names of algorithms and measures.

    Raises
    ------
    TooFewCasesError, IdenticalAlgorithmsError, ConstantDifferenceError
        The kernel's own classes, with a sentence for the table.
    """
    on, who = wording.listing(list(facts.measures)), wording.listing(list(facts.algorithms))
    size, verb = wording.plural(facts.n, facts.cases), "is" if facts.n == 1 else "are"
    measures = wording.plural(len(facts.measures), "measure")
    sentences = {
        kernel_rank.TooFewCasesError: f": {size} {verb} too few for {measures} ({on}) of {who}: "
        "use more of them, or fewer measures.",
        kernel_rank.IdenticalAlgorithmsError: f": {who} have the same results everywhere on {on}; "
        "there is nothing to test.",
        kernel_rank.ConstantDifferenceError: f": on {on}, a measure or a combination of them "
        f"differs between {who} by the same amount in every case. Such a difference has no "
        "variance and cannot be tested: leave it out.",
    }
    try:
        yield
    except kernel_rank.NormalTheoryError as error:
        raise type(error)(test, sentences[type(error)]) from error


def _rounding(column: np.ndarray) -> float:
    return float(kernel_rank.ROUNDING_UNITS * np.finfo(float).eps * np.abs(column).max(initial=0.0))


def formula(weights: np.ndarray, constant: float, names: Sequence[str]) -> str:
    """Such as "1 − accuracy" or "0.5 recall + 0.5 precision"."""
    terms: list[tuple[float, str]] = []
    largest = float(np.abs(weights).max(initial=0.0))
    if abs(constant) > 1e-9 * max(largest, 1e-300):
        terms.append((constant, ""))
    terms += [(float(w), name) for w, name in zip(weights, names, strict=True) if w != 0]
    if not terms:
        return "0"
    text = ""
    for i, (weight, name) in enumerate(terms):
        sign = "−" if weight < 0 else "+" if i else ""
        size = wording.significant(abs(weight), 4)
        size = size.rstrip("0").rstrip(".") if "." in size and "e" not in size else size
        size = "" if name and size == "1" else size
        body = f"{size} {name}".strip()
        text += f" {sign} {body}" if i else f"{sign}{body}"
    return text
