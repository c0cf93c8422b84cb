"""Counting dominance statements in a results table, for the question that is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Unpack

import numpy as np

from jointstats.base import options
from jointstats.base.declare import DaskFrame, TableOrCounts, TableRoles
from jointstats.base.errors import NoDataError, OptionError, TieExpansionError, announced
from jointstats.base.kinds import Label, Labels, Question, TiesWord, WordOfEach, literals
from jointstats.base.options import checked_control
from jointstats.evidence import counts as kernel
from jointstats.evidence import orders, outcomes, statements
from jointstats.evidence.extensions import ExpansionLimitError
from jointstats.evidence.messages import Function, Option, asked
from jointstats.joint import kernel_questions as questions
from jointstats.joint.counts import StatementCounts
from jointstats.joint.rules import split_ties, tie_rules, with_ties
from jointstats.table.columns import is_dask
from jointstats.table.intake import as_table, partitions_of
from jointstats.table.results_table import ResultsTable


@announced
def statement_counts(
    table: TableOrCounts | DaskFrame,
    *,
    question: Question = "orderings",
    control: Label = None,
    on: Labels | None = None,
    ties: TiesWord | Mapping[Any, str] = "auto",
    **roles: Unpack[TableRoles],
) -> StatementCounts:
    """Count the dominance statements that the data sets show.

    Parameters
    ----------
    table : ResultsTable, DataFrame, dict of matrices, StatementCounts, or Dask data frame
        A results table; or what :func:`jointstats.results_table` takes, with their keywords; counts
        pass through. A long table in a Dask data frame (extra ``scale``) is counted by partition,
        by the active Dask client or, without one, in this process. Rows are shuffled first if a
        data set has rows in several partitions.
    question : {"orderings", "best", "control"}, default "orderings"
        What a statement says about each measure: the complete ordering of the algorithms ((l!)^m
        statements), which algorithm is best (l^m), or whether the control is best (2^m).
    control : str, optional
        The control algorithm, for ``question="control"``.
    on : sequence of str, optional
        Only these measures (the marginal of the others).
    ties : {"auto", "equal", "split"} or dict, default "auto"
        Ties of two algorithms on a measure. "equal" is a separate outcome, practically equal;
        "split" gives half a data set to each side (the papers' rule); "auto" is "equal" for
        measures with a rope. Words named by measure apply to single measures. More than two
        algorithms share each tie among their orderings. Counts keep their ties as they are with
        "auto".
    **roles
        ``dataset``, ``algorithm``, ``measures``, ``rope``, ``missing``, ``aggregate``,
        ``min_folds``, ``failed_runs``, ``only``, ``cluster``, for a data frame.

    Returns
    -------
    StatementCounts

    Raises
    ------
    TieExpansionError
        If a data set's ties leave more orderings than can be listed.
    JointStatsError
        For invalid input, as :func:`jointstats.results_table`.

    Notes
    -----
    A data set with ties that are split becomes all orderings that its results do not contradict,
    with equal weights that sum to 1 (after the footnote in section 2 of Benavoli & de Campos 2016).
    Results tie if they differ by no more than the rope, and 1e-13 of the larger one, which is what
    rounding can do to the mean of the same folds.

    Examples
    --------
    >>> import jointstats as js
    >>> counts = js.statement_counts(js.load_dataset("example1"))
    >>> counts.weights.tolist()
    [1.0, 2.0, 3.0, 6.0]
    """
    options.one_of("question", question, literals(Question))
    ties = WordOfEach(literals(TiesWord)).check("ties", ties)
    if is_dask(table):
        _require_control(question, control)
        parts = partitions_of(table, on=on, **roles)
        control = checked_control(control, parts.algorithms)
        counts = parts.total(partial(count_table, question=question, control=control, ties=ties))
        if not counts.n:
            raise NoDataError("No data set remains: the table has no complete row.")
        return counts
    return counted(table, question, control, on, ties, **roles)[0]


def counted(
    table: Any, question: str, control: Any, on: Sequence[Any] | None, ties: Any, **roles: Any
) -> tuple[StatementCounts, ResultsTable | None]:
    """Counts of statements, and the table whose statements they are; None if counts were given.

    Parameters
    ----------
    table, question, control, on, ties, **roles
        As for :func:`statement_counts`; words are checked.
    """
    _require_control(question, control)
    if isinstance(table, StatementCounts):
        return _of_counts(table, question, control, on, ties, **roles), None
    results = as_table(table, on=on, families_fit=True, **roles)
    if control is not None:
        control = checked_control(control, results.algorithms)
    return count_table(results, question, control, ties), results


def _require_control(question: str, control: Any) -> None:
    """Refuse a question without the control that it needs, and a control that none needs."""
    if (control is not None) != (question == "control"):
        asks = Option("question", "control")
        if control is None:
            raise OptionError(asks, " needs ", asked("control"), ", the name of an algorithm.")
        raise OptionError(asked("control"), " needs ", asks, ".")


def count_table(
    table: ResultsTable, question: str = "orderings", control: str | None = None, ties: Any = "auto"
) -> StatementCounts:
    """Count the statements of a table that was checked, without warnings.

    Raises
    ------
    TieExpansionError
        If there are too many.
    """
    if table.units.n_families is not None:
        sizes = np.bincount(table.clusters)[table.clusters]
        return count_by_size(table, sizes, question, control, ties)
    rules = tie_rules(ties, table.rope, table.algorithms, question)
    split = np.array([rule == "split" for rule in rules.values()])
    try:
        tied, known = _cells(table, question, control, split)
    except ExpansionLimitError as error:
        raise explained(error, table, question) from None
    return StatementCounts(
        algorithms=table.algorithms,
        measures=table.measures,
        question=question,
        control=control,
        n=table.n,
        n_tied=int(tied.any(axis=1).sum()),
        ties=dict(zip(table.measures, tied.sum(axis=0).tolist(), strict=True)),
        rope=table.rope,
        dropped=table.dropped,
        n_failed=table.n_failed,
        tie_rules=rules,
        n_split=int((tied & split).any(axis=1).sum()),
        families=table.family_names,
        **known,
    )


def _cells(
    table: ResultsTable, question: str, control: str | None, split: np.ndarray
) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """Which results tie, and the codes and weights of the statements."""
    upwards = (table.oriented(), np.ones(len(table.measures)), table.rope_widths)
    if not split.all():
        seen = outcomes.outcomes(*upwards)
        codes, weights = outcomes.outcome_counts(seen, np.where(split, 2, 3))
        return seen == outcomes.EQUAL, {"codes": codes, "weights": weights}
    if question == "orderings":
        counted = statements.statement_counts(*upwards)
        names = ("codes", "weights", "alone", "possible")
        return counted.tied, {name: getattr(counted, name) for name in names}
    place = None if control is None else table.algorithms.index(control)
    codes, weights = questions.best_cells(*upwards, control=place)
    tied = orders.rank_cells(*upwards).tied.reshape(table.n, len(table.measures))
    return tied, {"codes": codes, "weights": weights}


def count_by_size(
    table: ResultsTable, sizes: np.ndarray, question: str, control: str | None, ties: Any
) -> StatementCounts:
    """Counts in which a data set weighs 1 / the size of its family: one size at a time."""
    parts = []
    for size in np.unique(sizes).tolist():
        rows = np.flatnonzero(sizes == size)
        names, values = tuple(table.datasets[i] for i in rows), table.values[rows]
        part = replace(table, values=values, datasets=names, dropped=(), families=None)
        counts = count_table(part, question, control, ties)
        parts.append(counts.recounted(counts.codes, counts.weights / size))
    whole: StatementCounts = sum(parts)  # type: ignore[assignment]
    return replace(whole, dropped=table.dropped, families=table.family_names)


def _of_counts(
    counts: StatementCounts, question: str, control: Any, on: Any, ties: Any, **roles: Any
) -> StatementCounts:
    for name, value in roles.items():
        if name != "only" and value is not None:
            raise OptionError(Option(name), " has no meaning for counts, which already have names.")
    only = roles.get("only")
    if only is not None or on is not None:
        counts = counts.select(algorithms=only, measures=on)
    if question == "orderings":
        counts = with_ties(counts, ties)
    else:
        tie_rules(ties, dict.fromkeys(counts.measures, 0.0), counts.algorithms, question)
    if (counts.question, counts.control) == (question, control):
        return counts
    if counts.question == "orderings" or (counts.question, question) == ("best", "control"):
        return _coarser(counts, question, control)
    if question == "orderings":  # the default: take the question that was counted
        return counts
    raise OptionError(
        f'These counts answer the question "{counts.question}"; "{question}" needs the counts of '
        "complete orderings."
    )


def _coarser(counts: StatementCounts, question: str, control: Any) -> StatementCounts:
    """Join statements into the cells of a coarser question."""
    counts, l = split_ties(counts), len(counts.algorithms)
    cells, weights = counts.codes, counts.weights
    if counts.question == "orderings":
        cells, weights = questions.best_cells_from(cells, weights, l)
    if question == "control":
        control = checked_control(control, counts.algorithms)
        first = (cells == counts.algorithms.index(control)).astype(np.int64)
        cells, weights = kernel.merge_rows(first, weights)
    return counts.recounted(cells, weights, question=question, control=control)


def explained(
    error: ExpansionLimitError, table: ResultsTable, question: str = "orderings"
) -> TieExpansionError:
    """Name the data set whose ties leave too many orderings, and the cure."""
    where = (
        f'The ties of data set "{table.datasets[error.case]}"'
        if error.case is not None
        else "The ties of all data sets together"
    )
    return TieExpansionError(
        f"{where} leave {error.n_expansions} {error.unit} (the limit is {error.limit}): use ",
        Function("pairwise_tests"),
        *([", a coarser question (", Option("question", "best"), ")"] * (question == "orderings")),
        *([", a smaller rope"] * any(width > 0 for width in table.rope.values())),
        ", or fewer algorithms (",
        asked("only"),
        ").",
    )
