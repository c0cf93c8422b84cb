"""A gate: claims about a candidate and its baseline that must all be shown.

The candidate passes if every claim is shown at `alpha`: a candidate for which some claim is false
passes with a probability of at most `alpha`, so that this needs no correction (intersection-union
test; Berger 1982). That some claim is refuted, or some shown although others are not, is corrected
over all claims by Holm's method.

With a ledger, a pass needs every claim twice: by the results of the run, and at the look of the
ledger, for which the first results of a task count.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from jointstats.base import errors, options
from jointstats.base.result import plain
from jointstats.claims.claim import claim_test
from jointstats.claims.claim_result import ClaimResult
from jointstats.claims.gate.file import BASELINE, LISTS, GateFile, file_name, look, path_of
from jointstats.claims.watch_result import ClaimBets, GateBets
from jointstats.evidence.claim_tests import log_e_share, tail_at_least
from jointstats.evidence.messages import Option, asked
from jointstats.evidence.multiplicity import adjust_p_values
from jointstats.table.formats.catalogue import format_of
from jointstats.table.formats.format import Source
from jointstats.table.making import results_table
from jointstats.table.reading import read_found
from jointstats.table.results_table import ResultsTable

if TYPE_CHECKING:
    import pandas as pd

State = Literal["shown", "refuted", "undecided"]
CANDIDATE = "candidate"
MOST_TASKS = 10_000  # more are not proposed


@dataclass(frozen=True)
class GatedClaim:
    """What is known of one claim.

    Attributes
    ----------
    name, claim : str
        Its name in the file, and the claim in words.
    measures : tuple of str
        The measures that it names.
    state : {"shown", "refuted", "undecided"}
    yes, no : int
        Votes for it, votes against it; with a ledger, by the first results of each task.
    threshold : float
        The share of votes that is to be exceeded.
    p_value, p_value_below : float
        One-sided p-values for a share above the threshold, and for one below; with a ledger,
        anytime p-values.
    run_yes, run_no : int
        Votes by the results of this run.
    run_p_value : float
        One-sided p-value of this run in a single look.
    more : int or None
        Further votes after which it would be shown at an unchanged share; None: its share does not
        exceed the threshold, or it would take more than 10,000.
    least : int
        Smallest number of votes with which it can be shown.
    """

    name: str
    claim: str
    measures: tuple[str, ...]
    state: State
    yes: int
    no: int
    threshold: float
    p_value: float
    p_value_below: float
    run_yes: int
    run_no: int
    run_p_value: float
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
    measures : dict
        Directions.
    means : dict
        For each measure, the means of the candidate and the baseline over the tasks where both have
        a result. No claim is about them.
    n_unknown : dict
        For each measure of the claims, the tasks on which equal numbers may hide a difference.
    n : int
        Tasks that were counted.
    n_families : int or None
        Families that vote; None where tasks do.
    n_failed : int
        Tasks without some result of the candidate: they count as its worst.
    n_changed : int
        Tasks of this run whose results are not the first ones, which count for the ledger.
    ledger : str or None
        Its file; None: this was the only look.
    """

    state: State
    candidate: str
    claims: tuple[GatedClaim, ...]
    alpha: float
    measures: dict[str, str]
    means: dict[str, tuple[float, float]]
    n_unknown: dict[str, int]
    n: int
    n_families: int | None
    n_failed: int
    n_changed: int
    ledger: str | None

    def to_dict(self) -> dict[str, Any]:
        """The outcome as plain dicts, lists, numbers and text."""
        return dict(plain(self))


def gate(
    file: GateFile,
    baseline: Any,
    candidate: Any,
    *,
    name: str | None = None,
    once: bool = False,
    rerun: bool = False,
) -> Gate:
    """Test every claim of a gate's file on the results of a candidate and of its baseline.

    Parameters
    ----------
    file : GateFile
    baseline, candidate : path or DataFrame
        Results, a row for each task; or what a program wrote whose format is known.
    name : str, optional
        Name of the candidate, such as its commit. Each candidate has a separate ledger.
    once : bool, default False
        Look once, without a ledger.
    rerun : bool, default False
        Whether results of the candidate may differ from those of an earlier run, as those of agents
        do. The first results of a task count for the ledger, and a pass needs this run's too.

    Raises
    ------
    JointStatsError
        If a file cannot be read, the baseline lacks a result, or the ledger contradicts the run or
        the file.
    """
    name = _name(name, once=once, rerun=rerun)
    table = _table(file, baseline, candidate, name)
    for caution in table.notes:
        errors.note(caution)
    with errors.unheard():  # each claim would repeat them
        runs = {
            key: claim_test(table, name, BASELINE, alpha=file.alpha, **_named(claim))
            for key, claim in file.claims.items()
        }
        path = None if once or file.ledger is None else path_of(file.ledger, name)
        bets, changed = (None, 0) if path is None else look(path, file, table, name, rerun=rerun)
    claims = _gated(file, runs, bets)
    states = {claim.state for claim in claims}
    failed = np.isnan(table.values[..., table.algorithms.index(name)]).any(axis=1)
    return Gate(
        state="refuted" if "refuted" in states else "shown" if states == {"shown"} else "undecided",
        candidate=name,
        claims=claims,
        alpha=file.alpha,
        measures=dict(file.measures),
        means=_means(table, name),
        n_unknown={
            row.measure: row.n_unknown
            for run in runs.values()
            for row in run.by_measure
            if row.n_unknown
        },
        n=table.n,
        n_families=next(iter(runs.values())).n_families,
        n_failed=int(failed.sum()),
        n_changed=changed,
        ledger=path,
    )


def _means(table: ResultsTable, name: str) -> dict[str, tuple[float, float]]:
    """Means of the candidate and the baseline, of measures for which both have results."""
    two = table.values[:, :, [table.algorithms.index(who) for who in (name, BASELINE)]]
    known = ~np.isnan(two).any(axis=2)
    means = {}
    for j, measure in enumerate(table.measures):
        if known[:, j].any():
            candidate, baseline = two[known[:, j], j].mean(axis=0).tolist()
            means[measure] = (candidate, baseline)
    return means


def _name(name: str | None, *, once: bool, rerun: bool) -> str:
    """The candidate's name; without one, reruns of many candidates would share a ledger."""
    if name is None and not once:
        who = "A gate needs to know its candidate: give its name, such as its commit, by "
        once_only = ("; or look once, without a ledger: ", Option("once", True), ".")
        raise errors.OptionError(who, asked("name"), *once_only)
    if once and rerun:
        both = Option("rerun", True), " has no meaning with ", Option("once", True)
        raise errors.OptionError(*both, ": leave one of them out.")
    if name == BASELINE:
        raise errors.OptionError(
            f'The candidate cannot be called "{BASELINE}": that is the other one.'
        )
    return CANDIDATE if name is None else file_name(name, "candidate")


def _table(file: GateFile, baseline: Any, candidate: Any, name: str) -> ResultsTable:
    """The results of both; a failed run of the candidate is its worst result."""
    frame, roles = _together(file, baseline, candidate, name)
    table = results_table(frame, **roles, missing="worst", measures=file.measures, rope=file.rope)
    if name not in table.algorithms:
        raise errors.NoDataError(
            f"{candidate if isinstance(candidate, str) else name} has no results."
        )
    _require_baseline(table, file)
    return table


def _named(claim: Mapping[str, Any]) -> dict[str, Any]:
    """A claim of the file as the keywords of :func:`claim_test`."""
    return {key: value or None for key, value in claim.items()}


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
    return pd.concat(parts, ignore_index=True), roles | file.roles


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
        raise errors.ReadError(
            f"{source.name} holds {len(names)} algorithms, {options.shorten(names)}: a gate takes "
            f"one file for the {label}, with the results of one algorithm."
        )
    columns = [str(column) for column in found.frame.columns]
    if "dataset" in file.roles or "dataset" not in stated:
        stated["dataset"] = _task(file, columns, source.name)
    return found.frame, {role: value for role, value in stated.items() if role in _ROLES}


def _task(file: GateFile, columns: Sequence[str], where: str) -> str | list[str]:
    if "dataset" not in file.roles:
        raise errors.OptionError(
            f'{file.path} must name the column that holds the task: dataset = "COLUMN". The '
            f"columns of {where} are {options.shorten(columns)}."
        )
    names = options.known_names("column", file.roles["dataset"], columns)
    return names if len(names) > 1 else names[0]


def _require_baseline(table: ResultsTable, file: GateFile) -> None:
    """Refuse tasks without a result of the baseline: they would count for the candidate."""
    if not table.n:
        raise errors.NoDataError("No task has results of both baseline and candidate.")
    gaps, names = np.isnan(table.values[..., table.algorithms.index(BASELINE)]), list(file.measures)
    tasks = np.flatnonzero(gaps.any(axis=1))
    lacking = {table.datasets[i]: names[gaps[i].argmax()] for i in tasks}
    lacking |= {dropped.dataset: "result" for dropped in table.dropped}
    if lacking:
        task, measure = next(iter(lacking.items()))
        raise errors.MissingValuesError(
            f'The baseline has no {measure} on "{task}" (of {len(lacking)} tasks with a gap): run '
            "it there, or leave the task out of both files."
        )


def _gated(
    file: GateFile, runs: Mapping[str, ClaimResult], bets: GateBets | None
) -> tuple[GatedClaim, ...]:
    known = [_known(run, None if bets is None else bets.claims[key]) for key, run in runs.items()]
    # A claim is shown if both the run and the ledger show it.
    larger = np.array([max(now["p_value"], now["run_p_value"]) for now in known])
    if not (larger <= file.alpha).all():
        larger = adjust_p_values(larger)
    refuted = adjust_p_values([now["p_value_below"] for now in known]) <= file.alpha
    anytime = bets is not None

    def needed(run: ClaimResult, yes: int, no: int) -> int | None:
        return tasks_needed(yes, no, run.threshold, file.alpha, anytime=anytime)

    return tuple(
        GatedClaim(
            name=name,
            claim=run.claim,
            measures=tuple(dict.fromkeys(x for key in LISTS for x in file.claims[name][key])),
            state="shown" if larger[i] <= file.alpha else "refuted" if refuted[i] else "undecided",
            threshold=run.threshold,
            **known[i],
            more=None if larger[i] <= file.alpha else needed(run, known[i]["yes"], known[i]["no"]),
            least=fewest_tasks(run.threshold, file.alpha, anytime=anytime),
        )
        for i, (name, run) in enumerate(runs.items())
    )


def _known(run: ClaimResult, bets: ClaimBets | None) -> dict[str, Any]:
    """Votes and p-values of one claim, by the first results and by this run."""
    if bets is None:
        first = (run.yes, run.no, run.p_value, run.p_value_below)
    else:
        last = bets.rows()[-1]
        first = (last.yes, last.no, last.p_value, float(bets.p_below[-1]))
    names = ("yes", "no", "p_value", "p_value_below", "run_yes", "run_no", "run_p_value")
    return dict(zip(names, (*first, run.yes, run.no, run.p_value), strict=True))


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


@cache
def fewest_tasks(threshold: float, alpha: float, *, anytime: bool) -> int:
    """The fewest votes that can show a claim, all of them for it."""
    n = np.arange(1, MOST_TASKS + 1)
    enough = _p_value(n, n, threshold, anytime) <= alpha
    return int(n[enough][0]) if enough.any() else MOST_TASKS


def _p_value(yes: np.ndarray, n: np.ndarray, threshold: float, anytime: bool) -> np.ndarray:
    if anytime:
        return np.asarray(np.exp(-log_e_share(yes, n, threshold)))
    return tail_at_least(yes, n, threshold)
