"""A gate: claims about a candidate and its baseline that must all be shown.

The candidate passes if every claim is shown at `alpha`: a candidate for which some claim is false
passes with a probability of at most `alpha`, so that this needs no correction (intersection-union
test; Berger 1982). That some claim is refuted, or some shown although others are not, is corrected
over all claims by Holm's method.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from jointstats.kernels.joint.claim_tests import tail_at_least
from jointstats.kernels.joint.looks import log_e_share
from jointstats.kernels.single.multiplicity import adjust_p_values
from jointstats.labelled import options
from jointstats.labelled.errors import (
    MissingValuesError,
    NoDataError,
    OptionError,
    ReadError,
    note,
    unheard,
)
from jointstats.labelled.formats.catalogue import format_of
from jointstats.labelled.formats.format import Source
from jointstats.labelled.joint import ledger_file
from jointstats.labelled.joint.claim import claim_test
from jointstats.labelled.joint.claim_result import ClaimResult
from jointstats.labelled.joint.gate_file import GateFile, file_name
from jointstats.labelled.joint.watch import watch_claim
from jointstats.labelled.joint.watch_result import WatchResult
from jointstats.labelled.result import plain
from jointstats.labelled.table.making import results_table
from jointstats.labelled.table.reading import read_found

if TYPE_CHECKING:
    import pandas as pd

State = Literal["shown", "refuted", "undecided"]
BASELINE, CANDIDATE = "baseline", "candidate"
MOST_TASKS = 10_000  # more are not proposed


@dataclass(frozen=True)
class GatedClaim:
    """What is known of one claim.

    Attributes
    ----------
    name, claim : str
        Its name in the file, and the claim in words.
    state : {"shown", "refuted", "undecided"}
    yes, no : int
        Votes for it, votes against it.
    threshold : float
        The share of votes that is to be exceeded.
    p_value, p_value_below : float
        One-sided p-values for a share above the threshold, and for one below.
    more : int or None
        Further votes after which it would be shown at an unchanged share; None: its share does not
        exceed the threshold, or it would take more than 10,000.
    least : int
        Smallest number of votes with which it can be shown.
    """

    name: str
    claim: str
    state: State
    yes: int
    no: int
    threshold: float
    p_value: float
    p_value_below: float
    more: int | None
    least: int


@dataclass(frozen=True, kw_only=True)
class Gate:
    """Outcome of :func:`gate`.

    Attributes
    ----------
    state : {"shown", "refuted", "undecided"}
        Of all claims together: every one shown, some refuted, or neither.
    candidate : str
    claims : tuple of GatedClaim
    alpha : float
    n : int
        Tasks that were counted.
    n_families : int or None
        Families that vote; None where tasks do.
    n_failed : int
        Tasks without some result of the candidate: they count as its worst.
    n_repeated : int
        Tasks of this run that the ledger had already: their first results count.
    ledger : str or None
        Its folder; None: this was the only look.
    """

    state: State
    candidate: str
    claims: tuple[GatedClaim, ...]
    alpha: float
    n: int
    n_families: int | None
    n_failed: int
    n_repeated: int
    ledger: str | None

    def to_dict(self) -> dict[str, Any]:
        """The outcome as plain dicts, lists, numbers and text."""
        return dict(plain(self))


def gate(
    file: GateFile, baseline: Any, candidate: Any, *, name: str = CANDIDATE, ledger: bool = True
) -> Gate:
    """Test every claim of a gate's file on the results of a candidate and of its baseline.

    Parameters
    ----------
    file : GateFile
    baseline, candidate : path or DataFrame
        Results, a row for each task; or what a program wrote whose format is known.
    name : str
        Name of the candidate; each has separate ledgers.
    ledger : bool, default True
        False: look once, even if the file names a ledger.

    Raises
    ------
    JointStatsError
        If a file cannot be read, or the baseline lacks a result.
    """
    if name == BASELINE:
        raise OptionError(f'The candidate cannot be called "{BASELINE}": that is the other one.')
    frame, roles = _together(file, baseline, candidate, name)
    table = results_table(frame, **roles, missing="worst", measures=file.measures, rope=file.rope)
    _require_baseline(table.datasets, table.values[..., table.algorithms.index(BASELINE)], file)
    folder = file.ledger / file_name(name, "candidate") if ledger and file.ledger else None
    for caution in table.notes:
        note(caution)
    with unheard():  # each claim would repeat them
        looks: dict[str, tuple[ClaimResult | WatchResult, int]] = {}
        for key in file.claims:
            asked = _asked(file, key)
            if folder is None:
                looks[key] = claim_test(table, name, BASELINE, **asked), 0
            else:
                looks[key] = _look(folder / f"{key}.json", asked, file, frame, roles, name)
    results = [result for result, _ in looks.values()]
    claims = _gated(file, looks, anytime=folder is not None)
    states = {claim.state for claim in claims}
    failed = np.isnan(table.values[..., table.algorithms.index(name)]).any(axis=1)
    return Gate(
        state="refuted" if "refuted" in states
        else "shown" if states == {"shown"} else "undecided",
        candidate=name,
        claims=claims,
        alpha=file.alpha,
        n=max(result.n for result in results),
        n_families=results[0].n_families,
        n_failed=int(failed.sum()),
        n_repeated=max(repeated for _, repeated in looks.values()),
        ledger=None if folder is None else str(folder),
    )  # fmt: skip


def _together(
    file: GateFile, baseline: Any, candidate: Any, name: str
) -> tuple[pd.DataFrame, dict[str, Any]]:
    """The results of both as one long frame, and the roles of its columns."""
    import pandas as pd

    parts, roles = [], dict[str, Any]()
    for given, label in ((baseline, BASELINE), (candidate, name)):
        frame, stated = _frame(file, given, label)
        parts.append(frame.assign(**{_ALGORITHM: label}))
        roles = stated
    roles["algorithm"] = _ALGORITHM
    said = {"cluster": file.cluster, "aggregate": file.aggregate}
    roles |= {role: value for role, value in said.items() if value is not None}
    return pd.concat(parts, ignore_index=True), roles


_ALGORITHM = "algorithm of the gate"
_ROLES = ("dataset", "aggregate", "cluster")  # of a format that states them


def _frame(file: GateFile, given: Any, label: str) -> tuple[pd.DataFrame, dict[str, Any]]:
    """The results of one of the two, whose format may say which column holds the task."""
    import pandas as pd

    if isinstance(given, pd.DataFrame):
        return given, {"dataset": _task(file, list(given.columns), label)}
    source = Source(given)
    found = read_found(source, format_of(source), {})
    stated = dict(found.roles)
    algorithm = stated.get("algorithm")
    names = [] if algorithm is None else sorted(map(str, found.frame[algorithm].unique()))
    if len(names) > 1:
        raise ReadError(
            f"{source.name} holds {len(names)} algorithms, {options.shorten(names)}: a gate takes "
            f"one file for the {label}, with the results of one algorithm."
        )
    columns = [str(column) for column in found.frame.columns]
    if file.dataset is not None or "dataset" not in stated:
        stated["dataset"] = _task(file, columns, source.name)
    return found.frame, {role: value for role, value in stated.items() if role in _ROLES}


def _task(file: GateFile, columns: Sequence[str], where: str) -> str:
    if file.dataset is None:
        raise OptionError(
            f'{file.path} must name the column that holds the task: dataset = "COLUMN". The '
            f"columns of {where} are {options.shorten(columns)}."
        )
    return options.known_name("column", file.dataset, columns)


def _require_baseline(tasks: Sequence[str], values: np.ndarray, file: GateFile) -> None:
    """Refuse tasks without a result of the baseline: they would count for the candidate."""
    gaps = np.argwhere(np.isnan(values))
    if not len(tasks):
        raise NoDataError("No task has results of both baseline and candidate.")
    if len(gaps):
        task, measure = tasks[gaps[0][0]], list(file.measures)[gaps[0][1]]
        raise MissingValuesError(
            f'The baseline has no {measure} on "{task}" (of {len({i for i, _ in gaps})} tasks with '
            "a gap): run it there, or leave the task out of both files."
        )


def _asked(file: GateFile, key: str) -> dict[str, Any]:
    """One claim of the file, as the tests of claims take it."""
    claim = file.claims[key]
    return {
        "better": claim.better, "not_worse": claim.not_worse, "equal": claim.equal,
        "at_least": claim.at_least, "threshold": file.thresholds[key], "alpha": file.alpha,
    }  # fmt: skip


def _look(
    ledger: Path, asked: Mapping[str, Any], file: GateFile, frame: pd.DataFrame,
    roles: Mapping[str, Any], name: str,
) -> tuple[WatchResult, int]:  # fmt: skip
    """What a ledger has of one claim by now, and how many tasks of the frame it had before."""
    ledger.parent.mkdir(parents=True, exist_ok=True)
    place = str(ledger)
    about: dict[str, Any] = {"measures": file.measures, "rope": file.rope}
    # The claim is written down before any result.
    watch_claim(place, None, name, BASELINE, **asked, **about)
    book = ledger_file.read(place, ledger_file.CLAIM)
    known = frame[roles["dataset"]].map(options.label).isin(book.results if book else ())
    repeated = int(frame.loc[known, roles["dataset"]].nunique())
    new = frame[~known]
    if new.empty:
        return watch_claim(place), repeated
    return watch_claim(place, new, **roles, missing="worst"), repeated


def _gated(
    file: GateFile, looks: Mapping[str, tuple[ClaimResult | WatchResult, int]], *, anytime: bool
) -> tuple[GatedClaim, ...]:
    results = [result for result, _ in looks.values()]
    shown = np.array([result.decided for result in results])
    if not shown.all():
        shown &= adjust_p_values([result.p_value for result in results]) <= file.alpha
    refuted = adjust_p_values([result.p_value_below for result in results]) <= file.alpha
    return tuple(
        GatedClaim(
            name=key,
            claim=result.claim,
            state="shown" if shown[i] else "refuted" if refuted[i] else "undecided",
            yes=result.yes,
            no=result.no,
            threshold=result.threshold,
            p_value=result.p_value,
            p_value_below=result.p_value_below,
            more=None if shown[i] else tasks_needed(
                result.yes, result.no, result.threshold, file.alpha, anytime=anytime
            ),
            least=fewest_tasks(result.threshold, file.alpha, anytime=anytime),
        )
        for i, (key, result) in enumerate(zip(looks, results, strict=True))
    )  # fmt: skip


def tasks_needed(yes: int, no: int, threshold: float, alpha: float, *, anytime: bool) -> int | None:
    """Further votes after which a claim would be shown if its share stays as it is.

    Examples
    --------
    >>> tasks_needed(7, 3, 0.5, 0.05, anytime=False)
    8
    >>> tasks_needed(5, 5, 0.5, 0.05, anytime=False) is None
    True
    """
    n = yes + no
    if n == 0 or yes <= threshold * n:
        return None
    more = np.arange(MOST_TASKS + 1)
    enough = _p_value(np.floor(yes + more * (yes / n) + 0.5), n + more, threshold, anytime) <= alpha
    return int(more[enough][0]) if enough.any() else None


def fewest_tasks(threshold: float, alpha: float, *, anytime: bool) -> int:
    """The fewest votes that can show a claim, all of them for it."""
    n = np.arange(1, MOST_TASKS + 1)
    enough = _p_value(n, n, threshold, anytime) <= alpha
    return int(n[enough][0]) if enough.any() else MOST_TASKS


def _p_value(yes: np.ndarray, n: np.ndarray, threshold: float, anytime: bool) -> np.ndarray:
    if anytime:
        return np.asarray(np.exp(-log_e_share(yes, n, threshold)))
    return tail_at_least(yes, n, threshold)
